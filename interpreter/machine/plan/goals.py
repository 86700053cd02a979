"""How each goal is answered, and what is kept for that: chains that merge as stones come, paths that last.

Groups that rules speak of are numbered here as well.
"""

from __future__ import annotations

from typing import Literal

from ...board.board import Board
from ...board.rings import full, middles, places_around, runs
from ...record import Record
from ...rules import ir
from ...rules.facts.facts import Facts
from ...rules.facts.goals import OWN, owner_of
from ...rules.program import Rules
from .forms import Forms

Answer = Literal["searched", "watched", "lasting"]
"""A goal is searched for when it is asked for; or watched: noted where chains merge; or lasting: it holds until a stone
comes to the path that showed it."""


class GoalPlan(Record):
    """A goal with the way it is answered."""

    number: int
    goal: ir.Goal
    answer: Answer
    owner: int | None
    """Whose stones it asks about: a player, `OWN`, or None for another set."""

    place: int
    """Where its answers begin: in MET for a watched goal, among the bits of a lasting one."""

    @property
    def is_own(self) -> bool:
        """Whether it asks about the stones of whoever is asked about."""
        return self.owner == OWN

    @property
    def aims(self) -> bool:
        """Whether each player has other regions to reach."""
        return isinstance(self.goal, ir.Connects | ir.Path) and len(self.goal.regions) > 1

    @property
    def noted(self) -> int | None:
        """Where MET has the one answer for all players; None where each has an answer of its own, from `place` on."""
        return None if self.is_own or self.aims else self.place + (self.owner or 0)


class Goals(Record):
    """All goals of a game, by number."""

    all: tuple[GoalPlan, ...]
    players: int

    def of(self, goal: ir.Goal) -> GoalPlan:
        """The plan of a goal that stands in the rules."""
        return next(each for each in self.all if each.goal == goal)

    @property
    def watched(self) -> tuple[GoalPlan, ...]:
        """The goals that are noted where chains merge."""
        return tuple(each for each in self.all if each.answer == "watched")

    @property
    def lasting(self) -> tuple[GoalPlan, ...]:
        """The goals that hold until a stone comes to their path."""
        return tuple(each for each in self.all if each.answer == "lasting")

    @property
    def lasting_bits(self) -> int:
        """A bit for each lasting goal as it is asked about each player."""
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
        found.append(GoalPlan(number, goal, answer, owner_of(goal.cells, rules), place))
    return Goals(tuple(found), players)


# Chains


class Rings(Record):
    """What tells from the places around a cell, as bits, that a stone there closes a ring (`board/rings.py`)."""

    near: tuple[tuple[tuple[int, int], ...], ...]
    """For each cell, the cells around it, each with its bit."""

    whole: int
    runs: tuple[int, ...]
    middles: tuple[int, ...]


class Chains(Record):
    """What is kept of chains, as a union-find over the nodes of a board."""

    copies: int
    """How many times the nodes are kept: once, or for each player."""

    mended: bool
    """Whether chains stay merged when a stone leaves, to be built again when asked."""

    rings: Rings | None
    """What tells that a ring closes, where that is watched."""

    owners: tuple[int, ...] | None
    """The player whose piece a content is, -1 for none; None where contents are players counted from 1."""


def chains_of(rules: Rules, board: Board, facts: Facts, forms: Forms, goals: Goals) -> Chains | None:
    """What is kept of chains; None where they are searched for."""
    copies = {"incremental": 1, "mended": len(rules.players)}.get(forms.groups, 0)
    if not copies or not (any(facts.joined_goals) or facts.told_forbids):
        return None
    kinds = len(rules.pieces)
    owners = (-1, *(content // kinds for content in range(kinds * (len(rules.players) + 1))))
    rings = None
    if any(isinstance(each.goal, ir.Encloses) for each in goals.watched):
        rings = Rings(places_around(board), full(board.grid), runs(board.grid), middles(board.grid))
    return Chains(copies, forms.groups == "mended", rings, owners if kinds > 1 else None)


# Groups


def group_numbers(rules: Rules) -> dict[ir.GroupBound | ir.GroupOf, int]:
    """The groups that the rules speak of, each with the number of its sections."""
    known: dict[ir.GroupBound | ir.GroupOf, int] = {}
    inside = dict.fromkeys(ir.everything(rules))
    known.update((node, node.number) for node in inside if isinstance(node, ir.GroupBound))
    for node in inside:
        if isinstance(node, ir.GroupOf):
            known[node] = len(known)
    return known
