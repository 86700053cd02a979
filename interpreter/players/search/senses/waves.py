"""The senses, as part of the kernel: what each player still needs, and which cells that goes through.

A wave spreads over the spots of the board, a node with a label each, from all terminals of a player at once, a bit for
each: own stones cost nothing, an empty cell costs one, and with bridges two cells that two empty ones would join are
neighbours. `aims.py` says what the terminals and stars are.
"""

from __future__ import annotations

from ..asked import (
    CELLS,
    LABELS,
    MEETS,
    NEAR,
    PART_AT,
    PART_LEAST,
    PART_MASK,
    PLAYERS,
    SENSES,
    SPAN_AT,
    SPAN_ONE,
    SPAN_TO,
    SPAN_TWO,
    SPOTS,
    STAR_AT,
    STAR_MASK,
    STARS,
    START_AT,
    START_BITS,
    START_ONE,
    START_SPOT,
    START_TWO,
    Vector,
    ones,
    owner,
)

LEVELS, FAR = 16, 1 << 20
"""How far a wave goes, and a need that there is no meeting."""

DEPTH = SENSES
"""How many levels the last wave has gone over."""

NOW, NEXT, COME, TRACED, NEEDS, STACK, NEXTS, CHAIN, USES = (SENSES + 1 + k * SPOTS for k in range(9))
"""By spot: the terminals that arrive now and next, those that have arrived, those that are followed back, what is
needed if it is the middle; two lists of spots; the chain of a stone; to how many players a cell is of use."""

SUMS = SENSES + 1 + 9 * SPOTS
FRESH = SUMS + STARS * SPOTS
KEYS = FRESH + LEVELS * SPOTS
"""By star and spot, the sum of the distances so far; by level and spot, the terminals that arrived; by player and cell,
2 if it is on a shortest way, 1 if on one that is longer by one stone."""

WINS = KEYS + PLAYERS * CELLS
"""By player and cell, whether a stone there may win at once."""


def wave(S: Vector, W: Vector, q: int, bridged: int, levels: int) -> int:
    """Spread from all terminals of a player over so many levels; returns how many stones the player needs at least.

    With PLAYERS added to the player, only the stars count that join the fewest terminals.
    """
    p = q % PLAYERS
    for n in range(SPOTS):
        W[NOW + n], W[NEXT + n], W[COME + n], W[TRACED + n], W[NEEDS + n] = 0, 0, 0, 0, FAR
    for n in range((STAR_AT[q + 1] - STAR_AT[q]) * SPOTS):
        W[SUMS + n] = 0
    many = begun(S, W, q, bridged)
    level, best = 0, FAR
    while level < levels:
        for n in range(SPOTS):
            W[FRESH + level * SPOTS + n] = 0
        later = 0
        while many > 0:
            many -= 1
            n = W[STACK + many]
            new = W[NOW + n] & ~W[COME + n]
            W[NOW + n] = 0
            if new != 0:
                here = n // LABELS
                mine = 1 if S[here] != 0 else 0
                W[FRESH + level * SPOTS + n] |= new
                need = arrived(W, q, n, new, level) + 1 - mine
                if need < best:
                    best = need
                W[COME + n] |= new
                when, last = (NOW, STACK + many) if mine == 1 else (NEXT, NEXTS + later)
                more = spread(S, W, p, n, bridged, when, last, new)
                many += more * mine
                later += more * (1 - mine)
        for k in range(later):
            n = W[NEXTS + k]
            W[STACK + k] = n
            W[NOW + n] = W[NEXT + n]
            W[NEXT + n] = 0
        many = later
        level += 1
        if many == 0 or level > (best + 1) // MEETS[q]:
            break
    W[DEPTH] = level
    return best


def begun(S: Vector, W: Vector, q: int, bridged: int) -> int:
    """Let each terminal of a player begin; returns the number of spots."""
    many = 0
    for k in range(START_AT[q], START_AT[q + 1]):
        one = START_ONE[k]
        if one < 0 or (bridged == 1 and S[one] == 0 and S[START_TWO[k]] == 0):
            many += passed(S, W, q % PLAYERS, NOW, STACK + many, START_SPOT[k], START_BITS[k])
    return many


def spread(S: Vector, W: Vector, p: int, n: int, bridged: int, when: int, last: int, new: int) -> int:
    """Let terminals go on from a spot; returns to how many spots they come for the first time."""
    more, here, label = 0, n // LABELS, n % LABELS
    for packed in NEAR[here]:
        more += passed(S, W, p, when, last + more, packed ^ label, new)
    if bridged == 1:
        for k in range(SPAN_AT[here], SPAN_AT[here + 1]):
            if S[SPAN_ONE[k]] == 0 and S[SPAN_TWO[k]] == 0:
                more += passed(S, W, p, when, last + more, SPAN_TO[k] ^ label, new)
    return more


def passed(S: Vector, W: Vector, p: int, when: int, last: int, m: int, new: int) -> int:
    """Let terminals arrive at a spot, unless it is the other player's; returns 1 if it is the first time."""
    v = S[m // LABELS]
    if (v == 0 or owner(v) == p) and new & ~W[COME + m] != 0:
        before = W[when + m]
        W[when + m] = before | new
        if before == 0:
            W[last] = m
            return 1
    return 0


def arrived(W: Vector, q: int, n: int, new: int, level: int) -> int:
    """Add to the sums of a spot; returns the distances to all terminals of a star that is complete."""
    best, before = FAR, W[COME + n]
    for star in range(STAR_AT[q], STAR_AT[q + 1]):
        if new & STAR_MASK[star] != 0:
            at, complete, more = SUMS + (star - STAR_AT[q]) * SPOTS + n, 1, 0
            for part in range(PART_AT[star], PART_AT[star + 1]):
                least = PART_LEAST[part]
                had, has = ones(before & PART_MASK[part]), ones((before | new) & PART_MASK[part])
                if has < least:
                    complete = 0
                if had < least:
                    more += (has if has < least else least) - had
            W[at] += level * more
            if complete == 1 and more > 0 and W[at] < best:
                best = W[at]
    if best < W[NEEDS + n]:
        W[NEEDS + n] = best
    return best


def trace(S: Vector, W: Vector, q: int, bridged: int, need: int, key: int) -> None:
    """Mark the empty cells on the ways from all middles where so much is needed, back to the terminals."""
    p, many = q % PLAYERS, 0
    for n in range(SPOTS):
        W[NOW + n] = 0
    for n in range(SPOTS):
        here = n // LABELS
        if W[NEEDS + n] == (need - 1 if S[here] == 0 else need):
            bits = nearest(W, q, n) & ~W[TRACED + n]
            if S[here] == 0:
                mark(W, p, here, key)
            if bits != 0:
                W[TRACED + n] |= bits
                W[NOW + n] = 1
                W[STACK + many] = n
                many += 1
    while many > 0:
        many -= 1
        n = W[STACK + many]
        W[NOW + n] = 0
        for level in range(W[DEPTH]):
            bits = W[TRACED + n] & W[FRESH + level * SPOTS + n]
            if bits != 0:
                for packed in NEAR[n // LABELS]:
                    many += followed_back(S, W, p, packed ^ n % LABELS, bits, level, key, STACK + many)
                if bridged == 1:
                    for k in range(SPAN_AT[n // LABELS], SPAN_AT[n // LABELS + 1]):
                        if S[SPAN_ONE[k]] == 0 and S[SPAN_TWO[k]] == 0:
                            m = SPAN_TO[k] ^ n % LABELS
                            many += followed_back(S, W, p, m, bits, level, key, STACK + many)


def followed_back(S: Vector, W: Vector, p: int, m: int, bits: int, level: int, key: int, last: int) -> int:
    """Go back to a spot from which terminals came to another at a level; returns 1 if there is more to follow."""
    v = S[m // LABELS]
    before = level - 1 if v == 0 else level
    if before < 0 or (v != 0 and owner(v) != p):
        return 0
    new = bits & W[FRESH + before * SPOTS + m] & ~W[TRACED + m]
    if new == 0:
        return 0
    if v == 0:
        mark(W, p, m // LABELS, key)
    W[TRACED + m] |= new
    if W[NOW + m] == 1:
        return 0
    W[NOW + m], W[last] = 1, m
    return 1


def mark(W: Vector, p: int, c: int, key: int) -> None:
    """Note that a cell is on a way."""
    if W[KEYS + p * CELLS + c] < key:
        W[KEYS + p * CELLS + c] = key


def nearest(W: Vector, q: int, n: int) -> int:
    """The terminals that count for a spot: those that came first, of each complete star with the least sum."""
    bits = 0
    for star in range(STAR_AT[q], STAR_AT[q + 1]):
        if W[SUMS + (star - STAR_AT[q]) * SPOTS + n] == W[NEEDS + n]:
            found, complete = 0, 1
            for part in range(PART_AT[star], PART_AT[star + 1]):
                count = 0
                for level in range(W[DEPTH]):
                    new = W[FRESH + level * SPOTS + n] & PART_MASK[part]
                    if count < PART_LEAST[part]:
                        found |= new
                        count += ones(new)
                if count < PART_LEAST[part]:
                    complete = 0
            if complete == 1:
                bits |= found
    return bits
