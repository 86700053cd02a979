"""The whole validation of a rule sheet: text, extreme options, suspicious rules, random games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from ..deadline import OutOfTime, doing, look
from ..diagnostics.diagnostic import Diagnostic, Severity, out_of_time
from ..diagnostics.text import Source
from ..doors.reading import files_in
from ..loading import Sheet, read_sheet
from ..play.game import Game
from ..record import Record
from ..source.reading.files import LARGEST_FILE, SUFFIX, decode
from ..values.settings import plain, spelt
from .lints import one_a_cause, warnings_of, warnings_of_file
from .lints.stuck import STUCK
from .play import Play

# What not every validation needs is imported where it is used.
# ruff: noqa: PLC0415

MOST_CORNERS = 16
"""The maximum number of combinations of options that are tried."""


class Validation(Record):
    """The results for one rule sheet; `game` has the options asked for and is None if there are errors."""

    name: str
    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    ran_out: bool = False
    """Whether time ran out before all random games were played."""

    changes: tuple[str, ...] = ()
    """The fixes made in the file beforehand, a line each."""


def validate_all(
    files: Iterable[str], options: dict[str, object], play: Play, standard_input: BinaryIO, fix: bool = False
) -> Iterator[Validation]:
    """Validate files, folders, shipped games by name and standard input (`-`); with `fix`, mend files first."""
    waiting: list[tuple[str, str | None]] = []
    for path in files:
        waiting += [(path, file) for file in game_files(path)] or [(path, None)]
    for number, (path, file) in enumerate(waiting, 1):
        try:
            look()
            yield _validated(path, file, options, play, standard_input, fix)
        except OutOfTime as end:
            left = len(waiting) - number + 1
            unchecked = f"{left} file{'s were' if left > 1 else ' was'} not checked"
            yield Validation(path, None, (out_of_time(f"{end}; {unchecked}"),), ran_out=True)
            return


def _validated(
    path: str, file: str | None, options: dict[str, object], play: Play, standard_input: BinaryIO, fix: bool
) -> Validation:
    """Validate one file of those that a path stands for."""
    if file is None:
        return Validation(path, None, (Diagnostic("HG601", f"there is no *{SUFFIX} file in `{path}`"),))
    if path == "-":
        source = decode(standard_input.read(LARGEST_FILE + 1), "-")
        return validate(source, options, play) if isinstance(source, Source) else Validation("-", None, (source,))
    sheet, changes, unwritten = _mended(Path(file)) if fix else (None, (), ())
    result = validate(sheet or file, options, play)
    return result.copy_with(diagnostics=(*result.diagnostics, *unwritten), changes=changes)


def _mended(path: Path) -> tuple[Sheet | None, tuple[str, ...], tuple[Diagnostic, ...]]:
    """Mend a file; return its sheet if nothing had to change, the changes, and the reason if it cannot be written."""
    sheets: list[Sheet | tuple[Diagnostic, ...]] = []
    if not os.path.isfile(path):  # noqa: PTH113 - false, too, for what no path can be
        return None, (), ()

    def check(source: Source) -> Sequence[Diagnostic]:
        sheet = read_sheet(source, path.parent)
        if not sheets:
            sheets.append(sheet)
        return sheet.compiled({})[1] if isinstance(sheet, Sheet) else sheet

    from ..source.reading.fixes import mend

    try:
        changes = tuple(mend(path, check))
    except OSError as error:
        return None, (), (Diagnostic("HG610", f"cannot write `{path}`: {error.strerror}"),)
    unchanged = next((each for each in sheets if isinstance(each, Sheet) and not changes), None)
    return unchanged, changes, ()


def game_files(path: str) -> list[str]:
    """Return the game files that a path stands for: itself, or those in a folder."""
    return list(map(str, files_in(Path(path), SUFFIX))) if Path(path).is_dir() else [path]


def validate(name: str | Source | Sheet, options: dict[str, object], play: Play) -> Validation:
    """Validate a sheet with the options given; without any, also with its options at the ends of their ranges."""
    shown = name if isinstance(name, str) else name.name
    found: dict[Diagnostic, None] = {}
    game, ran_out = None, True
    try:
        game, ran_out = _checked(name, options, play, found)
    except OutOfTime as end:
        found[out_of_time(str(end))] = None
    return Validation(shown, None if _failed(found) else game, tuple(sorted(found, key=_place)), ran_out)


def _checked(
    name: str | Source | Sheet, options: dict[str, object], play: Play, found: dict[Diagnostic, None]
) -> tuple[Game | None, bool]:
    """Add all problems of a sheet to those found; return the game, and whether time ran out in random games."""
    sheet = name if isinstance(name, Sheet) else read_sheet(name, Path())
    if not isinstance(sheet, Sheet):
        found.update(dict.fromkeys(sheet))
        return None, False
    game, problems = sheet.compiled(options)
    found.update(dict.fromkeys(problems))
    if game is None:
        return None, False
    games = [game] if options else [game, *_extremes(sheet, game, found)]
    if _failed(found):
        return game, False
    doing(f"looking for suspicious rules in `{sheet.name}`")
    warnings = [*warnings_of(game), *(warnings_of_file(games) if not options else [])]
    found.update(dict.fromkeys(one_a_cause(warnings, game)))
    if not play.games:
        return game, False
    from .claims import warnings_in_play

    in_play, ran_out = warnings_in_play(games, play, is_stuck=any(each.code == STUCK for each in warnings))
    found.update(dict.fromkeys(in_play))
    look()
    return game, ran_out


def _extremes(sheet: Sheet, game: Game, found: dict[Diagnostic, None]) -> Iterator[Game]:
    """Give the game with its options at the ends of their ranges; add the problems that this causes."""
    for corner in corners(game):
        other, problems = sheet.compiled(dict(corner))
        if other is not None:
            yield other
        if not any(map(_is_refusal, problems)):
            found.update((_at(corner, problem), None) for problem in problems if problem not in found)


def corners(game: Game) -> Iterator[dict[str, object]]:
    """Give extreme options: all numbers at their smallest, then one option at a time at its ends or names."""
    settings = game.settings
    smallest: dict[str, object] = {}
    found: list[dict[str, object]] = []
    for option in settings.options:
        values = [
            end for value in option.values for end in ((value[0], value[-1]) if isinstance(value, range) else (value,))
        ]
        numbers = [value for value in values if type(value) is int]
        if len(numbers) == len(values):
            smallest[option.name] = numbers[0]
            values = [min(numbers), max(numbers)]
        found.extend({option.name: plain(value)} for value in values if plain(value) != settings.values[option.name])
    yield from ([smallest] if len(smallest) > 1 else [])
    yield from found[:MOST_CORNERS]


def _at(corner: dict[str, object], problem: Diagnostic) -> Diagnostic:
    """Add to a problem the options that cause it."""
    options = " and ".join(f"`{name}` = {spelt(value)}" for name, value in corner.items())
    return problem.copy_with(help="; ".join(filter(None, [problem.help, f"this happens with {options}"])))


def _is_refusal(problem: Diagnostic) -> bool:
    """Whether a problem only says that these options are not allowed together."""
    return problem.code in ("HG605", "HG604")


def _failed(diagnostics: dict[Diagnostic, None]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in diagnostics)


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.span
    return (span.source.name, span.start) if span else ("", -1)
