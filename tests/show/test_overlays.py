"""What `moves` shows: lists, and boards with marks on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run, complete, game_of

import hexgame
from hexgame.play.state import State
from hexgame.play.view import View
from hexgame.show.boards.palette import ASCII
from hexgame.show.pictures.overlays import all_moves, moves_on
from hexgame.show.records import write_record

KNIGHTS = """\
● White (left, right: ▪)   ○ Black (top, bottom: ▫)

  a b c d e
   ▫ ▫ ▫ ▫ ▫
1 ▪ · ● ○ ● · ▪ 1
 2 ▪ ● · ○ ● · ▪ 2
  3 ▪ ● · · · ○ ▪ 3
   4 ▪ · ○ ·(○)● ▪ 4
    5 ▪ · ○ · · · ▪ 5
         ▫ ▫ ▫ ▫ ▫
          a b c d e

White ● – Place a knight or place a stack, first person (human): moves
5 moves: c3 a4 c4 c5 stack@c3

  a   b   c   d   e
    ▫   ▫   ▫   ▫   ▫
1 ▪   ·   ●   ○   ●   ·   ▪ 1
  2 ▪   ●   ·   ○   ●   ·   ▪ 2
    3 ▪   ●   ·   *   ·   ○   ▪ 3
      4 ▪   +   ○   +   ○   ●   ▪ 4
        5 ▪   ·   ○   +   ·   ·   ▪ 5
                ▫   ▫   ▫   ▫   ▫
                  a   b   c   d   e

+ knight   * knight or stack
White ● – Place a knight or place a stack, first person (human): moves c3
On c3 you can place: knight (c3), stack (stack@c3)
White ● – Place a knight or place a stack, first person (human): stack@c3

  a b c d e
   ▫ ▫ ▫ ▫ ▫
1 ▪ · ● ○ ● · ▪ 1
 2 ▪ ● · ○ ● · ▪ 2
  3 ▪ ● ·(S)· ○ ▪ 3
   4 ▪ · ○ · ○ ● ▪ 4
    5 ▪ · ○ · · · ▪ 5
         ▫ ▫ ▫ ▫ ▫
          a b c d e

Black ○ – Place a knight, second person (human): a4

  a b c d e
   ▫ ▫ ▫ ▫ ▫
1 ▪ · ● ○ ● · ▪ 1
 2 ▪ ● · ○ ● · ▪ 2
  3 ▪ ● · S · ○ ▪ 3
   4 ▪(○)○ · ○ ● ▪ 4
    5 ▪ · ○ · · · ▪ 5
         ▫ ▫ ▫ ▫ ▫
          a b c d e

White ● – Place a knight or throw an axe, first person (human): moves c3
8 moves from c3: c3-e1 c3-c2 c3-b3 c3-d3 c3-e3 c3-b4 c3-c4 c3-c5

  a   b   c   d   e
    ▫   ▫   ▫   ▫   ▫
1 ▪   ·   ●   ○   ●   +   ▪ 1
  2 ▪   ●   ·  [○]  ●   ·   ▪ 2
    3 ▪   ●   +  (S)  +  [○]  ▪ 3
      4 ▪   ○  [○]  +   ○   ●   ▪ 4
        5 ▪   ·   ○   +   ·   ·   ▪ 5
                ▫   ▫   ▫   ▫   ▫
                  a   b   c   d   e

( ) moves   + to an empty cell   [ ] onto a piece
White ● – Place a knight or throw an axe, first person (human): c3-c2

  a b c d e
   ▫ ▫ ▫ ▫ ▫
1 ▪ · ● ○ ● · ▪ 1
 2 ▪ ● ·(●)● · ▪ 2
  3 ▪ ● ·<●>· ○ ▪ 3
   4 ▪ ○ ○ · ○ ● ▪ 4
    5 ▪ · ○ · · · ▪ 5
         ▫ ▫ ▫ ▫ ▫
          a b c d e

Black ○ – Place a knight, second person (human): quit
The game is unfinished.
"""


def _view(state: State) -> View:
    return state.view(state.to_move or state.game.players[0])


def listed(state: State) -> str:
    return all_moves(_view(state))


def on(state: State, cell: str) -> str:
    return moves_on(_view(state), cell)


def test_the_moves_of_knight_vision_read_well(command: Run, tmp_path: Path) -> None:
    moves = ["d2", "b5", "a3", "e3", "d1", "b4", "a2", "c1", "b1", "c2", "e4", "d4"]
    state = hexgame.load("knight_vision", size=5).start().play_all(moves)
    (tmp_path / "game.yaml").write_text(write_record(state, ("human", "human"), None))
    lines = ["moves", "moves c3", "stack@c3", "a4", "moves c3", "c3-c2", "quit"]
    result = command("play", "--from", str(tmp_path / "game.yaml"), input="\n".join(lines))
    assert (result.output, result.exit_code) == (KNIGHTS, 0)


def test_a_board_is_drawn_only_where_a_list_does_not_say_it_all() -> None:
    assert listed(hexgame.load("hex", size=2).start()) == "4 moves: a1 b1 a2 b2"
    tabu = hexgame.load("tabu_y", size=3).start().play_all(["a1"])
    assert listed(tabu) == (
        "3 moves: c1 b2 a3\n\n  a   b   c\n  1 ●   ·   + 1\n    2 ·   + 2\n      3 + 3\n          a\n\n+ stone"
    )


def test_other_choices_of_pieces_have_other_signs() -> None:
    turn = """pieces man, king, rook
        board { shape parallelogram(4, 1) }
        turn {
          may place man on empty
          may place king on c among empty where c.q > 0
          may place rook on c among empty where c.q > 1
          may place man of Blue on c among empty where c.q == 3
        }"""
    told = listed(game_of(turn).start())
    assert "1 +   *   1   2 1\n" in told
    assert told.endswith("+ man   * man or king   1 man or king or rook   2 man or king or rook or man of Blue")


def test_pieces_that_can_move_and_cells_that_hold_something_are_marked() -> None:
    game = game_of("""board { shape parallelogram(4, 1) }
        turn {
          may place stone on empty
          may place stone of Blue on own
          may move stone from s among own to d among adjacent(s)
        }""")
    state = game.start().play_all(["b1", "d1"])
    assert "1 +  [●]* +   ○ 1\n" in listed(state)
    assert listed(state).endswith("+ stone   * stone of Blue   [ ] can move")


def test_a_cell_tells_what_can_come_to_it() -> None:
    game = game_of("""board { shape rhombus(3) }
        turn {
          may place stone on perimeter & empty
          may move stone from s among own to d among adjacent(s) & empty
        }""")
    state = game.start().play_all(["b1", "c3"])
    assert on(state, "b2") == "1 move to b2: b1-b2"
    assert on(state, "a1") == "On a1 you can place: stone (a1)\n1 move to a1: b1-a1"


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("B2", "No moves: b2 is occupied by a stone of Red."),
        ("z9", "There is no cell `z9` on this board."),
        ("\x1b[2J", "There is no cell `␛[2J` on this board."),
    ],
)
def test_a_cell_for_nothing_says_why(cell: str, told: str) -> None:
    assert on(hexgame.load("hex", size=3).start().play_all(["b2"]), cell) == told


def test_nothing_hidden_is_told_of_a_cell() -> None:
    state = hexgame.load("dark_hex", size=3).start().play_all(["b2", "a1"])
    assert on(state, "b2") == "No moves: b2 is occupied by a stone of Red."
    blind = game_of("sees own\nturn { place stone on empty }").start().play_all(["b2", "a1"])
    assert on(blind, "a1") == "There are no legal moves on a1."
    assert moves_on(state.view("Red"), "a1") == "On a1 you can place: stone (a1)"


def test_there_are_no_moves_after_the_end() -> None:
    state = hexgame.load("hex", size=2).start().play_all(["a1", "b1", "a2"])
    assert listed(state) == "There are no legal moves."
    assert on(state, "b2") == "No moves: the game is over: Red wins."


def test_marks_are_plain_ascii() -> None:
    state = hexgame.load("knight_vision", size=5).start().play_all(["c3"])
    assert all_moves(state.view("Black"), ASCII).isascii()


def test_moves_of_more_than_one_cell_are_no_command(command: Run, tmp_path: Path) -> None:
    (tmp_path / "a.hexgame").write_text(complete(""))
    assert "`moves a1 b1` is not a move" in command("play", str(tmp_path / "a.hexgame"), input="moves a1 b1\n").output
