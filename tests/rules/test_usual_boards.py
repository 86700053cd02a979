"""Sheets that were refused, or slow on paper, on the boards they are meant for: their bounds leave them alone."""

from __future__ import annotations

import pytest
from conftest import GAMES

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.loading import Sheet, read_sheet
from hexgame.play.game import Game

MIRADOR = """
game "Mirador"
players Red, Blue
board {
  grid square
  shape rhombus(27)
  relation side(c) = {d for d in adjacent(c) where d.q > c.q}
  relation down(c) = {d for d in adjacent(c) where d.r > c.r}
  edge top, bottom: Red
  edge left, right: Blue
}
define base(c) = {c} | side(c) | down(c) | down(side(c))
define sighted(c) = slide(c, past: empty, onto: own)
turn {
  may place stone on c among empty where count(base(c) & empty) == 4 and adjacent(base(c)) & own == {} {
    base(c) becomes stone
  }
  otherwise pass
}
win when connects(own, own.edges, by: sighted)
draw when passes == 2
"""

HIVE = """
game "Hive without beetles"
players White, Black
pieces queen "Q", ant "A", spider "S"
board { shape hexagon(7) }
define hive = own | enemy
define leaves_one(s) = count(groups(hive - {s})) == 1
define slides(s, d) = count(adjacent(s) & adjacent(d) & hive) < 2 and adjacent(d) & (hive - {s}) != {}
turn {
  may place queen on c among empty where count(own & queen) == 0 and (turn <= 2 or adjacent(c) & own != {})
  may place ant on c among empty where turn <= 2 or (adjacent(c) & own != {} and adjacent(c) & enemy == {})
  may move ant from s among own & ant to d among empty where leaves_one(s) and slides(s, d)
      and steps({s}, {d}, past: empty) > 0
  may move queen from s among own & queen to d among adjacent(s) & empty where leaves_one(s) and slides(s, d)
  otherwise pass
}
lose when some q in own & queen: adjacent(q) & empty == {}
draw when turn > 200 or passes == 2
"""

PYLOS = """
game "Pylos without taking back"
players Light, Dark
define begins(l) = l * 5 - l * (l - 1) / 2
board {
  graph {
    cell ball at 4 * (begins(l) + x), 4 * y for l in 0..3, x in 0..3 - l, y in 0..3 - l
  }
  label level(c) = count({l for l in 1..3 where c.x >= 4 * begins(l)})
  relation below(c) = {d for d in cells where level(d) == level(c) - 1 and (d.y - c.y) / 4 in {0, 1}
    and d.x / 4 - begins(level(d)) - (c.x / 4 - begins(level(c))) in {0, 1}}
  relation above(c) = {d for d in cells where c in below(d)}
}
turn {
  may place stone on c among empty where below(c) & empty == {}
  may move stone from s among own to d among empty
    where above(s) & (own | enemy) == {} and below(d) & empty == {} and not s in below(d) and level(d) > level(s)
}
win when some c in own: level(c) == 3
"""

ROSETTE = """
game "Rosette"
players Black, White
board {
  shape hexagon(11)
  region holes = {c for c in cells where (c.q - c.r) mod 3 == 0}
  unlink c - d for c in holes, d in adjacent(c)
  relation around = leap(1, 0)
}
define lives(g) = some h in holes: count(around(h) & g) == 6
turn {
  may place stone on c among empty - holes {
    c becomes stone
    for g in groups(enemy) where count(liberties(g)) == 0 and not lives(g) { g becomes empty }
    for g in groups(own) where count(liberties(g)) == 0 and not lives(g) { g becomes empty }
  }
  may pass
}
score = count(own)
win by score when passes == 2
draw when turn > 2000
"""


def bound(game: Game, name: str) -> float:
    """How much of what is allowed a game may need."""
    return next(each.most / each.limit.allowed for each in game.costs.bounds if each.limit.name == name)


SHEETS = {"Mirador 27": MIRADOR, "Hive 7": HIVE, "Pylos 4": PYLOS, "Rosette 11": ROSETTE}


@pytest.mark.parametrize("name", SHEETS)
def test_usual_boards_are_played(name: str) -> None:
    game = hexgame.load(Source("sheet", SHEETS[name]))
    assert max(each.most / each.limit.allowed for each in game.costs.bounds) < 0.5
    state = game.start(seed=1)
    state.play(state.legal_moves[0])
    assert not state.is_over


def test_what_is_written_out_for_each_hole_has_one_room() -> None:
    game = hexgame.load(Source("rosette", ROSETTE))
    state = next(each.most for each in game.costs.bounds if each.limit.name == "state")
    assert game.machine.layout.size <= state < 5 * game.machine.layout.size


def test_whether_a_piece_may_leave_is_asked_once_for_all_its_ways() -> None:
    """A hive that must not break costs a search for each piece, not for each of its moves."""
    listing = bound(hexgame.load(Source("hive", HIVE)), "listing")
    often = HIVE.replace("leaves_one(s) = count(groups(hive - {s}))", "leaves_one(s, d) = count(groups(hive - {s, d}))")
    often = often.replace("leaves_one(s) and", "leaves_one(s, d) and")
    assert listing < 0.6 * bound(hexgame.load(Source("hive", often)), "listing")


def test_yavalath_is_comfortable_at_its_largest() -> None:
    costs = hexgame.load("yavalath", size=8).costs
    assert all(each.most < each.limit.comfortable for each in costs.bounds)


def test_groups_that_are_counted_around_each_cell_leave_room_for_usual_boards() -> None:
    assert max(bound(hexgame.load("xodd", size=13), name) for name in ("listing", "step", "start")) < 0.3


def test_a_larger_board_than_allowed_is_played_where_that_is_wanted() -> None:
    (path,) = (path for path in GAMES if path.stem == "xodd")
    text = path.read_text("utf-8").replace("in 2..13", "in 2..19")
    sheet = read_sheet(Source("xodd", text), path.parent)
    assert isinstance(sheet, Sheet)
    assert [problem.code for problem in sheet.compiled({"size": 19})[1]] == ["HG524"]
    game, problems = sheet.compiled({"size": 19}, allow_slow=True)
    assert game is not None
    assert [problem.code for problem in problems] == ["HG940"]
