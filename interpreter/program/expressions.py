"""The expressions of restricted Python, each read into one node that knows its type."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from ..record import Record
from .nodes import (
    FLOAT,
    INT,
    TRUTH,
    Binary,
    Both,
    Call,
    Choice,
    Compare,
    Constant,
    Entry,
    Expression,
    Function,
    Length,
    Load,
    Matrix,
    Not,
    Real,
    Unary,
    Variable,
    Vector,
    Window,
)
from .tables import Table

_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>", ast.FloorDiv: "//", ast.Mod: "%", ast.Div: "/",
}  # fmt: skip
_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_OF_FLOATS = frozenset("+-*/")
_FOLDED: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
_TRUE_OF: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_SAME_WITH_0 = frozenset(("+", "-", "|", "^", "<<", ">>"))


class Unreadable(RuntimeError):  # noqa: N818 - named for what it is
    """A text that is not restricted Python: a mistake of the interpreter, not of a rule sheet."""


class Row(NamedTuple):
    """A row of a table by its number among all of its depth; at depth 0 it is the whole table."""

    table: Table
    depth: int
    number: Expression

    @property
    def holds_rows(self) -> bool:
        """Whether the entries are rows themselves."""
        return self.depth + 1 < self.table.depth

    @property
    def longest(self) -> int:
        """How many entries it has; if that is not known, how many the longest of its depth has."""
        return self.table.longest(self.depth)

    def begin(self) -> Expression:
        """Where its entries begin in the depth below."""
        return self._end(0)

    def end(self) -> Expression:
        """Where its entries end in the depth below."""
        return self._end(1)

    def _end(self, further: int) -> Expression:
        if self.depth == 0:
            return Constant(self.table.size * further)
        width = self.table.widths[self.depth - 1]
        if width is None:
            return Entry(self.table.name, self.depth, whole("+", self.number, Constant(further)))
        return whole("+", whole("*", self.number, Constant(width)), Constant(width * further))


def whole(op: str, a: Expression, b: Expression) -> Expression:
    """Return an operation of integers, worked out where it is known."""
    match a, b:
        case Constant(one, _), Constant(other, _) if op in _FOLDED:
            return Constant(_FOLDED[op](one, other))
        case _, Constant(0, _) if op in _SAME_WITH_0:
            return a
        case Constant(0, _), _ if op == "+":
            return b
        case _, Constant(1, _) if op == "*":
            return a
    return Binary(op, a, b, INT)


class Reading(Protocol):
    """What the expressions of a function ask of the whole program."""

    problems: list[Unreadable] | None
    """Where problems are noted; None if the first is raised."""

    def number(self, name: str) -> int | float | None:
        """Return the number that a name of the text stands for."""

    def table(self, name: str) -> Table | None:
        """Return the table that a name of the text stands for."""

    def called(self, name: str, arguments: tuple[Expression, ...], caller: Function) -> Call:
        """Return a call of a function, which is read for these types if it is not known yet."""

    def results(self, name: str) -> tuple[str, ...]:
        """Return the types of a function's results."""

    def among(self, table: Table) -> str:
        """Return the name of the function that looks for a number between two places of a table."""


class ExpressionReader:
    """Reads the expressions of one function; `rows` says which local names stand for rows of tables."""

    def __init__(self, reading: Reading, function: Function) -> None:
        self._reading, self._function = reading, function
        self._rows: dict[str, tuple[Table, int]] = {}

    def wrong(self, node: ast.AST, message: str) -> Unreadable:
        """Return an error that says where it is."""
        return Unreadable(f"{self._function.name}, line {getattr(node, 'lineno', 0)}: {message}")

    # Values

    def value(self, node: ast.expr) -> Expression:
        """Return the value of an expression."""
        match node:
            case ast.Constant(float() as value):
                return Real(value)
            case ast.Constant(bool() as value):
                return _known(value)
            case ast.Constant(int() as value):
                return Constant(value)
            case ast.Name(name):
                return self._named(node, name)
            case ast.UnaryOp(ast.USub(), operand):
                return self._binary(node, "-", Constant(0), self.value(operand))
            case ast.UnaryOp(ast.Invert(), operand):
                return whole("^", self.value(operand), Constant(-1))
            case ast.UnaryOp(ast.Not()) | ast.BoolOp() | ast.Compare():
                return self._truth(node, self.value)
            case ast.BinOp(left, sign, right) if type(sign) in _BINARY:
                one = self.value(left)
                return self.operated(node, one, sign, self.value(right))
            case ast.IfExp(test, body, orelse):
                return self._choice(node, self.test(test), body, orelse)
            case ast.Call():
                return self._single(node, self.call(node))
            case ast.Subscript(base, index):
                return self._element(node, base, index)
        raise self.wrong(node, f"functions cannot contain this expression: {ast.unparse(node)}")

    def test(self, node: ast.expr) -> Expression:
        """Return whether an expression is true; a constant where that is known."""
        match node:
            case ast.UnaryOp(ast.Not()) | ast.BoolOp() | ast.Compare():
                return self._truth(node, self.test)
        found = self.value(node)
        match found:
            case Constant(value, _):
                return _known(value != 0)
            case _ if found.type == INT:
                return Unary("truth", found, TRUTH)
            case _ if found.type == TRUTH:
                return found
        raise self.wrong(node, f"{ast.unparse(node)} is neither true nor false")

    def _named(self, node: ast.AST, name: str) -> Expression:
        if name in self._function.types:
            return Variable(name, self._function.types[name])
        number = self._reading.number(name)
        if number is not None:
            return Real(number) if isinstance(number, float) else Constant(number)
        raise self.wrong(node, f"`{name}` may be undefined")

    def operated(self, node: ast.AST, a: Expression, sign: ast.operator, b: Expression) -> Expression:
        """Return an operation."""
        return self._binary(node, _BINARY[type(sign)], a, b)

    def _binary(self, node: ast.AST, op: str, a: Expression, b: Expression) -> Expression:
        kinds = {a.type, b.type}
        if FLOAT not in kinds and op != "/":
            if not kinds <= {INT, TRUTH}:
                raise self.wrong(node, f"`{op}` is for numbers")
            return whole(op, a, b)
        if op not in _OF_FLOATS:
            raise self.wrong(node, f"`{op}` is for integers")
        return Binary(op, as_float(a), as_float(b), FLOAT)

    def _choice(self, node: ast.AST, test: Expression, body: ast.expr, orelse: ast.expr) -> Expression:
        if isinstance(test, Constant):
            return self.value(body if test.value else orelse)
        a, b = self.value(body), self.value(orelse)
        kinds = {a.type, b.type}
        if FLOAT in kinds:
            return Choice(test, as_float(a), as_float(b), FLOAT)
        if not kinds <= {INT, TRUTH}:
            raise self.wrong(node, "one of two vectors cannot be chosen")
        return Choice(test, a, b, TRUTH if kinds == {TRUTH} else INT)

    # Truths

    def _truth(self, node: ast.expr, part: Callable[[ast.expr], Expression]) -> Expression:
        """Return what is true or false; `part` reads the parts of `and` and `or`, which as values are truths, too."""
        match node:
            case ast.UnaryOp(ast.Not(), operand):
                found = self.test(operand)
                return _known(not found.value) if isinstance(found, Constant) else Not(found)
            case ast.BoolOp(word, operands):
                return self._joined(
                    node, "and" if isinstance(word, ast.And) else "or", [*_decisive(word, map(part, operands))]
                )
            case ast.Compare(left, [ast.In()], [row]):
                return self._member(node, left, row)
            case ast.Compare(left, signs, others):
                return self._compared(node, [left, *others], [_COMPARED[type(each)] for each in signs])
        raise self.wrong(node, f"no function compares like this: {ast.unparse(node)}")

    def _joined(self, node: ast.AST, word: str, parts: list[Expression]) -> Expression:
        decides = word == "or"
        found: Expression | None = None
        for each in reversed(parts):
            if each.type != TRUTH and each not in (Constant(0), Constant(1)):
                return self._one_of(node, word, parts)
            if isinstance(each, Constant):
                found = each if bool(each.value) == decides else found
            elif found is None:
                found = each
            elif not (isinstance(found, Constant) and _has_no_effect(each)):
                found = Both(word, each, found)
        return _known(not decides) if found is None else found

    def _one_of(self, node: ast.AST, word: str, parts: list[Expression]) -> Expression:
        """`and` or `or` of numbers: the first that decides, else the last. A number that ends an `and` is 0."""
        found = parts[-1]
        for each in reversed(parts[:-1]):
            is_known = word == "and" or _is_flag(each)
            if {each.type, found.type} - {INT, TRUTH} or not (is_known or _has_no_effect(each)):
                raise self.wrong(node, f"`{word}` of such parts is not a value: {ast.unparse(node)}")
            test = each if each.type == TRUTH else Unary("truth", each, TRUTH)
            decided: Expression = Constant(int(word == "or")) if is_known else each
            found = Choice(test, decided, found, INT) if word == "or" else Choice(test, found, decided, INT)
        return found

    def _compared(self, node: ast.AST, operands: list[ast.expr], signs: list[str]) -> Expression:
        values = [*map(self.value, operands)]
        if not all(map(_has_no_effect, values[1:-1])):
            raise self.wrong(node, "what is compared on both sides cannot be a call")
        pairs = [self._pair(*each) for each in zip(signs, values, values[1:], strict=False)]
        return self._joined(node, "and", pairs)

    def _pair(self, sign: str, a: Expression, b: Expression) -> Expression:
        if FLOAT in (a.type, b.type):
            return Compare(sign, as_float(a), as_float(b))
        if isinstance(a, Constant) and isinstance(b, Constant):
            return _known(_TRUE_OF[sign](a.value, b.value))
        return Compare(sign, a, b)

    def _member(self, node: ast.AST, left: ast.expr, right: ast.expr) -> Expression:
        row = self.row(right)
        if row is None or row.holds_rows:
            self._is_defined(right)
            raise self.wrong(node, f"{ast.unparse(right)} is not a row of numbers")
        arguments = self.value(left), row.begin(), row.end()
        return Unary("truth", self._reading.called(self._reading.among(row.table), arguments, self._function), TRUTH)

    # Calls

    def call(self, node: ast.Call) -> Expression:
        """Return a call."""
        match node:
            case ast.Call(ast.Name("len"), [ast.Name(name)], []):
                if name not in self._function.vectors:
                    raise self.wrong(node, f"`{name}` has no length")
                if name not in self._function.lengths:
                    self._function.lengths.append(name)
                return Length(name)
            case ast.Call(ast.Name("sqrt"), [operand], []):
                return Unary("sqrt", as_float(self.value(operand)), FLOAT)
            case ast.Call(ast.Name("ones"), [operand], []):
                return Unary("ones", self.value(operand), INT)
            case ast.Call(ast.Name(name), operands, []):
                arguments = tuple(map(self._argument, operands))
                try:
                    return self._reading.called(name, arguments, self._function)
                except KeyError:
                    raise self.wrong(node, f"no known function is called: {ast.unparse(node)}") from None
                except ValueError as problem:
                    raise self.wrong(node, str(problem)) from None
        raise self.wrong(node, f"no function is called like this: {ast.unparse(node)}")

    def _single(self, node: ast.AST, found: Expression) -> Expression:
        """What is called where one value is needed."""
        if isinstance(found, Call) and len(kinds := self._reading.results(found.function)) != 1:
            raise self.wrong(node, f"`{found.function}` returns {len(kinds)} values where one is needed")
        return found

    def _argument(self, node: ast.expr) -> Expression:
        match node:
            case ast.Subscript(ast.Name(name), index):
                kind = self._function.types.get(name)
                if isinstance(kind, Matrix):
                    return Window(name, self.value(index), kind.row, kind.width)
        return self.value(node)

    # Elements

    def _element(self, node: ast.AST, base: ast.expr, index: ast.expr) -> Expression:
        row = self.row(base)
        if row is not None and not row.holds_rows:
            return Entry(row.table.name, 0, whole("+", row.begin(), self._within(node, row, index)))
        if isinstance(base, ast.Name) and isinstance(self._function.types.get(base.id), Vector):
            return Load(base.id, self.value(index))
        self._is_defined(base)
        raise self.wrong(node, f"{ast.unparse(base)} has no such numbers")

    def _within(self, node: ast.AST, row: Row, index: ast.expr) -> Expression:
        """An index into a row, which must be inside it if it is known."""
        at = self.value(index)
        if isinstance(at, Constant) and not 0 <= at.value < row.longest:
            raise self.wrong(node, f"{ast.unparse(node)} leaves its table, which has {row.longest} entries")
        return at

    def _is_defined(self, node: ast.expr) -> None:
        """Raise an error for a name that stands for nothing at all."""
        if isinstance(node, ast.Name) and not (self._reading.table(node.id) or node.id in self._function.types):
            self._named(node, node.id)

    def row(self, node: ast.expr) -> Row | None:
        """Return the row of a table that an expression stands for; None if it is something else."""
        match node:
            case ast.Name(name) if name in self._rows:
                return Row(*self._rows[name], Variable(name, INT))
            case ast.Name(name) if name not in self._function.types:
                table = self._reading.table(name)
                return Row(table, 0, Constant(0)) if table else None
            case ast.Subscript(base, index):
                row = self.row(base)
                if row and row.holds_rows:
                    return Row(row.table, row.depth + 1, whole("+", row.begin(), self._within(node, row, index)))
        return None


def _decisive(word: ast.boolop, parts: Iterable[Expression]) -> Iterator[Expression]:
    """The parts of `and` or `or` up to the first of which is known that it decides; what follows is not read."""
    for each in parts:
        yield each
        if isinstance(each, Constant) and bool(each.value) == isinstance(word, ast.Or):
            return


def _known(truth: bool) -> Constant:
    return Constant(int(truth), TRUTH)


def as_float(value: Expression) -> Expression:
    """Return a number as a float."""
    if isinstance(value, Constant):
        return Real(float(value.value))
    return value if value.type == FLOAT else Unary("real", value, FLOAT)


def _is_flag(node: Expression) -> bool:
    """Whether a number can only be 0 or 1."""
    match node:
        case Choice(_, one, other):
            return _is_flag(one) and _is_flag(other)
        case _:
            return node.type == TRUTH or node in (Constant(0), Constant(1))


def _has_no_effect(value: object) -> bool:
    """Whether evaluating it once more, or not at all, changes nothing."""
    if isinstance(value, Call):
        return False
    return all(map(_has_no_effect, value.parts())) if isinstance(value, Record) else True
