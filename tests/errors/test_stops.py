"""Whether play can stop without a move, or never stop, as sheets of many kinds are warned of: it is so, and all of it.

What is so is found by trying all play on small boards, with nothing of what the warnings go by.
"""

from __future__ import annotations

from collections import deque
from functools import cache

import pytest
from conftest import ROOT, game_of, static_warnings

import hexgame
from hexgame.machine.answers import PLAYING
from hexgame.machine.plan.forms import PLAIN
from hexgame.play.game import Game
from hexgame.rules.program import Decision
from hexgame.validation.reasoning.walks import Walk, walk_of

ROWS = (ROOT / "tests" / "stops.txt").read_text("utf-8").split("=== ")[1:]
CODES = {"HG918": "stuck", "HG919": "endless"}

MOST = 8_000
"""The positions that are tried; of a sheet with more, what its words do not say must not be met."""

MISSED = {"swapping at any time": "the number of the turn grows, so no position comes again"}
"""Sheets that are not warned of what is so, and why."""


def sheets() -> dict[str, tuple[frozenset[str], str]]:
    """What is so of each sheet, with its text."""
    found = {}
    for row in ROWS:
        head, text = row.split("\n", 1)
        name, _, words = head.rpartition(": ")
        told = frozenset(words.split())
        found[name if name and told <= set(CODES.values()) else head] = (
            told if name and told <= set(CODES.values()) else frozenset(), text,
        )  # fmt: skip
    return found


SHEETS = sheets()


Position = tuple[int, ...]


@cache
def tried(name: str) -> tuple[frozenset[str], bool]:
    """What all play comes to, and whether all of it was tried."""
    return _tried(game_of(SHEETS[name][1]), None)


def _tried(game: Game, circle: frozenset[Decision] | None) -> tuple[frozenset[str], bool]:
    """The same; with a circle, ways only count that lead on by its decisions."""
    game = game.in_forms(PLAIN)
    machine, cells = game.machine, len(game.board.cells)
    size, end = machine.layout.position_size, machine.layout.end.offset
    start = tuple(machine.start)
    leads: dict[Position, set[Position]] = {}
    found, waiting, codes = set[str](), deque([start]), [0] * (machine.action_count + 1)
    while waiting and len(leads) < MOST:
        vector = waiting.popleft()
        if vector[:size] in leads:
            continue
        nexts = leads[vector[:size]] = set()
        if vector[end] != PLAYING:
            if vector[end] == machine.no_move and 0 in vector[:cells]:
                found.add("stuck")
            continue
        for code in codes[: machine.legal(list(vector), codes)]:
            after = list(vector)
            machine.step(after, code)
            if circle is None or game.block_of(code).decision in circle:
                nexts.add(tuple(after[:size]))
            waiting.append(tuple(after))
    if waiting:
        return frozenset(found), False
    return frozenset(found | ({"endless"} if has_circle(leads) else set())), True


def has_circle(leads: dict[Position, set[Position]]) -> bool:
    """Whether some way leads back to where it began: positions are taken away from which none leads on."""
    back: dict[Position, list[Position]] = {each: [] for each in leads}
    for here, nexts in leads.items():
        for there in nexts:
            back[there].append(here)
    left = {here: len(nexts) for here, nexts in leads.items()}
    ended = [here for here, number in left.items() if not number]
    while ended:
        for before in back[ended.pop()]:
            left[before] -= 1
            if not left[before]:
                ended.append(before)
    return any(left.values())


def test_there_are_many_of_each() -> None:
    assert len(SHEETS) >= 40
    assert sum("stuck" in told for told, _ in SHEETS.values()) >= 8
    assert sum("endless" in told for told, _ in SHEETS.values()) >= 8
    assert sum(not told for told, _ in SHEETS.values()) >= 20


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_said_of_a_sheet_is_so(name: str) -> None:
    told, (found, is_whole) = SHEETS[name][0], tried(name)
    assert found == told if is_whole else found <= told


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_warned_of_what_is_so_and_of_nothing_else(name: str) -> None:
    told, text = SHEETS[name]
    warned = {CODES[each.code] for each in static_warnings(text) if each.code in CODES}
    assert warned == (set() if name in MISSED else told)


@pytest.mark.parametrize("name", SHEETS)
def test_what_is_said_to_come_again_does_by_what_is_decided_on_the_way(name: str) -> None:
    game = game_of(SHEETS[name][1])
    for circle in walk_of(game).circles:
        found, is_whole = _tried(game, circle)
        assert "endless" in found or not is_whole


@pytest.mark.parametrize("board", ["hexagon(6)", "rhombus(9)"])
def test_a_way_back_is_found_on_a_board_that_is_too_large_to_try_all_play(board: str) -> None:
    far = "sides[3]" if board.startswith("hexagon") else "bottom"
    near = "sides[0]" if board.startswith("hexagon") else "top"
    text = f"""
board {{ shape {board} }}
setup {{ for c in {near} {{ c becomes stone of Red }} for c in {far} {{ c becomes stone of Blue }} }}
turn {{ move stone from s among own to d among adjacent(s) & empty }}
win when enemy == {{}}
"""
    walk = walk_of(game_of(text))
    assert walk.circles
    assert not walk.is_whole
    assert "HG919" in {each.code for each in static_warnings(text)}


def test_no_way_back_is_made_up_where_the_effort_ends_while_it_is_sought() -> None:
    assert not walk_of(hexgame.load("hex", size=26)).circles


def test_the_same_play_is_followed_each_time() -> None:
    game = game_of(SHEETS["capture as in go, no ko"][1])
    assert walk_of.__wrapped__(game) == walk_of.__wrapped__(game)


def test_what_may_take_long_is_not_followed() -> None:
    """The text is checked as it is typed: what one listing of decisions may cost is known before."""
    walk = walk_of(hexgame.load("trax"))
    assert walk == Walk(frozenset(), circles=frozenset(), is_whole=False)
