"""Decisions that can never be made or are given twice, and turns in which nothing may be possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Span
from ...play.game import Game
from ...rules import deeds, ir, program, walk
from ...rules.traits import Change
from ...source.syntax import tree
from ..reasoning.reach import Reach
from .names import names_in, uses_of
from .options import never_with_options


def decisions_of(point: program.Point) -> list[program.Decision]:
    """The decisions of all tiers of a choice."""
    return [decision for tier in point.tiers for decision in tier]


# Never made


def idle_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of decisions that can never be made, and of parts of the script that play never reaches."""
    found = list(_never_made(reach))
    yield from found or _never_reached(reach)


def _never_made(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of decisions that are offered but never possible."""
    made = {decision.span for decision in reach.made}
    for point in reach.points():
        for decision in point.never:
            where = _written(decision, reach.game)
            if where is not None and decision.span not in made and never_with_options(where, True, reach.game):
                yield Diagnostic("HG914", "this decision can never be made: no options allow it", where.span,
                                 help="leave the decision out, or let some option allow it")  # fmt: skip
        for decision in reach.offered(point):
            if decision.span not in made:
                place = decision.where_span or [decision.span, *decision.spans][-1]
                why, advice = _why_never(decision, reach)
                yield Diagnostic("HG914", f"this decision can never be made: {why}", place, help=advice)


def _why_never(decision: program.Decision, reach: Reach) -> tuple[str, str]:
    """Why a decision is never possible, and what to do about it."""
    if isinstance(decision.what, program.Move):
        rules, kind = reach.rules, decision.what.kind
        if not any(reach.store.contents[rules.content(owner, kind)] for owner in range(len(rules.players) + 1)):
            piece, player = rules.pieces[kind].name, rules.players[0]
            advice = f"add one that does: may place {piece} on …, or: setup {{ … becomes {piece} of {player} }}"
            return f"no rule ever puts a {piece} on the board", advice
    return "no position allows it", "leave it out, or offer another decision to begin with"


def _written(decision: program.Decision, game: Game) -> tree.Expression | None:
    """The `where` of a decision as it is written."""
    return next((node.condition for node in game.tree.below if isinstance(node, tree.Limit)
                 and node.condition.span == decision.where_span), None)  # fmt: skip


def _never_reached(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of what the script never reaches, unless other options may lead there."""
    points = reach.points()
    come_to = {each.span for point in points for each in (*point.never, *decisions_of(point))}
    options = {option.name for option in reach.game.settings.options}
    uses = uses_of(reach.game.tree)
    for offer, headers in _offers(reach.game.tree, ()):
        spoken_of = {name for header in headers for name in names_in(header)}
        if offer.decision.span not in come_to and not uses.reached_from(*spoken_of) & options:
            yield Diagnostic("HG915", "play never gets here: this decision can never be made", offer.decision.span,
                             help="leave it out, or check what comes before it")  # fmt: skip
    script = next(item for item in reach.game.tree.items if isinstance(item, tree.Turn | tree.Round))
    if not _is_over(reach):
        word = type(script).__name__.lower()
        head = Span(script.span.source, script.span.start, script.span.start + len(word))
        yield Diagnostic("HG915", f"this {word} never ends", head,
                         help="let some decision end it, without `again`")  # fmt: skip


def _offers(
    node: tree.Node, headers: tuple[tree.Node, ...]
) -> Iterator[tuple[tree.Offer, tuple[tree.Node, ...]]]:  # fmt: skip
    """The decisions that scripts offer, each with the conditions and loops around it."""
    match node:
        case tree.Offer():
            yield node, headers
            return
        case tree.Branch():
            headers = (*headers, node.test)
        case tree.Each():
            headers = (*headers, *(binder.domain for binder in node.binders), *filter(None, [node.where]))
        case tree.Repeat() | tree.UpTo():
            test = node.test if isinstance(node, tree.Repeat) else None
            headers = (*headers, node.times, *filter(None, [test]))
        case _:
            pass  # it is neither a condition nor a loop
    for child in node.children:
        yield from _offers(child, headers)


def _is_over(reach: Reach) -> bool:
    """Whether a turn or a round can end; only `again` can prevent it."""
    instructions = reach.rules.script.instructions
    ends = any(isinstance(instructions[number], program.End) for number in reach.instructions)
    return ends or not any(deeds.Again() in walk.everything(decision.effects) for decision in reach.made)


def branch_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of branches that no choice of options allows."""
    for node in game.tree.below:
        if not isinstance(node, tree.Branch):
            continue
        if never_with_options(node.test, True, game):
            yield Diagnostic("HG915", "this condition is never true: the block never runs", node.test.span,
                             help="leave it out")  # fmt: skip
        elif node.other is not None and never_with_options(node.test, False, game):
            yield Diagnostic("HG915", "this condition is always true: the `else` block never runs", node.test.span,
                             help="leave the `else` out")  # fmt: skip


def later_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of an `otherwise` after something that is always possible."""
    for point in reach.points():
        always = reach.always(point)
        for decision in (each for tier in point.tiers[always[0] + 1 :] for each in tier) if always else ():
            yield Diagnostic("HG915", "this is never offered: an earlier alternative is always possible",
                             decision.span, related=((always[1].span, "always possible"),) if always else (),
                             help="remove one of them, or restrict the first: where …")  # fmt: skip


# Made without effect on the board


def idle_block_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of a block that replaces the usual effect of `place` or `move` and changes nothing on the board."""
    blocks = {node.span: node for node in game.tree.below if isinstance(node, tree.Place | tree.Move)}
    for decision in game.rules.decisions:
        written = blocks.get(decision.span)
        what = decision.what
        if not isinstance(what, program.Place | program.Move) or written is None or written.effect is None:
            continue
        if _matters(decision):
            continue
        piece = game.rules.pieces[what.kind].name
        head = Span(written.span.source, written.span.start, written.effect.span.start)
        head = Span(head.source, head.start, head.start + len(head.text.rstrip()))
        idle = f"puts no {piece} on the board" if isinstance(what, program.Place) else f"moves no {piece}"
        yield Diagnostic("HG935", f"this {idle}: the block says what happens instead", head,
                         help=_advice(written, piece))  # fmt: skip


def _matters(decision: program.Decision) -> bool:
    """Whether a decision changes the board, or keeps in mind which cell was chosen, or is made again; one that places
    and only takes pieces off forgot its own."""
    changes = [node.traits.changes for node in walk.everything(decision.effects) if node.traits.changes]
    if isinstance(decision.what, program.Place) and changes and all(each == Change.REMOVES for each in changes):
        return False
    for node in walk.everything(decision.effects):
        match node:
            case deeds.SetMarks(cells=chosen) | deeds.SetVariable(value=ir.Bound() as chosen):
                if any(isinstance(each, ir.Bound) for each in walk.everything(chosen)):
                    return True
            case _ if node.traits.changes_board or isinstance(node, deeds.Again):
                return True
            case _:
                pass
    return False


def _advice(written: tree.Place | tree.Move, piece: str) -> str:
    target = written.target
    if isinstance(written, tree.Move):
        return f"do that in the block too: name both cells, then write: s becomes empty  d becomes {piece}"
    if target.name is not None:
        return f"begin the block with: {target.name.id} becomes {piece}"
    return f"name the cell: place {piece} on c among {target.cells.span.text} {{ c becomes {piece} … }}"


# Twice


def twice_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of an alternative that is given twice in one choice, and of an ending given twice."""
    for block in (node for node in game.tree.below if isinstance(node, tree.Block)):
        yield from _twice(_choices(block), "the same decision twice in one choice")
    eliminating = len(game.players) > 2
    endings = [item for item in game.tree.items if isinstance(item, tree.Ending)]
    asked: dict[object, tree.Ending] = {}
    for second in (item for item in endings if not (eliminating and item.result == "lose")):
        first = asked.setdefault((second.player, second.timing, second.condition), second)
        if first is not second:
            yield Diagnostic("HG916", "an earlier ending has the same condition: the game never ends here",
                             second.condition.span, "repeated here",
                             ((first.condition.span, "first used here"),), help="leave one of them out")  # fmt: skip


def _choices(block: tree.Block) -> list[list[tree.Offer]]:
    """The offers of a block that are alternatives of each other."""
    runs: list[list[tree.Offer]] = [[]]
    for statement in block.statements:
        if isinstance(statement, tree.Offer) and statement.word:
            runs[-1].append(statement)
        else:
            runs.append([])
    return runs


def _twice(choices: Sequence[Sequence[tree.Offer]], message: str) -> Iterator[Diagnostic]:
    for choice in choices:
        offered: dict[tree.Decision, tree.Offer] = {}
        for other in choice:
            one = offered.setdefault(other.decision, other)
            if one is not other:
                yield Diagnostic("HG916", message, other.decision.span, "again here",
                                 ((one.decision.span, "first here"),), help="leave one of them out")  # fmt: skip
