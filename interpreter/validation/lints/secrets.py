"""Decisions whose legality tells what a player does not see.

A cell that a player does not see looks empty, a hidden kind like another. Whatever is legal is decided on the whole
board; so where conditions tell apart what looks alike, the list of legal decisions, or a refusal, tells it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...rules import elements, ir, program
from ...rules.layers import CONTENTS, KINDS, OfCell, Sight, bit_of
from ...rules.traits import Node
from ..reasoning.reach import HERE, THERE, Reach
from .decisions import decisions_of

Contents = frozenset[int]


def secret_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of decisions that are legal or not by what their player does not see."""
    seats = [Eyes(reach, own, each) for own in range(len(reach.game.players)) for each in reach.rules.sees]
    for point in reach.points() if seats else ():
        for decision in decisions_of(point) if point.way in (program.CHOICE, program.SECRET) else ():
            found = next(((span, eyes) for eyes in seats for span in eyes.told_by(decision)), None)
            if found is not None:
                span, eyes = found
                yield Diagnostic(
                    "HG936", "whether this is legal depends on what its player cannot see: a refusal reveals it", span,
                    help=_INSTEAD if eyes.sight.bit == CONTENTS else _WHATEVER,
                )  # fmt: skip


_INSTEAD = (
    "offer every cell that the player could try, and say in the block what a hidden stone in the way does, such as: "
    "place stone on c among cells - own - found { if c in enemy { set found = found | {c} again } else { c becomes "
    "stone } }"
)
_WHATEVER = (
    "offer it whatever is hidden there, and let the block say what differs, such as: move knight from s among own to d "
    "among adjacent(s) - own { if d in enemy.trap { s becomes empty } else { s to d } }"
)


class Eyes:
    """Where a player sees what a `sees` is about, and what would tell more."""

    def __init__(self, reach: Reach, own: int, sight: Sight) -> None:
        self.sight = sight
        self._own, self._board = own, frozenset(range(len(reach.game.board.cells)))
        self._kinds, self._layers = len(reach.rules.pieces), reach.rules.layers
        self._seen = list(_disjuncts(sight.cells))
        known = frozenset().union(*(self._mine(each) for each in self._seen if isinstance(each, ir.Holding)))
        there = {content for content, cells in enumerate(reach.store.contents) if cells}
        self._hidden = frozenset() if any(map(self._is_everything, self._seen)) else frozenset(there - known)
        if not self._is_of_cells:
            self._hidden -= {ir.EMPTY}

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
            case elements.KindOf(cell) if self.sight.bit == KINDS:
                return cell not in seen and any(set(self._like(each)) - {each} for each in self._hidden)
            case OfCell(layer, cell) if self.sight.bit == bit_of(layer):
                return bool(self._hidden) and cell not in seen
            case ir.Quantifier(_, variable, cells, body) if isinstance(cells, ir.CellSet) and self._is_seen(cells):
                return self._tells(cells, seen) or self._tells(body, seen | {variable})
            case ir.Filtered(variable, cells, test) if self._is_seen(cells):
                return self._tells(cells, seen) or self._tells(test, seen | {variable})
            case _:
                return any(self._tells(each, seen) for each in node.children)

    def _tells_apart(self, cells: ir.Holding) -> bool:
        """Whether contents that look alike are not all in a set or all outside it."""
        held = self._mine(cells) if cells.of is None else None
        return any(
            (content in each) != (other in each)
            for each in ([held] if held is not None else cells.contents)
            for content in self._hidden
            for other in self._like(content)
        )

    def _like(self, content: int) -> Iterable[int]:
        """What a hidden content looks like: an empty cell, or a piece of the same owner."""
        if self.sight.bit == CONTENTS:
            return (ir.EMPTY,)
        owner = (content - 1) // self._kinds
        return [each for each in self._hidden if (each - 1) // self._kinds == owner] if self.sight.bit == KINDS else ()

    @property
    def _is_of_cells(self) -> bool:
        """Whether cells have it, whatever stands there."""
        layer = self.sight.bit - bit_of(0)
        return layer >= 0 and not self._layers[layer].of_pieces

    def _is_seen(self, cells: Node) -> bool:
        """Whether a player sees all cells of a set, whatever they hold."""
        match cells:
            case ir.Holding(of=None):
                is_unknown = self.sight.bit == CONTENTS and ir.EMPTY in self._mine(cells)
                return not is_unknown and not self._mine(cells) & self._hidden
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
