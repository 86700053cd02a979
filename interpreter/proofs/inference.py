"""What the verdict on full boards says about draws."""

from __future__ import annotations

from ..play.game import Game
from ..rules import ir
from ..rules.facts.endings import FULL, fills_until_won
from . import statements
from .counterexample import board_of
from .verdicts import ALL_BOARDS, Proved, Refuted, Undecided, Verdict, sizes_of

BASIS = statements.AT_LEAST
"""The claim from which `no-draws` follows where games end in draws on full boards alone."""


def draws_on_full_boards_alone(game: Game) -> bool:
    """Whether a game goes on until somebody has won or the board is full, since whoever decides may put a stone on any
    empty cell, of which there are some.

    Then it ends without a winner only on a full board that nobody has won.
    """
    return fills_until_won(game.rules) and ir.EMPTY in game.machine.start[: len(game.board.cells)]


def always_a_move(game: Game, found: Verdict) -> Proved | str:
    """Return the verdict on `always-a-move` that follows in such a game from that on its basis, or why none does."""
    claim = "always-a-move"
    if any(ending.condition == FULL for ending in game.rules.endings):
        return Proved(claim, "inference", sizes_of(game), statements.ends_when_full(), {})
    if isinstance(found, Proved):
        return _following(claim, found)
    return f"it would follow from `{BASIS}`, which is not proved"


def no_draws(game: Game, found: Verdict) -> Proved | Refuted | str:
    """Return the verdict on `no-draws` that follows from that on its basis, or why none does."""
    claim = "no-draws"
    if isinstance(found, Proved):
        return _following(claim, found)
    if isinstance(found, Refuted) and found.is_reached:
        outcome = game.start(decide_chance=False).play_all(map(game.move, found.moves)).outcome
        if outcome is None or outcome.winner is not None:
            return f"`{BASIS}` is refuted by a full board that play reaches, but on which it does not end"
        return found.copy_with(claim=claim)
    if isinstance(found, Undecided):
        return f"it would follow from `{BASIS}`, which is undecided"
    if found.out_of_play == ALL_BOARDS:
        return f"`{BASIS}` is refuted, but only by full boards that play cannot reach"
    return f"`{BASIS}` is refuted, by a full board to which no moves were found"


def full_board_of(game: Game, drawn: Refuted) -> Refuted | None:
    """Return that a full board may have no winner, as far as a game shows it that ends in a draw; else None."""
    if not drawn.is_reached:
        return None
    end = game.start(decide_chance=False).play_all(map(game.move, drawn.moves))
    filling = tuple(end.vector[: len(game.board.cells)])
    if ir.EMPTY in filling or board_of(game, filling).wins:
        return None
    return Refuted(BASIS, drawn.method, "The full board of a drawn game has no winner.", filling, drawn.moves,
                   is_reached=True)  # fmt: skip


def _following(claim: str, found: Proved) -> Proved:
    """What a proof of the basis says of play."""
    statement, data = statements.following(claim, found.statement), {**found.certificate, "follows from": BASIS}
    return Proved(claim, found.method, found.reach, statement, data, found.how)
