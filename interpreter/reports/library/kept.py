"""The figures of all shipped games, as `games/figures.json` keeps them; read without what measuring needs.

`tests/figures.py` writes that file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from ...record import Record
from ...resources import resource

LENGTH, WIDTH, BALANCE, DRAWS, DEPTH = "length", "width", "balance", "draws", "depth"

MEANING = {
    LENGTH: "decisions in a random game",
    WIDTH: "legal moves at a decision of a random game",
    BALANCE: "share of random games with a winner that the first colour wins",
    DRAWS: "share of random games that nobody wins",
    DEPTH: "score of 64 simulations a move against 16, in pairs of games with the same opening",
}
"""What each figure counts, in the order in which figures are told."""

SHARES = frozenset({BALANCE, DRAWS, DEPTH})
"""The figures that are shares, from 0 to 1."""

FORMAT = 1
"""The version of the file."""


class Figure(Record):
    """A number that was measured, with its 95 % interval and the size of the sample."""

    value: float
    low: float
    high: float
    n: int


Figures: TypeAlias = Mapping[str, Figure]
"""What was measured of a game, by the names of figures."""


class Measured(Record):
    """The figures of a shipped game, at the default values of its options."""

    sheet: str
    """The hash of the sheet that was measured, as `Game.source_hash` gives it."""

    date: str
    """The day on which it was measured, as 2026-11-27."""

    figures: Figures


@cache
def kept() -> Mapping[str, Measured]:
    """Return what is kept of each shipped game, by its name."""
    data = json.loads((resource("games") / "figures.json").read_text("utf-8"))
    return {stem: read(row) for stem, row in data["games"].items()}


def read(row: Mapping[str, object]) -> Measured:
    """Return what a row of the file says; raises KeyError or ValueError for what is no such row."""
    figures = {name: Figure(float(value), float(low), float(high), int(n))
               for name, numbers in row.items() if name in MEANING and isinstance(numbers, list)
               for value, low, high, n in (numbers,)}  # fmt: skip
    return Measured(str(row["sheet"]), str(row["date"]), figures)


def row_of(measured: Measured) -> dict[str, object]:
    """Return the row that says so, numbers with five digits."""
    told = {name: [*(float(f"{each:.5g}") for each in (one.value, one.low, one.high)), one.n]
            for name, one in measured.figures.items()}  # fmt: skip
    return {"date": measured.date, "sheet": measured.sheet, **told}
