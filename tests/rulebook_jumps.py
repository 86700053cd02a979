"""The rules of games of single pieces that jump or race, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook import ROOK, Cell, Rules, beyond, square


class Konane(Rules):
    """Jumps over the enemy in one direction; the last to jump wins."""

    shape = staticmethod(square)
    players = ("Black", "White")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size
        self.stones = {(q, r): self.players[(q + r) % 2] for q, r in self.board.cells}

    def moves(self) -> set[str]:
        if self.turn == 1:
            half, last = self.size // 2, self.size - 1
            return {f"c {name}" for name in self.named([(0, 0), (last, last), (half, half), (half - 1, half - 1)])}
        if self.turn == 2:
            (gap,) = self.empty
            return {f"c {name}" for name in self.named(self.board.around(gap))}
        names = self.board.names
        return {f"{names[start]}-{names[end]}" for start in self.of(self.mover) for end, _ in self.jumps(start)}

    def jumps(self, start: Cell) -> Iterator[tuple[Cell, list[Cell]]]:
        """Where a stone can come, and what it takes."""
        for way in ROOK:
            here, taken = start, list[Cell]()
            while self.stones.get(over := beyond(here, way)) == self.opponent and beyond(over, way) in self.empty:
                here = beyond(over, way)
                taken.append(over)
                yield here, list(taken)

    def put(self, text: str) -> None:
        if text.startswith("c "):
            del self.stones[self.board.named[text[2:]]]
        else:
            start, end = (self.board.named[name] for name in text.split("-"))
            taken = next(taken for there, taken in self.jumps(start) if there == end)
            for cell in (start, *taken):
                del self.stones[cell]
            self.stones[end] = self.mover
        self.end_turn()
        if not self.moves():
            self.outcome = self.opponent


GAMES: dict[str, type[Rules]] = {"konane": Konane}
