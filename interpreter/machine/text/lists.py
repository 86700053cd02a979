"""Keeping the lists of cells, sorted or not, and the counts of what lies around each cell (`plan/lists.py`)."""

from __future__ import annotations

from ..plan.lists import Around, CellLists, Sorting
from ..plan.plan import Plan
from ..plan.sections import present
from .writer import Tables, Writer, plus


class ListWriter:
    """Moves cells, given by their names, between the lists of what they hold."""

    def __init__(self, plan: Plan, lists: CellLists, tables: Tables) -> None:
        self._plan, self._lists, self.cells = plan, lists, plan.cells
        self.sorts = SortWriter(plan, tables)
        contents = range(plan.rules.content_count)
        self._number = tables.name(tuple(map(lists.number, contents)), "LISTED")

    def leave(self, write: Writer, cell: str, content: str) -> None:
        """Remove a cell from the list of what it held."""
        write(f"k = {self._number}[{content}]")
        with write.block("if k >= 0:"):
            write("left = S[LEFT + k] - 1", "S[LEFT + k] = left", f"at = S[SPOT + {cell}]")
            write(f"last = S[FREE + k * {self.cells} + left]", f"S[FREE + k * {self.cells} + at] = last")
            write("S[SPOT + last] = at")
        if self.sorts.any:
            with write.block(f"if {content} == 0:"):
                self.sorts.leave(write, cell)

    def fill(self, write: Writer, cell: str) -> None:
        """Remove a cell from the list of empty ones for good."""
        write("left = S[LEFT] - 1", "S[LEFT] = left", f"at = S[SPOT + {cell}]", "last = S[FREE + left]")
        write("S[FREE + at] = last", "S[SPOT + last] = at")
        if self.sorts.any:
            self.sorts.leave(write, cell)

    def enter(self, write: Writer, cell: str, content: str) -> None:
        """Append a cell to the list of what it holds."""
        write(f"k = {self._number}[{content}]")
        with write.block("if k >= 0:"):
            write("left = S[LEFT + k]", "S[LEFT + k] = left + 1")
            write(f"S[FREE + k * {self.cells} + left] = {cell}", f"S[SPOT + {cell}] = left")
        if self.sorts.any:
            with write.block(f"if {content} == 0:"):
                self.sorts.enter(write, cell)

    def rebuild(self, write: Writer) -> None:
        """Rebuild all lists."""
        left = present(self._plan.layout.left)
        write(*(f"S[{left.at(k)}] = 0" for k in range(len(self._lists.held))))
        if self.sorts.any:
            self.sorts.begin(write)
        with write.block(f"for c in range({self.cells}):"):
            self.enter(write, "c", "S[c]")


class SortWriter:
    """Moves cells into and out of the sorted lists of empty cells."""

    def __init__(self, plan: Plan, tables: Tables) -> None:
        self._sorts, self._tables = plan.sorts, tables

    @property
    def any(self) -> bool:
        """Whether there are sorted lists."""
        return bool(self._sorts.lists)

    @property
    def _firsts(self) -> str:
        return self._tables.name(self._sorts.firsts, "BEGIN")

    def _each_slot(self) -> tuple[str, str]:
        """The tables of each cell's slots, and of each slot's list."""
        return (
            self._tables.name(self._sorts.of_cells, "SLOTS"),
            self._tables.name(tuple(number for _, number in self._sorts.slots), "SORT"),
        )

    def leave(self, write: Writer, cell: str) -> None:
        """Remove a cell that is no longer empty."""
        slots, lists = self._each_slot()
        with write.block(f"for s in {slots}[{cell}]:"):
            write(f"k = {lists}[s]", "left = S[UPTO + k] - 1", "S[UPTO + k] = left", "at = S[PLACE + s]")
            write("last = S[SORTED + left]", "S[SORTED + at] = last", "S[PLACE + last] = at")

    def enter(self, write: Writer, cell: str) -> None:
        """Append a cell that is empty now."""
        slots, lists = self._each_slot()
        with write.block(f"for s in {slots}[{cell}]:"):
            write(f"k = {lists}[s]", "left = S[UPTO + k]", "S[UPTO + k] = left + 1")
            write("S[SORTED + left] = s", "S[PLACE + s] = left")

    def begin(self, write: Writer) -> None:
        """Clear all lists."""
        with write.block(f"for k in range({len(self._sorts.lists)}):"):
            write(f"S[UPTO + k] = {self._firsts}[k]")

    def size(self, sort: Sorting, key: str) -> str:
        """The text of the number of cells in the list of a key."""
        number = plus(self._sorts.base(sort), key)
        return f"S[UPTO + {number}] - {self._firsts}[{number}] if 0 <= {key} < {len(sort.lists)} else 0"

    def cell(self, sort: Sorting, key: str, number: str) -> str:
        """The text of a cell in the list of a key."""
        owners = self._tables.name(tuple(cell for cell, _ in self._sorts.slots), "SLOT")
        return f"{owners}[S[SORTED + {self._firsts}[{plus(self._sorts.base(sort), key)}] + {number}]]"


class AroundWriter:
    """Keeps the counts in AROUND."""

    def __init__(self, plan: Plan, tables: Tables) -> None:
        self._around, self._tables, self.cells = plan.around, tables, plan.cells

    def count(self, count: Around, cell: str) -> str:
        """The text of a count around a cell, for `p`."""
        own = f"p * {self.cells} + " if len(count.contents) > 1 else ""
        return f"S[AROUND + {plus(self._around.base(count), f'{own}{cell}')}]"

    def change(self, write: Writer, cell: str, before: str, after: str) -> None:
        """Update the counts for a cell whose content changed."""
        for count in self._around.counts:
            back = self._tables.name(count.back, "RELATION")
            for own, contents in enumerate(count.contents):
                bits = sum(1 << content for content in contents)
                write(f"more = ({bits} >> {after} & 1) - ({bits} >> {before} & 1)")
                with write.block("if more != 0:"), write.block(f"for d in {back}[{cell}]:"):
                    write(f"S[AROUND + {plus(self._around.base(count) + own * self.cells, 'd')}] += more")

    def rebuild(self, write: Writer) -> None:
        """Rebuild all counts."""
        for count in self._around.counts:
            rows = self._tables.name(count.rows, "RELATION")
            for own, contents in enumerate(count.contents):
                bits = sum(1 << content for content in contents)
                with write.block(f"for c in range({self.cells}):"):
                    write("n = 0")
                    with write.block(f"for d in {rows}[c]:"):
                        write(f"n += {bits} >> S[d] & 1")
                    write(f"S[AROUND + {plus(self._around.base(count) + own * self.cells, 'c')}] = n")
