"""Sheets that the documents show."""

import re

from conftest import ROOT

EXAMPLES = re.findall(
    r"```hexgame\n(.*?)```",
    "".join((ROOT / each).read_text("utf-8") for each in ("docs/language.md", "docs/cookbook.md", "README.md")),
    re.DOTALL,
)

GAME = """\
game "Bridge"
option size = 5 in 2..9
players Red, Blue

board {
  shape rhombus(size)
  edge top, bottom: Red
  edge left, right: Blue
}

turn { place stone on empty }

win when connects(own, [top, bottom])
"""
"""One whose mistakes are told word for word."""
