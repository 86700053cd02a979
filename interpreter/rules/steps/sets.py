"""The steps that sets of cells take: to test a cell, and to run over their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .scale import CALL, CLEARED, ENDLESS, TURN, Extent, Formula, Scale

if TYPE_CHECKING:
    from .. import adjacency, elements, ir, lines, ways
    from ..traits import Node


def _over(node: Node, scale: Scale, each: int) -> int:
    """Test every cell of the board."""
    return 2 + scale.cells * (TURN + scale.belongs(node)) + scale.most(node) * each


def _visit(node: Node, scale: Scale, each: int) -> int:
    return scale.over(node, each)


def extent(belongs: Formula, most: Formula, over: Formula = _over, visit: Formula = _visit) -> Extent:
    """Return the extent of a kind of set; a loop over it tests every cell of the board unless it says otherwise."""
    return Extent(belongs, most, over, visit)


def _worst_of_set(node: Node, scale: Scale, each: int = 0) -> int:
    return ENDLESS


def _all(node: Node, scale: Scale) -> int:
    return scale.cells


WORST_EXTENT = extent(_worst_of_set, _all, _worst_of_set, _worst_of_set)


def _listed(node: Node, scale: Scale, each: int) -> int:
    return 3 + scale.most(node) * (1 + each)


def _looked_up(node: Node, scale: Scale, cell: int) -> int:
    return 4 + cell


FIXED = extent(_looked_up, lambda node, scale: max(map(len, node.cells), default=0), _listed)
"""Cells in a table."""


def _holds(node: ir.Holding, scale: Scale, cell: int) -> int:
    return 7 + cell + (scale.of(node.of) if node.of is not None else 0)


HOLDING = extent(_holds, _all)
"""Cells by what the state has for them."""

MARKED = extent(lambda node, scale, cell: 8 + cell + scale.of(node.player), _all)
"""Cells by their marks."""


def _in_row(node: ir.Row, scale: Scale, cell: int) -> int:
    return 3 + cell + scale.of(node.cell) + scale.longest(node.rows)


def _along_row(node: ir.Row, scale: Scale, each: int) -> int:
    return 4 + scale.of(node.cell) + scale.longest(node.rows) * (1 + each)


ROW = extent(_in_row, lambda node, scale: scale.longest(node.rows), _along_row)
"""Cells in a row of a table."""


def _is_near(node: ir.Near, scale: Scale, cell: int) -> int:
    return CALL + 2 + cell + scale.longest(node.rows) * (TURN + scale.belongs(node.cells))


def _around_group(node: ir.Near, scale: Scale, each: int) -> int:
    if not _is_group(node.cells, scale):
        return scale.over(node, each)
    return scale.over(node.cells, 4 + scale.longest(node.rows) * (1 + each))


NEAR = extent(_is_near, _all, visit=_around_group)
"""Cells next to those of another set."""


def _on_line(node: lines.Slide, scale: Scale, cell: int) -> int:
    return CALL + 10 + cell + 2 * scale.of(node.cell) + scale.on_one_line(node.rays) * (8 + scale.belongs(node.past))


def _along_lines(node: lines.Slide, scale: Scale, each: int) -> int:
    straight = 12 + scale.of(node.cell) + scale.farthest(node.rays) * (8 + scale.belongs(node.past) + each)
    return max(straight, _over(node, scale, each)) if scale.meet(node.rays) else straight


SLIDE = extent(_on_line, lambda node, scale: scale.farthest(node.rays), _along_lines)
"""Cells on lines."""


def _along(node: lines.Between | lines.Beyond, scale: Scale, each: int) -> int:
    """Walk the lines from a cell, over a set as far as it matters."""
    past = scale.belongs(node.past) if node.past is not None else 0
    return 16 + scale.of(node.cell) + 2 * scale.of(node.other) + scale.on_one_line(node.rays) * (9 + past + each)


def _is_on_stretch(node: lines.Between | lines.Beyond, scale: Scale, cell: int) -> int:
    return CALL + cell + _along(node, scale, 2)


def _over_stretch(node: lines.Between | lines.Beyond, scale: Scale, each: int) -> int:
    whole = _along(node, scale, each) + (scale.belongs(node) if node.past is not None else 0)
    return max(whole, _over(node, scale, each)) if scale.meet(node.rays) else whole


BETWEEN = extent(_is_on_stretch, lambda node, scale: scale.on_one_line(node.rays), _over_stretch)
BEYOND = extent(_is_on_stretch, lambda node, scale: scale.on_one_line(node.rays), _over_stretch)
"""Cells on a stretch of the lines from a cell through another."""


def _passes(node: ir.Filtered, scale: Scale, cell: int) -> int:
    return CALL + 4 + cell + scale.belongs(node.cells) + scale.of(node.test)


def _filters(node: ir.Filtered, scale: Scale, each: int) -> int:
    return scale.over(node.cells, 3 + scale.of(node.test) + each)


FILTERED = extent(_passes, lambda node, scale: scale.most(node.cells), _filters)
"""Cells of another set that pass a test."""


def _over_single(node: ir.Single, scale: Scale, each: int) -> int:
    return 3 + 2 * scale.of(node.cell) + scale.most(node) * each


SINGLE = extent(lambda node, scale, cell: 1 + cell + scale.of(node.cell), lambda node, scale: 1, _over_single)
"""One cell."""


def _along_members(node: ir.GroupBound, scale: Scale, each: int) -> int:
    return 10 + scale.most(node) * (4 + each)


ALONG = extent(
    lambda node, scale, cell: scale.belongs(node.cells, cell),
    lambda node, scale: scale.most(node.cells),
    lambda node, scale, each: scale.over(node.cells, each),
    lambda node, scale, each: scale.visit(node.cells, each),
)
"""Cells of another set, whatever their chains run by."""

GROUP_BOUND = extent(_looked_up, lambda node, scale: scale.group(node.number), _along_members)
"""Cells of a group that is numbered."""


def _is_group(cells: Node, scale: Scale) -> bool:
    """Whether a set is a group whose cells are listed."""
    return cells.extent is GROUP_BOUND or scale.is_marked(cells)


def _in_group(node: ir.GroupOf, scale: Scale, cell: int) -> int:
    return 4 + cell if scale.is_marked(node) else CALL + 16 + cell + marks(node, scale) + 3 * scale.cells


def _over_group(node: ir.GroupOf, scale: Scale, each: int) -> int:
    return 10 + scale.cells * (4 + each) if scale.is_marked(node) else _over(node, scale, each)


GROUP_OF = extent(_in_group, _all, _over_group)
"""Cells of a group that is searched for, unless it is marked."""


def _in_both(node: ir.Combined, scale: Scale, cell: int) -> int:
    return 2 + scale.belongs(node.left, cell) + scale.belongs(node.right, cell)


def _most_of_both(node: ir.Combined, scale: Scale) -> int:
    left = scale.most(node.left)
    if node.symbol == "-":
        return left
    right = scale.most(node.right)
    return min(left, right) if node.symbol == "&" else min(scale.cells, left + right)


def _over_both(node: ir.Combined, scale: Scale, each: int) -> int:
    run = _runs_over(node, scale)
    return _over(node, scale, each) if run is None else scale.over(run[0], 2 + scale.belongs(run[1]) + each)


def _runs_over(node: ir.Combined, scale: Scale) -> tuple[Node, Node] | None:
    """Which of two sets a loop runs over, and which it asks of each cell."""
    both = (node.left, node.right), (node.right, node.left)
    ways_round = {"&": both, "-": both[:1], "|": ()}[node.symbol]
    return next((each for suits in (_is_listed, _lists) for each in ways_round if suits(each[0], scale)), None)


def _is_listed(cells: Node, scale: Scale) -> bool:
    """Whether a set has a loop of its own, which does not test every cell."""
    return cells.extent in (FIXED, ROW, SINGLE, SLIDE, BETWEEN, BEYOND, NEAREST, WALKS, CUTS) or _is_group(cells, scale)


def _lists(cells: Node, scale: Scale) -> bool:
    """Whether a loop over a set is one over cells that are listed, of which it leaves some out."""
    if cells.extent in (FILTERED, ALONG):
        return _lists(cast("ir.Filtered", cells).cells, scale)
    if cells.extent is COMBINED:
        return _runs_over(cast("ir.Combined", cells), scale) is not None
    return _is_listed(cells, scale)


def _visit_both(node: ir.Combined, scale: Scale, each: int) -> int:
    near, other = node.left, node.right
    if node.symbol == "&" and _is_near_group(other, scale):
        near, other = other, near
    if node.symbol == "|" or not _is_near_group(near, scale):
        return scale.over(node, each)
    return scale.visit(near, 2 + scale.belongs(other) + each)


def _is_near_group(cells: Node, scale: Scale) -> bool:
    return cells.extent is NEAR and _is_group(cast("ir.Near", cells).cells, scale)


COMBINED = extent(_in_both, _most_of_both, _over_both, _visit_both)
"""Cells of two sets."""


def _of_either(node: elements.Chosen, scale: Scale, cell: int) -> int:
    return 2 + scale.of(node.test) + scale.belongs(node.then, cell) + scale.belongs(node.other, cell)


CHOSEN = extent(_of_either, lambda node, scale: max(scale.most(node.then), scale.most(node.other)))
"""Cells of one set or the other."""


def _looks_for_nearest(node: ways.Nearest, scale: Scale) -> int:
    def steps() -> int:
        tests = scale.belongs(node.cells) + scale.belongs(node.past)
        visits = scale.cells * (CLEARED + 30 + tests) + scale.links * 6
        return 12 + visits + scale.over(node.goal, 8)

    groups = groups_inside(node.cells, node.goal, node.past)
    marking = sum(2 * CALL + marks(group, scale) for group in groups)
    return CALL + marking + scale.marking(groups, steps)


def _is_nearest(node: ways.Nearest, scale: Scale, cell: int) -> int:
    return CALL + 8 + cell + _looks_for_nearest(node, scale)


def _over_nearest(node: ways.Nearest, scale: Scale, each: int) -> int:
    return 6 + _looks_for_nearest(node, scale) + scale.most(node) * (2 + each)


NEAREST = extent(_is_nearest, lambda node, scale: scale.most(node.cells), _over_nearest)
"""Cells that a search finds first."""


def _walks(node: ways.Walks, scale: Scale) -> int:
    def steps() -> int:
        test = 6 + (scale.of(node.test) if node.test is not None else 0)
        past = scale.belongs(node.past) if node.past is not None else 0
        clearing = scale.cells * CLEARED + scale.over(node.cells, 4)
        if not node.exactly:
            return 20 + clearing + scale.cells * (30 + past) + _arcs(node, scale) * (10 + test)
        long, turns, ends = scale.longest(node.rows), 0, 1
        for step in range(1, node.exactly + 1):
            ends *= long
            turns += ends * (TURN + 8 + 2 * step + past + (CALL if scale.once else CALL + test))
        turns += test if scale.once else 0
        return 20 + clearing + scale.over(node.cells, 6 + turns)

    groups = groups_inside(node.cells, *(() if node.past is None else (node.past,)))
    marking = sum(2 * CALL + marks(group, scale) for group in groups)
    return marking + scale.searching(node, lambda: scale.marking(groups, steps))


def _arcs(node: ways.Walks, scale: Scale) -> int:
    return scale.times(sum(map(len, node.rows)))


def _is_reached(node: ways.Walks, scale: Scale, cell: int) -> int:
    return CALL + 8 + cell + _walks(node, scale)


def _over_reached(node: ways.Walks, scale: Scale, each: int) -> int:
    return 6 + _walks(node, scale) + scale.most(node) * (2 + each)


WALKS = extent(_is_reached, _all, _over_reached)
"""Cells that steps lead to."""


def _cuts(node: ways.Cuts, scale: Scale) -> int:
    def steps() -> int:
        test = scale.belongs(node.cells)
        by = cast("adjacency.Along", node.cells).by if node.cells.extent is ALONG else None
        links, tests = scale.linked(by)
        return 20 + 2 * scale.contents + scale.cells * (2 * CLEARED + 70 + test) + links * (38 + test) + tests

    return scale.searching(node, steps)


def _is_cut(node: ways.Cuts, scale: Scale, cell: int) -> int:
    return CALL + 8 + cell + _cuts(node, scale)


def _over_cuts(node: ways.Cuts, scale: Scale, each: int) -> int:
    return 6 + _cuts(node, scale) + scale.most(node) * (2 + each)


CUTS = extent(_is_cut, lambda node, scale: scale.most(node.cells), _over_cuts)
"""Cells that hold a group together."""

# What else has elements


def _runs_to(node: elements.Span, scale: Scale, each: int) -> int:
    return 4 + scale.of(node.first) + scale.of(node.last) + scale.most(node) * (1 + each)


SPAN = extent(_worst_of_set, lambda node, scale: node.most, _runs_to)
"""Numbers from one to another."""


def _looks_at_bits(node: elements.Numbers, scale: Scale, each: int) -> int:
    return 4 + scale.of(node.numbers) + scale.most(node) * (6 + each)


def _looks_into(node: elements.Pile, scale: Scale, each: int) -> int:
    return 8 + scale.of(node.cell) + scale.most(node) * (CALL + 16 + each)


PILE = extent(_worst_of_set, lambda node, scale: scale.stacks, _looks_into)
"""Pieces of a pile."""

NUMBERS = extent(_worst_of_set, lambda node, scale: MEMORY, _looks_at_bits)
"""Numbers of a set."""

MEMORY = 61
"""The most bits that are looked at one by one."""

GROUPS = extent(_worst_of_set, lambda node, scale: scale.most_groups, _worst_of_set)
"""Groups, which are found one after another."""


# The group of a cell


def groups_inside(*several: Node) -> tuple[ir.GroupOf, ...]:
    """The groups of cells that sets use, each once, not looking into expressions inside them."""
    found: dict[ir.GroupOf, None] = {}
    for cells in several:
        if cells.extent is GROUP_OF:
            found[cast("ir.GroupOf", cells)] = None
        elif cells.extent in (COMBINED, NEAR, FILTERED, ALONG):
            found.update(dict.fromkeys(groups_inside(*cells.children)))
    return tuple(found)


def marks(group: ir.GroupOf, scale: Scale) -> int:
    """Return the steps of marking the group of a cell."""
    links, tests = scale.linked(group.by)
    return 12 + scale.of(group.cell) + (CLEARED + 18) * scale.cells + 16 * links + tests
