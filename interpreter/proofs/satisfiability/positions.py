"""`always-a-move` on larger boards: a solver proposes positions in which the player to move can put down no stone.

A position is only a position: it counts once moves that lead to it are found. That a solver finds none proves nothing
here, since what it learns from a position is taken for true without a proof.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from random import Random

from ...board.topology import components
from ...deadline import look
from ...machine.answers import PLAYING
from ...play.game import Game
from ...rules import ir
from ..limits import Limits
from ..replay import route_to
from ..verdicts import Refuted
from ..wording import lone
from .search import INSTALL, SOLVER, is_satisfied

CLAIM = "always-a-move"

TRIED = 20
"""For how many positions moves that lead there are searched."""

MOST_CELLS = 400
"""The largest boards put to a solver: counting stones takes clauses by the square of their cells, in one long call."""

Literals = list[int]


def attempt(game: Game, claim: str, limits: Limits) -> Refuted | str:
    """Look for a position that play reaches in which the player to move can only pass."""
    facts = game.facts
    if claim != CLAIM:
        return ""
    if importlib.util.find_spec("pysat") is None:
        return INSTALL
    if not (facts.stones_or_pass and facts.board_forbids and facts.turn_matters_until >= 0 and len(game.players) == 2):
        return "a solver is asked only where a turn is one stone, which the board alone may forbid"
    if len(game.board.cells) > MOST_CELLS:
        return f"a solver is asked only on boards of up to {MOST_CELLS} cells"
    tried = 0
    for player in range(2):
        search = _Search(game, player, limits)
        for position in search.positions():
            route = route_to(game, position)
            tried += 1
            limits.came(f"after {tried} positions")
            if route.moves is not None and search.shows(route.moves):
                how = "a solver proposed it"
                return Refuted(CLAIM, "SAT", lone(game.players[player]), (), route.moves, True, how=how)
            if tried >= TRIED * (player + 1):
                break
    if tried:
        return (
            f"in {tried} positions that were found a player can only pass, but no moves lead there while play goes on"
        )
    return "a solver proposes no position in which a player can only pass; only positions were looked at, not play"


class _Search:
    """The variables 2c + 1 and 2c + 2 say that cell c holds a stone of the player to move, and of the opponent."""

    def __init__(self, game: Game, player: int, limits: Limits) -> None:
        self._game, self._player, self._limits, self._random = game, player, limits, Random(0)
        self._cells = range(len(game.board.cells))
        self._near = [sorted({arc.to for arc in arcs}) for arcs in game.board.arcs]
        self._stones = [game.rules.content(each, 0) for each in (player, 1 - player)]
        self._free = [cell for cell in self._cells if game.machine.start[cell] == ir.EMPTY]
        self._codes = [0] * (game.action_count + 1)

    def positions(self) -> Iterator[tuple[int, ...]]:
        """Give contents of cells of positions, with the shares that turns of one stone give, in which play goes on and
        nothing but a pass is possible."""
        from pysat.card import CardEnc, EncType  # noqa: PLC0415 - it takes a moment
        from pysat.solvers import Solver  # noqa: PLC0415

        with Solver(name=SOLVER) as solver:
            for cell in self._free:
                solver.add_clause([-self._holds(cell, 0), -self._holds(cell, 1)])
            for cell in set(self._cells) - {*self._free}:
                for side in range(2):
                    is_there = self._game.machine.start[cell] == self._stones[side]
                    solver.add_clause([self._holds(cell, side) * (1 if is_there else -1)])
            literals = [self._holds(cell, 0) for cell in self._free] + [-self._holds(cell, 1) for cell in self._free]
            shares = CardEnc.equals(
                literals, len(self._free) - self._player, top_id=2 * len(self._cells), encoding=EncType.seqcounter
            )
            for clause in shares.clauses:
                solver.add_clause(clause)
            while True:
                look()
                solver.set_phases([self._random.choice((1, -1)) * (n + 1) for n in range(2 * len(self._cells))])
                if not is_satisfied(solver, []):
                    return
                model = {literal for literal in solver.get_model() if literal > 0}
                held = tuple(
                    next((self._stones[side] for side in range(2) if self._holds(cell, side) in model), ir.EMPTY)
                    for cell in self._cells
                )
                learnt = self._learn(held)
                if not learnt:
                    yield held
                    learnt = [self._otherwise(held)]
                for each in learnt:
                    solver.add_clause(each)

    def shows(self, moves: Sequence[int]) -> bool:
        """Whether play goes on after these moves, and the player can put down no stone: endings may ask for more than
        the stones of a position, and moves that lead there may pass."""
        machine = self._game.machine
        vector = list(machine.start)
        for code in moves:
            machine.step(vector, code)
        if vector[machine.layout.end.offset] != PLAYING or vector[machine.layout.mover.offset] != self._player:
            return False
        codes = self._codes[: machine.legal(vector, self._codes)]
        return not any(self._game.block_of(code).takes_cell for code in codes)

    def _holds(self, cell: int, side: int) -> int:
        return 2 * cell + 1 + side

    def _otherwise(self, held: Sequence[int]) -> Literals:
        """That some cell holds something else."""
        found = []
        for cell in self._free:
            for side in range(2):
                literal = self._holds(cell, side)
                found.append(-literal if held[cell] == self._stones[side] else literal)
        return found

    def _learn(self, held: Sequence[int]) -> list[Literals]:
        """What speaks against a position: a group that ends the game, or stones that can be put down; nothing where it
        is wanted."""
        if self._ends(held):
            groups = [(side, group) for side in range(2) for group in self._groups(held, self._stones[side])]
            alone = [(side, group) for side, group in groups if self._ends(self._only(group, self._stones[side]))]
            return [self._unlike(side, group, []) for side, group in alone] or [self._otherwise(held)]
        vector = self._vector(held)
        codes = self._codes[: self._game.machine.legal(vector, self._codes)]
        found = []
        for block, code in ((self._game.block_of(code), code) for code in codes):
            if block.takes_cell:
                cell = code - block.base
                found.append(self._unlike(0, self._group(cell, held, self._stones[0]), [cell]))
        return found

    def _unlike(self, side: int, group: Sequence[int], empty: Sequence[int]) -> Literals:
        """That a group is not just so: that one of its cells, some of which are to be empty, or of those around them
        holds something else."""
        around = {near for cell in group for near in self._near[cell]}.difference(group)
        found = [-self._holds(cell, side) for cell in group if cell not in empty]
        found += [self._holds(cell, each) for cell in empty for each in range(2)]
        return found + [self._holds(cell, side) for cell in sorted(around)]

    def _group(self, start: int, held: Sequence[int], stone: int) -> list[int]:
        found = [start]
        for cell in found:
            found += [near for near in self._near[cell] if held[near] == stone and near not in found]
        return found

    def _groups(self, held: Sequence[int], stone: int) -> list[list[int]]:
        stones = {cell for cell in self._cells if held[cell] == stone}
        return components(sorted(stones), lambda cell: (near for near in self._near[cell] if near in stones))

    def _only(self, group: Sequence[int], stone: int) -> list[int]:
        held = list(self._game.machine.start[: len(self._cells)])
        for cell in group:
            held[cell] = stone
        return held

    def _vector(self, held: Sequence[int]) -> list[int]:
        machine = self._game.machine
        vector = list(machine.start)
        vector[: len(held)] = held
        vector[machine.layout.mover.offset] = self._player
        if machine.layout.turn is not None:
            vector[machine.layout.turn.offset] = self._game.facts.turn_matters_until + 1
        machine.rebuild(vector)
        return vector

    def _ends(self, held: Sequence[int]) -> bool:
        """Whether some ending holds in a position, whoever asks."""
        vector, machine = self._vector(held), self._game.machine
        return any(machine.endings[number](vector, player)
                   for number in range(len(self._game.rules.endings)) for player in range(2))  # fmt: skip
