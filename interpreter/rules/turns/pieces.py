"""Effects on pieces: what stands where, and what travels; the kinds and owners that rules name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...diagnostics.diagnostic import listed, meant
from ...source.syntax import tree
from ...values.types import CELL, CELLS, NOBODY, PLAYER
from ...values.values import WRONG, Known, Nothing, Player, Value, Worth
from .. import deeds, ir, program
from ..expressions.absence import is_somebody, somebody
from ..expressions.elaborate import Elaborator

OWNER = re.compile(r"[\w.()]+")
"""An owner that the text of a move can name."""


def piece_number(name: tree.Name, elaborator: Elaborator, or_empty: bool = False) -> int:
    """The number of a declared piece; reports an unknown name and returns 0. `or_empty` where `empty` may stand too."""
    kinds = [piece.name for piece in elaborator.pieces]
    if name.id in kinds:
        return kinds.index(name.id)
    guess = meant(name.id, [*kinds, "empty"] if or_empty else kinds)
    if name.id == "empty":
        guess = {"help": "a cell becomes `empty`, nobody's"}
    elif not guess["help"]:
        guess = {"help": f"declare it: pieces {', '.join([*kinds, name.id])}"}
    elaborator.wrong("HG205", f"unknown piece `{name.id}`", name.span, expected=listed(kinds), **guess)
    return 0


def owner_of_kind(kind: tree.Kind, elaborator: Elaborator, or_none: bool = False) -> tuple[ir.Expression, str]:
    """The owner of a piece, or none where that may be, and its name in move texts: empty for the mover's own."""
    own = elaborator.scope.get("own")
    if kind.owner is None:
        if isinstance(own, Nothing):
            elaborator.wrong(own.code, f"nobody decides here: whose {kind.piece.id} is it?", kind.span,
                             help=f"say whose: {kind.piece.id} of …")  # fmt: skip
        return program.OWN, ""
    value = elaborator.evaluate(kind.owner)
    if value is WRONG or (value.type is PLAYER and not or_none and _is_nobody(value, kind.owner, elaborator)):
        return program.OWN, ""
    if value.type not in (PLAYER, NOBODY):
        elaborator.mismatch(kind.owner, value.type, PLAYER, "`of`")
        return program.OWN, ""
    if value == own:
        return program.OWN, ""
    if isinstance(value, Known) and len(value.values) == 1 and isinstance(player := value.of(0), Player):
        return elaborator.expression(value), player.name
    from ...source.layout.phrases import format_expression  # noqa: PLC0415 - few sheets need it

    text = format_expression(kind.owner)
    if not OWNER.fullmatch(text):
        elaborator.wrong("HG523", "the owner of this piece needs a name, for the text of moves", kind.owner.span,
                         help="name it first: let whose = …, then stone of whose")  # fmt: skip
    return elaborator.expression(value), text


def _is_nobody(player: Worth, node: tree.Expression, elaborator: Elaborator) -> bool:
    """Whether there may be no such player; reported."""
    return somebody(elaborator.expression(player), node, "`of`", elaborator) is WRONG


def becomes(statement: tree.Becomes, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effect of `CELLS becomes PIECE`."""
    value = elaborator.as_cells(elaborator.value(statement.subject))
    kind = statement.kind
    if kind.piece.id == "empty" and kind.owner is None:
        number, owner = 0, None
    else:
        number = piece_number(kind.piece, elaborator, or_empty=kind.owner is None)
        owner, _ = owner_of_kind(kind, elaborator, or_none=True)
    if value is WRONG:
        return
    if value.type in (CELL, CELLS):
        cells = ir.Single(elaborator.expression(value)) if value.type is CELL else elaborator.cell_set(value)
        effect = deeds.Becomes(cells, number, owner)
        is_known = owner is None or isinstance(owner, ir.Constant)  # as `neutral` is
        test = None if is_known or owner is None else is_somebody(owner, elaborator)
        yield deeds.If(test, (effect,), ()) if test else effect
    else:
        elaborator.mismatch(statement.subject, value.type, "a cell or a set of cells", "`becomes`")


def exchange(statement: tree.Exchange, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effects of `exchange CELL, CELL`: what stands on each travels to the other."""
    one = elaborator.typed(statement.one, CELL, "`exchange`")
    other = elaborator.typed(statement.other, CELL, "`exchange`")
    if one is not WRONG and other is not WRONG:
        yield from at_once((deeds.Travel(one, other), deeds.Travel(other, one)), elaborator)


def travel(statement: tree.Transfer, ends: tuple[Value, Value], elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effect of `CELL to CELL`, whose ends have these values."""
    source = elaborator.as_expression(ends[0], statement.source, CELL, "`to`")
    target = elaborator.as_expression(ends[1], statement.into, CELL, "`to`")
    if source is not WRONG and target is not WRONG:
        yield deeds.Travel(source, target)


def at_once(body: tuple[deeds.Effect, ...], elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Effects that happen at once; inside others that do, they are some of those."""
    if elaborator.gathers:
        yield from body
    else:
        yield deeds.AtOnce(body)
