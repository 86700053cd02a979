"""Options: values that are never allowed, defaults that rule out values, options that change nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from math import prod

from ...board.build import build_board
from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Source, Span
from ...loading import Sheet
from ...play.game import Game
from ...rules import program
from ...source.syntax import tree
from ...values.evaluate import Evaluator
from ...values.settings import OptionDomain, OptionValue, Settings, plain, settle, spelt
from ...values.values import Coordinate, Item, Known, Label
from .names import PLAY, REQUIREMENTS, names_in, uses_of

MOST_TRIES = 200
"""The most combinations of options that are tried for one question."""

MOST_SETTLED = 1_000
"""How often options are settled to see which values are allowed; values not seen by then are taken to be allowed."""

MOST_BOARDS = 5
"""How many boards are built to see whether options fit, the smallest first."""

Chosen = dict[str, object]


def values_of(option: OptionDomain) -> list[OptionValue]:
    """All values of an option, in the file's order."""
    return [plain(each) for value in option.values for each in (value if isinstance(value, range) else (value,))]


def settled_with(game: Game, chosen: Chosen, without: tree.Item | None = None) -> Settings | None:
    """The options of a game with some of them chosen, perhaps without an item; None where they do not fit together."""
    report, sheet = Diagnostics(), game.sheet
    if without is not None:
        sheet = sheet.copy_with(items=tuple(item for item in sheet.items if item is not without))
    settings = settle(sheet, chosen, report)
    return None if report.failed else settings


def _combinations(options: Sequence[OptionDomain]) -> Iterator[Chosen]:
    for values in product(*map(values_of, options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


def _count(options: Sequence[OptionDomain]) -> int:
    return prod(len(values_of(option)) for option in options)


# Values that no other options fit


def value_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of values that a `require` refuses whatever the other options are."""
    requirements = [item for item in game.tree.items if isinstance(item, tree.Require)]
    if not requirements:
        return
    tied = _tied(game)
    fitting, left = set[tuple[str, OptionValue]](), iter(range(MOST_SETTLED))
    for option in game.settings.options:
        others = [other for other in game.settings.options if other is not option]
        if option.name not in tied or _count(others) > MOST_TRIES:
            continue
        chosen: list[Chosen] = [{}, *_combinations(others)]
        unfit = [value for value in values_of(option) if not _fits(game, option, value, chosen, fitting, left)]
        if unfit:
            yield Diagnostic(
                "HG931",
                f"no choice of the other options allows `{option.name}` = {_runs(unfit)}",
                option.span,
                related=tuple((item.condition.span, "required here") for item in requirements[:1]),
                help="remove these values, or relax the requirement",
            )


def _fits(
    game: Game,
    option: OptionDomain,
    value: OptionValue,
    others: list[Chosen],
    fitting: set[tuple[str, OptionValue]],
    left: Iterator[int],
) -> bool:
    """Whether an option can have a value with some choice of the others, as far as there is time to try them."""
    if (option.name, value) in fitting:
        return True
    for chosen in others:
        if next(left, None) is None:
            return True
        settings = settled_with(game, {option.name: value, **chosen})
        if settings is not None:
            fitting.update(settings.values.items())
            return True
    return False


def _runs(values: list[OptionValue]) -> str:
    """`1, 4..6`."""
    runs: list[list[OptionValue]] = []
    for value in values:
        if runs and type(value) is int and value - 1 == runs[-1][-1]:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(
        spelt(run[0]) if len(run) == 1 else f"{run[0]}, {run[1]}" if len(run) == 2 else f"{run[0]}..{run[-1]}"
        for run in runs
    )


# Defaults that do not fit


def default_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of defaults that fail for a value of an earlier option although another value would work."""
    options = game.settings.options
    written = {item.name.id: item for item in game.tree.items if isinstance(item, tree.Option)}
    boards = Boards(game)
    tied = {option.name for option in options} if boards.asks else _tied(game)
    for number, option in enumerate(options[:-1]):
        if option.name not in tied:
            continue
        for value in values_of(option)[:MOST_TRIES]:
            if boards.fit({option.name: value}):
                continue
            later = _mending(options[number + 1 :], {option.name: value}, boards)
            if later is not None:
                name, other = later
                yield Diagnostic(
                    "HG932",
                    f"with `{option.name}` = {spelt(value)} the default of `{name}` is not allowed",
                    written[name].default.span,
                    f"{spelt(other)} would work" if isinstance(other, int | str) else "",
                    help=f"make it depend on `{option.name}`: option {name} = (if … then … else …) in …",
                )
                break


def _tied(game: Game) -> set[str]:
    """The options that something settled before the board depends on; the others may have any of their values."""
    uses = uses_of(game.tree)
    tied = uses.reached_from(REQUIREMENTS)
    for item in game.tree.items:
        if isinstance(item, tree.Option | tree.Let):
            tied |= uses.reached_from(item.name.id) - {item.name.id}
        elif isinstance(item, tree.Players) and item.number:
            tied |= uses.reached_from(*names_in(item.number))
    return tied


class Boards:
    """Whether options fit; boards are built too where the board itself asks something of them (`asks`)."""

    def __init__(self, game: Game) -> None:
        self._game, self._left, self._tries = game, MOST_BOARDS, iter(range(MOST_SETTLED))
        self._part = next(item for item in game.tree.items if isinstance(item, tree.Board))
        asking = tree.Require | tree.Portal | tree.Antipodal | tree.Wrap
        self.asks = any(isinstance(item, asking) for item in self._part.items)

    def fit(self, chosen: Chosen) -> bool:
        """Whether some chosen options fit together, as far as there is time to try."""
        if next(self._tries, None) is None:
            return True
        settings = settled_with(self._game, chosen)
        if settings is None or not self.asks or not self._left:
            return settings is not None
        self._left -= 1
        report = Diagnostics()
        build_board(self._part, settings, report)
        return not report.failed


def _mending(later: Sequence[OptionDomain], chosen: Chosen, boards: Boards) -> tuple[str, OptionValue] | None:
    """A later option, and its value, with which the options fit."""
    for option in later:
        for value in values_of(option)[:MOST_TRIES]:
            if boards.fit({**chosen, option.name: value}):
                return option.name, value
    return None


# Options that change nothing


def idle_option_warnings(games: Sequence[Game]) -> Iterator[Diagnostic]:
    """Warn of options that make no difference, whatever the others are."""
    game = games[0]
    used = uses_of(game.tree).reached_from(PLAY)
    for option in game.settings.options:
        if option.name in used and len(values_of(option)) > 1 and not _differs(option, games):
            name = next(item.name for item in game.tree.items
                        if isinstance(item, tree.Option) and item.name.id == option.name)  # fmt: skip
            yield Diagnostic("HG933", f"the option `{option.name}` changes nothing: all its values give the same game",
                             name.span, help="remove it, or use it in the rules")  # fmt: skip


def _differs(option: OptionDomain, games: Sequence[Game]) -> bool:
    """Whether an option makes a difference between two of the games, or in any other that is tried; where it can have
    but one value, that is reported elsewhere."""

    def others(game: Game) -> Chosen:
        return {name: value for name, value in game.options.items() if name != option.name}

    pairs = ((one, other) for one, other in combinations(games, 2) if others(one) == others(other))
    if any(not is_same(*pair) for pair in pairs):
        return True
    tried = islice(((game, value) for game in games for value in _telling(option)), MOST_TRIES // 4)
    compared = 0
    for game, value in tried:
        changed = _with(game, option.name, value) if game.options[option.name] != value else None
        if changed is not None and not is_same(game, changed):
            return True
        compared += changed is not None
    return not compared


def _telling(option: OptionDomain) -> list[OptionValue]:
    """Some values of an option: a few, the ends among them."""
    values = values_of(option)
    return values if len(values) <= 6 else [values[0], *values[1 : -1 : max(1, len(values) // 4)], values[-1]]


def _with(game: Game, name: str, value: OptionValue) -> Game | None:
    chosen: Chosen = {**game.options, name: value}
    return Sheet(game.name, game.tree, game.sources, Diagnostics()).compiled(chosen)[0]


def is_same(one: Game, other: Game) -> bool:
    """Whether two games have the same board and the same rules."""
    boards = [(game.board.cells, game.board.arcs, game.board.edges, game.board.regions) for game in (one, other)]
    rules = [_spanless(game.rules) for game in (one, other)]
    return boards[0] == boards[1] and rules[0] == rules[1] and _labels(one) == _labels(other)


_ANYWHERE = Span(Source("", ""), 0, 0)


def _spanless(rules: program.Rules) -> program.Rules:
    """The same rules, wherever they are written."""
    points = tuple(
        point.copy_with(tiers=tuple(tuple(map(_decided, tier)) for tier in point.tiers),
                        never=tuple(map(_decided, point.never)))
        for point in rules.points
    )  # fmt: skip
    return rules.copy_with(points=points, endings=tuple(each.copy_with(span=_ANYWHERE) for each in rules.endings))


def _decided(decision: program.Decision) -> program.Decision:
    return decision.copy_with(span=_ANYWHERE, spans=(), where_span=None, forbid_span=None)


def _labels(game: Game) -> list[dict[Coordinate, Item]]:
    meanings = (meaning.of(0) for meaning in game.settings.scope.values() if isinstance(meaning, Known))
    return [meaning.values for meaning in meanings if isinstance(meaning, Label)]


# What the options rule out


def never_with_options(words: tree.Expression, truth: bool, game: Game, without: tree.Item | None = None) -> bool:
    """Whether a condition never has a truth value, whatever the options that it uses are; `without` is an item that
    says nothing of them here."""
    known = uses_of(game.tree)
    spoken_of = names_in(words) | known.reached_from(*names_in(words))
    options = [option for option in game.settings.options if option.name in spoken_of]
    if _count(options) > MOST_TRIES:
        return False
    for chosen in _combinations(options):
        settings = settled_with(game, chosen, without)
        if settings is None:
            continue
        value = Evaluator(settings.scope, Diagnostics()).evaluate(words)
        if not isinstance(value, Known) or truth in value.values:
            return False
    return True
