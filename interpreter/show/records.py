"""Games as YAML: saved, read back, replayed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..diagnostics.diagnostic import Diagnostic, HexgameError
from ..loading import compile_game
from ..play.game import Game
from ..play.moves import MoveError
from ..play.positions import Position
from ..play.state import State
from ..source.reading.files import game_file, read, shipped
from ..source.reading.mappings import is_mapping, is_texts, read_mapping

KEYS = ("game", "options", "source", "players", "seed", "position", "moves", "result")
LARGEST_RECORD = 4 * 1024 * 1024


@dataclass(frozen=True)
class Replay:
    """What a record holds: the start, every move that still fits, and the state after them."""

    start: State
    end: State
    players: tuple[str, ...]
    seed: int | None


def write_record(state: State, players: tuple[str, ...], seed: int | None, folder: Path = Path()) -> str:
    """The record of a game as YAML text, for a file in a folder: it reads back to the same state."""
    game = state.game
    record: dict[str, Any] = {
        "game": game.name if game.name in shipped() else os.path.relpath(game.name, folder),
        "options": game.options,
        "source": game.source_hash,
        "players": list(players),
        "seed": seed,
        "moves": [str(move) for move in state.moves],
    }
    if state.origin is not None:
        record["position"] = state.origin.as_mapping()
    if state.outcome is not None:
        record["result"] = {"winner": state.outcome.winner or "draw", "label": state.outcome.label}
    order = [key for key in KEYS if key in record]
    return yaml.safe_dump({key: record[key] for key in order}, sort_keys=False, allow_unicode=True, width=100)


def read_record(path: Path) -> tuple[Replay | None, tuple[Diagnostic, ...]]:
    """The game that a record holds, as far as it still fits today's rules; warnings tell where it does not."""
    text = read(path, largest=LARGEST_RECORD)
    if isinstance(text, Diagnostic):
        return None, (text,)
    record = read_mapping(text, KEYS, "HG606", "record")
    if isinstance(record, Diagnostic):
        return None, (record,)
    return _replay(record, path)


def _replay(record: dict[str, Any], path: Path) -> tuple[Replay | None, tuple[Diagnostic, ...]]:
    wrong = _check_types(record, path)
    if wrong:
        return None, (wrong,)
    options = {str(name): value for name, value in (record.get("options") or {}).items()}
    game, problems = compile_game(game_file(record["game"], path), options)
    if game is None:
        return None, problems
    notes = list(problems)
    changed = record.get("source") not in (None, game.source_hash)
    if changed:
        notes.append(
            Diagnostic(
                "HG901",
                f"the rules of `{record['game']}` have changed since this game was saved",
                help="its moves are replayed one by one, as far as they still fit",
            )
        )
    try:
        start = _start(game, record)
    except HexgameError as error:
        return None, (*notes, *error.diagnostics)
    end = start.copy()
    for number, text in enumerate(record.get("moves") or [], 1):
        try:
            end.play(str(text))
        except MoveError as error:
            notes.append(
                Diagnostic(
                    "HG902" if changed else "HG606",
                    f"move {number}, `{text}`, does not fit: {error}",
                    help=f"the game is replayed up to move {number - 1}" if changed else "",
                )
            )
            if not changed:
                return None, tuple(notes)
            break
    players = tuple(map(str, record.get("players") or ()))
    return Replay(start, end, players, record.get("seed")), tuple(notes)


_TYPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (lambda value: isinstance(value, str), "the stem or the path of a game"),
    "options": (is_mapping, "a mapping of options"),
    "players": (is_texts, "a list of players, such as [human, random]"),
    "seed": (lambda value: type(value) is int, "a whole number"),
    "position": (is_mapping, "a mapping of players to cells"),
    "moves": (is_texts, "a list of moves"),
}


def _check_types(record: dict[str, Any], path: Path) -> Diagnostic | None:
    if not record.get("game"):
        return Diagnostic("HG606", f"`{path}` is not a record: it names no game")
    for key, (fits, wanted) in _TYPES.items():
        if record.get(key) is not None and not fits(record[key]):
            return Diagnostic("HG606", f"`{path}`: `{key}` is not as it should be", expected=wanted)
    return None


def _start(game: Game, record: Mapping[str, Any]) -> State:
    if not record.get("position"):
        return game.start(decide_chance=False)
    position = Position.of(record["position"])
    return game.position(position.pieces, **position.more)
