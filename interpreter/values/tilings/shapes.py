"""The shapes of tilings: the same as those of grids, with outlines that are cut along the lattice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..cells import Cells, Coordinate, Fault
from ..grid import HEX, ORIGIN, SQUARE
from ..shapes import SHAPES, Shape, Shapes, check_area, check_sides, regions_of
from .mesh import Mesh, Walk, sides_of, walk_around


class TiledShapes(Shapes):
    """The shapes of a tiling: the cells of the faces that an outline on its lattice holds."""

    def __init__(self, mesh: Mesh) -> None:
        super().__init__(HEX if mesh.tiling.is_hexagonal else SQUARE)
        self.mesh = mesh

    def maker(self, name: str) -> Callable[..., Shape]:
        """Return what makes the shape of a name.

        Sides have so many faces or, where no face is centred on the lattice, so many unit cells.
        """
        if SHAPES[name].sides:
            more = not self.mesh.tiling.has_centred_face
            make = super().maker(name)

            def outlined(*sizes: int) -> Shape:
                return make(*(size + more for size in sizes))

            return outlined
        method: Callable[..., Shape] = getattr(self, name)
        return method

    def disc(self, centre: Coordinate, radius: int) -> Shape:
        """All cells within `radius` links of a cell."""
        check_sides(radius, area=radius)
        self.mesh.site(centre)
        cells = []
        for cell, _ in self.mesh.within(centre, radius):
            cells.append(cell)
            check_area(len(cells))
        return Shape(self.mesh, tuple(cells), {})

    def ring(self, centre: Coordinate, radius: int) -> Shape:
        """The cells exactly `radius` links from a cell."""
        self.disc(centre, radius)
        cells = (cell for cell, distance in self.mesh.within(centre, radius) if distance == radius)
        return Shape(self.mesh, tuple(cells), {})

    def map(self, picture: str) -> Shape:
        """Refuse: a tiling has no rows to draw."""
        raise Fault("HG404", "a map needs a grid", f"this board is cut from the {self.mesh.name}")

    def _only_hex(self, name: str) -> None:
        if self.grid is not HEX:
            name_of = self.mesh.tiling.name
            raise Fault(
                "HG404", f"a {name} needs a tiling with six directions", f"{name_of} has four: write rhombus(n)"
            )

    def _outlined(
        self,
        cells: Iterable[Coordinate],
        start: Coordinate,
        walk: tuple[tuple[int, int], ...],
        names: tuple[str, ...] = (),
    ) -> Shape:
        tiling, corners = self.mesh.tiling, list[Coordinate]()
        for direction, length in walk:
            corners.append(start)
            start = self.grid.step(start, direction, max(length - 1, 0))
        faces = tiling.inside([complex(*corner) for corner in corners])
        found = self.mesh.cells_of(faces) if all(length > 0 for _, length in walk) else []
        check_area(len(found))
        if not found:
            return Shape(self.mesh, (), {})
        ahead = [tiling.point(complex(*self.grid.step(ORIGIN, direction))) for direction, _ in walk]
        points = [tiling.point(complex(*corner)) for corner in corners]
        turns = zip(points, ahead[-1:] + ahead[:-1], ahead, strict=True)
        beyond = [point + _outwards(before, after) for point, before, after in turns]
        parts = sides_of(walk_around(found, self.mesh), beyond, self.mesh)
        return Shape(self.mesh, tuple(found), regions_of([_side(part) for part in parts], names))


def _outwards(before: complex, after: complex) -> complex:
    """Half a step away from a corner between two sides, walked clockwise so."""
    bisector = -1j * (before + after)
    return bisector / abs(bisector) * abs(after) / 2


def _side(part: Walk) -> Cells:
    beyond = dict.fromkeys(place for _, place in part if place is not None)
    return Cells(tuple(dict.fromkeys(cell for cell, _ in part)), tuple(beyond))
