"""Pieces: whose they are, whether they ever lie on one another, how they look, and who sees them."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...rules import deeds, ir, program, walk
from ...rules.layers import CONTENTS
from ...rules.spellings import Form
from ...source.syntax import tree
from ..reasoning.reach import THERE, Reach
from .conditions import endings


def piece_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of pieces that nobody ever has, sees, or can tell apart, and of piles that never grow."""
    for check in (_missing, _owned, _piled, _seen, _looks):
        yield from check(reach)


# Whose they are


def _missing(reach: Reach) -> Iterator[Diagnostic]:
    """Warn where rules ask for stones, which no sheet declares, and none ever comes; `names` tells it of declared
    pieces, and a decision that places and puts nothing down is told by itself."""
    rules = reach.rules
    inside = walk.everything((rules.points, rules.script))
    is_declared = any(isinstance(item, tree.Pieces) for item in reach.game.tree.items)
    is_placed = any(isinstance(each.what, program.Place) for each in rules.decisions)
    is_brought = any(isinstance(node, deeds.Becomes | deeds.Gains) and node.owner is not None for node in inside)
    if is_declared or is_placed or is_brought:
        return
    asking: list[tuple[object, Span]] = [(each, each.span) for each in rules.decisions]
    asking += [(each.condition, words.condition.span) for words, each in endings(reach)]
    span = next((span for part, span in asking if any(map(_is_of_pieces, walk.everything(part)))), None)
    if span is not None:
        yield Diagnostic("HG913", "no rule ever puts a stone on the board", span,
                         help="add one that does: place stone on …")  # fmt: skip


def _is_of_pieces(node: object) -> bool:
    """Whether it is a set of the cells with some pieces."""
    return isinstance(node, ir.Holding) and all(each and ir.EMPTY not in each for each in node.contents)


def _owned(reach: Reach) -> Iterator[Diagnostic]:
    """Warn where rules ask for the pieces of the player who decides, and nobody ever gets one of their own."""
    rules, neutral = reach.rules, len(reach.rules.players)
    brought = [each for each in walk.everything((rules.points, rules.script)) if isinstance(each, deeds.Deed)]
    owners = [owner for each in brought for owner in getattr(each, "brings", None) or ()]
    decision = next((each for each in reach.rules.decisions if isinstance(each.what, program.Place)), None)
    if not owners or decision is None:
        return
    ranges = [(bounds.own, bounds.value(owner)) for owner in owners for bounds in reach.asked]
    if any(low <= own <= high for own, (low, high) in ranges):
        return
    if all(low >= neutral for _, (low, _) in ranges):
        asked = (node for ending in rules.endings for node in walk.everything(ending.condition))
        if any(isinstance(node, _ASKING) and _is_own(node.cells, reach) for node in asked):
            yield Diagnostic("HG913", "no player ever has a piece: everything that comes to the board is neutral",
                             decision.span, help="leave `of neutral` out, or ask for `neutral`")  # fmt: skip
    else:
        yield Diagnostic("HG913", "players put only pieces of the enemy on the board, never their own", decision.span,
                         help="leave the owner out: place stone on …")  # fmt: skip


_ASKING = ir.Connects | ir.SomeGroup | ir.Count | ir.AtLeast
"""What endings ask of a set."""


def _is_own(node: ir.CellSet, reach: Reach) -> bool:
    if not isinstance(node, ir.Holding) or node.of is not None:
        return False
    return all(bounds.mine(node.contents) & reach.rules.contents_of(bounds.own) for bounds in reach.asked)


def _piled(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of `stacks` where all pieces come to empty cells."""
    item = next((item for item in reach.game.tree.items if isinstance(item, tree.Stacks)), None)
    if item is None or reach.rules.stacks < 2:
        return
    usual = 0
    for decision in reach.rules.decisions:
        sets = decision.what.sets
        is_plain = isinstance(decision.what, program.Place | program.Move) and len(decision.effects) == 1
        onto_empty = bool(sets) and all(
            bounds.algebra().within(sets[-1], ir.Holding((frozenset({ir.EMPTY}),))) for bounds in reach.asked
        )
        usual += sum(_comes(each, decision) for each in decision.effects) if is_plain and onto_empty else 0
    piling = deeds.Gains | deeds.Travel
    if sum(isinstance(each, piling) for each in walk.everything((reach.rules.points, reach.rules.script))) == usual:
        yield Diagnostic("HG912", "pieces are never stacked: they come only to empty cells", item.span,
                         help="leave out `stacks`, or let pieces come to occupied cells")  # fmt: skip


def _comes(effect: deeds.Effect, decision: program.Decision) -> bool:
    """Whether an effect brings a piece to the last cell that a decision takes, and does nothing else."""
    match effect:
        case deeds.Gains(cells, _, _):
            return cells == ir.Single(ir.Bound(len(decision.what.sets) - 1))
        case deeds.Travel(_, target, _):
            return target == THERE
        case _:
            return False


# Who sees them


def _seen(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of `sees` that hides nothing, or hides players' own pieces from them."""
    written = [item for item in reach.game.tree.items if isinstance(item, tree.Sees) and item.name is None]
    sight = next((sight for sight in reach.rules.sees if sight.bit == CONTENTS), None)
    if sight is None or len(written) != 1:
        return
    everything = ir.Holding((frozenset(range(reach.rules.content_count)),))
    if all(bounds.algebra().within(everything, sight.cells) for bounds in reach.asked):
        yield Diagnostic("HG943", "this hides nothing: everyone sees all cells without it", written[0].span,
                         help="leave it out, or say what is seen: sees empty | own")  # fmt: skip
    own = [ir.Holding((reach.rules.contents_of(bounds.own),)) for bounds in reach.asked]
    if all(bounds.algebra().apart(each, sight.cells) for each, bounds in zip(own, reach.asked, strict=True)):
        yield Diagnostic("HG941", "players do not see their own pieces", written[0].cells.span,
                         help="add them: sees own | …")  # fmt: skip


# How they look


def _looks(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of pieces that `look` draws alike, or does not draw, though players have them."""
    rules, items = reach.rules, [item for item in reach.game.tree.items if isinstance(item, tree.Look)]
    guises = {guise.thing.id: guise for item in items for guise in item.items if isinstance(guise.thing, tree.Name)}
    drawn: dict[object, tuple[int, int]] = {}
    told: set[str] = set()
    for owner in range(len(rules.players)) if guises else ():
        for kind, piece in enumerate(rules.pieces):
            form, guise = rules.looks.piece(owner, kind), guises.get(piece.name)
            if guise is None or not reach.store.contents[rules.content(owner, kind)] or piece.name in told:
                continue
            other_owner, other = drawn.setdefault(_appearance(form, owner, kind), (owner, kind))
            message = ""
            if form.shape == "nothing":
                message = f"`{piece.name}` is invisible: it is drawn as nothing"
            elif other != kind and other_owner == owner:
                message = f"`{piece.name}` looks the same as `{rules.pieces[other].name}`"
            elif (other_owner, other) != (owner, kind):
                message = f"`{piece.name}` looks the same whoever has it: players cannot tell their pieces apart"
            if message:
                told.add(piece.name)
                yield Diagnostic("HG941", message, guise.span, help="give it another form, or another colour")


def _appearance(form: Form, owner: int, kind: int) -> object:
    """What is seen of a piece: its form and its colour, with its words where letters show them."""
    words = form.words if form.shape == "letter" else ""
    own_kind = kind if form.shape in ("", "letter", "bar") else -1
    return form.shape, own_kind, words, form.tracks, form.colour or owner
