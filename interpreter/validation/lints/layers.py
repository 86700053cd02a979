"""What is set for a piece and lost as another takes its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Diagnostic
from ...play.game import Game
from ...rules import deeds, ir, layers, walk
from ...rules.spellings import text_of


def lost_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of pieces that come where something was set for the piece before them."""
    for block in _blocks(game):
        for number, effect in enumerate(block):
            if isinstance(effect, deeds.SetLayer) and effect.of_pieces:
                came = _replaced(effect, block[number + 1 :])
                known = came and game.rules.written.get(id(came))
                if known:
                    layer = game.rules.layers[effect.layer]
                    message = (f"a new piece begins with {text_of(layer.values, layer.start)}: the `{layer.name}` that "
                               "was set above is lost")  # fmt: skip
                    yield Diagnostic("HG937", message, known[1], help="set it after this line")


def _blocks(game: Game) -> Iterator[Sequence[deeds.Effect]]:
    """The effects of the rules that happen one after another."""
    for node in walk.everything_in(game.rules):
        held = [] if isinstance(node, deeds.AtOnce) else node.parts()
        for part in held:
            if isinstance(part, tuple) and any(isinstance(each, deeds.Effect) for each in part):
                yield part


def _replaced(effect: deeds.SetLayer, later: Sequence[deeds.Effect]) -> deeds.Effect | None:
    """The effect that puts another piece in place of one for which something was set, before anything asks for that."""
    for each in later:
        if any(isinstance(node, layers.OfCell) and node.layer == effect.layer for node in walk.everything(each)):
            return None
        if isinstance(each, deeds.Becomes) and each.owner is not None and each.cells == ir.Single(effect.cell):
            return each
        if not isinstance(each, deeds.SetVariable | deeds.SetLayer):
            return None
    return None
