"""What people read is plain: no habit that proselint knows, and no sentence that loses its reader."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_words import PAGES

LONGEST = 45
"""The most words of a sentence, or of the part of one up to a colon or a semicolon."""

EXCEPTIONS = {
    "typography": "the pages are text that people edit, with the quotes of their keyboards; the site sets them",
    "weasel_words": "“very deep” is a mark on a scale of five",
}
"""Checks of proselint that are off, with the reason."""


def sentences(page: str) -> list[str]:
    """The sentences of a page, without its code, tables and headings; code in a sentence is one word."""
    text = re.sub(r"^```.*?^```|^[|#].*?$|^    .*?$", "\n\n", page, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`]*`", "…", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n|\n\s*[-*] |\n\d+\. ", text))
    return [each for part in parts for each in re.split(r"(?<=[.!?:;]) ", part) if each]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_sentence_can_be_read_at_once(path: Path) -> None:
    assert [each for each in sentences(path.read_text("utf-8")) if len(each.split()) > LONGEST] == []


def test_no_page_has_a_habit_that_proselint_knows(tmp_path: Path) -> None:
    pytest.importorskip("proselint")
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({"checks": dict.fromkeys(EXCEPTIONS, False)}), "utf-8")
    pages = [tmp_path / path.name for path in PAGES if path.name != "style.md"]  # which shows what to avoid
    for page, path in zip(pages, (path for path in PAGES if path.name != "style.md"), strict=True):
        page.write_text("\n".join(sentences(path.read_text("utf-8"))), "utf-8")
    command = [sys.executable, "-m", "proselint", "check", "--config", settings, "--output-format", "json", *pages]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)["result"]
    found = {Path(page).name: rows["diagnostics"] for page, rows in told.items() if rows.get("diagnostics")}
    assert found == {}
