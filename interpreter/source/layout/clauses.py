"""Items and statements as phrases: a phrase before each pair of braces, or a single one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..syntax import tree
from .lines import Deeper, Gap, Phrase, Unit, filled
from .phrases import POSTFIX, RANGE, atom, given, phrase, quantified, quoted, series

TEXT_GAP = " " * 4
"""What stands at least before the text of an option or a requirement."""


def heads(item: tree.Node) -> tuple[Phrase, ...]:
    """What stands before each of an item's braces; the whole of an item that has none."""
    if isinstance(item, tree.Branch):
        return (("if ", _condition(item.test)), *(("else",) if item.other else ()))
    return (_HEADS[type(item)](item),)


def bodies(item: tree.Node) -> tuple[tree.Block | tree.Board | tree.Graph, ...]:
    """The nodes whose parts stand in an item's braces."""
    match item:
        case tree.Board() | tree.Graph():
            return (item,)
        case tree.Branch():
            return (item.block, item.other) if item.other else (item.block,)
        case tree.Offer():
            return bodies(item.decision)
        case tree.Place() | tree.Move() | tree.Pick() | tree.Swap() | tree.Pass():
            return (item.effect,) if item.effect else ()
    block = getattr(item, "block", None)
    return (block,) if isinstance(block, tree.Block) else ()


def explained(item: tree.Node | None) -> tuple[Phrase, str] | None:
    """An item that ends with a text for people, in its two parts."""
    if not isinstance(item, tree.Option | tree.Require) or item.text is None:
        return None
    return _unexplained(item), quoted(item.text)


def _unexplained(item: tree.Option | tree.Require) -> Phrase:
    if isinstance(item, tree.Option):
        return _domain_of(item, "option")
    return ("require ", phrase(item.condition))


def _perhaps_explained(item: tree.Option | tree.Require) -> Phrase:
    parts = explained(item)
    return Unit((parts[0], Deeper((Gap(TEXT_GAP), parts[1])))) if parts else _unexplained(item)


def _condition(node: tree.Expression) -> Phrase:
    """A condition or a number before braces."""
    return ("(", phrase(node), ")") if isinstance(node, tree.Conditional) else phrase(node)


def _names(names: tuple[tree.Name, ...]) -> Phrase:
    return Deeper(filled(name.id for name in names))


def _optional(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _author(item: tree.Author) -> str:
    return _optional("author", quoted(item.name), str(item.year.value) if item.year else "")


def _define(item: tree.Define) -> Phrase:
    return given((f"define {item.name.id}(", _names(item.parameters), ")"), item.body)


def _piece(piece: tree.Piece) -> str:
    return _optional(piece.name.id, quoted(piece.glyph) if piece.glyph else "")


def _zone(zone: tree.Zone) -> Phrase:
    return (f"{zone.name.id} = ", phrase(zone.value))


def _domain_of(item: tree.Option | tree.Var, word: str) -> Phrase:
    return (f"{word} {item.name.id} = ", atom(item.default), " in ", series(item.domain))


def _ending(item: tree.Ending) -> Phrase:
    result = "win by score" if item.result == "score" else item.result
    head = _optional(
        result,
        quoted(item.label) if item.label else "",
        f"for {item.player.id}" if item.player else "",
        "at start of turn" if item.at_start_of_turn else "",
    )
    if head == result:
        return (f"{head} when ", phrase(item.condition))
    if isinstance(item.condition, tree.Quantified):
        which, body = quantified(item.condition)
        return Unit((head, Deeper((Unit((Gap(), "when ", which)), Gap(), body))))
    return Unit((head, Deeper((Gap(), "when ", phrase(item.condition)))))


# The board


def _edge(item: tree.Edge) -> Phrase:
    split = (" split ", atom(item.split)) if item.split else ""
    return ("edge ", series(item.sides), split, ": ", _names(item.players))


def _link(item: tree.GraphLink) -> Phrase:
    first, *others = (name.id for name in item.cells)
    return (f"link {first}", Deeper(tuple(Unit((Gap(), f"- {other}")) for other in others)))


def _wrap(item: tree.Wrap) -> Phrase:
    name = _optional("reversed" if item.is_reversed else "", f"as {item.name.id}")
    return ("wrap ", series((item.first, item.second)), f" {name}")


def _portal(item: tree.Portal) -> Phrase:
    second = Deeper(Unit((Gap(), phrase(item.second), f" by {item.by.id}")))
    return (f"portal {item.name.id}: ", phrase(item.first), " =", second)


def _relation(item: tree.Relation) -> Phrase:
    return given(f"relation {item.name.id}" + (f"({item.parameter.id})" if item.parameter else ""), item.value)


# Scripts


def _kind(node: tree.Kind) -> Phrase:
    return (node.piece.id, " of ", phrase(node.owner, POSTFIX)) if node.owner else node.piece.id


def _target(node: tree.Target) -> Phrase:
    return (f"{node.name.id} among " if node.name else "", phrase(node.cells))


def _decided(node: tree.Decision, *what: Phrase) -> Phrase:
    filters = node.filters
    turn = f" on turn {filters.turn.value}" if filters.turn else ""
    where = (Gap(), "where ", phrase(filters.where)) if filters.where else ()
    forbid = (Gap(), "forbid ", phrase(filters.forbid)) if filters.forbid else ()
    return Unit((*what, turn, Deeper((*where, *forbid))))


def _move(item: tree.Move) -> Phrase:
    to = Deeper((Gap(), "to ", _target(item.target)))
    return _decided(item, "move ", _kind(item.kind), " from ", _target(item.source), to)


def _pick(item: tree.Pick) -> Phrase:
    return _decided(item, "pick ", atom(item.number), " from ", phrase(item.source), " into ", phrase(item.into))


def _each(item: tree.Each) -> Phrase:
    binders = ((f"{binder.name.id} in ", phrase(binder.domain, RANGE)) for binder in item.binders)
    where = (Gap(), "where ", phrase(item.where)) if item.where else ()
    return Unit(("for ", Deeper((filled(binders), *where))))


def _score(item: tree.Score) -> Phrase:
    return given(f"score for {item.player.id}" if item.player else "score", item.value)


_HEADS: dict[type[tree.Node], Callable[[Any], Phrase]] = {
    tree.Title: lambda item: f"game {quoted(item.text)}",
    tree.Author: _author,
    tree.Summary: lambda item: f"summary {quoted(item.text)}",
    tree.Rules: lambda item: f"rules {quoted(item.text)}",
    tree.Variant: lambda item: f"variant of {item.base.id}",
    tree.Option: _perhaps_explained,
    tree.Require: _perhaps_explained,
    tree.Let: lambda item: given(f"let {item.name.id}", item.value),
    tree.Define: _define,
    tree.Players: lambda item: ("players ", _names(item.names)),
    tree.Pieces: lambda item: ("pieces ", Deeper(filled(map(_piece, item.pieces)))),
    tree.Board: lambda item: "board",
    tree.Claims: lambda item: ("claims ", Deeper(filled(claim.text for claim in item.claims))),
    tree.Cards: lambda item: ("cards ", Deeper(filled(map(_zone, item.zones)))),
    tree.Marks: lambda item: ("marks ", _names(item.names)),
    tree.Var: lambda item: _domain_of(item, "var"),
    tree.Sees: lambda item: ("sees ", phrase(item.cells)),
    tree.Setup: lambda item: "setup",
    tree.Turn: lambda item: "turn",
    tree.Round: lambda item: "round",
    tree.Score: _score,
    tree.Ending: _ending,
    tree.Grid: lambda item: f"grid {item.name.id}",
    tree.Shape: lambda item: ("shape ", phrase(item.value)),
    tree.Graph: lambda item: "graph",
    tree.GraphCell: lambda item: f"cell {item.name.id} at {item.x}, {item.y}",
    tree.GraphLink: _link,
    tree.Edge: _edge,
    tree.Wrap: _wrap,
    tree.Antipodal: lambda item: ("wrap ", phrase(item.perimeter), f" antipodal as {item.name.id}"),
    tree.Portal: _portal,
    tree.Relation: _relation,
    tree.Label: lambda item: given(f"label {item.name.id}({item.parameter.id})", item.value),
    tree.Region: lambda item: given(f"region {item.name.id}", item.value),
    tree.Offer: lambda item: (f"{item.word} " if item.word else "", *heads(item.decision)),
    tree.Place: lambda item: _decided(item, "place ", _kind(item.kind), " on ", _target(item.target)),
    tree.Move: _move,
    tree.Pick: _pick,
    tree.Swap: lambda item: _decided(item, "swap"),
    tree.Pass: lambda item: _decided(item, "pass"),
    tree.Then: lambda item: "then",
    tree.Each: _each,
    tree.Repeat: lambda item: ("repeat ", _condition(item.times)),
    tree.Persist: lambda item: "repeat while possible",
    tree.Acting: lambda item: ("as ", phrase(item.player)),
    tree.Together: lambda item: "together",
    tree.Chance: lambda item: (f"random {item.name.id} in ", phrase(item.domain, RANGE)),
    tree.Assign: lambda item: given(("set ", phrase(item.subject)), item.value),
    tree.Transfer: lambda item: (phrase(item.source), " to ", phrase(item.into)),
    tree.Becomes: lambda item: (phrase(item.subject), " becomes ", _kind(item.kind)),
    tree.Again: lambda item: "again",
}
