"""A game at a terminal: draw the board, prompt, read moves and commands line by line."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ...deadline import doing
from ...diagnostics.diagnostic import listed
from ...doors.writing import replace_text
from ...play.moves import Move, MoveError
from ...play.state import State
from ...play.view import View
from ...players import Player
from ...rules.program import CHANCE, TOGETHER
from ..boards.overlays import all_moves, moves_on
from ..boards.text import legend, scene
from ..boards.words import Shown, chance_words, revealed
from ..records import write_record
from .table import Table
from .terminal import Terminal

HELP = """\
a move        a cell such as `c3`; `piece@c3` to place another kind of piece; `c3-e5` to move a piece;
              `{1,4}` or just `1 4` to pick cards; `swap`, `pass` and `stop` where the rules allow them
moves         list the legal moves; `moves c3` lists those on one cell
undo, redo    take back a move, or play it again (along with the computer's replies); if somebody has
              learned something hidden since, everyone must agree
board         draw the board again
save FILE     save the game; `hexgame play --from FILE` resumes it
help          show this list
quit          leave the game"""

LONGEST = 10_000
"""The maximum number of moves in a game between computer players."""

_NUMBERS = re.compile(r"\{?\s*\d{1,3}(?:[\s,]+\d{1,3})*\s*\}?")


@dataclass
class Session:
    """A game between people and computer players; `choosers` has no entry for the seats of people."""

    state: State
    seats: Sequence[str]
    choosers: Mapping[int, Player]
    terminal: Terminal
    seed: int | None = None
    _picked: dict[str, Move] = field(default_factory=dict)
    """The picks made so far in a decision that several players make together."""

    _undone: list[Move] = field(default_factory=list)
    _looking: int | None = None
    """The seat of the person at the screen, if the players see different things."""

    _leaving: bool = False

    @cached_property
    def table(self) -> Table:
        """The seats, and what each may see."""
        return Table(self.state, self.seats, self.choosers)

    def run(self) -> None:
        """Play until someone quits, the input ends, or a game between computer players is over."""
        if not self.table.has_secrets:
            self._play_on()
            return
        with self.terminal.private() as is_wiped:
            self._play_on()
        if is_wiped and self.state.is_over:
            self._end()

    def _play_on(self) -> None:
        doing("playing")
        self.terminal.say(legend(self.state.game, self.terminal.face))
        for decided in chance_words(self.state):
            self.terminal.say(f"Chance: {decided}.")
        if self._chance_decides:
            self._let_chance_decide()
        self._show()
        if self.state.is_over:
            self.terminal.say(self._result())
        while not self._leaving and self._goes_on():
            pass
        if not self.state.is_over:
            self.terminal.say("The game is unfinished.")

    def _goes_on(self) -> bool:
        """Let chance, the computer players or a person decide; return False if the session ends."""
        if not self.table.has_people and len(self.state.moves) >= LONGEST:
            self.terminal.say(f"The game is still undecided after {LONGEST:,} moves; stopping here.")
            return False
        if self._chance_decides:
            self._let_chance_decide()
            self._after()
        elif self.state.is_over or self._awaited:
            return self._person_types()
        else:
            self._computers_decide()
        return True

    # Who decides

    @property
    def _awaited(self) -> str | None:
        """The colour of the person whose decision is awaited; the first of them if several decide together."""
        waiting = (player for player in self.state.deciders if player not in self._picked)
        return next(filter(self.table.is_person, waiting), None)

    @property
    def _chance_decides(self) -> bool:
        return not self.state.is_over and self.state.way == CHANCE

    def _let_chance_decide(self) -> None:
        announced = len(chance_words(self.state))
        self.state.let_chance_decide(None if self.seed is None else self.seed + len(self.state.moves))
        for decided in chance_words(self.state)[announced:]:
            self.terminal.say(f"Chance: {decided}.")

    def _computers_decide(self) -> None:
        """Let computer players decide, or add their parts to a decision for which people have made theirs."""
        before = self.state.copy() if self.table.hides else self.state
        deciders = self.state.deciders
        parts = {
            player: self._picked.get(player)
            or self.choosers[self.state.seat(player)].choose(self.state.view(player)).move
            for player in deciders
        }
        if self.state.way == TOGETHER:
            self.state.join(**parts)
            self.terminal.say(revealed(parts))
        else:
            self._announce(before, deciders[0], self.state.play(parts[deciders[0]]))
        self._forget()
        self._after()

    def _announce(self, before: State, player: str, move: Move) -> None:
        """Announce a computer player's move, as far as the people may know it."""
        if self.table.shows(before, move):
            self.terminal.say(f"{player} plays {move}.")
        elif player not in self.state.deciders:
            self.terminal.say(f"{player} has played.")

    def _forget(self) -> None:
        """Discard picks and undone moves, which belong to an earlier position."""
        self._picked.clear()
        self._undone.clear()

    # Output

    def _after(self) -> None:
        """Show the position after a move: at a person's turn, and at the end of the game."""
        if self.state.is_over:
            self._end()
        elif self.table.is_persons_turn:
            self._show()

    def _end(self) -> None:
        """Show how the game ended."""
        self._show()
        self.terminal.say(self._result())

    def _show(self) -> None:
        """Draw the board as the person at the screen may see it."""
        if self._may_look():
            self.terminal.say("\n" + scene(self._shown, self.terminal.face) + "\n")

    @property
    def _shown(self) -> Shown:
        """What is drawn: the view of the person at the screen, or the whole state where nothing is hidden."""
        if not self.table.hides:
            return self.state
        people = self.table.people
        return self.state.view(people[0] if len(people) == 1 else self._awaited or people[0])

    @property
    def _view(self) -> View:
        """What the person who decides knows; that of anybody when the game is over."""
        return self.state.view(self._awaited or self.table.people[0])

    def _may_look(self) -> bool:
        """Make sure that the right person is at the screen; return False if nobody may look."""
        if not self.table.hides or len(self.table.people) == 1:
            return True
        player = self._awaited
        if player is None:
            return False
        seat = self.state.seat(player)
        if self._looking not in (seat, None) or (self._looking is None and self.state.moves):
            self._hand_over(player)
        self._looking = seat
        return not self._leaving

    def _hand_over(self, player: str) -> None:
        """Clear the screen and wait until the next person sits there."""
        self.terminal.clear()
        line: str | None = player
        while line and line.strip().lower() not in ("", "quit"):
            line = self.terminal.ask(f"{player}'s turn: hand over the screen, then press Enter: ")
        if line is None:
            self.terminal.say("")
        self._leaving = line is None or bool(line.strip())

    def _result(self) -> str:
        outcome = self.state.outcome
        assert outcome is not None
        if outcome.winner is None:
            return f"The game is {outcome}."
        return f"{outcome}: the {self.table.person(outcome.winner)}."

    # Input

    def _person_types(self) -> bool:
        """Read a line and obey it; return False at the end of the input."""
        if not self.table.has_people:
            return False
        line = self.terminal.ask(self._prompt(), secret=self.state.way == TOGETHER and not self.state.is_over)
        if line is None:
            self.terminal.say("")
            return False
        words = line.split()
        if words:
            self._obey(words)
        return True

    def _prompt(self) -> str:
        player = self._awaited
        if player is None:
            return "The game is over (undo, save FILE, quit): "
        shown = f"{player} {self.terminal.face.stones[self.state.game.players.index(player)]}"
        if self.state.way == TOGETHER:
            return f"{' and '.join(self.state.deciders)} pick in secret. {shown}, {self.table.person(player)}: "
        return f"{shown} to {'pick' if self._picks else 'move'}, {self.table.person(player)}: "

    @property
    def _picks(self) -> bool:
        """Whether the decision is to pick cards."""
        return self._awaited is not None and any(move.word == "pick" for move in self.state.choices(self._awaited)[:1])

    def _obey(self, words: list[str]) -> None:
        word = words[0].lower()
        command = {
            "undo": self._undo,
            "redo": self._redo,
            "board": self._show,
            "help": lambda: self.terminal.say(HELP),
            "quit": self._quit,
        }.get(word)
        if word == "save":
            self._save(words[1:])
        elif word == "moves" and len(words) <= 2:
            self._moves(words[1:])
        elif command and len(words) == 1:
            command()
        elif self.state.way == TOGETHER and not self.state.is_over:
            self._pick(" ".join(words))
        else:
            self._play(" ".join(words))

    def _play(self, text: str) -> None:
        player, before = self._awaited, self.state.copy()
        try:
            move = self.state.play(self._as_pick(text))
        except MoveError:
            why = self._view.refusal(self._as_pick(text)) or "That is not a legal move now"
            self.terminal.say(_sentence(why) + ("" if self.state.is_over else " Type `help` for help."))
            return
        self._forget()
        if player and self.table.was_taken(before, player, move):
            self.terminal.say("That cell was taken.")
        self._after()

    def _pick(self, text: str) -> None:
        """Take one person's part of a decision that several make in secret."""
        player = self._awaited
        assert player is not None
        choices = {choice.text: choice for choice in self.state.choices(player)}
        chosen = choices.get(self._as_pick(text))
        if chosen is None:
            self.terminal.say(f"That is not one of your picks: {' '.join(choices)}. Type `help` for help.")
            return
        self._picked[player] = chosen
        if self._awaited:
            if self.terminal.clear() or self.table.hides:
                self._show()
            self.terminal.say(f"{player} has picked.")

    def _as_pick(self, text: str) -> str:
        """If cards are to be picked, turn a list of numbers into the text of a move: `4 1` into `{1,4}`."""
        if not (_NUMBERS.fullmatch(text) and self._picks):
            return text
        return "{" + ",".join(map(str, sorted(map(int, re.findall(r"\d+", text))))) + "}"

    def _quit(self) -> None:
        self._leaving = True

    def _moves(self, cells: list[str]) -> None:
        view, face = self._view, self.terminal.face
        self.terminal.say(moves_on(view, cells[0], face) if cells else all_moves(view, face))

    # Undo, redo, save

    def _undo(self) -> None:
        """Go back to the last position in which it was a person's turn."""
        if self._picked:
            self.terminal.say(f"Took back what {' and '.join(self._picked)} picked.")
            self._picked.clear()
            self._show()
            return
        count = self.table.moves_to_undo()
        if not count:
            self.terminal.say("You have no move to take back.")
        elif self._all_agree(self.table.learners(count)):
            self._undone.extend(self.state.undo() for _ in range(count))
            self._show()

    def _all_agree(self, learners: Sequence[str]) -> bool:
        """Ask everyone whether to take back moves by which some have learned what they could not know before."""
        if not learners:
            return True
        self.terminal.say(f"Undo cannot take back what {listed(learners, 'and')} learned since. Everyone must agree.")
        agreed = all(self._agrees(player) for player in self.table.people)
        if not agreed:
            self.terminal.say("Nothing was taken back.")
        return agreed

    def _agrees(self, player: str) -> bool:
        return self._confirms(f"{player}, {self.table.person(player)}, undo all the same?")

    def _confirms(self, question: str) -> bool:
        """Ask a question; the end of the input means no."""
        answer = self.terminal.ask(f"{question} (yes/no): ")
        return answer is not None and answer.strip().lower() in ("y", "yes")

    def _redo(self) -> None:
        if not self._undone:
            self.terminal.say("There is no move to redo.")
            return
        self._picked.clear()
        self.state.play(self._undone.pop())
        while self._undone and not self.state.is_over and not self.table.is_persons_turn:
            self.state.play(self._undone.pop())
        self._show()
        if self.state.is_over:
            self.terminal.say(self._result())

    def _save(self, words: list[str]) -> None:
        if not words:
            self.terminal.say("Name a file, for example: save game.yaml")
            return
        path = Path(" ".join(words))
        if not self._may_replace(path):
            self.terminal.say("Nothing was saved.")
            return
        try:
            replace_text(path, write_record(self.state, tuple(self.seats), self.seed, path.parent))
        except (OSError, ValueError) as error:
            self.terminal.say(f"Could not save to {path}: {getattr(error, 'strerror', None) or error}.")
            return
        warning = " It holds what is hidden from the players." if self.table.hides else ""
        self.terminal.say(f"Saved to {path}.{warning}")

    def _may_replace(self, path: Path) -> bool:
        """Ask before what has a name already is replaced."""
        if not os.path.lexists(path) or path.is_dir():
            return True
        found = f"{path} leads to {os.path.realpath(path)}" if path.is_symlink() else f"{path} exists already"
        return self._confirms(f"{found}. Replace it?")


def _sentence(text: str) -> str:
    return text if text.endswith("?") else text + "."
