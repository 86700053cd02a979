"""Decide a claim about full boards with a SAT solver."""

from __future__ import annotations

import importlib.util

from ....play.game import Game
from .. import statements
from ..endings import Endings
from ..fillings import Unphrased, fillings_of, inapplicable
from ..limits import Limits
from ..replay import refuted
from ..verdicts import Json, Proved, Refuted, sizes_of
from .growing import check_growing
from .search import INSTALL, Clause, Search

METHOD = "SAT"
MUST_WIN = {"at-least-one-winner": False, "at-most-one-winner": True}
"""Whether both players win a board that contradicts the claim, or neither."""


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Look for a full board that contradicts a claim until one is found, or there is proved to be none."""
    if claim not in MUST_WIN:
        return ""
    if importlib.util.find_spec("pysat") is None:
        return INSTALL
    try:
        fillings = fillings_of(game)
        endings = Endings(fillings)
        check_growing(endings)
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
