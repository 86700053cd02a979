"""Checks what a search over all full boards says, by judging each of them anew."""

from __future__ import annotations

from collections import Counter
from itertools import product

from ....deadline import look
from ....play.game import Game
from .certificate import Entry, Refused, Unchecked, numbers
from .judging import judge_of

MOST = 1 << 20
"""The most full boards that are judged."""


def check(game: Game, entry: Entry) -> str:
    """Judge all full boards; raises Refused if one contradicts the claim, or if the numbers differ."""
    data = entry.get("data")
    if not isinstance(data, dict):
        raise Refused("it holds no numbers")
    contents, start = numbers(data.get("contents")), list(game.machine.start[: len(game.board.cells)])
    if not can_be_put(game) <= {*contents}:
        raise Refused("play can put down other pieces")
    free = [cell for cell, held in enumerate(start) if held == 0]
    if len(contents) ** len(free) > MOST:
        raise Unchecked(f"more than {MOST:,} full boards are too many to check")
    judge, how = judge_of(game)
    found: Counter[str] = Counter()
    in_turn: Counter[str] = Counter()
    for number, filling in enumerate(product(contents, repeat=len(free))):
        if number % 64 == 0:
            look()
        for cell, content in zip(free, filling, strict=True):
            start[cell] = content
        winners = ",".join(map(str, sorted(judge(start))))
        found[winners] += 1
        in_turn[winners] += filling.count(contents[0]) == (len(free) + 1) // 2
    if {winners: str(count) for winners, count in found.items()} != data.get("boards by winners"):
        raise Refused("the full boards have other winners")
    said = data.get("boards in turn by winners")
    if said is not None and said != {winners: str(count) for winners, count in in_turn.items() if count}:
        raise Refused("the full boards that are filled in turn have other winners")
    counts = {len(winners.split(",")) if winners else 0 for winners in found}
    if max(counts) > 1 if entry.get("claim") == "at-most-one-winner" else 0 in counts:
        raise Refused("a full board contradicts the claim")
    return f"{sum(found.values()):,} full boards, judged {how}"


def can_be_put(game: Game) -> set[int]:
    """Return what random games put on cells that are free at the start."""
    found: set[int] = set()
    cells = len(game.board.cells)
    free = [cell for cell in range(cells) if not game.machine.start[cell]]
    for seed in range(10):
        state = game.start(seed)
        for _ in range(cells + 1):
            if state.is_over or not state.legal_moves:
                break
            state.play(state.legal_moves[seed * 7 % len(state.legal_moves)])
        found |= {state.vector[cell] for cell in free} - {0}
    return found
