"""What needs the whole board: the steps along its links, relations and labels for each cell, what is odd about it."""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostics.diagnostic import Hint
from ..diagnostics.text import Span
from ..source.syntax import tree
from ..values.evaluate import Evaluator
from ..values.hints import POSITION_WORDS
from ..values.names import if_a_letter
from ..values.settings import Settings
from ..values.types import CELL, CELLS, NUMBER, RELATION
from ..values.values import (
    WRONG,
    Cells,
    Coordinate,
    Definition,
    Function,
    Item,
    Known,
    Label,
    Meaning,
    Parameter,
    Relation,
    Value,
    Wrong,
)
from .board import Board
from .distances import stepping
from .lines import Lines
from .relations import crossings, leap, neighbours

NEEDS_CELLS = ("adjacent", "crossing", "leap", "slide", "between", "beyond", "steps")
"""What is known once the cells are: relations and labels may use it."""


def parted(part: tree.Board, own: frozenset[str]) -> tuple[list[tree.BoardItem], list[tree.BoardItem]]:
    """The items that make the cells and their links, and those that speak of what is known only then."""
    tables = [item for item in part.items if isinstance(item, tree.Relation | tree.Label)]
    known_later = {*NEEDS_CELLS} - own | {item.name.id for item in tables}
    needs_cells = tree.Relation | tree.Label | tree.Link
    first: list[tree.BoardItem] = []
    later: list[tree.BoardItem] = []
    for item in part.items:
        names = isinstance(item, tree.Region | tree.Let) and _called(item) & known_later
        (later if names or isinstance(item, needs_cells) else first).append(item)
    return first, later


def _called(node: tree.Node) -> set[str]:
    """The functions that an item calls."""
    own = {node.function.id} if isinstance(node, tree.Call) else set()
    return own.union(*map(_called, node.children))


def leaping(board: Board) -> Function:
    """The function `leap` of a board, with its line in the reference."""
    doc = "the cells a step (a, b) away, with all images of that step under the grid's symmetries"
    parameters = (Parameter("a", NUMBER), Parameter("b", NUMBER))
    return Function("leap", parameters, leap(board, board.glue), RELATION, doc, "relation vision = leap(2, 1)")


def steps(board: Board) -> dict[str, Meaning]:
    """The meanings of `NEEDS_CELLS` on a board."""
    lines = Lines(board)
    cells, along = (Parameter("cell", CELL), Parameter("other", CELL)), (Parameter("along", RELATION),)
    return {
        "adjacent": Known.always(neighbours(board)),
        "crossing": Known.always(crossings(board)),
        "leap": leaping(board),
        "slide": Known.always(lines.reached()),
        "between": Function("between", cells, lines.between, CELLS, "", "", along),
        "beyond": Function("beyond", cells, lines.beyond, CELLS, "", "", along),
        "steps": stepping(board),
    }


def make_relation(
    item: tree.Relation,
    board: Board,
    evaluator: Evaluator,
    cells: Callable[[tree.Expression], Cells | Wrong],
    settings: Settings,
) -> Value | Definition:
    """The relation of an item; `cells` gives the cells of the board that an expression stands for, or WRONG.

    One that uses names that mean something in play alone is a definition.
    """
    if item.parameter is None:
        with evaluator.hinting(_without_parameter(item)):
            value = evaluator.fixed(item.value, Relation, "`relation`")
        return WRONG if value is WRONG else Known.always(value)
    if _is_decided_in_play(item.value, evaluator, settings.in_play | (_IN_PLAY - settings.own)):
        return Definition(tree.Define(item.name, (item.parameter,), item.value, span=item.span))
    rows: dict[Coordinate, Cells] = {}
    for cell in evaluator.each(item.parameter, board.cells):
        row = cells(item.value)
        if row is WRONG:
            return WRONG
        rows[cell] = row
    return Known.always(Relation(lambda: rows))


def _without_parameter(item: tree.Relation) -> dict[str, Hint]:
    """What is said of letters in a relation that does not name the cell for which it gives others."""
    said = "name the cell that the relation starts from: relation {}({}) = …"
    letters = (if_a_letter(each, said.format(item.name.id, each.span.text)) for each in item.value.below
               if isinstance(each, tree.Name))  # fmt: skip
    return {name: hint for found in letters for name, hint in found.items()}


def _is_decided_in_play(node: tree.Node, evaluator: Evaluator, in_play: frozenset[str]) -> bool:
    """Whether an expression depends on the position, with the definitions that it uses."""
    seen: set[str] = set()
    waiting = [node]
    for each in waiting:
        if isinstance(each, tree.Name) and each.id not in seen:
            seen.add(each.id)
            if each.id in in_play:
                return True
            meaning = evaluator.scope.get(each.id)
            waiting.extend([meaning.tree.body] if isinstance(meaning, Definition) else [])
        waiting.extend(each.children)
    return False


_IN_PLAY = frozenset({*POSITION_WORDS, "group", "groups"})


def make_label(item: tree.Label, board: Board, evaluator: Evaluator) -> Value:
    """The label of an item."""
    values: dict[Coordinate, Item] = {}
    for cell in evaluator.each(item.parameter, board.cells):
        value = evaluator.known(item.value)
        if value is WRONG:
            return WRONG
        values[cell] = value
    return Known.always(Label(values))


def warn(board: Board, part: tree.Board, shape: Span, evaluator: Evaluator) -> None:
    """What is allowed and yet seldom meant."""
    near = [[arc.to for arc in arcs] for arcs in board.arcs]
    looped = [board.names[cell] for cell, others in enumerate(near) if cell in others]
    if looped:
        glue = [item.span for item in part.items if isinstance(item, tree.Wrap | tree.Antipodal | tree.Portal)]
        where = glue[0] if len(glue) == 1 else shape
        evaluator.wrong("HG904", f"the cell {looped[0]} is linked to itself", where, label="by this")
