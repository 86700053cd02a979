"""The one way through: text → tree → option values → board → rules → game."""

from __future__ import annotations

from pathlib import Path

from interpreter.board.build import build_board, no_board
from interpreter.board.settings import settle
from interpreter.machine.game import Game
from interpreter.rules.rules import build_rules, check_sections
from interpreter.source import tree
from interpreter.source.diagnostics import Diagnostic, Diagnostics, HexgameError
from interpreter.source.files import find, read
from interpreter.source.text import Source
from interpreter.source.variants import assemble


def load(name: str | Path | Source, **options: object) -> Game:
    """A game, by a shipped stem, a path, or a `Source` holding its text; keywords choose its options.

    Raises HexgameError with everything that is wrong.
    """
    game, diagnostics = compile_game(name, options)
    if game is None:
        raise HexgameError(diagnostics)
    return game


def check(name: str | Path | Source, **options: object) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a game, in the order of its text."""
    return compile_game(name, options)[1]


def compile_game(name: str | Path | Source, options: dict[str, object]) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """A game and the problems found on the way; no game where one of them is an error."""
    source, folder = (name, None) if isinstance(name, Source) else _read(name)
    if isinstance(source, Diagnostic):
        return None, (source,)
    file, sources, report = assemble(source, folder)
    if file is None:
        return None, report.in_order()
    known_as = name.name if isinstance(name, Source) else str(name)
    game = _compile(known_as, file, sources, options, report)
    return (None if report.failed else game), report.in_order()


def _compile(
    name: str, file: tree.File, sources: tuple[Source, ...], options: dict[str, object], report: Diagnostics
) -> Game | None:
    if not report.failed:  # what is missing may stand in a part that could not be read
        report.extend(check_sections(file))
    settings = settle(file, options, report)
    part = next((item for item in file.items if isinstance(item, tree.Board)), None)
    board = build_board(part, settings, report) if part else no_board(settings)
    rules = build_rules(file, board, settings, report)
    return Game(name, file, sources, settings, board, rules) if rules else None


def _read(name: str | Path) -> tuple[Source | Diagnostic, Path | None]:
    path = find(name)
    if isinstance(path, Diagnostic):
        return path, None
    shown = str(path) if str(name) == str(path) else f"games/{path.name}"
    return read(path, shown), path.parent
