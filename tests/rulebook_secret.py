"""The rules of games in which both choose in secret, like those in `rulebook.py`."""

from __future__ import annotations

from typing import ClassVar

from rulebook import DRAW, Rules


class Bidding(Rules):
    """The higher bid places a stone and pays the other; the mark decides between equal bids."""

    def __init__(self, size: int, purse: int = 100) -> None:
        super().__init__(size)
        self.chips = dict.fromkeys(self.players, purse)
        self.bids: list[int] = []
        self.mark = "Red"

    @property
    def deciders(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        return (self.players[len(self.bids)],) if len(self.bids) < 2 else (self.buyer,)

    @property
    def buyer(self) -> str:
        red, blue = self.bids
        return self.mark if red == blue else "Red" if red > blue else "Blue"

    def moves(self) -> set[str]:
        if len(self.bids) == 2:
            return self.named(self.empty)
        return {f"n {bid}" for bid in range(self.chips[self.players[len(self.bids)]] + 1)}

    def put(self, text: str) -> None:
        if text.startswith("n "):
            self.bids.append(int(text.removeprefix("n ")))
            return
        buyer = self.mover = self.buyer
        self.stones[self.board.named[text]] = buyer
        self.judge()
        if self.bids[0] == self.bids[1]:
            self.mark = self.opponent
        self.chips[buyer] -= max(self.bids)
        self.chips[self.opponent] += max(self.bids)
        self.bids = []


class Simultaneous(Rules):
    """Both name a cell at once; the stone on a cell that both name serves both."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.aims: list[str] = []

    neutral: ClassVar = "neutral"

    @property
    def deciders(self) -> tuple[str, ...]:
        return () if self.outcome else (self.players[len(self.aims)],)

    def moves(self) -> set[str]:
        return {f"c {name}" for name in self.named(self.empty)}

    def put(self, text: str) -> None:
        self.aims.append(text.removeprefix("c "))
        if len(self.aims) < 2:
            return
        one, other = (self.board.named[aim] for aim in self.aims)
        self.stones |= {one: "Red", other: "Blue"} if one != other else {one: self.neutral}
        self.aims = []
        winners = [player for player in self.players if self.won(player)]
        if winners:
            self.outcome = winners[0] if len(winners) == 1 else DRAW
        elif not self.empty:
            self.outcome = DRAW

    def won(self, player: str) -> bool:
        return self.board.joins(self.of(player) | self.of(self.neutral), self.goals[player])

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        shared = self.named(self.of(self.neutral))
        return super().pieces() | ({self.neutral: {"stone": shared}} if shared else {})


GAMES: dict[str, type[Rules]] = {"bidding_hex": Bidding, "simultaneous_hex": Simultaneous}
