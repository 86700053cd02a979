"""The board: by keys, by dragging, by touch, on wrapped boards, behind the curtain."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

import pytest
from conftest import game_of, small, wide
from playwright.sync_api import Locator, Page, expect

import hexgame
from hexgame.web.talk.scene import scene
from hexgame.web.talk.table import Table, Who

from .steps import begin, cell, play
from .test_games import moves_at_random

Point = tuple[float, float]


def middle(place: Locator) -> Point:
    """The centre of something on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Point, end: Point) -> None:
    """Drag with the mouse, in some steps."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def focused(page: Page) -> str:
    """What a screen reader says of the cell that has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))


DRAWN_BOTH_WAYS = """async (texts) => {
  const { Position } = await import("./board/position.js");
  const read = ({ element }) => [...element.children].map((layer) => [
    layer.cloneNode().outerHTML, ...[...layer.children].map((shape) => shape.outerHTML)]);
  const one = new Position();
  const first = texts.length && (one.draw(texts[0]), one.element);
  return texts.map((text) => {
    const anew = new Position();
    one.draw(text);
    anew.draw(text);
    return { known: read(one), anew: read(anew), isKept: one.element === first };
  });
}"""


@wide("*-twixt", "*-onyx", "*-gonnect")
@pytest.mark.parametrize("game", ["twixt", "onyx", "catchup", "gonnect"])
def test_a_position_is_drawn_over_another_as_on_an_empty_board(page: Page, game: str) -> None:
    table = Table({"sheet": {"name": game}, "options": {}, "seats": ["random", "random"], "seed": 4})
    texts = []
    for _ in range(16):
        texts.append(str(table.scene(Who(frozenset()))["svg"]["stones"]))
        for event in table.think():
            table.apply(event)
    shown = texts + texts[::-5]  # moves are taken back as well
    for text, drawn in zip(shown, page.evaluate(DRAWN_BOTH_WAYS, shown), strict=True):
        assert drawn["known"] == drawn["anew"], text
        assert drawn["isKept"]


def test_a_position_that_is_written_otherwise_is_drawn_anew(page: Page) -> None:
    odd = '<g xmlns="http://www.w3.org/2000/svg"><g class="a"><g><circle r="1"/></g></g></g>'
    even = '<g xmlns="http://www.w3.org/2000/svg">\n<g class="a">\n<circle r="1"/><text>1</text>\n</g>\n</g>'
    drawn = page.evaluate(DRAWN_BOTH_WAYS, [even, odd, even, odd])
    assert [each["known"] == each["anew"] for each in drawn] == [True] * 4
    assert [each["isKept"] for each in drawn] == [True, False, False, False]


FOLLOWED = """async (scenes) => {
  const { Board } = await import("./board/board.js");
  const board = new Board(document.createElement("div"));
  const seen = (act) => (act(), board.svg.getAttribute("viewBox").split(" ").map(Number));
  const show = (at) => seen(() => board.show(scenes[at]));
  const [zoom, , back] = board.tools.children;
  return {
    begun: [show(0), show(1), show(2), show(1)],
    moved: show(3),
    whole: seen(() => back.click()),
    stays: show(2),
    again: seen(() => back.click()),
    zoomed: seen(() => zoom.click()),
    held: show(1),
  };
}"""
NEAR = """
board { shape hexagon(9) }
define near = if turn == 1 then {cell(0, 0)} else adjacent(own | enemy)
turn { may place stone on near & empty }
"""


@wide("!worker")
def test_the_view_follows_the_pieces_of_a_large_board(page: Page) -> None:
    state, scenes = game_of(NEAR).start(), []
    for moves in ([], ["i9"], ["i8"], ["i10", "i11", "i12"]):
        scenes.append(scene(state.play_all(moves), state.legal_moves))
    views = page.evaluate(FOLLOWED, scenes)
    whole = scenes[0]["svg"]["view"]
    empty, first, second, before = views["begun"]
    assert empty == whole == views["whole"] == views["stays"]
    assert first == scenes[1]["svg"]["seen"] != whole
    assert before == second == scenes[2]["svg"]["seen"] != first  # all that must be seen is in it: it stays
    assert views["moved"] == scenes[3]["svg"]["seen"] != second
    assert views["again"] == scenes[2]["svg"]["seen"]
    assert views["zoomed"] == views["held"] != views["again"]


UPRIGHT = """async (scene) => {
  const { Board } = await import("./board/board.js");
  const place = document.body.appendChild(document.createElement("div"));
  const board = new Board(place, { turns: true });
  board.show(scene);
  const turned = [board.turning.isTurned];
  for (const text of ["Join two sides.", "Choose a stone on the left.", "Join two sides."]) {
    board.turning.hear([text]);
    turned.push(board.turning.isTurned);
  }
  place.remove();
  return turned;
}"""


@wide("!worker")
def test_a_turned_board_is_upright_once_a_direction_is_named(page: Page) -> None:
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(UPRIGHT, scene(hexgame.load("hex").start())) == [True, True, False, False]
    page.set_viewport_size(before)


def test_moves_are_shown_where_they_say_something(page: Page) -> None:
    for game, number in (("hex", 0), ("lines_of_action", 12)):
        begin(page, game, {"size": 8})
        expect(page.locator(".overlay .dots > *")).to_have_count(number)


def test_a_game_by_keys_alone(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    cell(page, "a1").focus()
    walked = []
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        walked.append(focused(page).partition(",")[0])
    assert walked == ["b1", "a2", "a3", "a2", "b1", "a1"]
    page.keyboard.press("Enter")
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, Red, last move")
    expect(page.locator("#live")).to_have_text("Red plays a1. Blue to move.")
    assert focused(page) == "a1, Red, last move"


def label(page: Page, name: str, *words: str) -> None:
    """Expect what is said of a cell."""
    expect(cell(page, name)).to_have_attribute("aria-label", ", ".join((name, *words)))


def enter(page: Page, name: str) -> None:
    """Press Enter on a cell."""
    cell(page, name).focus()
    page.keyboard.press("Enter")


def test_seeds_are_sown_by_keys_and_told(page: Page) -> None:
    begin(page, "oware", {"size": 6})
    label(page, "a1", "empty", "seeds 4")
    label(page, "a2", "empty", "seeds 4", "you can play here")
    enter(page, "a2")
    label(page, "a2", "empty", "seeds 0", "last move")
    label(page, "e2", "empty", "seeds 5")
    expect(page.locator("#live")).to_have_text("South plays c a2. North to move.")


def test_a_pile_is_made_by_keys_alone_and_told(page: Page) -> None:
    begin(page, "tak", {"size": 3})
    enter(page, "a1")
    label(page, "a1", "flat of Black", "last move")
    for keys, name in (("ArrowRight", "b1"), ("ArrowLeft ArrowDown", "a2"), ("ArrowUp ArrowRight ArrowRight", "c1")):
        for key in (*keys.split(), "Enter"):
            page.keyboard.press(key)
        if name != "b1":  # a flat stone or a wall
            expect(page.locator(".chooser button").first).to_be_focused()
            page.keyboard.press("Enter")
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flat of"))
        assert focused(page).startswith(f"{name},")
    enter(page, "a2")
    page.locator('.choices [data-move="n 1"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_have_text("White plays n 1. White to move.")
    enter(page, "a1")
    label(page, "a1", "flat of White", "a pile of 2, from the top: flat of White, flat of Black", "last move")


def test_arrows_lead_across_wrapped_sides(page: Page) -> None:
    begin(page, "torex", {"size": 4})
    cell(page, "a2").focus()
    page.keyboard.press("ArrowLeft")
    assert focused(page).startswith("d2,")
    page.keyboard.press("ArrowRight")
    assert focused(page).startswith("a2,")


def test_a_piece_is_dragged_where_it_may_go(page: Page) -> None:
    begin(page, "lines_of_action", {})
    page.mouse.move(*middle(cell(page, "b1")))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, "b2")), steps=5)
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3, empty, you can move here")
    page.mouse.move(*middle(cell(page, "b3")), steps=5)
    page.mouse.up()
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3, Black, last move")


def test_a_menu_asks_which_of_several_pieces(page: Page) -> None:
    begin(page, "chameleon", {"size": 4})
    cell(page, "b2").click()
    page.get_by_role("menuitem", name="Blue").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, Blue, last move")


def test_both_places_of_a_cell_light_up(page: Page) -> None:
    begin(page, "hex_kb", {})
    glued = page.locator(".playboard [role=gridcell][aria-label*=' = ']").first
    glued.hover()
    expect(page.locator(".overlay .twin")).to_have_count(2)
    glued.click()
    expect(page.locator(".stones .stone")).to_have_count(2)


def test_a_torus_is_dragged_round_and_played_on_where_it_lies(page: Page) -> None:
    begin(page, "torex", {"size": 5})
    play(page, ["a1"])
    x, y = middle(page.locator(".playboard"))
    before = page.locator(".playboard").get_attribute("viewBox")
    drag(page, (x, y), (x + 160, y + 90))
    expect(page.locator(".copies use").first).to_be_attached()
    assert page.locator(".playboard").get_attribute("viewBox") != before
    expect(page.locator(".stones .stone")).to_have_count(1)  # no move was made
    page.mouse.click(x, y)
    expect(page.locator(".stones .stone")).to_have_count(2)
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.locator(".copies")).to_have_count(0)
    assert page.locator(".playboard").get_attribute("viewBox") == before


def test_a_projective_plane_is_dragged_round_as_mirror_images(page: Page) -> None:
    begin(page, "projex", {"size": 5})
    cell(page, "d4").click()
    x, y = middle(page.locator(".playboard"))
    drag(page, (x, y), (x + 160, y + 90))
    expect(page.locator(".copies > g")).to_have_count(6)
    drag(page, (x, y), (x + 300, y))  # beyond the side: what is nearest to the middle is a mirror image
    assert page.locator(".world").evaluate(
        "it => it.transform.baseVal[0].matrix.a * it.transform.baseVal[0].matrix.d < 0"
    )
    page.mouse.click(x, y)
    expect(page.locator(".stones .stone")).to_have_count(2)


def test_nothing_hidden_is_on_the_page_before_somebody_says_who_looks(page: Page) -> None:
    begin(page, "dark_hex", {"size": 4})
    page.get_by_role("button", name="I am Red").click()
    cell(page, "b2").click()
    page.get_by_role("button", name="I am Blue").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty, you can play here")
    expect(page.locator(".stones .stone")).to_have_count(0)
    cell(page, "b2").click()  # Red's stone is there: Blue learns of it and moves again
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, Red, last move")
    cell(page, "c2").click()
    page.get_by_role("button", name="I am Red").click()
    expect(page.locator(".stones .stone")).to_have_count(1)


def test_a_phone_plays_by_touch(visit: Callable[..., Page]) -> None:
    page = visit("", viewport={"width": 390, "height": 844}, has_touch=True)
    game = small("hex_kb", 3)
    moves = moves_at_random(game, 1)
    begin(page, "hex_kb", dict(game.identity.options))
    for move in moves:
        target = page.locator(f'.playboard [role=gridcell][data-cell="{game.board.by_name[move]}"]').first
        target.tap()
        expect(target).not_to_have_attribute("aria-label", re.compile("you can play here"))
    expect(page.locator(".standing")).to_have_text(re.compile("wins"))
    begin(page, "hex", {"size": 19})
    one, other, board = middle(cell(page, "k10")), middle(cell(page, "l10")), page.locator(".playboard").bounding_box()
    assert dist(one, other) > 17  # it stands on its point; else they would be 12 pixels apart
    page.touchscreen.tap(*one)  # too small to be hit for sure: it is asked about
    asked = page.locator(".confirm p span")
    expect(asked).to_have_text("Red to k10?")
    expect(page.locator(".magnifier")).to_be_visible()
    drag(page, one, other)
    expect(asked).to_have_text("Red to l10?")
    page.get_by_role("button", name="Not yet").click()
    expect(page.locator(".stones .stone")).to_have_count(0)
    for _ in range(2):
        expect(cell(page, "k10")).to_have_attribute("aria-label", "k10, empty, you can play here")
        page.touchscreen.tap(*one)
    expect(cell(page, "k10")).to_have_attribute("aria-label", "k10, Red, last move")
    assert page.locator(".playboard").bounding_box() == board
    expect(page.locator(".confirm")).to_be_hidden()
