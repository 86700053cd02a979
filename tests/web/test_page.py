"""The page as it lies on disk: it keeps to its Content-Security-Policy, is whole, small and readable."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from conftest import ROOT

from hexgame.show.pictures.picture import png

PAGE = ROOT / "interpreter" / "web" / "page"
VENDOR = PAGE / "vendor"
FILES = sorted(path for path in PAGE.rglob("*.*") if VENDOR not in path.parents)
MODULES = [path for path in FILES if path.suffix == ".js"]
STYLES = [path for path in FILES if path.suffix == ".css"]
LARGEST, LARGEST_VENDORED = 600_000, 200_000
"""Bytes as they are sent, gzipped."""

LONGEST = 400
"""Lines of a module or style sheet."""

IMPORTS = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)\"""")
WORKERS = re.compile(r'new URL\("([\w.]+\.js)"')
WITHOUT_ESCAPING = re.compile(
    r"\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|\bFunction\(|setAttribute\(\"(?:style|on)|javascript:"
)


class Index(HTMLParser):
    """Collects what a page loads, and what its Content-Security-Policy would stop."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: set[str] = set()
        self.modules: set[str] = set()
        self.stopped: list[str] = []
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.open = tag
        self.stopped += [name for name in given if name == "style" or name.startswith("on")]
        self.stopped += ["<style>"] * (tag == "style")
        source = given.get("src") if tag == "script" else given.get("href") if tag == "link" else None
        if source:
            self.loaded.add(source)
            self.modules |= {source} if "module" in (given.get("type") or given.get("rel") or "") else set()

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open == "script" and data.strip():
            self.stopped.append(data)


ENTRIES = {
    "index.html": ("app.js", "library/library.js", "library/opening.js"),
    "embed.html": ("embed/embed.js",),
}
"""The pages, with the modules that the first views of each need."""


@pytest.fixture(scope="module", params=ENTRIES)
def entry(request: pytest.FixtureRequest) -> str:
    """The name of a page."""
    return str(request.param)


def read(name: str) -> Index:
    """What a page loads."""
    found = Index()
    found.feed((PAGE / name).read_text())
    return found


@pytest.fixture(scope="module")
def index(entry: str) -> Index:
    return read(entry)


def imported(module: Path) -> Iterator[Path]:
    """The files that a module imports, at once or later."""
    return ((module.parent / name).resolve() for name in IMPORTS.findall(module.read_text()))


ICONS = {"icon.svg": {"192.png": 192, "512.png": 512}, "icons/whole.svg": {"whole.png": 512, "apple.png": 180}}
"""Drawings, and the icons that are made of each, with their widths."""


def draw_icons() -> None:
    """Write the icons, which are squares."""
    for drawing, icons in ICONS.items():
        text = (PAGE / drawing).read_text()
        sized = text if " width=" in text.partition(">")[0] else text.replace("<svg", '<svg width="24" height="24"', 1)
        for name, width in icons.items():
            (PAGE / "icons" / name).write_bytes(png(sized, width))


def test_the_icons_are_as_large_as_the_manifest_says() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text())
    wide = {f"icons/{name}": f"{width}x{width}" for icons in ICONS.values() for name, width in icons.items()}
    for icon in manifest["icons"]:
        assert icon["sizes"] == wide.get(icon["src"], "any")
    for name, size in wide.items():
        head = (PAGE / name).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert size == "x".join(str(int.from_bytes(head[at : at + 4])) for at in (16, 20))


def test_what_the_first_views_import_is_asked_for_at_once(entry: str, index: Index) -> None:
    first = {PAGE / name for name in ENTRIES[entry]}
    at_once = re.compile(r"""^import\b[^(;]*?"(\.[^"]+)";""", re.MULTILINE)
    while (
        more := {(path.parent / name).resolve() for path in first for name in at_once.findall(path.read_text())} - first
    ):
        first |= more
    assert {path.relative_to(PAGE).as_posix() for path in first} == index.modules


def test_nothing_is_inline(index: Index) -> None:
    assert index.stopped == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_no_text_becomes_markup_or_code(module: Path) -> None:
    assert WITHOUT_ESCAPING.findall(module.read_text()) == []


def test_every_file_that_is_named_exists_and_every_module_is_used() -> None:
    named = {(PAGE / name).resolve() for entry in ENTRIES for name in read(entry).loaded}
    named |= {path for module in MODULES for path in imported(module)}
    named |= {module.parent / name for module in MODULES for name in WORKERS.findall(module.read_text())}
    assert {path.name for path in named if not path.is_file()} == {"pyodide.mjs"}
    of_others = {PAGE / name for name in ("begin.js", "hint.js", "sw.js", "board.js")}
    assert {*MODULES, *STYLES} - of_others <= named


def test_modules_and_style_sheets_stay_short() -> None:
    lines = {path.name: len(path.read_text().splitlines()) for path in [*MODULES, *STYLES]}
    assert {name: number for name, number in lines.items() if number > LONGEST} == {}


def test_the_page_is_small() -> None:
    sent = {path: len(gzip.compress(path.read_bytes())) for path in [*FILES, VENDOR / "codemirror.js"]}
    assert sum(sent.values()) < LARGEST
    assert sent[VENDOR / "codemirror.js"] < LARGEST_VENDORED


def test_what_is_vendored_is_what_was_built() -> None:
    noted, name = (VENDOR / "codemirror.sha256").read_text().split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == noted
    locked = (VENDOR / "package-lock.json").read_text()
    licences = re.findall(r"^(@?[\w/-]+) ([\d.]+)$", (VENDOR / "codemirror.LICENSE.txt").read_text(), re.MULTILINE)
    assert len(licences) > 10
    assert all(re.search(rf'node_modules/{name}": {{\s*"version": "{version}"', locked) for name, version in licences)


def brightness(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as WCAG defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_texts_can_be_read(scheme: int) -> None:
    pairs = re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", (PAGE / "style.css").read_text())
    tokens = {name: pair[scheme] for name, *pair in pairs}
    words = re.findall(
        r"light-dark\((#\w{6}), (#\w{6})\)", (PAGE / "editor" / "editor.css").read_text().partition("/* Words")[2]
    )
    inks = [(name, tokens[name]) for name in ("ink", "soft", "accent", "error", "warning", "good")]
    grounds = [(name, tokens[name]) for name in ("paper", "surface", "sunk")]
    texts = [*product(inks, grounds), (("onaccent", tokens["onaccent"]), ("accent", tokens["accent"]))]
    texts += [((word[scheme], word[scheme]), ("surface", tokens["surface"])) for word in words]
    assert len(words) >= 8
    for (ink, one), (ground, other) in texts:
        dim, bright = sorted([brightness(one), brightness(other)])
        assert (bright + 0.05) / (dim + 0.05) >= 4.5, f"{ink} on {ground}"


if __name__ == "__main__":
    draw_icons()
