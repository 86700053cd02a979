"""The search itself, always on where the least effort could still decide, and its table of positions."""

from __future__ import annotations

from ....program.words import Vector
from .moves import expand
from .needs import KEPT, step
from .orders import (
    ANSWER, BEFORE, CARRIER, CARRYING, CHILD, DISPROVED, ENTRY, FRAME, FUEL, IMAGE, INFINITE, ITS_IMAGE, LEFT, LENGTH,
    LOOPS, MAKER, MAY_LOOP, MINE, OPEN, PRINT, PRINTS, PROVED, PROVING, REFUTING, SHIELD, TO_PROVE, TO_REFUTE, TOO_LONG,
    VISITED, WAYS,
)  # fmt: skip
from .prints import from_image, print_of, to_image


def prove(
    S: Vector, U: Vector, out: Vector, stack: Vector, frames: Vector, arena: Vector, table: Vector, images: Vector,
    ends: Vector, ways: Vector, bonds: Vector, orders: Vector,
) -> int:  # fmt: skip
    """Search on from a position until the answer is known or fuel runs out; returns the answer."""
    d = 0
    stack[0:KEPT] = S[0:KEPT]
    frames[0] = 0
    frames[PROVING], frames[REFUTING], frames[BEFORE] = INFINITE, INFINITE, orders[VISITED]
    frames[IMAGE] = print_of(S, orders[MAKER], images, orders[LENGTH], frames, PRINT)
    at = found(table, frames[PRINT], frames[PRINT + 1])
    if at >= 0 and table[at + 2] == 0:
        return PROVED
    if at >= 0 and table[at + 3] == 0:
        return DISPROVED
    fault = expand(S, U, 0, out, frames, arena, images, ends, ways, bonds, orders)
    while fault == 0:
        f = FRAME * d
        before = frames[f + LEFT]
        best, least, second, total, other = weigh(f, frames, arena, table, images)
        carrier = arena[best + SHIELD] if least == 0 else frames[f + CARRIER]
        if least != 0 and frames[f + LEFT] != before:
            continue
        pn, dn = (least, total) if frames[f + MINE] == 1 else (total, least)
        if pn >= frames[f + PROVING] or dn >= frames[f + REFUTING] or orders[FUEL] <= 0:
            carrier = to_image(carrier, images, frames[f + IMAGE])
            effort = orders[VISITED] - frames[f + BEFORE] + 1
            keep(table, frames[f + PRINT], frames[f + PRINT + 1], pn, dn, effort, carrier)
            if d == 0:
                return PROVED if pn == 0 else DISPROVED if dn == 0 else OPEN
            d -= 1
            continue
        if (d + 2) * KEPT > len(stack):
            return TOO_LONG
        if orders[MAY_LOOP] == 1 and repeats(frames, d, arena[best + PRINTS], arena[best + PRINTS + 1]):
            return LOOPS
        allow(f, best, second, total - other, frames, arena)
        S[0:KEPT] = stack[d * KEPT : d * KEPT + KEPT]
        step(S, arena[best])
        d += 1
        stack[d * KEPT : d * KEPT + KEPT] = S[0:KEPT]
        frames[f + FRAME + BEFORE] = orders[VISITED]
        orders[VISITED] += 1
        orders[FUEL] -= 1
        fault = expand(S, U, d, out, frames, arena, images, ends, ways, bonds, orders)
    return fault


def weigh(f: int, frames: Vector, arena: Vector, table: Vector, images: Vector) -> tuple[int, int, int, int, int]:
    """Go over the moves of a position that still count, and note which cells do.

    Returns the move that takes the least effort, that effort, the second least, the sum of the efforts that the other
    answer takes, and of these that of the move itself.
    """
    mine, carries, must, carrier = frames[f + MINE], frames[f + CARRYING], frames[f + LEFT], frames[f + CARRIER]
    least, second, total, best, other = INFINITE + 1, INFINITE + 1, 0, -1, 0
    for i in range(frames[f], frames[f + FRAME], CHILD):
        known = arena[i + ANSWER]
        if carries == 1 and must >> arena[i] & 1 == 0 and known != 2 - mine:
            continue
        to_prove, to_refute = arena[i + TO_PROVE], arena[i + TO_REFUTE]
        if known == 0:
            at = found(table, arena[i + PRINTS], arena[i + PRINTS + 1])
            if at >= 0:
                to_prove, to_refute = table[at + 2], table[at + 3]
                known = answered(i, to_prove, to_refute, arena)
                if known != 0:
                    arena[i + SHIELD] = from_image(table[at + 5], images, arena[i + ITS_IMAGE])
                    if known == 2 - mine and carries == 1:
                        arena[i + SHIELD] |= 1 << arena[i]
        else:
            to_prove, to_refute = (0, INFINITE) if known == 1 else (INFINITE, 0)
        if known == 1 + mine and carries == 1:
            must &= arena[i + SHIELD]
            carrier |= arena[i + SHIELD]
        ahead, there = (to_prove, to_refute) if mine == 1 else (to_refute, to_prove)
        total += there
        if ahead < least:
            second, least, best, other = least, ahead, i, there
        elif ahead < second:
            second = ahead
    frames[f + LEFT], frames[f + CARRIER] = must, carrier
    if least > INFINITE:
        least, total = INFINITE, 0
    if least == 0:
        total = INFINITE
    elif total >= INFINITE:
        total = INFINITE - 1
    return best, least, second, total, other


def answered(i: int, to_prove: int, to_refute: int, arena: Vector) -> int:
    """Note the answer of a move that follows from its two numbers; 0 if none does."""
    known = 1 if to_prove == 0 else 2 if to_refute == 0 else 0
    if known != 0:
        arena[i + ANSWER] = known
    return known


def allow(f: int, best: int, second: int, others: int, frames: Vector, arena: Vector) -> None:
    """Lay out the position after a move: its prints, and the thresholds at which another move is better."""
    mine = frames[f + MINE]
    near, far = (
        (frames[f + PROVING], frames[f + REFUTING]) if mine == 1 else (frames[f + REFUTING], frames[f + PROVING])
    )
    if near > second + second // 4 + 1:
        near = second + second // 4 + 1
    far -= others
    if far > INFINITE:
        far = INFINITE
    f += FRAME
    frames[f + PRINT], frames[f + PRINT + 1] = arena[best + PRINTS], arena[best + PRINTS + 1]
    frames[f + IMAGE] = arena[best + ITS_IMAGE]
    frames[f + PROVING], frames[f + REFUTING] = (near, far) if mine == 1 else (far, near)


def repeats(frames: Vector, d: int, one: int, two: int) -> bool:
    """Whether a position has occurred on the line."""
    for f in range(0, FRAME * (d + 1), FRAME):  # noqa: SIM110 - restricted Python
        if frames[f + PRINT] == one and frames[f + PRINT + 1] == two:
            return True
    return False


BUCKET = ENTRY * WAYS


def found(table: Vector, one: int, two: int) -> int:
    """Where the entry of a position is; -1 if there is none."""
    first = one % (len(table) // BUCKET) * BUCKET
    for at in range(first, first + BUCKET, ENTRY):
        if table[at] == one and table[at + 1] == two:
            return at
    return -1


def keep(table: Vector, one: int, two: int, pn: int, dn: int, effort: int, carrier: int) -> None:
    """Keep what is known of a position, in the place of what took the least effort."""
    first = one % (len(table) // BUCKET) * BUCKET
    place, least = first, -1
    for at in range(first, first + BUCKET, ENTRY):
        if table[at] == one and table[at + 1] == two:
            place = at
            break
        if least < 0 or table[at + 4] < least:
            place, least = at, table[at + 4]
    table[place] = one
    table[place + 1] = two
    table[place + 2] = pn
    table[place + 3] = dn
    table[place + 4] = effort
    table[place + 5] = carrier
