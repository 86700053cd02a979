"""The frame of certificates: what they hold, and which checker looks at which part.

A checker is a function `check(game, entry) -> str`: it says in a few words how it has verified the entry, or raises
`Refused` or `Unchecked`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from ....play.game import Game
from ....play.moves import MoveError
from ....play.state import State
from ....rules.facts.endings import FULL
from ....rules.facts.placement import EMPTY
from ....rules.program import CHANCE, CHOICE, Point, Rest
from ..verdicts import CLAIMS, FORMAT
from .judging import judge_of

Entry = Mapping[str, object]

METHODS = {
    "exhaustive": "exhaustive",
    "reachability": "play.reachability",
    "measure": "play.measure",
    "counting": "counting",
    "topology": "topology",
    "SAT": "sat",
}
"""The methods whose proofs can be checked, by the modules of this room that do it."""


class Refused(Exception):  # noqa: N818 - named for what happens to the certificate
    """A certificate does not show what it says."""


class Unchecked(Exception):  # noqa: N818 - it is an answer, not a mistake
    """What a certificate says cannot be verified here, whether or not it is right."""


def entries(data: object) -> list[Entry]:
    """Return the entries of a certificate; raises Refused for anything that is none."""
    found = data.get("verdicts") if isinstance(data, dict) and data.get("certificate") == FORMAT else None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise Refused("this is no certificate of `hexgame prove`, or one of another version")
    if not 1 <= len(found) <= len(CLAIMS):
        raise Refused("it holds more verdicts than there are claims" if found else "it holds no verdicts")
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
    if entry.get("verdict") == "refuted":
        return _refutation(game, entry)
    if entry.get("verdict") != "proved":
        raise Refused("it is no verdict")
    if entry.get("claim") in ("no-draws", "always-a-move") and entry.get("method") != "reachability":
        _refuse_unless_it_follows(game, str(entry.get("claim")))
        if entry.get("method") == "inference":
            if entry.get("claim") == "no-draws" or not _ends_when_full(game):
                raise Refused("it does not follow from the form of the endings")
            return "the form of the decisions and endings, and random games"
        entry = {**entry, "claim": "at-least-one-winner"}
    name = METHODS.get(str(entry.get("method")))
    if name is None:
        raise Unchecked(f"there is no checker for the method `{entry.get('method')!s:.40}`")
    check: Callable[[Game, Entry], str] = import_module(f".{name}", __package__).check
    return check(game, entry)


def _refuse_unless_it_follows(game: Game, claim: str) -> None:
    """Raise Refused unless stones go to any empty cell until a goal is reached or the board is full."""
    for seed in range(20):
        end = game.start().rollout(seed)
        if end.winner is None and (claim == "no-draws" or end.label == "no move"):
            raise Refused("a random game ended in a draw")
    script, draws = game.rules.script, [each for each in game.rules.endings if each.result not in ("win", "lose")]
    at_last = all(each.result == "draw" and each.condition == FULL and each.player is None for each in draws)
    at_once = all(each.timing == "" for each in game.rules.endings)
    early = any(isinstance(each, Rest) for each in script.instructions[: script.start])
    if early or not at_last or not at_once or not all(map(_has_room, game.rules.points)):
        raise Refused("a game may end without a winner before the board is full, or go on once it is")


def _has_room(point: Point) -> bool:
    """Whether chance decides there, or a player who may put a stone on any empty cell."""
    return point.way == CHANCE or (point.way == CHOICE and any(
        each.word == "place" and each.target == EMPTY and (each.turn, each.where, each.forbid) == (None, None, None)
        for each in point.tiers[0]
    ))  # fmt: skip


def _ends_when_full(game: Game) -> bool:
    return any(ending.condition == FULL and ending.timing == "" for ending in game.rules.endings)


def numbers(value: object) -> list[int]:
    """Return a list of numbers of a certificate; raises Refused for anything else."""
    if not isinstance(value, list) or not all(type(each) is int for each in value):
        raise Refused("it holds no list of numbers where one should be")
    return value


# Counterexamples


def _refutation(game: Game, entry: Entry) -> str:
    """Replay a counterexample by moves, or judge its full board anew."""
    claim, filling = entry.get("claim"), numbers(entry.get("filling"))
    by_moves = not filling or entry.get("method") == "reachability"
    if claim in ("always-a-move", "finite") or (claim == "no-draws" and by_moves):
        check: Callable[[Game, Entry], str] = import_module(".play.moves", __package__).check
        return check(game, entry)
    states = _replayed(game, numbers(entry.get("moves")))
    if claim != "no-draws":
        judged = _full_board(game, str(claim), filling, states if entry.get("reached") else [])
        return f"{judged}; not that play cannot reach it" if entry.get("out of play") else judged
    if (outcome := states[-1].outcome) is None or outcome.winner is not None:
        raise Refused("the moves lead to a position that does not contradict the claim")
    return f"{len(states) - 1} moves, replayed"


def _full_board(game: Game, claim: str, filling: list[int], states: Sequence[State]) -> str:
    cells = len(game.board.cells)
    if len(filling) != cells or 0 in filling:
        raise Refused("the board is not full")
    if any(held and held != filling[cell] for cell, held in enumerate(game.machine.start[:cells])):
        raise Refused("the board lacks a piece that is there from the start")
    if any(not 0 < held < game.rules.content_count for held in filling):
        raise Refused("the board holds pieces that there are not")
    judge, how = judge_of(game)
    winners = judge(filling)
    if (claim, len(winners)) != ("at-least-one-winner", 0) and not (claim == "at-most-one-winner" and len(winners) > 1):
        raise Refused(f"the board has {len(winners)} winners")
    if states and list(states[-1].vector[:cells]) != filling:
        raise Refused("the moves lead to another board")
    return f"the full board, judged {how}" + ("; and its moves, replayed" if states else "")


def _replayed(game: Game, moves: Sequence[int]) -> list[State]:
    """The positions from the start on, one for each move."""
    state = game.start(decide_chance=False)
    states = [state.copy()]
    for code in moves:
        try:
            state.play(game.move(code))
        except (MoveError, ValueError) as refusal:
            raise Refused(f"a move is not legal: {refusal}") from None
        states.append(state.copy())
    return states
