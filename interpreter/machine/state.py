"""A game being played: whose turn it is, what can be done, what was done, how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.machine import answers
from interpreter.machine.moves import AmbiguousMove, IllegalMove, Move
from interpreter.rules import ir

if TYPE_CHECKING:
    from interpreter.machine.actions import Block
    from interpreter.machine.game import Game
    from interpreter.machine.positions import Position


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning colour (None for a draw) and the ending's label."""

    winner: str | None
    label: str = ""

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "a draw"
        return f"{result} ({self.label})" if self.label else result


class State:
    """One position of a game, with the moves that led to it.

    Two states are equal when they are of the same game and their positions are: what is on the board, who is to
    move, and what else the rules can see; not how they came about.
    """

    __slots__ = ("_past", "_vector", "game", "origin")

    def __init__(self, game: Game, vector: list[int], origin: Position | None = None) -> None:
        self.game = game
        self.origin = origin
        """The position that was set, where this game did not begin at the start."""
        self._vector = vector
        self._past: list[tuple[list[int], Move]] = []

    # What there is

    @property
    def to_move(self) -> str | None:
        """The colour that decides next; None when the game is over."""
        return None if self.is_over else self.game.players[self._get("MOVER")]

    @property
    def is_over(self) -> bool:
        return self._get("END") != answers.PLAYING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        end = self._get("END")
        if end == answers.PLAYING:
            return None
        if end == self.game.machine.no_move:
            return Outcome(None, "no move")
        ending, player = divmod(end - 1, len(self.game.players))
        return self.game.outcome(ending, player)

    @property
    def vector(self) -> tuple[int, ...]:
        """The machine's state, laid out as `game.machine.layout` says."""
        return tuple(self._vector)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All moves on offer, in the order of their codes."""
        return tuple(map(self.game.move, self.legal_codes))

    @property
    def legal_codes(self) -> list[int]:
        out = [0] * self.game.machine.action_count
        return sorted(out[: self.game.machine.legal(self._vector, out)])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, from the start or from the position that was set."""
        return tuple(move for _, move in self._past)

    @property
    def last_move(self) -> Move | None:
        return self._past[-1][1] if self._past else None

    @property
    def wins(self) -> tuple[str, ...]:
        """Every player for whom a `win` ending holds in this position, whatever its timing."""
        return self._holding("win")

    @property
    def loses(self) -> tuple[str, ...]:
        """Every player for whom a `lose` ending holds in this position, whatever its timing."""
        return self._holding("lose")

    def _holding(self, result: str) -> tuple[str, ...]:
        rules = self.game.rules
        found = {
            player
            for number, ending in enumerate(rules.endings)
            for player in range(len(rules.players))
            if ending.result == result
            and ending.player in (None, player)
            and self.game.machine.endings[number](self._vector, player)
        }
        return tuple(name for player, name in enumerate(rules.players) if player in found)

    def at(self, cell: int) -> tuple[str, str] | None:
        """The player and the piece on a cell, by its number; None where it is empty."""
        content = self._vector[cell]
        if content == ir.EMPTY:
            return None
        player, piece = divmod(content - 1, len(self.game.rules.pieces))
        return self.game.players[player], self.game.rules.pieces[piece].name

    @property
    def pieces(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """What stands where: player → piece → names of cells."""
        found: dict[str, dict[str, list[str]]] = {
            player: {piece.name: [] for piece in self.game.rules.pieces} for player in self.game.players
        }
        for cell, name in enumerate(self.game.board.names):
            held = self.at(cell)
            if held:
                found[held[0]][held[1]].append(name)
        return {player: {piece: tuple(cells) for piece, cells in kinds.items()} for player, kinds in found.items()}

    def seat(self, colour: str) -> int:
        """Who plays a colour: 0 for the person who began as the first player, and so on. Swaps exchange seats."""
        player = self.game.players.index(colour)
        layout = self.game.machine.layout
        return self._vector[layout.offset("SEAT") + player] if "SEAT" in layout else player

    @property
    def winning_cells(self) -> frozenset[int]:
        """The cells of a chain that ended the game; empty where no chain did."""
        end = self._get("END")
        if end in (answers.PLAYING, self.game.machine.no_move):
            return frozenset()
        ending, player = divmod(end - 1, len(self.game.players))
        found: set[int] = set()
        for number in self.game.goals_of(ending):
            scratch = list(self._vector)
            length = self.game.machine.searches[number](scratch, player)
            queue = self.game.machine.layout.offset("QUEUE")
            found.update(entry >> self.game.rules.seams for entry in scratch[queue : queue + length])
        return frozenset(cell for cell in found if cell < len(self.game.board.cells))

    # What can be done

    def play(self, move: Move | str) -> Move:
        """Play a move or its text; raises UnreadableMove, IllegalMove or AmbiguousMove, and then nothing changes."""
        chosen = self.read(move) if isinstance(move, str) else move
        code = self.game.machine.refusal(self._vector, chosen.code)
        if code:
            raise IllegalMove(self._reason(chosen, code))
        self._past.append((list(self._vector), chosen))
        self.game.machine.step(self._vector, chosen.code)
        return chosen

    def play_all(self, moves: Iterable[Move | str]) -> State:
        """Play moves in order, stopping at the first that is refused; gives the state itself."""
        for move in moves:
            self.play(move)
        return self

    def undo(self) -> Move:
        """Take back the last move; raises IndexError where there is none."""
        if not self._past:
            raise IndexError("there is no move to take back")
        self._vector, move = self._past.pop()
        return move

    def read(self, text: str) -> Move:
        """The move that a text stands for; where it stands for several, the one that can be played now."""
        codes = self.game.notation.read(text)
        possible = [code for code in codes if not self.game.machine.refusal(self._vector, code)]
        if len(possible) > 1:
            raise AmbiguousMove(f"`{text}` stands for {len(possible)} different moves")
        return self.game.move((possible or codes)[0])

    def copy(self) -> State:
        """The same position with the same past, on its own from now on."""
        other = State(self.game, list(self._vector), self.origin)
        other._past = list(self._past)
        return other

    def rollout(self, seed: int) -> Outcome:
        """How a random game from here ends, drawn from a seed; the state itself does not change."""
        vector, machine = list(self._vector), self.game.machine
        if not self.is_over and machine.offered(vector) < 0:  # a set position that was over, with nothing to be done
            vector[machine.layout.offset("END")] = machine.judge(vector, self._get("MOVER")) or machine.no_move
        machine.rollout(vector, generator(seed), [0] * (machine.action_count + 1))
        outcome = State(self.game, vector).outcome
        assert outcome is not None
        return outcome

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.identity == other.game.identity and self._position == other._position

    def __hash__(self) -> int:
        return hash((self.game.identity, self._position))

    def __repr__(self) -> str:
        moves = " ".join(map(str, self.moves))
        return f"<State of {self.game.title!r}: {self.outcome or f'{self.to_move} to move'}; moves: {moves or 'none'}>"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from interpreter.show.picture import svg  # noqa: PLC0415 - the one look from here to a face

        return svg(self)

    @property
    def _position(self) -> tuple[int, ...]:
        return tuple(self._vector[: self.game.machine.layout.position_size])

    def _get(self, section: str) -> int:
        return self._vector[self.game.machine.layout.offset(section)]

    def _reason(self, move: Move, code: int) -> str:
        if code == answers.REFUSED_OVER:
            return f"the game is over: {self.outcome}"
        block = self.game.block_of(move.code)
        alternative = block.alternative
        if code == answers.REFUSED_LATER:
            return f"`{move}` is only possible when nothing else is"
        if code == answers.REFUSED_TURN:
            return f"`{move}` is only possible on turn {alternative.turn}"
        if code == answers.REFUSED_WHERE and alternative.where_span is not None:
            return f"`{move}` is only possible where {alternative.where_span.text}"
        return self._cell_reason(move, block)

    def _cell_reason(self, move: Move, block: Block) -> str:
        held = self.at(self.game.board.by_name[move.cell])
        if held:
            return f"{move.cell} is occupied by a {held[1]} of {held[0]}"
        assert block.alternative.target_span is not None
        return f"{move.cell} is not among the cells for it: {block.alternative.target_span.text}"


def generator(seed: int) -> int:
    """A generator's state from any seed: never one of its two fixed points."""
    return (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % (698769069 * 2**32 - 2) + 1
