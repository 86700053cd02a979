"""All forms of a game played side by side, move by move: `python tests/lockstep.py 10000` for so many games of each,
`python tests/lockstep.py 10000 hex y` of some."""

from __future__ import annotations

import random
import sys
import time
from itertools import product

from conftest import GAMES, small

from hexgame.machine.plan.forms import PLAIN, Forms, fast_forms
from hexgame.play.game import Game
from hexgame.play.state import State


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


def lists_of(game: Game, vector: list[int]) -> dict[tuple[str, int], set[int]]:
    """What the lists of cells in a state vector hold, in which every cell knows its place."""
    layout, cells = game.machine.layout, len(game.board.cells)
    found: dict[tuple[str, int], set[int]] = {}
    if layout.left and layout.free and layout.spot:
        for number in range(layout.left.size):
            begin = layout.free.offset + number * cells
            listed = vector[begin : begin + vector[layout.left.offset + number]]
            assert [vector[layout.spot.offset + cell] for cell in listed] == list(range(len(listed)))
            found["held", number] = set(listed)
    if layout.upto and layout.sorted and layout.place:
        slots = [slot for number in range(layout.upto.size) for slot in sorted_slots(game, vector, number)]
        assert [vector[layout.sorted.offset + vector[layout.place.offset + slot]] for slot in slots] == slots
        found["sorted", 0] = set(slots)
    if layout.around:
        found["around", 0] = {cell * 100 + vector[layout.around.offset + cell] for cell in range(layout.around.size)}
    return found


def sorted_slots(game: Game, vector: list[int], number: int) -> list[int]:
    """The slots of a list of empty cells that are sorted."""
    layout = game.machine.layout
    bare = list(game.machine.start)
    for cell in range(len(game.board.cells)):
        bare[cell] = 1
    game.machine.rebuild(bare)  # without empty cells, lists end where they begin
    assert layout.upto and layout.sorted
    begin, end = bare[layout.upto.offset + number], vector[layout.upto.offset + number]
    return vector[layout.sorted.offset + begin : layout.sorted.offset + end]


def agree(states: list[State]) -> None:
    first = states[0]
    for state in states[1:]:
        assert state == first
        assert state.legal_codes == first.legal_codes
        assert state.outcome == first.outcome
        assert (state.wins, state.loses) == (first.wins, first.loses)
    for state in states:
        afresh = list(state.vector)
        state.game.machine.rebuild(afresh)
        assert lists_of(state.game, state.vector) == lists_of(state.game, afresh)


if __name__ == "__main__":
    for path in GAMES:
        if sys.argv[2:] and path.stem not in sys.argv[2:]:
            continue
        begun = time.perf_counter()
        play_in_lockstep(small(path.stem, 3), games=int(sys.argv[1]), seed=1)
        print(f"{path.stem}: {sys.argv[1]} games agree, {time.perf_counter() - begun:.0f} s", flush=True)  # noqa: T201
