"""What a file declares of a game's things: pieces, cards, marks, variables, and the options that chance decides."""

from __future__ import annotations

from functools import lru_cache

from ..diagnostics.diagnostic import Diagnostic, Diagnostics, listed
from ..source.syntax import tree
from ..values.evaluate import Evaluator
from ..values.hints import POSITION_WORDS, turned_range
from ..values.settings import MOST_VALUES, Settings, spelt
from ..values.values import WRONG, Code, Item, Nobody, Player, Symbol, Undecided, Value, type_of
from .expressions.declared import Declared
from .expressions.elaborate import Elaborator
from .expressions.types import LARGEST_CARD, mask_of
from .program import Piece, Point
from .turns import chance

STONE = Piece("stone", "●")
"""The piece of a game that declares none."""

MOST_ZONES = 8


def declare(file: tree.File, settings: Settings, report: Diagnostics) -> Declared:
    """The things of a game; its variables are still without words (`add_variables`)."""
    zones = [zone for item in file.items if isinstance(item, tree.Cards) for zone in item.zones]
    evaluator = Evaluator(settings.scope, report)
    cards = tuple(_cards(zone, evaluator) for zone in zones)
    if None in cards:  # nobody can tell which cards there are
        report.doubts.unsure.update(zone.name.id for zone in zones)
    return Declared(
        _pieces(file, report),
        tuple(zone.name.id for zone in zones),
        tuple(mask or 0 for mask in cards),
        tuple(name.id for item in file.items if isinstance(item, tree.Marks) for name in item.names),
        is_round=any(isinstance(item, tree.Round) for item in file.items),
    )


def _pieces(file: tree.File, report: Diagnostics) -> tuple[Piece, ...]:
    declared = [piece for item in file.items if isinstance(item, tree.Pieces) for piece in item.pieces]
    for piece in declared:
        if piece.glyph and (len(piece.glyph.value) != 1 or not piece.glyph.value.isprintable()):
            report.append(Diagnostic("HG523", "a piece is drawn with one character", piece.glyph.span))
    return tuple(Piece(piece.name.id, piece.glyph.value if piece.glyph else "●") for piece in declared) or (STONE,)


def _cards(zone: tree.Zone, evaluator: Evaluator) -> int | None:
    """The cards that lie in a zone at the start, one bit each; None, and reported, where they cannot be."""
    value = evaluator.known(zone.value)
    if value is WRONG:
        return None
    if isinstance(value, range) and not value:
        evaluator.wrong("HG501", "this range is empty", zone.value.span, help="a zone without cards is written `{}`")
        return None
    mask = mask_of(value)
    if mask is None:
        wanted = f"numbers from 0 to {LARGEST_CARD}, such as `1..5` or `{{}}`"
        evaluator.mismatch(zone.value, type_of(value), wanted, f"`cards {zone.name.id}`")
    return mask


def add_variables(file: tree.File, settings: Settings, elaborator: Elaborator) -> list[Point]:
    """Give the game variables their words; gives the points at which chance decides options."""
    points: list[Point] = []
    for option in settings.options:
        meaning = settings.scope.get(option.name)
        if isinstance(meaning, Undecided):
            slot = elaborator.declared.slot(option.name, 0, _spelt(meaning.among, elaborator))
            elaborator.define(option.name, Code(type_of(meaning.among[0]), slot))
            points.append(chance.point_of(option.name, slot, meaning.among, elaborator, option.span))
    for item in file.items:
        if isinstance(item, tree.Var) and item.name.id not in POSITION_WORDS:
            elaborator.define(item.name.id, _variable(item, elaborator))
    return points


def _spelt(values: tuple[Item, ...], elaborator: Elaborator) -> tuple[tuple[int, str], ...]:
    return tuple((elaborator.integer(value), spelt(value)) for value in values)


@lru_cache
def _numbers(first: int, last: int) -> tuple[tuple[int, str], ...]:
    """The same for numbers, which many variables share."""
    return tuple((number, str(number)) for number in range(first, last + 1))


def _variable(item: tree.Var, elaborator: Elaborator) -> Value:
    """A game variable: what it is at the start and what it may be."""
    start = elaborator.known(item.default)
    values: list[Item] = []
    for node in item.domain:
        value = elaborator.known(node)
        if value is WRONG:
            return WRONG
        if isinstance(value, range) and not value:
            return elaborator.wrong("HG501", "this range is empty", node.span, help=turned_range(node))
        if isinstance(value, range):
            values.extend(value[: MOST_VALUES + 1])
        elif isinstance(value, int | bool | Symbol | Player) and not isinstance(value, Nobody):
            values.append(value)
        else:
            wanted = "numbers, a range, names, players, or yes and no"
            return elaborator.mismatch(node, type_of(value), wanted, f"`var {item.name.id}`")
    kinds = {type_of(value) for value in values}
    if start is WRONG:
        return WRONG
    span = item.domain[0].span
    if len(kinds) > 1:
        return elaborator.wrong(
            "HG501", f"a variable has values of one type, not {listed(sorted(map(str, kinds)), 'and')}", span
        )
    if len(values) > MOST_VALUES:
        return elaborator.wrong("HG501", f"a variable has at most {MOST_VALUES:,} values", span)
    if not any(type(value) is type(start) and value == start for value in values):
        return elaborator.wrong("HG501", f"`{item.name.id}` starts with a value it cannot have", item.default.span,
                                related=((span, "its values"),))  # fmt: skip
    numbers = sorted({value for value in values if type(value) is int})
    if numbers and numbers[-1] - numbers[0] != len(numbers) - 1:
        return elaborator.wrong("HG501", "the numbers of a variable must not have gaps", span, expected="one range",
                                help=f"such as: {numbers[0]}..{numbers[-1]}")  # fmt: skip
    words = _numbers(numbers[0], numbers[-1]) if values and values == numbers else _spelt(tuple(values), elaborator)
    slot = elaborator.declared.slot(item.name.id, elaborator.integer(start), words, True)
    elaborator.declared.bounds[slot.number] = (numbers[0], numbers[-1]) if numbers else (0, 0)
    return Code(kinds.pop(), slot)
