"""The player that searches: Monte-Carlo tree search, kept from one choice of a game to the next."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ...machine.chance import generator, mixed
from ...play.game import Game
from ...play.moves import Move
from ...play.state import State
from ...play.view import View
from ..protocol import DRAW, LOSS, UNLIMITED, WIN, Choice, Limits, Weighed
from ..uniform import RandomPlayer
from .engine import Workshop, workshop
from .kernel import ROOT, WIDTH
from .tree import USUAL, Edge, Manners, Tree

SECONDS = 1.0
"""How long a choice takes where nobody says so."""

MEMORY = 1 << 28
"""How many bytes trees take at most where more are allowed: one, and the one that it is copied to."""

SPARE = 0.003
"""Seconds that are kept for making a choice of what was found."""

COMPILING = "the search is still being compiled for this game; until then it is many times slower"

FAR = 12
"""How many moves ahead a variation shows at most."""


class TreePlayer:
    """Chooses by Monte-Carlo tree search; see `docs/players.md`."""

    def __init__(self, seed: int, limits: Limits = UNLIMITED, manners: Manners = USUAL) -> None:
        self._seed, self._limits, self._manners = seed, limits, manners
        self._rng = generator(mixed(seed & (1 << 64) - 1))
        self._tree: Tree | None = None
        self._root: State | None = None

    def choose(self, view: View, limits: Limits = UNLIMITED) -> Choice:
        """Return the move that the search has tried most, or one that is proved best."""
        begun = time.monotonic()
        limits = limits.within(self._limits)
        if limits.are_open:
            limits = Limits(seconds=SECONDS, memory=limits.memory)
        if view.is_partial or len(view.deciders) > 1:
            return RandomPlayer(self._seed).choose(view)
        state, shop = view.state, workshop(view.game)
        tree = self._tree_for(state, shop, limits)
        before = tree.used
        until = math.inf if limits.seconds is None else begun + max(limits.seconds - SPARE, 0)
        self._rng = tree.run(self._rng, limits.simulations, until)
        return _choice(tree, view, max(tree.used - before, 0), shop)

    def _tree_for(self, state: State, shop: Workshop, limits: Limits) -> Tree:
        """The tree of the last choice if the position has followed from that one, else a new one."""
        tree, self._tree = self._tree, None
        codes = _codes_between(self._root, state)
        if tree is None or codes is None or not tree.follow(codes, state.vector):
            most = min(limits.memory, MEMORY) // 16
            if limits.nodes is not None:
                most = min(most, limits.nodes * WIDTH)
            tree = Tree(shop, ROOT + max(most, (state.game.action_count + 1) * WIDTH), self._manners, state.vector)
        self._tree, self._root = tree, state
        return tree


def _codes_between(before: State | None, now: State) -> Sequence[int] | None:
    """The decisions that led from one state to another; None if they did not."""
    if before is None or before.game is not now.game:
        return None
    past, count = now.copy(), len(now.moves) - len(before.moves)
    if count < 0:
        return None
    codes = [past.undo().code for _ in range(count)][::-1]
    return codes if past.moves == before.moves and past.vector == before.vector else None


def _choice(tree: Tree, view: View, nodes: int, shop: Workshop) -> Choice:
    game, seats = view.game, len(view.game.players)
    seat = view.state.seat(view.player)
    edges = sorted(tree.edges(), key=lambda edge: _rank(edge, seat, seats), reverse=True)
    visits = max(sum(edge.visits for edge in edges), 1)
    proved = tree.result != 0
    weighed = tuple(
        Weighed(game.move(edge.code), edge.visits / visits, edge.value if sure is None else sure, sure)
        for edge in edges
        if edge.visits or edge.result
        for sure in [_worth(edge.result, seat, seats)]
    )
    values = tuple(_worth(tree.result, each, seats) or LOSS for each in range(seats)) if proved else tree.values()
    notes = shop.notes or (
        ("the search is still being compiled: until then it is many times slower",) * shop.is_compiling
    )
    return Choice(
        game.move(edges[0].code), tree.done, nodes, values, weighed, _variation(tree, game, edges[0]), proved, notes
    )


def _rank(edge: Edge, seat: int, seats: int) -> tuple[float, int, float]:
    """What is proved to win comes first, what is proved to lose last; between them what was tried most."""
    sure = _worth(edge.result, seat, seats)
    return (0 if sure is None or sure == DRAW else 1 if sure == WIN else -1), edge.visits, edge.value


def _worth(result: int, seat: int, seats: int) -> float | None:
    """What a proved result is worth to a seat."""
    if result == 0:
        return None
    return DRAW if result == 1 + seats else WIN if result == 1 + seat else LOSS


def _variation(tree: Tree, game: Game, edge: Edge) -> tuple[Move, ...]:
    """How play goes on if everybody does what was tried most."""
    moves = [game.move(edge.code)]
    while len(moves) < FAR and (edges := [each for each in tree.edges(edge.at) if each.visits]):
        edge = max(edges, key=lambda each: each.visits)
        moves.append(game.move(edge.code))
    return tuple(moves)
