"""What a chain's bits tell: texts in terms of a number `mask` that holds them (`rules/facts/masks.py`)."""

from __future__ import annotations

from ...rules import ir
from ...rules.facts.masks import compared_arc, masks_of
from ..text.expressions import ExpressionWriter


class MaskWriter:
    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.rules, self.nodes = expressions, expressions.rules, expressions.nodes
        self.masks = masks_of(expressions.rules)

    @property
    def bits(self) -> int:
        """How many bits there are."""
        return len(self.masks.sets) * self.nodes.labels

    @property
    def table(self) -> str:
        """For each node, the bits of the sets it meets, at the labels it meets them at."""
        masks = [0] * self.nodes.count
        for number, nodes in enumerate(self.masks.sets):
            for node, labels in enumerate(self.nodes.meets(nodes)):
                masks[node] |= labels << number * self.nodes.labels
        return self.expressions.tables.name(tuple(masks), "MASKS")

    def block(self, region: int) -> int:
        """The bits of a region, at any label."""
        block = (1 << self.nodes.labels) - 1
        return sum(block << number * self.nodes.labels for number in self.masks.region(self.rules.regions[region]))

    def shift(self, region: int) -> int:
        """Where the bits of a region that paths ask for begin."""
        (number,) = self.masks.region(self.rules.regions[region])
        return number * self.nodes.labels

    def meets(self, regions: tuple[int, ...]) -> str:
        """Whether the chain meets a region, at any label."""
        return f"mask & {self.expressions.by_player(tuple(map(self.block, regions)), 'BLOCK')} != 0"

    def told(self, node: ir.Expression) -> str:
        """A property of a group that its bits tell."""
        compared = compared_arc(node)
        if compared is not None:
            long = self._arc(compared.arc.cycle, compared.least)
            return long if compared.holds else f"(not {long})"
        match node:
            case ir.Touches():
                return f"({self.meets(node.regions)})"
            case ir.Operation("not", (operand,)):
                return f"(not {self.told(operand)})"
            case ir.Operation("and" | "or"):
                return "(" + f" {node.symbol} ".join(map(self.told, node.operands)) + ")"
            case ir.Operation(symbol, (left, right)):
                return self._many(node) or f"({self._number(left)} {symbol} {self._number(right)})"
        return self.expressions.scalar(node)

    def _number(self, node: ir.Expression) -> str:
        match node:
            case ir.HowMany():
                return "(" + " + ".join(f"(1 if {self.told(test)} else 0)" for test in node.tests) + ")"
            case ir.Count():
                return "(" + " + ".join(f"(1 if mask & {block} != 0 else 0)" for block in self._cells(node)) + ")"
        return self.expressions.scalar(node)

    def _cells(self, node: ir.Count) -> list[int]:
        """The bits of each cell that is counted."""
        assert isinstance(node.cells, ir.Combined)
        fixed = node.cells.left if isinstance(node.cells.left, ir.Fixed) else node.cells.right
        assert isinstance(fixed, ir.Fixed)
        block = (1 << self.nodes.labels) - 1
        return [block << self.masks.cell(cell) * self.nodes.labels for cell in fixed.cells[0]]

    def _many(self, node: ir.Operation) -> str:
        """Whether so many of some bits are there; empty where that is not what is asked."""
        match node:
            case ir.Operation(">=" | ">" as symbol, (counted, ir.Constant((number,)))):
                pass
            case ir.Operation("<=" | "<" as symbol, (ir.Constant((number,)), counted)):
                pass
            case _:
                return ""
        blocks: list[int] = []
        match counted:
            case ir.Count():
                blocks = self._cells(counted)
            case ir.HowMany():
                blocks = [self.block(test.regions[0]) for test in counted.tests
                          if isinstance(test, ir.Touches) and len(set(test.regions)) == 1]  # fmt: skip
                if len(blocks) < len(counted.tests):
                    return ""
        least = number + (symbol in (">", "<"))
        if not 1 <= least <= 8 or any(bits.bit_count() != 1 for bits in blocks) or len(set(blocks)) < len(blocks):
            return ""
        call = self.expressions.called_once(
            f"bits_{least}", "m", f"Whether a number has {least} bits or more.",
            *["m &= m - 1"] * (least - 1), "return m != 0",
        )  # fmt: skip
        return call.format(f"mask & {sum(blocks)}")

    def _arc(self, cycle: tuple[int, ...], least: int) -> str:
        """Whether a run of a cycle that holds all cells of the group must be so long: no gap is too long for that."""
        length, first = len(cycle), self.masks.first(cycle)
        if not 1 <= least <= length:
            return str(least <= 0)
        full, gap, run = (1 << length) - 1, length - least + 1, 1
        lines = [f"x = m ^ {full}"]
        if least > 1:
            lines = ["if m & (m - 1) == 0:", "    return False", *lines]
        while run < gap:  # a bit stays where a run of `run` missing cells begins
            step = min(run, gap - run)
            lines.append(f"x &= (x & {(1 << step) - 1}) << {length - step} | x >> {step}")
            run += step
        call = self.expressions.called_once(
            f"arc_{length}_{least}", "m",
            f"Whether a run of a cycle of {length} cells must have {least} or more to hold those with a bit.",
            *lines, "return x == 0",
        )  # fmt: skip
        shifted = f"mask >> {first}" if first else "mask"
        return call.format(f"{shifted} & {full}")
