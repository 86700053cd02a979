"""A game being played: whose turn it is, what can be done, what was done, how it ended."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from ..diagnostics.diagnostic import listed
from ..machine import answers
from ..machine.chance import generator
from ..machine.plan.sections import present
from ..rules import ir
from ..rules.program import CHANCE, CHOICE, TOGETHER
from .moves import AmbiguousMove, IllegalMove, Move, shown_pick
from .outcome import Outcome
from .reasons import reason

if TYPE_CHECKING:
    from ..machine.plan.actions import Block
    from ..machine.plan.layout import Layout
    from ..machine.plan.sections import Section
    from .game import Game
    from .positions import Position
    from .view import View


class State:
    """A position of a game, with the moves that led to it.

    Two states are equal if they belong to the same game and their positions are equal: what is on the board, who is
    to move and whatever else the rules can see, but not the moves that led there.

    >>> import hexgame
    >>> state = hexgame.load("hex", size=3).start()
    >>> state.play("b2")
    Move(code=4, text='b2', word='place', piece='stone', cell='b2', source='')
    >>> state
    <State of Hex: Blue to move, 1 move, the last b2>
    >>> state.play("b2")
    Traceback (most recent call last):
    hexgame.play.moves.IllegalMove: b2 is occupied by a stone of Red
    >>> state.pieces
    {'Red': {'stone': ('b2',)}, 'Blue': {'stone': ()}}
    >>> print(state.undo(), state.to_move, len(state.legal_moves))
    b2 Red 9
    """

    __slots__ = ("_past", "_vector", "game", "origin")

    def __init__(self, game: Game, vector: list[int], origin: Position | None = None) -> None:
        self.game = game
        self.origin = origin
        """The position that was set up by hand; None where the game began at its start."""
        self._vector = vector
        self._past: list[tuple[list[int], Move]] = []

    # What there is

    @property
    def way(self) -> str:
        """Who makes the next decision: one player (`choice`), all players at once (`together`) or `chance`."""
        return self.game.rules.points[self.point].way

    @property
    def point(self) -> int:
        """The number of the next choice in `game.rules.points`."""
        return self._get(self._layout.at)

    @property
    def deciders(self) -> tuple[str, ...]:
        """The colours that decide next; empty if the game is over or chance decides."""
        if self.is_over or self.way == CHANCE:
            return ()
        return self.game.players if self.way == TOGETHER else (self.game.players[self._get(self._layout.mover)],)

    @property
    def to_move(self) -> str | None:
        """The colour that decides next; None if the game is over, several decide together or chance decides."""
        return self.deciders[0] if len(self.deciders) == 1 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._get(self._layout.end) != answers.PLAYING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while play goes on."""
        end = self._get(self._layout.end)
        return None if end == answers.PLAYING else self.game.outcome(end)

    @property
    def ending(self) -> int | None:
        """The number of the ending that ended the game, counted from 0; None if play goes on or no ending did."""
        end = self._get(self._layout.end)
        number = answers.read_end(end, len(self.game.players))[0] if end != answers.PLAYING else -1
        return number if 0 <= number < len(self.game.rules.endings) else None

    @property
    def scores(self) -> dict[str, int]:
        """The score of each player, by colour; empty in games without scores."""
        vector = list(self._vector)
        return {
            name: score(vector, player)
            for player, (name, score) in enumerate(zip(self.game.players, self.game.machine.scores, strict=False))
        }

    @property
    def zones(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """The cards in each zone, as numbers, by player and zone."""
        players = self.game.players
        return {
            name: {
                zone: _numbers(self._get(self._layout.cards, number * len(players) + player))
                for number, zone in enumerate(self.game.rules.zones)
            }
            for player, name in enumerate(players)
        }

    @property
    def marks(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the marked cells, by player and mark."""
        names, players = self.game.board.names, self.game.players
        return {
            player: {
                marks: tuple(
                    name for cell, name in enumerate(names)
                    if self._get(self._layout.marks, (number * len(players) + index) * len(names) + cell)
                )
                for number, marks in enumerate(self.game.rules.marks)
            }
            for index, player in enumerate(players)
        }  # fmt: skip

    @property
    def variables(self) -> dict[str, str]:
        """The values of the game's variables, of what chance has decided and of what a script remembers, by name.

        Values are spelt as in the rule sheet; the empty string stands for a variable without a value now.
        """
        return {
            slot.name: dict(slot.values).get(self._get(self._layout.vars, number), "")
            for number, slot in enumerate(self.game.rules.variables)
            if slot.values
        }

    @property
    def vector(self) -> tuple[int, ...]:
        """The machine's state: integers laid out as `game.machine.layout` says."""
        return tuple(self._vector)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their codes."""
        return tuple(map(self.game.move, self.legal_codes))

    @property
    def legal_codes(self) -> list[int]:
        """The codes of all legal moves, in ascending order."""
        out = [0] * self.game.machine.action_count
        return sorted(out[: self.game.machine.legal(self._vector, out)])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played since the start or since the position that was set up."""
        return tuple(move for _, move in self._past)

    @property
    def last_move(self) -> Move | None:
        """The last move played; None before the first."""
        return self._past[-1][1] if self._past else None

    @property
    def wins(self) -> tuple[str, ...]:
        """The players for whom a `win` ending holds in this position, whenever it takes effect."""
        return self._holding("win")

    @property
    def loses(self) -> tuple[str, ...]:
        """The players for whom a `lose` ending holds in this position, whenever it takes effect."""
        return self._holding("lose")

    def _holding(self, result: str) -> tuple[str, ...]:
        rules = self.game.rules
        found = {
            player
            for number, ending in enumerate(rules.endings)
            for player in range(len(rules.players))
            if ending.result == result
            and ending.player in (None, player)
            and self.game.machine.endings[number](list(self._vector), player)
        }
        return tuple(name for player, name in enumerate(rules.players) if player in found)

    def at(self, cell: int) -> tuple[str, str] | None:
        """Return the player and the piece on a cell, given by its number; None if it is empty."""
        content = self._vector[cell]
        if content == ir.EMPTY:
            return None
        player, piece = divmod(content - 1, len(self.game.rules.pieces))
        return self.game.rules.owners[player], self.game.rules.pieces[piece].name

    @property
    def pieces(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the occupied cells, by player and piece; `neutral` is listed only if it has pieces."""
        found: dict[str, dict[str, list[str]]] = {
            player: {piece.name: [] for piece in self.game.rules.pieces} for player in self.game.rules.owners
        }
        for cell, name in enumerate(self.game.board.names):
            held = self.at(cell)
            if held:
                found[held[0]][held[1]].append(name)
        return {
            player: {piece: tuple(cells) for piece, cells in kinds.items()}
            for player, kinds in found.items()
            if player in self.game.players or any(kinds.values())
        }

    def seat(self, colour: str) -> int:
        """Return who plays a colour: 0 for whoever began as the first player, and so on. Swaps exchange seats."""
        player = self.game.players.index(colour)
        return self._get(self._layout.seat, player, missing=player)

    @property
    def winning_cells(self) -> frozenset[int]:
        """The numbers of the cells in the chain that ended the game; empty if no chain did."""
        end = self._get(self._layout.end)
        if end == answers.PLAYING:
            return frozenset()
        ending, player = answers.read_end(end, len(self.game.players))
        if player is None or ending >= len(self.game.rules.endings):
            return frozenset()
        if self.game.rules.endings[ending].result == "lose" and len(self.game.players) == 2:
            player = 1 - player
        found: set[int] = set()
        for number in self.game.goals_of(ending):
            scratch = list(self._vector)
            length = self.game.machine.searches[number](scratch, player)
            queue = present(self._layout.queue).offset
            found.update(entry >> self.game.rules.seams for entry in scratch[queue : queue + length])
        return frozenset(cell for cell in found if cell < len(self.game.board.cells))

    # What can be done

    def play(self, move: Move | str) -> Move:
        """Play a move, given as a `Move` or as text, and return it.

        Raises UnreadableMove, IllegalMove or AmbiguousMove, all of them MoveErrors; the state is then unchanged.
        """
        chosen = self.read(move) if isinstance(move, str) else move
        code = self.game.machine.refusal(self._vector, chosen.code)
        if code:
            raise IllegalMove(reason(self, chosen, code))
        self._past.append((list(self._vector), chosen))
        self.game.machine.step(self._vector, chosen.code)
        return chosen

    def play_all(self, moves: Iterable[Move | str]) -> State:
        """Play moves in order and return the state itself; raises as `play` does, at the first move refused."""
        for move in moves:
            self.play(move)
        return self

    def as_position(self) -> dict[str, object]:
        """Return the position as one mapping, in the form that `game.position` and scenario files take.

        It leaves out how far a turn of several decisions has come, and earlier boards.
        """
        from .positions import taken  # noqa: PLC0415 - a position is set in a state

        return taken(self)

    def choices(self, player: str) -> tuple[Move, ...]:
        """Return what a player can decide now; where several decide together, the player's own part of the decision.

        Raises ValueError if there is no such player.
        """
        if player not in self.game.players:
            raise ValueError(f"there is no player `{player}`: choose from {listed(self.game.players)}")
        if player not in self.deciders:
            return ()
        if self.way == CHOICE:
            return self.legal_moves
        block = self._block_together
        assert block.decision.picking is not None
        choices, zone = block.decision.picking.choices, block.decision.picking.source
        players = self.game.players
        held = self._get(self._layout.cards, zone * len(players) + players.index(player))
        return tuple(Move(number, shown_pick(cards), block.word) for number, cards in enumerate(choices)
                     if cards & held == cards)  # fmt: skip

    @property
    def _block_together(self) -> Block:
        return next(block for block in self.game.machine.blocks if block.point == self.point)

    def join(self, **parts: Move | str) -> Move:
        """Play a decision that several players make together, given each player's part; raises as `play` does."""
        if set(parts) != set(self.deciders):
            raise IllegalMove(f"{listed(self.deciders, 'and') or 'nobody'} must decide, not {listed(parts, 'and')}")
        return self.play("/".join(str(parts[player]) for player in self.deciders))

    def let_chance_decide(self, seed: int | None = None) -> None:
        """Draw whatever chance decides next, all outcomes equally likely; a seed makes the draws repeatable."""
        source = random.Random(seed) if seed is not None else random.SystemRandom()
        while not self.is_over and self.way == CHANCE:
            self.play(source.choice(self.legal_moves))

    @property
    def chances(self) -> dict[Move, float]:
        """The probability of each outcome where chance decides next; empty where it does not."""
        moves = self.legal_moves if not self.is_over and self.way == CHANCE else ()
        return {move: 1 / len(moves) for move in moves}

    def view(self, player: str) -> View:
        """Return the state as a player knows it; raises ValueError if there is no such player."""
        from .view import View  # noqa: PLC0415 - a view is made of a state

        return View(self, player)

    def undo(self) -> Move:
        """Take back the last move and return it; raises IndexError if there is none."""
        if not self._past:
            raise IndexError("there is no move to take back")
        self._vector, move = self._past.pop()
        return move

    def read(self, text: str) -> Move:
        """Return the move that a text stands for; if it stands for several, the one that is legal now.

        The move returned need not be legal. Raises UnreadableMove for a text that is not a move, IllegalMove for a
        move that this game never has, AmbiguousMove if several moves of this text are legal.
        """
        codes = self.game.notation.read(text)
        refusals = [self.game.machine.refusal(self._vector, code) for code in codes]
        possible = [self.game.move(code) for code, refusal in zip(codes, refusals, strict=True) if not refusal]
        if len(possible) > 1:  # a move's own text stands for that move, whatever else it could stand for
            possible = [move for move in possible if move.text == text.strip()] or possible
        if len(possible) > 1:
            raise AmbiguousMove(f"`{text}` may mean {listed(map(str, possible))}")
        # where none is possible, one that could be meant now tells more than one that could not
        meant = [code for code, refusal in zip(codes, refusals, strict=True) if refusal != answers.REFUSED_ELSEWHERE]
        return possible[0] if possible else self.game.move((meant or codes)[0])

    def copy(self) -> State:
        """Return an independent copy, with the same moves to take back."""
        other = State(self.game, list(self._vector), self.origin)
        other._past = list(self._past)
        return other

    def rollout(self, seed: int) -> Outcome:
        """Play a random game from here and return how it ends; the state does not change, and a seed fixes the game."""
        vector, machine = list(self._vector), self.game.machine
        if not self.is_over and machine.offered(vector) < 0:  # a set position that was over, with nothing to be done
            vector[machine.layout.end.offset] = machine.judge(vector, self._get(self._layout.mover)) or machine.no_move
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
        now = self.outcome or f"{listed(self.deciders, 'and') or 'chance'} to move"
        count = len(self._past)
        past = f"{count} move{'s' * (count > 1)}, the last {self.last_move}" if count else "no moves yet"
        return f"<State of {self.game.title}: {now}, {past}>"

    picture: ClassVar[Callable[[State], str] | None] = None
    """Draws a state as SVG, for notebooks. The package sets it, for pictures are drawn in a room above this one."""

    def _repr_svg_(self) -> str | None:
        return None if State.picture is None else State.picture(self)

    @property
    def _position(self) -> tuple[int, ...]:
        return tuple(self._vector[: self._layout.position_size])

    @property
    def _layout(self) -> Layout:
        return self.game.machine.layout

    def _get(self, section: Section | None, index: int = 0, missing: int = 0) -> int:
        """A number of a section; what is missing where there is no such section."""
        return self._vector[section.offset + index] if section else missing


def _numbers(mask: int) -> tuple[int, ...]:
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)
