"""What the library says of its games: tags, games to their middles, small boards, and how games are found."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from conftest import GAMES, ROOT, wide

import hexgame
from hexgame.show.library import entries
from hexgame.show.tags import TAGS, tags_of
from hexgame.source.reading.files import families
from hexgame.web.talk.desk import Desk
from hexgame.web.talk.thumbnail import LARGEST, thumbnail

STEMS = [path.stem for path in GAMES]
PLAYED = json.loads((ROOT / "games" / "shelf.json").read_text("utf-8"))
DESK = Desk()


def test_the_shelf_has_a_row_for_every_game_and_no_other() -> None:
    assert sorted(PLAYED) == sorted(STEMS)
    lines = (ROOT / "games" / "shelf.txt").read_text("utf-8").splitlines()
    named = [word for line in lines if not line.startswith("also") for word in line.partition(":")[2].split()]
    named += [line.partition(":")[0].removeprefix("also ") for line in lines if line.startswith("also")]
    assert set(named) <= set(STEMS)
    assert {line.partition(":")[0].removeprefix("tag ") for line in lines if line.startswith("tag")} <= {
        tag.name for tag in TAGS
    }
    assert [each.name for each in entries()] == [stem for stems in families().values() for stem in stems]
    assert sorted(each.first for each in entries() if each.first) == [1, 2, 3]


@wide("*", "!hex", "!torex", "!dark_hex")
@pytest.mark.parametrize("stem", STEMS)
def test_the_shelf_says_what_the_rules_say(stem: str) -> None:
    """If not, write the row again: `cd tests; python shelf.py GAME`."""
    assert PLAYED[stem]["tags"] == [*tags_of(hexgame.load(stem))]
    answer = DESK.answer({"id": 1, "ask": "preview", "sheet": {"name": stem}})
    assert answer["moves"] == PLAYED[stem]["moves"] != []
    text = str(answer["svg"])
    assert 500 < len(text) <= LARGEST
    assert not re.search(r"<title|data-place|coordinate|style=", text)
    assert ElementTree.fromstring(text).get("viewBox")  # noqa: S314 - our own


def test_a_small_board_joins_what_is_alike_and_keeps_every_stone() -> None:
    head = '<g xmlns="http://www.w3.org/2000/svg">'
    cells = "".join(
        f'<polygon points="{x},0 {x + 20.4},0 {x},20" fill="#eee" data-cell="{x}"><title>a&lt;b</title></polygon>'
        for x in range(0, 600, 30)
    )
    ground = f'{head}<g class="cells" stroke-width="1">{cells}</g><g class="labels"><text x="0" y="0">a</text></g></g>'
    discs = "".join(f'<circle class="stone" cx="{x}" cy="5.2" r="15"/>' for x in (5, 35))
    stones = f'{head}<g class="stones">{discs}</g></g>'
    small = thumbnail(ground, stones, [0, 0, 600, 20], [0, 0, 600, 20])
    assert small.count("<path") == 1
    assert small.count("z") == 20
    assert small.count("<circle") == 2
    assert 'viewBox="-10 -10 601 31"' in small
