"""The games that there are, and the templates to begin with."""

from __future__ import annotations

from functools import cache

from ....diagnostics.diagnostic import Diagnostics, HexgameError
from ....diagnostics.text import hash_of
from ....experiments.puzzles import grade_of
from ....experiments.puzzles.ready import told_of
from ....loading import Sheet
from ....show.library import Entry, entries
from ....show.pages.beginnings import BEGINNINGS, beginning
from ....show.tags import TAGS
from ....source.reading.files import shipped
from ....source.syntax import tree
from ....values.settings import OptionDomain, settle, spelt
from ..answers import Answer
from ..fields import Shipped
from ..shown import Verbatim
from .filters import filters
from .finding import sheet_of

UNTOLD = {"hidden", "at once", "chance"}
"""Games with these tags cannot go on from their middle: moves alone do not lead there."""


@cache
def library() -> Answer:
    """Return the games of the library in their order, their tags, and the templates."""
    templates = [
        {"name": name, "about": each.summary, "text": beginning("my_game", name)} for name, each in BEGINNINGS.items()
    ]
    tags = [{"name": tag.name, "about": tag.about, "also": tag.also.split()} for tag in TAGS]
    games = list(map(_game, entries()))
    return {"games": games, "filters": filters(games), "tags": tags, "templates": templates}


def sheet_text(name: str) -> Answer:
    """Return the text of a game, and those of the games that it is a variant of, the nearest first."""
    sheet = _read(name)
    own, *others = sheet.sources
    stems = {path.name: stem for stem, path in shipped().items()}
    bases = [{"name": stems[source.name.rpartition("/")[2]], "text": Verbatim(source.text)} for source in others]
    return {"text": Verbatim(own.text), "bases": bases, "puzzles": _puzzles(name, hash_of(sheet.sources))}


def _puzzles(name: str, sheet: str) -> list[Answer]:
    """The puzzles of a shipped game that were made beforehand."""
    found = told_of(name, sheet)
    if found is None:
        return []
    return [
        {"options": dict(found.options), "moves": list(each.moves), "player": each.player, "answer": each.answer,
         "grade": grade_of(each.simulations)}
        for each in found.puzzles
    ]  # fmt: skip


def options_of(file: tree.File, chosen: dict[str, object]) -> list[Answer]:
    """Return the options of a sheet: their values, what is chosen, and what they are by default."""
    by_default = settle(file, {}, Diagnostics())
    settings = settle(file, chosen, Diagnostics()) if chosen else by_default
    defaults = {name: spelt(value) for name, value in by_default.values.items()}
    return [
        {
            "name": option.name,
            **_values(option),
            "value": spelt(settings.values[option.name]),
            "default": defaults.get(option.name, ""),
            "about": option.text,
        }
        for option in settings.options
    ]


def _values(option: OptionDomain) -> Answer:
    """The values one by one, or the ends of the only range."""
    match option.values:
        case (range() as only,):
            return {"values": None, "low": only[0], "high": only[-1]}
    each = (value for part in option.values for value in (part if isinstance(part, range) else (part,)))
    return {"values": list(dict.fromkeys(map(spelt, each))), "low": None, "high": None}


def _game(entry: Entry) -> Answer:
    return {
        "name": entry.name,
        "title": entry.title,
        "family": entry.family,
        "players": list(entry.players),
        "about": entry.about,
        "also": list(entry.also),
        "tags": list(entry.tags),
        "minutes": entry.minutes,
        "first": entry.first,
        "middle": UNTOLD.isdisjoint(entry.tags),
        "words": entry.words,
        "options": options_of(entry.file, {}),
    }


def _read(name: str) -> Sheet:
    sheet = sheet_of(Shipped(name))
    if not isinstance(sheet, Sheet):
        raise HexgameError(sheet)
    return sheet
