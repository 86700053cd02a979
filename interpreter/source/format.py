"""Tree to text, in the one canonical layout. What is printed reads back to an equal tree."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from itertools import groupby
from typing import Any

from interpreter.source import tree

_LEVELS = {
    "or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<=": 4, ">=": 4, "<": 4, ">": 4, "in": 4,
    "..": 5, "|": 6, "+": 6, "-": 6, "without": 6, "&": 7, "*": 8, "/": 8, "mod": 8, "at": 10, "turned": 10,
}  # fmt: skip
_SIGN, _POSTFIX = 9, 11


def format_file(file: tree.File) -> str:
    """A whole file: items of one kind together, kinds apart by an empty line."""
    sections = groupby(file.items, key=lambda item: _SECTION.get(type(item), type(item).__name__))
    return "\n\n".join("\n".join(map(format_item, items)) for _, items in sections) + "\n"


_SECTION = dict.fromkeys((tree.Title, tree.Author, tree.Summary, tree.Rules, tree.Variant), "head")


def format_item(item: tree.Node) -> str:
    return _item(item).replace(_KEPT, _LINE)


def format_expression(node: tree.Expression) -> str:
    return _at(node, 0).replace(_KEPT, _LINE)


def _item(item: tree.Node) -> str:
    return _ITEMS[type(item)](item)


def _loose(node: tree.Expression) -> str:
    return _at(node, 0)


def _at(node: tree.Expression, level: int) -> str:
    """The text of an expression, in parentheses where it binds looser than its place asks."""
    text, own = _expression(node)
    return f"({text})" if own < level else text


def _expression(node: tree.Expression) -> tuple[str, int]:
    match node:
        case tree.Name():
            return node.id, _POSTFIX
        case tree.Number():
            return str(node.value), _POSTFIX
        case tree.Text():
            return _quoted(node), _POSTFIX
        case tree.Conditional():
            return f"if {_at(node.test, 0)} then {_at(node.then, 0)} else {_at(node.other, 0)}", 0
        case tree.Quantified():
            return f"{node.kind} {node.name.id} in {_at(node.domain, 5)}: {_at(node.body, 0)}", 0
        case tree.Binary():
            level = _LEVELS[node.operator.symbol]
            # comparisons and ranges do not chain: both sides bind tighter
            left = _at(node.left, level + 1 if level in (4, 5) else level)
            return f"{left}{_spaced(node.operator.symbol)}{_at(node.right, level + 1)}", level
        case tree.Unary():
            if node.operator.symbol == "not":
                return f"not {_at(node.value, 3)}", 3
            return f"-{_at(node.value, _SIGN)}", _SIGN
        case tree.Attribute():
            return f"{_at(node.of, _POSTFIX)}.{node.name.id}", _POSTFIX
        case tree.Index():
            return f"{_at(node.of, _POSTFIX)}[{_at(node.index, 0)}]", _POSTFIX
        case tree.Call():
            return f"{node.function.id}({_joined(node.arguments)})", _POSTFIX
        case tree.Series():
            return f"[{_joined(node.items)}]", _POSTFIX
        case tree.Braces():
            return f"{{{_joined(node.items)}}}", _POSTFIX
        case tree.Gathered():
            where = f" where {_at(node.where, 0)}" if node.where else ""
            head = f"{_at(node.element, 0)} for {node.name.id} in {_at(node.domain, 5)}"
            return f"{{{head}{where}}}", _POSTFIX


def _atom(node: tree.Expression) -> str:
    """The text of an expression where the grammar takes a single word, number or bracket."""
    text = _at(node, _POSTFIX)
    return f"({text})" if isinstance(node, tree.Attribute | tree.Index | tree.Call) else text


def _spaced(symbol: str) -> str:
    return symbol if symbol == ".." else f" {symbol} "


def _joined(nodes: tuple[tree.Expression | tree.Named, ...]) -> str:
    return ", ".join(map(_argument, nodes))


def _argument(node: tree.Expression | tree.Named) -> str:
    if isinstance(node, tree.Named):
        return f"{node.name.id}: {_loose(node.value)}"
    return _loose(node)


def _quoted(node: tree.Text) -> str:
    quotes = '"""' if "\n" in node.value or '"' in node.value else '"'
    return f"{quotes}{node.value.replace(_LINE, _KEPT)}{quotes}"


_LINE, _KEPT = "\n", "\0"
"""Lines inside a text are kept from being indented with the block they stand in."""


def _optional(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _option(item: tree.Option) -> str:
    text = _quoted(item.text) if item.text else ""
    return _optional(_domain_of(item, "option"), text)


def _author(item: tree.Author) -> str:
    return _optional("author", _quoted(item.name), str(item.year.value) if item.year else "")


def _require(item: tree.Require) -> str:
    return _optional("require", _loose(item.condition), _quoted(item.text) if item.text else "")


def _define(item: tree.Define) -> str:
    parameters = ", ".join(name.id for name in item.parameters)
    return f"define {item.name.id}({parameters}) = {_loose(item.body)}"


def _pieces(item: tree.Pieces) -> str:
    return "pieces " + ", ".join(
        _optional(piece.name.id, _quoted(piece.glyph) if piece.glyph else "") for piece in item.pieces
    )


def _edge(item: tree.Edge) -> str:
    split = f"split {_atom(item.split)}" if item.split else ""
    return _optional(f"edge {_joined(item.sides)}", split) + ": " + ", ".join(name.id for name in item.players)


def _block(head: str, lines: list[str]) -> str:
    inside = textwrap.indent("\n".join(lines), "  ")
    return f"{head} {{\n{inside}\n}}" if lines else f"{head} {{}}"


def _of_block(head: str, block: tree.Block) -> str:
    return _block(head, list(map(_item, block.statements)))


def _decided(text: str, node: tree.Decision) -> str:
    filters = _optional(
        text,
        f"on turn {node.filters.turn.value}" if node.filters.turn else "",
        f"where {_loose(node.filters.where)}" if node.filters.where else "",
        f"forbid {_loose(node.filters.forbid)}" if node.filters.forbid else "",
    )
    return _of_block(filters, node.effect) if node.effect else filters


def _target(node: tree.Target) -> str:
    return (f"{node.name.id} among " if node.name else "") + _loose(node.cells)


def _kind(node: tree.Kind) -> str:
    return node.piece.id + (f" of {_at(node.owner, _POSTFIX)}" if node.owner else "")


def _branch(item: tree.Branch) -> str:
    text = _of_block(f"if {_loose(item.test)}", item.block)
    return _of_block(f"{text} else", item.other) if item.other else text


def _each(item: tree.Each) -> str:
    binders = ", ".join(f"{binder.name.id} in {_at(binder.domain, 5)}" for binder in item.binders)
    return _of_block(_optional(f"for {binders}", f"where {_loose(item.where)}" if item.where else ""), item.block)


def _domain_of(item: tree.Option | tree.Var, word: str) -> str:
    return f"{word} {item.name.id} = {_atom(item.default)} in {_joined(item.domain)}"


def _ending(item: tree.Ending) -> str:
    return _optional(
        "win by score" if item.result == "score" else item.result,
        _quoted(item.label) if item.label else "",
        f"for {item.player.id}" if item.player else "",
        "at start of turn" if item.at_start_of_turn else "",
        f"when {_loose(item.condition)}",
    )


_ITEMS: dict[type[tree.Node], Callable[[Any], str]] = {
    tree.Title: lambda item: f"game {_quoted(item.text)}",
    tree.Author: _author,
    tree.Summary: lambda item: f"summary {_quoted(item.text)}",
    tree.Rules: lambda item: f"rules {_quoted(item.text)}",
    tree.Variant: lambda item: f"variant of {item.base.id}",
    tree.Option: _option,
    tree.Require: _require,
    tree.Let: lambda item: f"let {item.name.id} = {_loose(item.value)}",
    tree.Define: _define,
    tree.Players: lambda item: "players " + ", ".join(name.id for name in item.names),
    tree.Pieces: _pieces,
    tree.Board: lambda item: _block("board", list(map(_item, item.items))),
    tree.Claims: lambda item: "claims " + ", ".join(claim.text for claim in item.claims),
    tree.Cards: lambda item: "cards " + ", ".join(f"{zone.name.id} = {_loose(zone.value)}" for zone in item.zones),
    tree.Marks: lambda item: "marks " + ", ".join(name.id for name in item.names),
    tree.Var: lambda item: _domain_of(item, "var"),
    tree.Sees: lambda item: f"sees {_loose(item.cells)}",
    tree.Setup: lambda item: _of_block("setup", item.block),
    tree.Turn: lambda item: _of_block("turn", item.block),
    tree.Round: lambda item: _of_block("round", item.block),
    tree.Offer: lambda item: _optional(item.word, _item(item.decision)),
    tree.Place: lambda item: _decided(f"place {_kind(item.kind)} on {_target(item.target)}", item),
    tree.Move: lambda item: _decided(
        f"move {_kind(item.kind)} from {_target(item.source)} to {_target(item.target)}", item
    ),
    tree.Pick: lambda item: _decided(
        f"pick {_atom(item.number)} from {_loose(item.source)} into {_loose(item.into)}", item
    ),
    tree.Swap: lambda item: _decided("swap", item),
    tree.Pass: lambda item: _decided("pass", item),
    tree.Then: lambda item: "then",
    tree.Branch: _branch,
    tree.Each: _each,
    tree.Repeat: lambda item: _of_block(f"repeat {_loose(item.times)}", item.block),
    tree.Persist: lambda item: _of_block("repeat while possible", item.block),
    tree.Acting: lambda item: _of_block(f"as {_loose(item.player)}", item.block),
    tree.Together: lambda item: _of_block("together", item.block),
    tree.Chance: lambda item: f"random {item.name.id} in {_at(item.domain, 5)}",
    tree.Assign: lambda item: f"set {_loose(item.subject)} = {_loose(item.value)}",
    tree.Transfer: lambda item: f"{_loose(item.source)} to {_loose(item.into)}",
    tree.Becomes: lambda item: f"{_loose(item.subject)} becomes {_kind(item.kind)}",
    tree.Again: lambda item: "again",
    tree.Score: lambda item: f"score {f'for {item.player.id} ' if item.player else ''}= {_loose(item.value)}",
    tree.Ending: _ending,
    tree.Grid: lambda item: f"grid {item.name.id}",
    tree.Shape: lambda item: f"shape {_loose(item.value)}",
    tree.Graph: lambda item: _block("graph", list(map(_item, item.items))),
    tree.GraphCell: lambda item: f"cell {item.name.id} at {item.x}, {item.y}",
    tree.GraphLink: lambda item: "link " + " - ".join(name.id for name in item.cells),
    tree.Edge: _edge,
    tree.Wrap: lambda item: _optional(
        f"wrap {_loose(item.first)}, {_loose(item.second)}",
        "reversed" if item.is_reversed else "",
        f"as {item.name.id}",
    ),
    tree.Antipodal: lambda item: f"wrap {_loose(item.perimeter)} antipodal as {item.name.id}",
    tree.Portal: lambda item: f"portal {item.name.id}: {_loose(item.first)} = {_loose(item.second)} by {item.by.id}",
    tree.Relation: lambda item: (
        f"relation {item.name.id}{f'({item.parameter.id})' if item.parameter else ''} = {_loose(item.value)}"
    ),
    tree.Label: lambda item: f"label {item.name.id}({item.parameter.id}) = {_loose(item.value)}",
    tree.Region: lambda item: f"region {item.name.id} = {_loose(item.value)}",
}
