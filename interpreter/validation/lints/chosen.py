"""Options that leave nothing to choose, and conditions that have one value for all values of the options."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics.diagnostic import Diagnostic
from ...play.game import Game
from ...source.syntax import tree
from ...values.settings import spelt
from .names import names_in, uses_of
from .options import never_with_options, values_of


def choice_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of options with one value, or with one value twice; in a variant, one value is how an option is settled."""
    own = game.sources[0]
    written = {item.name.id: item for item in game.tree.items if isinstance(item, tree.Option)}
    for option in game.settings.options:
        item, values = written[option.name], values_of(option)
        if item.span.source is not own:
            continue
        if len(values) == 1 and len(game.sources) == 1:
            yield Diagnostic("HG933", f"the option `{option.name}` has only one value", item.domain[0].span,
                             help=f"give it others, or write: let {option.name} = {spelt(values[0])}")  # fmt: skip
        seen: set[object] = set()
        for words, value in zip(item.domain, option.values, strict=False):
            inside = {*value} if isinstance(value, range) else {value}
            if inside & seen:
                twice = next(iter(sorted(map(spelt, inside & seen))))
                yield Diagnostic("HG916", f"the value {twice} is given twice", words.span, "again here",
                                 ((option.span, "the option"),), help="leave it out")  # fmt: skip
            seen |= inside


def constant_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of conditions, or parts of them, that are always or never true whatever options are chosen."""
    uses = uses_of(game.tree)
    options = {option.name for option in game.settings.options}
    for part, whole, without in _conditions(game.tree):
        used = names_in(part)
        if part.span.source is not game.sources[0] or not uses.reached_from(*used) & options:
            continue
        if never_with_options(part, False, game, without):
            yield _warning(part, "always", used & options, game)
        elif not whole and never_with_options(part, True, game, without):
            yield _warning(part, "never", used & options, game)


def _warning(part: tree.Expression, how: str, used: set[str], game: Game) -> Diagnostic:
    ranges = {option.name: str(option) for option in game.settings.options}
    why = " and ".join(f"`{name}` is in {ranges[name]}" for name in sorted(used) if len(ranges[name]) < 40)
    return Diagnostic("HG917", f"this is {how} true, whatever the options are", part.span, why,
                      help="leave it out, or write another condition")  # fmt: skip


Condition = tuple[tree.Expression, bool, tree.Item | None]
"""A part of a condition, whether another warning tells that it is never true, and the item that it stands in."""


def _conditions(file: tree.File) -> Iterator[Condition]:
    for item in file.items:
        match item:
            case tree.Require(condition):
                yield from ((part, True, item) for part in _parts(condition))
            case tree.Ending(condition=condition):
                yield from ((part, False, None) for part in _parts(condition))
            case _:
                for node in item.below:
                    if isinstance(node, tree.Limit):
                        yield from ((part, part is node.condition, None) for part in _parts(node.condition))


def _parts(condition: tree.Expression) -> Iterator[tree.Expression]:
    """The operands of `and`, `or` and `not`, each of which has a truth of its own."""
    match condition:
        case tree.Binary(left, tree.Operator("and" | "or"), right):
            yield from _parts(left)
            yield from _parts(right)
        case tree.Unary(tree.Operator("not"), value):
            yield from _parts(value)
        case _:
            yield condition
