"""Piles: what lies on cells, beside lists of pieces in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy

import pytest
from conftest import game_of
from lockstep import play_in_lockstep

from hexgame.diagnostics.diagnostic import HexgameError
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.show.boards.text import draw, scene

Piles = dict[str, list[str]]
"""What lies on each cell, from the top."""

HEAPS = """
pieces stone, king
stacks up to 4
board { grid square shape rhombus(4) }
turn {
  may place stone on cells
  may place king of neutral on c among cells where count(c.pile) < 3 { c gains king of neutral }
  may move stone from s among own to d among adjacent(s)
  may move stone from s among own to d among adjacent(s) where count(s.pile) > 1 forbid repeats { 2 of s to d }
  may move stone from s among own to d among adjacent(s) where count(s.pile) > 1 forbid count(d.pile) == 3 {
    s loses 1
  }
  may move stone from s among own to d among adjacent(s) - empty where count(d.pile) > 1 { d becomes king }
  may move stone from s among own to d among adjacent(s) - empty { adjacent(s) gains stone  d becomes empty }
  may move stone from s among own to d among adjacent(s) where count(s.pile) > 2 {
    for x in s.pile where x.owner == own { 1 of s to d  d gains x.kind of x.owner }
  }
  may move king of neutral from s among neutral.king to d among adjacent(s) { adjacent(d) loses (count(s.pile) - 1) }
}
win when turn > 60 and connects(own, [top, bottom])
draw when turn > 120
"""


def carry(piles: Piles, here: str, there: str, number: int) -> None:
    """The top pieces of a cell come to lie on another that has room."""
    number = min(number, len(piles[here]))
    if number and here != there and number + len(piles[there]) <= 4:
        piles[there] = piles[here][:number] + piles[there]
        piles[here] = piles[here][number:]


def gain(piles: Piles, cell: str, piece: str) -> None:
    if len(piles[cell]) < 4:
        piles[cell] = [piece, *piles[cell]]


def change(game: Game, piles: Piles, number: int, own: str, here: str, there: str) -> None:
    """What a decision of `HEAPS` does, by its number in the sheet."""
    near = [game.board.names[arc.to] for arc in game.board.arcs[game.board.by_name[here or there]]]
    around = [game.board.names[arc.to] for arc in game.board.arcs[game.board.by_name[there]]]
    match number:
        case 0 | 1:
            gain(piles, there, own if number == 0 else "king of neutral")
        case 2 | 3:
            carry(piles, here, there, 2 if number == 3 else 4)
        case 4:
            del piles[here][0]
        case 5:
            piles[there][0] = own.replace("stone", "king")
        case 6:
            for cell in near:
                gain(piles, cell, own)
            piles[there] = []
        case 7:
            for piece in list(piles[here]):
                if piece.split()[2] == own.split()[2]:
                    carry(piles, here, there, 1)
                    gain(piles, there, piece)
        case _:
            number = len(piles[here]) - 1
            for cell in around:
                piles[cell] = piles[cell][max(number, 0) :]


def lying(state: State) -> Piles:
    return {name: [f"{kind} of {owner}" for owner, kind in state.pile(cell)]
            for cell, name in enumerate(state.game.board.names)}  # fmt: skip


@pytest.fixture(scope="module")
def heaps() -> Game:
    return game_of(HEAPS)


def played(game: Game, seed: int, see: Callable[[State, Piles], None]) -> State:
    """A random game beside its lists."""
    draw, state = random.Random(seed), game.start()
    piles: Piles = {name: [] for name in game.board.names}
    spans = [decision.span for decision in game.rules.decisions]
    while not state.is_over:
        move, own = draw.choice(state.legal_moves), f"stone of {state.to_move}"
        number = spans.index(game.block_of(move.code).decision.span)
        state.play(move)
        change(game, piles, number, own, move.source, move.cell)
        see(state, piles)
    return state


def test_piles_are_lists_of_pieces(heaps: Game) -> None:
    def see(state: State, piles: Piles) -> None:
        assert lying(state) == piles
        assert state.piles == {name: tuple(pile) for name, pile in piles.items() if len(pile) > 1}

    for seed in range(20):
        played(heaps, seed, see)


def test_all_forms_play_them_alike(heaps: Game) -> None:
    play_in_lockstep(heaps, games=10, seed=2)


def test_a_move_that_is_taken_back_leaves_the_piles_as_they_were(heaps: Game) -> None:
    seen: list[Piles] = []
    state = played(heaps, 3, lambda _, piles: seen.append(deepcopy(piles)))
    copy = state.copy()
    for piles in reversed(seen[:-1]):
        state.undo()
        assert lying(state) == piles
    assert lying(copy) == seen[-1]


def test_a_position_with_piles_is_read_as_it_is_written(heaps: Game) -> None:
    states: list[State] = []
    played(heaps, 4, lambda state, _: states.append(state.copy()))
    for state in states[: -1 : len(states) // 10]:
        mapping = state.as_position()
        pieces = {key: value for key, value in mapping.items() if key in heaps.rules.owners}
        again = heaps.position(pieces, **{key: value for key, value in mapping.items() if key not in pieces})
        assert lying(again) == lying(state)
        assert again.legal_codes == state.legal_codes


@pytest.mark.parametrize(
    ("piles", "message"),
    [
        (["a1"], "`piles` must map cells to what lies there"),
        ({"z9": ["stone of Red", "stone of Red"]}, "there is no cell `z9`"),
        ({"a1": ["stone of Rde"]}, "there is no piece `stone of Rde`"),
        ({"a1": ["stone of Red"] * 5}, "`a1` holds 5 pieces"),
        ({"b1": ["stone of Red"] * 2}, "`b1` is named twice"),
    ],
)
def test_a_pile_that_cannot_be_is_refused(heaps: Game, piles: object, message: str) -> None:
    with pytest.raises(HexgameError, match=message):
        heaps.position({"Red": ["b1"]}, piles=piles)


def test_what_finds_no_room_stays_where_it_is(heaps: Game) -> None:
    piles = {"a1": ["stone of Red", "stone of Blue"], "b1": ["stone of Blue"] * 3}
    state = heaps.position({}, piles=piles)
    before = lying(state)
    state.play(next(move for move in state.legal_moves if (move.source, move.cell) == ("a1", "b1")))
    assert lying(state) == before


def test_boards_repeat_only_where_all_that_is_buried_does() -> None:
    game = game_of("""
        stacks up to 3
        board { grid square shape rhombus(2) }
        turn { place stone on c among cells forbid repeats {
          if count(c.pile) == 2 { c loses 1 } else { c gains stone of neutral  if turn == 1 { c gains stone } }
        } }
        draw when turn > 40
    """)
    state = game.start()
    state.play_all(["a1", "b1"])
    assert lying(state) == {"a1": ["stone of Red", "stone of neutral"], "b1": ["stone of neutral"], "a2": [], "b2": []}
    state.play("b1")  # two neutral ones lie there, which looks like one from above
    assert lying(state)["b1"] == ["stone of neutral"] * 2
    assert "b1" not in {move.text for move in state.legal_moves}  # one would be taken again


def test_pieces_of_a_pile_have_kinds_and_owners() -> None:
    game = game_of("""
        pieces stone, king
        stacks up to 4
        board { grid square shape rhombus(2) }
        var third = none in kinds, none
        var below = none in players, none
        turn {
          may place stone on cells
          may place king of neutral on c among cells where count(c.pile) < 4 {
            c gains king of neutral
            set third = c.pile[2].kind
            set below = c.pile[1].owner
          }
        }
        score = 100 * count(x for x in cell(0, 0).pile where x.owner == own)
          + 10 * sum(1 for x in cell(0, 0).pile where x.kind == king)
          + (if some x in cell(0, 0).pile: x.owner == enemy then 1 else 0)
          + (if every x in cell(1, 0).pile: x.kind == king then 5 else 0)
        win by score when turn > 20
    """)
    pile = {"a1": ["stone of Red", "king of neutral", "stone of Blue"], "b1": ["king of neutral"]}
    state = game.position({}, piles=pile)
    assert state.scores == {"Red": 116, "Blue": 116}
    play_in_lockstep(game, games=5, seed=1)
    king = next(move for move in state.legal_moves if (move.piece, move.cell) == ("king", "a1"))
    state.play(king)
    assert state.variables == {"third": "king", "below": "Red"}
    assert state.scores == {"Red": 126, "Blue": 126}


def test_boards_show_how_high_piles_are_and_of_what() -> None:
    game = game_of("stacks up to 4\nboard { grid square shape rhombus(2) }\nturn { place stone on cells }")
    state = game.position({"Red": ["a1"]}, piles={"b2": ["stone of Red", "stone of neutral", "stone of Blue"]})
    assert "●3" in draw(state)
    assert "piles, from the top: b2 ●◎○" in scene(state)


def test_a_pile_that_is_not_seen_is_not_told() -> None:
    game = game_of("""
        stacks up to 3
        sees empty | own
        board { grid square shape rhombus(2) }
        turn { place stone on c among cells { c gains stone } }
        draw when turn > 9
    """)
    state = game.start()
    state.play_all(["a1", "b1", "a1"])
    red, blue = state.view("Red"), state.view("Blue")
    assert red.piles == {"a1": ("stone of Red", "stone of Red")}
    assert (blue.piles, blue.pile(0), len(red.pile(0))) == ({}, (), 2)
    state.play("a1")
    assert (red.piles, len(blue.pile(0))) == ({}, 3)
