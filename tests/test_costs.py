"""What rules can cost: the bounds hold in play, and refuse no sensible game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import GAMES, small
from counting import Counted
from test_traits import SHEETS, sheet

from hexgame.machine.plan.terms import group_inside
from hexgame.play.game import Game
from hexgame.rules import ir, walk
from hexgame.rules.costs.scales import scale_of
from hexgame.rules.steps import sets


def games(path: Path) -> Game:
    return small(path.stem, 2)


def positions(counted: Counted, seed: int, most: int = 200) -> Iterator[list[int]]:
    """The states of a random game of a counted module."""
    draw, machine = random.Random(seed), counted.machine
    state, codes = list(machine.start), [0] * (machine.action_count + 1)
    for _ in range(most):
        yield state
        offered = machine.legal(state, codes)
        if not offered:
            return
        machine.step(state, codes[draw.randrange(offered)])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_no_condition_of_an_ending_takes_more_steps_than_its_bound(path: Path) -> None:
    game = games(path)
    counted, scale = Counted(game), scale_of(game.rules, game.board)
    for state in positions(counted, seed=1):
        for number, ending in enumerate(game.rules.endings):
            if ir.Stuck() in walk.everything(ending.condition):
                continue
            for player in range(len(game.players)):
                counted(f"ending_{number}", list(state), player)
                assert counted.steps <= scale.of(ending.condition) + 4, ending.span.text


@pytest.mark.parametrize("name", SHEETS)
def test_the_group_that_is_marked_is_the_one_that_the_writer_marks(name: str) -> None:
    for node in walk.everything(sheet(name).rules):
        if isinstance(node, ir.Count | ir.AtLeast | ir.Quantifier | ir.Touches | ir.ArcLength):
            assert sets.group_inside(node.cells) == group_inside(node)
