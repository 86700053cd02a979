"""What is said of each game of the library, and how it is found: the same at the terminal and on the page."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ..diagnostics.diagnostic import HexgameError
from ..loading import Sheet, read_sheet
from ..record import Record
from ..resources import resource
from ..source.reading.files import families
from ..source.syntax import tree
from .tags import TAGS

SECONDS, ROUND = 15, 5
"""What a decision takes people, roughly, and the minutes to which a whole game is rounded."""


class Entry(Record):
    """A game of the library."""

    name: str
    title: str
    family: str
    players: tuple[str, ...]
    about: str
    also: tuple[str, ...]
    """Other names of it, or of what it is like."""

    tags: tuple[str, ...]
    minutes: int
    """How long people play it, roughly; 0 where nobody knows."""

    moves: tuple[str, ...]
    """How a game comes to its middle; empty where none has been played."""

    first: int
    """Its place among the games to begin with, from 1; 0 for all others."""

    words: str
    """What a search looks through."""

    file: tree.File


class Shelf(Record):
    """What is declared of games beside their sheets (`games/shelf.txt`)."""

    first: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]
    also: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def entries() -> tuple[Entry, ...]:
    """Return the games of the library in their order."""
    shelf, played = _shelf(), json.loads((resource("games") / "shelf.json").read_text("utf-8"))
    rows = ((stem, family) for family, stems in families().items() for stem in stems)
    return tuple(_entry(stem, family, shelf, played.get(stem, {})) for stem, family in rows)


def found(searched: str, tags: Iterable[str] = ()) -> tuple[Entry, ...]:
    """Return the games that have all these tags, and all words of a text somewhere in what is said of them."""
    words = folded(searched).split()
    return tuple(
        entry
        for entry in entries()
        if {*tags} <= {*entry.tags} and all(f" {word}" in f" {entry.words}" for word in words)
    )


def folded(text: str) -> str:
    """Return a text as a search compares it: words of small letters without accents, as `library/finding.js` does."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
    return " ".join(re.findall(r"[^\W_]+", re.sub("['’]", "", plain.lower())))


def _shelf() -> Shelf:
    first, tags, also = list[str](), list[tuple[str, str]](), list[tuple[str, tuple[str, ...]]]()
    for line in (resource("games") / "shelf.txt").read_text("utf-8").splitlines():
        head, _, rest = line.partition(":")
        match head.split(" ", 1):
            case "start", _:
                first += rest.split()
            case "tag", tag:
                tags += [(stem, tag) for stem in rest.split()]
            case "also", stem:
                also.append((stem, tuple(each.strip() for each in rest.split(","))))
    return Shelf(tuple(first), tuple(tags), tuple(also))


def _entry(stem: str, family: str, shelf: Shelf, played: Mapping[str, Any]) -> Entry:
    sheet = read_sheet(stem)
    if not isinstance(sheet, Sheet):
        raise HexgameError(sheet)
    items, also = sheet.file.items, dict(shelf.also).get(stem, ())
    players = tuple(name.id for item in items if isinstance(item, tree.Players) for name in item.names)
    title, about = (_text(items, kind) for kind in (tree.Title, tree.Summary))
    declared = {tag for each, tag in shelf.tags if each == stem}
    tags = tuple(tag for tag in TAGS if tag.name in {*played.get("tags", ()), *declared})
    joined = (name.replace("-", "") for name in (title, *also) if "-" in name)
    said = (
        stem,
        title,
        family,
        about,
        *also,
        *joined,
        f"{len(players)} players",
        *(f"{each.name} {each.also}" for each in tags),
    )
    decisions = played.get("decisions", 0)
    return Entry(
        name=stem,
        title=title,
        family=family,
        players=players,
        about=about,
        also=also,
        tags=tuple(each.name for each in tags),
        minutes=max(ROUND, ROUND * round(decisions * SECONDS / 60 / ROUND)) if decisions else 0,
        moves=tuple(played.get("moves", ())),
        first=shelf.first.index(stem) + 1 if stem in shelf.first else 0,
        words=folded(" ".join((*said, *players))),
        file=sheet.file,
    )


def _text(items: tuple[tree.Item, ...], kind: type[tree.Title | tree.Summary]) -> str:
    return next((item.text.value for item in items if isinstance(item, kind)), "")
