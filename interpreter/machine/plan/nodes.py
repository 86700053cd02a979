"""The graphs that goals see: a node is a cell, or an edge, which is a stone of its colour that is always there; and the
places that a loop of stones can enclose."""

from __future__ import annotations

from itertools import chain

from ...board.board import Arc, Board
from ...board.rings import JOINED, box, off_board
from ...record import Record
from ...rules.adjacency import Adjacency
from ...rules.program import Rules


class Nodes(Record):
    """Cells first, then edges. A neighbour is packed as `node << seams | label`."""

    cells: int
    count: int
    seams: int
    rows: tuple[tuple[int, ...], ...]

    @property
    def labels(self) -> int:
        """The number of labels."""
        return 1 << self.seams

    @property
    def cell_rows(self) -> tuple[tuple[int, ...], ...]:
        """The cells next to each cell, each once."""
        near = (dict.fromkeys(packed >> self.seams for packed in row) for row in self.rows[: self.cells])
        return tuple(tuple(cell for cell in row if cell < self.cells) for row in near)

    def meets(self, region: frozenset[int]) -> tuple[int, ...]:
        """For each node, the labels at which it meets a region: 0 in it, and those of its links to an edge of it."""
        found = [int(node in region) for node in range(self.count)]
        for edge in region:
            for packed in self.rows[edge] if edge >= self.cells else ():
                found[packed >> self.seams] |= 1 << (packed & (self.labels - 1))
        return tuple(found)


def nodes_of(board: Board, rules: Rules, by: Adjacency | None = None) -> Nodes:
    """The nodes with their neighbours, by the board's links or an adjacency, and with labels if goals ask for them."""
    cells, seams = len(board.cells), rules.seams
    rows: list[dict[int, None]] = [{} for _ in range(cells + len(board.edges))]

    def link(one: int, other: int, label: int) -> None:
        if one != other or (label and seams):
            rows[one][other << seams | (label if seams else 0)] = None

    for cell, arcs in enumerate(board.arcs if by is None else arcs_by(board, by)):
        for arc in arcs:
            link(cell, arc.to, arc.label)
    for number, edge in enumerate(board.edges, cells):
        for arc in edge.links:
            link(arc.to, number, arc.label)
            link(number, arc.to, arc.label)
    return Nodes(cells, len(rows), seams, tuple(map(tuple, rows)))


def arcs_by(board: Board, by: Adjacency) -> tuple[tuple[Arc, ...], ...]:
    """The arcs of an adjacency: all that there may be."""
    seams = len(board.seams)
    unpacked = (1 << seams) - 1
    return tuple(tuple(Arc(packed >> seams, packed & unpacked) for packed in row) for row in by.rows)


def region_cells(board: Board, region: frozenset[int]) -> tuple[int, ...]:
    """The cells that touch a region: its own, and those next to its edges."""
    cells = len(board.cells)
    near = {arc.to for node in region if node >= cells for arc in board.edges[node - cells].links}
    return tuple(sorted({node for node in region if node < cells} | near))


class Surroundings(Record):
    """The places that a loop can enclose: cells by their numbers, then the places of holes, last the outside. They are
    linked wherever no loop can pass between them."""

    rows: tuple[tuple[int, ...], ...]

    @property
    def outside(self) -> int:
        """The number of the row that stands for what lies outside the board."""
        return len(self.rows) - 1


def surroundings(board: Board) -> Surroundings:
    """The places a loop may enclose, with their neighbours; on the square grid diagonals join, on square8 not."""
    joined = JOINED[board.grid]
    far, *holes = off_board(board)
    number = dict(board.places)
    number.update({place: len(board.cells) + index for index, place in enumerate(chain.from_iterable(holes))})
    outside = len(number)
    number.update(dict.fromkeys(far, outside))
    rows: list[dict[int, None]] = [{} for _ in range(outside + 1)]
    for place in box(board):
        for near in joined.around(place):
            here, there = number[place], number.get(near, outside)
            if here != there:
                rows[here][there] = None
                rows[there][here] = None
    return Surroundings(tuple(map(tuple, rows)))
