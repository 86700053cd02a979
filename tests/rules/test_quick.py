"""What is worked out for many elements by functions has the same value, problems and steps."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import GAMES, ROOT

from hexgame import Source
from hexgame.loading import _BOARDS, read_sheet
from hexgame.play.game import Game
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree
from hexgame.values.evaluate import Evaluator
from hexgame.values.names import WORDS, Scope
from hexgame.values.values import WRONG, Definition, Fault, Item, Known, Label, Relation

DEFINITIONS = """
define twice(n) = 2 * n
define four = 4
define few(m) = {k for k in 0..m where k mod 2 == 0}
define deep(n) = twice(twice(n)) + count(few(n)) - four
define itself(n) = itself(n - 1)
define squares = {cell(q, q * q) for q in 0..3}
"""

QUICK = """
n ; 7 ; "a" ; yes ; -n ; not n == 3 ; n + 2 * n - 1 ; n mod 3 ; 20 / (n + 1) ; n < 3 or n > 5
n != 2 and n >= 1 and n <= 4 ; cell(n, 0) ; cell(n, 1).r ; cell(n, 0) == cell(0, n) ; n in 2..4 ; n in [1, 2]
cell(n, n) in squares ; squares & {cell(n, n)} ; squares | {cell(n, n)} ; squares - {cell(n, n)} ; [n, n + 1]
[4, 5, 6, 7, 8, 9, 10, 11][n] ; squares[n mod 4] ; {n, 2} ; if n > 3 then 1 else n ; twice(n) ; deep(n) ; four
some m in 0..n: m == 2 ; every m in few(n): m < 5 ; {m * n for m in 0..n}
{cell(m, n) for m in 1..n where m > 2} ; count({m for m in 0..n where some k in 0..m: k == n}) ; largest(n, 3)
sum([n, n]) ; hexagon(n + 1) ; {n for n in 0..n} ; [{1}, {2, n}] ; (n == 2) == yes ; rhombus(n + 1) + hexagon(2)
few(n)[0] ; none ; yes or n ; {m for m in 0..100 * n} ; count({m for m in 0..9999}) ; rhombus(n + 2)
"""
"""What functions work out."""

LEFT = """
sum(m for m in 0..n) ; largest(m * n for m in 0..n where m > 2 otherwise 9) ; n > 1 or [1, 2][n] == 1
if n < 2 then [1, 2][n] else 0 ; {n, yes} ; rhombus(n) ; n + yes ; n / (n - 3) ; [1, 2, 3][n] ; itself(n)
unknown(n) ; nothing ; n or yes ; count(n) ; n.q ; twice ; {[1, 2][m] for m in 0..n where m < 2}
1000000000 * n ; twice(n, n) ; cell(yes, n) ; some m in 0..n: m ; if n then 1 else 2 ; {k for k in n}
yes and n
"""
"""What is left to the evaluator for some number at least."""


def listed(texts: str) -> list[str]:
    return [text.strip() for line in texts.strip().splitlines() for text in line.split(" ; ")]


def outcome(text: str, quick: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[object, list[object], int]:
    """The value of an expression gathered for numbers, the problems, and the steps that were counted."""
    monkeypatch.setattr(Evaluator, "is_quick", quick)
    file, report = parse(Source("-", f"{DEFINITIONS}\ndefine all = {{[{text}] for n in 0..7}}"))
    assert file is not None
    assert not report
    scope = Scope({}, dict(WORDS))
    scope.update({item.name.id: Definition(item) for item in file.items if isinstance(item, tree.Define)})
    evaluator = Evaluator(scope, report)
    *_, asked = (item.body for item in file.items if isinstance(item, tree.Define))
    value = evaluator.value(asked)
    shown = value if value is WRONG else [value.of(0)] if isinstance(value, Known) else value
    return (
        shown,
        [(each.code, each.message, each.span and each.span.start, each.help) for each in report],
        evaluator._steps,
    )


@pytest.mark.parametrize("text", [*listed(QUICK), *listed(LEFT)])
def test_functions_give_what_the_evaluator_gives(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    gave_up: list[bool] = []
    quickly = Evaluator._quickly

    def noted(evaluator: Evaluator, node: tree.Expression) -> Known | None:
        value = quickly(evaluator, node)
        gave_up.append(value is None)
        return value

    monkeypatch.setattr(Evaluator, "_quickly", noted)
    slow = outcome(text, False, monkeypatch)
    assert not gave_up
    assert outcome(text, True, monkeypatch) == slow
    if text in listed(QUICK):
        assert gave_up == [False] * 8
        assert slow[0] is not WRONG
    assert slow[1] or slow[0] is not WRONG


ABOUT_VALUES = re.compile("error HG[34]")
SHEETS = [*GAMES, *(path for path in sorted((ROOT / "tests" / "errors").glob("*.hexgame"))
                    if ABOUT_VALUES.search(path.read_text("utf-8")))]  # fmt: skip


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_a_sheet_means_the_same_without_functions(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is worked out before play, and whatever is wrong with it."""
    sheet, made = read_sheet(path), []
    if isinstance(sheet, tuple):
        return
    for quick in (True, False):
        monkeypatch.setattr(Evaluator, "is_quick", quick)
        _BOARDS.clear()
        made.append(sheet._compiled({}))
    if not isinstance(made[0][0], Game):
        assert made[0] == made[1]
        return
    (game, found), (slow, others) = made
    assert found == others
    assert (game.settings.values, game.board, game.rules) == (slow.settings.values, slow.board, slow.rules)
    assert _known(game) == _known(slow)


def _known(game: Game) -> dict[str, list[object]]:
    """The names of a game that stand for values, with these."""
    return {name: list(map(_plain, meaning.values)) for name, meaning in game.settings.scope.items()
            if isinstance(meaning, Known)}  # fmt: skip


def _plain(value: Item) -> object:
    """A value as one that is equal to others made alike."""
    match value:
        case Relation():
            with suppress(Fault):
                return value.rows
            return None
        case Label():
            return value.values
        case _:
            return value
