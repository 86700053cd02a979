"""Kernels: modules that run anew for each game, over what it gives them."""

from __future__ import annotations

import ast
import importlib
import textwrap
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from hexgame.machine.draws import advanced
from hexgame.native.programs import read_ahead
from hexgame.players import search
from hexgame.program.bind import bind, code_of
from hexgame.program.nodes import INT
from hexgame.program.read import parsed, read, text_of_names

KERNELS = {file.parent for file in (ROOT / "interpreter").rglob("needs.py")}
"""The folders of kernels."""


def modules(folder: Path) -> Iterator[str]:
    for file in sorted(folder.glob("*.py")):
        if file.stem != "__init__":
            yield ".".join(("hexgame", *file.relative_to(ROOT / "interpreter").with_suffix("").parts))


def imports_needs(module: str) -> bool:
    text = ast.parse((ROOT / "interpreter").joinpath(*module.split(".")[1:]).with_suffix(".py").read_text("utf-8"))
    return any(isinstance(each, ast.ImportFrom) and each.module == "needs" for each in text.body)


@pytest.mark.parametrize("module", [each for folder in sorted(KERNELS) for each in modules(folder)])
def test_a_kernel_that_is_not_bound_is_not_imported(module: str) -> None:
    if imports_needs(module) or module.endswith(".needs"):
        with pytest.raises(ImportError, match="only declares what a game gives"):
            importlib.import_module(module)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Writes a folder of two kernels; gives the name of the first."""

    def write(one: str, other: str = "") -> str:
        folder = tmp_path / f"kernels_of_{tmp_path.name}"
        folder.mkdir()
        texts = {"__init__": "", "needs": "raise ImportError\n", "one": one, "other": other}
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(textwrap.dedent(text), "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        importlib.invalidate_caches()
        return f"{folder.name}.one"

    return write


ONE = """
    from math import sqrt

    from .needs import CELLS, HAS_OTHER, step
    from .other import TWICE, other

    def main(a):
        if HAS_OTHER:
            return other(a)
        return a + (TWICE + CELLS) + step(a)
"""
OTHER = """
    from .needs import CELLS, NEAR

    TWICE = 2 * CELLS

    def other(a):
        return NEAR[a]
"""


def step(a: int) -> int:
    """What a game gives."""
    return 1000 * a


def test_each_game_has_its_own_values(kernel: Callable[[str, str], str]) -> None:
    module = kernel(ONE, OTHER)
    needs = {"CELLS": 5, "HAS_OTHER": False, "NEAR": (7, 8), "step": step}
    small, large = bind(module, needs), bind(module, needs | {"CELLS": 50, "HAS_OTHER": True})
    assert [small.function("main")(1), large.function("main")(1)] == [1016, 8]
    assert small.names["TWICE"] == 10
    assert small.made_of != large.made_of
    assert small.made_of == bind(module, needs).made_of


def test_what_a_game_does_not_give_is_missed_by_name(kernel: Callable[[str, str], str]) -> None:
    with pytest.raises(ImportError, match=r"cannot import name 'NEAR' from 'kernels_of_\w+\.needs'"):
        bind(kernel(ONE, OTHER), {"CELLS": 5, "HAS_OTHER": False, "step": step})


def test_tracebacks_show_the_lines_of_a_kernel(kernel: Callable[[str, str], str]) -> None:
    bound = bind(kernel(ONE, OTHER), {"CELLS": 5, "HAS_OTHER": True, "NEAR": (7, 8), "step": step})
    try:
        bound.function("main")(9)
    except IndexError as error:
        shown = "".join(traceback.format_exception(error))
    assert "other.py" in shown
    assert "return NEAR[a]" in shown


def test_what_flags_leave_out_is_not_read(kernel: Callable[[str, str], str]) -> None:
    needs = {"CELLS": 5, "NEAR": (7, 8), "step": advanced}
    module = kernel(ONE, OTHER)
    with_it = read(text_of_names(bind(module, needs | {"HAS_OTHER": True}).names), {"main": [INT]})
    assert ([*with_it.functions], [*with_it.tables]) == (["other", "main"], ["NEAR"])
    without = read(text_of_names(bind(module, needs | {"HAS_OTHER": False}).names), {"main": [INT]})
    assert ([*without.functions], [*without.tables]) == (["advanced", "main"], [])
    (returned,) = without.functions["main"].body
    assert "value=15" in str(returned)  # what is known is worked out


def test_functions_and_tables_of_one_name_are_told_apart(kernel: Callable[[str, str], str]) -> None:
    one = """
        from .other import main as inner
        ROW = (1, 2)
        def main(a):
            return ROW[a] + inner(a) + (1 if a in ROW else 0)
    """
    other = "ROW = (3, 4)\ndef main(a):\n    return ROW[a] + (1 if a in ROW else 0)\n"
    found = read(text_of_names(bind(kernel(one, other), {}).names), {"main": [INT]})
    assert {*found.functions} == {"main", "main 1", "among ROW", "among ROW 1"}
    assert {name: table.numbers for name, table in found.tables.items()} == {"ROW": (1, 2), "ROW 1": (3, 4)}


def test_what_was_read_ahead_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read_ahead(f"{search.__name__}.kernel")
    monkeypatch.setattr(ast, "parse", None)
    for name in modules(ROOT / "interpreter" / "players" / "search" / "kernel"):
        if not name.endswith(".needs"):
            loader, _ = code_of(name)
            assert parsed(loader, name).body
