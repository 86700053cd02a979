"""The numbers on cells and pieces as text: they are set, go with their pieces, and change with the board at once."""

from __future__ import annotations

from ...rules import deeds
from ...rules.within import may_be_missing
from ..plan.sections import present
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer

UNCHANGED = -(1 << 31)
"""No number that a variable may have: nothing comes to a cell."""


class LayerWriter:
    """`of_pieces` has the numbers of the layers whose values go where pieces go."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.plan = expressions, expressions.plan
        self._layers, self._cells = self.plan.rules.layers, self.plan.cells
        self.of_pieces = tuple(number for number, layer in enumerate(self._layers) if layer.of_pieces)

    def at(self, layer: int, cell: str) -> str:
        """The text of what a layer holds for a cell."""
        return f"S[{present(self.plan.layout.layers).at(layer * self._cells)} + {cell}]"

    def put(self, write: Writer, layer: int, cell: str, value: str, gathers: bool) -> None:
        """Give a cell a value, or note it for later."""
        if gathers:
            write(f"{self._coming(layer, cell)} = {value}")
            return
        if self.plan.layout.has_changed:
            with write.block(f"if {self.at(layer, cell)} != {value}:"):
                write("S[CHANGED] = 1")
        write(f"{self.at(layer, cell)} = {value}")

    def set(self, write: Writer, effect: deeds.SetLayer, gathers: bool) -> None:
        """Give a cell that there is a new value; what pieces have needs a piece, once all has changed."""
        scalar = self.expressions.scalar
        write(f"here, x = {scalar(effect.cell)}, {scalar(effect.value)}")
        if effect.bounds is not None:
            least, most = effect.bounds
            write(f"x = {least} if x < {least} else {most} if x > {most} else x")
        tests = ["here >= 0"] * may_be_missing(effect.cell) + ["S[here] != 0"] * (effect.of_pieces and not gathers)
        with write.when(" and ".join(tests)):
            self.put(write, effect.layer, "here", "x", gathers)

    def nothing_comes(self, cell: str) -> list[str]:
        """Begin to note what comes to a cell."""
        return [f"{self._coming(layer, cell)} = {UNCHANGED}" for layer in range(len(self._layers))]

    def arrive(self, write: Writer, cell: str) -> None:
        """Give a cell what comes to it; where no piece stands in the end, there is the first value."""
        for number, layer in enumerate(self._layers):
            with write.block(f"if {self._coming(number, cell)} != {UNCHANGED}:"):
                write(f"x = {self._coming(number, cell)}")
                if layer.of_pieces:
                    write(f"x = x if S[{cell}] != 0 else {layer.start}")
                self.put(write, number, cell, "x", gathers=False)

    def _coming(self, layer: int, cell: str) -> str:
        return f"S[{present(self.plan.layout.bringing).at(layer * self._cells)} + {cell}]"
