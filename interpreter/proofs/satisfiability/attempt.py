"""Decide a claim about full boards with a SAT solver."""

from __future__ import annotations

import importlib.util

from ...play.game import Game
from ...rules import ir
from ...rules.facts.masks import only_grows
from .. import statements
from ..endings import Atom, Endings
from ..fillings import Unphrased, fillings_of, inapplicable
from ..limits import Limits
from ..replay import refuted
from ..verdicts import Json, Proved, Refuted, sizes_of
from .search import INSTALL, Clause, Search

METHOD = "SAT"
MUST_WIN = {"at-least-one-winner": False, "at-most-one-winner": True}
"""Whether both players win a board that contradicts the claim, or neither."""

MOST_ATOMS = 10
"""How many conditions are true or false in all combinations."""


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Look for a full board that contradicts a claim until one is found, or there is proved to be none."""
    if claim not in MUST_WIN:
        return ""
    if importlib.util.find_spec("pysat") is None:
        return INSTALL
    try:
        fillings = fillings_of(game)
        endings = Endings(fillings)
        _check_growing(endings)
        search = Search(fillings, MUST_WIN[claim], limits)
    except Unphrased as why:
        return inapplicable(why)
    filling = search.run()
    if filling is None:
        return Proved(
            claim, METHOD, sizes_of(game), statements.of_clauses(claim, len(search.clauses)),
            {
                "contents": [*search.colours],
                "start": [*fillings.start],
                "clauses": [_plain(clause) for clause in search.clauses],
                "refutation": [*search.refutation()],
            },
        )  # fmt: skip
    learnt = f"{len(search.clauses):,} clauses were learnt on the way" if search.clauses else ""
    return refuted(game, claim, METHOD, statements.of_a_board(claim), [filling], how=learnt)


def _plain(clause: Clause) -> Json:
    return {"player": clause.player, "wins": clause.wins, "cells": [*clause.cells]}


def _check_growing(endings: Endings) -> None:
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
