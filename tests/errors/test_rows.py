"""Forms of other languages: each row of the table is answered with what it says, and doing what it advises mends it."""

from __future__ import annotations

import re

import habits
import pytest

from hexgame import Diagnostic, Source
from hexgame.source.recovery.known.matching import TABLE
from hexgame.source.recovery.known.rows import Row

SHEET = """game "Rows"
players Red, Blue
pieces man, king
cards hand = 1..4, shown = {}
var n = 0 in 0..9
{file}
board {
  shape rhombus(5)
  {board}
}
turn {
  {turn}
}
win when turn > 90
{end}
"""
EDGES, TURN = "edge top, bottom: Red  edge left, right: Blue", "may place man on c among empty { c becomes man }"
HEADS = ("var", "option", "claims", "author")
ON_BOARDS = ("relation", "edge", "link", "wrap", "shape", "grid", "regions")
DECIDING = ("place", "move", "choose", "pick", "player", "random", "may", "swap", "pass")


def sheet(row: Row) -> str:
    """A sheet with the example of a row."""
    example, first = row.example, row.example.split()[0]
    parts = {"file": "", "board": EDGES, "turn": TURN, "end": ""}
    if row.where == "board" or first in ON_BOARDS:
        parts["board"] = example
    elif first in HEADS:
        parts["file"] = example
    elif first in ("swap", "pie"):
        parts["turn"] += f"\n  {example}"
    elif first in DECIDING:
        parts["turn"] = example
    elif row.where == "script":
        parts["turn"] = TURN.replace("man }", f"man\n    {example}\n  }}")
    else:
        parts["end"] = example
    return re.sub(r"\{(file|board|turn|end)\}", lambda name: parts[name[1]], SHEET)


def told(row: Row, found: Diagnostic) -> bool:
    """Whether a problem is what a row says, whatever stands in its blanks."""
    return re.fullmatch(".+".join(map(re.escape, re.split(r"<\w+>", row.message))), found.message) is not None


def mends(text: str, found: Diagnostic) -> bool | None:
    """Whether no error is left after what is advised is done; None where no machine can do it."""
    place = found.replaced or found.span
    if found.replacement is not None and place is not None:
        return not habits.errors(Source("rows.hexgame", text[: place.start] + found.replacement + text[place.end :]))
    entry = habits.Entry("wrong", "", "", text, frozenset(), (), "")
    return habits.leads_on(habits.Answer(entry, "", 1, True, (found,)), found)


@pytest.mark.parametrize("row", [row for row in TABLE if row.example], ids=lambda row: row.theirs)
def test_a_form_of_another_language_is_told_and_mended(row: Row) -> None:
    text = sheet(row)
    found = habits.errors(Source("my.hexgame", text))
    assert [told(row, each) for each in found] == [True], [each.message for each in found]
    assert mends(text, found[0]) in ((True,) if row.sure else (True, None))
