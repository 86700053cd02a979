"""What is said about a position besides its board: whose turn it is, cards, marks, variables, scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...play.state import State
from ...play.view import View
from ...rules.program import CHANCE, NEUTRAL
from .palette import PLAIN, Face

Shown = State | View
"""A position, or what one player knows of it."""


def standing(shown: Shown) -> str:
    """Return whose decision it is (`Red to move`, `X and O to decide`) or the outcome."""
    if shown.is_over:
        return str(shown.outcome)
    if shown.to_move:
        return f"{shown.to_move} to move"
    return f"{' and '.join(shown.deciders)} to decide" if shown.deciders else "chance decides"


def situation(state: State, face: Face = PLAIN, viewer: str | None = None) -> str:
    """Return a line for each thing that the board does not show; with `viewer`, omit the other players' marks."""
    return "\n".join(_situation(state, face, viewer))


def _situation(state: State, face: Face, viewer: str | None) -> Iterator[str]:
    shown = state if viewer is None else state.view(viewer)
    if any(shown.pieces.get(NEUTRAL, {}).values()):
        yield f"{face.paint(face.neutral, NEUTRAL)} is neutral"
    for player in state.game.players:
        held = [f"{zone} {_braced(cards)}" for zone, cards in state.zones[player].items() if cards]
        marked = state.marks[player] if viewer in (None, player) else {}
        held += [f"{marks} {' '.join(cells)}" for marks, cells in marked.items() if cells]
        if held:
            yield f"{player}: {'  '.join(held)}"
    chosen = state.game.options
    kept = [f"{name}: {value}" for name, value in state.variables.items() if value and name not in chosen]
    if kept:
        yield "  ".join(kept)
    if state.scores:
        yield f"scores: {', '.join(f'{player} {score}' for player, score in state.scores.items())}"
    yield from (f"{player} is out" for player in _out(state))


def _braced(numbers: tuple[int, ...]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def _out(state: State) -> Iterator[str]:
    """Give the players who have lost while the others play on."""
    out = state.game.machine.layout.out
    if out:
        yield from (player for number, player in enumerate(state.game.players) if state.vector[out.offset + number])


def chance_words(state: State) -> list[str]:
    """Return what chance has decided so far: `handicapped = X`."""
    game = state.game
    drawn = [move for move in state.moves if game.block_of(move.code).way == CHANCE]
    return [move.text.replace("=", " = ", 1) for move in drawn]


def revealed(parts: Mapping[str, object]) -> str:
    """Describe a decision that several players made together: `X picks {1,2}, O picks {3,4}.`"""
    return ", ".join(f"{player} picks {part}" for player, part in parts.items()) + "."
