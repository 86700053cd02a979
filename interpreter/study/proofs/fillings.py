"""Full boards as a question of their own: what each cell may hold once all are filled, and who has won then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...play.game import Game
from ...record import Record
from ...rules import deeds, ir, walk
from ...rules.program import OWN, Decision
from ...rules.traits import Part
from .verdicts import Json


class Unphrased(ValueError):  # noqa: N818 - it is an answer, not a mistake
    """A claim cannot be asked of full boards; the text says what stands in the way."""


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

    @property
    def free(self) -> tuple[int, ...]:
        """The cells that play fills."""
        return tuple(cell for cell, content in enumerate(self.start) if content == ir.EMPTY)

    @property
    def share(self) -> int:
        """How many free cells hold the first content once two players have filled the board in turn, one stone each; -1
        where play differs."""
        is_even = len(self.contents) == 2 and len(self.game.players) == 2 and self.game.facts.stones_or_pass
        return (len(self.free) + 1) // 2 if is_even else -1

    def winners(self, filling: Sequence[int]) -> frozenset[int]:
        """Return the players who have won a full board, judged by the game's machine; `filling` has one content a cell.

        A player has won when the first ending that holds for them is a win or, with two players, when the first that
        holds for the opponent is a loss.
        """
        machine, players = self.game.machine, range(len(self.game.players))
        vector = list(machine.start)
        vector[: len(filling)] = filling
        machine.rebuild(vector)
        results = [_first_result(self.game, vector, player) for player in players]
        won = {player for player in players if results[player] == "win"}
        if len(players) == 2:
            won |= {1 - player for player in players if results[player] == "lose"}
        return frozenset(won)


def _first_result(game: Game, vector: list[int], player: int) -> str:
    """The result of the first ending that holds for a player; empty if none does."""
    for number, ending in enumerate(game.rules.endings):
        if ending.player in (None, player) and game.machine.endings[number](vector, player):
            return ending.result
    return ""


def fillings_of(game: Game) -> Fillings:
    """Return the full boards of a game. Raises `Unphrased` where play does more than fill cells with stones, or where
    more than the board decides who has won."""
    if not game.facts.stones_only_come:
        raise Unphrased("pieces move, change or leave")
    for ending in game.rules.endings:
        if ending.result not in ("win", "lose", "draw"):
            raise Unphrased("scores decide who has won")
        if ending.result != "draw" and walk.traits_of(ending.condition).reads & ~Part.BOARD:
            raise Unphrased("more than the board decides who has won")
    contents = {content for decision in game.rules.decisions for content in _put(game, decision)}
    start = tuple(game.machine.start[: len(game.board.cells)])
    if ir.EMPTY in start and not contents:
        raise Unphrased("no decision puts a stone on a cell")
    return Fillings(game, start, tuple(sorted(contents)))


def by_winners(counts: Mapping[frozenset[int], int]) -> dict[str, Json]:
    """Return numbers of full boards by their winners as certificates have them."""
    return {
        ",".join(str(player) for player in sorted(winners)): str(number)
        for winners, number in sorted(counts.items(), key=lambda each: sorted(each[0]))
        if number
    }


def filled_in_turn(
    counts: Mapping[frozenset[int], int], least: int, most: int, shown: Callable[[int], str] = "{:,}".format
) -> str:
    """Return how many of the full boards that are filled in turn have so many winners, as it follows how many of all
    have; empty where that is not known."""
    if not counts:
        return ""
    bad = sum(number for winners, number in counts.items() if least <= len(winners) <= most)
    return f", {shown(bad)} of the {shown(sum(counts.values()))} filled in turn"


def _put(game: Game, decision: Decision) -> list[int]:
    """What a decision may put on a cell."""
    found = []
    for node in walk.everything(decision.effects):
        if isinstance(node, deeds.Becomes) and node.kind is not None:
            owners = _owners(node.owner, len(game.players))
            found += [game.rules.content(owner, node.kind) for owner in owners]
    return found


def _owners(owner: ir.Expression | None, players: int) -> Sequence[int]:
    if isinstance(owner, ir.Constant):
        return owner.values
    if owner is None or owner == OWN:
        return range(players)
    raise Unphrased("the colour of a stone depends on the position")
