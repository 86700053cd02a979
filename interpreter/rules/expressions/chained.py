"""What chains run by: the argument `by:` of functions that look for chains, as an adjacency."""

from __future__ import annotations

from collections.abc import Iterator

from ...board.board import Board
from ...board.linking import crossed
from ...record import Record
from ...source.syntax import tree
from ...values.types import CELL, CELLS
from ...values.values import WRONG, Cells, Code, Definition, Fault, Known, Relation, Wrong
from .. import ir, walk
from ..adjacency import Adjacency, Along
from ..combined import combined
from ..steps.steady import free_variables
from ..traits import NOTHING, Node
from ..within import within
from .arguments import Argument
from .base import RuleEvaluator
from .lowering import relation_rows

Rows = tuple[tuple[int, ...], ...]

A_STEP = 2
"""So many pairs of cells are looked at in the time of one step of what is worked out before play."""

MOST_PAIRS = 250_000
"""How many pairs of cells a relation that play decides may join."""

_A_RELATION = "a relation, such as `adjacent` or one that the board declares"


class By:
    """What is written after `by:`; `adjacency` is None for the links of the board."""

    def __init__(self, adjacency: Adjacency | None) -> None:
        self.adjacency = adjacency

    def along(self, cells: ir.CellSet) -> ir.CellSet:
        """A set of cells whose chains run by it."""
        return cells if self.adjacency is None else Along(cells, self.adjacency)

    def beside(self, cells: ir.CellSet, near: ir.CellSet, seams: int) -> ir.CellSet:
        """The cells of a set that it joins to some cell of another."""
        by = self.adjacency
        assert by is not None
        rows = tuple(tuple(dict.fromkeys(packed >> seams for packed in row)) for row in by.rows)
        if by.test is None:
            return combined("&", cells, ir.Near(by.there, rows, near))
        joined = ir.Quantifier(True, by.there, ir.Combined("&", ir.Row(rows, by.here), near), by.test)
        return ir.Filtered(by.here, cells, joined)


LINKS = By(None)
"""The links of the board."""


class Open(Record):
    """A definition with all its arguments but the last, which stands for the cell that it relates to others."""

    node: tree.Expression
    name: tree.Name
    given: tuple[tree.Expression | tree.Named, ...]


def chained_by(argument: Argument) -> By | Wrong:
    """A relation, whose argument is not evaluated yet: play may decide which cells it relates."""
    found = related_by(argument.elaborator, argument.call, argument.node)
    match found:
        case None:
            return LINKS
        case Open():
            return _defined(argument.elaborator, argument.call, found)
        case tuple():
            return _fixed(argument.elaborator, argument.node, found)
        case _:
            return WRONG


def related_by(elaborator: RuleEvaluator, call: tree.Call, node: tree.Expression) -> Rows | Open | Wrong | None:
    """What is written after `by:`: the rows of a relation, a definition, or None for the links of the board."""
    if isinstance(node, tree.Conditional):
        test = elaborator.evaluate(node.test)
        if test is WRONG:
            return WRONG
        if not isinstance(test, Known) or len(test.values) > 1:
            return elaborator.too_late(node.test.span)
        return related_by(elaborator, call, node.then if test.of(0) is True else node.other)
    name = node.id if isinstance(node, tree.Name) else ""
    is_given = name not in elaborator.declared.own
    if name == "adjacent" and is_given:
        return None
    opened = _opened(elaborator, node)
    if opened is not None:
        return opened
    table = elaborator.relations["slide"] if name == "slide" and is_given else _table(elaborator, node)
    if table is None or table is WRONG:
        return WRONG
    return relation_rows(elaborator, call, table)


def _opened(elaborator: RuleEvaluator, node: tree.Expression) -> Open | Wrong | None:
    name = node.function if isinstance(node, tree.Call) else node
    meaning = elaborator.scope.get(name.id) if isinstance(name, tree.Name) else None
    if not isinstance(meaning, Definition) or not isinstance(name, tree.Name):
        return None
    given = node.arguments if isinstance(node, tree.Call) else ()
    wanted = len(meaning.tree.parameters)
    if given and wanted == len(given):
        return None
    if wanted != len(given) + 1:
        more = ", ".join(each.id for each in meaning.tree.parameters[:-1])
        others = f"its last parameter is the cell; give it the others: by: {name.id}({more})"
        advice = others if wanted > 1 else "define it of one cell, such as: define near(c) = …"
        return elaborator.mismatched(f"`by:` needs {_A_RELATION}", node.span, help=advice)
    return Open(node, name, given)


def _table(elaborator: RuleEvaluator, node: tree.Expression) -> Relation | Wrong:
    value = elaborator.evaluate(node)
    if value is WRONG:
        return WRONG
    found = value.of(0) if isinstance(value, Known) and len(value.values) == 1 else None
    return found if isinstance(found, Relation) else elaborator.mismatch(node, value.type, _A_RELATION, "`by:`")


# Relations known before play


def _fixed(elaborator: RuleEvaluator, node: tree.Expression, rows: Rows) -> By | Wrong:
    if rows not in elaborator.chained:
        found = _both_ways(elaborator, node, rows)
        if found is WRONG:
            return WRONG
        elaborator.chained[rows] = found
    return By(elaborator.chained[rows])


def _both_ways(elaborator: RuleEvaluator, node: tree.Expression, rows: Rows) -> Adjacency | Wrong:
    board, joined = elaborator.board, tuple(map(frozenset, rows))
    for here, row in enumerate(rows):
        for there in row:
            if here not in joined[there]:
                ways = f"leads from {board.names[here]} to {board.names[there]}, but not back"
                return elaborator.wrong("HG525", f"`{node.span.text}` {ways}", node.span,
                                        help="chains need a relation that leads both ways")  # fmt: skip
    return _adjacency(elaborator, node, rows, None)


def _adjacency(
    elaborator: RuleEvaluator, node: tree.Expression, rows: Rows, test: tuple[ir.Bound, ir.Bound, ir.Expression] | None
) -> Adjacency | Wrong:
    try:
        packed = _packed(elaborator.board, rows)
    except Fault as fault:
        return elaborator.wrong(fault.code, fault.message, node.span, help=fault.help)
    return Adjacency(packed, *(test or (ir.Bound(0), ir.Bound(1))))


def _packed(board: Board, rows: Rows) -> Rows:
    """The arcs from each cell, as `cell << seams | label`; those of the board where it has links to such a cell."""
    seams = len(board.seams)
    linked: list[dict[int, list[int]]] = [{} for _ in rows]
    for here, arcs in enumerate(board.arcs):
        for arc in arcs:
            linked[here].setdefault(arc.to, []).append(arc.label)
    pairs = [(here, there) for here, row in enumerate(rows) for there in row if there != here]
    labels = crossed(board, (pair for pair in pairs if pair[1] not in linked[pair[0]]))
    packed: list[list[int]] = [[] for _ in rows]
    for here, there in pairs:
        packed[here] += [there << seams | label for label in linked[here].get(there) or [labels[here, there]]]
    return tuple(map(tuple, packed))


# Relations that play decides


def _defined(elaborator: RuleEvaluator, call: tree.Call, opened: Open) -> By | Wrong:
    """Two cells are joined where each is among the cells that the definition gives for the other."""
    with elaborator.bound() as here, elaborator.bound() as there:
        ones, others = _related(elaborator, opened, here), _related(elaborator, opened, there)
    if ones is WRONG or others is WRONG:
        return WRONG
    if _is_known(ones, here):
        table = _rows(elaborator, opened)
        return WRONG if table is WRONG else _fixed(elaborator, opened.node, table)
    rows = _candidates(elaborator, opened, ones, here)
    if rows is WRONG:
        return WRONG
    sets = tuple(map(frozenset, rows))
    rows = tuple(tuple(there for there in row if here in sets[there]) for here, row in enumerate(rows))
    tests = tuple(dict.fromkeys((*_belongs(elaborator, ones, here, there), *_belongs(elaborator, others, there, here))))
    test = ir.Operation("and", tests) if len(tests) > 1 else tests[0]
    found = _adjacency(elaborator, opened.node, rows, (here, there, test))
    return WRONG if found is WRONG else By(found)


def steps_by(
    elaborator: RuleEvaluator, opened: Open, here: ir.Bound, there: ir.Bound
) -> tuple[Rows, ir.Expression | None] | Wrong:
    """The cells that each cell may ever lead to by a definition, and the test whether one leads to another now."""
    cells = _related(elaborator, opened, here)
    if cells is WRONG:
        return WRONG
    if _is_known(cells, here):
        table = _rows(elaborator, opened)
        return WRONG if table is WRONG else (table, None)
    rows = _candidates(elaborator, opened, cells, here)
    if rows is WRONG:
        return WRONG
    tests = tuple(dict.fromkeys(_belongs(elaborator, cells, here, there)))
    return rows, ir.Operation("and", tests) if len(tests) > 1 else tests[0] if tests else None


def _is_known(cells: ir.CellSet, here: ir.Bound) -> bool:
    """Whether the cells that a definition gives depend on the cell alone."""
    return walk.traits_of(cells).reads == NOTHING and free_variables(cells) <= {f"c{here.number}"}


def _related(elaborator: RuleEvaluator, opened: Open, cell: ir.Bound) -> ir.CellSet | Wrong:
    value = _applied(elaborator, opened, Code(CELL, cell))
    return value if value is WRONG else elaborator.as_cell_set(value, opened.node, f"`{opened.name.id}`")


def _applied(elaborator: RuleEvaluator, opened: Open, cell: Known | Code) -> Known | Code | Wrong:
    """The worth of the definition for a cell."""
    span = opened.node.span
    argument = tree.Name(" cell", span=span)
    with elaborator.binding(argument, cell):
        return elaborator.as_cells(elaborator.evaluate(tree.Call(opened.name, (*opened.given, argument), span=span)))


def _rows(elaborator: RuleEvaluator, opened: Open) -> Rows | Wrong:
    rows: list[tuple[int, ...]] = []
    for place in elaborator.board.cells:
        value = _applied(elaborator, opened, Known.always(place))
        if value is WRONG:
            return WRONG
        cells = value.of(0) if isinstance(value, Known) and len(value.values) == 1 else None
        if not isinstance(cells, Cells):
            return elaborator.mismatch(opened.node, value.type, CELLS, "`by:`")
        rows.append(elaborator.ids(cells))
    return tuple(rows)


def _candidates(elaborator: RuleEvaluator, opened: Open, cells: ir.CellSet, here: ir.Bound) -> Rows | Wrong:
    """For each cell, the cells that it may ever be related to."""
    every = range(len(elaborator.board.cells))
    found = [within(cells, here, cell) for cell in every]
    if sum(len(every) if row is None else len(row) for row in found) > MOST_PAIRS:
        return elaborator.wrong("HG307", f"`{opened.name.id}` may relate more than {MOST_PAIRS:,} pairs of cells",
                                opened.node.span,
                                help="begin with cells that are near: {d for d in adjacent(c) where …}")  # fmt: skip
    sets = [frozenset(every) if row is None else row for row in found]
    elaborator.count(sum(map(len, sets)) // A_STEP)
    return tuple(tuple(there for there in sorted(row) if there != here_) for here_, row in enumerate(sets))


def _belongs(elaborator: RuleEvaluator, cells: ir.CellSet, here: ir.Bound, there: ir.Bound) -> Iterator[ir.Expression]:
    """The conditions, all of which hold where a set seen from `here` has a cell that it may have."""
    match cells:
        case ir.Row() if cells.cell == here:
            return
        case ir.Filtered():
            yield from _belongs(elaborator, cells.cells, here, there)
            yield _renamed(elaborator, cells.test, cells.variable, there)
        case ir.Combined("&"):
            yield from _belongs(elaborator, cells.left, here, there)
            yield from _belongs(elaborator, cells.right, here, there)
        case ir.Combined("-"):
            yield from _belongs(elaborator, cells.left, here, there)
            yield ir.Operation("not", (ir.Member(there, cells.right),))
        case _:
            yield ir.Member(there, cells)


def _renamed(elaborator: RuleEvaluator, node: ir.Expression, old: ir.Bound, new: ir.Bound) -> ir.Expression:
    """An expression with another variable in place of one; what is changed in it was written where it was."""

    def put(value: object) -> object:
        if value == old:
            return new
        if isinstance(value, tuple) and value and not isinstance(value[0], int):
            return tuple(map(put, value))
        if not isinstance(value, Node):
            return value
        changed = value.changed(put)
        if id(value) in elaborator.written:
            elaborator.note(changed, elaborator.written[id(value)][1])
        return changed

    found = put(node)
    assert isinstance(found, ir.Expression)
    return found
