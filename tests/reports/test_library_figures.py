"""The figures of shipped games: all have them, of the sheets as they are; where games stand; searches by figures."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import GAMES, Run

from hexgame.diagnostics.text import Source, hash_of
from hexgame.loading import Sheet, read_sheet
from hexgame.reports.library.kept import (
    BALANCE,
    DEPTH,
    LENGTH,
    MEANING,
    SHARES,
    WIDTH,
    Figure,
    kept,
    read,
    row_of,
)
from hexgame.reports.library.places import SEARCHED, likes_of, named, places_of
from hexgame.reports.measures.context import FEWEST
from hexgame.show.sheets.atlas import atlas_svg

STEMS = [path.stem for path in GAMES]
COMMAND = "run: (cd tests; python figures.py)"


def test_every_shipped_game_has_figures_and_no_other() -> None:
    assert [stem for stem in STEMS if stem not in kept()] == [], COMMAND
    assert [stem for stem in kept() if stem not in STEMS] == [], COMMAND


def hash_now(path: Path) -> str:
    """The hash of a sheet; only variants must be read, to see what they are variants of."""
    text = path.read_text("utf-8")
    if "variant" not in text:
        return hash_of([Source(path.name, text)])
    sheet = read_sheet(path.stem)
    assert isinstance(sheet, Sheet)
    return hash_of(sheet.sources)


def test_figures_are_of_the_sheets_as_they_are() -> None:
    assert [path.stem for path in GAMES if hash_now(path) != kept()[path.stem].sheet] == [], COMMAND


LACKING = {
    LENGTH: set[str](),
    WIDTH: {"epaminondas", "hive", "yodd"},
}  # fmt: skip
"""Games that were too slow for the machine on which the others were measured."""


@pytest.mark.parametrize("name", LACKING)
def test_no_more_games_lack_a_figure_than_are_named(name: str) -> None:
    assert {stem for stem, row in kept().items() if name not in row.figures} == LACKING[name], COMMAND


def test_figures_have_samples_and_intervals() -> None:
    for stem, row in kept().items():
        for name, each in row.figures.items():
            assert each.low <= each.value <= each.high, (stem, name)
            assert each.n >= FEWEST, (stem, name)
            assert name not in SHARES or 0 <= each.low <= each.high <= 1, (stem, name)


def test_rows_come_back_as_they_were_written() -> None:
    for row in kept().values():
        assert read(row_of(row)) == row


def figure(value: float) -> Figure:
    return Figure(value, 0.99 * value, 1.01 * value, 100)


def test_the_longest_game_is_longer_than_all_others() -> None:
    (place,) = places_of({LENGTH: figure(1e6)})
    measured = sum(LENGTH in row.figures for row in kept().values())
    assert (place.above, place.of) == (measured, measured)
    assert place.phrase == "longer than 100 % of the library"
    (place,) = places_of({LENGTH: figure(0.5)})
    assert place.phrase == "shorter than 100 % of the library"


def test_what_an_interval_leaves_open_is_not_said() -> None:
    (place,) = places_of({LENGTH: Figure(60, 1, 1e6, 3)})
    assert place.phrase == ""


def test_a_game_is_not_placed_among_itself() -> None:
    (place,) = places_of({LENGTH: kept()["hex"].figures[LENGTH]}, "hex")
    assert place.of == sum(LENGTH in row.figures for row in kept().values()) - 1
    assert "hex" not in [each.stem for each in likes_of(kept()["hex"].figures, "hex", 200)]


def test_the_most_similar_game_is_the_same_game() -> None:
    figures = kept()["y"].figures
    nearest = likes_of(figures)[0]
    assert (nearest.stem, nearest.distance, nearest.phrase) == ("y", 0, "")
    shorter = {**figures, LENGTH: figure(0.8 * figures[LENGTH].value)}
    assert dict(likes_of(shorter, number=200)[0].ratios)[LENGTH] > 0
    (own,) = (each for each in likes_of(shorter, number=200) if each.stem == "y")
    assert own.phrase == "about 20 % shorter"
    assert own.title == "Y"


@pytest.mark.parametrize("value", [1.0, 20.0, 60.0, 150.0, 1e4])
def test_a_phrase_holds_between_the_figures_that_it_counts(value: float) -> None:
    (place,) = places_of({LENGTH: figure(value)})
    low, high = place.span
    assert low < 0.99 * value
    assert 1.01 * value <= high
    others = [row.figures[LENGTH].value for row in kept().values() if LENGTH in row.figures]
    if place.phrase:
        share = sum(other <= low for other in others) if place.is_more else sum(other >= high for other in others)
        assert f" {math.floor(100 * share / len(others))} %" in place.phrase


@pytest.mark.parametrize("word", SEARCHED, ids=lambda word: word.name)
def test_a_word_finds_the_games_within_its_bounds(word, command: Run) -> None:  # type: ignore[no-untyped-def]
    found = {
        line.split()[0]
        for line in command("list", f"--{word.name}", "--figures").output.splitlines()
        if line[:1].islower() or line[:1] == " "
    }
    for stem, row in kept().items():
        value = row.figures[word.figure].value if word.figure in row.figures else math.nan
        assert (stem in named(word.name)) is (word.least <= value <= word.most)
    assert named(word.name), f"no game is {word.name}"
    assert named(word.name) <= found


def test_the_help_says_what_words_mean_with_numbers(command: Run) -> None:
    told = " ".join(command("list", "--help").output.split())
    for word in SEARCHED:
        assert f"--{word.name} Only where {word.about}" in told
        assert any(letter.isdigit() for letter in word.about)


def test_the_map_has_a_dot_for_each_game_and_points_at_ones_own() -> None:
    figures = {LENGTH: figure(60), WIDTH: figure(30), BALANCE: figure(0.5), DEPTH: figure(0.7)}
    drawing = atlas_svg(figures, "Mine & <yours>")
    root = ElementTree.fromstring(drawing)  # noqa: S314 - our own
    circles = [each for each in root.iter() if each.tag.endswith("circle")]
    measured = {stem for stem, row in kept().items() if {LENGTH, WIDTH} <= {*row.figures}}
    assert {each.get("data-game") for each in circles} == {*measured, None}
    assert sum(each.get("class") == "own" for each in circles) == 1
    assert all(0 <= float(each.get("cx", "-1")) <= 760 and 0 <= float(each.get("cy", "-1")) <= 520 for each in circles)
    assert "Mine &amp; &lt;yours&gt;" in drawing
    assert 'class="own"' not in atlas_svg({})
    far = {LENGTH: figure(5), WIDTH: figure(3)}
    assert ">The game of Y<" in atlas_svg(far, "Mine", {"y": "The game of Y"})


def test_all_figures_have_words() -> None:
    assert {name for row in kept().values() for name in row.figures} <= {*MEANING}
