"""What can be known of a game from its rules alone. Facts choose the fast forms; `hexgame inspect` prints them."""

from __future__ import annotations

from dataclasses import dataclass

from ...board.board import Board
from .. import ir
from ..program import Rules
from ..traits import Part
from .endings import eliminates, ends_at_goals, full_board_decides
from .forbids import board_forbids, forbidding, told_forbids
from .goals import joined_goals, lasting_goals, mendable
from .placement import always_finite, plain_placement, stones_only_come
from .turns import stones_or_pass, turn_matters_until


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
    traits = ir.traits_of(rules)
    only_come, joined = stones_only_come(rules), joined_goals(rules, board)
    one_stone_each, at_goals = stones_or_pass(rules), ends_at_goals(rules)
    forbids = bool(forbidding(rules))
    fills = only_come and one_stone_each and not forbids
    return Facts(
        stones_only_come=only_come,
        joined_goals=joined,
        lasting_goals=lasting_goals(rules, only_come),
        mendable=mendable(rules, joined, only_come),
        plain_placement=plain_placement(rules),
        stones_or_pass=one_stone_each,
        ends_at_goals=at_goals,
        decided_by_filling=fills and at_goals and all(joined) and full_board_decides(rules),
        forbids=forbids,
        board_forbids=board_forbids(rules, only_come),
        told_forbids=told_forbids(rules, board, only_come),
        swap=Part.SEATS in traits.writes,
        turn_matters_until=turn_matters_until(rules),
        counts_passes=Part.PASSES in traits.reads,
        counts_turns=Part.TURNS in traits.reads,
        counts_quiet=Part.QUIET in traits.reads,
        knows_last=Part.LAST in traits.reads,
        remembers=Part.HISTORY in traits.reads,
        eliminates=eliminates(rules),
        always_finite=always_finite(rules, only_come),
    )
