"""A game at a terminal: who decides, what is drawn, what a typed move does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ...play.moves import Move, MoveError, UnreadableMove
from ...play.outcome import RESIGNED, Outcome, Settled
from ...play.state import State
from ...play.view import View
from ...players import Choice, Player, Withdrawn
from ...players.deciding import decide, play_parts
from ...rules.program import CHANCE, TOGETHER
from ..boards.text import scene
from ..boards.words import Shown, chance_words, prompt_of, revealed, said_of
from ..remarks import Remarks
from .table import Table
from .terminal import Terminal

_NUMBERS = re.compile(r"\{?\s*\d{1,3}(?:[\s,]+\d{1,3})*\s*\}?")


@dataclass
class Session:
    """A game between people and computer players; `choosers` has no entry for the seats of people."""

    state: State
    seats: Sequence[str]
    choosers: Mapping[int, Player]
    terminal: Terminal
    seed: int | None = None
    settled: Settled | None = None
    """How people ended it, such as that one gave up; None while they have not."""

    picked: dict[str, Move] = field(default_factory=dict)
    """The picks made so far in a decision that several players make together."""

    undone: list[Move] = field(default_factory=list)
    """The moves taken back, the last one played first."""

    remarks: Remarks = field(default_factory=Remarks)
    """The comments and variations of the record that the game goes on from."""

    is_saved: bool = True
    """Whether nothing happened since the game began or was saved."""

    leaving: bool = False
    _begun: tuple[Move, ...] = ()
    """The moves that were made when the session began."""

    _looking: int | None = None
    """The seat of the person at the screen, if the players see different things."""

    _noted: set[str] = field(default_factory=set)
    """What computer players have said of themselves."""

    def __post_init__(self) -> None:
        self._begun = self.state.moves

    @property
    def remarked(self) -> Remarks:
        """The comments and variations that still hold."""
        return self.remarks.on(self._begun, self.state.moves)

    @cached_property
    def table(self) -> Table:
        """The seats, and what each may see."""
        return Table(self.state, self.seats, self.choosers)

    # Who decides

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or because somebody gave up; None while play goes on."""
        return self.settled.outcome(self.state.game.players) if self.settled else self.state.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    @property
    def awaited(self) -> str | None:
        """The colour of the person whose decision is awaited; the first of them if several decide together."""
        deciders = () if self.settled else self.state.deciders
        waiting = (player for player in deciders if player not in self.picked)
        return next(filter(self.table.is_person, waiting), None)

    @property
    def chance_decides(self) -> bool:
        """Whether chance decides next."""
        return not self.is_over and self.state.way == CHANCE

    def let_chance_decide(self) -> None:
        """Draw what chance decides next, and say what it is."""
        announced = len(chance_words(self.state))
        self.state.let_chance_decide(None if self.seed is None else self.seed + len(self.state.moves))
        for decided in chance_words(self.state)[announced:]:
            self.terminal.say(f"Chance: {decided}.")

    def computers_decide(self) -> None:
        """Let computer players decide, or add their parts to a decision for which people have made theirs."""
        before, seats = self.state.copy(), self.table.by_colour
        try:
            choices = decide(self.state, self.choosers, self.picked)
        except Withdrawn as error:
            self.terminal.say(f"{error.colour} cannot continue: {error}.")
            self.resign(error.colour)
            return
        self._note(choices)
        parts = {player: choice.move for player, choice in choices.items()}
        move = play_parts(self.state, parts)
        if before.way == TOGETHER:
            self.terminal.say(revealed(parts))
        else:
            self._announce(before, next(iter(parts)), move)
        self._moved(seats)

    def _note(self, choices: Mapping[str, Choice]) -> None:
        """Say once what keeps a computer player from playing well."""
        for note in (note for choice in choices.values() for note in choice.notes):
            if note not in self._noted:
                self._noted.add(note)
                self.terminal.say(f"({note})")

    def _announce(self, before: State, player: str, move: Move) -> None:
        """Announce a computer player's move, as far as the people may know it."""
        if told := self.table.told(before, move):
            self.terminal.say(f"{player} plays {told}.")
        elif player not in self.state.deciders:
            self.terminal.say(f"{player} has played.")

    def _moved(self, seats: Mapping[str, int]) -> None:
        """Discard picks and undone moves, which belong to an earlier position; tell what the move has changed."""
        self.picked.clear()
        self.undone.clear()
        self.is_saved = False
        if self.table.by_colour != seats:
            self.terminal.say(f"Colours change hands: {self.table.who_plays_what()}.")
        self.after()

    # Output

    def after(self) -> None:
        """Show the position after a move: at a person's turn, and at the end of the game."""
        if self.is_over or self.table.is_persons_turn:
            self.show_all()

    def resign(self, player: str) -> None:
        """End the game: a player gives up."""
        self.settled, self.is_saved = Settled(RESIGNED, (player,)), False
        self.picked.clear()
        self.show_all()

    def take_back_resignation(self) -> None:
        """Let the game go on."""
        self.settled, self.is_saved = None, False
        self.show()

    def show_all(self) -> None:
        """Draw the board, and say how the game ended if it has."""
        self.show()
        if self.is_over:
            self.terminal.say(self.result())

    def show(self) -> None:
        """Draw the board as the person at the screen may see it."""
        if self._may_look():
            for text in said_of(self._shown, self._eyes):
                self.terminal.say(_sentence(text))
            self.terminal.say("\n" + scene(self._shown, self.terminal.face) + "\n")

    @property
    def _shown(self) -> Shown:
        """What is drawn: the view of the person at the screen, or the whole state where nothing is hidden."""
        if not self.table.hides:
            return self.state
        people = self.table.people
        return self.state.view(people[0] if len(people) == 1 else self.awaited or people[0])

    @property
    def _eyes(self) -> str | None:
        """The only person at the screen, as a colour; None where there are several."""
        people = self.table.people
        return people[0] if len(people) == 1 else None

    @property
    def view(self) -> View:
        """What the person who decides knows; that of anybody when the game is over."""
        return self.state.view(self.awaited or self.table.people[0])

    def _may_look(self) -> bool:
        """Make sure that the right person is at the screen; return False if nobody may look."""
        if not self.table.hides or len(self.table.people) == 1:
            return True
        player = self.awaited
        if player is None:
            return False
        seat = self.state.seat(player)
        if self._looking not in (seat, None) or (self._looking is None and self.state.moves):
            self._hand_over(player)
        self._looking = seat
        return not self.leaving

    def _hand_over(self, player: str) -> None:
        """Clear the screen and wait until the next person sits there."""
        self.terminal.clear()
        line: str | None = player
        while line and line.strip().lower() not in ("", "quit"):
            line = self.terminal.ask(f"{player}'s turn: hand over the screen, then press Enter: ")
        if line is None:
            self.terminal.say("")
        self.leaving = line is None or bool(line.strip())

    def result(self) -> str:
        """Return how the game ended, and who that is good for."""
        outcome = self.outcome
        assert outcome is not None
        if outcome.winner is None:
            return f"The game is {outcome}."
        return f"{outcome}: the {self.table.person(outcome.winner)}."

    # Input

    @property
    def is_secret(self) -> bool:
        """Whether several people decide together, each unseen by the others."""
        return self.state.way == TOGETHER and not self.is_over

    def prompt(self) -> str:
        """Return what stands before the line that a person types."""
        player = self.awaited
        if player is None:
            return "The game is over (undo, save FILE, quit): "
        shown = f"{player} {self.terminal.face.stones[self.state.game.players.index(player)]}"
        if self.state.way == TOGETHER:
            return f"{' and '.join(self.state.deciders)} pick in secret. {shown}, {self.table.person(player)}: "
        prompt = prompt_of(self.state.choices(player))
        said = f" – {prompt}" if prompt else f" to {self._verb}"
        return f"{shown}{said}, {self.table.person(player)}: "

    @property
    def _verb(self) -> str:
        """What the person who decides does, if it is the same in all that they can do."""
        choices = self.state.choices(self.awaited) if self.awaited else ()
        found = {f"choose {move.text.partition(' ')[0]}" if move.word == "choose" else move.word for move in choices}
        return found.pop() if len(found) == 1 and not found & {"place", "swap", "pass"} else "move"

    @property
    def _picks(self) -> bool:
        """Whether the decision is to pick cards."""
        return self.awaited is not None and any(move.word == "pick" for move in self.state.choices(self.awaited)[:1])

    def play(self, text: str, advise: Callable[[Sequence[str]], str] = lambda _: "") -> None:
        """Play a move that a person typed, or say why it cannot be played.

        `advise` says what was meant by what is no move, of moves in words that may be made.
        """
        player, seats = self.awaited, self.table.by_colour
        if self.settled:
            self.terminal.say(f"The game is over: {self.outcome}.")
            return
        try:
            self.state.play(self._as_pick(text))
        except MoveError as error:
            why = self.view.refusal(self._as_pick(text)) or "That is not a legal move now"
            words = [choice.text for choice in self.view.choices if not choice.cell] if player else []
            guess = advise(words) if isinstance(error, UnreadableMove) else ""
            said = f"`{text}` is not a move: {guess}" if guess else why
            self.terminal.say(_sentence(said) + ("" if self.state.is_over or guess else " Type `help` for help."))
            return
        self._moved(seats)

    def pick(self, text: str) -> None:
        """Take one person's part of a decision that several make in secret."""
        player = self.awaited
        assert player is not None
        choices = {choice.text: choice for choice in self.state.choices(player)}
        chosen = choices.get(self._as_pick(text))
        if chosen is None:
            self.terminal.say(f"That is not one of your picks: {' '.join(choices)}. Type `help` for help.")
            return
        self.picked[player] = chosen
        if self.awaited:
            if self.terminal.clear() or self.table.hides:
                self.show()
            self.terminal.say(f"{player} has picked.")

    def _as_pick(self, text: str) -> str:
        """If cards are to be picked, turn a list of numbers into the text of a move: `4 1` into `{1,4}`."""
        if not (_NUMBERS.fullmatch(text) and self._picks):
            return text
        return "{" + ",".join(map(str, sorted(map(int, re.findall(r"\d+", text))))) + "}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."
