"""Each optimisation has a plain twin. A `Forms` says which of them the emitter writes."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.facts.facts import Facts


@dataclass(frozen=True)
class Forms:
    groups: str
    """`incremental`: goals are watched where chains merge, if they can be, or kept until a stone comes in the way, and
    what stones are forbidden is told from the chains they would join. `recomputed`: goals are searched for when they
    are asked for, and what is forbidden is tried. `mended`: goals are watched, and chains are built again where one
    seems to be reached after a stone has left."""

    counts: str
    """`maintained`: the empty cells, and those that pieces move from, are listed as play goes on. `afresh`: they are
    looked for."""

    moves: str
    """How random games are played. `inlined`: one loop that places stones; `direct`: a move is drawn from the list of
    empty cells; `proposed`: from what the lists propose, and drawn again where it cannot be played; `enumerated`: from
    the list of those that can be played."""


PLAIN = Forms(groups="recomputed", counts="afresh", moves="enumerated")
"""Every plain twin: what the fast forms are compared with."""


def fast_forms(facts: Facts) -> Forms:
    """The fastest forms that the facts license."""
    incremental = facts.stones_only_come and (any(facts.joined_goals) or any(facts.lasting_goals) or facts.told_forbids)
    return Forms(
        groups="incremental" if incremental else "mended" if facts.mendable else "recomputed",
        counts="maintained",
        moves=_moves(facts, incremental),
    )


def _moves(facts: Facts, incremental: bool) -> str:
    watched = incremental and all(facts.joined_goals) and facts.ends_at_goals
    counts = facts.counts_turns or facts.counts_quiet or facts.turn_matters_until < 0 or facts.eliminates
    if watched and not counts and facts.stones_or_pass and facts.board_forbids:
        return "inlined"
    return "direct" if facts.stones_only_come and facts.plain_placement else "proposed"
