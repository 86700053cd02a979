"""The least and the largest value of a number that play decides, as far as they are obvious."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...values.operations import AGGREGATES, LARGEST
from .. import elements, ir
from ..layers import OfCell
from ..spellings import ends_of
from .declared import Declared
from .types import LARGEST_CARD


class Range:
    """The values that numbers can have."""

    def __init__(self, declared: Declared, cells: int) -> None:
        self._declared, self._cells = declared, cells
        self.bound: dict[int, tuple[int, int] | None] = {}
        """The least and the most of each bound number that is known."""

        self.slots: dict[int, tuple[int, int]] = {}
        """The least and the most of each number that a loop, a draw or a choice gives a slot."""

        self.values: dict[int, frozenset[int]] = {}
        """All that a bound name stands for, where it is chosen from values known before play."""

        self.kept: dict[int, frozenset[int]] = {}
        """The same of what is kept in a slot."""

    def keep(self, slot: ir.Variable, values: Sequence[int], is_number: bool) -> None:
        """Note what a slot can hold."""
        self.kept[slot.number] = frozenset(values)
        if is_number:
            self.slots[slot.number] = min(values), max(values)

    def at_least(self, number: ir.Expression) -> int:
        """Return a number that it is never below."""
        match number:
            case ir.Counter("turn"):
                return 1
            case ir.Count() | ir.Size() | ir.HowMany() | ir.Counter() | ir.PlayerCounter() | elements.Height():
                return 0
            case _:
                return self._end(number, min, self.at_least, -LARGEST)

    def at_most(self, number: ir.Expression) -> int:
        """Return a number that it is never above."""
        match number:
            case ir.Count():
                return self._cells
            case ir.HowMany():
                return len(number.tests)
            case ir.Size():
                return LARGEST_CARD + 1
            case elements.Height():
                return self._declared.stacks
            case _:
                return self._end(number, max, self.at_most, LARGEST)

    def _end(
        self, number: ir.Expression, pick: Callable[..., int], of: Callable[[ir.Expression], int], unknown: int
    ) -> int:
        match number:
            case ir.Constant():
                return pick(number.values)
            case ir.Bound(bound) if known := self.bound.get(bound):
                return pick(known)
            case ir.Variable() if number.number in self.slots:
                return pick(self.slots[number.number])
            case ir.Operation("-", (left, right)):
                other = self.at_most if pick is min else self.at_least
                return of(left) - other(right)
            case ir.Variable(slot) if slot in self._declared.kept:
                return of(self._declared.kept[slot])
            case ir.Variable():
                values = self._declared.slots[number.number].values
                return pick(ends_of(values)) if values else unknown
            case OfCell():
                return pick(ends_of(self._declared.layers[number.layer].values))
            case ir.Choice():
                return pick(of(number.then), of(number.other))
            case ir.Operation("+"):
                return sum(map(of, number.operands))
            case elements.Several("largest" | "smallest") if all(test == ir.Constant((1,)) for test in number.tests):
                return AGGREGATES[number.kind](list(map(of, number.numbers)))
            case _:
                return unknown
