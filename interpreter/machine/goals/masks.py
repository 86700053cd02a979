"""Properties that the bits of a chain tell, as text (`plan/bits.py`)."""

from __future__ import annotations

from ..plan.bits import Compared, Joined, LongArc, Many, Meets, Tally, Told
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

    def told(self, told: Told, mask: str) -> str:
        """A property of a group that its bits tell."""
        match told:
            case LongArc():
                return self._arc(told, mask)
            case Meets():
                return f"({self._meets(told, mask)})"
            case Joined("not", (operand,)):
                return f"(not {self.told(operand, mask)})"
            case Joined():
                return "(" + f" {told.symbol} ".join(self.told(operand, mask) for operand in told.operands) + ")"
            case Many():
                many = self.expressions.small_function(
                    f"bits_{told.least}", "m", f"Whether a number has {told.least} bits or more.",
                    *["m &= m - 1"] * (told.least - 1), "return m != 0",
                )  # fmt: skip
                return f"{many}({mask} & {told.bits})"
            case Compared():
                return f"({self._number(told.left, mask)} {told.symbol} {self._number(told.right, mask)})"
            case _:
                return self.expressions.scalar(told)

    def _number(self, number: Tally | Told, mask: str) -> str:
        if isinstance(number, Tally):
            return "(" + " + ".join(f"(1 if {self.told(test, mask)} else 0)" for test in number.tests) + ")"
        return self.told(number, mask)

    def _meets(self, told: Meets, mask: str) -> str:
        return f"{mask} & {self.expressions.by_player(told.blocks, 'BLOCK')} != 0"

    def _arc(self, told: LongArc, mask: str) -> str:
        """No gap between the cells of the group is so long that a shorter run would hold them."""
        if told.known is not None:
            return str(told.known) if told.holds else f"(not {told.known})"
        length, least = told.length, told.least
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
        shifted = f"{mask} >> {told.first}" if told.first else mask
        call = f"{arc}({shifted} & {full})"
        return call if told.holds else f"(not {call})"
