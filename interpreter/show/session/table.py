"""Who sits at a game, people and computer players, and what each may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...play.moves import Move
from ...play.state import State

_PEOPLE = ("first", "second", "third", "fourth", "fifth", "sixth")


class Chooser(Protocol):
    def choose(self, state: State, player: str) -> Move: ...


@dataclass(frozen=True)
class Table:
    """The seats of one game; `choosers[seat]` is missing where a person sits."""

    state: State
    seats: Sequence[str]
    choosers: Mapping[int, Chooser]

    @property
    def has_people(self) -> bool:
        return len(self.choosers) < len(self.seats)

    @property
    def people(self) -> list[str]:
        """The colours that people play now."""
        return [player for player in self.state.game.players if self.is_person(player)]

    def is_person(self, player: str) -> bool:
        return self.state.seat(player) not in self.choosers

    @property
    def is_persons_turn(self) -> bool:
        return any(map(self.is_person, self.state.deciders))

    def person(self, player: str) -> str:
        """Who plays a colour: `first person (human)`."""
        seat = self.state.seat(player)
        return f"{_PEOPLE[seat]} person" + (f" ({self.seats[seat]})" if self.has_people else "")

    # Secrets

    @property
    def hides(self) -> bool:
        """Whether somebody at the screen may not see everything."""
        return self.state.game.rules.sees is not None and not self.state.is_over and self.has_people

    def shows(self, before: State, move: Move) -> bool:
        """Whether every person can see what a move has done to the board."""
        return not self.hides or all(self._sees(player, before, move) for player in self.people)

    def _sees(self, player: str, before: State, move: Move) -> bool:
        then, now, by_name = before.view(player), self.state.view(player), self.state.game.board.by_name
        return all(then.at(by_name[name]) != now.at(by_name[name]) for name in (move.source, move.cell) if name)

    def was_taken(self, before: State, player: str, move: Move) -> bool:
        """Whether a try found another's piece that its player had not seen, and is to be made again."""
        if not (move.cell and self.hides and player in self.state.deciders):
            return False
        cell = self.state.game.board.by_name[move.cell]
        found = self.state.view(player).at(cell)
        return before.view(player).at(cell) is None and found is not None and found[0] != player
