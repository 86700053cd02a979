"""Advice is good: what a message advises, done by a machine wherever one can, leaves no error on its line; and what it
expects can stand where it expects it."""

from __future__ import annotations

import expecting
import habits
import pytest
from conftest import complete, wide
from test_error_files import FILES, REMARK

from hexgame import Source

SHEETS = {path.stem: path.read_text("utf-8") for path in FILES} | {
    f"{each.cause}: {each.name}": each.text for each in habits.entries()
    if each.kind == "wrong" and not each.arguments}  # fmt: skip

FURTHER = {
    "kinds and piles: the top of a pile by its name of towers": "a piece is compared with a number",
    "true_for_yes": "the values say `true` as the default does",
    "options, variants and claims: true and false as values": "the values say `true` as the default does",
}
"""Sheets whose line has a further mistake, which advice on the first does not mend: what it is."""

CONTINUED = {
    "region_without_its_cells": "no cells follow the `=`",
    "statements_that_begin_with_cell": "the rest of the statement follows the `}`",
    "the shapes of JSON, YAML and TOML: a colon after players": "players follow the `(`, which nothing closes",
    "values of the wrong kind: the count of a condition": "a condition follows the `for`",
}
"""Sheets in which one of the words that are expected needs more after it than stands there: what follows it."""

QUICK = 12
"""Of so many sheets, one is tried by the quick test."""


def astray(text: str) -> list[str]:
    """The advice of a sheet, without its remarks, that a machine can follow and after which the line still fails."""
    text = REMARK.sub("", text)
    found = habits.errors(Source("my.hexgame", text))
    answer = habits.Answer(habits.Entry("wrong", "", "", text, frozenset(), (), ""), "", len(found), True, found)
    return [f"{each.message}: {each.help}" for each in found if habits.leads_on(answer, each) is False]


@wide("all")
@pytest.mark.parametrize("share", ["some", "all"])
def test_advice_that_is_followed_leaves_no_error_on_its_line(share: str) -> None:
    chosen = [*SHEETS.items()][:: QUICK if share == "some" else 1]
    assert {name: found for name, text in chosen if name not in FURTHER and (found := astray(text))} == {}


@wide("all")
@pytest.mark.parametrize("share", ["some", "all"])
def test_what_is_expected_can_stand_there(share: str) -> None:
    chosen = [*SHEETS.items()][:: QUICK if share == "some" else 1]
    texts = {name: REMARK.sub("", text) for name, text in chosen if name not in CONTINUED}
    assert {name: found for name, text in texts.items() if (found := expecting.refused(text))} == {}


def test_what_is_expected_in_vain_is_found() -> None:
    text = complete("turn { place stone at empty }")
    (found,) = habits.errors(Source("my.hexgame", text))
    assert [*expecting.alternatives(found.expected)] == ["among", "of", "on"]
    assert not expecting.comes_back(text, found, "on")
    assert expecting.comes_back(text, found, "by")


def test_what_advises_another_mistake_is_found() -> None:
    text = complete("turn { place stone on empt }")
    (found,) = habits.errors(Source("my.hexgame", text))
    answer = habits.Answer(habits.Entry("wrong", "", "", text, frozenset(), (), ""), "", 1, True, (found,))
    assert habits.leads_on(answer, found)
    assert habits.leads_on(answer, found.copy_with(replacement=None, help="write: emtpy")) is False
    assert habits.leads_on(answer, found.copy_with(replacement=None, help="write: CELLS")) is None
