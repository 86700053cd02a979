"""The bridges that a stone enters, with the answer: listed by cell, and by what lies around it."""

from __future__ import annotations

from collections.abc import Iterable

from ....machine.plan.goals import MOST_PLACES
from ....machine.plan.nodes import Nodes
from ....machine.plan.plan import Plan
from ....record import Record
from .aims import Aims, Bridge, bridges_to, terminals_of

ANYBODY = -1
"""Whose a bridge may be whose ends are two stones."""

FARTHER = -1
"""Instead of a row: bridges reach farther than the places around the cell."""


class Entry(Record):
    """What a stone on a cell enters: the bridge's ends, the answer, whose it may be."""

    one: int
    other: int
    reply: int
    whose: int


Beside = tuple[tuple[int, ...], ...]
"""For each cell, the node at each place around it, or the cell itself where there is none."""


def beside_of(plan: Plan, nodes: Nodes) -> Beside | None:
    """The places around cells as the game's module has them, or the first neighbours in their order; None if contents
    are not just stones of two players, or the module's places are too many."""
    if plan.chains and plan.chains.rings:
        return plan.chains.rings.beside if plan.chains.looks_around else None
    if len(plan.rules.pieces) > 1 or len(plan.rules.players) != 2:
        return None
    near = [[*dict.fromkeys(packed >> nodes.seams for packed in row)] for row in nodes.rows[: nodes.cells]]
    return tuple((*row[:MOST_PLACES], *[cell] * (MOST_PLACES + 1 - len(row))) for cell, row in enumerate(near))


def entries_of(aims: Aims, between: Iterable[Bridge], beside: Beside | None) -> list[list[Entry]]:
    """By cell, the bridges that a stone there enters; where the places around a cell are known, in their order."""
    found: dict[tuple[int, ...], None] = {}
    for bridge in between:
        other = bridge.other >> aims.nodes.seams
        found[min(bridge.one, other), max(bridge.one, other), *bridge.cells, ANYBODY] = None
    for player, stars in enumerate(aims.stars):
        for terminal in terminals_of(stars):
            for bridge in bridges_to(terminal, aims.nodes):
                found[bridge.one, bridge.one, *bridge.cells, player] = None
    rows: list[list[Entry]] = [[] for _ in range(aims.nodes.cells)]
    for one, other, first, second, whose in found:
        rows[first].append(Entry(one, other, second, whose))
        rows[second].append(Entry(one, other, first, whose))
    for row, near in zip(rows, beside or (), strict=beside is not None):
        row.sort(key=lambda entry: near.index(entry.reply) if entry.reply in near else len(near))
    return rows


class Around(Record):
    """The answers by what lies around a cell: for each player who may hold bridges, and cell, the number of a row, or
    `FARTHER`; in each row, by the places that this player holds, those that answer, both as bits."""

    kinds: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


def around_of(entries: list[list[Entry]], beside: Beside) -> Around:
    """The same by what lies around."""
    rows: dict[tuple[int, ...], int] = {}
    kinds = []
    for player in range(2):
        for listed, (*near, _) in zip(entries, beside, strict=True):
            mine = [entry for entry in listed if entry.whose in (ANYBODY, player)]
            if not all({entry.one, entry.other, entry.reply} <= {*near} for entry in mine):
                kinds.append(FARTHER)
                continue
            needs = [
                (1 << near.index(entry.one) | 1 << near.index(entry.other), 1 << near.index(entry.reply))
                for entry in mine
            ]
            row = (_answers(held, needs) for held in range(1 << len(near)))
            kinds.append(rows.setdefault(tuple(row), len(rows)))
    return Around(tuple(kinds), tuple(rows))


def _answers(held: int, needs: Iterable[tuple[int, int]]) -> int:
    places = 0
    for need, place in needs:
        if held & need == need:
            places |= place
    return places
