"""The filters of the library: which games each leaves. Pages, and the page that a site begins with, only show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....show.tags import TAGS
from ..answers import Answer

QUICK = 10
"""How many minutes make a short game."""

FEWEST = {"family": 3, "tag": 2}
"""So many games are worth a filter."""


def filters(games: Sequence[Answer]) -> list[Answer]:
    """Return the filters of games as the library lists them: all, families and tags that some share, short games.

    Each has a `key`, a `name` to be read, and the names of its `games`.
    """
    quick = f"Up to {QUICK} min"
    return [
        _filter("all:All", "All", games),
        *_families(games),
        *_tagged(games),
        _filter(f"quick:{quick}", quick, (game for game in games if 0 < int(str(game["minutes"])) <= QUICK)),
    ]


def _families(games: Sequence[Answer]) -> Iterator[Answer]:
    tags = {tag.name for tag in TAGS}
    for family in dict.fromkeys(str(game["family"]) for game in games):
        members = [game for game in games if game["family"] == family]
        if len(members) >= FEWEST["family"] and family.lower() not in tags:
            yield _filter(f"family:{family}", family, members)


def _tagged(games: Sequence[Answer]) -> Iterator[Answer]:
    for tag in TAGS:
        members = [game for game in games if tag.name in _tags(game)]
        if len(members) >= FEWEST["tag"]:
            yield _filter(f"tag:{tag.name}", f"{tag.name[:1].upper()}{tag.name[1:]}", members)


def _tags(game: Answer) -> list[object]:
    tags = game["tags"]
    assert isinstance(tags, list)
    return tags


def _filter(key: str, name: str, games: Iterable[Answer]) -> Answer:
    return {"key": key, "name": name, "games": [game["name"] for game in games]}
