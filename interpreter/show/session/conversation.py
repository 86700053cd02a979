"""The course of a game at a terminal: chance, computer players and people decide in turn; people type lines."""

from __future__ import annotations

from ...deadline import doing
from ...play.state import MOST_DRAWS
from ...players.deciding import dismiss
from ..boards.text import legend, scene
from ..boards.words import chance_words
from ..records import Replay
from .commands import COMMANDS, meant
from .session import Session
from .terminal import Terminal

LONGEST = 10_000
"""The maximum number of moves in a game between computer players."""


def converse(session: Session) -> None:
    """Play until someone quits, the input ends, or a game between computer players is over."""
    try:
        if not session.table.has_secrets:
            _play_on(session)
            return
        with session.terminal.private() as is_wiped:
            _play_on(session)
        if is_wiped and session.is_over:
            session.show_all()
    finally:
        dismiss(session.choosers)


def _play_on(session: Session) -> None:
    doing("playing")
    say = session.terminal.say
    say(legend(session.state.game, session.terminal.face))
    for decided in chance_words(session.state):
        say(f"Chance: {decided}.")
    if session.chance_decides:
        session.let_chance_decide()
    session.show_all()
    while not session.leaving and _goes_on(session):
        pass
    if not session.is_over:
        say("The game is unfinished.")


def _goes_on(session: Session) -> bool:
    """Let chance, the computer players or a person decide; return False if the game ends here."""
    if not session.table.has_people and len(session.state.moves) >= LONGEST:
        session.terminal.say(f"The game is still undecided after {LONGEST:,} moves; stopping here.")
        return False
    if session.chance_decides:
        session.let_chance_decide()
        session.after()
        if session.chance_decides:
            session.terminal.say(f"Chance has decided {MOST_DRAWS:,} times in a row; stopping here.")
            return False
    elif session.is_over or session.awaited:
        return _person_types(session)
    else:
        session.computers_decide()
    return True


def _person_types(session: Session) -> bool:
    """Read a line and obey it; return False at the end of the input."""
    if not session.table.has_people:
        return False
    line = session.terminal.ask(session.prompt(), secret=session.is_secret)
    if line is None:
        session.terminal.say("")
        return False
    word, *rest = line.split() or [""]
    command = COMMANDS.get(word.lower())
    if command and command.takes(rest):
        command.run(session, " ".join(rest))
    elif word and session.is_secret:
        session.pick(" ".join([word, *rest]))
    elif word:
        text = " ".join([word, *rest])
        session.play(text, lambda words: meant(text, words))
    return True


# A saved game, step by step


def replay(saved: Replay, terminal: Terminal, stops: bool) -> None:
    """Show a game move by move; with `stops`, wait for Enter, `back` or `quit` after each."""
    state, moves, number = saved.start.copy(), saved.end.moves, 0
    terminal.say(legend(state.game, terminal.face))
    while True:
        doing(f"showing move {number:,} of {len(moves):,}")
        shown = f"After move {number} of {len(moves)}" + (f", {state.last_move}" if state.last_move else "")
        terminal.say(f"\n{shown}:\n\n{scene(state, terminal.face)}\n")
        if number in saved.remarks.comments:
            terminal.say(f"{saved.remarks.comments[number]}\n")
        if number == len(moves):
            terminal.say(f"Result: {saved.outcome}." if saved.outcome else "The game is unfinished.")
            if not stops:
                return
        line = terminal.ask("Press Enter for the next move, or type `back` or `quit`: ") if stops else ""
        if line is None or line.strip().lower() in ("quit", "q"):
            return
        if line.strip().lower() in ("back", "b"):
            if number:
                state.undo()
                number -= 1
        elif number < len(moves):
            state.play(moves[number])
            number += 1
        else:
            return
