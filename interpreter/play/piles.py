"""Piles in texts: what lies on a cell, from the top, each piece as in rule sheets: `stone of White`."""

from __future__ import annotations

from ..machine.plan.layout import Layout
from ..machine.plan.sections import present
from ..rules import ir
from ..rules.program import Rules


def lying(vector: list[int], cell: int, rules: Rules, layout: Layout) -> tuple[int, ...]:
    """Return what lies on a cell, from the top, each piece as a content."""
    if rules.stacks == 1:
        return (vector[cell],) if vector[cell] != ir.EMPTY else ()
    high = vector[present(layout.high).offset + cell]
    base = present(layout.below).offset + cell * (rules.stacks - 1)
    return (vector[cell], *vector[base : base + high - 1][::-1]) if high else ()


def lay(vector: list[int], cell: int, contents: tuple[int, ...], rules: Rules, layout: Layout) -> None:
    """Let pieces lie on a cell that is empty, given from the top."""
    vector[cell] = contents[0] if contents else ir.EMPTY
    if rules.stacks > 1:
        vector[present(layout.high).offset + cell] = len(contents)
        base = present(layout.below).offset + cell * (rules.stacks - 1)
        vector[base : base + max(len(contents) - 1, 0)] = contents[:0:-1]


def piece_text(player: str, kind: str) -> str:
    """Return how a piece in a pile is written."""
    return f"{kind} of {player}"


def piece_content(text: object, rules: Rules) -> int | None:
    """Return what a cell with such a piece holds; None if there is none."""
    for player, owner in enumerate(rules.owners):
        for kind, piece in enumerate(rules.pieces):
            if text == piece_text(owner, piece.name):
                return rules.content(player, kind)
    return None
