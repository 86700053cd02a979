"""The fewest stones with which a player can have won."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from ...deadline import look
from ...play.game import Game
from ...rules import walk
from ...rules.program import Place
from ...rules.traits import Part

ORDERS, FEWEST_ORDERS = 18, 3
"""How many orders of the cells are tried at most and, on boards of any size, at least."""

STEPS = 300_000
"""An order takes about as many steps as the square of the number of cells; it is tried within so many."""

LARGEST = 66
"""On boards of at most so many cells, a SAT solver closes the gap between the bounds."""

CONFLICTS = 200_000
"""The conflicts after which the solver gives up: about two seconds."""

Judge = Callable[[Collection[int]], bool]
"""Whether a player who has stones on some cells, and nobody anything else, has reached a goal."""


@dataclass(frozen=True)
class Fewest:
    """What is known of the fewest stones with which a player has won."""

    at_least: int
    cells: tuple[int, ...]
    """Cells with which the player has won; no smaller set is known."""

    @property
    def is_exact(self) -> bool:
        """Whether fewer are impossible."""
        return self.at_least == len(self.cells)


def is_monotone(game: Game) -> bool:
    """Return whether two players put down one stone each in turn, and more stones of one's own never undo a goal."""
    facts, rules = game.facts, game.rules
    wins = [ending for ending in rules.endings if ending.result != "draw"]
    takes = [block for block in game.machine.blocks if block.takes_cell]
    return (
        len(game.players) == 2 and len(takes) == 1 and facts.stones_only_come and facts.stones_or_pass
        and facts.ends_at_goals and all(facts.joined_goals) and all(ending.result == "win" for ending in wins)
        and not any(walk.traits_of(ending.condition).reads & ~Part.BOARD for ending in wins)
    )  # fmt: skip


@lru_cache(maxsize=8)
def fewest_stones(game: Game, colour: int) -> Fewest | None:
    """Return bounds of the number of stones that a player needs; None where more stones may harm, or nobody can win.

    A cut is a set of cells without which the player misses every goal, whatever else the player has: one stone must be
    in each. So cuts that have no cell in common are a bound from below, and any winning set one from above. Cells are
    added, or taken away, in orders along the board. Where the bounds differ on a small board, a SAT solver looks for
    sets that enter all cuts, of more and more cells, until one of them wins.
    """
    if not is_monotone(game):
        return None
    wins, free = judge_of(game, colour), free_cells(game)
    if not wins(free):
        return None
    winning, cuts = set(free), list[frozenset[int]]()
    for order in _orders(game):
        winning = min(winning, _shrunk(free, order, wins), key=len)
        cuts = max(cuts, _cuts(free, order, wins), key=len)
        if len(cuts) == len(winning):
            break
    if len(cuts) < len(winning) and len(free) <= LARGEST:
        return _hit(cuts, winning, free, wins)
    return Fewest(len(cuts), tuple(sorted(winning)))


def judge_of(game: Game, colour: int) -> Judge:
    """Return what tells whether stones of a player on some cells, with what stands there at the start, reach a goal."""
    (block,) = (each for each in game.machine.blocks if each.takes_cell)
    assert isinstance(block.decision.what, Place)
    stone = game.rules.content(colour, block.decision.what.kind)
    machine, start = game.machine, list(game.machine.start)
    endings = [number for number, each in enumerate(game.rules.endings)
               if each.result == "win" and each.player in (None, colour)]  # fmt: skip

    def wins(cells: Collection[int]) -> bool:
        look()
        vector = list(start)
        for cell in cells:
            vector[cell] = stone
        machine.rebuild(vector)
        return any(machine.endings[number](vector, colour) for number in endings)

    return wins


def free_cells(game: Game) -> frozenset[int]:
    """Return the cells that are empty at the start."""
    return frozenset(cell for cell in range(len(game.board.cells)) if not game.machine.start[cell])


def _orders(game: Game) -> Iterator[Sequence[int]]:
    """Orders of all cells: by the distance from a cell, from a way between two, or from a line of the grid."""
    dice, cells = random.Random(0), range(len(game.board.cells))
    places = game.board.cells
    for number in range(max(FEWEST_ORDERS, min(ORDERS, STEPS // len(cells) ** 2))):
        look()
        here = dice.choice(cells)
        if number % 3 == 0:
            near = _distances(game, [here])
        elif number % 3 == 1:
            near = _distances(game, _way(game, here, dice.choice(cells)))
        else:
            one, other = dice.choice([(1, 0), (0, 1), (1, 1)])
            across = [one * place[0] + other * place[1] for place in places]
            near = [abs(each - across[here]) for each in across]
        yield sorted(cells, key=near.__getitem__)


def _distances(game: Game, begin: Collection[int]) -> list[int]:
    """How many steps each cell is away from some cells; beyond all others if no way leads there."""
    found = [len(game.board.cells)] * len(game.board.cells)
    waiting = list(begin)
    for cell in waiting:
        found[cell] = 0
    for cell in waiting:
        for arc in game.board.arcs[cell]:
            if found[arc.to] > found[cell] + 1:
                found[arc.to] = found[cell] + 1
                waiting.append(arc.to)
    return found


def _way(game: Game, here: int, there: int) -> list[int]:
    """The cells of a shortest way."""
    away, way = _distances(game, [there]), [here]
    while way[-1] != there:
        onward = min((arc.to for arc in game.board.arcs[way[-1]]), key=away.__getitem__, default=there)
        if away[onward] >= away[way[-1]]:
            break
        way.append(onward)
    return way


def _shrunk(free: Collection[int], order: Sequence[int], wins: Judge) -> set[int]:
    """A winning set of which no cell can be missed; the last cells of the order are taken away first."""
    look()
    left = set(free)
    for cell in reversed(order):
        if cell in left:
            left.discard(cell)
            if not wins(left):
                left.add(cell)
    return left


def _cut(held: Collection[int], free: Collection[int], order: Sequence[int], wins: Judge) -> frozenset[int]:
    """The cells that are missing once all others were added without winning, the first of the order first."""
    grown = set(held)
    for cell in order:
        if cell in free and cell not in grown:
            grown.add(cell)
            if wins(grown):
                grown.discard(cell)
    return frozenset(free) - grown


def _cuts(free: Collection[int], order: Sequence[int], wins: Judge) -> list[frozenset[int]]:
    """Cuts that have no cell in common."""
    look()
    held, found = set[int](), list[frozenset[int]]()
    while not wins(held):
        found.append(_cut(held, free, order, wins))
        held |= found[-1]
    return found


def _hit(cuts: Sequence[frozenset[int]], winning: Collection[int], free: Collection[int], wins: Judge) -> Fewest:
    """Look for sets of more and more cells that enter all cuts, adding cuts that those miss which do not win."""
    if importlib.util.find_spec("pysat") is None:
        return Fewest(len(cuts), tuple(sorted(winning)))
    dice, least, known, left = random.Random(0), len(cuts), list(cuts), CONFLICTS
    while least < len(winning):
        with _Entering(known, free, least, left) as entering:
            while (held := entering.cells()) and not wins(held):
                order = sorted(free)
                dice.shuffle(order)
                while not wins(held):
                    known.append(_cut(held, free, order, wins))
                    entering.add(known[-1])
                    held |= known[-1]
            left = entering.left
        if held is None:
            break
        if held:
            return Fewest(least, tuple(sorted(held)))
        least += 1
    return Fewest(least, tuple(sorted(winning)))


class _Entering:
    """Sets of at most so many cells that enter all cuts, found by a SAT solver within so many conflicts."""

    def __init__(self, cuts: Sequence[frozenset[int]], free: Collection[int], most: int, conflicts: int) -> None:
        from pysat.solvers import Gluecard4  # noqa: PLC0415 - an extra of its own

        self._literals, self._conflicts = {cell: number for number, cell in enumerate(sorted(free), 1)}, conflicts
        self._solver = Gluecard4()
        self._solver.add_atmost([*self._literals.values()], most)
        for cut in cuts:
            self.add(cut)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    @property
    def left(self) -> int:
        """The conflicts that are left."""
        return self._conflicts - int(self._solver.accum_stats()["conflicts"])

    def add(self, cut: Collection[int]) -> None:
        """Have one more cut entered."""
        self._solver.add_clause([self._literals[cell] for cell in cut])

    def cells(self) -> set[int] | None:
        """Return such a set; an empty one if there is none, and None if that is not known within the conflicts."""
        look()
        if self.left <= 0:
            return None
        self._solver.conf_budget(self.left)
        found = self._solver.solve_limited(expect_interrupt=True)  # Ctrl-C is ours, not an error of the solver's
        if not found:
            return None if found is None else set()
        model = self._solver.get_model()
        return {cell for cell, literal in self._literals.items() if model[literal - 1] > 0}
