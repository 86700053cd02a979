"""A counterexample as a position to be drawn, and as a scenario that replays it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..play.game import Game
from ..play.state import State
from ..source.reading.files import shipped
from .verdicts import Refuted


def shown_by(game: Game, refuted: Refuted) -> State:
    """Return the position that contradicts a claim, with the moves that lead there where play can reach it."""
    if refuted.moves or refuted.is_reached:
        return game.start(decide_chance=False).play_all(map(game.move, refuted.moves))
    return board_of(game, refuted.filling)


def board_of(game: Game, filling: Sequence[int]) -> State:
    """Return the start of a game with other contents of its cells."""
    vector = list(game.machine.start)
    vector[: len(filling)] = filling
    game.machine.rebuild(vector)
    return State(game, vector)


def scenario(game: Game, refutations: Sequence[Refuted], folder: Path = Path()) -> Mapping[str, object]:
    """Return the contents of a scenario file in `folder` with a case for each counterexample."""
    return {
        "game": game.name if game.name in shipped() else os.path.relpath(game.name, folder),
        **({"options": game.options} if game.options else {}),
        "cases": [_case(game, refuted) for refuted in refutations],
    }


def _case(game: Game, refuted: Refuted) -> Mapping[str, object]:
    state = shown_by(game, refuted)
    begins: dict[str, object]
    if refuted.is_reached:
        begins = {"moves": [str(move) for move in state.moves]}
    else:
        begins = {"position": {player: _cells(kinds) for player, kinds in state.pieces.items()}}
    return {"name": f"{refuted.claim} is refuted", **begins, "expect": _expected(refuted, state)}


def _cells(kinds: Mapping[str, Sequence[str]]) -> object:
    """The cells of a player's pieces, as scenario files have them."""
    lists = {kind: list(cells) for kind, cells in kinds.items()}
    return next(iter(lists.values())) if len(lists) == 1 else lists


def _expected(refuted: Refuted, state: State) -> Mapping[str, object]:
    """What of the position contradicts the claim."""
    outcome = state.outcome
    if refuted.claim == "always-a-move" and outcome is None:
        return {"winner": "none", "legal": [str(move) for move in state.legal_moves]}
    if refuted.claim == "no-draws":
        return {"winner": "draw"}
    if refuted.filling:
        return {"wins": list(state.wins), "loses": list(state.loses)}
    return {"winner": "none" if outcome is None else outcome.winner or "draw"}
