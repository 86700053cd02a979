"""Puzzles of shipped games that were made beforehand, as `games/puzzles.json` keeps them.

`python bench/puzzles.py --keep` writes that file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache

from ...play.game import Game
from ...record import Record
from ...resources import resource
from ...values.settings import spelt
from .puzzle import Puzzle

FORMAT = 1
"""The version of the file."""

MOST = 8
"""The most puzzles that are kept of a game."""

Options = tuple[tuple[str, str], ...]


class Ready(Record):
    """The puzzles of a shipped game."""

    sheet: str
    """The hash of the sheet that they were made of, as `Game.source_hash` gives it."""

    options: Options
    """The values of all options, as they are spelt."""

    puzzles: tuple[Puzzle, ...]


@cache
def kept() -> Mapping[str, Ready]:
    """Return what is kept of each shipped game that has puzzles, by its name."""
    data = json.loads((resource("games") / "puzzles.json").read_text("utf-8"))
    return {stem: _read(row) for stem, row in data["games"].items()}


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that were made beforehand; none where its sheet or its options are others."""
    found = kept().get(game.name)
    is_same = found is not None and (found.sheet, found.options) == (game.source_hash, options_of(game))
    return found.puzzles if found is not None and is_same else ()


def options_of(game: Game) -> Options:
    """Return the values of all options of a game, as they are spelt."""
    return tuple((name, spelt(value)) for name, value in game.options.items())


def row_of(game: Game, puzzles: Sequence[Puzzle]) -> dict[str, object]:
    """Return what the file says of a game: of each puzzle the answer, how hard it is, and what leads to it."""
    rows = [[each.answer, each.simulations, each.checked, *each.codes] for each in puzzles]
    return {"sheet": game.source_hash, "options": dict(options_of(game)), "puzzles": rows}


def _read(row: Mapping[str, object]) -> Ready:
    options, rows = row["options"], row["puzzles"]
    assert isinstance(options, dict)
    assert isinstance(rows, list)
    puzzles = tuple(Puzzle(tuple(each[3:]), each[0], each[1], each[2]) for each in rows)
    return Ready(str(row["sheet"]), tuple((str(name), str(value)) for name, value in options.items()), puzzles)
