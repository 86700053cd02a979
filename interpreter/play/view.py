"""A state as one player knows it, until the game is over: cells that the rules' `sees` hides look empty, kinds are
unknown, variables have their first value."""

from __future__ import annotations

import random

from ..diagnostics.diagnostic import listed
from ..doors.given import given, whole
from ..rules.layers import CONTENTS, KINDS, bit_of, known_in_all, known_to_all
from ..rules.program import SECRET
from ..rules.spellings import text_of
from .game import Game
from .moves import UNKNOWN, Move, MoveError, without_kind
from .outcome import Outcome
from .piles import piece_text
from .reasons import reason
from .secrets import chosen_by, drawn_anew, shuffled
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
        return self.game.rules.hides and not self.is_over

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
        return self._knows(CONTENTS, whole("cell", cell, 0, len(self.game.board.cells) - 1))

    def sees_kind(self, cell: int) -> bool:
        """Return whether the player knows the kind of what is on a cell, given by its number, if they see the cell.

        Raises ValueError if there is no such cell.
        """
        return self._knows(KINDS, whole("cell", cell, 0, len(self.game.board.cells) - 1))

    def _knows(self, what: int, cell: int) -> bool:
        return bool(self._bits(cell) >> what & 1)

    def _bits(self, cell: int) -> int:
        """All that the player knows of a cell, as bits."""
        seen, rules = self.game.machine.seen, self.game.rules
        if seen is None or self._state.is_over:
            return known_in_all(rules.layers)
        return seen(self._state.working_copy(), self.game.players.index(self.player), cell)

    def at(self, cell: int) -> tuple[str, str] | None:
        """Return the owner and the piece on a cell, given by its number; None if it is empty or hidden.

        A piece whose kind is hidden is called `?`.
        """
        held = self._state.at(cell) if self.sees(cell) else None
        return held and (held[0], self._kind(cell, held[1]))

    def _kind(self, cell: int, kind: str) -> str:
        return kind if self.sees_kind(cell) else UNKNOWN

    @property
    def pieces(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the occupied cells that the player knows of, by player and piece, `?` where that is hidden."""
        by_name = self.game.board.by_name
        found = dict[str, dict[str, tuple[str, ...]]]()
        for player, kinds in self._state.pieces.items():
            seen = {piece: [name for name in names if self.sees(by_name[name])] for piece, names in kinds.items()}
            hidden = {name for names in seen.values() for name in names if not self.sees_kind(by_name[name])}
            found[player] = {
                piece: tuple(name for name in names if name not in hidden) for piece, names in seen.items()
            }
            if hidden:
                found[player][UNKNOWN] = tuple(sorted(hidden, key=by_name.__getitem__))
        return found

    def pile(self, cell: int) -> tuple[tuple[str, str], ...]:
        """Return what lies on a cell, from the top; nothing if that is hidden. All kinds are hidden, or none."""
        pile = self._state.pile(cell) if self.sees(cell) else ()
        return tuple((owner, self._kind(cell, kind)) for owner, kind in pile)

    @property
    def piles(self) -> dict[str, tuple[str, ...]]:
        """What lies on the cells with more than one piece that the player knows of, from the top."""
        by_name = self.game.board.by_name
        return {name: tuple(piece_text(*piece) for piece in self.pile(by_name[name])) for name in self._state.piles
                if self.sees(by_name[name])}  # fmt: skip

    @property
    def known(self) -> object:
        """All that the player knows of the position, as a value that can be compared."""
        return (
            self.deciders, self.outcome, tuple(map(self.pile, range(len(self.game.board.cells)))),
            repr((self.zones, self.marks, self.eliminated)),
            repr((self.variables, self.player_variables, self.cell_variables)),
        )  # fmt: skip

    @property
    def past(self) -> tuple[View, ...]:
        """What the player knew of each position on the way here, and knows of this one.

        Raises ValueError where whole cells may be hidden: there, nobody knows how many moves have been made.
        """
        if self.is_partial and self.game.rules.sight(CONTENTS) is not None:
            raise ValueError(f"{self.game.title} hides from {self.player} how many moves were made")
        found, state = [self._of(self._state.copy())], self._state.copy()
        while state.last_move is not None:
            state.undo()
            found.append(self._of(state.copy()))
        return tuple(found[::-1])

    def begun(self, dice: random.Random) -> State:
        """Return a state from which the game may have begun, as far as the player knows where nothing happened yet.

        Where a position was set up by hand, hidden kinds change places at random: which pieces there are is known.
        """
        first = self.past[0]
        if first._state.origin is None:
            return first._state.copy()
        rules, cells = self.game.rules, range(len(self.game.board.cells))
        unknown = [[cell for cell in cells if first.at(cell) == (owner, UNKNOWN)] for owner in rules.owners]
        unread = [(layer, cell) for layer in range(len(rules.layers)) for cell in cells
                  if not first._knows(bit_of(layer), cell)]  # fmt: skip
        return shuffled(first._state, unknown, unread, dice)

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
        """The values of the variables that cells or pieces have, by variable and cell, as far as the player knows.

        Where the value is hidden, but not the cell, there is the first one.
        """
        by_name, held, found = self.game.board.by_name, self._state.cell_variables, dict[str, dict[str, str]]()
        for number, layer in enumerate(self.game.rules.layers):
            first, bit = text_of(layer.values, layer.start), bit_of(number)
            bits = {cell: self._bits(by_name[cell]) for cell in held[layer.name]}
            found[layer.name] = {
                cell: value if bits[cell] >> bit & 1 else first
                for cell, value in held[layer.name].items() if bits[cell] & (1 << CONTENTS | 1 << bit)
            }  # fmt: skip
        return found

    @property
    def scores(self) -> dict[str, int | tuple[int, ...]]:
        """The score of each player; empty while the rules hide something that may count."""
        return {} if self.is_partial else self._state.scores

    @property
    def shades(self) -> dict[int, str]:
        """The colours of cells that play decides, by the numbers of the cells; none unless the player knows all."""
        return self._state.shades if self.knows_all else {}

    @property
    def eliminated(self) -> tuple[str, ...]:
        """The players who have lost while the others play on."""
        return self._state.eliminated

    @property
    def said(self) -> tuple[str, ...]:
        """What the rules have said to the player since their last decision was made."""
        return self._state.told(self.player)

    @property
    def last_move(self) -> Move | None:
        """The last move, if the player made it; another's if it was not in secret, and names no cell or changed one
        that the player sees. Else None. Where the kind of the piece is hidden, the move tells none (`Move.code` is -1).
        """
        move = self._state.last_move
        if self._is_untold(move):
            return None
        if move is None or not move.cell or not self.is_partial:
            return move
        before = self._before()
        if self.player in before.deciders:
            return move if not move.source or before._shows_kind(move.source) else without_kind(move)
        if not (self.sees(self._number(move.cell)) and self._has_seen_change(before, move)):
            return None
        shows = self._shows_kind(move.cell) or bool(move.source and before._shows_kind(move.source))
        return move if shows or not move.piece else without_kind(move)

    @property
    def last_trace(self) -> Move | None:
        """As for a state; no more than `last_move` while the player may not know everything."""
        return self.last_move if self.is_partial else self._state.last_trace

    def _before(self) -> View:
        """What the player knew before the last move."""
        before = self._state.copy()
        before.undo()
        return self._of(before)

    def _of(self, state: State) -> View:
        """What the same player knows of another state."""
        return View(state, self.player)

    def _has_seen_change(self, before: View, move: Move) -> bool:
        """Whether the player knows of anything else now on a cell that a move names."""
        target, source = self._number(move.cell), self._number(move.source) if move.source else None
        changed = before._as_known_later(self, target) != self._as_known_later(before, target)
        if changed or source is None or not (before.sees(source) and self.sees(source)):
            return changed
        return before._as_known_later(self, source) != self._as_known_later(before, source)

    def _as_known_later(self, other: View, cell: int) -> tuple[tuple[str, str], ...]:
        """What lies on a cell, with its kinds if the player sees them here as well as there."""
        shows = self.sees_kind(cell) and other.sees_kind(cell)
        return tuple((owner, kind if shows else UNKNOWN) for owner, kind in self._state.pile(cell))

    def _shows_kind(self, name: str) -> bool:
        cell = self._number(name)
        return self.sees(cell) and self.sees_kind(cell)

    def _number(self, name: str) -> int:
        return self.game.board.by_name[name]

    def _is_untold(self, move: Move | None) -> bool:
        """Whether somebody else has made a move in secret."""
        if move is None or self.is_over or self.game.block_of(move.code).way != SECRET:
            return False
        return self.player not in self._before().deciders

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
        except MoveError as error:
            return str(error)
        if not all(self.sees(self._number(name)) for name in (move.source, move.cell) if name):
            return ""
        code = self.game.machine.refusal(self._state.working_copy(), move.code)
        return reason(self, move, code, self.choices) if code else ""

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
    """What those know who only watch: nothing of what may be hidden from a player.

    What all players see would say too much: that one of them has found a stone of another.
    """

    def __init__(self, state: State) -> None:
        self._state, self.player = state, ""

    def __repr__(self) -> str:
        return f"<Onlooker of {self._state!r}>"

    def _of(self, state: State) -> View:
        return Onlooker(state)

    def _bits(self, cell: int) -> int:
        """What can be hidden from no player, whatever the cell."""
        rules = self.game.rules
        return known_to_all(rules.sees, rules.layers) if self.is_partial else known_in_all(rules.layers)

    @property
    def said(self) -> tuple[str, ...]:
        """Nothing: what is said is for those who play."""
        return ()

    @property
    def marks(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the marked cells, by player and mark; none while something is hidden."""
        return {} if self.is_partial else self._state.marks

    @property
    def choices(self) -> tuple[Move, ...]:
        """Nothing: whoever watches does not decide."""
        return ()

    def refusal(self, text: str) -> str:
        """Return that whoever watches plays no move."""
        return "you are watching"
