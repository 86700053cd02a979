"""What a surface is called, and the family of boards that a proof about it covers."""

from __future__ import annotations

from ....play.game import Game
from .borders import FREE, Surface

_SPHERES = ("a sphere", "a disc", "an annulus")
_ORIENTABLE = ("a sphere", "a torus")
_CLOSED = ("a projective plane", "a Klein bottle")


def family(surface: Surface, game: Game) -> str:
    """Return which boards a proof covers: same surface, same arcs in the same order, same labels, same goals."""
    arcs = "; ".join(_circle(owners, game.players) for owners in surface.runs)
    along = f" with this boundary: {arcs}" if surface.runs else ""
    seams = f", glued along {', '.join(seam.name for seam in game.board.seams)} as here" if game.board.seams else ""
    return (
        f"every size: every board whose cells are the vertices of a triangulation of {surface_name(surface)}{along}"
        f"{seams}, with the same goals"
    )


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


def _circle(owners: tuple[int, ...], players: tuple[str, ...]) -> str:
    names = ["nobody" if owner == FREE else players[owner] for owner in owners]
    return " – ".join(names) if len(names) > 1 else f"all {names[0]}"
