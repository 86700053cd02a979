"""What the word at a place is."""

from __future__ import annotations

import re

from ....loading import Sheet
from ....source.syntax import tree
from ....source.syntax.row import ITEMS, KEYWORDS
from ....source.syntax.vocabulary import TABLE
from ..answers import Answer
from ..messages import Hover
from .finding import NAME, written
from .meanings import Meaning, attributes, claims, declared, functions, local, names, of_row
from .reading import Word, reading
from .texts import Units, read_as_typed


def hover(ask: Hover) -> Answer:
    """Return the word at a place and what it is, or null for what has no meaning."""
    source = read_as_typed(NAME, ask.text)
    units, text = Units(source.text), source.text
    at = units.character(ask.at)
    line_end = text.find("\n", at)
    here = reading(text, len(text) if line_end < 0 else line_end)
    if here.item == "CLAIMS" and (claim := _claim(text, at)) is not None:
        return {"from": units.of(claim.start()), "to": units.of(claim.end()), "about": claims()[claim.group()].about}
    number = next((number for number, word in enumerate(here.words) if word.start <= at < word.end), None)
    if number is None:
        return {"from": ask.at, "to": ask.at, "about": None}
    word, sheet = here.words[number], written(source)
    before = here.words[number - 1].terminal if number else ""
    found = _meaning(word, before, sheet.file if isinstance(sheet, Sheet) else None)
    about = f"{found.word}: {found.kind}\n{found.about}" if found else None
    return {"from": units.of(word.start), "to": units.of(word.end), "about": about}


def _claim(text: str, at: int) -> re.Match[str] | None:
    """The claim at a place, whose name has hyphens."""
    around = (match for match in re.finditer(r"[\w-]+", text) if match.start() <= at < match.end())
    return next((match for match in around if match.group() in claims()), None)


def _meaning(word: Word, before: str, file: tree.File | None) -> Meaning | None:
    if word.terminal != "NAME":
        fits = (
            row for row in TABLE if row.place in KEYWORDS and row.terminal == word.terminal and row.word == word.text
        )
        found = sorted(fits, key=lambda row: (row.place != word.place, row.place not in ITEMS))
        return of_row(found[0]) if found else None
    own = declared(file) if file else {}
    around = {each.word: each for each in local(file, word.start)} if file else {}
    tables = (attributes(), own) if before == "DOT" else (around, own, names(), functions())
    return next((table[word.text] for table in tables if word.text in table), None)
