"""What can be known of a game from its rules alone. Facts choose the fast forms; `hexgame inspect` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...board.board import Board
from ...board.rings import is_flat
from .. import ir, program
from ..program import Rules
from .masks import GROUP, WORD, is_told, masks_of, only_grows


@dataclass(frozen=True)
class Facts:
    """Each fact with what it licenses."""

    stones_only_come: bool
    """No piece ever moves, changes or leaves: groups may be kept incrementally."""

    joined_goals: tuple[bool, ...]
    """For each goal, whether it may be watched where chains of own stones merge."""

    lasting_goals: tuple[bool, ...]
    """For each goal, whether it can only be lost, by a stone in the way: the path that shows it may be kept."""

    mendable: bool
    """Goals without labels and rings may be watched, and stones may leave: chains may be built again when asked."""

    plain_placement: bool
    """Each tier offers placements on any empty cell and decisions without a cell: moves may be drawn directly."""

    stones_or_pass: bool
    """A turn is one stone on an empty cell or, where none can be put, a pass; what else there is has its turn."""

    ends_at_goals: bool
    """Every ending is judged after a decision and made of goals, or asks whether the board is full or whether there
    were passes: a stone that reaches no goal ends nothing before the board is full."""

    decided_by_filling: bool
    """Two players put down stones in turn until a goal is reached that is never lost again: where exactly one of them
    has won every full board, a random filling tells who wins a random game."""

    forbids: bool
    """Some decisions are judged by what they lead to."""

    board_forbids: bool
    """Each of them puts a stone, and asks after it only what stands where."""

    told_forbids: bool
    """What is asked is about the stone's group, and can be told from the groups that it joins."""

    swap: bool
    turn_matters_until: int
    """The largest turn number the rules ask for; the count stops one beyond it. -1: it is asked for in other ways."""

    counts_passes: bool
    counts_turns: bool
    counts_quiet: bool
    """Whether the rules ask for the passes in a row, for a player's own turns, for turns that changed nothing."""

    knows_last: bool
    remembers: bool
    """Whether the rules ask for the last stone, or whether a position repeats."""

    eliminates: bool
    """Whether who loses is out, and the others play on."""

    always_finite: bool
    """Every decision but a bounded few fills a cell, so that play always ends."""


def facts_of(rules: Rules, board: Board) -> Facts:
    """The facts of a game."""
    decisions = rules.decisions
    nodes = set(ir.everything(rules))
    turns = [decision.turn for decision in decisions if decision.turn is not None]
    only_come = all(map(_comes_to_empty, decisions)) and not any(_changes_board(rules))
    fits = mask_bits(rules) <= WORD
    joined = tuple(fits and _watchable(goal, rules, board) for goal in rules.goals)
    few = sum(map(_only_lost, rules.goals)) * len(rules.players) < 32
    forbidding = [decision for decision in decisions if decision.forbid is not None]
    one_choice = len(rules.points) == 1 and len(rules.points[0].tiers) == 1
    at_goals = all(_is_of_goals(ending.condition) and not ending.at_start_of_turn for ending in rules.endings)
    return Facts(
        stones_only_come=only_come,
        joined_goals=joined,
        mendable=not only_come
        and any(joined)
        and rules.seams == 0
        and not any(isinstance(goal, ir.Encloses) for goal in rules.goals),
        lasting_goals=tuple(only_come and few and _only_lost(goal) for goal in rules.goals),
        plain_placement=one_choice
        and sum(decision.word == "place" for decision in decisions) == 1
        and all(map(_is_plain, decisions)),
        stones_or_pass=_are_stones_or_pass(rules),
        ends_at_goals=at_goals,
        decided_by_filling=only_come
        and len(decisions) == 1
        and not forbidding
        and _are_stones_or_pass(rules)
        and at_goals
        and all(joined)
        and len(rules.players) == 2
        and all(ending.result == "win" or ending.condition == FULL for ending in rules.endings),
        forbids=bool(forbidding),
        board_forbids=only_come and all(map(_asks_the_board, forbidding)),
        told_forbids=bool(forbidding)
        and fits
        and only_come
        and not board.edges
        and not _has_neutral(rules)
        and all(_is_told_forbid(decision, rules) for decision in forbidding),
        swap=program.Exchange() in nodes,
        turn_matters_until=-1 if ir.Counter("turn") in nodes else max(turns, default=0),
        counts_passes=ir.Counter("passes") in nodes,
        counts_turns=any(isinstance(node, ir.PlayerCounter) for node in nodes),
        counts_quiet=ir.Counter("quiet") in nodes,
        knows_last=ir.Counter("last") in nodes,
        remembers=ir.Repeats() in nodes,
        eliminates=len(rules.players) > 2 and any(ending.result == "lose" for ending in rules.endings),
        always_finite=only_come
        and all(decision.word in ("place", "random") or decision.turn is not None for decision in decisions),
    )


def mask_bits(rules: Rules) -> int:
    """How many bits tell which regions a chain meets, and at which labels."""
    return len(masks_of(rules).sets) << rules.seams


def _is_told_forbid(decision: program.Decision, rules: Rules) -> bool:
    """Whether what a decision leads to can be told from the bits of the groups that its stone joins."""
    forbid, target = decision.forbid, decision.target
    if forbid is None or target is None or not decision.is_plain or not within_empty(target):
        return False
    return is_told(forbid, GROUP) and not (rules.seams and _asks_arcs(forbid))


def _asks_the_board(decision: program.Decision) -> bool:
    """Whether what a decision is forbidden for is seen on the board with its stone, whatever else is kept."""
    kept = ir.Counter | ir.PlayerCounter | ir.Repeats | ir.Stuck
    asked = (each for each in ir.everything(decision.forbid) if isinstance(each, kept))
    return decision.is_plain and all(each == program.OWN for each in asked)


def _asks_arcs(node: ir.Expression) -> bool:
    return any(isinstance(each, ir.ArcLength) for each in ir.everything(node))


def _are_stones_or_pass(rules: Rules) -> bool:
    """Whether a turn is one stone on any empty cell but those forbidden, or if there is none, at most a pass; but for
    decisions that are offered on one turn only."""
    if len(rules.points) != 1 or not _is_plain_turn(rules):
        return False
    first, *others = rules.points[0].tiers
    stones = [decision for decision in first if decision.turn is None]
    return (
        len(stones) == 1
        and stones[0].is_plain
        and (stones[0].target, stones[0].where) == (_EMPTY, None)
        and all(decision.word in ("swap", "pass") for decision in first if decision.turn is not None)
        and len(others) <= 1
        and all(len(tier) == 1 and _is_bare_pass(tier[0]) for tier in others)
    )


def _is_bare_pass(decision: program.Decision) -> bool:
    asked = decision.where, decision.turn, decision.forbid
    return decision.word == "pass" and asked == (None, None, None) and decision.effects == ()


def _is_plain_turn(rules: Rules) -> bool:
    """Whether a turn is one choice, with nothing before or after it but a set-up without decisions."""
    script = rules.script
    before = script.instructions[: script.start]
    turn = tuple(each for each in script.instructions[script.start :] if not isinstance(each, program.End))
    return turn == (program.Rest(0),) and not any(isinstance(each, program.Rest) for each in before)


def _changes_board(rules: Rules) -> Iterator[program.Becomes]:
    """What a script does to the board once play has begun."""
    script = rules.script
    first = next(number for number, each in enumerate(script.instructions) if isinstance(each, program.Rest))
    for node in ir.everything(script.instructions[min(first, script.start) :]):
        if isinstance(node, program.Becomes):
            yield node


def _is_of_goals(node: ir.Expression) -> bool:
    match node:
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses() | ir.SomeGroup() | ir.Constant():
            return True
        case ir.Operation("and" | "or"):
            return all(map(_is_of_goals, node.operands))
        case ir.Operation("==" | ">=" | ">", (ir.Counter("passes"), ir.Constant(numbers))):
            return min(numbers) >= 1
    return node == FULL


_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))

FULL = ir.Operation("==", (ir.Count(_EMPTY), ir.Constant((0,))))
"""Whether no cell is empty."""


def _comes_to_empty(decision: program.Decision) -> bool:
    """Whether all that a decision does to the board is to put a piece on an empty cell."""
    if decision.word != "place" or decision.target is None:
        return not any(isinstance(node, program.Becomes) for node in ir.everything(decision.effects))
    return puts_once(decision) and within_empty(decision.target)


def puts_once(decision: program.Decision) -> bool:
    """Whether a placement puts one piece on its cell, whatever else it does off the board."""
    changes = [node for node in ir.everything(decision.effects) if isinstance(node, program.Becomes)]
    return (
        len(changes) == 1
        and changes[0] in decision.effects
        and changes[0].cells == ir.Single(ir.Bound(0))
        and changes[0].owner is not None
    )


def within_empty(cells: ir.CellSet) -> bool:
    match cells:
        case ir.Holding():
            return cells == _EMPTY
        case ir.Combined("&"):
            return within_empty(cells.left) or within_empty(cells.right)
        case ir.Combined("-"):
            return within_empty(cells.left)
        case ir.Combined():
            return within_empty(cells.left) and within_empty(cells.right)
    return False


OWN = -1
"""The owner of a set that is `own`, whoever is asked about."""


def owner_of(cells: ir.CellSet, rules: Rules) -> int | None:
    """Whose stones, and all of them, a set holds: a player, `OWN`, or None where it is another set."""
    if not isinstance(cells, ir.Holding) or cells.of is not None:
        return None
    stones = tuple(rules.contents_of(player) for player in range(len(rules.players)))
    if cells.contents == stones:
        return OWN
    return stones.index(cells.contents[0]) if len(cells.contents) == 1 and cells.contents[0] in stones else None


def _watchable(goal: ir.Goal, rules: Rules, board: Board) -> bool:
    """Whether a goal can be watched where a player's chains merge: once reached, it stays so."""
    owner = owner_of(goal.cells, rules)
    match goal:
        case _ if _has_neutral(rules):
            return False
        case ir.Encloses():
            return owner is not None and not board.edges and is_flat(board)
        case ir.SomeGroup():
            grows = only_grows(goal.body, goal.variable) and not (rules.seams and _asks_arcs(goal.body))
            return owner == OWN and not board.edges and grows
        case ir.Loop():
            return owner is not None
    return owner is not None


def _only_lost(goal: ir.Goal) -> bool:
    """Whether a goal asks for a path over empty cells and some stones: as stones come, its cells become fewer."""
    if not isinstance(goal, ir.Connects | ir.Path) or any(len(regions) != 2 for regions in goal.regions):
        return False
    cells = goal.cells
    return isinstance(cells, ir.Holding) and not cells.of and all(ir.EMPTY in held for held in cells.contents)


def _has_neutral(rules: Rules) -> bool:
    """Whether pieces of nobody can come to the board."""
    nobody = len(rules.players)
    return any(
        isinstance(node, program.Becomes) and isinstance(node.owner, ir.Constant) and nobody in node.owner.values
        for node in ir.everything((rules.decisions, rules.script))
    )


def _is_plain(decision: program.Decision) -> bool:
    if decision.forbid is not None or decision.picking is not None:
        return False
    if decision.word != "place":
        return not any(isinstance(node, program.Becomes) for node in ir.everything(decision.effects))
    return decision.is_plain and decision.target == _EMPTY and decision.where is None and decision.turn is None
