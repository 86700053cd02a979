"""Checks a measure: in random games, every decision does to the empty cells what its bound says."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ....deadline import look
from ....diagnostics.text import Span
from ....play.game import Game
from .certificate import Entry, Refused

GAMES = 50
"""How many random games are looked at."""


def check(game: Game, entry: Entry) -> str:
    """Play random games; raises Refused if a decision does not keep to its bound. What is not played is not checked."""
    data = entry.get("data")
    bounds = data.get("decisions") if isinstance(data, dict) else None
    if entry.get("claim") != "finite" or not isinstance(bounds, list):
        raise Refused("it holds no bounds of decisions")
    if [each[:1] for each in bounds] != [[decision.word] for decision in game.rules.decisions]:
        raise Refused("it is about other decisions")
    words = dict(zip((decision.span for decision in game.rules.decisions), (each[1] for each in bounds), strict=True))
    for seed in range(GAMES):
        _play(game, seed, words)
    return f"{GAMES} random games, in which each decision keeps to its bound; the measure itself is not checked"


def _play(game: Game, seed: int, bounds: Mapping[Span, object]) -> None:
    draw, state, cells = random.Random(seed), game.start(decide_chance=False), len(game.board.cells)
    once: set[Span] = set()
    for _ in range(10 * cells + 100):
        look()
        if state.is_over:
            return
        before = state.vector[:cells].count(0)
        move = state.play(draw.choice(state.legal_moves))
        span = game.block_of(move.code).decision.span
        bound, after = bounds[span], state.vector[:cells].count(0)
        if after > before or (bound == "fills a cell" and after == before):
            raise Refused(f"`{move}` does not fill a cell")
        if bound == "possible once":
            if span in once:
                raise Refused(f"`{move}` is possible twice")
            once.add(span)
    raise Refused("a random game does not end")
