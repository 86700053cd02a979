"""Scenario files: positions and moves of a game, with what must be true of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TypeGuard

from ..deadline import doing
from ..diagnostics.diagnostic import Diagnostic, HexgameError
from ..doors.documents import Fields, Items, Place
from ..doors.reading import files_in
from ..loading import compile_game
from ..play.game import Game
from ..play.moves import MoveError
from ..play.positions import Position
from ..play.state import State
from ..source.reading.files import game_file, read
from ..source.reading.mappings import (
    Unfit,
    checked_keys,
    is_mapping,
    is_texts,
    misfit,
    place_in,
    read_mapping,
    short,
    value_of,
)
from .expectations import EXPECTATIONS, is_text

SUFFIX = ".test.yaml"
FILE_KEYS = ("game", "options", "cases")
CASE_KEYS = ("name", "options", "position", "moves", "expect")


@dataclass(frozen=True)
class Case:
    """One case of a scenario file."""

    name: str
    place: Place
    options: Mapping[str, object]
    position: Mapping[str, object] | None
    moves: Sequence[str]
    expect: Mapping[str, object]
    """The keys of EXPECTATIONS with values that fit them."""


@dataclass(frozen=True)
class Failure:
    """What is not as a case expects, and the line of the file that expects it, counted from 1."""

    says: str
    line: int


@dataclass(frozen=True)
class Result:
    """The result of one case, with the state that it reached, if any; the case passed if there are no failures."""

    name: str
    failures: tuple[Failure, ...]
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
        name, cases, named = _game_of(file), _cases(file), place_in(file, "game")
    except Unfit as error:
        return (error.diagnostic("HG608", text),)
    results: list[Result] = []
    games = _Games(game_file(name, path), change)
    for case in cases:
        doing(f"running case {len(results) + 1} of {len(cases)} of `{path}`: {short(case.name)}")
        reached, told = _run(case, games)
        places = [(says, place or (case.place if reached else named) or case.place) for says, place in told]
        failures = tuple(Failure(says, text.position(place.start)[0]) for says, place in places)
        results.append(Result(case.name, failures, reached))
    return results


# Reading a file


def _game_of(file: Fields) -> str:
    name = file.get("game")
    if not isinstance(name, str):
        place = place_in(file, "game") or next(iter(file.keys_at.values()), None)
        raise Unfit("it does not name a game", place, "game: followed by the name of a shipped game or by a path")
    return name


def _cases(file: Fields) -> list[Case]:
    options, cases = file.get("options", {}), file.get("cases")
    if not isinstance(cases, Items) or not cases:
        raise Unfit("it has no cases", place_in(file, "cases"), "cases: followed by a list")
    if not is_mapping(options):
        raise misfit(file, "options", "a mapping")
    return [
        _case(number, case, place, options)
        for number, (case, place) in enumerate(zip(cases, cases.items_at, strict=True), 1)
    ]


def _case(number: int, case: object, place: Place, options: Mapping[str, object]) -> Case:
    shown = f"case `{short(case.get('name', number))}`" if is_mapping(case) else f"case {number}"
    try:
        if is_mapping(case):
            checked_keys(case, CASE_KEYS)
        if not is_mapping(case) or not is_mapping(case.get("expect")):
            raise Unfit("it has no `expect`", place, "expect: followed by a mapping")
        name = value_of(case, "name", _is_name, "a text")
        own_options = value_of(case, "options", is_mapping, "a mapping of options")
        position = value_of(
            case, "position", is_mapping, "a mapping of players to cells, such as {White: [a4], Black: {king: [b2]}}"
        )
        moves = value_of(case, "moves", is_texts, "a list of moves")
        expect = value_of(case, "expect", is_mapping, "a mapping") or {}
        checked_keys(expect, tuple(EXPECTATIONS))
        for key, value in expect.items():
            if not EXPECTATIONS[key].fits(value):
                raise misfit(expect, key, EXPECTATIONS[key].wanted)
    except Unfit as error:
        raise Unfit(f"{shown}: {error}", error.place, error.expected, error.help) from None
    return Case(
        "unnamed" if name is None else str(name),
        place,
        _merged(options, own_options or {}),
        position,
        moves or [],
        expect,
    )


def _merged(*mappings: Mapping[str, object]) -> Fields:
    """Several mappings as one; later ones go before."""
    merged = Fields()
    for each in mappings:
        merged |= each
        if isinstance(each, Fields):
            merged.values_at |= each.values_at
    return merged


def _is_name(value: object) -> TypeGuard[str | int | float]:
    return is_text(value) or isinstance(value, int | float)


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


Told = tuple[str, Place | None]
"""What is wrong with a case, and where its file says so, if that is known."""


def _run(case: Case, games: _Games) -> tuple[State | None, list[Told]]:
    """Return the state that a case reaches, and what is not as it expects."""
    game, problems = games.with_options(case.options)
    if game is None:
        return None, [_problem(problem, case.options) for problem in problems]
    try:
        state = _start(game, case)
    except HexgameError as error:
        given = case.position or {}
        first = place_in(given, next(iter(given), ""))
        told = (_problem(diagnostic, given) for diagnostic in error.diagnostics)
        return None, [(says, place or first) for says, place in told]
    refused = _played(state, case)
    if refused:
        return state, [refused]
    return state, [
        (line, place_in(case.expect, key))
        for key, value in case.expect.items()
        for line in EXPECTATIONS[key].failures(state, value)
    ]


def _problem(found: Diagnostic, given: Mapping[str, object]) -> Told:
    """A problem with what a case gives its game, at the first key that it names, or whose value it quotes."""
    where = "" if found.is_request or found.span is None else f"{found.span}: "
    quoted = re.findall(r"`([^`]+)`", found.message)
    named = [key for key in given if short(key) in quoted]
    named += [key for key in given if any(each in str(given[key]) for each in quoted)]
    advice = found.help or (f"expected {found.expected}" if found.expected else "")
    return f"{where}{found.message}" + (f" ({advice})" if advice else ""), place_in(given, next(iter(named), ""))


def _start(game: Game, case: Case) -> State:
    if case.position is None:
        return game.start(decide_chance=False)
    position = Position.of(case.position)
    return game.position(position.pieces, **position.more)


def _played(state: State, case: Case) -> Told | None:
    """Play the moves of a case, and return why one is refused, if one is.

    What chance decides at the start is drawn, unless the first moves say it.
    """
    said = len(tuple(takewhile(partial(_is_drawn, state), case.moves)))
    for number, move in enumerate((*case.moves, None)):
        if number == said and case.position is None:
            state.let_chance_decide()
        if move is None:
            break
        try:
            state.play(move)
        except MoveError as error:
            place = case.moves.items_at[number] if isinstance(case.moves, Items) else None
            return f"move {number + 1}, `{short(move)}`, is refused: {error}", place
    return None


def _is_drawn(state: State, move: str) -> bool:
    """Whether a move says what chance decides."""
    try:
        return state.read(move).word == "random"
    except MoveError:
        return False
