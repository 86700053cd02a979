"""Random games of Hex 11 as one would write them by hand for Numba, for this one game: the limits of compiled games.

`play` plays game after game with union-find over the cells; `fill` fills the board and floods it from one side.
"""

from __future__ import annotations

import numpy as np
from hex_by_hand import CELLS, SIDES, STEPS
from hex_by_hand import SIZE as N
from numba import njit

NEAR = np.full((CELLS, 6), 0, np.uint8)
COUNT = np.zeros(CELLS, np.uint8)
EDGES = np.array([SIDES[0][cell] | SIDES[1][cell] << 2 for cell in range(CELLS)], np.uint8)
for cell in range(CELLS):
    for down, right in STEPS:
        row, column = cell // N + down, cell % N + right
        if 0 <= row < N and 0 <= column < N:
            NEAR[cell, COUNT[cell]] = row * N + column
            COUNT[cell] += 1


@njit(inline="always")
def below(dice: np.ndarray, number: int) -> int:
    """A random number up to, not including, another: 64-bit xorshift."""
    x = dice[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    dice[0] = x
    return np.int64(((x >> np.uint64(32)) * np.uint64(number)) >> np.uint64(32))


@njit
def play(near: np.ndarray, count: np.ndarray, edges: np.ndarray, games: int, seed: int) -> tuple[int, int]:
    """How many games the first player wins, and how many stones all games take."""
    cells = count.shape[0]
    dice = np.empty(1, np.uint64)
    dice[0] = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
    order = np.arange(cells).astype(np.uint8)
    held, up, mask = np.empty(cells, np.int8), np.empty(cells, np.uint8), np.empty(cells, np.uint8)
    won = stones = 0
    for _ in range(games):
        held[:] = -1
        left, who = cells, 0
        while True:
            i = below(dice, left)
            cell = order[i]
            left -= 1
            order[i] = order[left]
            order[left] = cell
            held[cell], root, up[cell] = who, cell, cell
            need = np.uint8(12) if who else np.uint8(3)
            bits = edges[cell] & need
            for k in range(count[cell]):
                other = near[cell, k]
                if held[other] == who:
                    while up[other] != other:
                        up[other] = up[up[other]]
                        other = up[other]
                    if other != root:
                        up[root] = other
                        bits |= mask[other]
                        root = other
            mask[root] = bits
            if (bits & need) == need:
                break
            who ^= 1
        won += who == 0
        stones += cells - left
    return won, stones


@njit
def fill(near: np.ndarray, count: np.ndarray, edges: np.ndarray, games: int, seed: int) -> int:
    """How many full boards the first player wins."""
    cells = count.shape[0]
    dice = np.empty(1, np.uint64)
    dice[0] = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
    order = np.arange(cells).astype(np.uint8)
    held, stack = np.empty(cells, np.int8), np.empty(cells, np.uint8)
    won = 0
    for _ in range(games):
        for i in range(cells - 1, 0, -1):
            j = below(dice, i + 1)
            order[i], order[j] = order[j], order[i]
        for i in range(cells):
            held[order[i]] = i & 1
        top = 0
        for cell in range(cells):
            if edges[cell] & 1 and held[cell] == 0:
                held[cell] = 2
                stack[top] = cell
                top += 1
        while top:
            top -= 1
            cell = stack[top]
            if edges[cell] & 2:
                won += 1
                break
            for k in range(count[cell]):
                other = near[cell, k]
                if held[other] == 0:
                    held[other] = 2
                    stack[top] = other
                    top += 1
    return won


def played(games: int, seed: int = 1) -> tuple[int, int]:
    won, stones = play(NEAR, COUNT, EDGES, games, seed)
    return int(won), int(stones)


def filled(games: int, seed: int = 1) -> int:
    return int(fill(NEAR, COUNT, EDGES, games, seed))
