"""Which loops of the rules take the most steps, and over how much each of them runs."""

from __future__ import annotations

from math import prod

from ...diagnostics.text import Span
from ...record import Record
from .. import deeds, elements, ir, program, ways
from ..steps.scale import Scale
from ..traits import Node

IN_A_ROW = "times in a row"
"""What a script runs over that comes back without a decision."""


class Loop(Record):
    """A loop on the way to what takes the most steps."""

    span: Span | None
    times: int
    over: str
    """What it runs over, in the plural."""

    def __str__(self) -> str:
        return f"{self.times:,} {self.over}"


def heaviest(node: Node, scale: Scale, written: program.Written) -> tuple[Loop, ...]:
    """Return the loops around the most expensive part of a node, the outermost first."""
    times, over = _turns(node, scale)
    around = (Loop(written[id(node)][1] if id(node) in written else None, times, over),) if times > 1 else ()
    return around_heaviest(around, node.children, scale.steady(node), scale, written)


def around_heaviest(
    around: tuple[Loop, ...], parts: tuple[Node, ...], steady: tuple[Node, ...], scale: Scale, written: program.Written
) -> tuple[Loop, ...]:
    """Return some loops and those in the most expensive of their parts; or those in what is steady there, which is
    worked out once, where that takes more."""

    def inside() -> tuple[int, tuple[Loop, ...]]:
        weights = [(_weight(part, scale), number) for number, part in enumerate(parts)]
        most, number = max(weights, default=(0, 0))
        return most, heaviest(parts[number], scale, written) if most > 1 else ()

    most, loops = scale.recalling(steady, inside)
    once = max(steady, key=scale.of, default=None)
    if once is not None and scale.of(once) > most * prod(loop.times for loop in around):
        return heaviest(once, scale, written)
    return around + loops


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
        case ways.Steps() | ways.Nearest() | ways.Walks() | ways.Cuts():
            return scale.cells, "cells"
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.GroupOf():
            return scale.cells, "cells"
        case deeds.Becomes() | deeds.SetMarks() | deeds.ForCells():
            return scale.most(node.cells), "cells"
        case ir.Quantifier() | ir.Count() | ir.AtLeast() | ir.Filtered():
            return scale.most(node.cells), "cells"
        case elements.Aggregate(among=among) if not isinstance(among, elements.Groups):
            return scale.most(among), "elements"
        case deeds.ForPieces(pile=pile):
            return scale.most(pile), "pieces"
        case deeds.ForElements(elements=known):
            return len(known), "elements"
        case ir.ArcLength(cycle=cycle):
            return len(cycle), "cells"
        case ir.Near():
            return scale.longest(node.rows), "neighbours"
        case _:
            return 1, ""
