"""A state as one player knows it: cells that the rules' `sees` hides look empty until the game is over."""

from __future__ import annotations

from ..diagnostics.diagnostic import listed
from .game import Game
from .moves import Move
from .outcome import Outcome
from .state import State


class View:
    """What one player knows of a state; it follows the state's changes."""

    def __init__(self, state: State, player: str) -> None:
        if player not in state.game.players:
            raise ValueError(f"there is no player `{player}`: choose from {listed(state.game.players)}")
        self._state, self.player = state, player

    def __repr__(self) -> str:
        return f"<View for {self.player}: {self._state!r}>"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    @property
    def is_partial(self) -> bool:
        """Whether anything is hidden from the player now."""
        return any(self._state.at(cell) and not self.sees(cell) for cell in range(len(self.game.board.cells)))

    def sees(self, cell: int) -> bool:
        """Return whether the player knows what is on a cell, given by its number."""
        seen = self.game.machine.seen
        if seen is None or self._state.is_over:
            return True
        return seen(self._state.working_copy(), self.game.players.index(self.player), cell)

    def at(self, cell: int) -> tuple[str, str] | None:
        """Return the owner and the piece on a cell, given by its number; None if it is empty or hidden."""
        return self._state.at(cell) if self.sees(cell) else None

    @property
    def pieces(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the occupied cells that the player knows of, by player and piece."""
        by_name = self.game.board.by_name
        return {
            player: {piece: tuple(name for name in names if self.sees(by_name[name])) for piece, names in kinds.items()}
            for player, kinds in self._state.pieces.items()
        }

    @property
    def last_move(self) -> Move | None:
        """The last move, if the player made it or sees what it did; else None."""
        move = self._state.last_move
        if move is None or not move.cell or self._state.is_over:
            return move
        cell, before = self.game.board.by_name[move.cell], self._state.copy()
        before.undo()
        changed = before.at(cell) != self._state.at(cell)
        return move if self.player in before.deciders or (changed and self.sees(cell)) else None

    @property
    def deciders(self) -> tuple[str, ...]:
        """The colours that decide next; empty if the game is over or chance decides."""
        return self._state.deciders

    @property
    def to_move(self) -> str | None:
        """The colour that decides next; None if none does alone."""
        return self._state.to_move

    @property
    def choices(self) -> tuple[Move, ...]:
        """What the player can decide now."""
        return self._state.choices(self.player)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while play goes on."""
        return self._state.outcome

    @property
    def winning_cells(self) -> frozenset[int]:
        """The numbers of the cells in the chain that ended the game; empty if no chain did."""
        return self._state.winning_cells
