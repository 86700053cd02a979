"""Positions that are set up by hand rather than reached by moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from reprlib import Repr
from typing import TYPE_CHECKING

from ..diagnostics.diagnostic import Diagnostic, HexgameError, did_you_mean, listed
from ..machine.answers import PLAYING
from ..machine.plan.sections import Section
from ..rules import ir
from ..rules.expressions.types import LARGEST_CARD
from ..rules.facts.placement import brings_neutral
from ..rules.layers import Layer, Slot
from ..rules.program import CHANCE, Rest
from ..rules.spellings import Numerals, number_of, text_of
from ..source.reading.mappings import short
from ..values.settings import RANDOM, spelt
from ..values.values import Coordinate
from .piles import lay, piece_content, piece_text

if TYPE_CHECKING:
    from .game import Game
    from .state import State

LARGEST = 1_000_000
"""The largest turn or count that can be set."""

KEYS = ("begun", "to_move", "turn", "turns", "passes", "quiet", "last", "piles", "zones", "marks", "vars")


@dataclass(frozen=True)
class Position:
    """A position as it is given: the pieces of each player, and whatever else of `KEYS` is set."""

    pieces: Mapping[str, object]
    more: Mapping[str, object]

    def __repr__(self) -> str:
        return f"<Position {_SHORT.repr(dict(self.pieces))}>"

    @classmethod
    def of(cls, mapping: Mapping[str, object]) -> Position:
        """Return the position that one mapping of players and keys describes, as in scenario files."""
        pieces = {key: value for key, value in mapping.items() if key not in KEYS}
        return cls(pieces, {key: value for key, value in mapping.items() if key in KEYS})

    def as_mapping(self) -> dict[str, object]:
        """Return the position as one mapping of plain lists and dictionaries."""
        pieces = {str(player): _plain(value) for player, value in self.pieces.items()}
        return {**pieces, **{key: _plain(value) for key, value in self.more.items()}}


_SHORT = Repr()
_SHORT.maxdict = _SHORT.maxlist = _SHORT.maxtuple = 3
_SHORT.maxlevel = 3


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def set_position(game: Game, position: Position) -> list[int]:
    """Return the state of a position; raises HexgameError with everything that is impossible about it."""
    return _Setter(game).set(position)


def taken(state: State) -> dict[str, object]:
    """Return the position of a state as one mapping, with only what the rules can see."""
    game, layout, vector = state.game, state.game.machine.layout, state.vector
    found: dict[str, object] = {
        player: {kind: [name for name in cells if name not in state.piles] for kind, cells in kinds.items()}
        for player, kinds in state.pieces.items()
    }
    if state.piles:
        found["piles"] = _plain(state.piles)
    if decided_in_set_up(game) and not state.is_over and state.point not in decided_in_set_up(game):
        found["begun"] = True
    if not game.rules.script.is_round:
        found["to_move"] = game.players[vector[layout.mover.offset]]
    counters = {"turn": layout.turn, "passes": layout.passes, "quiet": layout.quiet}
    found.update((key, vector[section.offset]) for key, section in counters.items() if section)
    if layout.turns:
        found["turns"] = {name: vector[layout.turns.offset + player] for player, name in enumerate(game.players)}
    if layout.last and vector[layout.last.offset] >= 0:
        found["last"] = game.board.names[vector[layout.last.offset]]
    if game.rules.zones:
        found["zones"] = _plain(state.zones)
    if game.rules.marks:
        found["marks"] = _plain(state.marks)
    left = left_to_chance(game)
    declared = {slot.name for slot in game.rules.variables if slot.is_declared or slot.name in left[: state.point]}
    undecided = dict.fromkeys(left[state.point :], RANDOM.name)
    variables: dict[str, object] = {name: text for name, text in state.variables.items() if name in declared}
    variables.update(state.player_variables)
    for layer in game.rules.layers:
        first = text_of(layer.values, layer.start)
        held = state.cell_variables[layer.name]
        variables[layer.name] = {cell: value for cell, value in held.items() if value != first}
    variables.update(undecided)
    if variables:
        found["vars"] = variables
    return found


def left_to_chance(game: Game) -> tuple[str, ...]:
    """Return the options that chance decides, in its order: its points are a game's first."""
    count = sum(value == RANDOM.name for value in game.options.values())
    return tuple(block.values[0][1].partition("=")[0] for block in game.machine.blocks[:count])


def decided_in_set_up(game: Game) -> set[int]:
    """Return the points of the set-up at which players decide; what chance does there is on the board."""
    rules = game.rules
    points = {each.point for each in rules.script.instructions[: rules.script.start] if isinstance(each, Rest)}
    return {point for point in points if rules.points[point].way != CHANCE}


class _Setter:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._layout = game.machine.layout
        self._vector = list(game.machine.start)
        self._wrong: list[Diagnostic] = []
        self._owners: Counter[int] = Counter()

    def set(self, position: Position) -> list[int]:
        decided = self._decide(position.more.get("vars"))
        self._write(self._layout.end, PLAYING)
        for cell in range(len(self._game.board.cells)):
            self._vector[cell] = ir.EMPTY
        for section in (self._layout.high, self._layout.below):
            for index in range(section.size if section else 0):
                self._write(section, 0, index)
        if type(position.more.get("begun", True)) is not bool:
            self._refuse("`begun` must be yes or no")
        for key in position.more.keys() - set(KEYS):
            self._refuse(f"`{key}` is not part of a position", expected=listed(KEYS), help=did_you_mean(key, KEYS))
        for name, value in position.pieces.items():
            player = self._player(name)
            if value and player == len(self._game.players) and not brings_neutral(self._game.rules):
                self._refuse(f"no rule of this game brings pieces of `{name}`")
                continue
            kinds = value if isinstance(value, Mapping) else {self._game.rules.pieces[0].name: value}
            for kind, cells in kinds.items():
                piece = self._piece(kind)
                for cell in self._cells(cells):
                    if player is not None and piece is not None:
                        self._put(cell, player, piece)
        self._piles(position.more.get("piles", {}))
        self._counters(position.more)
        if self._wrong:
            raise HexgameError(self._wrong)
        machine = self._game.machine
        machine.rebuild(self._vector)
        has_begun = position.more.get("begun", not decided_in_set_up(self._game))
        if decided == len(left_to_chance(self._game)) and has_begun:
            self._forget()
            machine.resume(self._vector, self._game.rules.script.start)
        if machine.judge(list(self._vector), self._vector[self._layout.mover.offset]):
            self._write(self._layout.end, PLAYING)  # looked for only once a move is made
        return self._vector

    def _refuse(self, message: str, expected: str = "", help: str = "") -> None:  # noqa: A002 - as in a Diagnostic
        what = f"this position is impossible: {message}"
        self._wrong.append(Diagnostic("HG607", what, expected=expected, help=help))

    def _forget(self) -> None:
        """Let the script remember nothing of a set-up by chance, which the start may be in the midst of."""
        left = left_to_chance(self._game)
        for number, slot in enumerate(self._game.rules.variables):
            if not slot.is_declared and slot.name not in left:
                self._write(self._layout.vars, slot.start, number)

    def _player(self, name: object) -> int | None:
        owners = self._game.rules.owners
        if isinstance(name, str) and name in owners:
            return owners.index(name)
        known = [*self._game.players, *KEYS]
        player, at, cell = str(name).partition("@")
        help_ = f"write: {player}: [{cell}]" if at and player in owners else did_you_mean(short(name), known)
        self._refuse(f"there is no player `{short(name)}`", expected=listed(known), help=help_)
        return None

    def _piece(self, name: object) -> int | None:
        kinds = [piece.name for piece in self._game.rules.pieces]
        if isinstance(name, str) and name in kinds:
            return kinds.index(name)
        self._refuse(
            f"there is no piece `{short(name)}`", expected=listed(kinds), help=did_you_mean(short(name), kinds)
        )
        return None

    def _cells(self, cells: object) -> list[int]:
        if not isinstance(cells, list | tuple):
            self._refuse(f"`{short(cells)}` is not a list of cells")
            return []
        found = [cell_number(self._game, cell) for cell in cells]
        for name, cell in zip(cells, found, strict=True):
            if cell is None:
                kind, at, place = str(name).partition("@")
                help_ = f"kinds are keys: {{{short(kind)}: [{short(place)}]}}" if at else ""
                self._refuse(f"there is no cell `{short(name)}`", help=help_)
        return [cell for cell in found if cell is not None]

    def _put(self, cell: int, player: int, piece: int) -> None:
        if self._vector[cell] != ir.EMPTY:
            self._refuse(f"`{self._game.board.names[cell]}` is named twice")
        lay(self._vector, cell, (self._game.rules.content(player, piece),), self._game.rules, self._layout)
        self._owners[player] += 1

    def _piles(self, given: object) -> None:
        """Lay piles of several pieces, each from the top."""
        rules, kinds = self._game.rules, len(self._game.rules.pieces)
        if not isinstance(given, Mapping):
            self._refuse("`piles` must map cells to what lies there", expected="such as piles: {a1: [stone of Red]}")
            return
        for name, pile in given.items():
            cells, pieces = self._cells([name]), pile if isinstance(pile, list | tuple) else [pile]
            contents = [piece_content(piece, rules) for piece in pieces]
            for piece in (piece for piece, content in zip(pieces, contents, strict=True) if content is None):
                self._refuse(f"there is no piece `{short(piece)}`",
                             expected=f"such as `{piece_text(rules.players[0], rules.pieces[0].name)}`")  # fmt: skip
            if len(pieces) > rules.stacks:
                self._refuse(f"`{short(name)}` holds {len(pieces)} pieces", expected=f"at most {rules.stacks}")
            elif cells and self._vector[cells[0]] != ir.EMPTY:
                self._refuse(f"`{short(name)}` is named twice")
            elif cells and None not in contents:
                held = tuple(content for content in contents if content)
                lay(self._vector, cells[0], held, rules, self._layout)
                self._owners.update((content - 1) // kinds for content in held)

    def _decide(self, given: object) -> int:
        """Let chance decide options as it is given; returns how many it has decided."""
        left, machine = left_to_chance(self._game), self._game.machine
        values = [spelt(given[name]) if isinstance(given, Mapping) and name in given else "" for name in left]
        decided = values.index(RANDOM.name) if RANDOM.name in values else len(left)
        for name, value, block in zip(left, values, machine.blocks, strict=False):
            texts = [text.partition("=")[2] for _, text in block.values]
            if not value:
                help_ = (
                    f"choose the value of `{name}`, or write in `vars` what chance decided, or `{RANDOM.name}` before"
                )
                self._refuse("an option is left to chance", help=help_)
            elif value != RANDOM.name and value not in texts:
                self._refuse(f"`{name}` cannot be `{short(value)}`", expected=listed([*texts, RANDOM.name]))
            elif value != RANDOM.name and name not in left[:decided]:
                self._refuse(f"chance decides `{left[decided]}` before `{name}`")
            elif not self._wrong and name in left[:decided]:
                machine.step(self._vector, block.base + texts.index(value))
        return decided

    def _counters(self, more: Mapping[str, object]) -> None:
        self._mover(more)
        turn = self._number("turn", more.get("turn", 1 + self._owners.total()), 1)
        until = self._game.facts.turn_matters_until
        self._write(self._layout.turn, min(turn, until + 1) if until >= 0 else turn)
        self._write(self._layout.passes, self._number("passes", more.get("passes", 0), 0))
        self._write(self._layout.quiet, self._number("quiet", more.get("quiet", 0), 0))
        turns = self._of_players("turns", more.get("turns", {}), "such as turns: {Red: 2}")
        for player, name in enumerate(self._game.players):
            self._write(self._layout.turns, self._number("turns", turns.get(name, self._owners[player]), 0), player)
        last = self._cells([more["last"]]) if more.get("last") is not None else []
        self._write(self._layout.last, last[0] if last else -1)
        self._zones(self._of_players("zones", more.get("zones", {}), "such as zones: {X: {hand: [1, 2]}}"))
        self._marks(self._of_players("marks", more.get("marks", {}), "such as marks: {Red: {seen: [a1]}}"))
        self._variables(more.get("vars", {}))

    def _mover(self, more: Mapping[str, object]) -> None:
        players = self._game.players
        if self._game.rules.script.is_round:
            if "to_move" in more:
                self._refuse("all players decide in a round, so `to_move` cannot be set")
            return
        mover = more.get("to_move", players[0])
        if mover in players:
            self._write(self._layout.mover, players.index(str(mover)))
        else:
            self._refuse(f"there is no player `{short(mover)}` to move", expected=listed(players))

    def _of_players(self, key: str, value: object, expected: str) -> Mapping[str, object]:
        """A mapping of players, as it was given."""
        if isinstance(value, Mapping) and set(value) <= set(self._game.players):
            return value
        self._refuse(f"`{key}` must map players to what they have", expected=expected)
        return {}

    def _named(self, given: object, names: Sequence[str], what: str) -> Mapping[str, object]:
        """A mapping of known names, as it was given."""
        if not isinstance(given, Mapping):
            self._refuse(f"`{short(given)}` is not a mapping of {what}")
            return {}
        for name in set(given) - set(names):
            self._refuse(f"there is no `{short(name)}` among the {what}", expected=listed(names) or "none")
        return {name: given[name] for name in names if name in given}

    def _zones(self, given: Mapping[str, object]) -> None:
        players, zones = self._game.players, self._game.rules.zones
        for name, held in given.items():
            for zone, cards in self._named(held, zones, "zones").items():
                if not isinstance(cards, list | tuple) or not all(
                    type(card) is int and 0 <= card <= LARGEST_CARD for card in cards
                ):
                    self._refuse(f"`{zone}` must be a list of numbers", expected=f"from 0 to {LARGEST_CARD}")
                    continue
                index = zones.index(zone) * len(players) + players.index(name)
                self._write(self._layout.cards, sum(1 << card for card in set(cards)), index)

    def _marks(self, given: Mapping[str, object]) -> None:
        players, marks, cells = self._game.players, self._game.rules.marks, len(self._game.board.cells)
        for name, held in given.items():
            for mark, marked in self._named(held, marks, "marks").items():
                for cell in self._cells(marked):
                    self._write(
                        self._layout.marks, 1, (marks.index(mark) * len(players) + players.index(name)) * cells + cell
                    )

    def _variables(self, given: object) -> None:
        slots, left = self._game.rules.variables, left_to_chance(self._game)
        declared: dict[str, list[int]] = {}
        for number, slot in enumerate(slots):
            if slot.is_declared:
                declared.setdefault(slot.name, []).append(number)
        layers = {layer.name: number for number, layer in enumerate(self._game.rules.layers)}
        for name, asked in self._named(given, (*declared, *layers, *left), "variables").items():
            if name in left:
                continue
            if name in layers:
                self._on_cells(layers[name], asked)
                continue
            if slots[declared[name][0]].player is None:
                self._variable(declared[name][0], asked)
                continue
            such_as = f"such as {name}: {{{self._game.players[0]}: {slots[declared[name][0]].values[0][1]}}}"
            for player, value in self._of_players(name, asked, such_as).items():
                self._variable(declared[name][self._game.players.index(player)], value)

    def _on_cells(self, number: int, asked: object) -> None:
        """What cells or their pieces have; those that are not named have the first value."""
        layer, cells = self._game.rules.layers[number], len(self._game.board.cells)
        if not isinstance(asked, Mapping):
            such_as = f"such as {layer.name}: {{{self._game.board.names[0]}: {layer.values[0][1]}}}"
            self._refuse(f"`{layer.name}` must map cells to values", expected=such_as)
            return
        for name, value in asked.items():
            for cell in self._cells([name]):
                if layer.of_pieces and self._vector[cell] == ir.EMPTY:
                    self._refuse(f"no piece stands on `{short(name)}`, so it has no `{layer.name}`")
                self._value(layer, value, self._layout.layers, number * cells + cell)

    def _variable(self, number: int, asked: object) -> None:
        self._value(self._game.rules.variables[number], asked, self._layout.vars, number)

    def _value(self, slot: Slot | Layer, asked: object, section: Section | None, index: int) -> None:
        value = number_of(slot.values, spelt(asked))
        if value is not None:
            self._write(section, value, index)
        else:
            self._refuse(f"`{slot.name}` cannot be `{short(asked)}`", expected=_values(slot))

    def _number(self, key: str, value: object, least: int) -> int:
        if type(value) is int and least <= value <= LARGEST:
            return value
        self._refuse(f"`{key}` must be a number from {least} to {LARGEST}, not `{short(value)}`")
        return least

    def _write(self, section: Section | None, value: int, index: int = 0) -> None:
        if section:
            self._vector[section.offset + index] = value


def _values(slot: Slot | Layer) -> str:
    """The values of a variable, as a message lists them."""
    if isinstance(slot.values, Numerals):
        return f"{slot.values.first} to {slot.values.last}"
    return listed(text for _, text in slot.values) if len(slot.values) <= MOST_LISTED else "a cell, or `none`"


MOST_LISTED = 20
"""Longer lists of values are not written out."""


def cell_number(game: Game, cell: object) -> int | None:
    """Return the number of a cell given by name or as (q, r); None if there is no such cell."""
    if isinstance(cell, str):
        return game.board.by_name.get(cell)
    if isinstance(cell, list | tuple) and len(cell) == 2 and all(type(part) is int for part in cell):
        return game.board.places.get(Coordinate(*cell))
    return None
