"""The least and the largest value of a number that play decides, as far as they are obvious."""

from __future__ import annotations

from collections.abc import Sequence

from ...board.board import Board
from .. import elements, ir, lines, ways
from ..layers import OfCell
from ..spellings import ends_of
from .declared import Declared
from .intervals import ANY_NUMBER, Interval, added, hull, joined, multiplied, worked_out
from .types import LARGEST_CARD

FOREVER = 10**9
"""More turns than any game has."""

_ALWAYS = ir.Constant((1,))
_ARITHMETIC = ("+", "-", "*", "/", "mod")


class Range:
    """The values that numbers can have."""

    def __init__(self, declared: Declared, board: Board) -> None:
        self._declared, self._board = declared, board
        self.bound: dict[int, tuple[int, int] | None] = {}
        """The least and the most of each bound number that is known."""

        self.slots: dict[int, tuple[int, int]] = {}
        """The least and the most of each number that a loop, a draw, a choice or a `let` gives a slot."""

        self.values: dict[int, frozenset[int]] = {}
        """All that a bound name stands for, where it is chosen from values known before play."""

        self.kept: dict[int, frozenset[int]] = {}
        """The same of what is kept in a slot."""

        self._noted: dict[int, tuple[ir.Expression, Interval]] = {}
        """The values of what was worked out, by the identity of its node: names in it may mean others by now."""

    def keep(self, slot: ir.Variable, values: Sequence[int], is_number: bool) -> None:
        """Note what a slot can hold."""
        self.kept[slot.number] = frozenset(values)
        if is_number:
            self.slots[slot.number] = min(values), max(values)

    def at_least(self, number: ir.Expression) -> int:
        """Return a number that it is never below."""
        return self.of(number).low

    def at_most(self, number: ir.Expression) -> int:
        """Return a number that it is never above."""
        return self.of(number).high

    def of(self, number: ir.Expression) -> Interval:
        """Return an interval that it never leaves."""
        noted = self._noted.get(id(number))
        return noted[1] if noted else self._found(number).kept

    def within(self, number: ir.Expression) -> ir.Expression:
        """Return a number that was just worked out; what may be beyond the largest number is kept within it."""
        found = self._found(number)
        kept = number if found == found.kept else elements.Within(number)
        self._noted[id(kept)] = kept, found.kept
        return kept

    def _found(self, number: ir.Expression) -> Interval:
        match number:
            case ir.Operation(symbol, operands) if symbol in _ARITHMETIC:
                return worked_out(symbol, *map(self.of, operands))
            case elements.Aggregate():
                each, most = self.of(number.value), self.count_of(number.among)
                return joined((added(number.kind, each, most), self.of(number.nothing)))
            case elements.Several():
                return self._several(number)
            case elements.Within():
                return self.of(number.number).kept
            case ir.Choice():
                return joined((self.of(number.then), self.of(number.other)))
            case ir.Bound() | ir.Variable() | OfCell():
                return self._named(number)
            case _:
                return self._told(number)

    def _several(self, node: elements.Several) -> Interval:
        numbers, is_sure = list(map(self.of, node.numbers)), _ALWAYS in node.tests
        nothing = () if is_sure else (self.of(node.nothing),)
        none = {"sum": Interval(0, 0), "product": Interval(1, 1)}.get(node.kind)
        if none is None:
            return joined((*numbers, *nothing))
        perhaps = (each if test == _ALWAYS else joined((each, none))
                   for test, each in zip(node.tests, numbers, strict=True))  # fmt: skip
        if node.kind == "product":
            return joined((multiplied(perhaps), *nothing))
        total = none
        for each in perhaps:
            total = worked_out("+", total, each)
        return joined((total, *nothing))

    def count_of(self, among: ir.Among) -> int:
        """Return how many elements there can be."""
        match among:
            case elements.Span():
                return among.most
            case elements.Numbers():
                return LARGEST_CARD + 1
            case elements.Pile():
                return self._declared.stacks
            case _:
                return len(self._board.cells)

    def _named(self, number: ir.Bound | ir.Variable | OfCell) -> Interval:
        match number:
            case ir.Bound(bound):
                return Interval(*(self.bound.get(bound) or ANY_NUMBER))
            case OfCell():
                return hull((*ends_of(self._declared.layers[number.layer].values), number.nothing))
            case ir.Variable(slot):
                values = self._declared.slots[slot].values
                return Interval(*(self.slots.get(slot) or (ends_of(values) if values else ANY_NUMBER)))

    def _told(self, number: ir.Expression) -> Interval:
        """The values of what the position or a table tells."""
        match number:
            case ir.Constant(values):
                return hull(values)
            case ir.Counter("turn"):
                return Interval(1, FOREVER)
            case ir.Counter() | ir.PlayerCounter():
                return Interval(0, FOREVER)
            case ir.Count() | ways.Steps() | lines.LongestRow() | ir.ArcLength():
                return Interval(0, len(self._board.cells))
            case ir.HowMany(tests):
                return Interval(0, len(tests))
            case ir.Size():
                return Interval(0, LARGEST_CARD + 1)
            case elements.Height():
                return Interval(0, self._declared.stacks)
            case ir.Axis(axis):
                return hull((0, *(cell[axis] for cell in self._board.cells)))
            case ir.Lookup(values, _, nothing) | elements.Entry(values, _, nothing):
                return hull((nothing, *values))
            case _:
                return ANY_NUMBER
