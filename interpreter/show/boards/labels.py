"""The numbers on cells and pieces, and those that a game's labels give to cells, as short texts to write on them:
`25` for the numbers 2 and 5."""

from __future__ import annotations

from ...play.game import Game
from ...source.syntax import tree
from ...values.values import Cells, Known, Label
from .words import Shown, is_counted

LONGEST = 6
"""The number of characters that fit on a cell."""


MOST_DOTS = 16
"""The most dots that show a number on a cell."""


def dots_on(shown: Shown) -> dict[int, tuple[int, str]]:
    """Return how many dots lie on cells whose numbers look so, and in which colour."""
    looks, by_name = shown.game.rules.looks, shown.game.board.by_name
    layers = ((looks.value(layer.name), layer.name) for layer in shown.game.rules.layers if is_counted(layer))
    return {by_name[cell]: (int(value), form.colour) for form, name in layers if form.shape == "dots"
            for cell, value in shown.cell_variables[name].items() if 0 <= int(value) <= MOST_DOTS}  # fmt: skip


def numbers_on(shown: Shown, with_dots: bool = True) -> dict[int, str]:
    """Return the text of each cell that has one: what cells and pieces have, or, on empty cells, their labels.

    Without dots, what they show is left out.
    """
    dotted = {} if with_dots else dots_on(shown)
    return {cell: text for cell, text in _numbers_on(shown).items() if cell not in dotted}


def _numbers_on(shown: Shown) -> dict[int, str]:
    looks = shown.game.rules.looks
    counted = [layer.name for layer in shown.game.rules.layers
               if is_counted(layer) and looks.value(layer.name).shape != "nothing"]  # fmt: skip
    heights = {name: str(len(pile)) for name, pile in shown.piles.items()}
    if not counted and not heights:
        return {cell: text for cell, text in hash_marks(shown.game).items() if shown.at(cell) is None}
    by_name, held = shown.game.board.by_name, shown.cell_variables
    found: dict[int, list[str]] = {}
    for values in (heights, *(held[name] for name in counted)):
        for cell, value in values.items():
            found.setdefault(by_name[cell], []).append(value)
    return {cell: ",".join(values) for cell, values in found.items()}


def hash_marks(game: Game) -> dict[int, str]:
    """Return the text of each cell, from the first label of numbers that the file declares; empty if there is none."""
    for part in game.tree.items:
        for item in part.items if isinstance(part, tree.Board) else ():
            value = game.settings.scope.get(item.name.id) if isinstance(item, tree.Label) else None
            if isinstance(value, Known) and isinstance(value.values[0], Label):
                found = _texts(game, value.values[0])
                if found:
                    return found
    return {}


def _texts(game: Game, label: Label) -> dict[int, str]:
    """Return the texts of a label; empty if some cell has no numbers, or too many to write."""
    texts = {game.board.places[place]: _text(value) for place, value in label.values.items()}
    shown = {cell: text for cell, text in texts.items() if text is not None and len(text) <= LONGEST}
    return {cell: text for cell, text in shown.items() if text} if len(shown) == len(texts) else {}


def _text(value: object) -> str | None:
    """Write a number or a list of numbers in order, with commas if one has several digits; None for other values."""
    if value == Cells(()):  # a set of nothing, of whatever type
        return ""
    numbers = [value] if type(value) is int else list(value) if isinstance(value, tuple) else [None]
    if not all(type(number) is int for number in numbers):
        return None
    ordered = [str(number) for number in sorted(set(numbers))]
    return ("" if all(len(number) == 1 for number in ordered) else ",").join(ordered)
