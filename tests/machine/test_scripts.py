"""Turns, rounds and what happens in them, seen from outside: small games with what must be true of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from conftest import Run, complete, game_of
from lockstep import play_in_lockstep

import hexgame
from hexgame import AmbiguousMove, HexgameError, IllegalMove, Outcome, Source, State, UnreadableMove

LINE = 'board { shape map("o o o o o o") }'
"""Six cells in a row: a1 to f1."""

SQUARE = "board { grid square shape rhombus(5) }"


def played(text: str, *moves: str, **options: object) -> State:
    """The state of a small game after some moves."""
    return game_of(text, **options).start(seed=1).play_all(moves)


def legal(state: State) -> set[str]:
    return set(map(str, state.legal_moves))


def refusal(state: State, move: str) -> str:
    """Why a move is refused, which must change nothing."""
    before = state.copy()
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert state == before
    return str(error.value)


def movers(state: State, *moves: str) -> str:
    """Who decides before each of some moves and after the last, by first letters."""
    found = []
    for move in moves:
        found.append(state.to_move or "-")
        state.play(move)
    return "".join(name[0] for name in [*found, state.to_move or "-"])


# Turns of several decisions


TWO_EACH = "turn { place stone on empty then place stone on empty }"


def test_two_decisions_a_turn_are_made_by_the_same_player() -> None:
    assert movers(played(TWO_EACH), "a1", "a2", "a3", "a4", "a5") == "RRBBRR"


def test_turns_are_counted_as_turns_and_not_as_decisions() -> None:
    state = played("turn { place stone on empty then may place stone on empty may pass }\ndraw when turn == 3")
    assert movers(state, "a1", "pass", "b1", "b2") == "RRBBR"
    assert state.outcome is None
    state.play("a2")
    assert state.outcome == Outcome(None)


def test_own_turns_counts_whole_turns() -> None:
    text = f"{TWO_EACH}\nwin when own.turns == 2 and count(own) > 0"
    state = played(text, "a1", "a2", "b1", "b2", "a3")
    assert state.outcome is None
    state.play("a4")
    assert state.outcome == Outcome("Red")


def test_a_game_may_end_between_the_decisions_of_a_turn() -> None:
    state = played(f"{TWO_EACH}\nwin when count(own) == 3", "a1", "a2", "b1", "b2", "c1")
    assert state.outcome == Outcome("Red")


def test_a_condition_chooses_among_the_parts_of_a_turn() -> None:
    text = "turn { place stone on empty if turn > 1 { place stone on empty } else { } }"
    assert movers(played(text), "a1", "a2", "a3", "a4", "a5") == "RBBRRB"
    either = "turn { if count(own) == 0 { place stone on corners } else { place stone on empty - corners } }"
    state = played(either)
    assert legal(state) == {"a1", "e1", "a5", "e5"}
    state.play_all(["a1", "e5"])
    assert len(state.legal_moves) == 21


def test_the_condition_of_a_branch_is_asked_when_it_is_reached() -> None:
    state = played("turn { place stone on empty if count(own) == 2 { place stone on corners & empty } }")
    assert movers(state, "b1", "b2", "c1", "a1", "c2", "e5", "d1") == "RBRRBBRB"


def test_an_otherwise_belongs_to_the_choice_before_it() -> None:
    text = "turn { place stone on corners & empty otherwise pass then place stone on empty - corners }"
    state = played(text, "a1", "b1", "e1", "b2", "a5", "b3", "e5", "b4")
    assert legal(state) == {"pass"}
    assert refusal(state, "c1") == "`c1` is not possible now"
    state.play("pass")
    assert state.to_move == "Red"
    assert "c1" in legal(state)


def test_several_otherwises_stand_behind_one_another() -> None:
    text = """
    board { shape rhombus(2) }
    turn { place stone on {cell(0, 0)} & empty otherwise place stone on {cell(1, 1)} & empty otherwise pass }
    """
    state = played(text)
    assert refusal(state, "b2")
    assert refusal(state, "pass") == "`pass` is possible only if no other move is"
    for move in ("a1", "b2", "pass", "pass"):
        assert legal(state) == {move}
        state.play(move)


def test_what_belongs_to_another_choice_is_not_to_be_decided_now() -> None:
    text = "cards hand = 1..3, bid = {}\nturn { place stone on empty then pick 1 from hand into bid }"
    state = played(text)
    assert refusal(state, "{1}") == "`{1}` is not part of this decision"
    state.play("a1")
    assert refusal(state, "a2") == "`a2` is not part of this decision"


def test_a_repeat_repeats() -> None:
    assert movers(played("turn { repeat 3 { place stone on empty } }"), "a1", "a2", "a3", "b1") == "RRRBB"
    state = played("turn { repeat count(own & corners) + 1 { place stone on empty } }", "a1", "b1", "a2")
    assert movers(state, "a3", "b2", "c1", "c2") == "RBRRB"


def test_how_often_is_worked_out_when_the_repeat_begins() -> None:
    state = played("turn { repeat count(own) + 1 { place stone on empty } }\nwin when count(own) > 12")
    moves = ["a1", "b1", "a2", "a3", "b2", "b3", "a4", "a5", "c1", "c2"]
    assert movers(state, *moves) == "RBRRBBRRRRB"


def test_a_repeat_of_nothing_is_passed_over() -> None:
    assert movers(played("turn { place stone on empty repeat 0 { place stone on empty } }"), "a1") == "RB"
    assert movers(played("turn { place stone on empty repeat 0 - 2 { place stone on empty } }"), "a1") == "RB"


FALL = """
board { grid square shape rhombus(4) relation below(c) = {d for d in adjacent(c) where d.r > c.r} }
turn {
  place stone on c among top & empty {
    c becomes stone
    repeat STEPS while below(own | enemy) & empty != {} { for s in own | enemy, d in below(s) & empty { s to d } }
  }
}
win when row(own) >= 4
draw when count(empty) == 0
"""


@pytest.mark.parametrize(
    ("steps", "first", "second"), [(9, "a4", "a3"), (3, "a4", "a3"), (2, "a3", "a3"), (0, "a1", "")]
)
def test_effects_are_repeated_while_a_condition_holds(steps: int, first: str, second: str) -> None:
    """A stone falls by one row each time; what is left to fall goes on falling in the next turn."""
    state = game_of(FALL.replace("STEPS", str(steps))).start()
    state.play("a1")
    assert state.pieces["Red"]["stone"] == (first,)
    if second:
        state.play("a1")
        assert state.pieces["Blue"]["stone"] == (second,)


def test_a_repeated_effect_is_what_it_is_written_out() -> None:
    """Once for all steps that there can be: those after the last change nothing."""
    early, whole = (
        game_of(FALL.replace("STEPS", "3")),
        game_of(FALL.replace("repeat STEPS while below(own | enemy) & empty != {}", "repeat 3")),
    )
    for number in range(20):
        draw, one, other = random.Random(number), early.start(), whole.start()
        while not one.is_over:
            move = str(draw.choice(one.legal_moves))
            one.play(move)
            other.play(move)
            assert one.pieces == other.pieces
        assert one.outcome == other.outcome
    play_in_lockstep(early, 10, seed=3)


def test_choices_are_repeated_while_a_condition_holds() -> None:
    """The condition is tested before each choice."""
    text = "turn { place stone on empty repeat 3 while count(own) < 3 { place stone on empty } }"
    state = game_of(text + "draw when count(empty) == 0").start()
    assert movers(state, *["a1", "b1", "c1", "a2", "b2", "c2", "d2", "e2"]) == "RRRBBBRBR"


def test_a_repeat_while_possible_ends_where_nothing_is() -> None:
    text = "turn { place stone on empty repeat while possible { place stone on corners & empty } }"
    assert movers(played(text), "c3", "a1", "e1", "a5", "e5", "b2") == "RRRRRBR"


def test_what_is_possible_is_asked_anew_each_time() -> None:
    text = """
    turn {
      place stone on empty
      repeat while possible { place stone on c among empty where last in own and c in adjacent(last) and c.r == 0 }
    }
    win when count(own) > 20
    """
    state = played(text)
    assert movers(state, "c1") == "RR"
    assert legal(state) == {"b1", "d1"}
    state.play("b1")
    assert legal(state) == {"a1"}
    assert movers(state, "a1", "e5") == "RBR"


def test_after_a_repeat_while_possible_the_turn_goes_on() -> None:
    text = "turn { place stone on empty repeat while possible { place stone on corners & empty } then pass }"
    state = played(f"{text}\ndraw when passes == 9", "c3", "a1", "e1", "a5", "e5")
    assert (state.to_move, legal(state)) == ("Red", {"pass"})


def test_a_loop_over_what_is_known_runs_once_for_each() -> None:
    state = played("turn { for i in 0..2 { place stone on c among empty where c.q == i } }")
    for column in "abcabc":
        assert {move[0] for move in legal(state)} == {column}
        state.play(f"{column}{1 if state.to_move == 'Red' else 2}")


def test_a_loop_runs_over_players_cells_and_names() -> None:
    state = played("turn { for p in players { place stone of p on empty } }")
    state.play_all(["a1", "a2"])
    assert state.pieces == {"Red": {"stone": ("a1",)}, "Blue": {"stone": ("a2",)}}
    state = played("turn { for c in corners { place stone on adjacent(c) & empty } }")
    assert legal(state) == {"b1", "a2"}


def test_loops_in_one_another_change_the_last_name_fastest() -> None:
    text = "turn { for q in 0..1, r in 0..1 { place stone on {cell(q, r)} otherwise pass } }"
    codes = hexgame.check(Source("t", complete(text)))
    assert [found.code for found in codes] == ["HG303"]
    state = played("turn { for q in 0..1, r in 0..1 { place stone on c among empty where c.q == q and c.r == r } }")
    assert movers(state, "a1", "a2", "b1", "b2") == "RRRR-"  # Blue finds nothing


def test_a_loop_asks_its_where_for_each() -> None:
    state = played(
        "turn { for n in 1..4 where n mod 2 == 0 { place stone on c among empty where c.q == n } place stone on empty }"
    )
    assert movers(state, "c1", "e1", "a1") == "RRRB"


def test_a_loop_over_a_set_asks_for_each_cell_when_its_turn_comes() -> None:
    text = """
    turn {
      place stone on empty
      for c in own & top { place stone on d among empty where d.q == c.q and d.r > 0 otherwise pass }
    }
    """
    state = played(text)
    state.play("b1")
    assert legal(state) == {"b2", "b3", "b4", "b5"}
    assert movers(state, "b2", "e5", "d1") == "RBRR"
    assert legal(state) == {"b3", "b4", "b5"}  # first for b1, then for d1
    state.play("b3")
    assert legal(state) == {"d2", "d3", "d4", "d5"}


def test_a_loop_over_a_hand_of_cards_runs_in_order() -> None:
    text = """
    cards hand = {1, 3, 4}
    turn { place stone on empty for n in hand { place stone on c among empty where c.q == n } }
    """
    assert movers(played(text), "a1", "b1", "d1", "e1") == "RRRRB"


def test_a_let_keeps_its_value() -> None:
    text = """
    turn {
      let before = count(empty)
      let first = last
      place stone on empty
      then place stone on c among empty where c.q == before mod 5 or c == first
      otherwise pass
    }
    """
    state = played(text, "a1")  # 25 were empty, and there was no last stone
    assert legal(state) == {"a2", "a3", "a4", "a5"}
    state.play_all(["a2", "e1"])  # 23 were empty
    assert legal(state) == {f"d{row}" for row in range(1, 6)}


def test_a_let_in_a_block_keeps_its_value_too() -> None:
    text = """
    var n = 0 in 0..25
    turn {
      place stone on c among empty {
        let before = count(own)
        c becomes stone
        adjacent(c) becomes stone
        set n = before
      }
    }
    win when count(own) > 20
    """
    state = played(text, "a1")
    assert state.variables["n"] == "0"
    state.play_all(["e5", "c1"])
    assert state.variables["n"] == "3"


def test_a_piece_of_a_turn_stands_in_a_set_up_too() -> None:
    text = """
    setup { repeat 2 { as Red { place stone on empty } as Blue { place stone on empty - corners } } }
    turn { may place stone on empty may pass }
    draw when passes == 2
    """
    state = played(text)
    assert movers(state, "a1", "b1", "e1", "b2", "pass", "pass") == "RBRBRB-"


# Swaps


def test_a_swap_ends_the_turn_whatever_would_come() -> None:
    text = "turn { may place stone on empty may swap on turn 2 then place stone on empty }"
    state = played(text)
    assert movers(state, "a1", "a2", "swap", "b1", "b2", "c1") == "RRBBBRR"
    assert [state.seat(player) for player in ("Red", "Blue")] == [1, 0]


def test_a_swap_is_not_a_turn_of_the_colour() -> None:
    text = "turn { may place stone on empty may swap on turn 2 }\nwin when own.turns == 2 and count(own) > 0"
    state = played(text, "a1", "swap", "b1", "a2")
    assert state.outcome == Outcome("Red")


def test_a_swap_may_follow_a_decision() -> None:
    text = """
    var t = no in yes, no
    turn {
      may place stone on empty
      may pass where not t { set t = yes if own == Blue { swap } }
    }
    """
    state = played(text)
    assert movers(state, "a1", "pass", "b1", "a2") == "RBBRB"
    assert state.seat("Red") == 1
    other = played(text, "pass")
    assert (other.to_move, other.seat("Red")) == ("Blue", 0)


# Again


def test_again_has_the_same_choice_made_once_more() -> None:
    text = (
        "turn { place stone on c among empty { c becomes stone if c in corners { again } } then place stone on empty }"
    )
    assert movers(played(text), "a1", "e5", "c3", "b2", "c1") == "RRRRBB"


def test_dark_stones_are_run_into() -> None:
    text = """
    marks found
    sees empty | own | found
    turn {
      place stone on c among cells - own - found {
        if c in enemy { set found = found | {c} again } else { c becomes stone }
      }
    }
    """
    state = played(text, "c3", "a1")
    assert "a1" in legal(state)
    state.play("a1")
    assert (state.to_move, state.marks["Red"]["found"]) == ("Red", ("a1",))
    assert "a1" not in legal(state)
    assert refusal(state, "a1").startswith("a1 is occupied by a stone of Blue")
    assert state.pieces["Blue"]["stone"] == ("a1",)


# Three players and more


THREE = "players A, B, C"


def test_three_players_take_turns() -> None:
    assert movers(played(THREE), "a1", "a2", "a3", "a4") == "ABCAB"


def test_who_loses_is_out_and_the_last_one_left_wins() -> None:
    state = played(f"{THREE}\nlose when count(own & corners) > 0", "b1", "a1")
    assert (state.outcome, state.to_move) == (None, "C")
    assert movers(state, "b2", "b3", "b4", "e1") == "CACA-"
    assert state.outcome == Outcome("C")


def test_who_is_out_comes_never_again_nor_wins() -> None:
    text = f"{THREE}\nwin when count(own) == 3\nlose for B when count(own) == 2"
    state = played(text, "a1", "b1", "c1", "a2", "b2")
    assert state.loses == ("B",)
    assert movers(state, "c2", "a3") == "CA-"
    assert state.outcome == Outcome("A")


def test_several_can_be_taken_out_at_once() -> None:
    state = played(f"{THREE}\nlose when count(own) == 1 and count(empty) == 22", "a1", "b1")
    state.play("c1")
    assert state.outcome == Outcome("B")  # C decided and is out first, then A


def test_who_is_out_decides_no_more_of_their_turn() -> None:
    text = f"{THREE}\nturn {{ place stone on empty then place stone on empty }}\nlose when count(own & corners) > 0"
    assert movers(played(text), "a1", "b1", "b2", "c1", "c2", "b3") == "ABBCCBB"


def test_who_is_out_is_passed_over_in_a_round() -> None:
    text = f"""
    {THREE}
    round {{ for p in players {{ as p {{ place stone on empty then place stone on empty }} }} }}
    lose when count(own & corners) > 0
    win when count(own) > 9
    """
    assert movers(played(text), "b1", "b2", "a1", "c1", "c2", "d1") == "AABCCAA"


def test_a_round_in_which_only_others_decide_ends_the_game() -> None:
    text = f"{THREE}\nround {{ as A {{ place stone on empty }} }}\nlose when count(own) == 2"
    assert played(text, "a1", "a2").outcome == Outcome(None, "no move")


# Rounds


def test_in_a_round_the_script_says_who_decides() -> None:
    text = "round { as Blue { place stone on empty then place stone on empty } as Red { place stone on empty } }"
    assert movers(played(text), "a1", "a2", "b1", "a3") == "BBRBB"


def test_a_round_counts_as_one_turn() -> None:
    text = "round { for p in players { as p { place stone on empty } } }\ndraw when turn == 3"
    state = played(text, "a1", "a2", "a3", "a4")
    assert state.outcome is None
    state.play("a5")
    assert state.outcome == Outcome(None)


def test_the_mover_may_be_a_variable() -> None:
    text = """
    var who = Blue in Red, Blue
    round { as who { place stone on c among empty { c becomes stone if c in corners { set who = who.opponent } } } }
    """
    assert movers(played(text), "b2", "a1", "b3", "e1", "b4") == "BBRRBB"


AUCTION = """
cards hand = 1..3, bid = {}, table = {}
round {
  together { pick 1 from hand into bid }
  for n in 1..3, p in players where n in p.bid and not n in p.opponent.bid { as p { place stone on empty } }
  for p in players { p.bid to p.table }
}
win when count(own) > 4
draw when quiet == 2
"""


def test_a_decision_together_is_one_decision_of_all() -> None:
    state = played(AUCTION)
    assert (state.deciders, state.to_move, state.way) == (("Red", "Blue"), None, "together")
    assert legal(state) == {f"{{{red}}}/{{{blue}}}" for red in (1, 2, 3) for blue in (1, 2, 3)}
    assert [str(move) for move in state.choices("Red")] == ["{1}", "{2}", "{3}"]
    state.play("{2}/{1}")
    assert movers(state, "a1", "b1") == "BR-"
    assert state.zones["Red"] == {"hand": (1, 3), "bid": (), "table": (2,)}


def test_parts_of_a_decision_are_joined() -> None:
    state = played(AUCTION)
    state.join(Blue="{3}", Red="{1}")
    assert str(state.last_move) == "{1}/{3}"
    with pytest.raises(IllegalMove, match="Red must decide, not Red and Blue"):
        state.join(Red="{1}", Blue="{2}")
    with pytest.raises(IllegalMove, match="Red must decide, not nobody"):
        state.join()


def test_where_nobody_decides_no_parts_are_joined() -> None:
    text = "round { random x in cells as Red { place stone on empty } } win when count(own) == 1"
    state = game_of(text).start(decide_chance=False)
    with pytest.raises(IllegalMove, match="nobody decides here: chance does"):
        state.join()
    state.let_chance_decide(seed=1)
    state.join(Red="a1")
    with pytest.raises(IllegalMove, match="nobody decides here: the game is over"):
        state.join()


def test_cards_are_only_where_they_were_laid() -> None:
    state = played(AUCTION, "{2}/{1}", "a1", "b1")
    assert refusal(state, "{2}/{2}") == "`{2}/{2}` takes cards that are not in `hand`"
    assert "{2}/{2}" not in legal(state)
    assert len(legal(state)) == 4
    for player, zones in state.zones.items():
        assert sorted(card for cards in zones.values() for card in cards) == [1, 2, 3], player


def test_a_round_that_changes_nothing_is_quiet() -> None:
    state = played(AUCTION, "{1}/{1}")
    assert state.outcome is None
    state.play("{2}/{2}")
    assert state.outcome == Outcome(None)
    state = played(AUCTION, "{1}/{1}", "{2}/{3}", "a1", "b1", "{3}/{2}", "c1", "d1")
    assert str(state.outcome) == "a draw (no move)"  # no cards are left


def test_transfers_take_everything_and_keep_what_lies_there() -> None:
    text = """
    cards hand = 1..3, table = 5..6
    turn { may pick 1 from hand into table may place stone on c among empty { c becomes stone table to hand } }
    """
    state = played(text, "{2}", "{1}", "a1")
    assert state.zones == {
        "Red": {"hand": (1, 2, 3, 5, 6), "table": ()},
        "Blue": {"hand": (2, 3), "table": (1, 5, 6)},
    }


def test_a_transfer_to_oneself_loses_nothing() -> None:
    text = """
    cards hand = 1..3
    round { for p in players { p.hand to Red.hand } as Red { place stone on empty } }
    """
    assert played(text).zones == {"Red": {"hand": (1, 2, 3)}, "Blue": {"hand": ()}}


def test_cards_can_be_set_and_asked_for() -> None:
    text = """
    cards hand = 1..3
    turn { place stone on c among empty where c.q in hand { c becomes stone set hand = hand - {1, 2} | {4} } }
    """
    state = played(text)
    assert {move[0] for move in legal(state)} == {"b", "c", "d"}
    state.play_all(["b1", "c1"])
    assert state.zones["Red"]["hand"] == (3, 4)
    assert {move[0] for move in legal(state)} == {"d", "e"}


def test_cards_that_play_names_make_sets() -> None:
    text = """
    cards hand = 1..4, table = {}
    turn {
      place stone on c among empty where {c.q, c.r} == {c.q} or count({c.q, c.r, 40} & hand) == 2 {
        c becomes stone
        set hand = hand - {c.q, c.r}
        for n in hand where n > c.q { set table = table | {n, n - 9, count(own)} }
      }
    }
    """
    state = played(text)
    assert legal(state) == {f"{'abcde'[q]}{r + 1}" for q in range(5) for r in range(5) if q == r or q * r > 0}
    state.play("c4")
    assert state.zones["Red"] == {"hand": (1, 4), "table": (1, 4)}


def test_a_pick_may_have_conditions_and_consequences() -> None:
    text = """
    cards hand = 1..4, bid = {}
    turn {
      pick 2 from hand into bid forbid 3 in bid { corners becomes stone of neutral }
      otherwise place stone on empty
    }
    """
    state = played(text)
    assert legal(state) == {"{1,2}", "{1,4}", "{2,4}"}
    assert refusal(state, "{1,3}") == "`{1,3}` is forbidden: the rules refuse the position after it"
    state.play("{1,4}")
    assert state.pieces["neutral"]["stone"] == ("a1", "e1", "a5", "e5")
    state.play("{1,2}")
    assert refusal(state, "{2,3}").startswith("`{2,3}` is forbidden")
    assert "b1" in legal(state)


# What decisions and blocks do


def test_a_block_replaces_the_plain_effect() -> None:
    state = played("turn { place stone on c among empty { adjacent(c) becomes stone } }", "a1")
    assert state.pieces["Red"]["stone"] == ("b1", "a2")


def test_a_set_changes_at_once_and_a_loop_one_by_one() -> None:
    at_once = f"{LINE}\nturn {{ place stone on c among empty {{ c becomes stone liberties(own) becomes stone }} }}"
    assert played(at_once, "b1").pieces["Red"]["stone"] == ("a1", "b1", "c1")
    by_one = f"""
    {LINE}
    turn {{
      place stone on c among empty {{
        c becomes stone
        for d in empty where count(adjacent(d) & own) > 0 {{ d becomes stone }}
      }}
    }}
    """
    assert played(by_one, "b1").pieces["Red"]["stone"] == ("a1", "b1", "c1", "d1", "e1", "f1")


def test_a_loop_over_cells_is_a_snapshot() -> None:
    text = f"""
    {LINE}
    turn {{
      place stone on c among empty {{
        c becomes stone
        for d in own {{ adjacent(d) becomes stone }}
      }}
    }}
    """
    assert played(text, "e1").pieces["Red"]["stone"] == ("d1", "e1", "f1")


def test_a_loop_over_groups_sees_the_groups_as_they_were() -> None:
    text = f"""
    {LINE}
    turn {{
      place stone on c among empty {{
        c becomes stone
        for g in groups(own) where count(g) == 1 {{ liberties(g) becomes stone }}
      }}
    }}
    """
    state = game_of(text).position({"Red": ["a1"]}, to_move="Red")
    state.play("c1")
    assert state.pieces["Red"]["stone"] == ("a1", "b1", "c1", "d1")


CAPTURE = f"""
{SQUARE}
define captured(g) = count(liberties(g)) == 0
turn {{
  may place stone on c among empty forbid captured(group(c)) {{
    c becomes stone
    for g in groups(enemy) where captured(g) {{ g becomes empty }}
  }}
  may pass
}}
win when count(own) > 12
draw when passes == 2
"""


def test_groups_without_liberties_are_captured() -> None:
    state = game_of(CAPTURE).position({"Red": ["a2", "b2"], "Blue": ["a1", "b1", "e5"]}, to_move="Red")
    state.play("c1")
    assert state.pieces == {"Red": {"stone": ("c1", "a2", "b2")}, "Blue": {"stone": ("e5",)}}


def test_a_forbid_is_judged_after_the_captures() -> None:
    game = game_of(CAPTURE)
    suicide = game.position({"Red": ["b1", "a2"]}, to_move="Blue")
    assert refusal(suicide, "a1") == "`a1` is forbidden: the rules refuse the position after it"
    assert "a1" not in legal(suicide)
    capture = game.position({"Red": ["b1", "a2"], "Blue": ["c1", "b2", "a3"]}, to_move="Blue")
    assert "a1" in legal(capture)
    capture.play("a1")
    assert capture.pieces == {"Red": {"stone": ()}, "Blue": {"stone": ("a1", "c1", "b2", "a3")}}


def test_what_is_only_tried_leaves_no_trace() -> None:
    text = """
    cards hand = 1..2, table = {}
    marks seen
    var n = 0 in 0..9
    turn {
      may place stone on c among empty forbid n == 2 or 2 in table or c in seen {
        c becomes stone
        set n = n + 1
        set seen = seen | adjacent(c)
        hand to table
        set table = table - {2}
        if count(own) > 2 { set n = 2 }
      }
      may pass
    }
    """
    state = played(text)
    before = state.vector[: state.game.machine.layout.position_size]
    for _ in range(2):
        assert len(state.legal_moves) == 26
    assert state.vector[: state.game.machine.layout.position_size] == before
    assert (state.variables["n"], state.zones["Red"]["hand"], state.marks["Red"]["seen"]) == ("0", (1, 2), ())
    state.play("a1")
    assert legal(state) == {"pass"}  # n would be 2
    assert state.variables["n"] == "1"


def test_a_variable_stays_within_its_values() -> None:
    text = """
    var n = 1 in 0..3
    turn { place stone on c among empty { c becomes stone set n = n + c.q - c.r } }
    """
    state = played(text, "e1")
    assert state.variables["n"] == "3"
    state.play("a5")
    assert state.variables["n"] == "0"
    state.play("c2")
    assert state.variables["n"] == "1"


def test_variables_may_be_truths_names_and_players() -> None:
    text = """
    var phase = opening in opening, middle
    var tall = no in yes, no
    var first = Blue in Red, Blue
    turn {
      may place stone on empty where phase == opening
      may place stone on corners & empty where phase == middle and tall
      may pass { set phase = if phase == opening then middle else opening set tall = count(own) > 0 set first = own }
    }
    """
    state = played(text, "b1", "pass")
    assert state.variables == {"phase": "middle", "tall": "no", "first": "Blue"}
    assert legal(state) == {"pass"}
    state.play("pass")
    assert state.variables == {"phase": "opening", "tall": "yes", "first": "Red"}


def test_marks_are_each_players_own() -> None:
    text = """
    marks seen
    turn { place stone on c among empty - enemy.seen { c becomes stone set seen = seen | adjacent(c) - own } }
    """
    state = played(text, "a1")
    assert state.marks == {"Red": {"seen": ("b1", "a2")}, "Blue": {"seen": ()}}
    assert not {"b1", "a2"} & legal(state)
    state.play("c3")
    assert {"b1", "a2"} <= legal(state)


def test_pieces_become_others_and_nothing() -> None:
    text = """
    pieces man, king
    turn {
      may place man on empty
      may move man from s among own.man to d among adjacent(s) & (empty | enemy) { s becomes empty d becomes king }
      may move king from s among own.king to d among adjacent(s) & empty
    }
    """
    state = played(text, "a1", "b1")
    assert refusal(state, "a1-c1") == "no piece can move from a1 to c1"
    assert refusal(state, "b1-c1") == "the man on b1 is Blue's"
    assert refusal(state, "c1-d1") == "there is no piece on c1"
    state.play("a1-b1")
    assert state.pieces == {"Red": {"man": (), "king": ("b1",)}, "Blue": {"man": (), "king": ()}}
    state.play("e5")
    assert {"b1-c1", "b1-a1", "b1-a2", "b1-b2"} <= legal(state)


def test_neutral_pieces_belong_to_nobody() -> None:
    text = """
    board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }
    turn { may place stone on empty may place stone of neutral on empty }
    win when connects(own | neutral, own.edges)
    """
    state = played(text, "neutral@b1")
    assert state.pieces["neutral"] == {"stone": ("b1",)}
    state.play_all(["a1", "neutral@b2", "a2"])
    assert state.outcome is None
    state.play("neutral@b3")
    assert state.outcome == Outcome("Red")


def test_a_neutral_stone_cuts_and_is_nobodys() -> None:
    text = """
    board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }
    setup { cell(1, 1) becomes stone of neutral }
    win when connects(own, own.edges)
    """
    state = played(text, "b1", "a1", "b3")
    assert state.outcome is None
    assert "b2" not in legal(state)
    assert refusal(state, "b2") == "b2 is occupied by a stone of neutral"


def test_stones_of_the_other_colour() -> None:
    text = "turn { may place stone of Red on empty may place stone of Blue on empty - corners may swap on turn 2 }"
    state = played(text)
    assert len(state.legal_moves) == 25 + 21
    with pytest.raises(AmbiguousMove):
        state.play("b1")
    assert str(state.play("a1")) == "Red@a1"  # on a corner only one colour is possible
    state.play("Red@b1")
    assert state.pieces["Red"]["stone"] == ("a1", "b1")
    assert "swap" not in legal(state)
    with pytest.raises(IllegalMove, match="a1 is occupied by a stone of Red"):
        state.play("Blue@a1")


def test_kinds_and_owners_in_move_texts() -> None:
    text = "pieces man, king\nturn { may place man on empty may place king on empty may place king of Blue on empty }"
    state = played(text)
    assert {"a1", "king@a1", "Blue.king@a1"} <= legal(state)
    for move in state.legal_moves:
        assert state.read(str(move)) == move
    state.play("a1")
    state.play("Blue.king@b1")
    state.play("man@c1")
    assert state.pieces == {"Red": {"man": ("a1", "c1"), "king": ()}, "Blue": {"man": (), "king": ("b1",)}}


HOLES = """
pieces pawn, hole
turn {
  place pawn on empty
  then
  place hole of neutral on empty
}
"""


@pytest.mark.parametrize("text", ["b1", "hole@b1", "neutral@b1", "neutral.hole@b1"])
def test_a_short_text_stands_for_the_only_placement_of_its_form(text: str) -> None:
    state = played(HOLES, "a1")
    assert str(state.play(text)) == "neutral.hole@b1"


@pytest.mark.parametrize("text", ["pawn@b1", "Red@b1", "neutral.pawn@b1"])
def test_a_text_that_says_more_stands_for_nothing_else(text: str) -> None:
    state = played(HOLES, "a1")
    with pytest.raises(IllegalMove):
        state.play(text)


def test_a_short_text_for_several_placements_tells_how_each_is_written() -> None:
    state = played("pieces pawn, hole, wall\nturn { may place hole of neutral on empty may place wall on empty }")
    with pytest.raises(AmbiguousMove, match=r"`a1` may mean neutral\.hole@a1 or wall@a1"):
        state.play("a1")
    assert str(state.play("hole@a1")) == "neutral.hole@a1"
    assert refusal(state, "hole@a1") == "a1 is occupied by a hole of neutral"
    assert refusal(state, "pawn@b1") == "nobody can place a pawn in this game"


def test_what_cannot_be_read_is_answered_by_a_move_of_the_game() -> None:
    for text, example in [
        ("pieces pawn, hole\nturn { place hole of neutral on empty }", "name a cell, such as `neutral.hole@a1`"),
        ("turn { may move stone from own to adjacent(own) otherwise pass }", "name two cells, such as `a1-b1`"),
    ]:
        with pytest.raises(UnreadableMove, match=f"`x1y` is not a move: {example}"):
            played(text).play("x1y")


# Passing, silence, repetition


def test_passes_in_a_row_are_counted() -> None:
    text = "turn { may place stone on empty may pass }\ndraw when passes == 3"
    state = played(text, "pass", "pass", "a1", "pass", "pass")
    assert state.outcome is None
    state.play("pass")
    assert state.outcome == Outcome(None)


def test_a_forbid_knows_the_passes_and_the_last_stone_it_leads_to() -> None:
    text = """
    turn {
      may place stone on c among empty forbid not last == c or passes > 0
      may pass forbid passes == 2
    }
    """
    state = played(text, "pass")
    assert legal(state) == {f"{column}{row}" for column in "abcde" for row in range(1, 6)}
    assert "pass" in legal(state.play_all(["a1"]))


def test_quiet_counts_turns_since_the_board_changed() -> None:
    text = """
    var n = 0 in 0..9
    setup { corners becomes stone of neutral }
    turn { may place stone on empty may pass { set n = n + 1 } }
    draw when quiet == 2
    """
    state = played(text, "pass", "a2", "pass")
    assert state.outcome is None
    state.play("pass")
    assert state.outcome == Outcome(None)


@pytest.mark.parametrize(
    ("effect", "changes"),
    [
        ("c becomes stone", True), ("d becomes stone of Red", False), ("if n > 0 { c becomes stone }", False),
        ("c becomes empty", False),
        ("for g in groups(enemy) where count(g) > 1 { g becomes empty }", False),
        ("for g in groups(enemy) { g becomes empty }", True),
        ("exchange c, d", True), ("exchange c, cell(4, 4)", False),
        ("c to d", False), ("d to c", True), ("together { c to d }", False), ("together { d to d }", False),
        ("for e in adjacent(d) { e becomes empty }", False), ("for e in enemy { e becomes stone }", True),
    ],
)  # fmt: skip
def test_a_turn_is_quiet_unless_some_cell_changes(effect: str, changes: bool) -> None:
    text = f"""
    board {{ shape rhombus(5) }}
    var n = 0 in 0..9
    define d = cell(0, 0)
    turn {{ if turn == 1 {{ place stone on empty }} else {{ place stone on c among empty {{ {effect} }} }} }}
    draw when quiet == 1
    """
    assert played(text, "a1", "c3").outcome == (None if changes else Outcome(None))


def test_the_set_up_is_not_a_turn_that_changed_the_board() -> None:
    text = (
        "setup { corners becomes stone of neutral }\nturn { may place stone on empty may pass }\ndraw when quiet == 1"
    )
    assert played(text, "pass").outcome == Outcome(None)


KO = f"""
{SQUARE}
define captured(g) = count(liberties(g)) == 0
turn {{
  may place stone on c among empty forbid captured(group(c)) or repeats {{
    c becomes stone
    for g in groups(enemy) where captured(g) {{ g becomes empty }}
  }}
  may pass
}}
win when count(own) > 12
draw when passes == 2
"""


def test_a_position_that_was_there_before_may_be_forbidden() -> None:
    state = game_of(KO).position({"Red": ["b1", "a2", "b3"], "Blue": ["c1", "b2", "d2", "c3"]}, to_move="Red")
    state.play("c2")  # takes b2
    assert state.pieces["Blue"]["stone"] == ("c1", "d2", "c3")
    assert refusal(state, "b2") == "`b2` is forbidden: it would repeat an earlier position"
    state.play_all(["e5", "e1"])
    state.play("b2")  # other stones have come since
    assert state.pieces["Red"]["stone"] == ("b1", "e1", "a2", "b3")


def test_a_repeated_position_may_end_the_game() -> None:
    text = """
    turn {
      may place stone on empty where own.turns == 0
      may move stone from s among own to d among adjacent(s) & empty
    }
    draw "again" when repeats
    """
    state = played(text, "a1", "e5", "a1-b1", "e5-d5", "b1-a1", "d5-e5")
    assert state.outcome == Outcome(None, "again")


def test_the_board_before_the_first_decision_may_not_come_again() -> None:
    """The first stone takes the one that was there; whoever puts it back takes the first."""
    text = """
    board { shape parallelogram(3, 1) }
    setup { cell(1, 0) becomes stone of Blue }
    turn {
      place stone on c among empty forbid repeats {
        c becomes stone
        for d in adjacent(c) & enemy { d becomes empty }
      }
    }
    """
    state = played(text, "a1")
    assert legal(state) == {"c1"}


def test_a_turn_of_several_decisions_is_no_repetition_of_itself() -> None:
    text = "turn { place stone on empty if turn > 1 { place stone on empty } }\ndraw when repeats"
    state = played(text, "a1", "a2", "a3", "a4")
    assert (state.outcome, state.to_move) == (None, "Red")


def test_who_is_stuck_may_lose() -> None:
    text = """
    board { shape rhombus(2) }
    turn { place stone on c among empty where count(adjacent(c) & own) == 0 }
    lose at start of turn when stuck
    """
    state = played(text, "a1", "b2")
    assert state.outcome == Outcome("Blue")


def test_only_who_is_to_move_is_stuck() -> None:
    text = """
    board { shape rhombus(2) }
    turn { place stone on c among empty where own == Blue or c.q == 0 }
    lose at start of turn when stuck
    """
    state = game_of(text).position({"Blue": ["a1", "a2"]}, to_move="Red")
    assert state.loses == ("Red",)


def test_without_stuck_a_player_who_can_do_nothing_makes_a_draw() -> None:
    text = "turn { place stone on c among empty where own == Red }"
    assert played(text, "a1").outcome == Outcome(None, "no move")


def test_at_the_start_of_a_turn_only_the_mover_is_asked() -> None:
    text = "win at start of turn when count(own) == 2\nturn { place stone on empty }"
    state = played(text, "a1", "b1", "a2")
    assert (state.outcome, state.wins) == (None, ("Red",))
    state.play("b2")
    assert state.outcome == Outcome("Red")


# The last stone


def test_last_is_the_cell_of_the_last_stone() -> None:
    text = """
    turn {
      may place stone on empty - adjacent(last)
      may move stone from s among own to d among adjacent(s) & empty
      may pass
    }
    """
    state = played(text)
    assert len(legal(state)) == 26
    state.play("a1")
    assert not {"b1", "a2"} & legal(state)
    state.play("pass")
    assert not {"b1", "a2"} & {move for move in legal(state) if "-" not in move}
    state.play("a1-b1")
    assert legal(state) == {"pass"} | {f"{q}{r}" for q in "abcde" for r in range(1, 6)} - {"b1", "a1", "c1", "a2", "b2"}


def test_before_the_first_stone_there_is_no_last() -> None:
    text = """
    turn {
      may place stone on c among empty where not c == last and not last in own and not last in empty
      may place stone on adjacent(last) & empty & corners
      may pass where last in cells or count(group(last) | slide(last) | adjacent(last)) > 0
    }
    """
    state = played(text)
    assert len(legal(state)) == 25
    state.play("b1")
    assert "a1" in {str(move) for move in state.legal_moves if state.game.block_of(move.code).base}
    assert "pass" in legal(state)


def test_the_last_stone_may_be_gone() -> None:
    text = "turn { place stone on c among empty { c becomes stone if count(own) > 1 { last becomes empty } } }"
    state = played(text, "a1", "b1", "a2")
    assert state.pieces == {"Red": {"stone": ("a1", "a2")}, "Blue": {"stone": ()}}


# Sets that play decides


def test_liberties_and_neighbours_of_sets() -> None:
    text = f"""
    {LINE}
    turn {{
      may place stone on liberties(enemy)
      may place stone on empty - adjacent(own | enemy) where count(enemy) == 0
    }}
    """
    state = played(text, "e1")
    assert legal(state) == {"d1", "f1"}
    state.play("d1")
    assert legal(state) == {"c1"}


def test_cells_gathered_from_the_position() -> None:
    text = f"""
    {LINE}
    define lonely(set) = {{c for c in set where count(adjacent(c) & set) == 0}}
    turn {{ may place stone on empty where count(lonely(own)) < 2 "two are lonely" may pass }}
    win when count(lonely(own)) == 2 and count(own) == 3
    """
    state = played(text, "a1", "pass", "e1", "pass")
    assert legal(state) == {"pass"}
    assert refusal(state, "c1") == "`c1` is not possible: two are lonely"


def test_slides_go_over_a_set_onto_another() -> None:
    text = """
    board { grid square shape rhombus(5) }
    turn {
      may move stone from s among own to d among slide(s, past: empty, onto: enemy)
      may move stone from s among own to d among slide(s, past: own, onto: empty)
    }
    """
    state = game_of(text).position({"Red": ["a1", "b1"], "Blue": ["a4", "d1"]}, to_move="Red")
    assert legal(state) == {"a1-a4", "b1-d1", "a1-c1", "a1-a2", "b1-c1", "b1-b2"}


def test_lines_that_meet_lead_to_a_cell_once() -> None:
    text = """
    board { grid square shape rhombus(4) wrap left, right as waist }
    turn {
      may place stone on empty
      may move stone from s among own to d among slide(s, past: empty, onto: empty)
    }
    win when some c in own: count(slide(c, past: empty)) == 6
    """
    state = game_of(text).position({"Red": ["a1"]}, to_move="Red")
    codes = [str(move) for move in state.legal_moves]
    assert len(codes) == len(set(codes)) == 15 + 6
    assert state.wins == ("Red",)


def test_the_group_of_a_cell_is_a_set_like_others() -> None:
    text = f"""
    {LINE}
    turn {{
      may place stone on c among empty {{ c becomes stone if count(group(c)) == 3 {{ group(c) becomes empty }} }}
      may place stone on c among group(last) {{ for d in group(c) {{ d becomes stone of own.opponent }} }}
    }}
    """
    state = played(text, "a1", "f1", "b1", "e1")
    assert legal(state) == {"c1", "d1", "e1", "f1"}
    state.play("c1")
    assert state.pieces == {"Red": {"stone": ()}, "Blue": {"stone": ("e1", "f1")}}
    state.play("d1")
    assert state.pieces == {"Red": {"stone": ()}, "Blue": {"stone": ()}}


# Labels and definitions


def test_labels_may_hold_lists_of_numbers() -> None:
    text = """
    cards hand = 1..5
    board { shape rhombus(5) label number(c) = {n for n in 1..5 where n == c.q or n == c.r} }
    turn { place stone on c among empty where count(number(c) & hand) == 2 and 3 in number(c) }
    """
    assert legal(played(text)) == {"b4", "c4", "e4", "d2", "d3", "d5"}


def test_labels_may_hold_players() -> None:
    text = """
    board { shape rhombus(3) label owner(c) = if c.q == 0 then Red else Blue }
    turn {
      place stone on c among empty where owner(c) == own { c becomes stone adjacent(c) becomes stone of owner(c) }
    }
    """
    state = played(text)
    assert legal(state) == {"a1", "a2", "a3"}
    state.play("a1")
    assert state.pieces["Red"]["stone"] == ("a1", "b1", "a2")


# Set-up


def test_a_set_up_lays_pieces_down_before_the_first_turn() -> None:
    text = """
    setup { corners becomes stone of Red for c in top - corners { c becomes stone of Blue } }
    turn { place stone on empty }
    win when count(own) > 8
    """
    state = played(text)
    assert state.pieces == {"Red": {"stone": ("a1", "e1", "a5", "e5")}, "Blue": {"stone": ("b1", "c1", "d1")}}
    assert (state.to_move, len(state.legal_moves)) == ("Red", 18)


def test_what_was_won_before_play_is_seen_with_the_first_decision() -> None:
    state = played("setup { corners becomes stone of Blue }\nwin when count(own) == 4")
    assert state.outcome is None
    assert state.play_all(["b1"]).outcome == Outcome("Blue")


def test_where_nothing_can_be_done_an_ending_that_holds_decides() -> None:
    text = "setup { cells becomes stone of Blue }\nwin when count(own) == 25"
    assert played(text).outcome == Outcome("Blue")


# Scores


def test_the_highest_score_wins() -> None:
    text = """
    board { shape rhombus(2) }
    score = count(own & top) + 2 * count(own & bottom)
    win by score "counted" when count(empty) == 0
    """
    state = played(text, "a1", "a2", "b1")
    assert state.scores == {"Red": 2, "Blue": 2}
    state.play("b2")
    assert (state.scores, state.outcome) == ({"Red": 2, "Blue": 4}, Outcome("Blue", "counted"))


def test_equal_scores_are_a_draw() -> None:
    text = "board { shape rhombus(2) }\nscore = count(own)\nwin by score when count(empty) == 0"
    assert played(text, "a1", "a2", "b1", "b2").outcome == Outcome(None)


def test_each_player_may_have_a_score_of_their_own() -> None:
    text = f"""
    {THREE}
    {LINE}
    score for A = 1
    score for B = count(own) + 1
    score for C = count(A) * 2
    win by score when count(empty) == 3
    """
    state = played(text, "a1", "c1", "e1")
    assert (state.scores, state.outcome) == ({"A": 1, "B": 2, "C": 2}, Outcome(None))


# Chance


def test_chance_decides_as_often_as_the_script_says() -> None:
    text = "turn { random die in 1..6 place stone on c among empty where c.q < die }"
    game = game_of(text)
    state = game.start(seed=7)
    assert state.to_move in ("Red", None)
    assert game.start(seed=7) == state
    free = game.start(decide_chance=False)
    assert (free.way, free.deciders, free.to_move) == ("chance", (), None)
    assert {str(move): chance for move, chance in free.chances.items()} == {f"die={n}": 1 / 6 for n in range(1, 7)}
    free.play("die=2")
    assert {move[0] for move in legal(free)} == {"a", "b"}
    free.play("a1")
    assert (free.way, refusal(free, "a2")) == ("chance", "`a2` is not part of this decision")
    free.let_chance_decide(seed=3)
    assert free.to_move == "Blue"
    assert free.chances == {}


def test_chance_that_is_left_alone_stops(tmp_path: Path, command: Run) -> None:
    """Once Red is out, nobody decides any more in these rounds."""
    rules = "round { random luck in 1..2 as Red { place stone on empty } }\nlose for Red when count(own) > 0\n"
    sheet = tmp_path / "alone.hexgame"
    sheet.write_text(complete("players Red, Blue, Green\nboard { shape rhombus(2) }\n" + rules))
    game = hexgame.load(sheet)
    assert not game.facts.always_finite
    state = game.start(seed=1)
    state.play("a1")
    state.let_chance_decide(seed=1)
    assert (state.way, len(state.moves)) == ("chance", 5_002)
    said = command("play", str(sheet), "--players", "random,random,random").output
    assert said.endswith("Chance has decided 5,000 times in a row; stopping here.\nThe game is unfinished.\n")


def test_chance_may_draw_cells_and_players() -> None:
    game = game_of("turn { random c in corners random p in players place stone of p on empty - {c} }")
    state = game.start(decide_chance=False)
    assert legal(state) == {"c=a1", "c=e1", "c=a5", "c=e5"}
    state.play_all(["c=e1", "p=Blue"])
    assert len(state.legal_moves) == 24
    state.play("a1")
    assert state.pieces["Blue"]["stone"] == ("a1",)


def test_what_chance_drew_in_an_earlier_turn_is_forgotten() -> None:
    game = game_of("turn { random die in 1..2 may place stone on empty may pass }\ndraw when passes == 9")
    states = [game.start(decide_chance=False).play_all([f"die={n}", "a1"]) for n in (1, 2)]
    assert states[0] == states[1]


def test_an_option_that_chance_decides() -> None:
    text = """
    option first = random in Red, Blue, random    "who begins"
    option stones = 2 in 1..3
    setup { as first { place stone on empty } }
    turn { place stone on empty }
    win when count(own) > stones and first == own
    """
    game = game_of(text)
    seen = {game.start(seed=seed).to_move for seed in range(20)}
    assert seen == {"Red", "Blue"}
    state = game.start(decide_chance=False)
    assert {str(move): chance for move, chance in state.chances.items()} == {"first=Red": 0.5, "first=Blue": 0.5}
    state.play("first=Blue")
    assert state.variables == {"first": "Blue"}
    assert movers(state, "a1", "b1", "a2", "b2", "a3") == "BRBRB-"
    assert state.outcome == Outcome("Blue")
    fixed = game_of(text, first="Red").start()
    assert (fixed.to_move, fixed.variables) == ("Red", {})


def test_random_games_are_repeatable_with_chance() -> None:
    game = game_of("turn { random die in 1..6 repeat die { place stone on empty } }\nwin when count(own) > 12")
    outcomes = [game.start(seed=3).rollout(seed) for seed in (1, 2, 3, 1)]
    assert outcomes[0] == outcomes[3]


# What is seen


def test_what_is_hidden_looks_empty_until_the_end() -> None:
    text = "sees own | empty | top\nwin when count(own) == 3"
    state = played(text, "a1", "c3", "d3", "b1")
    red, blue = state.view("Red"), state.view("Blue")
    assert red.pieces == {"Red": {"stone": ("a1", "d3")}, "Blue": {"stone": ("b1",)}}
    assert blue.pieces == {"Red": {"stone": ("a1",)}, "Blue": {"stone": ("b1", "c3")}}
    assert (red.is_partial, red.at(state.game.board.by_name["c3"])) == (True, None)
    assert red.last_move is not None
    assert str(red.last_move) == "b1"
    state.play("e3")
    assert state.outcome == Outcome("Red")
    assert blue.pieces["Red"]["stone"] == ("a1", "d3", "e3")


def test_without_sees_everything_is_seen() -> None:
    state = played("turn { place stone on empty }", "a1")
    assert not state.view("Blue").is_partial
    with pytest.raises(ValueError, match="there is no player `Green`"):
        state.view("Green")


# Set positions


FULL = """
cards hand = 1..3, table = {}
marks seen
var phase = opening in opening, middle
var n = 2 in 0..4
setup { corners becomes stone of Red cell(2, 2) becomes stone of neutral }
turn {
  may place stone on empty - seen where phase == opening
  may pick 1 from hand into table
  may pass where n > 2 or quiet > 3 or passes > 1
}
win when last in own and count(own) > 3
"""


def test_a_set_position_has_what_is_given_and_no_presets() -> None:
    state = game_of(FULL).position(
        {"Red": ["b2"], "neutral": ["e5"]},
        to_move="Blue",
        zones={"Blue": {"hand": [2], "table": [1, 3]}},
        marks={"Blue": {"seen": ["a1", [1, 0]]}},
        vars={"phase": "opening", "n": 4},
        last="b2",
    )
    assert state.pieces == {"Red": {"stone": ("b2",)}, "Blue": {"stone": ()}, "neutral": {"stone": ("e5",)}}
    assert state.zones["Blue"] == {"hand": (2,), "table": (1, 3)}
    assert state.zones["Red"] == {"hand": (1, 2, 3), "table": ()}
    assert state.marks["Blue"]["seen"] == ("a1", "b1")
    assert state.variables == {"phase": "opening", "n": "4"}
    assert not {"a1", "b1"} & legal(state)
    assert {"{2}", "pass", "c1"} <= legal(state)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"zones": {"Green": {"hand": [1]}}}, "`zones` must map players to what they have"),
        ({"zones": {"Red": {"hands": [1]}}}, "there is no `hands` among the zones"),
        ({"zones": {"Red": {"hand": ["one"]}}}, "`hand` must be a list of numbers"),
        ({"zones": {"Red": {"hand": [61]}}}, "`hand` must be a list of numbers"),
        ({"marks": {"Red": {"found": ["a1"]}}}, "there is no `found` among the marks"),
        ({"marks": {"Red": {"seen": ["z9"]}}}, "there is no cell `z9`"),
        ({"vars": {"m": 1}}, "there is no `m` among the variables"),
        ({"vars": {"n": 5}}, "`n` cannot be `5`"),
        ({"vars": {"phase": "late"}}, "`phase` cannot be `late`"),
        ({"last": "z9"}, "there is no cell `z9`"),
        ({"quiet": -1}, "`quiet` must be a number from 0 to 1000000, not `-1`"),
        ({"turns": {"Red": "two"}}, "`turns` must be a number from 0 to 1000000, not `two`"),
        ({"seats": {}}, "`seats` is not part of a position"),
    ],
)
def test_what_a_set_position_cannot_have(given: dict[str, object], message: str) -> None:
    with pytest.raises(HexgameError) as error:
        game_of(FULL).position({"Red": ["b2"]}, **given)
    assert [found.message for found in error.value.diagnostics] == [f"this position is impossible: {message}"]


def test_a_set_position_where_chance_comes_next() -> None:
    state = game_of("turn { random die in 1..2 place stone on empty }").position({"Red": ["a1"]}, to_move="Blue")
    assert (state.way, legal(state)) == ("chance", {"die=1", "die=2"})
    state.play("die=2")
    assert state.to_move == "Blue"
    text = "option x = random in 1, 2, random\nturn { place stone on c among empty where c.q < x }"
    with pytest.raises(HexgameError, match="an option is left to chance"):
        game_of(text).position({"Red": ["a1"]})
    assert len(game_of(text, x=1).position({"Red": ["a1"]}).legal_moves) == 4


LEFT = """
option x = random in 1, 2, random
option y = random in 3, 4, random
setup { corners becomes stone of Red }
turn { place stone on c among empty where c.q < x or c.q == y }
"""


def test_a_set_position_says_what_chance_has_decided() -> None:
    game = game_of(LEFT)
    for vars_, moves in [
        ({"x": "random", "y": "random"}, {"x=1", "x=2"}),
        ({"x": 2, "y": "random"}, {"y=3", "y=4"}),
    ]:
        state = game.position({"Red": ["a1"]}, vars=vars_)
        assert (state.way, legal(state)) == ("chance", moves)
        assert state.as_position()["vars"] == {name: str(value) for name, value in vars_.items()}
    state = game.position({"Red": ["a1"]}, vars={"x": 1, "y": "4"})
    assert legal(state) == legal(game_of(LEFT, x=1, y=4).position({"Red": ["a1"]}))
    assert state.as_position()["vars"] == {"x": "1", "y": "4"}


@pytest.mark.parametrize(
    ("given", "messages"),
    [
        ({}, ["an option is left to chance", "an option is left to chance"]),
        ({"x": 1}, ["an option is left to chance"]),
        ({"x": 3, "y": 3}, ["`x` cannot be `3`"]),
        ({"x": "random", "y": 3}, ["chance decides `x` before `y`"]),
        ({"x": 1, "y": 3, "z": 3}, ["there is no `z` among the variables"]),
    ],
)
def test_what_chance_cannot_have_decided(given: dict[str, object], messages: list[str]) -> None:
    with pytest.raises(HexgameError) as error:
        game_of(LEFT).position({"Red": ["a1"]}, vars=given)
    assert [found.message for found in error.value.diagnostics] == [
        f"this position is impossible: {message}" for message in messages
    ]


def test_counters_of_a_set_position_follow_its_pieces() -> None:
    text = "turn { may place stone on empty may swap on turn 3 may pass where own.turns == 2 }"
    state = game_of(text).position({"Red": ["a1"], "Blue": ["b1"]})
    assert "swap" in legal(state)
    assert "pass" not in legal(state)
    given = game_of(text).position({"Red": ["a1"], "Blue": ["b1"]}, turn=4, turns={"Red": 2})
    assert "swap" not in legal(given)
    assert "pass" in legal(given)


def test_a_set_position_of_a_round_begins_its_script() -> None:
    text = "round { for p in players { as p { place stone on empty } } }"
    state = game_of(text).position({"Red": ["a1", "a2"]})
    assert movers(state, "b1", "b2") == "RBR"
    with pytest.raises(HexgameError, match="`to_move` cannot be set"):
        game_of(text).position({}, to_move="Blue")


def test_undo_takes_back_cards_marks_variables_and_chance() -> None:
    text = """
    cards hand = 1..3, table = {}
    marks seen
    var n = 0 in 0..9
    turn {
      random die in 1..2
      may place stone on c among empty { c becomes stone set seen = {c} set n = n + die }
      may pick 1 from hand into table
    }
    """
    state = game_of(text).start(decide_chance=False)
    copies = [state.copy()]
    for move in ["die=1", "a1", "die=2", "{2}", "die=1", "b2"]:
        state.play(move)
        copies.append(state.copy())
    for copy in reversed(copies[:-1]):
        state.undo()
        assert state == copy


@pytest.mark.parametrize(
    ("numbers", "cells"),
    [
        ("-2..0", {-2, -1, 0}),
        ("{-2, 2}", {-2, 2}),
        ("[1, -1]", {-1, 1}),
        ("-9..-2", {-2}),
        ("{-40, -2, -1, 50}", {-2, -1}),
    ],
)
def test_a_number_of_the_position_may_be_in_any_known_numbers(numbers: str, cells: set[int]) -> None:
    text = f"board {{ shape hexagon(3) }}\nturn {{ place stone on c among empty where c.q in {numbers} }}"
    game = game_of(text)
    wanted = {name for name, cell in zip(game.board.names, game.board.cells, strict=True) if cell.q in cells}
    assert legal(game.start()) == wanted


def test_how_far_a_loop_has_come_is_no_variable_of_the_game() -> None:
    text = """
    var kept = 1 in 0..9
    turn {
      for i in 1..2, p in players { place stone on empty }
      for n in kept..3 { place stone on empty }
    }
    """
    state = played(text, "b2")
    assert state.variables == {"kept": "1"}
    assert state.as_position()["vars"] == {"kept": "1"}
