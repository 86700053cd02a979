"""The first moves of searched games as a tree, merged by symmetry, with exact values on small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ...experiments.codes import legal
from ...play.game import Game
from ...play.state import State
from ...players.exact import Unsolvable
from ...players.exact.binding import bonds_room
from ...players.exact.images import images_of
from ...players.exact.prover import Prover
from ...statistics.estimates import share
from ..kinds.openings import OPENINGS, openings_of
from ..kinds.searched import SEARCHED, Searched
from ..sections import Branch, Entry, Section, Table, Tree
from ..study import Study

DEEPEST, WIDEST = 3, 5
"""How many plies the tree has at most, and how many branches a position has."""

FEWEST, ENOUGH = 5, 30
"""The fewest games of a branch; so many games a search must have played for the tree to be of it and of no weaker."""

SMALL = 16
"""The most cells of a board on which values are proved."""

FUEL, ALL = 2_000, 40_000
"""The positions that the proof of one value may visit, and those of all."""

BONDS_TAKE = 50
"""How many times as long a position takes to prove where bonds are looked for."""

VALUES = "whoever moves first wins", "whoever moves second wins"

Line = tuple[int, ...]
Print = tuple[int, ...]


def opening_tree(study: Study) -> Section | None:
    """How searched games begin: how often whoever moves first wins after each move, merged over moves that lead to
    images of the same position. Intervals are E. B. Wilson's (1927) and hold one by one; a search plays what it likes
    best more often, so a branch with few games is one that it likes less. Boards of 16 cells or fewer are proved."""
    found = [(kind, study.of(kind).all) for kind in reversed(SEARCHED)]
    kind, games = next(((kind, games) for kind, games in found if len(games) >= ENOUGH), (None, ()))
    if kind is None or not OPENINGS.suits(study.game):
        return None
    branches = tree_of(study.game, games)
    if not branches:
        return None
    rows = tuple(_rows(branches, 0))
    columns = ("move", "games", "first player wins", "proved")
    table = Table("The same as a table", columns, rows, shares=True, is_folded=True)
    drawn = Tree("How games begin, and how often whoever moves first wins them", branches)
    says = (f"The moves that the search played most, up to {DEEPEST} in a row; moves alike by symmetry are one.",
            f"Branches with fewer than {FEWEST} games are left out.")  # fmt: skip
    return Section("opening-tree", "Openings as a tree", says, (drawn, table), (study.basis(kind),))


def _rows(branches: Sequence[Branch], depth: int) -> Iterator[tuple[Entry, ...]]:
    for each in branches:
        others = f" (and {each.alike - 1} like it)" if each.alike > 1 else ""
        yield f"{'– ' * depth}{each.move}{others}", each.games, each.share, each.value
        yield from _rows(each.branches, depth + 1)


def tree_of(game: Game, games: Sequence[Searched]) -> tuple[Branch, ...]:
    """Return the first moves of some games as a tree; nothing where chance decides first."""
    if not openings_of(game):
        return ()
    return _Grower(game, games).branches((), list(game.machine.start), ())


class _Grower:
    """Counts games by the prints of the positions that they come through, and makes branches of them."""

    def __init__(self, game: Game, games: Sequence[Searched]) -> None:
        self._game, (self._images, self._length) = game, images_of(game)
        self._played, self._won, self._first = (
            Counter[tuple[Print, ...]](),
            Counter[tuple[Print, ...]](),
            Counter[tuple[Print, ...]](),
        )
        self._prints = dict[Print, Print]()
        self._prover = Prover(game, compiled=False) if len(game.board.cells) <= SMALL else None
        self._pace = BONDS_TAKE if bonds_room(game.machine) else 1
        for each in games:
            self._count(each)

    def _count(self, game: Searched) -> None:
        vector = list(self._game.machine.start)
        way: tuple[Print, ...] = ()
        for code in game.ended.codes[:DEEPEST]:
            self._game.machine.step(vector, code)
            way = (*way, self._print(vector))
            self._played[way] += 1
            self._won[way] += game.ended.seat >= 0
            self._first[way] += game.ended.seat == 0

    def _print(self, vector: Sequence[int]) -> Print:
        """What a position has in common with its images, and with no other."""
        key = tuple(vector[: self._game.machine.layout.position_size])
        if key not in self._prints:
            self._prints[key] = min(tuple(vector[place] for place in self._images[at : at + self._length])
                                    for at in range(0, len(self._images), self._length))  # fmt: skip
        return self._prints[key]

    def branches(self, way: tuple[Print, ...], vector: list[int], line: Line) -> tuple[Branch, ...]:
        """Return the branches of a position that games came to along a way, the most played first."""
        if len(way) == DEEPEST:
            return ()
        alike = dict[Print, list[int]]()
        for code in legal(self._game, vector):
            after = list(vector)
            self._game.machine.step(after, code)
            alike.setdefault(self._print(after), []).append(code)
        seen = [(self._played[*way, each], codes[0], each) for each, codes in alike.items()]
        seen = sorted((each for each in seen if each[0] >= FEWEST), key=lambda each: (-each[0], each[1]))[:WIDEST]
        return tuple(self._branch((*way, each), vector, (*line, code), len(alike[each])) for _, code, each in seen)

    def _branch(self, way: tuple[Print, ...], before: list[int], line: Line, alike: int) -> Branch:
        after = list(before)
        self._game.machine.step(after, line[-1])
        moves = tuple(map(str, State(self._game, self._game.machine.start).play_all(map(self._game.move, line)).moves))
        return Branch(moves[-1], alike, self._played[way], share(self._first[way], self._won[way]), self._value(after),
                      moves, self.branches(way, after, line))  # fmt: skip

    def _value(self, vector: list[int]) -> str:
        """Who wins a position for certain, as persons; nothing where that takes too much."""
        if self._prover is None or self._prover.visited * self._pace > ALL:
            return ""
        try:
            wins = [self._prover.wins(vector, seat, FUEL // self._pace) for seat in range(2)]
        except Unsolvable:
            return ""
        if True in wins:
            return VALUES[wins.index(True)]
        return "draw" if wins == [False, False] else ""
