"""What a game is like without its swap, and whether full boards then decide it."""

from __future__ import annotations

from functools import lru_cache

from ...deadline import OutOfTime, time_limit
from ...diagnostics.diagnostic import HexgameError
from ...experiments.random.licence import CLAIMS
from ...loading import rebuild
from ...play.game import Game
from ...proofs.limits import Limits
from ...proofs.topology.attempt import attempt
from ...proofs.verdicts import Proved
from ...rules.traits import Part
from ...rules.walk import traits_of

FEW = 4
"""How many values of each option are tried."""

PROVING = 10.0
"""Seconds that a proof may take; most take a tenth of a second."""


def has_swap(game: Game) -> bool:
    """Whether a decision that the options allow makes people change their seats."""
    return any(Part.SEATS in traits_of(block.decision).writes for block in game.machine.blocks)


@lru_cache(maxsize=8)
def without_swap(game: Game) -> Game | None:
    """Return the same game with one option changed so that nobody swaps; None if it has no swap or no such option."""
    if not has_swap(game):
        return None
    for option in game.settings.options:
        for value in option.values[:FEW]:
            if isinstance(value, range) or value == game.options[option.name]:
                continue
            try:
                other = rebuild(game.sources, {**game.options, option.name: value}, game.allows_slow)
            except HexgameError:
                continue
            if not has_swap(other) and len(other.board.cells) == len(game.board.cells):
                return other.copy_with(name=game.name)
    return None


def filled(game: Game) -> Game:
    """Return the game of which boards are filled: without its swap, if it has one and an option without it."""
    return without_swap(game) or game


@lru_cache(maxsize=8)
def is_filled(game: Game) -> bool:
    """Whether full boards tell who wins a random game without the swap: exactly one player wins each of them."""
    game = filled(game)
    if not game.facts.decided_by_filling:
        return False
    try:
        with time_limit(PROVING):
            return all(isinstance(attempt(game, claim, Limits(PROVING)), Proved) for claim in CLAIMS)
    except OutOfTime:
        return False
