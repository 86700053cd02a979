"""Verdicts on claims that were found before: kept in one's own cache, by the game's texts and options."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

from ..native.places import ADVICE, PROVED, in_words, own_cache
from ..play.game import Game
from ..record import Record

LARGEST = 1 << 16
"""The most bytes that are read of a file."""

LONGEST = 1000
"""The most characters that are kept of a statement."""

VERSION = 5
"""Raised when a method turns out to have been wrong, so that what it found is forgotten."""

FULL_BOARDS = ("at-least-one-winner", "at-most-one-winner")

Say = Callable[[str], None]


class Known(Record):
    """What was found out about a claim: whether it holds, by which method, and how, in words."""

    is_proved: bool
    method: str
    statement: str


def known(game: Game) -> dict[str, Known]:
    """Return what was found out about the claims of a game before; nothing where the cache cannot be read."""
    try:
        with own_cache() as cache, cache.folder(PROVED) as folder:
            found = json.loads(folder.read(_file(game), LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
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


def keep(game: Game, found: Mapping[str, Known], say: Say) -> None:
    """Keep what was found out about claims, beside what was kept before; says what is in the way."""
    if not found:
        return
    content = json.dumps({claim: _written(each) for claim, each in {**known(game), **found}.items()})
    try:
        with own_cache(make=True) as cache, cache.folder(PROVED, make=True) as folder:
            folder.write(_file(game), content.encode())
    except OSError as error:
        say(f"what is found is not kept: {in_words(error)}; {ADVICE}")


def _written(each: Known) -> Mapping[str, object]:
    return {"is proved": each.is_proved, "method": each.method, "statement": each.statement[:LONGEST]}


def _file(game: Game) -> str:
    title, source, options = game.identity
    return hashlib.sha256(repr((VERSION, title, source, options)).encode()).hexdigest()[:32] + ".json"
