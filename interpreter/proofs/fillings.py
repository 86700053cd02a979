"""Full boards as a question of their own: what each cell may hold once all are filled, and who has won then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..play.game import Game
from ..record import Record
from ..rules import ir
from ..rules.facts.endings import Asked, asked_when_full, winners
from ..rules.facts.placement import Unphrased, stones_put
from .verdicts import Json

__all__ = ["Fillings", "Unphrased", "by_winners", "fillings_of", "inapplicable"]


def inapplicable(why: ValueError) -> str:
    """Return what a method says of a claim for which it is not made, the same as all others for the same reason."""
    return f"not applicable, since {why}"


class Fillings(Record):
    """The full boards of a game: every free cell holds one of `contents`, any other what it holds at the start."""

    game: Game
    start: tuple[int, ...]
    """What each cell holds at the start: `ir.EMPTY` where it is free, else a piece that stays there."""

    contents: tuple[int, ...]
    """What a free cell may hold on a full board, see `ir.EMPTY` for the numbers."""

    asked: tuple[Asked, ...]
    """The endings that tell who has won, in their order."""

    @property
    def free(self) -> tuple[int, ...]:
        """The cells that play fills."""
        return tuple(cell for cell, content in enumerate(self.start) if content == ir.EMPTY)

    @property
    def total(self) -> int:
        """How many full boards there are."""
        return int(len(self.contents) ** len(self.free))

    @property
    def share(self) -> int:
        """How many free cells hold the first content once two players have filled the board in turn, one stone each; -1
        where play differs."""
        is_even = len(self.contents) == 2 and len(self.game.players) == 2 and self.game.facts.stones_or_pass
        return (len(self.free) + 1) // 2 if is_even else -1

    def winners(self, filling: Sequence[int]) -> frozenset[int]:
        """Return the players who have won a full board, judged by the game's machine; `filling` has one content a
        cell."""
        machine = self.game.machine
        vector = list(machine.start)
        vector[: len(filling)] = filling
        machine.rebuild(vector)
        holds = machine.endings
        return winners(self.asked, len(self.game.players), lambda each: bool(holds[each.number](vector, each.player)))


def fillings_of(game: Game) -> Fillings:
    """Return the full boards of a game. Raises `Unphrased` where play does more than fill cells with stones, and where
    more than the board decides who has won."""
    start, stones = tuple(game.machine.start[: len(game.board.cells)]), stones_put(game.rules, len(game.board.cells))
    kinds = {stones[cell] for cell, content in enumerate(start) if content == ir.EMPTY}
    if frozenset() in kinds:
        raise Unphrased("no decision puts a stone on a cell")
    if len(kinds) > 1:
        raise Unphrased("not all cells can hold the same stones")
    return Fillings(game, start, tuple(sorted(frozenset().union(*kinds))), asked_when_full(game.rules))


def by_winners(counts: Mapping[frozenset[int], int]) -> dict[str, Json]:
    """Return numbers of full boards by their winners as certificates have them."""
    return {
        ",".join(str(player) for player in sorted(winners)): str(number)
        for winners, number in sorted(counts.items(), key=lambda each: sorted(each[0]))
        if number
    }
