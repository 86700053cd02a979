"""The search itself, over flat arrays of integers: `text.py` makes it part of a game's module.

It is written as generated modules are (no objects, nothing allocated), so that plain Python runs it, and LLVM compiles
the same text. `T` is the tree: a header, then edges of WIDTH integers each. An edge stands for a decision and for the
position after it; the edges of the decisions that are possible there lie side by side from FIRST on.
"""

from __future__ import annotations

from .asked import (
    CELLS,
    CHANCE,
    END,
    ENDS,
    FREE,
    HAS_AMAF,
    HAS_ANSWERS,
    HAS_CHANCE,
    HAS_IDLE,
    HAS_LANES,
    HAS_PLACE,
    HAS_REPLIES,
    HAS_RINGS,
    HAS_SENSES,
    HAS_TOGETHER,
    KEPT,
    MOVER,
    PICKS,
    PLAYERS,
    PLAYING,
    TAKES,
    TOGETHER,
    Vector,
    add_arms,
    avoid,
    decider,
    judge_lanes,
    legal,
    look,
    owner,
    picked,
    regret,
    replied,
    ringed,
    rollout,
    save,
    sense,
    sitting,
    sqrt,
    step,
    winner,
)  # fmt: skip

USED, SIZE, EXPAND, RAVE, EXPLORE, BRIDGES, DONE, FULL = 0, 1, 2, 3, 4, 5, 6, 7
SENSE, PRIOR, THREATS, REPLIES, IDLE, SAVES, PATHS, URGENT, STOOD = 8, 9, 10, 11, 12, 13, 48, 49, 50
"""The header: how many integers of the tree are in use and how many there may be; after how many visits an edge gets
edges of its own; how much what is learnt of a cell counts, and how much is explored, both in thousandths; whether
bridges are kept; how many simulations there were since the choice began; whether edges were refused for want of room.
Then what the senses do, as `Manners` says it."""

WORTHS, TOTALS = 16, 32
"""By seat: what the end of this simulation is worth, and the sum of that over all since the choice began. Of the two
before WORTHS that for TOGETHER is what it is worth to the first colour; that for CHANCE means nothing."""

NODES, SEATS, COLOURS, DEEPEST = 64, 320, 576, 255
"""The way of this simulation: its edges, with the seats and the colours that decide after them; how long it may be."""

ROOT = 832
"""The edge that led to the position in which to choose."""

WIDTH = 8
CODE, VISITS, WORTH, SEEN, LIKED, FIRST, COUNT, RESULT = 0, 1, 2, 3, 4, 5, 6, 7
"""An edge: its decision; how often it was taken, and the sum of what that was worth to the seat that takes it; in how
many ends that seat had the cell of the decision, and what these were worth; its edges; how it ends if that is proved, 1
+ the seat that wins or 1 + PLAYERS for a draw."""

WON, DRAWN = 2, 1 + PLAYERS
"""What an end is worth to whoever wins it, twice what a draw is worth; the result of a draw."""

STONES, LIKES = 0, PLAYERS * CELLS
"""Of `W`: by colour and cell, how many ends of this simulation have a stone there, and what these ends are worth."""


def search(
    R: Vector, S: Vector, Q: Vector, T: Vector, W: Vector, out: Vector, rng: int, simulations: int
) -> int:  # fmt: skip
    """Search on from the state R for so many simulations, or until it is proved; returns the generator's state."""
    for _ in range(simulations):
        look()
        if T[ROOT + RESULT] != 0:
            return rng
        S[0:KEPT] = R[0:KEPT]
        rng = simulate(S, Q, T, W, out, rng)
        T[DONE] += 1
    return rng


def simulate(S: Vector, Q: Vector, T: Vector, W: Vector, out: Vector, rng: int) -> int:
    """Go down the tree to a leaf, judge it, and note on the way back what it is worth."""
    e, depth, seat = ROOT, 0, decider(S)
    T[NODES], T[SEATS], T[COLOURS] = e, seat, S[MOVER]
    while T[e + RESULT] == 0 and depth < DEEPEST:
        if T[e + FIRST] == 0:
            if depth == 0 or T[e + VISITS] >= T[EXPAND]:
                rng = expand(S, T, e, seat, out, rng)
            break
        if HAS_SENSES:
            if seat >= 0 and (T[e + VISITS] == T[SENSE] or T[e + VISITS] == T[PATHS]):
                sense(S, Q, T, W, e, seat)
                if T[e + RESULT] != 0:
                    break
        if HAS_IDLE:
            if T[e + VISITS] == T[IDLE] and seat >= 0:
                avoid(S, T, W, e)
        rng, e = followed(T, e, seat, rng)
        step(S, T[e + CODE])
        depth += 1
        if S[END] != PLAYING:
            T[e + RESULT] = 1 + winner(S)
        else:
            seat = decider(S)
        T[NODES + depth], T[SEATS + depth], T[COLOURS + depth] = e, seat, S[MOVER]
    rng = judged(S, Q, T, W, out, rng, T[e + RESULT])
    T[WORTHS + TOGETHER] = T[WORTHS + sitting(S, 0)]
    back_up(T, depth)
    if T[e + RESULT] != 0:
        prove(T, depth)
    if HAS_AMAF:
        for d in range(depth + 1):
            if T[SEATS + d] >= 0:
                learn(T, W, T[NODES + d], T[COLOURS + d])
    return rng


def followed(T: Vector, e: int, seat: int, rng: int) -> tuple[int, int]:
    """Choose how to go on after an edge: the generator's state and one of its edges."""
    if HAS_CHANCE:
        if seat == CHANCE:
            rng = advanced(rng)
            return rng, T[e + FIRST] + drawn(rng, T[e + COUNT]) * WIDTH
    if HAS_TOGETHER:
        if seat == TOGETHER:
            return picked(T, e, rng)
    return rng, selected(T, e)


def expand(S: Vector, T: Vector, e: int, seat: int, out: Vector, rng: int) -> int:
    """Give an edge its edges, in random order, unless the tree is full."""
    count, first = legal(S, out), T[USED]
    if first + (count + 2 * PICKS) * WIDTH > T[SIZE]:
        T[FULL] = 1
        return rng
    for k in range(count):
        rng = advanced(rng)
        other = k + drawn(rng, count - k)
        code = out[other]
        out[other] = out[k]
        f = first + k * WIDTH
        for i in range(WIDTH):
            T[f + i] = 0
        T[f + CODE] = code
    T[e + FIRST], T[e + COUNT], T[USED] = first, count, first + count * WIDTH
    if HAS_TOGETHER:
        if seat == TOGETHER:
            add_arms(T, e, count)
    if HAS_ANSWERS:
        if T[SAVES] > 0 and e != ROOT:
            save(S, T, e)
    return rng


def selected(T: Vector, e: int) -> int:
    """The edge to follow: what it was worth, what is known of its cell, and how little was tried."""
    first, rave = T[e + FIRST], T[RAVE]
    explore = T[EXPLORE] / 1000 * sqrt(logarithm(T[e + VISITS] + 1))
    best, found = -2.0, first
    for f in range(first, first + T[e + COUNT] * WIDTH, WIDTH):
        visits, seen = T[f + VISITS], T[f + SEEN]
        if T[f + RESULT] != 0:
            score = 0.5 if T[f + RESULT] == DRAWN else -1.0  # had the seat won, this would not be asked any more
        elif visits == 0:
            score = explore + (T[f + LIKED] / (WON * seen) if seen > 0 else 0.5)
        else:
            score = (T[f + WORTH] + ENDS) / (WON * ENDS * (visits + 1))
            if seen > 0:
                score += rave / (rave + visits) * (T[f + LIKED] / (WON * seen) - score)
            score += explore / sqrt(visits + 1)
        if score > best:
            best, found = score, f
    return found


def logarithm(number: int) -> float:
    """The logarithm to base 2, with straight lines between powers of two: the same wherever this runs."""
    power, whole = 1, 0
    while power * 2 <= number:
        power, whole = power * 2, whole + 1
    return whole + number / power - 1


def judged(S: Vector, Q: Vector, T: Vector, W: Vector, out: Vector, rng: int, result: int) -> int:
    """Note what a leaf is worth to each seat, and what can be learnt of cells."""
    for seat in range(PLAYERS):
        T[WORTHS + seat] = 0
    if HAS_AMAF:
        for k in range(2 * LIKES):
            W[k] = 0
    if result != 0:
        add_end(S, T, W, result, ENDS)
    elif HAS_LANES:
        rng = judge_lanes(S, T, W, rng)
        for p in range(PLAYERS):
            T[WORTHS + sitting(S, p)] = W[2 * LIKES + p]
    else:
        for _ in range(ENDS):
            Q[0:KEPT] = S[0:KEPT]
            rng = random_game(S, Q, T, rng, out)
            add_end(Q, T, W, 1 + winner(Q), 1)
    return rng


def random_game(S: Vector, Q: Vector, T: Vector, rng: int, out: Vector) -> int:
    """Play on at random to the end in Q, from a position S; returns the generator's state."""
    if HAS_REPLIES:
        if T[REPLIES] == 1:
            return replied(Q, rng, out)
    if HAS_RINGS:
        if T[STOOD] > 0:
            return ringed(Q, S, T[STOOD], rng, out)
    return rollout(Q, rng, out)


def add_end(S: Vector, T: Vector, W: Vector, result: int, times: int) -> None:
    """Add an end of a game, so many times, to what is noted."""
    for seat in range(PLAYERS):
        T[WORTHS + seat] += times * (1 if result == DRAWN else WON if result == 1 + seat else 0)
    if HAS_AMAF:
        for p in range(PLAYERS):
            worth = times * (1 if result == DRAWN else WON if result == 1 + sitting(S, p) else 0)
            for c in range(CELLS):
                is_own = 1 if owner(S[c]) == p else 0
                W[STONES + p * CELLS + c] += times * is_own
                W[LIKES + p * CELLS + c] += worth * is_own


def back_up(T: Vector, depth: int) -> None:
    """Add what the simulation was worth to the edges on its way."""
    T[ROOT + VISITS] += 1
    for seat in range(PLAYERS):
        T[TOTALS + seat] += T[WORTHS + seat]
    for d in range(1, depth + 1):
        e = T[NODES + d]
        T[e + VISITS] += 1
        T[e + WORTH] += T[WORTHS + T[SEATS + d - 1]]
        if HAS_TOGETHER:
            if T[SEATS + d - 1] == TOGETHER:
                regret(T, T[NODES + d - 1], e, T[WORTHS + TOGETHER])


def prove(T: Vector, depth: int) -> None:
    """Carry a proved result towards the root as far as it proves more."""
    for d in range(depth - 1, -1, -1):
        e = T[NODES + d]
        result = proved(T, e, T[SEATS + d], T[T[NODES + d + 1] + RESULT])
        T[e + RESULT] = result
        if result == 0:
            break


def proved(T: Vector, e: int, seat: int, news: int) -> int:
    """What follows for an edge from the result of one of its edges: 0 if nothing does yet."""
    if news == 1 + seat:
        return news
    draws, same = 0, news
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        result = T[f + RESULT]
        if result == 0:
            return 0
        if result == DRAWN:
            draws += 1
        if result != news:
            same = 0
    return DRAWN if seat >= 0 and draws > 0 else same


def learn(T: Vector, W: Vector, e: int, p: int) -> None:
    """Add to the edges of an edge how the ends went in which their player had their cells."""
    for f in range(T[e + FIRST], T[e + FIRST] + T[e + COUNT] * WIDTH, WIDTH):
        c = TAKES[T[f + CODE]]
        if c >= 0:
            T[f + SEEN] += W[STONES + p * CELLS + c]
            T[f + LIKED] += W[LIKES + p * CELLS + c]


def transplant(T: Vector, U: Vector, e: int) -> None:
    """Copy what grew from an edge into another tree, whose root it becomes (C. J. Cheney's way)."""
    U[0:ROOT] = T[0:ROOT]
    U[ROOT : ROOT + WIDTH] = T[e : e + WIDTH]
    at, free = ROOT, ROOT + WIDTH
    while at < free:
        first = U[at + FIRST]
        if first != 0:
            size = U[at + COUNT] * WIDTH
            U[free : free + size] = T[first : first + size]
            U[at + FIRST] = free
            free += size
        at += WIDTH
    U[USED], U[DONE], U[FULL] = free, 0, 0
    for seat in range(PLAYERS):
        U[TOTALS + seat] = 0


def advanced(rng: int) -> int:
    """The next state of a generator (`machine/chance.py`)."""
    return (rng & 0xFFFFFFFF) * 698769069 + (rng >> 32)


def drawn(rng: int, number: int) -> int:
    """A number from 0 up to, not including, another, from a generator's state."""
    return ((rng ^ (rng >> 32)) & 0xFFFFFFFF) * number >> 32


def taken(S: Vector, i: int, last: int) -> int:
    """Take an empty cell off the list that a state has, whose last one takes its place."""
    c = 0
    if HAS_PLACE:
        c = S[FREE + i]
        S[FREE + i] = S[FREE + last]
    return c
