"""Claims about some of the cells, as lines of a certificate: what each needs, and what it rests on.

A claim holds wherever its colour has the stones `own` and the other has none on the carrier `needs`: a half claim if
its colour is to move, any other whoever is. docs/solving.md says what each kind of line means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_


class TooLargeError(Exception):
    """A strategy that takes more room than there is."""


class Claim:
    """A line, with the claims that it rests on. Cells are bits."""

    __slots__ = ("head", "is_half", "needs", "own", "parts")

    def __init__(
        self, head: tuple[str | int, ...], parts: Sequence[Claim], own: int, needs: int, *, is_half: bool = False
    ) -> None:
        self.head, self.parts, self.own, self.needs, self.is_half = head, parts, own, needs, is_half


def bits(cells: Iterable[int]) -> int:
    """Return cells as bits."""
    return reduce(or_, (1 << cell for cell in cells), 0)


def cells_of(stones: int) -> list[int]:
    """Return bits as cells."""
    return [cell for cell in range(stones.bit_length()) if stones >> cell & 1]


def stones(aim: str, colour: int, own: int) -> Claim:
    """Stones that reach an aim by themselves."""
    return Claim((aim, colour, *cells_of(own)), (), own, 0)


def link(colour: int, one: int, other: int, way: Sequence[int]) -> Claim:
    """Two things that stones join, or that are next to each other."""
    return Claim(("link", colour, one, other, *way), (), bits(way), 0)


def play(cell: int, after: Claim) -> Claim:
    """A stone, and then another claim."""
    return Claim(("play", cell), (after,), after.own & ~(1 << cell), after.needs | 1 << cell, is_half=True)


def common(parts: Iterable[Claim], own: int) -> int:
    """Return the cells that all claims need, where a colour has some stones already; all bits for no claim."""
    return reduce(and_, (each.needs & ~own for each in parts), -1)


def given(claim: Claim, stones: int) -> Claim:
    """A claim with more stones than it must have."""
    own = claim.own | stones
    return Claim(("given", *cells_of(stones)), (claim,), own, claim.needs & ~own, is_half=claim.is_half)


def meet(parts: Sequence[Claim], held: int) -> Claim:
    """Claims that the other cannot all prevent where a colour has some stones, as few of them as will do."""
    kept = list(parts)
    for each in parts:
        fewer = [other for other in kept if other is not each]
        if fewer and not common(fewer, held):
            kept = fewer
    if missing := common(kept, _own(kept)):
        kept[0] = given(kept[0], missing)
    own = _own(kept)
    return Claim(("meet",), kept, own, reduce(or_, (each.needs for each in kept)) & ~own)


def join(one: int, other: int, parts: Sequence[Claim], inner: int) -> Claim:
    """Joins that make one, with stones on the cells `inner` where they meet."""
    return _side_by_side(("join", one, other), parts, inner)


def reach(parts: Sequence[Claim], inner: int) -> Claim:
    """Joins of one chain to all regions, with stones on the cells `inner` where they meet."""
    return _side_by_side(("reach",), parts, inner)


def _side_by_side(head: tuple[str | int, ...], parts: Sequence[Claim], inner: int) -> Claim:
    own = _own(parts) | inner
    return Claim(head, parts, own, reduce(or_, (each.needs for each in parts)) & ~own)


def _own(parts: Iterable[Claim]) -> int:
    return reduce(or_, (each.own for each in parts), 0)


class Sheet:
    """The lines of a certificate: each claim after those it rests on, and once."""

    def __init__(self) -> None:
        self.lines = list[list[str | int]]()
        self._places: dict[tuple[str | int, ...], int] = {}
        self._known: dict[Claim, int] = {}

    @property
    def mark(self) -> int:
        """How many lines there are."""
        return len(self.lines)

    def back_to(self, mark: int) -> None:
        """Forget all lines but so many."""
        del self.lines[mark:]
        self._places = {line: place for line, place in self._places.items() if place < mark}
        self._known = {claim: place for claim, place in self._known.items() if place < mark}

    def place(self, claim: Claim) -> int:
        """Return the place of a claim's line."""
        if claim not in self._known:
            line = (*claim.head, *map(self.place, claim.parts))
            if line not in self._places:
                self._places[line] = len(self.lines)
                self.lines.append(list(line))
            self._known[claim] = self._places[line]
        return self._known[claim]
