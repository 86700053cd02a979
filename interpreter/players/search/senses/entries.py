"""The bridges that a stone enters, with the answer: listed by cell, and by what lies around it."""

from __future__ import annotations

from collections.abc import Iterable

from ....machine.plan.goals import Rings
from ....record import Record
from .aims import Aims, Bridge, bridges_to, terminals_of

ANYBODY = -1
"""Whose a bridge may be whose ends are two stones."""


class Entry(Record):
    """What a stone on a cell enters: the bridge's ends, the answer, whose it may be."""

    one: int
    other: int
    reply: int
    whose: int


def entries_of(aims: Aims, between: Iterable[Bridge], rings: Rings | None) -> list[list[Entry]]:
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
    if rings:
        for row, beside in zip(rows, rings.beside, strict=True):
            row.sort(key=lambda entry: beside.index(entry.reply) if entry.reply in beside else len(beside))
    return rows


class Around(Record):
    """The answers by what lies around a cell: for each player who may hold bridges, and cell, the number of a row; in
    each row, by the places that this player holds, those that answer, both as bits."""

    kinds: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


def around_of(entries: list[list[Entry]], rings: Rings | None) -> Around | None:
    """The same by what lies around; None if bridges reach farther, or if tables do not hold that."""
    if rings is None or not rings.is_small:
        return None
    rows: dict[tuple[int, ...], int] = {}
    kinds = []
    for player in range(2):
        for listed, beside in zip(entries, rings.beside, strict=True):
            mine = [entry for entry in listed if entry.whose in (ANYBODY, player)]
            if not all({entry.one, entry.other, entry.reply} <= {*beside[:-1]} for entry in mine):
                return None
            needs = [
                (1 << beside.index(entry.one) | 1 << beside.index(entry.other), 1 << beside.index(entry.reply))
                for entry in mine
            ]
            row = (_answers(held, needs) for held in range(1 << rings.places))
            kinds.append(rows.setdefault(tuple(row), len(rows)))
    return Around(tuple(kinds), tuple(rows))


def _answers(held: int, needs: Iterable[tuple[int, int]]) -> int:
    places = 0
    for need, place in needs:
        if held & need == need:
            places |= place
    return places
