"""Elementary steps as they happen: a generated module rewritten so that it counts what it does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache

from hexgame.machine.plan.forms import PLAIN
from hexgame.play.game import Game
from hexgame.program.words import LOOK

OPERATIONS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Subscript, ast.Call, ast.IfExp)


class Counted:
    """The functions of a game's module, and the steps that they have taken."""

    def __init__(self, game: Game, plain: bool = True) -> None:
        self.machine = (game.in_forms(PLAIN) if plain else game).machine
        self.tally = [0]
        tree = _parsed(self.machine.source)
        self.length = sum(
            _weight(each) for each in ast.walk(tree) if isinstance(each, ast.stmt) and not _is_table(each)
        )
        """The lines and operations of the module, but for its tables."""

        self._names: dict[str, object] = {"TALLY": self.tally}
        _run(tree, self._names)

    def __call__(self, name: str, *arguments: object) -> object:
        """What a function of the module returns; `steps` then has what it took."""
        self.tally[0] = 0
        return self._names[name](*arguments)  # type: ignore[operator]

    def steps_of(self, name: str, *arguments: object) -> int:
        """Call a function of the module; return the steps that it took."""
        self(name, *arguments)
        return self.steps

    @property
    def steps(self) -> int:
        """The steps of the last call."""
        return self.tally[0]

    def probe(self, functions: str, text: str, alone: bool = False) -> Probe:
        """What runs a function `probe` beside those of the module, with functions that it needs, and counts; `alone`
        leaves out what functions of the module take."""
        names = {
            name: self._uncounted(each) if alone and callable(each) else each for name, each in self._names.items()
        }
        _run(_parsed(functions), names)
        _run(_parsed(text), names)
        called = names["probe"]

        def run(vector: list[int], player: int, cells: Sequence[int]) -> tuple[int, object]:
            self.tally[0] = 0
            answer = called(vector, player, *cells)  # type: ignore[operator]
            return self.tally[0], answer

        return run

    def _uncounted(self, function: Callable[..., object]) -> Callable[..., object]:
        def called(*arguments: object) -> object:
            before = self.tally[0]
            answer = function(*arguments)
            self.tally[0] = before
            return answer

        return called


Probe = Callable[[list[int], int, Sequence[int]], tuple[int, object]]
"""Runs a probe for a state, a player and cells; returns the steps since it last set the tally to 0, and its answer."""


def _parsed(text: str) -> ast.Module:
    """A text without its looks at the clock, which are no steps."""
    return ast.parse("\n".join(line for line in text.split("\n") if line.strip() != LOOK))


def _run(tree: ast.Module, names: dict[str, object]) -> None:
    for each in tree.body:
        if isinstance(each, ast.FunctionDef):
            each.body = _counted(each.body)
    exec(compile(tree, "<counted>", "exec"), names)  # noqa: S102


def _counted(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Statements with a count before each: one for the line, one for each operation in it."""
    found: list[ast.stmt] = []
    for each in statements:
        found.append(_count(_weight(each)))
        match each:
            case ast.For() | ast.While():
                turn = _count(1 + (_operations(each.test) if isinstance(each, ast.While) else 0))
                each.body = [turn, *_counted(each.body)]
            case ast.If():
                each.body, each.orelse = _counted(each.body), _counted(each.orelse)
            case _:
                pass
        found.append(each)
    return found


def _weight(statement: ast.stmt) -> int:
    match statement:
        case ast.For():
            return 1 + _operations(statement.iter)
        case ast.While() | ast.If():
            return 1 + _operations(statement.test)
        case _:
            return 1 + _operations(statement) + isinstance(statement, ast.AugAssign)


def _is_table(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Tuple | ast.Constant)


def _operations(node: ast.AST) -> int:
    """The operations in an expression, also those that may be left out."""
    found = 0
    for each in ast.walk(node):
        if isinstance(each, ast.Compare):
            found += len(each.ops)
        elif isinstance(each, ast.BoolOp):
            found += len(each.values) - 1
        else:
            found += isinstance(each, OPERATIONS)
    return found


@cache
def _count(number: int) -> ast.stmt:
    return ast.parse(f"TALLY[0] += {number}").body[0]
