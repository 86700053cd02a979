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

MOST = 20
"""The most puzzles that are kept of a game."""

SEPARATOR = "; "
"""What stands between the moves of a game."""


class Told(Record):
    """A puzzle in words, as a page and the file have it."""

    moves: tuple[str, ...]
    """What leads to it from the start."""

    player: str
    """Who is to move and win."""

    answer: str
    simulations: int
    checked: int

    def puzzle(self, game: Game) -> Puzzle:
        """Return the puzzle of a game; raises MoveError if it is of another."""
        state = game.start(decide_chance=False).play_all(self.moves)
        answer = next(move.code for move in state.legal_moves if str(move) == self.answer)
        return Puzzle(tuple(move.code for move in state.moves), answer, self.simulations, self.checked)


class Ready(Record):
    """The puzzles of a shipped game."""

    sheet: str
    """The hash of the sheet that they were made of, as `Game.source_hash` gives it."""

    options: Mapping[str, str]
    """The values of all options, as they are spelt."""

    puzzles: tuple[Told, ...]


@cache
def kept() -> Mapping[str, Ready]:
    """Return what is kept of each shipped game that has puzzles, by its name."""
    data = json.loads((resource("games") / "puzzles.json").read_text("utf-8"))
    return {stem: _read(row) for stem, row in data["games"].items()}


def told_of(stem: str, sheet: str) -> Ready | None:
    """Return the puzzles of a shipped game, by its name; None where there are none of its sheet, given by its hash."""
    found = kept().get(stem)
    return found if found is not None and found.sheet == sheet else None


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that were made beforehand; none where its sheet or its options are others."""
    found = told_of(game.name, game.source_hash)
    is_same = found is not None and found.options == options_of(game)
    return tuple(each.puzzle(game) for each in found.puzzles) if found is not None and is_same else ()


def options_of(game: Game) -> dict[str, str]:
    """Return the values of all options of a game, as they are spelt."""
    return {name: spelt(value) for name, value in game.options.items()}


def row_of(game: Game, puzzles: Sequence[Puzzle]) -> dict[str, object]:
    """Return what the file says of a game: of each puzzle what leads to it, who moves, the answer, how hard it is."""
    rows = list[list[str | int]]()
    for each in puzzles:
        state = each.state(game)
        moves = SEPARATOR.join(map(str, state.moves))
        rows.append([moves, str(state.to_move), str(each.answer_in(state)), each.simulations, each.checked])
    return {"sheet": game.source_hash, "options": options_of(game), "puzzles": rows}


def _read(row: Mapping[str, object]) -> Ready:
    options, rows = row["options"], row["puzzles"]
    assert isinstance(options, dict)
    assert isinstance(rows, list)
    told = tuple(Told(tuple(moves.split(SEPARATOR)) if moves else (), *rest) for moves, *rest in rows)
    return Ready(str(row["sheet"]), options, told)
