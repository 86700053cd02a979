"""No draws for want of moves: what is proved at once, and what neither the method nor its checker takes for proved."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import game_of
from forging_play import verdict_of

from hexgame.proofs.limits import Limits
from hexgame.proofs.reachability import stuck
from hexgame.proofs.verdicts import Proved
from hexgame.proofs.wording import NEVER_DRAWN

CLOBBER = """
players White, Black
board { grid square  shape rhombus(4) }
setup { for c in cells { c becomes stone of (if (c.q + c.r) mod 2 == 0 then White else Black) } }
turn { move stone from s among own to d among adjacent(s) & enemy }
lose at start of turn when stuck
"""
STUCK = "lose at start of turn when stuck"
OF_TWO_STONES = "turn { place stone on top & empty then place stone on bottom & empty }"

FALSE = {
    "nobody is judged": CLOBBER.replace("lose at start of turn when stuck", "win when count(own) > 9"),
    "one is judged": CLOBBER.replace("lose at", "lose for White at"),
    "a draw": CLOBBER + "draw when count(own) == 4",
    "a condition besides": CLOBBER.replace("when stuck", "when stuck and count(own) > 7"),
    "nothing at the start": CLOBBER.replace("& enemy }", "& empty }"),
    "two choices": f"{OF_TWO_STONES}\nlose at start of turn when stuck",
    "the same again": f"turn {{ place stone on c among top & empty {{ c becomes stone again }} }}\n{STUCK}",
    "a score": "score = count(own)\nwin by score when turn > 4\nlose at start of turn when stuck",
    "boards remembered": CLOBBER.replace("& enemy }", "& (enemy | empty) forbid repeats }"),
    "three players": "players Red, Blue, Green\n" + "lose at start of turn when stuck",
    "rounds": "round { for p in players { as p { place stone on empty } } }\nlose when count(own) > 9",
}  # fmt: skip
"""Games that may be drawn, or of which that is not seen here."""


def entry(said: object, statement: str = NEVER_DRAWN) -> dict[str, Any]:
    return {
        "claim": "no-draws",
        "verdict": "proved",
        "method": "stuck",
        "statement": statement,
        "data": {"stuck": said},
    }


FOR_EACH = "win for White at start of turn when stuck\nlose for Black at start of turn when stuck"


@pytest.mark.parametrize("ending", [STUCK, "win at start of turn when stuck or turn > 50", FOR_EACH])
def test_a_game_without_a_move_is_not_drawn(ending: str) -> None:
    game = game_of(CLOBBER.replace("lose at start of turn when stuck", ending))
    found = stuck.attempt(game, "no-draws", Limits())
    assert isinstance(found, Proved)
    assert verdict_of(game, entry(found.certificate["stuck"])) == "verified"
    for said in ([0], [0, 0, 0], [0, 9], [0, -1], ["0", 0], None, [True, False]):
        assert verdict_of(game, entry(said)) == "refused"
    assert verdict_of(game, entry(found.certificate["stuck"], "No ending is a draw")) == "refused"
    assert verdict_of(game, {**entry(found.certificate["stuck"]), "claim": "always-a-move"}) == "refused"


@pytest.mark.parametrize("rules", FALSE.values(), ids=FALSE)
def test_what_may_be_drawn_is_not_proved(rules: str) -> None:
    game = game_of(rules)
    assert isinstance(stuck.attempt(game, "no-draws", Limits()), str)
    for said in ([0, 0], [1, 1], [0, 1], [1, 0]):
        assert verdict_of(game, entry(said)) == "refused"


def test_it_is_about_draws_alone() -> None:
    assert stuck.attempt(game_of(CLOBBER), "finite", Limits()) == ""
