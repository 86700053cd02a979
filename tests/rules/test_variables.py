"""Variables of each player, and variables that hold a cell, a player or none."""

from __future__ import annotations

import pytest
from conftest import codes_of, game_of, long
from lockstep import play_in_lockstep

from hexgame import HexgameError
from hexgame.diagnostics.text import Source
from hexgame.play.perft import perft
from hexgame.play.positions import Position
from hexgame.show.boards.words import situation
from hexgame.source.layout.format import format_file
from hexgame.source.reading.parse import parse

SUPPLIES = """
var supply = (if own == Red then 2 else 1) in 0..2 for each player
board { shape rhombus(3) }
turn {
  may place stone on empty where supply > 0 { c becomes stone set supply = supply - 1 }
  otherwise pass
}
draw when passes == 2
""".replace("on empty", "on c among empty")

KO = """
var ko = none in cells, none
board { shape rhombus(3) }
turn { place stone on c among empty where not c in adjacent(ko) { c becomes stone set ko = c } }
"""

TAKEN = """
var boss = none in players, none
var taken = 0 in 0..9 for each player
var rival = enemy in players, none for each player
board { shape rhombus(3) }
turn { place stone on c among empty {
  c becomes stone
  set taken = taken + count(adjacent(c) & enemy)
  set boss = if taken == enemy.taken then none else if taken > enemy.taken then own else enemy
  set enemy.rival = if boss == none then none else boss.opponent
} }
win when count(boss) + boss.taken > 8
draw when count(empty) == 0
"""


def test_each_player_has_a_supply_of_their_own() -> None:
    game = game_of(SUPPLIES)
    assert [perft(game.start(), depth) for depth in range(1, 7)] == [9, 72, 504, 504, 504, 0]


def test_a_variable_remembers_a_cell() -> None:
    game = game_of(KO)
    near = {cell: {arc.to for arc in arcs} for cell, arcs in enumerate(game.board.arcs)}

    def count(taken: tuple[int, ...], depth: int) -> int:
        free = [cell for cell in near if cell not in taken and not (taken and cell in near[taken[-1]])]
        return len(free) if depth == 1 else sum(count((*taken, cell), depth - 1) for cell in free)

    assert [perft(game.start(), depth) for depth in (1, 2, 3, 4)] == [count((), depth) for depth in (1, 2, 3, 4)]


@long
@pytest.mark.parametrize("text", [SUPPLIES, KO, TAKEN], ids=["supplies", "ko", "taken"])
def test_all_forms_and_compiled_games_agree(text: str) -> None:
    game = game_of(text)
    play_in_lockstep(game, 10, 1)
    assert game.machine.sample(30, 7) == game.compiled().sample(30, 7)


def test_nobody_has_nothing() -> None:
    game = game_of("""
        var boss = none in players, none
        var taken = 3 in 0..9 for each player
        cards hand = 1..3
        turn { place stone on empty }
        win when boss.taken > 0 or count(boss) > 0 or count(boss.stone) > 0 or count(boss.hand) > 0 or boss.turns > 0
        win when boss.opponent != none or own == boss
        lose when turn > 1 and last == none
    """)
    state = game.start()
    state.play("a1")
    assert not state.is_over
    assert state.wins == state.loses == ()


def test_positions_say_what_variables_hold() -> None:
    game = game_of(TAKEN)
    state = game.start()
    for move in ("b2", "b1", "a1", "c1"):
        state.play(move)
    assert state.player_variables == {"taken": {"Red": "1", "Blue": "2"}, "rival": {"Red": "Red", "Blue": "none"}}
    position = state.as_position()
    assert position["vars"] == {"boss": "Blue", **state.player_variables}
    given = Position.of(position)
    assert game.position(given.pieces, **given.more).as_position() == position
    assert situation(state) == ""
    said = game_of(TAKEN + '\nlook { taken as "stones taken"  rival as "rival"  boss as "the boss" }').start()
    for move in ("b2", "b1", "a1", "c1"):
        said.play(move)
    assert "Red: stones taken: 1  rival: Red\nBlue: stones taken: 2  rival: none\nthe boss: Blue" in situation(said)
    assert state.view("Red").player_variables == state.player_variables
    some = game.position({}, vars={"boss": "Red", "taken": {"Blue": 4}})
    assert some.variables == {"boss": "Red"}
    assert some.player_variables["taken"] == {"Red": "0", "Blue": "4"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"boss": "Green"}, "`boss` cannot be `Green`"),
        ({"taken": 4}, "`taken` must map players to what they have"),
        ({"taken": {"Green": 4}}, "`taken` must map players to what they have"),
        ({"taken": {"Red": 10}}, "`taken` cannot be `10`"),
    ],
)
def test_positions_with_what_a_variable_cannot_hold_are_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(HexgameError, match=message):
        game_of(TAKEN).position({}, vars=given)


def test_undo_brings_variables_back() -> None:
    state = game_of(SUPPLIES).start()
    state.play("a1")
    assert state.player_variables["supply"] == {"Red": "1", "Blue": "1"}
    state.undo()
    assert state.player_variables["supply"] == {"Red": "2", "Blue": "1"}


def test_none_may_be_a_name_among_others() -> None:
    text = """
        option extra = none in none, one
        var phase = none in none, late
        turn { place stone on c among empty { c becomes stone set phase = if turn > 3 then late else none } }
        win when phase == late and extra == none
        draw when phase != none
    """
    game = game_of(text)
    assert game.options == {"extra": "none"}
    state = game.start()
    while not state.is_over:
        assert state.variables == {"phase": "none"}
        state.play(state.legal_moves[0])
    assert str(state.outcome) == "Blue wins"
    assert game_of(text, extra="one").options == {"extra": "one"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("var king = none in cells", "HG501"),
        ("var king = none in cells, 1", "HG501"),
        ("var king = none in players, cells", "HG501"),
        ("var king = own in players", "HG303"),
        ("board { shape rhombus(3) region rim = perimeter } var king = none in perimeter, none", "HG501"),
        ("var n = 5 in 0..4 for each player", "HG501"),
        ("var n = (if own == Red then 5 else 4) in 0..4 for each player", "HG501"),
        ("var boss = none in players, none turn { place stone of boss on empty }", "HG302"),
        ("var boss = none in players, none round { as boss { place stone on empty } }", "HG302"),
        ("var king = cell(0, 0) in cells turn { place stone on empty set king = none }", "HG519"),
        ("var king = cell(0, 0) in cells turn { place stone on empty set king = last }", "HG519"),
        ("var n = 0 in 0..3 for each player round { as Red { place stone on empty } set n = 1 }", "HG514"),
        ("var n = 0 in 0..3 turn { place stone on empty where Red.n == 0 }", "HG208"),
        ("win when own == none and count(own) == none", "HG302"),
    ],
)  # fmt: skip
def test_variables_that_make_no_sense_are_refused(text: str, code: str) -> None:
    assert code in codes_of(text)


def test_a_variable_of_each_player_is_laid_out_and_fixed() -> None:
    file, _ = parse(Source("test.hexgame", "var   n = 1 in 0..3   for  each player var king=cell(0,1) in cells"))
    assert file is not None
    assert format_file(file) == "var n = 1 in 0..3 for each player\nvar king = cell(0, 1) in cells\n"


def test_labels_of_what_is_not_there_are_nothing() -> None:
    game = game_of("""
pieces man, king
board {
  shape rhombus(4)
  label mate(c) = cell(3 - c.q, 3 - c.r)
  label whose(c) = if c.q > 1 then Red else Blue
  label which(c) = if c.q > 1 then man else king
  label worth(c) = c.q + 5
}
var ko = none in cells, none
turn {
  may place man on c among empty where mate(ko) == none and mate(mate(ko)) == none and whose(ko) == none {
    set ko = if which(ko) == none and worth(ko) + worth(mate(ko)) == 0 and not mate(ko) in empty then c else none
    c becomes man
  }
  may place king on c among {mate(ko)} & empty { c becomes king of whose(ko) }
}
win when count({mate(ko)}) == 1 and last in own.king
draw at start of turn when stuck
""")
    state = game.start()
    assert len(state.legal_moves) == 16
    state.play("b1")
    assert [str(move) for move in state.legal_moves] == ["king@c4"]
    play_in_lockstep(game, games=3, seed=4)


REPEATED = """
var n = 0 in 0..99
var m = 0 in 0..99
turn {
  place stone on c among empty {
    c becomes stone
    repeat count(own) { set n = n + 1  repeat (if own == Red then 2 else 1) while m < 4 { set m = m + 1 } }
  }
}
draw when count(empty) == 0
"""

TAKEN_BY_KIND = """
pieces man, king
var taken = 1 in 0..3 for each player, k in kinds
var chief = none in players, none
turn {
  place k among kinds on c among empty {
    c becomes k
    set chief.taken[king] = chief.taken[king] + 1
    set chief.taken[k] = chief.taken[k] + 1
    set chief = own
  }
}
draw when count(empty) == 0
"""


def test_a_block_repeats_as_often_as_play_says_when_it_begins() -> None:
    state, found = game_of(REPEATED).start(), []
    for move in ("a1", "b1", "c1", "a2", "b2"):
        state.play(move)
        found.append((state.variables["n"], state.variables["m"]))
    assert found == [("1", "2"), ("2", "3"), ("4", "4"), ("6", "4"), ("9", "4")]


def test_what_nobody_has_by_kind_is_not_set() -> None:
    state, found = game_of(TAKEN_BY_KIND).start(), []
    for move in ("a1", "king@b1", "c1"):
        state.play(move)
        found.append([tuple(state.player_variables[f"taken[{kind}]"].values()) for kind in ("man", "king")])
    assert found == [[("1", "1"), ("1", "1")], [("1", "1"), ("3", "1")], [("1", "2"), ("3", "2")]]


@long
@pytest.mark.parametrize("text", [REPEATED, TAKEN_BY_KIND], ids=["repeated", "taken by kind"])
def test_all_forms_and_compiled_games_agree_on_what_is_worked_out_in_play(text: str) -> None:
    game = game_of(text)
    play_in_lockstep(game, games=3, seed=2)
    assert game.machine.sample(30, 7) == game.compiled().sample(30, 7)


def test_a_number_of_each_player_beyond_the_range_is_clamped_unless_it_is_for_all() -> None:
    sheet = """
    let share = [Red: 7, Blue: %s]
    var taken = 0 in 0..3 for each player
    turn { place stone on c among empty { c becomes stone  set taken = share[own.next.next] } }
    win when count(own) > 4
    """
    state = game_of(sheet % 2).start().play_all(["a1", "b1"])
    assert state.player_variables == {"taken": {"Red": "3", "Blue": "2"}}
    assert codes_of(sheet % 4) == ["HG519"]
