"""Numbers on cells and pieces: what each cell has, and what goes where a piece goes."""

from __future__ import annotations

import random

import pytest
from conftest import game_of, wide
from lockstep import play_in_lockstep

from hexgame import HexgameError
from hexgame.machine.reading import verify
from hexgame.play.perft import perft
from hexgame.play.positions import taken
from hexgame.play.state import State
from hexgame.players.exact.images import moved_places, orbits
from hexgame.players.exact.solve import solve
from hexgame.rules.symmetry import symmetries
from hexgame.show.boards.text import draw
from hexgame.show.boards.words import situation
from hexgame.show.pictures.picture import svg

SOWING = """
board {
  grid square
  shape parallelogram(4, 2)
  relation next(c) = {d for d in adjacent(c) where
    if c.r == 0 then (if c.q < 3 then d.q == c.q + 1 else d.r == 1)
    else (if c.q > 0 then d.q == c.q - 1 else d.r == 0)}
}
var seeds = 2 in 0..16 for each cell
var here = none in cells, none
var store = 0 in 0..16 for each player
define home(p) = if p == Red then top else bottom
turn {
  may place stone on c among cells where c in home(own) and c.seeds > 0 {
    let n = c.seeds
    set c.seeds = 0
    set here = c
    for i in 1..n {
      for d in next(here) { set here = d }
      set here.seeds = here.seeds + 1
    }
    if here in home(enemy) and here.seeds in 2..3 { set store = store + here.seeds  set here.seeds = 0 }
  }
  otherwise pass
}
win when store > 6
draw when repeats or passes == 2
"""

HIGH = """
pieces man, king
var height = 1 in 0..9 for each piece
var paint = no in yes, no for each cell
board { grid square shape rhombus(3) }
turn {
  may place man on c among empty { c becomes man  set c.height = turn }
  may move man from s among own to d among adjacent(s) - own { s to d  set s.height = 9  set s.paint = yes }
  may place king on c among own { c becomes king }
  may place king on c among empty { exchange cell(0, 0), cell(1, 0) }
  may place king of enemy on c among enemy { together {
    cell(0, 0) to c  c becomes empty  cell(1, 0) to cell(0, 0)  set cell(0, 0).height = cell(0, 0).height + 1
  } }
}
win when count(own) > 6
"""

RINGS = """
var height = 0 in 0..3 for each piece
var used = 0 in 0..2 for each cell
board { grid square shape rhombus(3) }
turn { place stone on c among cells where c.height < 2 and c.used < 2 {
  let before = c.height
  c becomes stone
  set c.height = before + 1 + count(adjacent(c) & own)
  set c.used = c.used + 1
} }
win when some c in own: c.height == 3
draw at start of turn when stuck
"""

HOLDING = """
var whose = none in players, none for each cell
var next = none in cells, none for each piece
var mood = calm in calm, cross for each piece
board { shape rhombus(3) }
turn { place stone on c among empty {
  c becomes stone
  set c.next = last
  set c.whose = last.whose.opponent
  if c.whose == none { set c.whose = own }
  if last.next != none { set last.next.mood = cross }
} }
win when count(own) == 4 and last.next.next.mood == cross
"""


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


@wide("high")
@pytest.mark.parametrize("sheet", [SOWING, HIGH, RINGS, HOLDING], ids=["sowing", "high", "rings", "holding"])
def test_all_forms_agree_and_the_module_is_whole(sheet: str) -> None:
    game = game_of(sheet)
    play_in_lockstep(game, games=20, seed=1)
    machine = game.machine
    verify(machine.text, machine.tables, machine.layout.places, machine.plan.named)


def test_seeds_are_sown_as_in_plain_python() -> None:
    game, dice = game_of(SOWING), random.Random(1)
    around = ["a1", "b1", "c1", "d1", "d2", "c2", "b2", "a2"]
    for _ in range(100):
        state, pits, stores, seen, ended = game.start(), [2] * 8, [0, 0], {(2,) * 8}, False
        for turn in range(300):
            mine, theirs = ((range(4), range(4, 8)), (range(4, 8), range(4)))[turn % 2]
            assert {each.cell for each in state.legal_moves if each.cell} == {around[at] for at in mine if pits[at]}
            move = dice.choice(state.legal_moves)
            if move.cell:
                at = around.index(move.cell)
                held, pits[at] = pits[at], 0
                for _ in range(held):
                    at = (at + 1) % 8
                    pits[at] += 1
                if at in theirs and pits[at] in (2, 3):
                    stores[turn % 2] += pits[at]
                    pits[at] = 0
                ended = max(stores) > 6 or tuple(pits) in seen
                seen.add(tuple(pits))
            state.play(move)
            assert state.cell_variables["seeds"] == {name: str(n) for name, n in zip(around, pits, strict=True)}
            if state.is_over:
                break
            assert not ended
        assert ended or [each.text for each in state.moves[-2:]] == ["pass", "pass"]


def test_a_number_goes_where_its_piece_goes() -> None:
    state = game_of(HIGH).start()
    assert play(state, "a1", "b1").cell_variables["height"] == {"a1": "1", "b1": "2"}
    assert play(state, "a1-a2").cell_variables["height"] == {"a2": "1", "b1": "2"}
    assert state.cell_variables["paint"]["a1"] == "yes"
    assert play(state, "b1-a1", "a2-a1").cell_variables["height"] == {"a1": "1"}  # taken with its number
    assert play(state, "b1", "king@a1").cell_variables["height"] == {"a1": "1", "b1": "6"}  # anew on the same cell
    assert play(state, "king@c3").cell_variables["height"] == {"a1": "6", "b1": "1"}
    state.undo()
    assert state.cell_variables["height"] == {"a1": "1", "b1": "6"}
    copy = state.copy()
    play(copy, "king@c3")
    assert state.cell_variables["height"] == {"a1": "1", "b1": "6"} != copy.cell_variables["height"]


def test_what_happens_at_once_sees_the_numbers_as_they_were() -> None:
    heights = {"a1": 4, "b1": 7, "c1": 2}
    state = game_of(HIGH).position({"Red": {"man": ["a1", "b1"]}, "Blue": {"man": ["c1"]}}, vars={"height": heights})
    play(state, "Blue.king@c1")
    assert state.cell_variables["height"] == {"a1": "5"}  # one more than what left


def test_reading_what_is_not_there_gives_nothing_and_setting_it_does_nothing() -> None:
    state = game_of(HOLDING).start()
    play(state, "a1")
    assert state.cell_variables["next"] == {"a1": "none"}
    assert state.cell_variables["whose"]["a1"] == "Red"
    play(state, "b2", "c3")
    assert state.cell_variables["next"] == {"a1": "none", "b2": "a1", "c3": "b2"}
    assert state.cell_variables["mood"] == {"a1": "cross", "b2": "calm", "c3": "calm"}
    assert [state.cell_variables["whose"][each] for each in ("a1", "b2", "c3")] == ["Red", "Blue", "Red"]


def test_numbers_are_part_of_the_board() -> None:
    game = game_of("""
        var seeds = 0 in 0..1 for each cell
        board { shape rhombus(3) }
        turn {
          may place stone on c among cells { set c.seeds = 1 - c.seeds }
          may pass
        }
        draw "again" when repeats
        draw "still" when quiet == 2
    """)
    assert str(play(game.start(), "a1", "b1", "a1", "b1").outcome).endswith("again)")
    assert play(game.start(), "a1", "b1", "a1").outcome is None
    assert str(play(game.start(), "a1", "pass", "pass").outcome).endswith("still)")


def test_a_position_says_what_cells_and_pieces_have() -> None:
    game = game_of(RINGS)
    state = play(game.start(), "a1", "b1", "a1")
    assert taken(state)["vars"] == {"height": {"a1": "2", "b1": "1"}, "used": {"a1": "2", "b1": "1"}}
    again = game.position({"Red": ["a1"], "Blue": ["b1"]}, vars=taken(state)["vars"], turn=4, to_move="Blue")
    assert again.cell_variables == state.cell_variables
    assert perft(again, 3) == perft(state, 3)
    for wrong, message in {
        ("height", "c3"): "no piece stands on `c3`", ("used", "z9"): "there is no cell `z9`",
    }.items():  # fmt: skip
        with pytest.raises(HexgameError, match=message):
            game.position({"Red": ["a1"]}, vars={wrong[0]: {wrong[1]: 1}})
    with pytest.raises(HexgameError, match="`used` cannot be `7`"):
        game.position({}, vars={"used": {"a1": 7}})
    with pytest.raises(HexgameError, match="`used` must map cells to values"):
        game.position({}, vars={"used": 1})


def test_symmetries_move_numbers_with_their_cells() -> None:
    game = game_of(RINGS)
    group = symmetries(game.rules, game.board)
    assert (group.order_keeping, group.order) == (8, 16)
    start, dice = game.start(), random.Random(3)
    assert len(set(orbits(start).values())) == 3
    for image in group.kept(20):
        cells = image.nodes[: len(game.board.cells)]
        back = moved_places(game, tuple(sorted(range(len(cells)), key=cells.__getitem__)))
        one, other = list(game.machine.start), list(game.machine.start)
        for _ in range(8):
            code = dice.choice(list(game.machine.opening))
            if one[game.machine.layout.end.offset] or game.machine.refusal(one, code):
                continue
            game.machine.step(one, code)
            game.machine.step(other, cells[code])
            assert [one[place] for place in back] == other[: len(back)]
    state = play(start, "b2", "b2")
    assert len(set(orbits(state).values())) == 2
    assert len(set(orbits(play(state, "a1")).values())) > 4


def test_a_solver_knows_numbers() -> None:
    game = game_of(RINGS.replace("rhombus(3)", "rhombus(2)"))
    assert solve(game.start()).winner == plainly(game.start())


def plainly(state: State) -> str | None:
    """Whoever wins by looking at every game."""
    if state.is_over:
        assert state.outcome is not None
        return state.outcome.winner
    mover, values = state.to_move, set()
    for move in state.legal_moves:
        state.play(move)
        values.add(plainly(state))
        state.undo()
        if mover in values:
            return mover
    return None if None in values else values.pop()


def test_boards_show_numbers() -> None:
    state = play(game_of(RINGS).start(), "b2", "a1", "b2")
    assert "(●)2,2" in draw(state)
    assert ">2,2</text>" in svg(state)
    assert situation(play(game_of(HOLDING).start(), "a1", "b2", "c3")) == ""
    look = '\nlook { mood as "mood"  whose as "whose" }'
    others = play(game_of(HOLDING + look).start(), "a1", "b2", "c3")
    assert "mood cross: a1" in situation(others)
    assert "whose Red: a1 c3" in situation(others)


def test_what_a_player_does_not_see_has_no_number() -> None:
    game = game_of(f"sees empty | own\n{RINGS}")
    state = play(game.start(), "b2")
    assert state.view("Blue").cell_variables["height"] == {}
    assert state.view("Red").cell_variables["height"] == {"b2": "1"}


POOLS = """
pieces dark, light, wall
let stock = [dark: 2, light: 3]
let few = {dark, light}
board { shape rhombus(3) }
var pool = stock[k] in 0..3 for each k in few
var taken = (if own == Red then 1 else 0) in 0..9 for each player, k in kinds
var used = n in 0..900000 for each n in 2..4
turn {
  may place k among few of neutral on c among empty where pool[k] > 0 {
    c becomes k of neutral
    set pool[k] = pool[k] - 1
    set taken[c.kind] = taken[c.kind] + 1
    set enemy.taken[wall] = taken[dark]
    set used[turn] = used[turn] * 1000
  }
  otherwise pass
}
score = product(taken[k] for k in few) + used[turn] + sum(pool)
win by score when passes == 2
"""


def test_each_element_has_a_variable_of_its_own() -> None:
    game = game_of(POOLS)
    play_in_lockstep(game, games=20, seed=1)
    state = game.start()
    assert state.variables == {"pool[dark]": "2", "pool[light]": "3", "used[2]": "2", "used[3]": "3", "used[4]": "4"}
    assert state.player_variables["taken[wall]"] == {"Red": "1", "Blue": "0"}
    texts = [each.text for each in state.legal_moves if each.cell == "a1"]
    play(state, texts[0])
    assert (state.variables["pool[dark]"], state.player_variables["taken[dark]"]) == ("1", {"Red": "2", "Blue": "0"})
    assert state.player_variables["taken[wall]"] == {"Red": "1", "Blue": "2"}
    assert state.scores == {"Red": 2 * 1 + 2 + 4, "Blue": 0 + 2 + 4}
    play(state, next(each.text for each in state.legal_moves if each.cell == "b1"))
    assert state.variables["used[2]"] == "2000"
    again = game.position(state.pieces, vars=taken(state)["vars"])
    assert (again.variables, again.player_variables) == (state.variables, state.player_variables)
    with pytest.raises(HexgameError, match="cannot be `900001`"):
        game.position({}, vars={"used[2]": 900001})


def test_products_stay_within_the_largest_number() -> None:
    game = game_of("""
        var n = 1 in -1000000000..1000000000
        board { shape rhombus(3) }
        turn { place stone on c among empty { c becomes stone  set n = product(n, -70000, count(own)) } }
        score = product(c.q + 1 for c in own) + product(g for g in 1..count(own) where g > 9) + product([3, 4])
          + product({})
        win by score when empty == {}
    """)
    play_in_lockstep(game, games=5, seed=1)
    state = play(game.start(), "c3")
    assert (state.variables["n"], state.scores["Red"]) == ("-70000", 3 + 1 + 12 + 1)
    assert play(state, "a1").variables["n"] == "1000000000"
