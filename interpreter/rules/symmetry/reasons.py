"""Which rules leave a game fewer symmetries than its board has."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import Board
from ...record import Record
from ...source.layout.outline import on_one_line
from ..program import Rules
from ..traits import Node
from . import endings
from .symmetry import symmetries

LONGEST = 120
"""The most characters of a rule that are shown."""


class Breaking(Record):
    """A rule, and how many symmetries of the board it leaves on its own."""

    rule: str
    """Its text on one line, in backquotes; words for what has no text of its own."""

    left: int


def broken(rules: Rules, board: Board) -> tuple[int, tuple[Breaking, ...]]:
    """Return how many symmetries the board has, colours of edges included, and the rules that leave fewer of them."""
    whole = symmetries(rules, board, ()).order
    found = dict[str, int]()
    for text, part in _parts(rules):
        left = symmetries(rules, board, (part,)).order
        if left < whole:
            found[text] = min(left, found.get(text, left))
    return whole, tuple(Breaking(text, left) for text, left in found.items())


def _parts(rules: Rules) -> Iterator[tuple[str, Node]]:
    """What rules are made of, with their texts."""
    for decision in rules.decisions:
        yield _quoted(decision.span.text), decision
    for ending in endings.said(rules):
        yield _quoted(ending.span.text), ending
    yield "the set-up and what happens between decisions", rules.script
    for score in rules.scores:
        written = rules.written.get(id(score))
        yield _quoted(written[1].text) if written else "the score", score


def _quoted(text: str) -> str:
    """A rule on one line in backquotes, cut off where it is long."""
    line = on_one_line(text)
    return f"`{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}`"
