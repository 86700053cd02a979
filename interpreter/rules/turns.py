"""The turn: statements to tiers of alternatives."""

from __future__ import annotations

from interpreter.board.values import WRONG
from interpreter.rules import ir
from interpreter.rules.elaborate import CELLS, TRUTH, Elaborator
from interpreter.source import tree
from interpreter.source.diagnostics import did_you_mean, listed


def decision_point(turn: tree.Turn, elaborator: Elaborator) -> ir.Point:
    """The choice that a turn offers: its `may` lines together, each `otherwise` for when nothing before is possible."""
    tiers: list[list[ir.Alternative]] = []
    previous = ""
    for statement in turn.statements:
        alternative = _alternative(statement.decision, elaborator)
        if statement.word == "otherwise" and not tiers:
            elaborator.wrong("HG505", "`otherwise` has nothing before it", statement.span,
                             help="write first what is to be done where it is possible")  # fmt: skip
        elif tiers and not (statement.word == "otherwise" or previous == statement.word == "may"):
            elaborator.wrong("HG504", "a second choice in the turn", statement.span,
                             help="mark each alternative of one choice with `may`")  # fmt: skip
        if statement.word == "may" and previous == "may":
            tiers[-1].append(alternative)
        else:
            tiers.append([alternative])
        previous = statement.word
    if not tiers:
        elaborator.wrong(
            "HG506", "a turn in which nothing can be done", turn.span, help="such as: place stone on empty"
        )
    never = tuple(alternative for tier in tiers for alternative in tier if alternative.where == _NEVER)
    possible = [tuple(alternative for alternative in tier if alternative.where != _NEVER) for tier in tiers]
    if tiers and not any(possible):
        elaborator.wrong("HG506", "a turn in which nothing can be done with these options", turn.span)
    return ir.Point(tuple(filter(None, possible)), never)


_NEVER = ir.Constant((0,))
_ALWAYS = ir.Constant((1,))


def _alternative(decision: tree.Decision, elaborator: Elaborator) -> ir.Alternative:
    word = type(decision).__name__.lower()
    piece, target, where = 0, None, None
    filters = decision.filters
    if isinstance(decision, tree.Place):
        piece = _piece(decision.piece, elaborator)
        target = elaborator.typed(decision.target, CELLS)
        with elaborator.binding_cell(decision.name):
            where = _where(filters, elaborator)
    else:
        where = _where(filters, elaborator)
    if word == "swap" and len(elaborator.players) != 2:
        elaborator.wrong("HG503", "`swap` is for two players", decision.span)
    return ir.Alternative(
        word,
        piece,
        target,
        filters.turn.value if filters.turn else None,
        where,
        decision.span,
        decision.target.span if isinstance(decision, tree.Place) else None,
        filters.where.span if filters.where else None,
    )


def _where(filters: tree.Filters, elaborator: Elaborator) -> ir.Expression | None:
    if filters.where is None:
        return None
    condition = elaborator.typed(filters.where, TRUTH)
    return None if condition is WRONG or condition == _ALWAYS else condition


def _piece(name: tree.Name, elaborator: Elaborator) -> int:
    kinds = [piece.name for piece in elaborator.pieces]
    if name.id in kinds:
        return kinds.index(name.id)
    elaborator.wrong(
        "HG205",
        f"unknown piece `{name.id}`",
        name.span,
        expected=listed(kinds),
        help=did_you_mean(name.id, kinds) or f"declare it: pieces {', '.join([*kinds, name.id])}",
    )
    return 0
