"""Decisions and effects that come to nothing: what is offered already, what stays where it is, sets without a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...rules import deeds, ir, program, walk
from ...source.syntax import tree
from ..reasoning.bounds import Bounds
from ..reasoning.extents import Domain
from ..reasoning.reach import HERE, THERE, Reach
from .decisions import decisions_of


def move_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of decisions that come to nothing, or that another decision of the same choice offers already."""
    for point in reach.points():
        for tier in point.tiers:
            yield from _covered(tier, reach)
        for decision in decisions_of(point):
            yield from _staying(decision, reach)
            yield from _jumping(decision, reach)
            yield from _of_little(decision, reach)


def _covered(tier: tuple[program.Decision, ...], reach: Reach) -> Iterator[Diagnostic]:
    """Warn of places that an earlier decision of a choice offers under no condition."""
    for number, decision in enumerate(tier):
        for first in tier[:number]:
            one, other = first.what, decision.what
            if not isinstance(one, program.Place) or not isinstance(other, program.Place) or one == other:
                continue
            is_alike = (one.kind, one.owner, first.effects) == (other.kind, other.owner, decision.effects)
            if is_alike and first.is_free and _is_within(other.target, one.target, reach):
                yield Diagnostic("HG916", "an earlier decision of this choice offers all of this already",
                                 decision.span, "again here", ((first.span, "first here"),),
                                 help="leave one of them out, or restrict the first: where …")  # fmt: skip
                break


def _is_within(one: ir.CellSet, other: ir.CellSet, reach: Reach) -> bool:
    return all(bounds.algebra().within(one, other) for bounds in reach.asked)


def _staying(decision: program.Decision, reach: Reach) -> Iterator[Diagnostic]:
    """Warn of moves to where the piece stands, and of blocks that leave it there."""
    if not isinstance(decision.what, program.Move):
        return
    span = decision.spans[-1] if decision.spans else decision.span
    if _is_within(decision.what.target, ir.Single(HERE), reach):
        yield Diagnostic("HG942", "the piece stays where it is: this is the cell that it comes from", span,
                         help="name other cells, such as: adjacent(s) & empty")  # fmt: skip
        return
    changing = [each for each in walk.everything(decision.effects) if each.traits.changes_board]
    puts = deeds.Becomes(ir.Single(THERE), decision.what.kind, program.OWN)
    if changing == [puts] and puts in decision.effects and reach.rules.stacks == 1:
        yield Diagnostic("HG942", "the piece stays where it was, too: the block puts another on the chosen cell", span,
                         help="empty the first cell in the block: s becomes empty")  # fmt: skip


def _jumping(decision: program.Decision, reach: Reach) -> Iterator[Diagnostic]:
    """Warn of moves to the neighbours of all pieces that could move, whichever of them moves."""
    what = decision.what
    if not isinstance(what, program.Move) or HERE in walk.everything((what.target, decision.where, decision.forbid)):
        return
    near = [each.cells for each in walk.everything(what.target) if isinstance(each, ir.Near)]
    movable = [ir.Combined("&", cells, what.source) for cells in near if not _speaks_of_names(cells)]
    if any(bounds.extent(cells).may for cells in movable for bounds in reach.asked):
        yield Diagnostic("HG946", "the piece can jump: these cells are next to any piece, not to the one that moves",
                         decision.spans[-1] if decision.spans else decision.span,
                         help=f"name its cell: {_next_to_it(decision.span, reach)}")  # fmt: skip


def _speaks_of_names(cells: ir.CellSet) -> bool:
    return any(isinstance(each, ir.Bound) for each in walk.everything(cells))


def _next_to_it(span: Span, reach: Reach) -> str:
    """The move as it is written, with a name for its cell, and the neighbours of that cell."""
    move = next(node for node in reach.game.tree.below if isinstance(node, tree.Move) and node.span == span)
    (source, target), name = (move.source, move.target), move.source.name.id if move.source.name else "s"
    calls = [
        node for node in (target.cells, *target.cells.below) if isinstance(node, tree.Call) and len(node.plain) == 1
    ]
    near = next((call.plain[0].span for call in calls if call.function.id == "adjacent"), None)
    cells, start = target.cells.span.text, target.cells.span.start
    to = (
        f"adjacent({name}) & empty"
        if near is None
        else f"{cells[: near.start - start]}{name}{cells[near.end - start :]}"
    )
    chosen = f"{target.name.id} among " if target.name else ""
    return f"from {name} among {source.cells.span.text} to {chosen}{to}"


def _of_little(decision: program.Decision, reach: Reach) -> Iterator[Diagnostic]:
    """Warn of a choice from one element."""
    match decision.what:
        case program.Choose(_, kind, among, values) if len(values) == 1 and among is None:
            yield Diagnostic("HG935", f"there is only one {kind} to choose", decision.span,
                             help="offer more, or leave the choice out")  # fmt: skip
        case _:
            pass


def early_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of a swap before anything has happened."""
    for decision in reach.rules.decisions if not reach.rules.script.start else ():
        if isinstance(decision.what, program.Swap) and decision.turn == 1:
            yield Diagnostic("HG935", "on turn 1 there is nothing to take over: nobody has decided yet", decision.span,
                             help="such as: may swap on turn 2")  # fmt: skip


# Effects on no cell


def nothing_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of effects on sets that never have a cell: those of decisions, and those between them."""
    found: dict[Span, bool] = {}
    for instruction in (reach.rules.script.instructions[number] for number in sorted(reach.instructions)):
        if isinstance(instruction, program.Do):
            for bounds in reach.asked:
                _note_all(instruction.effects, bounds, found, reach)
    for decision in reach.made:
        for bounds in (inside for asked in reach.asked if (inside := reach.taken(decision, asked))):
            _note_all(decision.effects, bounds, found, reach)
    for span in sorted((span for span, is_idle in found.items() if is_idle), key=lambda span: span.start):
        yield Diagnostic("HG942", "this changes nothing: no cell is ever in its set", span,
                         help="name other cells, or leave it out")  # fmt: skip


def _note_all(effects: Iterable[deeds.Effect], bounds: Bounds, found: dict[Span, bool], reach: Reach) -> None:
    """Note the places of effects, and whether all that are written there are on no cell."""
    for effect in effects:
        match effect:
            case deeds.Becomes(cells=cells) | deeds.Gains(cells=cells) | deeds.Loses(cells=cells):
                _note(effect, not bounds.extent(cells).may, found, reach)
            case deeds.ForCells(name, among, body) | deeds.ForGroups(name, among, body):
                may = bounds.extent(among).may
                _note(effect, not may, found, reach)
                inside = bounds.naming(name, Domain.of_cells(may)) if may and isinstance(name, ir.Bound) else bounds
                _note_all(body if may else (), inside, found, reach)
            case deeds.If(_, then, other):
                _note_all((*then, *other), bounds, found, reach)
            case deeds.AtOnce(body):
                _note_all(body, bounds, found, reach)
            case _:
                pass


def _note(effect: deeds.Effect, is_idle: bool, found: dict[Span, bool], reach: Reach) -> None:
    known = reach.rules.written.get(id(effect))
    if known is not None:
        found[known[1]] = found.get(known[1], True) and is_idle


# Endings that wait for what never comes


def stuck_never_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of endings that ask whether a player is `stuck` where every turn begins with what is always possible."""
    script = reach.rules.script
    first = script.instructions[script.start] if script.start < len(script.instructions) else None
    always = reach.always(reach.rules.points[first.point]) if isinstance(first, program.Rest) else None
    if always is None or always[1].turn is not None:
        return
    for item in (item for item in reach.game.tree.items if isinstance(item, tree.Ending)):
        for node in item.condition.below:
            if isinstance(node, tree.Name) and node.id == "stuck" and node.span.source is reach.game.sources[0]:
                yield Diagnostic("HG910", "`stuck` is never true: there is always something to decide", node.span, "",
                                 ((always[1].span, "always possible"),),
                                 help="leave the ending out, or the decision")  # fmt: skip
