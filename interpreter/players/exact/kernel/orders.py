"""What the kernel and who calls it agree on: answers, orders, and where everything lies in its vectors."""

from __future__ import annotations

from itertools import accumulate

OPEN, PROVED, DISPROVED, LOOPS, TOO_LONG, NOT_ALONE, OUTDONE = range(7)
"""What `prove` answers: it ran out of fuel; yes; no; play may come back to where it was; it may go on too long; chance
or several players decide; carriers say nothing, because a goal does not keep the other player from theirs."""

MAKER, DRAWS, LENGTH, FUEL, VISITED, DRAWN, MAY_LOOP, CARRIES, BONDS, IDLE, ORDERS = range(11)
"""What `orders` holds: whose result is asked; whether a draw will do; the length of an image; positions that may still
be visited; positions visited; how many draws were seen; whether to look out for repeated positions; whether to use
carriers, bonds, and that some cells are of no use. `ORDERS` is how many numbers these are."""

ENTRY, WAYS = 6, 4
"""A table's entry has two prints, two numbers, the effort and the carrier; so many entries stand side by side."""

FRAME = 11
BEGIN, PRINT, PROVING, REFUTING, MINE, BEFORE, LEFT, CARRIER, CARRYING, IMAGE = 0, 1, 3, 4, 5, 6, 7, 8, 9, 10
"""A position on the line has where its moves begin, two prints, two thresholds, whether the maker decides, what was
visited before it, the cells that still count, the carrier so far, whether carriers are used and where the image
begins whose prints it has."""

CHILD = 8
CODE, ANSWER, PRINTS, SHIELD, TO_PROVE, TO_REFUTE, ITS_IMAGE = 0, 1, 2, 4, 5, 6, 7
"""A move has its code, its answer, two prints, its carrier, the first guess at its two numbers and where its image
begins."""

ALL = (1 << 61) - 1
"""The carrier of whatever has no other: all cells."""

INFINITE = 1 << 40
"""The number of what cannot be."""

NOTHING, HALF, FULL = range(3)
"""What `bond` answers: no win is in sight; one is if the player moves next; one is whoever does."""

MUST, UNION, WINNING, COUNT, HEAD = range(5)
"""What `bond` leaves: the cells that all winning half bonds need, those of the bonds that say so, a win's carrier;
where the list of chains, empty cells and regions ends."""

MOST_FULLS, MOST_HALVES, MOST_WINS, MOST_FOLLOWED = 5, 10, 40, 3_000
"""How many carriers are kept of a pair's full and half bonds, how many of wins; how many full bonds are followed."""


def bond_places(nodes: int, regions: int) -> tuple[int, ...]:
    """Return where everything lies among the numbers that bonds are found in, and finally the room that they take."""
    size = nodes + regions
    rooms = (
        1, nodes, size, size**2, size**2, MOST_FULLS * size**2, MOST_HALVES * size**2, 2 * MOST_WINS, 2 * MOST_WINS,
        MOST_WINS, 3 * MOST_FOLLOWED,
    )  # fmt: skip
    return tuple(accumulate(rooms, initial=HEAD))
