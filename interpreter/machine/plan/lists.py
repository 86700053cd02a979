"""Lists and counts of cells that the state keeps as the board changes, so that decisions need no loop.

List k has `S[LEFT + k]` cells, in any order, in the k-th part of FREE; SPOT has where each cell is in its list.

Empty cells are also sorted by what is known of them if decisions ask for it: `n in number(c)`, `height(c) == level`. A
slot is a cell in a sorted list; the slots of each list are numbered together. `S[UPTO + k]` is where list k ends now in
SORTED, whose entries from the list's first slot up to there are the slots whose cells are empty; PLACE has where each
slot is.

AROUND counts what lies around each cell, `count(adjacent(c) & own)`: each count has a part of it, with as many numbers
as there are cells for each `own`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from ...record import Record
from ...rules import ir, program, walk
from ...rules.expressions.types import LARGEST_CARD
from ...rules.facts.placement import EMPTY
from ...rules.program import Rules

MOST = 64
"""The most sorted lists of one decision."""

_CELL = ir.Bound(0)


class CellLists(Record):
    """What the cells of each list hold, no content in two lists; the empty cells come first."""

    held: tuple[frozenset[int], ...]

    def of(self, cells: ir.CellSet | None) -> tuple[int, ...] | None:
        """The list of exactly the cells of a set, for each `own`; None if there is none."""
        if not isinstance(cells, ir.Holding) or cells.of is not None:
            return None
        if any(contents not in self.held for contents in cells.contents):
            return None
        return tuple(self.held.index(contents) for contents in cells.contents)

    def around(self, cells: ir.CellSet) -> tuple[int, ...] | None:
        """The list of pieces that holds all cells of a set, for each `own`; None if there is none."""
        match cells:
            case ir.Holding(several, None):
                numbers = tuple(self._around(contents) for contents in several)
                return numbers if all(number > 0 for number in numbers) else None
            case ir.Combined("&", left, right):
                return self.around(left) or self.around(right)
            case ir.Combined("-", inner) | ir.Filtered(cells=inner):
                return self.around(inner)
            case _:
                return None

    def _around(self, contents: frozenset[int]) -> int:
        """The list that has a place for all of some contents; 0 if there is none."""
        return next((number for number, held in enumerate(self.held) if contents and contents <= held), 0)

    def number(self, content: int) -> int:
        """The list of the cells that hold a content; -1 if there is none."""
        return next((number for number, held in enumerate(self.held) if content in held), -1)


def lists_of(rules: Rules) -> CellLists:
    """The lists of a game: the empty cells, those that pieces move from, and all pieces of which some move."""
    held = [frozenset({ir.EMPTY})]
    sources = [decision.what.source for decision in rules.decisions if isinstance(decision.what, program.Move)]
    exact = [source for source in sources if isinstance(source, ir.Holding) and source.of is None]
    some = [held for source in sources if source not in exact for held in _holdings(source)]
    for several in (*(each.contents for each in exact), _all_of(some)):
        for contents in several:
            if contents and all(contents.isdisjoint(known) for known in held):
                held.append(contents)
    return CellLists(tuple(held))


def _holdings(cells: ir.CellSet) -> Iterator[ir.Holding]:
    """What all cells of a set hold, as far as it is said."""
    match cells:
        case ir.Holding(of=None):
            yield cells
        case ir.Combined("&", left, right):
            yield from _holdings(left)
            yield from _holdings(right)
        case ir.Combined("-", inner) | ir.Filtered(cells=inner):
            yield from _holdings(inner)
        case _:
            pass


def _all_of(several: Sequence[ir.Holding]) -> tuple[frozenset[int], ...]:
    """The contents of some sets together, for each `own`; none where an empty cell is among them."""
    width = max((len(each.contents) for each in several), default=0)
    contents = ([each.contents[own % len(each.contents)] for each in several] for own in range(width))
    joined = tuple(frozenset().union(*each) for each in contents)
    return () if any(ir.EMPTY in each for each in joined) else joined


# Sorted lists of empty cells

Rows = tuple[tuple[int, ...], ...]


class Sorting(Record):
    """A decision's sorted lists: for each key the cells that may be in it, and what gives the key now."""

    lists: Rows
    key: ir.Expression


class Sorts(Record):
    """All sorted lists of a game, those of each sorting one after another."""

    families: tuple[Rows, ...]
    cells: int

    @cached_property
    def lists(self) -> Rows:
        """The cells that may be in each list."""
        return tuple(cells for family in self.families for cells in family)

    @cached_property
    def slots(self) -> tuple[tuple[int, int], ...]:
        """The cell and the list of each slot."""
        return tuple((cell, number) for number, cells in enumerate(self.lists) for cell in cells)

    @property
    def firsts(self) -> tuple[int, ...]:
        """The first slot of each list."""
        return (0, *accumulate(map(len, self.lists)))[: len(self.lists)]

    @property
    def of_cells(self) -> Rows:
        """The slots of each cell."""
        rows: list[list[int]] = [[] for _ in range(self.cells)]
        for slot, (cell, _) in enumerate(self.slots):
            rows[cell].append(slot)
        return tuple(map(tuple, rows))

    def base(self, sorting: Sorting) -> int:
        """The number of a sorting's first list."""
        return sum(map(len, self.families[: self.families.index(sorting.lists)]))


def sorts_of(rules: Rules, cells: int) -> Sorts:
    """The sorted lists of a game."""
    return Sorts(tuple(dict.fromkeys(each.lists for each in map(sorting, rules.decisions) if each)), cells)


def sorting(decision: program.Decision) -> Sorting | None:
    """The lists of exactly the cells of a placement, if it asks for a key."""
    if not isinstance(decision.what, program.Place) or decision.what.target != EMPTY:
        return None
    match decision.where:
        case ir.Has(key, ir.Lookup(values, cell)) if cell == _CELL and _is_about_no_cell(key):
            held: list[set[int]] = [{n for n in range(LARGEST_CARD + 1) if mask >> n & 1} for mask in values]
        case ir.Operation("==", (ir.Lookup(values, cell), key) | (key, ir.Lookup(values, cell))) if cell == _CELL:
            if not _is_about_no_cell(key) or min(values) < 0:
                return None
            held = [{value} for value in values]
        case _:
            return None
    count = 1 + max((n for each in held for n in each), default=0)
    if count > MOST:
        return None
    return Sorting(tuple(tuple(c for c, each in enumerate(held) if n in each) for n in range(count)), key)


def _is_about_no_cell(key: ir.Expression) -> bool:
    """Whether an expression is the same for all cells."""
    return not any(isinstance(node, ir.Bound) for node in walk.everything(key))


# Counts of what lies around each cell


class Around(Record):
    """The cells that a relation gives for a cell and that hold some contents, for each `own`."""

    rows: Rows
    contents: tuple[frozenset[int], ...]

    @property
    def back(self) -> Rows:
        """For each cell, the cells around which it lies."""
        back: list[list[int]] = [[] for _ in self.rows]
        for cell, row in enumerate(self.rows):
            for other in row:
                back[other].append(cell)
        return tuple(map(tuple, back))


class Arounds(Record):
    """The counts that the state keeps."""

    counts: tuple[Around, ...]
    cells: int

    @property
    def size(self) -> int:
        """How many numbers they take."""
        return self.cells * sum(len(each.contents) for each in self.counts)

    def base(self, count: Around) -> int:
        """Where the part of a count begins in AROUND."""
        return Arounds(self.counts[: self.counts.index(count)], self.cells).size


def arounds_of(rules: Rules, cells: int) -> Arounds:
    """The counts in conditions of decisions; none if a set-up changes the board before anything is derived."""
    script = rules.script
    if walk.traits_of(script.instructions[: script.start]).changes_board:
        return Arounds((), cells)
    conditions = tuple(decision.where for decision in rules.decisions)
    found = (around(node.cells) for node in walk.everything(conditions) if isinstance(node, ir.Count))
    return Arounds(tuple(dict.fromkeys(each[0] for each in found if each)), cells)


def around(cells: ir.CellSet) -> tuple[Around, ir.Bound] | None:
    """The count and the cell of a set that counts around a cell; None for any other set."""
    match cells:
        case ir.Combined("&", ir.Row(rows, ir.Bound() as cell), ir.Holding(contents, None)):
            return Around(rows, contents), cell
        case ir.Combined("&", ir.Holding(contents, None), ir.Row(rows, ir.Bound() as cell)):
            return Around(rows, contents), cell
        case _:
            return None
