"""Scenario files: positions and moves with what must be true of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..diagnostics.diagnostic import Diagnostic, HexgameError, did_you_mean, listed
from ..loading import compile_game
from ..play.game import Game
from ..play.moves import MoveError
from ..play.positions import Position, cell_number
from ..play.state import State
from ..source.reading.files import game_file, read
from ..source.reading.mappings import is_mapping, is_placement, is_scalars, is_texts, read_mapping, short
from .perft import perft

SUFFIX = ".test.yaml"
FILE_KEYS = ("game", "options", "cases")
Types = dict[str, tuple[Callable[[Any], bool], str]]
"""What the values of a mapping's keys must be, and how to say so."""


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: object) -> bool:
    return isinstance(value, str)


CASE_TYPES: Types = {
    "name": (lambda value: isinstance(value, str | int | float), "a text"),
    "options": (is_mapping, "a mapping of options"),
    "position": (is_mapping, "a mapping of players to cells"),
    "moves": (is_texts, "a list of moves"),
    "expect": (is_mapping, "a mapping"),
}
EXPECTED_TYPES: Types = {
    "wins": (is_texts, "a list of players"),
    "loses": (is_texts, "a list of players"),
    "winner": (_is_text, "a player, draw or none"),
    "to_move": (lambda value: _is_text(value) or is_texts(value), "a player, or a list of players"),
    "legal": (is_texts, "a list of moves"),
    "legal_count": (_is_number, "a number"),
    "includes": (is_texts, "a list of moves"),
    "excludes": (is_texts, "a list of moves"),
    "refuses": (is_scalars, "a list of moves"),
    "board": (
        lambda value: isinstance(value, dict) and all(map(is_placement, value.values())),
        "a mapping of players to cells",
    ),
    "perft": (lambda value: isinstance(value, list) and all(map(_is_number, value)), "a list of numbers"),
}


@dataclass(frozen=True)
class Result:
    """How one case went: nothing in `failures` when it passed. `state` is where it ended, if it came so far."""

    name: str
    failures: tuple[str, ...]
    state: State | None = None


def scenario_files(path: Path) -> list[Path]:
    """The scenario files that a path means: itself, or those of a folder."""
    return sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]


def run_paths(paths: Iterable[Path]) -> Iterator[tuple[Path, list[Result] | tuple[Diagnostic, ...]]]:
    """Every scenario file that the paths mean, with its results."""
    for path in paths:
        files = scenario_files(path)
        if not files:
            yield path, (Diagnostic("HG608", f"there is no *{SUFFIX} file in `{path}`"),)
        for file in files:
            yield file, run_file(file)


def run_file(path: Path, change: Callable[[Game], Game] = lambda game: game) -> list[Result] | tuple[Diagnostic, ...]:
    """The results of a file's cases, or why it cannot be run. `change` may put each game into other forms."""
    text = read(path)
    if isinstance(text, Diagnostic):
        return (text,)
    file = read_mapping(text, FILE_KEYS, "HG608", "scenario file")
    if isinstance(file, Diagnostic):
        return (file,)
    wrong = _check(file, path)
    if wrong:
        return (wrong,)
    cases = file["cases"]
    assert isinstance(cases, list)
    return [_run(case, file, path, change) for case in cases]


def _check(file: dict[str, Any], path: Path) -> Diagnostic | None:
    def wrong(message: str, **more: Any) -> Diagnostic:
        return Diagnostic("HG608", f"`{path}`: {message}", **more)

    if not isinstance(file.get("game"), str):
        return wrong("it names no game", expected="game: followed by a stem or a path")
    if not isinstance(file.get("cases"), list) or not file["cases"]:
        return wrong("it has no cases", expected="cases: followed by a list")
    if not isinstance(file.get("options", {}), dict):
        return wrong("`options` is no mapping")
    for number, case in enumerate(file["cases"], 1):
        if not isinstance(case, dict) or not isinstance(case.get("expect"), dict):
            return wrong(f"case {number} expects nothing", expected="expect: followed by a mapping")
        shown = short(case.get("name", number))
        for mapping, types in ((case, CASE_TYPES), (case["expect"], EXPECTED_TYPES)):
            for key, value in mapping.items():
                if key not in types:
                    message = f"case `{shown}`: unknown key `{short(key)}`"
                    return wrong(message, expected=listed(types), help=did_you_mean(short(key), types))
                fits, wanted = types[key]
                if not fits(value) and not (value is None and mapping is case):
                    return wrong(f"case `{shown}`: `{key}` is not as it should be", expected=wanted)
    return None


def _run(case: dict[str, Any], file: dict[str, Any], path: Path, change: Callable[[Game], Game]) -> Result:
    name = str(case.get("name", "unnamed"))
    options = {**file.get("options", {}), **(case.get("options") or {})}
    game, problems = compile_game(game_file(file["game"], path), options)
    if game is None:
        return Result(name, tuple(problem.message for problem in problems))
    game = change(game)
    try:
        state = _position(game, case)
    except HexgameError as error:
        return Result(name, tuple(diagnostic.message for diagnostic in error.diagnostics))
    for move in case.get("moves") or ():
        try:
            state.play(str(move))
        except MoveError as error:
            return Result(name, (f"the move {move} was refused: {error}",), state)
    failures = [failure for key, value in case["expect"].items() for failure in EXPECTATIONS[key](state, value)]
    return Result(name, tuple(failures), state)


def _position(game: Game, case: Mapping[str, Any]) -> State:
    if case.get("position") is None:
        return game.start()
    position = Position.of(case["position"])
    return game.position(position.pieces, **position.more)


# What can be expected: each check yields a line for everything that is not as it should be


def _players(found: tuple[str, ...], wanted: Any, verb: str) -> Iterator[str]:
    if sorted(found) != sorted(map(str, wanted)):
        yield f"{verb}: {_shown(found)}, not {_shown(wanted)}"


def _winner(state: State, wanted: Any) -> Iterator[str]:
    outcome = state.outcome
    found = (outcome.winner or "draw") if outcome else "none"
    if found != str(wanted):
        yield f"winner: {found}, not {wanted}"


def _to_move(state: State, wanted: Any) -> Iterator[str]:
    deciders = [wanted] if isinstance(wanted, str) else list(map(str, wanted))
    if list(state.deciders) != deciders:
        yield f"to move: {' and '.join(state.deciders) or 'nobody'}, not {' and '.join(deciders)}"


def _codes(state: State, moves: Any) -> tuple[set[int], list[str]]:
    """The moves' codes, and a line for each that cannot be read."""
    codes: set[int] = set()
    problems: list[str] = []
    for move in moves:
        try:
            codes.add(state.read(str(move)).code)
        except MoveError as error:
            problems.append(f"{move}: {error}")
    return codes, problems


def _legal(state: State, wanted: Any) -> Iterator[str]:
    codes, problems = _codes(state, wanted)
    yield from problems
    found = set(state.legal_codes)
    for code in sorted(codes - found):
        yield f"legal: {state.game.move(code)} is not"
    for code in sorted(found - codes):
        yield f"legal: {state.game.move(code)} is, and was not expected"


def _legal_count(state: State, wanted: Any) -> Iterator[str]:
    found = len(state.legal_codes)
    if found != wanted:
        yield f"legal moves: {found}, not {wanted}"


def _includes(state: State, wanted: Any) -> Iterator[str]:
    codes, problems = _codes(state, wanted)
    yield from problems
    for code in sorted(codes - set(state.legal_codes)):
        yield f"legal: {state.game.move(code)} is not"


def _excludes(state: State, wanted: Any) -> Iterator[str]:
    codes, _ = _codes(state, wanted)
    for code in sorted(codes & set(state.legal_codes)):
        yield f"legal: {state.game.move(code)} is"


def _refuses(state: State, wanted: Any) -> Iterator[str]:
    kept = state.game.machine.layout.kept
    before = state.vector[:kept]
    for move in wanted:
        tried = state.copy()
        try:
            tried.play(str(move))
        except MoveError:
            if tried != state or tried.vector[:kept] != before:
                yield f"refused: {move}, but something changed"
        else:
            yield f"refused: {move} was not"


def _board(state: State, wanted: Any) -> Iterator[str]:
    kinds = [piece.name for piece in state.game.rules.pieces]
    for player, held in wanted.items():
        if player not in state.pieces:
            yield f"board: there is no player {short(player)}"
            continue
        for kind, cells in (held if isinstance(held, dict) else {kinds[0]: held}).items():
            unknown = [cell for cell in cells if cell_number(state.game, cell) is None]
            yield from (f"board: there is no cell `{short(cell)}`" for cell in unknown)
            if kind not in kinds:
                yield f"board: there is no piece `{short(kind)}`"
            elif not unknown:
                yield from _standing(state, player, kind, cells)


def _standing(state: State, player: str, kind: str, cells: Any) -> Iterator[str]:
    found = {state.game.board.by_name[cell] for cell in state.pieces[player][kind]}
    if found != {cell_number(state.game, cell) for cell in cells}:
        names = sorted(state.game.board.names[cell] for cell in found)
        yield f"board: {player} has {kind} on {_shown(names)}, not {_shown(cells)}"


def _perft(state: State, wanted: Any) -> Iterator[str]:
    found = [perft(state, depth) for depth in range(1, len(wanted) + 1)]
    if found != wanted:
        yield f"perft: {found}, not {wanted}"


def _shown(values: Any) -> str:
    return ", ".join(map(str, values)) or "none"


EXPECTATIONS: dict[str, Callable[[State, Any], Iterator[str]]] = {
    "wins": lambda state, wanted: _players(state.wins, wanted, "wins"),
    "loses": lambda state, wanted: _players(state.loses, wanted, "loses"),
    "winner": _winner,
    "to_move": _to_move,
    "legal": _legal,
    "legal_count": _legal_count,
    "includes": _includes,
    "excludes": _excludes,
    "refuses": _refuses,
    "board": _board,
    "perft": _perft,
}
