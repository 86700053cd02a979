"""What a program holds more than once becomes one function before it is compiled: it does the same, and is shorter."""

from __future__ import annotations

import ast

import pytest
from conftest import small

from hexgame.machine.chance import generator
from hexgame.program.nodes import INT, Vector, walk
from hexgame.program.read import Program, read, text_of
from hexgame.program.share import share

ctypes = pytest.importorskip("ctypes")
pytest.importorskip("llvmlite")

from hexgame.native.compiled import Compiled  # noqa: E402
from hexgame.native.engine import Engine, object_code  # noqa: E402
from hexgame.program.llvm.module import llvm_text  # noqa: E402

LONG = "S[a] * 2 + S[b] * 3 + S[a + b] * 4 + S[b - a + 1] * 5 + S[a] * S[b]"


def program(text: str, checked: bool = False) -> Program:
    return read(text_of(ast.parse(text)), {"main": (Vector("i32"), INT, INT)}, checked)


def size(of: Program) -> int:
    return sum(1 for function in of.functions.values() for _ in walk(function.body))


def ran(of: Program, checked: bool = False) -> int:
    """What `main` returns, as machine code."""
    engine = Engine("main", object_code(llvm_text(of, checked)))
    numbers = (ctypes.c_int32 * 8)(3, 1, 4, 1, 5, 9, 2, 6)
    block = (ctypes.c_int64 * 5)(ctypes.addressof(numbers), 1, 2, 8, 0)
    assert engine(block) == 0
    return int(block[-1])


def run_by_python(text: str) -> int:
    names: dict[str, object] = {"look": lambda: None}
    exec(text, names)  # noqa: S102 - a text of this test
    return int(names["main"]([3, 1, 4, 1, 5, 9, 2, 6], 1, 2))  # type: ignore[operator]


@pytest.mark.parametrize("stem", ["side_stitch", "torex", "unlur"])
def test_a_game_whose_functions_are_shared_plays_the_same(stem: str) -> None:
    game = small(stem)
    machine, compiled = game.machine, Compiled(game.machine)
    for seed in range(3):
        plain, fast = list(machine.start), compiled.numbers(machine.start)
        machine.rollout(plain, generator(seed), [0] * (machine.action_count + 1))
        compiled.rollout(fast, generator(seed), compiled.numbers([0] * (machine.action_count + 1)))
        assert plain == fast.tolist()


def test_functions_that_differ_in_numbers_are_one_and_so_are_their_callers() -> None:
    text = "".join(
        f"""
def inner_{k}(S, c{k}):
    look()
    return S[c{k}] == {k} + 3

def outer_{k}(S):
    return inner_{k}(S, {k} + 1)
"""
        for k in range(3)
    ) + "def main(S, a, b):\n    return outer_0(S) + 2 * outer_1(S) + 4 * outer_2(S)\n"  # fmt: skip
    whole = program(text)
    short = share(whole)
    assert list(short.functions) == ["inner_0", "outer_0", "main"]
    assert short.functions["inner_0"].may_end
    assert ran(short) == ran(whole) == run_by_python(text) == 2


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("call", ["0", "ends(S, a)", "len(S)"])
def test_an_expression_that_stands_in_many_places_is_a_function_of_its_variables_and_numbers(
    call: str, checked: bool
) -> None:
    long = f"{LONG} + {call}"
    swapped = LONG.translate(str.maketrans("ab5", "ba6")) + f" + {call}"
    text = f"def ends(S, a):\n    look()\n    return S[a]\ndef main(S, a, b):\n    first = {long}\n"
    whole = program(text := f"{text}    return first + ({swapped}) * 2 + ({long}) * 3 + ({long}) * 5\n", checked)
    short = share(whole)
    assert [name for name in short.functions if name not in whole.functions] == ["part 0"]
    assert size(short) < size(whole)
    assert ran(short, checked) == ran(whole, checked) == run_by_python(text)


def test_an_expression_over_a_row_of_a_table_is_one_as_well() -> None:
    long = f"({LONG.replace('S[a]', 'row[a]')})"
    text = f"ROWS = ((1, 2), (3, 4, 5))\ndef main(S, a, b):\n    row = ROWS[a]\n    return {' + '.join([long] * 4)}\n"
    short = share(program(text))
    assert "part 0" in short.functions
    assert ran(short) == run_by_python(text)


def test_what_is_called_from_outside_stays_as_it_is() -> None:
    text = "".join(f"def {name}(S, a, b):\n    return S[{place}]\n" for place, name in enumerate(("main", "other")))
    types = (Vector("i32"), INT, INT)
    short = share(read(text_of(ast.parse(text)), {"main": types, "other": types}))
    assert [(each.name, each.parameters) for each in short.functions.values()] == [
        ("main", ("S", "a", "b")), ("other", ("S", "a", "b"))
    ]  # fmt: skip


def test_functions_of_other_types_are_not_one() -> None:
    text = "def f(S):\n    return S[0]\ndef g(S):\n    return S[0]\ndef main(S, W):\n    return f(S) + g(W)\n"
    found = share(read(text_of(ast.parse(text)), {"main": (Vector("i32"), Vector("i64"))}))
    assert list(found.functions) == ["f", "g", "main"]
