"""Counts of what lies around each cell, `count(adjacent(c) & own)`, where decisions ask for them."""

from __future__ import annotations

from ...record import Record
from ...rules import ir
from ...rules.program import Rules
from ..text.writer import Tables, Writer, plus


class Around(Record):
    """The cells that a relation gives for a cell and that hold some contents, for each `own`."""

    rows: tuple[tuple[int, ...], ...]
    contents: tuple[frozenset[int], ...]


def around(cells: ir.CellSet) -> tuple[Around, ir.Bound] | None:
    """What a set is, with its cell, where it can be counted as the board changes."""
    match cells:
        case ir.Combined("&", ir.Row(rows, ir.Bound() as cell), ir.Holding(contents, None)):
            return Around(rows, contents), cell
        case ir.Combined("&", ir.Holding(contents, None), ir.Row(rows, ir.Bound() as cell)):
            return Around(rows, contents), cell
    return None


def counted(rules: Rules) -> tuple[Around, ...]:
    """All that the conditions of decisions count, but where a set-up changes the board before anything is derived."""
    script = rules.script
    if ir.traits_of(script.instructions[: script.start]).changes_board:
        return ()
    conditions = tuple(decision.where for decision in rules.decisions)
    found = (around(node.cells) for node in ir.everything(conditions) if isinstance(node, ir.Count))
    return tuple(dict.fromkeys(each[0] for each in found if each))


class AroundWriter:
    """Each count has its part of AROUND, with as many numbers as there are cells for each `own`."""

    def __init__(self, rules: Rules, tables: Tables, cells: int) -> None:
        self._tables, self.cells = tables, cells
        self.counts = counted(rules)

    def base(self, count: Around) -> int:
        """Where the part of a count begins."""
        earlier = self.counts[: self.counts.index(count)]
        return self.cells * sum(len(each.contents) for each in earlier)

    def change(self, write: Writer, before: str, after: str) -> None:
        """The cell `c` holds another content than before."""
        for count in self.counts:
            for own, contents in enumerate(count.contents):
                bits = sum(1 << content for content in contents)
                write(f"more = ({bits} >> {after} & 1) - ({bits} >> {before} & 1)")
                with write.block("if more != 0:"), write.block(f"for d in {self._back(count)}[c]:"):
                    write(f"S[AROUND + {plus(self.base(count) + own * self.cells, 'd')}] += more")

    def rebuild(self, write: Writer) -> None:
        """All counts afresh."""
        for count in self.counts:
            rows = self._tables.name(count.rows, "RELATION")
            for own, contents in enumerate(count.contents):
                bits = sum(1 << content for content in contents)
                with write.block(f"for c in range({self.cells}):"):
                    write("n = 0")
                    with write.block(f"for d in {rows}[c]:"):
                        write(f"n += {bits} >> S[d] & 1")
                    write(f"S[AROUND + {plus(self.base(count) + own * self.cells, 'c')}] = n")

    def _back(self, count: Around) -> str:
        """The table of the cells around which each cell lies."""
        back: list[list[int]] = [[] for _ in range(self.cells)]
        for cell, row in enumerate(count.rows):
            for other in row:
                back[other].append(cell)
        return self._tables.name(tuple(map(tuple, back)), "RELATION")
