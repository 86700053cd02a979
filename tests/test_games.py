"""The library: every game's golden playthrough, and no game known by name."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from conftest import GAMES, ROOT, sizes_of, small
from golden import FOLDER, playthrough

import hexgame
from hexgame.play.state import State

TEXT = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"')
STEMS = [path.stem for path in GAMES]


@pytest.mark.parametrize("stem", STEMS)
def test_the_playthrough_is_as_reviewed(stem: str) -> None:
    assert playthrough(stem) == (FOLDER / f"{stem}.txt").read_text("utf-8")


@pytest.mark.parametrize("stem", STEMS)
def test_every_size_compiles_and_plays(stem: str) -> None:
    for size in sizes_of(stem):
        game = hexgame.load(stem, size=size)
        assert game.start().rollout(size).winner in (None, *game.players)


@pytest.mark.parametrize("stem", STEMS)
def test_a_thousand_random_games_come_to_an_end(stem: str) -> None:
    game = small(stem, 3)
    start = State(game, list(game.machine.start))
    outcomes = {start.rollout(seed).winner for seed in range(1000)}
    assert outcomes <= {None, *game.players}
    assert len(outcomes) > 1


@pytest.mark.parametrize("stem", STEMS)
def test_a_renamed_and_reworded_copy_behaves_the_same(stem: str, tmp_path: Path) -> None:
    for path in GAMES:
        text = TEXT.sub(lambda text: '"Reworded"' if len(text[0]) > 3 else text[0], path.read_text("utf-8"))
        text = re.sub(r"#.*", "", text)
        for old, new in {"Red": "Vermilion", "Blue": "Azure", "hex": "qzx", "pie": "cake"}.items():
            text = re.sub(rf"\b{old}\b", new, text)
        name = {"hex": "qzx"}.get(path.stem, f"re_{path.stem}")
        (tmp_path / f"{name}.hexgame").write_text(text, "utf-8")
    copy = tmp_path / f"{'qzx' if stem == 'hex' else f're_{stem}'}.hexgame"
    size = next(size for size in sizes_of(stem) if size >= 4)
    one, other = hexgame.load(stem, size=size).start(seed=1), hexgame.load(copy, size=size).start(seed=1)
    chance = random.Random(stem)
    for _ in range(20):
        mine, theirs = one.copy(), other.copy()
        while not mine.is_over:
            assert mine.legal_codes == theirs.legal_codes
            code = chance.choice(mine.legal_codes)
            mine.play(mine.game.move(code))
            theirs.play(theirs.game.move(code))
        assert theirs.vector == mine.vector


def test_no_game_is_known_by_name() -> None:
    """Short stems are ordinary words and letters; the longer ones and all titles must not occur."""
    titles = {hexgame.load(stem).title for stem in STEMS} - {"Hex", "Y", "Cross"}
    words = titles | {stem for stem in STEMS if len(stem) > 3} - {"cross"}
    for path in (ROOT / "interpreter").rglob("*.py"):
        text = path.read_text("utf-8")
        assert not {word for word in words if re.search(rf"\b{re.escape(word)}\b", text)}, path


@pytest.mark.parametrize("stem", STEMS)
def test_every_game_is_credited_and_described(stem: str) -> None:
    kinds = {type(item).__name__ for item in hexgame.load(stem).tree.items}
    assert {"Title", "Author", "Summary", "Rules"} <= kinds
