"""Positions that symmetries move onto one another: a search visits one of them for all.

Only symmetries that leave players alone and keep the start are used, all of them or none, so that what play can reach
holds the images of each of its positions, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random
from typing import TypeAlias

from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...players.exact.images import cell_images
from ...rules.symmetry import are_told_apart
from .telling import level, levels_of

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
        rest, group = range(len(game.board.cells), self._size), game.symmetries
        cells, generators = (cell_images(game, each) for each in (group.kept(MOST + 1), group.keeping))
        if len(cells) > MOST or not all(self._are_played_alike(itemgetter(*each, *rest)) for each in generators):
            return []
        return [itemgetter(*each, *rest) for each in cells[1:]]

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
