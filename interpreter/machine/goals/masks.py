"""Properties that the bits of a chain tell, as text (`plan/bits.py`)."""

from __future__ import annotations

from ..plan.bits import BitTest, Compared, Joined, LongArc, Many, Meets, Tally
from ..text.expressions import ExpressionWriter


class MaskWriter:
    """Writes properties of a group. `mask` is the name of the number that holds its bits."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.bits = expressions, expressions.plan.bits

    @property
    def table(self) -> str:
        """For each node, the bits of the sets it meets."""
        return self.expressions.tables.name(self.bits.of_nodes, "MASKS")

    def meets(self, regions: tuple[int, ...], mask: str) -> str:
        """Whether the chain meets a region, at any label."""
        return self._meets(Meets(tuple(map(self.bits.block, regions))), mask)

    def test(self, test: BitTest, mask: str) -> str:
        """A property of a group that its bits tell."""
        match test:
            case LongArc():
                return self._arc(test, mask)
            case Meets():
                return f"({self._meets(test, mask)})"
            case Joined("not", (operand,)):
                return f"(not {self.test(operand, mask)})"
            case Joined():
                return "(" + f" {test.symbol} ".join(self.test(operand, mask) for operand in test.operands) + ")"
            case Many():
                many = self.expressions.small_function(
                    f"bits_{test.least}", "m", f"Whether a number has {test.least} bits or more.",
                    *["m &= m - 1"] * (test.least - 1), "return m != 0",
                )  # fmt: skip
                return f"{many}({mask} & {test.bits})"
            case Compared():
                return f"({self._number(test.left, mask)} {test.symbol} {self._number(test.right, mask)})"
            case _:
                return self.expressions.scalar(test)

    def _number(self, number: Tally | BitTest, mask: str) -> str:
        if isinstance(number, Tally):
            return "(" + " + ".join(f"(1 if {self.test(test, mask)} else 0)" for test in number.tests) + ")"
        return self.test(number, mask)

    def _meets(self, test: Meets, mask: str) -> str:
        return f"{mask} & {self.expressions.by_player(test.blocks, 'BLOCK')} != 0"

    def _arc(self, test: LongArc, mask: str) -> str:
        """No gap between the cells of the group is so long that a shorter run would hold them."""
        if test.known is not None:
            return str(test.known) if test.holds else f"(not {test.known})"
        length, least = test.length, test.least
        full, gap, run = (1 << length) - 1, length - least + 1, 1
        lines = [f"x = m ^ {full}"]
        if least > 1:
            lines = ["if m & (m - 1) == 0:", "    return False", *lines]
        while run < gap:  # a bit stays where a run of `run` missing cells begins
            step = min(run, gap - run)
            lines.append(f"x &= (x & {(1 << step) - 1}) << {length - step} | x >> {step}")
            run += step
        arc = self.expressions.small_function(
            f"arc_{length}_{least}", "m",
            f"Whether a run of a cycle of {length} cells must have {least} or more to hold those with a bit.",
            *lines, "return x == 0",
        )  # fmt: skip
        shifted = f"{mask} >> {test.first}" if test.first else mask
        call = f"{arc}({shifted} & {full})"
        return call if test.holds else f"(not {call})"
