"""How turns run and end: endings and their times, choices that a player may stop, effects with names."""

from __future__ import annotations

import pytest
from conftest import codes_of, complete, game_of, long
from lockstep import play_in_lockstep
from test_scripts import LINE, legal, movers, played, refusal

import hexgame
from hexgame import Outcome, Source
from hexgame.machine.chance import generator
from hexgame.source.layout.format import formatted
from hexgame.source.reading.parse import parse
from hexgame.source.reading.variants import overlay
from hexgame.source.syntax import tree

# Where a turn begins


def test_what_a_round_begins_with_is_done_in_every_round_after_a_set_up_too() -> None:
    text = f"""{LINE}
    setup {{ cell(5, 0) becomes stone of neutral }}
    round {{ for p in players {{ as p {{ place stone on empty }} }} }}
    """
    assert movers(played(text), "a1", "b1", "c1", "d1") == "RBRBR"


# Endings at the end of a turn


ENEMY_TOO = "turn { place stone on empty then place stone of enemy on empty }"


def test_at_the_end_of_a_turn_an_ending_is_checked_once_it_is_over() -> None:
    text = f"{LINE}\n{ENEMY_TOO}\nwin at end of turn when count(own) == 1 and own == Red"
    state = played(text, "a1")
    assert (state.outcome, state.wins) == (None, ("Red",))
    state.play("Blue@b1" if "Blue@b1" in map(str, state.legal_moves) else "enemy@b1")
    assert state.outcome == Outcome("Red")


def test_at_the_end_of_a_turn_the_mover_is_asked_before_the_others() -> None:
    text = f"{LINE}\n{ENEMY_TOO}\nwin at end of turn when count(own) == 2"
    assert played(text, "a1", "enemy@b1", "c1", "enemy@d1").outcome == Outcome("Blue")
    text = f"{LINE}\n{ENEMY_TOO}\nlose at end of turn when count(own) == 2"
    assert played(text, "a1", "enemy@b1", "c1", "enemy@d1").outcome == Outcome("Red")


def test_endings_at_the_end_of_a_turn_keep_their_place_among_the_others() -> None:
    both = ("draw when count(empty) == 4", "win at end of turn when count(own) == 1")
    for endings, outcome in ((both, Outcome(None)), (both[::-1], Outcome("Red"))):
        text = "\n".join([LINE, ENEMY_TOO, *endings])
        assert played(text, "a1", "enemy@b1").outcome == outcome


def test_a_decision_in_a_branch_is_the_last_of_a_turn_if_no_statement_follows_the_branches() -> None:
    for condition in ("turn == 1", "turn != 1"):
        text = f"""{LINE}
        turn {{ if {condition} {{ place stone on c among empty }} else {{ place stone on empty }} }}
        win at end of turn when count(own) == 1
        draw when count(own) == 1
        """
        assert played(text, "a1").outcome == Outcome("Red")


def test_the_highest_score_is_that_of_a_player_who_is_not_out() -> None:
    text = """players A, B, C
    board { grid square shape rhombus(5) }
    turn { place stone on empty }
    lose when cell(0, 0) in own
    score = count(own) + 5 * count(own & {cell(0, 0)})
    win by score when turn == 4
    """
    assert played(text, "a1", "b1", "c1", "d1").outcome == Outcome("B")
    assert played(text, "b1", "a1", "c1", "d1").outcome == Outcome("A")
    assert played(text, "b1", "c1", "a1", "d1").outcome == Outcome("A")


def test_a_score_may_be_asked_for_by_what_holds_for_another_player() -> None:
    text = f"{LINE}\nturn {{ place stone of enemy on empty }}\nscore = count(own)\nwin by score when count(own) == 1"
    assert played(text, "enemy@a1").outcome == Outcome("Blue")


def test_a_turn_that_goes_on_after_its_last_decision_ends_only_then() -> None:
    text = f"""{LINE}
    turn {{ place stone on empty cell(0, 0) becomes empty }}
    win at end of turn when count(own) == 1
    """
    assert played(text, "a1").outcome is None
    assert played(text, "a1", "b1").outcome == Outcome("Blue")


def test_a_swap_ends_a_turn_and_asks_at_its_end() -> None:
    text = f"""{LINE}
    turn {{ may place stone on empty may swap on turn 2 then place stone on empty }}
    win at end of turn when turn == 2
    """
    assert played(text, "a1", "b1", "swap").outcome == Outcome("Blue")
    assert played(text, "a1", "b1", "c1").outcome is None


def test_who_loses_at_the_end_of_a_turn_is_out_of_a_game_of_three() -> None:
    text = """players A, B, C
    board { grid square shape rhombus(5) }
    turn { place stone on empty then place stone on empty }
    lose at end of turn when cell(0, 0) in own
    """
    assert movers(played(text), "a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2") == "AABBCCBBC"


# As many as one likes


THREE = f"{LINE}\nturn {{ repeat up to 3 {{ place stone on empty }} }}"


def test_up_to_three_stones_end_where_the_player_stops() -> None:
    state = played(THREE)
    assert "stop" not in legal(state)
    assert refusal(state, "stop") == "`stop` comes too early: too little has been done"
    assert movers(state, "a1", "stop", "b1", "c1", "d1") == "RRBBBR"


def test_stopping_is_not_asked_where_nothing_else_is_possible() -> None:
    state = played(f"{THREE}\ndraw at start of turn when stuck", "a1", "b1", "stop", "c1", "d1", "e1")
    assert legal(state) == {"f1"}
    state.play("f1")
    assert (state.outcome, str(state.moves[-1])) == (Outcome(None), "f1")


def test_a_turn_may_be_stopped_before_it_begins_only_where_the_rules_say_so() -> None:
    text = f"{LINE}\nturn {{ repeat 0..2 {{ place stone on empty }} }}\ndraw when quiet == 2"
    state = played(text)
    assert movers(state, "stop", "a1", "stop", "b1", "c1", "d1", "e1", "f1") == "RBBRRBBRB"
    assert (state.to_move, legal(state)) == ("Blue", {"stop"})  # nothing else is possible
    assert state.play_all(["stop", "stop"]).outcome == Outcome(None)


def test_some_choices_may_be_needed_before_a_stop() -> None:
    text = f"{LINE}\nturn {{ repeat 2..3 {{ place stone on empty }} }}"
    assert movers(played(text), "a1", "b1", "stop", "c1", "d1", "e1") == "RRRBBBR"
    assert played(text, "a1", "b1", "c1", "d1", "e1").outcome is None
    assert played(text, "a1", "b1", "c1", "d1", "e1", "stop", "f1").outcome == Outcome(None, "no move")


def test_how_often_at_most_is_known_as_the_loop_begins() -> None:
    text = f"{LINE}\nturn {{ place stone on empty repeat up to count(own) {{ place stone on empty }} }}"
    assert movers(played(text), "a1", "b1", "c1", "d1", "e1") == "RRBBRR"


def test_a_loop_that_may_run_no_times_is_left_out() -> None:
    text = f"""{LINE}
    var n = 0 in 0..3
    turn {{ place stone on empty repeat up to n {{ place stone on empty }} set n = n + 1 }}
    """
    assert movers(played(text), "a1", "b1", "c1", "d1") == "RBBRR"


def test_what_a_block_holds_after_its_first_choice_cannot_be_left_out() -> None:
    text = f"{LINE}\nturn {{ repeat up to 2 {{ place stone on empty then place stone of enemy on empty }} }}"
    state = played(text, "a1")
    assert "stop" not in legal(state)
    state.play("enemy@b1")
    assert "stop" in legal(state)


def test_otherwise_keeps_its_meaning_beside_a_stop() -> None:
    text = f"""{LINE}
    turn {{
      repeat up to 3 {{ may place stone on c among empty where c.q > 3 otherwise place stone on empty }}
    }}
    """
    state = played(text, "e1")
    assert legal(state) == {"f1", "stop"}
    assert legal(state.play_all(["f1"])) == {"a1", "b1", "c1", "d1", "stop"}


def test_a_swap_in_a_loop_ends_the_turn() -> None:
    text = f"""{LINE}
    turn {{ repeat up to 2 {{ may place stone on empty may swap on turn 2 }} }}
    """
    assert movers(played(text), "a1", "stop", "swap", "b1", "c1", "d1") == "RRBBBRR"


def test_a_stop_is_no_pass() -> None:
    text = f"""{LINE}
    turn {{ repeat up to 2 {{ may place stone on empty may pass }} }}
    draw when passes == 2
    """
    assert played(text, "pass", "stop", "pass").outcome == Outcome(None)
    assert refusal(played("turn { place stone on empty }"), "stop") == "nobody can stop in this game"


def test_players_may_stop_in_rounds_and_in_the_set_up() -> None:
    text = f"""{LINE}
    setup {{ as Blue {{ repeat up to 2 {{ place stone on empty }} }} }}
    round {{ for p in players {{ as p {{ repeat 0..2 {{ place stone on empty }} }} }} }}
    """
    assert movers(played(text), "a1", "stop", "b1", "c1", "stop") == "BBRRBR"


def test_loops_that_may_be_left_stand_in_others() -> None:
    text = f"""{LINE}
    turn {{ repeat 2 {{ repeat up to 2 {{ place stone on empty }} place stone of enemy on empty }} }}
    """
    state = played(text, "a1", "stop", "enemy@b1")
    assert (state.to_move, legal(state)) == ("Red", {"c1", "d1", "e1", "f1"})
    assert movers(state, "c1", "d1", "enemy@e1") == "RRRB"


def test_a_stop_is_undone_saved_and_replayed() -> None:
    state = played(THREE, "a1", "b1", "stop", "c1")
    before = state.copy()
    state.play("stop")
    assert state.undo() is not None
    assert state == before
    again = state.game.start().play_all([str(move) for move in state.moves])
    assert again == state
    assert [state.game.move(move.code) for move in state.moves] == list(state.moves)


def test_who_is_out_is_not_asked_to_stop() -> None:
    text = f"""players A, B, C
    {LINE}
    turn {{ repeat up to 2 {{ place stone on empty }} }}
    lose when cell(0, 0) in own
    """
    assert movers(played(text), "a1", "b1", "stop", "c1", "stop", "d1") == "ABBCCBB"


# Effects with names, definitions without parameters


FLIP = f"""{LINE}
    var a = 0 in 0..9
    effect flip(c, n) {{ let d = n + 1  c becomes stone of enemy  set a = d }}
    """


def test_an_effect_is_put_in_place_with_its_arguments() -> None:
    text = FLIP + "turn { place stone on c among empty { c becomes stone flip(c, count(own)) } }"
    state = played(text, "a1")
    assert state.pieces["Blue"]["stone"] == ("a1",)
    assert state.variables["a"] == "2"  # `n` is what it was when the effect began


def test_the_brackets_of_an_effect_without_parameters_may_be_empty() -> None:
    text = """effect settle() { set a = 1 }
    turn { place stone on c among empty { c becomes stone settle() } }"""
    state = played(f"{LINE}\n    var a = 0 in 0..9\n{text}", "a1")
    assert state.variables["a"] == "1"
    assert "effect settle {" in formatted(Source("sheet", text))


def test_an_effect_stands_between_decisions_and_in_loops_too() -> None:
    text = FLIP + "turn { place stone on empty for c in own where a < 3 { flip(c, a) } flip(cell(5, 0), 4) }"
    state = played(text, "a1")
    assert state.pieces["Blue"]["stone"] == ("a1", "f1")
    assert state.variables["a"] == "5"


def test_the_names_of_an_effect_are_its_own() -> None:
    text = f"""{LINE}
    var a = 0 in 0..9
    effect one(c) {{ let d = 1 two(cell(1, 0)) c becomes stone of enemy set a = a + d }}
    effect two(c) {{ let d = 3 c becomes stone of enemy set a = a + d }}
    turn {{ place stone on c among empty {{ let d = 5 c becomes stone one(cell(2, 0)) set a = a + d }} }}
    """
    state = played(text, "a1")
    assert (state.pieces["Red"]["stone"], state.pieces["Blue"]["stone"]) == (("a1",), ("b1", "c1"))
    assert state.variables["a"] == "9"
    seen = "turn { place stone on c among empty { peek() } }\neffect peek { c becomes stone }"
    assert "HG201" in codes_of(seen)


def test_an_effect_may_ask_for_the_choice_again() -> None:
    text = f"""{LINE}
    effect settle(c) {{ c becomes stone if c.q < 2 {{ again }} }}
    turn {{ place stone on c among empty {{ settle(c) }} }}
    """
    assert movers(played(text), "a1", "b1", "c1", "d1") == "RRRBR"


def test_a_variant_may_change_one_effect() -> None:
    text = f"""{LINE}
    effect mark(c) {{ c becomes stone }}
    turn {{ place stone on c among empty {{ mark(c) }} }}
    """
    base, problems = parse(Source("base", text))
    over, more = parse(Source("over", "effect mark(c) { c becomes stone of enemy }"))
    assert base is not None and over is not None and not [*problems, *more]
    merged = overlay(base, over)
    assert [item.block.statements[0].kind.owner is None for item in merged.items if isinstance(item, tree.Effect)] == [
        False
    ]


def test_a_definition_without_parameters_is_worked_out_where_it_is_used() -> None:
    text = f"""{LINE}
    define lonely = count(own) < 2
    define first = cell(0, 0)
    turn {{ may place stone on empty where lonely may pass where not lonely }}
    win when first in own and not lonely
    """
    state = played(text, "b1", "c1")
    assert "pass" not in legal(state)
    assert played(text, "b1", "c1", "a1").outcome == Outcome("Red")


WRONG = [
    ("turn { place stone on c among empty { flop(c) } }\neffect flip(c) { c becomes stone }", "HG201", "flop"),
    ("turn { place stone on c among empty { adjacent(c) } }", "HG201", "adjacent"),
    ("turn { place stone on c among empty { f(c) } }\neffect f { last becomes stone }", "HG301", "f(c)"),
    ("turn { place stone on c among empty { f(1, 2) } }\neffect f(c) { c becomes stone }", "HG301", "f(1, 2)"),
    ("turn { place stone on empty }\neffect f(c) { c becomes stone }\nwin when f(last)", "HG302", "f"),
    ("turn { place stone on empty f(last) }\neffect f(c) { g(c) }\neffect g(c) { f(c) }", "HG306", "f(c)"),
    ("turn { place stone on empty f() }\neffect f { place stone on empty }", "HG518", "place stone on empty"),
    ("define lonely = count(own) < 2\nturn { place stone on empty where lonely() }", "HG301", "lonely()"),
    ("turn { repeat up to 3 { set a = 1 } place stone on empty }\nvar a = 0 in 0..9", "HG512",
     "repeat up to 3 { set a = 1 }"),
    ("turn { repeat up to 2 { repeat up to 2 { place stone on empty } } }", "HG512",
     "repeat up to 2 { repeat up to 2 { place stone on empty } }"),
    ("turn { repeat up to 0 { place stone on empty } }", "HG304", "0"),
    ("turn { repeat 3..2 { place stone on empty } }", "HG304", "2"),
    ("turn { repeat up to own { place stone on empty } }", "HG302", "own"),
    ("turn { place stone on c among empty { repeat up to 2 { c becomes stone } } }", "HG518",
     "repeat up to 2 { c becomes stone }"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "words"), WRONG)
def test_what_is_wrong_is_said_where_it_is(text: str, code: str, words: str) -> None:
    found = [each for each in hexgame.check(Source("test.hexgame", complete(text))) if each.code == code]
    assert words in [each.span.text for each in found if each.span]


def test_effects_that_double_are_refused_at_once() -> None:
    effects = "\n".join(f"effect e{n} {{ e{n + 1}() e{n + 1}() }}" for n in range(40))
    assert codes_of(f"turn {{ place stone on empty e0() }}\n{effects}\neffect e40 {{ last becomes stone }}") == [
        "HG307"
    ]


# All forms


ALIKE = {
    "an ending at the end of a turn": """board { shape rhombus(3) }
        turn { place stone on empty if turn > 1 { place stone of enemy on empty } }
        win at end of turn when connects(own, [top, bottom])
        draw at end of turn when count(empty) == 0""",
    "stones as many as one likes": """board { shape rhombus(3) }
        turn { repeat up to 3 { place stone on empty } }
        win when connects(own, [top, bottom])""",
    "none, or as many as one has": """board { shape rhombus(3) }
        turn {
          repeat 0..count(own) + 1 { may place stone on c among empty where c.q > 0 otherwise place stone on empty }
          repeat 2..3 { may move stone from s among own to d among adjacent(s) & empty otherwise pass }
        }
        draw when turn > 20""",
    "named effects": """board { shape rhombus(3) }
        var taken = 0 in 0..9
        effect take(g, n) { g becomes empty set taken = taken + n }
        turn {
          repeat up to 2 {
            place stone on c among empty forbid count(liberties(group(c))) == 0 {
              c becomes stone
              for g in groups(enemy) where count(liberties(g)) == 0 { take(g, count(g)) }
            }
          }
        }
        win when taken > 4
        draw when turn > 20""",
}


@pytest.mark.parametrize("name", ALIKE)
def test_all_forms_agree(name: str) -> None:
    play_in_lockstep(game_of(ALIKE[name]), 20, 1)


@long("*", "!an ending*")
@pytest.mark.parametrize("name", ALIKE)
def test_a_seed_gives_the_same_games_plain_and_compiled(name: str) -> None:
    game = game_of(ALIKE[name])
    firsts, lengths = game.compiled().sample(30, generator(5))
    assert (firsts, lengths) == game.machine.sample(30, generator(5))


def test_a_stone_of_the_enemy_is_called_by_its_colour_and_read_by_either_name() -> None:
    turn = "turn { may place stone on empty may place stone of enemy on empty }"
    state = game_of(f"board {{ shape rhombus(3) }}\n{turn}\nwin when count(own) > 8").start()
    assert [str(move) for move in state.legal_moves][9:11] == ["Blue@a1", "Blue@b1"]
    assert str(state.play("enemy@a1")) == "Blue@a1"
    assert str(state.play("Red@b1")) == str(state.last_move) == "Red@b1"
    assert [state.at(0), state.at(1)] == [("Blue", "stone"), ("Red", "stone")]
    enemys = state.game.move(11)
    assert (str(enemys), str(state.play(enemys))) == ("enemy@c1", "Blue@c1")
    assert enemys in state.game.start().legal_moves
    with pytest.raises(hexgame.IllegalMove):
        state.play("Blue@a2")  # Blue's own stones have no name before them
    assert [str(move) for move in state.moves] == ["Blue@a1", "Red@b1", "Blue@c1"]
    assert str(state.undo()) == "Blue@c1"
