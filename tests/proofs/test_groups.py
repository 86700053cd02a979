"""What a solver is told of groups: it excludes boards that somebody has won, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from glued import random_game
from pysat.solvers import Solver

import hexgame
from hexgame.proofs.fillings import Fillings, Unphrased, fillings_of
from hexgame.proofs.limits import Limits
from hexgame.proofs.questions.phrasing import model_of
from hexgame.proofs.satisfiability import search as solving
from hexgame.proofs.satisfiability.attempt import attempt
from hexgame.proofs.satisfiability.groups import Groups, least_sets
from hexgame.proofs.verdicts import Proved, Refuted

CLAIM = "at-least-one-winner"


def proposed(fillings: Fillings, boards: Sequence[tuple[int, ...]]) -> Iterator[tuple[bool, bool]]:
    """Whether each board satisfies the clauses, and whether it does so without their assumption."""
    first, cells = fillings.contents[0], len(fillings.start)

    def literal(cell: int, content: int) -> int:
        return cell + 1 if content == first else -cell - 1

    with Solver(name=solving.SOLVER) as solver:
        for clause in Groups(model_of(fillings), literal, cells + 1, cells + 1).clauses():
            solver.add_clause(clause)
        for board in boards:
            held = [literal(cell, board[cell]) for cell in fillings.free]
            yield solver.solve(assumptions=[cells + 1, *held]), solver.solve(assumptions=held)


def some_boards(fillings: Fillings, most: int) -> list[tuple[int, ...]]:
    options = [(content,) if content else fillings.contents for content in fillings.start]
    if 1 << len(fillings.free) <= most:
        return list(product(*options))
    draw = Random(1)
    return [tuple(map(draw.choice, options)) for _ in range(most)]


@pytest.mark.parametrize("name", ["hex", "y", "diagonal_hex"])
def test_where_only_chains_win_nothing_else_is_excluded(name: str) -> None:
    fillings = fillings_of(hexgame.load(name, size=3))
    boards = some_boards(fillings, 512)
    for board, answers in zip(boards, proposed(fillings, boards), strict=True):
        assert answers == (not fillings.winners(board), True)


def test_forks_and_bridges_of_havannah_are_excluded() -> None:
    fillings = fillings_of(hexgame.load("havannah", size=3))
    boards = some_boards(fillings, 100)
    found = attempt(fillings.game, CLAIM, Limits())
    assert isinstance(found, Refuted)
    for cell in range(19):
        near = [*found.filling]
        near[cell] = 3 - near[cell]
        boards.append(tuple(near))
    excluded = 0
    for board, (is_proposed, is_free) in zip(boards, proposed(fillings, boards), strict=True):
        assert is_free and (is_proposed or fillings.winners(board))
        excluded += not is_proposed
    assert excluded > 80


@pytest.mark.parametrize("seed", range(40))
def test_no_board_without_a_winner_is_excluded(seed: int) -> None:
    game = random_game(seed, 9)
    if game is None:
        return
    fillings = fillings_of(game)
    boards = some_boards(fillings, 512)
    try:
        answers = list(proposed(fillings, boards))
    except Unphrased:
        return
    for board, (is_proposed, is_free) in zip(boards, answers, strict=True):
        assert is_free and (is_proposed or fillings.winners(board)), (seed, board)


def test_a_draw_is_found_on_a_large_board_of_havannah() -> None:
    found = attempt(hexgame.load("havannah"), CLAIM, Limits())
    assert isinstance(found, Refuted) and len(found.filling) == 169
    assert found.filling.count(1) == 85, "play can fill the board so"


@pytest.mark.parametrize(("size", "is_proved"), [(2, False), (3, True)])
def test_clauses_about_groups_that_are_wrong_change_no_verdict(
    size: int, is_proved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hexgame.load("hex" if is_proved else "torex", size=size)
    monkeypatch.setattr(solving, "SAMPLE", 0)
    monkeypatch.setattr(Groups, "clauses", lambda self: iter([[1], [-1]]))
    assert isinstance(attempt(game, CLAIM, Limits()), Proved if is_proved else Refuted)


def test_the_smallest_sets_that_win() -> None:
    assert least_sets(3, lambda met: sum(met) >= 2) == [(0, 1), (0, 2), (1, 2)]
    assert least_sets(2, lambda met: sum(met) == 1) is None, "more may undo it"
    assert least_sets(2, lambda met: True) is None, "any group wins"
    assert least_sets(2, lambda met: False) == []
