"""The scale of a game: how large its board is, as far as the work of its rules depends on it."""

from __future__ import annotations

from ...board.board import Board
from ...board.rings import JOINED
from .. import ir, program, walk
from ..adjacency import Adjacency, Along
from ..steps.scale import CALL, Scale, Sizes
from ..steps.steady import steady_in
from ..traits import Node
from .memory import position_numbers
from .work import Work

PUT, LISTED = 24, 24
"""The steps of changing a cell, and of moving it from one list of cells to another."""


def scale_of(rules: program.Rules, board: Board) -> Scale:
    """Return the scale of a game."""
    cells, players = len(board.cells), len(rules.players)
    of_edges = 2 * sum(len(edge.links) for edge in board.edges)
    arcs = [board.arcs, *(node.rows for node in walk.everything_in(rules) if isinstance(node, Adjacency))]
    around = _box(board) if any(isinstance(goal, ir.Encloses) for goal in rules.goals) else 0
    seen = rules.sees, rules.shades
    everything = list(walk.everything((rules.points, rules.script, rules.endings, rules.scores, *seen)))
    remembers = any(isinstance(node, ir.Repeats) for node in everything)
    sizes = Sizes(
        cells=cells,
        nodes=cells + len(board.edges),
        links=max(sum(map(len, rows)) for rows in arcs) + of_edges,
        links_of_edges=of_edges,
        groups=_most_groups(board, everything),
        labels=1 << rules.seams,
        players=players,
        contents=rules.content_count,
        places=around,
        near=around * len(JOINED[board.grid].steps) if around else 0,
        history=remembered(cells) if remembers else 0,
        layers=len(rules.layers),
        of_pieces=sum(layer.of_pieces for layer in rules.layers),
        copied=position_numbers(rules, board),
        kept=_kept(rules),
        merged=_merged(board, max(len(row) for rows in arcs for row in rows)) if rules.goals else 0,
        stacks=rules.stacks,
        regions=tuple(_touched(board, region) for region in rules.regions),
    )
    return Scale(sizes, lambda scale: Work(rules, scale).listing, steady_in)


def text_scale_of(rules: program.Rules) -> Scale:
    """Return the scale on which every loop runs once: steps are then the lines and operations of the text."""
    of_pieces = sum(layer.of_pieces for layer in rules.layers)
    sizes = Sizes(1, 1, 1, 0, 1, 1, len(rules.players), 1, 1, 1, 0, len(rules.layers), of_pieces, 0, 1, 0,
                  rules.stacks, (1,) * len(rules.regions))  # fmt: skip
    return Scale(sizes, lambda scale: CALL, steady_in, once=True)


def _kept(rules: program.Rules) -> int:
    """The steps of updating the lists that a cell is in, and what is counted around it."""
    wheres = tuple(decision.where for decision in rules.decisions)
    counted = [node.cells for node in walk.everything(wheres) if isinstance(node, ir.Count)]
    rows = [row for cells in counted for row in walk.everything(cells) if isinstance(row, ir.Row)]
    around = sum(4 + 6 * max(map(len, row.rows), default=0) for row in rows) * len(rules.players)
    sorts = 12 * 62 * sum(isinstance(node, ir.Lookup) for node in walk.everything(wheres))
    return PUT + LISTED + around + sorts


def _merged(board: Board, most: int) -> int:
    """The steps of merging the chains around a stone, on average over a game; a cell has at most so many links."""
    degree = most + len(board.edges)
    return degree * (12 + 6 * (2 + len(board.cells).bit_length()))


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


def _most_groups(board: Board, everything: list[Node]) -> int:
    """The most groups that a set can have, as far as the rules speak of any: by another adjacency, one a cell."""
    by_links = not any(isinstance(node, Along) for node in everything)
    named = any(isinstance(node, ir.GroupBound) for node in everything)
    return _groups(board) if named and by_links else len(board.cells)


def _groups(board: Board) -> int:
    """The most groups that cells can make: of two cells with a link, only one can begin a group."""
    paired, pairs = set[int](), 0
    for cell, arcs in enumerate(board.arcs):
        other = next((arc.to for arc in arcs if arc.to != cell and arc.to not in paired), None)
        if cell not in paired and other is not None:
            paired |= {cell, other}
            pairs += 1
    return len(board.cells) - pairs
