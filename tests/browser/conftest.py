"""What tests in a browser share: Chromium, a server, a site without one, and a page that may not complain.

Every test that takes `page` runs against both carriers. It gets one page for each, which stays open from test to test,
because a Python in the browser takes seconds to start; a test that needs a browser without a past takes `visit`.
"""

from __future__ import annotations

import contextlib
import http.server
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from pace import crowding
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from hexgame.native.places import OWN, own_path
from hexgame.show.library import entries
from hexgame.source.reading.files import shipped
from hexgame.web.site.files import site_files
from hexgame.web.site.folder import write_site
from hexgame.web.site.index import POLICY
from hexgame.web.site.pyodide import PyodideError, pyodide_files
from hexgame.web.talk.sheets.library import library

from .steps import go

CACHE = own_path()
"""Where users have their cache, before the tests have another: what is downloaded is kept there."""

FEW = ("hex", "blind_hex", "gonnect")
"""The games that a site answers for beforehand, unless all tests of it are run."""

CARRIERS = [pytest.param(name, marks=pytest.mark.xdist_group(f"browser {name}")) for name in ("socket", "worker")]
"""Who carries the conversation. The tests of each run in one process, in which its browser stays open."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
START = 60.0
"""Seconds that a server or a Python may take to start."""

WAIT = 30.0
"""Seconds that something on the page may take to come, on a machine that has no other work."""


@dataclass
class Watched:
    """A page, and what it complained of: errors on its console, exceptions, and what its policy stopped."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda said: said.type == "error" and self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def settle(self) -> None:
        """Fail if the page has complained."""
        complaints, self.complaints = self.complaints, []
        assert not complaints, "\n".join(complaints)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: apt-get install chromium fonts-dejavu-core")
    expect.set_options(timeout=1000 * WAIT * crowding(20))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package", params=CARRIERS)
def carrier(request: pytest.FixtureRequest) -> str:
    """Who carries the conversation: `socket` or `worker`."""
    return str(request.param)


@pytest.fixture(scope="package")
def origin(carrier: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is."""
    folder = tmp_path_factory.mktemp(carrier)
    games = shipped() if any(item.get_closest_marker("wide") for item in request.session.items) else FEW
    with serving(folder) if carrier == "socket" else hosting(site(folder, games)) as address:
        yield address


@contextlib.contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[str]:
    """Run `hexgame serve` on a free port; gives its address."""
    log = folder / "log.txt"
    command = [sys.executable, "-m", "hexgame", "serve", "--port", "0", "--data", str(folder / "games")]
    with log.open("w") as out:
        process = subprocess.Popen([*command, *arguments], stdout=out, stderr=out, cwd=folder)
        try:
            until = time.monotonic() + START
            while (address := re.match(r"http://\S+", log.read_text())) is None:
                assert process.poll() is None and time.monotonic() < until, log.read_text()
                time.sleep(0.1)
            yield address[0]
        finally:
            process.terminate()
            process.wait(10)


def site(folder: Path, games: Collection[str]) -> Path:
    """Write a site with a library of some games to a folder; skips the test if Pyodide cannot be had."""
    listed = [entry for entry in entries() if entry.name in games]
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(OWN, str(CACHE))
        try:
            pyodide = pyodide_files()
        except PyodideError as error:
            pytest.skip(str(error))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hexgame.web.site.files.pyodide_files", lambda _: pyodide)
        patched.setattr("hexgame.web.site.known.shipped", lambda: games)
        patched.setattr("hexgame.web.talk.sheets.library.entries", lambda: listed)
        library.cache_clear()
        write_site(folder / "site", site_files())
    library.cache_clear()
    return folder / "site"


class Host(http.server.SimpleHTTPRequestHandler):
    """Sends files as `_headers` of the site wants it; WebAssembly, without which there is no Python, once it may."""

    may_send_python = threading.Event()
    policy = POLICY

    def do_GET(self) -> None:
        """Send a file."""
        if self.path.endswith(".wasm"):
            self.may_send_python.wait()
        super().do_GET()

    def end_headers(self) -> None:
        """Add the policy, which then holds for workers as well."""
        self.send_header("Content-Security-Policy", self.policy)
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


Host.may_send_python.set()


@contextlib.contextmanager
def hosting(folder: Path, policy: str = POLICY) -> Iterator[str]:
    """Run a server for static files, which sends a policy with them."""
    host = type("Host", (Host,), {"policy": policy})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(host, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="package")
def context(chromium: Browser, origin: str) -> Iterator[BrowserContext]:
    """A browser without a past."""
    context = chromium.new_context(base_url=origin, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture(scope="package")
def _kept(context: BrowserContext) -> Watched:
    watched = Watched(context.new_page())
    watched.page.goto("#/new/hex")
    watched.page.get_by_role("button", name="Play", exact=True).click(timeout=1000 * START)
    table = watched.page.locator(".playboard")  # which comes once whatever answers has started
    expect(table).to_be_attached(timeout=1000 * START * crowding(20))
    return watched


@pytest.fixture
def page(_kept: Watched) -> Iterator[Page]:
    """The page of a carrier, at its beginning; what it complains of fails the test."""
    _kept.page.set_viewport_size({"width": 1200, "height": 900})
    go(_kept.page, "#/")
    yield _kept.page
    _kept.settle()


@pytest.fixture
def visit(chromium: Browser, origin: str) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser without a past: `visit("#/edit", viewport=…)`; the arguments are those of a context."""
    opened: list[tuple[BrowserContext, Watched]] = []

    def visited(route: str = "", **how: object) -> Page:
        context = chromium.new_context(base_url=origin, reduced_motion="reduce", **how)
        opened.append((context, Watched(context.new_page())))
        page = opened[-1][1].page
        page.goto(route)
        return page

    yield visited
    for context, watched in opened:
        watched.settle()
        context.close()
