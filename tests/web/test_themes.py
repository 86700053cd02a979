"""The looks of boards on the page: every theme, by day and by lamplight, can be read and told apart."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Run

import hexgame
from hexgame.show.pictures.paint import COLOURS, paint_of
from hexgame.show.pictures.picture import ground_of, svg
from hexgame.verbs.pictures import THEMES as BOARDS
from hexgame.web.dress import dressed

PAGE = Path(hexgame.__file__).parent / "web" / "page"
SHEET = (PAGE / "board" / "themes.css").read_text("utf-8")
THEMES, MODES, PLAYERS = BOARDS, ("light", "dark"), ("red", "blue", "black", "white")
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


@pytest.mark.parametrize(("theme", "mode"), LOOKS)
def test_a_picture_in_a_theme_stands_alone_in_its_colours(theme: str, mode: str) -> None:
    text = dressed(hexgame.load("hex", size=3).start().play_all(["b1", "a2"]), theme, mode == "dark")
    assert not re.search(r"var\(|light-dark|color-mix|url\(\"|data-theme", text)
    found, drawn = look(theme, mode), ElementTree.fromstring(text)  # noqa: S314 - our own
    fills = {each.get("class"): each.get("fill") for each in drawn.iter()
             if each.get("data-paint") == "red" and each.get("class")}  # fmt: skip
    edge = found["red"] if found["red-edge"] == "var(--red)" else found["red-edge"]
    assert fills == {"edge": edge, "rim": "none", "stone": "url(#gloss-red)"}
    assert {each.get("fill") for each in drawn.iter() if each.get("data-place")} == {found["cell"]}


def test_commands_write_pictures_in_all_themes(command: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    sizes = set()
    for theme in BOARDS:
        result = command(
            "show", "hex", "--set", "size=3", "--png", str(file), "--theme", theme, "--dark", "--scale", "2"
        )
        assert result.exit_code == 0, result.output
        sizes.add(int.from_bytes(file.read_bytes()[16:20], "big"))
    assert sizes == {2 * ground_of(hexgame.load("hex", size=3)).frame[2]}
    for wrong in (
        ["--scale", "2"],
        ["--dark"],
        ["--png", str(file), "--scale", "20", "--set", "size=19"],
        ["--ply", "1"],
    ):
        assert command("show", "hex", *wrong).exit_code == 2
