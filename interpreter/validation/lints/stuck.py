"""Turns in which nothing can be possible: the rules leave it open, and play that was followed comes to it."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import Board
from ...diagnostics.diagnostic import Diagnostic, listed
from ...diagnostics.text import Span
from ...play.game import Game
from ...rules import ir, program, walk
from ...source.syntax import tree
from ..reasoning import cases
from ..reasoning.extents import ALWAYS
from ..reasoning.reach import Reach
from ..reasoning.walks import walk_of
from .decisions import decisions_of
from .written.operands import operands_of

STUCK = "HG918"
"""The code of a turn without a move."""

REFUTED = ("no-draws", "always-a-move")
"""The claims that are false where a player can be without a move."""


def stuck_warnings(reach: Reach) -> Iterator[Diagnostic]:
    """Warn of choices that can offer nothing although cells are empty: the game is then a draw."""
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
        if _is_foreseen(number, point, reach) or rest.point not in walk_of(reach.game).stuck:
            continue
        span = _restriction(point, reach.game.board)
        if span not in reported:
            reported.add(span)
            yield Diagnostic(
                STUCK, "a player can be without a move here: the game is then a draw, `no move`", span,
                "because of this", help="offer something else then, such as: otherwise pass"
                + ("" if script.is_round or number != script.start else ", or: lose at start of turn when stuck"),
            )  # fmt: skip


def stuck_winner_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of endings by which a player with a name wins for being stuck: they are tested on this player's turns."""
    for item in game.tree.items:
        if not isinstance(item, tree.Ending) or (item.result, item.timing) != ("win", "start") or item.player is None:
            continue
        asked, winner = [*operands_of(item.condition, "and")], item.player.id
        stuck = next((each for each in asked if each == tree.Name("stuck", span=each.span)), None)
        if stuck is not None and not any(_is_own_turn(each, winner) for each in asked):
            others = " or ".join(player for player in game.players if player != winner)
            yield Diagnostic("HG938", f"{winner} wins here when {winner} can do nothing", stuck.span,
                             help=f"for the other's turn: lose for {others} at start of turn when …; "
                                  f"if this is meant, say so: own == {winner} and stuck")  # fmt: skip


def _is_own_turn(condition: tree.Expression, player: str) -> bool:
    """Whether a condition is `own == PLAYER`: an ending for this player says so only to be explicit."""
    match condition:
        case tree.Binary(tree.Name(one), tree.Operator("=="), tree.Name(other)):
            return {one, other} == {"own", player}
        case _:
            return False


def failing(game: Game) -> str:
    """Return what follows for what the file claims where a player can be without a move."""
    made = [each.text for item in game.tree.items if isinstance(item, tree.Claims) for each in item.claims]
    false = [f"`{each}`" for each in REFUTED if each in made]
    if not false:
        return ""
    return f"; so the claim{'s' * (len(false) > 1)} {listed(false, 'and')} fail{'s' * (len(false) < 2)}"


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
        taken, enough = each.what.sets, sought if each.where else counted
        if taken and not each.forbid and all(_left(cells) in enough for cells in taken):
            return True
    return False


def _left(cells: ir.CellSet) -> ir.CellSet:
    """A set without what is taken from it."""
    while isinstance(cells, ir.Combined) and cells.symbol == "-":
        cells = cells.left
    return cells


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
    where = decision.where or _TRUE
    if decision.forbid is not None:
        return None
    match decision.what:
        case program.Move():
            return None
        case program.Stop(alone):
            return None if alone is None else _TRUE
        case program.Place(target=target):
            if not holds_empty(target, reach.game.board):
                return None
            if ir.Bound(0) in walk.everything(where):
                if not _fits_everywhere(decision, reach):
                    return None
                where = _TRUE
        case _:
            pass  # it takes no cell
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
        if decision.spans and holds_empty(decision.what.sets[-1], board) is not True:
            return decision.spans[-1]
        if decision.where_span is not None and ir.Bound(0) in walk.everything(decision.where):
            return decision.where_span
    return decisions[0].where_span or decisions[0].span
