"""All forms of a game played side by side, move by move: `python tests/lockstep.py 10000` for so many games of each,
`python tests/lockstep.py 10000 hex y` of some."""

from __future__ import annotations

import random
import sys
import time
from itertools import product

from conftest import GAMES, small

from interpreter.machine.forms import PLAIN, Forms, fast_forms
from interpreter.machine.game import Game
from interpreter.machine.state import State


def licensed(game: Game) -> list[Forms]:
    """Every mixture of plain and fast forms that the game's facts license."""
    fast = fast_forms(game.facts)
    groups, counts = {PLAIN.groups, fast.groups}, {PLAIN.counts, fast.counts}
    return [Forms(*each, PLAIN.moves) for each in product(sorted(groups), sorted(counts))]


def play_in_lockstep(game: Game, games: int, seed: int) -> None:
    """Random games in which all forms must agree on every position."""
    twins = [game.in_forms(forms) for forms in licensed(game)]
    draw = random.Random(seed)
    for number in range(games):
        states = [twin.start(seed=number) for twin in twins]
        agree(states)
        while not states[0].is_over:
            code = draw.choice(states[0].legal_codes)
            for state in states:
                state.play(state.game.move(code))
            agree(states)


def agree(states: list[State]) -> None:
    first = states[0]
    for state in states[1:]:
        assert state == first
        assert state.legal_codes == first.legal_codes
        assert state.outcome == first.outcome
        assert (state.wins, state.loses) == (first.wins, first.loses)


if __name__ == "__main__":
    for path in GAMES:
        if sys.argv[2:] and path.stem not in sys.argv[2:]:
            continue
        begun = time.perf_counter()
        play_in_lockstep(small(path.stem, 3), games=int(sys.argv[1]), seed=1)
        print(f"{path.stem}: {sys.argv[1]} games agree, {time.perf_counter() - begun:.0f} s", flush=True)  # noqa: T201
