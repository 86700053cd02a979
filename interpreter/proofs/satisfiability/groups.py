"""What groups may not meet where nobody has won, as clauses: with them a solver proposes boards that are nearly right.

Beside the variables of the cells there is one for each node of the board and each thing that groups may meet, such as a
side. It is true at least where the node's group meets the thing, since members that are linked agree. Then no node may
have all of what would win, such as three sides. Rings and walks are left to what boards teach. The clauses hold only
under an assumption, a variable of their own, so a proof can do without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product, takewhile

from ...deadline import look
from ...rules import ir
from ..questions.judging import bounds
from ..questions.model import Connected, Filled, Grouped, Model, Table

MOST_THINGS = 12
"""How many things a question may ask about: all sets of them are gone through."""

MOST_CLAUSES = 1 << 19
"""How many clauses may be made of one question."""

Thing = tuple[int, int]
"""A field of a layer, and the node that is met there; -1 for any."""


class Groups:
    """Clauses about groups under an assumption, with variables above `top`; `literal` says that a cell holds a
    content."""

    def __init__(self, model: Model, literal: Callable[[int, int], int], assumption: int, top: int) -> None:
        self._model, self._literal, self._assumption, self._top = model, literal, assumption, top
        self._variables: dict[tuple[int, Thing], int] = {}
        """The first of the variables of a thing, one for each node, by its layer."""

    def clauses(self) -> Iterator[list[int]]:
        """Give the clauses: boards on which nobody has won, and only those, satisfy them under the assumption, but for
        what is left out."""
        for number in excluded(self._model):
            match self._model.questions[number]:
                case Connected(layer, fields):
                    yield from self._kept_apart(layer, [(field, -1) for field in fields], all)
                case Grouped(layer, readings, body) if all(each.kind == "value" for each in readings):
                    asked = [self._things(layer, each.field) for each in readings]
                    yield from self._kept_apart(layer, list(chain(*asked)), self._property(layer, asked, body))
                case Filled(members, sets):
                    for nodes in sets:
                        for options in product(*(self._literals(members, node) for node in nodes)):
                            yield [-self._assumption, *(-literal for literal in options if literal)]

    def _things(self, layer: int, field: int) -> list[Thing]:
        """What a reading of a field counts: each node that adds to a number, any node that gives a bit."""
        found = self._model.layers[layer].fields[field]
        if found.kind == "number":
            return [(field, node) for node, row in enumerate(found.gains) if any(row)]
        return [(field, -1)]

    def _property(
        self, layer: int, asked: Sequence[Sequence[Thing]], body: ir.Expression
    ) -> Callable[[Sequence[bool]], bool]:
        """Whether a group has a property, given which things it meets."""
        fields = self._model.layers[layer].fields

        def holds(met: Sequence[bool]) -> bool:
            left, known = iter(met), []
            for things in asked:
                gains = [max(fields[field].gains[node]) if node >= 0 else 1 for field, node in things if next(left)]
                known.append((min(sum(gains), fields[things[0][0]].size),) * 2)
            return bounds(body, known)[0] > 0

        return holds

    def _kept_apart(
        self, layer: int, things: Sequence[Thing], wins: Callable[[Sequence[bool]], bool]
    ) -> Iterator[list[int]]:
        """No group of a layer meets things that win; nothing is said where meeting more may undo a win."""
        least = least_sets(len(things), wins) if len(things) <= MOST_THINGS else None
        nodes = range(len(self._model.options))
        if not least or len(nodes) * len(least) > MOST_CLAUSES:
            return
        for thing in things:
            if (layer, thing) not in self._variables:
                self._variables[layer, thing] = self._top + 1
                self._top += len(nodes)
                yield from self._meeting(layer, thing)
        for node in nodes:
            look()
            for chosen in least:
                yield [-self._assumption, *(-self._variables[layer, things[each]] - node for each in chosen)]

    def _meeting(self, layer: int, thing: Thing) -> Iterator[list[int]]:
        """A member that meets a thing has it, and so has every member that is linked to one."""
        (field, only), found = thing, self._model.layers[layer]
        met, gains = self._variables[layer, thing], found.fields[field].gains
        for node, row in enumerate(found.rows):
            look()
            if only in (-1, node):
                for literal in self._literals(found.members, node, gains):
                    yield [-literal, met + node] if literal else [met + node]
            for near, _ in row:
                for one, other in product(self._literals(found.members, node), self._literals(found.members, near)):
                    yield [*(-literal for literal in (one, other) if literal), -met - node, met + near]

    def _literals(self, members: Table, node: int, gains: Table | None = None) -> list[int]:
        """The literals under each of which a node is a member, and gains something; 0 where it is always one."""
        options = self._model.options[node]
        held = [content for number, content in enumerate(options)
                if members[node][number] and (gains is None or gains[node][number])]  # fmt: skip
        return [0] * (len(held) > 0) if len(held) == len(options) else [self._literal(node, each) for each in held]


def excluded(model: Model) -> list[int]:
    """Return questions to which the answer is no wherever nobody has won: all endings of a player before the first that
    is a draw fail to hold."""
    found: set[int] = set()
    for player in range(model.players):
        own = (each for each in model.endings if each.player == player)
        for ending in takewhile(lambda each: each.result in ("win", "lose"), own):
            found.update(_parts(ending.condition))
    return sorted(found)


def _parts(condition: ir.Expression) -> Iterator[int]:
    """The questions each of which is enough for a condition."""
    match condition:
        case ir.Bound(number):
            yield number
        case ir.Operation("or", operands):
            for each in operands:
                yield from _parts(each)


def least_sets(size: int, holds: Callable[[Sequence[bool]], bool]) -> list[tuple[int, ...]] | None:
    """Return the smallest sets out of so many things of which something holds; None if it holds of nothing, too, or not
    of all sets that are larger."""
    truth = [holds([bool(mask >> each & 1) for each in range(size)]) for mask in range(1 << size)]
    found = []
    for mask, is_true in enumerate(truth):
        smaller = [truth[mask ^ 1 << each] for each in range(size) if mask >> each & 1]
        if any(smaller) and not is_true:
            return None
        if is_true and not mask:
            return None
        if is_true and not any(smaller):
            found.append(tuple(each for each in range(size) if mask >> each & 1))
    return found
