"""What can be read off a position; nothing here changes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from ..board.board import Board
from ..doors.given import whole
from ..machine import answers
from ..machine.chance import generator
from ..machine.plan.nodes import Nodes, nodes_of
from ..machine.plan.sections import present
from ..rules import ir
from ..rules.adjacency import adjacency
from ..rules.program import CHANCE, TOGETHER, Rules
from ..rules.spellings import text_of
from .moves import Move
from .outcome import Outcome
from .piles import lying, piece_text

if TYPE_CHECKING:
    from ..machine.plan.layout import Layout
    from ..machine.plan.sections import Section
    from .game import Game


class Standing(ABC):
    """Who is to move, what can be done, how it ended: the part of a `State` that only reads.

    Functions of the machine may try moves in place, so each gets a list of its own.
    """

    __slots__ = ()

    game: Game

    @property
    @abstractmethod
    def _vector(self) -> list[int]:
        """The machine's state, a list that never changes: one answer is worked out from one list."""

    @property
    def way(self) -> str:
        """Who makes the next choice: one player (`choice`, `secret`), all players at once (`together`) or `chance`."""
        return self._way(self._vector)

    @property
    def point(self) -> int:
        """The number of the next choice in `game.rules.points`."""
        return _number(self._vector, self._layout.at)

    @property
    def deciders(self) -> tuple[str, ...]:
        """The colours that decide next; empty if the game is over or chance decides."""
        return self._deciders(self._vector)

    def _deciders(self, vector: list[int]) -> tuple[str, ...]:
        way, players = self._way(vector), self.game.players
        if _number(vector, self._layout.end) != answers.PLAYING or way == CHANCE:
            return ()
        return players if way == TOGETHER else (players[self._mover(vector)],)

    @property
    def to_move(self) -> str | None:
        """The colour that decides next; None if the game is over, several decide together or chance decides."""
        deciders = self.deciders
        return deciders[0] if len(deciders) == 1 else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return _number(self._vector, self._layout.end) != answers.PLAYING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while play goes on."""
        end = _number(self._vector, self._layout.end)
        return None if end == answers.PLAYING else self.game.outcome(end)

    @property
    def ending(self) -> int | None:
        """The number of the ending that ended the game, counted from 0; None if play goes on or no ending did."""
        end = _number(self._vector, self._layout.end)
        number = answers.read_end(end, len(self.game.players))[0] if end != answers.PLAYING else -1
        return number if 0 <= number < len(self.game.rules.endings) else None

    @property
    def scores(self) -> dict[str, int | tuple[int, ...]]:
        """The score of each player, by colour: a number, or several; empty in games without scores."""
        vector = self.working_copy()
        return {
            name: score(vector, player)
            for player, (name, score) in enumerate(zip(self.game.players, self.game.machine.scores, strict=False))
        }

    @property
    def shades(self) -> dict[int, str]:
        """The colours of cells that play decides, by the numbers of the cells."""
        shaded, rules = self.game.machine.shaded, self.game.rules
        if shaded is None:
            return {}
        vector, mover = self.working_copy(), self.to_move
        player = self.game.players.index(mover) if mover else 0
        found = {cell: shaded(vector, player, cell) for cell in range(len(self.game.board.cells))}
        return {cell: rules.shades[number - 1].colour for cell, number in found.items() if number}

    @property
    def eliminated(self) -> tuple[str, ...]:
        """The players who have lost while the others play on."""
        vector, out = self._vector, self._layout.out
        return tuple(name for player, name in enumerate(self.game.players) if _number(vector, out, player))

    @property
    def zones(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """The cards in each zone, as numbers, by player and zone."""
        vector, players = self._vector, self.game.players
        return {
            name: {
                zone: _cards(_number(vector, self._layout.cards, number * len(players) + player))
                for number, zone in enumerate(self.game.rules.zones)
            }
            for player, name in enumerate(players)
        }

    @property
    def marks(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the marked cells, by player and mark."""
        vector, names, players = self._vector, self.game.board.names, self.game.players
        return {
            player: {
                marks: tuple(
                    name for cell, name in enumerate(names)
                    if _number(vector, self._layout.marks, (number * len(players) + index) * len(names) + cell)
                )
                for number, marks in enumerate(self.game.rules.marks)
            }
            for index, player in enumerate(players)
        }  # fmt: skip

    @property
    def variables(self) -> dict[str, str]:
        """The values of the game's variables and of what chance has decided, by name.

        Values are spelt as in the rule sheet; the empty string stands for a variable without a value now.
        """
        vector = self._vector
        return {
            slot.name: text_of(slot.values, _number(vector, self._layout.vars, number))
            for number, slot in enumerate(self.game.rules.variables)
            if slot.values and slot.player is None and not slot.counts
        }

    @property
    def player_variables(self) -> dict[str, dict[str, str]]:
        """The values of the variables that each player has, by variable and player, spelt as in the rule sheet."""
        vector, found = self._vector, dict[str, dict[str, str]]()
        for number, slot in enumerate(self.game.rules.variables):
            if slot.player is not None:
                values = found.setdefault(slot.name, {})
                number_held = _number(vector, self._layout.vars, number)
                values[self.game.players[slot.player]] = text_of(slot.values, number_held)
        return found

    @property
    def cell_variables(self) -> dict[str, dict[str, str]]:
        """The values of the variables that cells or pieces have, by variable and cell, spelt as in the rule sheet.

        Of pieces, there is a value for each cell with one.
        """
        vector, names = self._vector, self.game.board.names
        return {
            layer.name: {
                name: text_of(layer.values, _number(vector, self._layout.layers, number * len(names) + cell))
                for cell, name in enumerate(names) if not layer.of_pieces or vector[cell] != ir.EMPTY
            }
            for number, layer in enumerate(self.game.rules.layers)
        }  # fmt: skip

    @property
    def vector(self) -> tuple[int, ...]:
        """The machine's state: integers laid out as `game.machine.layout` says."""
        return tuple(self._vector)

    def working_copy(self) -> list[int]:
        """Return the machine's state as a new list, for functions of `game.machine`, which may change it."""
        return list(self._vector)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in the order of their codes."""
        mover = self._mover(self._vector)
        return tuple(self.game.move(code, mover) for code in self.legal_codes)

    def _mover(self, vector: list[int]) -> int:
        """The number of the player who decides next, where one does."""
        return _number(vector, self._layout.mover)

    @property
    def legal_codes(self) -> list[int]:
        """The codes of all legal moves, in ascending order."""
        out = [0] * self.game.machine.action_count
        return sorted(out[: self.game.machine.legal(self.working_copy(), out)])

    @property
    def wins(self) -> tuple[str, ...]:
        """The players for whom a `win` ending holds in this position, whenever it takes effect."""
        return self._holding("win")

    @property
    def loses(self) -> tuple[str, ...]:
        """The players for whom a `lose` ending holds in this position, whenever it takes effect."""
        return self._holding("lose")

    def _holding(self, result: str) -> tuple[str, ...]:
        vector, rules = self._vector, self.game.rules
        found = {
            player
            for number, ending in enumerate(rules.endings)
            for player in range(len(rules.players))
            if ending.result == result
            and ending.player in (None, player)
            and self.game.machine.endings[number](list(vector), player)
        }
        return tuple(name for player, name in enumerate(rules.players) if player in found)

    def at(self, cell: int) -> tuple[str, str] | None:
        """Return the player and the piece on a cell, given by its number; None if it is empty.

        Raises ValueError if there is no such cell.
        """
        return self._piece(self._vector[whole("cell", cell, 0, len(self.game.board.cells) - 1)])

    def pile(self, cell: int) -> tuple[tuple[str, str], ...]:
        """Return the player and the kind of each piece on a cell, given by its number, from the top.

        Raises ValueError if there is no such cell.
        """
        number = whole("cell", cell, 0, len(self.game.board.cells) - 1)
        held = lying(self._vector, number, self.game.rules, self._layout)
        return tuple(piece for piece in map(self._piece, held) if piece)

    @property
    def piles(self) -> dict[str, tuple[str, ...]]:
        """What lies on each cell with more than one piece, by its name, from the top, as `stone of White`."""
        found = (
            (name, self.pile(cell)) for cell, name in enumerate(self.game.board.names) if self.game.rules.stacks > 1
        )
        return {name: tuple(piece_text(*piece) for piece in pile) for name, pile in found if len(pile) > 1}

    def cells_of(self, player: str | None) -> list[int]:
        """Return the numbers of the cells that a player holds, in order; none for nobody."""
        kinds, owners = len(self.game.rules.pieces), self.game.rules.owners
        first = kinds * owners.index(player) + 1 if player in owners else 0
        mine = range(first, first + kinds) if first else range(0)
        return [cell for cell, content in enumerate(self._vector[: len(self.game.board.cells)]) if content in mine]

    @property
    def pieces(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of the occupied cells, by player and piece; `neutral` is listed only if it has pieces."""
        found: dict[str, dict[str, list[str]]] = {
            player: {piece.name: [] for piece in self.game.rules.pieces} for player in self.game.rules.owners
        }
        for name, content in zip(self.game.board.names, self._vector, strict=False):
            held = self._piece(content)
            if held:
                found[held[0]][held[1]].append(name)
        return {
            player: {piece: tuple(cells) for piece, cells in kinds.items()}
            for player, kinds in found.items()
            if player in self.game.players or any(kinds.values())
        }

    def _piece(self, content: int) -> tuple[str, str] | None:
        if content == ir.EMPTY:
            return None
        player, piece = divmod(content - 1, len(self.game.rules.pieces))
        return self.game.rules.owners[player], self.game.rules.pieces[piece].name

    def seat(self, colour: str) -> int:
        """Return who plays a colour: 0 for whoever began as the first player, and so on. Swaps exchange seats.

        Raises ValueError if there is no such colour.
        """
        player = self.game.number_of(colour)
        return _number(self._vector, self._layout.seat, player, missing=player)

    @property
    def winning_cells(self) -> frozenset[int]:
        """The numbers of the cells in the chain that ended the game; empty if no chain did."""
        vector, machine = self._vector, self.game.machine
        end = _number(vector, self._layout.end)
        if end == answers.PLAYING:
            return frozenset()
        ending, player = answers.read_end(end, len(self.game.players))
        if player is None or ending >= len(self.game.rules.endings):
            return frozenset()
        if self.game.rules.endings[ending].result == "lose" and len(self.game.players) == 2:
            player = 1 - player
        found: set[int] = set()
        for number in self.game.goals_of(ending):
            scratch = list(vector)
            length = machine.searches[number](scratch, player)
            queue = present(self._layout.queue).offset
            chain = frozenset(entry >> self.game.rules.seams for entry in scratch[queue : queue + length])
            goal = self.game.rules.goals[number]
            found |= without_stragglers(self.game.board, self.game.rules, goal, chain, player)
        return frozenset(cell for cell in found if cell < len(self.game.board.cells))

    def rollout(self, seed: int) -> Outcome:
        """Play a random game from here and return how it ends; the state does not change, and a seed fixes the game."""
        return self.game.outcome(self._rolled_out(seed)[self._layout.end.offset])

    def _rolled_out(self, seed: int) -> list[int]:
        """The machine's state at the end of a random game."""
        vector, machine = self._to_be_played, self.game.machine
        machine.rollout(vector, generator(whole("seed", seed)), [0] * (machine.action_count + 1))
        return vector

    @property
    def _to_be_played(self) -> list[int]:
        """The machine's state from which a random game goes on."""
        vector, machine, end = self.working_copy(), self.game.machine, self._layout.end.offset
        if vector[end] == answers.PLAYING and machine.offered(vector) < 0:  # set as it is, with nothing to be done
            vector[end] = machine.judge(vector, vector[self._layout.mover.offset]) or machine.no_move
        return vector

    def _way(self, vector: list[int]) -> str:
        return self.game.rules.points[_number(vector, self._layout.at)].way

    @property
    def _position(self) -> list[int]:
        return self._vector[: self._layout.position_size]

    @property
    def _layout(self) -> Layout:
        return self.game.machine.layout


def _number(vector: list[int], section: Section | None, index: int = 0, missing: int = 0) -> int:
    """A number of a section; what is missing where there is no such section."""
    return vector[section.offset + index] if section else missing


def _cards(mask: int) -> tuple[int, ...]:
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


def without_stragglers(board: Board, rules: Rules, goal: ir.Goal, chain: Set[int], own: int) -> Set[int]:
    """Leave out of a chain's nodes the stones that hang on one edge alone if it meets all regions without them as well.

    An edge belongs to the chain of its colour, and so does whatever lies next to it.
    """
    if not isinstance(goal, ir.Connects):
        return chain
    nodes = nodes_of(board, rules, adjacency(goal.cells))
    meeting = [nodes.meets(rules.regions[region]) for region in goal.regions[own % len(goal.regions)]]
    for part, met in sorted(_parts(nodes, chain), key=lambda each: len(each[0])):
        rest = chain - part
        if len(met & chain) == 1 and all(any(meets[node] for node in rest) for meets in meeting):
            chain = rest
    return chain


def _parts(nodes: Nodes, chain: Set[int]) -> Iterator[tuple[set[int], set[int]]]:
    """The parts into which a chain falls without its edges, each with the edges next to it."""
    left = {node for node in chain if node < nodes.cells}
    while left:
        queue = [left.pop()]
        met = set[int]()
        for cell in queue:
            near = {packed >> nodes.seams for packed in nodes.rows[cell]}
            met |= {node for node in near if node >= nodes.cells}
            queue += near & left
            left -= near
        yield set(queue), met
