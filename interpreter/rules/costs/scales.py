"""The scale of a game: how large its board is, as far as the work of its rules depends on it."""

from __future__ import annotations

from ...board.board import Board
from .. import ir, program, walk
from ..steps.scale import Scale

PUT, LISTED = 24, 24
"""The steps of changing a cell, and of moving it from one list of cells to another."""


def scale_of(rules: program.Rules, board: Board) -> Scale:
    """Return the scale of a game."""
    cells, players = len(board.cells), len(rules.players)
    links = sum(map(len, board.arcs)) + 2 * sum(len(edge.links) for edge in board.edges)
    around = _box(board) if any(isinstance(goal, ir.Encloses) for goal in rules.goals) else 0
    remembers = any(isinstance(node, ir.Repeats) for node in walk.everything((rules.points, rules.endings)))
    return Scale(
        cells=cells,
        nodes=cells + len(board.edges),
        links=links,
        labels=1 << rules.seams,
        players=players,
        places=around,
        near=2 * around * len(board.grid.steps),
        history=remembered(cells) if remembers else 0,
        put=PUT + LISTED,
        is_glued=bool(board.seams),
        regions=tuple(_touched(board, region) for region in rules.regions),
    )


def remembered(cells: int) -> int:
    """Return the number of boards that a game remembers if its rules ask whether one repeats."""
    return 1_000 + 8 * cells


def steps_of(node: ir.Expression | program.Instruction, rules: program.Rules, board: Board) -> int:
    """Return the most elementary steps that an expression, an effect or an instruction can take."""
    return scale_of(rules, board).of(node)


def _touched(board: Board, region: frozenset[int]) -> int:
    """The most cells that touch a region: its own, and those next to its edges."""
    cells = len(board.cells)
    return sum(1 if node < cells else len(board.edges[node - cells].links) for node in region)


def _box(board: Board) -> int:
    """The places of the board and those just around it."""
    wide, high = (max(axis) - min(axis) + 3 for axis in zip(*board.places, strict=True))
    return int(wide * high)
