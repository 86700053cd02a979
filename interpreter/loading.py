"""The one way through: text → tree → option values → board → rules → game."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from .board.board import NOWHERE, Board
from .board.build import build_board, unnamed
from .deadline import doing
from .diagnostics.diagnostic import Diagnostic, Diagnostics, HexgameError
from .diagnostics.text import Source
from .doors.given import given
from .play.game import Game
from .record import Record, Single
from .rules.costs.bounds import costs_of
from .rules.costs.findings import refusals
from .rules.declarations.naming import hidden, hideable
from .rules.rules import build_rules, check_sections
from .source.reading.files import FILES, Shelf, find, read
from .source.reading.seats import seated
from .source.reading.variants import assemble
from .source.syntax import tree
from .values.settings import UNFIT, Settings, settle, spelt
from .values.values import Definition, Meaning

if TYPE_CHECKING:
    from .machine.plan.forms import Forms

TOO_MANY, TOO_LARGE = "HG507", "HG307"


def load(name: str | Path | Source, /, **options: object) -> Game:
    """Return a game: by the stem of a shipped one, by a path, or from a `Source` with its text.

    Keywords choose the game's options, whatever they are called. Raises HexgameError with everything that is wrong.

    >>> import hexgame
    >>> hexgame.load("hex", size=5, pie="no")
    <Game Hex, size=5, pie=no>
    >>> hexgame.load("hxe")
    Traceback (most recent call last):
    hexgame.diagnostics.diagnostic.HexgameError: error[HG601]: no game or file `hxe` (did you mean `hex`?)
    """
    game, diagnostics = compile_game(name, options)
    if game is None:
        raise HexgameError(diagnostics)
    return game


def check(name: str | Path | Source, /, **options: object) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with a game, in the order of its text; nothing if it can be played.

    >>> import hexgame
    >>> hexgame.check("hex")
    ()
    >>> [problem.code for problem in hexgame.check("hex", size=99)]
    ['HG604']
    """
    return compile_game(name, options)[1]


def compile_game(
    name: str | Path | Source, options: dict[str, object], allow_slow: bool = False
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """Return a game and the problems found on the way; no game if one of them is an error.

    With `allow_slow`, it may cost more than a game may that others run (`rules/costs/bounds.py`).
    """
    given("name", name, str, PathLike, Source)
    sheet = read_sheet(name)
    return sheet.compiled(options, allow_slow) if isinstance(sheet, Sheet) else (None, sheet)


class Sheet(Record):
    """A rule sheet as it was read, with the sheets it is a variant of; it can be compiled with any options."""

    name: str
    file: tree.File
    sources: tuple[Source, ...]
    problems: Diagnostics

    def __repr__(self) -> str:
        return f"<Sheet {self.name}, {len(self.problems)} problems>"

    def compiled(
        self, options: dict[str, object], allow_slow: bool = False
    ) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        """Return the game with its options chosen, and the problems found; no game if one of them is an error."""
        return self._told(*self._made(options, allow_slow)) if options or allow_slow else self._compiled_by_default

    @cached_property
    def _compiled_by_default(self) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        return self._told(*self._made_by_default)

    def _told(self, game: Game | None, report: Diagnostics) -> tuple[Game | None, tuple[Diagnostic, ...]]:
        return (None if report.failed else game), _problems(report, self.file)

    @cached_property
    def _made_by_default(self) -> tuple[Game | None, Diagnostics]:
        return self._made({}, False)

    def _made(self, options: dict[str, object], allow_slow: bool) -> tuple[Game | None, Diagnostics]:
        report = Diagnostics(self.problems)
        if not report.failed:  # what is missing may stand in a part that could not be read
            report.extend(self._sections)
        return self._game(options, allow_slow, report), report

    def _game(self, options: dict[str, object], allow_slow: bool, report: Diagnostics) -> Game | None:
        if any(problem.code == TOO_MANY for problem in report):  # to go on would take too long
            return None
        doing(f"building the board of `{self.name}`")
        settings = settle(self.file, options, report)
        if any(problem.code == UNFIT for problem in report):  # nobody knows the board that was meant
            return None
        file = seated(self.file, settings.absent)
        board, names = self._board(file, settings, report)
        settings.scope.update(names)
        doing(f"checking the rules of `{self.name}`")
        rules = build_rules(file, board, settings, report)
        if rules is None:
            return None
        costs = costs_of(rules, board)
        report.extend(refusals(costs, file.span, allow_slow))
        return Game(self.name, self.file, file, self.sources, settings, board, rules, costs, allow_slow)

    @cached_property
    def refuted(self) -> frozenset[Hashable]:
        """The changes of a broken text that leave something wrong where they were made."""
        return self._made_by_default[1].refuted if any(problem.claim for problem in self.problems) else frozenset()

    @property
    def is_too_large(self) -> bool:
        """Whether something in it is too large to compute."""
        return any(problem.code == TOO_LARGE for problem in self._made_by_default[1])

    @cached_property
    def _sections(self) -> Diagnostics:
        return check_sections(self.file)

    def _board(self, file: tree.File, settings: Settings, report: Diagnostics) -> tuple[Board, Mapping[str, Meaning]]:
        """The board and what it names; one that was built before from the same parts, if there is."""
        part = next((item for item in file.items if isinstance(item, tree.Board)), None)
        if part is None:
            return NOWHERE, unnamed()
        key = self._parts_of_board(part, settings)
        built = _BOARDS.get(key)
        if built is None or built.sources not in (None, self.sources):
            problems = len(report)
            board, names = build_board(part, settings, report)
            if len(report) > problems or report.failed:
                return board, names
            is_of_text = any(isinstance(each, Definition) for each in names.values())
            built = _Built(board, names, self.sources if is_of_text else None)
        _keep(key, built)
        return built.board, built.names

    def _parts_of_board(self, part: tree.Board, settings: Settings) -> Hashable:
        """Return what a board is made of: its part of the tree, all items that it can use, and the options chosen."""
        used = self._used_by_board
        items = [item for item in self.file.items if isinstance(item, _FOR_BOARDS)
                 or (isinstance(item, tree.Let | tree.Define) and item.name.id in used)]  # fmt: skip
        values = (spelt(value) for name, value in settings.values.items() if name in used)
        return part, tuple(items), tuple(values), settings.absent, settings.own.intersection(hideable())

    @cached_property
    def _used_by_board(self) -> frozenset[str]:
        """The names in the text of the board and of whatever it uses."""
        named = {item.name.id: item for item in self.file.items if isinstance(item, tree.Let | tree.Define)}
        waiting: list[tree.Node] = [item for item in self.file.items if isinstance(item, tree.Board)]
        used: set[str] = set()
        for node in waiting:
            found = {each.id for each in node.below if isinstance(each, tree.Name)} - used
            used |= found
            waiting += [named[name] for name in found if name in named]
        return frozenset(used)


_FOR_BOARDS = tree.Players | tree.Option | tree.Var | tree.Cards | tree.Marks
"""The items that give names to all of a file; they say what such a name means on a board."""


class _Built(Single):
    """A board without problems, and what it names. With `sources`, a name stands for a passage of these texts."""

    board: Board
    names: dict[str, Meaning]
    sources: tuple[Source, ...] | None


_BOARDS: dict[Hashable, _Built] = {}
"""The boards that were built last, by what they are made of: a sheet that is being written mostly keeps its board."""

_MOST_BOARDS = 32


def _keep(key: Hashable, built: _Built) -> None:
    """Keep a board as the one that was used last."""
    _BOARDS.pop(key, None)
    _BOARDS[key] = built
    for oldest in list(_BOARDS)[:-_MOST_BOARDS]:
        _BOARDS.pop(oldest, None)


def read_sheet(
    name: str | Path | Source, folder: Path | None = None, bases: tuple[Source, ...] = (), shelf: Shelf = FILES
) -> Sheet | tuple[Diagnostic, ...]:
    """Read a rule sheet by stem, path or text; return why it cannot be read if it cannot.

    The sheet that a text is a variant of is looked for in `folder` first, then on the shelf, unless `bases` are given:
    the texts that it is a variant of, one of another.
    """
    source: Source | Diagnostic
    if isinstance(name, Source):
        source, known_as = name, name.name
    else:
        path, known_as = find(name), str(name)
        if isinstance(path, Diagnostic):
            return (path,)
        source, folder = read(path, known_as if known_as == str(path) else f"games/{path.name}"), path.parent
    if isinstance(source, Diagnostic):
        return (source,)
    doing(f"parsing `{known_as}`")
    unlikely: frozenset[Hashable] = frozenset()
    first: Sheet | None = None
    for _ in range(MOST_READINGS):
        file, sources, report = assemble(source, folder, bases, shelf, unlikely)
        if file is None:
            return first or report.in_order()
        sheet = Sheet(known_as, file, sources, report)
        first = first or sheet
        if not sheet.refuted:
            return sheet
        if sheet.is_too_large:
            break
        unlikely |= sheet.refuted
    assert first is not None
    return first


MOST_READINGS = 4
"""So often is a broken text read, until the changes that mend it make sense; not again where that takes all the steps
that a sheet may."""


def _problems(report: Diagnostics, file: tree.File) -> tuple[Diagnostic, ...]:
    """Return the problems of a sheet in the order of its text."""
    if not report:
        return ()
    from .source.reading.unknowns import gathered  # noqa: PLC0415 - only problems need it

    return gathered(report, file, hidden(file))


def rebuild(sources: tuple[Source, ...], options: dict[str, object], allow_slow: bool = False) -> Game:
    """Return a game from its texts, its own first; raises HexgameError if this version cannot read them."""
    sheet = read_sheet(sources[0], bases=sources[1:])
    game, problems = sheet.compiled(options, allow_slow) if isinstance(sheet, Sheet) else (None, sheet)
    if game is None:
        raise HexgameError(problems)
    return game


def _unpickled(
    name: str, sources: tuple[Source, ...], options: dict[str, object], allow_slow: bool, forms: Forms | None
) -> Game:
    return rebuild(sources, options, allow_slow).copy_with(name=name, chosen_forms=forms)


def _pickled(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    """Say how a game is made again: from its texts and options, as pickles of a `Game` hold it."""
    return _unpickled, (game.name, game.sources, dict(game.identity.options), game.allows_slow, game.chosen_forms)


copyreg.pickle(Game, _pickled)
