"""Decisions whose legality tells what a player does not see.

A cell that a player does not see looks empty. Whatever is legal is decided on the whole board; so where conditions tell
a hidden stone from an empty cell, the list of legal decisions, or a refusal, tells it too.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...rules import ir, program
from ...rules.traits import Node
from ..reasoning.reach import HERE, THERE, Reach
from .decisions import decisions_of

Contents = frozenset[int]


def secret_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of decisions that are legal or not by what their player does not see."""
    if reach.rules.sees is None:
        return
    seats = [Sight(reach, own) for own in range(len(reach.game.players))]
    for point in reach.points():
        for decision in decisions_of(point) if point.way in (program.CHOICE, program.SECRET) else ():
            span = next((span for sight in seats for span in sight.told_by(decision)), None)
            if span is not None:
                yield Diagnostic(
                    "HG936", "whether this is legal tells what its player does not see: a refusal gives it away", span,
                    help="offer all cells that the player may think of, and say in the block what a hidden stone in "
                    "the way does, such as: place stone on c among cells - own - found { if c in enemy { set found = "
                    "found | {c} again } else { c becomes stone } }",
                )  # fmt: skip


class Sight:
    """What a player sees, and what would tell more."""

    def __init__(self, reach: Reach, own: int) -> None:
        assert reach.rules.sees is not None
        self._own, self._board = own, frozenset(range(len(reach.game.board.cells)))
        self._seen = list(_disjuncts(reach.rules.sees))
        known = frozenset().union(*(self._mine(each) for each in self._seen if isinstance(each, ir.Holding)))
        there = {content for content, cells in enumerate(reach.store.contents) if cells and content != ir.EMPTY}
        self._hidden = frozenset() if any(map(self._is_everything, self._seen)) else frozenset(there - known)

    def told_by(self, decision: program.Decision) -> Iterator[Span]:
        """Give the words by which the legality of a decision tells what is hidden."""
        what, sets = decision.what, decision.what.sets
        names = {name for name, cells in zip((HERE, THERE), sets, strict=False) if self._is_seen(cells)}
        parts = (
            *zip((what.among,) if isinstance(what, program.Choose) else sets, decision.spans, strict=True),
            (decision.where, decision.where_span), (decision.forbid, decision.forbid_span),
        )  # fmt: skip
        for part, span in parts:
            if part is not None and self._tells(part, frozenset(names)):
                yield span or decision.span

    def _tells(self, node: Node, seen: frozenset[ir.Bound]) -> bool:
        """Whether a set or an expression may be another where hidden stones are; `seen` names cells that are seen."""
        match node:
            case ir.Repeats():
                return bool(self._hidden)
            case ir.Holding():
                return self._tells_apart(node)
            case ir.Combined("&", left, right) if self._is_seen(left) or self._is_seen(right):
                return any(self._tells(each, seen) for each in (left, right) if self._is_seen(each))
            case ir.Combined("-", left, _) if self._is_seen(left):
                return self._tells(left, seen)
            case ir.Member(ir.Bound() as cell, _) if cell in seen:
                return False
            case ir.Quantifier(_, variable, cells, body) if isinstance(cells, ir.CellSet) and self._is_seen(cells):
                return self._tells(cells, seen) or self._tells(body, seen | {variable})
            case ir.Filtered(variable, cells, test) if self._is_seen(cells):
                return self._tells(cells, seen) or self._tells(test, seen | {variable})
            case _:
                return any(self._tells(each, seen) for each in node.children)

    def _tells_apart(self, cells: ir.Holding) -> bool:
        """Whether a hidden stone and an empty cell, which look alike, are not both in a set or both outside it."""
        held = self._mine(cells) if cells.of is None else None
        return any(
            (content in each) != (ir.EMPTY in each)
            for each in ([held] if held is not None else cells.contents)
            for content in self._hidden
        )

    def _is_seen(self, cells: Node) -> bool:
        """Whether a player sees all cells of a set, whatever they hold."""
        match cells:
            case ir.Holding(of=None):
                return ir.EMPTY not in self._mine(cells) and not self._mine(cells) & self._hidden
            case ir.Combined("&", left, right):
                return self._is_seen(left) or self._is_seen(right)
            case ir.Combined("|", left, right):
                return self._is_seen(left) and self._is_seen(right)
            case ir.Combined("-", left, _) | ir.Filtered(cells=left):
                return self._is_seen(left)
            case _:
                return cells in self._seen

    def _mine(self, cells: ir.Holding) -> Contents:
        """The contents of a set where its `own` is the player."""
        return cells.contents[self._own % len(cells.contents)]

    def _is_everything(self, cells: ir.CellSet) -> bool:
        return isinstance(cells, ir.Fixed) and all(self._board.issubset(each) for each in cells.cells)


def _disjuncts(cells: ir.CellSet) -> Iterator[ir.CellSet]:
    """The sets that `|` joins."""
    if isinstance(cells, ir.Combined) and cells.symbol == "|":
        yield from _disjuncts(cells.left)
        yield from _disjuncts(cells.right)
    else:
        yield cells
