"""Functions over one state or all of a batch.

Where functions of the game try decisions in place, they are asked about a copy of the state, `row`, so that asking
changes nothing.
"""

from __future__ import annotations

from ...program.words import Vector
from ..answers import PLAYING
from ..draws import advanced, drawn
from .needs import (
    ASKING_CHANGES, AT, CELLS, CHANCE_POINTS, CODES, END, HAS_CHANCE, HAS_POINTS, SEEING_CHANGES, SIZE, legal, refusal,
    seen, step,
)  # fmt: skip


def legal_all(states: list[Vector], masks: list[Vector], row: Vector, out: Vector) -> None:
    """Note in each mask which codes are legal in a state."""
    for i in range(len(states)):
        note_legal(states[i], masks[i], row, out)


def note_legal(S: Vector, mask: Vector, row: Vector, out: Vector) -> None:
    """Note which codes are legal in a state."""
    for a in range(CODES):
        mask[a] = 0
    for k in range(listed(S, row, out)):
        mask[out[k]] = 1


def listed(S: Vector, row: Vector, out: Vector) -> int:
    """Write the codes that are legal in a state to `out`; returns their number."""
    if ASKING_CHANGES:
        row[0:SIZE] = S[0:SIZE]
        return legal(row, out)
    return legal(S, out)


def refused(S: Vector, a: int, row: Vector) -> int:
    """Why a code is refused in a state; 0 if it is not."""
    if ASKING_CHANGES:
        row[0:SIZE] = S[0:SIZE]
        return refusal(row, a)
    return refusal(S, a)


def play(T: Vector, a: int, row: Vector) -> int:
    """Take a decision if it is legal; returns why it is refused."""
    why = refused(T, a, row)
    if why == 0:
        step(T, a)
    return why


def play_all(states: list[Vector], codes: Vector, dice: Vector, row: Vector, out: Vector) -> int:
    """Take a decision in each state, none for -1, and let chance decide; returns -1, or the first state whose decision
    is not legal, and then no state has changed."""
    for i in range(len(states)):
        if codes[i] != -1 and (codes[i] < 0 or refused(states[i], codes[i], row) != 0):
            return i
    for i in range(len(states)):
        if codes[i] >= 0:
            step(states[i], codes[i])
        dice[i] = decided(states[i], dice[i], out)
    return -1


def begin_all(states: list[Vector], begun: Vector, start: Vector, dice: Vector, out: Vector) -> None:
    """Begin games anew, and let chance decide."""
    for i in range(len(states)):
        if begun[i]:
            dice[i] = begin(states[i], start, dice[i], out)


def begin(S: Vector, start: Vector, rng: int, out: Vector) -> int:
    """Begin a game; returns the generator's state."""
    S[0:SIZE] = start[0:SIZE]
    return decided(S, rng, out)


def decided(S: Vector, rng: int, out: Vector) -> int:
    """Let chance decide as long as it is its turn; returns the generator's state."""
    if HAS_CHANCE:
        while S[END] == PLAYING and (not HAS_POINTS or S[AT] in CHANCE_POINTS):
            n = legal(S, out)
            rng = advanced(rng)
            step(S, out[drawn(rng, n)])
    return rng


def seen_all(states: list[Vector], players: Vector, sights: list[Vector], row: Vector) -> None:
    """Note for each state what a player knows of each cell, in bits; nothing for -1."""
    for i in range(len(states)):
        note_seen(states[i], players[i], sights[i], row)


def note_seen(S: Vector, player: int, sight: Vector, row: Vector) -> None:
    """Note what a player knows of each cell of a state."""
    if SEEING_CHANGES:
        row[0:SIZE] = S[0:SIZE]
    for c in range(CELLS):
        sight[c] = 0
        if player >= 0:
            sight[c] = seen(row if SEEING_CHANGES else S, player, c)
