"""Help for words, operators and attributes that belong elsewhere, and for names that can only be misspelt."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator

from ..diagnostics.diagnostic import Advice, Diagnostic, Guess, Hint, meant
from ..diagnostics.elsewhere import Role, ours_for, written
from ..diagnostics.spelling import allowance, distance
from ..diagnostics.text import Span
from ..source.syntax import tree
from ..source.syntax.vocabulary import Place, words
from .cells import Coordinate, Spot, axes
from .types import CELL, CELLS, NOBODY, NUMBER, PLAYER, TRUTH, Type

POSITION_WORDS = words(Place.POSITION)
"""The names that mean something only once there is a position."""

_OF_A_PLAYER = {name: f"own.{name}" for name in ("edges", "turns", "next", "out", "opponent")}
"""What belongs to a player, and how to write it."""


def elsewhere(name: str) -> Guess:
    """Return the help for a name that means something elsewhere; empty if it does not."""
    if name in words(Place.DECISION) and not ours_for(name):
        return {"help": f"`{name}` is a decision: write it on a line of its own, such as: may {name} …"}
    if name == "random":
        return {"help": "chance needs a statement of its own, such as: random x in … set first = x"}
    if name in POSITION_WORDS:
        return {"help": "this is computed before play begins, so it cannot depend on the position; an expression "
                        "named by `define` can"}  # fmt: skip
    if name in _OF_A_PLAYER:
        return {"help": f"say whose, for example: {_OF_A_PLAYER[name]}", "replacement": _OF_A_PLAYER[name]}
    return {}


def called_elsewhere(node: tree.Call, known: Container[str]) -> Hint:
    """Return the help for a call of a function of other languages; empty if it is none."""
    name = node.function.id
    for ours in ours_for(name):
        if ours in known:
            return {"help": f"did you mean `{ours}`?", "replacement": ours}
    form = written(Role.CALL, name, *(each.span.text for each in node.plain))
    return {"help": f"write: {form}", "replaced": node.span} if form else {}


def quantified(node: tree.Aggregate) -> Hint:
    """Return the help for `any(c.q > 3 for c in own)`; empty for other functions over elements."""
    (first, *more), body = node.binders, node.element.span.text
    if more or node.where:
        return {}
    if node.function.id not in ("any", "all"):
        for ours in ours_for(node.function.id):
            return {"help": f"did you mean `{ours}`?", "replacement": ours}
    form = written(Role.QUANTIFIER, node.function.id, first.domain.span.text, each=first.name.id, body=body)
    return {"help": f"write: {form}", "replaced": node.span} if form else {}


def not_a_name(name: str) -> Guess:
    """Return the help for what has no name here: a cell as boards show it, a full board; empty for other names."""
    if form := written(Role.NAME, name):
        return {"help": f"write it out: {form}"}
    is_cell = re.fullmatch(r"[a-z]{1,2}[1-9][0-9]?", name) is not None
    how = "a cell is written by its coordinates, such as `cell(0, 0)`, a set of cells in braces: `{cell(0, 0)}`"
    return {"help": how} if is_cell else {}


def turned_range(node: tree.Expression) -> str:
    """Return the help for an empty range whose ends are numbers in the wrong order."""
    match node:
        case tree.Binary(tree.Number(first), tree.Operator(".."), tree.Number(last)):
            return f"write the smaller number first: {last}..{first}"
    return ""


_SETS = (CELLS, PLAYER, NOBODY)
_SIGNS = {
    "set": {"and": "&", "or": "|", "+": "|"},
    "condition": {"&": "and", "|": "or", "+": "or", "*": "and"},
}
"""The operators of other values, each with the one that does the same here."""

_JOINTS = ("&", "|")
_UNARY = {
    ("not", "set"): "write `{0} == {{}}` if there must be none, `cells - {0}` for all other cells",
    ("-", "condition"): "negate a condition with `not`",
}


def other_sign(node: tree.Expression, types: Iterable[Type]) -> Advice:
    """Return the help for an operator that belongs to other values; empty if it does not."""
    types = [*types]
    if isinstance(node, tree.Binary) and TRUTH in types and node.operator.symbol in _JOINTS and NUMBER in types:
        return {"help": f"join conditions with `{_SIGNS['condition'][node.operator.symbol]}`"}
    kinds = {"set" if each in _SETS else "condition" if each == TRUTH else "" for each in types}
    what = kinds.pop() if len(kinds) == 1 else ""
    if isinstance(node, tree.Unary) and (node.operator.symbol, what) in _UNARY:
        return {"help": _UNARY[node.operator.symbol, what].format(node.value.span.text)}
    if not isinstance(node, tree.Binary):
        return {}
    sign = _SIGNS.get(what, {}).get(node.operator.symbol)
    if sign is None:
        return {}
    span = node.operator.span
    listed = (Span(span.source, node.left.span.end, span.end), ",")
    help_text = f"join {what}s with `{sign}`"
    if node.operator.symbol == "and":
        help_text = "write `&` for what is in both, `|` for what is in either, `,` between the sides of an edge"
    return {"help": help_text, "replacement": sign, "replaced": span,
            "rivals": (listed,) if node.operator.symbol == "and" else ()}  # fmt: skip


IN_BRACES = "write a list as `[a, b]`; join sets with `|`"
"""The help for braces around something other than cells or numbers."""


def coordinate_hint(cell: Coordinate) -> str:
    """Return which attributes the cells of a board have; `cell` is one of them."""
    whose = "a cell of a graph" if isinstance(cell, Spot) else "a cell"
    return f"{whose} has {' and '.join(f'`.{axis}`' for axis in axes(cell))}"


def no_attribute(node: tree.Attribute, known: Collection[str] = (), is_cell: bool = False) -> str:
    """Return the help for an attribute that something has elsewhere; `known` are the attributes that it has here."""
    form = written(Role.ATTRIBUTE, node.name.id, node.of.span.text)
    is_attribute = form.startswith(f"{node.of.span.text}.")
    fits = form.rpartition(".")[2] in known if is_attribute else not is_cell or form.startswith("adjacent")
    return f"write: {form}" if form and fits else ""


def unset(kind: Type) -> str:
    """Return the help for setting something that cannot be set."""
    return "change a cell with `becomes`: c becomes stone" if kind in (CELL, CELLS) else ""


_TRUTHS = ("yes", "no")


def strays(
    items: Iterable[tree.Option | tree.Var], players: Collection[str], file: tree.File
) -> Iterator[tuple[tree.Name, Diagnostic]]:
    """Names among values that can only be misspelt; any other new name may be a value.

    They are new ones beside yes or no, and `true` beside `false`; and beside players, those that are nearly one of
    theirs and stand nowhere else.
    """
    known = {*(name.id for name in file.declared), *_TRUTHS, "random"}
    for item in items:
        names = [node for node in item.domain if isinstance(node, tree.Name)]
        beside, are_truths = (
            {name.id for name in names} & known,
            {"true", "false"} <= {name.id for name in names} - known,
        )
        for name in names:
            if name.id in known:
                continue
            if not beside.isdisjoint(_TRUTHS) or are_truths:
                yield name, _no(name, "neither `yes` nor `no`", _TRUTHS)
            elif not beside.isdisjoint(players) and _is_none(name.id, beside, players, file):
                yield name, _no(name, "no player", players)


def _is_none(name: str, beside: Collection[str], players: Collection[str], file: tree.File) -> bool:
    """Whether what stands beside players can only be one: chance decides among players alone."""
    return "random" in beside or (_nearly_any(name, players) and _times(name, file) == 1)


def _no(name: tree.Name, what: str, known: Collection[str]) -> Diagnostic:
    return Diagnostic("HG501", f"`{name.id}` is {what}", name.span, **meant(name.id, known))


def _nearly_any(word: str, known: Collection[str]) -> bool:
    return any(
        min(len(word), len(each)) > 1 and distance(word, each, allowance(word, each)) is not None for each in known
    )


def _times(word: str, file: tree.File) -> int:
    return sum(isinstance(node, tree.Name) and node.id == word for node in file.below)
