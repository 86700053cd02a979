"""The rules of Rosette in plain Python, as `rulebook.py`; the honeycomb is spelt out, without geometry."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from rulebook import DRAW, Board, Cell, Cells, Gonnect, Rules, Stones, beyond, held, hexagon

AROUND = ((0, 0), (1, 1), (0, 2), (-1, 3), (-2, 2), (-1, 1))
"""The points of a cell of the honeycomb, from its topmost, clockwise."""


class Honeycomb(Board):
    """The points of cells, each next to those before and after it around a cell."""

    @cached_property
    def neighbours(self) -> dict[Cell, Cells]:
        links = {link for ring in self.sides for link in pairwise((*ring, ring[0]))}
        return {
            cell: frozenset(there for link in links if cell in link for there in link) - {cell} for cell in self.cells
        }


class Rosette(Gonnect):
    """Go, but six stones around a cell are safe with all that they join; stones and what they alone surround count."""

    players = ("Black", "White")
    goals: ClassVar = {}

    @staticmethod
    def shape(size: int) -> Board:
        """So many cells a side; the points of each cell stand for a side."""
        rings = [tuple(beyond((2 * q, 2 * r), step) for step in AROUND) for q, r in hexagon(size).cells]
        return Honeycomb(frozenset(point for ring in rings for point in ring), (), tuple(rings))

    def has_liberty(self, group: Cells, stones: Stones) -> bool:
        return any(group.issuperset(ring) for ring in self.board.sides) or super().has_liberty(group, stones)

    def moves(self) -> set[str]:
        return super().moves() | {"pass"}

    def passed(self) -> None:
        if self.passes < 2:
            self.end_turn()
            return
        black, white = (self.worth(player, other) for player, other in (self.players, self.players[::-1]))
        self.outcome = DRAW if black == white else self.players[white > black]

    def worth(self, player: str, other: str) -> int:
        theirs = held(self.stones, other)
        fields = self.board.groups(self.empty)
        free = sum(len(field) for field in fields if not any(self.board.around(cell) & theirs for cell in field))
        return len(held(self.stones, player)) + free

    def judge(self) -> None:
        """Only passes end the game."""


GAMES: dict[str, type[Rules]] = {"rosette": Rosette}
