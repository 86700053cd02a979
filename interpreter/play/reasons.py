"""Why a move is illegal, in words: the rule sheet's own where it has some, and nothing else of its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ..machine import answers
from ..rules import ir, program, walk
from .moves import UNKNOWN, Move

if TYPE_CHECKING:
    from .game import Game
    from .outcome import Outcome

_NAMED = 5
"""How many possible moves are named."""


class Standing(Protocol):
    """A position, or what a player knows of it."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""

    @property
    def to_move(self) -> str | None:
        """The colour that decides next."""

    def at(self, cell: int) -> tuple[str, str] | None:
        """Return the owner and the piece on a cell."""


def reason(state: Standing, move: Move, code: int, offered: Sequence[Move]) -> str:
    """Return why a move is illegal, given what the machine's `refusal` returned for it, and what is possible."""
    if code == answers.REFUSED_OVER:
        return f"the game is over: {state.outcome}"
    decision = state.game.block_of(move.code).decision
    match code:
        case answers.REFUSED_LATER:
            return f"`{move}` is possible only if no other move is"
        case answers.REFUSED_ELSEWHERE:
            return f"`{move}` is not part of this decision"
        case answers.REFUSED_TURN:
            return f"`{move}` is only possible on turn {decision.turn}"
        case answers.REFUSED_WHERE if isinstance(decision.what, program.Stop):
            return f"`{move}` comes too early: too little has been done"
        case answers.REFUSED_WHERE if decision.where_reason:
            return f"`{move}` is not possible: {decision.where_reason}"
        case answers.REFUSED_FORBIDDEN:
            return f"`{move}` is forbidden: {decision.forbid_reason or _forbidding(decision)}"
        case _:
            return _unoffered(state, move, decision, offered)


def _forbidding(decision: program.Decision) -> str:
    is_repeating = any(isinstance(node, ir.Repeats) for node in walk.everything((decision.forbid,)))
    return "it would repeat an earlier position" if is_repeating else "the rules refuse the position after it"


def _unoffered(state: Standing, move: Move, decision: program.Decision, offered: Sequence[Move]) -> str:
    """Why a move is not among those that are possible."""
    match decision.what:
        case program.Pick(source):
            return f"`{move}` takes cards that are not in `{state.game.rules.zones[source]}`"
        case program.Move(owner=owner) if why := _about_source(state, move, owner):
            moves_elsewhere = any(each.source == move.source for each in offered)
            return f"`{move}` is not possible now{_instead(move, offered)}" if moves_elsewhere else why
        case program.Place() if held := state.at(state.game.board.by_name[move.cell]):
            if state.game.rules.stacks > 1:
                return f"`{move}` is not possible now{_instead(move, offered)}"
            return f"{move.cell} is occupied by a {_called(held[1])} of {held[0]}"
        case _:
            return f"`{move}` is not possible now{_instead(move, offered)}"


def _about_source(state: Standing, move: Move, owner: str) -> str:
    """Why a piece cannot move, wherever it would go; empty if it may be able to."""
    held = state.at(state.game.board.by_name[move.source])
    if held is None:
        return f"there is no piece on {move.source}"
    if held[0] != state.to_move and not owner:
        return f"the {_called(held[1])} on {move.source} is {held[0]}'s"
    if held[1] != move.piece:
        return f"the {_called(held[1])} of {held[0]} on {move.source} cannot move now"
    return ""


def _instead(move: Move, offered: Sequence[Move]) -> str:
    """What else is possible of the same sort, with the same piece."""
    others = [each for each in offered if (each.word, each.source) == (move.word, move.source)]
    if not others:
        return ""
    more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
    return f"; possible: {', '.join(map(str, others[:_NAMED]))}{more}"


def _called(piece: str) -> str:
    """What a piece is called, whether or not its kind is known."""
    return "piece" if piece == UNKNOWN else piece
