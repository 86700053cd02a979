"""The same sweep over arrays: each step is done for many states at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...deadline import look
from ..questions.model import Filled, Grouped, Looped, Model, Tally
from .course import Course, Step
from .outlook import Outlook
from .plain import TooManyStates
from .shares import LIMB, TOGETHER, Shares
from .tables import Chains, Indexes, Table, Words, mapped, merged, shifted, stacked, total
from .words import Word

CHUNK = 1 << 14
"""How many states take a step together."""

MOST_BITS, MOST_LABELS, MOST_SLOTS = 64, 8, 250
"""What fits: the bits of a number, the labels of a layer, the slots of the frontier."""


class Trace:
    """For each step and state, the state before and the option that led there."""

    def __init__(self) -> None:
        self.is_over = False
        """Whether all steps are noted."""

        self.steps: list[tuple[Indexes, NDArray[np.generic]]] = []
        self.ends: dict[frozenset[int], tuple[int, int, int, int]] = {}
        """For each set of winners: the lead of a way, after how many steps of those noted it leaves them, the state
        then, and the option that ends it."""

    def note(self, winners: frozenset[int], table: Table, rows: Indexes) -> None:
        """Note the most even of the ways to some states that decide the game."""
        best = int(rows[np.abs(table.lead[rows]).argmin()])
        steps = len(self.steps) - self.is_over
        end = abs(int(table.lead[best])), steps, int(table.before[best]), int(table.option[best])
        self.ends[winners] = min(end, self.ends.get(winners, end))

    def options_to(self, winners: frozenset[int]) -> list[int]:
        """Return the options of the nodes, in their order, on a way to a full board that these players have won."""
        _, steps, state, option = self.ends[winners]
        found = [option]
        for before, options in reversed(self.steps[:steps]):
            found.append(int(options[state]))
            state = int(before[state])
        return found[::-1]


class ArraySweep:
    """Carries states along a course, many at once. With a trace, ways are noted as well."""

    def __init__(
        self, model: Model, course: Course, outlook: Outlook, memory: int = 1 << 40, trace: Trace | None = None,
        shares: Shares = TOGETHER,
    ) -> None:  # fmt: skip
        self.model, self.course, self.outlook, self.memory, self.trace = model, course, outlook, memory, trace
        self.shares = shares
        self.words = [Word(layer) for layer in model.layers]
        self.tallies = [each for each in model.questions if isinstance(each, Tally)]
        self.is_filling = sum(1 << n for n, each in enumerate(model.questions) if isinstance(each, Filled))
        self.grouped = {each.layer for each in model.questions if isinstance(each, Grouped)}
        self.loops = [
            [(number, each) for number, each in enumerate(model.questions)
             if isinstance(each, Looped) and each.layer == layer]
            for layer in range(len(model.layers))
        ]  # fmt: skip
        self.found: dict[frozenset[int], int] = {}
        """For each set of winners, how many fillings there are."""

    @staticmethod
    def fits(model: Model, course: Course) -> bool:
        """Whether the states of a sweep fit its arrays."""
        words = [Word(layer) for layer in model.layers if layer.labels <= MOST_LABELS]
        return (
            len(words) == len(model.layers)
            and all(word.bits <= MOST_BITS for word in words)
            and max(len(model.questions), course.patterns) < MOST_BITS
            and course.slots <= MOST_SLOTS
        )

    def first(self) -> Table:
        """The state before any node has entered."""
        seen = sum(1 << number for loops in self.loops for number, each in loops if each.wanted & 1)
        most, several = max(map(len, self.model.options)).bit_length(), [len(each) > 1 for each in self.model.options]
        bits = (1 + sum(several)) * self.shares.bits or len(self.model.options) * most
        ways = np.zeros((1, 2 + bits // LIMB), np.uint64)
        ways[0, 0] = 1
        chains = tuple(
            Chains(np.zeros((1, 0), np.uint8), np.zeros((1, 0), np.uint8), np.zeros((1, 0), word.dtype))
            for word in self.words
        )
        return Table(
            np.array([seen], np.uint64), np.zeros(1, np.uint64), np.zeros((1, len(self.tallies)), np.uint64),
            np.ones((1, len(self.words)), np.uint64), chains, ways,
            np.zeros(1, np.int64), np.zeros(1, np.int8), np.zeros(1, np.int16),
        )  # fmt: skip

    def counted(self) -> Iterator[int]:
        """Take one step after another; yields the number of states after each. Raises `TooManyStates`."""
        table, kept = self.first(), 0
        for step in self.course.steps:
            options = range(len(self.model.options[step.node]))
            if len(table.seen) * len(options) * table.size * 4 + kept > self.memory:
                raise TooManyStates
            parts = []
            for begin in range(0, len(table.seen), CHUNK):
                look()
                rows = np.arange(begin, min(begin + CHUNK, len(table.seen)))
                chunk = table.taken(rows)
                parts += [self._decided(self.next(chunk, step, option, rows), step.rest) for option in options]
            table = merged(stacked(parts)) if parts else table
            if self.trace is not None:
                self.trace.steps.append((table.before.astype(np.int32), table.option))
                kept += 5 * len(table.seen)
            yield len(table.seen)
        if self.trace is not None:
            self.trace.is_over = True
        self._decided(table, 1, is_over=True)

    def _decided(self, table: Table, rest: int, *, is_over: bool = False) -> Table:
        """Count the states in which it is known who has won; returns the others."""
        known, places = np.unique(
            np.concatenate([table.seen[:, None], table.tallies], axis=1), axis=0, return_inverse=True
        )
        open_rows = np.zeros(len(table.seen), bool)
        for number, (seen, *tallies) in enumerate(known.tolist()):
            winners, rows = self.outlook.winners(seen, tuple(tallies), is_over), places.reshape(-1) == number
            if winners is None:
                open_rows |= rows
                continue
            self.found[winners] = self.found.get(winners, 0) + total(table.ways[rows]) * self.shares.rest(rest)
            if self.trace is not None:
                self.trace.note(winners, table, np.flatnonzero(rows))
        return table.taken(np.flatnonzero(open_rows))

    def next(self, table: Table, step: Step, option: int, rows: Indexes) -> Table:
        """The states after a node has entered with one of its options."""
        seen, live = table.seen.copy(), mapped(table.seen, self.outlook.live)
        filled = self._patterns(table.filled, seen, step, option)
        tallies, spans = table.tallies.copy(), table.spans.copy()
        for number, tally in enumerate(self.tallies):
            added = tallies[:, number] + np.uint64(tally.members[step.node][option])
            tallies[:, number] = np.minimum(added, np.uint64(tally.most))
        chains = []
        for number, layer in enumerate(self.model.layers):
            frontier = _Frontier(self.words[number], table.chains[number], spans[:, number])
            if layer.members[step.node][option]:
                value = (1, *(field.gains[step.node][option] for field in layer.fields))
                seen |= live & self._answered(number, frontier.enter(value, step.near[number]), is_whole=False)
            if number in self.grouped:
                for words, whole in frontier.whole(step.leaving):
                    seen |= np.where(whole, live & self._answered(number, words, is_whole=True), np.uint64(0))
            frontier.leave(step.leaving)
            for question, each in self.loops[number]:
                seen |= np.where(frontier.spans & np.uint64(each.wanted), np.uint64(1 << question), np.uint64(0))
            spans[:, number] = frontier.spans
            chains.append(frontier)
        several = len(self.model.options[step.node]) > 1
        lead = table.lead + np.int16(several * (1 if option == 0 else -1))
        ways = shifted(table.ways, self.shares.shift(len(self.model.options[step.node]), option))
        return self._trimmed(
            table._replace(ways=ways, seen=seen, filled=filled, tallies=tallies, spans=spans, before=rows, lead=lead,
                           option=np.full(len(rows), option, np.int8)),
            chains,
        )  # fmt: skip

    def _answered(self, layer: int, words: Words, *, is_whole: bool) -> Words:
        whole = (1 << len(self.model.questions)) - 1
        value = self.words[layer].value
        return mapped(words, lambda word: self.outlook.answered(layer, value(word), whole, is_whole))

    def _patterns(self, filled: Words, seen: Words, step: Step, option: int) -> Words:
        for pattern in step.patterns:
            question = self.model.questions[pattern.question]
            assert isinstance(question, Filled)
            filled = filled | np.uint64(pattern.begins)
            if not question.members[step.node][option]:
                filled &= ~np.uint64(pattern.holds)
            seen |= np.where(filled & np.uint64(pattern.ends), np.uint64(1 << pattern.question), np.uint64(0))
            filled &= ~np.uint64(pattern.ends)
        return filled

    def _trimmed(self, table: Table, frontiers: list[_Frontier]) -> Table:
        """States without what no question asks for any more."""
        live = mapped(table.seen, self.outlook.live)
        known, places = np.unique(live, return_inverse=True)
        needed = [self.outlook.needed(int(each)) for each in known]
        chains, spans = [], table.spans
        for number, (frontier, word) in enumerate(zip(frontiers, self.words, strict=True)):
            needs = [each[number] for each in needed]
            flags = np.array([[each.matters, each.walks, each.loops] for each in needs])[places.reshape(-1)]
            matters, walks, loops = flags.T
            masks = [word.mask(each.fields, walks=each.walks) for each in needs]
            kept = np.array(masks, np.uint64)[places.reshape(-1)]
            chains.append(frontier.chains(matters, walks, loops, kept))
            spans[:, number] = np.where(loops, spans[:, number], np.uint64(1))
        keeps = (live & np.uint64(self.is_filling)) != 0
        return table._replace(chains=tuple(chains), spans=spans, filled=np.where(keeps, table.filled, np.uint64(0)))


class _Frontier:
    """The chains of one layer while a node enters, in many states."""

    def __init__(self, word: Word, chains: Chains, spans: Words) -> None:
        self.word, self.spans, self.has_labels = word, spans, word.labels > 1
        blank = ((0, 0), (0, 1))
        self.ids, self.labels = np.pad(chains.ids, blank), np.pad(chains.labels, blank)
        self.words = np.pad(chains.words, blank)

    def enter(self, value: tuple[int, ...], near: tuple[tuple[int, int], ...]) -> Words:
        """Have a node enter and join its neighbours; returns what its blocks have then."""
        states, new = self.ids.shape
        self.ids[:, -1] = new
        here = np.full(states, self.word.of(value), np.uint64)
        for slot, label in near:
            old = self.ids[:, slot].copy()
            between = self.labels[:, slot] ^ np.uint8(label)
            joins = (old != 0) & (old != new)
            if self.has_labels:
                loops = old == new
                here = np.where(loops, self.word.looped(here, between), here)
                self.spans = np.where(loops, self.word.spanned(self.spans, between), self.spans)
            here = np.where(joins, self.word.joined(here, self.words[:, slot].astype(np.uint64), between), here)
            moved = joins[:, None] & (self.ids == old[:, None])
            self.ids[moved] = new
            if self.has_labels:
                self.labels ^= np.where(moved, between[:, None], np.uint8(0))
        here = self.word.filled(here)
        self.words = np.where(self.ids == new, here[:, None].astype(self.words.dtype), self.words)
        return here

    def whole(self, leaving: tuple[int, ...]) -> Iterator[tuple[Words, NDArray[np.generic]]]:
        """For each slot that is to leave: what blocks have there, and whether they are whole then."""
        stays = [slot for slot in range(self.ids.shape[1]) if slot not in leaving]
        for slot in leaving:
            block = self.ids[:, slot]
            yield self.words[:, slot].astype(np.uint64), (block != 0) & ~(self.ids[:, stays] == block[:, None]).any(1)

    def leave(self, leaving: tuple[int, ...]) -> None:
        """Have nodes leave, and number blocks by their first slots."""
        stays = [slot for slot in range(self.ids.shape[1]) if slot not in leaving]
        ids, self.labels, self.words = self.ids[:, stays], self.labels[:, stays], self.words[:, stays]
        self.ids = np.zeros_like(ids)
        for slot in reversed(range(len(stays))):
            self.ids[(ids == ids[:, slot : slot + 1]) & (ids != 0)] = slot + 1

    def chains(
        self, matters: NDArray[np.bool_], walks: NDArray[np.bool_], loops: NDArray[np.bool_], kept: Words
    ) -> Chains:
        """The chains as tables have them, where they matter, with what is kept of what blocks have."""
        ids = np.where(matters[:, None], self.ids, np.uint8(0))
        words = self.words.astype(np.uint64)
        if not self.has_labels:
            return Chains(ids, self.labels, np.where(ids != 0, words & kept[:, None], 0).astype(self.words.dtype))
        first = np.maximum(ids, 1).astype(np.int64) - 1
        if ids.shape[1]:
            turns = np.take_along_axis(self.labels, first, axis=1)
            words = self.word.turned(words, turns)
            every = np.uint64((1 << self.word.labels) - 1)
            spans = np.where(loops, self.spans, every)[:, None]
            spans = np.where(walks[:, None], words & every, spans)
            labels = np.where(ids != 0, self.word.least(self.labels ^ turns, spans), np.uint8(0))
            words = np.where(ids != 0, words & kept[:, None] | np.uint64(1), np.uint64(0))
            return Chains(ids, labels, words.astype(self.words.dtype))
        return Chains(ids, self.labels, self.words)
