"""The algebra of sets says only what is so in every position of a small board, as counting them all shows."""

from __future__ import annotations

import random
from itertools import product

import pytest

from hexgame.rules import ir
from hexgame.validation.reasoning.algebra import Algebra

CELLS, CONTENTS, OWN = range(3), range(3), range(2)


def drawn(draw: random.Random, depth: int) -> ir.CellSet:
    """A set of few parts."""
    kind = draw.choice(("holding", "fixed", "filtered", *("combined",) * 3)) if depth else "holding"
    match kind:
        case "holding":
            return ir.Holding(tuple(frozenset(draw.sample(CONTENTS, draw.randrange(4))) for _ in OWN))
        case "fixed":
            return ir.Fixed((tuple(sorted(draw.sample(CELLS, draw.randrange(4)))),))
        case "filtered":
            member = ir.Member(ir.Bound(0), drawn(draw, 0))
            return ir.Filtered(ir.Bound(0), drawn(draw, depth - 1), member)
        case _:
            return ir.Combined(draw.choice("&|-"), drawn(draw, depth - 1), drawn(draw, depth - 1))


def cells_of(node: ir.CellSet, board: tuple[int, ...], own: int) -> set[int]:
    """The cells of a set in one position."""
    match node:
        case ir.Holding(contents):
            return {cell for cell in CELLS if board[cell] in contents[own]}
        case ir.Fixed(cells):
            return {*cells[0]}
        case ir.Filtered(_, cells, ir.Member(_, others)):
            return cells_of(cells, board, own) & cells_of(others, board, own)
        case ir.Combined(symbol, left, right):
            one, other = cells_of(left, board, own), cells_of(right, board, own)
            return {"&": one & other, "|": one | other, "-": one - other}[symbol]
        case _:
            raise AssertionError(node)


@pytest.mark.parametrize("own", OWN)
def test_what_is_said_of_two_sets_is_so_in_every_position(own: int) -> None:
    draw, told = random.Random(own), {"within": 0, "apart": 0}
    for _ in range(400):
        one, other = drawn(draw, 2), drawn(draw, 2)
        found = [(cells_of(one, board, own), cells_of(other, board, own)) for board in product(CONTENTS, repeat=3)]
        if Algebra(own, len(CELLS)).within(one, other):
            told["within"] += 1
            assert all(first <= second for first, second in found), (one, other)
        if Algebra(own, len(CELLS)).apart(one, other):
            told["apart"] += 1
            assert all(first.isdisjoint(second) for first, second in found), (one, other)
    assert told["within"] > 20 and told["apart"] > 20


def test_sets_of_many_parts_take_no_time() -> None:
    one, other = drawn(random.Random(1), 0), drawn(random.Random(2), 0)
    for _ in range(400):
        one, other = ir.Combined("|", one, other), ir.Combined("&", other, one)
    assert not Algebra(0, len(CELLS)).apart(one, other)
