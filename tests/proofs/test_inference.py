"""What follows for play from a proof about full boards, and where it does not follow."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from conftest import game_of

import hexgame
from hexgame.play.game import Game
from hexgame.proofs import Limits, Proved, Refuted, inference, prove
from hexgame.proofs.checking.certificate import Refused, checked
from hexgame.proofs.prove import certificate
from hexgame.proofs.reachability.search import Search

BOARD = "board { shape rhombus(2) edge top, bottom: Red edge left, right: Blue }"
WIN = "win when connects(own, own.edges)"
FULL = "draw when count(empty) == 0"
TWO = "turn { place stone on empty then place stone on empty }"
CORNERS = "turn { place stone on empty then place stone on corners & empty }"
FOLLOWS = [
    f"turn {{ place stone on empty }}\n{WIN}",
    f"{TWO}\n{WIN}",
    f"{TWO}\n{WIN}\n{FULL}",
    f"turn {{ place stone on empty then place stone of enemy on empty }}\n{WIN}",
    f"turn {{ may place stone on empty may swap on turn 2 then if turn > 1 {{ place stone on empty }} }}\n{WIN}",
    f"turn {{ repeat up to 2 {{ place stone on empty }} }}\n{WIN}",
    f"turn {{ may place stone on empty may pass }}\n{WIN}",
    f"round {{ random who in players as who {{ place stone on empty }} }}\n{WIN}",
    "round { as Red { place stone on empty } as Red { place stone on empty } as Blue { place stone on empty } }\n"
    + WIN,
]
DOES_NOT = [
    f"{CORNERS}\n{WIN}",
    f"turn {{ place stone on c among empty where c.q != 1 or count(own) > 0 }}\n{WIN}",
    f"turn {{ place stone on c among empty forbid count(group(c)) > 1 }}\n{WIN}",
    f"turn {{ place stone on c among empty forbid count(group(c)) > 1 otherwise pass }}\n{WIN}\ndraw when passes == 2",
    f"{TWO}\nwin at end of turn when connects(own, own.edges)\ndraw at end of turn when count(empty) == 0",
    f"turn {{ may place stone on empty may pass }}\n{WIN}\ndraw when passes == 2",
    f"setup {{ as Red {{ place stone on empty }} }}\n{TWO}\n{WIN}",
]


def game(rules: str) -> Game:
    return game_of(f"{BOARD}\n{rules}")


@pytest.mark.parametrize("rules", FOLLOWS)
def test_no_draws_where_there_is_room_until_the_board_is_full(rules: str) -> None:
    found = prove(game(rules), "no-draws")
    assert isinstance(found, Proved) and found.method == "topology"
    play = Search(game(rules), Limits()).run("")
    assert play.is_whole and play.drawn is None and play.ended
    assert checked(game(rules), json.loads(json.dumps(certificate(game(rules), [found])))["verdicts"][0])


@pytest.mark.parametrize("rules", DOES_NOT)
def test_nothing_follows_where_a_game_may_end_before(rules: str) -> None:
    assert not inference.draws_on_full_boards_alone(game(rules))
    play = Search(game(rules), Limits()).run("")
    assert play.is_whole and isinstance(prove(game(rules), "no-draws"), Refuted if play.drawn else Proved)


@pytest.mark.parametrize("rules", [DOES_NOT[0], DOES_NOT[2], DOES_NOT[4]])
def test_without_a_hypothesis_the_certificate_is_refused(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proved of full boards, said of play where games are drawn before."""
    monkeypatch.setattr(import_module("hexgame.proofs.prove"), "draws_on_full_boards_alone", lambda game: True)
    found = prove(game(rules), "no-draws")
    assert isinstance(found, Proved) and found.method == "topology", "a proof that is wrong"
    entry = json.loads(json.dumps(certificate(game(rules), [found])))["verdicts"][0]
    with pytest.raises(Refused):
        checked(game(rules), entry)


def test_a_full_board_on_which_play_goes_on_is_no_draw() -> None:
    rules = (
        "turn { place stone on empty otherwise pass }\nwin when connects(own, [top, bottom]) and connects(own, sides)"
    )
    assert inference.draws_on_full_boards_alone(game(rules))
    assert isinstance(prove(game(rules), "at-least-one-winner"), Refuted)
    found = prove(game(rules), "no-draws")
    assert isinstance(found, Proved) and found.method == "reachability"


@pytest.mark.parametrize("name", ["esa_hex", "master_y", "bipartisan_y", "random_turn_hex"])
def test_games_of_several_stones_a_turn_have_no_draws(name: str) -> None:
    for claim in ("no-draws", "always-a-move"):
        found = prove(hexgame.load(name), claim)
        assert isinstance(found, Proved) and found.method == "topology"
