"""A state as one player knows it: cells that the rules' `sees` hides look empty until the game is over."""

from __future__ import annotations

import random

from ..diagnostics.diagnostic import listed
from ..doors.given import given, whole
from ..rules.program import SECRET
from .game import Game
from .moves import Move, MoveError
from .outcome import Outcome
from .secrets import chosen_by, drawn_anew
from .state import State


class View:
    """What one player knows of a state; it follows the state's changes.

    Faces and computer players read views, so that nothing which a player may not know reaches them. It keeps honest
    code honest: code that means to cheat can reach the state behind a view.
    """

    def __init__(self, state: State, player: str) -> None:
        state.game.number_of(player)
        self._state, self.player = state, player

    def __repr__(self) -> str:
        now = self.outcome or f"{listed(self.deciders, 'and') or 'chance'} to move"
        return f"<View of {self.game.title} for {self.player}: {now}>"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    @property
    def is_partial(self) -> bool:
        """Whether the rules hide something from the players now, be it there or not."""
        return self.game.rules.sees is not None and not self.is_over

    @property
    def knows_all(self) -> bool:
        """Whether the player knows the whole position: nothing is hidden, nor chosen by others in secret."""
        return not self.is_partial and not set(chosen_by(self._state)) - {self.player}

    def imagined(self, dice: random.Random) -> State:
        """Return a state in which what others have chosen in secret is drawn anew, from all that they could choose.

        Raises ValueError while the rules hide what stands on the board.
        """
        if self.is_partial:
            raise ValueError(f"{self.game.title} hides more from {self.player} than what others have chosen")
        return drawn_anew(self._state, self.player, dice)

    @property
    def state(self) -> State:
        """A copy of the whole state, for players that search; raises ValueError while the rules hide something."""
        if not self.knows_all:
            raise ValueError(f"{self.game.title} hides something from {self.player}: there is only a view of its state")
        return self._state.copy()

    def sees(self, cell: int) -> bool:
        """Return whether the player knows what is on a cell, given by its number; ValueError if there is none."""
        cell, seen = whole("cell", cell, 0, len(self.game.board.cells) - 1), self.game.machine.seen
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

    def pile(self, cell: int) -> tuple[tuple[str, str], ...]:
        """Return what lies on a cell, from the top; nothing if that is hidden."""
        return self._state.pile(cell) if self.sees(cell) else ()

    @property
    def piles(self) -> dict[str, tuple[str, ...]]:
        """What lies on the cells with more than one piece that the player knows of, from the top."""
        by_name = self.game.board.by_name
        return {name: pile for name, pile in self._state.piles.items() if self.sees(by_name[name])}

    @property
    def zones(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """The cards in each zone, as numbers, by player and zone: everyone knows them."""
        return self._state.zones

    @property
    def marks(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the marked cells, by player and mark; only the player's own if something is hidden."""
        marks = self._state.marks
        return {self.player: marks[self.player]} if self.is_partial else marks

    @property
    def variables(self) -> dict[str, str]:
        """The values of the game's variables by name: everyone knows them."""
        return self._state.variables

    @property
    def player_variables(self) -> dict[str, dict[str, str]]:
        """The values of the variables that each player has, by variable and player: everyone knows them."""
        return self._state.player_variables

    @property
    def cell_variables(self) -> dict[str, dict[str, str]]:
        """The values of the variables that cells or pieces have, by variable and cell, where the player sees."""
        by_name = self.game.board.by_name
        return {name: {cell: value for cell, value in values.items() if self.sees(by_name[cell])}
                for name, values in self._state.cell_variables.items()}  # fmt: skip

    @property
    def scores(self) -> dict[str, int | tuple[int, ...]]:
        """The score of each player; empty while the rules hide something that may count."""
        return {} if self.is_partial else self._state.scores

    @property
    def eliminated(self) -> tuple[str, ...]:
        """The players who have lost while the others play on."""
        return self._state.eliminated

    @property
    def last_move(self) -> Move | None:
        """The last move, if the player made it; another's if it was not in secret, and names no cell or changed one
        that the player sees. Else None."""
        move = self._state.last_move
        if self._is_untold(move):
            return None
        if move is None or not move.cell or not self.is_partial:
            return move
        cell, before = self.game.board.by_name[move.cell], self._state.copy()
        before.undo()
        changed = before.pile(cell) != self._state.pile(cell)
        return move if self.player in before.deciders or (changed and self.sees(cell)) else None

    def _is_untold(self, move: Move | None) -> bool:
        """Whether somebody else has made a move in secret."""
        if move is None or self.is_over or self.game.block_of(move.code).way != SECRET:
            return False
        before = self._state.copy()
        before.undo()
        return self.player not in before.deciders

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

    def refusal(self, text: str) -> str:
        """Return why a move cannot be played; empty if it can be, or if the player does not see its cells."""
        given("text", text, str)
        if not self.is_over and self.player not in self.deciders:
            return f"it is not {self.player}'s turn"
        try:
            move = self._state.read(text)
            if not all(self.sees(self.game.board.by_name[name]) for name in (move.source, move.cell) if name):
                return ""
            self._state.copy().play(move)
        except MoveError as error:
            return str(error)
        return ""

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


class Onlooker(View):
    """What those know who only watch: of the board nothing, while something on it is hidden from a player.

    What all players see would say too much: that one of them has found a stone of another.
    """

    def __init__(self, state: State) -> None:
        self._state, self.player = state, ""

    def __repr__(self) -> str:
        return f"<Onlooker of {self._state!r}>"

    def sees(self, cell: int) -> bool:
        """Return whether nothing is hidden, whatever the cell."""
        return not self.is_partial

    @property
    def marks(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the marked cells, by player and mark; none while something is hidden."""
        return {} if self.is_partial else self._state.marks

    @property
    def last_move(self) -> Move | None:
        """The last move; None if it names a cell while something is hidden."""
        move = self._state.last_move
        is_hidden = self._is_untold(move) or (self.is_partial and move is not None and move.cell)
        return None if is_hidden else move

    @property
    def choices(self) -> tuple[Move, ...]:
        """Nothing: whoever watches does not decide."""
        return ()

    def refusal(self, text: str) -> str:
        """Return that whoever watches plays no move."""
        return "you are watching"
