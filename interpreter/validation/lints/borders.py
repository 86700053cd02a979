"""Boards that treat players unequally although the endings ask the same of all."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import Board
from ...diagnostics.diagnostic import Diagnostic, listed
from ...diagnostics.text import Span
from ...play.game import Game
from ...source.syntax import tree


def border_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of edges that differ in number, length or distance where all endings use `own` and nobody may swap."""
    owners = {edge.player for edge in game.board.edges if edge.is_coloured}
    if len(owners) < 2 or game.facts.swap or any(ending.player is not None for ending in game.rules.endings):
        return
    for measure in (_numbers, _lengths, _distances):
        found = {player: measure(game.board, player) for player in sorted(owners)}
        if len(set(found.values())) > 1:
            yield Diagnostic("HG930", f"the players' edges are unequal: {_warning(found, game)}", _edges(game),
                             help="make them equal, or name the player of each ending: win for … when …")  # fmt: skip
            return


def _warning(found: dict[int, str], game: Game) -> str:
    return listed((f"{game.players[player]} has {what}" for player, what in found.items()), "and")


def _numbers(board: Board, player: int) -> str:
    count = len(board.edges_of(player))
    return f"{count} edge{'s' * (count != 1)}"


def _lengths(board: Board, player: int) -> str:
    """How many cells lie next to each edge."""
    lengths = sorted(len({arc.to for arc in board.edges[edge].links}) for edge in board.edges_of(player))
    return f"edges next to {listed(map(str, lengths), 'and')} cells"


def _distances(board: Board, player: int) -> str:
    """How many cells the shortest chains between two edges have."""
    edges = board.edges_of(player)
    shortest = sorted(_shortest(board, one, other) for number, one in enumerate(edges) for other in edges[number + 1 :])
    return f"edges {listed(map(str, shortest), 'and')} cells apart"


def _shortest(board: Board, one: int, other: int) -> int:
    """The cells of a shortest chain between two edges; 0 where there is none."""
    goal = {arc.to for arc in board.edges[other].links}
    known = {arc.to for arc in board.edges[one].links}
    layer, length = set(known), 1
    while layer:
        if layer & goal:
            return length
        layer = {arc.to for cell in layer for arc in board.arcs[cell]} - known
        known |= layer
        length += 1
    return 0


def _edges(game: Game) -> Span:
    board = next(item for item in game.tree.items if isinstance(item, tree.Board))
    return next(item.span for item in board.items if isinstance(item, tree.Edge))
