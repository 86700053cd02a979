"""Random decisions that are proposed: each on offer is drawn, as likely as the others, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from conftest import GAMES, game_of, long, small
from lockstep import play_in_lockstep

from hexgame.machine.chance import generator
from hexgame.machine.plan.forms import fast_forms
from hexgame.play.game import Game
from hexgame.play.state import State

SORTED = """
board { shape rhombus(4) label height(c) = (c.q + 2 * c.r) mod 4 }
turn { may place stone on c among empty where height(c) == own.turns mod 4 otherwise place stone on empty }
win when count(own) >= 7
"""
WANDERING = """
pieces man "●", king "◉"
board {
  shape rhombus(4)
  label height(c) = c.q mod 2
  relation near = leap(1, 0)
  edge top, bottom: Red
  edge left, right: Blue
}
turn {
  may place man on c among empty where height(c) == own.turns mod 2
  may place king on c among empty & perimeter where count(near(c) & own) >= 2
  may move man from s among own.man to d among slide(s, past: empty | own, onto: empty | enemy) {
    s becomes empty
    d becomes king of own
    for c in near(d) & enemy.king { c becomes empty }
  }
  otherwise pass
}
win when connects(own, own.edges)
draw when passes == 2
"""
CROWDED = """
board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }
turn {
  may place stone on c among empty where count(adjacent(c) & own) <= 2 and count(adjacent(c) & empty) >= 1
      forbid some d in adjacent(c) & own: count(adjacent(d) & own) == 2
  otherwise place stone on empty
}
win when connects(own, own.edges)
"""
PICKED = """
cards hand = 1..4, table = {}
round {
  together { pick 2 from hand into table }
  for p in players { as p { place stone on c among empty where count(hand) >= 0 } p.table to p.hand }
}
win when count(own) > 5
"""
SHEETS = {"sorted": SORTED, "wandering": WANDERING, "crowded": CROWDED, "picked": PICKED}


def chi_square(found: Counter[int], possible: list[int]) -> float:
    expected = found.total() / len(possible)
    return sum((found[code] - expected) ** 2 / expected for code in possible)


def draws(state: State, number: int) -> Counter[int]:
    """The codes drawn so many times from a state, which stays as it is."""
    machine, rng, found = state.game.machine, generator(7), Counter[int]()
    assert machine.draw is not None
    vector, out = list(state.vector), [0] * (state.game.action_count + 1)
    for _ in range(number):
        rng, code = machine.draw(vector, rng, out)
        found[code] += 1
    assert tuple(vector[: machine.layout.kept]) == state.vector[: machine.layout.kept]
    return found


def assert_even(state: State, each: int = 60) -> None:
    """Over so many draws for each decision; a fair chi-square lies 6 deviations above its mean hardly ever."""
    possible = list(state.legal_codes)
    found = draws(state, each * len(possible))
    assert set(found) <= set(possible)
    freedom = len(possible) - 1
    assert chi_square(found, possible) <= freedom + 6 * (2 * freedom) ** 0.5 + 6


def proposed(game: Game) -> Game:
    """A game whose random decisions are proposed."""
    return game.in_forms(replace(fast_forms(game.facts), moves="proposed"))


def play_and_try(game: Game, seed: int, tries: int) -> None:
    """Draws from some positions of a random game."""
    state, source = game.start(seed=seed), random.Random(seed)
    positions = []
    while not state.is_over and len(positions) < 80:
        positions.append(state.copy())
        state.play(game.move(source.choice(state.legal_codes)))
    for position in [positions[0], positions[-1], *source.sample(positions, min(tries, len(positions)))]:
        assert_even(position)


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_every_decision_is_drawn_as_often_as_the_others(stem: str) -> None:
    play_and_try(proposed(small(stem)), seed=3, tries=4)
    play_and_try(proposed(small(stem, 3)), seed=5, tries=4)


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_decisions_of_other_kinds_are_drawn_evenly(text: str) -> None:
    game = game_of(text)
    assert game.forms.moves == "proposed"
    for seed in range(4):
        play_and_try(game, seed, tries=6)


@long("wandering")
@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_lists_hold_what_is_looked_for_afresh(text: str) -> None:
    play_in_lockstep(game_of(text), games=40, seed=2)


def test_pieces_that_come_and_go_are_listed_and_their_chains_mended() -> None:
    game = game_of(WANDERING)
    sections = {section.name: section.size for section in game.machine.layout.sections}
    assert game.forms.groups == "mended"
    assert sections["LEFT"] == 3  # the empty cells, and each player's men
    assert sections["UPTO"] == 2  # even and odd columns
    assert sections["AROUND"] == 2 * 16  # each player's pieces near each cell


def test_the_chains_of_a_single_player_are_mended() -> None:
    sheet = """
players Solo
board { shape rhombus(4) edge top, bottom: Solo }
turn { may place stone on empty may move stone from s among own to d among adjacent(s) & empty {
  s becomes empty
  d becomes stone
} }
win when connects(own, own.edges)
"""
    game = game_of(sheet)
    assert game.forms.groups == "mended"
    play_in_lockstep(game, games=20, seed=1)
