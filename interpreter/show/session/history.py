"""The moves of a session as a list."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from ...rules.program import CHANCE, TOGETHER

if TYPE_CHECKING:
    from ...play.state import State
    from .session import Session


def history(session: Session) -> str:
    """Return the moves so far, with who made each; what the person at the screen may not know is a dash."""
    state, shown = session.state.copy(), list[str]()
    while state.moves:
        move = str(state.view(session.view.player).last_move or "–") if session.table.hides else str(state.last_move)
        state.undo()
        shown.append(f"{_who(state)} {move}".strip())
    numbered = [f"{number}. {each}".replace(" ", "\N{NO-BREAK SPACE}") for number, each in enumerate(shown[::-1], 1)]
    filled = textwrap.fill("   ".join(numbered), session.terminal.face.width or 100, break_on_hyphens=False)
    return filled.replace("\N{NO-BREAK SPACE}", " ") or "No moves yet."


def _who(state: State) -> str:
    """Return who makes the next move."""
    return {CHANCE: "chance", TOGETHER: "all"}.get(state.way) or str(state.to_move)
