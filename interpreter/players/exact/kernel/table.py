"""The table of what is known of positions, by their prints."""

from __future__ import annotations

from ....program.words import Vector
from .orders import ENTRY, WAYS

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
