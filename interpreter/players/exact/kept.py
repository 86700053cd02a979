"""Values of moves that were proved before: kept in one's own cache, by the game's texts and options and position."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from ...native.places import ADVICE, SOLVED, in_words, own_cache
from ...play.state import State
from .solution import Solution

LARGEST = 2**24
"""The most bytes that are read of a file."""

VERSION = 2
"""Raised when a proof turns out to have been wrong, so that what was proved before is forgotten."""

Say = Callable[[str], None]


def kept(state: State, say: Say) -> dict[str, str]:
    """Return the values of moves that were proved of a position before, by their texts; says what is in the way."""
    try:
        with own_cache() as cache, cache.folder(SOLVED) as folder:
            found = json.loads(folder.read(_file(state), LARGEST))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        say(f"what was proved before is not used: {in_words(error) if isinstance(error, OSError) else error}")
        return {}
    values = found.get("values") if isinstance(found, dict) else None
    return {str(move): str(value) for move, value in values.items()} if isinstance(values, dict) else {}


def keep(found: Solution, say: Say) -> None:
    """Keep the values that a solution proves; says what is in the way."""
    if not found.values:
        return
    content = json.dumps({"game": str(found.state.game.identity), "values": by_text(found)})
    try:
        with own_cache(make=True) as cache, cache.folder(SOLVED, make=True) as folder:
            folder.write(_file(found.state), content.encode())
    except OSError as error:
        say(f"what is proved is not kept: {in_words(error)}; {ADVICE}")


def by_text(found: Solution) -> dict[str, str]:
    """Return the values of the moves that are proved, by their texts."""
    return {move.text: value for move, value in found.values.items()}


def _file(state: State) -> str:
    title, source, options = state.game.identity
    position = state.vector[: state.game.machine.layout.position_size]
    return hashlib.sha256(repr((VERSION, title, source, options, position)).encode()).hexdigest()[:32] + ".json"
