"""What a file declares of a game's things: pieces, cards and marks."""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...source.syntax import tree
from ...values.evaluate import Evaluator
from ...values.settings import ONLY_KIND, Settings
from ...values.values import WRONG, type_of
from ..expressions.declared import Declared
from ..expressions.types import LARGEST_CARD, mask_of
from ..layers import Piece

STONE = Piece(ONLY_KIND, "●")
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
        eliminates=any(isinstance(item, tree.Ending) and item.result == "lose" for item in file.items),
        own=settings.own,
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
