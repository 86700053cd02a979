"""The functions of the language that look at the position: counting, and the goals of connection games."""

from __future__ import annotations

from typing import Any

from ...board.relations import rays
from ...source.syntax import tree
from ...values.operations import FUNCTIONS, look_up
from ...values.values import WRONG, Cells, Coordinate, EdgeRef, Fault, Known, SeamRef, Value
from .. import ir
from .elaborate import Elaborator, Primitive
from .lowering import related, relation_rows
from .types import CELL, CELLS, GROUPS, NUMBER, NUMBERS, SELECTION, TRUTH, Code, is_regions, type_in_words


def _wants(elaborator: Elaborator, node: tree.Call, place: int, value: Value, wanted: str) -> Any:
    """The IR of an argument of a wanted type; WRONG, and reported, if it is of another."""
    if wanted == CELLS:
        value = elaborator.as_cells(value)
    if value is WRONG:
        return WRONG
    if type_in_words(value) != wanted:
        span = node.plain[place].span
        return elaborator.wrong("HG302", f"this is {type_in_words(value)}", span, expected=wanted)
    return elaborator.code(value)


def _chain_set(elaborator: Elaborator, node: tree.Call, value: Value) -> Any:
    """The set in which chains or groups are sought."""
    cells = _wants(elaborator, node, 0, value, CELLS)
    if cells is not WRONG and any(isinstance(part, ir.GroupOf) for part in ir.everything(cells)):
        return elaborator.wrong("HG302", "a chain is not sought in the group of a cell", node.plain[0].span,
                                help="ask about the group itself: touches(group(c), …)")  # fmt: skip
    return cells


def _count(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    value = arguments[0]
    if isinstance(value, Code) and value.type == SELECTION:
        return Code(NUMBER, ir.HowMany(value.ir))
    value = elaborator.as_cells(value)
    if isinstance(value, Known):
        return elaborator.combine(node, FUNCTIONS["count"].apply, value)
    if value is not WRONG and value.type == NUMBERS:
        return Code(NUMBER, ir.Size(value.ir))
    cells = _wants(elaborator, node, 0, value, CELLS)
    return WRONG if cells is WRONG else Code(NUMBER, ir.Count(cells))


def _regions(elaborator: Elaborator, node: tree.Call, value: Value) -> Any:
    """The region numbers of a list of regions, for each `own`."""
    if not isinstance(value, Known) or not all(map(is_regions, value.values)):
        wanted = "a list of regions, such as `own.edges`, `sides` or `[top, bottom]`"
        return elaborator.wrong("HG302", "this is no list of regions", node.plain[1].span, expected=wanted)
    return tuple(tuple(map(elaborator.region, each)) for each in value.values)


def _connects(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _chain_set(elaborator, node, arguments[0])
    regions = _regions(elaborator, node, arguments[1])
    return WRONG if cells is WRONG or regions is WRONG else elaborator.goal(ir.Connects(cells, regions))


def _path(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _chain_set(elaborator, node, arguments[0])
    regions = _regions(elaborator, node, arguments[1])
    wanted = _parities(elaborator, node)
    if cells is WRONG or regions is WRONG or wanted is WRONG:
        return WRONG
    if any(len(ends) != 2 for ends in regions):
        return elaborator.wrong("HG302", "a path leads between two regions", node.plain[1].span,
                                expected="a list of two regions")  # fmt: skip
    if not elaborator.board.seams:  # without seams every walk has the one label
        return elaborator.goal(ir.Connects(cells, regions))
    return elaborator.goal(ir.Path(cells, regions, wanted))


def _loop(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _chain_set(elaborator, node, arguments[0])
    wanted = _parities(elaborator, node)
    if cells is WRONG or wanted is WRONG:
        return WRONG
    if "odd" not in node.named:
        return elaborator.wrong("HG510", "a loop that need cross no seam an odd number of times is always there",
                                node.span, help="name a seam: loop(own, odd: …)")  # fmt: skip
    return elaborator.goal(ir.Loop(cells, wanted))


def _parities(elaborator: Elaborator, node: tree.Call) -> Any:
    """The wanted labels, as bits: those odd and even in the seams named."""
    masks = {"odd": 0, "even": 0}
    for name, argument in node.named.items():
        value = elaborator.fixed(argument.value, "any")
        if value is WRONG:
            return WRONG
        seams = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(seam, SeamRef) for seam in seams):
            return elaborator.wrong("HG302", "this is no seam", argument.value.span,
                                    expected="the name of a wrap or a portal, or a list of them")  # fmt: skip
        masks[name] = sum(1 << bit for bit in {seam.bit for seam in seams})
    if masks["odd"] & masks["even"]:
        return elaborator.wrong("HG510", "a seam cannot be crossed both evenly and oddly", node.span)
    labels = range(1 << len(elaborator.board.seams))
    return sum(1 << label for label in labels if label & masks["odd"] == masks["odd"] and not label & masks["even"])


def _encloses(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _chain_set(elaborator, node, arguments[0])
    if cells is WRONG or not elaborator.board.cells:
        return WRONG
    if elaborator.board.seams or elaborator.board.glue is None:
        return elaborator.wrong("HG511", "on a glued board or a graph there is no inside of a loop", node.span,
                                help="ask for a loop over a seam instead: loop(own, odd: …)")  # fmt: skip
    if elaborator.board.area > WIDEST_AREA:
        return elaborator.wrong("HG511", "the cells of this board lie too far apart to look for the inside of a loop",
                                node.span)  # fmt: skip
    return elaborator.goal(ir.Encloses(cells))


WIDEST_AREA = 100_000
"""How many places the rectangle around a board may have, where insides are looked for."""


def _touches(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _wants(elaborator, node, 0, arguments[0], CELLS)
    region = arguments[1]
    if not isinstance(region, Known) or not all(isinstance(each, Cells | EdgeRef) for each in region.values):
        return elaborator.wrong("HG302", "this is no region known before play", node.plain[1].span,
                                expected="a region or an edge, such as `top` or `sides[0]`")  # fmt: skip
    if cells is WRONG:
        return WRONG
    return Code(TRUTH, ir.Touches(cells, tuple(map(elaborator.region, region.values))))


def _groups(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _chain_set(elaborator, node, arguments[0])
    return WRONG if cells is WRONG else Code(GROUPS, cells)


def _group(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cell = _wants(elaborator, node, 0, arguments[0], CELL)
    return WRONG if cell is WRONG else Code(CELLS, ir.GroupOf(cell))


def _arc(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _wants(elaborator, node, 0, arguments[0], CELLS)
    cycle = arguments[1]
    if not isinstance(cycle, Known) or len(cycle.values) > 1 or not isinstance(cycle.of(0), Cells):
        return elaborator.wrong("HG302", "this is no cycle of cells known before play", node.plain[1].span,
                                expected="cells in order, such as `perimeter`")  # fmt: skip
    return WRONG if cells is WRONG else Code(NUMBER, ir.ArcLength(cells, elaborator.ids(cycle.of(0))))


def _adjacent(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    """The cells next to a cell, or to some cell of a set."""
    table = elaborator.relations["adjacent"]
    if not isinstance(table, Known):
        return WRONG
    value = elaborator.as_cells(arguments[0])
    if isinstance(value, Known) and isinstance(value.of(0), Coordinate):
        return elaborator.combine(node, lambda cell: look_up("adjacent", table.of(0), cell), value)
    if value is WRONG or type_in_words(value) != CELLS:
        return WRONG if value is WRONG else related(elaborator, node, table.of(0), value)
    return Code(CELLS, _near(elaborator, node, elaborator.code(value)))


def _near(elaborator: Elaborator, node: tree.Call, cells: ir.CellSet) -> ir.CellSet:
    table = elaborator.relations["adjacent"]
    assert isinstance(table, Known)
    with elaborator.bound() as variable:
        return ir.Near(variable, relation_rows(elaborator, node, table.of(0)), cells)


def _liberties(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    cells = _wants(elaborator, node, 0, arguments[0], CELLS)
    if cells is WRONG or elaborator.relations["adjacent"] is WRONG:
        return WRONG
    return Code(CELLS, ir.combined("&", _EMPTY, _near(elaborator, node, cells)))


_EMPTY = ir.Holding((frozenset({ir.EMPTY}),))


def _slide(elaborator: Elaborator, node: tree.Call, arguments: list[Value]) -> Value:
    """The cells on the straight lines from a cell: all, or those reached over a set, cut to another."""
    table = elaborator.relations["slide"]
    if not isinstance(table, Known):
        return WRONG
    sets = {name: elaborator.typed(argument.value, CELLS) for name, argument in node.named.items()}
    if WRONG in sets.values():
        return WRONG
    if "past" in sets:
        cell = _wants(elaborator, node, 0, arguments[0], CELL)
        lines = _rays(elaborator, node)
        if cell is WRONG or lines is WRONG:
            return WRONG
        found: ir.CellSet = ir.Slide(lines, cell, sets["past"])
    elif isinstance(arguments[0], Known):
        known = elaborator.combine(node, lambda cell: look_up("slide", table.of(0), cell), arguments[0])
        if "onto" not in sets or known is WRONG:
            return known
        found = elaborator.code(known)
    else:
        row = related(elaborator, node, table.of(0), arguments[0])
        if row is WRONG:
            return WRONG
        found = row.ir
    return Code(CELLS, ir.combined("&", found, sets["onto"]) if "onto" in sets else found)


def _rays(elaborator: Elaborator, node: tree.Call) -> Any:
    """For each cell, the straight lines from it."""
    board, known = elaborator.board, elaborator.rows
    try:
        if "slide" not in known:
            known["slide"] = rays(board)
    except Fault as fault:
        return elaborator.wrong(fault.code, fault.message, node.span, help=fault.help)
    return known["slide"]


PRIMITIVES = {
    "adjacent": Primitive(("cells",), _adjacent),
    "slide": Primitive(("cell",), _slide, named=("past", "onto")),
    "liberties": Primitive(("cells",), _liberties),
    "count": Primitive(("cells",), _count),
    "connects": Primitive(("cells", "regions"), _connects),
    "path": Primitive(("cells", "[A, B]"), _path, named=("even", "odd")),
    "loop": Primitive(("cells",), _loop, named=("even", "odd")),
    "encloses": Primitive(("cells",), _encloses),
    "touches": Primitive(("cells", "region"), _touches),
    "groups": Primitive(("cells",), _groups),
    "group": Primitive(("cell",), _group),
    "arc": Primitive(("cells", "cycle"), _arc),
}
