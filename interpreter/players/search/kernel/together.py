"""Decisions that two players make together: each learns a mixture of picks by regret matching.

Behind the edges of such a decision, one for each pair of picks, lie an edge for each pick of the first player and of
the second, the arms. There VISITS holds the regret of not having picked it, WORTH how often it was to be picked, COUNT
whether it can be (O. Tammelin's regret matching+; M. Lanctot and others' search of simultaneous moves).
"""

from __future__ import annotations

from ....machine.draws import advanced, drawn
from ....program.words import Vector
from .edges import CODE, COUNT, FIRST, USED, VISITS, WIDTH, WON, WORTH
from .needs import ENDS, PICKS
from .seats import part

CURIOUS = 10
"""In so many of a hundred cases any pick is made at first, and in fewer the longer a decision is known."""

FINE = 1 << 10
"""Regrets are counted in such parts of what an end may be worth."""

MOST = 1 << 28
"""Where regrets add up to more, they are halved."""


def add_arms(T: Vector, e: int, count: int) -> None:
    """Give a decision made together its arms, behind its edges."""
    first = T[e + FIRST] + count * WIDTH
    for f in range(first, first + 2 * PICKS * WIDTH, WIDTH):
        for k in range(WIDTH):
            T[f + k] = 0
        T[f + CODE] = -1
    for f in range(T[e + FIRST], first, WIDTH):
        T[first + part(T[f + CODE], 0) * WIDTH + COUNT] = 1
        T[first + (PICKS + part(T[f + CODE], 1)) * WIDTH + COUNT] = 1
    T[e + COUNT] += 2 * PICKS
    T[USED] += 2 * PICKS * WIDTH


def picked(T: Vector, e: int, rng: int) -> tuple[int, int]:
    """Draw a pick for each player; returns the generator's state and the edge of the pair."""
    arms, weight = T[e + FIRST] + (T[e + COUNT] - 2 * PICKS) * WIDTH, T[e + VISITS] + 1
    rng, one = matched(T, arms, weight, rng)
    rng, other = matched(T, arms + PICKS * WIDTH, weight, rng)
    found = T[e + FIRST]
    for f in range(T[e + FIRST], arms, WIDTH):
        if part(T[f + CODE], 0) == one and part(T[f + CODE], 1) == other:
            found = f
    return rng, found


def matched(T: Vector, first: int, weight: int, rng: int) -> tuple[int, int]:
    """Draw an arm, more often the more it is regretted, and add to each how likely it was, with a weight."""
    total, possible, beyond = 0, 0, first + PICKS * WIDTH
    for f in range(first, beyond, WIDTH):
        possible += T[f + COUNT]
        total += T[f + VISITS]
    for f in range(first, beyond, WIDTH):
        if T[f + COUNT] == 1:
            T[f + WORTH] += weight * (FINE * T[f + VISITS] // total if total > 0 else FINE // possible)
        if total > MOST:
            T[f + VISITS] = T[f + VISITS] // 2
    rng = advanced(rng)
    any_of_them = 1 if total == 0 or drawn(rng, 100 + weight // 2) < CURIOUS else 0
    total = 0
    for f in range(first, beyond, WIDTH):
        total += T[f + COUNT] if any_of_them == 1 else T[f + VISITS]
    rng = advanced(rng)
    left, found = drawn(rng, total), 0
    for f in range(first, beyond, WIDTH):
        weight = T[f + COUNT] if any_of_them == 1 else T[f + VISITS]
        if 0 <= left < weight:
            found = (f - first) // WIDTH
        left -= weight
    return rng, found


def regret(T: Vector, e: int, taken: int, worth: int) -> None:
    """Learn what other picks against the same pick of the other player would have been worth."""
    arms = T[e + FIRST] + (T[e + COUNT] - 2 * PICKS) * WIDTH
    one, other = part(T[taken + CODE], 0), part(T[taken + CODE], 1)
    for f in range(T[e + FIRST], arms, WIDTH):
        if f != taken and T[f + VISITS] > 0:
            more = (FINE * T[f + WORTH] // T[f + VISITS] - FINE * worth) // (WON * ENDS)
            if part(T[f + CODE], 1) == other:
                add_regret(T, arms + part(T[f + CODE], 0) * WIDTH, more)
            if part(T[f + CODE], 0) == one:
                add_regret(T, arms + (PICKS + part(T[f + CODE], 1)) * WIDTH, -more)


def add_regret(T: Vector, arm: int, more: int) -> None:
    """Add to a regret, which is never negative."""
    regrets = T[arm + VISITS] + more
    T[arm + VISITS] = regrets if regrets > 0 else 0
