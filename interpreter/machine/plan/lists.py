"""Lists of cells by what they hold: the empty ones, and those that pieces are moved from.

List k has `S[LEFT + k]` cells, in any order, in the k-th part of FREE; SPOT has where each cell is in its list.
"""

from __future__ import annotations

from ...rules import ir
from ...rules.program import Rules
from ..text.writer import Tables, Writer, offset
from .sorts import SortWriter


def listed(rules: Rules) -> tuple[frozenset[int], ...]:
    """What the cells of each list hold, no content in two lists; the empty cells come first."""
    lists = [frozenset({ir.EMPTY})]
    for decision in rules.decisions:
        if isinstance(decision.source, ir.Holding) and decision.source.of is None:
            for contents in decision.source.contents:
                if contents and all(contents.isdisjoint(known) for known in lists):
                    lists.append(contents)
    return tuple(lists)


def list_of(cells: ir.CellSet | None, rules: Rules) -> tuple[int, ...] | None:
    """The list that has just the cells of a set, for each `own`; None where there is none."""
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        return None
    lists = listed(rules)
    if any(contents not in lists for contents in cells.contents):
        return None
    return tuple(lists.index(contents) for contents in cells.contents)


def sorts_of(rules: Rules, cells: int) -> SortWriter:
    """The lists of empty cells that are sorted, where nothing is written yet."""
    return SortWriter(rules, Tables(), cells)


class ListWriter:
    def __init__(self, rules: Rules, tables: Tables, cells: int) -> None:
        self.cells, self.lists = cells, listed(rules)
        self.sorts = SortWriter(rules, tables, cells)
        contents = range(rules.content_count)
        self._number = tables.name(
            tuple(next((k for k, held in enumerate(self.lists) if content in held), -1) for content in contents),
            "LISTED",
        )  # fmt: skip

    def leave(self, write: Writer, content: str) -> None:
        """The cell `c` leaves the list of what it has held."""
        write(f"k = {self._number}[{content}]")
        with write.block("if k >= 0:"):
            write("left = S[LEFT + k] - 1", "S[LEFT + k] = left", "at = S[SPOT + c]")
            write(f"last = S[FREE + k * {self.cells} + left]", f"S[FREE + k * {self.cells} + at] = last")
            write("S[SPOT + last] = at")
        if self.sorts.count:
            with write.block(f"if {content} == 0:"):
                self.sorts.leave(write)

    def come(self, write: Writer) -> None:
        """The cell `c`, which was empty, is so no more, for good."""
        write("left = S[LEFT] - 1", "S[LEFT] = left", "at = S[SPOT + c]", "last = S[FREE + left]")
        write("S[FREE + at] = last", "S[SPOT + last] = at")
        if self.sorts.count:
            self.sorts.leave(write)

    def enter(self, write: Writer, content: str) -> None:
        """The cell `c` comes to the end of the list of what it holds."""
        write(f"k = {self._number}[{content}]")
        with write.block("if k >= 0:"):
            write("left = S[LEFT + k]", "S[LEFT + k] = left + 1")
            write(f"S[FREE + k * {self.cells} + left] = c", "S[SPOT + c] = left")
        if self.sorts.count:
            with write.block(f"if {content} == 0:"):
                self.sorts.enter(write)

    def rebuild(self, write: Writer) -> None:
        """All lists afresh."""
        write(*(f"S[{offset('LEFT', k)}] = 0" for k in range(len(self.lists))))
        if self.sorts.count:
            self.sorts.begin(write)
        with write.block(f"for c in range({self.cells}):"):
            self.enter(write, "S[c]")
