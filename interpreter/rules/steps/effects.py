"""The steps that effects and instructions of scripts take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .questions import finds_groups
from .scale import CALL, CLEARED, TURN, Formula, Scale, written_once
from .sets import SINGLE, groups_inside, marks

if TYPE_CHECKING:
    from .. import deeds, program
    from ..traits import Node


def puts(node: deeds.Becomes | deeds.Gains, scale: Scale) -> int:
    """Return the steps of putting a piece on a cell, or on all cells of a set once they are noted."""
    each = 8 + scale.put + (scale.of(node.owner) if node.owner is not None else 0)
    if node.cells.extent is SINGLE:
        return 6 + 2 * scale.belongs(node.cells) + each
    return 4 + notes(node.cells, scale) + scale.cells * (TURN + 3) + scale.most(node.cells) * each


def takes(node: deeds.Loses, scale: Scale) -> int:
    """Return the steps of taking pieces from the cells of a set; their number is worked out once."""
    return 8 + scale.of(node.number) + notes(node.cells, scale) + scale.cells * (TURN + 3) + (
        scale.most(node.cells) * (CALL + 20 + scale.put)
    )  # fmt: skip


def notes(cells: Node, scale: Scale) -> int:
    """Return the steps of noting the cells of a set as they are; the first group of a cell in it is marked before."""
    groups = groups_inside(cells)[:1]
    marked = sum(CALL + marks(group, scale) for group in groups)
    each = CLEARED + 3
    tested = scale.marking(
        groups, lambda: scale.keeping(scale.steady(cells), lambda: scale.cells * (each + scale.belongs(cells)))
    )
    return 2 + marked + tested


def changes(cells: int) -> Formula:
    """Return the formula of an effect on so many single cells, whose parts are worked out once each."""

    def formula(node: Node, scale: Scale) -> int:
        return 30 + scale.all(node.children) + cells * (8 + scale.put)

    return formula


def gathers(node: deeds.AtOnce, scale: Scale) -> int:
    """Return the steps of effects whose changes are noted for each cell and made in the end."""
    return 6 + scale.all(node.body) + scale.cells * (CLEARED + TURN + 4 + scale.put + scale.layers * 24)


def marks_cells(node: deeds.SetMarks, scale: Scale) -> int:
    """Return the steps of noting a set and copying it to a player's marks."""
    return 4 + notes(node.cells, scale) + scale.cells * (12 + scale.of(node.player))


def branches(node: deeds.If, scale: Scale) -> int:
    """Return the steps of a test and the longer of two lists of effects; the text holds both."""
    both = scale.all(node.then), scale.all(node.other)
    return 5 + scale.of(node.test) + (sum(both) if scale.once else max(both))


@written_once
def runs_over(node: deeds.ForElements, scale: Scale) -> int:
    """Return the steps of a loop over known elements."""
    test = 0 if node.test is None else 4 + scale.of(node.test)
    return 4 + scale.times(len(node.elements)) * (2 + test + scale.all(node.body))


@written_once
def runs_over_cells(node: deeds.ForCells, scale: Scale) -> int:
    """Return the steps of a loop over the cells that a set holds as it begins."""
    each = 2 + scale.all(node.body)
    return 4 + notes(node.cells, scale) + scale.cells * (TURN + 3) + scale.most(node.cells) * each


@written_once
def runs_over_groups(node: deeds.ForGroups, scale: Scale) -> int:
    """Return the steps of a loop over the groups that a set has as it begins."""
    assert isinstance(node.body, tuple)
    body = node.body
    return 16 + finds_groups(node, scale) + scale.groups(node.variable.number, lambda: 4 + scale.all(body))


@written_once
def runs_over_pieces(node: deeds.ForPieces, scale: Scale) -> int:
    """Return the steps of a loop over the pieces of a pile, which are noted as it begins."""
    noted = scale.times(scale.stacks) * (TURN + 24)
    return 10 + scale.of(node.pile.cell) + noted + scale.times(scale.stacks) * (TURN + 6 + scale.all(node.body))


# Instructions


def does(node: program.Do, scale: Scale) -> int:
    """Return the steps of effects one after another."""
    return 4 + scale.all(node.effects)


def offers(node: Node, scale: Scale) -> int:
    """Return the steps of finding out whether a choice offers anything."""
    return 32 + scale.listing
