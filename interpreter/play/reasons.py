"""Why a move is illegal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machine import answers

if TYPE_CHECKING:
    from ..machine.plan.actions import Block
    from .moves import Move
    from .state import State


def reason(state: State, move: Move, code: int) -> str:
    """Return why a move is illegal, given the code that the machine's `refusal` returned for it."""
    if code == answers.REFUSED_OVER:
        return f"the game is over: {state.outcome}"
    block = state.game.block_of(move.code)
    decision = block.decision
    if code == answers.REFUSED_LATER:
        return f"`{move}` is possible only if no other move is"
    if code == answers.REFUSED_ELSEWHERE:
        return f"`{move}` is not part of this decision"
    if code == answers.REFUSED_TURN:
        return f"`{move}` is only possible on turn {decision.turn}"
    if code == answers.REFUSED_WHERE and decision.is_stop:
        return f"`{move}` comes too early in `{' '.join(decision.span.text.split())}`"
    if code == answers.REFUSED_WHERE and decision.where_span is not None:
        return f"`{move}` is only possible where {decision.where_span.text}"
    if code == answers.REFUSED_FORBIDDEN and decision.forbid_span is not None:
        return f"`{move}` is forbidden: it leads to `{decision.forbid_span.text}`"
    if decision.picking is not None:
        return f"`{move}` takes cards that are not in `{state.game.rules.zones[decision.picking.source]}`"
    return _about_source(state, move, block) if move.source else _about_cell(state, move, block)


def _about_source(state: State, move: Move, block: Block) -> str:
    held = state.at(state.game.board.by_name[move.source])
    if held is None:
        return f"there is no piece on {move.source}"
    if held[1] != move.piece or (held[0] != state.to_move and not block.decision.owner):
        return f"the {held[1]} of {held[0]} on {move.source} cannot move now"
    assert block.decision.target_span is not None
    return f"{move.source} cannot move to {move.cell}, which is not in `{block.decision.target_span.text}`"


def _about_cell(state: State, move: Move, block: Block) -> str:
    held = state.at(state.game.board.by_name[move.cell])
    if held:
        return f"{move.cell} is occupied by a {held[1]} of {held[0]}"
    assert block.decision.target_span is not None
    return f"{move.cell} is not in `{block.decision.target_span.text}`"
