"""Positions that count as one: images of one another, and those that differ in numbers that no rule tells apart.

A number that only goes up, or back to 0, may grow for ever while play repeats itself. Where rules only compare it with
numbers known before play, all that are larger than the largest of these mean the same. Of symmetries, only those are
used that leave players alone and keep the start, all of them or none, so that what play can reach holds the images of
each of its positions, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from random import Random
from typing import TypeAlias

from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...players.exact.images import cell_images, moved_places
from ...record import Record
from ...rules import deeds, ir, walk
from ...rules.program import Rules
from ...rules.symmetry import are_told_apart

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


Position: TypeAlias = tuple[int, ...]
"""What a state's vector begins with: all that the rules can see."""

Image: TypeAlias = Callable[[Sequence[int]], Position]
"""Reads the image of a position from a state's vector."""

MOST = 200
"""How many symmetries are used at most."""

LARGEST = 36
"""The most cells of a board of which symmetries are used: all positions of larger ones are out of reach anyway."""

TRIED, LONGEST = 3, 60
"""In how many random games symmetries are tried, and how many decisions of each."""


class Alike:
    """Names positions so that images of one another have one name."""

    def __init__(self, game: Game, *, by_symmetry: bool = True) -> None:
        self._machine, self._size = game.machine, game.machine.layout.position_size
        self._codes, self._levels = game.action_count + 1, levels_of(game)
        plain: Image = itemgetter(*range(self._size))
        images = self._images(game) if by_symmetry and len(game.board.cells) <= LARGEST else []
        self.images = [plain, *images]

    def name(self, vector: Sequence[int]) -> tuple[bytes, int]:
        """Return the name of a position, and how many positions have it."""
        levelled = level(vector, self._levels)
        images = {image(levelled) for image in self.images}
        return repr(min(images)).encode(), len(images)

    def legal(self, vector: Sequence[int]) -> list[int]:
        """Return the codes of what can be decided in a position; none once the game is over."""
        if vector[self._machine.layout.end.offset] != PLAYING:
            return []
        codes = [0] * self._codes
        return codes[: self._machine.legal(list(vector), codes)]

    def closed(self, moves: Sequence[int]) -> tuple[int, ...]:
        """Return a line that ends in a position it was in before, made of one that ends in an image of such a position:
        what was played in between is played again, moved by the symmetry, until a position itself comes again."""
        line, found = [list(self._machine.start)], list(moves)
        for code in moves:
            line.append(self._after(line[-1], code))
        names = [self.name(each)[0] for each in line]
        period = len(moves) - names.index(names[-1])
        seen = [self._plain(each) for each in line]
        while seen[-1] not in seen[:-1]:
            names.append(names[-period])
            code, after = next(each for each in self._ways(line[-1]) if self.name(each[1])[0] == names[-1])
            found.append(code)
            line.append(after)
            seen.append(self._plain(after))
        return tuple(found)

    def _plain(self, vector: Sequence[int]) -> Position:
        return self.images[0](level(vector, self._levels))

    def _ways(self, vector: list[int]) -> list[tuple[int, list[int]]]:
        return [(code, self._after(vector, code)) for code in self.legal(vector)]

    def _after(self, vector: list[int], code: int) -> list[int]:
        after = list(vector)
        self._machine.step(after, code)
        return after

    def _images(self, game: Game) -> list[Image]:
        """What gives the images of a position other than itself; nothing where endings, too, could change places."""
        if not are_told_apart(game.rules):
            return []
        group = game.symmetries
        cells, generators = (cell_images(game, each) for each in (group.kept(MOST + 1), group.keeping))
        if len(cells) > MOST or not all(self._are_played_alike(_image(game, each)) for each in generators):
            return []
        return [_image(game, each) for each in cells[1:]]

    def _are_played_alike(self, image: Image) -> bool:
        """Whether, in random games, whatever can follow on a position has its image among what can follow on the
        position's image."""
        start, draw = list(self._machine.start), Random(0)
        if image(start) != tuple(start[: self._size]):
            return False
        for _ in range(TRIED):
            one, other = start, start
            for _ in range(LONGEST):
                look()
                after = [each for _, each in self._ways(one)]
                others = {tuple(each[: self._size]): each for _, each in self._ways(other)}
                if {image(each) for each in after} != others.keys():
                    return False
                if not after:
                    break
                one = draw.choice(after)
                other = others[image(one)]
        return True


def _image(game: Game, cells: tuple[int, ...]) -> Image:
    """What gives the image of a position where a symmetry moves cells."""
    return itemgetter(*moved_places(game, cells))
