"""The functions of the language that look at the position: counting, and the goals of connection games.

`PRIMITIVES` has one row for each: its parameters, the type of its value, the IR it makes, its line in the reference.
The checker, the reference, editors and the lints read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...board.linking import changed_links
from ...record import Record
from ...source.syntax import tree
from ...values.operations import FUNCTIONS, look_up
from ...values.shapes import MOST_CELLS
from ...values.types import CELLS, GROUPS, LIST, NUMBER, NUMBERS, PILE, RANGE, SELECTION, TRUTH, Type
from ...values.values import WRONG, Code, Coordinate, Known, Operative, Value, Worth, Wrong
from .. import elements, ir, lines, ways
from ..adjacency import Adjacency, Along
from ..combined import combined
from ..roles import PerPlayer
from ..traits import Node
from .arguments import (
    Argument,
    Moving,
    PerOwn,
    anything,
    cell,
    cell_or_cells,
    cells,
    chained,
    cycle,
    meeting,
    region,
    regions,
    relation,
    seams,
    two_regions,
)
from .base import RuleEvaluator
from .chained import LINKS, By, chained_by
from .lines import between, beyond, longest_row, slide
from .lowering import related, relation_rows
from .many.aggregates import of_all, of_numbers
from .many.selections import how_many
from .things.piles import height_of
from .ways import cuts, nearest, so_many, steps, walked_by, walks

WIDEST_AREA = 100_000
"""How many places the rectangle around a board may have, where insides are looked for."""

UNREAD = Known.always(0)
"""What stands for the value of an argument that is not evaluated."""


class Parameter(Record):
    """A parameter: its name in the reference, and what reads its argument."""

    name: str
    read: Callable[[Argument], object]
    note: str = ""
    """What stands after a named parameter's colon in the reference."""

    evaluates: bool = False
    """Whether `read` evaluates the argument itself, whose value is then `UNREAD`."""

    def __str__(self) -> str:
        return f"{self.name}: {self.note}" if self.note else self.name


class Primitive(Operative, Record):
    """A function that looks at the position.

    `make` is the node of the IR that takes the arguments as they are read, or a function that is given the evaluator
    and the call before them and returns a value. Named arguments that are missing are left out.
    """

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    make: Callable[..., Worth | Record | Wrong]
    doc: str
    example: str
    named: tuple[Parameter, ...] = ()
    makes: tuple[type[Node], ...] = ()
    """The nodes that `make` makes where it is a function."""

    bounds: tuple[int, int] | None = None
    """The least and the most that a number can be, if that is known; the lints know some of them better."""

    @property
    def nodes(self) -> tuple[type[Node], ...]:
        """The nodes that stand for it."""
        return (self.make,) if isinstance(self.make, type) and issubclass(self.make, Node) else self.makes

    @property
    def signature(self) -> str:
        """How it is written: `loop(cells, odd: seams, even: seams)`."""
        return f"{self.name}({', '.join(map(str, (*self.parameters, *self.named)))})"

    def apply(self, elaborator: RuleEvaluator, call: tree.Call, values: Sequence[Value]) -> Value:
        """The value of a call whose plain arguments have these values."""
        given = [(parameter, node, value)
                 for parameter, node, value in zip(self.parameters, call.plain, values, strict=True)]  # fmt: skip
        read_whole = {parameter.name for parameter in self.named if parameter.evaluates}
        named = {name: (each.value, UNREAD if name in read_whole else elaborator.evaluate(each.value))
                 for name, each in call.named.items()}  # fmt: skip
        read: list[object] = []
        for parameter, node, value in given:
            read.append(WRONG if value is WRONG else parameter.read(Argument(elaborator, call, node, value)))
        more: dict[str, object] = {}
        for parameter in self.named:
            if parameter.name in named:
                node, value = named[parameter.name]
                argument = WRONG if value is WRONG else parameter.read(Argument(elaborator, call, node, value))
                more[parameter.name] = argument
        if any(each is WRONG for each in (*read, *more.values())):
            return WRONG
        made = self.make(*read) if isinstance(self.make, type) else self.make(elaborator, call, *read, **more)
        if isinstance(made, Known | Code) or made is WRONG:
            return made
        return elaborator.goal(made) if isinstance(made, ir.Goal) else Code(self.result, made)


# Functions that do more than make a node


def _count(elaborator: RuleEvaluator, call: tree.Call, value: Worth) -> Value:
    if isinstance(value, Code) and (number := how_many(elaborator, value)):
        return number
    if isinstance(value, Code) and value.type is SELECTION:
        return Code(NUMBER, value.ir)
    if value.type in (GROUPS, RANGE) and isinstance(value, Code):
        return of_all(elaborator, call, value)
    if isinstance(value, Code) and value.type is PILE:
        return height_of(value)
    if isinstance(value, Code) and value.items:
        return Known.always(len(value.items))
    counted = elaborator.as_domain(value)
    if counted is WRONG:
        return WRONG
    if isinstance(counted, Known):
        return elaborator.combine(call, FUNCTIONS["count"].apply, counted)
    if counted.type is NUMBERS:
        return Code(NUMBER, ir.Size(elaborator.expression(counted)))
    found = elaborator.as_cell_set(counted, call.plain[0], "`count`")
    return WRONG if found is WRONG else Code(NUMBER, ir.Count(found))


def _of_numbers(elaborator: RuleEvaluator, call: tree.Call, value: Worth) -> Value:
    if isinstance(value, Known) and value.type in (LIST, RANGE):
        return elaborator.combine(call, FUNCTIONS[call.function.id].apply, value)
    return of_numbers(elaborator, call, value)


def _path(
    elaborator: RuleEvaluator,
    call: tree.Call,
    inside: ir.CellSet,
    ends: PerOwn | Moving,
    odd: int = 0,
    even: int = 0,
    by: By = LINKS,
) -> ir.Connects | ir.Path | ir.SomeGroup | Wrong:
    wanted = _labels(elaborator, call, odd, even)
    if wanted is WRONG:
        return WRONG
    if isinstance(ends, Moving):
        if elaborator.board.seams:
            return elaborator.wrong("HG303", "on a glued board, `path` needs ends known before play", call.span,
                                    help="ask for each of them: some c in S: path(own, [{c}, top], …)")  # fmt: skip
        return _connects(elaborator, call, inside, ends, by)
    if not elaborator.board.seams:  # without seams every walk has the one label
        return ir.Connects(by.along(inside), ends)
    return ir.Path(by.along(inside), ends, wanted)


def _loop(
    elaborator: RuleEvaluator,
    call: tree.Call,
    inside: ir.CellSet,
    odd: int | None = None,
    even: int = 0,
    by: By = LINKS,
) -> ir.Loop | Wrong:
    wanted = _labels(elaborator, call, odd or 0, even)
    if wanted is WRONG:
        return WRONG
    if odd is None:
        return elaborator.wrong("HG510", "`loop` needs a seam to cross an odd number of times",
                                call.span, help="name a seam: loop(own, odd: …)")  # fmt: skip
    return ir.Loop(by.along(inside), wanted)


def _labels(elaborator: RuleEvaluator, call: tree.Call, odd: int, even: int) -> int | Wrong:
    """The labels that cross some seams oddly and others evenly, as bits."""
    if odd & even:
        return elaborator.wrong("HG510", "a seam cannot be both `odd` and `even`", call.span)
    labels = range(1 << len(elaborator.board.seams))
    return sum(1 << label for label in labels if label & odd == odd and not label & even)


def _encloses(elaborator: RuleEvaluator, call: tree.Call, inside: ir.CellSet) -> ir.Encloses | Wrong:
    board = elaborator.board
    if not board.cells:
        return WRONG
    if board.seams or board.glue is None:
        where = "a glued board" if board.seams else "a tiling" if board.mesh else "a graph"
        return elaborator.wrong("HG511", f"a loop has no inside on {where}", call.span,
                                help="ask for a loop over a seam instead: loop(own, odd: …)" if board.seams
                                else "ask whether the others are cut off: not connects(enemy | empty, …)")  # fmt: skip
    if any(changed_links(board)):
        return elaborator.wrong("HG511", "a loop has no inside on a board with links by rule", call.span)
    if board.area > WIDEST_AREA:
        return elaborator.wrong("HG511", "the cells of this board are too far apart for `encloses`",
                                call.span)  # fmt: skip
    return ir.Encloses(inside)


def _connects(
    elaborator: RuleEvaluator, call: tree.Call, inside: ir.CellSet, wanted: PerOwn | Moving, by: By = LINKS
) -> ir.Connects | ir.SomeGroup:
    if isinstance(wanted, Moving):
        group = elaborator.grouping()
        return ir.SomeGroup(group, by.along(inside), wanted.all(group))
    return ir.Connects(by.along(inside), wanted)


def _touches(
    elaborator: RuleEvaluator, call: tree.Call, cells: ir.CellSet, region: PerPlayer | ir.CellSet
) -> ir.Expression:
    return ir.Touches(cells, region) if isinstance(region, tuple) else meeting(region)(cells)


def _group(elaborator: RuleEvaluator, call: tree.Call, start: ir.Expression, by: By = LINKS) -> ir.GroupOf:
    return ir.GroupOf(start, by.adjacency)


def _groups(elaborator: RuleEvaluator, call: tree.Call, inside: ir.CellSet, by: By = LINKS) -> Code:
    return Code(GROUPS, by.along(inside))


def _adjacent(elaborator: RuleEvaluator, call: tree.Call, near: Worth) -> Value:
    table = elaborator.relations["adjacent"]
    value = elaborator.as_cells(near)
    if table is None or value is WRONG:
        return WRONG
    if isinstance(value, Known) and isinstance(value.of(0), Coordinate):
        return elaborator.combine(call, lambda place: look_up("adjacent", table, place), value)
    if value.type is not CELLS:
        return related(elaborator, call, table, value)
    found = _near(elaborator, call, elaborator.cell_set(value))
    return WRONG if found is WRONG else Code(CELLS, found)


def _near(elaborator: RuleEvaluator, call: tree.Call, near: ir.CellSet) -> ir.Near | Wrong:
    table = elaborator.relations["adjacent"]
    rows = WRONG if table is None else relation_rows(elaborator, call, table)
    if rows is WRONG:
        return WRONG
    with elaborator.bound() as variable:
        return ir.Near(variable, rows, near)


def _liberties(elaborator: RuleEvaluator, call: tree.Call, near: ir.CellSet, by: By = LINKS) -> ir.CellSet | Wrong:
    free = ir.Holding((frozenset({ir.EMPTY}),))
    if by.adjacency is not None:
        return by.beside(free, near, len(elaborator.board.seams))
    found = _near(elaborator, call, near)
    return WRONG if found is WRONG else combined("&", free, found)


_CELL, _CELLS, _CHAINED = Parameter("cell", cell), Parameter("cells", cells), Parameter("cells", chained)
_ANY_CELL, _A, _B = Parameter("cell", anything), Parameter("A", cell_or_cells), Parameter("B", cell_or_cells)
_PAST, _ALONG = Parameter("past", cells, "cells"), Parameter("along", relation, "relation")
_BY, _WALKED = Parameter("by", chained_by, "relation", True), Parameter("by", walked_by, "relation", True)
_ODD, _EVEN = Parameter("odd", seams, "seams"), Parameter("even", seams, "seams")

PRIMITIVES = {
    row.name: row
    for row in (
        Primitive(
            "count", (Parameter("cells", anything),), NUMBER, _count,
            "how many cells, numbers or elements there are",
            "count(own & corners) > 1", makes=(ir.Count, ir.HowMany, ir.Size), bounds=(0, MOST_CELLS),
        ),
        *(
            Primitive(name, (Parameter("numbers", anything),), NUMBER, _of_numbers,
                      f"the {name} of some numbers, in a list or one by one{if_none}", example, makes=makes)
            for name, if_none, example, makes in (
                ("sum", "", "sum(count(g) for g in groups(own) where touches(g, top)) > 9", (elements.Aggregate,)),
                ("product", "; 1 if there are none", "product(count(g) for g in groups(own)) > 99",
                 (elements.Aggregate,)),
                ("largest", "; 0 if there are none", "largest(count(own), count(enemy)) > 9", (elements.Several,)),
                ("smallest", "; 0 if there are none", "smallest(count(own), count(enemy)) > 9", (elements.Several,)),
            )
        ),
        Primitive(
            "adjacent", (Parameter("cells", anything),), CELLS, _adjacent,
            "the neighbours of a cell, or of any cell of a set",
            "count(adjacent(own)) > 20", makes=(ir.Near,),
        ),
        Primitive(
            "liberties", (_CELLS,), CELLS, _liberties,
            "the empty cells next to a set",
            "some g in groups(own): count(liberties(g)) == 0", named=(_BY,), makes=(ir.Near, ir.Filtered),
        ),
        Primitive(
            "slide", (Parameter("cell", anything),), CELLS, slide,
            "the cells on the straight lines from a cell; `past` keeps those reached by crossing only cells of a set"
            " (with `past: empty`, all cells in sight), `onto` those that are in a set",
            "some c in own: count(slide(c, past: empty, onto: enemy)) > 2",
            named=(_PAST, Parameter("onto", cells, "cells"), _ALONG), makes=(lines.Slide,),
        ),
        Primitive(
            "between", (_ANY_CELL, Parameter("other", anything)), CELLS, between,
            "the cells between two cells in a straight line; no cells if they are not in line, or with `past` if any of"
            " those cells is outside a set",
            "some c in own: count(between(c, last, past: enemy)) > 1", named=(_PAST, _ALONG), makes=(lines.Between,),
        ),
        Primitive(
            "beyond", (_ANY_CELL, Parameter("other", anything)), CELLS, beyond,
            "the cells after the second of two cells in a straight line; `past` keeps those reached from there by"
            " crossing only cells of a set",
            "some c in own: count(beyond(c, last, past: empty)) > 3", named=(_PAST, _ALONG), makes=(lines.Beyond,),
        ),
        Primitive(
            "row", (_CELLS,), NUMBER, longest_row,
            "the length of the longest row: cells of the set one after another in a straight line",
            "row(own) >= 4", named=(_ALONG,), makes=(lines.LongestRow,),
        ),
        Primitive(
            "group", (_CELL,), CELLS, _group,
            "the group that a cell belongs to; no cells if the cell is empty",
            "some c in own: count(group(c)) > 5", named=(_BY,), makes=(ir.GroupOf,),
        ),
        Primitive(
            "groups", (_CHAINED,), GROUPS, _groups,
            "the groups of a set, for `some`, `every` and `for`",
            "some g in groups(own): count(g) > 5", named=(_BY,), makes=(ir.SomeGroup, ir.GroupBound, Along),
        ),
        Primitive(
            "cuts", (_CHAINED,), CELLS, cuts, "the cells of a set without which one of its groups falls apart",
            "count(own - cuts(own)) > 3", named=(_BY,), makes=(ways.Cuts,),
        ),
        Primitive(
            "steps", (_A, _B), NUMBER, steps,
            "the least number of steps from a cell or a set to another; `past` lets them cross only cells of a set."
            " If no way leads there, it is the number of cells of the board",
            "steps(own, corners, past: empty) == 3", named=(_PAST,), makes=(ways.Steps,),
            bounds=(0, MOST_CELLS),
        ),
        Primitive(
            "nearest", (_A, _B), CELLS, nearest,
            "the cells of A that are the fewest steps from B, `past` as for `steps`; no cells if no way leads there",
            "count(nearest(own, corners)) > 1", named=(_PAST,), makes=(ways.Nearest,),
        ),
        Primitive(
            "walks", (_A,), CELLS, walks,
            "the cells outside of a cell or a set that steps from there lead to, one after another; `past` lets them"
            " cross only cells of a set, `exactly` takes walks of so many steps that come to no cell twice",
            "some c in own: count(walks(c, past: empty)) < 5",
            named=(_PAST, Parameter("exactly", so_many, "number", evaluates=True), _WALKED), makes=(ways.Walks,),
        ),
        Primitive(
            "touches", (_CELLS, Parameter("region", region)), TRUTH, _touches,
            "the set contains a cell of the region or, if the region is an edge, lies along it",
            "some g in groups(own): touches(g, top) and touches(g, bottom)", makes=(ir.Touches,),
        ),
        Primitive(
            "arc", (_CELLS, Parameter("cycle", cycle)), NUMBER, ir.ArcLength,
            "the length of the shortest stretch of a cycle, such as `perimeter`, with every cell of the set on it",
            "some g in groups(own): 2 * arc(g, perimeter) > count(perimeter)", bounds=(0, MOST_CELLS),
        ),
        Primitive(
            "connects", (_CHAINED, Parameter("regions", regions)), TRUTH, _connects,
            "one chain of the set reaches every region of the list"
            " (a chain of cells alone, if play decides some of the regions)",
            "connects(own, own.edges)", named=(_BY,), makes=(ir.Connects, Adjacency),
        ),
        Primitive(
            "path", (_CHAINED, Parameter("[A, B]", two_regions)), TRUTH, _path,
            "a walk inside one chain leads from A to B, crossing each seam of `even` an even number of times and"
            " each of `odd` an odd number of times",
            "path(own, [left, right], even: seam)", named=(_EVEN, _ODD, _BY), makes=(ir.Path,),
        ),
        Primitive(
            "loop", (_CHAINED,), TRUTH, _loop,
            "loops in the chains of the set, taken together, cross each seam of `odd` an odd number of times and"
            " each of `even` an even number of times",
            "loop(own, odd: seam)", named=(_ODD, _EVEN, _BY), makes=(ir.Loop,),
        ),
        Primitive(
            "encloses", (_CHAINED,), TRUTH, _encloses,
            "a loop of the set surrounds at least one cell, empty or not; not on glued boards or graphs",
            "encloses(own)", makes=(ir.Encloses,),
        ),
    )
}  # fmt: skip
"""The functions by name."""
