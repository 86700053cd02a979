"""What the page of a game is given to show: drawings in two parts, cells, copies, moves."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from conftest import GAMES, game_of, long, small
from test_picture import after

import hexgame
from hexgame.board.relations import is_tangled
from hexgame.play.state import State
from hexgame.show.boards.words import piece_called
from hexgame.show.pictures.picture import svg
from hexgame.web.talk.copies import Affine, copies
from hexgame.web.talk.forms import filled
from hexgame.web.talk.messages import Open
from hexgame.web.talk.scene import drawing_of, scene
from hexgame.web.talk.table import Table, Who, setup_of

MINE = """game "Mine"
option size = 3 in 2..5
players Red, Blue
board { shape rhombus(size) edge top, bottom: Red edge left, right: Blue }
turn { may place stone on empty }
win when connects(own, own.edges)
"""
SVG = "{http://www.w3.org/2000/svg}"
STEMS = [path.stem for path in GAMES]


def tree(text: object) -> ElementTree.Element:
    assert isinstance(text, str)
    return ElementTree.fromstring(text)  # noqa: S314 - written a moment ago


def shown(state: State) -> dict[str, object]:
    """A scene as it arrives, with everybody's moves."""
    found: dict[str, object] = json.loads(json.dumps(scene(state, state.legal_moves)))
    return found


def layer(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return list(root.findall(f"{SVG}g[@class='{name}']/*"))


def centre(shape: ElementTree.Element) -> tuple[float, float]:
    if shape.tag == f"{SVG}circle":
        return float(shape.get("cx", "")), float(shape.get("cy", ""))
    points = [tuple(map(float, point.split(","))) for point in shape.get("points", "").split()]
    xs, ys = zip(*points, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@long("{other}")
@pytest.mark.parametrize("stem", STEMS)
def test_each_place_is_drawn_once_and_where_it_is_said_to_be(stem: str) -> None:
    state = after(small(stem), 0)
    board, found = state.game.board, shown(state)
    drawn = layer(tree(found["svg"]["board"]), "cells")
    places = Counter(shape.get("data-place") for shape in drawn)
    missing = board.bonds if is_tangled(board) else {}
    if not board.bonds:
        assert set(places.values()) == {1}
        assert places.keys() == {f"{place.q},{place.r}" for place in board.places}
    assert len(drawn) == sum(cell not in missing for cell in board.places.values())
    cells = found["cells"]
    assert len(cells) == len(board.cells) == len(found["neighbours"])
    for shape in drawn:
        name, x, y, *own = cells[int(shape.get("data-cell", ""))]
        assert shape.get("data-place") in own
        assert name == shape.findtext(f"{SVG}title")
        is_first = shape.get("data-place") == own[0]
        is_area = state.game.rules.looks.cells.get(int(shape.get("data-cell", ""))) == "area"
        if is_first and board.mesh is None and not is_area:
            assert centre(shape) == pytest.approx((x, y), abs=0.02)


@long("{other}")
@pytest.mark.parametrize("stem", STEMS)
def test_the_parts_hold_what_the_picture_holds(stem: str) -> None:
    state = after(small(stem), 9)
    found = shown(state)
    whole = Counter(_drawings(tree(svg(state))))
    parts = Counter([*_drawings(tree(found["svg"]["board"])), *_drawings(tree(found["svg"]["stones"]))])
    assert whole - parts == Counter()
    assert {kind for kind, *_ in parts - whole} <= {"cells", "lit", "signs"}


def _drawings(root: ElementTree.Element) -> Iterator[tuple[str, ...]]:
    """Everything in the layers but the colours of lit cells, with the kind of layer; faint stones apart."""
    for group in root.findall(f"{SVG}g"):
        for shape in group.iter():
            if shape.get("class") != "faint" and shape is not group:
                kind = "cells" if group.get("class") == "lit" else str(group.get("class"))
                colours = ("fill",) if kind == "cells" else ()
                held = sorted(item for item in shape.items() if item[0] not in colours)
                stands_in = "stones" if kind in ("ghosts", "faints") else kind
                yield (stands_in if kind != "lit" else "lit", shape.tag, *map(str, held))


@long("{other}")
@pytest.mark.parametrize("stem", STEMS)
def test_copies_go_on_as_the_board_does(stem: str) -> None:
    game = small(stem)
    layout = drawing_of(game).ground.layout
    at = {layout.centre(place).key: cell for place, cell in game.board.places.items()}
    laid = {_moved(map_, point): cell for map_ in copies(layout) for point, cell in at.items()}
    assert len(laid) == len(copies(layout)) * len(at)
    assert not {(round(x), round(y)) for x, y in laid} & {(round(x), round(y)) for x, y in at}
    near = {(round(x), round(y)): cell for (x, y), cell in laid.items()}
    seen = 0
    for place, ghost in layout.ghosts.items():
        point = layout.centre(place)
        cell = _nearest(near, point.x, point.y)
        if cell is not None:
            assert cell == game.board.places[ghost.place]
            seen += 1
    if game.board.glue and game.board.glue.wrapped:
        assert seen >= len(layout.ghosts) - 4


def _moved(map_: Affine, point: tuple[float, float]) -> tuple[float, float]:
    (a, b, c, d, e, f), (x, y) = map_, point
    return round(a * x + c * y + e, 2), round(b * x + d * y + f, 2)


def _nearest(near: dict[tuple[int, int], int], x: float, y: float) -> int | None:
    return next(
        (near[spot] for dx in (0, -1, 1) for dy in (0, -1, 1) if (spot := (round(x) + dx, round(y) + dy)) in near), None
    )


@pytest.mark.parametrize(("board", "count"), [
    ("wrap left, right as a", 2), ("wrap left, right reversed as a", 2),
    ("wrap left, right as a wrap top, bottom as b", 8), ("wrap left, right reversed as a wrap top, bottom as b", 8),
    ("", 0),
])  # fmt: skip
def test_a_torus_repeats_all_around_and_a_cylinder_on_two_sides(board: str, count: int) -> None:
    game = game_of(f"board {{ shape rhombus(4) {board} }}")
    assert len(copies(drawing_of(game).ground.layout)) == count


@pytest.mark.parametrize("size", [3, 6])
def test_a_projective_plane_goes_on_beyond_each_of_its_six_sides_as_a_mirror_image(size: int) -> None:
    game = hexgame.load("projex", size=size)
    board, layout = game.board, drawing_of(game).ground.layout
    maps = copies(layout)
    assert len(maps) == 6
    assert all(round(a * d - b * c, 2) == -1 for a, b, c, d, *_ in maps)
    points = {cell: layout.centre(board.cells[cell]) for cell in range(len(board.cells))}
    centre = {cell: (point.x, point.y) for cell, point in points.items()}
    near = math.dist(centre[0], centre[board.rows[0][0]])
    met = 0
    for map_ in maps:
        for cell, point in centre.items():
            beside = [other for other, at in centre.items() if math.dist(_moved(map_, point), at) < 1.1 * near]
            assert set(beside) <= set(board.rows[cell])
            met += len(beside)
    assert met == 6 * 2 * (size - 1)


@long("*-{other}")
@pytest.mark.parametrize("stem", STEMS)
@pytest.mark.parametrize("count", [0, 9])
def test_moves_are_the_legal_moves_on_the_cells_they_name(stem: str, count: int) -> None:
    state = after(small(stem), count)
    board, found = state.game.board, shown(state)
    assert [each["text"] for each in found["moves"]] == [move.text for move in state.legal_moves]
    for each, move in zip(found["moves"], state.legal_moves, strict=True):
        assert each["word"] == move.word
        assert each.get("cell") == board.by_name.get(move.cell)
        assert each.get("source") == board.by_name.get(move.source)
    assert found["held"] == {
        str(cell): [held[0], piece_called(state.game.rules, held)]
        for cell in range(len(board.cells))
        if (held := state.at(cell)) is not None
    }
    last = state.last_move
    assert (found["last"] or {}).get("text") == (last.text if last else None)


def test_what_is_had_already_is_left_out() -> None:
    state = hexgame.load("torex", size=3).start()
    first = scene(state)
    later = scene(state, has=str(first["hash"]))
    left_out = {"cells", "neighbours", "kinds", "legend", "drawn", "edges", "seams"}
    assert first.keys() - later.keys() == left_out
    assert later["svg"].keys() == {"stones", "seen"}
    assert scene(state, has="other").keys() == first.keys()
    assert scene(hexgame.load("torex", size=4).start())["hash"] != first["hash"]


@pytest.mark.parametrize("sheet", [{"name": "hex"}, {"text": MINE, "bases": []}])
def test_a_scene_says_how_the_same_game_begins_once_more(sheet: dict[str, object]) -> None:
    ask = filled(Open, {"sheet": sheet, "options": {"size": "4"}, "seats": ["human", "random"]})
    table = Table(setup_of(ask))
    first = table.scene(Who())
    assert "begins" not in table.scene(Who(), has=str(first["hash"]))
    begins = json.loads(json.dumps(first["begins"]))
    assert begins["seats"] == ["human", "random"]
    again = Table(setup_of(filled(Open, begins)))
    assert again.game.identity == table.game.identity
    assert again.scene(Who()) == first


def test_owners_are_those_of_the_pieces() -> None:
    state = hexgame.load("hex", size=3).start()
    assert {each["owner"] for each in shown(state)["moves"]} == {0}
    assert {each.get("owner") for each in shown(state.play_all(["b2"]))["moves"]} == {1, None}
    player, other = shown(state)["players"]
    assert 'data-paint="red"' in player["badge"]
    assert 'data-paint="blue"' in other["badge"]
    assert ['class="signs"' in each["badge"] for each in (player, other)] == [False, True]


def test_chance_leaves_the_last_move_to_be_seen() -> None:
    state = hexgame.load("einstein").start(seed=1)
    assert scene(state)["traces"] == []
    while not (state.last_move and state.last_move.source):
        state.play(state.legal_moves[0]) if state.deciders else state.let_chance_decide(1)
    seen = ["last move", "moved from here"]
    assert scene(state)["traces"] == seen
    state.let_chance_decide(1)
    assert not (state.last_move and state.last_move.cell)
    found = scene(state)
    assert found["traces"] == seen
    assert found["drawn"].keys() >= set(seen)
    assert found["svg"]["stones"].count('class="last"') == 1


def test_a_view_has_only_what_its_player_knows() -> None:
    state = hexgame.load("dark_hex", size=3).start().play_all(["b2", "a1"])
    found = json.loads(json.dumps(scene(state.view("Red"), state.view("Red").choices)))
    assert found["held"] == {"4": ["Red", "stone"]}
    assert found["last"] is None
    assert 'data-cell="0"' not in found["svg"]["stones"]


def test_links_that_are_not_drawn_name_their_ends() -> None:
    state = hexgame.load("twixt", size=6, links="by_hand").start().play_all(["b2", "stop", "f5", "stop", "c4"])
    ends = {tuple(each["ends"]) for each in shown(state)["moves"] if "ends" in each}
    names = state.game.board.names
    assert {frozenset(names[cell] for cell in pair) for pair in ends} == {frozenset({"b2", "c4"})}


def test_a_winning_chain_and_its_outcome() -> None:
    state = hexgame.load("hex", size=3).start().play_all(["b1", "a2", "b2", "a3", "b3"])
    found = shown(state)
    assert found["outcome"] == {"winner": "Red", "label": "", "text": "Red wins"}
    assert found["winning"] == sorted(state.winning_cells)
    assert found["joined"] == ["top", "bottom"]
    lit = layer(tree(found["svg"]["stones"]), "lit")
    assert [shape.get("class") for shape in lit] == ["winning"] * 3
