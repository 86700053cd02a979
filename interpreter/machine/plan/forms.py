"""Every optimisation has a plain twin. A `Forms` selects which of the two the emitter writes."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.facts.facts import Facts


@dataclass(frozen=True)
class Forms:
    """Which twin of each fast form a module uses; each field names one of its forms."""

    groups: str
    """`incremental`: goals are noted where chains merge, or hold until a stone blocks the path that showed them;
    forbidden stones are recognised by the chains they would join. `recomputed`: goals are searched for when needed, and
    decisions that may be forbidden are tried. `mended`: goals are noted where chains merge, and chains are rebuilt when
    one seems to reach a goal after a stone has left."""

    counts: str
    """`maintained`: lists of the empty cells, and of those that pieces move from, follow play, and tables tell what two
    cells have in common, by which walks try their steps without branches. `afresh`: loops over the board, and over what
    lies beside a cell, find them."""

    moves: str
    """How random games are played. `inlined`: one loop places stones; `direct`: a move is drawn from the list of empty
    cells; `proposed`: from proposals, again and again until one can be played; `enumerated`: from the list of all that
    can be played."""


PLAIN = Forms(groups="recomputed", counts="afresh", moves="enumerated")
"""All plain twins: the reference for the fast forms."""


def fast_forms(facts: Facts) -> Forms:
    """The fastest forms that the facts license."""
    incremental = facts.stones_only_come and (
        any(facts.joined_goals) or any(facts.lasting_goals) or facts.forbids_in_bits
    )
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
