"""What a module holds more than once becomes one function before it is compiled: the same games, a shorter text."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from conftest import small

from hexgame.machine.chance import generator
from hexgame.machine.random.sampling import PARAMETERS
from hexgame.native.sharing import share

Functions = dict[str, Callable[..., int]]


def shared(source: str) -> tuple[ast.Module, Functions]:
    """A module after sharing, run as plain Python."""
    module = ast.parse(source)
    share(module, PARAMETERS)
    names: Functions = {"look": lambda: 0}
    exec(compile(ast.fix_missing_locations(module), "shared", "exec"), names)  # noqa: S102
    return module, names


def functions(module: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module."""
    return [each for each in module.body if isinstance(each, ast.FunctionDef)]


@pytest.mark.parametrize("stem", ["side_stitch", "torex", "unlur"])
def test_a_shared_module_plays_the_same_games(stem: str) -> None:
    machine = small(stem).machine
    module, names = shared(machine.source)
    assert len(functions(module)) < len(functions(ast.parse(machine.source)))
    ends = []
    for rollout in (machine.rollout, names["rollout"]):
        state = list(machine.start)
        rollout(state, generator(3), [0] * (machine.action_count + 1))
        ends.append(state)
    assert ends[0] == ends[1]


LONG = "S[a] * 2 + S[b] * 3 + S[a + b] * 4 + S[b - a] * 5 + S[a] * S[b]"


def test_functions_that_differ_in_numbers_are_one_and_so_are_their_callers() -> None:
    source = "".join(
        f"""
def inner_{k}(S, c{k}):
    return S[c{k}] == {k}

def outer_{k}(S):
    return inner_{k}(S, {k} + 1)
"""
        for k in range(3)
    ) + "def step(S):\n    return outer_0(S), outer_1(S), outer_2(S)\n"  # fmt: skip
    module, names = shared(source)
    assert [each.name for each in functions(module)] == ["inner_0", "outer_0", "step"]
    assert names["step"]([0, 0, 2, 2]) == (True, False, True)  # type: ignore[comparison-overlap]


def test_an_expression_that_stands_in_many_places_is_a_function_of_its_variables_and_numbers() -> None:
    swapped = LONG.replace("a", "x").replace("b", "a").replace("x", "b").replace("5", "6")
    source = f"def step(S, a, b):\n    first = {LONG}\n    return first, {swapped}, {LONG}, {LONG}\n"
    module, names = shared(source)
    plain: Functions = {}
    exec(source, plain)  # noqa: S102
    assert len(functions(module)) == 2 and len(ast.unparse(module)) < len(source)
    assert names["step"]([1, 2, 3, 4], 1, 2) == plain["step"]([1, 2, 3, 4], 1, 2)


def test_a_row_of_a_table_is_not_handed_over() -> None:
    long = LONG.replace("S[a]", "row[a]")
    source = f"def step(S, row, a, b):\n    return {long}, {long}, {long}, {long}\n"
    assert len(functions(shared(source)[0])) == 1
