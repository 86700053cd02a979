"""`choose`: what it offers, what it names, and what it says where it cannot."""

from __future__ import annotations

import pytest
from conftest import game_of

from hexgame import Game, HexgameError, IllegalMove, State, UnreadableMove
from hexgame.diagnostics.diagnostic import Diagnostic

SMALL = "players Red, Blue\nboard { shape rhombus(3)  edge top, bottom: Red  edge left, right: Blue }\n"
ENDS = "\nwin when connects(own, own.edges)\ndraw when turn > 30"


def game(turn: str, items: str = "") -> Game:
    return game_of(f"{SMALL}{items}\nturn {{ {turn} }}{ENDS}")


def errors_of(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(HexgameError) as caught:
        game_of(text)
    return caught.value.diagnostics


def texts(state: State) -> list[str]:
    return [move.text for move in state.legal_moves]


def test_alone_it_names_the_value_for_the_rest_of_the_block() -> None:
    state = game("choose n in 2..4  repeat n { place stone on empty }").start()
    assert texts(state) == ["n 2", "n 3", "n 4"]
    state.play_all(["n 3", "a1", "b1"])
    assert state.to_move == "Red"
    assert state.play("c1").word == "place"
    assert state.to_move == "Blue"


def test_beside_other_decisions_it_names_the_value_in_its_block() -> None:
    state = game("may choose n in 1..3 { set kept = n }  may place stone on empty", "var kept = 0 in 0..9").start()
    assert texts(state)[:3] == ["n 1", "n 2", "n 3"]
    state.play("n 2")
    assert (state.variables["kept"], state.to_move) == ("2", "Blue")


def test_a_range_may_depend_on_play() -> None:
    state = game("choose n in 1..count(own) + 1  then place stone on empty").start()
    assert texts(state) == ["n 1"]
    state.play_all(["n 1", "a1", "n 1", "b1"])
    assert texts(state) == ["n 1", "n 2"]
    with pytest.raises(IllegalMove, match=r"^`n 3` is not possible now; possible: n 1, n 2$"):
        state.play("n 3")


def test_cells_players_names_and_cards() -> None:
    state = game_of(
        f"{SMALL}cards hand = 1..3\nvar aim = up in up, down\n"
        "turn { choose s in empty - corners where s.q > 0  s becomes stone  "
        "then choose p in players where p != own  then choose way in [up, down]  "
        f"if way == up {{ choose card in hand  set hand = hand - {{card}} }} }}{ENDS}"
    ).start()
    assert texts(state) == ["s b1", "s b2", "s c2", "s b3"]
    assert state.play("s b2").cell == "b2"
    assert texts(state) == ["p Blue"]
    state.play("Blue")
    assert texts(state) == ["way up", "way down"]
    state.play_all(["way up", "card 2"])
    assert state.zones["Red"]["hand"] == (1, 3)


def test_forbid_is_asked_of_the_position_after_its_block() -> None:
    state = game("choose s in empty forbid s in corners and s in own { s becomes stone }").start()
    assert texts(state) == ["s b1", "s a2", "s b2", "s c2", "s b3"]


def test_what_is_read() -> None:
    state = game("may choose n in 1..3 { set kept = n }  may place stone on empty", "var kept = 0 in 0..9").start()
    assert [state.read(text).text for text in ("n 2", "2", " n  2 ")] == ["n 2", "n 2", "n 2"]
    with pytest.raises(UnreadableMove, match="to choose: `n 1`, `n 2` or `n 3`"):
        state.play("n 4")
    with pytest.raises(UnreadableMove):
        state.play("m 2")


def test_a_stone_goes_before_a_cell_that_is_chosen() -> None:
    state = game("may choose s in own { s becomes empty }  may place stone on empty").start()
    state.play_all(["a1", "b1"])
    assert state.read("a1").text == "s a1"
    assert state.read("c1").text == "c1"


def test_a_refusal_says_what_is_possible_or_why_it_is_not() -> None:
    state = game('choose n in 0..count(own) where n != 1 "one is too few"  then place stone on empty').start()
    with pytest.raises(IllegalMove, match=r"^`n 5` is not possible now; possible: n 0$"):
        state.play("n 5")
    state.play_all(["n 0", "a1", "n 0", "b1"])
    with pytest.raises(IllegalMove, match=r"^`n 1` is not possible: one is too few$"):
        state.play("n 1")


def test_nothing_to_choose_is_no_move() -> None:
    state = game("choose s in own  then place stone on empty").start()
    assert str(state.outcome) == "a draw (no move)"


@pytest.mark.parametrize(
    ("turn", "code", "words"),
    [
        ("choose n in 0..turn  then place stone on empty", "HG304", "smallest(turn, 100)"),
        ("may choose n in 1..3  may pass  then repeat n { place stone on empty }", "HG517", "only if this was decided"),
        ("choose g in groups(own)  then place stone on empty", "HG520", "numbers, cells, players or names"),
        ("choose n in 3..1  then place stone on empty", "HG520", "1 to 10,000"),
        ("choose n in 1..2  choose m in 1..2  then place stone on empty", "HG504", "then"),
    ],
)
def test_mistakes(turn: str, code: str, words: str) -> None:
    (error,) = errors_of(f"{SMALL}turn {{ {turn} }}{ENDS}")
    assert error.code == code
    assert words in f"{error.message} {error.help} {error.expected}"


def test_a_name_that_is_chosen_must_fit_its_variable() -> None:
    items = f"{SMALL}var way = up in up, down\nvar other = up in up, over\n"
    wrong = errors_of(f"{items}turn {{ choose d in [up, over]  set way = d  then place stone on empty }}{ENDS}")
    assert [error.code for error in wrong] == ["HG519"]


def test_both_ends_of_a_loop_may_depend_on_play() -> None:
    loop = "choose m in 0..2  repeat m..m + count(own & corners) + 1 { place stone on empty }"
    state = game(loop).start()
    state.play_all(["m 0", "stop", "m 2", "a1"])
    assert "stop" not in texts(state)
    state.play("a2")
    assert "stop" in texts(state)
    state.play("b2")
    assert state.to_move == "Red"


def test_where_nothing_is_possible_a_loop_of_no_turns_can_be_left() -> None:
    state = game("choose m in 0..1  repeat m..2 { place stone on empty & corners }").start()
    state.play_all(["m 0", "a1", "stop", "m 1", "c1", "a3", "m 0", "c3"])
    assert state.to_move == "Blue"
    assert texts(state.play_all(["m 0"])) == ["stop"]
    state.undo()
    assert str(state.play_all(["m 1"]).outcome) == "a draw (no move)"


def test_kinds_of_piece() -> None:
    turn = "choose k in kinds where k != man  then place man on c among empty { c becomes k }"
    state = game_of(f"pieces man, king, queen\n{SMALL}turn {{ {turn} }}{ENDS}").start()
    assert texts(state) == ["k king", "k queen"]
    state.play_all(["queen", "b2"])
    assert state.at(4) == ("Red", "queen")
