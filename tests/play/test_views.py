"""What a player cannot know reaches neither faces nor computer players."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice

import pytest
from conftest import GAMES, game_of, long, small, wide

import hexgame
from hexgame.play.game import Game
from hexgame.play.moves import Move, without_kind
from hexgame.play.state import State
from hexgame.play.view import Onlooker, View
from hexgame.show.boards.text import scene
from hexgame.show.boards.words import standing
from hexgame.show.pictures.overlays import all_moves, moves_on
from hexgame.show.pictures.picture import svg


def dark(*moves: str) -> State:
    return hexgame.load("dark_hex", size=3).start().play_all(moves)


HIDING = ["dark_hex", "geister"]
BOARD = "board { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }\n"
SHEETS = {
    "seen by edges": "sees empty | own | top\nturn { place stone on cells - own }\nwin when count(own) == 6",
    "pieces and moves": """pieces man, king
        marks met
        sees own | met
        score = count(own)
        turn {
          may place man on cells - own
          may move man from s among own.man to d among adjacent(s) - own { set met = met | {d} }
          may pass
        }
        draw when count(empty) == 0""",
    "kinds": """pieces man, king
        sees kind on own | top
        turn {
          may place k among kinds on empty
          may move kinds from s among own to d among adjacent(s) - own
          may choose c in own { c becomes king }
        }
        draw when turn > 40""",
    "kinds in the dark": """pieces man, king
        sees empty | own | enemy & top
        sees kind on own | bottom
        sees height on own.king
        sees depth on cells
        var height = 0 in 0..9 for each piece
        var depth = 0 in 0..9 for each cell
        turn {
          may place k among kinds on c among cells - own { c becomes k set c.height = turn set c.depth = turn / 4 }
          may move kinds from s among own to d among adjacent(s) - own
        }
        draw when turn > 40""",
}

MADE: dict[str, Callable[[], Game]] = {
    "dark_hex": partial(small, "dark_hex", 3),
    "geister": partial(small, "geister", 5),
    **{name: cache(partial(game_of, BOARD + text)) for name, text in SHEETS.items()},
}


def test_every_game_that_hides_something_is_among_these() -> None:
    assert [path.stem for path in GAMES if re.search("^sees ", path.read_text("utf-8"), re.MULTILINE)] == HIDING


def all_that_is_shown(view: View) -> list[object]:
    """Whatever faces make of a view, and all that computer players can read of it."""
    names = view.game.board.names
    facts = [getattr(view, name) for name in vars(View)
             if isinstance(vars(View)[name], property) and name not in ("state", "past")]  # fmt: skip
    refusals = [view.refusal(name) for name in names] + [view.refusal("a1-b1"), view.refusal("pass")]
    moves = [all_moves(view), *(moves_on(view, name) for name in names[::4])]
    return [*facts, *refusals, *moves, repr(view), scene(view), svg(view), standing(view)]


def known(view: View) -> list[object]:
    """What the rules let a player know: the cells they see, who decides, and moves that name no cell."""
    cells = [view.at(cell) for cell in range(len(view.game.board.cells))]
    last, numbers = view._state.last_move, (view.player_variables, view.cell_variables)
    return [cells, view.deciders, last if last and not last.cell else None, *numbers]


def alike(move: Move, state: State) -> list[Move]:
    """The legal moves that are told as a move would be by whoever does not see its piece; any where there is none."""
    found = [each for each in state.legal_moves if without_kind(each) == without_kind(move)]
    return found or list(state.legal_moves)


def twins(game: Game, player: str, draw: random.Random) -> Iterator[tuple[State, State]]:
    """Two games side by side that a player cannot tell apart: the others decide differently, out of sight."""
    pair = game.start(), game.start()
    while not any(state.is_over for state in pair):
        decides = pair[0].to_move
        views = [state.view(player) for state in pair]
        if decides == player:
            found = [[move, move] for move in draw.choices(views[0].choices, k=8)]
        else:
            found = [[draw.choice(state.legal_moves) for state in pair] for _ in range(8)]
            found += [[one, draw.choice(alike(one, pair[1]))] for one in draw.choices(pair[0].legal_moves, k=8)]
            draw.shuffle(found)
        for moves in found:
            for state, move in zip(pair, moves, strict=True):
                state.play(move)
            if known(views[0]) == known(views[1]) and not any(state.is_over for state in pair):
                break
            for state in pair:
                state.undo()
        else:
            return
        yield pair


@long("kinds")
@wide("*", "!dark_hex", "!kinds")
@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_states_that_a_player_cannot_tell_apart_are_shown_alike(game: Game) -> None:
    different = 0
    for seed in range(3):
        draw = random.Random(seed)
        for player in game.players:
            every = 3 if game.rules.variables else 1  # of a long game, not all
            for one, other in islice(twins(game, player, draw), 0, 13 * every, every):
                different += one != other
                assert all_that_is_shown(one.view(player)) == all_that_is_shown(other.view(player))
    assert different > 20


def test_whoever_watches_sees_nothing_of_a_board_on_which_something_is_hidden() -> None:
    found = dark("b2", "b2")  # Blue has found b2, which Red knows as well, but not that Blue does
    watching = Onlooker(found)
    assert watching.pieces == {"Red": {"stone": ()}, "Blue": {"stone": ()}}
    assert (watching.marks, watching.last_move, watching.choices, watching.scores) == ({}, None, (), {})
    assert watching.refusal("a1") == "you are watching"
    over = Onlooker(dark("a1", "b1", "a2", "b2", "a3"))
    assert over.pieces["Red"] == {"stone": ("a1", "a2", "a3")}
    assert (str(over.last_move), str(over.outcome)) == ("a3", "Red wins")


def test_whoever_searches_gets_a_state_only_where_nothing_is_hidden() -> None:
    state = hexgame.load("hex", size=3).start()
    state.view("Red").state.play("b2")
    assert state.moves == ()
    with pytest.raises(ValueError, match="Dark Hex hides something from Red: there is only a view of its state"):
        _ = dark().view("Red").state
    assert dark("a1", "a2", "b1", "b2").view("Red").is_partial
    assert dark("a1", "b1", "a2", "b2", "a3").view("Blue").state.outcome is not None


def test_a_kind_is_seen_where_it_is_said_and_a_piece_anyway() -> None:
    game, dice = MADE["kinds"](), random.Random(2)
    hidden = 0
    for _ in range(20):
        state = game.start()
        while not state.is_over:
            state.play(dice.choice(state.legal_moves))
            for player in game.players if not state.is_over else ():
                view = state.view(player)
                for cell, place in enumerate(game.board.cells):
                    held, shown = state.at(cell), view.at(cell)
                    is_known = held is None or held[0] == player or place.r == 0
                    assert shown == (held if is_known or held is None else (held[0], "?"))
                    assert Onlooker(state).at(cell) == (held and (held[0], "?"))
                    hidden += not is_known
    assert hidden > 100


def test_a_move_is_told_without_a_kind_that_is_hidden() -> None:
    state = MADE["kinds"]().start().play_all(["b2"])
    assert (str(state.view("Red").last_move), str(state.view("Blue").last_move)) == ("b2", "?@b2")
    state.play("king@b1")  # at the top, all see what it is
    assert [str(state.view(player).last_move) for player in ("Red", "Blue")] == ["king@b1", "king@b1"]
    assert str(Onlooker(state).last_move) == "?@b1"
    state.play("b2-b1")
    told = state.view("Blue").last_move
    assert told == state.last_move  # now Blue sees that it is a man
    state.play_all(["c3", "c b1"])  # it becomes a king, as all see
    assert str(state.view("Blue").last_move) == "c b1"
    state.play("c c3")
    assert (state.view("Red").last_move, state.view("Red").at(8)) == (None, ("Blue", "?"))
    state.play_all(["a3", "c3-c2"])
    told = state.view("Red").last_move
    assert told is not None and (str(told), told.piece, told.code) == ("c3-c2", "?", -1)


def test_a_variable_that_is_hidden_looks_as_at_the_start() -> None:
    state = MADE["kinds in the dark"]().start().play_all(["king@b1", "a3", "b2"])
    red, blue = state.view("Red"), state.view("Blue")
    assert red.cell_variables["height"] == {"b1": "1", "b2": "0"}  # nobody sees how high a man is
    assert blue.cell_variables["height"] == {"b1": "0", "a3": "0"}
    assert blue.cell_variables["depth"] == red.cell_variables["depth"] == state.cell_variables["depth"]
    assert blue.at(1) == ("Red", "?")


def test_a_refusal_does_not_name_a_kind_that_is_hidden() -> None:
    state = MADE["kinds"]().start().play_all(["king@b2"])
    assert state.view("Blue").refusal("king@b2") == "b2 is occupied by a piece of Red"
    assert state.view("Blue").refusal("b2-b3") == "the piece on b2 is Red's"
