"""The frame of certificates: what they hold, and which checker looks at which part.

A checker is a function `check(game, entry) -> str`: it says in a few words how it has verified the entry, or raises
`Refused` or `Unchecked`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from ...certificates import Refused, framed
from ...play.game import Game
from ...play.moves import MoveError
from ...play.state import State
from ..statements import OF_FULL_BOARDS
from ..verdicts import CLAIMS, FORMAT

__all__ = [
    "KEYS",
    "METHODS",
    "OF_BOARDS",
    "Entry",
    "Refused",
    "Unchecked",
    "checked",
    "entries",
    "frame",
    "numbers",
    "replayed",
]

Entry = Mapping[str, object]

KEYS = frozenset({"verdicts"})
"""The fields of a certificate, besides those that all have."""

METHODS = {"reachability": "play.positions", "measure": "play.measure", "stuck": "play.stuck"}
"""The methods whose proofs about play can be checked, by the modules of this room that do it."""

OF_BOARDS = ("counting", "topology", "SAT", "inference")
"""The methods that are about full boards, or what follows from them: the module `boards` checks what they say."""


class Unchecked(Exception):  # noqa: N818 - it is an answer, not a mistake
    """What a certificate says cannot be verified here, whether or not it is right."""


def frame(data: object) -> Mapping[str, object]:
    """Return a certificate's data; raises Refused for anything that is none."""
    found = framed(data, FORMAT, KEYS, "hexgame prove")
    entries(found)
    return found


def entries(data: Mapping[str, object]) -> list[Entry]:
    """Return the entries of a certificate; raises Refused where they are none, or two are on one claim."""
    found = data["verdicts"]
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise Refused("its verdicts are not a list of mappings")
    if not 1 <= len(found) <= len(CLAIMS):
        raise Refused("it holds more verdicts than there are claims" if found else "it holds no verdicts")
    claims = [str(each.get("claim")) for each in found]
    if len({*claims}) < len(claims):
        raise Refused("it holds two verdicts on one claim")
    return found


def checked(game: Game, entry: Entry) -> str:
    """Return how an entry is verified, in words; raises Refused, or Unchecked where that cannot be told."""
    if entry.get("claim") not in CLAIMS:
        raise Refused("there is no such claim")
    try:
        return _checked(game, entry)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        raise Refused("its data are not what the method needs") from None


def _checked(game: Game, entry: Entry) -> str:
    verdict, method = entry.get("verdict"), str(entry.get("method"))
    if verdict not in ("proved", "refuted"):
        raise Refused("it is not a verdict")
    of_boards = entry.get("claim") in OF_FULL_BOARDS
    if of_boards or (method in OF_BOARDS and (verdict == "proved" or entry.get("claim") == "no-draws")):
        return _by("boards", game, entry)
    if method not in METHODS and method not in OF_BOARDS:
        raise Unchecked(f"there is no checker for the method `{method:.40}`")
    return _by("play.moves" if verdict == "refuted" else METHODS[method], game, entry)


def _by(module: str, game: Game, entry: Entry) -> str:
    check: Callable[[Game, Entry], str] = import_module(f".{module}", __package__).check
    return check(game, entry)


def numbers(value: object) -> list[int]:
    """Return a list of numbers of a certificate; raises Refused for anything else."""
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise Refused("a list of numbers is missing")
    return value


def replayed(game: Game, moves: Sequence[int]) -> list[State]:
    """Return the positions from the start on, one for each move; raises Refused for a move that is not legal."""
    state = game.start(decide_chance=False)
    states = [state.copy()]
    for code in moves:
        try:
            state.play(game.move(code))
        except (MoveError, ValueError) as refusal:
            raise Refused(f"a move is not legal: {refusal}") from None
        states.append(state.copy())
    return states
