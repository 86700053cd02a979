"""The rules of games with stones that belong to nobody, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from rulebook import Cell, Cells, Rules

NOBODY = "neutral"


class Nex(Rules):
    """A stone and a neutral one; or two neutral stones become one's own, and another own one becomes neutral."""

    stuck_pass = True
    two_passes_draw = True

    def __init__(self, size: int, pie: bool = False) -> None:
        super().__init__(size, pie)
        self.made: list[Cell] = []
        self.drops = False

    @property
    def neutral(self) -> Cells:
        return self.of(NOBODY)

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return super().pieces() | ({NOBODY: {"stone": self.named(self.neutral)}} if self.neutral else {})

    def legal(self) -> set[str]:
        return super().legal() - ({"swap"} if self.made else set())

    def moves(self) -> set[str]:
        if not self.made:
            dropped = self.empty if len(self.empty) >= 2 else frozenset()
            turned = self.neutral if len(self.neutral) >= 2 and self.of(self.mover) else frozenset()
            return self.named(dropped | turned) or {"pass"}
        if self.drops:
            return {f"neutral@{name}" for name in self.named(self.empty)}
        if len(self.made) == 1:
            return self.named(self.neutral)
        return {f"neutral@{name}" for name in self.named(self.of(self.mover) - set(self.made))}

    def put(self, text: str) -> None:
        cell = self.board.named[text.removeprefix("neutral@")]
        if not self.made:
            self.drops = cell in self.empty
        is_over = len(self.made) == (1 if self.drops else 2)
        self.stones[cell] = NOBODY if is_over else self.mover
        self.made.append(cell)
        if is_over:
            self.made = []
            self.judge()
            self.end_turn()


GAMES: dict[str, type[Rules]] = {"nex": Nex}
