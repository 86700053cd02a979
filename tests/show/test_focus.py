"""The part of a large board that is seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Run, game_of

from hexgame.play.state import State
from hexgame.show.pictures.film import film_of
from hexgame.show.pictures.picture import Frame, ground_of, part, svg
from hexgame.web.talk.scene import scene

BOARD = "option size = 9 in 2..12\nboard { shape hexagon(size) }\n"
NEAR = f"""{BOARD}
define near = if turn == 1 then {{cell(0, 0)}} else adjacent(own | enemy)
turn {{ may place stone on near & empty }}
draw when empty == {{}}
"""
MOVES = ("i9", "j9", "i8", "h8", "h7", "h6", "h5", "h4", "h3", "i10", "i11", "i12", "i13", "i14")
"""From the middle of the board to one side and then to the other."""


def begun(text: str = NEAR, moves: tuple[str, ...] = MOVES[:3], **options: object) -> State:
    return game_of(text, **options).start().play_all(moves)


def seen(state: State) -> Frame:
    return part([state], ground_of(state.game))


def holds(frame: Frame, other: Frame) -> bool:
    return (frame[0] <= other[0] and frame[1] <= other[1] and frame[0] + frame[2] >= other[0] + other[2]
            and frame[1] + frame[3] >= other[1] + other[3])  # fmt: skip


def test_a_part_of_a_large_board_holds_all_pieces_and_moves() -> None:
    state = begun()
    ground, (left, top, width, height) = ground_of(state.game), seen(state)
    assert width < 0.6 * ground.frame[2]
    assert holds(ground.frame, (left, top, width, height))
    named = {name for move in state.legal_moves for name in (move.cell,)} | set(MOVES[:3])
    spots = [ground.layout.centre(state.game.board.cells[state.game.board.by_name[name]]) for name in named]
    assert all(left + 20 < spot.x < left + width - 20 and top + 20 < spot.y < top + height - 20 for spot in spots)
    assert width / height == pytest.approx(ground.frame[2] / ground.frame[3], rel=0.01)


@pytest.mark.parametrize(
    ("text", "moves", "options"),
    [
        (NEAR, (), {}),  # nothing lies there
        (NEAR, ("d4",), {"size": 4}),  # the board is not large
        (NEAR, MOVES, {}),  # the pieces lie far apart
        (BOARD + "turn { may place stone on empty }", MOVES[:3], {}),  # moves lead everywhere
        (NEAR + "sees own", MOVES[:3], {}),  # what is hidden may lie anywhere
    ],
    ids=["empty", "small", "apart", "anywhere", "hidden"],
)
def test_where_a_part_would_not_do_all_is_seen(text: str, moves: tuple[str, ...], options: dict[str, object]) -> None:
    state = begun(text, moves, **options)
    assert seen(state) == ground_of(state.game).frame


def test_the_part_does_not_jump() -> None:
    state, parts = begun(moves=MOVES[:1]), list[Frame]()
    for move in MOVES[1:6]:
        state.play(move)
        parts.append(seen(state))
    assert len(set(parts)) < len(parts)
    assert parts == sorted(parts, key=lambda each: each[2])


def test_pages_pictures_and_films_show_it() -> None:
    state = begun()
    text = " ".join(map(str, seen(state)))
    assert scene(state)["svg"]["seen"] == list(seen(state))
    assert f'viewBox="{text}"' in svg(state, follows=True)
    assert f'viewBox="{text}"' not in svg(state)
    shown = re.search(r'viewBox="([^"]+)"', film_of([begun(moves=MOVES[:number]) for number in range(6)]))
    assert shown is not None
    left, top, width, height = map(int, shown[1].split())
    assert holds((left, top, width, height), seen(begun(moves=MOVES[:5])))


def test_a_picture_of_the_whole_board_can_be_had(command: Run, tmp_path: Path) -> None:
    for name, more in (("part", ()), ("whole", ("--whole",))):
        assert command("board", "hive", "--svg", str(tmp_path / name), *more).exit_code == 0
    assert (tmp_path / "part").read_text() == (tmp_path / "whole").read_text()  # an empty board
    assert "--whole" in command("board", "hive", "--whole").output
