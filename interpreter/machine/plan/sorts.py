"""Empty cells sorted by what is known of them, where decisions ask for that: `n in number(c)`, `height(c) == level`.

A slot is a cell in a list; the slots of each list are numbered together. `S[UPTO + k]` is where list k ends now in
SORTED, whose entries from the list's first slot up to there are the slots whose cells are empty; PLACE has where each
slot is.
"""

from __future__ import annotations

from ...record import Record
from ...rules import ir, program
from ...rules.program import Rules
from ..text.writer import Tables, Writer, plus

MOST = 64
"""So many lists are kept for a decision at most."""

_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))
_CELL = ir.Bound(0)


class Sorting(Record):
    """A decision's lists: for each key the cells that may be in it, and what tells the key now."""

    lists: tuple[tuple[int, ...], ...]
    key: ir.Expression


def sorting(decision: program.Decision) -> Sorting | None:
    """The lists that just the cells of a placement are taken from, if there are such."""
    if decision.word != "place" or decision.target != _EMPTY:
        return None
    match decision.where:
        case ir.Has(key, ir.Lookup(values, cell)) if cell == _CELL and _speaks_of_none(key):
            held: list[set[int]] = [{n for n in range(31) if mask >> n & 1} for mask in values]
        case ir.Operation("==", (ir.Lookup(values, cell), key) | (key, ir.Lookup(values, cell))) if cell == _CELL:
            if not _speaks_of_none(key) or min(values) < 0:
                return None
            held = [{value} for value in values]
        case _:
            return None
    count = 1 + max((n for each in held for n in each), default=0)
    if count > MOST:
        return None
    return Sorting(tuple(tuple(c for c, each in enumerate(held) if n in each) for n in range(count)), key)


def _speaks_of_none(key: ir.Expression) -> bool:
    """Whether an expression is the same for all cells."""
    return not any(isinstance(node, ir.Bound) for node in ir.everything(key))


class SortWriter:
    """All lists of a game, those of each sorting one after another."""

    def __init__(self, rules: Rules, tables: Tables, cells: int) -> None:
        self._tables, self.cells = tables, cells
        families = dict.fromkeys(each.lists for each in map(sorting, rules.decisions) if each)
        self._families = tuple(families)
        self._lists = [cells_of for family in families for cells_of in family]
        self.slots = [(cell, number) for number, cells_of in enumerate(self._lists) for cell in cells_of]
        self.count = len(self._lists)

    @property
    def _firsts(self) -> str:
        """The table of each list's first slot."""
        sizes = list(map(len, self._lists))
        return self._tables.name(tuple(sum(sizes[:k]) for k in range(self.count)), "BEGIN")

    def _each_slot(self) -> tuple[str, str]:
        """The tables of each cell's slots, and of each slot's list."""
        rows: list[list[int]] = [[] for _ in range(self.cells)]
        for slot, (cell, _) in enumerate(self.slots):
            rows[cell].append(slot)
        return (
            self._tables.name(tuple(map(tuple, rows)), "SLOTS"),
            self._tables.name(tuple(number for _, number in self.slots), "SORT"),
        )

    def leave(self, write: Writer) -> None:
        """The cell `c` is empty no more."""
        slots, lists = self._each_slot()
        with write.block(f"for s in {slots}[c]:"):
            write(f"k = {lists}[s]", "left = S[UPTO + k] - 1", "S[UPTO + k] = left", "at = S[PLACE + s]")
            write("last = S[SORTED + left]", "S[SORTED + at] = last", "S[PLACE + last] = at")

    def enter(self, write: Writer) -> None:
        """The cell `c` is empty now."""
        slots, lists = self._each_slot()
        with write.block(f"for s in {slots}[c]:"):
            write(f"k = {lists}[s]", "left = S[UPTO + k]", "S[UPTO + k] = left + 1")
            write("S[SORTED + left] = s", "S[PLACE + s] = left")

    def begin(self, write: Writer) -> None:
        """All lists without cells."""
        with write.block(f"for k in range({self.count}):"):
            write(f"S[UPTO + k] = {self._firsts}[k]")

    def size(self, sort: Sorting, key: str) -> str:
        """The text of how many cells are in the list of a key."""
        base = self._base(sort)
        inside = f"S[UPTO + {plus(base, key)}] - {self._firsts}[{plus(base, key)}]"
        return f"{inside} if 0 <= {key} < {len(sort.lists)} else 0"

    def cell(self, sort: Sorting, key: str, number: str) -> str:
        """The text of a cell in the list of a key."""
        owners = self._tables.name(tuple(cell for cell, _ in self.slots), "SLOT")
        return f"{owners}[S[SORTED + {self._firsts}[{plus(self._base(sort), key)}] + {number}]]"

    def _base(self, sort: Sorting) -> int:
        """The number of a sorting's first list."""
        return sum(map(len, self._families[: self._families.index(sort.lists)]))
