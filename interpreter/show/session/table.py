"""The seats of a game, with people and computer players, and what each of them may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...diagnostics.diagnostic import listed
from ...play.moves import UNKNOWN, Move, without_kind
from ...play.state import State
from ...play.view import View
from ...players import Player
from ...rules.program import SECRET, TOGETHER

_PEOPLE = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Table:
    """The seats of one game; `choosers` has no entry for the seats of people."""

    state: State
    seats: Sequence[str]
    choosers: Mapping[int, Player]

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

    @property
    def by_colour(self) -> dict[str, int]:
        """The seat that currently plays each colour."""
        return {player: self.state.seat(player) for player in self.state.game.players}

    def who_plays_what(self) -> str:
        """Return who currently plays each colour: `the first person (human) is Blue, the second … Red`."""
        return listed([f"the {self.person(player)} is now {player}" for player in self.state.game.players], "and")

    def moves_to_undo(self) -> int:
        """Return how many moves to take back to reach the last position where it was a person's turn; 0 if none."""
        past = replace(self, state=self.state.copy())
        for count in range(1, len(self.state.moves) + 1):
            past.state.undo()
            if past.is_persons_turn:
                return count
        return 0

    # Secrets

    @property
    def has_secrets(self) -> bool:
        """Whether several people at one screen have something to hide from each other."""
        together = any(block.way == TOGETHER for block in self.state.game.machine.blocks)
        return (self.state.game.hides or together) and len(self.people) > 1

    @property
    def hides(self) -> bool:
        """Whether the rules hide something from the people at the screen."""
        return self.state.game.hides and not self.state.is_over and self.has_people

    def told(self, before: State, move: Move) -> str:
        """Return a move as far as all people may know it; no text if somebody cannot see how it changed the board."""
        if not self.hides:
            return str(move)
        if not all(self._sees(player, before, move) for player in self.people):
            return ""
        told = [self.state.view(player).last_move for player in self.people]
        return str(move if all(each == move for each in told) else without_kind(move)) if all(told) else ""

    def _sees(self, player: str, before: State, move: Move) -> bool:
        if before.way == SECRET:
            return player in before.deciders
        then, now, by_name = before.view(player), self.state.view(player), self.state.game.board.by_name
        return all(then.at(by_name[name]) != now.at(by_name[name]) for name in (move.source, move.cell) if name)

    def learners(self, count: int) -> list[str]:
        """Return the people who learned something in the last `count` moves that they keep if these are taken back."""
        after, found = self.state.copy(), set[int]()
        for _ in range(count):
            before = after.copy()
            before.undo()
            found |= {seat for seat in self._seats_of_people if _learned(before, after, seat)}
            after = before
        return [player for player in self.people if self.state.seat(player) in found]

    @property
    def _seats_of_people(self) -> list[int]:
        return [seat for seat in range(len(self.seats)) if seat not in self.choosers]


def _learned(before: State, after: State, seat: int) -> bool:
    """Whether a move showed a seat what others decided in secret, or what was on a cell already, or may have shown the
    kind of a piece that it took."""
    if before.way in (SECRET, TOGETHER):
        return True
    then, now = (state.view(_colour(state, seat)) for state in (before, after))
    return _unknown(now) < _unknown(then) or any(
        before.at(cell) == after.at(cell) and _insight(now, cell) > _insight(then, cell)
        for cell in range(len(before.game.board.cells))
    )


def _insight(view: View, cell: int) -> tuple[bool, bool]:
    """Whether a player sees a cell, and the kind of what is there."""
    return view.sees(cell), view.sees_kind(cell)


def _unknown(view: View) -> int:
    """How many pieces there are whose kind is hidden."""
    return sum(len(kinds.get(UNKNOWN, ())) for kinds in view.pieces.values())


def _colour(state: State, seat: int) -> str:
    return next(player for player in state.game.players if state.seat(player) == seat)
