"""The library: every game's golden playthrough, and no game known by name."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from conftest import GAMES, ROOT, long, sizes_of, small, wide
from golden import FOLDER, playthrough

import hexgame
from hexgame.loading import Sheet, read_sheet
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.source.syntax.tree import Name, Option
from hexgame.source.syntax.vocabulary import TABLE
from hexgame.values.settings import spelt

TEXT = re.compile(r'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"')
TITLE = re.compile(r'(?m)^game "([^"]+)"')
STEMS = [path.stem for path in GAMES]


@wide("{other}")
@pytest.mark.parametrize("stem", STEMS)
def test_the_playthrough_is_as_reviewed(stem: str) -> None:
    assert playthrough(stem) == (FOLDER / f"{stem}.txt").read_text("utf-8")


@long
@wide("*", "!hex", "!hy2", "!knight_vision")
@pytest.mark.parametrize("stem", STEMS)
def test_every_size_compiles_and_plays(stem: str) -> None:
    for size in sizes_of(stem):
        game = hexgame.load(stem, size=size)
        assert game.start().rollout(size).winner in (None, *game.players)


@long("*", "!hex", "!scaffold", "!moebius_hex", "!y")
@wide("*", "!hex", "!scaffold", "!moebius_hex", "!y", "!knight_vision", "!blind_hex", "!gonnect")
@pytest.mark.parametrize("stem", STEMS)
def test_a_thousand_random_games_come_to_an_end(stem: str) -> None:
    game = small(stem, 3)
    start = State(game, list(game.machine.start))
    outcomes = {start.rollout(seed).winner for seed in range(1000)}
    assert outcomes <= {None, *game.players}
    assert len(outcomes) > 1


@long("*", "!hex", "!scaffold", "!dark_hex", "!moebius_hex")
@pytest.mark.parametrize("stem", STEMS)
def test_a_renamed_and_reworded_copy_behaves_the_same(stem: str, tmp_path: Path) -> None:
    game = small(stem)
    names = renamed(game)
    for source in game.sources:
        text = re.sub(r"^look \{(?:[^\n]*\}$|.*?^\}$)", "", source.text, flags=re.MULTILINE | re.DOTALL)  # no behaviour
        text = TEXT.sub(lambda text: '"Reworded"' if len(text[0]) > 3 else text[0], text)
        text = re.sub(r"#.*", "", text)
        text = re.sub(r"\w+(-\w+)*", lambda word: names.get(word[0], word[0]), text)  # a claim is one word
        (tmp_path / f"{names[Path(source.name).stem]}.hexgame").write_text(text, "utf-8")
    settings = {names[name]: names.get(spelt(value), value) for name, value in game.options.items()}
    copy = hexgame.load(tmp_path / f"{names[stem]}.hexgame", **settings)
    one, other = game.start(seed=1), copy.start(seed=1)
    chance = random.Random(stem)
    for _ in range(20):
        mine, theirs = one.copy(), other.copy()
        while not mine.is_over:
            assert mine.legal_codes == theirs.legal_codes
            code = chance.choice(mine.legal_codes)
            mine.play(mine.game.move(code))
            theirs.play(theirs.game.move(code))
        assert theirs.vector == mine.vector


def renamed(game: Game) -> dict[str, str]:
    """Other names, in another order, for all that a game declares and for its files; coordinates keep theirs."""
    file = game.tree
    declared = [*file.declared, *(name for _, name in file.local)]
    options = [item for item in file.items if isinstance(item, Option)]
    values = (value for option in options for value in option.domain if isinstance(value, Name))
    found = {name.id for name in (*declared, *values)} | {Path(source.name).stem for source in game.sources}
    kept = {"yes", "no", "q", "r", *(row.word for row in TABLE)}
    return {
        name: f"{'Z' if name[0].isupper() else 'z'}{1000 - number}" for number, name in enumerate(sorted(found - kept))
    } | {name: name for name in found & kept}


def test_no_game_is_known_by_name() -> None:
    """Short stems are ordinary words and letters; the longer ones and all titles must not occur."""
    ordinary = {"cross", "product", "resolve", "star"}
    titles = {TITLE.findall(path.read_text("utf-8"))[0] for path in GAMES} - {
        "Hex",
        "Y",
        *map(str.capitalize, ordinary),
    }
    words = titles | {stem for stem in STEMS if len(stem) > 3} - ordinary
    known = re.compile(rf"\b({'|'.join(map(re.escape, words))})\b")
    for path in (ROOT / "interpreter").rglob("*.py"):
        assert not known.findall(path.read_text("utf-8")), path


@wide("!*")
@pytest.mark.parametrize("stem", STEMS)
def test_every_game_is_credited_and_described(stem: str) -> None:
    sheet = read_sheet(stem)
    assert isinstance(sheet, Sheet)
    kinds = {type(item).__name__ for item in sheet.file.items}
    assert {"Title", "Author", "Summary", "Rules"} <= kinds
