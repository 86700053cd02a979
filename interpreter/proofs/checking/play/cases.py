"""Cases of what the cells with names hold, and truths of which some are not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ....record import Record
from ....rules import ir

Name: TypeAlias = ir.Bound | ir.GroupBound


class Spot(Record):
    """A cell with a name: what it holds, and of some marks whether the player who decides has put them there."""

    content: int
    marks: tuple[tuple[int, bool], ...] = ()

    def marked(self, number: int) -> bool | None:
        """Whether it has a mark; None where that is not known."""
        return dict(self.marks).get(number)

    def with_mark(self, number: int, has_it: bool | None) -> Spot:
        """The same with another mark, or without knowledge of it."""
        rest = tuple(each for each in self.marks if each[0] != number)
        return Spot(self.content, rest if has_it is None else tuple(sorted((*rest, (number, has_it)))))


class Case(Record):
    """One case: which names stand for which spots, what these hold, and who may be the player who decides."""

    names: tuple[tuple[Name, int], ...]
    spots: tuple[Spot, ...]
    movers: tuple[int, ...]

    def spot(self, cell: object) -> int | None:
        """The number of the spot that an expression names, if it does."""
        return next((number for name, number in self.names if name == cell), None)

    def holding(self, number: int, spot: Spot) -> Case:
        """The same with another content of a spot."""
        return Case(self.names, (*self.spots[:number], spot, *self.spots[number + 1 :]), self.movers)


Cases: TypeAlias = dict[Case, int]
"""Cases, each with the least change of the number so far."""


class Groups(Record):
    """What cells of a group that a loop has named can hold, by the number of its name."""

    held: tuple[tuple[int, frozenset[int]], ...] = ()

    def of(self, number: int) -> frozenset[int] | None:
        """Its contents, None for any."""
        return dict(self.held).get(number)


NO_GROUPS = Groups()


def aliases(case: Case, name: Name) -> Iterator[Case]:
    """Cases in which a new name stands for a cell that has one."""
    for number in range(len(case.spots)):
        yield Case((*case.names, (name, number)), case.spots, case.movers)


# Truths: None is one that is not known


def all_same(values: Iterable[bool]) -> bool | None:
    """Return what all values are; None if they differ."""
    found = {*values}
    return found.pop() if len(found) == 1 else None


def negated(value: bool | None) -> bool | None:
    """Return what a value is not."""
    return None if value is None else not value


def all_of(*values: bool | None) -> bool | None:
    """Return whether all hold."""
    return False if False in values else None if None in values else True


def any_of(*values: bool | None) -> bool | None:
    """Return whether any holds."""
    return True if True in values else None if None in values else False
