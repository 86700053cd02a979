"""The search: down the tree to a leaf, which is judged, and back up."""

from __future__ import annotations

from math import sqrt

from ....deadline import look
from ....machine.answers import PLAYING
from ....machine.draws import advanced, drawn
from ....program.words import Vector
from .edges import (
    CHANCE, CODE, COLOURS, COUNT, DEEPEST, DONE, EXPAND, EXPLORE, FIRST, FULL, IDLE, LIKED, NODES, PATHS, RAVE, REPLIES,
    RESULT, ROOT, SAVES, SEATS, SEEN, SENSE, SIZE, STOOD, TOGETHER, TOTALS, USED, VISITS, WIDTH, WON, WORTH, WORTHS,
)  # fmt: skip
from .ends import DRAWN, LIKES, add_end, learn, prove
from .needs import (
    END, ENDS, HAS_AMAF, HAS_ANSWERS, HAS_CHANCE, HAS_IDLE, HAS_LANES, HAS_REPLIES, HAS_RINGS, HAS_SENSES, HAS_TOGETHER,
    KEPT, MOVER, PICKS, PLAYERS, legal, rollout, step,
)  # fmt: skip
from .seats import decider, sitting, winner
from .together import add_arms, picked, regret

if HAS_LANES:
    from .lanes import judge_lanes
if HAS_SENSES:
    from .answers import save
    from .hints import sense
    from .games import replied, ringed
    from .idle import avoid


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
        if HAS_SENSES and seat >= 0 and (T[e + VISITS] == T[SENSE] or T[e + VISITS] == T[PATHS]):
            sense(S, Q, T, W, e, seat)
            if T[e + RESULT] != 0:
                break
        if HAS_IDLE and seat >= 0 and T[e + VISITS] == T[IDLE]:
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
    if HAS_CHANCE and seat == CHANCE:
        rng = advanced(rng)
        return rng, T[e + FIRST] + drawn(rng, T[e + COUNT]) * WIDTH
    if HAS_TOGETHER and seat == TOGETHER:
        return picked(T, e, rng)
    return rng, selected(T, e, seat)


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
    if HAS_TOGETHER and seat == TOGETHER:
        add_arms(T, e, count)
    if HAS_ANSWERS and T[SAVES] > 0 and e != ROOT:
        save(S, T, e)
    return rng


def selected(T: Vector, e: int, seat: int) -> int:
    """The edge to follow: what it was worth, what is known of its cell, and how little was tried."""
    first, rave = T[e + FIRST], T[RAVE]
    explore = T[EXPLORE] / 1000 * sqrt(logarithm(T[e + VISITS] + 1))
    best, found = -2.0, first
    for f in range(first, first + T[e + COUNT] * WIDTH, WIDTH):
        visits, seen = T[f + VISITS], T[f + SEEN]
        if T[f + RESULT] != 0:
            score = 0.5 if T[f + RESULT] == DRAWN else 2.0 if T[f + RESULT] == 1 + seat else -1.0
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
    if HAS_REPLIES and T[REPLIES] == 1:
        return replied(Q, rng, out)
    if HAS_RINGS and T[STOOD] > 0:
        return ringed(Q, S, T[STOOD], rng, out)
    return rollout(Q, rng, out)


def back_up(T: Vector, depth: int) -> None:
    """Add what the simulation was worth to the edges on its way."""
    T[ROOT + VISITS] += 1
    for seat in range(PLAYERS):
        T[TOTALS + seat] += T[WORTHS + seat]
    for d in range(1, depth + 1):
        e = T[NODES + d]
        T[e + VISITS] += 1
        T[e + WORTH] += T[WORTHS + T[SEATS + d - 1]]
        if HAS_TOGETHER and T[SEATS + d - 1] == TOGETHER:
            regret(T, T[NODES + d - 1], e, T[WORTHS + TOGETHER])


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
