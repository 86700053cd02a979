"""What the page shows before any of its modules is there: the library without the game of the day.

It is what library/cards.js makes of the same answer; library.js takes it over, so that nothing moves when it does. The
game of the day is put there by begin.js, as nobody knows yet when the page is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from typing import Any

Game = Mapping[str, Any]
"""A game, or a filter, as the library lists it."""

SHOWN = 2
"""How many tags are shown of a game."""


def gallery(games: list[Game], filters: list[Game], views: Mapping[str, str], boards: Mapping[str, str]) -> str:
    """Return the view `#/` as HTML: the games of which the views are known, by family.

    A view is that of the whole board, as SVG writes it. The small boards of the games to begin with stand in the page
    itself, so that the first that is painted has boards.
    """
    shown = [game for game in games if game["name"] in views]
    sections = (
        f'<section><h3 class="family">{escape(family)}</h3>'
        f'<ul class="games">{"".join(_card(each, views[each["name"]]) for each in members)}</ul></section>'
        for family, members in groupby(shown, lambda game: game["family"])
    )
    count = f"{len(shown)} game{'s' * (len(shown) != 1)}"
    return _VIEW.format(
        starts=_starts(shown, boards), count=count, filters=_filters(filters), sections="".join(sections)
    )


def _starts(games: Iterable[Game], boards: Mapping[str, str]) -> str:
    first = sorted((game for game in games if game["first"]), key=lambda game: int(game["first"]))
    items = (
        f'<li class="start" data-start="{name}"><a href="#/new/{name}">{_mount(name, boards[name])}'
        f'<span class="step" aria-hidden="true">{game["first"]}</span>{_said(game)}</a></li>'
        for game, name in ((game, escape(game["name"])) for game in first)
    )
    return f"<ol>{''.join(items)}</ol>"


def _card(game: Game, view: str) -> str:
    name, middle = escape(game["name"]), " data-middle" if game["middle"] else ""
    return (
        f'<li class="game" data-game="{name}" data-view="{view}"{middle}><a href="#/new/{name}">{_mount(name)}'
        f"{_said(game)}{_chips(game)}</a></li>"
    )


def _mount(name: str, board: str = "") -> str:
    return f'<span class="mount" data-board="{name}">{board}</span>'


def _said(game: Game) -> str:
    return f'<span class="name">{escape(game["title"])}</span><span class="about">{escape(game["about"])}</span>'


def _chips(game: Game) -> str:
    minutes = f'<span class="chip">{game["minutes"]} min</span>' if game["minutes"] else ""
    unusual = (f'<span class="chip unusual">{escape(tag)}</span>' for tag in game["tags"][:SHOWN])
    return f'<span class="chips">{minutes}{"".join(unusual)}</span>'


def _filters(filters: list[Game]) -> str:
    return "".join(
        f'<button type="button" class="chip" data-filter="{escape(each["key"])}" aria-pressed="{str(not at).lower()}">'
        f'{escape(each["name"])}<span class="count">{len(each["games"])}</span></button>'
        for at, each in enumerate(filters)
    )


_VIEW = """\
<div class="view shop" data-begun>\
<h1 class="unseen">Connection games</h1>\
<p class="problem" role="alert"></p>\
<div class="slot"><section class="day" aria-hidden="true"><div class="awaited mount"></div><div class="said">\
<div class="awaited eyebrow"></div><div class="awaited name"></div><div class="awaited about"></div>\
<div class="awaited chip"></div><div class="awaited buttons"></div></div></section></div>\
<div class="slot"><section class="starts"><div class="heading"><h2>Start here</h2>\
<p class="soft">Three games to begin with, one after the other.</p></div>{starts}</section></div>\
<section class="all"><div class="heading"><h2>All {count}</h2>\
<p class="soft">Or <a href="#/edit">write the rules of your own</a>.</p>\
<div class="search"><label for="search" class="unseen">Search the games</label>\
<input type="search" id="search" placeholder="bridg-it, 3 players, torus …" autocomplete="off" spellcheck="false">\
</div></div>\
<div class="slot"><div class="filters" role="group" aria-label="Which games">{filters}</div></div>\
<p class="found soft" role="status"></p>\
<div class="gallery">{sections}</div></section></div>"""
