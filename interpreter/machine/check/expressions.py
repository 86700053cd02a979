"""The expressions of a generated function: what is known of their values, and whether they may stand there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .spans import ANY, BITS, FLIPPED, NEGATED, OPERATORS, Span, Table, Value, Vector, hull

STATE = "S"

_SUMS = ast.Name | ast.Constant | ast.BinOp | ast.operator | ast.expr_context


class Finding(NamedTuple):
    """Something that a generated module must not say."""

    function: str
    """Its name, or `the module` outside all functions."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.function}, line {self.line}: {self.message}"


class Scope(NamedTuple):
    """What a function may refer to."""

    sections: Mapping[str, range]
    constants: Mapping[str, int]
    """The labels and results, by name."""

    tables: dict[str, Table]
    functions: dict[str, ast.FunctionDef]
    vectors: set[str]
    """The parameters that are lists of integers, by name."""

    def parameters(self, function: str) -> list[str]:
        """The names of a function's parameters."""
        return [each.arg for each in self.functions[function].args.args]

    def widths(self, function: str) -> set[int]:
        """How many values a function returns, at each of its `return` statements."""
        values = [each.value for each in ast.walk(self.functions[function]) if isinstance(each, ast.Return)]
        return {0 if each is None else len(each.elts) if isinstance(each, ast.Tuple) else 1 for each in values}


Known = dict[str, Value]
"""The names that are defined at one point of a function, with what is known of them, and of sums that a test bounds."""


class Reader:
    """Reads the expressions of one function."""

    def __init__(self, function: ast.FunctionDef, scope: Scope) -> None:
        self.function, self.scope = function, scope
        self.found: dict[Finding, None] = {}

    def wrong(self, node: ast.AST, message: str) -> None:
        """Note a finding."""
        self.found[Finding(self.function.name, getattr(node, "lineno", 0), message)] = None

    def number(self, node: ast.expr, known: Known) -> Span:
        """What is known of an expression that must be a number."""
        found = self.value(node, known)
        if isinstance(found, Span):
            return found
        self.wrong(node, f"{ast.unparse(node)} is not a number")
        return ANY

    def value(self, node: ast.expr, known: Known) -> Value:
        """What is known of an expression."""
        match node:
            case ast.Constant(value=int() as number):
                if not Span(number, number).fits:
                    self.wrong(node, f"the constant {number} has more than {BITS} bits")
                return Span(int(number), int(number))
            case ast.Name(name):
                return self._name(node, name, known)
            case ast.BinOp(left, operator, right):
                return known.get(ast.unparse(node)) or self.operation(node, operator, left, right, known)
            case ast.UnaryOp(ast.USub(), operand):
                return OPERATORS[ast.Sub](Span(0, 0), self.number(operand, known))
            case ast.UnaryOp(ast.Not()) | ast.BoolOp() | ast.Compare():
                self._truth(node, known)
                return Span(0, 1)
            case ast.IfExp(test, body, orelse):
                self.number(test, known)
                ways = (body, self.narrowed(test, known, True)), (orelse, self.narrowed(test, known, False))
                return hull(*(self.value(each, way) for each, way in ways if way is not None))
            case ast.Call():
                return self.call(node, known)
            case ast.Subscript(base, index):
                return self._element(node, base, index, known)
        self.wrong(node, f"no function has such an expression: {type(node).__name__}")
        return ANY

    def _truth(self, node: ast.expr, known: Known) -> None:
        """Check what is yes or no."""
        match node:
            case ast.BoolOp(operator, operands):
                way: Known | None = known
                for each in operands:
                    if way is not None:
                        self.number(each, way)
                        way = self.narrowed(each, way, isinstance(operator, ast.And))
            case ast.Compare(left, [ast.In()], [right]):
                self.number(left, known)
                if not isinstance(self.value(right, known), Table):
                    self.wrong(right, f"{ast.unparse(right)} is not a row of a table")
            case ast.Compare(left, operators, others) if all(type(each) in FLIPPED for each in operators):
                for each in (left, *others):
                    self.number(each, known)
            case ast.UnaryOp(ast.Not(), operand):
                self.number(operand, known)
            case _:
                self.wrong(node, f"no function compares like this: {ast.unparse(node)}")

    def _name(self, node: ast.expr, name: str, known: Known) -> Value:
        if name in known:
            return known[name]
        if name in self.scope.sections:
            start = self.scope.sections[name].start
            return Span(start, start)
        if name in self.scope.constants:
            return Span(self.scope.constants[name], self.scope.constants[name])
        if name in self.scope.tables:
            return self.scope.tables[name]
        self.wrong(node, f"`{name}` may be undefined")
        return ANY

    def operation(self, node: ast.AST, operator: ast.operator, left: ast.expr, right: ast.expr, known: Known) -> Span:
        """What is known of the result of an operator."""
        one, other = self.number(left, known), self.number(right, known)
        if type(operator) not in OPERATORS:
            self.wrong(node, f"no function has the operator {type(operator).__name__}")
            return ANY
        if isinstance(operator, ast.LShift | ast.RShift) and other.high is not None and not 0 <= other.high <= BITS:
            self.wrong(node, f"a shift by {other.high} bits")
        if isinstance(operator, ast.FloorDiv | ast.Mod) and other == (0, 0):
            self.wrong(node, "a division by 0")
        return OPERATORS[type(operator)](one, other)

    def call(self, node: ast.expr, known: Known) -> Span:
        """Check a call: the function is one of the module's, or `len`, and takes such arguments."""
        match node:
            case ast.Call(ast.Name("len"), [ast.Name(name)], []) if isinstance(known.get(name), Vector):
                return Span(0, None)
            case ast.Call(ast.Name(name), arguments, []) if name in self.scope.functions:
                wanted = self.scope.parameters(name)
                if len(wanted) != len(arguments):
                    self.wrong(node, f"`{name}` takes {len(wanted)} arguments, not {len(arguments)}")
                for parameter, argument in zip(wanted, arguments, strict=False):
                    if isinstance(self.value(argument, known), Vector) != (parameter in self.scope.vectors):
                        self.wrong(argument, f"{ast.unparse(argument)} is not what `{name}` takes for `{parameter}`")
                return ANY
        self.wrong(node, f"no known function is called: {ast.unparse(node)}")
        return ANY

    # Indexes

    def _element(self, node: ast.expr, base: ast.expr, index: ast.expr, known: Known) -> Value:
        of = self.value(base, known)
        match of:
            case Table():
                at = self.number(index, known)
                shortest, longest = of.lengths[0].start, of.lengths[0].stop - 1
                is_known = at.low is not None and at.high is not None
                outside = (at.low or 0) < 0 or (at.high or 0) >= longest
                if (is_known and outside and shortest == longest) or (at.low or 0) >= longest or (at.high or 0) < 0:
                    self.wrong(node, f"{ast.unparse(node)} leaves its table, which has {longest} entries")
                return of.entry if isinstance(of.entry, Table) or is_known else ANY
            case Vector():
                if isinstance(base, ast.Name) and base.id == STATE:
                    self._position(node, index, known)
                elif (self.number(index, known).high or 0) < 0:
                    self.wrong(node, f"{ast.unparse(node)} lies before the first number")
                return ANY
        self.wrong(node, f"{ast.unparse(base)} has no entries")
        return ANY

    def _position(self, node: ast.expr, index: ast.expr, known: Known) -> None:
        """Check that a place in the state lies in the section that is named, the first one if none is."""
        terms = list(_terms(index))
        named = [term.id for sign, term in terms if isinstance(term, ast.Name) and term.id in self.scope.sections]
        if len(named) > 1:
            self.wrong(node, f"{ast.unparse(node)} names two sections")
            return
        name = named[0] if named else next(iter(self.scope.sections))
        size = len(self.scope.sections[name])
        rest = [(sign, self.number(term, known)) for sign, term in terms if ast.unparse(term) != name]
        lows = [sign * bound for sign, span in rest if (bound := span.low if sign > 0 else span.high) is not None]
        highs = [sign * bound for sign, span in rest if (bound := span.high if sign > 0 else span.low) is not None]
        # what is not known is taken to be 0 or more
        all_rise = all(sign > 0 or span.high is not None for sign, span in rest)
        is_known = len(lows) == len(highs) == len(rest)
        if (is_known and (sum(lows) < 0 or sum(highs) >= size)) or (all_rise and sum(lows) >= size):
            self.wrong(node, f"{ast.unparse(node)} leaves section {name}, which has {size} numbers")

    def slice(self, node: ast.expr, known: Known) -> int | None:
        """How many numbers a slice of a state holds; None where its ends are not constants inside one section."""
        match node:
            case ast.Subscript(ast.Name(base), ast.Slice(ast.expr() as low, ast.expr() as high, None)):
                first, beyond = self.number(low, known).constant, self.number(high, known).constant
                named = {each.id for each in ast.walk(low) if isinstance(each, ast.Name)} & self.scope.sections.keys()
                end = max(self.scope.sections[each].stop for each in named or self.scope.sections)
                is_vector = isinstance(known.get(base), Vector)
                if is_vector and first is not None and beyond is not None and 0 <= first <= beyond <= end:
                    return beyond - first
        self.wrong(node, f"{ast.unparse(node)} is not a known part of a state")
        return None

    # What a test tells

    def narrowed(self, test: ast.expr, known: Known | None, holds: bool) -> Known | None:
        """What is known after a test that holds, or that does not; None where that cannot be."""
        match test:
            case ast.UnaryOp(ast.Not(), operand):
                return self.narrowed(operand, known, not holds)
            case ast.BoolOp(operator, operands) if isinstance(operator, ast.And) == holds:
                for each in operands:
                    known = self.narrowed(each, known, holds)
            case ast.Compare(left, [operator], [right]) if type(operator) in FLIPPED:
                kind = type(operator) if holds else NEGATED[type(operator)]
                known = self._bounded(left, kind, right, known)
                known = self._bounded(right, FLIPPED[kind], left, known)
            case ast.Compare(left, [first, *rest], [middle, *others]) if holds and rest:
                known = self.narrowed(ast.Compare(left, [first], [middle]), known, True)
                return self.narrowed(ast.Compare(middle, rest, others), known, True)
        return known

    def _bounded(self, node: ast.expr, kind: type[ast.cmpop], other: ast.expr, known: Known | None) -> Known | None:
        if known is None or not all(isinstance(each, _SUMS) for each in ast.walk(node)):
            return known
        span = self.number(node, known).where(kind, self.number(other, known))
        if span is None:
            return None
        known = known if isinstance(node, ast.Constant) else {**known, ast.unparse(node): span}
        if kind in (ast.Gt, ast.GtE) and isinstance(node, ast.Name) and isinstance(other, ast.Name):
            return self._bounded(ast.BinOp(node, ast.Sub(), other), kind, ast.Constant(0), known)
        return known


def without(known: Known, names: set[str]) -> Known:
    """What is still known where some variables have changed."""
    return {
        each: value for each, value in known.items()
        if each not in names and (each.isidentifier() or names.isdisjoint(re.findall(r"\w+", each)))
    }  # fmt: skip


def _terms(node: ast.expr, sign: int = 1) -> Iterator[tuple[int, ast.expr]]:
    """The terms of a sum, each with its sign."""
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
            yield from _terms(left, sign)
            yield from _terms(right, sign if isinstance(operator, ast.Add) else -sign)
        case _:
            yield sign, node
