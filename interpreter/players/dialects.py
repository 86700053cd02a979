"""What programs that speak GTP call colours, cells and boards, where it is not what we call them.

Words before the command of a program say so: `first=white size=4 cells=y-x seconds=2 send=hguicoords castro`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass, replace

from ..doors.visible import on_one_line
from ..play.game import Game
from ..values.grid import column_letters

COLOURS = ("black", "white")
"""What the first player of a game is called, and the second."""

PIECES, SIDES = "swap-pieces", "swap-sides"
"""The two ways to swap: the stone changes its colour and is reflected, or the players change colours."""

SWAPS = ("swap", PIECES, SIDES)

RESIGN = "resign"

MOST_SECONDS = 100_000

_NAME = re.compile(r"([a-z]+)([0-9]{1,9})")
_AXES = re.compile(r"(-?)([xy])(-?)([xy])")
_SIZE = re.compile(r"[0-9]{1,4}( [0-9]{1,4})?")
_SETTING = re.compile(r"(first|size|cells|seconds|send)=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Dialect:
    """How a program speaks of every game."""

    first: str = COLOURS[0]
    """The colour of the first player."""

    size: str = ""
    """What `boardsize` says; empty for the columns of the board, and its rows where their number is another."""

    cells: str = "xy"
    """What the letters of a cell's name count, then what its number counts: our columns or rows, `-` for backwards."""

    seconds: float | None = None
    """The time for a move."""

    sent: tuple[str, ...] = ()
    """Commands that are sent before the first game."""

    def of(self, game: Game) -> Tongue:
        """Return how the program speaks of one game. Raises ValueError for a game that it cannot speak of."""
        return Tongue(self, game)


class Tongue:
    """How a program speaks of one game. Raises ValueError for a game that it has no words for."""

    def __init__(self, dialect: Dialect, game: Game) -> None:
        if len(game.players) != len(COLOURS):
            raise ValueError("programs can play only games for two")
        found = [_NAME.fullmatch(name) for name in game.board.names]
        numbers = {column_letters(number): number for number in range(len(found))}
        if not all(each and each[1] in numbers for each in found):
            raise ValueError("programs can play only on boards whose cells have a letter and a number")
        at = {each[0]: (numbers[each[1]], int(each[2]) - 1) for each in found if each}
        columns, rows = len({x for x, _ in at.values()}), max(y for _, y in at.values()) + 1
        self.size = str(columns) if columns == rows else f"{columns} {rows}"
        names = COLOURS if dialect.first == COLOURS[0] else COLOURS[::-1]
        self._colours = dict(zip(game.players, names, strict=True))
        self._theirs = {name: _called(dialect.cells, place, at.values()) for name, place in at.items()}
        self._ours = {theirs: ours for ours, theirs in self._theirs.items()}

    def colour(self, player: str) -> str:
        """Return what the program calls a player."""
        return self._colours[player]

    def theirs(self, cell: str) -> str:
        """Return what the program calls a cell; what is no cell stays as it is."""
        return self._theirs.get(cell, cell)

    def ours(self, cell: str) -> str:
        """Return what we call a cell that the program names; what is no cell stays as it is."""
        return self._ours.get(cell, cell)


def read_command(text: str) -> tuple[Dialect, tuple[str, ...]]:
    """Return the dialect and the command of a program; raises ValueError with advice if there is none.

    >>> read_command("first=white castro --quiet")[1]
    ('castro', '--quiet')
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"`gtp:{on_one_line(text[:40])}` is not a command: {error}") from None
    dialect = Dialect()
    while words and (setting := _SETTING.fullmatch(words[0])):
        dialect = _with(dialect, setting[1], setting[2])
        words.pop(0)
    if not words:
        raise ValueError("name a program that speaks GTP after the colon, such as `gtp:mohex`")
    return dialect, tuple(words)


def _with(dialect: Dialect, key: str, value: str) -> Dialect:
    """Return a dialect with one more word. Raises ValueError for a value that it cannot have."""
    shown = f"`{key}={on_one_line(value[:40])}`"
    if key == "send":
        if not value.isprintable() or not value.strip():
            raise ValueError(f"{shown} is not a command to send")
        return replace(dialect, sent=(*dialect.sent, value))
    if key == "seconds":
        seconds = float(value) if re.fullmatch(r"(?a:\d{1,6}(\.\d{1,6})?)", value) else 0.0
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(f"{shown}: expected seconds a move, more than 0 and at most {MOST_SECONDS:,}")
        return replace(dialect, seconds=seconds)
    if not _fits(key, value):
        raise ValueError(f"{shown}: expected {_EXPECTED[key]}")
    if key == "first":
        return replace(dialect, first=value)
    return replace(dialect, size=value) if key == "size" else replace(dialect, cells=value)


def _fits(key: str, value: str) -> bool:
    """Whether a word before a command can have a value."""
    if key == "first":
        return value in COLOURS
    if key == "size":
        return _SIZE.fullmatch(value) is not None
    axes = _AXES.fullmatch(value)
    return axes is not None and axes[2] != axes[4]


_EXPECTED = {
    "first": "the colour of the first player, `black` or `white`",
    "size": "what `boardsize` says: a number, or two in quotes",
    "cells": "what letters and numbers of cells count, such as `xy`, `yx`, `x-y` or `-yx`",
}


def _called(cells: str, place: tuple[int, int], places: Collection[tuple[int, int]]) -> str:
    """Return the name of a place, `x` and `y` from 0 on, by what letters and numbers count."""
    axes = _AXES.fullmatch(cells)
    assert axes is not None
    letters, number = (
        max(each[axis] for each in places) - place[axis] if sign else place[axis]
        for sign, axis in ((axes[1], "xy".index(axes[2])), (axes[3], "xy".index(axes[4])))
    )
    return f"{column_letters(letters)}{number + 1}"
