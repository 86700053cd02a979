"""Writes the tables of shapes and functions in `docs/language.md`, and what the page means by mistakes, as
`hexgame analyse` does: `python tests/reference.py`."""

from __future__ import annotations

import re
from pathlib import Path

from hexgame.experiments import analysis, judgements
from hexgame.show.pages.reference import written

PAGE = Path(__file__).parent.parent / "docs" / "language.md"

JUDGING = Path(__file__).parent.parent / "interpreter" / "web" / "page" / "review" / "judging.js"


def judging(text: str) -> str:
    """The page's module with the standards of `hexgame analyse`."""
    standards = {name: getattr(analysis, name) for name in ("MISTAKE", "BLUNDER", "SURE", "ENOUGH")}
    for name, value in (standards | {"VOICES": judgements.VOICES}).items():
        text = re.sub(rf"(?m)^(const {name} =) [\d.]+;", rf"\g<1> {value:g};", text)
    return text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
    JUDGING.write_text(judging(JUDGING.read_text("utf-8")), "utf-8")
