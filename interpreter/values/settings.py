"""Option values: the defaults of the file with what was asked for laid over them, checked against their domains."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ..diagnostics.diagnostic import Diagnostic, Diagnostics, did_you_mean, listed, nearest
from ..diagnostics.elsewhere import SWITCHED
from ..diagnostics.text import Span
from ..record import Record
from ..source.reading.seats import seated
from ..source.syntax import tree
from .evaluate import Evaluator
from .hints import strays, turned_range
from .names import CONSTANTS, WORDS, Scope, declared_below, inside_blocks, of_board, visible
from .types import NAME, NONE
from .values import (
    ABSENCE,
    WRONG,
    Definition,
    Item,
    Kind,
    Known,
    Meaning,
    Player,
    Routine,
    Symbol,
    Undecided,
    Wrong,
    type_of,
)

OptionValue = int | bool | str
"""An option's value as Python sees it: names are strings, yes and no are booleans."""


Choice = range | int | Symbol | Player
"""What may stand among the values of an option."""


class OptionDomain(Record):
    """An option with all its values, in the file's order."""

    name: str
    values: tuple[Choice, ...]
    text: str
    span: Span

    def find(self, asked: object) -> Choice | Wrong:
        """The value that was asked for, given as itself or as text; WRONG if there is no such value."""
        for value in self.values:
            if isinstance(value, range):
                number = _number(asked)
                if number is not None and number in value:
                    return number
            elif asked is plain(value) or _short(asked) == spelt(value):
                return value
        return WRONG

    @property
    def names(self) -> list[str]:
        """The values that are no numbers, as a game file writes them."""
        return [spelt(value) for value in self.values if isinstance(value, bool) or not isinstance(value, int | range)]

    def __contains__(self, value: object) -> bool:
        return any(
            value in each
            if isinstance(each, range) and type(value) is int
            else type(value) is type(each) and value == each
            for each in self.values
        )

    def __str__(self) -> str:
        return ", ".join(spelt(value) for value in self.values)


def _number(asked: object) -> int | None:
    if type(asked) is int:
        return asked
    if isinstance(asked, str) and asked.removeprefix("-").isdecimal() and len(asked) < 12:
        return int(asked)
    return None


def plain(value: int | Symbol | Player) -> OptionValue:
    """A known value as Python sees it."""
    return value.name if isinstance(value, Symbol | Player) else value


def spelt(value: object) -> str:
    """A known value as a game file writes it."""
    if isinstance(value, range):
        return f"{value.start}..{value.stop - 1}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.name if isinstance(value, Symbol | Player) else str(value)


class Settings(Record):
    """The options of a game, their values, and the names that stand for values known before play."""

    options: tuple[OptionDomain, ...]
    values: dict[str, OptionValue]
    scope: Scope
    players: tuple[Player, ...]
    asked: bool = False
    """Whether somebody chose them."""

    absent: frozenset[str] = frozenset()
    """The names of players who do not take part."""

    in_play: frozenset[str] = frozenset()
    """The names of players, variables, cards and marks: an expression that uses one is for play to decide."""

    own: frozenset[str] = frozenset()
    """The names that the file declares: the functions and regions of the language that are called so are hidden."""

    inside: Mapping[str, str] = MappingProxyType({})
    """Advice on names that mean something only inside a block."""

    def __repr__(self) -> str:
        return f"<Settings {', '.join(f'{name}={spelt(value)}' for name, value in self.values.items())}>"


def settle(file: tree.File, asked: Mapping[str, object], report: Diagnostics) -> Settings:
    """The option values of a game; what was asked for and does not fit is reported."""
    players = _players(file)
    own = frozenset(name.id for name in file.declared)
    scope = Scope({}, visible(WORDS, own - CONSTANTS))
    kinds = kinds_of(file)
    scope.update({kind.name: Known.always(kind) for kind in kinds})
    scope["kinds"] = Known.always(kinds)
    scope.update({player.name: Known.always(player) for player in players})
    items = [item for item in file.items if isinstance(item, tree.Option | tree.Var)]
    scope.update(
        {name: Known.always(Symbol(name)) for item in items for name in _names_among(item) if name not in scope}
    )
    for name, misspelt in strays(items, [player.name for player in players], file):
        report.append(misspelt)
        scope[name.id] = WRONG
    evaluator = Evaluator(scope, report)
    inside = inside_blocks(file)
    evaluator.advice = (
        inside
        | of_board(file)
        | declared_below(item.name for item in file.items if isinstance(item, tree.Option | tree.Let | tree.Define))
    )
    options: list[OptionDomain] = []
    values: dict[str, OptionValue] = {}
    absent: frozenset[str] = frozenset()
    for item in file.items:
        if isinstance(item, tree.Players) and item.number:
            taking_part = _taking_part(item, players, options, evaluator)
            absent = frozenset(player.name for player in players[len(taking_part) :])
            players = taking_part
            scope.update(dict.fromkeys(absent, Known.always(ABSENCE)))
        elif isinstance(item, tree.Option):
            offered = seated(item, absent)
            option = _option(offered, evaluator)
            value = _value(offered, option, asked, evaluator, report)
            options.append(option)
            values[option.name] = plain(value) if isinstance(value, int | Symbol | Player) else 0
            scope[option.name] = _meaning(value, option, evaluator)
        elif isinstance(item, tree.Let):
            scope[item.name.id] = evaluator.value(item.value)
        elif isinstance(item, tree.Define):
            scope[item.name.id] = Definition(item)
        elif isinstance(item, tree.Effect):
            scope[item.name.id] = Routine(item)
        elif isinstance(item, tree.Require):
            check_requirement(item, values, bool(asked), evaluator)
    _check_asked(file, options, asked, report)
    kept = (tree.Players, tree.Var, tree.Cards, tree.Marks)
    in_play = frozenset(name.id for item, name in file.declarations if isinstance(item, kept))
    return Settings(tuple(options), values, scope, players, bool(asked), absent, in_play - absent, own, inside)


def kinds_of(file: tree.File) -> tuple[Kind, ...]:
    """The kinds of piece of a file; one that declares none has stones."""
    names = [piece.name.id for item in file.items if isinstance(item, tree.Pieces) for piece in item.pieces]
    return tuple(Kind(name, index) for index, name in enumerate(dict.fromkeys(names or [ONLY_KIND])))


ONLY_KIND = "stone"
"""The kind of piece of a game that declares none."""


def _names_among(item: tree.Option | tree.Var) -> Iterator[str]:
    """The values of an option or a variable that are names; a variable may hold any of the cells or players."""
    sets = _SETS if isinstance(item, tree.Var) else ()
    return (name.id for name in item.domain if isinstance(name, tree.Name) and name.id not in sets)


_SETS = ("cells", "players")
"""The sets whose elements a variable may hold."""

RANDOM = Symbol("random")
"""The value of an option that chance decides among the others."""


def _meaning(value: Item | Wrong, option: OptionDomain, evaluator: Evaluator) -> Meaning:
    if value is WRONG:
        return WRONG
    if value != RANDOM:
        return Known.always(value)
    others = tuple(each for part in option.values for each in (part if isinstance(part, range) else (part,)))
    others = tuple(dict.fromkeys(each for each in others if each != RANDOM))
    kinds = {type_of(each) for each in others}
    if kinds == {NAME, NONE}:
        others, kinds = tuple(Symbol(ABSENCE.name) if each == ABSENCE else each for each in others), {NAME}
    if len(others) < 2 or len(kinds) > 1:
        return evaluator.wrong("HG501", "`random` needs at least 2 other values, all of one type", option.span)
    return Undecided(option.name, others)


MOST_VALUES = 1_000
"""The most values that an option, or a game variable, may have."""

MOST_CHANCES = 10_000
"""The most values that chance may draw from."""


def _players(file: tree.File) -> tuple[Player, ...]:
    """The players of the first section that names some; beside two of them, a name that had to be made up is none."""
    names = next(([name.id for name in item.names] for item in file.items if isinstance(item, tree.Players)), [])
    given = list(filter(str.isidentifier, names))
    return tuple(Player(index, name) for index, name in enumerate(given if len(given) > 1 else names))


def _taking_part(
    item: tree.Players, players: tuple[Player, ...], options: list[OptionDomain], evaluator: Evaluator
) -> tuple[Player, ...]:
    """The first players of an item, as many as it says; all of them if that is wrong, which is then reported."""
    assert item.number is not None
    number = evaluator.fixed(item.number, int, "`players`")
    if number is WRONG:
        return players
    if not 1 <= number <= len(players):
        evaluator.wrong("HG501", f"{number} of {len(players)} players cannot take part", item.number.span,
                        help=f"a number in 1..{len(players)}, or name more players")  # fmt: skip
        return players
    for option in options:
        if any(isinstance(value, Player) for value in option.values):
            evaluator.wrong("HG501", f"the option `{option.name}` has players among its values", option.span,
                            help="write it after `players`, which says who takes part")  # fmt: skip
    return players[:number]


def _option(item: tree.Option, evaluator: Evaluator) -> OptionDomain:
    values = []
    for expression in item.domain:
        words = re.split(r"\s+(or|and)\s+", expression.span.text)
        if len(words) > 1 and all(word in ("yes", "no") or word not in evaluator.scope for word in words):
            ours = ", ".join(words[::2])
            evaluator.wrong("HG501", f"`{words[1]}` makes one value of these", expression.span, help=f"write: {ours}",
                            replacement=ours)  # fmt: skip
            continue
        value = evaluator.known(expression)
        if isinstance(value, range) and not value:
            evaluator.wrong("HG501", "this range is empty", expression.span, help=turned_range(expression))
        elif isinstance(value, range | int | bool | Symbol | Player):
            values.append(value)
        elif value is not WRONG:
            wanted = "numbers, a range, names, or yes and no"
            evaluator.mismatch(
                expression, type_of(value), wanted, f"`option {item.name.id}`", note=_as_values(expression)
            )
    if sum(len(value) if isinstance(value, range) else 1 for value in values) > MOST_VALUES:
        evaluator.wrong("HG501", f"an option has at most {MOST_VALUES:,} values", _domain_span(item))
        values = []
    text = item.text.value if item.text else ""
    return OptionDomain(item.name.id, tuple(values), text, _domain_span(item))


UNFIT = "HG604"
"""The code of a value that an option cannot have."""


def _domain_span(item: tree.Option) -> Span:
    return replace(item.domain[0].span, end=item.domain[-1].span.end)


def _value(
    item: tree.Option, option: OptionDomain, asked: Mapping[str, object], evaluator: Evaluator, report: Diagnostics
) -> Item | Wrong:
    if option.name in asked:
        value = option.find(asked[option.name])
        if value is WRONG and option.values:
            shown = spelt(asked[option.name]) if isinstance(asked[option.name], bool) else asked[option.name]
            report.append(
                Diagnostic(
                    UNFIT,
                    f"option `{option.name}` cannot be `{_short(shown)}`",
                    option.span,
                    "its values",
                    expected=str(option),
                    help=did_you_mean(SWITCHED.get(_short(shown).casefold(), _short(shown)), option.names),
                )
            )
        return value
    default = evaluator.known(item.default)
    if len(option.values) < len(item.domain):  # one of them is wrong, and was reported
        return WRONG
    if default is not WRONG and default not in option:
        hint = _range_hint(item)
        return evaluator.wrong(
            "HG501",
            f"the default of `{option.name}` is not one of its values",
            item.default.span,
            related=((option.span, "its values"),),
            expected="" if hint else str(option),
            help=hint or _unquoted(item.default) or _alike(spelt(default), option),
        )
    return default


def _as_values(node: tree.Expression) -> str:
    """How to write what stands among the values of an option and is none."""
    match node:
        case tree.Series():
            return f"write the values without brackets: {', '.join(each.span.text for each in node.plain)}"
        case tree.Text():
            return "the description of an option follows its values without a `,`"
    return ""


def _unquoted(node: tree.Expression) -> str:
    """How to write a value that stands in quotes."""
    return f"a value has no quotes: write `{node.value}`" if isinstance(node, tree.Text) else ""


def _alike(value: str, option: OptionDomain) -> str:
    """That a default and a value may be the same, spelt differently."""
    names = [each.name for each in option.values if isinstance(each, Symbol)]
    guess = nearest(value, names)
    return f"spell `{value}` and `{guess}` alike" if guess else ""


def _range_hint(item: tree.Option) -> str:
    """How to write the range that a difference was to be."""
    ends = [(part.left.span.text, part.right.span.text) for part in item.domain
            if isinstance(part, tree.Binary) and part.operator.symbol == "-"]  # fmt: skip
    return f"a range is written {' or '.join(f'`{first}..{last}`' for first, last in ends)}" if ends else ""


def _short(value: object) -> str:
    if type(value) is int and value.bit_length() > 200:
        return "a number of many digits"
    text = str(value)
    return text if len(text) <= 40 else text[:40] + "…"


def check_requirement(item: tree.Require, values: dict[str, OptionValue], asked: bool, evaluator: Evaluator) -> None:
    """Report a requirement that the options break: those asked for, or the file's own defaults."""
    if evaluator.fixed(item.condition, bool, "`require`") is not False:
        return
    given = ", ".join(f"{name} = {spelt(value)}" for name, value in values.items())
    evaluator.wrong(
        "HG605" if asked else "HG502",
        (item.text.value.strip() if item.text else "") or "the options do not fit together",
        item.condition.span,
        label="false with these options",
        help=f"the options are {given}" if given else "",
    )


def _check_asked(
    file: tree.File, options: list[OptionDomain], asked: Mapping[str, object], report: Diagnostics
) -> None:
    known = [option.name for option in options]
    for name in asked:
        if name not in known:
            help_text = did_you_mean(name, known) or (
                f"its options are {listed(known, 'and')}" if known else "it has no options"
            )
            report.append(Diagnostic("HG603", f"this game has no option `{_short(name)}`", help=help_text))
