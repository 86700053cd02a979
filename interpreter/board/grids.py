"""The grid or the tiling that a board is cut from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics.diagnostic import listed, meant
from ..source.syntax import tree
from ..values.evaluate import Evaluator
from ..values.grid import GRIDS, Grid
from ..values.shapes import Shapes
from ..values.values import Wrong

if TYPE_CHECKING:
    from ..values.tilings.mesh import Mesh


def chosen(item: tree.Grid | tree.Tiled, evaluator: Evaluator) -> Grid | Mesh | Wrong:
    """Return what an item names; WRONG, and reported, if there is no such grid or tiling."""
    if isinstance(item, tree.Grid):
        name = item.name.id
        if name in GRIDS:
            return GRIDS[name]
        from ..source.reading.mappings import short  # noqa: PLC0415 - only errors need it

        return evaluator.wrong("HG404", f"unknown grid `{short(name)}`", item.name.span, expected=listed(GRIDS),
                               **meant(name, GRIDS))  # fmt: skip
    from ..values.tilings.catalogue import UNITS  # noqa: PLC0415 - few boards need it
    from ..values.tilings.mesh import KINDS, mesh  # noqa: PLC0415 - the same

    kind, name = item.kind.id, item.tiling.name
    if kind not in KINDS:
        return evaluator.wrong("HG404", f"a tiling has no `{kind}` to be cells", item.kind.span, expected=listed(KINDS),
                               **meant(kind, KINDS))  # fmt: skip
    if name not in UNITS:
        from ..source.reading.mappings import short  # noqa: PLC0415 - only errors need it

        return evaluator.wrong("HG404", f"unknown tiling `{short(name)}`", item.tiling.span, expected=listed(UNITS),
                               **meant(name, UNITS))  # fmt: skip
    return mesh(kind, name)


def shapes_on(grid: Grid | Mesh) -> Shapes:
    """Return what makes the shapes of a grid or a tiling."""
    if isinstance(grid, Grid):
        return Shapes(grid)
    from ..values.tilings.shapes import TiledShapes  # noqa: PLC0415 - few boards need it

    return TiledShapes(grid)
