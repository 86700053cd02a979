"""Sheets that the documents show."""

import re

from conftest import ROOT

PAGES = ["README.md", *(f"docs/{name}.md" for name in ("language", "cookbook", "thinking")),
         *(f"docs/from-{name}.md" for name in ("ludii", "ludax", "zillions"))]  # fmt: skip
EXAMPLES = re.findall(r"```hexgame\n(.*?)```", "".join((ROOT / page).read_text("utf-8") for page in PAGES), re.DOTALL)

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
