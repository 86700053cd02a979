"""Full boards by a SAT solver: what it finds is right, and each clause that it learnt is."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from conftest import Run, game_of, long
from glued import random_game, winners_of_all
from pysat.solvers import Solver

import hexgame
from hexgame.deadline import OutOfTime, time_limit
from hexgame.play.game import Game
from hexgame.proofs.checking.certificate import checked
from hexgame.proofs.checking.sat import _is_refuted as is_refuted_by
from hexgame.proofs.fillings import fillings_of
from hexgame.proofs.images import images_of
from hexgame.proofs.limits import Limits
from hexgame.proofs.prove import certificate
from hexgame.proofs.satisfiability import attempt as method
from hexgame.proofs.satisfiability import positions
from hexgame.proofs.satisfiability import search as solving
from hexgame.proofs.satisfiability.attempt import attempt
from hexgame.proofs.satisfiability.search import Search
from hexgame.proofs.verdicts import Proved, Refuted

WINNER, ALONE = "at-least-one-winner", "at-most-one-winner"
TESTS = {WINNER: lambda won: len(won) >= 1, ALONE: lambda won: len(won) <= 1}


def is_refuted(game: Game, claim: str) -> bool:
    found = attempt(game, claim, Limits())
    if isinstance(found, Refuted):
        assert not TESTS[claim](fillings_of(game).winners(found.filling))
        return True
    assert isinstance(found, Proved)
    return False


@long("havannah-options4-*")
@pytest.mark.parametrize(
    ("stem", "options", "claim", "expected"),
    [
        ("torex", {}, WINNER, True),
        ("torex", {"size": 3}, ALONE, False),
        ("havannah", {"size": 3}, WINNER, True),
        ("havannah", {"size": 4}, ALONE, True),
        ("havannah", {"size": 4}, WINNER, True),
        ("hex", {"size": 4}, WINNER, False),
        ("hex", {"size": 4}, ALONE, False),
        ("y", {"size": 5}, WINNER, False),
        ("moebius_hex", {"size": 3}, WINNER, False),
    ],
)
def test_verdicts(stem: str, options: dict[str, object], claim: str, expected: bool) -> None:
    assert is_refuted(hexgame.load(stem, **options), claim) == expected


KB = "variant of hex_kb\nwin when path(own, own.edges, "


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("odd: gate) and loop(own, odd: gate)", WINNER),
        ("even: gate)\nwin when path(own, own.edges, odd: gate)", ALONE),
    ],
)
def test_loosened_rules_are_refuted(text: str, claim: str) -> None:
    assert is_refuted(game_of(KB + text), claim)


@long("100-30-12")
@pytest.mark.parametrize(("first", "seeds", "most"), [(0, 8, 8), (100, 30, 12)])
def test_no_verdict_contradicts_the_full_boards_of_a_small_board(first: int, seeds: int, most: int) -> None:
    for seed in range(first, first + seeds):
        game = random_game(seed, most)
        if game is None:
            continue
        winners = winners_of_all(game)
        for claim, test in TESTS.items():
            if not isinstance(attempt(game, claim, Limits()), str):
                assert is_refuted(game, claim) != all(map(test, winners)), seed


def test_what_a_clause_says_holds_whatever_the_other_cells_hold() -> None:
    game = hexgame.load("hex", size=4)
    search, fillings, random = Search(fillings_of(game), False, Limits()), fillings_of(game), Random(3)
    assert search.run() is None
    for clause in search.clauses:
        for _ in range(5):
            filling = [random.choice((1, 2)) for _ in fillings.start]
            for cell in clause.cells:
                filling[cell] = search.colours[clause.holder]
            assert (clause.player in fillings.winners(filling)) == clause.wins


class Slow:
    """A solver that knows the answer after three stretches."""

    def __init__(self) -> None:
        self.answers: list[bool | None] = [False, None, None]

    def conf_budget(self, budget: int) -> None:
        assert budget == solving.STRETCH

    def solve_limited(self, *, assumptions: list[int], expect_interrupt: bool) -> bool | None:
        assert expect_interrupt
        return self.answers.pop()


def test_a_solver_works_in_stretches_and_looks_at_the_clock_between_them() -> None:
    assert not solving.is_satisfied(Slow(), [])
    slow = Slow()
    with pytest.raises(OutOfTime), time_limit(0):
        solving.is_satisfied(slow, [])
    assert len(slow.answers) == 3


def test_ctrl_c_reaches_a_solver_at_work() -> None:
    holes = range(9)
    pigeons = [[10 * pigeon + hole + 1 for hole in holes] for pigeon in range(10)]
    apart = [[-one[hole], -other[hole]] for hole in holes for one in pigeons for other in pigeons if one < other]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Solver(name=solving.SOLVER, bootstrap_with=[*pigeons, *apart]) as solver:
            threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            with pytest.raises(KeyboardInterrupt):
                solving.is_satisfied(solver, [])
                time.sleep(5)
    finally:
        signal.signal(signal.SIGINT, before)


def test_symmetries_keep_who_wins() -> None:
    assert len(images_of(fillings_of(hexgame.load("hex", size=4)))) == 4
    assert len(images_of(fillings_of(hexgame.load("havannah", size=3)))) == 24


def test_a_proof_is_written_for_outside_checkers(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("hexgame.proofs.prove"), "METHODS", {"SAT": "satisfiability.attempt"})
    path, clauses = tmp_path / "hex.drat", tmp_path / "hex.drat.cnf"
    asked = ("prove", "hex", "--set", "size=3", "--claim", WINNER, "--drat", str(path))
    assert command(*asked).exit_code == 0
    first, *comments, _ = (line for line in clauses.read_text().splitlines() if line[0] in "cp")
    assert first.startswith("c hexgame: Hex, size = 3") and first.endswith("that contradict at-least-one-winner")
    assert comments[1:3] == ["c 1 a1", "c 2 b1"]
    rows = [[int(word) for word in line.split()] for line in clauses.read_text().splitlines() if line[0] not in "cp"]
    assert f"p cnf 9 {len(rows)}\n" in clauses.read_text()
    assert {row.pop() for row in rows} == {0}
    steps = path.read_text().splitlines()
    assert steps[-1] == "0"
    assert is_refuted_by(list(map(frozenset, rows)), steps)
    assert not is_refuted_by(list(map(frozenset, rows[1:])), ["0"])
    assert command(*asked).exit_code == 0, "an earlier proof is replaced"


def follows_strictly(clauses: list[list[int]], steps: Sequence[str]) -> bool:
    """Whether steps refute clauses as the definition of DRAT says: what is deleted is gone, unit clauses, too."""
    known = [sorted(clause) for clause in clauses]
    for step in steps:
        *words, end = step.removeprefix("d ").split()
        clause = sorted(map(int, words))
        assert end == "0"
        if step.startswith("d "):
            known.remove(clause)
            continue
        true, before = {-literal for literal in clause}, -1
        while len(true) > before and not any(-literal in true for literal in true):
            before = len(true)
            left = [[literal for literal in each if -literal not in true] for each in known]
            true |= {each[0] for each in left if len(each) == 1} | ({1, -1} if [] in left else set())
        if not any(-literal in true for literal in true):
            return False
        known.append(clause)
    return [] in known


@pytest.mark.parametrize("size", [3, 4])
def test_a_proof_keeps_to_the_definition_of_drat(size: int) -> None:
    """A solver's own steps delete clauses that it goes on using, so that they do not."""
    game = hexgame.load("hex", size=size)
    search = Search(fillings_of(game), False, Limits())
    assert search.run() is None
    rows = [solving.literals_of(clause) for clause in search.clauses]
    with Solver(name=solving.SOLVER, bootstrap_with=rows, with_proof=True) as solver:
        assert not solver.solve()
        own = list(solver.get_proof())
    steps = search.refutation()
    assert follows_strictly(rows, steps) and is_refuted_by(list(map(frozenset, rows)), steps)
    assert not follows_strictly(rows, steps[:-1])
    if size == 4:
        assert any(step.startswith("d") for step in own) and not follows_strictly(rows, own)


def test_a_proof_replaces_no_other_file(command: Run, tmp_path: Path) -> None:
    path, clauses = tmp_path / "diary", tmp_path / "diary.cnf"
    asked = ("prove", "hex", "--set", "size=3", "--claim", WINNER, "--drat", str(path))
    unwritten = command(*asked)
    assert (unwritten.exit_code, "no claim was proved by SAT" in unwritten.stderr) == (0, True)
    path.write_text("dear diary")
    assert command(*asked).exit_code == 2
    clauses.write_text("dear diary")
    assert command(*asked).exit_code == 2
    assert path.read_text() == clauses.read_text() == "dear diary"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("win when connects(own, sides) and count(own) < 12", "an ending asks for a number"),
        ("win when not connects(own, sides)", "more stones may cost a player the win"),
        ("players Red, Blue, Green\nwin when connects(own, sides)", "there are not two players"),
        ("pieces man, king\nturn { may place man on empty may place king on empty }\nwin when connects(own, sides)",
         "each player does not have one kind of stone"),
    ],
)  # fmt: skip
def test_what_cannot_be_learnt_is_said(text: str, reason: str) -> None:
    found = attempt(game_of(f"board {{ shape rhombus(4) }}\n{text}"), WINNER, Limits())
    assert isinstance(found, str)
    assert reason in found


def test_without_a_solver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'hexgame-interpreter[prove]'" in str(attempt(hexgame.load("hex", size=3), WINNER, Limits()))


@long("3")
@pytest.mark.parametrize("size", [2, 3])
def test_a_position_without_a_move_is_found_with_moves_that_lead_there(size: int) -> None:
    game = hexgame.load("hy2", size=size)
    found = positions.attempt(game, "always-a-move", Limits())
    assert isinstance(found, Refuted)
    state = game.start().play_all(map(game.move, found.moves))
    assert [str(move) for move in state.legal_moves] == ["pass"]
    (entry,) = json.loads(json.dumps(certificate(game, [found])))["verdicts"]
    assert checked(game, entry).endswith("moves, replayed")


def test_where_no_position_is_found_nothing_is_proved() -> None:
    turn = "turn { place stone on c among empty forbid count(group(c)) > 3 otherwise pass }"
    game = game_of(f"board {{ shape rhombus(2) }}\n{turn}\nwin when count(own) > 2\ndraw when count(empty) == 0")
    found = positions.attempt(game, "always-a-move", Limits())
    assert isinstance(found, str) and "not play" in found
    found = positions.attempt(hexgame.load("master_y", size=4), "always-a-move", Limits())
    assert isinstance(found, str) and "only where a turn is one stone" in found
    turn = "turn { place stone on c among empty forbid count(group(c)) > 3 otherwise pass }"
    game = game_of(f"board {{ shape rhombus(21) }}\n{turn}\nwin when count(own) > 2\ndraw when count(empty) == 0")
    assert "up to 400 cells" in str(positions.attempt(game, "always-a-move", Limits()))


@pytest.mark.parametrize("ending", ["at end of turn when last in right", "when last in right"])
def test_a_position_counts_only_where_play_goes_on(ending: str) -> None:
    """What ends play may read more than the stones that a solver proposes."""
    game = game_of(f"board {{ grid square8 shape parallelogram(2, 1) }}\nturn {{ place stone on empty }}\nwin {ending}")
    assert isinstance(positions.attempt(game, "always-a-move", Limits()), str)
