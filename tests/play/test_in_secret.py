"""What players choose together: each in secret, told to nobody, then done for all."""

from __future__ import annotations

import random

import pytest
from conftest import game_of

import hexgame
from hexgame import HexgameError
from hexgame.players.exact.judge import check
from hexgame.players.exact.solution import Unsolvable
from hexgame.players.protocol import Limits
from hexgame.players.search.guesses import guess
from hexgame.players.search.player import TreePlayer

HEAD = "players Red, Blue\nboard { shape rhombus(3)  edge top, bottom: Red  edge left, right: Blue }\n"
AIMS = """
var aim = none in cells, none for each player
round {
  together { choose c in empty { set aim = c } }
  for p in players { p.aim becomes stone of p }
  if Red.aim == Blue.aim { Red.aim becomes stone of neutral }
}
win when connects(own | neutral, own.edges) and not connects(enemy | neutral, enemy.edges)
draw when empty == {}
"""
BIDS = """
var bid = 0 in 0..4 for each player
var chips = 4 in 0..4 for each player
round {
  together { choose n in 0..chips where n != 3 { set bid = n  set chips = chips - n } }
  let p = if Red.bid > Blue.bid then Red else Blue
  as p { place stone on empty }
}
win when connects(own, own.edges)
"""


def aims() -> hexgame.State:
    return game_of(HEAD + AIMS).start()


def test_each_chooses_by_a_move_of_its_own_and_then_it_is_done_for_all() -> None:
    state = aims()
    assert (state.way, state.deciders, len(state.legal_moves)) == ("secret", ("Red",), 9)
    state.play("c a1")
    assert (state.deciders, len(state.legal_moves)) == (("Blue",), 9)
    assert state.pieces["Red"] == {"stone": ()}
    state.play("c b2")
    assert state.pieces == {"Red": {"stone": ("a1",)}, "Blue": {"stone": ("b2",)}}
    state.play_all(["c c1", "c c1"])
    assert state.pieces["neutral"] == {"stone": ("c1",)}


def test_the_blocks_run_in_the_order_of_the_players() -> None:
    rules = "var order = 0 in 0..99\nround { together { choose n in 1..9 { set order = order * 10 + n } }" \
            " as Red { place stone on empty } }\nwin when connects(own, own.edges)"  # fmt: skip
    state = game_of(HEAD + rules).start().play_all(["n 4", "n 7"])
    assert state.variables["order"] == "47"


def test_nobody_learns_what_another_chose() -> None:
    state = aims()
    state.play("c a1")
    red, blue = state.view("Red"), state.view("Blue")
    assert str(red.last_move) == "c a1"
    assert blue.last_move is None
    assert red.knows_all and not blue.knows_all
    with pytest.raises(ValueError, match="hides something from Blue"):
        blue.state  # noqa: B018 - that it raises is the test
    assert blue.variables == red.variables == {}
    assert blue.player_variables == {"aim": {"Red": "none", "Blue": "none"}}
    state.play("c b2")
    assert state.view("Red").last_move is None
    assert state.view("Blue").knows_all


def test_what_others_chose_is_imagined_anew_from_all_that_they_could() -> None:
    state = aims()
    state.play("c a1")
    dice, view = random.Random(3), state.view("Blue")
    drawn = set()
    for _ in range(200):
        imagined = guess(view, dice)
        assert imagined is not None and imagined.moves == ()
        imagined.play("c c3")
        drawn |= {imagined.pieces["Red"]["stone"] or imagined.pieces["neutral"]["stone"]}
    assert drawn == {(name,) for name in state.game.board.names}


def test_numbers_that_depend_on_who_chooses_are_imagined_too() -> None:
    state = game_of(HEAD + BIDS).start().play_all(["n 4", "n 1", "b2", "n 0"])
    assert [move.text for move in state.legal_moves] == ["n 0", "n 1", "n 2"]
    assert state.view("Blue").imagined(random.Random(1)).play("n 2") is not None


def test_a_search_chooses_without_knowing() -> None:
    state = aims()
    state.play("c a1")
    choice = TreePlayer(1).choose(state.view("Blue"), Limits(simulations=200))
    assert choice.move in state.legal_moves


PENNIES = """
var coin = 0 in 0..3 for each player
round { together { choose n in 1..3 { set coin = n } } }
win for Blue when Red.coin == Blue.coin and Red.coin > 0
win for Red when Red.coin != Blue.coin and Blue.coin > 0
"""


@pytest.mark.parametrize(("more", "is_proved"), [("", False), ("win for Red when Blue.coin > 0\n", True)])
def test_what_another_could_answer_in_secret_proves_nothing(more: str, is_proved: bool) -> None:
    """Blue wins a third of the games, but all where Blue knows what Red chose; unless Red wins whatever is chosen."""
    state = game_of(HEAD + PENNIES.replace("win for Blue", more + "win for Blue")).start()
    choice = TreePlayer(1).choose(state.view("Red"), Limits(simulations=300))
    assert (choice.proved, choice.values[0] == 1) == (is_proved, is_proved)


def test_it_has_no_exact_value() -> None:
    with pytest.raises(Unsolvable, match="several players decide at once"):
        check(aims())


def test_a_turn_goes_on_with_its_player() -> None:
    turn = "var n = 0 in 0..9 for each player\nturn { together { choose k in 1..2 { set n = k } }" \
           " place stone on empty }\nwin when connects(own, own.edges)"  # fmt: skip
    state = game_of(HEAD + turn).start().play_all(["k 1", "k 2"])
    assert state.to_move == "Red"
    state.play_all(["a1", "k 2", "k 2"])
    assert state.to_move == "Blue"


def test_in_a_set_up() -> None:
    rules = "cards hand = 1..3, out = {}\nvar aim = none in cells, none for each player\nsetup { repeat 2 { " \
            "together { choose c in corners & empty { c becomes stone } } } together { pick 1 from hand into out } }" \
            "\nturn { place stone on empty }\nwin when connects(own, own.edges)"  # fmt: skip
    state = game_of(HEAD + rules).start().play_all(["c a1", "c c3", "c c1", "c a3", "{1}/{3}"])
    assert state.to_move == "Red"
    assert state.pieces == {"Red": {"stone": ("a1", "c1")}, "Blue": {"stone": ("a3", "c3")}}


@pytest.mark.parametrize(
    ("together", "words"),
    [
        ("choose n in 0..9", "nothing keeps their choices"),
        ("choose n in 0..9 forbid n == 3 { set bid = n }", "only `where`"),
        ("choose n in 0..9 on turn 1 { set bid = n }", "only `where`"),
        ("place stone on empty", "one `choose` or one `pick`"),
        ("may choose n in 0..9 { set bid = n }", "one `choose` or one `pick`"),
    ],
)
def test_mistakes(together: str, words: str) -> None:
    rounds = f"round {{ together {{ {together} }} as Red {{ place stone on empty }} }}"
    with pytest.raises(HexgameError) as caught:
        game_of(f"{HEAD}var bid = 0 in 0..9 for each player\n{rounds}\nwin when connects(own, own.edges)")
    assert [each.code for each in caught.value.diagnostics] == ["HG512"]
    assert words in str(caught.value)


def test_endings_are_checked_once_all_have_chosen_and_what_they_chose_is_done() -> None:
    rules = """
    marks flag
    setup { together { choose c in cells { set flag = {c} } } }
    turn { place stone on c among empty { c becomes stone  set enemy.flag = enemy.flag - {c} } }
    lose "the flag is taken" when flag == {}
    """
    state = game_of(HEAD + rules).start()
    assert state.play_all(["c a1", "c b2"]).outcome is None
    assert state.play_all(["c3", "a1"]).outcome == hexgame.Outcome("Blue", "the flag is taken")


@pytest.mark.parametrize(
    ("choices", "winner"), [(["n 4", "n 4"], "Red"), (["n 1", "n 4"], "Blue"), (["n 1", "n 1"], None)]
)
def test_endings_are_checked_in_the_order_of_the_players_once_all_have_chosen(
    choices: list[str], winner: str | None
) -> None:
    rules = """
    var bid = 0 in 0..4 for each player
    turn { together { choose n in 0..4 { set bid = n } } place stone on empty }
    win when bid == 4
    """
    state = game_of(HEAD + rules).start().play_all(choices[:1])
    assert state.outcome is None
    state.play(choices[1])
    assert (state.outcome and state.outcome.winner) == winner
