"""The moves of a position that still count, with what is known of each at once, and a first guess at the effort."""

from __future__ import annotations

from ....deadline import look
from ....machine.answers import PLAYING
from ....program.words import Vector
from .bonds import bond, is_useless
from .needs import (
    AIMS, AT, CELLS, END, HAS_AIMS, HAS_AT, HAS_BONDS, HAS_CARRIERS, HAS_OTHERS, HAS_SEAT, HAS_TURN, KEPT, LINKS, MOVER,
    NODES, OTHERS, SEAT, TURN, TURN_MATTERS, legal, rebuild, step, wins,
)  # fmt: skip
from .orders import (
    ALL, ANSWER, BONDS, CARRIER, CARRIES, CARRYING, CHILD, DRAWN, DRAWS, FRAME, FULL, HALF, IDLE, ITS_IMAGE, LEFT,
    LENGTH, MAKER, MINE, MUST, NOT_ALONE, OUTDONE, PRINTS, SHIELD, TO_PROVE, TO_REFUTE, TOO_LONG, UNION, WINNING,
)  # fmt: skip
from .prints import person, print_of


def expand(
    T: Vector, U: Vector, d: int, out: Vector, frames: Vector, arena: Vector, images: Vector, ends: Vector,
    ways: Vector, bonds: Vector, orders: Vector,
) -> int:  # fmt: skip
    """Lay out the moves of a position on the line; returns 0, or why that cannot be done."""
    f, maker = FRAME * d, orders[MAKER]
    begin = frames[f]
    mine = 1 if person(T, T[MOVER]) == maker else 0
    frames[f + MINE] = mine
    if HAS_OTHERS and (not HAS_AT or T[AT] in OTHERS):
        return NOT_ALONE
    n = legal(T, out)
    if begin + n * CHILD > len(arena):
        return TOO_LONG
    carries = 1 if orders[CARRIES] == 1 and (not HAS_TURN or T[TURN] > TURN_MATTERS) else 0
    frames[f + LEFT], frames[f + CARRIER], frames[f + CARRYING] = ALL, 0, carries
    must, at = ALL, begin
    if HAS_BONDS and carries == 1 and orders[BONDS] == 1:
        must = bonded(T, d, n, out, frames, arena, bonds, orders)
        if must < 0:
            return 0
    for i in range(n):
        a = out[i]
        if carries == 1 and must >> a & 1 == 0:
            continue
        look()
        U[0:KEPT] = T[0:KEPT]
        step(U, a)
        known = 0
        if U[END] != PLAYING:
            known = verdict(U, ends, orders)
            if carries == 1 and ends[U[END]] >= 0 and outdone(U, ends[U[END]]):
                return OUTDONE
        if known == 2 - mine:
            arena[begin] = a
            arena[begin + ANSWER] = known
            arena[begin + SHIELD] = 1 << a if carries == 1 and ends[U[END]] >= 0 else ALL
            frames[f + FRAME] = begin + CHILD
            return 0
        arena[at] = a
        arena[at + ANSWER] = known
        arena[at + SHIELD] = ALL
        if known == 0:
            arena[at + ITS_IMAGE] = print_of(U, maker, images, orders[LENGTH], arena, at + PRINTS)
            guess(U, colour_of(T, maker), at, arena, ways)
        at += CHILD
    frames[f + FRAME] = at
    return threatened(T, U, d, n, out, frames, ends) if carries == 1 and orders[BONDS] == 0 else 0


def verdict(S: Vector, ends: Vector, orders: Vector) -> int:
    """What the end of a game answers: 1 for yes, 2 for no."""
    winner = ends[S[END]]
    if winner < 0:
        orders[DRAWN] += 1
        return 2 - orders[DRAWS]
    return 1 if person(S, winner) == orders[MAKER] else 2


def outdone(S: Vector, winner: int) -> bool:
    """Whether the other player reaches a goal, too, once all that is not the winner's is theirs."""
    other = 1 - winner
    for c in range(CELLS):
        if S[c] != 1 + winner:
            S[c] = 1 + other
    rebuild(S)
    return not HAS_CARRIERS or wins(S, other)


def colour_of(S: Vector, maker: int) -> int:
    """The colour that the maker plays."""
    if HAS_SEAT:
        return 0 if S[SEAT] == maker else 1
    return maker


def guess(S: Vector, colour: int, at: int, arena: Vector, ways: Vector) -> None:
    """Note a first guess at the two numbers of a move."""
    if HAS_AIMS:
        arena[at + TO_PROVE] = 1 << distance(S, colour, ways)
        arena[at + TO_REFUTE] = 1 << distance(S, 1 - colour, ways)
    else:
        arena[at + TO_PROVE] = 1
        arena[at + TO_REFUTE] = 1


def bonded(
    T: Vector, d: int, n: int, out: Vector, frames: Vector, arena: Vector, bonds: Vector, orders: Vector
) -> int:  # fmt: skip
    """Ask bonds before the moves are looked at; returns the cells that still count, -1 if the answer is known."""
    f, must, mover = FRAME * d, ALL, T[MOVER]
    begin, colour = frames[f], colour_of(T, orders[MAKER])
    asked = colour if orders[DRAWS] == 0 else 1 - colour
    for turn in range(2):
        p = 1 - asked if turn == 0 else asked
        sight = bond(T, p, bonds)
        if sight == FULL or (sight == HALF and p == mover):
            frames[f + FRAME] = begin
            frames[f + CARRIER] = bonds[WINNING]
            if p == mover:
                arena[begin] = out[0]
                arena[begin + ANSWER] = 2 - frames[f + MINE]
                arena[begin + SHIELD] = bonds[WINNING]
                frames[f + FRAME] = begin + CHILD
            return -1
        if sight == HALF:
            must = bonds[MUST]
            frames[f + CARRIER] = bonds[UNION]
    if orders[IDLE] == 1:
        kept = 0
        for i in range(n):
            a = out[i]
            if must >> a & 1 != 0 and not is_useless(bonds, a):
                kept |= 1 << a
        if kept != 0:
            must = kept
    frames[f + LEFT] = must
    return must


def threatened(T: Vector, U: Vector, d: int, n: int, out: Vector, frames: Vector, ends: Vector) -> int:
    """Note where the other player would win at once: only moves there still count. Returns 0, or OUTDONE."""
    other, f = 1 - T[MOVER], FRAME * d
    for i in range(n):
        look()
        U[0:KEPT] = T[0:KEPT]
        U[MOVER] = other
        step(U, out[i])
        if U[END] != PLAYING and ends[U[END]] == other:
            if outdone(U, other):
                return OUTDONE
            frames[f + LEFT] &= 1 << out[i]
            frames[f + CARRIER] |= 1 << out[i]
    return 0


def distance(S: Vector, p: int, ways: Vector) -> int:
    """How many stones a player needs to join the regions of a goal, if the other passes: a star of shortest ways."""
    for v in range(NODES):
        ways[v] = 0
    regions = 0
    for region in AIMS[p]:
        regions += 1
        for v in range(NODES):
            ways[NODES + v] = 99
        begin, end = 2 * NODES, 2 * NODES
        for v in region:
            if S[v] == 0 or S[v] == 1 + p:
                ways[NODES + v] = 1 if S[v] == 0 else 0
                ways[end] = v
                end += 1
        while begin < end:
            v = ways[begin]
            begin += 1
            for w in LINKS[v]:
                if S[w] == 0 or S[w] == 1 + p:
                    here = ways[NODES + v] + (1 if S[w] == 0 else 0)
                    if here < ways[NODES + w] and end < len(ways):
                        ways[NODES + w] = here
                        ways[end] = w
                        end += 1
        for v in range(NODES):
            ways[v] += ways[NODES + v]
    least = 30
    for v in range(NODES):
        here = ways[v] - (regions - 1 if S[v] == 0 else 0)
        if here < least:
            least = here
    return least
