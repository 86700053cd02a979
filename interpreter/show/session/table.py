"""The seats of a game, with people and computer players, and what each of them may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...play.moves import Move
from ...play.state import State

_PEOPLE = ("first", "second", "third", "fourth", "fifth", "sixth")


class Chooser(Protocol):
    """A computer player."""

    def choose(self, state: State, player: str) -> Move:
        """Return one of `state.choices(player)`."""
        ...


@dataclass(frozen=True)
class Table:
    """The seats of one game; `choosers` has no entry for the seats of people."""

    state: State
    seats: Sequence[str]
    choosers: Mapping[int, Chooser]

    @property
    def has_people(self) -> bool:
        """Whether any seat is a person's."""
        return len(self.choosers) < len(self.seats)

    @property
    def people(self) -> list[str]:
        """The colours that people currently play."""
        return [player for player in self.state.game.players if self.is_person(player)]

    def is_person(self, player: str) -> bool:
        """Whether a person currently plays a colour."""
        return self.state.seat(player) not in self.choosers

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is among those who decide now."""
        return any(map(self.is_person, self.state.deciders))

    def person(self, player: str) -> str:
        """Return who plays a colour: `first person (human)`."""
        seat = self.state.seat(player)
        return f"{_PEOPLE[seat]} person" + (f" ({self.seats[seat]})" if self.has_people else "")

    # Secrets

    @property
    def hides(self) -> bool:
        """Whether the rules hide something from the people at the screen."""
        return self.state.game.rules.sees is not None and not self.state.is_over and self.has_people

    def shows(self, before: State, move: Move) -> bool:
        """Whether every person can see how a move changed the board."""
        return not self.hides or all(self._sees(player, before, move) for player in self.people)

    def _sees(self, player: str, before: State, move: Move) -> bool:
        then, now, by_name = before.view(player), self.state.view(player), self.state.game.board.by_name
        return all(then.at(by_name[name]) != now.at(by_name[name]) for name in (move.source, move.cell) if name)

    def was_taken(self, before: State, player: str, move: Move) -> bool:
        """Whether a move ran into a piece that its player could not see, so that they must move again."""
        if not (move.cell and self.hides and player in self.state.deciders):
            return False
        cell = self.state.game.board.by_name[move.cell]
        found = self.state.view(player).at(cell)
        return before.view(player).at(cell) is None and found is not None and found[0] != player
