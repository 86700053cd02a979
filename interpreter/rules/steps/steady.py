"""What stays the same while a question or an effect runs over its elements: it is worked out once, and counts once.

Such an expression is steady: no name in it stands for an element, and nothing that the loop does changes what it reads.
It is worked out where it is first asked for, and recalled from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import deeds, elements, ir, lines, program, walk, ways
from ..traits import NOTHING, Node, Part

Question = (
    ir.Count | ir.AtLeast | ir.Alone | ir.Quantifier | ir.Touches | ir.ArcLength | lines.LongestRow
    | elements.Aggregate | ways.Steps | ir.Goal
)  # fmt: skip
"""What runs over elements, and asks something of each."""

Steady = ir.Expression | elements.Groups
"""What can be steady: an answer, or the groups of a set, which are numbered once."""


@walk.remembered
def free_variables(node: Node) -> frozenset[str]:
    """Return the names of the bound cells and groups that an expression uses and does not bind itself."""
    match node:
        case ir.Bound():
            return frozenset({f"c{node.number}"})
        case ir.GroupBound():
            return frozenset({f"g{node.number}"})
        case _:
            return _free_in(node.children) - _free_in(node.names)


def _free_in(nodes: Iterable[Node]) -> frozenset[str]:
    return frozenset().union(*map(free_variables, nodes))


def conjuncts(test: ir.Expression) -> tuple[ir.Expression, ...]:
    """Return the conditions that `and` joins."""
    match test:
        case ir.Operation("and", operands):
            return tuple(each for operand in operands for each in conjuncts(operand))
        case _:
            return (test,)


@walk.remembered
def steady_in(node: Node) -> tuple[Steady, ...]:
    """Return what is steady in a question, in the body of a loop of effects, or in a set while its cells are noted,
    and takes a loop to work out."""
    if isinstance(node, Question):
        return _steady(_asked_of_each(node), free_variables(node))
    if isinstance(node, deeds.Loop):
        tests = (node.test,) if isinstance(node, deeds.ForElements) and node.test is not None else ()
        traits = walk.traits_of(node.body)
        changed = traits.writes | (Part.BOARD | Part.LAYERS if traits.changes_board else NOTHING)
        return () if changed & Part.MOVER else _steady((*tests, *node.body), free_variables(node), changed)
    return _steady((node,), free_variables(node)) if isinstance(node, ir.CellSet) else ()


def steady_for(decision: program.Decision, cells: int) -> tuple[Steady, ...]:
    """Return what is steady while the first few of the cells that a decision takes are known, and takes a loop to work
    out: whatever names one of them, and no later one."""
    sets = decision.what.sets
    if not (sets or isinstance(decision.what, program.Choose)) or cells >= max(len(sets), 1):
        return ()
    conditions = () if decision.where is None else conjuncts(decision.where)
    known = frozenset(f"c{number}" for number in range(cells))
    found = _steady((*conditions, *sets), known)
    return tuple(each for each in found if not cells or f"c{cells - 1}" in free_variables(each))


def steady_parts(rules: program.Rules) -> tuple[tuple[Steady, ...], tuple[Steady, ...]]:
    """Return what is steady in the questions and effects of rules, and what is in decisions, each once."""
    asked = dict.fromkeys(each for node in walk.everything_in(rules) for each in steady_in(node))
    decided = dict.fromkeys(each for made in rules.decisions for cells in (0, 1) for each in steady_for(made, cells))
    return tuple(asked), tuple(decided)


def _asked_of_each(question: Node) -> Iterator[Node]:
    """The parts of a question that are asked of many elements: all but what the set that it runs over is made from."""
    for part in question.children:
        if part in question.names or part == getattr(question, "nothing", None):
            continue
        yield from part.children if isinstance(part, _LISTED) else (part,)


_LISTED = elements.Span | elements.Numbers | elements.Groups | ir.Single


def _steady(parts: Iterable[Node], known: frozenset[str], changed: Part = NOTHING) -> tuple[Steady, ...]:
    """The largest expressions in some parts that use known names alone, read nothing that changes, and take a loop; and
    the groups of sets that do."""
    found: dict[Steady, None] = {}
    waiting = [*parts][::-1]
    if any(isinstance(node, ir.Stuck) for part in waiting for node in walk.everything(part)):
        return ()
    while waiting:
        part = waiting.pop()
        if not _takes_a_loop(part):
            continue
        is_same = free_variables(part) <= known and not walk.traits_of(part).reads & changed
        if is_same and isinstance(part, Steady) and _can_be_kept(part):
            found[part] = None
        else:
            waiting.extend(part.children[::-1])
    return tuple(found)


def _can_be_kept(part: Steady) -> bool:
    """Whether what is steady is worth a place of its own; groups in the group of a cell are found once it is marked."""
    if isinstance(part, elements.Groups):
        return not any(isinstance(node, ir.GroupOf) for node in walk.everything(part))
    return not isinstance(part, ir.Choice | elements.Listed)


@walk.remembered
def _takes_a_loop(node: Node) -> bool:
    """Whether a node, or anything in it, looks at several elements."""
    loops = Question | elements.Groups | ir.GroupOf | ways.Found
    return isinstance(node, loops) or any(map(_takes_a_loop, node.children))


def is_truth(node: ir.Expression) -> bool:
    """Whether an expression is a truth, not a number, a cell or a player."""
    return node.symbol in _OF_TRUTHS if isinstance(node, ir.Operation) else isinstance(node, _TRUTH)


_OF_TRUTHS = frozenset({"and", "or", "not", "==", "!=", "<", "<=", ">", ">="})
_TRUTH = ir.AtLeast | ir.Alone | ir.Quantifier | ir.Touches | ir.Member | ir.Has | ir.Repeats | ir.Goal
