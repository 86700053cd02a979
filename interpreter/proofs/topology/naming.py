"""What a surface is called, which boards a proof about it covers, and what was checked for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...play.game import Game
from .borders import FREE, Surface

_NOBODY = 9
"""The owner of a free boundary, after all players."""

_SPHERES = ("a sphere", "a disc", "an annulus")
_ORIENTABLE = ("a sphere", "a torus")
_CLOSED = ("a projective plane", "a Klein bottle")


def family(surface: Surface, game: Game) -> str:
    """Return which boards a proof covers."""
    kind = [f"triangulates {surface_name(surface)}"]
    kind += [f"is {_bordered(surface, game)}"] if surface.runs else []
    kind += ["is glued alike"] if game.board.seams else []
    return f"every board, of any size, that {_listed(kind)}"


def checked(surface: Surface, game: Game) -> str:
    """Return the hypotheses of the theorem, as they were found to hold on the board."""
    board, inner = game.board, triangles_of_cells(surface)
    found = [
        f"The {len(board.cells)} cells and their links form {inner} triangles, around each cell a fan: "
        f"{surface_name(surface)}{f', {_bordered(surface, game)}' if surface.runs else ''}"
    ]
    if not surface.has_free_boundary and any(len(owners) > 1 for owners in surface.runs):
        found.append("neighbouring edges share one cell")
    if board.seams:
        found.append("the seams crossed around a triangle cancel")
    found.append("the goals speak of chains between own edges and of loops")
    return "; ".join(found) + "."


def triangles_of_cells(surface: Surface) -> int:
    """Return how many triangles have cells alone for vertices; the others have an edge of a player for one."""
    return sum(all(max(surface.links[link]) < surface.cells for link in triangle) for triangle in surface.triangles)


def _bordered(surface: Surface, game: Game) -> str:
    """Whose the boundary is, circle by circle."""
    circles = Counter(_circle(owners, game.players) for owners in sorted(map(_least, surface.runs)))
    return f"bordered {_listed([f'{_times(number)}by {circle}' for circle, number in circles.items()])}"


def _times(number: int) -> str:
    return {1: "", 2: "twice "}.get(number, f"{number} times ")


def _listed(parts: Sequence[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def surface_name(surface: Surface) -> str:
    """Return what a surface is called, by its Euler characteristic, its boundary and whether it is orientable."""
    holes = len(surface.runs)
    missing = 2 - surface.euler - holes
    if is_orientable(surface):
        if missing == 0 and holes < len(_SPHERES):
            return _SPHERES[holes]
        genus = missing // 2
        name = _ORIENTABLE[genus] if genus < len(_ORIENTABLE) else f"an orientable surface of genus {genus}"
    elif missing == holes == 1:
        return "a Möbius band"
    else:
        name = _CLOSED[missing - 1] if missing <= len(_CLOSED) else f"a non-orientable surface of genus {missing}"
    return name + ("" if not holes else " with a hole" if holes == 1 else f" with {holes} holes")


def is_orientable(surface: Surface) -> bool:
    """Return whether all triangles can be oriented alike: two that share a link run along it in opposite senses."""
    beside: dict[int, list[tuple[int, int]]] = {}
    for number, (first, second, third) in enumerate(surface.triangles):
        for link, sense in ((first, 0), (second, 0), (third, 1)):
            beside.setdefault(link, []).append((number, sense))
    turned, waiting = {0: 0}, [0]
    for here in waiting:
        for link, sense in zip(surface.triangles[here], (0, 0, 1), strict=True):
            for there, other in beside[link]:
                turn = turned[here] ^ sense ^ other ^ 1
                if there not in turned:
                    turned[there] = turn
                    waiting.append(there)
                elif there != here and turned[there] != turn:
                    return False
    return True


def _least(owners: tuple[int, ...]) -> tuple[int, ...]:
    """The owners along a circle, from the first and in the sense that comes first; nobody is the last of all."""
    known = [_NOBODY if owner == FREE else owner for owner in owners]
    ways = (each[at:] + each[:at] for each in (known, known[::-1]) for at in range(len(known)))
    return tuple(min(ways))


def _circle(owners: tuple[int, ...], players: tuple[str, ...]) -> str:
    names = ["nobody" if owner == _NOBODY else players[owner] for owner in owners]
    return " – ".join(names) if len(names) > 1 else f"{names[0]} alone" if owners[0] != _NOBODY else names[0]
