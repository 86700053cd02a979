"""What a card says to look at next: claims, tricks, options, openings, and what it takes where nothing is known."""

from __future__ import annotations

from collections import Counter

import hexgame
from hexgame.experiments.random.totals import Totals
from hexgame.proofs.verdicts import Undecided
from hexgame.reports.card.answers import proved
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.study import Study


def test_a_claim_that_games_contradict_is_refuted_on_the_card() -> None:
    game = hexgame.load("torex", size=3)
    verdicts = (Undecided("no-draws", ()), Undecided("finite", ()))
    drawn = next(end for end in range(1, game.machine.too_long) if game.outcome(end).winner is None)

    def told(games: int) -> list[tuple[str, str, str]]:
        totals = Totals(300, Counter({(0, drawn): games, (0, 1): 300 - games}))
        found = proved(Study(game, 1, {PLAYOUTS.name: totals}, verdicts))
        return [(each.tag, each.title, each.finding.partition(":")[0]) for each in found]

    assert told(21) == [
        ("look", "Refuted", "No game is a draw, contradicted by 21 of 300 random games"),
        ("open", "Undecided", "Every game ends"),
    ]
    assert told(0) == [("open", "Undecided", "No game is a draw; every game ends")]
