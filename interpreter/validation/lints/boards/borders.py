"""Edges: boards that treat players unequally, and edges that come to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ....board.board import Board
from ....diagnostics.diagnostic import Diagnostic, listed
from ....diagnostics.text import Span
from ....play.game import Game
from ....rules import deeds, elements, ir, walk, ways
from ....source.syntax import tree
from ..names import names_in, uses_of


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


# Edges that come to nothing, or to too much


def edge_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of a side that two players have, of edges that one cell joins, and of edges that nothing asks about."""
    written = _written(game)
    edges = game.board.edges
    asked = [node for ending in game.rules.endings for node in walk.everything(ending.condition)]
    for number, edge in enumerate(edges):
        for first, other in enumerate(edges[:number]):
            if other.is_coloured and edge.is_coloured and (edge.outside, edge.links) == (other.outside, other.links):
                whose = f"{game.players[other.player]} has this side already"
                before = ((written[first].span, "first here"),)
                yield Diagnostic("HG916", whose, written[number].span, "again here", before,
                                 help="give each side to one player")  # fmt: skip
    asks = any(isinstance(node, _ASKING) for node in walk.everything_in(game.rules))
    if written and not asks and not _speaks_of_sides(game, written):
        yield Diagnostic("HG912", "the edges are never used: no rule asks for chains, groups or edges",
                         written[0].span, help="leave them out, or use them: connects(own, own.edges)")  # fmt: skip
    yield from _at_corners(game, [node for node in asked if isinstance(node, ir.Connects)], written)


_ASKING = (
    ir.Connects | ir.Path | ir.Loop | ir.Encloses | ir.SomeGroup | ir.Touches | ir.GroupOf | elements.Groups
    | deeds.ForGroups | ways.Nearest | ways.Walks | ways.Cuts | ways.Steps
)  # fmt: skip
"""What may ask about edges."""


def _speaks_of_sides(game: Game, written: list[tree.Edge]) -> bool:
    """Whether the rules name a side that an edge names: then the edges show what the rules are about."""
    sides = set[str]().union(*(names_in(side) for edge in written for side in edge.sides))
    items = [item for item in game.tree.items if isinstance(item, tree.Ending | tree.Score | tree.Turn | tree.Round)]
    return bool(sides & uses_of(game.tree).reached_from(*(name for item in items for name in names_in(item))))


def _at_corners(game: Game, goals: list[ir.Connects], written: list[tree.Edge]) -> Iterator[Diagnostic]:
    """Warn of goals to join edges that have a cell in common: one piece there is the whole chain."""
    count = len(game.board.cells)
    for goal in goals:
        for regions in goal.regions:
            sides = [game.rules.regions[region] for region in regions]
            edges = [node - count for side in sides for node in side if node >= count]
            if len(sides) != 2 or any(len(side) != 1 for side in sides) or len(edges) != 2:
                continue
            near = [{arc.to for arc in game.board.edges[edge].links} for edge in edges]
            shared = min(near[0] & near[1], default=None)
            if shared is not None:
                message = f"these edges share a corner: one piece on {game.board.names[shared]} joins them"
                yield Diagnostic("HG945", message, written[edges[0]].span,
                                 help="give each player sides that do not meet")  # fmt: skip


def _written(game: Game) -> list[tree.Edge]:
    """The items that the edges of a board come from, in their order; empty where that is not known."""
    part = next(item for item in game.tree.items if isinstance(item, tree.Board))
    items = [item for item in part.items if isinstance(item, tree.Edge)]
    found = [item for item in items for _ in range(max(len(item.sides), 1))]
    is_known = len(found) == len(game.board.edges) and all(item.split is None for item in items)
    return found if is_known else [items[0]] * len(game.board.edges) if items else []
