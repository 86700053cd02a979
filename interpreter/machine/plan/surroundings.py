"""The places a loop of stones can enclose: cells and holes, linked wherever no loop can pass between them."""

from __future__ import annotations

from itertools import chain

from ...board.board import Board
from ...board.rings import JOINED, box, off_board
from ...record import Record


class Surroundings(Record):
    """Cells by their numbers, then the places of holes, last the outside."""

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
