"""The pictures of the README are positions of shipped games, drawn by the tool.

`cd tests && python -m house.test_pictures` draws them again.
"""

import json
import re

import pytest
from conftest import ROOT, long

import hexgame
from hexgame.web.dress import dressed

PICTURES = ROOT / "docs" / "pictures"
GAMES = ("hex", "cairo_hex", "conhex", "gale")


def drawn(stem: str) -> str:
    """Return the middle of the game that the library shows too."""
    state = hexgame.load(stem).start()
    for move in json.loads((ROOT / "games" / "shelf.json").read_text("utf-8"))[stem]["moves"]:
        state.play(move)
    return dressed(state, "wood", False)


def test_the_readme_shows_them_all() -> None:
    shown = re.findall(r'src="docs/pictures/(\w+)\.svg"', (ROOT / "README.md").read_text("utf-8"))
    assert sorted(shown) == sorted(GAMES) == sorted(path.stem for path in PICTURES.iterdir())


@long
@pytest.mark.parametrize("stem", GAMES)
def test_they_are_drawn_as_the_tool_draws_today(stem: str) -> None:
    assert (PICTURES / f"{stem}.svg").read_text("utf-8") == drawn(stem)


if __name__ == "__main__":
    for each in GAMES:
        (PICTURES / f"{each}.svg").write_text(drawn(each), "utf-8")
