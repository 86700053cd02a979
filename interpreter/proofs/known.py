"""Verdicts on claims that were found before: kept in one's own cache, by the game's texts and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..native.places import PROVED
from ..native.store import Findings
from ..play.game import Game
from ..record import Record

LONGEST = 1000
"""The most characters that are kept of a statement."""

VERDICTS = Findings(PROVED, 6)
"""Its version is raised when a method turns out to have been wrong."""

FULL_BOARDS = ("at-least-one-winner", "at-most-one-winner")


class Known(Record):
    """What was found out about a claim: whether it holds, by which method, and how, in words."""

    is_proved: bool
    method: str
    statement: str


def known(game: Game) -> dict[str, Known]:
    """Return what was found out about the claims of a game before; nothing where the cache cannot be read."""
    found = VERDICTS.kept(*game.identity)
    values = found.items() if isinstance(found, dict) else ()
    return {str(claim): each for claim, value in values if (each := _read(value)) is not None}


def _read(value: object) -> Known | None:
    if not isinstance(value, dict) or not isinstance(value.get("is proved"), bool):
        return None
    return Known(value["is proved"], str(value.get("method")), str(value.get("statement")))


def one_winner(game: Game) -> str:
    """Return how it was proved that exactly one player wins every full board; empty if it was not."""
    found = known(game)
    proofs = [found[claim] for claim in FULL_BOARDS if claim in found and found[claim].is_proved]
    return " and ".join(dict.fromkeys(each.method for each in proofs)) if len(proofs) == len(FULL_BOARDS) else ""


def keep(game: Game, found: Mapping[str, Known], say: Callable[[str], None]) -> None:
    """Keep what was found out about claims, beside what was kept before; says what is in the way."""
    if found:
        data = {claim: _written(each) for claim, each in {**known(game), **found}.items()}
        VERDICTS.keep(data, *game.identity, say=say)


def _written(each: Known) -> Mapping[str, object]:
    return {"is proved": each.is_proved, "method": each.method, "statement": each.statement[:LONGEST]}
