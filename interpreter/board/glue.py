"""Gluing: sides wrapped onto one another, portals, a perimeter glued to its opposite points.

A seam is where the board was glued; crossing it is one bit of an arc's label. Places are drawn; a cell may be drawn in
two places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ..record import Record
from ..values.grid import Grid, Isometry, symmetries
from ..values.values import Cells, Coordinate, Fault
from .outline import outline

MOST_SEAMS = 4
"""Labels have one bit a seam, and a region 2 to that power bits in a chain's mask."""


class Seam(Record):
    """A line along which the board is glued; steps may cross it, and mirror those who cross."""

    name: str
    reverses: bool
    """Whether who crosses it comes out as their mirror image."""

    carries_lines: bool = True
    """Whether a straight line that crosses it goes on in just one way."""


class Crossing(NamedTuple):
    """The place a step leads to, the seams it crosses, and how directions continue there."""

    place: Coordinate
    label: int
    turn: int
    mirrored: bool

    def onwards(self, direction: int) -> int:
        """What a direction is called beyond the crossing, whole turns aside."""
        return self.turn - direction if self.mirrored else self.turn + direction


class _Gate(Record):
    """Beyond a glued side, the board goes on as the isometry says."""

    start: Coordinate
    along: int
    isometry: Isometry
    seam: int


class Glue:
    """All gluing of one board, gathered item by item."""

    def __init__(self, grid: Grid, places: Collection[Coordinate]) -> None:
        self.grid, self.places = grid, places
        self.seams: list[Seam] = []
        self.same: dict[Coordinate, Coordinate] = {}
        """The second place of a cell → its first."""

        self.sides: dict[Coordinate, int] = {}
        """Second places → the bit of the portal they belong to."""

        self.links: list[tuple[Coordinate, Coordinate, int]] = []
        """Links that no step leads along, with their labels."""

        self.wrapped: list[frozenset[Coordinate]] = []
        """The sides that are wrapped."""

        self.frames: list[tuple[Coordinate, ...]] = []
        """The frames of the portals."""

        self.outside_glued: frozenset[Coordinate] = frozenset()
        """The places outside a perimeter that is glued to itself."""

        self._gates: list[_Gate] = []
        self._crossed: dict[tuple[Coordinate, int], Crossing | None] = {}

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Glue) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    # What there is to glue

    def wrap(self, name: str, first: Cells, second: Cells, is_reversed: bool) -> None:
        """Glue two sides, so that who leaves over one comes in over the other."""
        length = len(first.items)
        if length != len(second.items):
            raise Fault("HG410", f"the sides of `{name}` differ: {length} and {len(second.items)} cells", _EQUAL_SIDES)
        if length < 2:
            raise Fault("HG410", f"the sides of `{name}` have fewer than two cells", "wrap sides of two cells or more")
        if set(first.items) & set(second.items):
            raise Fault("HG410", f"the sides of `{name}` have a cell in common", _EQUAL_SIDES)
        seam = len(self.seams)
        along, against = self._direction(first), self._direction(second)
        there = self._continuation(first, along, second, against, is_reversed)
        gates = [
            _Gate(first.items[0], along, there, seam),
            _Gate(second.items[0], against, there.inverse(), seam),
        ]
        for other in self._gates:
            for gate in gates:
                if (gate.start, gate.along) == (other.start, other.along):
                    raise Fault("HG411", "this side is already glued", "glue each side once")
        self._seam(name, is_reversed, carries_lines=True)
        self._gates += gates
        self.wrapped += [frozenset(first.items), frozenset(second.items)]

    def _continuation(self, side: Cells, along: int, other: Cells, against: int, is_reversed: bool) -> Isometry:
        """How the board goes on beyond a side: as it does inside the other, leftwards of it or mirrored."""
        beyond = self.grid.step(side.items[0], along + self._ahead(side, along))
        if is_reversed:
            turned = Isometry(self.grid, (along + against) % len(self.grid.steps), mirrored=True)
            return turned.moved_to(beyond, other.items[0])
        turned = Isometry(self.grid, (against + self.grid.back - along) % len(self.grid.steps))
        return turned.moved_to(beyond, other.items[-1])

    def _ahead(self, side: Cells, along: int) -> int:
        """The turn from a side to the places that the other side is laid on: straight on from the side that follows."""
        border, _ = outline(self.places, self.grid)
        following = border[(border.index(side.items[-1]) + 1) % len(border)] if side.items[-1] in border else None
        for turn in self.grid.outward:
            if following == self.grid.step(side.items[-1], along + turn + self.grid.back):
                return turn
        return self.grid.ahead

    def _direction(self, side: Cells) -> int:
        for direction in range(0, len(self.grid.steps), self.grid.unit):
            if all(self.grid.step(a, direction) == b for a, b in zip(side.items, side.items[1:], strict=False)):
                return direction
        raise Fault("HG410", "only a straight side can be wrapped", _EQUAL_SIDES)

    def antipodal(self, name: str, perimeter: tuple[Coordinate, ...], outside: tuple[Coordinate, ...]) -> None:
        """Glue the perimeter to itself: each of its cells meets the two that lie opposite."""
        length = len(perimeter)
        if length % 2 == 0:
            raise Fault(
                "HG412",
                f"a perimeter of {length} cells has no opposite points between cells",
                "antipodal glue needs a perimeter with an odd number of cells",
            )
        seam = self._seam(name, True)
        self.outside_glued = frozenset(outside)
        opposite = (length + 1) // 2
        self.links += [(perimeter[i], perimeter[(i + opposite) % length], 1 << seam) for i in range(length)]

    def portal(self, name: str, first: Cells, second: Cells, by: str) -> None:
        """Make the cells of two regions one: what is drawn in the second place is the cell of the first."""
        isometry = self._congruence(first, second, by)
        used = {*self.same, *self.same.values()}
        for place in (*first.items, *second.items):
            if place in used:
                raise Fault("HG413", f"`{name}` shares cells with another portal, or its two frames overlap", _APART)
            used.add(place)
        seam = self._seam(name, by == "translation")
        for place in first.items:
            self.same[isometry(place)] = place
            self.sides[isometry(place)] = 1 << seam
        self.frames += [first.items, second.items]

    def _congruence(self, first: Cells, second: Cells, by: str) -> Isometry:
        """The translation, or the mirror image in the line midway, that takes one frame onto the other."""
        if len(first.items) != len(second.items):
            sizes = f"{len(first.items)} and {len(second.items)}"
            raise Fault("HG414", f"the two frames have {sizes} cells", "the two frames must be equal in size and shape")
        wanted = set(second.items)
        mirrored = by == "reflection"
        for symmetry in symmetries(self.grid):
            if symmetry.mirrored != mirrored or (not mirrored and symmetry.turn):
                continue
            for target in second.items[:1] if not mirrored else second.items:
                source = min(first.items) if not mirrored else first.items[0]
                found = symmetry.moved_to(source, min(second.items) if not mirrored else target)
                if all(found(place) in wanted for place in first.items) and (not mirrored or _swaps(found, first)):
                    return found
        raise Fault("HG414", f"no {by} maps one frame onto the other", "the two frames must be equal in size and shape")

    def _seam(self, name: str, reverses: bool, carries_lines: bool = False) -> int:
        if len(self.seams) == MOST_SEAMS:
            raise Fault("HG415", f"more than {MOST_SEAMS} seams", "")
        self.seams.append(Seam(name, reverses, carries_lines))
        return len(self.seams) - 1

    # What was glued

    @property
    def continuations(self) -> list[Isometry]:
        """How the board goes on beyond each wrapped side: takes its places to those where it is laid once more."""
        return [gate.isometry.inverse() for gate in self._gates]

    def cross(self, place: Coordinate, direction: int) -> Crossing | None:
        """Where a step leads; None where it leads off the board."""
        key = place, direction
        if key not in self._crossed:
            self._crossed[key] = self.resolve(self.grid.step(place, direction))
        return self._crossed[key]

    def resolve(self, place: Coordinate) -> Crossing | None:
        """What a place is, through as many wraps as it takes; None where it is off the board."""
        waiting = [Crossing(place, 0, 0, False)]
        for here in waiting:
            if here.place in self.places:
                return here
            if here.label.bit_count() < len(self._gates) // 2:
                waiting += self._through(here)
        return None

    def _through(self, here: Crossing) -> Iterator[Crossing]:
        for gate in self._gates:
            if not here.label >> gate.seam & 1 and self._is_beyond(gate, here.place):
                isometry = gate.isometry
                yield Crossing(
                    isometry(here.place),
                    here.label | 1 << gate.seam,
                    isometry.direction(here.turn),
                    here.mirrored != isometry.mirrored,
                )

    def _is_beyond(self, gate: _Gate, place: Coordinate) -> bool:
        """Whether a place lies on the outer side of a glued side's line."""
        (aq, ar) = self.grid.steps[gate.along]
        (oq, or_) = self.grid.steps[(gate.along + self.grid.ahead) % len(self.grid.steps)]
        q, r = place.q - gate.start.q, place.r - gate.start.r
        determinant = aq * or_ - ar * oq
        return (aq * r - ar * q) * determinant > 0

    def label(self, place: Coordinate) -> int:
        """The portal that a place is the second place of, as a bit; 0 for all others."""
        return self.sides.get(place, 0)


_EQUAL_SIDES = "wrap two straight sides of the same length, such as left and right"
_APART = "the two frames must have no cell in common"


def _swaps(isometry: Isometry, first: Cells) -> bool:
    """Whether a mirror image done twice is nothing: a mirror, not a glide."""
    return all(isometry(isometry(place)) == place for place in first.items)
