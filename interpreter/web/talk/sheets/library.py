"""The games that there are, and the templates to begin with."""

from __future__ import annotations

from functools import cache

from ....diagnostics.diagnostic import Diagnostics, HexgameError
from ....loading import Sheet
from ....show.pages.beginnings import BEGINNINGS, beginning
from ....source.reading.files import families, shipped
from ....source.syntax import tree
from ....values.settings import OptionDomain, settle, spelt
from ..answers import Answer
from ..messages import Shipped
from ..shown import Verbatim
from .finding import sheet_of


@cache
def library() -> Answer:
    """Return the games of the library in their order, and the templates."""
    games = [_game(stem, family) for family, stems in families().items() for stem in stems]
    templates = [
        {"name": name, "about": each.summary, "text": beginning("my_game", name)} for name, each in BEGINNINGS.items()
    ]
    return {"games": games, "templates": templates}


def sheet_text(name: str) -> Answer:
    """Return the text of a game, and those of the games that it is a variant of, the nearest first."""
    sheet = _read(name)
    own, *others = sheet.sources
    stems = {path.name: stem for stem, path in shipped().items()}
    bases = [{"name": stems[source.name.rpartition("/")[2]], "text": Verbatim(source.text)} for source in others]
    return {"text": Verbatim(own.text), "bases": bases}


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


def _game(stem: str, family: str) -> Answer:
    file = _read(stem).file
    players = next(item.names for item in file.items if isinstance(item, tree.Players))
    return {
        "name": stem,
        "title": _text(file, tree.Title),
        "family": family,
        "players": [name.id for name in players],
        "about": _text(file, tree.Summary),
        "options": options_of(file, {}),
    }


def _read(name: str) -> Sheet:
    sheet = sheet_of(Shipped(name))
    if not isinstance(sheet, Sheet):
        raise HexgameError(sheet)
    return sheet


def _text(file: tree.File, kind: type[tree.Title | tree.Summary]) -> str:
    return next((item.text.value for item in file.items if isinstance(item, kind)), "")
