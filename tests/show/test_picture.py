"""Positions as pictures."""

from __future__ import annotations

import builtins
import sys
from collections import Counter
from itertools import combinations
from math import dist, hypot
from xml.etree import ElementTree

import pytest
from conftest import GAMES, game_of, small

import hexgame
from hexgame.board.relations import is_tangled
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.play.view import View
from hexgame.show.pictures.captions import Cover, Key
from hexgame.show.pictures.geometry import Layout, chains
from hexgame.show.pictures.paint import COLOURS, mix, paints
from hexgame.show.pictures.picture import MissingExtra, ground_of, png, stones_group, svg
from hexgame.show.pictures.rooms import nearest

SVG = "{http://www.w3.org/2000/svg}"
GRAPH = """
players White, Black
pieces man, king "♚", knob
board {
  graph { cell a1 at 0, 0 cell b1 at 1, 0 cell c1 at 0, 1 link a1 - b1 - c1 }
  edge {a1, b1}: White
  edge {b1}: Black
}
turn { may place man on empty may place king on empty may place knob on empty }
"""


def drawn(state: State | View) -> ElementTree.Element:
    return ElementTree.fromstring(svg(state))  # noqa: S314 - written a moment ago


def layer(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """What lies in a layer, without the groups inside it."""
    return list(root.findall(f"{SVG}g[@class='{name}']/*"))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return root.findall(f".//*[@class='{name}']")


def texts(elements: list[ElementTree.Element]) -> list[str]:
    return ["".join(element.itertext()) for element in elements]


def after(game: Game, count: int) -> State:
    """A state some moves into a game."""
    state = game.start()
    for number in range(count):
        if not state.is_over:
            moves = [move for move in state.legal_moves if move.cell] or state.legal_moves
            state.play(moves[number * 7 % len(moves)])
    return state


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
@pytest.mark.parametrize("count", [0, 9, 200])
def test_every_game_has_a_picture(stem: str, count: int) -> None:
    state = after(small(stem), count)
    root, board = drawn(state), state.game.board
    cells = layer(root, "cells")
    assert len(cells) == len(board.places) - len(board.bonds if is_tangled(board) else ())
    discs = board.glue is None if board.mesh is None else board.mesh.kind == "vertices"
    sided = ("area", "hexes", "squares") if board.kind == "graph" else ("area",)
    areas = [cell for cell, form in state.game.rules.looks.cells.items() if form in sided]
    shapes = Counter(cell.tag.removeprefix(SVG) for cell in cells)
    assert shapes == +Counter({"circle" if discs else "polygon": len(cells) - len(areas)}) + Counter(polygon=len(areas))
    stones = [stone for stone in layer(root, "stones") if str(stone.get("class")).startswith("stone")]
    assert len(stones) == sum(state.at(cell) is not None for cell in board.places.values())
    marked = board.by_name.get(state.last_move.cell) if state.last_move else None
    last = sum(cell == marked for cell in board.places.values())
    assert len(of_class(root, "last")) == last


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_everything_lies_within_the_picture(stem: str) -> None:
    root = drawn(after(small(stem), 9))
    left, top, width, height = map(int, root.get("viewBox", "").split())
    assert (root.get("width"), root.get("height")) == (str(width), str(height))
    points = [point.split(",") for cell in root.iter(f"{SVG}polygon") for point in cell.get("points", "").split()]
    points += [(text.get("x", ""), text.get("y", "")) for text in root.iter(f"{SVG}text")]
    assert all(left + 8 < float(x) < left + width - 8 and top + 8 < float(y) < top + height - 8 for x, y in points)


def test_the_same_position_gives_the_same_text() -> None:
    assert svg(after(small("torex"), 9)) == svg(after(small("torex"), 9))
    assert svg(after(small("hex"), 1)) != svg(after(small("hex"), 2))


def test_coordinates_have_two_decimals_at_most() -> None:
    root = drawn(after(small("hex_kb"), 9))
    for element in root.iter():
        for name in ("x", "y", "cx", "cy", "points", "d"):
            for number in element.get(name, "").translate(str.maketrans("MZ,", "   ")).split():
                assert len(number.partition(".")[2]) <= 2
                assert number != "-0"


def test_edges_have_the_colours_of_their_owners() -> None:
    root = drawn(small("hex").start())
    assert [edge.get("fill") for edge in of_class(root, "edge")] == [COLOURS["red"], COLOURS["blue"]]
    assert not of_class(drawn(small("y").start()), "edge")


def test_bands_along_edges_have_straight_rims() -> None:
    rim = of_class(drawn(small("hex", 6).start()), "rim")[0].get("d", "")
    for line in rim.split("M")[1:]:
        _, *along, _ = line.split()
        assert len({point.partition(",")[2] for point in along}) == 1


def test_boards_of_points_lie_on_a_slab_and_others_have_a_rim() -> None:
    points, cells = drawn(small("gonnect", 5).start()), drawn(small("y", 5).start())
    assert [part.get("class") for part in layer(points, "slab")] == ["frame", "board"]
    assert [part.get("class") for part in layer(cells, "slab")] == ["border"]
    assert not layer(drawn(small("hex").start()), "slab")


def test_the_last_move_is_ringed_over_a_dark_hairline() -> None:
    state = small("hex").start().play_all(["a1"])
    (casing,), (ring,) = of_class(drawn(state), "hairline"), of_class(drawn(state), "last")
    assert (casing.get("r"), ring.get("stroke")) == (ring.get("r"), "#ffffff")
    assert float(casing.get("stroke-width", "")) > float(ring.get("stroke-width", ""))


def test_a_place_beyond_a_corner_is_split_between_two_players() -> None:
    layout = Layout(small("hex", 4).board)
    red, blue = layout.edge_sides(0), layout.edge_sides(1)
    sides = len(layout.boundary)
    assert len(red) == len(blue) == sides / 2 + 1
    halves = [side for side in (*red, *blue) if side not in layout.boundary]
    assert sorted(layout.board.name_of(side.place) for side in halves) == ["a4", "a4", "d1", "d1"]
    assert len(chains(red)) == len(chains(blue)) == 2


def test_square_boards_have_four_sided_cells() -> None:
    game = game_of("board { grid square8 shape rhombus(3) edge top, bottom: Red edge left, right: Blue }")
    root = drawn(game.start())
    assert {len(cell.get("points", "").split()) for cell in layer(root, "cells")} == {4}
    assert {len(Layout(game.board).edge_sides(player)) for player in (0, 1)} == {6}


def test_names_stand_at_both_ends_of_rows_and_columns() -> None:
    names = texts(layer(drawn(small("hex", 4).start()), "labels"))
    assert sorted(names) == sorted([*"1234", *"abcd"] * 2)


def test_titles_are_escaped() -> None:
    game = game_of('game """<b>&"x" """')
    text = svg(game.start())
    assert "<b>" not in text
    assert "&lt;b&gt;&amp;" in text
    assert drawn(game.start()).findtext(f"{SVG}title") == f"{game.title}: Red to move"


def test_the_title_tells_how_a_game_ended() -> None:
    state = small("hex", 3).start().play_all(["b1", "a2", "b2", "a3", "b3"])
    root = drawn(state)
    assert root.findtext(f"{SVG}title") == "Hex: Red wins"
    winning = [cell for cell in layer(root, "cells") if cell.get("fill") == "#fbe08b"]
    assert texts(winning) == ["b1", "b2", "b3"]


def test_cells_tell_their_names() -> None:
    assert texts(layer(drawn(small("hex", 2).start()), "cells")) == ["a1", "b1", "a2", "b2"]


def test_wrapped_sides_have_ghosts_beyond_them() -> None:
    state = small("torex", 3).start().play_all(["a1"])
    root = drawn(state)
    ghosts = [ghost for ghost in layer(root, "ghosts") if ghost.tag == f"{SVG}polygon"]
    assert len(ghosts) == 14
    assert set(texts(ghosts)) == {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert len(of_class(root, "faint")) == texts(ghosts).count("a1") == 2
    assert len({seam.get("stroke") for seam in layer(root, "seams")}) == 2


def test_the_places_of_a_portal_share_numbers_and_a_tint() -> None:
    game = small("hex_kb", 9)
    root = drawn(game.start())
    numbers = texts(of_class(root, "caption"))
    assert sorted(numbers) == sorted([str(number) for number in range(1, 13)] * 2)
    tinted = [cell for cell in layer(root, "cells") if cell.get("fill") != layer(root, "cells")[0].get("fill")]
    assert len(tinted) == sum(map(len, game.board.glue.frames)) == 24
    assert all(" = " in name for name in texts(tinted))


def test_a_perimeter_glued_to_itself_names_the_opposite_cells() -> None:
    game = game_of("board { shape triangle(4) wrap perimeter antipodal as x }")
    root = drawn(game.start())
    assert len(of_class(root, "opposite")) == 18
    assert len(layer(root, "seams")) == 1


def test_graph_boards_are_discs_joined_by_lines() -> None:
    state = game_of(GRAPH).start().play_all(["king@a1", "knob@b1"])
    root = drawn(state)
    assert [cell.tag for cell in layer(root, "cells")] == [f"{SVG}circle"] * 3
    assert len(layer(root, "links")) == 2
    assert texts(of_class(root, "caption")) == ["c1"]
    kinds = of_class(root, "kind")
    assert [kind.tag for kind in kinds] == [f"{SVG}text", f"{SVG}circle"]
    assert [ring.get("fill") for ring in layer(root, "edges")] == [
        COLOURS[name] for name in ("white", "black", "white")
    ]


def test_a_chain_that_has_won_has_a_line_from_edge_to_edge() -> None:
    root = drawn(hexgame.load("hex", size=3).start().play_all(["b1", "a1", "b2", "a2", "c1", "a3", "b3"]))
    path = next(iter(of_class(root, "along"))).get("d", "")
    assert path.count("M") == 2  # from b1 by b2 to b3, and not to c1
    assert len([stone for stone in of_class(root, "stone") if stone.get("data-won")]) == 3


def test_areas_are_polygons_with_a_frame_whose_sides_belong_to_players() -> None:
    game = hexgame.load("conhex", size=2)
    layout = ground_of(game).layout
    assert layout.areas is not None
    assert [sorted(owners) for _, owners in sorted(layout.areas.owners.items())] == [[0], [1], [0], [1]]
    won = drawn(hexgame.load("conhex", size=1).start().play_all(["a1"]))
    assert not [stone for stone in layer(won, "stones") if "space" in str(stone.get("class"))]


@pytest.mark.parametrize("cells", ["cells", "middle"])
def test_a_cell_without_others_at_its_corners_is_no_area(cells: str) -> None:
    graph = "cell a at 0, 0 cell b at 4, 0 cell c at 2, 4 cell d at 2, 2 link a - b - c - a link a - d - b link c - d"
    looks = f"look {{ {cells} as area, stone as square }}"
    game = game_of(f"board {{ graph {{ {graph} }} region middle = {{ d }} }} {looks}")
    assert len(of_class(drawn(game.start().play_all(["d", "a"])), "stone")) == 2
    assert ground_of(game).layout.areas is None


def test_cells_of_a_region_are_alike_and_larger_where_others_are_far() -> None:
    near, far = "cell near at x, 0 for x in 0..3", "cell far at 10 + 2 * x, 0 for x in 0..3"
    layout = Layout(game_of(f"board {{ graph {{ {near} {far} link a - b for a in near, b in far }} }}").board)
    sizes = [layout.stone(place) / layout.stone(layout.board.cells[0]) for place in layout.board.cells]
    assert sizes == pytest.approx([1] * 4 + [2] * 4)


def test_two_cells_that_are_close_make_the_others_no_smaller() -> None:
    cells, far = "cell a at 0, 0 cell b at 1, 0", "cell far at 2 * x, 2 for x in 0..6"
    layout = Layout(game_of(f"board {{ graph {{ {cells} {far} link a - b link b - c for c in far }} }}").board)
    assert [layout.stone(place) for place in layout.board.cells] == pytest.approx([7.5, 7.5, *[15] * 7])


def test_cells_on_lines_bear_no_names_and_diagonals_do_not_cross() -> None:
    rows = "draw when turn > 9\nlook { cells as points }"
    for grid, lines in (("square", 12), ("square8", 12), ("hex", 16)):
        root = drawn(game_of(f"board {{ grid {grid} shape rhombus(3) }}\n{rows}").start())
        assert len(layer(root, "links")) == lines
        assert len(layer(root, "spots")) == 9
        assert {cell.get("stroke") for cell in layer(root, "cells")} == {"none"}  # else outlines are a second grid
    board = "graph { cell dot at 2 * x, y for x in 0..2, y in 0..2 link dot[0] - dot[1] - dot[2] }"
    root = drawn(game_of(f"board {{ {board} }}\n{rows}").start())
    assert of_class(root, "caption") == []
    assert sorted(texts(of_class(root, "coordinate"))) == sorted([*"123", *"abc"] * 2)


def test_a_piece_that_looks_like_nothing_hides_its_cell() -> None:
    sheet = "pieces man, gap\nturn { may place man on empty may place gap on empty }\ndraw when turn > 9"
    root = drawn(game_of(f"{sheet}\nlook {{ gap as nothing }}").start().play_all(["gap@a1"]))
    assert [stone.get("fill") for stone in of_class(root, "stone")] == [root.find(f"{SVG}rect").get("fill")]


def test_cells_that_play_decides_have_a_colour_for_those_who_know_all() -> None:
    sheet = """
        define near = adjacent(own) define far = adjacent(last) draw when turn > 3
        look { far in Orange, near in Yellow, stone in Green }
    """
    open_, hidden = game_of(sheet).start(), game_of(f"sees own\n{sheet}").start()
    for state in (open_, hidden):
        assert state.shades == {}
        state.play("a1")
    by_name = open_.game.board.by_name
    assert open_.shades == hidden.shades == {by_name["b1"]: "orange", by_name["a2"]: "orange"}, "Blue has no stone"
    groups = [stones_group(state.view("Red"), ground_of(state.game)) for state in (open_, hidden)]
    lit = [layer(ElementTree.fromstring(each), "lit") for each in groups]  # noqa: S314 - written a moment ago
    assert [[each.get("data-paint") for each in those] for those in lit] == [["orange", "orange"], []]
    assert of_class(drawn(open_), "stone")[0].get("data-paint") == "green"
    for state in (open_, hidden):
        state.play("c3")
        assert state.shades[by_name["b1"]] == "yellow" and state.shades[by_name["c2"]] == "orange"
    assert hidden.view("Red").shades == {}
    hidden.play_all(["a3", "c1"])
    assert hidden.is_over and hidden.view("Red").shades == hidden.shades != {}


def test_many_long_links_are_not_drawn() -> None:
    few = "link cell(0, 0) - cell(4, 4)"
    many = "link c - cell(c.q, 4) for c in cells where c.r == 0"
    for links, lines in ((few, 1), (many, 0)):
        root = drawn(game_of(f"board {{ grid square shape rhombus(5) {links} }}").start())
        assert len(layer(root, "ruled")) == lines


def test_a_key_is_as_large_as_the_board_is_wide() -> None:
    key, sizes = Key("0", "100 %", ("#fff", "#000")), dict[str, float]()
    for stem in ("hex", "fractal"):
        root = ElementTree.fromstring(svg(hexgame.load(stem).start(), Cover(key=key)))  # noqa: S314 - ours
        bar = root.find(f".//{SVG}rect[@class='key']")
        assert bar is not None
        sizes[stem] = float(bar.attrib["height"]) / max(800, float(root.attrib["width"]))
    assert sizes["fractal"] == pytest.approx(sizes["hex"], rel=0.01)


@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_discs_of_a_graph_do_not_overlap(stem: str) -> None:
    layout = Layout(small(stem).board)
    discs = [(layout.centre(place), ground) for place in layout.board.cells
             if isinstance(ground := layout.ground(place), float)]  # fmt: skip
    for (one, wide), (other, reach) in combinations(discs, 2):
        assert wide + reach < hypot(one.x - other.x, one.y - other.y)


def test_the_nearest_of_many_positions_is_found() -> None:
    spots = [(3.0 * (k * k % 17), 2.0 * (k * 7 % 11)) for k in range(40)]
    assert nearest(spots) == [min(dist(one, other) for other in spots[:at] + spots[at + 1 :])
                              for at, one in enumerate(spots)]  # fmt: skip
    assert nearest([(1, 1)]) == [1]


def test_players_have_the_colours_they_are_named_after() -> None:
    assert [paint.fill for paint in paints(("Black", "WHITE"))] == [COLOURS["black"], COLOURS["white"]]
    others = [paint.fill for paint in paints(("Blue", "X", "Y", "Z", "V", "W"))]
    assert others[:2] == [COLOURS["blue"], COLOURS["red"]]
    assert len(set(others)) == 6
    assert mix("#000000", "#ffffff", 0.5) == "#808080"


def test_the_numbers_of_a_label_stand_on_empty_cells() -> None:
    game = hexgame.load("blind_hex", size=5, handicapped="X")
    assert texts(of_class(drawn(game.start()), "number"))[:5] == ["5", "25", "2", "24", "4"]
    state = game.start().play_all(["{1,2}", "{3,4}/{2,5}", "b1"])
    assert texts(of_class(drawn(state), "number"))[:4] == ["5", "2", "24", "4"]


def test_numbers_keep_clear_of_names() -> None:
    graph = GRAPH.replace("  edge {a1", "  label worth(c) = 10 * c.x + 1\n  edge {a1")
    root = drawn(game_of(graph).start())
    (number, *_), (name, *_) = of_class(root, "number"), of_class(root, "caption")
    assert (texts([number]), texts([name])) == (["1"], ["a1"])
    assert float(number.get("y", "")) < float(name.get("y", "")) - 8


def test_a_piece_that_has_moved_shows_where_from() -> None:
    game = game_of("""board { shape rhombus(3) }
        turn { may place stone on empty may move stone from s among own to d among adjacent(s) & empty }""")
    root = drawn(game.start().play_all(["a1", "c3", "a1-b1"]))
    (last,), (source,) = of_class(root, "last"), of_class(root, "source")
    assert float(source.get("cx", "")) == float(last.get("cx", "")) - 40
    assert not of_class(drawn(game.start().play_all(["a1"])), "source")


def test_pieces_that_belong_to_nobody_are_grey() -> None:
    root = drawn(game_of("setup { cell(0, 0) becomes stone of neutral }").start().play_all(["b1"]))
    assert [stone.get("fill") for stone in of_class(root, "stone")] == [COLOURS["grey"], COLOURS["red"]]


def test_a_view_shows_what_its_player_knows() -> None:
    state = hexgame.load("dark_hex", size=3).start().play_all(["b2", "a1"])
    assert len(of_class(drawn(state), "stone")) == 2
    assert len(of_class(drawn(state.view("Red")), "stone")) == 1
    assert not of_class(drawn(state.view("Red")), "last")


def test_the_title_tells_who_decide_together() -> None:
    state = hexgame.load("blind_hex", size=5, handicapped="O").start().play_all(["{1,2}"])
    assert drawn(state).findtext(f"{SVG}title") == "Blind Hex: X and O to decide"
    undrawn = hexgame.load("blind_hex").start(decide_chance=False)
    assert drawn(undrawn).findtext(f"{SVG}title") == "Blind Hex: chance decides"


def test_a_picture_becomes_pixels() -> None:
    pytest.importorskip("resvg_py")
    text = svg(after(small("hex"), 3))
    pixels = png(text)
    assert pixels.startswith(b"\x89PNG\r\n\x1a\n")
    width = int(ElementTree.fromstring(text).get("width", ""))  # noqa: S314
    assert int.from_bytes(pixels[16:20]) == width
    assert int.from_bytes(png(text, width=2 * width)[16:20]) == 2 * width


def test_pixels_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: object, **options: object) -> object:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.delitem(sys.modules, "resvg_py", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"pip install 'hexgame-interpreter\[pictures\]'"):
        png("<svg/>")


def test_notebooks_show_the_picture_of_a_state():
    state = small("hex").start()
    assert state._repr_svg_() == svg(state)


def test_a_first_kind_with_a_sign_of_its_own_bears_it() -> None:
    turn = "turn { place on_it on empty }\ndraw when turn > 3"
    post, pegs = (
        game_of(f'pieces post "│", man\n{turn.replace("on_it", "post")}').start(),
        hexgame.load("conhex", size=3).start(),
    )
    post.play(post.legal_moves[0])
    pegs.play(pegs.legal_moves[0])
    assert [kind.text for kind in of_class(drawn(post), "kind")] == ["│"]
    assert of_class(drawn(pegs), "kind") == []
