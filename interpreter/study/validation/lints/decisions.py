"""Decisions that can never be made or are given twice, and turns in which nothing may be possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....board.board import Board
from ....diagnostics.diagnostic import Diagnostic
from ....diagnostics.text import Span
from ....play.game import Game
from ....rules import deeds, ir, program, walk
from ....source.syntax import tree
from . import cases
from .extents import ALWAYS
from .names import names_in, uses_of
from .options import never_with_options
from .reach import Reach


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
                place = decision.where_span or decision.target_span or decision.span
                yield Diagnostic("HG914", "this decision can never be made: no position allows it", place,
                                 help="leave it out, or offer another decision to begin with")  # fmt: skip


def _written(decision: program.Decision, game: Game) -> tree.Expression | None:
    """The `where` of a decision as it is written."""
    return next((node.where for node in game.tree.below if isinstance(node, tree.Filters)
                 and node.where is not None and node.where.span == decision.where_span), None)  # fmt: skip


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
        if written is None or written.effect is None or _matters(decision):
            continue
        piece, word = game.rules.pieces[decision.kind].name, decision.word
        head = Span(written.span.source, written.span.start, written.effect.span.start)
        head = Span(head.source, head.start, head.start + len(head.text.rstrip()))
        what = f"this puts no {piece} on the board" if word == "place" else f"this moves no {piece}"
        yield Diagnostic("HG935", f"{what}: the block says what happens instead", head, help=_advice(written, piece))


def _matters(decision: program.Decision) -> bool:
    """Whether a decision changes the board, or keeps in mind which cell was chosen, or is made again."""
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


# Nothing to do


def stuck_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of choices that may offer nothing although cells are empty: the game is then a draw."""
    script = reach.rules.script
    asks_stuck = any(ir.Stuck() in walk.everything(ending.condition) for ending in reach.rules.endings)
    reported: set[Span] = set()
    for number in sorted(reach.instructions):
        rest = script.instructions[number]
        if not isinstance(rest, program.Rest) or number < script.start or (asks_stuck and number == script.start):
            continue
        is_tried = number > 0 and isinstance(script.instructions[number - 1], program.Possible)
        point = reach.rules.points[rest.point]
        if is_tried or point.way != program.CHOICE or _is_sure(point, reach):
            continue
        if _is_covered(number, point, reach) or _is_foreseen(number, point, reach):
            continue
        span = _restriction(point, reach.game.board)
        if span not in reported:
            reported.add(span)
            yield Diagnostic(
                "HG918", "a player may have no move here: the game is then a draw, `no move`", span,
                "because of this", help="offer something else then, such as: otherwise pass"
                + ("" if script.is_round or number != script.start else ", or: lose at start of turn when stuck"),
            )  # fmt: skip


def _is_covered(number: int, point: program.Point, reach: Reach) -> bool:
    """Whether the game is over, or the choice left out, where nothing is possible, as a condition says in so many
    words: that no cell is left for some decision."""
    script, nothing = reach.rules.script, [test for each in decisions_of(point) for test in _no_cell(each)]
    timings = ("", "start", "end") if number == script.start else ("",)
    ends = [each.condition for each in reach.rules.endings if each.player is None and each.timing in timings]
    before = script.instructions[number - 1] if number else None
    if isinstance(before, program.Test) and before.otherwise > number:
        ends.append(ir.Operation("not", (before.condition,)))
    return any(test in nothing for end in ends for test in _alternatives(end))


def _is_foreseen(number: int, point: program.Point, reach: Reach) -> bool:
    """Whether an earlier decision of the turn sees to a choice: it counts the pieces of which the choice takes any, or
    any but some, or looks for one that the choice may take."""
    script = reach.rules.script
    earlier = [each for rest in script.instructions[script.start : number] if isinstance(rest, program.Rest)
               for each in decisions_of(reach.rules.points[rest.point])]  # fmt: skip
    counted = {node.cells for each in earlier for node in walk.everything(each.where)
               if isinstance(node, ir.Count | ir.AtLeast)}  # fmt: skip
    sought = {node.cells for each in earlier for node in walk.everything((each.where, each.forbid))
              if isinstance(node, ir.Quantifier)}  # fmt: skip
    for each in decisions_of(point):
        taken = [cells for cells in (each.source, each.target) if cells is not None]
        enough = sought if each.where else counted
        if taken and not each.forbid and all(_left(cells) in enough for cells in taken):
            return True
    return False


def _left(cells: ir.CellSet) -> ir.CellSet:
    """A set without what is taken from it."""
    while isinstance(cells, ir.Combined) and cells.symbol == "-":
        cells = cells.left
    return cells


def _no_cell(decision: program.Decision) -> list[ir.Expression]:
    """The ways to say that a decision finds no cell."""
    cells, where = decision.target, decision.where
    if cells is None or decision.forbid is not None or decision.turn is not None or decision.source is not None:
        return []
    left = cells if where is None else ir.Filtered(ir.Bound(0), cells, where)
    some = ir.Quantifier(True, ir.Bound(0), cells, _TRUE if where is None else where)
    count, none, one = ir.Count(left), ir.Constant((0,)), ir.Constant((1,))
    is_none = [ir.Operation("==", (count, none)), ir.Operation("<", (count, one)), ir.Operation("<=", (count, none))]
    is_some: list[ir.Expression] = [ir.Operation(">", (count, none)), ir.Operation(">=", (count, one)), some]
    return [*is_none, *(ir.Operation("not", (each,)) for each in is_some)]


def _alternatives(condition: ir.Expression) -> Iterator[ir.Expression]:
    """The conditions of which each makes a condition true."""
    if isinstance(condition, ir.Operation) and condition.symbol == "or":
        for each in condition.operands:
            yield from _alternatives(each)
    else:
        yield condition


def _is_sure(point: program.Point, reach: Reach) -> bool:
    """Whether, after the first turns, some decision is possible as long as a cell is empty."""
    late = [bounds.later() for bounds in reach.asked]
    sure = [condition for decision in decisions_of(point) if (condition := _sure_if(decision, reach)) is not None]
    return any(condition == _TRUE for condition in sure) or (
        bool(sure) and cases.truth_for_all(ir.Operation("or", tuple(sure)), late) == ALWAYS
    )


_TRUE = ir.Constant((1,))


def _sure_if(decision: program.Decision, reach: Reach) -> ir.Expression | None:
    """The condition under which a decision is possible while a cell is empty; None where none is known."""
    if decision.forbid is not None or decision.word == "move":
        return None
    if decision.is_stop:
        return None if decision.alone is None else _TRUE
    if decision.target is not None and not holds_empty(decision.target, reach.game.board):
        return None
    where = decision.where or _TRUE
    if decision.target is not None and ir.Bound(0) in walk.everything(where):
        if not _fits_everywhere(decision, reach):
            return None
        where = _TRUE
    conditions = [where]
    if decision.turn is not None:
        conditions.append(ir.Operation("==", (ir.Counter("turn"), ir.Constant((decision.turn,)))))
    return conditions[0] if len(conditions) == 1 else ir.Operation("and", tuple(conditions))


def _fits_everywhere(decision: program.Decision, reach: Reach) -> bool:
    """Whether the `where` of a decision is true for every cell."""
    taking = [bounds for asked in reach.asked if (bounds := reach.taking(decision, asked))]
    return decision.where is not None and cases.truth_for_all(decision.where, taking) == ALWAYS


def holds_empty(cells: ir.CellSet, board: Board) -> bool | None:
    """Whether a set holds all empty cells, or none; None for perhaps some. Marks are taken to lie elsewhere."""
    match cells:
        case ir.Holding():
            return all(ir.EMPTY in held for held in cells.contents)
        case ir.Fixed():
            return True if all(len(each) == len(board.cells) for each in cells.cells) else None
        case ir.Marked():
            return False
        case ir.Combined(symbol):
            left, right = holds_empty(cells.left, board), holds_empty(cells.right, board)
            if symbol == "-":
                right, symbol = None if right is None else not right, "&"
            if symbol == "&":
                return False if False in (left, right) else None if None in (left, right) else True
            return True if True in (left, right) else None if None in (left, right) else False
        case _:
            return None


def _restriction(point: program.Point, board: Board) -> Span:
    """The words that may rule out every decision of a choice."""
    decisions = decisions_of(point)
    for decision in decisions:
        if decision.forbid is not None and decision.forbid_span is not None:
            return decision.forbid_span
        if decision.target is not None and holds_empty(decision.target, board) is not True and decision.target_span:
            return decision.target_span
        if decision.where_span is not None and ir.Bound(0) in walk.everything(decision.where):
            return decision.where_span
    return decisions[0].where_span or decisions[0].span
