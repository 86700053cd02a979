"""What can be written at a place: what the grammar accepts there, and the names that have a meaning there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....loading import Sheet
from ....source.syntax import tree
from ....source.syntax.grammar import literal
from ....source.syntax.row import ITEMS, KEYWORDS
from ....source.syntax.vocabulary import TABLE, rows
from ..answers import Answer
from ..messages import Complete
from .finding import NAME, written
from .meanings import Meaning, attributes, claims, declared, functions, local, names, of_row
from .reading import Reading, reading
from .texts import Units, read_as_typed

_AFTER_DOT = ("cards", "marks", "label", "border", "variable", "relation")
"""The kinds of names that may follow a dot."""

_PIECES = ("piece", "player", "effect", "cards", "variable", "element")
"""The kinds of names that may stand where a statement wants a name."""


def complete(ask: Complete) -> Answer:
    """Return the words that can be written at a place, and where the word begins that is being written."""
    source = read_as_typed(NAME, ask.text)
    units, text = Units(source.text), source.text
    at = units.character(ask.at)
    start = _beginning(text, at)
    sheet = written(source)
    found = _words(reading(text, start), sheet.file if isinstance(sheet, Sheet) else None, start)
    return {
        "from": units.of(start),
        "words": [{"word": each.word, "kind": each.kind, "about": each.about} for each in found],
    }


def _beginning(text: str, at: int) -> int:
    """Return where the word that ends at a place begins; the place itself if none does."""
    start = at
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while start < at and not (text[start].isascii() and (text[start].isalpha() or text[start] == "_")):
        start += 1
    return start


def _words(here: Reading, file: tree.File | None, at: int) -> list[Meaning]:
    if here.is_quiet:
        return []
    found = {each.word: each for each in _names(here, file, at)}
    return [*_keywords(here), *found.values()]


def _keywords(here: Reading) -> Iterator[Meaning]:
    """The keywords that the grammar accepts; each as the item that it begins here rather than as a part of one."""
    accepted = {literal(terminal) for terminal in here.accepted}
    shown = dict[str, Meaning]()
    for row in sorted((row for row in TABLE if row.place in KEYWORDS and row.word in accepted),
                      key=lambda row: (row.place != here.place, row.place not in ITEMS)):  # fmt: skip
        if row.word.isalpha():
            shown.setdefault(row.word, of_row(row))
    return iter(shown.values())


def _names(here: Reading, file: tree.File | None, at: int) -> Iterable[Meaning]:
    if "NAME" not in here.accepted:
        return ()
    before = here.words[-1].terminal if here.words else ""
    own = list(declared(file).values()) if file else []
    if before == "DOT":
        return [*attributes().values(), *(each for each in own if each.kind in _AFTER_DOT)]
    if here.item == "CLAIMS":
        return claims().values()
    around = list(local(file, at)) if file else []
    if "INT" in here.accepted:
        given, hidden = (*names().values(), *functions().values()), {each.word for each in own}
        return [*around, *own, *(each for each in given if each.word not in hidden)]
    if before in _DECLARING:
        return ()
    return [*around, *(each for each in own if each.kind in _PIECES)]


_DECLARING = frozenset(row.terminal for row in rows(*ITEMS) if row.declares)
"""The words after which something new is named."""
