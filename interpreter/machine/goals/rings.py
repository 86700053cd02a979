"""Rings noted where chains merge, from the stones on the places around a new one (`board/rings.py`).

A stone that joins k chains, which meet it in r runs of the places around it, changes the number of chains by 1 - k and
that of chains less holes (Euler's) by 1 - r: so r - k holes are new. And what was filled stone by stone leaves a cell
with stones all around.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..plan.goals import Rings
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer
from .around import dense, write_around

PLACE = 5
"""The bits of one place in a number that lists some: its number, after a one."""


class RingWriter:
    """Writes what tells whether a stone closes a ring."""

    def __init__(self, expressions: ExpressionWriter, rings: Rings) -> None:
        self._rings, self._name = rings, expressions.tables.name
        self.beside = self._name(tuple(map(padded, rings.beside)), "BESIDE")
        self._enclosed = self._name(tuple(map(listed, rings.enclosed)), "ENCLOSED")

    def functions(self, write: Writer, owned: str) -> None:
        """The tests; `owned` tells whether node d holds a stone of `p`."""
        with write.function("stones(S, p, v, c)", "The places around a cell on which p has stones, as bits."):
            write("m = 0")
            with write.block(f"for k in range({self._rings.places}):"):
                write(f"d = {self.beside}[c][k]", f"m |= (({owned}) * (d != c)) << k")
            write("return m")
        meaning = "Whether a stone of p, with others on places m around it, leaves a cell with stones all around."
        with write.function("surrounds(S, p, v, c, m)", meaning):
            write(f"j = {self._enclosed}[m]")
            with write.block("while j > 0:"):
                write(f"d = {self._at('j')}", f"j >>= {PLACE}")
                with write.block(f"if stones(S, p, v, d) & {self._rings.whole} == {self._rings.whole}:"):
                    write("return True")
            write("return False")
        meaning = "Whether the stone v of p on c, which joined so many chains, closes a ring."
        with write.function("closes(S, p, v, c, parts)", meaning):
            runs = self._name(tuple(map(len, self._rings.joints)), "RUNS")
            write("m = stones(S, p, v, c)", f"return {runs}[m] > parts or surrounds(S, p, v, c, m)")
        if self._rings.is_small:
            write_around(write, self.beside, self._name(dense(self._rings.places), "DENSE"), self._rings.places)

    @contextmanager
    def runs(self, write: Writer) -> Iterator[None]:
        """A loop over the runs of stones of `p` around a new one; `d` is a stone of the run."""
        write(f"j = {self._name(tuple(map(listed, self._rings.joints)), 'JOINTS')}[own]")
        with write.block("while j > 0:"):
            write(f"d = {self._at('j')}", f"j >>= {PLACE}")
            yield

    @property
    def closed(self) -> str:
        """Whether a stone with others at `own` closes a ring, where `again` says if it met a chain in two runs."""
        return f"(again == 1 or {self._enclosed}[own] != 0 and surrounds(S, p, v, c, own))"

    def _at(self, numbers: str) -> str:
        return f"{self.beside}[c][({numbers} & {(1 << PLACE) - 1}) >> 1]"


def listed(numbers: tuple[int, ...]) -> int:
    """Places as one number, the first in the lowest bits."""
    return sum((2 * number + 1) << PLACE * at for at, number in enumerate(numbers))


def padded(beside: tuple[int, ...]) -> tuple[int, ...]:
    """The cells around a cell, and the cell itself for all other numbers that a list can hold."""
    return (*beside, *beside[-1:] * ((1 << PLACE - 1) - len(beside)))
