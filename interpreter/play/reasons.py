"""Why a move is illegal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.text import Span
from ..machine import answers
from ..rules import program

if TYPE_CHECKING:
    from .moves import Move
    from .state import State


def reason(state: State, move: Move, code: int) -> str:
    """Return why a move is illegal, given the code that the machine's `refusal` returned for it."""
    if code == answers.REFUSED_OVER:
        return f"the game is over: {state.outcome}"
    decision = state.game.block_of(move.code).decision
    if code == answers.REFUSED_LATER:
        return f"`{move}` is possible only if no other move is"
    if code == answers.REFUSED_ELSEWHERE:
        return f"`{move}` is not part of this decision"
    if code == answers.REFUSED_TURN:
        return f"`{move}` is only possible on turn {decision.turn}"
    if code == answers.REFUSED_WHERE and isinstance(decision.what, program.Stop):
        return f"`{move}` comes too early in `{' '.join(decision.span.text.split())}`"
    if code == answers.REFUSED_WHERE and decision.where_span is not None:
        return f"`{move}` is only possible where {decision.where_span.text}"
    if code == answers.REFUSED_FORBIDDEN and decision.forbid_span is not None:
        return f"`{move}` is forbidden: it leads to `{decision.forbid_span.text}`"
    match decision.what:
        case program.Pick(source):
            return f"`{move}` takes cards that are not in `{state.game.rules.zones[source]}`"
        case program.Choose() | program.Random():
            return f"`{move}` is not in `{decision.spans[0].text}`"
        case program.Move(owner=owner):
            return _about_source(state, move, owner, decision.spans[1])
        case _:
            return _about_cell(state, move, decision.spans[0])


def _about_source(state: State, move: Move, owner: str, target: Span) -> str:
    held = state.at(state.game.board.by_name[move.source])
    if held is None:
        return f"there is no piece on {move.source}"
    if held[1] != move.piece or (held[0] != state.to_move and not owner):
        return f"the {held[1]} of {held[0]} on {move.source} cannot move now"
    return f"{move.source} cannot move to {move.cell}, which is not in `{target.text}`"


def _about_cell(state: State, move: Move, target: Span) -> str:
    held = state.at(state.game.board.by_name[move.cell])
    if held:
        return f"{move.cell} is occupied by a {held[1]} of {held[0]}"
    return f"{move.cell} is not in `{target.text}`"
