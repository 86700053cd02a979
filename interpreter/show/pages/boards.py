"""The page about a board: its graph, its surface, its seams and its edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...board.board import Board
from ...board.topology import surface
from ...play.game import Game
from ..boards.palette import PLAIN, Face
from ..boards.text import draw, legend


def board_page(game: Game, face: Face = PLAIN) -> str:
    """Return the properties of a board, followed by its drawing."""
    facts = list(_facts(game.board))
    width = max(len(name) for name, _ in facts)
    lines = [f"{name.ljust(width)}  {value}" for name, value in facts]
    seams = [f"  {seam.name}: {'reverses' if seam.reverses else 'preserves'} orientation" for seam in game.board.seams]
    edges = [f"  {line}" for line in _edges(game)]
    second = game.board.second_places.items()
    twice = [f"{game.board.names[cell]} = {game.board.name_of(place)}" for cell, place in second]
    seams += [f"  drawn in two places: {', '.join(twice)}"] if twice else []
    parts = ["\n".join(lines)]
    parts += ["Seams:\n" + "\n".join(seams)] if seams else []
    parts += ["Edges:\n" + "\n".join(edges)] if edges else []
    return "\n\n".join([*parts, board_text(game, face)])


def board_text(game: Game, face: Face = PLAIN) -> str:
    """Return a drawing of the initial board, with a legend of the players."""
    return f"{legend(game, face)}\n\n{draw(game.start(decide_chance=False), face)}"


def _facts(board: Board) -> Iterator[tuple[str, str]]:
    found = surface(board)
    yield "grid", board.kind
    twice = len(board.second_places)
    yield "cells", f"{len(board.cells)}" + (f", {twice} of them drawn in two places" if twice else "")
    yield (
        "links",
        f"{found.links}" + (f", {found.self_links} of them from a cell to itself" if found.self_links else ""),
    )
    degrees = Counter(map(len, board.arcs))
    yield (
        "degrees",
        ", ".join(f"{degree} ({count} cell{'s' * (count != 1)})" for degree, count in sorted(degrees.items())),
    )
    if found.euler is not None:
        yield "Euler characteristic", str(found.euler)
        if found.boundaries is not None:
            yield "boundaries", str(found.boundaries)
        yield "orientable", "yes" if found.orientable else "no"
    yield "components", str(found.components)


def _edges(game: Game) -> Iterator[str]:
    for edge in game.board.edges:
        cells = {arc.to for arc in edge.links}
        yield f"{edge.name}: {game.rules.owners[edge.player]}, next to {len(cells)} cell{'s' * (len(cells) != 1)}"
