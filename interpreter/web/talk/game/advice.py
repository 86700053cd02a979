"""What computer players and random games say of a position."""

from __future__ import annotations

from ....players import Choice, Limits, Weighed, Withdrawn, player
from ..answers import Answer, Refused
from ..messages import Analyse, Sample
from .course import Node
from .setup import check_player

ADVISER = "mcts"
"""Who advises if nobody is named."""


def analyse(node: Node, ask: Analyse) -> Answer:
    """Return what a computer player thinks of the moves, the best first."""
    state = node.state
    check_player(ask.by or ADVISER)
    if node.outcome is not None or state.to_move is None:
        raise Refused("nobody can advise here: " + ("the game is over" if node.outcome else "no player decides alone"))
    try:
        found = player(ask.by or ADVISER, 0).choose(state.view(state.to_move), Limits(seconds=ask.seconds))
    except Withdrawn as why:
        raise Refused(str(why)) from None
    return _opinion(found)


def _opinion(found: Choice) -> Answer:
    return {
        "moves": [_weighed(each) for each in found.moves],
        "values": list(found.values),
        "simulations": found.simulations,
        "variation": list(map(str, found.variation)),
        "proved": found.proved,
        "notes": list(found.notes),
    }


def _weighed(each: Weighed) -> Answer:
    return {
        "move": str(each.move),
        "cell": each.move.cell,
        "share": each.share,
        "value": each.value,
        "proved": each.proved,
    }


def sample(node: Node, ask: Sample) -> Answer:
    """Return who wins so many random games, and how often the winner held each cell at the end."""
    raise Refused("not yet")


def threats(node: Node) -> Answer:
    """Return the moves that win at once."""
    raise Refused("not yet")
