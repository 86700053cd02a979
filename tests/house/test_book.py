"""The site of the documentation: all pages are in it, what games say is shown as they say it, no link is dead."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
from conftest import ROOT, long

from hexgame.show.library import entries

BOOK = ROOT / "docs" / "book"


def loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a module of the builder, which is a program rather than a part of the package."""
    monkeypatch.syspath_prepend(BOOK)
    spec = importlib.util.spec_from_file_location(name, BOOK / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def test_every_page_has_a_place_in_the_site() -> None:
    settings = tomllib.loads((BOOK / "zensical.toml").read_text("utf-8"))
    listed = re.findall(r"'([\w-]+\.md)'", str(settings["project"]["nav"]))
    missing = {path.name for path in (ROOT / "docs").glob("*.md")} - {*listed}
    assert not missing
    assert len(listed) == len({*listed})


def test_a_page_shows_what_is_known_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = loaded("library", monkeypatch)
    monkeypatch.setattr(library, "entries", lambda: [each for each in entries() if each.name in ("hex", "dark_hex")])
    library.write_library(tmp_path, 5.0, "../../play")
    text = (tmp_path / "hex.md").read_text("utf-8")
    assert "[Play it](../../play/#/new/hex)" in text
    assert re.search(r"\| `no-draws` \| \*\*proved\*\* \|", text)
    assert re.search(r"\| decisions in a random game \| [\d.]+ \| [\d.]+ to [\d.]+ \| 10,000 \|", text)
    assert 'game "Hex"' in text
    assert (tmp_path / "boards" / "dark_hex-dark.svg").read_text("utf-8").startswith("<svg")
    assert "[Hex](hex.md)" in (tmp_path / "index.md").read_text("utf-8")


def test_signs_of_markdown_in_a_sheet_are_shown_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    markdown = pytest.importorskip("markdown")
    library = loaded("library", monkeypatch)
    text = "<script>*a* _b_ [c](d) `e` ## f | g ~h~ ^i^ ==j== \\k & <b>"
    shown = markdown.markdown(library.plain(text), extensions=["tables", "pymdownx.tilde", "pymdownx.caret"])
    assert "<b>" not in shown
    assert unescape(shown) == f"<p>{text}</p>"


@long
def test_the_site_has_no_dead_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("zensical")
    build = loaded("build", monkeypatch)
    few = [each for each in entries() if each.name in ("gale", "hex_kb")]
    monkeypatch.setattr(sys.modules["library"], "entries", lambda: few)
    monkeypatch.setattr(build, "entries", lambda: few)
    build.write_pages(tmp_path / "docs", 0.5, is_live=False)
    build.write_settings(tmp_path)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "Bridg-It" in (tmp_path / "site" / "library" / "gale" / "index.html").read_text("utf-8")
