"""What a player cannot know reaches neither faces nor computer players."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest
from conftest import GAMES, game_of, long, small

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.play.view import Onlooker, View
from hexgame.show.boards.text import scene
from hexgame.show.boards.words import standing
from hexgame.show.pictures.overlays import all_moves, moves_on
from hexgame.show.pictures.picture import svg


def dark(*moves: str) -> State:
    return hexgame.load("dark_hex", size=3).start().play_all(moves)


HIDING = ["dark_hex"]
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
}
MADE: dict[str, Callable[[], Game]] = {
    **{stem: partial(small, stem, 3) for stem in HIDING},
    **{name: cache(partial(game_of, BOARD + text)) for name, text in SHEETS.items()},
}


def test_every_game_that_hides_something_is_among_these() -> None:
    assert [path.stem for path in GAMES if re.search("^sees ", path.read_text("utf-8"), re.MULTILINE)] == HIDING


def all_that_is_shown(view: View) -> list[object]:
    """Whatever faces make of a view, and all that computer players can read of it."""
    names = view.game.board.names
    facts = [getattr(view, name) for name in vars(View) if isinstance(vars(View)[name], property) and name != "state"]
    refusals = [view.refusal(name) for name in names] + [view.refusal("a1-b1"), view.refusal("pass")]
    moves = [all_moves(view), *(moves_on(view, name) for name in names[::4])]
    return [*facts, *refusals, *moves, repr(view), scene(view), svg(view), standing(view)]


def known(view: View) -> list[object]:
    """What the rules let a player know: the cells they see, who decides, and moves that name no cell."""
    cells = [view.at(cell) for cell in range(len(view.game.board.cells))]
    last = view._state.last_move
    return [cells, view.deciders, last if last and not last.cell else None]


def twins(game: Game, player: str, draw: random.Random) -> Iterator[tuple[State, State]]:
    """Two games side by side that a player cannot tell apart: the others decide differently, out of sight."""
    pair = game.start(), game.start()
    while not any(state.is_over for state in pair):
        decides = pair[0].to_move
        views = [state.view(player) for state in pair]
        if decides == player:
            move = draw.choice(views[0].choices)
            found = [[move, move]]
        else:
            found = [[draw.choice(state.legal_moves) for state in pair] for _ in range(8)]
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


@long("*", "!dark_hex")
@pytest.mark.parametrize("game", MADE.values(), ids=MADE, indirect=True)
def test_states_that_a_player_cannot_tell_apart_are_shown_alike(game: Game) -> None:
    different = 0
    for seed in range(3):
        draw = random.Random(seed)
        for player in game.players:
            for one, other in twins(game, player, draw):
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
