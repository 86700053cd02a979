"""Effects on pieces: what stands where, and what travels; the kinds and owners that rules name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...diagnostics.diagnostic import listed, meant
from ...diagnostics.text import Span
from ...source.syntax import tree
from ...values.types import CELL, CELLS, KIND, NOBODY, PLAYER
from ...values.values import WRONG, Function, Kind, Known, Nothing, Operative, Player, Routine, Value, Worth, Wrong
from .. import deeds, ir, program
from ..expressions.absence import may_be_none, none_of, somebody
from ..expressions.elaborate import Elaborator
from ..expressions.pieces import is_kinds

OWNER = re.compile(r"[\w.()]+")
"""An owner that the text of a move can name."""


def chosen_kinds(decision: tree.Place | tree.Move, elaborator: Elaborator) -> tuple[Kind, ...]:
    """The kinds of which a decision takes one; the first of all, and reported, where that makes no sense."""
    chosen, first = decision.kind, (Kind(elaborator.pieces[0].name, 0),)
    value = _which(chosen.piece, elaborator)
    if value is WRONG:
        return first
    if is_kinds(value) and isinstance(value, Known) and len(value.values) == 1:
        found = value.of(0)
        return tuple(kind for kind in (found if type(found) is tuple else (found,)) if isinstance(kind, Kind))
    if value.type is KIND:
        name = chosen.piece.span.text
        example = f"for one choice among kinds, write: `{name if name.isidentifier() else 'k'} among kinds`"
        if isinstance(decision, tree.Place) and decision.effect is None:
            piece = f"{name} of {chosen.owner.span.text}" if chosen.owner else name
            cells = decision.target.cells.span.text
            example = f"to place that kind, write: choose d in {cells} {{ d becomes {piece} }}; {example}"
        elaborator.wrong("HG303", "what a decision takes must be known before play", chosen.piece.span,
                         help=example)  # fmt: skip
    else:
        elaborator.mismatch(chosen.piece, value.type, "a kind of piece or a set of kinds")
    return first


def is_one_kind(chosen: tree.Chosen, elaborator: Elaborator) -> bool:
    """Whether a decision names the one kind of piece that it takes."""
    return isinstance(chosen.piece, tree.Name) and chosen.piece.id in {piece.name for piece in elaborator.pieces}


def _which(node: tree.Expression, elaborator: Elaborator, or_empty: bool = False) -> Value:
    """The kind, or the set of kinds, that is named; `or_empty` where `empty` may stand too."""
    if isinstance(node, tree.Name):
        meaning = elaborator.scope.meaning(node.id)
        if meaning is None or isinstance(meaning, Function | Operative | Routine) or node.id == "empty":
            return _unknown(node, elaborator, or_empty)
    return elaborator.value(node)


def _unknown(name: tree.Name, elaborator: Elaborator, or_empty: bool) -> Wrong:
    """Report the name of a piece that means nothing."""
    kinds = [piece.name for piece in elaborator.pieces]
    guess = meant(name.id, [*kinds, "empty"] if or_empty else kinds)
    if name.id == "empty":
        guess = {"help": "a cell becomes `empty`, which has no owner"}
    elif not guess["help"]:
        guess = {"help": f"declare it: pieces {', '.join([*kinds, name.id])}"}
    return elaborator.wrong("HG205", f"unknown piece `{name.id}`", name.span, expected=listed(kinds), **guess)


def owner_of_kind(
    kind: tree.Kind | tree.Chosen, elaborator: Elaborator, or_none: bool = False
) -> tuple[ir.Expression, str]:
    """The owner of a piece, and its name in move texts: empty for the mover's own.

    `or_none` where nothing happens if play finds no such player; no move is called after the owner there.
    """
    own = elaborator.scope.get("own")
    if kind.owner is None:
        if isinstance(own, Nothing):
            piece = kind.piece.span.text
            elaborator.wrong(own.code, f"nobody decides here: whose {piece} is it?", kind.span,
                             help=f"say whose: {piece} of …")  # fmt: skip
        return program.OWN, ""
    value = elaborator.evaluate(kind.owner)
    if value is WRONG:
        return program.OWN, ""
    is_sure = not or_none or isinstance(value, Known)
    if value.type is PLAYER and is_sure and _is_nobody(value, kind.owner, elaborator):
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
    if not or_none and not OWNER.fullmatch(text):
        elaborator.wrong("HG523", "the owner of this piece needs a name, for the text of moves", kind.owner.span,
                         help="name it first: let whose = …, then stone of whose")  # fmt: skip
    return elaborator.expression(value), text


def _is_nobody(player: Worth, node: tree.Expression, elaborator: Elaborator) -> bool:
    """Whether there may be no such player; reported."""
    return somebody(elaborator.expression(player), node, "`of`", elaborator) is WRONG


def becomes(statement: tree.Becomes | tree.Gains, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effects of `CELLS becomes PIECE`, and of `CELLS gains PIECE`."""
    word, is_top = ("`gains`", True) if isinstance(statement, tree.Gains) else ("`becomes`", False)
    value = elaborator.as_cells(elaborator.value(statement.subject))
    kind, owner = statement.kind, None
    which: Value = Known.always(Kind("empty", 0))
    if is_top or kind.owner or not isinstance(kind.piece, tree.Name) or kind.piece.id != "empty":
        which, (owner, _) = _kind(kind, word, elaborator), owner_of_kind(kind, elaborator, or_none=True)
    if value is WRONG or which is WRONG:
        return
    if value.type not in (CELL, CELLS):
        elaborator.mismatch(statement.subject, value.type, "a cell or a set of cells", word, like=CELLS)
        return
    is_cell = value.type is CELL
    cells = ir.Single(elaborator.expression(value)) if is_cell else elaborator.cell_set(value)

    def put(kind: int) -> deeds.Effect:
        return deeds.Gains(cells, kind, owner) if is_top and owner is not None else deeds.Becomes(cells, kind, owner)

    yield from if_anybody(owner, _puts(which, put, elaborator), elaborator)


def _kind(kind: tree.Kind, word: str, elaborator: Elaborator) -> Value:
    """The kind of piece that a cell comes to hold; WRONG, and reported, where it is none."""
    value = _which(kind.piece, elaborator, or_empty=kind.owner is None and word == "`becomes`")
    if value is WRONG or value.type is KIND:
        return value
    return elaborator.mismatch(kind.piece, value.type, KIND, word)


def _puts(which: Worth, put: Callable[[int], deeds.Effect], elaborator: Elaborator) -> tuple[deeds.Effect, ...]:
    """Pieces of a kind come to cells; of the one that it is, where play decides that, and of none where it is none."""
    kind = elaborator.expression(which)
    if isinstance(kind, ir.Constant) and len(kind.values) == 1:
        return (put(kind.values[0]),)
    effects: tuple[deeds.Effect, ...] = ()
    for number in reversed(range(len(elaborator.pieces))):
        test = ir.Operation("==", (kind, ir.Constant((number,))))
        effects = (deeds.If(test, (put(number),), effects),)
    return effects


def if_anybody(
    owner: ir.Expression | None, effects: tuple[deeds.Effect, ...], elaborator: Elaborator
) -> Iterator[deeds.Effect]:
    """Effects that bring pieces of a player: none come where play decides that there is no such player."""
    if owner is None or isinstance(owner, ir.Constant) or not may_be_none(owner, PLAYER, elaborator):
        yield from effects
    else:
        yield deeds.If(ir.Operation("!=", (owner, none_of(PLAYER, elaborator))), effects, ())


def apart(span: Span, elaborator: Elaborator) -> None:
    """Report what would change piles at once."""
    if elaborator.declared.stacks > 1:
        elaborator.wrong("HG527", "piles change one after another, not at once", span,
                         help="leave out `together`, and write the changes in their order")  # fmt: skip


def exchange(statement: tree.Exchange, elaborator: Elaborator) -> Iterator[deeds.Effect]:
    """Give the effects of `exchange CELL, CELL`: what stands on each travels to the other."""
    apart(statement.span, elaborator)
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
