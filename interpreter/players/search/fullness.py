"""Games whose leaves full boards judge.

Where two players fill the board and goals only ask which regions a chain joins, a leaf is worth what random fillings of
its empty cells say, whatever the order in which the stones would come.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from ...machine.plan.plan import Plan
from ...record import Record
from ...rules import ir
from ...rules.facts.endings import FULL
from ...rules.facts.goals import OWN, owner_of
from ...rules.facts.placement import brings_neutral
from ...rules.program import Ending
from .aims import bridges_between, bridges_to


class Lanes(Record):
    """How full boards are judged: for each player whether a condition, made of goals, makes them win or lose."""

    result: str
    conditions: tuple[tuple[ir.Expression, ...], tuple[ir.Expression, ...]]
    """For each player; one of them is enough."""


def lanes_of(plan: Plan) -> Lanes | None:
    """How a game's full boards are judged; None if they do not tell who wins."""
    rules, facts = plan.rules, plan.facts
    deciding = [ending for ending in rules.endings if ending.condition != FULL]
    fills = facts.stones_only_come and facts.stones_or_pass and facts.ends_at_goals and not facts.forbids
    results = {ending.result for ending in deciding}
    if not fills or len(rules.players) != 2 or len(results) != 1 or not results <= {"win", "lose"}:
        return None
    if plan.nodes.seams or brings_neutral(rules) or not all(_is_joined(each.condition, plan) for each in deciding):
        return None
    one, other = (tuple(_conditions(deciding, player)) for player in range(2))
    return Lanes(results.pop(), (one, other)) if one and other else None


def _conditions(endings: list[Ending], player: int) -> Iterator[ir.Expression]:
    yield from (ending.condition for ending in endings if ending.player in (None, player))


def _is_joined(node: ir.Expression, plan: Plan) -> bool:
    """Whether a condition is made of goals that one player's chains join regions."""
    match node:
        case ir.Operation("and" | "or"):
            return all(_is_joined(each, plan) for each in node.operands)
        case ir.Connects():
            return plan.facts.joined_goals[plan.rules.goals.index(node)]
    return False


def bridges_of(plan: Plan, lanes: Lanes) -> Iterator[tuple[int, int, int, int, int]]:
    """The bridges that there may be: two nodes, two cells, and whose nodes they must be, -1 for any player's. From a
    cell to a region there is a bridge as well; there the second node is the cell itself.
    """
    for bridge in bridges_between(plan.nodes):
        if bridge.one < min(bridge.other, plan.cells):
            yield bridge.one, bridge.other, *bridge.cells, -1
    goals = {goal: None for conditions in lanes.conditions for each in conditions for goal in _goals(each)}
    for player in range(2):
        regions = {region: None for goal in goals for region in goal.regions[player % len(goal.regions)]}
        for region in regions:
            met = plan.nodes.meets(plan.rules.regions[region])
            terminal = frozenset((cell, 0) for cell in range(plan.cells) if met[cell])
            for bridge in bridges_to(terminal, plan.nodes):
                yield bridge.one, bridge.other, *bridge.cells, player


class Judging:
    """What `kernel/lanes.py` needs of a game; `at` is where in `W` its numbers begin, `room` where they end.

    With `has_winner`, exactly one player wins each full board, so that one player's chains tell.
    """

    def __init__(self, plan: Plan, lanes: Lanes, at: int, has_winner: bool) -> None:
        self._plan, self._lanes, self._at, self._has_winner = plan, lanes, at, has_winner
        self._goals: dict[tuple[int, ir.Connects], None] = {}
        self._steps: list[tuple[bool, tuple[int, ...]]] = []
        players = (0,) if has_winner else (0, 1)
        for player in players:
            for goal in (goal for each in lanes.conditions[player] for goal in _goals(each)):
                if owner_of(goal.cells, plan.rules) in (OWN, player):
                    self._goals[player, goal] = None
        self._met = tuple(self._some(lanes.conditions[player], player) for player in players)
        self._nodes = plan.cells + 1 + len(plan.board.edges)
        self.room = at + 4 * self._nodes + len(self._goals) + len(self._steps)

    def values(self) -> dict[str, object]:
        """Return all that it needs."""
        bridges = tuple(zip(*bridges_of(self._plan, self._lanes), strict=True)) or ((),) * 5
        names = ("BRIDGE_ONE", "BRIDGE_OTHER", "BRIDGE_ENTRY", "BRIDGE_REPLY", "BRIDGE_WHOSE")
        goals = [self._goal(player, goal) for player, goal in self._goals]
        whose, regions, passes = zip(*goals, strict=True) if goals else ((), (), ())
        rows, cells = self._plan.nodes.cell_rows, self._plan.cells
        longest = max(map(len, rows))
        parts = [part for _, parts in self._steps for part in parts]
        ends = accumulate((len(parts) for _, parts in self._steps), initial=0)
        return {
            "HAS_WINNER": self._has_winner, "GOALS_WIN": self._lanes.result == "win",
            "LANES": self._at, "LANE_ROOM": self._nodes,
            "LANE_NEAR": tuple((*row, *(cells,) * (longest - len(row))) for row in rows),
            "LANE_BRIDGES": len(bridges[0]), **dict(zip(names, bridges, strict=True)),
            "GOALS": len(goals), "GOAL_WHOSE": whose, "GOAL_REGIONS": tuple(map(len, regions)), "REGIONS": regions,
            "HAS_PASSES": any(passes), "PASSES": passes,
            "STEPS": len(self._steps), "STEP_ALL": tuple(int(needs_all) for needs_all, _ in self._steps),
            "STEP_AT": tuple(ends), "STEP_PART": tuple(parts), "PLAYER_MET": self._met,
        }  # fmt: skip

    def _goal(
        self, player: int, goal: ir.Connects
    ) -> tuple[int, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
        """Whose a goal is, the cells of its regions, those at each edge through which chains run between them."""
        plan = self._plan
        regions = [plan.rules.regions[each] for each in goal.regions[player % len(goal.regions)]]
        met = tuple(tuple(map(int, map(bool, plan.nodes.meets(region)[: plan.cells]))) for region in regions)
        ends = regions[0] | regions[-1] if len(regions) == 2 else regions[0]
        passes = tuple(
            tuple(sorted({arc.to for arc in edge.links})) for number, edge in enumerate(plan.board.edges)
            if edge.player == player and plan.cells + number not in ends
        )  # fmt: skip
        return player, met, passes

    def _some(self, conditions: tuple[ir.Expression, ...], player: int) -> int:
        """The number of a step that asks whether one of some conditions holds."""
        return self._step(False, conditions, player)

    def _step(self, needs_all: bool, conditions: tuple[ir.Expression, ...], player: int) -> int:
        parts = tuple(self._part(each, player) for each in conditions)
        self._steps.append((needs_all, parts))
        return len(self._goals) + len(self._steps) - 1

    def _part(self, node: ir.Expression, player: int) -> int:
        """The number of a goal, or of the step that stands for a condition."""
        match node:
            case ir.Operation("and" | "or"):
                return self._step(node.symbol == "and", node.operands, player)
            case ir.Connects() if (player, node) in self._goals:
                return [*self._goals].index((player, node))
            case ir.Connects():  # the other's stones join nothing of one's own
                return self._step(False, (), player)
        raise AssertionError(node)


def _goals(node: ir.Expression) -> Iterator[ir.Connects]:
    match node:
        case ir.Operation():
            for each in node.operands:
                yield from _goals(each)
        case ir.Connects():
            yield node
