"""The verifier of generated modules: every game passes it, every kind of damage is found by name."""

from __future__ import annotations

import ast
import gc
import linecache
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import GAMES, game_of, long, small, wide

import hexgame
from hexgame.machine.emit import Machine
from hexgame.machine.plan.forms import PLAIN
from hexgame.machine.reading import findings, verify
from hexgame.machine.running import CHECK, BadModule

DAMAGED = ("hex", "gonnect", "knight_vision", "havannah", "unlur")
SOME = 12
"""So many places of each game are damaged in each way."""


def machine(stem: str) -> Machine:
    return small(stem).machine


def found(source: str, of: Machine) -> str:
    return "\n".join(map(str, findings(source, {}, of.layout.places, of.plan.named)))


def some(places: list[ast.AST]) -> list[int]:
    return sorted(random.Random(0).sample(range(len(places)), min(SOME, len(places))))


def locals_of(function: ast.FunctionDef) -> dict[str, int]:
    """The variables of a function that are not its parameters, each with how often it is written."""
    names = [each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    return {name: names.count(name) for name in names if name not in {each.arg for each in function.args.args}}


def functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    return (each for each in module.body if isinstance(each, ast.FunctionDef))


@long("*", "!hex*", "!torex*", "!blind_hex*", "!gonnect*", "!dark_hex*", "!unlur*", "!hex", "!dark_hex")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_modules_of_shipped_games_pass(path: Path) -> None:
    game = small(path.stem)
    for each in (game, game.in_forms(PLAIN)):
        assert found(each.machine.source, each.machine) == ""


@long("*", "!hex", "hex")
@wide("*", "!hex", "hex")
@pytest.mark.parametrize("stem", DAMAGED)
def test_a_variable_that_is_renamed_is_found(stem: str) -> None:
    of = machine(stem)

    def reads(module: ast.Module) -> list[ast.AST]:
        return [
            each for function in functions(module) for each in ast.walk(function)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id in locals_of(function)
        ]  # fmt: skip

    for number in some(reads(ast.parse(of.source))):
        module = ast.parse(of.source)
        name = reads(module)[number]
        assert isinstance(name, ast.Name)
        name.id = "ghost"
        assert "`ghost` may be undefined" in found(ast.unparse(module), of)


@long("*", "!hex", "hex")
@wide("*", "!hex")
@pytest.mark.parametrize("stem", DAMAGED)
def test_an_assignment_that_is_dropped_is_found(stem: str) -> None:
    of = machine(stem)

    def assignments(module: ast.Module) -> list[ast.AST]:
        return [
            each for function in functions(module) for each in ast.walk(function)
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
            and locals_of(function).get(each.targets[0].id) == 1
            and any(isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load) and name.id == each.targets[0].id
                    for name in ast.walk(function))
        ]  # fmt: skip

    for number in some(assignments(ast.parse(of.source))):
        module = ast.parse(of.source)
        dropped = assignments(module)[number]
        assert isinstance(dropped, ast.Assign)
        name = ast.unparse(dropped.targets[0])
        dropped.targets = [ast.parse("S[END]", mode="eval").body]
        assert f"`{name}` may be undefined" in found(ast.unparse(module), of)


@long("*", "!hex", "hex")
@wide("*", "!hex")
@pytest.mark.parametrize("stem", DAMAGED)
def test_an_offset_beyond_its_section_is_found(stem: str) -> None:
    of = machine(stem)
    sizes = {section.name: section.size for section in of.layout.sections}

    def named(node: ast.AST) -> str | None:
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in sizes:
                return each.id
        return None

    def places(module: ast.Module) -> list[ast.AST]:
        return [
            each for function in functions(module) for each in ast.walk(function)
            if isinstance(each, ast.Subscript) and ast.unparse(each.value) == "S"
            and isinstance(each.slice, ast.Name | ast.BinOp) and named(each.slice)
            and "S[" not in ast.unparse(each.slice)
            and all(isinstance(part.op, ast.Add) for part in ast.walk(each.slice) if isinstance(part, ast.BinOp))
        ]  # fmt: skip

    for number in some(places(ast.parse(of.source))):
        module = ast.parse(of.source)
        place = places(module)[number]
        assert isinstance(place, ast.Subscript)
        section = named(place.slice)
        assert section is not None
        place.slice = ast.BinOp(place.slice, ast.Add(), ast.Constant(sizes[section]))
        assert f"leaves section {section}" in found(ast.unparse(module), of)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("import os", "a module cannot contain Import"),
        ("LEVEL = 3", "`LEVEL` = 3 is not where a section begins"),
        ("WIDE = (1, 18446744073709551616)", "`WIDE` holds a number of more than 63 bits"),
        ("MIXED = (1, (2,))", "the entries of `MIXED` are of several kinds"),
        ("END = 4", "`END` is defined twice"),
        ("def late(S, p=1):\n    return p", "late, line 1: a function takes plain parameters only"),
        ("def half(S):\n    if S[END] == 0:\n        return 1", "half, line 3: returns different numbers of values"),
        ("def far(S):\n    return 18446744073709551616", "far, line 2: the constant 18446744073709551616 has more"),
        ("def call(S):\n    open(S)", "call, line 2: no known function is called: open(S)"),
        ("def call(S):\n    step(S)", "call, line 2: `step` takes 2 arguments, not 1"),
        ("def call(S):\n    step(1, S)", "call, line 2: `step` takes a Vector"),
        ("def call(S):\n    S.clear()", "call, line 2: no function is called like this: S.clear()"),
        ("def look(S):\n    return S.size", "look, line 2: functions cannot contain this expression: S.size"),
        ("def word(S):\n    return 'a'", "word, line 2: functions cannot contain this expression: 'a'"),
        ("def part(S):\n    return S[END] / 2", "part, line 2: a game's numbers are integers"),
        ("def none(S):\n    return S[END] // 0", "none, line 2: a division by 0"),
        ("def bits(S):\n    return S[END] << 64", "bits, line 2: a shift by 64 bits"),
        ("def old(S):\n    del S[END]", "old, line 2: functions cannot contain this statement: del S[END]"),
        ("def into(S):\n    ROW0[1] = 2", "into, line 2: nothing can be assigned to ROW0[1]"),
        ("def into(S):\n    ROW0 = 2", "into, line 2: `ROW0` is not a variable"),
        ("def row(S):\n    return ROW0[99][0]", "row, line 2: ROW0[99] leaves its table"),
        ("def row(S):\n    return ROW0[0][-1]", "row, line 2: ROW0[0][-1] leaves its table"),
        ("def row(S):\n    return ROW0[0] + 1", "row, line 2: ROW0 has no such numbers"),
        ("def row(S):\n    return S[0][1]", "row, line 2: S[0] has no such numbers"),
        ("def cell(S):\n    for c in range(999):\n        S[c] = 0", "cell, line 3: an index leaves section CONTENT"),
        ("def two(S):\n    return S[END + MOVER]", "two, line 2: an index names two sections"),
        ("def copy(S, start):\n    S[0:3] = start[0:2]", "copy, line 2: 2 numbers cannot replace 3"),
        ("def copy(S, start):\n    S[0:999999] = start[0:999999]", "copy, line 2: what is copied is not a known part"),
        ("def loop(S):\n    break", "loop, line 2: functions cannot contain this statement: break"),
        ("def pair(S):\n    a, b = step(S, 0)", "pair, line 2: `step` returns 0 values, not 2"),
        ("def maybe(S):\n    if S[END] == 0:\n        x = 1\n    return x", "maybe, line 4: `x` may be undefined"),
        ("def oops(:", "the module, line 1: syntax error"),
    ],
)  # fmt: skip
def test_what_no_writer_should_write_is_found_by_name(damage: str, told: str) -> None:
    of = machine("hex")
    name, line = told.split(", line ") if ", line " in told else ("", told)
    number, colon, message = line.partition(": ")
    shifted = f"{name}, line {int(number) + of.source.count(chr(10)) + 1}: {message}" if colon and name else told
    assert shifted in found(f"{of.source}\n{damage}\n", of)


def test_sections_are_where_the_layout_says() -> None:
    of = machine("hex")
    places = of.layout.places
    places["MOVER"] = range(places["MOVER"].start + 1, places["MOVER"].stop + 1)
    wrong = "\n".join(map(str, findings(of.source, {}, places, of.plan.named)))
    assert "section MOVER begins at" in wrong
    assert "`MOVER` = " in wrong


def test_a_broken_module_does_not_run_where_it_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    of = machine("hex")
    verify(of.source, {}, of.layout.places, of.plan.named)
    with pytest.raises(BadModule, match=r"step, line \d+: `ghost` may be undefined"):
        ghost = of.source.replace("    settle(S, p, after)", "    settle(S, p, ghost)")
        verify(ghost, {}, of.layout.places, of.plan.named)
    monkeypatch.setenv(CHECK, "1")
    assert small("hex").machine.source == of.source


def test_tracebacks_show_the_lines_of_a_generated_module() -> None:
    game = small("hex")
    with pytest.raises(ValueError, match="no such code") as refused:
        game.machine.step(list(game.machine.start), 10_000)
    shown = "".join(traceback.format_exception(refused.value))
    assert 'File "<hexgame hex ' in shown
    assert '    raise ValueError("no such code")\n' in shown


@pytest.fixture
def settled() -> Iterator[None]:
    """Keep all that other tests have left out of the garbage collector's way, which then is quick."""
    gc.collect()
    gc.freeze()
    yield


def known() -> set[str]:
    """The files of generated modules whose lines are known once another module is made."""
    gc.collect()
    hexgame.load("hex", size=2).machine  # noqa: B018
    return {file for file in linecache.cache if file.startswith("<hexgame hex")}


@pytest.mark.usefixtures("settled")
def test_the_lines_of_modules_that_are_gone_are_forgotten() -> None:
    before = known()
    first, again = (hexgame.load("hex", size=7) for _ in range(2))
    assert first.machine.source == again.machine.source
    (name,) = known() - before
    del first
    assert name in known()
    del again
    assert known() == before


@pytest.mark.usefixtures("settled")
def test_a_module_may_go_where_calls_nest_deepest(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", troubles.append)
    before = known()
    held = [hexgame.load("hex", size=7).machine]

    def deep() -> None:
        try:
            deep()
        except RecursionError:
            if held:  # only where calls nest deepest, not at each call on the way back
                held.clear()
                gc.collect()
            raise

    with pytest.raises(RecursionError):
        deep()
    assert not troubles
    assert known() == before


@pytest.mark.parametrize(
    "condition",
    [
        "own == Red and row(own) >= 3 and not some c in own: adjacent(c) & own == {}",
        "own == Red and row(own) >= 3 or not some c in own: adjacent(c) & own == {}",
        "own == Red and row(own) >= 3 and every c in own: adjacent(c) & own != {}",
        "(own == Blue or row(own) >= 4) and row(own) >= 3 or count(own) > 6 and row(enemy) > 2",
    ],
)
def test_parts_of_a_condition_may_be_calls_wherever_they_stand(condition: str) -> None:
    game = game_of(f"""
        board {{ grid square8 shape rhombus(4) }}
        turn {{ may place stone on empty forbid {condition}  otherwise pass }}
        draw when empty == {{}} or passes == 2
    """)
    assert game.machine.sample(20, 3) == game.compiled().sample(20, 3)
