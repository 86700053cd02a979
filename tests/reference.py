"""Writes the tables of shapes and functions in `docs/language.md`: `python tests/reference.py`."""

from __future__ import annotations

from pathlib import Path

from hexgame.show.pages.reference import written

PAGE = Path(__file__).parent.parent / "docs" / "language.md"

if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
