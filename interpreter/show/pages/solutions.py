"""The page on a solution: who wins, the best moves, a map of the values of all moves that take a cell."""

from __future__ import annotations

from collections.abc import Iterator

from ...players.exact.solution import Solution
from ...strategies.certificate import Shown
from ...values.settings import spelt
from ..boards.palette import PLAIN, Face
from ..boards.text import Overlay, draw
from ..pictures.captions import Cover
from ..pictures.paint import mix, paints
from ..pictures.picture import svg

OPEN, LEVEL = "?", "="
"""What a cell shows whose value is not proved, and one whose value is not a win."""


def solution_page(found: Solution, face: Face = PLAIN) -> str:
    """Return the page: the value, the best moves, the map."""
    return "\n\n".join([*_parts(found, face), f"{found.nodes:,} positions visited in {found.seconds:.1f} s"])


def as_data(found: Solution) -> dict[str, object]:
    """Return a solution as data for JSON. `winner` is null as long as it is not proved."""
    game = found.state.game
    return {
        "game": game.title,
        "options": {name: spelt(value) for name, value in game.options.items()},
        "moves played": [str(move) for move in found.state.moves],
        "to move": found.state.to_move,
        "winner": found.winner,
        "proved": found.proved,
        "best": [str(move) for move in found.moves],
        "values": {str(move): value for move, value in found.values.items()},
        "open": [str(move) for move in found.left],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def solution_svg(found: Solution) -> str:
    """Return a picture of the values of all moves that take a cell."""
    players, texts = found.state.game.players, _signs(found)
    colours = {name: paint.fill for name, paint in zip(players, paints(players), strict=True)}
    fills = {cell: mix("#ffffff", colours[value], 0.45) for cell, value in _values(found).items() if value in colours}
    words = {cell: value[0].upper() if value in colours else texts[cell] for cell, value in _values(found).items()}
    return svg(found.state, Cover(fills, {**texts, **words}, {}, _head(found)))


def shown_page(shown: Shown, face: Face = PLAIN) -> str:
    """Return the page of what a certificate shows: the same, but with what was verified."""
    values = dict(shown.values)
    best = tuple(move for move, value in values.items() if value == shown.winner)
    left = tuple(move for move in shown.state.legal_moves if move not in values)
    found = Solution(shown.state, shown.winner, best, values, left, shown.searched, 0.0)
    verified = f"Verified: {shown.claims:,} claims, {shown.positions:,} positions, {shown.searched:,} more visited"
    return "\n\n".join([*_parts(found, face), verified])


def _parts(found: Solution, face: Face) -> Iterator[str]:
    yield _head(found)
    if found.proved:
        yield _best(found)
    signs = _signs(found)
    if signs:
        players = found.state.game.players
        stones = {name: face.stones[number] for number, name in enumerate(players)}
        values = _values(found)
        texts = {cell: stones.get(values.get(cell, ""), sign) for cell, sign in signs.items()}
        roles = {cell: f"player{players.index(value)}" for cell, value in values.items() if value in players}
        yield f"{_legend(found, stones)}\n\n{draw(found.state, face, Overlay(texts, {}, room=2, roles=roles))}"
    aside = [f"{move}: {value}" for move, value in found.values.items() if not move.cell]
    if aside:
        yield "Moves without a cell: " + ", ".join(aside)


def _head(found: Solution) -> str:
    game = found.state.game
    about = ", ".join([game.title, *(f"{name} = {spelt(value)}" for name, value in game.options.items())])
    if not found.proved:
        return f"{about}: not proved, with {found.state.to_move} to move"
    value = f"{found.winner} wins" if found.winner in game.players else found.winner
    return f"{about}: {value}, with {found.state.to_move} to move"


def _best(found: Solution) -> str:
    """Return the best moves, and how many moves are open."""
    moves = " ".join(map(str, found.moves)) or "none is proved yet"
    return f"Best moves: {moves}" + (f" (not proved: {len(found.left)} moves)" if found.left else "")


def _legend(found: Solution, stones: dict[str, str]) -> str:
    values = dict.fromkeys(found.values.values())
    words = [f"{stones.get(value, LEVEL)} {value + ' wins' if value in stones else value}" for value in values]
    return "After a move there: " + ", ".join([*words, *[f"{OPEN} not proved"] * bool(found.left)])


def _values(found: Solution) -> dict[int, str]:
    """The best proved value for each cell that moves go to, as whoever moves sees it."""
    by_name, best = found.state.game.board.by_name, dict[int, str]()
    for move, value in found.values.items():
        if move.cell and (by_name[move.cell] not in best or move in found.moves):
            best[by_name[move.cell]] = value
    return best


def _signs(found: Solution) -> dict[int, str]:
    """What stands on each empty cell that moves go to, whose value is not a win."""
    by_name, vector = found.state.game.board.by_name, found.state.vector
    cells = {by_name[move.cell]: OPEN for move in found.left if move.cell}
    cells |= dict.fromkeys(_values(found), LEVEL)
    return {cell: sign for cell, sign in sorted(cells.items()) if vector[cell] == 0}
