"""What the rules alone say about a game. Facts choose the fast forms; `hexgame inspect` prints them."""

from __future__ import annotations

from ...board.board import Board
from ...record import Record
from .. import walk
from ..adjacency import Adjacency
from ..program import Rules
from ..traits import Part
from .endings import always_finite, eliminates, ends_at_goals, full_board_decides
from .forbids import board_forbids, forbidding, forbids_in_bits
from .goals import chains_by, joined_goals, lasting_goals, mendable
from .placement import begins_empty, plain_placement, stones_only_come
from .turns import stones_or_pass, turn_matters_until


class Facts(Record):
    """The facts of a game, each with the fast form that it permits."""

    stones_only_come: bool
    """No piece ever moves, changes or leaves: chains can be merged as stones come."""

    joined_goals: tuple[bool, ...]
    """For each goal, whether it can be watched as chains of one player's stones merge."""

    chains_by: Adjacency | None
    """What the chains run by that are merged; None for the links of the board."""

    lasting_goals: tuple[bool, ...]
    """For each goal, whether stones can only make it false: the path that shows it can be kept until one blocks it."""

    mendable: bool
    """Stones may leave, and goals can still be watched: chains are rebuilt when a goal seems to be reached."""

    plain_placement: bool
    """The one choice is a placement on any empty cell, or a decision without a cell: moves can be drawn directly."""

    stones_or_pass: bool
    """A turn is one stone on an empty cell or, where none is possible, a pass; others have a turn of their own."""

    ends_at_goals: bool
    """Every ending is judged after a decision and made of goals, or asks whether the board is full or whether there
    were passes: a stone that reaches no goal ends nothing before the board is full."""

    decided_by_filling: bool
    """Two players put down stones in turn until a goal is reached that is never lost again: where exactly one of them
    has won every full board, a random filling tells who wins a random game."""

    forbids: bool
    """Some decisions have a `forbid`."""

    board_forbids: bool
    """Each of them puts down a stone, and its `forbid` depends on the board alone."""

    forbids_in_bits: bool
    """Each `forbid` is about the stone's group, and the groups that it joins answer it."""

    swap: bool
    turn_matters_until: int
    """The last turn that a decision is tied to; counting stops one beyond it. -1: the rules use the number freely."""

    counts_passes: bool
    counts_turns: bool
    counts_quiet: bool
    """Whether the rules use the passes in a row, a player's own turns, the turns that changed nothing."""

    knows_last: bool
    remembers: bool
    """Whether the rules use the last stone, and whether they ask if a board repeats."""

    eliminates: bool
    """Whether a player who loses is out while the others play on."""

    always_finite: bool
    """Every decision but a bounded few fills a cell, so that play always ends."""

    def __repr__(self) -> str:
        return f"<Facts {sum(bool(value) for value in vars(self).values())} of {len(vars(self))} hold>"


def facts_of(rules: Rules, board: Board) -> Facts:
    """The facts of a game."""
    traits = walk.traits_of(rules)
    only_come, by = stones_only_come(rules), chains_by(rules, board)
    joined = joined_goals(rules, board, by)
    one_stone_each, at_goals = stones_or_pass(rules), ends_at_goals(rules)
    forbids = bool(forbidding(rules))
    fills = only_come and one_stone_each and not forbids and begins_empty(rules)
    return Facts(
        stones_only_come=only_come,
        joined_goals=joined,
        chains_by=by,
        lasting_goals=lasting_goals(rules, only_come),
        mendable=mendable(rules, joined, only_come),
        plain_placement=plain_placement(rules),
        stones_or_pass=one_stone_each,
        ends_at_goals=at_goals,
        decided_by_filling=fills and at_goals and all(joined) and full_board_decides(rules),
        forbids=forbids,
        board_forbids=board_forbids(rules, only_come),
        forbids_in_bits=by is None and forbids_in_bits(rules, board, only_come),
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
