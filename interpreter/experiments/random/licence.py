"""Whether full boards decide who wins a random game: exactly one player must win every full board."""

from __future__ import annotations

from math import comb

from ...diagnostics.diagnostic import HexgameError
from ...loading import rebuild
from ...machine.chance import generator
from ...machine.random.sampling import Sampler
from ...play.game import Game
from ...proofs.known import one_winner
from ...source.syntax import tree
from ...values.settings import spelt

MOST_COMPILED, MOST_PLAIN = 6_000_000, 20_000
"""The most full boards to check one by one, compiled and in plain Python."""

SOME = 2_000
"""The number of random full boards that a trusted claim must survive."""

FEW, TRIES = 4, 12
"""How many values of each option, and how many games, are tried."""

CLAIMS = ("at-least-one-winner", "at-most-one-winner")


def may_be_filled(game: Game) -> None:
    """Raise ValueError if the rules do not allow full boards to decide, whoever wins them."""
    if not game.facts.decided_by_filling:
        instead = _allowing(game)
        raise ValueError(
            "full boards do not decide this game: for that, the board must be empty at first, and two players must "
            "place one stone a turn, on any empty cell, until one of them reaches a goal that cannot be lost again"
            + (f"; with --set {instead} they do" if instead else "")
        )


def _allowing(game: Game) -> str:
    """An option, with another value, with which full boards decide, such as `pie=no`; empty if none is found."""
    others = [
        {**game.options, option.name: value}
        for option in game.settings.options
        for value in option.values[:FEW]
        if not isinstance(value, range) and value != game.options[option.name]
    ]
    for options in others[:TRIES]:
        try:
            other = rebuild(game.sources, dict(options), game.allows_slow)
        except HexgameError:
            continue
        if other.facts.decided_by_filling:
            return next(f"{name}={spelt(value)}" for name, value in options.items() if value != game.options[name])
    return ""


def licence(game: Game, sampler: Sampler, most: int, trust_claims: bool) -> str:
    """Return why exactly one player wins every full board; raises ValueError if that is not established."""
    cells = len(game.board.cells)
    boards = comb(cells, (cells + 1) // 2)
    if boards <= most:
        exceptions = sampler.all_exceptions()
        if exceptions:
            raise ValueError(f"{exceptions:,} of the {boards:,} full boards do not have exactly one winner")
        return f"each of the {boards:,} full boards has exactly one winner"
    proof = one_winner(game)
    if proof:
        return f"exactly one player wins every full board, as `hexgame prove` has proved ({proof})"
    if not trust_claims:
        raise ValueError(
            f"it is not proved that exactly one player wins every full board, and {cells} cells are too many to "
            "examine all of them: `hexgame prove` may prove it, or trust_claims (--trust-claims) trusts "
            "the rule sheet"
        )
    made = {claim.text for item in game.tree.items if isinstance(item, tree.Claims) for claim in item.claims}
    missing = [claim for claim in CLAIMS if claim not in made]
    if missing:
        raise ValueError(f"the rule sheet does not claim `{'` and `'.join(missing)}`")
    exceptions = sampler.exceptions(SOME, generator(0))
    if exceptions:
        raise ValueError(
            f"the rule sheet claims that every full board has exactly one winner; {exceptions:,} of {SOME:,} random "
            "ones do not"
        )
    return f"exactly one player wins every full board, as the rule sheet claims; {SOME:,} random ones agree"
