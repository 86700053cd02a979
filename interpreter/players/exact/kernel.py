"""Proof-number search over a generated module, as text: run as plain Python over lists, or compiled over arrays.

The question is whether one person, the maker, can force a result; at their turns one move must do (an `or`), at all
others every move (an `and`). Each position has a proof number and a disproof number, the least effort that either
answer could still take; the search always goes on where that is least, depth first within thresholds (df-pn, Nagai
2002), and keeps the numbers in a table of fixed size. An answer follows from answers that were found before it, never
from an estimate, so it is right whatever the table has forgotten.
"""

from __future__ import annotations

from ...machine.answers import PLAYING
from ...machine.emit import Machine
from ...rules.facts.endings import wins_at_goals_alone
from ...rules.facts.goals import OWN, owner_of
from ...rules.program import CHOICE
from . import bonds
from .aims import DISTANCE, GUESS, NO_GUESS, aims_of, are_joined_by_one, links_of

OPEN, PROVED, DISPROVED, LOOPS, TOO_LONG, NOT_ALONE, OUTDONE = range(7)
"""What `prove` answers: it ran out of fuel; yes; no; play may come back to where it was; it may go on too long; chance
or several players decide; carriers say nothing, because a goal does not keep the other player from theirs."""

MAKER, DRAWS, LENGTH, FUEL, NODES, DRAWN, MAY_LOOP, CARRIES, BONDS, IDLE, ORDERS = range(11)
"""What `orders` holds: whose result is asked; whether a draw will do; the length of an image; positions that may still
be visited; positions visited; how many draws were seen; whether to look out for repeated positions; whether to use
carriers, bonds, and that some cells are of no use. `ORDERS` is how many numbers these are."""

ENTRY, WAYS = 6, 4
"""A table's entry has two prints, two numbers, the effort and the carrier; so many entries stand side by side."""

FRAME, CHILD = 11, 8
"""A position on the line has where its moves begin, two prints, two thresholds, whether the maker decides, what was
visited before it, the cells that still count, the carrier so far, whether carriers are used and where the image
begins whose prints it has; a move has its code, its answer, two prints, its carrier, the first guess at its two numbers
and where its image begins."""

ALL = (1 << 61) - 1
"""The carrier of whatever has no other: all cells."""

PARAMETERS, ARRAYS = {"prove": "SSOKKKKKKKKK"}, {"K": 0}
"""What `prove` takes, as `native.compiled.Addition` says it."""

PROVE = """

def person(S, colour):
    return {person}


def print_of(S, maker, images, length, into, at):
    chosen = 0
    first = length
    while first < len(images):
        for k in range(length):
            x, y = S[images[first + k]], S[images[chosen + k]]
            if x != y:
                if x < y:
                    chosen = first
                break
        first += length
    one = 1 + 65537 * {side}
    two = one + 4
    for k in range(chosen, chosen + length):
        x = S[images[k]]
        one = ((one ^ x) & 0xFFFFFFFF) * 698769069 + (one >> 32)
        two = ((two ^ x) & 0xFFFFFFFF) * 1791398085 + (two >> 32)
        {wide}
    into[at] = one
    into[at + 1] = two
    return chosen


def to_image(carrier, images, first):
    if first == 0 or carrier == {ALL}:
        return carrier
    moved = 0
    for c in range({cells}):
        if carrier >> images[first + c] & 1:
            moved |= 1 << c
    return moved


def from_image(carrier, images, first):
    if first == 0 or carrier == {ALL}:
        return carrier
    moved = 0
    for c in range({cells}):
        if carrier >> c & 1:
            moved |= 1 << images[first + c]
    return moved


def found(table, one, two):
    first = one % (len(table) // {bucket}) * {bucket}
    for at in range(first, first + {bucket}, {entry_size}):
        if table[at] == one and table[at + 1] == two:
            return at
    return -1


def keep(table, one, two, pn, dn, effort, carrier):
    first = one % (len(table) // {bucket}) * {bucket}
    place, least = first, -1
    for at in range(first, first + {bucket}, {entry_size}):
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


def verdict(S, ends, orders):
    winner = ends[S[END]]
    if winner < 0:
        orders[{DRAWN}] += 1
        return 2 - orders[{DRAWS}]
    return 1 if person(S, winner) == orders[{MAKER}] else 2


def outdone(S, winner):
    other = 1 - winner
    for c in range({cells}):
        if S[c] != 1 + winner:
            S[c] = 1 + other
    rebuild(S)
    return {other_wins}


{distance}def expand(T, U, d, out, frames, arena, images, ends, ways, bonds, orders):
    maker = orders[{MAKER}]
    own_colour = {makers_colour}
    mine = 1 if person(T, T[MOVER]) == maker else 0
    frames[{FRAME} * d + 5] = mine
    begin = frames[{FRAME} * d]
    if {not_alone}:
        return {NOT_ALONE}
    n = legal(T, out)
    if begin + n * {CHILD} > len(arena):
        return {TOO_LONG}
    at = begin
    carries = 1 if orders[{CARRIES}] == 1 and {is_placing} else 0
    frames[{FRAME} * d + 7] = {ALL}
    frames[{FRAME} * d + 8] = 0
    frames[{FRAME} * d + 9] = carries
    must = {ALL}
    {bonds}for i in range(n):
        a = out[i]
        if carries == 1 and must >> a & 1 == 0:
            continue
        look()
        U[0:{KEPT}] = T[0:{KEPT}]
        step(U, a)
        known = 0
        if U[END] != {PLAYING}:
            known = verdict(U, ends, orders)
            if carries == 1 and ends[U[END]] >= 0 and outdone(U, ends[U[END]]):
                return {OUTDONE}
        if known == 2 - mine:
            arena[begin] = a
            arena[begin + 1] = known
            arena[begin + 4] = 1 << a if carries == 1 and ends[U[END]] >= 0 else {ALL}
            frames[{FRAME} * (d + 1)] = begin + {CHILD}
            return 0
        arena[at] = a
        arena[at + 1] = known
        arena[at + 4] = {ALL}
        if known == 0:
            arena[at + 7] = print_of(U, maker, images, orders[{LENGTH}], arena, at + 2)
            {guess}
        at += {CHILD}
    frames[{FRAME} * (d + 1)] = at
    if carries == 1 and orders[{BONDS}] == 0:
        other = 1 - T[MOVER]
        for i in range(n):
            look()
            U[0:{KEPT}] = T[0:{KEPT}]
            U[MOVER] = other
            step(U, out[i])
            if U[END] != {PLAYING} and ends[U[END]] == other:
                if outdone(U, other):
                    return {OUTDONE}
                frames[{FRAME} * d + 7] &= 1 << out[i]
                frames[{FRAME} * d + 8] |= 1 << out[i]
    return 0


def repeats(frames, d, one, two):
    for k in range(d + 1):
        if frames[{FRAME} * k + 1] == one and frames[{FRAME} * k + 2] == two:
            return True
    return False


def prove(S, U, out, stack, frames, arena, table, images, ends, ways, bonds, orders):
    infinite = 1 << 40
    maker, d = orders[{MAKER}], 0
    stack[0:{KEPT}] = S[0:{KEPT}]
    frames[0] = 0
    frames[3] = infinite
    frames[4] = infinite
    frames[6] = orders[{NODES}]
    frames[10] = print_of(S, maker, images, orders[{LENGTH}], frames, 1)
    at = found(table, frames[1], frames[2])
    if at >= 0 and table[at + 2] == 0:
        return {PROVED}
    if at >= 0 and table[at + 3] == 0:
        return {DISPROVED}
    fault = expand(S, U, 0, out, frames, arena, images, ends, ways, bonds, orders)
    if fault:
        return fault
    while True:
        f = {FRAME} * d
        mine = frames[f + 5]
        least, second, total, best, other = infinite + 1, infinite + 1, 0, -1, 0
        carries, must, carrier, before = frames[f + 9], frames[f + 7], frames[f + 8], frames[f + 7]
        for i in range(frames[f], frames[f + {FRAME}], {CHILD}):
            known = arena[i + 1]
            to_prove, to_refute = arena[i + 5], arena[i + 6]
            if carries == 1 and must >> arena[i] & 1 == 0 and known != 2 - mine:
                continue
            if known == 0:
                at = found(table, arena[i + 2], arena[i + 3])
                if at >= 0:
                    to_prove, to_refute = table[at + 2], table[at + 3]
                    if to_prove == 0:
                        known = 1
                    elif to_refute == 0:
                        known = 2
                    if known != 0:
                        arena[i + 1] = known
                        arena[i + 4] = from_image(table[at + 5], images, arena[i + 7])
                        if known == 2 - mine and carries == 1:
                            arena[i + 4] |= 1 << arena[i]
            elif known == 1:
                to_prove, to_refute = 0, infinite
            else:
                to_prove, to_refute = infinite, 0
            if known == 1 + mine and carries == 1:
                must &= arena[i + 4]
                carrier |= arena[i + 4]
            ahead, there = (to_prove, to_refute) if mine else (to_refute, to_prove)
            total += there
            if ahead < least:
                second = least
                least, best, other = ahead, i, there
            elif ahead < second:
                second = ahead
        frames[f + 7] = must
        frames[f + 8] = carrier
        if least == 0:
            carrier = arena[best + 4]
        elif must != before:
            continue
        if least > infinite:
            least, total = infinite, 0
        if least == 0:
            total = infinite
        elif total >= infinite:
            total = infinite - 1
        pn, dn = (least, total) if mine else (total, least)
        if pn >= frames[f + 3] or dn >= frames[f + 4] or orders[{FUEL}] <= 0:
            carrier = to_image(carrier, images, frames[f + 10])
            keep(table, frames[f + 1], frames[f + 2], pn, dn, orders[{NODES}] - frames[f + 6] + 1, carrier)
            if d == 0:
                return {PROVED} if pn == 0 else {DISPROVED} if dn == 0 else {OPEN}
            d -= 1
            continue
        if (d + 2) * {KEPT} > len(stack):
            return {TOO_LONG}
        near, far = (frames[f + 3], frames[f + 4]) if mine else (frames[f + 4], frames[f + 3])
        if near > second + second // 4 + 1:
            near = second + second // 4 + 1
        far = far - total + other
        if far > infinite:
            far = infinite
        if orders[{MAY_LOOP}] and repeats(frames, d, arena[best + 2], arena[best + 3]):
            return {LOOPS}
        here = d * {KEPT}
        S[0:{KEPT}] = stack[here : here + {KEPT}]
        step(S, arena[best])
        d += 1
        here += {KEPT}
        stack[here : here + {KEPT}] = S[0:{KEPT}]
        f += {FRAME}
        frames[f + 1] = arena[best + 2]
        frames[f + 2] = arena[best + 3]
        frames[f + 10] = arena[best + 7]
        frames[f + 3] = near if mine else far
        frames[f + 4] = far if mine else near
        frames[f + 6] = orders[{NODES}]
        orders[{NODES}] += 1
        orders[{FUEL}] -= 1
        fault = expand(S, U, d, out, frames, arena, images, ends, ways, bonds, orders)
        if fault:
            return fault
"""


_NUMBERS = {
    "PLAYING": PLAYING, "PROVED": PROVED, "DISPROVED": DISPROVED, "OPEN": OPEN, "LOOPS": LOOPS, "TOO_LONG": TOO_LONG,
    "NOT_ALONE": NOT_ALONE, "MAKER": MAKER, "DRAWS": DRAWS, "LENGTH": LENGTH, "FUEL": FUEL, "NODES": NODES,
    "DRAWN": DRAWN, "MAY_LOOP": MAY_LOOP, "FRAME": FRAME, "CHILD": CHILD, "CARRIES": CARRIES, "OUTDONE": OUTDONE,
    "ALL": ALL, "BONDS": BONDS, "IDLE": IDLE, "HALF": bonds.HALF, "FULL": bonds.FULL, "MUST": bonds.MUST,
    "UNION": bonds.UNION, "WINNING": bonds.WINNING,
}  # fmt: skip


def text_of(machine: Machine) -> str:
    """Return the search over a machine's module, as text written as generated modules are."""
    layout, rules, nodes = machine.layout, machine.plan.rules, machine.plan.nodes
    aims = aims_of(rules) if carries(machine) else ()
    tables = f"\nLINKS = {links_of(nodes)!r}\nAIMS = {aims!r}\n\n" if aims else ""
    has_bonds = bonds_room(machine) > 0
    if has_bonds:
        tables += bonds.bonds_text(machine.plan.cells, nodes.count, aims)
    others = [number for number, point in enumerate(rules.points) if point.way != CHOICE]
    is_one_of = " or ".join(f"T[AT] == {number}" for number in others) or "False"
    wide = """x = x >> 32
        one = ((one ^ x) & 0xFFFFFFFF) * 698769069 + (one >> 32)
        two = ((two ^ x) & 0xFFFFFFFF) * 1791398085 + (two >> 32)"""
    return tables + PROVE.format(
        guess=GUESS if aims else NO_GUESS,
        distance=DISTANCE.format(nodes=nodes.count) if aims else "",
        bonds=bonds.WITH_BONDS.format(**_NUMBERS) if has_bonds else "",
        makers_colour="(0 if T[SEAT] == maker else 1)" if layout.seat else "maker",
        person="S[SEAT + colour]" if layout.seat else "colour",
        side="(1 if S[SEAT] == maker else 0)" if layout.seat else "0",
        not_alone=is_one_of if layout.at or not others else "True",
        wide="" if layout.fits else wide,
        bucket=ENTRY * WAYS,
        entry_size=ENTRY,
        KEPT=layout.kept,
        cells=machine.plan.cells,
        is_placing=f"T[TURN] > {machine.plan.facts.turn_matters_until}" if layout.turn else "True",
        other_wins=_other_wins(machine) if carries(machine) else "True",
        **_NUMBERS,
    )


def bonds_room(machine: Machine) -> int:
    """Return how many numbers bonds are found in; 0 where a goal does not allow for them."""
    aims = aims_of(machine.plan.rules) if carries(machine) else ()
    return bonds.places(machine.plan.nodes.count, aims)["room"] if aims and are_joined_by_one(machine, aims) else 0


def carries(machine: Machine) -> bool:
    """Whether wins have carriers: two players put down stones, and goals are reached by a player's own stones alone.

    Then a stone of one's own never hurts, and whoever wins by stones on some cells, the carrier, wins whatever the
    other does elsewhere: only answers within all known carriers need to be tried.
    """
    rules, facts = machine.plan.rules, machine.plan.facts
    is_plain = len(rules.players) == 2 and len(rules.pieces) == 1 and not rules.variables and not rules.marks
    goals = wins_at_goals_alone(rules) and all(facts.joined_goals)
    return (
        is_plain and goals and facts.stones_or_pass and facts.stones_only_come and not facts.forbids
        and machine.plan.cells <= 61 and machine.blocks[0].takes_cell and facts.turn_matters_until >= 0
        and all(decision.word in ("place", "swap") for decision in rules.decisions)
        and all(owner_of(goal.cells, rules) == OWN for goal in rules.goals)
    )  # fmt: skip


def _other_wins(machine: Machine) -> str:
    """Return the text of whether the player `other` reaches a goal."""
    wins = []
    for number, ending in enumerate(machine.plan.rules.endings):
        if ending.result == "win":
            whose = "" if ending.player is None else f"other == {ending.player} and "
            wins.append(f"({whose}ending_{number}(S, other))")
    return " or ".join(wins)
