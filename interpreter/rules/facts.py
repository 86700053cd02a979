"""What can be known of a game from its rules alone. Facts choose the fast forms; `hexgame inspect` prints them."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.board.board import Board
from interpreter.rules import ir


@dataclass(frozen=True)
class Facts:
    """Each fact with what it licenses."""

    stones_only_come: bool
    """No piece ever moves, changes or leaves: groups may be kept incrementally."""

    joined_goals: tuple[bool, ...]
    """For each goal, whether it may be watched where chains of own stones merge."""

    plain_placement: bool
    """Each tier offers placements on any empty cell and decisions without a cell: moves may be drawn directly."""

    stones_alone: bool
    """A placement is the only kind of decision."""

    ends_at_goals: bool
    """Every ending is judged after a decision and made of goals, or asks whether the board is full."""

    swap: bool
    turn_matters_until: int
    """The largest turn number the rules ask for; the count stops one beyond it. -1: it is asked for in other ways."""

    counts_passes: bool
    counts_turns: bool
    """Whether the rules ask for the passes in a row, or for a player's own turns."""

    always_finite: bool
    """Every decision but a bounded few fills a cell, so that play always ends."""


def facts_of(rules: ir.Rules, board: Board) -> Facts:
    """The facts of a game."""
    alternatives = [alternative for tier in rules.point.tiers for alternative in tier]
    nodes = list(ir.everything(rules))
    words = {alternative.word for alternative in alternatives}
    turns = [alternative.turn for alternative in alternatives if alternative.turn is not None]
    asks_turn = ir.Counter("turn") in nodes
    return Facts(
        stones_only_come=all(map(_comes_to_empty, alternatives)),
        joined_goals=tuple(_watchable(goal, rules, board) for goal in rules.goals),
        plain_placement=len(rules.point.tiers) == 1 and all(map(_is_plain, alternatives)),
        stones_alone=len(alternatives) == 1 and words == {"place"},
        ends_at_goals=all(_is_of_goals(ending.condition) and not ending.at_start_of_turn for ending in rules.endings),
        swap="swap" in words,
        turn_matters_until=-1 if asks_turn else max(turns, default=0),
        counts_passes=ir.Counter("passes") in nodes,
        counts_turns=any(isinstance(node, ir.PlayerCounter) for node in nodes),
        always_finite=all(
            _comes_to_empty(alternative) if alternative.word == "place" else alternative.turn is not None
            for alternative in alternatives
        ),
    )


def _is_of_goals(node: ir.Expression) -> bool:
    match node:
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup() | ir.Constant():
            return True
        case ir.Operation("and" | "or"):
            return all(map(_is_of_goals, node.operands))
    return node == ir.Operation("==", (ir.Count(_EMPTY), ir.Constant((0,))))


_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))


def _comes_to_empty(alternative: ir.Alternative) -> bool:
    return alternative.target is None or _within_empty(alternative.target)


def _within_empty(cells: ir.CellSet) -> bool:
    match cells:
        case ir.Holding():
            return cells == _EMPTY
        case ir.Combined("&"):
            return _within_empty(cells.left) or _within_empty(cells.right)
        case ir.Combined("-"):
            return _within_empty(cells.left)
        case ir.Combined():
            return _within_empty(cells.left) and _within_empty(cells.right)
    return False


OWN = -1
"""The owner of a set that is `own`, whoever is asked about."""


def owner_of(cells: ir.CellSet, rules: ir.Rules) -> int | None:
    """Whose stones, and all of them, a set holds: a player, `OWN`, or None where it is another set."""
    if not isinstance(cells, ir.Holding):
        return None
    stones = tuple(rules.contents_of(player) for player in range(len(rules.players)))
    if cells.contents == stones:
        return OWN
    return stones.index(cells.contents[0]) if len(cells.contents) == 1 and cells.contents[0] in stones else None


def _watchable(goal: ir.Goal, rules: ir.Rules, board: Board) -> bool:
    """Whether a goal can be watched where a player's chains merge: once reached, it stays so."""
    owner = owner_of(goal.cells, rules)
    match goal:
        case ir.Encloses():
            return False
        case ir.SomeGroup():
            return owner == OWN and not board.edges and only_grows(goal.body, goal.variable)
        case ir.Loop():
            return owner is not None
    return owner == OWN or (owner is not None and len(goal.regions) == 1)


def only_grows(node: ir.Expression, group: ir.GroupBound) -> bool:
    """Whether a property of a group can only come true as the group grows, and speaks of the regions it meets alone."""
    match node:
        case ir.Touches():
            return node.cells == group
        case ir.Operation("and" | "or"):
            return all(only_grows(operand, group) for operand in node.operands)
        case ir.Operation(">=" | ">", (left, ir.Constant())):
            return _number_grows(left, group)
        case ir.Operation("<=" | "<", (ir.Constant(), right)):
            return _number_grows(right, group)
    return False


def _number_grows(node: ir.Expression, group: ir.GroupBound) -> bool:
    match node:
        case ir.HowMany():
            return all(only_grows(test, group) for test in node.tests)
        case ir.Count(ir.Combined("&", left, right)):
            return {type(left), type(right)} == {ir.GroupBound, ir.Fixed} and group in (left, right)
    return False


def _is_plain(alternative: ir.Alternative) -> bool:
    if alternative.target is None:
        return True
    return alternative.target == _EMPTY and alternative.where is None and alternative.turn is None
