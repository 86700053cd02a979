"""How each goal is answered, and what the state keeps for it: merged chains, paths that last.

The groups in the rules are numbered here as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import and_
from typing import Literal

from ...board.board import Board
from ...board.rings import enclosed, full, joints, places_around
from ...record import Record
from ...rules import ir, walk
from ...rules.facts.facts import Facts
from ...rules.facts.goals import OWN, owner_of
from ...rules.program import Rules
from ...rules.steps.steady import conjuncts
from .bits import Bits
from .forms import Forms

Answer = Literal["searched", "watched", "lasting"]
"""A goal is searched for when needed; or watched: noted where chains merge; or lasting: it holds until a stone blocks
the path that showed it."""


class AllGroups(Record):
    """Any group may have the property that is asked for."""


class FirstGroup(Record):
    """Only a group of all cells of the set has it: no other, if the first has not."""


class GroupAround(Record):
    """Only the group that holds a cell may have it."""

    cell: ir.Expression


Candidates = AllGroups | FirstGroup | GroupAround


class GoalPlan(Record):
    """A goal with the way it is answered."""

    number: int
    goal: ir.Goal
    answer: Answer
    owner: int | None
    """The player whose stones it is about, `OWN`, or None for any other set."""

    place: int
    """Where its answers begin: in MET for a watched goal, among the bits of a lasting one."""

    among: Candidates
    """Which groups a search looks at, if it asks for a group with a property."""

    @property
    def is_own(self) -> bool:
        """Whether it is about each player's own stones."""
        return self.owner == OWN

    @property
    def aims(self) -> bool:
        """Whether each player has other regions to reach."""
        return isinstance(self.goal, ir.Connects | ir.Path) and len(self.goal.regions) > 1

    def aims_of(self, player: int) -> tuple[tuple[int, ...], ...]:
        """The regions that stones of a player may have to reach, for each that may ask for them."""
        match self.goal:
            case ir.Connects(_, regions) | ir.Path(_, regions):
                return (regions[player],) if self.is_own and self.aims else regions
        return ()

    @property
    def noted(self) -> int | None:
        """Where MET has the one answer for all players; None if each player has one, from `place` on."""
        return None if self.is_own or self.aims else self.place + (self.owner or 0)


class Goals(Record):
    """All goals of a game, by number."""

    all: tuple[GoalPlan, ...]
    players: int

    def of(self, goal: ir.Goal) -> GoalPlan:
        """The plan of a goal in the rules."""
        return next(each for each in self.all if each.goal == goal)

    @property
    def watched(self) -> tuple[GoalPlan, ...]:
        """The goals that are noted where chains merge."""
        return tuple(each for each in self.all if each.answer == "watched")

    @property
    def lasting(self) -> tuple[GoalPlan, ...]:
        """The goals that hold until a stone blocks their path."""
        return tuple(each for each in self.all if each.answer == "lasting")

    @property
    def lasting_bits(self) -> int:
        """One bit for each lasting goal and player."""
        return (1 << len(self.lasting) * self.players) - 1


def goals_of(rules: Rules, facts: Facts, forms: Forms) -> Goals:
    """How each goal is answered in these forms."""
    players, found, lasting = len(rules.players), [], 0
    for number, goal in enumerate(rules.goals):
        answer: Answer = "searched"
        place = number * players
        if forms.groups != "recomputed" and facts.joined_goals[number]:
            answer = "watched"
        elif forms.groups == "incremental" and facts.lasting_goals[number]:
            answer, place, lasting = "lasting", lasting * players, lasting + 1
        among = candidates(goal) if forms.counts == "maintained" else AllGroups()
        found.append(GoalPlan(number, goal, answer, owner_of(goal.cells, rules), place, among))
    return Goals(tuple(found), players)


def candidates(goal: ir.Goal) -> Candidates:
    """The groups that a search for a goal must look at."""
    if not isinstance(goal, ir.SomeGroup):
        return AllGroups()
    for test in conjuncts(goal.body):
        match test:
            case ir.Member(cell, ir.GroupBound() as group) if group == goal.variable:
                return GroupAround(cell)
            case ir.Operation("==" | ">=", (ir.Count(ir.GroupBound() as group), ir.Count(cells))):
                pass
            case ir.Operation("==" | "<=", (ir.Count(cells), ir.Count(ir.GroupBound() as group))):
                pass
            case _:
                continue
        if group == goal.variable and cells == goal.cells:
            return FirstGroup()
    return AllGroups()


# Chains


MOST_PLACES = 6
"""Up to how many places around a cell tables hold all that may lie there."""


class Rings(Record):
    """Tables that tell from the stones around a cell whether a stone there closes a ring (`board/rings.py`)."""

    beside: tuple[tuple[int, ...], ...]
    """For each cell, the cell at each place around it, and last itself."""

    whole: int
    joints: tuple[tuple[int, ...], ...]
    enclosed: tuple[tuple[int, ...], ...]
    is_plain: bool
    """Whether contents are two players counted from 1, and perhaps a third number."""

    @property
    def places(self) -> int:
        """How many places are around a cell."""
        return len(self.beside[0]) - 1

    @property
    def is_small(self) -> bool:
        """Whether tables can hold all that may lie around a cell."""
        return self.places <= MOST_PLACES and self.is_plain


class Chains(Record):
    """The union-find over the nodes of a board that holds its chains."""

    copies: int
    """How often each node is kept: once, or once for each player."""

    mended: bool
    """Whether chains stay merged when a stone leaves and are rebuilt when needed."""

    rings: Rings | None
    """The tables for rings, if closing rings are watched."""

    owners: tuple[int, ...] | None
    """The player whose piece a content is, -1 for none; None where contents are players counted from 1."""

    rows: tuple[tuple[int, ...], ...]
    """The neighbours along which the chain of each node grows."""

    @property
    def looks_around(self) -> bool:
        """Whether a stone of a random game joins chains by what lies around it, which tables can hold."""
        return self.rings is not None and self.rings.is_small


def chains_of(rules: Rules, board: Board, facts: Facts, forms: Forms, goals: Goals, bits: Bits) -> Chains | None:
    """The chains that the state keeps; None if goals are searched for."""
    copies = {"incremental": 1, "mended": len(rules.players)}.get(forms.groups, 0)
    if not copies or not (any(facts.joined_goals) or facts.forbids_in_bits):
        return None
    kinds = len(rules.pieces)
    owners = (-1, *(content // kinds for content in range(kinds * (len(rules.players) + 1))))
    rings = None
    if any(isinstance(each.goal, ir.Encloses) for each in goals.watched):
        grid, is_plain = board.grid, kinds == 1 and len(rules.players) == 2
        rings = Rings(places_around(board), full(grid), joints(grid), enclosed(grid), is_plain)
    rows = _joining(board, goals, bits)
    return Chains(copies, forms.groups == "mended", rings, owners if kinds > 1 else None, rows)


def _joining(board: Board, goals: Goals, bits: Bits) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each node without the edges that need be in no chain; nobody's are in none."""
    nodes, by_player = bits.nodes, defaultdict[int | None, list[int]](list)
    for node, edge in enumerate(board.edges, nodes.cells):
        by_player[edge.player if edge.is_coloured else None].append(node)
    apart = {each for player, edges in by_player.items() if _stand_apart(player, edges, goals, bits) for each in edges}
    kept = (() if node in apart else row for node, row in enumerate(nodes.rows))
    return tuple(tuple(packed for packed in row if packed >> nodes.seams not in apart) for row in kept)


def _stand_apart(player: int | None, edges: Sequence[int], goals: Goals, bits: Bits) -> bool:
    """Whether chains that meet at a player's edges need not be merged there.

    All stones beside an edge meet some regions. If each goal asks for one region at most beyond these, then of chains
    that reach it together, one reaches it alone: the one that meets this region, or another edge.
    """
    if player is None:
        return True
    watched = [each for each in goals.watched if each.owner in (OWN, player)]
    if bits.nodes.seams or not all(isinstance(each.goal, ir.Connects) for each in watched):
        return not watched
    asked = {wanted for each in watched for wanted in each.aims_of(player)}
    met = [reduce(and_, (bits.of_nodes[cell] for cell in bits.nodes.rows[edge]), -1) for edge in edges]
    return all(sum(not each & bits.block(region) for region in wanted) <= 1 for each in met for wanted in asked)


# Groups


def group_numbers(rules: Rules) -> dict[ir.GroupBound | ir.GroupOf, int]:
    """The groups in the rules, each with the number of its sections."""
    known: dict[ir.GroupBound | ir.GroupOf, int] = {}
    inside = dict.fromkeys(walk.everything(rules))
    known.update((node, node.number) for node in inside if isinstance(node, ir.GroupBound))
    for node in inside:
        if isinstance(node, ir.GroupOf):
            known[node] = len(known)
    return known


def group_sections(rules: Rules, numbers: Mapping[ir.GroupBound | ir.GroupOf, int], shared: bool) -> dict[int, int]:
    """The number of the sections that hold each group. A question that holds no other about groups has the first; each
    has others than those inside it. So questions apart from one another share theirs, if they may."""
    found = {number: 0 if shared and isinstance(node, ir.GroupBound) else number for node, number in numbers.items()}
    binders = [(node, _bound_inside(node)) for node in dict.fromkeys(walk.everything(rules)) if _group_of(node)]
    changed = shared
    while changed:
        changed = False
        for binder, inside in binders:
            own = _group_of(binder)
            assert own is not None
            least = len(numbers) + own.number if ir.Stuck() in walk.everything(binder) else 0
            least = max([least, *(found[each.number] + 1 for each in inside if each != own)])
            if found[own.number] < least:
                found[own.number], changed = least, True
    return found


def _group_of(node: Record) -> ir.GroupBound | None:
    """The group that a node names, if it is a question about groups or a loop over them."""
    named = getattr(node, "variable", None)
    return named if isinstance(named, ir.GroupBound) else None


def _bound_inside(node: Record) -> list[ir.GroupBound]:
    return [own for each in walk.everything(node) if (own := _group_of(each)) is not None]
