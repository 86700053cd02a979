"""What the bits of a chain tell: which of some sets of nodes it meets, at which labels (`rules/facts/masks.py`).

A property of a group that its bits tell becomes a `BitTest`, which is written in terms of a number that holds the bits.
"""

from __future__ import annotations

from functools import cached_property

from ...record import Record
from ...rules import ir
from ...rules.facts.masks import Masks, compared_arc, masks_of
from ...rules.program import Rules
from .nodes import Nodes


class Meets(Record):
    """Whether some of the bits are there; `blocks` has them for each `own`."""

    blocks: tuple[int, ...]


class LongArc(Record):
    """Whether the run of a cycle of `length` cells that holds all cells of the group must be `least` or longer."""

    length: int
    first: int
    """The bit of the cycle's first cell."""

    least: int
    holds: bool
    """False for the opposite question."""

    @property
    def known(self) -> bool | None:
        """The answer if no bit can change it."""
        return self.least <= 0 if not 1 <= self.least <= self.length else None


class Many(Record):
    """Whether at least `least` of the bits are there."""

    least: int
    bits: int


class Joined(Record):
    """Some properties joined by `and` or `or`, or one under `not`."""

    symbol: str
    operands: tuple[BitTest, ...]


class Tally(Record):
    """How many of some properties hold."""

    tests: tuple[BitTest, ...]


class Compared(Record):
    """A comparison of two numbers."""

    symbol: str
    left: Tally | ir.Expression
    right: Tally | ir.Expression


BitTest = Meets | LongArc | Many | Joined | Compared | ir.Expression


class Bits(Record):
    """The bits of chains, and the tables they are made of."""

    masks: Masks
    nodes: Nodes
    regions: tuple[frozenset[int], ...]

    @property
    def size(self) -> int:
        """The number of bits."""
        return len(self.masks.sets) * self.nodes.labels

    @cached_property
    def of_nodes(self) -> tuple[int, ...]:
        """For each node, the bits of the sets it meets, at the labels it meets them at."""
        masks = [0] * self.nodes.count
        for number, nodes in enumerate(self.masks.sets):
            for node, labels in enumerate(self.nodes.meets(nodes)):
                masks[node] |= labels << number * self.nodes.labels
        return tuple(masks)

    def block(self, region: int) -> int:
        """The bits of a region, at any label."""
        return sum(map(self._set, self.masks.region(self.regions[region])))

    def shift(self, region: int) -> int:
        """The first bit of a region that paths ask for."""
        (number,) = self.masks.region(self.regions[region])
        return number * self.nodes.labels

    def _set(self, number: int) -> int:
        return (1 << self.nodes.labels) - 1 << number * self.nodes.labels

    # Properties

    def test(self, node: ir.Expression) -> BitTest:
        """A property of a group that its bits tell."""
        compared = compared_arc(node)
        if compared is not None:
            cycle = compared.arc.cycle
            return LongArc(len(cycle), self.masks.first(cycle), compared.least, compared.holds)
        match node:
            case ir.Touches():
                return Meets(tuple(map(self.block, node.regions)))
            case ir.Operation("not" | "and" | "or"):
                return Joined(node.symbol, tuple(map(self.test, node.operands)))
            case ir.Operation(symbol, (left, right)):
                return self._many(node) or Compared(symbol, self._number(left), self._number(right))
            case _:
                return node

    def _number(self, node: ir.Expression) -> Tally | ir.Expression:
        match node:
            case ir.HowMany():
                return Tally(tuple(map(self.test, node.tests)))
            case ir.Count():
                return Tally(tuple(Meets((block,)) for block in self._counted(node)))
            case _:
                return node

    def _counted(self, node: ir.Count) -> list[int]:
        """The bits of each cell that is counted."""
        assert isinstance(node.cells, ir.Combined)
        fixed = node.cells.left if isinstance(node.cells.left, ir.Fixed) else node.cells.right
        assert isinstance(fixed, ir.Fixed)
        return [self._set(self.masks.cell(cell)) for cell in fixed.cells[0]]

    def _many(self, node: ir.Operation) -> Many | None:
        """A comparison that counting bits answers; None for any other."""
        match node:
            case ir.Operation(">=" | ">" as symbol, (counted, ir.Constant((number,)))):
                pass
            case ir.Operation("<=" | "<" as symbol, (ir.Constant((number,)), counted)):
                pass
            case _:
                return None
        blocks: list[int] = []
        match counted:
            case ir.Count():
                blocks = self._counted(counted)
            case ir.HowMany():
                tests = [test for test in counted.tests if isinstance(test, ir.Touches) and len(set(test.regions)) == 1]
                blocks = [self.block(test.regions[0]) for test in tests]
                if len(blocks) < len(counted.tests):
                    return None
            case _:
                pass
        least = number + (symbol in (">", "<"))
        if not 1 <= least <= 8 or any(bits.bit_count() != 1 for bits in blocks) or len(set(blocks)) < len(blocks):
            return None
        return Many(least, sum(blocks))


def bits_of(rules: Rules, nodes: Nodes) -> Bits:
    """The bits of the chains of a game."""
    return Bits(masks_of(rules), nodes, rules.regions)
