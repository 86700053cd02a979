"""The page in Chromium, for `python bench/web.py keys|clicks`: how long it takes to answer a key and a click.

`keys`: for each shipped sheet, from a key press in the editor to the problems of the text on the screen.
`clicks`: for each shipped game, from a click on a cell to the move on the screen.
Each on a page of a server (`socket`) and on one without (`worker`), by the clock of the page.
"""

from __future__ import annotations

import contextlib
import http.server
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from playwright.sync_api import Error, Page, sync_playwright

GAMES = sorted(path.stem for path in (Path(__file__).parent.parent / "games").glob("*.hexgame"))
KEYS = "    xyz "
"""What is typed at the end of a line in the middle of a sheet: first it stays sound, then it has errors."""

NOTHING: Mapping[str, str] = MappingProxyType({})
PAUSE = 0.25
"""Seconds from an answer to the next key."""

CLICKS = 6
MOST_BEFORE = 20
"""Presses before a move on the board."""

WANTED = {"keys": {"socket": 150, "worker": 400}, "clicks": {"socket": 50, "worker": 200}}
"""Milliseconds that the median may take."""

WATCH = """kind => {
  const seen = (globalThis.seen ??= { begun: 0, times: [] });
  const note = (now) => {
    if (seen.begun) seen.times.push(now - seen.begun);
    seen.begun = 0;
  };
  const painted = () => requestAnimationFrame(() => setTimeout(() => note(performance.now())));
  if (kind === "keys") {
    document.querySelector(".cm-content").addEventListener("keydown", (event) => (seen.begun = event.timeStamp), true);
    const problems = document.querySelector("section.problems");
    new MutationObserver(() => problems.getAttribute("aria-busy") === "false" && seen.begun && painted()).observe(
      problems, { attributeFilter: ["aria-busy"] });
  } else {
    document.querySelector(".boardside").addEventListener("click", (event) => (seen.begun = event.timeStamp), true);
    const isDrawn = ({ target, addedNodes }) => [target, ...addedNodes].some((node) => node.closest?.("g.position"));
    new MutationObserver((changes) => seen.begun && changes.some(isDrawn) && painted()).observe(
      document.querySelector(".playboard"), { childList: true, subtree: true });
  }
}"""
FREE, MOVABLE, TARGET = (f".playboard [role=gridcell][aria-label$=', you can {deed}']"
                         for deed in ("play here", "move this", "move here"))  # fmt: skip
CURTAIN, MENU = ".curtain:not([hidden]) button", ".chooser:not([hidden]) button"
CARD, PICK = ".choices .choice .card[aria-pressed=false]", ".choices .choice .primary:enabled"
OTHERWISE = ".choices button[data-move]"
"""What is pressed where no cell can be: a swap, a pass, cards."""


@contextlib.contextmanager
def origin(
    carrier: str, server: Callable[[], contextlib.AbstractContextManager[int]], more: Mapping[str, str] = NOTHING
) -> Iterator[str]:  # fmt: skip
    """Where the page of a carrier is; without a server, with more files."""
    if carrier == "socket":
        with server() as port:
            yield f"http://127.0.0.1:{port}/"
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "hexgame", "site", f"{folder}/site"], check=True, capture_output=True)
        for name, text in more.items():
            Path(folder, "site", name).write_text(text)
        host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=f"{folder}/site"))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}/"
        host.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def measure(what: str, carrier: str, server: Callable[[], contextlib.AbstractContextManager[int]]) -> None:
    """Print a line for each game, and how many of them are as quick as they should be."""
    limit, medians = WANTED[what][carrier], dict[str, float]()
    with origin(carrier, server) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page.set_default_timeout(60_000)
        page.goto(address)
        _ready(page)
        for game in GAMES:
            times = {"keys": _keys, "clicks": _clicks}[what](page, game)
            if times:
                medians[game] = statistics.median(times)
                mark = "" if medians[game] < limit else f"  over {limit}"
                print(f"{game:<24} median {medians[game]:6.1f} ms, most {max(times):6.1f} ms{mark}", flush=True)
            else:
                print(f"{game:<24} no click makes a move", flush=True)
        browser.close()
    over = sum(median >= limit for median in medians.values())
    middle, most = statistics.median(medians.values()), max(medians.values())
    print(f"{what}, {carrier}: {len(medians)} games, median of medians {middle:.1f} ms, largest median {most:.1f} ms, "
          f"{over} not under {limit} ms")  # fmt: skip


def chromium() -> str:
    """The command that runs Chromium."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        sys.exit("Chromium is not installed")
    return found


def _ready(page: Page) -> None:
    """Wait until moves can be tried, which without a server takes Python's start."""
    page.evaluate("location.hash = '#/edit/hex'")
    page.locator(".live button:has-text('Take back')").wait_for(timeout=120_000)
    page.locator(".live [role=gridcell][aria-label*='you can play here']").first.wait_for(timeout=120_000)


def _keys(page: Page, game: str) -> list[float]:
    """Return the milliseconds that each key took."""
    page.evaluate(f"location.hash = '#/edit/{game}'")
    page.locator(f"h1:text-is('Editor: {game}')").wait_for(state="attached")
    page.locator("section.problems[aria-busy=false]").wait_for(timeout=120_000)
    page.locator(".live .playboard [role=gridcell]").first.wait_for(state="attached")
    page.locator(".cm-content").click()
    time.sleep(PAUSE)
    page.keyboard.press("Control+Home")
    for _ in range(page.locator(".cm-line").count() // 2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.evaluate("globalThis.seen = undefined")
    page.evaluate(WATCH, "keys")
    for number, key in enumerate(KEYS, 1):
        page.keyboard.press("Space" if key == " " else key)
        _seen(page, number)
        time.sleep(PAUSE)
    return _times(page)


def _clicks(page: Page, game: str) -> list[float]:
    """Return the milliseconds that each click took which made a move."""
    page.evaluate(f"location.hash = '#/new/{game}'")
    page.locator("form fieldset.seats select").first.wait_for(timeout=120_000)
    for seat in page.locator("form fieldset.seats select").all():
        seat.select_option("human")
    page.locator("form").get_by_role("button", name="Play", exact=True).click()
    page.locator(".playboard [role=gridcell]").first.wait_for(state="attached")
    time.sleep(PAUSE)
    page.evaluate("globalThis.seen = undefined")
    page.evaluate(WATCH, "clicks")
    times = list[float]()
    for number in range(1, CLICKS + 1):
        if not _reach_board(page):
            break
        page.evaluate("Object.assign(globalThis.seen, { begun: 0, times: [] })")
        with contextlib.suppress(Error):  # a stone that nobody may see is not drawn
            _move(page, number / (CLICKS + 1))
            _seen(page, 1)
            times += _times(page)
        time.sleep(PAUSE / 2)
    return times


def _move(page: Page, part: float) -> None:
    """Make a move on a cell so far down the board; of several moves there, the first."""
    for cells in map(page.locator, (FREE, MOVABLE)):
        if count := cells.count():
            cells.nth(int(count * part)).click(timeout=2_000)
            break
    for further in map(page.locator, (TARGET, MENU)):
        if further.count():
            further.first.click(timeout=2_000)


def _reach_board(page: Page) -> bool:
    """Decide what stands before a move on the board: who looks, a swap, cards. Return whether one can be made."""
    for _ in range(MOST_BEFORE):
        if page.locator(CURTAIN).count():
            page.locator(CURTAIN).first.click()
        elif page.locator(FREE).or_(page.locator(MOVABLE)).count():
            return True
        elif page.locator(PICK).count():
            page.locator(PICK).click()
        elif page.locator(CARD).count():
            page.locator(CARD).first.click()
        elif page.locator(OTHERWISE).count():
            page.locator(OTHERWISE).first.click()
        else:
            return False
        time.sleep(PAUSE)
    return False


def _seen(page: Page, number: int) -> None:
    """Wait until so many answers were seen."""
    until = time.monotonic() + 5
    while len(_times(page)) < number:
        if time.monotonic() > until:
            raise Error("there is no answer")
        time.sleep(0.02)


def _times(page: Page) -> list[float]:
    return list(page.evaluate("globalThis.seen?.times ?? []"))
