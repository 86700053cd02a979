"""How long the page without a server takes to load on a slow phone: `python bench/loading.py [ROUTE …]`.

The routes are `#/` and `#/new/hex` unless others are named. Each is opened in Chromium without a past, and once more
after that. Printed are the seconds to the first paint, to the first board and to the first move: `Play` is pressed as
soon as it is there, and a cell of the table as soon as that is there; and what had come by then.

The phone: the processor of the page is slowed four times by Chromium; the link has 1.6 Mbit/s and 150 ms before each
answer. The host is what slows it, because Chromium lets pass what workers ask for.
`--link 1e9 --latency 0 --slow 1` is this machine as it is. Every figure is by the clock, and the least of several.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import http.server
import math
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from browser import chromium
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PACKED = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".wasm", ".webmanifest"}
"""What hosts compress."""

PIECE = 4 << 10
VIEWPORT = {"width": 390, "height": 844}
PAUSE = 30
"""Seconds in which a page that was opened may have itself kept for later."""

WAIT = 300_000
"""Milliseconds that anything may take."""

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SINCE = "performance.now()"
BOARD = """() => {
  const boards = [...document.querySelectorAll("main :is(svg.board, svg.playboard, .mount svg)")];
  return boards.some((each) => each.getClientRects().length > 0 && each.firstChild) && performance.now();
}"""
CELL = ".playboard [role=gridcell][aria-label$='you can play here']"


@dataclass
class Link:
    """What all answers go through: so many bytes a second, and so many seconds before each."""

    speed: float
    latency: float
    free: float = 0.0
    sent: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def carry(self, length: int) -> None:
        """Wait until so many bytes have gone through."""
        with self.lock:
            self.sent += length
            self.free = max(self.free, time.monotonic()) + length / self.speed
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


class Host(http.server.SimpleHTTPRequestHandler):
    """Sends files over the link, compressed as hosts do."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *given: object, link: Link, directory: str) -> None:
        self.link = link
        super().__init__(*given, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send a file, unless the browser has it."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        time.sleep(self.link.latency)
        content = _packed(path) if path.is_file() else b""
        tag = f'"{hash(content)}"'
        is_known = tag in self.headers.get("If-None-Match", "")
        self.send_response(304 if is_known else 200 if path.is_file() else 404)
        self.send_header("ETag", tag)
        if not is_known:
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Cache-Control", "max-age=600")
            if path.suffix in PACKED:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with contextlib.suppress(OSError):
            for begin in range(0, 0 if is_known else len(content), PIECE):
                self.link.carry(len(content[begin : begin + PIECE]))
                self.wfile.write(content[begin : begin + PIECE])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


_kept: dict[Path, bytes] = {}


def _packed(path: Path) -> bytes:
    if path not in _kept:
        content = path.read_bytes()
        _kept[path] = gzip.compress(content, 6, mtime=0) if path.suffix in PACKED else content
    return _kept[path]


@contextlib.contextmanager
def hosting(link: Link, site: str | None) -> Iterator[str]:
    """Write the site, unless it was written before, and run a host for it; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        if site is None:
            site = f"{folder}/site"
            subprocess.run([sys.executable, "-m", "hexgame", "site", site], check=True, capture_output=True)
        for path in Path(site).rglob("*.*"):
            _packed(path)
        host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, link=link, directory=site))
        host.daemon_threads = True
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_address[1]}/"
        host.shutdown()


def opened(context: BrowserContext, address: str, slow: float) -> Page:
    """A new page at an address."""
    page = context.new_page()
    page.set_default_timeout(WAIT)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
    page.goto(address, wait_until="commit")
    return page


def first_move(page: Page, route: str) -> None:
    """Begin a game of two people, and make a move in it, each press as early as it can be made."""
    if route == "#/":
        page.locator("li.game a[href='#/new/hex']").first.click()
    page.locator("form fieldset.seats select").nth(1).wait_for()
    for seat in page.locator("form fieldset.seats select").all():
        seat.select_option("human")
    page.locator("form").get_by_role("button", name="Play", exact=True).click()
    page.locator(CELL).first.click()
    page.locator(".playboard .stone").first.wait_for(state="attached")


def measured(page: Page, link: Link, route: str, *, until_board: bool) -> list[float]:
    """Return seconds to the first paint, the board and the first move, and megabytes until the board and the move."""
    board = page.wait_for_function(BOARD, timeout=WAIT, polling="raf").json_value() / 1000
    before = link.sent / 1e6
    paint = page.wait_for_function(f"() => {PAINT}", timeout=WAIT).json_value() / 1000
    if until_board:
        return [paint, board, math.nan, before, math.nan]
    first_move(page, route)
    return [paint, board, page.evaluate(SINCE) / 1000, before, link.sent / 1e6]


def measure(browser: Browser, address: str, route: str, link: Link, given: argparse.Namespace) -> None:
    """Print two lines for a route."""
    found: dict[str, list[list[float]]] = {"": [], ", again": []}
    for _ in range(given.times):
        context = browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")
        for past, times in found.items():
            link.sent = 0
            page = opened(context, address + route, given.slow)
            times.append(measured(page, link, route, until_board=given.board))
            time.sleep(0 if past or given.board else PAUSE)
            page.close()
        context.close()
    for past, times in found.items():
        paint, board, moved, before, after = map(min, zip(*times, strict=True))
        move = "" if given.board else f", first move {moved:5.1f} s ({after:.1f} MB)"
        print(
            f"{route + past:<20} paint {paint:5.2f} s, board {board:5.2f} s ({1000 * before:.0f} kB){move}", flush=True
        )


def main() -> None:
    """Print lines for each route."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("routes", nargs="*", default=["#/", "#/new/hex"])
    parser.add_argument("--link", type=float, default=1.6e6, help="bits a second")
    parser.add_argument("--latency", type=float, default=0.15, help="seconds before each answer")
    parser.add_argument("--slow", type=float, default=4, help="how many times slower the processor is")
    parser.add_argument("--times", type=int, default=3, help="how often each is opened; the least is printed")
    parser.add_argument("--board", action="store_true", help="do not wait for the first move")
    parser.add_argument("--site", help="a folder with a site that was written before")
    given = parser.parse_args()
    link = Link(given.link / 8, given.latency)
    with hosting(link, given.site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for route in given.routes:
            measure(browser, address, route, link, given)
        browser.close()


if __name__ == "__main__":
    main()
