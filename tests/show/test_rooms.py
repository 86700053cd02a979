"""Where play may find no room: what `inspect` tells of it."""

from __future__ import annotations

from conftest import game_of

from hexgame.show.pages.games import inspection

PILES = """
stacks up to 4
var n = 0 in 0..9
turn {
  may place stone on c among cells where count(c.pile) < 4 {
    c gains stone
    set n = n + count(own)
  }
  otherwise pass
}
draw when passes == 2
"""


def rooms(text: str) -> list[list[str]]:
    """The rows of the section, each by its columns."""
    shown = inspection(game_of(text))
    section = shown[shown.index("Room:") :].split("\n\n")[0]
    return [[part.strip() for part in line.split("  ") if part] for line in section.splitlines()[1:]]


def test_what_is_bounded_is_told_with_what_happens_beyond() -> None:
    shown = {name: (most, beyond) for name, most, beyond in rooms(f"{PILES}draw when repeats")}
    assert list(shown) == [
        "boards remembered", "pieces on a cell", "n", "decisions at random", "turns without a choice",
    ]  # fmt: skip
    assert shown["pieces on a cell"] == ("4", "a piece that finds no room stays where it is")
    assert shown["n"][0] == "0..9"
    assert "boards remembered" not in [name for name, *_ in rooms(PILES)]
    assert [name for name, *_ in rooms("turn { place stone on empty }")] == ["turns without a choice"]
