"""Advice is good: what a message advises, done by a machine wherever one can, leaves no error on its line."""

from __future__ import annotations

from collections.abc import Callable

import habits
import pytest
from conftest import ROOT, wide
from test_error_files import REMARK

from hexgame import Source

FILES = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "tests" / "errors").glob("*.hexgame"))}
HABITS = {f"{each.cause}: {each.name}": each.text for each in habits.entries()
          if each.kind == "wrong" and not each.arguments}  # fmt: skip

FURTHER = {
    "boards, their edges and links: a hexagon on a square grid": "",
}
"""Sheets whose line has a further mistake, which no advice on the first can mend: what it is."""


def plain(text: str) -> str:
    """A sheet without the remarks that say what is said of it."""
    return REMARK.sub("", text)


def astray(text: str) -> list[str]:
    """The advice that a machine can follow and after which the line still fails."""
    found = habits.errors(Source("my.hexgame", text))
    entry = habits.Entry("wrong", "", "", text, frozenset(), (), "")
    answer = habits.Answer(entry, "", len(found), True, found)
    return [f"{each.message}: {each.help}" for each in found if habits.leads_on(answer, each) is False]
