"""Scenario files: positions and moves of a game, with what must be true of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TypeGuard

from ..deadline import doing
from ..diagnostics.diagnostic import Diagnostic, HexgameError, did_you_mean, listed
from ..doors.documents import Fields, Items, Place
from ..doors.reading import files_in
from ..loading import compile_game
from ..play.game import Game
from ..play.moves import MoveError
from ..play.positions import Position
from ..play.state import State
from ..source.reading.files import game_file, read
from ..source.reading.mappings import Unfit, is_mapping, is_texts, place_in, read_mapping, short, value_of
from .expectations import EXPECTATIONS, is_text

SUFFIX = ".test.yaml"
FILE_KEYS = ("game", "options", "cases")
CASE_KEYS = ("name", "options", "position", "moves", "expect")


@dataclass(frozen=True)
class Case:
    """One case of a scenario file."""

    name: str
    options: Mapping[str, object] = field(default_factory=dict)
    position: Mapping[str, object] | None = None
    moves: tuple[str, ...] = ()
    expect: Mapping[str, object] = field(default_factory=dict)
    """The keys of EXPECTATIONS with values that fit them."""


@dataclass(frozen=True)
class Result:
    """The result of one case, with the state that it reached, if any; the case passed if there are no failures."""

    name: str
    failures: tuple[str, ...]
    state: State | None = None


def scenario_files(path: Path) -> list[Path]:
    """Return the scenario files that a path stands for: itself, or those in a folder."""
    return files_in(path, SUFFIX) if path.is_dir() else [path]


def run_paths(paths: Iterable[Path]) -> Iterator[tuple[Path, list[Result] | tuple[Diagnostic, ...]]]:
    """Run scenario files and folders of them; give each file with its results, or the reason why it cannot be run."""
    for path in paths:
        files = scenario_files(path)
        if not files:
            yield path, (Diagnostic("HG608", f"there is no *{SUFFIX} file in `{path}`"),)
        for file in files:
            yield file, run_file(file)


def run_file(path: Path, change: Callable[[Game], Game] = lambda game: game) -> list[Result] | tuple[Diagnostic, ...]:
    """Return the results of a file's cases, or the reason why it cannot be run; `change` may replace each game."""
    text = read(path)
    if isinstance(text, Diagnostic):
        return (text,)
    file = read_mapping(text, FILE_KEYS, "HG608", "scenario file")
    if isinstance(file, Diagnostic):
        return (file,)
    try:
        name, cases = _game_of(file), _cases(file)
    except Unfit as error:
        return (error.diagnostic("HG608", text),)
    results: list[Result] = []
    games = _Games(game_file(name, path), change)
    for case in cases:
        doing(f"running case {len(results) + 1} of {len(cases)} of `{path}`: {short(case.name)}")
        results.append(_run(case, games))
    return results


# Reading a file


def _game_of(file: Fields) -> str:
    name = file.get("game")
    if not isinstance(name, str):
        raise Unfit("it does not name a game", place_in(file, "game"), "game: followed by a stem or a path")
    return name


def _cases(file: Fields) -> list[Case]:
    options, cases = file.get("options", {}), file.get("cases")
    if not isinstance(cases, Items) or not cases:
        raise Unfit("it has no cases", place_in(file, "cases"), "cases: followed by a list")
    if not is_mapping(options):
        raise Unfit("`options` must be a mapping", place_in(file, "options"))
    return [
        _case(number, case, place, options)
        for number, (case, place) in enumerate(zip(cases, cases.items_at, strict=True), 1)
    ]


def _case(number: int, case: object, place: Place, options: Mapping[str, object]) -> Case:
    if not is_mapping(case) or not is_mapping(case.get("expect")):
        raise Unfit(f"case {number} has no `expect`", place, "expect: followed by a mapping")
    shown = f"case `{short(case.get('name', number))}`"
    try:
        _check_keys(case, CASE_KEYS)
        name = value_of(case, "name", _is_name, "a text")
        own_options = value_of(case, "options", is_mapping, "a mapping of options")
        position = value_of(
            case, "position", is_mapping, "a mapping of players to cells, such as {White: [a4], Black: {king: [b2]}}"
        )
        moves = value_of(case, "moves", is_texts, "a list of moves")
        expect = value_of(case, "expect", is_mapping, "a mapping") or {}
        _check_keys(expect, tuple(EXPECTATIONS))
        for key, value in expect.items():
            if not EXPECTATIONS[key].fits(value):
                raise Unfit(f"`{key}` must be {EXPECTATIONS[key].wanted}", place_in(expect, key))
    except Unfit as error:
        raise Unfit(f"{shown}: {error}", error.place, error.expected, error.help) from None
    return Case(
        "unnamed" if name is None else str(name),
        {**options, **(own_options or {})},
        position,
        tuple(moves or ()),
        expect,
    )


def _is_name(value: object) -> TypeGuard[str | int | float]:
    return is_text(value) or isinstance(value, int | float)


def _check_keys(mapping: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in mapping:
        if key not in known:
            shown, place = short(key), mapping.keys_at[key] if isinstance(mapping, Fields) else None
            raise Unfit(f"unknown key `{shown}`", place, listed(known), did_you_mean(shown, known))


# Running a case


MOST_KEPT = 8
"""How many games of a file are kept at once."""


@dataclass(frozen=True)
class _Games:
    """The games of a file's cases: each is compiled once for all cases with the same options, as most have."""

    name: str | Path
    change: Callable[[Game], Game]
    kept: dict[str, tuple[Game | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)

    def with_options(self, options: Mapping[str, object]) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        """Return the game, or None and the problems."""
        key = repr(sorted(options.items(), key=str))
        if key not in self.kept:
            game, problems = compile_game(self.name, dict(options))
            if len(self.kept) == MOST_KEPT:
                self.kept.clear()
            self.kept[key] = game and self.change(game), problems
        return self.kept[key]


def _run(case: Case, games: _Games) -> Result:
    game, problems = games.with_options(case.options)
    if game is None:
        return Result(case.name, tuple(problem.message for problem in problems))
    try:
        state = _start(game, case)
    except HexgameError as error:
        return Result(case.name, tuple(diagnostic.message for diagnostic in error.diagnostics))
    refused = _played(state, case)
    if refused:
        return Result(case.name, (refused,), state)
    failures = [line for key, value in case.expect.items() for line in EXPECTATIONS[key].failures(state, value)]
    return Result(case.name, tuple(failures), state)


def _start(game: Game, case: Case) -> State:
    if case.position is None:
        return game.start(decide_chance=False)
    position = Position.of(case.position)
    return game.position(position.pieces, **position.more)


def _played(state: State, case: Case) -> str:
    """Play the moves of a case, and return why one is refused, if one is.

    What chance decides at the start is drawn, unless the first moves say it.
    """
    said = len(tuple(takewhile(partial(_is_drawn, state), case.moves)))
    begins = case.position is None
    for moves in (case.moves[:said], case.moves[said:]):
        for move in moves:
            try:
                state.play(move)
            except MoveError as error:
                return f"move {move} was refused: {error}"
        if begins:
            state.let_chance_decide()
        begins = False
    return ""


def _is_drawn(state: State, move: str) -> bool:
    """Whether a move says what chance decides."""
    try:
        return state.read(move).word == "random"
    except MoveError:
        return False
