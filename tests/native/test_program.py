"""Restricted Python means the same as Python, whatever machine runs it; what is not of the language is refused."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence

import pytest
from conftest import long, wide
from programs import LENGTH, Text, by_python

from hexgame.program import share as sharing
from hexgame.program.expressions import Unreadable
from hexgame.program.nodes import DONE, IMPOSSIBLE, INT, OUTSIDE, Matrix, Vector
from hexgame.program.read import Program, read, text_of
from hexgame.program.share import share

ctypes = pytest.importorskip("ctypes")
pytest.importorskip("llvmlite")

from hexgame.native.engine import Engine, object_code  # noqa: E402
from hexgame.program.llvm.module import OFTEN, llvm_text  # noqa: E402

STATE, WIDE = Vector("i32"), Vector("i64")
TYPES = (STATE, WIDE, INT)


def program(text: str, types: Sequence[object] = TYPES, checked: bool = False) -> Program:
    return read(text_of(ast.parse(text)), {"main": types}, checked)  # type: ignore[dict-item]


class Run:
    """A program made machine code: each run has a state and a vector of its own."""

    def __init__(self, text: str, checked: bool = False, shared: bool = False) -> None:
        self.program = program(text, checked=checked)
        if shared:
            self.program = share(self.program)
        self._engine = Engine("main", object_code(llvm_text(self.program, checked)))

    def __call__(self, state: Sequence[int], wide: Sequence[int], number: int) -> tuple[int, list[int], list[int], int]:
        """What it returns, what the vectors hold then, and the status."""
        narrow, long = (ctypes.c_int32 * len(state))(*state), (ctypes.c_int64 * len(wide))(*wide)
        words = ctypes.addressof(narrow), ctypes.addressof(long), number, len(state), len(wide), 0
        block = (ctypes.c_int64 * len(words))(*words)
        status = self._engine(block)
        return block[-1], list(narrow), list(long), status


@long("*", "!0", "!8")
@wide("*", "!0", "!8", "!16")
@pytest.mark.parametrize("first", range(0, 800, 8))
def test_random_texts_run_alike(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "LEAST", 3)
    monkeypatch.setattr(sharing, "SAVED", 3)
    for seed in range(first, first + 8):
        text = Text(seed).module()
        plain, checked, shared = Run(text), Run(text, checked=True), Run(text, seed % 2 == 0, shared=True)
        for number in (-7, 0, 12):
            state, wide = [(seed + 3 * k) % 19 - 9 for k in range(LENGTH)], [seed - 5 * k for k in range(LENGTH)]
            try:
                wanted = by_python(text, state, wide, number)
            except UnboundLocalError:  # a name that some path leaves unset: 0 in machine code, and no text of ours
                continue
            assert plain(state, wide, number) == (*wanted, DONE), f"seed {seed}:\n{text}"
            assert checked(state, wide, number) == (*wanted, DONE), f"seed {seed}:\n{text}"
            assert shared(state, wide, number) == (*wanted, DONE), f"seed {seed}:\n{text}"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return main(S, W, a)", "`main` calls itself"),
        ("return other(a)", "no known function is called"),
        ("x = W", "nothing can be assigned to x"),
        ("return {1: 2}", "functions cannot contain this expression"),
        ("return f(a) or 2", "`or` of such parts is not a value"),
        ("return a if W else 0", "neither true nor false"),
        ("for k in range(0, 5, a):\n        a += k\n    return a", "no loop runs over"),
        ("x = 1\n    x = 1.5\n    return x", "`x` holds a i64 in one place, a f64 in another"),
        ("return 1 < f(a) < 3", "what is compared on both sides cannot be a call"),
        ("if a:\n        return 1\n    return 1, 2", "different numbers of values"),
        ("del a", "functions cannot contain this statement"),
        ("return lambda: 1", "functions cannot contain this expression"),
        ("return a.b", "functions cannot contain this expression"),
        ("return nothing", "`nothing` may be undefined"),
        ("return a[0]", "has no such numbers"),
        ("row = ROWS[0]\n    for k in range(2):\n        S[0] = row[0]\n        row = OTHER[0]", "rows of two tables"),
        ("if a:\n        row = ROWS[0]\n    else:\n        row = OTHER[0]\n    return row[0]", "has no such numbers"),
        ("return f(a, a)", "takes 1 arguments, not 2"),
        ("return f(W)", "takes a"),
        ("try:\n        return 1\n    finally:\n        return 2", "functions cannot contain this statement"),
        ("return 1.5 | 2", "is for integers"),
        ("return two(a) + 1", "`two` returns 2 values where one is needed"),
        ("x = two(a)\n    return 1 if x > two(2) else 0", "`two` returns 2 values where one is needed"),
        ("return f(two(a))", "`two` returns 2 values where one is needed"),
        ("x = nothing_at_all(S)", "`nothing_at_all` returns 0 values where one is needed"),
    ],
)
def test_what_is_not_of_the_language_is_refused_by_name(body: str, message: str) -> None:
    text = (
        f"ROWS = ((1, 2), (3,))\nOTHER = ((1,),)\ndef f(x):\n    return x\n\ndef main(S, W, a):\n    f(1)\n    {body}\n"
    )
    text = f"def two(x):\n    return x, 1\ndef nothing_at_all(S):\n    S[0] = 1\n{text}"
    with pytest.raises(Unreadable, match=message):
        program(text)


def test_functions_of_one_name_are_refused() -> None:
    with pytest.raises(Unreadable, match="`f` is defined twice"):
        text_of(ast.parse("def f(x):\n    return x\ndef f(x):\n    return 1\n"))


@pytest.mark.parametrize(
    "line",
    ["S[a] = 1", "return W[a]", "return ROWS[1][a]", "S[0:a] = S[1:2]", "return NUMBERS[a]", "S[a] += 1"],
)
@pytest.mark.parametrize("index", [-1, 8, 9, 1 << 40])
def test_an_index_outside_ends_a_checked_program(line: str, index: int) -> None:
    text = f"NUMBERS = (1, 2, 3)\nROWS = ((1,), (2, 3))\ndef main(S, W, a):\n    {line}\n    return 0\n"
    if index < 0 and line in ("S[0:a] = S[1:2]", "return ROWS[1][a]"):
        pytest.skip("a slice that is empty, and another row of the same table")
    state, wide = [0] * 8, [0] * 8
    assert Run(text, checked=True)(state, wide, index)[-1] == OUTSIDE


def test_a_row_of_a_matrix_is_a_vector() -> None:
    text = "def one(S):\n    S[0] += 1\n    return S[0]\ndef main(M, a):\n    return one(M[a]) + len(M)\n"
    found = read(text_of(ast.parse(text)), {"main": (Matrix("i32", 3), INT)}, True)
    engine = Engine("main", object_code(llvm_text(found, True)))
    rows = (ctypes.c_int32 * 6)(1, 2, 3, 4, 5, 6)
    block = (ctypes.c_int64 * 4)(ctypes.addressof(rows), 1, 2, 0)
    assert engine(block) == DONE
    assert (block[3], list(rows)) == (7, [1, 2, 3, 5, 5, 6])
    block = (ctypes.c_int64 * 4)(ctypes.addressof(rows), 2, 2, 0)
    assert engine(block) == OUTSIDE


def test_what_is_not_possible_ends_whoever_called() -> None:
    f = "def f(a):\n    if a > 3:\n        raise ValueError('no')\n    return a\n"
    text = f"{f}def main(S, W, a):\n    S[0] = f(a)\n    return 1\n"
    run = Run(text)
    assert run([5], [0], 2) == (1, [2], [0], DONE)
    assert run([5], [0], 4)[1:] == ([5], [0], IMPOSSIBLE)


def test_floats_are_floats() -> None:
    loop = "x = 1.5\n    for k in range(a):\n        x = x * 2 + k / 3\n"
    text = f"def main(S, W, a):\n    {loop}    W[0] = 1 if sqrt(x) > 4.0 else 0\n    return 1 if x < 100 else 0\n"
    for number in (0, 1, 3, 9):
        x = 1.5
        for k in range(number):
            x = x * 2 + k / 3
        found = Run(text)([0], [9], number)
        assert found[0] == int(x < 100)
        assert found[2] == [int(math.sqrt(x) > 4.0)]


def test_engines_come_and_go() -> None:
    """Each owns what it needs of LLVM: many made and dropped in turn leave nothing behind and crash nothing."""
    code = object_code(llvm_text(program("def main(S, W, a):\n    return a + 1\n")))
    for _ in range(100):
        engine = Engine("main", code)
        block = (ctypes.c_int64 * 6)(0, 0, 41, 0, 0, 0)
        assert engine(block) == DONE
        assert block[5] == 42


def test_an_entry_that_is_not_there_is_refused() -> None:
    code = object_code(llvm_text(program("def main(S, W, a):\n    return a + 1\n")))
    with pytest.raises(RuntimeError, match="`other` is not in it"):
        Engine("other", code)


@pytest.mark.parametrize(
    "value", ["S[0] or a", "S[0] and a", "a == 3 or S[1]", "a > 3 and W[0]", "S[0] or a == 2 or W[0]"]
)
def test_and_and_or_of_numbers_are_what_they_are_in_python(value: str) -> None:
    text = f"def main(S, W, a):\n    return {value}\n"
    for number in (0, 2, 3, 7):
        for state in ([0, 5], [4, 0], [0, 0]):
            assert Run(text)(state, [6], number)[0] == by_python(text, state, [6], number)[0]


def test_a_name_may_stand_for_rows_of_several_tables_one_after_another() -> None:
    rows = "ROWS = ((1, 2), (3,))\nOTHER = ((10,), (20, 30))\n"
    loops = (
        "for k in ROWS[a]:\n        n += k\n    row = ROWS[a]\n    n += row[0]\n    row = OTHER[a]\n    n += row[0]\n"
    )
    text = f"{rows}def main(S, W, a):\n    n = 0\n    {loops}    return n\n"
    assert [Run(text)([0], [0], number)[0] for number in (0, 1)] == [1 + 2 + 1 + 10, 3 + 3 + 20]


NATURAL = Vector("i32", (range(4), range(6, 8)))


@pytest.mark.parametrize(("index", "is_natural"), [
    ("1", True), ("x", True), ("2 + x", True), ("6 + x - 1", True), ("7 - x", True), ("4", False), ("5 + x", False),
    ("4 + x * 2 - 3", False),
])  # fmt: skip
def test_what_is_never_negative_is_loaded_without_a_sign(index: str, is_natural: bool) -> None:
    text = llvm_text(program(f"def main(S, T, x):\n    return S[{index}]", (NATURAL, WIDE, INT)))
    assert ("zext i32" in text, "sext i32" in text) == (is_natural, not is_natural)


def test_a_row_of_states_has_their_naturals() -> None:
    text = "def first(S):\n    return S[0]\ndef main(M, i):\n    return first(M[i])"
    states = Matrix("i32", 8, NATURAL.naturals)
    assert read(text_of(ast.parse(text)), {"main": (states, INT)}).functions["first"].types["S"] == NATURAL


@pytest.mark.parametrize(("body", "calls", "is_apart"), [
    ("    while x > 0:\n        x -= 1\n    return x", OFTEN, True),
    ("    while x > 0:\n        x -= 1\n    return x", OFTEN - 1, False),
    ("    return x + 1", OFTEN, False),
])  # fmt: skip
def test_a_loop_that_is_called_often_stays_a_function(body: str, calls: int, is_apart: bool) -> None:
    sums = " + ".join(["loop(x)"] * calls)
    text = llvm_text(program(f"def loop(x):\n{body}\ndef main(S, T, x):\n    return {sums}"))
    assert ("noinline" in text) == is_apart
