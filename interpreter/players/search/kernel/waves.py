"""The senses: what each player still needs, and which cells that goes through.

A wave spreads over the spots of the board, a node with a label each, from each terminal of a player: own stones cost
nothing, an empty cell costs one, and with bridges two cells that two empty ones would join are neighbours. Sets of
spots are numbers, some for each set, in which every spot has its bit. `aims.py` says what the terminals and stars are.
"""

from __future__ import annotations

from ....program.words import Vector, ones
from .edges import FAR, LEVELS
from .needs import (
    CELLS, ENDS_AT, LABELS, MEETS, NEAR, NEAR_WORDS, PART_AT, PART_LEAST, PART_MASK, PLAYERS, SENSES, SPAN_AT, SPAN_ONE,
    SPAN_TO, SPAN_TWO, SPOTS, STAR_AT, STAR_MASK, STARS, START_AT, START_END, START_ONE, START_SPOT, START_TWO,
    TERMINALS, WORD, WORDS,
)  # fmt: skip
from .seats import owner

DEPTH = SENSES
"""How many levels the last wave has gone over."""

NOW, COME, TRACED, NEEDS, STACK, CHAIN, USES = (SENSES + 1 + k * SPOTS for k in range(7))
"""By spot: whether it is followed back; the terminals that have arrived, those that are followed back, what is needed
if it is the middle; a list of spots; the chain of a stone; to how many players a cell is of use."""

OWN, OPEN, LATER = (SENSES + 1 + 7 * SPOTS + k * WORDS for k in range(3))
"""Sets of spots: a player's; those and the empty ones; those at which a terminal arrives at the next level."""

HERE = LATER + WORDS
PAST = HERE + TERMINALS * WORDS
BEYOND = PAST + TERMINALS * WORDS
"""By terminal, the spots at which it arrives, and those at which it has; by spot, those next to it."""

SUMS = BEYOND + SPOTS * WORDS
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
    for n in range(SPOTS):
        W[COME + n], W[TRACED + n], W[NEEDS + n] = 0, 0, FAR
    for n in range((STAR_AT[q + 1] - STAR_AT[q]) * SPOTS):
        W[SUMS + n] = 0
    lay_out(S, W, q % PLAYERS, bridged)
    begin(S, W, q, bridged)
    level, best = 0, FAR
    while level < levels:
        for n in range(SPOTS):
            W[FRESH + level * SPOTS + n] = 0
        goes_on = False
        for t in range(ENDS_AT[q + 1] - ENDS_AT[q]):
            if spread(W, t, level):
                goes_on = True
        for n in range(SPOTS):
            new = W[FRESH + level * SPOTS + n]
            if new != 0:
                need = arrived(W, q, n, new, level) + (1 if S[n // LABELS] == 0 else 0)
                best = need if need < best else best
                W[COME + n] |= new
        level += 1
        if not goes_on or level > (best + 1) // MEETS[q]:
            break
    W[DEPTH] = level
    return best


def lay_out(S: Vector, W: Vector, p: int, bridged: int) -> None:
    """Note which spots are a player's and which are open to the player, and what is next to each."""
    for w in range(WORDS):
        W[OWN + w], W[OPEN + w] = 0, 0
    for n in range(SPOTS):
        v, w, bit = S[n // LABELS], n // WORD, 1 << n % WORD
        if v == 0:
            W[OPEN + w] |= bit
        elif owner(v) == p:
            W[OWN + w] |= bit
            W[OPEN + w] |= bit
    for k in range(SPOTS * WORDS):
        W[BEYOND + k] = NEAR_WORDS[k]
    for here in range(SPOTS // LABELS if bridged == 1 else 0):
        for k in range(SPAN_AT[here], SPAN_AT[here + 1]):
            if S[SPAN_ONE[k]] == 0 and S[SPAN_TWO[k]] == 0:
                for label in range(LABELS):
                    m = SPAN_TO[k] ^ label
                    W[BEYOND + (here * LABELS + label) * WORDS + m // WORD] |= 1 << m % WORD


def begin(S: Vector, W: Vector, q: int, bridged: int) -> None:
    """Let each terminal of a player begin."""
    for k in range((ENDS_AT[q + 1] - ENDS_AT[q]) * WORDS):
        W[HERE + k], W[PAST + k] = 0, 0
    for k in range(START_AT[q], START_AT[q + 1]):
        one, w = START_ONE[k], START_SPOT[k] // WORD
        if one < 0 or (bridged == 1 and S[one] == 0 and S[START_TWO[k]] == 0):
            W[HERE + START_END[k] * WORDS + w] |= 1 << START_SPOT[k] % WORD & W[OPEN + w]


def spread(W: Vector, t: int, level: int) -> bool:
    """Let a terminal arrive wherever it does at a level, and go on along the player's stones; returns whether it
    arrives anywhere at the next level."""
    for w in range(WORDS):
        W[LATER + w] = 0
    w = 0
    while w < WORDS:
        new = W[HERE + t * WORDS + w]
        if new == 0:
            w += 1
            continue
        W[HERE + t * WORDS + w] = 0
        W[PAST + t * WORDS + w] |= new
        lowest = WORDS
        while new != 0:
            bit = new & -new
            new ^= bit
            n = w * WORD + ones(bit - 1)
            W[FRESH + level * SPOTS + n] |= 1 << t
            is_own = W[OWN + w] & bit != 0
            for u in range(WORDS):
                more = W[BEYOND + n * WORDS + u] & W[OPEN + u] & ~W[PAST + t * WORDS + u]
                if not is_own:
                    W[LATER + u] |= more
                elif more != 0:
                    W[HERE + t * WORDS + u] |= more
                    lowest = u if u < lowest else lowest
        w = lowest if lowest < w else w
    goes_on = False
    for u in range(WORDS):
        more = W[LATER + u] & ~W[PAST + t * WORDS + u]
        W[HERE + t * WORDS + u] = more
        if more != 0:
            goes_on = True
    return goes_on


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
