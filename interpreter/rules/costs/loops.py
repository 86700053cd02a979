"""Which loops of the rules take the most steps, and over how much each of them runs."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.text import Span
from ...record import Record
from .. import deeds, elements, ir, program, ways
from ..steps.scale import Scale
from ..traits import Node


class Loop(Record):
    """A loop on the way to what takes the most steps."""

    span: Span | None
    times: int
    over: str
    """What it runs over, in the plural."""

    def __str__(self) -> str:
        return f"{self.times:,} {self.over}"


def heaviest(node: Node, scale: Scale, written: program.Written) -> Iterator[Loop]:
    """Give the loops around the most expensive part of a node, the outermost first."""
    while True:
        times, over = _turns(node, scale)
        if times > 1:
            yield Loop(written[id(node)][1] if id(node) in written else None, times, over)
        parts = [(_weight(part, scale), number) for number, part in enumerate(node.children)]
        if not parts or max(parts)[0] <= 1:
            return
        node = node.children[max(parts)[1]]


def _weight(node: Node, scale: Scale) -> int:
    """What a part takes each time: a set, to test a cell."""
    if isinstance(node, elements.Groups):
        node = node.cells
    return scale.belongs(node) if isinstance(node, ir.CellSet) else scale.of(node)


def _turns(node: Node, scale: Scale) -> tuple[int, str]:
    """How often a loop runs, and over what; 1 where a node is none."""
    match node:
        case ir.SomeGroup() | deeds.ForGroups() | elements.Aggregate(among=elements.Groups()):
            return scale.most_groups, "groups"
        case ways.Steps() | ways.Nearest():
            return scale.cells, "cells"
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.GroupOf():
            return scale.cells, "cells"
        case deeds.Becomes() | deeds.SetMarks() | deeds.ForCells():
            return scale.most(node.cells), "cells"
        case ir.Quantifier() | ir.Count() | ir.AtLeast() | ir.Filtered():
            return scale.most(node.cells), "cells"
        case elements.Aggregate(among=among) if not isinstance(among, elements.Groups):
            return scale.most(among), "elements"
        case deeds.ForElements(elements=known):
            return len(known), "elements"
        case ir.ArcLength(cycle=cycle):
            return len(cycle), "cells"
        case ir.Near():
            return scale.longest(node.rows), "neighbours"
        case _:
            return 1, ""
