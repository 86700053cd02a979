"""The statements of a generated function, followed once from its first to its last."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from .expressions import Finding, Known, Reader, Scope, without
from .spans import ANY, Span, Table, Value, Vector, hull, limited


class Function(Reader):
    """Checks one function."""

    def __init__(self, function: ast.FunctionDef, scope: Scope) -> None:
        super().__init__(function, scope)
        self._breaks: list[list[Known]] = []
        self._continues: list[list[Known]] = []

    def check(self) -> Iterable[Finding]:
        """Return what is wrong with the function."""
        function = self.function
        names = [each.arg for each in function.args.args]
        if ast.unparse(function.args) != ", ".join(names) or function.decorator_list or function.returns:
            self.wrong(function, "a function has plain parameters and nothing else")
        body = function.body[1:] if ast.get_docstring(function) is not None else function.body
        end = self._run(body, {name: Vector() if name in self.scope.vectors else ANY for name in names})
        widths = self.scope.widths(function.name) | ({0} if end is not None else set())
        if len(widths) > 1:
            self.wrong(function, "returns differing numbers of values, or none on some path")
        return self.found

    # Each takes what is known before it and returns what is known after it: None where nothing runs

    def _run(self, body: list[ast.stmt], known: Known | None) -> Known | None:
        for statement in body:
            if known is None:
                break
            known = self._statement(statement, known)
        return known

    def _statement(self, node: ast.stmt, known: Known) -> Known | None:
        match node:
            case ast.Assign([target], value):
                return self._assign(target, value, known)
            case ast.AugAssign(ast.Name(name) as target, operator, value):
                self._store(target, known)
                found = self.value(ast.copy_location(ast.BinOp(ast.Name(name), operator, value), node), known)
                return {**without(known, {name}), name: found}
            case ast.AugAssign(ast.Subscript() as target, operator, value):
                self._store(target, known)
                self.operation(node, operator, target, value, known)
                return known
            case ast.Expr(ast.Call(ast.Name("look"), [], [])):
                return known
            case ast.Expr(ast.Call() as call):
                self.call(call, known)
                return known
            case ast.If(test, body, orelse):
                self.number(test, known)
                return _joined(self._run(body, self.narrowed(test, known, True)),
                               self._run(orelse, self.narrowed(test, known, False)))  # fmt: skip
            case ast.For(ast.Name(), _, body, []):
                return self._for(node, known)
            case ast.While(test, body, []):
                return self._while(test, body, known)
            case ast.Pass():
                return known
            case ast.Return(value):
                for each in value.elts if isinstance(value, ast.Tuple) else [value] if value else []:
                    self.number(each, known)
                return None
            case ast.Raise(ast.Call(ast.Name("ValueError"), [ast.Constant(str())], []), None):
                return None
            case ast.Break() | ast.Continue() if self._breaks:
                (self._breaks if isinstance(node, ast.Break) else self._continues)[-1].append(known)
                return None
        self.wrong(node, f"no function has such a statement: {type(node).__name__}")
        return known

    def _assign(self, target: ast.expr, value: ast.expr, known: Known) -> Known:
        match target, value:
            case ast.Subscript(_, ast.Slice()), ast.Subscript(_, ast.Slice()):
                widths = self.slice(target, known), self.slice(value, known)
                if widths[0] != widths[1]:
                    self.wrong(target, f"{ast.unparse(target)} takes {widths[0]} numbers, not {widths[1]}")
                return known
            case ast.Tuple(targets), ast.Tuple(values) if len(targets) == len(values):
                found = [self.value(each, known) for each in values]
            case ast.Tuple(targets), ast.Call(ast.Name(name)) if name in self.scope.functions:
                self.call(value, known)
                found = [ANY] * len(targets)
                if self.scope.widths(name) != {len(targets)}:
                    self.wrong(target, f"`{name}` does not return {len(targets)} numbers")
            case ast.Tuple(), _:
                self.wrong(target, f"{ast.unparse(value)} does not unpack into {ast.unparse(target)}")
                return known
            case _:
                targets, found = [target], [self.value(value, known)]
        after = without(known, {each.id for each in targets if isinstance(each, ast.Name)})
        for each, meaning in zip(targets, found, strict=True):
            self._store(each, known)
            if isinstance(each, ast.Name):
                after[each.id] = meaning
            elif not isinstance(meaning, Span):
                self.wrong(each, f"{ast.unparse(each)} takes a number")
        return after

    def _store(self, target: ast.expr, known: Known) -> None:
        scope = self.scope
        match target:
            case ast.Name(name):
                if name in {*scope.sections, *scope.constants, *scope.tables} or isinstance(known.get(name), Vector):
                    self.wrong(target, f"`{name}` is not a variable")
            case ast.Subscript(ast.Name(name)) if isinstance(known.get(name), Vector):
                self.value(target, known)
            case _:
                self.wrong(target, f"nothing is written to {ast.unparse(target)}")

    def _for(self, node: ast.For, known: Known) -> Known | None:
        assert isinstance(node.target, ast.Name)
        self._store(node.target, known)
        before = _loosened(known, node)
        end, breaks = self._loop(node.body, {**before, node.target.id: self._range(node.iter, known)})
        return _joined(end and {**end, **before}, breaks)

    def _while(self, test: ast.expr, body: list[ast.stmt], known: Known) -> Known | None:
        before = _loosened(known, *body)
        self.number(test, before)
        end, breaks = self._loop(body, self.narrowed(test, before, True))
        if isinstance(test, ast.Constant) and test.value is True:
            return breaks
        return _joined(end and self.narrowed(test, {**end, **before}, False), breaks)

    def _loop(self, body: list[ast.stmt], known: Known | None) -> tuple[Known | None, Known | None]:
        """What is known where a loop's body ends, and where it breaks off; it is taken to run at least once."""
        self._breaks.append([])
        self._continues.append([])
        end = self._run(body, known)
        return _joined(end, *self._continues.pop()), _joined(*self._breaks.pop())

    def _range(self, node: ast.expr, known: Known) -> Value:
        """What a loop runs over."""
        match node:
            case ast.Call(ast.Name("range"), [_, *_] as arguments, []) if len(arguments) <= 3:
                numbers = [self.number(each, known) for each in arguments]
                start, stop = (Span(0, 0), numbers[0]) if len(numbers) == 1 else numbers[:2]
                step = numbers[2].low if len(numbers) == 3 else 1
                if not step:
                    self.wrong(node, "the step of a range is a known number other than 0")
                    return ANY
                low, high = (start.low, stop.high) if step > 0 else (stop.low, start.high)
                return limited(low, high, -(step > 0), step < 0)
        rows = self.value(node, known)
        if isinstance(rows, Table):
            return rows.entry
        self.wrong(node, f"no loop runs over {ast.unparse(node)}")
        return ANY


def _joined(*ways: Known | None) -> Known | None:
    """What is known where several ways meet."""
    reached = [way for way in ways if way is not None]
    if not reached:
        return None
    names = set(reached[0]).intersection(*reached[1:])
    return {name: hull(*(way[name] for way in reached)) for name in names}


def _loosened(known: Known, *body: ast.AST) -> Known:
    """What is still known wherever a loop begins anew: nothing of the variables that it changes."""
    names = (each for part in body for each in ast.walk(part) if isinstance(each, ast.Name))
    changed = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return without(known, changed) | dict.fromkeys(changed & known.keys(), ANY)
