"""The rules of games on boards that are glued, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook import HEX, Board, Cell, Cells, Rules, beyond, rhombus

Place = tuple[int, Cell | str]
"""A cell, or a player's edge, on one of two sheets."""


def cone(size: int) -> Board:
    """A rhombus without its bottom, which is its left side at the same time, but with the corner between them."""
    return Board(frozenset((q, r) for q, r in rhombus(size).cells if q == 0 or r < size - 1), HEX, ())


class Conect(Rules):
    """To the apex, or around it: once around leads from one of two sheets to the other."""

    shape = staticmethod(cone)

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size, pie)
        self.size, self.apex = size, (0, size - 1)

    def won(self, player: str) -> bool:
        own, start = self.of(player), (0, player)
        found, waiting = {start}, [start]
        while waiting:
            for place in self.beside(waiting.pop(), own):
                if place not in found:
                    found.add(place)
                    waiting.append(place)
        return (1, player) in found or (0, self.apex) in found

    def beside(self, place: Place, own: Cells) -> Iterator[Place]:
        sheet, at = place
        if isinstance(at, str):
            along = ((q, 0) if at == "Red" else (self.size - 1, q) for q in range(self.size))
            yield from (there for cell in along if (there := self.glued(sheet, cell))[1] in own)
            return
        for here_sheet, here in self.drawn(sheet, at):
            for step in HEX:
                q, r = beyond(here, step)
                if 0 <= q < self.size and 0 <= r < self.size and (there := self.glued(here_sheet, (q, r)))[1] in own:
                    yield there
            if self.stones[at] == "Red" and here[1] == 0:
                yield here_sheet, "Red"
            if self.stones[at] == "Blue" and here[0] == self.size - 1:
                yield here_sheet, "Blue"

    def glued(self, sheet: int, cell: Cell) -> Place:
        """The place of a cell of the rhombus: the bottom of a sheet is the left side of the other."""
        q, r = cell
        if cell == self.apex:
            return 0, cell
        return (1 - sheet, (0, self.size - 1 - q)) if r == self.size - 1 else (sheet, cell)

    def drawn(self, sheet: int, cell: Cell) -> list[tuple[int, Cell]]:
        """Where a place is drawn."""
        q, r = cell
        if cell == self.apex:
            return [(0, cell), (1, cell)]
        return [(sheet, cell), *([(1 - sheet, (self.size - 1 - r, self.size - 1))] if q == 0 else [])]


GAMES: dict[str, type[Rules]] = {"conect": Conect}
