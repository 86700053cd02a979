"""What the page shows before any of its modules is there: the games of the library with their boards.

It is what library.js makes of the same answer; library.js takes it over, so that nothing moves when it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

SEEN_FIRST = 6
"""So many boards are asked for at once; the others when they come into view."""


@dataclass(frozen=True)
class Drawing:
    """A board as an SVG document, which is that wide and that high, and its address on the site."""

    address: str
    svg: str
    width: object
    height: object


def drawing(board: object, address: str) -> Drawing:
    """Return the board of a scene, as drawing.js writes it."""
    assert isinstance(board, dict)
    svg = board["svg"]
    left, top, width, height = svg["view"]
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" '
        f'height="{height}" text-anchor="middle" font-family="sans-serif">{svg["board"]}{svg["stones"]}</svg>'
    )
    return Drawing(address, text, width, height)


def gallery(games: object, drawings: Mapping[str, Drawing]) -> str:
    """Return the view `#/` as HTML: the games with their drawings, by family."""
    assert isinstance(games, list)
    drawn = [game for game in games if game["name"] in drawings]
    cards = {game["name"]: _card(game, drawings[game["name"]], at) for at, game in enumerate(drawn)}
    sections = (
        f'<section><h2>{escape(family)}</h2><ul class="games">{"".join(cards[each["name"]] for each in members)}</ul>'
        "</section>"
        for family, members in groupby(drawn, lambda game: game["family"])
    )
    return _VIEW.format(sections="".join(sections))


def _card(game: Mapping[str, Any], drawing: Drawing, number: int) -> str:
    name, title, about, players = map(escape, (game["name"], game["title"], game["about"], " · ".join(game["players"])))
    when = 'fetchpriority="high"' if number < SEEN_FIRST else 'loading="lazy"'
    return (
        f'<li class="game" data-game="{name}"><a href="#/new/{name}"><span class="mount">'
        f'<img alt="" decoding="async" data-game="{name}" src="{drawing.address}" '
        f'width="{drawing.width}" height="{drawing.height}" {when}></span>'
        f'<span class="name">{title}</span><span class="about">{about}</span>'
        f'<span class="players">{players}</span></a></li>'
    )


_VIEW = """\
<div class="view" data-begun>\
<section class="intro"><h1>Connection games</h1>\
<p>Pick one and play, or <a href="#/edit">write the rules of your own</a>.</p>\
<div class="search"><label for="search" class="unseen">Search the games</label>\
<input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false">\
<p class="soft" role="status"></p></div></section>\
<p class="problem" role="alert"></p>\
<div class="gallery">{sections}</div></div>"""
