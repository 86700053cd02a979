"""Leaves judged by many full boards at once: bit i of every number belongs to board i.

Each half of an empty pair goes to one player and the other half to the other, so that every board holds as many stones
of each as play would bring. `fullness.py` says for which games.
"""

from __future__ import annotations

from ....machine.draws import advanced, drawn
from ....program.words import Vector, ones
from .edges import BRIDGES
from .ends import LIKES, STONES
from .needs import (
    BRIDGE_ENTRY, BRIDGE_ONE, BRIDGE_OTHER, BRIDGE_REPLY, BRIDGE_WHOSE, CELLS, GOAL_REGIONS, GOAL_WHOSE, GOALS,
    GOALS_WIN, HAS_PASSES, HAS_WINNER, LANE_BRIDGES, LANE_NEAR, LANE_ROOM, LANES, MOVER, PASSES, PLAYER_MET, REGIONS,
    STEP_ALL, STEP_AT, STEP_PART, STEPS, WORD,
)  # fmt: skip
from .seats import owner

MINE, THEIRS, REACH, EMPTY, MET = (LANES + k * LANE_ROOM for k in range(5))
"""Of `W`: by cell, the boards on which it is the first player's, and the second's; those on which it is reached, or 1
for an empty one; the empty cells. Then by goal, and by condition made of them, the boards on which it holds."""

EVERY = (1 << WORD) - 1
"""The number in which every board has its bit."""


def judge_lanes(S: Vector, T: Vector, W: Vector, rng: int) -> int:
    """Fill the board in many games at once and note how they end; returns the generator's state."""
    rng = filled(S, T, W, rng)
    if not HAS_WINNER:
        for c in range(CELLS):
            W[THEIRS + c] = EVERY ^ W[MINE + c]
    for goal in range(GOALS):
        W[MET + goal] = joined(W, goal, THEIRS if GOAL_WHOSE[goal] == 1 else MINE)
    for k in range(STEPS):
        W[MET + GOALS + k] = combined(W, k)
    one = W[MET + PLAYER_MET[0]]
    other = EVERY ^ one if HAS_WINNER else W[MET + PLAYER_MET[1]]
    won, lost = (one, other) if GOALS_WIN else (other, one)
    not_lost = EVERY ^ lost  # where both or neither hold: a draw
    W[2 * LIKES] = ones(won) + ones(not_lost)
    W[2 * LIKES + 1] = 2 * WORD - W[2 * LIKES]
    learn_words(W, won, not_lost)
    return rng


def combined(W: Vector, k: int) -> int:
    """The boards on which all or some of what a condition is made of hold."""
    met = EVERY if STEP_ALL[k] == 1 else 0
    for i in range(STEP_AT[k], STEP_AT[k + 1]):
        part = W[MET + STEP_PART[i]]
        met = met & part if STEP_ALL[k] == 1 else met | part
    return met


def learn_words(W: Vector, won: int, not_lost: int) -> None:
    """Note for each player and cell how many boards have a stone there, and what these are worth."""
    worth = W[2 * LIKES]
    for c in range(CELLS):
        mine = W[MINE + c]
        stones = ones(mine)
        liked = ones(mine & won) + ones(mine & not_lost)
        W[STONES + c], W[LIKES + c] = stones, liked
        W[STONES + CELLS + c] = WORD - stones
        W[LIKES + CELLS + c] = 2 * WORD - worth - 2 * stones + liked


def filled(S: Vector, T: Vector, W: Vector, rng: int) -> int:
    """Fill the empty cells; returns the generator's state.

    The pair of cells through which two chains would be joined is a pair of its own: whoever enters one of them is
    answered in the other.
    """
    for c in range(CELLS):
        p = owner(S[c])
        W[MINE + c] = EVERY if p == 0 else 0
        W[REACH + c] = 1 if p < 0 else 0
    if T[BRIDGES] == 1:
        for k in range(LANE_BRIDGES):
            v, a, b = S[BRIDGE_ONE[k]], BRIDGE_ENTRY[k], BRIDGE_REPLY[k]
            whose = BRIDGE_WHOSE[k]
            if (
                v != 0 and v == S[BRIDGE_OTHER[k]] and (whose < 0 or owner(v) == whose)
                and W[REACH + a] + W[REACH + b] == 2
            ):  # fmt: skip
                rng = shared_out(W, a, b, rng)
                W[REACH + a], W[REACH + b] = 0, 0
    left = 0
    for c in range(CELLS):
        if W[REACH + c] == 1:
            W[EMPTY + left] = c
            left += 1
    while left > 1:
        rng = advanced(rng)
        left -= 1
        a = drawn_cell(W, drawn(rng, left + 1), left)
        rng = advanced(rng)
        left -= 1
        b = drawn_cell(W, drawn(rng, left + 1), left)
        rng = shared_out(W, a, b, rng)
    if left == 1:
        W[MINE + W[EMPTY]] = EVERY if S[MOVER] == 0 else 0
    return rng


def drawn_cell(W: Vector, i: int, last: int) -> int:
    """Take a cell off the list of the empty ones: it changes places with the last."""
    c = W[EMPTY + i]
    W[EMPTY + i] = W[EMPTY + last]
    W[EMPTY + last] = c
    return c


def shared_out(W: Vector, a: int, b: int, rng: int) -> int:
    """Give each player one of two cells; returns the generator's state."""
    rng = advanced(rng)
    word = (rng ^ (rng >> 32)) & 0xFFFFFFFF
    rng = advanced(rng)
    word |= drawn(rng, 1 << WORD - 32) << 32
    W[MINE + a], W[MINE + b] = word, EVERY ^ word
    return rng


def joined(W: Vector, goal: int, mine: int) -> int:
    """The boards on which a chain meets all regions of a goal."""
    last = GOAL_REGIONS[goal] - 1
    for c in range(CELLS):
        W[REACH + c] = W[mine + c] if REGIONS[goal][0][c] == 1 else 0
    for number in range(1, last):
        reach(W, goal, mine)
        for c in range(CELLS):
            if REGIONS[goal][number][c] == 0:
                W[REACH + c] = 0
    reach(W, goal, mine)
    met = 0
    for c in range(CELLS):
        if REGIONS[goal][last][c] == 1:
            met |= W[REACH + c]
    return met


def reach(W: Vector, goal: int, mine: int) -> None:
    """Flood, also through edges between the regions: each joins its cells of the player's."""
    over = 1
    while over != 0:
        flood(W, mine)
        over = 0
        if HAS_PASSES:
            for cells in PASSES[goal]:
                more = 0
                for c in cells:
                    more |= W[REACH + c]
                for c in cells:
                    new = more & W[mine + c] & (EVERY ^ W[REACH + c])
                    over |= new
                    W[REACH + c] |= new


def flood(W: Vector, mine: int) -> None:
    """Reach whatever is joined to what is reached: forwards and backwards over the board, until nothing more is reached
    on any board."""
    changed = 1
    while changed != 0:
        changed = 0
        for c in range(CELLS):
            here = W[REACH + c]
            more = here
            for d in LANE_NEAR[c]:
                more |= W[REACH + d]
            more &= W[mine + c]
            changed |= more ^ here
            W[REACH + c] = more
        for c in range(CELLS - 1, -1, -1):
            here = W[REACH + c]
            more = here
            for d in LANE_NEAR[c]:
                more |= W[REACH + d]
            more &= W[mine + c]
            changed |= more ^ here
            W[REACH + c] = more
