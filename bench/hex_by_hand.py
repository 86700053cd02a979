"""Random games of Hex 11 as one would write them by hand in plain Python: the yardstick for generated code.

A shuffle, a neighbour table, and union-find with the touched sides kept at each root.
"""

from __future__ import annotations

import random
import time

SIZE = 11
CELLS = SIZE * SIZE
STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
NEAR = [
    tuple((r + dr) * SIZE + q + dq for dr, dq in STEPS if 0 <= r + dr < SIZE and 0 <= q + dq < SIZE)
    for r in range(SIZE)
    for q in range(SIZE)
]
SIDES = [
    [(cell // SIZE == 0) | (cell // SIZE == SIZE - 1) << 1 for cell in range(CELLS)],
    [(cell % SIZE == 0) | (cell % SIZE == SIZE - 1) << 1 for cell in range(CELLS)],
]


def play(draw: random.Random) -> int:
    """The winner of one random game: 0 or 1."""
    order = list(range(CELLS))
    draw.shuffle(order)
    own, up, mask, player = [-1] * CELLS, list(range(CELLS)), [0] * CELLS, 0
    for cell in order:
        own[cell] = player
        sides = SIDES[player][cell]
        root = cell
        for near in NEAR[cell]:
            if own[near] == player:
                while up[near] != near:
                    up[near] = up[up[near]]
                    near = up[near]  # noqa: PLW2901
                if near != root:
                    up[root] = near
                    sides |= mask[near]
                    root = near
        mask[root] = sides
        if sides == 3:
            return player
        player ^= 1
    raise AssertionError("a full board without a winner")


def playouts_per_second(seconds: float) -> float:
    """How many random games are played in a CPU second."""
    draw, games = random.Random(1), 0
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for _ in range(100):
            play(draw)
        games += 100
    return games / (time.process_time() - begun)
