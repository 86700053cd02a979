"""Whether a swap does its job, or is worth adding."""

from __future__ import annotations

from collections.abc import Iterator

from ...experiments.codes import swaps_of
from ...experiments.matches.games import PAIR
from ...statistics.estimates import Estimate
from ..kinds.desk import is_veiled
from ..kinds.openings import openings_of
from ..kinds.searched import MIDDLING, NO_SWAP
from ..kinds.variants import has_swap
from ..measures.openings import named, offered
from ..measures.strengths import first_score, wins_of
from ..sections import Finding
from ..study import Study
from .answers import Advice
from .dials import Dial, range_of
from .sources import SEARCHING, at
from .verdict import EVEN, FINE

FEWEST = 20
"""The fewest games that advice rests on."""

WORTH = "Is a swap worth adding?"


def swap_of(study: Study, fair: Dial) -> Iterator[Advice]:
    """Say what the swap does, in games of one strength with and without it; of a game without one, whether it is worth
    adding, given the dial of fairness. Nothing of games that are not for two, or in which nobody could see a reason."""
    game = study.game
    if len(game.players) != PAIR or is_veiled(game):
        return
    if swaps_of(game):
        yield _its_job(study)
    elif not has_swap(game):
        yield _worth(study, fair)


def off(found: Estimate) -> tuple[float, float]:
    """Return how far from one half a score is at least, and at most."""
    return max(0.0, found.low - 1 / 2, 1 / 2 - found.high), max(found.high - 1 / 2, 1 / 2 - found.low)


def _its_job(study: Study) -> Advice:
    """What the swap is worth at one strength."""
    asked, strength = "Does the swap do its job?", at(NO_SWAP.simulations)
    with_it, without = study.of(MIDDLING), study.of(NO_SWAP)
    if min(with_it.games, without.games) < FEWEST:
        words = f"Not known yet: {with_it.games:,} games with the swap and {without.games:,} without it at {strength}."
        return Advice("open", asked, words)
    swapped = sum(any(code in swaps_of(study.game) for code in each.ended.codes) for each in with_it.all)
    kinds = MIDDLING, NO_SWAP
    swapping, staying = (first_score(wins_of(study.game, kind, study.of(kind)), PAIR, len(kinds)) for kind in kinds)
    words = (f"Whoever begins scores {range_of(swapping)} with the swap and {range_of(staying)} without it, both at "
             f"{strength}; {swapped:,} of {with_it.games:,} games were swapped.")  # fmt: skip
    least, most = off(staying)[0], off(swapping)[1]
    if not swapped:
        words = (
            f"The search never swapped in {with_it.games:,} games at {strength}, so what the swap is worth is not "
            f"known. Whoever begins scores {range_of(swapping)}, and {range_of(staying)} where nobody may swap."
        )
        return Advice("open", "The swap was not used", words)
    if most < least:
        return Advice("keep", "The swap", Finding(words, swapping, 1 / 2 - least, 1 / 2 + least))
    if off(swapping)[0] > off(staying)[1]:
        most = off(staying)[1]
        low, high = (1 / 2 + most, 1.0) if swapping.low > 1 / 2 else (0.0, 1 / 2 - most)
        return Advice("look", "The swap makes games less even", Finding(words, swapping, low, high))
    return Advice("open", asked, f"Not known yet. {words}")


def _worth(study: Study, fair: Dial) -> Advice:
    """Whether a swap is worth adding."""
    if not fair.is_measured or fair.is_doubted:
        return Advice("open", WORTH, "Not known yet, as it is not known whether the game is fair.")
    found, seen = fair.estimate, f"{fair.figure[:1].upper()}{fair.figure[1:]} ({fair.source})"
    if fair.where != SEARCHING and found.low <= 1 / 2 <= found.high:
        return Advice("open", WORTH, f"Not known yet: searched games tell, not random ones. {seen}.")
    if fair.off <= EVEN or (fair.off <= FINE and found.low <= 1 / 2 <= found.high):
        return Advice("know", f"A swap is not needed at {at(fair.simulations)}", f"{seen}.")
    if found.low <= 1 / 2 <= found.high:
        return Advice("open", WORTH, f"Not known yet, as it is not known whether the game is fair. {seen}.")
    if len(openings_of(study.game)) == 1:
        words = f"{seen}. All first moves are alike, so a swap only hands the edge over to the other."
        return Advice("know", "A swap does not help", words)
    offer = offered(study)
    if offer is None:
        return Advice("open", WORTH, f"{seen}. No first moves are told apart yet that could leave an even choice.")
    words = (f"{seen}. Of {offer.count} first moves, {named(offer.fairest)} leaves the evenest choice: whoever begins "
             f"with it scores {range_of(offer.after)}, and on average of all first moves {range_of(offer.usual)} "
             f"{offer.where} (n = {offer.after.n:,} and {offer.usual.n:,}).")  # fmt: skip
    least, most = off(offer.usual)[0], off(offer.after)[1]
    if most < least:
        return Advice("try", "a swap", Finding(words, offer.after, 1 / 2 - least, 1 / 2 + least), "makes games fairer")
    return Advice("open", WORTH, Finding(f"Perhaps. {words}", offer.after))
