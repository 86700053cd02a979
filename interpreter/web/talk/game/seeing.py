"""What one seat can tell apart of a game in which something is hidden.

A move is in its list only if it changed what the seat knows, or if the seat had a part in it. Otherwise even the number
of moves would say that somebody has tried a cell in vain. Nothing here asks whether a cell is hidden, for the answer
says what is on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....play.state import State
from ....play.view import Onlooker, View
from ..sight import Row
from .course import Node


@dataclass(frozen=True)
class Step:
    """A position that a seat can tell from the one before; the text of a hidden move is empty."""

    number: int
    node: Node
    text: str


def colour_of(state: State, seat: int) -> str:
    """Return the colour that a seat plays now."""
    return next(colour for colour in state.game.players if state.seat(colour) == seat)


def view_of(state: State, seat: int | None) -> View:
    """Return what a seat knows; what everybody knows if there is none."""
    return Onlooker(state) if seat is None else state.view(colour_of(state, seat))


def steps(tip: Node, seat: int | None) -> list[Step]:
    """Return the positions on the way to a node that a seat can tell apart, numbered from 0."""
    return list(_steps(tip.path, seat))


def _steps(path: list[Node], seat: int | None) -> Iterator[Step]:
    yield Step(0, path[0], "")
    number, before = 0, _known(path[0], seat)
    for node in path[1:]:
        assert node.parent is not None
        now = _known(node, seat)
        if now != before or _took_part(node.parent, seat) or _is_told(node, seat):
            number += 1
            yield Step(number, node, _told(node, seat))
        before = now


def rows_of(seen: list[Step]) -> tuple[Row, ...]:
    """Return such positions as rows of a tree."""
    return tuple(
        Row(step.number, step.number - 1 if step.number else None, step.number, step.node.by, step.text)
        for step in seen
    )  # fmt: skip


def _took_part(before: Node, seat: int | None) -> bool:
    """Whether a seat had a part in the decision after a position."""
    return seat is not None and colour_of(before.state, seat) in before.state.deciders


def _told(node: Node, seat: int | None) -> str:
    """What a seat is told of the move that led to a position; worked out once."""
    told = node.told.get(seat)
    if told is None:
        told = node.told[seat] = str(view_of(node.state, seat).last_move or "")
    return told


def _known(node: Node, seat: int | None) -> object:
    """All that a seat knows of a position, as a value; worked out once."""
    known = node.known.get(seat)
    if known is None:
        known = node.known[seat] = view_of(node.state, seat).known
    return known


def _is_told(node: Node, seat: int | None) -> bool:
    """Whether the rules said something to a seat as a position came about."""
    return seat is not None and bool(node.state.said[colour_of(node.state, seat)])
