"""The course of a sweep: in which order nodes enter, and when they leave the frontier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from ...board.board import Board
from ...deadline import look
from ...record import Record
from ..questions.model import Filled, Model

DIRECTIONS = 12
"""In how many directions a board is swept for a try."""

STARTS = 24
"""From how many nodes the frontier is grown for a try."""

_TRIED = 100_000_000
"""Boards with more cells than the cube root of this have fewer tries than their cells would allow."""

_GROWTH = 2.5
"""By how much one more free cell in the frontier multiplies the number of states, roughly."""


class Pattern(Record):
    """For a question whether some set of nodes is filled: the bits of sets that begin, are looked at and end here."""

    question: int
    begins: int
    holds: int
    ends: int


class Step(Record):
    """One node enters the frontier, in the last slot; then some leave."""

    node: int
    near: tuple[tuple[tuple[int, int], ...], ...]
    """For each layer: the slots of the neighbours that have entered, the node itself among them, with labels."""

    leaving: tuple[int, ...]
    """The slots that are then empty."""

    slots: int
    """How many are not."""

    patterns: tuple[Pattern, ...]
    rest: int
    """In how many ways the nodes that enter later can be filled."""


class Course(Record):
    """An order of all nodes that matter, and the steps it takes."""

    order: tuple[int, ...]
    steps: tuple[Step, ...]
    width: int
    """The most nodes of the frontier that may hold one thing or another."""

    @property
    def slots(self) -> int:
        """The most nodes in the frontier."""
        return max((len(step.leaving) + step.slots for step in self.steps), default=0)

    @property
    def patterns(self) -> int:
        """The bits that patterns take."""
        return max((each.holds.bit_length() for step in self.steps for each in step.patterns), default=0)


def course_of(model: Model, board: Board) -> Course:
    """Return the course with the smallest frontier, out of sweeps in several directions and growths from several
    nodes."""
    near = _neighbours(model)
    orders = {_with_edges(order, near, model) for order in _orders(range(model.cells), near, board)}
    best = min(sorted(orders), key=lambda order: _cost(order, near, model))
    return steps_of(model, best)


def steps_of(model: Model, order: Sequence[int]) -> Course:
    """Return the steps of an order of all nodes that belong to a layer or have several options."""
    near = _neighbours(model)
    place = {node: number for number, node in enumerate(order)}
    last = [max([place[node], *(place[each] for each in near[node])]) for node in order]
    patterns = _patterns(model, place)
    rest = 1
    rests = []
    for node in reversed(order):
        rests.append(rest)
        rest *= len(model.options[node])
    slots: list[int] = []
    steps, width = [], 0
    for number, node in enumerate(order):
        slots.append(node)
        width = max(width, sum(len(model.options[each]) > 1 for each in slots))
        where = {each: slot for slot, each in enumerate(slots)}
        links = tuple(
            tuple((where[other], label) for other, label in layer.rows[node] if other in where)
            for layer in model.layers
        )
        leaving = tuple(slot for slot, each in enumerate(slots) if last[place[each]] <= number)
        steps.append(Step(node, links, leaving, len(slots) - len(leaving), patterns[number], rests[-1 - number]))
        slots = [each for slot, each in enumerate(slots) if slot not in leaving]
    return Course(tuple(order), tuple(steps), width)


def _neighbours(model: Model) -> list[set[int]]:
    """The nodes that each must be in the frontier with."""
    near: list[set[int]] = [set() for _ in model.options]
    for layer in model.layers:
        for node, row in enumerate(layer.rows):
            if any(layer.members[node]):
                near[node] |= {other for other, _ in row if other != node and any(layer.members[other])}
    return near


def _patterns(model: Model, place: dict[int, int]) -> list[tuple[Pattern, ...]]:
    """The patterns of each step; a bit serves one set after another."""
    sets = [
        (min(places), max(places), question, places)
        for question, each in enumerate(model.questions)
        if isinstance(each, Filled)
        for places in ({place[node] for node in nodes} for nodes in each.sets)
    ]
    found: list[dict[int, list[int]]] = [{} for _ in place]
    until: list[int] = []
    for begin, end, question, places in sorted(sets, key=lambda each: each[:3]):
        bit = next((bit for bit, busy in enumerate(until) if busy < begin), len(until))
        until[bit:] = [end, *until[bit + 1 :]]
        for number in places:
            row = found[number].setdefault(question, [0, 0, 0])
            row[1] |= 1 << bit
            row[0] |= (number == begin) << bit
            row[2] |= (number == end) << bit
    return [tuple(Pattern(question, *row) for question, row in sorted(each.items())) for each in found]


# Orders


def _orders(cells: Sequence[int], near: Sequence[set[int]], board: Board) -> Iterator[list[int]]:
    """Orders of the cells to choose from."""
    spots = [board.position(place) for place in board.cells]
    for turn in range(DIRECTIONS):
        angle = 2 * pi * turn / DIRECTIONS
        x, y = cos(angle), sin(angle)
        yield sorted(
            cells, key=lambda c: (round(spots[c][0] * x + spots[c][1] * y, 6), spots[c][1] * x - spots[c][0] * y)
        )
    inside = set(cells)
    for start in cells[:: max(1, len(cells) // STARTS, len(cells) ** 3 // _TRIED)]:
        look()
        yield _grown(start, cells, [each & inside for each in near])
        yield _waves(start, cells, near, inside)


def _waves(start: int, cells: Sequence[int], near: Sequence[set[int]], inside: set[int]) -> list[int]:
    """All cells by their distance from one, neighbours of the earliest first."""
    order: list[int] = []
    seen: set[int] = set()
    for first in (start, *cells):
        queue = [first] * (first not in seen)
        seen.add(first)
        for here in queue:
            order.append(here)
            fresh = sorted((near[here] & inside) - seen, key=lambda each: (len(near[each]), each))
            queue += fresh
            seen.update(fresh)
    return order


def _grown(start: int, cells: Sequence[int], near: Sequence[set[int]]) -> list[int]:
    """All cells, each time the one that adds least to the frontier; the neighbours of the oldest first."""
    order: list[int] = [start]
    seen, left = {start}, {cell: len(near[cell]) for cell in cells}
    age = {start: 0}

    def cost(cell: int) -> tuple[int, int, int]:
        closed = sum(left[each] == 1 for each in near[cell] if each in seen)
        opened = int(any(each not in seen for each in near[cell]))
        return opened - closed, min((age[each] for each in near[cell] if each in seen), default=len(cells)), cell

    for each in near[start]:
        left[each] -= 1
    fringe = set(near[start])
    while len(order) < len(cells):
        look()
        best = min(fringe or set(cells) - seen, key=cost)
        age[best] = len(order)
        order.append(best)
        seen.add(best)
        fringe = (fringe | near[best]) - seen
        for each in near[best]:
            left[each] -= 1
    return order


def _with_edges(order: Sequence[int], near: Sequence[set[int]], model: Model) -> tuple[int, ...]:
    """An order of cells with each edge, and the outside, before the first cell next to it."""
    found: dict[int, None] = {}
    for cell in order:
        found.update((node, None) for node in sorted(near[cell]) if node >= model.cells)
        found[cell] = None
    members = (node for node in range(model.cells, len(near)) if any(any(each.members[node]) for each in model.layers))
    return tuple(dict.fromkeys((*found, *members)))


def _cost(order: Sequence[int], near: Sequence[set[int]], model: Model) -> float:
    """Roughly the number of states of a sweep."""
    place = {node: number for number, node in enumerate(order)}
    cost, width = 0.0, 0
    ends: dict[int, int] = {}
    for number, node in enumerate(order):
        if len(model.options[node]) > 1:
            last = max([number, *(place[each] for each in near[node])])
            width += 1
            ends[last] = ends.get(last, 0) + 1
        cost += _GROWTH**width
        width -= ends.get(number, 0)
    return cost
