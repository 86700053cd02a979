"""What people do on the page, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

HUMAN = "human"


def begin(page: Page, game: str, options: Mapping[str, object], seats: Sequence[str] = (HUMAN, HUMAN)) -> None:
    """Begin a game of the library, with options and a player for each seat."""
    go(page, f"#/new/{game}")
    form = page.locator("form")
    for name, value in options.items():
        control = form.locator(f'[name="{name}"]')
        (control.select_option if control.evaluate("it => it.tagName") == "SELECT" else control.fill)(str(value))
    controls = form.locator("fieldset.seats select")
    expect(controls).to_have_count(len(seats))
    for control, seat in zip(controls.all(), seats, strict=True):
        control.select_option(seat)
    form.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".playboard [role=gridcell]").first).to_be_attached()  # a curtain may hide it


def go(page: Page, route: str) -> None:
    """Go to another view of the page that is open."""
    page.evaluate("route => { location.hash = route }", route)


def cell(page: Page, name: str) -> Locator:
    """The place of a cell on the board; of a glued cell, the first."""
    return page.locator(f'.playboard [role=gridcell][aria-label^="{name},"]').first


def play(page: Page, moves: Sequence[str]) -> None:
    """Play moves by clicks, each after the one before is on the board."""
    for move in moves:
        target = cell(page, move)
        expect(target).to_have_attribute("aria-label", f"{move}, empty, you can play here")
        target.click()
        expect(target).not_to_have_attribute("aria-label", f"{move}, empty, you can play here")


def record(page: Page, folder: Path) -> str:
    """The record of the game, as the page saves it."""
    page.get_by_text("Share and save").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    download.value.save_as(folder / "record.yaml")
    return (folder / "record.yaml").read_text("utf-8")


def write(page: Page, text: str) -> None:
    """Replace the sheet in the editor, as pasting does."""
    content = page.locator(".cm-content")
    content.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(text)


def drop(page: Page, on: str, name: str, text: str) -> None:
    """Drop a file with this name and text."""
    files = page.evaluate_handle(
        """([name, text]) => {
            const files = new DataTransfer();
            files.items.add(new File([text], name));
            return files;
        }""",
        [name, text],
    )
    page.locator(on).first.wait_for()
    for kind in ("dragover", "drop"):
        page.dispatch_event(on, kind, {"dataTransfer": files})


PRESSED = """async ([colour, move]) => {
  const one = (selector) => document.querySelector(`.boardside ${selector}`);
  const shown = (element) => element !== null && element.getClientRects().length > 0;
  const text = (name) => `[data-move="${CSS.escape(name)}"]`;

  /** Wait until something is so; what the page complains of meanwhile is thrown. */
  const until = async (isSo, what) => {
    for (const end = performance.now() + 30_000; !isSo(); ) {
      const trouble = one(".problem").textContent;
      if (trouble) throw new Error(trouble);
      if (performance.now() > end) throw new Error(`in vain: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  /** Press an element in its middle, as a mouse does, once nothing covers it. */
  const click = async (element) => {
    element.scrollIntoView({ block: "nearest" });
    const whole = element.closest("svg") ?? element;
    const middle = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    await until(() => whole.contains(document.elementFromPoint(...middle())), element.outerHTML.slice(0, 80));
    const [clientX, clientY] = middle();
    const hit = document.elementFromPoint(clientX, clientY);
    const how = { bubbles: true, clientX, clientY, pointerId: 1, pointerType: "mouse", button: 0 };
    for (const kind of ["pointerdown", "pointerup"]) hit.dispatchEvent(new PointerEvent(kind, how));
    hit.dispatchEvent(new MouseEvent("click", how));
  };
  const cell = (number) => one(`.playboard [role=gridcell][data-cell="${number}"]`);

  const veil = one(".curtain");
  if (shown(veil)) {
    await click([...veil.querySelectorAll("button")].find((each) => each.textContent === `I am ${colour}`));
    await until(() => !shown(veil), "the curtain");
  }
  const said = (selector) => document.querySelector(selector).textContent;
  const stage = () => [document.querySelectorAll(".moves .move").length, said(".players"), said(".standing")].join();
  const before = stage();
  if (move.cell === undefined) {
    const plain = one(`.choices ${text(move.text)}`);
    const cards = plain ? [] : move.text.match(/[0-9]+/g);
    for (const card of cards) await click(one(`.choices [data-card="${card}"]`));
    await click(plain ?? one(".choices .choice .primary"));
  } else {
    const [source, target] = move.ends ?? [move.source, move.cell];
    const chooser = one(".chooser");
    if (source !== undefined) await click(cell(source));
    if (source !== undefined && shown(chooser)) await click(chooser.lastChild); // "move this piece"
    await click(cell(target));
    if (shown(chooser)) await click(chooser.querySelector(text(move.text)));
  }
  await until(() => stage() !== before, `${move.text} of ${colour}`);
}"""


def press(page: Page, colour: str, move: Mapping[str, object]) -> None:
    """Make a move of a scene by clicks: say who looks, then press what it is about, and wait until it is made."""
    page.evaluate(PRESSED, [colour, move])
