"""The sweep in plain Python: a table of states, each with the number of ways to come to it.

A state is what the filled part of the board still means for the rest: which nodes of the frontier are joined in each
layer and at which labels, what their blocks have, which loops there were, and which questions are answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from ..questions.model import Field, Filled, Layer, Looped, Model, Tally
from .course import Course, Step
from .labels import closed, filled, least, spanned, turned
from .outlook import Needs, Outlook, Value
from .shares import TOGETHER, Shares

Chains: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[Value, ...]]
"""Of one layer: for each slot of the frontier its block, numbered from 1 as they occur, 0 if it is no member; the label
from the first node of the block; and what each block has."""


class State(NamedTuple):
    """What a filled part of the board means for the rest."""

    seen: int
    """The questions answered with yes, as bits."""

    filled: int
    """The sets of nodes that are filled as far as they have been met, as bits (`Pattern`)."""

    tallies: tuple[int, ...]
    spans: tuple[int, ...]
    """For each layer, the labels that loops of all its chains add up to."""

    chains: tuple[Chains, ...]


class TooManyStates(Exception):  # noqa: N818 - it is an answer, not a mistake
    """The states of a sweep need more memory than is allowed."""


class Way(NamedTuple):
    """One way to come to a state: the option of the last node, after another way; `lead` is how many more cells hold
    their first option than not."""

    before: Way | None
    option: int
    lead: int

    @property
    def options(self) -> list[int]:
        """The options of all nodes so far, in their order."""
        found: list[int] = []
        way: Way | None = self
        while way is not None and way.before is not None:
            found.append(way.option)
            way = way.before
        return found[::-1]


_Key = TypeVar("_Key")
Found = dict[frozenset[int], tuple[int, Way]]
"""For each set of winners: how many fillings there are, and a way to one, whose later nodes may hold anything."""


class Sweep:
    """Carries states along a course."""

    def __init__(self, model: Model, course: Course, outlook: Outlook, shares: Shares = TOGETHER) -> None:
        self.model, self.course, self.outlook, self.shares = model, course, outlook, shares
        self.tallies = [each for each in model.questions if isinstance(each, Tally)]
        self.loops = [
            [(1 << number, each.wanted) for number, each in enumerate(model.questions)
             if isinstance(each, Looped) and each.layer == layer]
            for layer in range(len(model.layers))
        ]  # fmt: skip

    def first(self) -> State:
        """The state before any node has entered."""
        layers = len(self.model.layers)
        seen = sum(bit for loops in self.loops for bit, wanted in loops if wanted & 1)
        return State(seen, 0, (0,) * len(self.tallies), (1,) * layers, (((), (), ()),) * layers)

    def counted(self, found: Found) -> Iterator[int]:
        """Take one step after another; yields the number of states after each. `found` has all fillings in the end."""
        table: dict[State, tuple[int, Way]] = {self.first(): (1, Way(None, 0, 0))}
        for step in self.course.steps:
            after: dict[State, tuple[int, Way]] = {}
            options = range(len(self.model.options[step.node]))
            for state, (count, way) in table.items():
                for option in options:
                    lead = way.lead + (0 if len(options) == 1 else 1 if option == 0 else -1)
                    ways = count << self.shares.shift(len(options), option)
                    self._enter(state, step, ways, Way(way, option, lead), after, found)
            table = after
            yield len(table)
        for state, (count, way) in table.items():
            winners = self.outlook.winners(state.seen, state.tallies, True)
            assert winners is not None
            _add(found, winners, count, way)

    def winners(self, board: Sequence[int]) -> frozenset[int]:
        """Return who has won one full board; it has one content a cell."""
        state = self.first()
        for step in self.course.steps:
            is_cell = step.node < self.model.cells
            state = self.next(state, step, self.model.options[step.node].index(board[step.node]) if is_cell else 0)
        winners = self.outlook.winners(state.seen, state.tallies, True)
        assert winners is not None
        return winners

    def _enter(
        self, state: State, step: Step, count: int, way: Way, after: dict[State, tuple[int, Way]], found: Found
    ) -> None:
        new = self.next(state, step, way.option)
        winners = self.outlook.winners(new.seen, new.tallies)
        if winners is not None:
            _add(found, winners, count * self.shares.rest(step.rest), way)
        else:
            _add(after, new, count, way)

    def next(self, state: State, step: Step, option: int) -> State:
        """The state after a node has entered with one of its options."""
        seen, live = state.seen, self.outlook.live(state.seen)
        filled, seen = self._patterns(state.filled, seen, step, option)
        tallies = tuple(
            min(count + tally.members[step.node][option], tally.most)
            for count, tally in zip(state.tallies, self.tallies, strict=True)
        )
        spans, chains = [], []
        for number, layer in enumerate(self.model.layers):
            blocks = _Blocks(layer, state.chains[number], state.spans[number])
            if layer.members[step.node][option]:
                value = blocks.enter(step, option, step.near[number])
                seen |= self.outlook.answered(number, value, live, False)
            else:
                blocks.skip()
            for value in blocks.leave(step.leaving):
                seen |= self.outlook.answered(number, value, live, True)
            for bit, wanted in self.loops[number]:
                seen |= bit if blocks.span & wanted else 0
            spans.append(blocks.span)
            chains.append(blocks)
        return self._trimmed(seen, filled, tallies, spans, chains)

    def _patterns(self, filled: int, seen: int, step: Step, option: int) -> tuple[int, int]:
        for pattern in step.patterns:
            question = self.model.questions[pattern.question]
            assert isinstance(question, Filled)
            filled |= pattern.begins
            if not question.members[step.node][option]:
                filled &= ~pattern.holds
            if filled & pattern.ends:
                seen |= 1 << pattern.question
            filled &= ~pattern.ends
        return filled, seen

    def _trimmed(
        self, seen: int, filled: int, tallies: tuple[int, ...], spans: list[int], chains: list[_Blocks]
    ) -> State:
        """A state without what no question asks for any more."""
        live = self.outlook.live(seen)
        needed = self.outlook.needed(live)
        kept = (
            blocks.chains(needs) if needs.matters else ((0,) * len(blocks.ids), (), ())
            for blocks, needs in zip(chains, needed, strict=True)
        )
        return State(
            seen,
            filled
            if any(live >> n & 1 for n, each in enumerate(self.model.questions) if isinstance(each, Filled))
            else 0,
            tallies,
            tuple(span if needs.loops else 1 for span, needs in zip(spans, needed, strict=True)),
            tuple(kept),
        )


class _Blocks:
    """The chains of one layer while a node enters."""

    def __init__(self, layer: Layer, chains: Chains, span: int) -> None:
        self.layer, self.span = layer, span
        self.ids, self.labels = list(chains[0]), list(chains[1]) or [0] * len(chains[0])
        self.values = dict(enumerate(chains[2], 1))

    def skip(self) -> None:
        """Have a node enter that is no member."""
        self.ids.append(0)
        self.labels.append(0)

    def enter(self, step: Step, option: int, near: tuple[tuple[int, int], ...]) -> Value:
        """Have a node enter and join its neighbours; returns what its block has then."""
        here = len(self.ids)
        new = max(self.values, default=0) + 1
        self.ids.append(new)
        self.labels.append(0)
        self.values[new] = (1, *(field.gains[step.node][option] for field in self.layer.fields))
        for slot, label in near:
            other = self.ids[slot]
            if other:
                self._join(here, slot, label)
        return self.values[self.ids[here]]

    def _join(self, one: int, other: int, label: int) -> None:
        """Join two slots by a link."""
        root, old = self.ids[one], self.ids[other]
        between = self.labels[one] ^ self.labels[other] ^ label
        if root == old:
            span, *values = self.values[root]
            self._loop(root, spanned(span, between), tuple(values))
            self.span = spanned(self.span, between)
            return
        for slot, each in enumerate(self.ids):
            if each == old:
                self.ids[slot] = root
                self.labels[slot] ^= between
        (span, *values), (span2, *values2) = self.values[root], self.values.pop(old)
        joined = tuple(
            _sum(field, value, value2, between)
            for field, value, value2 in zip(self.layer.fields, values, values2, strict=True)
        )
        self._loop(root, closed(span, span2), joined)

    def _loop(self, root: int, span: int, values: tuple[int, ...]) -> None:
        """Give a block its values, closed under its span."""
        fields = self.layer.fields
        self.values[root] = (
            span,
            *(
                closed(value, span) if field.kind == "labels" else value
                for field, value in zip(fields, values, strict=True)
            ),
        )

    def leave(self, slots: tuple[int, ...]) -> list[Value]:
        """Have nodes leave; returns what each block has that is whole now."""
        gone = {self.ids[slot] for slot in slots} - {0}
        for slot in reversed(slots):
            del self.ids[slot], self.labels[slot]
        return [self.values.pop(each) for each in sorted(gone - set(self.ids))]

    def chains(self, needs: Needs) -> Chains:
        """The chains in the form that states have, with what is needed of them."""
        every = (1 << self.layer.labels) - 1
        first: dict[int, int] = {}
        numbers: dict[int, int] = {0: 0}
        ids, labels = [], []
        for block, label in zip(self.ids, self.labels, strict=True):
            ids.append(numbers.setdefault(block, len(numbers)))
            turn = first.setdefault(block, label) if block else label
            span = self.values[block][0] if needs.walks and block else self.span if needs.loops else every
            labels.append(least(label ^ turn, span))
        values = [
            (self.values[block][0] if needs.walks else 1, *self._kept(block, label, needs.fields))
            for block, label in first.items()
        ]
        return tuple(ids), tuple(labels) if self.layer.labels > 1 else (), tuple(values)

    def _kept(self, block: int, label: int, fields: tuple[bool, ...]) -> Iterator[int]:
        for field, value, matters in zip(self.layer.fields, self.values[block][1:], fields, strict=True):
            if not matters:
                yield 0
            elif field.kind == "labels":
                yield turned(value, label)
            else:
                yield filled(value, field.size, field.closes) if field.closes else value


def _sum(field: Field, value: int, other: int, between: int) -> int:
    if field.kind == "number":
        return min(value + other, field.size)
    return value | (turned(other, between) if field.kind == "labels" else other)


def _add(table: dict[_Key, tuple[int, Way]], key: _Key, count: int, way: Way) -> None:
    """Count one more way to a state, and keep the way with the most even shares."""
    known = table.get(key)
    if known is None:
        table[key] = count, way
    else:
        table[key] = known[0] + count, known[1] if abs(known[1].lead) <= abs(way.lead) else way
