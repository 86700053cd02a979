"""A state as one player knows it: what the rules' `sees` hides looks empty until the game is over."""

from __future__ import annotations

from .game import Game
from .moves import Move
from .state import Outcome, State


class View:
    """What one player may know of a state; it changes as the state does."""

    def __init__(self, state: State, player: str) -> None:
        if player not in state.game.players:
            raise ValueError(f"there is no player {player}")
        self._state, self.player = state, player

    @property
    def game(self) -> Game:
        return self._state.game

    @property
    def is_partial(self) -> bool:
        """Whether anything is hidden from this player now."""
        return any(self._state.at(cell) and not self.sees(cell) for cell in range(len(self.game.board.cells)))

    def sees(self, cell: int) -> bool:
        """Whether the player knows what stands on a cell, by its number."""
        seen = self.game.machine.seen
        if seen is None or self._state.is_over:
            return True
        return seen(list(self._state.vector), self.game.players.index(self.player), cell)

    def at(self, cell: int) -> tuple[str, str] | None:
        """The player and the piece on a cell, as far as this player knows."""
        return self._state.at(cell) if self.sees(cell) else None

    @property
    def pieces(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """What this player knows to stand where: player → piece → names of cells."""
        by_name = self.game.board.by_name
        return {
            player: {piece: tuple(name for name in names if self.sees(by_name[name])) for piece, names in kinds.items()}
            for player, kinds in self._state.pieces.items()
        }

    @property
    def last_move(self) -> Move | None:
        """The last move, if this player made it or can see what it did."""
        move = self._state.last_move
        if move is None or not move.cell or self._state.is_over:
            return move
        cell, before = self.game.board.by_name[move.cell], self._state.copy()
        before.undo()
        changed = before.at(cell) != self._state.at(cell)
        return move if self.player in before.deciders or (changed and self.sees(cell)) else None

    @property
    def deciders(self) -> tuple[str, ...]:
        return self._state.deciders

    @property
    def to_move(self) -> str | None:
        return self._state.to_move

    @property
    def choices(self) -> tuple[Move, ...]:
        """What this player can decide now."""
        return self._state.choices(self.player)

    @property
    def is_over(self) -> bool:
        return self._state.is_over

    @property
    def outcome(self) -> Outcome | None:
        return self._state.outcome

    @property
    def winning_cells(self) -> frozenset[int]:
        return self._state.winning_cells
