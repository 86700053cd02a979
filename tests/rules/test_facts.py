"""What was found true of whole boards, by looking at every filling of small ones."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from conftest import ROOT, long, wide
from fillings import fillings, some_fillings, winners

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.values.values import Coordinate


@long("hex_kb-*", "torex-options4-*")
@wide("hex_kb-*", "torex-options4-*")
@pytest.mark.parametrize(
    ("stem", "options", "first", "second", "neither"),
    [
        ("hex_kb", {"size": 5, "hole": 0, "inset": 1}, 65_536, 65_536, 0),
        ("torex", {"size": 2}, 7, 7, 2),
        ("torex", {"size": 3}, 226, 226, 60),
        ("torex", {"size": 3, "diagonal": "Black"}, 286, 226, 0),
        ("torex", {"size": 4}, 28_851, 28_851, 7_834),
        ("projex", {"size": 2}, 4, 4, 0),
        ("projex", {"size": 3}, 2_048, 2_048, 0),
        ("cylinder_hex", {"size": 3}, 304, 208, 0),
        ("moebius_hex", {"size": 3}, 303, 209, 0),
    ],
)
def test_all_fillings(stem: str, options: dict[str, object], first: int, second: int, neither: int) -> None:
    game = hexgame.load(stem, **options)
    found = winners(game, fillings(game))
    assert found == Counter({(True, False): first, (False, True): second, (False, False): neither})


@long("*", "!projex-*")
@pytest.mark.parametrize(
    ("stem", "options"),
    [
        ("atoll", {"size": 5}),
        ("atoll", {"size": 4, "islands": 4}),
        ("projex", {"size": 5}),
        ("hex_kb", {"size": 9}),
        ("moebius_hex", {"size": 5}),
        ("cylinder_hex", {"size": 6}),
    ],
)
def test_random_fillings_have_one_winner(stem: str, options: dict[str, object]) -> None:
    game = hexgame.load(stem, **options)
    assert set(winners(game, some_fillings(game, 2_000))) == {(True, False), (False, True)}


def without_ending(label: str, **options: object) -> Game:
    """Hex KB with one of its endings struck out."""
    text = (ROOT / "games" / "hex_kb.hexgame").read_text("utf-8")
    kept, struck = re.subn(rf'^win "{label}.*\n(?: +.*\n)*', "", text, flags=re.MULTILINE)
    assert struck == 1
    return hexgame.load(Source("struck", kept), **options)


@long
@wide
def test_without_paths_of_even_transit_hex_kb_has_full_boards_that_nobody_wins() -> None:
    game = without_ending("simple", size=5, hole=0, inset=1)
    found = winners(game, fillings(game))
    assert found[False, False] > 0
    assert found[True, True] == 0


def test_without_single_transit_and_loop_hex_kb_has_full_boards_that_nobody_wins() -> None:
    """Random fillings almost never show it: the path and the loop lie in separate chains."""
    path = [(0, 2), (1, 2), (1, 3), (3, 6), (4, 6), (5, 6), (6, 6)]
    loop = [(3, 2), (4, 2), (5, 2), (3, 1)]
    whole, struck = (
        hexgame.load("hex_kb", size=7, hole=0, inset=2),
        without_ending("single", size=7, hole=0, inset=2),
    )
    red = {whole.board.places[Coordinate(*cell)] for cell in (*path, *loop)}
    stones = {
        "Red": [whole.board.names[cell] for cell in sorted(red)],
        "Blue": [name for cell, name in enumerate(whole.board.names) if cell not in red],
    }
    assert whole.position(stones).wins == ("Red",)
    assert struck.position(stones).wins == ()
