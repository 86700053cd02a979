"""What helps whoever wrote a word, a sign or an attribute that belongs elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics.diagnostic import Advice, Guess
from ..source.syntax import tree
from ..source.syntax.vocabulary import Place, words
from .types import CELL, CELLS, NOBODY, PLAYER, TRUTH, Type

POSITION_WORDS = words(Place.POSITION)
"""The names that mean something only once there is a position."""

_OF_A_PLAYER = {"edges": "own.edges", "turns": "own.turns"}
"""What belongs to a player, and how it is written."""


def elsewhere(name: str) -> Guess:
    """What is said of a name that means something elsewhere; nothing where it does not."""
    if name in words(Place.DECISION):
        return {"help": f"`{name}` is a decision: write it on a line of its own, such as: may {name} …"}
    if name in POSITION_WORDS:
        return {"help": "this is computed before play begins and cannot depend on the position"}
    if name in _OF_A_PLAYER:
        return {"help": f"`{name}` belong to a player: {_OF_A_PLAYER[name]}", "replacement": _OF_A_PLAYER[name]}
    return {}


_SETS = (CELLS, PLAYER, NOBODY)
_SIGNS = {
    "set": {"and": "&", "or": "|", "+": "|"},
    "condition": {"&": "and", "|": "or", "+": "or", "*": "and"},
}
"""The operators that belong to other values, with those that do the same with these."""

_UNARY = {("not", "set"): "for all other cells write: cells - …", ("-", "condition"): "negate a condition with `not`"}


def other_sign(node: tree.Expression, types: Iterable[Type]) -> Advice:
    """What is said of an operator that belongs to other values; nothing where it does not."""
    kinds = {"set" if each in _SETS else "condition" if each == TRUTH else "" for each in types}
    what = kinds.pop() if len(kinds) == 1 else ""
    if isinstance(node, tree.Unary) and (node.operator.symbol, what) in _UNARY:
        return {"help": _UNARY[node.operator.symbol, what]}
    if not isinstance(node, tree.Binary):
        return {}
    sign = _SIGNS.get(what, {}).get(node.operator.symbol)
    if sign is None:
        return {}
    return {"help": f"join {what}s with `{sign}`", "replacement": sign, "replaced": node.operator.span}


IN_BRACES = "write a list as `[a, b]`; join sets with `|`"
"""What helps whoever put something else than cells or numbers into braces."""


def attribute_hint(kind: Type, name: str) -> str:
    """How to write what was meant by an attribute that there is not."""
    if kind == CELL:
        return "a cell has `.q` and `.r`"
    return "for how many there are, write: count(…)" if name in ("count", "size", "length", "len") else ""


def unset(kind: Type) -> str:
    """What helps whoever set what cannot be set."""
    return "change a cell with `becomes`: c becomes stone" if kind in (CELL, CELLS) else ""
