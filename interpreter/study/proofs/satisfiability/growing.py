"""Whether more stones never cost a player the win."""

from __future__ import annotations

from ....rules import ir
from ....rules.facts.masks import only_grows
from ..endings import Atom, Endings
from ..fillings import Unphrased

MOST_ATOMS = 10
"""How many conditions are true or false in all combinations."""


def check_growing(endings: Endings) -> None:
    """Raise `Unphrased` unless a stone that changes to a player's colour never costs that player the win of a full
    board, nor gives it to the opponent."""
    if endings.players != 2:
        raise Unphrased("there are not two players")
    if len(endings.atoms) > MOST_ATOMS:
        raise Unphrased(f"the endings have more than {MOST_ATOMS} conditions")
    owners = [_owner(endings, atom) for atom in endings.atoms]
    winners = [endings.winners(truth) for truth in range(1 << len(owners))]
    for truth, before in enumerate(winners):
        for bit, owner in enumerate(owners):
            after = winners[truth | 1 << bit]
            if (owner in before and owner not in after) or (1 - owner in after and 1 - owner not in before):
                raise Unphrased("more stones may cost a player the win")


def _owner(endings: Endings, atom: Atom) -> int:
    """The player with whose stones a condition only grows."""
    node, own = atom
    match node:
        case ir.Connects() | ir.Path() | ir.Loop() | ir.Encloses():
            return endings.owner(node.cells, own)
        case ir.SomeGroup(variable, cells, body) if only_grows(body, variable):
            return endings.owner(cells, own)
        case _:
            raise Unphrased(f"an ending asks for more than what grows with a player's stones ({type(node).__name__})")
