"""Two-bridges: what either of two empty cells would join. Whoever enters one of them can be answered in the other."""

from __future__ import annotations

from collections.abc import Iterator

from ...machine.plan.nodes import Nodes
from ...record import Record
from .aims import Terminal


class Bridge(Record):
    """From a node to another, with the label of the way there (packed as `Nodes` packs neighbours), by two cells."""

    one: int
    other: int
    cells: tuple[int, int]


def bridges_between(nodes: Nodes) -> Iterator[Bridge]:
    """Return the bridges from each node, so that each is returned in both directions."""
    for one in range(nodes.count):
        common: dict[int, dict[int, None]] = {}
        for packed in nodes.rows[one]:
            cell, label = packed >> nodes.seams, packed & (nodes.labels - 1)
            for beyond in nodes.rows[cell] if cell < nodes.cells else ():
                common.setdefault(beyond ^ label, {})[cell] = None
        for other, cells in sorted(common.items()):
            if len(cells) == 2 and other not in nodes.rows[one] and other >> nodes.seams != one:
                first, second = sorted(cells)
                yield Bridge(one, other, (first, second))


def bridges_to(terminal: Terminal, nodes: Nodes) -> Iterator[Bridge]:
    """Return the bridges from cells to a terminal; `other` is the cell itself, with the label of the way."""
    for one in range(nodes.cells):
        common: dict[int, dict[int, None]] = {}
        for packed in nodes.rows[one]:
            cell, label = packed >> nodes.seams, packed & (nodes.labels - 1)
            for met in range(nodes.labels):
                if cell < nodes.cells and (cell, met) in terminal:
                    common.setdefault(met ^ label, {})[cell] = None
        for label, cells in sorted(common.items()):
            if len(cells) == 2 and (one, label) not in terminal:
                first, second = sorted(cells)
                yield Bridge(one, one << nodes.seams | label, (first, second))
