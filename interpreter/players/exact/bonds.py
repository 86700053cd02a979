"""Connections that nobody can cut, as text of the kernel: wins that are certain before the stones are there.

A full bond joins two chains, empty cells or regions for good: whoever moves next, its owner can join them by stones on
its carrier, a set of empty cells. A half bond does if its owner moves first. Neighbours have a full bond with an empty
carrier; two bonds with disjoint carriers make a longer one through what they share, full if that is a chain, half if it
is an empty cell; half bonds without a cell common to all make a full one (H-search, Anshelevich 2002). Whoever bonds
one thing to all regions of a goal has won; where a half bond does that, the other must answer in its carrier.
"""

from __future__ import annotations

from collections.abc import Sequence

FULLS, HALVES, WINS, QUEUE = 5, 10, 40, 3_000
"""How many carriers are kept of a pair's full and half bonds, how many of wins; how many full bonds are followed."""

NOTHING, HALF, FULL = range(3)
"""What `bond` answers: no win is in sight; one is if the player moves next; one is whoever does."""

MUST, UNION, WINNING, COUNT, HEAD = range(5)
"""What `bond` leaves: the cells that all winning half bonds need, those of the bonds that say so, a win's carrier;
where the list of chains, empty cells and regions ends."""

BONDS = """def subset(one, other):
    return one & other == one


def extent(carrier):
    cells = 0
    while carrier > 0:
        carrier &= carrier - 1
        cells += 1
    return cells


def without_larger(bonds, first, count, carrier):
    for i in range(first, first + count):
        if subset(bonds[i], carrier):
            return -1
    kept = 0
    for i in range(first, first + count):
        if not subset(carrier, bonds[i]):
            bonds[first + kept] = bonds[i]
            kept += 1
    return kept


def add_full(bonds, x, y, carrier):
    pair = x * {size} + y if x < y else y * {size} + x
    first = {fulls} + pair * {FULLS}
    kept = without_larger(bonds, first, bonds[{full_counts} + pair], carrier)
    if kept < 0:
        return
    if kept < {FULLS}:
        bonds[first + kept] = carrier
        kept += 1
        end = bonds[{queue_end}]
        if end + 3 <= len(bonds):
            bonds[end] = x
            bonds[end + 1] = y
            bonds[end + 2] = carrier
            bonds[{queue_end}] = end + 3
    bonds[{full_counts} + pair] = kept


def add_half(bonds, x, y, carrier):
    pair = x * {size} + y if x < y else y * {size} + x
    first = {fulls} + pair * {FULLS}
    for i in range(first, first + bonds[{full_counts} + pair]):
        if subset(bonds[i], carrier):
            return
    first = {halves} + pair * {HALVES}
    kept = without_larger(bonds, first, bonds[{half_counts} + pair], carrier)
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
    if kept < {HALVES}:
        bonds[first + kept] = carrier
        kept += 1
    bonds[{half_counts} + pair] = kept


def is_joined(bonds, x, y):
    pair = x * {size} + y if x < y else y * {size} + x
    return bonds[{full_counts} + pair] > 0 and bonds[{fulls} + pair * {FULLS}] == 0


def own_bit(S, x):
    return 1 << x if x < {cells} and S[x] == 0 else 0


def lay_out(S, p, bonds):
    count = {active}
    for v in range({nodes}):
        bonds[{chain} + v] = -1
    for v in range({nodes}):
        if v < {cells} and S[v] == 0:
            bonds[{chain} + v] = v
            bonds[count] = v
            count += 1
        elif S[v] == 1 + p and bonds[{chain} + v] < 0:
            bonds[{chain} + v] = v
            bonds[count] = v
            count += 1
            begin, end = {queue}, {queue} + 1
            bonds[begin] = v
            while begin < end:
                u = bonds[begin]
                begin += 1
                for w in LINKS[u]:
                    if S[w] == 1 + p and bonds[{chain} + w] < 0:
                        bonds[{chain} + w] = v
                        bonds[end] = w
                        end += 1
    for k in range({regions}):
        bonds[count] = {nodes} + k
        count += 1
    for i in range({active}, count):
        for j in range({active}, count):
            pair = bonds[i] * {size} + bonds[j]
            bonds[{full_counts} + pair] = 0
            bonds[{half_counts} + pair] = 0
    bonds[{COUNT}] = count
    bonds[{queue_end}] = {queue}
    for v in range({nodes}):
        here = bonds[{chain} + v]
        if here >= 0:
            for w in LINKS[v]:
                there = bonds[{chain} + w]
                if there >= 0 and there != here:
                    add_full(bonds, here, there, 0)
    k = {nodes}
    for region in AIMS[p]:
        for v in region:
            if bonds[{chain} + v] >= 0:
                add_full(bonds, bonds[{chain} + v], k, 0)
        k += 1


def follow(S, bonds):
    begin, count = {queue}, bonds[{COUNT}]
    while begin < bonds[{queue_end}]:
        look()
        carrier = bonds[begin + 2]
        for way in range(2):
            x, y = bonds[begin + way], bonds[begin + 1 - way]
            if y < {nodes}:
                bit_x, bit_y = own_bit(S, x), own_bit(S, y)
                for i in range({active}, count):
                    z = bonds[i]
                    pair = y * {size} + z if y < z else z * {size} + y
                    others = bonds[{full_counts} + pair] if z != x and z != y else 0
                    if others > 0 and carrier & own_bit(S, z) == 0:
                        first = {fulls} + pair * {FULLS}
                        for k in range(first, first + others):
                            other = bonds[k]
                            if other & carrier == 0 and other & bit_x == 0:
                                if bit_y == 0:
                                    add_full(bonds, x, z, carrier | other)
                                else:
                                    add_half(bonds, x, z, carrier | other | bit_y)
        begin += 3


def stars(S, bonds, x):
    bit, count = own_bit(S, x), 1
    bonds[{partial}] = bit
    bonds[{partial} + 1] = 1 if bit != 0 else 0
    for k in range({nodes}, {nodes} + {regions}):
        pair, fresh = x * {size} + k, 0
        for i in range(count):
            carrier, used = bonds[{partial} + 2 * i], bonds[{partial} + 2 * i + 1]
            first = {fulls} + pair * {FULLS}
            for j in range(first, first + bonds[{full_counts} + pair]):
                if bonds[j] & carrier == 0 and fresh < {WINS}:
                    bonds[{later} + 2 * fresh] = bonds[j] | carrier
                    bonds[{later} + 2 * fresh + 1] = used
                    fresh += 1
            first = {halves} + pair * {HALVES}
            for j in range(first, first + (0 if used else bonds[{half_counts} + pair])):
                if bonds[j] & carrier == 0 and fresh < {WINS}:
                    bonds[{later} + 2 * fresh] = bonds[j] | carrier
                    bonds[{later} + 2 * fresh + 1] = 1
                    fresh += 1
        count = fresh
        for i in range(2 * count):
            bonds[{partial} + i] = bonds[{later} + i]
    return count


def bond(S, p, bonds):
    lay_out(S, p, bonds)
    follow(S, bonds)
    wins, best, least = 0, {NOTHING}, 99
    bonds[{WINNING}] = 0
    for i in range({active}, bonds[{COUNT}]):
        x = bonds[i]
        if x < {nodes}:
            for j in range(stars(S, bonds, x)):
                carrier, used = bonds[{partial} + 2 * j], bonds[{partial} + 2 * j + 1]
                cells = extent(carrier)
                if used == 0 and (best != {FULL} or cells < least):
                    best, least = {FULL}, cells
                    bonds[{WINNING}] = carrier
                elif used != 0 and best != {FULL}:
                    if best == {NOTHING} or cells < least:
                        best, least = {HALF}, cells
                        bonds[{WINNING}] = carrier
                    if wins < {WINS}:
                        bonds[{won} + wins] = carrier
                        wins += 1
    if best != {HALF}:
        return best
    must, union = bonds[{WINNING}], bonds[{WINNING}]
    for i in range({won}, {won} + wins):
        if must & bonds[i] != must:
            must &= bonds[i]
            union |= bonds[i]
    bonds[{MUST}] = must
    bonds[{UNION}] = union
    if must == 0:
        bonds[{WINNING}] = union
        return {FULL}
    return {HALF}


def is_useless(bonds, v):
    count = bonds[{COUNT}]
    for i in range({active}, count):
        x = bonds[i]
        if x != v and is_joined(bonds, v, x):
            for j in range({active}, i):
                y = bonds[j]
                if y != v and is_joined(bonds, v, y) and not is_joined(bonds, x, y):
                    return False
    return True


"""


WITH_BONDS = """if carries == 1 and orders[{BONDS}] == 1:
        mover = T[MOVER]
        asked = own_colour if orders[{DRAWS}] == 0 else 1 - own_colour
        for turn in range(2):
            p = 1 - asked if turn == 0 else asked
            sight = bond(T, p, bonds)
            if sight == {FULL} or (sight == {HALF} and p == mover):
                frames[{FRAME} * (d + 1)] = begin
                frames[{FRAME} * d + 8] = bonds[{WINNING}]
                if p == mover:
                    arena[begin] = out[0]
                    arena[begin + 1] = 2 - mine
                    arena[begin + 4] = bonds[{WINNING}]
                    frames[{FRAME} * (d + 1)] = begin + {CHILD}
                return 0
            if sight == {HALF}:
                must = bonds[{MUST}]
                frames[{FRAME} * d + 8] = bonds[{UNION}]
        if orders[{IDLE}] == 1:
            kept = 0
            for i in range(n):
                a = out[i]
                if must >> a & 1 != 0 and not is_useless(bonds, a):
                    kept |= 1 << a
            if kept != 0:
                must = kept
        frames[{FRAME} * d + 7] = must
    """
"""What the kernel asks of bonds before it looks at the moves of a position."""


def bonds_text(cells: int, nodes: int, aims: Sequence[Sequence[object]]) -> str:
    """Return the text that finds bonds; `aims` are the regions of each player, as many for one as for the other."""
    return BONDS.format(cells=cells, nodes=nodes, regions=len(aims[0]), **places(nodes, aims), **_NUMBERS)


def places(nodes: int, aims: Sequence[Sequence[object]]) -> dict[str, int]:
    """Return where everything lies among the numbers that bonds are found in, with the room that they take."""
    size = nodes + len(aims[0])
    room = {
        "queue_end": 1, "chain": nodes, "active": size, "full_counts": size**2, "half_counts": size**2,
        "fulls": FULLS * size**2, "halves": HALVES * size**2, "partial": 2 * WINS, "later": 2 * WINS, "won": WINS,
        "queue": 3 * QUEUE,
    }  # fmt: skip
    found, end = {"size": size}, HEAD
    for name, numbers in room.items():
        found[name], end = end, end + numbers
    return found | {"room": end}


_NUMBERS = {
    "FULLS": FULLS, "HALVES": HALVES, "WINS": WINS, "NOTHING": NOTHING, "HALF": HALF, "FULL": FULL, "MUST": MUST,
    "UNION": UNION, "WINNING": WINNING, "COUNT": COUNT,
}  # fmt: skip
