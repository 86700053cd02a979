"""What people can type in a game besides moves: one table, from which `help` is made."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics.diagnostic import did_you_mean, listed
from ...doors.writing import replace_text
from ...experiments.judgements import VOICES, Judgement, judgement
from ...players import player
from ...rules.program import CHANCE, TOGETHER
from ..pages.analyses import opinion
from ..pages.games import rules_of
from ..pictures.overlays import all_moves, moves_on
from ..records import write_record

if TYPE_CHECKING:
    from ...play.state import State
    from .session import Session

# Taking back


def undo(session: Session, _: str) -> None:
    """Go back to the last position in which it was a person's turn."""
    if session.settled:
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
    if session.settled or not session.undone:
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
        session.terminal.confirms(f"{player}, {table.person(player)}, undo anyway?") for player in table.people
    )
    if not agreed:
        say("Nothing was taken back.")
    return agreed


# Saving


def save(session: Session, name: str) -> None:
    """Write the game to a file; ask before another is replaced."""
    say = session.terminal.say
    if not name:
        say("Name a file, for example: save game.yaml")
        return
    path = Path(name)
    if not _may_replace(session, path):
        say("Nothing was saved.")
        return
    try:
        state, seats = session.state, tuple(session.seats)
        text = write_record(state, seats, session.seed, path.parent, session.settled, session.remarked)
        replace_text(path, text)
    except (OSError, ValueError) as error:
        say(f"Could not save to {path}: {getattr(error, 'strerror', None) or error}.")
        return
    session.is_saved = True
    say(f"Saved to {path}.{' It holds what is hidden from the players.' if session.table.hides else ''}")


def _may_replace(session: Session, path: Path) -> bool:
    """Ask before what has a name already is replaced."""
    if not os.path.lexists(path) or path.is_dir():
        return True
    found = f"{path} leads to {os.path.realpath(path)}" if path.is_symlink() else f"{path} exists already"
    return session.terminal.confirms(f"{found}. Replace it?")


# The moves so far


def _history(session: Session, _: str) -> None:
    """List the moves so far, with who made each; what the person at the screen may not know is a dash."""
    state, shown = session.state.copy(), list[str]()
    while state.moves:
        move = str(state.view(session.view.player).last_move or "–") if session.table.hides else str(state.last_move)
        state.undo()
        shown.append(f"{_who(state)} {move}".strip())
    numbered = [f"{number}. {each}".replace(" ", "\N{NO-BREAK SPACE}") for number, each in enumerate(shown[::-1], 1)]
    filled = textwrap.fill("   ".join(numbered), session.terminal.face.width or 100, break_on_hyphens=False)
    session.terminal.say(filled.replace("\N{NO-BREAK SPACE}", " ") or "No moves yet.")


def _who(state: State) -> str:
    return {CHANCE: "chance", TOGETHER: "all"}.get(state.way) or str(state.to_move)


# Advice


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
        session.terminal.say("No advice is available in games with hidden information or simultaneous decisions.")
        return None
    session.terminal.say("Searching …")
    return judgement(state, [player(ADVISER, voice) for voice in range(VOICES)])


MOVE = (
    "a move",
    "a cell such as `c3`; `piece@c3` to place another kind of piece; `c3-e5` to move a piece; `{1,4}` or just `1 4` to "
    "pick cards; `swap`, `pass` and `stop` where the rules allow them",
)


@dataclass(frozen=True)
class Command:
    """Something to type: how it is written, what it does, and how many words may follow it."""

    usage: str
    about: str
    run: Callable[[Session, str], None]
    most: float = 0

    def takes(self, words: Sequence[str]) -> bool:
        """Whether these words may follow the command."""
        return len(words) <= self.most


def _moves(session: Session, cell: str) -> None:
    view, face = session.view, session.terminal.face
    session.terminal.say(moves_on(view, cell, face) if cell else all_moves(view, face))


def _resign(session: Session, _: str) -> None:
    player = session.awaited
    if player is None:
        session.terminal.say("The game is over.")
    elif len(session.state.game.players) != 2:
        session.terminal.say("You can resign only in a two-player game: otherwise the others would play on.")
    else:
        session.resign(player)


def _help(session: Session, _: str) -> None:
    session.terminal.say(help_in(session.terminal.face.width))


def _quit(session: Session, _: str) -> None:
    """Leave; at a terminal, ask once if the game would be lost."""
    if session.is_saved or not session.terminal.is_interactive:
        session.leaving = True
        return
    session.is_saved = True  # as good as: the question is asked once
    session.terminal.say("This game is not saved. Type `save FILE` to keep it, or `quit` again to leave.")


COMMANDS = {
    command.usage.split()[0]: command
    for command in (
        Command("moves", "list the legal moves; `moves c3` lists those on one cell", _moves, 1),
        Command("hint", "show the move that a computer player prefers", hint),
        Command("analyse", "show on the board how a computer player rates the moves", analyse),
        Command("board", "draw the board again", lambda session, _: session.show()),
        Command("rules", "show the rules", lambda session, _: session.terminal.say(rules_of(session.state.game))),
        Command("history", "list the moves played so far", _history),
        Command(
            "undo",
            "take back a move (along with the computer's replies); if somebody has learned something hidden since, "
            "everyone must agree",
            undo,
        ),
        Command("redo", "redo the move that was taken back", redo),
        Command("resign", "give up, in a two-player game", _resign),
        Command("save FILE", "save the game; `hexgame play --from FILE` resumes it", save, float("inf")),
        Command(
            "help", "show this list", lambda session, _: session.terminal.say(help_in(session.terminal.face.width))
        ),
        Command("quit", "leave the game", _quit),
    )
}
"""The commands by their words."""


def help_in(width: int) -> str:
    """Return what can be typed, in lines of at most so many columns."""
    rows = [MOVE, *((command.usage, command.about) for command in COMMANDS.values())]
    column = max(len(usage) for usage, _ in rows) + 3
    return "\n".join(
        textwrap.fill(
            f"{usage:{column}}{about}", min(width, 100), subsequent_indent=" " * column, break_on_hyphens=False
        )
        for usage, about in rows
    )


def meant(text: str, offered: Iterable[str]) -> str:
    """Return what may have been meant by a text that is no move: a command, or a word that is offered; or nothing."""
    word, *rest = text.split()
    command = COMMANDS.get(word.lower())
    if command is not None:
        return f"write `{command.usage}` alone" if rest and not command.most else f"write `{command.usage}`"
    return "" if len(word) < 3 else did_you_mean(word.lower(), [*COMMANDS, *offered])
