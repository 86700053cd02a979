"""The codes: each is used, explained, and does what its page says."""

from __future__ import annotations

import re
import textwrap

import pytest
from conftest import ROOT, codes_of

from interpreter.show.pages import explanations

SOURCES = [ROOT / "cli.py", *(ROOT / "interpreter").rglob("*.py")]
USED = set(re.findall(r'"(HG\d{3})"', "\n".join(path.read_text("utf-8") for path in SOURCES)))


def examples(heading: str) -> list[tuple[str, str]]:
    pattern = re.compile(rf"^{heading}:\n\n((?:    .*\n|\n)+)", re.MULTILINE)
    return [
        (code, textwrap.dedent(match.group(1)))
        for code, page in explanations().items()
        for match in pattern.finditer(page)
    ]


def test_every_code_that_is_used_is_explained_and_no_other() -> None:
    assert set(explanations()) == USED


@pytest.mark.parametrize(("code", "text"), examples("Wrong"))
def test_the_wrong_example_has_just_this_problem(code: str, text: str) -> None:
    assert set(codes_of(text)) == {code}


@pytest.mark.parametrize(("code", "text"), examples("Right"))
def test_the_right_example_has_no_problem(code: str, text: str) -> None:
    assert codes_of(text) == []


def test_most_codes_have_examples() -> None:
    without = {code for code in USED if code < "HG6"} - {code for code, _ in examples("Wrong")}
    assert without == {"HG102", "HG207"}
