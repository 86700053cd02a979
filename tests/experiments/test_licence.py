"""Who wins, told from full boards: only where exactly one player wins every one of them."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from conftest import game_of, long
from sections import EDGED

import hexgame
from hexgame.__main__ import main
from hexgame.experiments import playouts

NO_PIE: dict[str, Any] = {"pie": "no"}


@long("compiled")
@pytest.mark.parametrize("engine", ["compiled", "plain"])
def test_the_winners_of_full_boards_are_those_of_games(engine: str) -> None:
    game = hexgame.load("hex", size=3, **NO_PIE)
    filled = playouts(game, 20_000, seed=3, engine=engine, winners_only=True)
    played = playouts(game, 20_000, seed=4)
    assert filled.games == sum(filled.wins.values()) == 20_000
    assert abs(filled.wins["Red"] - played.wins["Red"]) < 5 * (20_000 / 2) ** 0.5
    assert filled.licence == "each of the 126 full boards has exactly one winner"
    assert not filled.firsts and filled.as_dict()["length"] is None


@long
def test_the_counts_depend_on_number_and_seed_only() -> None:
    game = hexgame.load("hex", size=4, **NO_PIE)
    counts = [
        playouts(game, 13_000, seed=5, engine=engine, jobs=jobs, winners_only=True).wins
        for engine, jobs in (("compiled", 1), ("compiled", 2), ("plain", 1))
    ]
    assert counts[0] == counts[1] == counts[2]
    assert playouts(game, 13_000, seed=6, winners_only=True).wins != counts[0]


@long("torex-*")
@pytest.mark.parametrize(
    ("stem", "options", "trust", "reason"),
    [
        ("torex", {"size": 3}, True, "27 of the 126 full boards do not have exactly one winner"),
        ("torex", {"size": 6}, False, "36 cells are too many"),
        ("torex", {"size": 6}, True, "the rule sheet claims that every full board has exactly one winner; "),
        ("y", {"size": 8}, True, "does not claim `at-least-one-winner` and `at-most-one-winner`"),
        ("hex", {}, True, "full boards do not decide this game"),
        ("knight_vision", {"size": 5}, True, "full boards do not decide this game"),
    ],
)
def test_what_is_not_established_is_refused(stem: str, options: dict[str, object], trust: bool, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        playouts(hexgame.load(stem, **options), 100, winners_only=True, trust_claims=trust)


@pytest.mark.parametrize("piece", ["stone of Red", "stone of Blue", "stone of neutral"])
def test_a_board_that_is_not_empty_at_first_is_refused(piece: str) -> None:
    game = game_of(f"{EDGED}\nsetup {{ cell(1, 1) becomes {piece} }}\nwin when connects(own, own.edges)")
    with pytest.raises(ValueError, match="the board must be empty at first"):
        playouts(game, 100, winners_only=True)


def test_a_player_who_has_no_way_to_win_wins_no_full_board() -> None:
    game = game_of("board { shape rhombus(3) edge top: Red }\nwin for Red when connects(own, Red.edges)")
    assert playouts(game, 100, engine="plain", winners_only=True).wins == {"Red": 100, "Blue": 0}


@long
def test_a_claim_is_taken_where_random_boards_agree() -> None:
    found = playouts(hexgame.load("hex", size=7, **NO_PIE), 6_100, winners_only=True, trust_claims=True)
    assert found.draws == 0
    assert found.licence.startswith("exactly one player wins every full board, as the rule sheet claims")


def test_the_command_tells_why_or_why_not() -> None:
    hexagons = ["playouts", "hex", "--set", "pie=no", "--winners-only", "-n", "1000"]
    told = CliRunner().invoke(main, [*hexagons, "--set", "size=3"])
    assert told.exit_code == 0
    assert "Counted from random full boards: each of the 126 full boards has exactly one winner." in told.output
    refused = CliRunner().invoke(main, hexagons)
    assert refused.exit_code == 2
    assert "--trust-claims" in refused.output
