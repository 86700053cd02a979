"""The interpreter beside a plain rules engine on random sheets: a few here, two thousand in `make test-wide`."""

from __future__ import annotations

import ast
from collections import Counter
from fractions import Fraction

import pytest
from conftest import ROOT, wide
from plainly import run
from plainly.boards import built
from plainly.bulk import check_share
from plainly.compare import Case, Mismatch
from plainly.exact import Whole
from plainly.features import NEWER, features
from plainly.richer import sheet_of
from plainly.rules import Rules
from plainly.run import tried

BLOCK, SHEETS = 5, 2_000
SAMPLE = (18, 52, 69, 75, 105, 108, 115, 122, 123, 124, 149, 151, 200, 241)
"""Few sheets on which all is compared that there is to compare."""

BOTH = {"compare", "proofs", "bulk", "reports", "run", "__main__"}
"""The modules that know the interpreter and the plain engine."""

FEATURES = {
    *(f"{number} players" for number in (2, 3, 4)), *(f"board: {kind}" for kind in ("grid", "tiling", "graph")),
    *(f"ending: {result}" for result in ("win", "lose", "draw", "score", "for a player", "at start of turn",
                                         "at end of turn")),
    *(f"endings: {number}" for number in (1, 2, 3, 4, 5)),
    *(f"decision: {word}" for word in ("place", "move", "pass", "swap")),
    *(f"goal: {word}" for word in ("connects", "path", "loop", "groups", "steps", "walks", "cuts", "touching",
                                   "stuck")),
    *(f"reads: {word}" for word in ("turn", "passes", "quiet", "turns", "last", "repeats")),
    *(f"edges: {word}" for word in ("none", "uneven", "cells", "neutral", "a player has none")),
    "several kinds", "glue", "glue: reversed", "holes", "links", "cuts", "setup", "chance", "rounds", "counters",
    "counters: each player", "several decisions a turn", "stop", "otherwise", "captures", "blocks", "where", "forbid",
    "enemy's stones", "neutral stones", "full before a goal", "eliminated", "elements chosen",
    "decision: choose", "endings: 6", "kinds chosen", "piles", "piles: parts", "repeated: at least", "secrets",
    "together",
    *(f"newer: {word}" for word in NEWER),
    *(f"numbers: {word}" for word in ("cell", "piece", "each", "player")),
    *(f"holds: {word}" for word in ("cells", "kinds", "players")),
}  # fmt: skip
"""What sheets can have."""

COMPARED = {
    "games", "all positions", "positions come again", "full boards: counted", "full boards: in turn", "playouts",
    "winners only", "winners only: refused", "winners only: not applicable", "reports: exact sizes",
    "reports: exact shortest wins", "reports: exact shares", "playouts: compiled, 1 jobs", "playouts: compiled, 2 jobs",
    "playouts: plain, 2 jobs", "solve: positions", "solve: moves", "solve: a win", "solve: draw", "solve: refused",
    "exact: proved", "forgeries: not verified",
    *(f"{method}: {claim} {verdict}" for method, claim, verdict in (
        ("counting", "at-least-one-winner", "proved"), ("counting", "at-least-one-winner", "refuted"),
        ("counting", "at-most-one-winner", "proved"), ("counting", "at-most-one-winner", "refuted"),
        ("topology", "at-least-one-winner", "proved"), ("topology", "at-most-one-winner", "proved"),
        ("SAT", "at-least-one-winner", "refuted"), ("SAT", "at-most-one-winner", "proved"),
        ("reachability", "no-draws", "proved"), ("reachability", "no-draws", "refuted"),
        ("reachability", "always-a-move", "proved"), ("reachability", "always-a-move", "refuted"),
        ("reachability", "finite", "proved"), ("reachability", "finite", "refuted"), ("measure", "finite", "proved"),
        ("prove", "no-draws", "proved"), ("prove", "always-a-move", "proved"),
    )),
    *(f"certificate by {method}: verified"
      for method in ("counting", "topology", "SAT", "reachability", "measure")),
}  # fmt: skip
"""What is compared, and which methods must have had their say."""


@wide("*", "!0")
@pytest.mark.parametrize("first", range(0, SHEETS, BLOCK))
def test_random_sheets_are_what_the_plain_engine_makes_of_them(first: int) -> None:
    wrong = [f"seed {seed}: {each}" for seed in range(first, first + BLOCK) for each in tried(seed).wrong]
    assert not wrong, "\n".join(wrong)


def test_everything_is_compared_on_few_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, often in (("COMPILED", 50), ("PROCESSES", 51), ("EXACT", 2), ("REPORTS", 40), ("CERTIFIED", 1)):
        monkeypatch.setattr(run, name, often)
    said, wrong = Counter[str](), list[str]()
    for seed in SAMPLE:
        found = tried(seed)
        said += found.said
        wrong += [f"seed {seed}: {each}\n{found.text}" for each in found.wrong]
    assert not wrong, "\n".join(wrong)
    assert sorted(COMPARED - said.keys()) == []


def test_sheets_have_all_that_sheets_can_have() -> None:
    said = Counter[str]()
    for seed in range(400):
        sheet = sheet_of(seed)
        said.update(features(sheet, Rules(sheet)))
    assert sorted(FEATURES ^ said.keys()) == []


def test_the_plain_engine_shares_nothing_with_the_interpreter() -> None:
    for file in sorted((ROOT / "tests" / "plainly").glob("*.py")):
        names = set()
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names |= {each.name.split(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.split(".")[0])
            elif isinstance(node, ast.ImportFrom):
                names |= {f".{node.module}"}
        if file.stem not in BOTH:
            assert "hexgame" not in names, file
            assert not names & {f".{each}" for each in BOTH}, file


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("win when", "lose when"), ("edge top: ", "edge left: "), ("draw when turn", "draw at end of turn when turn"),
     ("otherwise pass", ""), ("count(own)", "count(enemy)"), ("wrap left, right", "wrap left, right reversed"),
     (" then place ", " then place stone on empty then place "), ("for Red", "for Blue"), ("forbid", "where")],
)  # fmt: skip
def test_a_difference_is_noticed(ours: str, theirs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somewhere among the first sheets whose text has these words, if the interpreter is given others."""
    import plainly.compare as comparing  # noqa: PLC0415

    plain, tries = comparing.written, 0
    monkeypatch.setattr(comparing, "written", lambda *of: plain(*of).replace(ours, theirs, 1))
    for seed in range(400):
        sheet = sheet_of(seed)
        if ours in plain(sheet, built(sheet.board)):
            tries += 1
            try:
                case = Case(seed, 1)
                if case.game is not None:
                    case.boards()
                    case.games(4)
            except (Mismatch, StopIteration):
                return
        assert tries < 30
    pytest.fail("nobody noticed")


def test_shares_that_are_hardly_possible_are_noticed() -> None:
    check_share("even", 300, 170, Fraction(1, 2))
    for number, share in ((220, Fraction(1, 2)), (1, Fraction(0)), (299, Fraction(1)), (30, Fraction(1, 100))):
        with pytest.raises(Mismatch):
            check_share("uneven", 300, number, share)


def test_the_shares_of_all_results_add_up() -> None:
    found = [Whole(Rules(sheet_of(seed)), 5_000) for seed in (71, 30)]
    assert all(sum(each.shares.values()) == 1 for each in found)
