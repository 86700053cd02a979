"""What stands on cells travels: one piece at a time, two that change places, many at once."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from conftest import codes_of, game_of, long
from lockstep import play_in_lockstep

from hexgame.play.state import State

Cell = tuple[int, int]
Piece = tuple[str, str]
Pieces = dict[Cell, Piece]

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
N = 5
CELLS = [(q, r) for q in range(N) for r in range(N)]


def name(cell: Cell) -> str:
    return f"{'abcde'[cell[0]]}{cell[1] + 1}"


def standing(state: State) -> Pieces:
    named = {name(cell): cell for cell in CELLS}
    return {
        named[each]: (owner, kind)
        for owner, kinds in state.pieces.items()
        for kind, cells in kinds.items()
        for each in cells
    }


def start(text: str, pieces: Pieces) -> State:
    owners = ("Red", "Blue", "neutral")
    given = {owner: {kind: [name(cell) for cell, piece in pieces.items() if piece == (owner, kind)]
                     for kind in ("man", "king")} for owner in owners}  # fmt: skip
    return game_of(text).position(given, to_move="Red")


def at_random(draw: random.Random) -> Pieces:
    return {cell: (draw.choice(("Red", "Blue", "neutral")), draw.choice(("man", "king")))
            for cell in CELLS if draw.random() < 0.6}  # fmt: skip


def step(cell: Cell, way: Cell) -> Cell:
    return cell[0] + way[0], cell[1] + way[1]


def sheet(effects: str) -> str:
    return f"""
        pieces man, king
        board {{ shape rhombus({N}) }}
        setup {{ cell(0, 0) becomes man of neutral }}
        turn {{ place man on c among cells {{ {effects} }} }}
        win when turn > 99
    """


def moved(before: Pieces, pairs: list[tuple[Cell, Cell]]) -> Pieces:
    """Pieces after all of some cells' pieces have travelled at once; the last to come to a cell stays there."""
    after = dict(before)
    pairs = [(here, there) for here, there in pairs if here in before and here != there]
    for here, _ in pairs:
        after.pop(here, None)
    return after | {there: before[here] for here, there in pairs}


def outwards(centre: Cell, before: Pieces) -> Pieces:
    """Every neighbour of a cell is pushed one cell away from it."""
    ways = [(step(centre, way), step(step(centre, way), way)) for way in SIX]
    return moved(before, [pair for pair in sorted(ways, key=lambda pair: pair[0][::-1]) if pair[1] in CELLS])


def around(centre: Cell, before: Pieces) -> Pieces:
    """The neighbours of a cell go clockwise around it, those that can."""
    ring = [step(centre, way) for way in SIX]
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return moved(before, [(here, there) for here, there in pairs if here in CELLS and there in CELLS])


def downwards(centre: Cell, before: Pieces) -> Pieces:
    """A column moves down, and what falls off the board stays."""
    column = [(centre[0], r) for r in range(N)]
    return moved(before, list(pairwise(column)))


PUSHES = {
    "together { for d in adjacent(c), e in beyond(c, d) & adjacent(d) { d to e } }": outwards,
    """together { for d in adjacent(c), e in adjacent(c) & adjacent(d)
      where e.q - c.q == c.r - d.r and e.r - c.r == d.q - c.q + d.r - c.r { d to e } }""": around,
    "together { for d in cells, e in adjacent(d) where d.q == c.q and e.q == d.q and e.r > d.r { d to e } }": downwards,
}


@pytest.mark.parametrize("effects", PUSHES)
def test_many_pieces_travel_at_once(effects: str) -> None:
    draw = random.Random(3)
    for _ in range(12):
        before, centre = at_random(draw), draw.choice(CELLS)
        state = start(sheet(effects), before)
        state.play(name(centre))
        assert standing(state) == PUSHES[effects](centre, before)
        state.undo()
        assert standing(state) == before


def played(effects: str, draw: random.Random) -> tuple[Pieces, Cell, Pieces]:
    """Pieces at random, a cell that is played with such effects, and what stands there afterwards."""
    before = at_random(draw)
    state = start(sheet(effects), before)
    here = draw.choice(CELLS)
    state.play(name(here))
    return before, here, standing(state)


def test_a_piece_travels_with_its_owner_and_kind() -> None:
    draw = random.Random(4)
    for _ in range(40):
        before, here, after = played("c to cell(2, 2)  cell(0, 0) to c", draw)
        wanted = dict(before)
        for source, target in ((here, (2, 2)), ((0, 0), here)):
            if source in wanted and source != target:
                wanted[target] = wanted.pop(source)
        assert after == wanted


def test_two_pieces_change_places() -> None:
    draw = random.Random(5)
    for _ in range(40):
        before, here, after = played("exchange c, cell(1, 3)", draw)
        wanted = {cell: piece for cell, piece in before.items() if cell not in (here, (1, 3))}
        wanted |= {there: before[one] for one, there in ((here, (1, 3)), ((1, 3), here)) if one in before}
        assert after == wanted


def test_together_sees_the_board_as_it_was() -> None:
    text = sheet("together { c becomes king  if c in own.king { cell(0, 0) becomes man }  c to cell(4, 4) }")
    state = start(text, {(1, 1): ("Blue", "man")})
    state.play("b2")
    assert standing(state) == {(1, 1): ("Red", "king"), (4, 4): ("Blue", "man")}


def test_the_last_piece_to_come_stays() -> None:
    state = start(sheet("together { cell(0, 0) to c  cell(1, 0) to c  c to cell(1, 0) }"),
                  {(0, 0): ("Red", "man"), (1, 0): ("Blue", "king"), (2, 2): ("neutral", "man")})  # fmt: skip
    state.play("c3")
    assert standing(state) == {(2, 2): ("Blue", "king"), (1, 0): ("neutral", "man")}


def test_before_there_is_a_last_stone_it_goes_nowhere() -> None:
    text = sheet("exchange last, cell(0, 0)  last to cell(1, 1)  cell(0, 0) to last")
    before = {(0, 0): ("Red", "man"), (1, 1): ("Blue", "king")}
    state = start(text, before)
    state.play("c3")
    assert standing(state) in (before, {(2, 2): ("Red", "man"), (1, 1): ("Blue", "king")})


TRIED = """
board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }
turn {
  place stone on c among empty forbid repeats or count(group(c)) > 4 {
    c becomes stone
    together { for d in adjacent(c) & enemy, e in beyond(c, d) & adjacent(d) { d to e } }
    if turn mod 3 == 0 { exchange c, cell(1, 1) }
  }
  otherwise pass
}
win when connects(own, own.edges)
draw when passes > 1 or turn > 30
"""


@long
def test_all_forms_agree_while_pieces_travel() -> None:
    play_in_lockstep(game_of(TRIED), games=25, seed=2)


def test_a_script_moves_pieces_between_decisions() -> None:
    text = """
    board { shape rhombus(3) }
    setup { cell(0, 0) becomes stone of neutral }
    turn {
      place stone on empty
      together { for c in cells, d in adjacent(c) where d.q == c.q and d.r > c.r { c to d } }
      exchange cell(0, 2), cell(1, 2)
    }
    win when turn > 9
    """
    state = game_of(text).start()
    state.play("b2")
    found = {owner: kinds["stone"] for owner, kinds in state.pieces.items()}
    assert found == {"Red": ("a3",), "Blue": (), "neutral": ("a2",)}


@pytest.mark.parametrize(
    ("effects", "code"),
    [
        ("c to own", "HG302"),
        ("own to c", "HG302"),
        ("c to hand", "HG302"),
        ("exchange c, own", "HG302"),
        ("exchange c, turn", "HG302"),
        ("together { place man on empty }", "HG518"),
        ("together { d to c }", "HG201"),
        ("c to cell(9, 9)", "HG405"),
        ("for d in own { together { pass } }", "HG518"),
    ],
)
def test_what_cannot_travel_is_refused(effects: str, code: str) -> None:
    assert code in codes_of("cards hand = 1..3\n" + sheet(effects))


@pytest.mark.parametrize("block", ["together { }", "together { set n = 1 place stone on empty }"])
def test_together_in_a_turn_is_one_pick_or_none(block: str) -> None:
    assert "HG512" in codes_of(f"var n = 0 in 0..1\nturn {{ place stone on empty {block} }}")
