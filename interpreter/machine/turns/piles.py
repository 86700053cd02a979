"""Piles: how what lies on a cell changes.

`S[c]` is the top of the cell c, and `S[HIGH + c]` how many pieces lie there. Those below the top are in BELOW, so many
places for each cell, the lowest first; the others of its places hold 0.
"""

from __future__ import annotations

from collections.abc import Callable

from ..text.expressions import ExpressionWriter
from ..text.writer import Writer
from .prints import PrintWriter

Put = Callable[[Writer, str, str], None]
"""Writes how the top of a cell changes, and what is derived from it."""


class PileWriter:
    """Writes the calls of functions that change piles, and these functions as they are needed."""

    def __init__(self, expressions: ExpressionWriter, prints: PrintWriter, put: Put) -> None:
        self._expressions, self._prints, self._put = expressions, prints, put
        self.most = expressions.plan.rules.stacks
        self._room = self.most - 1
        self._notes_changes = bool(expressions.plan.layout.has_changed)

    def becomes(self, cell: str, content: str) -> str:
        """The call that lets the top become something, or takes all away."""
        base, write = f"c * {self._room}", Writer()
        with write.block("if v == 0:"):
            with write.block(f"for i in range({base}, {base} + S[HIGH + c] - 1):"):
                write(*self._bury("i", "0"))
            write("S[HIGH + c] = 0")
        with write.block("elif S[HIGH + c] == 0:"):
            write("S[HIGH + c] = 1")
        self._put(write, "c", "v")
        return self._call("cover", "c, v", "The top of the cell c becomes v; with 0, all is taken away.", write,
                          cell, content)  # fmt: skip

    def gains(self, cell: str, content: str) -> str:
        """The call that lays a piece on a cell."""
        write = Writer()
        write("n = S[HIGH + c]")
        with write.block(f"if n < {self.most}:"):
            with write.block("if n > 0:"):
                write(*self._bury(f"c * {self._room} + n - 1", "S[c]"))
            write("S[HIGH + c] = n + 1", *self._noted)
            self._put(write, "c", "v")
        return self._call("gain", "c, v", "The piece v comes to lie on the cell c, if it has room.", write,
                          cell, content)  # fmt: skip

    def loses(self, cell: str, number: str) -> str:
        """The call that takes pieces from the top of a cell."""
        write = Writer()
        write("m = S[HIGH + c]")
        with write.block("if n >= m:"):
            write(self.becomes("c", "0"))
        with write.block("elif n > 0:"):
            write(f"top = c * {self._room} + m - n - 1", "v = S[BELOW + top]")
            with write.block("for i in range(top, top + n):"):
                write(*self._bury("i", "0"))
            write("S[HIGH + c] = m - n", *self._noted)
            self._put(write, "c", "v")
        return self._call("take", "c, n", "The top n pieces are taken from the cell c.", write, cell, number)

    def carries(self, here: str, there: str, number: str) -> str:
        """The call that lays pieces from the top of a cell on another."""
        write = Writer()
        write("m, k = S[HIGH + c], S[HIGH + d]", "n = m if n > m else n")
        with write.block(f"if c != d and n > 0 and k + n <= {self.most}:"):
            write(f"base = d * {self._room} + k")
            with write.block("if k > 0:"):
                write(*self._bury("base - 1", "S[d]"))
            write(f"low = c * {self._room} + m - n")
            with write.block("for i in range(n - 1):"):
                write(*self._bury("base + i", "S[BELOW + low + i]"))
            write("S[HIGH + d] = k + n")
            self._put(write, "d", "S[c]")
            write(self.loses("c", "n"))
        return self._call("carry", "c, d, n", "The top n pieces of c come to lie on d in their order, if it has room.",
                          write, here, there, number)  # fmt: skip

    @property
    def _noted(self) -> list[str]:
        return ["S[CHANGED] = 1"] * self._notes_changes

    def _bury(self, place: str, content: str) -> list[str]:
        """Change what lies below a top."""
        return [*self._prints.bury(place, content), f"S[BELOW + {place}] = {content}"]

    def _call(self, name: str, parameters: str, meaning: str, body: Writer, *arguments: str) -> str:
        """The call of a function, of which there is another for positions that are only tried."""
        name = f"try_{name}" if self._expressions.is_trying else name
        self._expressions.small_function(name, f"S, {parameters}", meaning, *body.lines)
        return f"{name}(S, {', '.join(arguments)})"
