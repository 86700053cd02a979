"""What is allowed and yet seldom meant: sheets that get each warning at the right words, and some that just do not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache, partial

import pytest
from alone import ALONE, STAGES, with_effect
from conftest import GAMES, ROOT, complete, games_of, long, small, static_warnings
from documented import EXAMPLES
from test_errors import STATIC

import hexgame
from hexgame.diagnostics.diagnostic import Severity
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.validation.lints import warnings_of, warnings_of_file
from hexgame.validation.reasoning import cases
from hexgame.validation.reasoning.reach import Reach

ROWS = (ROOT / "tests" / "seldom_meant.txt").read_text("utf-8").split("=== ")[1:]


def sheets(near: bool) -> list[tuple[str, str]]:
    """The codes of `seldom_meant.txt` with their sheets, or with those near them."""
    heads = ((row.split("\n", 1)[0].split(), row.split("\n", 1)[1]) for row in ROWS)
    return [(words[-1], text.strip()) for words, rest in heads if (len(words) > 1) == near
            for text in rest.split("---\n")]  # fmt: skip


WRONG, RIGHT = sheets(near=False), sheets(near=True)


def unmarked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """A sheet without its marks, and what was marked in it."""
    spans, start = [], 0
    while "«" in text:
        start = text.index("«")
        end = text.index("»") - 1
        text = text.replace("«", "", 1).replace("»", "", 1)
        spans.append((start, end))
    return text, spans


def test_there_are_three_of_each() -> None:
    for found in (WRONG, RIGHT):
        assert min(Counter(code for code, _ in found).values()) >= 3
        assert {code for code, _ in found} == STATIC


@pytest.mark.parametrize(("code", "marked"), WRONG)
def test_what_is_seldom_meant_is_told_at_the_words_that_say_it_and_how_to_mend_it(code: str, marked: str) -> None:
    text, spans = unmarked(marked)
    told = static_warnings(text)
    assert [(each.span.start, each.span.end) for each in told if each.code == code and each.span] == spans
    assert all(each.severity is Severity.WARNING and each.span and each.help for each in told)


@pytest.mark.parametrize(("code", "text"), RIGHT)
def test_what_is_near_it_is_not_told(code: str, text: str) -> None:
    assert code not in {each.code for each in static_warnings(text)}


def test_an_option_that_a_variant_has_no_use_for_is_told_and_its_definitions_are_not() -> None:
    (found,) = static_warnings("variant of hex\nturn { place stone on empty }")
    assert found.span and (found.code, found.span.text) == ("HG912", "pie")
    assert "single value" in found.help
    found, *others = static_warnings("variant of crossway\nturn { place stone on empty }")
    assert found.span and (found.code, found.span.text, others) == ("HG912", "pie", [])


def test_warnings_come_in_the_order_of_the_text() -> None:
    found = static_warnings("option pie = yes in yes, no\nwin when count(own) > 99\nwin when count(own) > 98")
    assert [each.code for each in found] == ["HG912", "HG910", "HG910"]


@cache
def shipped(stem: str) -> list[Game]:
    return games_of(stem)


AGREED = {
    "atoll": [("HG930", "edge outside split islands: Black, White")],
    "resolve": [("HG919", 'move "Resolve a stone" stone from s among own to d among cutting(s)')] * 2,
    "squava": [("HG910", "row(own) >= 4")],
}
"""What is told of shipped games, and is so: Atoll's ring cannot be cut into islands that are alike; on a
full board of Resolve, stones may change places forever; three by three cells of Squava have no room for four."""


@long("*", "!hex", "!atoll", "!gonnect")
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_shipped_games_get_no_warning_but_those_agreed_on(stem: str) -> None:
    games = shipped(stem)
    found = [*warnings_of_file(games), *(each for game in games for each in warnings_of(game))]
    assert [(each.code, each.span and each.span.text) for each in found] == AGREED.get(stem, [])


# What is taken for certain is so: bounds hold whatever happens in random games


MADE: dict[str, Callable[[], Game]] = {
    **{f"{path.stem}-{size}": partial(small, path.stem, size) for path in GAMES for size in (3, 5)},
    **{
        text.split('"')[1]: partial(hexgame.load, Source("test.hexgame", text))
        for text in EXAMPLES
        if text.startswith("game")
    },
}


def _follow(game: Game, seed: int) -> None:
    """Play a random game; whatever comes about must have been thought possible."""
    reach, state, chance = Reach(game), game.start(seed=seed), random.Random(seed)
    bounds = [[cases.truth(ending.condition, asked) for asked in reach.asked] for ending in game.rules.endings]
    while not state.is_over and len(state.moves) < 60 and state.legal_codes:
        code = chance.choice(state.legal_codes)
        assert game.block_of(code).decision in reach.made
        state.play(game.move(code))
        vector = list(state.vector)
        assert all(reach.store.contents[vector[cell]] >> cell & 1 for cell in range(len(game.board.cells)))
        for ending, holds in enumerate(game.machine.endings):
            for player in range(len(game.players)):
                low, high = bounds[ending][player]
                assert low <= holds(vector, player) <= high


@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_nothing_happens_in_a_game_that_was_ruled_out(game: Game) -> None:
    for seed in range(5):
        _follow(game, seed)


@long
@pytest.mark.parametrize("marked", [marked for _, marked in (*WRONG, *RIGHT)])
def test_nothing_happens_in_an_odd_game_that_was_ruled_out(marked: str) -> None:
    for game in games_of(Source("test.hexgame", complete(unmarked(marked)[0]))):
        _follow(game, 1)


# The same for each effect in games of its own


EFFECTS = {f"{effect.__name__} {stage}": (ALONE[effect], stage) for effect in ALONE for stage in STAGES}


@pytest.mark.parametrize("name", EFFECTS)
def test_nothing_happens_through_an_effect_that_was_ruled_out(name: str) -> None:
    _follow(with_effect(*EFFECTS[name]), 1)
