"""What the senses need: the graph in which waves spread, what is to be joined, and the bridges that a stone enters with
the answer, listed by cell and by what lies around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from ...machine.goals.around import dense
from ...machine.plan.goals import MOST_PLACES
from ...machine.plan.nodes import Nodes
from ...machine.plan.plan import Plan
from ...record import Record
from ...rules import ir
from ...rules.facts.masks import WORD
from .aims import Aims, Bridge, Star, Terminal, aims_of, bridges_between, bridges_to, terminals_of
from .kernel.edges import LEVELS

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
    known: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
    kinds = []
    for player in range(2):
        for listed, (*near, _) in zip(entries, beside, strict=True):
            mine = [entry for entry in listed if entry.whose in (ANYBODY, player)]
            if not all({entry.one, entry.other, entry.reply} <= {*near} for entry in mine):
                kinds.append(FARTHER)
                continue
            needs = tuple(
                (1 << near.index(entry.one) | 1 << near.index(entry.other), 1 << near.index(entry.reply))
                for entry in mine
            )
            kind = len(near), needs
            if kind not in known:
                row = (_answers(held, needs) for held in range(1 << len(near)))
                known[kind] = rows.setdefault(tuple(row), len(rows))
            kinds.append(known[kind])
    return Around(tuple(kinds), tuple(rows))


def _answers(held: int, needs: Iterable[tuple[int, int]]) -> int:
    places = 0
    for need, place in needs:
        if held & need == need:
            places |= place
    return places


class Senses:
    """What the kernel needs of a game's senses; `at` is where in `W` their own numbers begin, `room` where they end."""

    def __init__(self, plan: Plan, at: int) -> None:
        self._plan, self._at = plan, at
        self._aims = aims_of(plan)
        self._between = tuple(bridges_between(self._aims.nodes)) if self._aims else ()
        self._beside = beside_of(plan, self._aims.nodes) if self._aims else None
        self._entries = entries_of(self._aims, self._between, self._beside) if self._aims else []
        self._around = around_of(self._entries, self._beside) if self._beside and self.sees_all else None
        self.room = at
        if self._aims:
            spots, players = self._aims.nodes.count * self._aims.nodes.labels, len(plan.rules.players)
            stars = max(map(len, self._aims.stars))
            sets = (3 + 2 * self._most_terminals + spots) * _words(spots)
            self.room = at + 1 + (7 + stars + LEVELS) * spots + sets + 2 * players * plan.cells

    @property
    def has_aims(self) -> bool:
        """Whether the rules say what players build."""
        return self._aims is not None

    @property
    def answers(self) -> bool:
        """Whether bridges call for answers: where stones come one by one, and only what chains join or go around
        wins."""
        return self._aims is not None and self._aims.are_all and self._alternates

    @property
    def looks_around(self) -> bool:
        """Whether the game's module says what lies around a cell, for chains to be joined by that."""
        chains = self._plan.chains
        return chains is not None and chains.looks_around

    @property
    def glances(self) -> bool:
        """Whether what lies around a stone tells which bridges it enters, where random games keep them."""
        return self._around is not None

    @property
    def ring_met(self) -> int | None:
        """Where in a state it lies whether each player has gone around something, if one goal asks for that, and random
        games put stone after stone."""
        if not self.answers or "place" not in self._plan.functions:
            return None
        met, watched = self._plan.layout.met, self._plan.goals.watched
        rings = [goal.place for goal in watched if isinstance(goal.goal, ir.Encloses) and goal.is_own]
        return met.offset + rings[0] if met and len(rings) == 1 else None

    @property
    def sees_all(self) -> bool:
        """Whether, besides, all that wins is known to be ways to terminals, and nothing goes around."""
        return self._aims is not None and self.answers and not any(self._aims.rings)

    @property
    def effort(self) -> int:
        """How many spots a wave for ways goes over, counted once for each star."""
        aims = self._aims
        return aims.nodes.count * aims.nodes.labels * max(map(len, aims.way_stars)) if aims else 0

    @property
    def sees_dead(self) -> bool:
        """Whether cells can be seen to be dead: where, besides, no chain counts how it goes, or wins by one region."""
        aims = self._aims
        if aims is None or not self.sees_all or aims.nodes.labels > 1:
            return False
        return all(sum(least for _, least in star) > 1 for stars in aims.stars for star in stars)

    def values(self) -> dict[str, object]:
        """Return all that they need."""
        return {**self._tables(self._aims), **self._lookups()} if self._aims else {}

    def _tables(self, aims: Aims) -> dict[str, object]:
        nodes, stars = aims.nodes, self._stars(aims)
        parts = [[_parts(star, terminals_of(each)) for star in each] for each in stars]
        masks = tuple(reduce(or_, (mask for mask, _ in star)) for each in parts for star in each)
        meets = tuple(2 if all(sum(least for _, least in star) == 2 for star in each) else 1 for each in parts)
        entries = [[(each.one, each.other, each.reply, each.whose) for each in row] for row in self._entries]
        return {
            "SENSES": self._at, "SPOTS": nodes.count * nodes.labels, "LABELS": nodes.labels,
            "STARS": max(map(len, aims.stars)), "ALTERNATES": int(self._alternates),
            "TERMINALS": self._most_terminals, "WORDS": _words(nodes.count * nodes.labels),
            "NEAR_WORDS": tuple(_sets(nodes)), "NEAR": nodes.rows, "PLACES": self._places(),
            **_columns(("SPAN_TO", "SPAN_ONE", "SPAN_TWO"), "SPAN_AT", self._bridges(aims)),
            **_columns(("START_SPOT", "START_END", "START_ONE", "START_TWO"), "START_AT", self._starts(aims)),
            "ENDS_AT": _ends([terminals_of(each) for each in stars]),
            "STAR_AT": _ends(parts), "STAR_MASK": masks, "MEETS": meets,
            **_columns(("PART_MASK", "PART_LEAST"), "PART_AT", [star for each in parts for star in each]),
            "RING_MET": self.ring_met or 0, "RINGS": tuple(map(int, aims.rings)),
            **_columns(("ENTRY_ONE", "ENTRY_OTHER", "ENTRY_REPLY", "ENTRY_WHOSE"), "ENTRY_AT", entries),
        }  # fmt: skip

    def _lookups(self) -> dict[str, object]:
        """What is looked up by what lies around a cell."""
        tables = ("BESIDE", "DENSE", "LOWEST", "ANSWER_ROW", "ANSWERS", "RUNS")
        found: dict[str, object] = {**dict.fromkeys(tables, ()), "BESIDE_PLACES": 0}
        if (chains := self._plan.chains) and self.looks_around:
            found["RUNS"] = tuple(map(len, chains.rings.joints if chains.rings else ()))
        if self._around and self._beside:
            places = len(self._beside[0]) - 1
            lowest = (0, *((held & -held).bit_length() - 1 for held in range(1, 1 << places)))
            found |= {"BESIDE": self._beside, "BESIDE_PLACES": places, "DENSE": dense(places), "LOWEST": lowest,
                      "ANSWER_ROW": self._around.kinds, "ANSWERS": self._around.rows}  # fmt: skip
        return found

    @property
    def _most_terminals(self) -> int:
        """How many terminals a player has at most."""
        return max(len(terminals_of(stars)) for stars in self._stars(self._aims)) if self._aims else 0

    @property
    def _alternates(self) -> bool:
        """Whether two players put down a stone each in turn, wherever there is room."""
        facts = self._plan.facts
        alone = facts.stones_only_come and facts.stones_or_pass and not facts.forbids
        return alone and len(self._plan.rules.players) == 2 and bool(self._places())

    def _places(self) -> tuple[int, ...]:
        """The code of each cell's stone; empty if there are several kinds of stones."""
        blocks = [block for block in self._plan.blocks if block.takes_cell and block.decision.turn is None]
        if len(blocks) != 1 or not blocks[0].decision.is_plain:
            return ()
        return tuple(range(blocks[0].base, blocks[0].base + blocks[0].size))

    def _bridges(self, aims: Aims) -> list[list[tuple[int, ...]]]:
        """By node, where bridges lead."""
        rows: list[list[tuple[int, ...]]] = [[] for _ in range(aims.nodes.count)]
        for bridge in self._between:
            rows[bridge.one].append((bridge.other, *bridge.cells))
        return rows

    def _starts(self, aims: Aims) -> list[list[tuple[int, ...]]]:
        """By player, and by player again for the stars of the ways, where the terminals begin, also across bridges."""
        return [list(_starts(terminals_of(stars), aims)) for stars in self._stars(aims)]

    def _stars(self, aims: Aims) -> tuple[tuple[Star, ...], ...]:
        return *aims.stars, *aims.way_stars


def _words(spots: int) -> int:
    """How many numbers a set of spots takes."""
    return -(-spots // WORD)


def _sets(nodes: Nodes) -> Iterator[int]:
    """By spot, the set of the spots next to it."""
    spots = nodes.count * nodes.labels
    for row in nodes.rows:
        for label in range(nodes.labels):
            found = [0] * _words(spots)
            for packed in row:
                word, bit = divmod(packed ^ label, WORD)
                found[word] |= 1 << bit
            yield from found


def _starts(terminals: tuple[Terminal, ...], aims: Aims) -> Iterator[tuple[int, ...]]:
    for number, terminal in enumerate(terminals):
        for node, label in sorted(terminal):
            yield node * aims.nodes.labels + label, number, -1, -1
        for bridge in bridges_to(terminal, aims.nodes):
            yield bridge.other, number, *bridge.cells


def _parts(star: Star, terminals: tuple[Terminal, ...]) -> list[tuple[int, ...]]:
    """The parts of a star: a bit for each terminal, and how many are to be reached."""
    return [(sum(1 << terminals.index(each) for each in many), least) for many, least in star]


def _columns(names: tuple[str, ...], at: str, rows: Sequence[Sequence[tuple[int, ...]]]) -> dict[str, object]:
    """Return rows of records as a table for each of their entries, and one of where each row begins."""
    records = [record for row in rows for record in row]
    columns = {name: tuple(record[number] for record in records) for number, name in enumerate(names)}
    return {**columns, at: _ends(rows)}


def _ends(rows: Sequence[Sequence[object]]) -> tuple[int, ...]:
    """Where each row begins, and where the last one ends."""
    found = [0]
    for row in rows:
        found.append(found[-1] + len(row))
    return tuple(found)
