"""Checks a measure: in random games, every decision does to the board what its bound says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from ....deadline import look
from ....diagnostics.text import Span
from ....play.game import Game
from ....play.state import State
from ....record import Record
from .certificate import Entry, Refused, numbers

GAMES = 50
"""How many random games are looked at."""


LONGEST = 100
"""How many decisions a random game may have for each cell."""


class Said(Record):
    """What a certificate says of a kind of decision: its bound, the class whose number it raises, and the classes whose
    numbers it keeps."""

    bound: str
    raised: frozenset[int] | None
    kept: tuple[frozenset[int], ...]


def check(game: Game, entry: Entry) -> str:
    """Play random games; raises Refused if a decision does not keep to its bound. What is not played is not checked."""
    data = entry.get("data")
    bounds = data.get("decisions") if isinstance(data, dict) else None
    if entry.get("claim") != "finite" or not isinstance(data, dict) or not isinstance(bounds, list):
        raise Refused("it holds no bounds of decisions")
    if [each[:1] for each in bounds] != [[decision.word] for decision in game.rules.decisions]:
        raise Refused("it is about other decisions")
    said = list(_said(data, [str(each[1]) for each in bounds]))
    spans = dict(zip((decision.span for decision in game.rules.decisions), said, strict=True))
    for seed in range(GAMES):
        _play(game, seed, spans)
    return f"{GAMES} random games, in which each decision keeps to its bound; the measure itself is not checked"


def _said(data: Mapping[str, object], bounds: Sequence[str]) -> Iterator[Said]:
    """What is said of each decision, in the order of the rules."""
    rows = data.get("classes")
    if not isinstance(rows, list):
        raise Refused("it holds no classes")
    classes = [(frozenset(numbers(held)), numbers(raising)) for held, raising in rows]
    for decision, bound in enumerate(bounds):
        kept = []
        raised = None
        for held, raising in classes:
            if decision in raising:
                raised = held
                break
            kept.append(held)
        if (raised is None) == (bound in ("fills a cell", "raises a number")):
            raise Refused("a bound has no class")
        yield Said(bound, raised, tuple(kept) if raised is not None or bound in ("free", "passes") else ())


def _play(game: Game, seed: int, said: Mapping[Span, Said]) -> None:
    draw, state, cells = random.Random(seed), game.start(decide_chance=False), len(game.board.cells)
    once: set[Span] = set()
    boards = {tuple(state.vector[:cells])}
    for _ in range(LONGEST * cells):
        look()
        if state.is_over:
            return
        before = state.copy()
        move = state.play(draw.choice(state.legal_moves))
        span = game.block_of(move.code).decision.span
        _compare(str(move), said[span], before, state, cells)
        board = tuple(state.vector[:cells])
        if said[span].bound == "possible once" and span in once:
            raise Refused(f"`{move}` is possible twice")
        if said[span].bound == "new board" and board in boards and not state.is_over:
            raise Refused(f"`{move}` leads to a board that was there before")
        once.add(span)
        boards.add(board)
    if not game.facts.remembers:  # such games end, but may be long
        raise Refused("a random game does not end")


def _compare(move: str, said: Said, before: State, after: State, cells: int) -> None:
    def gain(held: frozenset[int]) -> int:
        return sum(each in held for each in after.vector[:cells]) - sum(each in held for each in before.vector[:cells])

    if said.bound == "never on offer":
        raise Refused(f"`{move}` is on offer")
    if said.raised is not None and gain(said.raised) < 1:
        raise Refused(f"`{move}` does not raise the number of its class")
    if any(gain(held) < 0 for held in said.kept):
        raise Refused(f"`{move}` lowers a number that others raise")
