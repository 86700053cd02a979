"""Items and statements as phrases: one for each head before braces, or one for the whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from ..syntax import tree
from .lines import Deeper, Gap, Phrase, Unit, filled
from .phrases import POSTFIX, RANGE, SUM, atom, binders, given, phrase, quantified, quoted, series

TEXT_GAP = " " * 4
"""The least space before the text of an option or requirement."""


def heads(item: tree.Node) -> tuple[Phrase, ...]:
    """The phrase before each pair of braces of an item; the whole item if it has none."""
    if isinstance(item, tree.Branch):
        if isinstance(item.other, tree.Chained):
            first, *others = heads(item.other.branch)
            return (("if ", _condition(item.test)), ("else ", first), *others)
        return (("if ", _condition(item.test)), *(("else",) if item.other else ()))
    return (HEADS[type(item)](item),)


def bodies(item: tree.Node) -> tuple[tree.Block | tree.Board | tree.Graph | tree.Look, ...]:
    """The nodes whose parts are written in an item's braces."""
    if isinstance(item, tree.Board | tree.Graph | tree.Look):
        return (item,)
    if isinstance(item, tree.Offer):
        return bodies(item.decision)
    if isinstance(item, tree.Branch) and isinstance(item.other, tree.Chained):
        return (item.block, *bodies(item.other.branch))
    return tuple(part for part in item.children if isinstance(part, tree.Block))


def explained(item: tree.Node | None) -> tuple[Phrase, str] | None:
    """The two parts of an item that ends with a text for people; None for any other."""
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


def _repeat(item: tree.Repeat) -> Phrase:
    test = () if item.test is None else (" while ", _condition(item.test))
    return ("repeat ", _condition(item.times), *test)


def _names(names: tuple[tree.Name, ...]) -> Phrase:
    return Deeper(filled(name.id for name in names))


def _optional(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _author(item: tree.Author) -> str:
    return _optional("author", quoted(item.name), str(item.year.value) if item.year else "")


def _named(word: str, item: tree.Define | tree.Effect) -> Phrase:
    parameters = ("(", _names(item.parameters), ")") if item.parameters else ()
    return (f"{word} {item.name.id}", *parameters)


def _players(item: tree.Players) -> Phrase:
    if item.number is None:
        return ("players ", _names(item.names))
    number = item.number.id if isinstance(item.number, tree.Name) else ("(", phrase(item.number), ")")
    return ("players ", number, " of ", _names(item.names))


def _piece(piece: tree.Piece) -> str:
    return _optional(piece.name.id, quoted(piece.glyph) if piece.glyph else "")


def _zone(zone: tree.Zone) -> Phrase:
    return (f"{zone.name.id} = ", phrase(zone.value))


def _domain_of(item: tree.Option | tree.Var, word: str) -> Phrase:
    default = phrase(item.default, POSTFIX) if isinstance(item, tree.Var) else atom(item.default)
    return (f"{word} {item.name.id} = ", default, " in ", series(item.domain))


def _ending(item: tree.Ending) -> Phrase:
    result = "win by score" if item.result == "score" else item.result
    head = _optional(
        result,
        quoted(item.label) if item.label else "",
        f"for {item.player.id}" if item.player else "",
        f"at {item.timing} of turn" if item.timing else "",
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
    name = f" as {item.name.id}" if item.name else ""
    return ("edge ", series(item.sides), split, ": ", _names(item.players), name)


def _cell(item: tree.GraphCell) -> Phrase:
    ends = (f"cell {item.name.id} at " if item.name else "cell at ", phrase(item.x, SUM), ", ", phrase(item.y, SUM))
    return Unit((*ends, Deeper((*_ranging(item), *_where(item.where)))))


def _ranging(item: tree.GraphCell | tree.Link) -> tuple[Phrase, ...]:
    return (Gap(), "for ", binders(item.binders)) if item.binders else ()


def _link(item: tree.Link) -> Phrase:
    word, (first, *others) = "unlink" if item.is_cut else "link", (phrase(cell, POSTFIX) for cell in item.cells)
    chain = tuple(Unit((Gap(), "- ", other)) for other in others)
    name = (f" as {item.name.id}",) if item.name else ()
    return Unit((f"{word} ", first, Deeper((*chain, *name, *_ranging(item), *_where(item.where)))))


def _wrap(item: tree.Wrap) -> Phrase:
    name = _optional("reversed" if item.is_reversed else "", f"as {item.name.id}")
    return ("wrap ", series((item.first, item.second)), f" {name}")


def _portal(item: tree.Portal) -> Phrase:
    second = Deeper(Unit((Gap(), phrase(item.second), f" by {item.by.id}")))
    return (f"portal {item.name.id}: ", phrase(item.first), " =", second)


def _relation(item: tree.Relation) -> Phrase:
    return given(f"relation {item.name.id}" + (f"({item.parameter.id})" if item.parameter else ""), item.value)


# Scripts


def _kind(node: tree.Kind | tree.Chosen) -> Phrase:
    name = f"{node.name.id} among " if isinstance(node, tree.Chosen) and node.name else ""
    return (name, phrase(node.piece), *((" of ", phrase(node.owner, POSTFIX)) if node.owner else ()))


def _target(node: tree.Target) -> Phrase:
    return (f"{node.name.id} among " if node.name else "", phrase(node.cells))


def _decided(node: tree.Decision, *what: Phrase) -> Phrase:
    filters = node.filters
    turn = f" on turn {filters.turn.value}" if filters.turn else ""
    word, *rest = what
    asked = f" {quoted(node.prompt)}" if node.prompt else ""
    limits = (*_limit("where", filters.where), *_limit("forbid", filters.forbid))
    return Unit((word, asked, *rest, turn, Deeper(limits)))


def _limit(word: str, limit: tree.Limit | None) -> tuple[Phrase, ...]:
    if limit is None:
        return ()
    reason = (f"    {quoted(limit.reason)}",) if limit.reason else ()
    return (Gap(), f"{word} ", phrase(limit.condition), *reason)


def _guise(item: tree.Guise) -> Phrase:
    name, form = f"{item.name.id} among " if item.name else "", item.form
    shape = (form.shape.id,) if form.shape else ()
    given = ("(", series(form.arguments), ")") if form.arguments else ()
    colour = f" in {form.colour.id}" if form.colour else ""
    words = f"{' ' if shape else ''}{quoted(form.words)}" if form.words else ""
    look = (" as ", *shape, *given, colour, words) if shape or words else (colour,)
    return (name, phrase(item.thing), *look)


def _move(item: tree.Move) -> Phrase:
    to = Deeper((Gap(), "to ", _target(item.target)))
    return _decided(item, "move", " ", _kind(item.kind), " from ", _target(item.source), to)


def _pick(item: tree.Pick) -> Phrase:
    return _decided(item, "pick", " ", atom(item.number), " from ", phrase(item.source), " into ", phrase(item.into))


def _choose(item: tree.Choose) -> Phrase:
    return _decided(item, "choose", " ", binders((item.binder,)))


def _each_of(item: tree.Var) -> Phrase:
    """What each has one of a variable."""
    binders = [f"{item.binder.name.id} in ", phrase(item.binder.domain, RANGE)] if item.binder else []
    holder = [item.holder, *[", "] * bool(binders)] if item.holder else []
    return tuple([" for each ", *holder, *binders] if holder or binders else [])


def _where(condition: tree.Expression | None) -> tuple[Phrase, ...]:
    return (Gap(), "where ", phrase(condition)) if condition else ()


def _each(item: tree.Each) -> Phrase:
    return Unit(("for ", Deeper((binders(item.binders), *_where(item.where)))))


def _taken(node: tree.Expression) -> Phrase:
    """A number where the grammar accepts one by its name, or in parentheses."""
    return phrase(node) if _is_subject(node) else ("(", phrase(node), ")")


def _is_subject(node: tree.Expression) -> bool:
    if isinstance(node, tree.Attribute):
        return _is_subject(node.of)
    return isinstance(node, tree.Name | tree.Number | tree.Call)


def _carry(item: tree.Carry) -> Phrase:
    return (phrase(item.number), " of ", phrase(item.source), " to ", phrase(item.into))


def _score(item: tree.Score) -> Phrase:
    return given(f"score for {item.player.id}" if item.player else "score", item.value)


_Item = TypeVar("_Item", bound=tree.Node)
_Head = Callable[[tree.Node], Phrase]


def _head(kind: type[_Item], write: Callable[[_Item], Phrase]) -> tuple[type[tree.Node], _Head]:
    return kind, cast("_Head", write)


HEADS: dict[type[tree.Node], _Head] = dict((
    _head(tree.Title, lambda item: f"game {quoted(item.text)}"),
    _head(tree.Author, _author),
    _head(tree.Summary, lambda item: f"summary {quoted(item.text)}"),
    _head(tree.Rules, lambda item: f"rules {quoted(item.text)}"),
    _head(tree.Variant, lambda item: f"variant of {item.base.id}"),
    _head(tree.Option, _perhaps_explained),
    _head(tree.Require, _perhaps_explained),
    _head(tree.Let, lambda item: given(f"let {item.name.id}", item.value)),
    _head(tree.Define, lambda item: given(_named("define", item), item.body)),
    _head(tree.Effect, lambda item: _named("effect", item)),
    _head(tree.Players, _players),
    _head(tree.Pieces, lambda item: ("pieces ", Deeper(filled(map(_piece, item.pieces))))),
    _head(tree.Board, lambda item: "board"),
    _head(tree.Claims, lambda item: ("claims ", Deeper(filled(claim.text for claim in item.claims)))),
    _head(tree.Cards, lambda item: ("cards ", Deeper(filled(map(_zone, item.zones))))),
    _head(tree.Marks, lambda item: ("marks ", _names(item.names))),
    _head(tree.Stacks, lambda item: ("stacks up to ", atom(item.number))),
    _head(tree.Var, lambda item: (_domain_of(item, "var"), _each_of(item))),
    _head(tree.Sees, lambda item: (f"sees {item.name.id} on " if item.name else "sees ", phrase(item.cells))),
    _head(tree.Look, lambda item: "look"),
    _head(tree.Guise, _guise),
    _head(tree.Setup, lambda item: "setup"),
    _head(tree.Turn, lambda item: "turn"),
    _head(tree.Round, lambda item: "round"),
    _head(tree.Score, _score),
    _head(tree.Ending, _ending),
    _head(tree.Grid, lambda item: f"grid {item.name.id}"),
    _head(tree.Tiled, lambda item: f"grid {item.kind.id} of {item.tiling.name}"),
    _head(tree.Shape, lambda item: ("shape ", phrase(item.value))),
    _head(tree.Graph, lambda item: "graph"),
    _head(tree.GraphCell, _cell),
    _head(tree.Edge, _edge),
    _head(tree.Wrap, _wrap),
    _head(tree.Antipodal, lambda item: ("wrap ", phrase(item.perimeter), f" antipodal as {item.name.id}")),
    _head(tree.Portal, _portal),
    _head(tree.Relation, _relation),
    _head(tree.Label, lambda item: given(f"label {item.name.id}({item.parameter.id})", item.value)),
    _head(tree.Link, _link),
    _head(tree.Region, lambda item: given(f"region {item.name.id}", item.value)),
    _head(tree.Offer, lambda item: (f"{item.word} " if item.word else "", *heads(item.decision))),
    _head(tree.Place, lambda item: _decided(item, "place", " ", _kind(item.kind), " on ", _target(item.target))),
    _head(tree.Move, _move),
    _head(tree.Pick, _pick),
    _head(tree.Choose, _choose),
    _head(tree.Swap, lambda item: _decided(item, "swap")),
    _head(tree.Pass, lambda item: _decided(item, "pass")),
    _head(tree.Then, lambda item: "then"),
    _head(tree.Each, _each),
    _head(tree.Repeat, _repeat),
    _head(tree.UpTo, lambda item: ("repeat up to ", _condition(item.times))),
    _head(tree.Persist, lambda item: "repeat while possible"),
    _head(tree.Acting, lambda item: ("as ", phrase(item.player))),
    _head(tree.Together, lambda item: "together"),
    _head(tree.Chance, lambda item: (f"random {item.name.id} in ", phrase(item.domain, RANGE))),
    _head(tree.Say, lambda item: (f"say {quoted(item.words)}", *((" to ", phrase(item.to)) if item.to else ()))),
    _head(tree.Assign, lambda item: given(("set ", phrase(item.subject)), item.value)),
    _head(tree.Exchange, lambda item: ("exchange ", phrase(item.one), ", ", phrase(item.other))),
    _head(tree.Transfer, lambda item: (phrase(item.source), " to ", phrase(item.into))),
    _head(tree.Carry, _carry),
    _head(tree.Perform, phrase),
    _head(tree.Becomes, lambda item: (phrase(item.subject), " becomes ", _kind(item.kind))),
    _head(tree.Gains, lambda item: (phrase(item.subject), " gains ", _kind(item.kind))),
    _head(tree.Loses, lambda item: (phrase(item.subject), " loses ", _taken(item.number))),
    _head(tree.Again, lambda item: "again"),
))  # fmt: skip
"""What stands before the braces of an item or statement, by its node; a `tree.Branch` has two such heads."""
