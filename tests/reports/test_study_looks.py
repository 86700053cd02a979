"""Reports as a designer reads them: nothing is empty, missing, or no sentence."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest
from conftest import GAMES, long, wide
from reports import reported, whole_study, words, wrong

import hexgame
from hexgame.reports.report import Report
from hexgame.reports.sections import Plot, Section, Series, Table, counted
from hexgame.show.report.page import entry, estimated, interval, page, prose
from hexgame.statistics.estimates import Estimate, mean, share

SMALL = {
    "hex": {"size": 3},
    "torex": {"size": 3},
    "three_player_hex": {"size": 2},
    "dark_hex": {"size": 2},
    "hy2": {"size": 2},
}
NUMBER = r"\d(?:[\d,]*\d)?(?:\.\d+)?"


@lru_cache
def of(stem: str) -> Report:
    """The report on a small game."""
    return reported(whole_study(hexgame.load(stem, **SMALL.get(stem, {}))))


@long("hex", "hy2")
@wide("torex", "three_player_hex", "dark_hex")
@pytest.mark.parametrize("stem", SMALL)
def test_nothing_is_wrong_with_a_report(stem: str) -> None:
    assert wrong(of(stem)) == []


@long("hex", "hy2")
@wide
@pytest.mark.parametrize("stem", [path.stem for path in GAMES])
def test_nothing_is_wrong_with_the_report_of_a_shipped_game(stem: str) -> None:
    """Slow: whole boards, in plain Python."""
    few = {"random": 100, "full-boards": 6_400, "walks": 10, "search-10": 1}
    study = whole_study(hexgame.load(stem), few, others=0)
    assert wrong(reported(study)) == []


@long
def test_what_is_wrong_with_a_report_is_found() -> None:
    empty = Plot("a", "x", "", (Series("s", (0.0,), (float("nan"),)),), "nothing")
    odd = Section("odd", "Odd", ("There are 1 games", "nan."), (empty, Table("t", ("x",), ())))
    (chapter,) = of("hex").chapters
    found = "\n".join(wrong(Report((chapter,), (odd,))))
    for fault in ("no sentence", "one, but many", "no number", "an empty plot", "an empty table", "what it shows"):
        assert fault in found


@long("hex", "hy2")
@wide("torex", "three_player_hex", "dark_hex")
@pytest.mark.parametrize("stem", SMALL)
def test_every_number_of_a_page_is_in_the_json(stem: str) -> None:
    report = of(stem)
    known = {"95", *spelt(json.loads(json.dumps(report.as_dict())))}
    missing = {number for line in words(page(report)).splitlines() for number in re.findall(NUMBER, line)} - known
    assert missing == set()


def spelt(data: object) -> Iterator[str]:
    """All numbers of a report's data as a page writes them."""
    match data:
        case {"value": _, "low": _, "high": _, "n": n, "how": how}:
            ends = (data[end] if data[end] is not None else math.nan for end in ("value", "low", "high"))
            found = Estimate(*ends, n, how)
            texts = [f"{n:,}", *(each(found, shares) for each in (estimated, interval) for shares in (False, True))]
        case dict():
            texts = [text for each in data.values() for text in spelt(each)]
        case list():
            texts = [f"{len(data)}", *(text for each in data for text in spelt(each))]
        case str():
            texts = [data]
        case int() | float() if not isinstance(data, bool):
            texts = [entry(data), entry(data, shares=True)]
        case _:
            texts = []
    return (number for text in texts for number in re.findall(NUMBER, text))


def test_intervals_of_a_table_are_told_in_its_caption() -> None:
    apart = Table("apart", ("", ""), (("one", share(3, 9)), ("other", share(6, 9))), shares=True)
    together = Table("together", ("", ""), (("one", share(3, 9, together=2)), ("other", share(6, 8, together=2))))
    always = Table("always", ("", ""), (("full", mean([0.4, 0.4, 0.4, 0.4])),), shares=True)
    (chapter,) = of("hex").chapters
    text = words(page(Report((replace(chapter, sections=(Section("s", "S", (), (apart, together, always)),)),))))
    assert "(n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}9; 95\N{NO-BREAK SPACE}% intervals)" in text
    assert "(95\N{NO-BREAK SPACE}% intervals that hold together)" in text
    assert "40.0\N{NO-BREAK SPACE}%\nin every game" in text
    assert "where the truth lies, 95 times out of 100 for the whole page" in text
    assert "Intervals of tables hold each 95 times out of 100, or together where they say so." in text


def test_sentences_keep_together_what_belongs_together() -> None:
    assert prose("`a<b` in n = 1,000: 5 %") == "<code>a&lt;b</code> in n\xa0=\xa01,000: 5\xa0%"
    assert prose("10^57.0 boards") == "10<sup>57.0</sup> boards"
    assert counted(1, "pairs of games on the ladder") == "1 pair of games on the ladder"
    assert counted(2_000, "random games") == "2,000 random games"
