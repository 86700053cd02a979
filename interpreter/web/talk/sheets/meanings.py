"""What words mean: those of the language as its registries say it, those of a sheet as the sheet says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ....board.board import NOWHERE
from ....board.whole import leaping
from ....rules.declarations.things import STONE
from ....rules.expressions.primitives import PRIMITIVES, Primitive
from ....rules.rules import CLAIMS
from ....source.layout.format import format_item
from ....source.syntax import tree
from ....source.syntax.row import KEYWORDS, Place, Word
from ....source.syntax.vocabulary import declaring, rows
from ....values.operations import FUNCTIONS
from ....values.shapes import SHAPES
from ....values.values import Function

MOST_SHOWN = 400
"""The characters of an item that are shown at most."""


@dataclass(frozen=True)
class Meaning:
    """A word, what kind of word it is, and what it means in a few lines."""

    word: str
    kind: str
    about: str


def of_row(row: Word) -> Meaning:
    """Return what the table of words says of a word in one of its places."""
    return Meaning(row.word, row.place.called, f"{row.form}\n{row.meaning}")


@cache
def functions() -> dict[str, Meaning]:
    """The functions of the language, by name."""
    known: list[Function | Primitive] = [*FUNCTIONS.values(), leaping(NOWHERE), *PRIMITIVES.values()]
    found = {
        row.name: Meaning(row.name, "function", f"{row.signature}: {row.result}\n{row.doc}\nfor example {row.example}")
        for row in known
        if row.doc
    }
    for name, shape in SHAPES.items():
        form = f"{name}({', '.join(parameter for parameter, _ in shape.parameters)})"
        found[name] = Meaning(
            name, "shape", f"{form}\n{shape.cells}" + (f"\nsides: {shape.sides}" if shape.sides else "")
        )
    return found


@cache
def names() -> dict[str, Meaning]:
    """The names that mean something in every sheet, by name."""
    places = [place for place in Place if place not in KEYWORDS and place not in (Place.ATTRIBUTE, Place.FUNCTION)]
    return {row.word: of_row(row) for row in rows(*places)}


@cache
def attributes() -> dict[str, Meaning]:
    """What may follow a dot, by name."""
    return {row.word: of_row(row) for row in rows(Place.ATTRIBUTE)}


@cache
def claims() -> dict[str, Meaning]:
    """What a sheet may claim."""
    return {word: Meaning(word, "claim", f"claims {word}") for word in CLAIMS}


def declared(file: tree.File) -> dict[str, Meaning]:
    """The names that a sheet declares, each with the item that does."""
    found = {STONE.name: Meaning(STONE.name, "piece", "the kind of piece where a sheet declares none")}
    found.update((name.id, Meaning(name.id, _kind(item), _shown(item))) for item, name in file.declarations)
    return found


def local(file: tree.File, at: int) -> Iterator[Meaning]:
    """Yield the names that mean something only around a place, the innermost last."""
    around = [(node, name) for node, name in file.local if node.span.start <= at <= node.span.end]
    for node, name in sorted(around, key=lambda pair: pair[0].span.start - pair[0].span.end):
        yield Meaning(name.id, "element", f"in {_cut(' '.join(node.span.text.split()))}")


def _kind(item: tree.Node) -> str:
    return declaring().get(type(item)) or "name"


def _shown(item: tree.Node) -> str:
    text = item.span.text if isinstance(item, tree.GraphCell) else format_item(item)
    return _cut(text)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + " …"
