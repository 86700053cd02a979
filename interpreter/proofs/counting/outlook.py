"""What is known of the outcome at some point of a sweep: who has won, and which questions still matter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from ..questions.judging import Bounds, bounds, winners
from ..questions.model import Connected, Filled, Grouped, Looped, Model, Tally, Walked
from .labels import leads

_MOST_TRIED = 10
"""Of how many open questions it is worked out which of them matter."""

Value = tuple[int, ...]
"""What a block has: the span of its loops, then its value in each field of its layer."""


class Needs(NamedTuple):
    """What of a layer questions still ask for."""

    matters: bool
    """Whether they ask about its chains at all."""

    walks: bool
    """Whether they ask for labels of walks in one chain."""

    loops: bool
    """Whether they ask for labels of loops of all chains."""

    fields: tuple[bool, ...]


class Outlook:
    """Answers about a model, each worked out once. `seen` has a bit for each question that is answered with yes."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.winners = cache(self._winners)
        self.live = cache(self._live)
        self.needed = cache(self._needed)
        self.answered = cache(self._answered)
        self._tallies = [number for number, each in enumerate(model.questions) if isinstance(each, Tally)]

    def _winners(self, seen: int, tallies: tuple[int, ...], is_over: bool = False) -> frozenset[int] | None:
        """Who has won; None if it is not known yet. At the end, what was not seen is not so."""
        known: list[Bounds] = []
        counted = iter(tallies)
        for number, question in enumerate(self.model.questions):
            if isinstance(question, Tally):
                count = next(counted)
                known.append((count, count if is_over else question.most))
            else:
                known.append((1, 1) if seen >> number & 1 else (0, 0 if is_over else 1))
        return winners(self.model.endings, self.model.players, known)

    def _live(self, seen: int) -> int:
        """The questions, as bits, on which it may still depend who has won."""
        whole = (1 << len(self.model.questions)) - 1
        unseen = [number for number in range(len(self.model.questions)) if not seen >> number & 1]
        if self._tallies or len(unseen) > _MOST_TRIED:
            return whole & ~seen
        results: Mapping[int, frozenset[int] | None] = {
            seen | sum(bits): self._winners(seen | sum(bits), (), True)
            for bits in product(*((0, 1 << number) for number in unseen))
        }
        return sum(
            1 << number for number in unseen if any(results[bits] != results[bits ^ 1 << number] for bits in results)
        )

    def _answered(self, layer: int, value: Value, live: int, is_whole: bool) -> int:
        """The questions, as bits, that a block answers with yes; `is_whole` once nothing more can join it."""
        found = 0
        for number, question in enumerate(self.model.questions):
            if not live >> number & 1 or isinstance(question, Looped | Tally | Filled) or question.layer != layer:
                continue
            match question:
                case Connected(_, fields):
                    has = all(value[1 + field] for field in fields)
                case Walked(_, first, last, wanted):
                    has = leads(value[1 + first], value[1 + last], wanted)
                case Grouped():
                    has = bool(bounds(question.body, self._readings(question, value, is_whole))[0])
            found |= has << number
        return found

    def _readings(self, question: Grouped, value: Value, is_whole: bool) -> list[Bounds]:
        found = []
        for reading in question.readings:
            field = self.model.layers[question.layer].fields[reading.field]
            here = value[1 + reading.field]
            most = 1 if field.kind == "bits" and reading.kind == "value" else field.size
            if reading.kind == "arc":
                here = arc(here, field.size)
            found.append((here, here if is_whole else most))
        return found

    def _needed(self, live: int) -> tuple[Needs, ...]:
        """What matters of each layer."""
        found = []
        for number, layer in enumerate(self.model.layers):
            asked = [
                question
                for index, question in enumerate(self.model.questions)
                if live >> index & 1 and not isinstance(question, Tally | Filled) and question.layer == number
            ]
            fields: set[int] = set()
            for question in asked:
                match question:
                    case Connected():
                        fields.update(question.fields)
                    case Walked():
                        fields |= {question.first, question.last}
                    case Grouped():
                        fields.update(reading.field for reading in question.readings)
                    case Looped():
                        pass
            walks = any(isinstance(question, Walked) for question in asked)
            loops = any(isinstance(question, Looped) for question in asked)
            kept = tuple(field in fields for field in range(len(layer.fields)))
            found.append(Needs(bool(asked), walks, loops, kept))
        return tuple(found)


@cache
def arc(bits: int, length: int) -> int:
    """Return the length of the shortest run of a cycle that holds all places of a set; 0 if it is empty."""
    places = [place for place in range(length) if bits >> place & 1]
    if not places:
        return 0
    gaps = [(after - before - 1) % length for before, after in zip(places, [*places[1:], places[0]], strict=True)]
    return length - max(gaps)
