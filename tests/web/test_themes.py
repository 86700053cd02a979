"""The looks of boards on the page: every theme, by day and by lamplight, can be read and told apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexgame
from hexgame.show.pictures.paint import COLOURS, paint_of
from hexgame.show.pictures.picture import svg

PAGE = Path(hexgame.__file__).parent / "web" / "page"
SHEET = (PAGE / "board" / "themes.css").read_text("utf-8")
THEMES, MODES, PLAYERS = ("wood", "flat", "contrast"), ("light", "dark"), ("red", "blue", "black", "white")
LOOKS = [(theme, mode) for theme in THEMES for mode in MODES]


def block(head: str, text: str = SHEET) -> dict[str, str]:
    """The variables of the first rule with a head."""
    body = re.search(re.escape(head) + r" \{([^}]*)\}", text)
    assert body, head
    return dict(re.findall(r"--([\w-]+): ([^;]+);", body[1]))


def look(theme: str, mode: str) -> dict[str, str]:
    """What each variable is in a theme and a mode."""
    found = block(":root") | ({} if theme == "wood" else block(f'[data-theme="{theme}"]'))
    page = block(":root", (PAGE / "style.css").read_text("utf-8"))
    return {name: in_mode(value, mode) for name, value in (page | found).items()}


def in_mode(value: str, mode: str) -> str:
    pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
    return pair[1 + MODES.index(mode)] if pair else value


def contrast(one: str, other: str) -> float:
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


def lightness(colour: str) -> float:
    """The relative luminance of `#rrggbb`, as the guidelines for contrast define it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_stones_can_be_told_from_cells(theme: str, mode: str) -> None:
    found = look(theme, mode)
    for player in PLAYERS:
        for ground in (found["cell"], found["slab"]):
            assert max(contrast(found[player], ground), contrast(found[f"{player}-rim"], ground)) >= 3, player


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_texts_can_be_read(theme: str, mode: str) -> None:
    found = look(theme, mode)
    for ground in ("cell", "slab", "paper", "sunk"):
        assert contrast(found["cellink"], found[ground]) >= 4.5, ground
    for player in ("red", "blue"):
        assert contrast(found[f"{player}-mark"], found[player]) >= 4.5, player
    assert contrast("#ffffff", found["black"]) >= 4.5
    assert contrast("#000000", found["white"]) >= 4.5


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_what_just_happened_and_what_has_won_can_be_seen(theme: str, mode: str) -> None:
    found = look(theme, mode)
    assert contrast(found["last"], found["hairline"]) >= 4.5
    for track in ("red-track", "blue-track"):
        assert contrast(found[track], found["tile"]) >= 3
    dimmed = re.search(r"\.stone:not\(\[data-won\]\) \{ opacity: ([\d.]+); \}", SHEET)
    assert dimmed
    assert float(dimmed[1]) > 0.7


def test_every_colour_of_pieces_has_a_look() -> None:
    named = {paint_of(colour).name for colour in COLOURS}
    assert named == set(re.findall(r'^\[data-paint="(\w+)"\]', SHEET, re.MULTILINE)) - {"tile"}


def test_every_variable_that_is_used_has_a_value() -> None:
    assert set(re.findall(r"var\(--([\w-]+)", SHEET)) <= set(re.findall(r"--([\w-]+):", SHEET))


def test_a_picture_by_itself_keeps_its_colours() -> None:
    text = svg(hexgame.load("hex", size=3).start().play_all(["b1", "a2"]))
    assert "var(" not in text
    assert f'fill="{COLOURS["red"]}" stroke="#932921" stroke-width="1.5" data-paint="red"' in text
