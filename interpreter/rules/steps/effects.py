"""The steps that effects and instructions of scripts take."""

from __future__ import annotations

from typing import Protocol

from .questions import Groups, finds_groups
from .scale import CLEARED, TURN, Costly, Formula, Scale, inside
from .sets import SINGLE, OfCells


class _Becomes(OfCells, Protocol):
    @property
    def owner(self) -> Costly | None: ...


def puts(node: _Becomes, scale: Scale) -> int:
    """Return the steps of putting a piece on a cell, or on all cells of a set once they are noted."""
    each = 8 + scale.put + (scale.of(node.owner) if node.owner is not None else 0)
    if node.cells.extent is SINGLE:
        return 6 + 2 * scale.belongs(node.cells) + each
    return 4 + notes(node.cells, scale) + scale.cells * (TURN + 3) + scale.most(node.cells) * each


def notes(cells: Costly, scale: Scale) -> int:
    """Return the steps of noting the cells of a set as they are."""
    return 2 + scale.cells * (CLEARED + 3 + scale.belongs(cells))


def changes(cells: int) -> Formula:
    """Return the formula of an effect on so many single cells, whose parts are worked out once each."""

    def formula(node: Costly, scale: Scale) -> int:
        return 10 + scale.all(tuple(inside(node))) + cells * (8 + scale.put)

    return formula


class _Marks(OfCells, Protocol):
    @property
    def player(self) -> Costly: ...


def marks_cells(node: _Marks, scale: Scale) -> int:
    """Return the steps of noting a set and copying it to a player's marks."""
    return 4 + notes(node.cells, scale) + scale.cells * (12 + scale.of(node.player))


class _If(Costly, Protocol):
    @property
    def test(self) -> Costly: ...
    @property
    def then(self) -> tuple[Costly, ...]: ...
    @property
    def other(self) -> tuple[Costly, ...]: ...


def branches(node: _If, scale: Scale) -> int:
    """Return the steps of a test and the longer of two lists of effects; the text holds both."""
    both = scale.all(node.then), scale.all(node.other)
    return 5 + scale.of(node.test) + (sum(both) if scale.once else max(both))


class _ForElements(Costly, Protocol):
    @property
    def elements(self) -> tuple[int, ...]: ...
    @property
    def body(self) -> tuple[Costly, ...]: ...


def runs_over(node: _ForElements, scale: Scale) -> int:
    """Return the steps of a loop over known elements."""
    return 4 + scale.times(len(node.elements)) * (2 + scale.all(node.body))


class _ForCells(OfCells, Protocol):
    @property
    def body(self) -> tuple[Costly, ...]: ...


def runs_over_cells(node: _ForCells, scale: Scale) -> int:
    """Return the steps of a loop over the cells that a set holds as it begins."""
    each = 2 + scale.all(node.body)
    return 4 + notes(node.cells, scale) + scale.cells * (TURN + 3) + scale.most(node.cells) * each


def runs_over_groups(node: Groups, scale: Scale) -> int:
    """Return the steps of a loop over the groups that a set has as it begins."""
    assert isinstance(node.body, tuple)
    body = node.body
    return 16 + finds_groups(node, scale) + scale.groups(node.variable.number, lambda: 4 + scale.all(body))


# Instructions


class _Do(Costly, Protocol):
    @property
    def effects(self) -> tuple[Costly, ...]: ...


def does(node: _Do, scale: Scale) -> int:
    """Return the steps of effects one after another."""
    return 4 + scale.all(node.effects)


def offers(node: Costly, scale: Scale) -> int:
    """Return the steps of finding out whether a choice offers anything."""
    return 16 + scale.listing(scale)
