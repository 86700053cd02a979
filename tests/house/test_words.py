"""What people read keeps to `docs/style.md`, as far as a program can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import messages
import pytest

pytestmark = pytest.mark.xdist_group("house")
"""The modules are parsed in one process."""

ROOT = Path(__file__).parents[2]
ROOMS = sorted(path.name for path in (ROOT / "interpreter").iterdir() if (path / "__init__.py").exists())
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), ROOT / "interpreter/diagnostics/errors.md"])
SCRIPTS = [path for path in sorted((ROOT / "interpreter" / "web").rglob("*.js")) if "vendor" not in path.parts]

AVOIDED = re.compile(
    r"\b(anew|for ever|all the same|once more|worked out|in vain|(?:can|could) ?not go on|one a core)\b"
)
ONE_OF_MANY = re.compile(
    r"(?<![\w.,…–-])1 (arguments|cells|claims|edges|elements|errors|files|games|moves|options|pieces|players|positions"
    r"|problems|seats|seams|sides|stones|turns|values|warnings|words)\b(?! of)"
)
GENERATED = {"machine", "program", "native"}
"""Rooms whose texts are code, for the most part."""
REPORTING = {"Diagnostic": 1, "Fault": 1, "wrong": 1}
"""Which argument of these is a diagnostic's message."""


def prose(page: str) -> str:
    """A page without its examples, its code, and the column of its tables that shows what to avoid."""
    text = re.sub(r"^```.*?^```|^    .*?$", "", page, flags=re.DOTALL | re.MULTILINE)
    return " ".join(re.sub(r"`[^`]*`", "`…`", text).split())


@pytest.mark.parametrize("path", [path for path in PAGES if path.name != "style.md"], ids=lambda path: path.name)
def test_pages_use_the_words_that_we_chose(path: Path) -> None:
    text = prose(path.read_text("utf-8"))
    assert not AVOIDED.findall(text)
    assert not ONE_OF_MANY.findall(text)


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in GENERATED])
def test_messages_use_the_words_that_we_chose(room: str) -> None:
    assert not [line for line in messages.listing([room]) if AVOIDED.search(line) or ONE_OF_MANY.search(line)]


def test_the_page_uses_the_words_that_we_chose() -> None:
    texts = [text for path in SCRIPTS for text in re.findall(r'"([^"\n]+ [^"\n]+)"', path.read_text("utf-8"))]
    assert not [text for text in texts if AVOIDED.search(text) or ONE_OF_MANY.search(text)]


def shown(node: ast.expr) -> str:
    """The last words of a text that is written in the code, or an empty text."""
    last = node.values[-1] if isinstance(node, ast.JoinedStr) and node.values else node
    return last.value if isinstance(last, ast.Constant) and isinstance(last.value, str) else ""


def reported() -> Iterator[tuple[str, str]]:
    """The ends of all messages and helps of diagnostics that the code holds as they are, with their places."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        for call in (node for node in messages.nodes(path) if isinstance(node, ast.Call)):
            at = REPORTING.get(getattr(call.func, "attr", getattr(call.func, "id", "")))
            told = (
                []
                if at is None
                else [*call.args[at : at + 1], *(each.value for each in call.keywords if each.arg == "help")]
            )
            yield from ((f"{path.name}:{call.lineno}", shown(each)) for each in told)


def test_diagnostics_end_without_a_full_stop() -> None:
    found = list(reported())
    assert len(found) > 300
    assert not [(place, text) for place, text in found if text.endswith(".") and not text.endswith("..")]
