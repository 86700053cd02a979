"""The statements of restricted Python: a function is read once, from its first statement to its last."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from .expressions import ExpressionReader, Row, Unreadable, as_float, whole
from .nodes import (
    FLOAT,
    INT,
    TRUTH,
    Bind,
    Block,
    Call,
    Constant,
    Copy,
    Entry,
    Expression,
    For,
    If,
    Jump,
    Load,
    Look,
    Raise,
    Return,
    Set,
    Statement,
    Store,
    Variable,
    Vector,
    While,
)


class StatementReader(ExpressionReader):
    """Reads the statements of one function."""

    _returns = False
    """Whether it has returned somewhere."""

    _loops = 0
    """The loops around what is read."""

    def read(self, body: Sequence[ast.stmt]) -> None:
        """Read the function's body."""
        self._function.body = self._block(body)

    def _block(self, body: Sequence[ast.stmt]) -> Block:
        into: list[Statement] = []
        for each in body:
            known = len(into)
            try:
                self._statement(each, into)
            except Unreadable as problem:
                if self._reading.problems is None:
                    raise
                self._reading.problems.append(problem)
            self._function.lines |= {id(made): each.lineno for made in into[known:]}
            if into and isinstance(into[-1], Return | Jump | Raise):  # what follows is never reached
                break
        return tuple(into)

    def _statement(self, node: ast.stmt, into: list[Statement]) -> None:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(ast.Call(ast.Name("look"), [], [])):
                into.append(self._ending(Look()))
            case ast.Expr(ast.Call() as call):
                into.append(Bind((), self._known_call(call)))
            case ast.Raise():
                into.append(self._ending(Raise()))
            case ast.Break() | ast.Continue() if self._loops:
                into.append(Jump("break" if isinstance(node, ast.Break) else "continue"))
            case ast.Return(value):
                into.append(self._returned(node, self._values(value, into)))
            case ast.If(test, then, other):
                self._if(self.test(test), then, other, into)
            case ast.While(test, body, []):
                into.append(While(self.test(test), self._turned(node, body)))
            case ast.For(ast.Name(name), over, body, []):
                into.append(self._for(node, name, over, body))
            case ast.Assign(targets, value):
                self._assign(node, targets, value, into)
            case ast.AugAssign(target, sign, value):
                self._changed(node, target, sign, value, into)
            case _:
                raise self.wrong(node, f"functions cannot contain this statement: {ast.unparse(node)}")

    def _turned(self, node: ast.AST, body: Sequence[ast.stmt]) -> Block:
        """The body of a loop: names stand for rows of the same tables whenever it begins."""
        before = dict(self._rows)
        self._loops += 1
        block = self._block(body)
        self._loops -= 1
        for name, row in before.items():
            if self._rows.get(name) != row:
                raise self.wrong(node, f"`{name}` stands for rows of two tables as this loop turns")
        return block

    def _ending(self, statement: Statement) -> Statement:
        self._function.may_end = True
        return statement

    def _known_call(self, node: ast.Call) -> Call:
        found = self.call(node)
        if not isinstance(found, Call):
            raise self.wrong(node, f"{ast.unparse(node)} does nothing")
        return found

    def _values(self, value: ast.expr | None, into: list[Statement]) -> list[Expression]:
        """What is returned: nothing, a value, several, or all that a function returns."""
        if value is None:
            return []
        if isinstance(value, ast.Tuple):
            return [*map(self.value, value.elts)]
        found = self.call(value) if isinstance(value, ast.Call) else self.value(value)
        kinds = self._reading.results(found.function) if isinstance(found, Call) else (found.type,)
        if not isinstance(found, Call) or len(kinds) == 1:
            return [found]
        names = [self._fresh(str(kind)) for kind in kinds]
        into.append(Bind(tuple(names), found))
        return [Variable(name, self._function.types[name]) for name in names]

    def _returned(self, node: ast.AST, values: list[Expression]) -> Return:
        kinds = tuple(str(each.type) for each in values)
        known = self._function.results
        if self._returns and len(kinds) != len(known):
            raise self.wrong(node, "returns different numbers of values")
        if known:
            pairs = zip(kinds, known, strict=True)
            kinds = tuple(FLOAT if FLOAT in each else INT if INT in each else TRUTH for each in pairs)
        self._function.results, self._returns = kinds, True
        return Return(tuple(values))

    def _if(self, test: Expression, then: Sequence[ast.stmt], other: Sequence[ast.stmt], into: list[Statement]) -> None:
        """Read one of two blocks where it is known which."""
        if isinstance(test, Constant):
            into += self._block(then if test.value else other)
        else:
            before = dict(self._rows)
            one = self._block(then)
            after, self._rows = self._rows, before
            into.append(If(test, one, self._block(other)))
            self._rows = {name: row for name, row in after.items() if self._rows.get(name) == row}

    def _for(self, node: ast.AST, name: str, over: ast.expr, body: Sequence[ast.stmt]) -> For:
        row = self.row(over)
        if row is not None:
            return self._over_row(node, name, row, body)
        match over:
            case ast.Call(ast.Name("range"), [_, *_] as arguments, []) if len(arguments) <= 3:
                bounds = [*map(self.value, arguments)]
                low, high = (Constant(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
                step = bounds[2] if len(bounds) == 3 else Constant(1)
                if isinstance(step, Constant) and step.value:
                    self._declare(node, name, INT)
                    return For(name, low, high, step.value, self._turned(node, body))
        self._is_defined(over)
        raise self.wrong(node, f"no loop runs over {ast.unparse(over)}")

    def _over_row(self, node: ast.AST, name: str, row: Row, body: Sequence[ast.stmt]) -> For:
        number = self._fresh()
        at = Variable(number, INT)
        first: Expression = at
        if row.holds_rows:
            self._stands_for(name, Row(row.table, row.depth + 1, at))
        else:
            first = Entry(row.table.name, 0, at)
            self._rows.pop(name, None)
        self._function.types.setdefault(name, INT)
        return For(number, row.begin(), row.end(), 1, (Set(name, first), *self._turned(node, body)))

    def _fresh(self, kind: str = INT) -> str:
        """A variable that no name of the text can mean."""
        name = f"{len(self._function.types)}."
        self._function.types[name] = FLOAT if kind == FLOAT else INT
        return name

    def _kept(self, value: Expression, into: list[Statement]) -> Expression:
        """Keep a value in a variable of its own."""
        if isinstance(value, Constant):
            return value
        name = self._fresh(str(value.type))
        into.append(Set(name, value))
        return Variable(name, self._function.types[name])

    # Names

    def _declare(self, node: ast.AST, name: str, kind: str) -> str:
        """Note that a variable holds a number; return its type."""
        kind = INT if kind == TRUTH else kind
        known = self._function.types.setdefault(name, kind)
        if known != kind and (known, kind) != (FLOAT, INT):
            raise self.wrong(node, f"`{name}` holds a {known} in one place, a {kind} in another")
        self._rows.pop(name, None)
        return str(known)

    def _stands_for(self, name: str, row: Row) -> None:
        """Note that a variable is the number of a row."""
        self._rows[name] = row.table, row.depth
        self._function.types.setdefault(name, INT)

    # Assignments

    def _assign(self, node: ast.Assign, targets: list[ast.expr], value: ast.expr, into: list[Statement]) -> None:
        match targets, value:
            case [ast.Subscript(ast.Name(to), ast.Slice(ast.expr() as low, ast.expr() as high))], ast.Subscript(
                ast.Name(of), ast.Slice(ast.expr() as begin, ast.expr() as end)
            ):
                self._copy(node, (to, low, high), (of, begin, end), into)
            case [ast.Tuple(elts=parts)], ast.Tuple(elts=values) if len(parts) == len(values):
                self._together(node, parts, values, into)
            case [ast.Tuple()], ast.IfExp(test, then, other):
                each_way = [ast.copy_location(ast.Assign(targets, way), node) for way in (then, other)]
                self._if(self.test(test), [each_way[0]], [each_way[1]], into)
            case [ast.Tuple(elts=parts)], ast.Call() as call:
                self._results(node, parts, call, into)
            case [target], _:
                self._one(node, target, value, into)
            case _:
                kept = self._kept(self.value(value), into)
                for target in targets:
                    self._put(node, target, kept, into)

    def _one(self, node: ast.AST, target: ast.expr, value: ast.expr, into: list[Statement]) -> None:
        row = self.row(value) if isinstance(target, ast.Name) else None
        if row is not None and isinstance(target, ast.Name):
            into.append(Set(target.id, row.number))
            self._stands_for(target.id, row)
        else:
            self._put(node, target, self.value(value), into)

    def _put(self, node: ast.AST, target: ast.expr, value: Expression, into: list[Statement]) -> None:
        match target:
            case ast.Name(name) if isinstance(value.type, str):
                kind = self._declare(node, name, value.type)
                into.append(Set(name, as_float(value) if kind == FLOAT else value))
            case ast.Subscript(ast.Name(name), index) if isinstance(self._function.types.get(name), Vector):
                into.append(Store(name, value, self.value(index)))
            case _:
                raise self.wrong(node, f"nothing can be assigned to {ast.unparse(target)}")

    def _together(
        self, node: ast.Assign, targets: Sequence[ast.expr], values: Sequence[ast.expr], into: list[Statement]
    ) -> None:
        """All values are known before the first is put anywhere."""
        rows = [self.row(each) for each in values]
        kept = [
            self._kept(self.value(each) if row is None else row.number, into)
            for each, row in zip(values, rows, strict=True)
        ]
        for target, row, value in zip(targets, rows, kept, strict=True):
            if row is not None and isinstance(target, ast.Name):
                into.append(Set(target.id, value))
                self._stands_for(target.id, row)
            else:
                self._put(node, target, value, into)

    def _results(self, node: ast.Assign, targets: Sequence[ast.expr], call: ast.Call, into: list[Statement]) -> None:
        found = self._known_call(call)
        kinds = self._reading.results(found.function)
        if len(kinds) != len(targets):
            raise self.wrong(node, f"`{found.function}` returns {len(kinds)} values, not {len(targets)}")
        names = []
        for target, kind in zip(targets, kinds, strict=True):
            is_new = isinstance(target, ast.Name) and self._declare(node, target.id, kind) == kind
            names.append(target.id if is_new and isinstance(target, ast.Name) else self._fresh(kind))
        into.append(Bind(tuple(names), found))
        for target, name in zip(targets, names, strict=True):
            if not (isinstance(target, ast.Name) and target.id == name):
                self._put(node, target, Variable(name, self._function.types[name]), into)

    def _changed(
        self, node: ast.AST, target: ast.expr, sign: ast.operator, value: ast.expr, into: list[Statement]
    ) -> None:
        match target:
            case ast.Name():
                self._put(node, target, self._sum(node, self.value(target), sign, value), into)
            case ast.Subscript(ast.Name(name), index) if isinstance(self._function.types.get(name), Vector):
                at = self.value(index)
                at = at if isinstance(at, Variable) and not _names(value) & {at.name} else self._kept(at, into)
                into.append(Store(name, self._sum(node, Load(name, at), sign, value), at))
            case _:
                raise self.wrong(node, f"{ast.unparse(target)} cannot be changed")

    def _sum(self, node: ast.AST, before: Expression, sign: ast.operator, value: ast.expr) -> Expression:
        return self.operated(node, before, sign, self.value(value))

    def _copy(
        self,
        node: ast.AST,
        to: tuple[str, ast.expr, ast.expr],
        of: tuple[str, ast.expr, ast.expr],
        into: list[Statement],
    ) -> None:
        name, low, high = to
        other, begin, end = of
        if not all(isinstance(self._function.types.get(each), Vector) for each in (name, other)):
            raise self.wrong(node, "only parts of vectors are copied")
        at, begins = self.value(low), self.value(begin)
        count, given = whole("-", self.value(high), at), whole("-", self.value(end), begins)
        if isinstance(count, Constant) and isinstance(given, Constant) and count.value != given.value:
            raise self.wrong(node, f"{given.value} numbers cannot replace {count.value}")
        into.append(Copy(name, at, other, begins, count))


def _names(node: ast.expr) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
