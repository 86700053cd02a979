"""What a player can do with some of the cells, whatever happens elsewhere: lines of a certificate, each from others.

A claim has a colour, an aim, the cells that must hold stones of that colour (`own`) and the carrier, cells that must
not hold stones of the other (`needs`). It says that the colour reaches the aim from every such position by putting
stones on the carrier: a full claim whoever moves next, a half one if the colour does. An aim is to win; to hold, which
is to keep the other from all goals; or to join two things for good, cells that hold stones or regions of the goal.

    ["win", colour, cell, …]                  these stones are a goal, and with all others the other has none
    ["hold", colour, cell, …]                 with all cells but these the other has no goal
    ["link", colour, one, other, cell, …]     these stones join two things
    ["play", cell, line]                      put a stone there, then as the line says: half
    ["meet", line, …]                         the carriers have no common cell, so that one is still there: full
    ["given", cell, …, line]                  the line, with stones there as well
    ["join", one, other, line, …]             joins side by side, in carriers that have no common cell: full
    ["reach", line, …]                        such joins that meet all regions of the goal: to win, full

A region has the number of cells plus its place in the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..deadline import look
from .joining import Joining
from .placing import Placing
from .refusal import Refused, number, row

WIN, HOLD = "win", "hold"
Aim = str | tuple[int, int]


class Claim(NamedTuple):
    """What is claimed; cells are bits."""

    colour: int
    aim: Aim
    own: int
    needs: int
    is_half: bool


class Claims:
    """Reads lines, one after another; each is verified before it is used."""

    def __init__(self, placing: Placing, joining: Joining | None) -> None:
        self._placing, self._joining = placing, joining
        self.found = list[Claim]()
        self.used = set[int]()

    def read(self, lines: object) -> None:
        """Verify lines; raises Refused for the first that is wrong."""
        for place, line in enumerate(row(lines)):
            look()
            try:
                self.found.append(self._claim(row(line)))
            except Refused as why:
                raise Refused(f"line {place}: {why}") from None

    def _claim(self, line: list[object]) -> Claim:
        match line:
            case ["win" | "hold" as aim, colour, *cells]:
                return self._stones(aim, number(colour, 2), self._cells(cells))
            case ["link", colour, one, other, *cells]:
                return self._link(number(colour, 2), self._thing(one, colour), self._thing(other, colour), cells)
            case ["play", cell, part]:
                bit, after = 1 << number(cell, self._placing.cells), self._part(part)
                if after.is_half:
                    raise Refused("after a stone the other moves, which a half claim does not allow")
                return after._replace(own=after.own & ~bit, needs=after.needs | bit, is_half=True)
            case ["given", *cells, part]:
                claim, stones = self._part(part), self._cells(cells)
                return claim._replace(own=claim.own | stones, needs=claim.needs & ~stones)
            case ["meet", *parts]:
                return _met([self._part(part) for part in parts])
            case ["join", one, other, *parts]:
                colour = self._part(parts[0] if parts else None).colour
                return self._joined((self._thing(one, colour), self._thing(other, colour)), parts)
            case ["reach", *parts]:
                return self._reach(parts)
        raise Refused("there is no such line")

    def _cells(self, cells: Sequence[object]) -> int:
        return sum(1 << cell for cell in {number(cell, self._placing.cells) for cell in cells})

    def _part(self, place: object) -> Claim:
        if type(place) is not int or not 0 <= place < len(self.found):
            raise Refused(f"it rests on {place!r:.40}, which is not an earlier line")
        self.used.add(place)
        return self.found[place]

    def _goal(self) -> Joining:
        if self._joining is None:
            raise Refused("the certificate has no drawing, without which joins prove nothing")
        return self._joining

    def _thing(self, value: object, colour: object) -> int:
        goal = self._goal()
        return number(value, goal.cells + len(goal.meeting[number(colour, 2)]))

    def _stones(self, aim: str, colour: int, stones: int) -> Claim:
        winners = self._placing.winners(colour, stones)
        if 1 - colour in winners:
            raise Refused("with all other cells the other has a goal")
        if aim == WIN and colour not in winners:
            raise Refused("the stones are no goal")
        return Claim(colour, aim, stones, 0, is_half=False)

    def _link(self, colour: int, one: int, other: int, cells: Sequence[object]) -> Claim:
        """A join by stones that are there: a way from one thing to the other, both at its ends."""
        goal, stones = self._goal(), self._cells(cells)
        if one >= goal.cells:
            raise Refused("a link begins at a cell")
        reached = [one]
        for here in reached:
            reached += {cell for cell in goal.near[here] if stones >> cell & 1} - {*reached}
        ends = goal.meeting[colour][other - goal.cells] if other >= goal.cells else {other, *goal.near[other]}
        if ends.isdisjoint(reached):
            raise Refused("the stones do not join the two")
        return Claim(colour, _ends(one, other), stones, 0, is_half=False)

    def _joined(self, ends: tuple[int, int], parts: Sequence[object]) -> Claim:
        """Joins that make one from a cell to another thing. Where they meet there must be stones."""
        claims, cells = self._joins(parts), self._goal().cells
        one, other = ends
        inner = {each for claim, pair in claims for each in pair if each < cells} - {one, other}
        if one >= cells or other not in _reached([pair for _, pair in claims], one, cells):
            raise Refused("these joins do not lead from the one to the other")
        return _side_by_side([claim for claim, _ in claims], _ends(one, other), sum(1 << cell for cell in inner))

    def _reach(self, parts: Sequence[object]) -> Claim:
        """Joins of one chain to all regions of the goal."""
        claims, goal = self._joins(parts), self._goal()
        regions = {goal.cells + each for each in range(len(goal.meeting[claims[0][0].colour]))}
        inner = {each for _, pair in claims for each in pair if each < goal.cells}
        if not inner or not regions | inner <= _reached([pair for _, pair in claims], min(inner), goal.cells):
            raise Refused("these joins do not make one chain that meets all regions")
        return _side_by_side([claim for claim, _ in claims], WIN, sum(1 << cell for cell in inner))

    def _joins(self, parts: Sequence[object]) -> list[tuple[Claim, tuple[int, int]]]:
        """Full claims of one colour to join, each with what it joins."""
        claims = [self._part(part) for part in parts]
        found = [(each, each.aim) for each in claims if isinstance(each.aim, tuple) and not each.is_half]
        if not found or len(found) < len(claims) or len({each.colour for each in claims}) > 1:
            raise Refused("these are not full joins of one colour")
        return found


def _ends(one: int, other: int) -> tuple[int, int]:
    """Two things that are joined, in one order."""
    return min(one, other), max(one, other)


def _met(parts: Sequence[Claim]) -> Claim:
    """A claim that holds although the other moves, as one of several is left whatever the other does."""
    if len({(each.colour, each.aim) for each in parts}) != 1:
        raise Refused("these are not claims of one colour to one aim")
    own, needs, common = 0, 0, -1
    for each in parts:
        own, needs = own | each.own, needs | each.needs
    for each in parts:
        common &= each.needs & ~own
    if common:
        raise Refused("all carriers have a cell in common, where the other can move")
    return Claim(parts[0].colour, parts[0].aim, own, needs & ~own, is_half=False)


def _side_by_side(parts: Sequence[Claim], aim: Aim, own: int) -> Claim:
    """A claim that holds as several hold at once: in carriers without a common cell, each move of the other is answered
    in the one that it spoils."""
    needs = 0
    for each in parts:
        own |= each.own
    for each in parts:
        if needs & each.needs & ~own:
            raise Refused("two carriers have a cell in common")
        needs |= each.needs & ~own
    return Claim(parts[0].colour, aim, own, needs, is_half=False)


def _reached(pairs: Sequence[tuple[int, int]], start: int, cells: int) -> set[int]:
    """What joins lead to from a cell; no further from a region, where chains need not meet."""
    reached, seen = [start], {start}
    for here in reached:
        if here < cells:
            fresh = {there for pair in pairs if here in pair for there in pair} - seen
            seen |= fresh
            reached += fresh
    return seen
