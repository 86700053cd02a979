"""Joins that nobody can cut, with what they rest on (H-search, as `bonds.py` has it, but every step is kept)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ....deadline import look
from ....machine.emit import Machine
from ..aims import Aims
from .claims import Claim, bits, join, link, meet, play, reach

FULLS, HALVES, STARS, QUEUE = 4, 8, 24, 1_500
"""How many full and half joins are kept of two things, how many of one thing with regions; how many are followed."""

Half = tuple[int, Claim]
"""A cell, and the full join that is there once a stone stands on it."""


class Joins:
    """Finds claims to join all regions of a goal."""

    def __init__(self, machine: Machine, aims: Aims) -> None:
        nodes = machine.plan.nodes
        self.cells, self.near = nodes.cells, nodes.cell_rows
        self.meeting = [
            [[node for node, labels in enumerate(nodes.meets(frozenset(region))[: nodes.cells]) if labels]
             for region in regions]
            for regions in aims
        ]  # fmt: skip

    def wins(self, colour: int, own: int, other: int) -> tuple[list[Claim], list[Claim]]:
        """Return full and half claims that a colour wins, in a position with these stones."""
        found = _Look(self, colour, own, other)
        found.follow()
        wins = [win for thing in found.cells for win in found.stars(thing)]
        fulls = [each for each in wins if not each.is_half]
        return sorted(fulls, key=_extent), sorted((each for each in wins if each.is_half), key=_extent)


def _extent(claim: Claim) -> int:
    return claim.needs.bit_count()


class _Look:
    """The joins of one colour in one position. A chain is one thing, called by its smallest cell."""

    def __init__(self, joins: Joins, colour: int, own: int, other: int) -> None:
        self._colour, self._size, self._cells = colour, joins.cells, list[int]()
        regions = joins.meeting[colour]
        self._empty = ~(own | other)
        self._fulls: dict[tuple[int, int], list[Claim]] = {}
        self._halves: dict[tuple[int, int], list[Half]] = {}
        self._queue = list[tuple[int, int, Claim]]()
        self._regions = range(joins.cells, joins.cells + len(regions))
        seen = 0
        for cell in range(joins.cells):
            if other >> cell & 1 or seen >> cell & 1:
                continue
            self._cells.append(cell)
            ways = {cell: list[int]() if self._empty >> cell & 1 else [cell]}
            for here in [*ways] if self._empty >> cell & 1 else _growing(ways, joins, own):
                seen |= 1 << here
                for near in joins.near[here]:
                    if self._empty >> near & 1 and (cell < near or not self._empty >> cell & 1):
                        self._add(cell, near, link(colour, cell, near, ways[here]))
                for number, meeting in zip(self._regions, regions, strict=True):
                    if here in meeting:
                        self._add(cell, number, link(colour, cell, number, ways[here]))

    @property
    def cells(self) -> Sequence[int]:
        """Empty cells, and the first cells of chains."""
        return self._cells

    def _bit(self, thing: int) -> int:
        return 1 << thing & self._empty if thing < self._size else 0

    def _add(self, one: int, other: int, claim: Claim) -> None:
        """Keep a full join, unless one that needs no more is known."""
        known = self._fulls.setdefault((min(one, other), max(one, other)), [])
        if any(not each.needs & ~claim.needs for each in known):
            return
        known[:] = [each for each in known if claim.needs & ~each.needs]
        if len(known) < FULLS:
            known.append(claim)
            if len(self._queue) < QUEUE:
                self._queue.append((one, other, claim))

    def _add_half(self, one: int, other: int, half: Half) -> None:
        """Keep a half join, and the full ones that it makes with others."""
        pair = min(one, other), max(one, other)
        needs = half[1].needs | 1 << half[0]
        if any(not each.needs & ~needs for each in self._fulls.get(pair, ())):
            return
        known = self._halves.setdefault(pair, [])
        if any(not (each[1].needs | 1 << each[0]) & ~needs for each in known):
            return
        known[:] = [each for each in known if needs & ~(each[1].needs | 1 << each[0])]
        for count in (1, 2):
            for some in combinations(known, count):
                shared = needs
                for cell, after in some:
                    shared &= after.needs | 1 << cell
                if not shared:
                    self._add(one, other, meet([play(*each) for each in (half, *some)], 0))
        if len(known) < HALVES:
            known.append(half)

    def follow(self) -> None:
        """Make longer joins of those that are known, until there are no more or too many."""
        for one, other, claim in self._queue:
            look()
            for here, there in ((one, other), (other, one)):
                if there < self._size:
                    self._go_on(here, there, claim)

    def _go_on(self, here: int, through: int, claim: Claim) -> None:
        """Make longer joins through one end of a join."""
        beyond = self._cells if here >= self._size else [*self._cells, *self._regions]
        for there in beyond:
            others = self._fulls.get((min(through, there), max(through, there)), ())
            if there in (here, through) or not others or claim.needs & self._bit(there):
                continue
            first, last = min(here, there), max(here, there)
            for other in list(others):
                if other.needs & (claim.needs | self._bit(here)):
                    continue
                longer = join(first, last, (claim, other), 1 << through)
                if self._bit(through):
                    self._add_half(first, last, (through, longer))
                else:
                    self._add(first, last, longer)

    def stars(self, thing: int) -> Iterator[Claim]:
        """Claims that one thing is joined to all regions; at most one of the joins is half."""
        bit = self._bit(thing)
        partial: list[tuple[int, tuple[Claim, ...], int | None]] = [(bit, (), thing if bit else None)]
        for region in self._regions:
            fresh = list[tuple[int, tuple[Claim, ...], int | None]]()
            for needs, parts, first in partial:
                fresh += [(needs | each.needs, (*parts, each), first)
                          for each in self._fulls.get((thing, region), ()) if not each.needs & needs]  # fmt: skip
                for cell, after in self._halves.get((thing, region), ()) if first is None else ():
                    if not (after.needs | 1 << cell) & needs:
                        fresh.append((needs | after.needs | 1 << cell, (*parts, after), cell))
            partial = fresh[:STARS]
        for _, parts, first in partial:
            whole = reach(parts, bits([thing]))
            yield whole if first is None else play(first, whole)


def _growing(ways: dict[int, list[int]], joins: Joins, own: int) -> Iterator[int]:
    """Each cell of a chain, with a way of stones from the first to it in `ways`."""
    queue = list(ways)
    for here in queue:
        yield here
        for near in joins.near[here]:
            if own >> near & 1 and near not in ways:
                ways[near] = [*ways[here], near]
                queue.append(near)
