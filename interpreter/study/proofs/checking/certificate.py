"""The frame of certificates: what they hold, and which checker looks at which part.

A checker is a function `check(game, entry) -> str`: it says in a few words how it has verified the entry, or raises
`Refused` or `Unchecked`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from ....play.game import Game
from ....play.moves import MoveError
from ....play.state import State
from ....rules.program import CHOICE
from ..statements import OF_FULL_BOARDS
from ..verdicts import CLAIMS, FORMAT

Entry = Mapping[str, object]

METHODS = {"reachability": "reachability", "measure": "measure"}
"""The methods whose proofs about play can be checked, by the modules of this room that do it."""

OF_BOARDS = ("exhaustive", "counting", "topology", "SAT", "inference")
"""The methods that are about full boards, or what follows from them: the module `boards` checks what they say."""


class Refused(Exception):  # noqa: N818 - named for what happens to the certificate
    """A certificate does not show what it says."""


class Unchecked(Exception):  # noqa: N818 - it is an answer, not a mistake
    """What a certificate says cannot be verified here, whether or not it is right."""


def read(text: str | bytes) -> dict[str, object]:
    """Return what a certificate's text holds; raises ValueError if it is no JSON, and Refused where readers could
    differ: where a mapping has a key twice, or something is no number of JSON."""
    found = json.loads(text, object_pairs_hook=_mapping, parse_constant=_refuse_constant)
    return found if isinstance(found, dict) else {}


def _mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise Refused("a mapping has a key twice")
    return dict(pairs)


def _refuse_constant(word: str) -> object:
    raise Refused(f"{word} is no number of JSON")


def entries(data: object) -> list[Entry]:
    """Return the entries of a certificate; raises Refused for anything that is none."""
    found = data.get("verdicts") if isinstance(data, dict) and data.get("certificate") == FORMAT else None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise Refused("this is no certificate of `hexgame prove`, or one of another version")
    if not 1 <= len(found) <= len(CLAIMS):
        raise Refused("it holds more verdicts than there are claims" if found else "it holds no verdicts")
    claims = [str(each.get("claim")) for each in found]
    if len({*claims}) < len(claims):
        raise Refused("it holds two verdicts on one claim")
    return found


def check_game(data: Mapping[str, object], game: Game) -> None:
    """Raise Refused if a certificate is about another game, or about other options."""
    options = {name: str(value) for name, value in game.identity.options}
    if data.get("source") != game.source_hash or data.get("options") != options:
        raise Refused("it was made for another text of the game, or for other options")


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
        raise Refused("it is no verdict")
    of_boards = entry.get("claim") in OF_FULL_BOARDS
    if of_boards or (method in OF_BOARDS and (verdict == "proved" or entry.get("claim") == "no-draws")):
        return _by("boards", game, entry)
    if verdict == "refuted":
        return _refutation(game, entry)
    if method not in METHODS:
        raise Unchecked(f"there is no checker for the method `{method}`")
    return _by(METHODS[method], game, entry)


def _by(module: str, game: Game, entry: Entry) -> str:
    check: Callable[[Game, Entry], str] = import_module(f".{module}", __package__).check
    return check(game, entry)


def numbers(value: object) -> list[int]:
    """Return a list of numbers of a certificate; raises Refused for anything else."""
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise Refused("it holds no list of numbers where one should be")
    return value


# Counterexamples


def _refutation(game: Game, entry: Entry) -> str:
    """Replay a counterexample by the moves of states."""
    states = replayed(game, numbers(entry.get("moves")))
    contradicts = _CONTRADICTS.get(str(entry.get("claim")))
    if contradicts is None or not contradicts(states):
        raise Refused("the moves lead to a position that does not contradict the claim")
    return f"{len(states) - 1} moves, replayed"


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


def ends_stuck(state: State) -> bool:
    """Whether a game is over because nothing could be decided."""
    machine = state.game.machine
    return state.vector[machine.layout.end.offset] == machine.no_move


def _is_stuck(states: Sequence[State]) -> bool:
    last = states[-1]
    if ends_stuck(last):
        return True
    return not last.is_over and last.way == CHOICE and all(move.word in ("pass", "stop") for move in last.legal_moves)


_CONTRADICTS: Mapping[str, Callable[[Sequence[State]], bool]] = {
    "no-draws": lambda states: (outcome := states[-1].outcome) is not None and outcome.winner is None,
    "always-a-move": _is_stuck,
    "finite": lambda states: not states[-1].is_over and any(each == states[-1] for each in states[:-1]),
}
