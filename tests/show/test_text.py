"""Boards as text, and what is said beside them."""

from __future__ import annotations

import pytest
from conftest import game_of

import hexgame
from hexgame.show.boards.labels import hash_marks
from hexgame.show.boards.palette import ASCII
from hexgame.show.boards.text import draw, legend, scene
from hexgame.show.boards.words import situation, standing

WALLS = """pieces stone, wall "#"
board { shape rhombus(2) }
setup { cell(0, 0) becomes stone of neutral cell(1, 1) becomes wall of neutral }
turn { may place stone on empty may move stone from s among own to d among adjacent(s) & empty }"""


def labelled(value: str) -> dict[int, str]:
    return hash_marks(game_of(f"board {{ shape parallelogram(3, 1) label worth(c) = {value} }}"))


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ("c.q", {0: "0", 1: "1", 2: "2"}),
        ("5 * c.q - 2", {0: "-2", 1: "3", 2: "8"}),
        ("{h.q + 3 for h in adjacent(c)}", {0: "4", 1: "35", 2: "4"}),
        ("{9 * h.q for h in adjacent(c)}", {0: "9", 1: "0,18", 2: "9"}),
        ("{h.q for h in adjacent(c) where h.q == 1}", {0: "1", 2: "1"}),
        ("{h for h in adjacent(c)}", {}),
        ("c.q == 1", {}),
        ("1000000 * (c.q + 1)", {}),
    ],
)
def test_labels_of_numbers_become_short_texts(value: str, texts: dict[int, str]) -> None:
    assert labelled(value) == texts


def test_the_first_label_of_numbers_is_shown() -> None:
    board = "board { shape rhombus(2) label odd(c) = c.q == 1 label one(c) = c.q label two(c) = c.r }"
    assert hash_marks(game_of(board)) == {0: "0", 1: "1", 2: "0", 3: "1"}
    assert hash_marks(hexgame.load("hex")) == {}


def test_cells_are_as_wide_as_their_numbers() -> None:
    one = game_of("board { shape rhombus(2) label one(c) = c.q }").start().play_all(["a1"])
    assert draw(one) == "  a b\n 1(●)1 1\n  2 0 1 2\n     a b"
    long = game_of("board { shape rhombus(2) label long(c) = 1000 * c.q }").start().play_all(["a2"])
    assert draw(long) == "  a     b\n   1 0     1000 1\n      2(●)    1000 2\n           a     b"


def test_pieces_of_nobody_are_drawn_and_explained() -> None:
    state = game_of(WALLS).start()
    assert draw(state) == "  a b\n 1 ◎ · 1\n  2 · w 2\n     a b"
    assert draw(state, ASCII) == "  a b\n 1 N . 1\n  2 . w 2\n     a b"
    assert situation(state) == "◎ is neutral"


def test_pieces_of_nobody_with_the_letter_of_a_players_are_listed() -> None:
    game = game_of("""pieces man, king, post
        setup { cell(0, 0) becomes king of Blue cell(1, 0) becomes king of neutral cell(2, 0) becomes post of neutral }
        turn { may move king from s among own to d among adjacent(s) & empty otherwise pass }""")
    assert draw(game.start()).splitlines()[1].startswith(" 1 k k p")
    assert situation(game.start()) == "neutral: king b1"


def test_letters_tell_kinds_of_piece_apart_and_are_listed_where_they_are_not_the_first() -> None:
    game = game_of("""pieces man, pawn, prince "Q", peer, priest
        turn { may place {pawn, prince, peer, priest} on empty }""")
    assert legend(game).splitlines()[1] == "letters: p pawn, q prince, e peer, r priest"
    state = game.start().play_all(["prince@a1", "peer@b1", "priest@c1"])
    assert draw(state).splitlines()[1].startswith(" 1 Q e(R)")
    assert "letters" not in legend(game_of(WALLS))


def test_a_move_is_marked_where_it_began_and_where_it_ended() -> None:
    game = game_of("""board { shape rhombus(3) }
        turn { may place stone on empty may move stone from s among own to d among adjacent(s) & empty }""")
    moved = game.start().play_all(["a1", "c3", "a1-b1"])
    assert draw(moved).splitlines()[1] == " 1<·(●)· 1"


def test_cards_variables_scores_and_who_is_out_stand_below_the_board() -> None:
    blind = hexgame.load("blind_hex", size=5, handicapped="X").start().play_all(["{1,2}", "{3,4}/{1,5}"])
    assert situation(blind) == "X: hand {5}  picked {3,4}  on the table {1,2}\nO: hand {2,3,4}  picked {1,5}"
    assert scene(blind) == f"{draw(blind)}\n\n{situation(blind)}"
    unlur = hexgame.load("unlur", size=3).start()
    assert situation(unlur) == "contract: yes"
    assert situation(unlur.play_all(["c3", "pass"])) == ""
    scored = game_of("score = 2 * count(own)\nwin by score when count(empty) == 0").start().play_all(["a1"])
    assert situation(scored) == "scores: Red 2, Blue 0"
    three = hexgame.load("three_player_hex", size=2).start().play_all(["b3", "b2", "c2", "b1"])
    assert situation(three) == "Blue is out"
    assert situation(hexgame.load("hex").start()) == ""


def test_what_others_have_marked_in_secret_is_not_told() -> None:
    state = hexgame.load("dark_hex", size=3).start().play_all(["b2", "b2"])
    assert situation(state) == situation(state.view("Blue")) == "Blue: found b2"
    assert situation(state.view("Red")) == ""


def test_a_piece_of_nobody_that_is_not_seen_is_not_told() -> None:
    game = game_of("sees empty | own\nsetup { cell(0, 0) becomes stone of neutral }")
    assert situation(game.start().view("Red")) == ""
    assert situation(game.start()) == "◎ is neutral"


def test_tiles_show_whose_tracks_lead_where() -> None:
    state = hexgame.load("trax", size=3).start().play_all(["neutral@b2", "neutral.l@b3"])
    middle, below = draw(state).splitlines()[2:4]
    assert (middle.split()[2], below.split()[2]) == ("─╫──", "(─╚═)")
    assert legend(state.game) == "══ White   ── Red" and situation(state) == ""
    assert ".(l)." in draw(state, ASCII)


def test_how_things_stand() -> None:
    blind = hexgame.load("blind_hex", size=5)
    state = blind.start(decide_chance=False)
    assert standing(state) == "chance decides"
    assert standing(state.play_all(["handicapped=O"])) == "O to move"
    assert standing(state.play_all(["{1,2}"])) == standing(state.view("X")) == "X and O to decide"
    won = hexgame.load("hex", size=2).start().play_all(["a1", "b1", "a2"])
    assert standing(won) == "Red wins"
