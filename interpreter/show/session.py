"""A game at a terminal: the board, a prompt, moves and commands read line by line, whoever or whatever types them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from interpreter.machine.moves import Move, MoveError
from interpreter.machine.state import State
from interpreter.show.palette import PLAIN, Face
from interpreter.show.records import write_record
from interpreter.show.text import draw, legend

HELP = """\
a move        a cell such as `c3`; `piece@c3` for another piece; `swap` or `pass` where they are offered
moves         what can be played now
undo, redo    take back a move, play it again (computer players' moves go with yours)
board         draw the board again
save FILE     write the game to a file; `hexgame play --from FILE` goes on with it
help, quit"""

LONGEST = 10_000
"""The most moves that computer players make among themselves."""

_PEOPLE = ("first", "second", "third", "fourth", "fifth", "sixth")


class Chooser(Protocol):
    def choose(self, state: State) -> Move: ...


@dataclass
class Terminal:
    """Where a session reads and writes. `ask` gives a line, or None at the end of input."""

    ask: Callable[[str], str | None]
    say: Callable[[str], None]
    face: Face = PLAIN


@dataclass
class Session:
    """A game between people and computer players; `choosers[seat]` is None where a person sits."""

    state: State
    seats: Sequence[str]
    choosers: Mapping[int, Chooser]
    terminal: Terminal
    seed: int | None = None
    _undone: list[Move] = field(default_factory=list)
    _leaving: bool = False

    def run(self) -> None:
        """Play until somebody quits, the input ends, or a game without people is over."""
        self.terminal.say(legend(self.state.game, self.terminal.face))
        self._show()
        if self.state.is_over:
            self.terminal.say(self._result())
        while not self._leaving:
            if not self._computer_moves() and not self._person_types():
                break
        if not self.state.is_over:
            self.terminal.say("The game is unfinished.")

    @property
    def _people(self) -> bool:
        return any(seat not in self.choosers for seat in range(len(self.seats)))

    def _seat(self) -> int:
        assert self.state.to_move is not None
        return self.state.seat(self.state.to_move)

    def _computer_moves(self) -> bool:
        if not self._people and len(self.state.moves) >= LONGEST:
            self.terminal.say(f"The game goes on after {LONGEST:,} moves; it is left here.")
            return False
        if self.state.is_over or self._seat() not in self.choosers:
            return False
        colour, chooser = self.state.to_move, self.choosers[self._seat()]
        move = chooser.choose(self.state)
        self.state.play(move)
        self._undone.clear()
        self.terminal.say(f"{colour} plays {move}.")
        self._after()
        return True

    def _after(self) -> None:
        """What there is to see once a move is made: all of it where a person looks on, else the end."""
        if self.state.is_over:
            self._show()
            self.terminal.say(self._result())
        elif self._seat() not in self.choosers:
            self._show()

    def _show(self) -> None:
        self.terminal.say("\n" + draw(self.state, self.terminal.face) + "\n")

    def _result(self) -> str:
        outcome = self.state.outcome
        assert outcome is not None
        if outcome.winner is None:
            return f"The game is {outcome}."
        return f"{outcome}: the {self._person(self.state.seat(outcome.winner))}."

    def _person(self, seat: int) -> str:
        return f"{_PEOPLE[seat]} person" + (f" ({self.seats[seat]})" if self._people else "")

    def _person_types(self) -> bool:
        """Read one line and do what it says; False when there is nothing more to do."""
        if not self._people:
            return False
        line = self.terminal.ask(self._prompt())
        if line is None:
            self.terminal.say("")
            return False
        words = line.split()
        if words:
            self._obey(words)
        return True

    def _prompt(self) -> str:
        if self.state.is_over:
            return "The game is over (undo, save FILE, quit): "
        stone = self.terminal.face.stones[self.state.game.players.index(str(self.state.to_move))]
        return f"{self.state.to_move} {stone} to move, {self._person(self._seat())}: "

    def _obey(self, words: list[str]) -> None:
        command = {
            "moves": self._moves,
            "undo": self._undo,
            "redo": self._redo,
            "board": self._show,
            "help": lambda: self.terminal.say(HELP),
            "quit": self._quit,
        }.get(words[0].lower())
        if words[0].lower() == "save":
            self._save(words[1:])
        elif command and len(words) == 1:
            command()
        else:
            self._play(" ".join(words))

    def _play(self, text: str) -> None:
        try:
            self.state.play(text)
        except MoveError as error:
            self.terminal.say(_sentence(str(error)) + ("" if self.state.is_over else " Type `help` for the commands."))
            return
        self._undone.clear()
        self._after()

    def _quit(self) -> None:
        self._leaving = True

    def _moves(self) -> None:
        moves = self.state.legal_moves
        self.terminal.say(f"{len(moves)} moves: {' '.join(map(str, moves))}" if moves else "There are no moves.")

    def _undo(self) -> None:
        """Back to where a person was to move."""
        taken: list[Move] = []
        while self.state.moves and not (taken and self._is_persons_turn()):
            taken.append(self.state.undo())
        if not taken or not self._is_persons_turn():
            for move in reversed(taken):
                self.state.play(move)
            self.terminal.say("There is no move of yours to take back.")
            return
        self._undone.extend(taken)
        self._show()

    def _redo(self) -> None:
        if not self._undone:
            self.terminal.say("There is no move to play again.")
            return
        self.state.play(self._undone.pop())
        while self._undone and not self.state.is_over and not self._is_persons_turn():
            self.state.play(self._undone.pop())
        self._show()
        if self.state.is_over:
            self.terminal.say(self._result())

    def _is_persons_turn(self) -> bool:
        return not self.state.is_over and self._seat() not in self.choosers

    def _save(self, words: list[str]) -> None:
        if not words:
            self.terminal.say("Save it where? Such as: save game.yaml")
            return
        path = Path(" ".join(words))
        try:
            path.write_text(write_record(self.state, tuple(self.seats), self.seed, path.parent), "utf-8")
        except (OSError, ValueError) as error:
            self.terminal.say(f"It could not be saved to {path}: {getattr(error, 'strerror', None) or error}.")
            return
        self.terminal.say(f"Saved to {path}.")


def _sentence(text: str) -> str:
    return text if text.endswith("?") else text + "."


def replay(start: State, moves: Sequence[Move], terminal: Terminal, stops: bool) -> None:
    """Step through a game move by move; with `stops`, waiting for a line each time (`back` and `quit` are read)."""
    state, number = start.copy(), 0
    terminal.say(legend(state.game, terminal.face))
    while True:
        shown = f"After move {number} of {len(moves)}" + (f", {state.last_move}" if state.last_move else "")
        terminal.say(f"\n{shown}:\n\n{draw(state, terminal.face)}\n")
        if number == len(moves):
            terminal.say(f"The result: {state.outcome}." if state.outcome else "The game is unfinished.")
            if not stops:
                return
        line = terminal.ask("Enter for the next move, `back`, `quit`: ") if stops else ""
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
