"""Each shape and function has its row in the reference, and its example is right."""

from __future__ import annotations

import pytest
from reference import PAGE

import hexgame
from hexgame.board.board import NOWHERE
from hexgame.board.whole import leaping
from hexgame.diagnostics.text import Source
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.rules.ir import Goal
from hexgame.rules.walk import everything
from hexgame.show.pages.reference import tables, written
from hexgame.values.operations import FUNCTIONS
from hexgame.values.shapes import SHAPES

TEXT = PAGE.read_text("utf-8")
ROWS = {name: row for rows in tables().values() for name, row in rows.items()}


@pytest.mark.parametrize("name", sorted(SHAPES.keys() | FUNCTIONS.keys() | PRIMITIVES.keys() | {"crossing", "leap"}))
def test_a_shape_or_function_has_its_row(name: str) -> None:
    assert name in ROWS
    assert ROWS[name] in TEXT.split("\n"), f"docs/language.md lacks the row of `{name}`: python tests/reference.py"


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
