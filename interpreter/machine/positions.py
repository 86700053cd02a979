"""Positions that are set rather than reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.machine.answers import PLAYING
from interpreter.rules import ir
from interpreter.source.diagnostics import Diagnostic, HexgameError, did_you_mean, listed
from interpreter.source.mappings import short

if TYPE_CHECKING:
    from interpreter.machine.game import Game

KEYS = ("to_move", "turn", "turns", "passes")


@dataclass(frozen=True)
class Position:
    """What stands where, and what else is laid down of a position."""

    pieces: Mapping[str, object]
    more: Mapping[str, object]

    @classmethod
    def of(cls, mapping: Mapping[str, object]) -> Position:
        """From one mapping of players and keys, as scenario files have it."""
        pieces = {key: value for key, value in mapping.items() if key not in KEYS}
        return cls(pieces, {key: value for key, value in mapping.items() if key in KEYS})

    def as_mapping(self) -> dict[str, Any]:
        """As one mapping of plain lists and dictionaries."""
        pieces = {str(player): _plain(value) for player, value in self.pieces.items()}
        return {**pieces, **{key: _plain(value) for key, value in self.more.items()}}


def _plain(value: object) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def set_position(game: Game, position: Position) -> list[int]:
    """The state vector of a set position; raises HexgameError with all that is wrong about it."""
    return _Setter(game).set(position)


class _Setter:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._layout = game.machine.layout
        self._vector = list(game.machine.start)
        self._wrong: list[Diagnostic] = []
        self._owners: Counter[int] = Counter()

    def set(self, position: Position) -> list[int]:
        self._write("END", PLAYING)
        for cell in range(len(self._game.board.cells)):
            self._vector[cell] = ir.EMPTY
        for key in position.more.keys() - set(KEYS):
            self._refuse(f"there is nothing called `{key}` to set", expected=listed(KEYS), help=did_you_mean(key, KEYS))
        for name, value in position.pieces.items():
            player = self._player(name)
            kinds = value if isinstance(value, Mapping) else {self._game.rules.pieces[0].name: value}
            for kind, cells in kinds.items():
                piece = self._piece(kind)
                for cell in self._cells(cells):
                    if player is not None and piece is not None:
                        self._put(cell, player, piece)
        self._counters(position.more)
        if self._wrong:
            raise HexgameError(self._wrong)
        machine, mover = self._game.machine, self._vector[self._layout.offset("MOVER")]
        machine.rebuild(self._vector)
        if machine.offered(self._vector) < 0 and not machine.judge(self._vector, mover):
            self._write("END", machine.no_move)
        return self._vector

    def _refuse(self, message: str, **more: Any) -> None:
        self._wrong.append(Diagnostic("HG607", f"this position cannot be: {message}", **more))

    def _player(self, name: Any) -> int | None:
        players = self._game.players
        if name in players:
            return players.index(name)
        known = [*players, *KEYS]
        self._refuse(
            f"there is no player `{short(name)}`", expected=listed(known), help=did_you_mean(short(name), known)
        )
        return None

    def _piece(self, name: Any) -> int | None:
        kinds = [piece.name for piece in self._game.rules.pieces]
        if name in kinds:
            return kinds.index(name)
        self._refuse(
            f"there is no piece `{short(name)}`", expected=listed(kinds), help=did_you_mean(short(name), kinds)
        )
        return None

    def _cells(self, cells: Any) -> list[int]:
        if not isinstance(cells, list | tuple):
            self._refuse(f"`{short(cells)}` is no list of cells")
            return []
        found = [cell_number(self._game, cell) for cell in cells]
        for name, cell in zip(cells, found, strict=True):
            if cell is None:
                self._refuse(f"there is no cell `{short(name)}`")
        return [cell for cell in found if cell is not None]

    def _put(self, cell: int, player: int, piece: int) -> None:
        if self._vector[cell] != ir.EMPTY:
            self._refuse(f"`{self._game.board.names[cell]}` is named twice")
        self._vector[cell] = self._game.rules.content(player, piece)
        self._owners[player] += 1

    def _counters(self, more: Mapping[str, object]) -> None:
        mover = more.get("to_move", self._game.players[0])
        if mover in self._game.players:
            self._write("MOVER", self._game.players.index(str(mover)))
        else:
            self._refuse(f"there is no player `{short(mover)}` to move", expected=listed(self._game.players))
        turn = self._number("turn", more.get("turn", 1 + self._owners.total()), 1)
        until = self._game.facts.turn_matters_until
        self._write("TURN", min(turn, until + 1) if until >= 0 else turn)
        self._write("PASSES", self._number("passes", more.get("passes", 0), 0))
        turns = more.get("turns", {})
        if not isinstance(turns, Mapping) or not set(turns) <= set(self._game.players):
            self._refuse("`turns` gives a number to players", expected="such as turns: {Red: 2}")
            return
        for player, name in enumerate(self._game.players):
            self._write("TURNS", self._number("turns", turns.get(name, self._owners[player]), 0), player)

    def _number(self, key: str, value: object, least: int) -> int:
        if type(value) is int and least <= value <= 1_000_000:
            return value
        self._refuse(f"`{key}` is a number from {least} on, not `{short(value)}`")
        return least

    def _write(self, section: str, value: int, index: int = 0) -> None:
        if section in self._layout:
            self._vector[self._layout.offset(section) + index] = value


def cell_number(game: Game, cell: object) -> int | None:
    """A cell's number from its name or its (q, r); None where there is no such cell."""
    if isinstance(cell, str):
        return game.board.by_name.get(cell)
    if isinstance(cell, list | tuple) and len(cell) == 2 and all(type(part) is int for part in cell):
        return game.board.places.get(tuple(cell))  # type: ignore[call-overload, no-any-return]
    return None
