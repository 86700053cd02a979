"""What a computer player advises in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...experiments.analysis import VOICES, Judgement, judgement
from ...players import player
from ..pages.analyses import opinion

if TYPE_CHECKING:
    from .session import Session

ADVISER = "mcts:1s"
"""The player that advises."""


def hint(session: Session, _: str) -> None:
    """Say which move a search prefers."""
    found = _judged(session)
    if found is None:
        return
    if not found.moves:
        session.terminal.say("No computer player can judge this position.")
        return
    best = found.moves[0]
    sure = "proved" if found.proved else "; ".join([f"after {found.simulations:,} simulations", *found.notes])
    session.terminal.say(f"Try {best.move}: a win in {100 * best.value:.0f} % ({sure}).")


def analyse(session: Session, _: str) -> None:
    """Show what a search thinks of the moves."""
    found = _judged(session)
    if found is not None:
        session.terminal.say(opinion(session.state, found, session.terminal.face))


def _judged(session: Session) -> Judgement | None:
    """Return what a search thinks of the position as the person at the screen knows it; None if there is nothing."""
    state, colour = session.state, session.awaited
    if colour is None:
        session.terminal.say("There is nothing to decide.")
        return None
    if session.table.hides or state.to_move is None:
        session.terminal.say("Nobody can advise where something is hidden or decided at the same time.")
        return None
    session.terminal.say("Searching …")
    return judgement(state, [player(ADVISER, voice) for voice in range(VOICES)])
