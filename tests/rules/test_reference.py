"""Each shape and function has its row in the reference, and its example is right."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT
from reference import JUDGING, PAGE, judging

import hexgame
from hexgame.board.board import NOWHERE
from hexgame.board.whole import leaping
from hexgame.diagnostics.text import Source
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.rules.ir import Goal
from hexgame.rules.walk import everything
from hexgame.show.pages.reference import LIMITS, tables, written
from hexgame.values.operations import FUNCTIONS
from hexgame.values.shapes import SHAPES

TEXT = PAGE.read_text("utf-8")
ROWS = {name: row for rows in tables().values() for name, row in rows.items()}


@pytest.mark.parametrize("name", sorted(SHAPES.keys() | FUNCTIONS.keys() | PRIMITIVES.keys() | {"crossing", "leap"}))
def test_a_shape_or_function_has_its_row(name: str) -> None:
    assert name in ROWS
    assert ROWS[name] in TEXT.split("\n"), f"docs/language.md lacks the row of `{name}`: python tests/reference.py"


NO_LIMITS = {
    "source.reading.fixes.LONGEST_CHAIN": "how long fixes are tried",
    "source.reading.fixes.MOST_EFFORT": "how long fixes are tried",
    "source.reading.unknowns.LONGEST_NAME": "how much of a name a message shows",
    "source.reading.unknowns.MOST_GUESSED": "how many names are guessed",
    "source.reading.unknowns.MOST_ORIGINS": "how many causes a message names",
    "source.reading.unknowns.MOST_PLACES": "how many places a message shows",
    "source.reading.unknowns.MOST_TRACED": "how many causes are looked for",
    "values.names.MOST_COMPARED": "how many names are guessed",
    "values.guesses.MOST_TRIALS": "how many names are guessed",
    "values.guesses.MOST_TRIED": "how many names are guessed",
    "rules.costs.bounds.LONGEST_WORDS": "how much of a rule a message shows",
    "rules.costs.findings.MOST_NAMED": "how many definitions a message names",
    "rules.costs.findings.MOST_SHOWN": "how many loops a message shows",
    "rules.expressions.elaborate.MOST_UNROLLED": "how a question is written",
    "rules.steps.scale.DEEPEST_GROUPS": "how closely groups are counted",
    "rules.symmetry.automorphisms.MOST_TRIALS": "how long symmetries are looked for",
    "rules.symmetry.ground.MOST_PAIRS": "how long symmetries are looked for",
    "rules.symmetry.ground.MOST_SEAMS": "where symmetries are looked for",
    "rules.symmetry.reasons.LONGEST": "how much of a rule a message shows",
    "rules.symmetry.structure.MOST_VERTICES": "how long symmetries are looked for",
}
"""Constants with such names that refuse no sheet."""

ROOMS = ("source/reading", "source/syntax", "values", "board", "rules")
BOUNDING = re.compile(r"^((?:(?:MOST|LARGEST|LONGEST|DEEPEST|WIDEST)\w*(?:, )?)+).* = ", re.MULTILINE)


def constants() -> list[str]:
    """The constants of the rooms that read a sheet whose names say that they bound something."""
    inside = ROOT / "interpreter"
    found = []
    for path in sorted(path for room in ROOMS for path in (inside / room).rglob("*.py")):
        module = ".".join(path.relative_to(inside).with_suffix("").parts)
        for line in BOUNDING.findall(path.read_text("utf-8")):
            found += [f"{module}.{name}" for name in re.findall(r"[A-Z_]+", line)]
    return found


@pytest.mark.parametrize("name", constants())
def test_a_limit_has_its_row_in_the_reference(name: str) -> None:
    assert (name in LIMITS) != (name in NO_LIMITS), f"`{name}` is no row of LIMITS in show/pages/reference.py"


def test_no_limit_stands_for_what_is_gone() -> None:
    assert LIMITS.keys() | NO_LIMITS.keys() <= set(constants())


def test_no_row_stands_for_what_is_gone() -> None:
    assert written(TEXT) == TEXT, "run: python tests/reference.py"


def sheet(condition: str, items: str) -> Source:
    return Source("example.hexgame", f"""
        game "Example"
        players Red, Blue
        board {{ shape rhombus(5) {items} }}
        turn {{ place stone on empty }}
        win when {condition}
    """)  # fmt: skip


def checked(condition: str, items: str) -> hexgame.Game:
    problems = hexgame.check(sheet(condition, items))
    assert [problem for problem in problems if problem.severity is hexgame.Severity.ERROR] == []
    return hexgame.load(sheet(condition, items))


@pytest.mark.parametrize("name", PRIMITIVES)
def test_the_example_of_a_function_of_the_position_is_right(name: str) -> None:
    row = PRIMITIVES[name]
    glued = "wrap top, bottom as seam edge left, right: Red" if "seam" in row.example else ""
    game = checked(row.example, glued or "edge top, bottom: Red edge left, right: Blue")
    state = game.start()
    for _ in range(3):
        state.play(state.legal_moves[0])
    assert f"{name}(" in row.example
    assert {type(part) for part in everything(game.rules)} & {*row.nodes}, f"say in its row which nodes `{name}` makes"


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - SHAPES.keys() - PRIMITIVES.keys()))
def test_the_example_of_a_function_on_known_values_is_right(name: str) -> None:
    assert checked(FUNCTIONS[name].example, "edge top, bottom: Red edge left, right: Blue")


def test_the_example_of_leap_is_right() -> None:
    assert checked("count(own) > 9", f"{leaping(NOWHERE).example} edge top, bottom: Red edge left, right: Blue")


def test_goals_are_functions() -> None:
    assert {*Goal.__args__} <= {node for row in PRIMITIVES.values() for node in row.nodes}


def test_the_page_and_the_command_mean_the_same_by_a_mistake() -> None:
    text = JUDGING.read_text("utf-8")
    assert judging(text) == text and judging(text.replace("MISTAKE = 0.1", "MISTAKE = 0.2")) == text
