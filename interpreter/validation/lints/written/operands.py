"""An algebra of what is written: operands that are the same or rule each other out, in definitions too.

Expressions have no effects, so two that are written alike have one value in one position.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic
from ....source.syntax import tree

_JOINING = ("and", "or", "|", "&")
"""Operators that say nothing more where an operand stands twice."""

_ALIKE = {
    "==": "always true", "<=": "always true", ">=": "always true", "!=": "never true", "<": "never true",
    ">": "never true", "-": "0 or empty", "/": "1", "mod": "0",
}  # fmt: skip
"""What an operator gives for two operands that are the same."""

_OPPOSITES = {"==": "!=", "<": ">=", ">": "<=", "in": "not in"}
_OPPOSITES |= {other: one for one, other in _OPPOSITES.items()}


def operand_warnings(file: tree.File) -> Iterator[Diagnostic]:
    """Warn of operands and of branches that are the same, and of a condition joined with its opposite."""
    joined: set[int] = set()
    asked = {id(each) for node in file.below if isinstance(node, tree.Limit | tree.Ending)
             for each in node.condition.below}  # fmt: skip
    for node in file.below:
        match node:
            case tree.Binary(operator=tree.Operator(symbol)) if symbol in _JOINING and id(node) not in joined:
                joined |= {id(each) for each in _chain(node, symbol)}
                yield from _of_chain(symbol, list(operands_of(node, symbol)), tells_opposites=id(node) not in asked)
            case tree.Binary(left, tree.Operator(symbol), right) if symbol in _ALIKE and left == right:
                yield Diagnostic("HG917", f"both sides of `{symbol}` are the same, so this is {_ALIKE[symbol]}",
                                 node.span, help="compare it with something else, or leave it out")  # fmt: skip
            case tree.Unary(tree.Operator("not"), tree.Unary(tree.Operator("not"))):
                yield Diagnostic("HG916", "`not` twice changes nothing", node.span, help="leave both out")
            case tree.Conditional(then=then, other=other) if then == other:
                yield Diagnostic("HG916", "both branches are the same", other.span, "the same as this",
                                 ((then.span, "first here"),), help="leave the `if` out")  # fmt: skip
            case tree.Branch(block=block, other=tree.Block() as other) if block == other:
                yield Diagnostic("HG916", "both branches do the same", other.span, "the same as this",
                                 ((block.span, "first here"),), help="leave the `if` out")  # fmt: skip
            case _:
                pass


def _chain(node: tree.Expression, symbol: str) -> Iterator[tree.Binary]:
    """The operators that a chain of one consists of."""
    if isinstance(node, tree.Binary) and node.operator.symbol == symbol:
        yield node
        yield from _chain(node.left, symbol)
        yield from _chain(node.right, symbol)


def operands_of(node: tree.Expression, symbol: str) -> Iterator[tree.Expression]:
    """What a chain of one operator joins, in the order of the text."""
    if isinstance(node, tree.Binary) and node.operator.symbol == symbol:
        yield from operands_of(node.left, symbol)
        yield from operands_of(node.right, symbol)
    else:
        yield node


def _of_chain(symbol: str, operands: list[tree.Expression], tells_opposites: bool) -> Iterator[Diagnostic]:
    """Warn of operands of a chain; of opposites only where no bounds are worked out, which show them too."""
    seen: dict[tree.Expression, tree.Expression] = {}
    for operand in operands:
        first, denied = seen.get(operand), _opposite(operand)
        other = seen.get(denied) if denied is not None else None
        if first is not None:
            yield Diagnostic("HG916", f"the same operand of `{symbol}` twice", operand.span, "again here",
                             ((first.span, "first here"),), help="leave one of them out")  # fmt: skip
        elif other is not None and symbol in ("and", "or") and (tells_opposites or _is_membership(operand)):
            how = "never" if symbol == "and" else "always"
            yield Diagnostic("HG917", f"this is {how} true: it is joined with its opposite by `{symbol}`",
                             operand.span, "", ((other.span, "the opposite"),),
                             help="leave one of them out, or change it")  # fmt: skip
        seen[operand] = operand


def _is_membership(node: tree.Expression) -> bool:
    """Whether a condition asks if a cell is in a set, which may be known before play: then bounds do not show it."""
    core = node.value if isinstance(node, tree.Unary) else node
    return isinstance(core, tree.Binary) and core.operator.symbol in ("in", "not in")


def _opposite(node: tree.Expression) -> tree.Expression | None:
    """The condition that holds just where another does not, as it may be written."""
    match node:
        case tree.Unary(tree.Operator("not"), value):
            return value
        case tree.Binary(left, operator, right) if operator.symbol in _OPPOSITES:
            opposite = tree.Operator(_OPPOSITES[operator.symbol], span=operator.span)
            return tree.Binary(left, opposite, right, span=node.span)
        case _:
            return tree.Unary(tree.Operator("not", span=node.span), node, span=node.span)
