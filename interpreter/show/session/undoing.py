"""Taking moves back in a session, and playing them again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...diagnostics.diagnostic import listed

if TYPE_CHECKING:
    from .session import Session


def undo(session: Session, _: str) -> None:
    """Go back to the last position in which it was a person's turn."""
    if session.resigned:
        session.take_back_resignation()
        return
    if session.picked:
        session.terminal.say(f"Took back what {' and '.join(session.picked)} picked.")
        session.picked.clear()
        session.show()
        return
    count = session.table.moves_to_undo()
    if not count:
        session.terminal.say("You have no move to take back.")
    elif _all_agree(session, session.table.learners(count)):
        session.undone.extend(session.state.undo() for _ in range(count))
        session.is_saved = False
        session.show()


def redo(session: Session, _: str) -> None:
    """Play what was taken back, up to the next position in which it was a person's turn."""
    if session.resigned or not session.undone:
        session.terminal.say("There is no move to redo.")
        return
    session.picked.clear()
    session.state.play(session.undone.pop())
    while session.undone and not session.is_over and not session.table.is_persons_turn:
        session.state.play(session.undone.pop())
    session.is_saved = False
    session.show_all()


def _all_agree(session: Session, learners: Sequence[str]) -> bool:
    """Ask everyone whether to take back moves by which some have learned what they could not know before."""
    if not learners:
        return True
    say, table = session.terminal.say, session.table
    say(f"Undo cannot take back what {listed(learners, 'and')} learned since. Everyone must agree.")
    agreed = all(
        session.terminal.confirms(f"{player}, {table.person(player)}, undo all the same?") for player in table.people
    )
    if not agreed:
        say("Nothing was taken back.")
    return agreed
