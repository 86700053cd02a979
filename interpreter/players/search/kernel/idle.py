"""Cells that can no longer matter: what a stone there would join is joined without it.

A cell is of no use to a player if each two of its neighbours that the other player has not taken are next to each
other, a chain taken as one, and each of them is next to whatever terminals the cell is next to: a chain through the
cell can do without it, however the board is filled. A cell that is of no use to either player is dead; where each full
board has exactly one winner, one of no use to one player is.
"""

from __future__ import annotations

from ....program.words import Vector, ones
from .edges import CODE, COUNT, FIRST, SEEN, WIDTH
from .needs import CELLS, LEAST_USES, NEAR, PLAYERS, SPOTS, TAKES
from .seats import owner
from .waves import CHAIN, FRESH, STACK, USES, wave

NEVER = 1 << 30
"""In how many ends a dead cell counts as having been worth nothing."""


def avoid(S: Vector, T: Vector, W: Vector, e: int) -> None:
    """Keep from the edges of an edge that put a stone on a dead cell, as long as there is another."""
    for c in range(CELLS):
        W[USES + c] = 0
    for p in range(PLAYERS):
        wave(S, W, p, 0, 1)
        note_uses(S, W, p)
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        c = TAKES[T[f + CODE]]
        if c >= 0 and W[USES + c] < LEAST_USES:
            T[f + SEEN] += NEVER


def note_uses(S: Vector, W: Vector, p: int) -> None:
    """Note which empty cells are of use to a player, after a wave of one level."""
    lay_chains(S, W, p)
    for c in range(CELLS):
        if S[c] == 0 and is_of_use(S, W, p, c):
            W[USES + c] += 1


def lay_chains(S: Vector, W: Vector, p: int) -> None:
    """Give all nodes of each of a player's chains the number of its first node, counted from 1, and other nodes 0."""
    for n in range(SPOTS):
        W[CHAIN + n] = 0
    for first in range(SPOTS):
        if W[CHAIN + first] == 0 and owner(S[first]) == p:
            W[CHAIN + first], W[STACK], many = 1 + first, first, 1
            while many > 0:
                many -= 1
                for n in NEAR[W[STACK + many]]:
                    if W[CHAIN + n] == 0 and owner(S[n]) == p:
                        W[CHAIN + n], W[STACK + many] = 1 + first, n
                        many += 1


def is_of_use(S: Vector, W: Vector, p: int, c: int) -> bool:
    """Whether a player's stone on a cell may join what is not joined without it."""
    terminals = W[FRESH + c]
    reached = 1 if ones(terminals) < 2 else 0
    for n in NEAR[c]:
        if S[n] == 0 or owner(S[n]) == p:
            if terminals & ~W[FRESH + n] != 0:
                return True
            for m in NEAR[c]:
                if m < n and (S[m] == 0 or owner(S[m]) == p) and not are_joined(W, n, m):
                    return True
            if S[n] != 0:
                reached = 1
    return reached == 0


def are_joined(W: Vector, n: int, m: int) -> bool:
    """Whether two nodes are next to each other, a chain taken as one."""
    one, other = W[CHAIN + n], W[CHAIN + m]
    found = one > 0 and one == other
    for beside in NEAR[n]:
        if beside == m or (other > 0 and W[CHAIN + beside] == other):
            found = True
    for beside in NEAR[m]:
        if one > 0 and W[CHAIN + beside] == one:
            found = True
    return found
