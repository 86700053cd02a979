"""What is said about a position besides its board: whose turn it is, cards, marks, variables, scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...play.moves import UNKNOWN
from ...play.state import State
from ...play.view import View
from ...rules.layers import Layer
from ...rules.program import CHANCE, NEUTRAL, Rules
from ...rules.spellings import Numerals
from .palette import PLAIN, Face

Shown = State | View
"""A position, or what one player knows of it."""


Mark = tuple[str, str]
"""A text and the role it plays: `player0`, `neutral`, `edge1`, `empty`, `label`, `mark`, `frame`."""


def mark_of(held: tuple[str, str], rules: Rules, face: Face, winning: bool = False) -> Mark:
    """Return how a piece is drawn, given by its owner and its kind."""
    owner, kind = held
    is_plain = kind == rules.pieces[0].name
    if kind == UNKNOWN:
        number = rules.owners.index(owner)
        return face.unknown[min(number, 1)], NEUTRAL if owner == NEUTRAL else f"player{number}"
    if owner == NEUTRAL:
        return (face.neutral if is_plain else kind[0].lower()), NEUTRAL
    player = rules.players.index(owner)
    if is_plain:
        return (face.winning if winning else face.stones)[player], f"player{player}"
    return (kind[0].upper() if player == 0 else kind[0].lower()), f"player{player}"


def standing(shown: Shown) -> str:
    """Return whose decision it is (`Red to move`, `X and O to decide`) or the outcome."""
    if shown.is_over:
        return str(shown.outcome)
    if shown.to_move:
        return f"{shown.to_move} to move"
    return f"{' and '.join(shown.deciders)} to decide" if shown.deciders else "chance decides"


def situation(shown: Shown, face: Face = PLAIN) -> str:
    """Return a line for each thing that the board does not show."""
    return "\n".join(_situation(shown, face))


def _situation(shown: Shown, face: Face) -> Iterator[str]:
    if any(shown.pieces.get(NEUTRAL, {}).values()):
        yield f"{face.paint(face.neutral, NEUTRAL)} is neutral"
    if shown.piles:
        yield f"piles, from the top: {', '.join(_piles(shown, face))}"
    marks, variables = shown.marks, shown.player_variables
    for player, zones in shown.zones.items():
        held = [f"{name}: {values[player]}" for name, values in variables.items()]
        held += [f"{zone} {_braced(cards)}" for zone, cards in zones.items() if cards]
        held += [f"{name} {' '.join(cells)}" for name, cells in marks.get(player, {}).items() if cells]
        if held:
            yield f"{player}: {'  '.join(held)}"
    chosen = shown.game.options
    kept = [f"{name}: {value}" for name, value in shown.variables.items() if value and name not in chosen]
    if kept:
        yield "  ".join(kept)
    for layer in shown.game.rules.layers:
        if not is_counted(layer):
            yield from _on_cells(layer.name, shown.cell_variables[layer.name])
    if shown.scores:
        yield f"scores: {', '.join(f'{player} {_score(each)}' for player, each in shown.scores.items())}"
    yield from (f"{player} is out" for player in shown.eliminated)


def _piles(shown: Shown, face: Face) -> Iterator[str]:
    """What lies on the cells with more than one piece: `a1 ●○○`."""
    by_name = shown.game.board.by_name
    for name in shown.piles:
        marks = (mark_of(piece, shown.game.rules, face) for piece in shown.pile(by_name[name]))
        yield f"{name} {''.join(face.paint(*mark) for mark in marks)}"


def is_counted(layer: Layer) -> bool:
    """Return whether boards show what each cell has as a number."""
    return isinstance(layer.values, Numerals)


def _on_cells(name: str, held: Mapping[str, str]) -> Iterator[str]:
    """The cells with each value of a variable that is no number, but for `no` and `none`."""
    by_value: dict[str, list[str]] = {}
    for cell, value in held.items():
        by_value.setdefault(value, []).append(cell)
    yield from (f"{name} {value}: {' '.join(cells)}" for value, cells in by_value.items() if value not in UNSAID)


UNSAID = "no", "none"


def _score(score: int | tuple[int, ...]) -> str:
    return str(score) if isinstance(score, int) else str(list(score))


def _braced(numbers: tuple[int, ...]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def chance_words(state: State) -> list[str]:
    """Return what chance has decided so far: `handicapped = X`."""
    game = state.game
    drawn = [move for move in state.moves if game.block_of(move.code).way == CHANCE]
    return [move.text.replace("=", " = ", 1) for move in drawn]


def revealed(parts: Mapping[str, object]) -> str:
    """Describe a decision that several players made together: `X picks {1,2}, O picks {3,4}.`"""
    return ", ".join(f"{player} picks {part}" for player, part in parts.items()) + "."
