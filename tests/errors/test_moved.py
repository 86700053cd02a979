"""An item or statement in another's place: one problem, which says where it stands and where it belongs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import GAMES, wide

from hexgame.diagnostics.diagnostic import Severity
from hexgame.diagnostics.text import Source
from hexgame.loading import Sheet, read_sheet
from hexgame.source.reading.parse import parse
from hexgame.source.syntax import tree

BLOCKS = (tree.Turn, tree.Round, tree.Setup)
BLOCK = re.compile(r"(board|turn|round|setup) \{")
SHEETS = [path.stem for path in GAMES if "\nvariant of" not in path.read_text("utf-8")]
SAID = ("stands outside", "is an item of the file, not of", "does not belong in")


class Moved(NamedTuple):
    text: str
    first: int
    """The line on which the moved part begins."""

    last: int


def lists(path: Path) -> dict[str, list[tuple[int, int]]]:
    """Where the items of each list of a sheet stand, in whole lines; only those that no other list may have."""
    text = path.read_text("utf-8")
    file, _ = parse(Source(path.name, text))
    assert file is not None
    found: dict[str, list[tree.Node]] = {"file": [*file.items], "board": [], "script": []}
    for item in file.items:
        if isinstance(item, tree.Board):
            found["board"] += item.items
        elif isinstance(item, BLOCKS):
            found["script"] += item.block.statements

    def lines(node: tree.Node) -> tuple[int, int]:
        return text.rfind("\n", 0, node.span.start) + 1, text.index("\n", node.span.end) + 1

    shared = (tree.Board, tree.Turn, tree.Round, tree.Let, tree.Require)
    spans = {place: [lines(node) for node in nodes if not isinstance(node, shared)] for place, nodes in found.items()}
    return {place: [each for each in parts if place == "file" or not BLOCK.match(text, each[0])]
            for place, parts in spans.items()}  # fmt: skip


def moves(stem: str) -> Iterator[Moved]:
    """Each item of a sheet before an item of each other list, drawn by chance."""
    path = next(path for path in GAMES if path.stem == stem)
    text, places, dice = path.read_text("utf-8"), lists(path), random.Random(1)
    for home, parts in places.items():
        for low, high in parts:
            for other, targets in places.items():
                at = dice.choice(targets)[0] if targets and other != home else low
                if not low <= at <= high:
                    left = text[:low] + text[high:]
                    at -= (high - low) * (at > low)
                    first = left.count("\n", 0, at) + 1
                    yield Moved(left[:at] + text[low:high] + left[at:], first, first + text.count("\n", low, high) - 1)


@cache
def errors(text: str) -> list[tuple[str, int]]:
    sheet = read_sheet(Source("moved.hexgame", text))
    problems = sheet.compiled({})[1] if isinstance(sheet, Sheet) else sheet
    return [(each.message, each.span.line if each.span else 0) for each in problems if each.severity is Severity.ERROR]


@wide("*", "!blind_hex", "!chameleon", "!gonnect", "!havannah", "!hex", "!three_player_hex")
@pytest.mark.parametrize("stem", SHEETS)
def test_what_stands_in_anothers_place_is_told_so(stem: str) -> None:
    tried, all_moves = 0, [*moves(stem)]
    for moved in all_moves:
        found = errors(moved.text)
        if not found:
            continue  # a line that may stand in both
        tried += 1
        assert len(found) == 1, f"{found}\n{moved.text}"
        message, line = found[0]
        assert any(said in message for said in SAID), f"{message}\n{moved.text}"
        assert moved.first <= line <= moved.last, moved.text
    assert tried >= 0.8 * len(all_moves)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn { let mid = 3 place stone on empty }\nwin when count(own) > mid", "inside `turn { … }` and known only"),
        ("let near = far let far = 3\nturn { place stone on empty }\nwin when turn > 1", "is declared further down"),
    ],
)  # fmt: skip
def test_a_name_that_is_known_elsewhere_says_where(text: str, said: str) -> None:
    sheet = read_sheet(Source("x", f'game "X" players Red, Blue board {{ shape rhombus(3) }}\n{text}'))
    assert isinstance(sheet, Sheet)
    (problem,) = sheet.compiled({})[1]
    assert said in problem.help
