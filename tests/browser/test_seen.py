"""Whole games are played from what is seen: what cells and buttons say of themselves, by touch or by keys."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

import pytest
from conftest import wide
from playwright.sync_api import Page, expect

import hexgame

from .conftest import CARRIERS
from .steps import begin

SEEN = """async (before) => {
  const shown = (element) => element?.checkVisibility() ?? false;
  const all = (selector) => [...document.querySelectorAll(`.boardside ${selector}`)].filter(shown);
  const read = () => {
    const [veil] = all(".curtain");
    const menus = [".curtain button", ".chooser button", ".confirm .primary"].map(all);
    const menu = menus.find((each) => each.length > 0);
    const cells = all(".playboard [role=gridcell]").filter((each) => /you can/.test(each.getAttribute("aria-label")));
    const [picked] = all(".choices .primary:enabled");
    const buttons = picked ? [picked] : all(".choices button:enabled").filter((each) => each.ariaPressed !== "true");
    return { menu: menu ?? [], cells: veil || menu ? [] : cells, buttons: veil || menu ? [] : buttons };
  };
  const text = (each) => each.getAttribute("aria-label") ?? each.textContent;
  const beside = ":is(.standing, .facts, .choices, .chooser, .curtain, .confirm)";
  const said = () => all(beside).map((each) => each.innerText).join("\\n");
  const pressable = ":is(.playboard [role=gridcell], .choices button)";
  const state = () => `${said()} ${all(pressable).map((each) => text(each) + each.ariaPressed)}`;
  const is = () => all(".standing.over").length > 0;
  const isCalm = () => is() || Object.values(read()).some((each) => each.length > 0);
  for (const end = performance.now() + 3000; state() === before || !isCalm(); ) {
    if (performance.now() > end) break; // what was pressed while the page was at work is pressed once more
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const placed = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [text(each), x + width / 2, y + height / 2];
  };
  const found = Object.fromEntries(Object.entries(read()).map(([name, each]) => [name, each.map(placed)]));
  return { ...found, over: is(), said: said(), state: state() };
}"""
"""Waits until something else is seen than before; gives what can be pressed, as what it says and where it is."""

FOCUS = """(text) => {
  const all = [...document.querySelectorAll(".boardside :is([role=gridcell], button)")];
  const shown = all.filter((each) => each.checkVisibility());
  shown.find((each) => (each.getAttribute("aria-label") ?? each.textContent) === text).focus();
}"""

pytestmark = pytest.mark.parametrize("carrier", CARRIERS[:1], indirect=True)


MOST = 300
"""So many presses a game takes at most."""

Spot = Sequence[object]
Choose = Callable[[str, Sequence[Spot], random.Random], Spot]


def any_of(said: str, cells: Sequence[Spot], dice: random.Random) -> Spot:
    """Whatever comes up."""
    return dice.choice(cells)


def straight_down(said: str, cells: Sequence[Spot], dice: random.Random) -> Spot:
    """Red goes straight from the top to the bottom, Blue elsewhere."""
    column = "j" if said.startswith("Red") else "b"
    return next(each for each in cells if re.match(rf"{column}\d", str(each[0])))


def play_as_seen(page: Page, by_touch: bool, choose: Choose, dice: random.Random) -> set[str]:
    """Play a game to its end; return what was to be read beside the board."""
    texts, seen = set[str](), page.evaluate(SEEN, "")
    for _ in range(MOST):
        if seen["over"]:
            break
        texts.add(seen["said"])
        if seen["menu"]:
            text, x, y = dice.choice(seen["menu"])
        elif not (seen["cells"] or seen["buttons"]):
            seen = page.evaluate(SEEN, seen["state"])
            continue
        else:
            text, x, y = choose(seen["said"], seen["cells"], dice) if seen["cells"] else dice.choice(seen["buttons"])
        if by_touch:
            page.touchscreen.tap(x, y)
        else:
            page.evaluate(FOCUS, text)
            page.keyboard.press("Enter")
        seen = page.evaluate(SEEN, seen["state"])
    return texts | {seen["said"]}


@wide("trax-*", "conhex-*", "blind_hex-*", "geister-*")
@pytest.mark.parametrize(
    ("name", "options", "by_touch", "choose"),
    [
        ("trax", {"size": 3, "line": 3}, True, any_of),
        ("twixt", {"size": 5}, False, any_of),
        ("conhex", {"size": 3}, True, any_of),
        ("blind_hex", {"size": 5}, False, any_of),
        ("geister", {"size": 4}, False, any_of),
        ("hex", {"size": 19}, True, straight_down),
    ],
)
def test_a_game_is_played_from_what_is_seen(
    visit: Callable[..., Page], carrier: str, name: str, options: Mapping[str, int], by_touch: bool, choose: Choose
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    page = visit("", **(phone if by_touch else {}))
    begin(page, name, options)
    texts = play_as_seen(page, by_touch, choose, random.Random(3))
    expect(page.locator(".standing")).to_have_text(re.compile("win|draw", re.IGNORECASE))
    state = hexgame.load(name, **options).start()
    kept = {each.partition("[")[0] for each in (*state.variables, *state.player_variables)} - {*state.game.options}
    unsaid = {each for each in kept if each not in state.game.rules.looks.value(each).words}
    assert not [each for each in unsaid if re.search(rf"\b{each}\b", "\n".join(texts))]
