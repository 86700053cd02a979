"""Numbers of a position that no rule tells from larger ones: positions that differ in nothing else are one.

A number that only goes up, or back to 0, may grow for ever while play repeats itself. Where rules only compare it with
numbers known before play, all that are larger than the largest of these mean the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from ...play.game import Game
from ...record import Record
from ...rules import deeds, ir, walk
from ...rules.program import Rules

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


class Level(Record):
    """A place of the position, and the number that stands for all that are larger."""

    place: int
    top: int


def levels_of(game: Game) -> tuple[Level, ...]:
    """Return the places of positions whose numbers are levelled."""
    return tuple(_levels(game))


def _levels(game: Game) -> Iterator[Level]:
    rules, layout = game.rules, game.machine.layout
    counters = {"turn": layout.turn, "passes": layout.passes, "quiet": layout.quiet, "turns": layout.turns}
    for name, section in counters.items():
        top = _top(rules, partial(_is_counter, name))
        if name == "turn":
            top = _with_ties(rules, top)
        if section is not None and top is not None:
            yield from (Level(section.offset + place, top + 1) for place in range(section.size))
    for number, slot in enumerate(rules.variables):
        top = _top(rules, partial(_may_be, rules, number))
        if layout.vars is not None and slot.is_declared and top is not None:
            yield Level(layout.vars.offset + number, top + 1)


def level(vector: Sequence[int], levels: Sequence[Level]) -> Sequence[int]:
    """Return a position with its numbers levelled."""
    if all(vector[each.place] <= each.top for each in levels):
        return vector
    found = list(vector)
    for each in levels:
        found[each.place] = min(found[each.place], each.top)
    return found


def _with_ties(rules: Rules, top: int | None) -> int | None:
    """The largest turn that rules tell from later ones: a decision may be tied to it."""
    tied = max((each.turn or 0 for each in rules.decisions), default=0)
    is_asked = any(_is_counter("turn", node) for node in walk.everything(rules))
    return max(top or 0, tied) if top is not None or (tied and not is_asked) else None


def _is_counter(name: str, node: object) -> bool:
    return isinstance(node, ir.Counter | ir.PlayerCounter) and node.name == name


def _may_be(rules: Rules, number: int, node: object) -> bool:
    """Whether a node is a variable that may stand in a slot: its own, or that of some player."""
    if not isinstance(node, ir.Variable):
        return False
    return 0 <= number - node.number < (1 if node.player is None else len(rules.players))


def _top(rules: Rules, asks: Callable[[object], bool]) -> int | None:
    """The largest number that something is compared with; None if it is asked for in another way. What counts it up
    does not ask for it."""
    found, top = Counter[bool](), 0
    for node in walk.everything(rules):
        if asks(node):
            found[True] += 1
        match node:
            case ir.Operation(word, (one, ir.Constant(values)) | (ir.Constant(values), one)) if asks(one):
                if word in _COMPARISONS:
                    found[False] += 1
                    top = max(top, *values)
            case deeds.SetVariable(variable, ir.Operation("+", (one, ir.Constant(values))), _) if asks(variable):
                if one == variable and min(values) >= 0:
                    found[False] += 2
                elif not asks(one):
                    found[False] += 1
            case deeds.SetVariable(variable, _, _) if asks(variable):
                found[False] += 1
            case _:
                pass
    return top if found[True] == found[False] > 0 else None


def growing(game: Game, line: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return what of the positions of a line is another number in most of them, in words."""
    layout = game.machine.layout
    words = {
        "TURN": "the number of the turn", "PASSES": "the number of passes", "QUIET": "the number of quiet turns",
        "TURNS": "the number of a player's turns", "HISTORY": "the number of boards that are remembered",
    }  # fmt: skip
    places: Mapping[str, range] = {name: place for name, place in layout.places.items() if name in words}
    found = [words[name] for name, place in places.items() if any(_grows(line, each) for each in place)]
    if layout.vars is not None:
        for number, slot in enumerate(game.rules.variables):
            found += [f"`{slot.name}`"] if _grows(line, layout.vars.offset + number) else []
    return tuple(found)


def _grows(line: Sequence[Sequence[int]], place: int) -> bool:
    return 2 * len({vector[place] for vector in line}) > len(line)
