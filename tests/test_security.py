"""What `SECURITY.md` promises names the tests that hold it, and they exist."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
PROMISED = TEXT.partition("## What is promised")[2].partition("## What is not promised")[0]


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(tests/\w+\.py)`", TEXT))))
def test_the_tests_it_names_exist(name: str) -> None:
    assert (ROOT / name).is_file()


def test_every_promise_names_its_tests() -> None:
    promises = re.findall(r"^\*\*", PROMISED, re.MULTILINE)
    assert len(promises) == len(re.findall(r"^\*Tests:\* `tests/", PROMISED, re.MULTILINE)) > 5
