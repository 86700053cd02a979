"""A new version of a site: a browser that keeps the old one shows the new one, whole, and without a network too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hexgame.resources import resource
from hexgame.web.site.files import _keeping
from hexgame.web.site.folder import write_site

from .conftest import hosting

pytestmark = pytest.mark.xdist_group("browser worker")

INDEX = """<!doctype html><title>A site</title><h1></h1>
<script type="module" src="offline.js"></script><script type="module" src="app.js"></script>"""
WAITING = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 50));
  return registration.waiting !== null;
}"""


def written(folder: Path, text: str, at: int) -> None:
    """Write a small site with the service worker of all sites, as of a time in seconds: hosts compare whole ones."""
    page = resource("web") / "page"
    files = {"index.html": INDEX.encode(), "offline.js": (page / "offline.js").read_bytes()}
    files |= {"app.js": f'document.querySelector("h1").textContent = "{text}";'.encode()}
    write_site(folder, {**files, "sw.js": _keeping((page / "sw.js").read_text("utf-8"), files).encode()})
    for path in folder.iterdir():
        os.utime(path, (at, at))


def shows(page: Page, text: str) -> None:
    page.reload()
    expect(page.locator("h1")).to_have_text(text)


def test_a_browser_that_keeps_an_old_version_shows_the_new_one(chromium: Browser, tmp_path: Path) -> None:
    written(tmp_path, "the first", 1_700_000_000)
    with hosting(tmp_path) as address:
        context = chromium.new_context(base_url=address)
        page = context.new_page()
        page.goto("")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        shows(page, "the first")
        written(tmp_path, "the second", 1_700_000_100)
        assert page.evaluate(WAITING)
        other = context.new_page()
        other.goto("")
        expect(other.locator("h1")).to_have_text("the first")  # two tabs of one site show the same version
        other.close()
        shows(page, "the second")
        context.set_offline(True)
        shows(page, "the second")
        context.close()
