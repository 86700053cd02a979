"""What people meet at a prompt: examples in docstrings are true, and everything prints as one short line."""

from __future__ import annotations

import doctest
import importlib

import pytest

import hexgame
from hexgame.diagnostics.text import Span
from hexgame.loading import read_sheet
from hexgame.study import playouts
from hexgame.study.random.orders import PLAIN, Order, Task, kernel_of

MODULES = (
    "",
    ".loading",
    ".play.game",
    ".play.state",
    ".play.moves",
    ".play.outcome",
    ".play.positions",
    ".study.random.bulk",
)
LONGEST = 200


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"hexgame{name}"))
    assert tried.failed == 0


def test_what_people_call_first_has_examples() -> None:
    finder = doctest.DocTestFinder(recurse=False)
    for each in (hexgame, hexgame.load, hexgame.check, hexgame.Game, hexgame.State, hexgame.Move, playouts):
        assert finder.find(each)[0].examples, each
    assert finder.find(hexgame.Outcome)[0].examples


def test_everything_public_prints_as_one_short_line() -> None:
    game = hexgame.load("hex", size=11)
    state = game.start().play_all(["b1", "a2", "c3"])
    found = playouts(game, 200, engine=PLAIN)
    with pytest.raises(hexgame.HexgameError) as error:
        hexgame.load(hexgame.Source("long", "game\n" * 100))
    shown = [
        *(game, state, state.view("Red"), state.last_move, hexgame.Outcome("Red"), game.position({"Red": []}).origin),
        *(game.board, game.rules, game.facts, game.forms, game.machine, game.machine.layout, game.machine.blocks[0]),
        *(game.tree, game.sources[0], Span(game.sources[0], 0, 4), game.notation, read_sheet("hex"), game.settings),
        *(error.value, *error.value.diagnostics, found.branching, Task(1, 2), Order.of(game, PLAIN)),
    ]
    for each in (*shown, found, found.totals, found.firsts[0], kernel_of(game, PLAIN)):
        assert len(repr(each)) < LONGEST, type(each)
        assert "\n" not in repr(each)


def test_arrays_of_games_print_as_one_short_line() -> None:
    pytest.importorskip("llvmlite")
    game = hexgame.load("hex", size=3)
    for each in (game.batch(4), game.compiled()):
        assert len(repr(each)) < LONGEST


def test_an_error_suggests_what_the_command_suggests() -> None:
    with pytest.raises(hexgame.HexgameError, match=r"no game or file `hexx` \(did you mean `hex`\?\)"):
        hexgame.load("hexx")
