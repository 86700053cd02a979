"""Prints of boards, which a game remembers if its rules ask whether a board repeats."""

from __future__ import annotations

from ...rules.costs.scales import remembered
from ..chance import FACTOR, numbers
from ..plan.sections import present
from ..text.expressions import ExpressionWriter
from ..text.writer import Writer

_BITS = (1 << 31) - 1


class PrintWriter:
    """A content's print is the exclusive or of one number for each cell that holds it; the board's is that of all."""

    def __init__(self, expressions: ExpressionWriter) -> None:
        self.expressions, self.plan = expressions, expressions.plan
        self._contents = self.plan.rules.content_count

    @property
    def kept(self) -> bool:
        """Whether the state keeps the prints of its board; else they are worked out when needed."""
        return self.plan.keeps_prints

    @property
    def now(self) -> str:
        """The print of the board."""
        contents = " ^ ".join(self._each) if self.kept else "fingerprint(S)"
        return f"({contents} ^ numbers(S))" if self.plan.rules.layers else f"({contents})"

    @property
    def _each(self) -> list[str]:
        return [f"S[PRINT + {content}]" for content in range(1, self.plan.prints)]

    @property
    def keep(self) -> list[str]:
        """Save the prints before a try."""
        return [f"kept{number} = {each}" for number, each in enumerate(self._each)] if self.kept else []

    @property
    def restore(self) -> list[str]:
        """Restore them."""
        return [f"{each} = kept{number}" for number, each in enumerate(self._each)] if self.kept else []

    @property
    def _table(self) -> str:
        return self.expressions.tables.name(fingerprints(self.expressions.cells, self._contents), "PRINTS")

    def change(self, cell: str, before: str, after: str) -> list[str]:
        """Update the prints for a cell whose content changes."""
        if not self.kept:
            return []
        return [
            f"S[PRINT + {content}] ^= {self._table}[{cell} * {self._contents} + {content}]"
            for content in (before, after)
        ]

    def bury(self, place: str, after: str) -> list[str]:
        """Update the print of all that lies below tops for a place there whose content changes."""
        if not self.kept:
            return []
        row = f"({place}) * {self._contents}"
        return [f"S[PRINT + {self._contents}] ^= "
                f"{self._buried}[{row} + S[BELOW + {place}]] ^ {self._buried}[{row} + {after}]"]  # fmt: skip

    @property
    def _buried(self) -> str:
        numbers = fingerprints(self.expressions.cells * self.plan.rules.stacks, self._contents)
        return self.expressions.tables.name(numbers[self.expressions.cells * self._contents :], "BURIED")

    def _with_piles(self, write: Writer, into: str) -> None:
        """Add the print of what lies below tops."""
        if self.plan.piles:
            places = self.expressions.cells * (self.plan.rules.stacks - 1)
            with write.block(f"for i in range({places}):"):
                write(f"{into} ^= {self._buried}[i * {self._contents} + S[BELOW + i]]")

    def functions(self, write: Writer) -> None:
        """The functions that test for repetition; none if no rule needs them."""
        if not self.plan.layout.history:
            return
        if not self.kept:
            with write.function("fingerprint(S)", "A number for the board; other boards have other numbers."):
                write("x = 0")
                with write.block(f"for c in range({self.expressions.cells}):"):
                    write(f"x ^= {self._table}[c * {self._contents} + S[c]]")
                self._with_piles(write, "x")
                write("return x")
        if self.kept:
            with write.function("try_put(S, c, v)", "The cell c holds v as long as a decision is tried."):
                write("u = S[c]", *self.change("c", "u", "v"), "S[c] = v")
        if self.plan.rules.layers:
            self._numbers(write)
        with write.function("repeated(S, n)", "Whether the board has looked like this n times before."):
            write(f"x = {self.now}")
            with write.block("for i in range(1, S[HISTORY] + 1):"):  # to the end, several at once where they can be
                write("n -= 1 if S[HISTORY + i] == x else 0")
            write("return n <= 0")
        with write.function("remember(S)", "Note how the board looks; False if there is no room left."):
            with write.block(f"if S[HISTORY] == {remembered(self.expressions.cells)}:"):
                write("return False")
            write("S[HISTORY] += 1", f"S[HISTORY + S[HISTORY]] = {self.now}", "return True")

    def _numbers(self, write: Writer) -> None:
        """Each number's print is made of its bits and those of its place: there may be too many for a table."""
        places = tuple(number & _BITS for number in numbers(present(self.plan.layout.layers).size, 1))
        table = self.expressions.tables.name(places, "PLACES")
        with write.function("numbers(S)", "A number for those on cells and pieces; others have other numbers."):
            write("x = 0")
            with write.block(f"for i in range({len(places)}):"):
                write(f"y = (S[LAYERS + i] & {_BITS} ^ {table}[i]) * {FACTOR}", "y ^= y >> 32")
                write(f"x ^= y ^ (y & {_BITS}) * {FACTOR}")
            write("return x")

    def rebuild(self, write: Writer) -> None:
        """Rebuild the prints, and begin the history with the present board."""
        if self.kept:
            with write.block(f"for i in range({self.plan.prints}):"):
                write("S[PRINT + i] = 0")
            with write.block(f"for c in range({self.expressions.cells}):"):
                write(f"S[PRINT + S[c]] ^= {self._table}[c * {self._contents} + S[c]]")
            self._with_piles(write, f"S[PRINT + {self._contents}]")
        if self.plan.layout.history:
            write("S[HISTORY] = 0", "remember(S)")


def fingerprints(cells: int, contents: int) -> tuple[int, ...]:
    """For each cell and content a number of 62 bits that is as good as random; 0 for a cell that holds nothing."""
    return tuple(number >> 2 if place % contents else 0 for place, number in enumerate(numbers(cells * contents)))
