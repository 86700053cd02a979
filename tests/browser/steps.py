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
    form.get_by_role("button", name="Play").click()
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
