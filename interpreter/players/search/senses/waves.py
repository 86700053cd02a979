"""The senses, as part of the kernel: what each player still needs, and which cells that goes through.

A wave spreads over the spots of the board, a node with a label each, from all terminals of a player at once, a bit for
each: own stones cost nothing, an empty cell costs one, and with bridges two cells that two empty ones would join are
neighbours. `aims.py` says what the terminals and stars are.
"""

from __future__ import annotations

from ..asked import (
    ALTERNATES,
    CELLS,
    END,
    ENDS,
    KEPT,
    LABELS,
    MEETS,
    MOVER,
    NEAR,
    PART_AT,
    PART_LEAST,
    PART_MASK,
    PLAYERS,
    PLAYING,
    RINGS,
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
    TAKES,
    Vector,
    ones,
    owner,
    sitting,
    step,
    winner,
)  # fmt: skip
from ..kernel import (
    BRIDGES,
    CODE,
    COUNT,
    FIRST,
    LIKED,
    PATHS,
    PRIOR,
    RESULT,
    SEEN,
    SENSE,
    THREATS,
    URGENT,
    VISITS,
    WIDTH,
    WON,
    WORTH,
    proved,
)  # fmt: skip

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


def sense(S: Vector, Q: Vector, T: Vector, W: Vector, e: int, seat: int) -> None:
    """Let the edges of an edge know what its players need, as far as that is due."""
    least, near, threats = FAR, 0, 1 if T[THREATS] == 1 and T[e + VISITS] == T[SENSE] else 0
    ways = 1 if T[PRIOR] > 0 and T[e + VISITS] == T[PATHS] else 0
    for k in range(2 * PLAYERS * CELLS):
        W[KEYS + k] = 0
    for p in range(PLAYERS):
        if START_AT[p] < START_AT[p + 1]:
            need = note_ways(S, T, W, p) if ways == 1 else FAR
            least = need if need < least else least
            if threats == 1 and (ways == 0 or need <= 1 or RINGS[p] == 1 or has_more(p)):
                near += note_wins(S, W, p, wave(S, W, p, 0, 1))  # with bridges no more is needed than without
    if ways == 1:
        prefer(T, W, e, S[MOVER], least)
    if near > 0:
        force(S, Q, T, W, e, seat)


def note_ways(S: Vector, T: Vector, W: Vector, p: int) -> int:
    """Note which cells are on a player's ways; returns how many stones the player needs at least."""
    need = wave(S, W, PLAYERS + p, T[BRIDGES], LEVELS)
    if need < FAR:
        for slack in range(2):
            trace(S, W, PLAYERS + p, T[BRIDGES], need + slack, 2 - slack)
    return need


def has_more(p: int) -> bool:
    """Whether a player has stars besides those for ways."""
    return STAR_AT[PLAYERS + p + 1] - STAR_AT[PLAYERS + p] < STAR_AT[p + 1] - STAR_AT[p]


def prefer(T: Vector, W: Vector, e: int, p: int, need: int) -> None:
    """Add to the edges of an edge what the senses say of their cells: the more, the fewer stones somebody needs."""
    urgent, weight = T[URGENT], T[PRIOR]
    weight = weight * urgent if need <= 1 else weight * urgent // 2 if need == 2 and urgent > 1 else weight
    worth = WON * ENDS * T[e + VISITS]
    mean = 1000 - 1000 * T[e + WORTH] // worth if worth > 0 else 500
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        c = TAKES[T[f + CODE]]
        if c >= 0:
            mine, theirs = W[KEYS + p * CELLS + c], 0
            for each in range(PLAYERS):
                if each != p and W[KEYS + each * CELLS + c] > theirs:
                    theirs = W[KEYS + each * CELLS + c]
            value = mean + 60 * (mine + theirs) - 100
            value = 0 if value < 0 else 1000 if value > 1000 else value
            T[f + SEEN] += weight
            T[f + LIKED] += weight * WON * value // 1000


def force(S: Vector, Q: Vector, T: Vector, W: Vector, e: int, seat: int) -> None:
    """Note which edges win at once, and which let the other player win at once."""
    p, first, news = S[MOVER], T[e + FIRST], 0
    beyond = first + T[e + COUNT] * WIDTH
    for k in range(1 + ALTERNATES):
        who = p if k == 0 else 1 - p
        for f in range(first, beyond, WIDTH):
            c = TAKES[T[f + CODE]]
            if c >= 0 and news != 1 + seat and W[WINS + who * CELLS + c] == 1:
                result = tried(S, Q, who, T[f + CODE])
                if k == 0:
                    T[f + RESULT] = result
                if result == 1 + sitting(S, who):
                    news = result if k == 0 else fail(S, Q, T, first, beyond, c, result)
    if news != 0:
        T[e + RESULT] = proved(T, e, seat, news)


def fail(S: Vector, Q: Vector, T: Vector, first: int, beyond: int, c: int, result: int) -> int:
    """Give a result to all edges that put a stone elsewhere than on a cell, or their own if they end the game; returns
    that of one that wins, else the result."""
    p, news = S[MOVER], result
    for f in range(first, beyond, WIDTH):
        if TAKES[T[f + CODE]] >= 0 and TAKES[T[f + CODE]] != c and T[f + RESULT] == 0:
            own = tried(S, Q, p, T[f + CODE])
            T[f + RESULT] = own if own != 0 else result
            if own == 1 + sitting(S, p):
                news = own
    return news


def tried(S: Vector, Q: Vector, p: int, a: int) -> int:
    """How a game ends if a player decides so now: its result as edges have it, 0 if it goes on."""
    Q[0:KEPT] = S[0:KEPT]
    Q[MOVER] = p
    step(Q, a)
    return 1 + winner(Q) if Q[END] != PLAYING else 0


def note_wins(S: Vector, W: Vector, p: int, need: int) -> int:
    """Note where one more stone of a player would complete a star, or may close a ring; returns the number of cells."""
    found = 0
    for n in range(CELLS * LABELS if need == 1 else 0):
        if W[NEEDS + n] == 0 and S[n // LABELS] == 0:
            W[WINS + p * CELLS + n // LABELS] = 1
            found += 1
    if RINGS[p] == 1:
        for c in range(CELLS):
            if S[c] == 0 and runs(S, c, p) > 1:
                W[WINS + p * CELLS + c] = 1
                found += 1
    return found


def runs(S: Vector, c: int, p: int) -> int:
    """How many pieces a player's stones next to a cell are in, by links among themselves."""
    found = 0
    for packed in NEAR[c]:
        n = packed // LABELS
        if n < CELLS and owner(S[n]) == p:
            found += 1
            for beside in NEAR[n]:
                m = beside // LABELS
                if m < n and owner(S[m]) == p and is_beside(m, c):
                    found -= 1
    return found


def is_beside(n: int, c: int) -> bool:
    """Whether a node is next to a cell."""
    found = False
    for packed in NEAR[c]:
        if packed // LABELS == n:
            found = True
    return found


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
