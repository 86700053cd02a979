"""Connections that nobody can cut: wins that are certain before the stones are there.

A full bond joins two chains, empty cells or regions for good: whoever moves next, its owner can join them by stones on
its carrier, a set of empty cells. A half bond does if its owner moves first. Neighbours have a full bond with an empty
carrier; two bonds with disjoint carriers make a longer one through what they share, full if that is a chain, half if it
is an empty cell; half bonds without a cell common to all make a full one (H-search, Anshelevich 2002). Whoever bonds
one thing to all regions of a goal has won; where a half bond does that, the other must answer in its carrier.
"""

from __future__ import annotations

from ....deadline import look
from ....program.words import Vector
from .needs import AIMS, CELLS, LINKS, NODES, REGIONS
from .orders import COUNT, FULL, HALF, MOST_FULLS, MOST_HALVES, MOST_WINS, MUST, NOTHING, UNION, WINNING, bond_places

SIZE = NODES + REGIONS
"""How many chains, empty cells and regions there may be."""

(
    QUEUE_END, CHAIN, ACTIVE, FULL_COUNTS, HALF_COUNTS, FULLS, HALVES, PARTIAL, LATER, WON, QUEUE, _
) = bond_places(NODES, REGIONS)  # fmt: skip
"""Where the bonds to be followed end; by node its chain; the list of chains, empty cells and regions; by pair how many
bonds there are, and their carriers; lists of carriers in the making, of wins, and of bonds to be followed."""


def subset(one: int, other: int) -> bool:
    """Whether a set of cells lies in another."""
    return one & other == one


def extent(carrier: int) -> int:
    """How many cells a carrier has."""
    cells = 0
    while carrier > 0:
        carrier &= carrier - 1
        cells += 1
    return cells


def without_larger(bonds: Vector, first: int, count: int, carrier: int) -> int:
    """Take away the carriers in which a new one lies; returns how many are left, -1 if it has no use itself."""
    for i in range(first, first + count):
        if subset(bonds[i], carrier):
            return -1
    kept = 0
    for i in range(first, first + count):
        if not subset(carrier, bonds[i]):
            bonds[first + kept] = bonds[i]
            kept += 1
    return kept


def add_full(bonds: Vector, x: int, y: int, carrier: int) -> None:
    """Note a full bond, which is to be followed."""
    pair = x * SIZE + y if x < y else y * SIZE + x
    first = FULLS + pair * MOST_FULLS
    kept = without_larger(bonds, first, bonds[FULL_COUNTS + pair], carrier)
    if kept < 0:
        return
    if kept < MOST_FULLS:
        bonds[first + kept] = carrier
        kept += 1
        end = bonds[QUEUE_END]
        if end + 3 <= len(bonds):
            bonds[end] = x
            bonds[end + 1] = y
            bonds[end + 2] = carrier
            bonds[QUEUE_END] = end + 3
    bonds[FULL_COUNTS + pair] = kept


def add_half(bonds: Vector, x: int, y: int, carrier: int) -> None:
    """Note a half bond, and the full ones that it makes with others."""
    pair = x * SIZE + y if x < y else y * SIZE + x
    first = FULLS + pair * MOST_FULLS
    for i in range(first, first + bonds[FULL_COUNTS + pair]):
        if subset(bonds[i], carrier):
            return
    first = HALVES + pair * MOST_HALVES
    kept = without_larger(bonds, first, bonds[HALF_COUNTS + pair], carrier)
    if kept < 0:
        return
    for i in range(first, first + kept):
        both = bonds[i] & carrier
        if both == 0:
            add_full(bonds, x, y, bonds[i] | carrier)
        else:
            for j in range(first, i):
                if both & bonds[j] == 0:
                    add_full(bonds, x, y, bonds[i] | bonds[j] | carrier)
    if kept < MOST_HALVES:
        bonds[first + kept] = carrier
        kept += 1
    bonds[HALF_COUNTS + pair] = kept


def is_joined(bonds: Vector, x: int, y: int) -> bool:
    """Whether two things are next to each other."""
    pair = x * SIZE + y if x < y else y * SIZE + x
    return bonds[FULL_COUNTS + pair] > 0 and bonds[FULLS + pair * MOST_FULLS] == 0


def own_bit(S: Vector, x: int) -> int:
    """The set of a cell that is empty; no cell for other things."""
    return 1 << x if x < CELLS and S[x] == 0 else 0


def lay_out(S: Vector, p: int, bonds: Vector) -> None:
    """List a player's chains, the empty cells and the regions, with the bonds of neighbours."""
    count = listed(S, p, bonds)
    for i in range(ACTIVE, count):
        for j in range(ACTIVE, count):
            pair = bonds[i] * SIZE + bonds[j]
            bonds[FULL_COUNTS + pair] = 0
            bonds[HALF_COUNTS + pair] = 0
    bonds[COUNT] = count
    bonds[QUEUE_END] = QUEUE
    for v in range(NODES):
        here = bonds[CHAIN + v]
        if here >= 0:
            for w in LINKS[v]:
                there = bonds[CHAIN + w]
                if there >= 0 and there != here:
                    add_full(bonds, here, there, 0)
    k = NODES
    for region in AIMS[p]:
        for v in region:
            if bonds[CHAIN + v] >= 0:
                add_full(bonds, bonds[CHAIN + v], k, 0)
        k += 1


def listed(S: Vector, p: int, bonds: Vector) -> int:
    """List a player's chains, each by its first node, the empty cells and the regions; returns where the list ends."""
    count = ACTIVE
    for v in range(NODES):
        bonds[CHAIN + v] = -1
    for v in range(NODES):
        if v < CELLS and S[v] == 0:
            bonds[CHAIN + v] = v
            bonds[count] = v
            count += 1
        elif S[v] == 1 + p and bonds[CHAIN + v] < 0:
            gather(S, p, v, bonds)
            bonds[count] = v
            count += 1
    for k in range(REGIONS):
        bonds[count] = NODES + k
        count += 1
    return count


def gather(S: Vector, p: int, v: int, bonds: Vector) -> None:
    """Note for each node of a chain by which node the chain is known."""
    begin, end = QUEUE, QUEUE + 1
    bonds[CHAIN + v] = v
    bonds[begin] = v
    while begin < end:
        u = bonds[begin]
        begin += 1
        for w in LINKS[u]:
            if S[w] == 1 + p and bonds[CHAIN + w] < 0:
                bonds[CHAIN + w] = v
                bonds[end] = w
                end += 1


def follow(S: Vector, bonds: Vector) -> None:
    """Make longer bonds of full ones, until there are no more."""
    begin, count = QUEUE, bonds[COUNT]
    while begin < bonds[QUEUE_END]:
        look()
        carrier = bonds[begin + 2]
        for way in range(2):
            x, y = bonds[begin + way], bonds[begin + 1 - way]
            if y < NODES:
                bit_x, bit_y = own_bit(S, x), own_bit(S, y)
                for i in range(ACTIVE, count):
                    z = bonds[i]
                    pair = y * SIZE + z if y < z else z * SIZE + y
                    others = bonds[FULL_COUNTS + pair] if x != z != y else 0
                    if others > 0 and carrier & own_bit(S, z) == 0:
                        first = FULLS + pair * MOST_FULLS
                        for k in range(first, first + others):
                            other = bonds[k]
                            if other & carrier == 0 and other & bit_x == 0:
                                if bit_y == 0:
                                    add_full(bonds, x, z, carrier | other)
                                else:
                                    add_half(bonds, x, z, carrier | other | bit_y)
        begin += 3


def stars(S: Vector, bonds: Vector, x: int) -> int:
    """List the carriers by which something is bonded to all regions, and whether by a half bond; returns how many."""
    bit, count = own_bit(S, x), 1
    bonds[PARTIAL] = bit
    bonds[PARTIAL + 1] = 1 if bit != 0 else 0
    for k in range(NODES, NODES + REGIONS):
        pair, fresh = x * SIZE + k, 0
        for i in range(count):
            carrier, used = bonds[PARTIAL + 2 * i], bonds[PARTIAL + 2 * i + 1]
            first = FULLS + pair * MOST_FULLS
            for j in range(first, first + bonds[FULL_COUNTS + pair]):
                if bonds[j] & carrier == 0 and fresh < MOST_WINS:
                    bonds[LATER + 2 * fresh] = bonds[j] | carrier
                    bonds[LATER + 2 * fresh + 1] = used
                    fresh += 1
            first = HALVES + pair * MOST_HALVES
            for j in range(first, first + (0 if used else bonds[HALF_COUNTS + pair])):
                if bonds[j] & carrier == 0 and fresh < MOST_WINS:
                    bonds[LATER + 2 * fresh] = bonds[j] | carrier
                    bonds[LATER + 2 * fresh + 1] = 1
                    fresh += 1
        count = fresh
        for i in range(2 * count):
            bonds[PARTIAL + i] = bonds[LATER + i]
    return count


def bond(S: Vector, p: int, bonds: Vector) -> int:
    """What is certain of a player's goal, as `orders.py` has it."""
    lay_out(S, p, bonds)
    follow(S, bonds)
    wins, best, least = 0, NOTHING, 99
    bonds[WINNING] = 0
    for i in range(ACTIVE, bonds[COUNT]):
        x = bonds[i]
        if x < NODES:
            for j in range(stars(S, bonds, x)):
                carrier, used = bonds[PARTIAL + 2 * j], bonds[PARTIAL + 2 * j + 1]
                cells = extent(carrier)
                if used == 0 and (best != FULL or cells < least):
                    best, least = FULL, cells
                    bonds[WINNING] = carrier
                elif used != 0 and best != FULL:
                    if best == NOTHING or cells < least:
                        best, least = HALF, cells
                        bonds[WINNING] = carrier
                    if wins < MOST_WINS:
                        bonds[WON + wins] = carrier
                        wins += 1
    if best != HALF:
        return best
    must, union = bonds[WINNING], bonds[WINNING]
    for i in range(WON, WON + wins):
        if must & bonds[i] != must:
            must &= bonds[i]
            union |= bonds[i]
    bonds[MUST] = must
    bonds[UNION] = union
    if must == 0:
        bonds[WINNING] = union
        return FULL
    return HALF


def is_useless(bonds: Vector, v: int) -> bool:
    """Whether an empty cell joins only what is joined without it."""
    count = bonds[COUNT]
    for i in range(ACTIVE, count):
        x = bonds[i]
        if x != v and is_joined(bonds, v, x):
            for j in range(ACTIVE, i):
                y = bonds[j]
                if y != v and is_joined(bonds, v, y) and not is_joined(bonds, x, y):
                    return False
    return True
