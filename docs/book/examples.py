"""The sheets that pages show: each with a picture of its board, and with a board to play on where there is one."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.web.dress import dressed

sys.path.append(str(Path(__file__).parents[2] / "tests"))
from sections import complete

FENCE = re.compile(r"^```hexgame\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
SHADES = {"light": False, "dark": True}


def illustrated(page: str, name: str, pictures: Path, live: str) -> str:
    """Return a page in Markdown with a picture after each sheet that has a board of its own, and with boards to play on
    if `live` says where they are."""
    numbers = iter(range(1, page.count("```hexgame\n") + 1))

    def shown(fence: re.Match[str]) -> str:
        text, key = complete(fence[1]), f"{name}-{next(numbers)}"
        game = _game(text)
        if game is None:
            return fence[0]
        drawn = _drawn(game, key, pictures) if re.search(r"^\s*board\b", fence[1], re.MULTILINE) else ""
        return f"{fence[0]}\n{drawn}{_playable(text, key) if live else ''}"

    told = FENCE.sub(shown, page)
    return f'{told}\n<script src="{live}/board.js" defer></script>\n' if live and told != page else told


def _game(text: str) -> Game | None:
    """The game of a sheet; None of one that shows a mistake."""
    try:
        return hexgame.load(Source("example.hexgame", text))
    except hexgame.HexgameError:
        return None


def _drawn(game: Game, key: str, pictures: Path) -> str:
    """A picture of the first position, in the colours of the page."""
    links = list[str]()
    for shade, is_dark in SHADES.items():
        (pictures / f"{key}-{shade}.svg").write_text(dressed(game.start(decide_chance=False), "wood", is_dark), "utf-8")
        links.append(f"![The board](pictures/{key}-{shade}.svg#only-{shade}){{ width=300 }}")
    return "".join(links) + "\n\n"


def _playable(text: str, key: str) -> str:
    """A board that is loaded when it is asked for."""
    assert "</script" not in text
    return (
        f'<script type="text/plain" id="{key}">\n{text}</script>\n'
        f'<details><summary>Play it</summary><hexgame-board sheet="#{key}" play="yes"></hexgame-board></details>\n\n'
    )
