"""The codes: each is used, explained, and does what its page says."""

from __future__ import annotations

import re
import textwrap

import pytest
from conftest import ROOT, codes_of, long, static_warnings

from hexgame.diagnostics.pages import explanations

SOURCES = [ROOT / "cli.py", *(ROOT / "interpreter").rglob("*.py")]
USED = set(re.findall(r'"(HG\d{3})"', "\n".join(path.read_text("utf-8") for path in SOURCES)))
STATIC = set(re.findall(r'"(HG\d{3})"', "\n".join(
    path.read_text("utf-8") for path in (ROOT / "interpreter" / "validation" / "lints").rglob("*.py")
)))  # fmt: skip
"""The warnings that `validate` gives without playing."""


def problems(code: str, text: str) -> set[str]:
    """What is told of an example of a code."""
    return {*codes_of(text), *(each.code for each in (static_warnings(text) if code in STATIC else []))}


def examples(heading: str) -> list[tuple[str, str]]:
    pattern = re.compile(rf"^{heading}:\n\n((?:    .*\n|\n)+)", re.MULTILINE)
    return [
        (code, textwrap.dedent(match.group(1)))
        for code, page in explanations().items()
        for match in pattern.finditer(page)
    ]


def test_every_code_that_is_used_is_explained_and_no_other() -> None:
    assert set(explanations()) == USED


@long("HG307-win when some i in 1..400*")
@pytest.mark.parametrize(("code", "text"), examples("Wrong"))
def test_the_wrong_example_has_just_this_problem(code: str, text: str) -> None:
    assert problems(code, text) == {code}


@pytest.mark.parametrize(("code", "text"), examples("Right"))
def test_the_right_example_has_no_problem(code: str, text: str) -> None:
    assert problems(code, text) == set()


def test_most_codes_have_examples() -> None:
    without = {code for code in USED if code < "HG6" or code in STATIC} - {code for code, _ in examples("Wrong")}
    assert without == {"HG102", "HG207"}
