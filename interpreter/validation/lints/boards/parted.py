"""Boards in parts that no chain leads between."""

from __future__ import annotations

from collections.abc import Iterator

from ....board.topology import components
from ....diagnostics.diagnostic import Diagnostic
from ....play.game import Game
from ....rules import ir, walk
from ....source.syntax import tree

_CHAINS = ir.Connects | ir.Path | ir.Loop | ir.Encloses | ir.SomeGroup | ir.GroupOf


def parted_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of a board in several parts where the rules look at chains or groups that run by its links."""
    near = [[arc.to for arc in arcs] for arcs in game.board.arcs]
    parts = components(range(len(near)), near.__getitem__)
    if len(parts) > 1 and any(isinstance(node, _CHAINS) for node in walk.everything(game.rules)):
        lone = game.board.names[min(parts, key=len)[0]]
        board = next(item for item in game.tree.items if isinstance(item, tree.Board))
        shape = next((item for item in board.items if isinstance(item, tree.Shape | tree.Graph)), board)
        yield Diagnostic("HG903", f"this board falls into {len(parts)} parts", shape.span, f"one holds {lone}",
                         help="join them with links, or leave out what no chain can reach")  # fmt: skip
