"""Positions that symmetries move onto one another: a search that visits one for all, beside one that visits each."""

from __future__ import annotations

import json

import pytest
from conftest import game_of

import hexgame
from hexgame.proofs import Limits, Refuted
from hexgame.proofs.checking.certificate import checked
from hexgame.proofs.prove import certificate
from hexgame.proofs.reachability import alike, search
from hexgame.proofs.reachability.search import Reached, Search

BOARD = "board { shape rhombus(2) }\n"
MOVING = "turn { may place stone on empty may move stone from s among own to d among adjacent(s) & empty }\n"
TWO = (
    "setup { cell(0, 0) becomes stone of Red cell(1, 1) becomes stone of Blue }\n"
    "turn { move stone from s among own to d among adjacent(s) & empty }\n"
)


def both(game: hexgame.Game) -> tuple[Reached, Reached]:
    """What a search finds that visits one of all images, and what one finds that visits each position."""
    found = [Search(game, Limits(), by_symmetry=each).run("") for each in (True, False)]
    return found[0], found[1]


def numbers(found: Reached) -> tuple[object, ...]:
    examples = (found.drawn, found.stuck, found.cycle)
    return (found.is_whole, found.unfinished, found.ended, found.draws, found.stucks,
            *(each is None for each in examples))  # fmt: skip


@pytest.mark.parametrize(
    ("game", "fewer"),
    [
        (hexgame.load("torex", size=2), 3),
        (hexgame.load("hy2", size=2), 8),
        (game_of(BOARD + MOVING + "win when count(own) > 2\ndraw when count(empty) == 0"), 2),
        (game_of(BOARD + MOVING + "win when count(own) > 1\ndraw when passes == 2"), 2),
        (game_of(BOARD + TWO + "win when count(own) > 1\ndraw when repeats"), 1),
        (game_of(BOARD + "win for Red when count(own) > 1 and count(enemy) > 1"), 2),
        (game_of("board { shape hexagon(2) }\nwin when count(group(last)) > 2"), 1),
    ],
)
def test_a_search_over_images_finds_what_a_search_over_all_positions_finds(game: hexgame.Game, fewer: float) -> None:
    found, plain = both(game)
    assert numbers(found) == numbers(plain)
    assert plain.visited == plain.unfinished + plain.ended
    assert found.visited <= plain.visited / fewer if fewer > 1 else found.visited == plain.visited


def test_a_position_that_comes_again_as_its_image_comes_again_itself_in_the_end() -> None:
    game = game_of(BOARD + TWO + "win when count(own) > 1")
    found = search.attempt(game, "finite", Limits())
    assert isinstance(found, Refuted)
    entry = json.loads(json.dumps(certificate(game, [found])))["verdicts"][0]
    assert "replayed" in checked(game, entry)


def test_endings_that_may_change_places_leave_positions_apart() -> None:
    ends = "edge left: Red edge right: Red edge top: Blue edge bottom: Blue }\n"
    win = "win for Red when connects(own, [left, top])\nwin for Red when connects(own, [right, top])\n"
    game = game_of(BOARD.replace("}", ends) + win)
    assert len(alike.Alike(game).images) == 1


def test_a_symmetry_that_play_does_not_keep_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [tuple(range(4)), (1, 0, 3, 2)]
    monkeypatch.setattr(alike, "cell_images", lambda game, found: wrong)
    left = game_of("board { shape rhombus(2) edge left: Red }\nwin for Red when touches(own, left)")
    assert len(alike.Alike(left).images) == 1
    monkeypatch.setattr(alike.Alike, "_are_played_alike", lambda self, image: True)
    found, plain = both(left)
    assert numbers(found) != numbers(plain)
