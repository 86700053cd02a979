"""An algebra of sets in one position: which lie within others, and which have no cell in common, whatever play is.

What it says is certain; where it says nothing, the sets may still be so.
"""

from __future__ import annotations

from typing import TypeVar

from ...rules import ir

MOST_STEPS = 200
"""So many pairs of sets are compared for one question; after that, nothing is said."""

Of = TypeVar("Of")


class Algebra:
    """The algebra for one `own`, on a board of so many cells: for one question, as its steps are counted."""

    def __init__(self, own: int, cells: int) -> None:
        self._own, self._cells, self._left = own, cells, MOST_STEPS

    def within(self, one: ir.CellSet, other: ir.CellSet) -> bool:
        """Whether each cell of a set is certainly in another."""
        self._left -= 1
        if self._left < 0 or one == other:
            return self._left >= 0
        match other:
            case ir.Combined("|", left, right) if self.within(one, left) or self.within(one, right):
                return True
            case ir.Combined("&", left, right) if self.within(one, left) and self.within(one, right):
                return True
            case ir.Combined("-", left, right) if self.within(one, left) and self.apart(one, right):
                return True
            case ir.Fixed() if len(self._mine(other.cells)) == self._cells:
                return True
            case _:
                return self._parts_within(one, other)

    def _parts_within(self, one: ir.CellSet, other: ir.CellSet) -> bool:
        match one, other:
            case ir.Combined("|", left, right), _:
                return self.within(left, other) and self.within(right, other)
            case ir.Combined("&", left, right), _:
                return self.within(left, other) or self.within(right, other)
            case (ir.Combined("-", cells, _), _) | (ir.Filtered(_, cells, _), _):
                return self.within(cells, other)
            case ir.Holding(held, None), ir.Holding(others, None):
                return self._mine(held) <= self._mine(others)
            case ir.Fixed(held), ir.Fixed(others):
                return {*self._mine(held)} <= {*self._mine(others)}
            case _:
                return False

    def apart(self, one: ir.CellSet, other: ir.CellSet) -> bool:
        """Whether two sets certainly have no cell in common."""
        self._left -= 1
        return self._left >= 0 and (self._apart_from(one, other) or self._apart_from(other, one))

    def _apart_from(self, one: ir.CellSet, other: ir.CellSet) -> bool:
        match one, other:
            case ir.Combined("|", left, right), _:
                return self.apart(left, other) and self.apart(right, other)
            case ir.Combined("&", left, right), _:
                return self.apart(left, other) or self.apart(right, other)
            case ir.Combined("-", left, right), _:
                return self.apart(left, other) or self.within(other, right)
            case ir.Filtered(_, cells, _), _:
                return self.apart(cells, other)
            case ir.Holding(held, None), ir.Holding(others, None):
                return self._mine(held).isdisjoint(self._mine(others))
            case ir.Fixed(held), ir.Fixed(others):
                return {*self._mine(held)}.isdisjoint(self._mine(others))
            case _:
                return False

    def _mine(self, values: tuple[Of, ...]) -> Of:
        return values[self._own % len(values)]
