"""Checks what a search over all full boards says, by judging each of them anew."""

from __future__ import annotations

from collections import Counter
from itertools import product

from ....deadline import look
from ....play.game import Game
from .boards import check_stones, check_tally, full_boards
from .certificate import Entry, Unchecked
from .judging import judge_of

MOST = 1 << 20
"""The most full boards that are judged."""


def check(game: Game, entry: Entry) -> str:
    """Judge all full boards; raises Refused if that gives other numbers than an entry, or another verdict."""
    fillings = full_boards(game)
    check_stones(entry, fillings)
    contents, free, board = fillings.contents, fillings.free, list(fillings.start)
    if fillings.total > MOST:
        raise Unchecked(f"more than {MOST:,} full boards are too many to check")
    judge, how = judge_of(game)
    found, in_turn = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for number, filling in enumerate(product(contents, repeat=len(free))):
        if number % 64 == 0:
            look()
        for cell, content in zip(free, filling, strict=True):
            board[cell] = content
        winners = judge(board)
        found[winners] += 1
        in_turn[winners] += bool(contents) and filling.count(contents[0]) == fillings.share
    check_tally(entry, fillings, found, in_turn)
    return f"{fillings.total:,} full boards, judged {how}"
