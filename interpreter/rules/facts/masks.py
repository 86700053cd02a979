"""Bit masks of groups: which of some known sets of nodes a group meets, one bit a set.

These bits answer properties of a group that ask only what it holds or touches of regions, rows of cells and cycles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ...record import Record
from .. import ir, walk
from ..program import Rules

WORD = 61
"""The bits that one number of a state may use, so that no way of running overflows."""


class Masks(Record):
    """`sets` has the nodes of each bit, or of each block of bits where nodes are met at labels."""

    sets: tuple[frozenset[int], ...]
    cycles: tuple[tuple[int, ...], ...]
    """Cycles of cells whose sets, one a cell, come first, in their order."""

    def first(self, cycle: tuple[int, ...]) -> int:
        """The number of the set of a cycle's first cell."""
        return sum(len(each) for each in self.cycles[: self.cycles.index(cycle)])

    def cell(self, cell: int) -> int:
        """The number of the set that is one cell."""
        return self._numbers[frozenset({cell})]

    def region(self, nodes: frozenset[int]) -> tuple[int, ...]:
        """The numbers of the sets that make up a region."""
        return (self._numbers[nodes],) if nodes in self._numbers else tuple(sorted(map(self.cell, nodes)))

    @cached_property
    def _numbers(self) -> dict[frozenset[int], int]:
        return {nodes: number for number, nodes in reversed(list(enumerate(self.sets)))}


def masks_of(rules: Rules) -> Masks:
    """The sets that a game's goals need, and its conditions that masks answer."""
    tested = tuple(_tested(rules))
    cycles = tuple(dict.fromkeys(each.cycle for each in walk.everything(tested) if isinstance(each, ir.ArcLength)))
    cells = dict.fromkeys(frozenset({cell}) for each in walk.everything(tested) for cell in _counted(each))
    sets = [frozenset({cell}) for cycle in cycles for cell in cycle]
    sets += [cell for cell in cells if cell not in sets]
    joined = [goal.regions for goal in rules.goals if isinstance(goal, ir.Connects | ir.Path)]
    wanted = {region for regions in joined for each in regions for region in each}
    single = frozenset[int]().union(*sets)
    sets += [nodes for number, nodes in enumerate(rules.regions) if number in wanted or not nodes <= single]
    return Masks(tuple(sets), cycles)


def mask_bits(rules: Rules) -> int:
    """How many bits tell which regions a chain meets, and at which labels."""
    return len(masks_of(rules).sets) << rules.seams


def _tested(rules: Rules) -> Iterator[ir.Expression]:
    """The properties of groups that masks must answer."""
    for goal in rules.goals:
        if isinstance(goal, ir.SomeGroup) and only_grows(goal.body, goal.variable):
            yield goal.body
    for decision in rules.decisions:
        if decision.forbid is not None and is_in_bits(decision.forbid, GROUP):
            yield decision.forbid


GROUP = ir.GroupOf(ir.Bound(0))
"""The group of the cell that a decision takes."""


def _counted(node: object) -> tuple[int, ...]:
    match node:
        case ir.Count(ir.Combined("&", ir.Fixed((one,)), _) | ir.Combined("&", _, ir.Fixed((one,)))):
            return one
        case _:
            return ()


# Properties of a group that the bits tell


def is_in_bits(node: ir.Expression, group: ir.CellSet) -> bool:
    """Whether a group's mask answers a property."""
    compared = compared_arc(node)
    if compared is not None:
        return compared.arc.cells == group
    match node:
        case ir.Touches():
            return node.cells == group
        case ir.Constant():
            return True
        case ir.Operation("and" | "or" | "not"):
            return all(is_in_bits(operand, group) for operand in node.operands)
        case ir.Operation(">=" | ">" | "<=" | "<" | "==" | "!=", (left, right)):
            return _number_in_bits(left, group) and _number_in_bits(right, group)
        case _:
            return False


def _number_in_bits(node: ir.Expression, group: ir.CellSet) -> bool:
    match node:
        case ir.Constant():
            return True
        case ir.HowMany():
            return all(is_in_bits(test, group) for test in node.tests)
        case ir.Count(ir.Combined("&", cells, ir.Fixed((_,))) | ir.Combined("&", ir.Fixed((_,)), cells)):
            return cells == group
        case _:
            return False


def only_grows(node: ir.Expression, group: ir.GroupBound) -> bool:
    """Whether a property of a group stays true as the group grows, and its mask answers it."""
    compared = compared_arc(node)
    if compared is not None:  # to hold more cells, a run of the cycle must be as long or longer
        return compared.holds and compared.arc.cells == group
    match node:
        case ir.Touches():
            return node.cells == group
        case ir.Operation("and" | "or"):
            return all(only_grows(operand, group) for operand in node.operands)
        case ir.Operation(">=" | ">", (left, ir.Constant())):
            return _number_grows(left, group)
        case ir.Operation("<=" | "<", (ir.Constant(), right)):
            return _number_grows(right, group)
        case _:
            return False


def _number_grows(node: ir.Expression, group: ir.GroupBound) -> bool:
    if isinstance(node, ir.HowMany):
        return all(only_grows(test, group) for test in node.tests)
    return isinstance(node, ir.Count) and _number_in_bits(node, group)


class Arc(Record):
    """A comparison of an arc's length: whether it is at least `least`, or, unless `holds`, whether it is shorter."""

    arc: ir.ArcLength
    least: int
    holds: bool


def compared_arc(node: ir.Expression) -> Arc | None:
    """A comparison of `arc(set, cycle)`, or of a multiple of it, with a known number; None for anything else."""
    match node:
        case ir.Operation(symbol, (left, ir.Constant((number,)))):
            pass
        case ir.Operation(symbol, (ir.Constant((number,)), left)):
            symbol = {">": "<", "<": ">", ">=": "<=", "<=": ">="}.get(symbol, "")
        case _:
            return None
    match left:
        case ir.ArcLength() as arc:
            times = 1
        case ir.Operation("*", (ir.Constant((times,)), ir.ArcLength() as arc)) if times > 0:
            pass
        case _:
            return None
    if symbol not in (">", "<", ">=", "<="):
        return None
    least = number + (symbol in (">", "<="))
    return Arc(arc, -(-least // times), symbol in (">", ">="))
