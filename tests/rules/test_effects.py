"""Each effect by itself: it is seen, all forms play it alike, its traits and its text leave nothing out."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from alone import ALONE, EFFECTS, NOT_IN_A_BLOCK, PILES, STAGES, with_effect
from conftest import game_of
from lockstep import play_in_lockstep

from hexgame.machine.plan.forms import PLAIN
from hexgame.play.game import Game
from hexgame.rules import walk
from hexgame.show.boards.words import said_of

IN_A_BLOCK = [effect for effect in EFFECTS if effect not in NOT_IN_A_BLOCK]
each_effect = pytest.mark.parametrize("effect", IN_A_BLOCK, ids=lambda effect: effect.__name__)
each_stage = pytest.mark.parametrize("stage", STAGES)


@each_effect
def test_it_has_a_statement(effect: type) -> None:
    assert effect in ALONE, f"add a statement that makes {effect.__name__} to ALONE in alone.py"
    assert effect in map(type, walk.everything(with_effect(ALONE[effect]).rules))


@each_stage
@each_effect
def test_it_is_seen_and_all_forms_play_it_alike(effect: type, stage: str) -> None:
    """Facts about a game may hang on one effect: here no other hides what its traits leave out."""
    game, without = with_effect(ALONE[effect], stage), with_effect("", stage, effect in PILES)
    play_in_lockstep(game, games=2, seed=6)
    assert seen_in(game) != seen_in(without), f"{effect.__name__} does nothing that can be seen"


def seen_in(game: Game) -> list[object]:
    """What a board shows after each move of a random game."""
    state, found, draw = game.start(), list[object](), random.Random(1)
    while not state.is_over:
        state.play(draw.choice(state.legal_moves))
        found.append((state.to_move, state.outcome, state.vector[: len(game.board.cells)], state.said))
    return found


class Checked(list[int]):
    """A state that refuses negative indexes, which Python and Numba count from its end."""

    def __getitem__(self, index):  # type: ignore[no-untyped-def, override]
        assert isinstance(index, slice) or index >= 0, "a cell that is missing is read"
        return super().__getitem__(index)

    def __setitem__(self, index, value):  # type: ignore[no-untyped-def, override]
        assert isinstance(index, slice) or index >= 0, "a cell that is missing is written"
        super().__setitem__(index, value)


CELL = re.compile(r"(?<!for )\b[cd]\b|cell\([^)]*\)")
"""A cell that a statement names."""


def with_a_cell_missing(statement: str) -> Iterator[str]:
    """A statement with each of its cells in turn left out: there is no `last` stone yet."""
    for found in CELL.finditer(statement):
        yield statement[: found.start()] + "last" + statement[found.end() :]


@each_effect
def test_a_cell_that_is_missing_is_left_alone(effect: type) -> None:
    for statement in with_a_cell_missing(ALONE[effect]):
        game = with_effect(statement, "by itself", effect in PILES)
        for forms in (PLAIN, game.forms):
            state = game.in_forms(forms).start()
            for code in state.legal_codes:
                state.game.machine.step(Checked(state.vector), code)


def test_what_is_said_is_told_to_whom_it_is_said_until_they_decide_again() -> None:
    game = game_of("""
        board { shape rhombus(3) }
        turn { place stone on c among empty {
          c becomes stone
          if c == cell(0, 0) { say "To me" }
          if c == cell(1, 0) { say "To you" to enemy  say "To all" to players }
        } }
    """)
    state = game.start().play_all(["c3", "b1"])
    assert state.said == {"Red": ("To you", "To all"), "Blue": ("To all",)}
    state.play("a1")
    assert state.said == {"Red": ("To me",), "Blue": ()}
    assert (state.told("Red"), state.view("Blue").said) == (("To me",), ("To all",))
    state.play("c1")
    assert (state.told("Red"), state.told("Blue")) == (("To me",), ())
    state.undo()
    assert said_of(state) == ["Red: To me"]
    assert said_of(state, "Blue") == ["To all"]
    assert state == game.position(state.pieces, to_move="Blue")
