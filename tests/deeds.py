"""Work that writes files, for `faults.py` to make fail: every writer of hexgame takes part in some deed."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hostile import command

from hexgame.native.store import Shelf as CompiledShelf
from hexgame.web.serve.store import Kept, Store, StoreError
from hexgame.web.site.folder import LIST, write_site

SHEET = b"""game "Small"
players Red, Blue
board { shape rhombus(3)  edge top, bottom: Red  edge left, right: Blue }
turn { place stone on empty }
win when connects(own, own.edges) && count(own) > 1
"""
REFUTED = b"""game "Refuted"
players Red, Blue
board { shape rhombus(2)  edge top, bottom: Red  edge left, right: Blue }
turn { place stone on empty }
win when count(own) > 1
claims at-least-one-winner, at-most-one-winner
"""
RECORD = b"game: hex\noptions:\n  size: 3\n  pie: true\nplayers:\n- human\n- human\nseed: 1\nmoves: []\n"
PICTURE = b"<svg>" + b" " * 30_000 + b"</svg>\n"


Files = dict[str, bytes]
"""What is in a folder, by names below it."""


@dataclass(frozen=True)
class Deed:
    """A command that writes files, or another piece of work, and what was there before."""

    work: tuple[str, ...] | Callable[[], int]
    old: Files = field(default_factory=dict)
    given: bytes = b""
    may_fail: bool = False
    """Whether it can succeed although files were not written."""

    goes_on: bool = False
    """Whether the same again completes what was begun."""

    free: str = "(?!)"
    """The names of files that may hold something else at times, as a regular expression."""

    warm: str = "(?!)"
    """The names of files that only the first run makes; they are there before all others."""

    def begin(self) -> int:
        """Do it, in the folder; return the exit code."""
        code = command(self.work) if isinstance(self.work, tuple) else self.work()
        sys.stderr.flush()
        return code


def contents(folder: Path) -> Files:
    """What is in a folder, hidden files too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


SITE = ({f"{name}.js": name.encode() * 900 for name in ("a", "deep/b", "c")},
        {f"{name}.js": name.encode() * 950 for name in ("a", "deep/b", "d")})  # fmt: skip


def _site() -> int:
    """Write a site over an earlier one, as the verb does."""
    try:
        write_site(Path("site"), SITE[1])
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _games() -> int:
    """Keep a game as a server does, and note each move that browsers would be told of; then look what was kept."""
    try:
        store = Store(Path("games").absolute())
        kept, told = store.load("t"), len(list(Path().glob("told*")))
        if kept is None:
            assert not told, "a table is lost"
            store.add_table("t", kept := Kept({}))
            Path("told").mkdir()
        moves = [event["move"] for event in kept.events]
        assert moves == list(range(len(moves))), "a move is lost or there twice"
        assert len(moves) in (max(told - 1, 0), told), f"{told - 1} moves were told, {len(moves)} are kept"
        for number in range(len(moves), 12):
            store.add("t", number, [{"move": number, "text": "x" * 3_000}])
            Path(f"told{number}").mkdir()
        store.close()
    except (OSError, StoreError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _compiled() -> int:
    """Keep a compiled function; what is read again is what was kept, or nothing."""
    shelf = CompiledShelf("a_game", [])
    assert shelf.load("a") in (None, PICTURE), "a compiled function is torn"
    shelf.save("a", PICTURE)
    sys.stderr.write("\n".join(shelf.notes))
    return 0


def _old_site() -> Files:
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder, "site"), SITE[0])
        return contents(Path(folder))


def _played(*more: str) -> tuple[str, ...]:
    return (*more[:1], "hex", "--set", "size=3", *more[1:])


DEEDS = {
    "save": Deed(_played("play", "--seed", "1"), {}, b"b2\nsave game.yaml\nquit\n", may_fail=True),
    "save over": Deed(_played("play", "--seed", "1"), {"game.yaml": RECORD}, b"b2\nsave game.yaml\nyes\nquit\n",
                      may_fail=True),
    "new": Deed(("new", "mine")),
    "fmt": Deed(("fmt", "mine.hexgame"), {"mine.hexgame": SHEET.replace(b"&&", b"and")}, goes_on=True),
    "fix": Deed(("validate", "--fix", "--play", "0", "mine.hexgame"), {"mine.hexgame": SHEET}, goes_on=True),
    "board": Deed(_played("board", "--svg", "a.svg"), {"a.svg": PICTURE}, goes_on=True),
    "show": Deed(_played("show", "--svg", "a.svg"), {"a.svg": PICTURE}, goes_on=True),
    "playouts": Deed(_played("playouts", "-n", "5", "--engine", "plain", "--svg", "a.svg"), {"a.svg": PICTURE},
                     goes_on=True),
    "analyse": Deed(("analyse", "game.yaml", "--by", "random", "--ply", "0", "--svg", "a.svg"),
                    {"game.yaml": RECORD.replace(b"[]", b"[b2, a1]"), "a.svg": PICTURE}, goes_on=True),
    "match": Deed(_played("match", "random", "random", "--games", "2", "--records", "match"), goes_on=True),
    "prove": Deed(("prove", "mine.hexgame", "--save", "a.test.yaml", "--certificate", "a.json", "--svg", "a.svg"),
                  {"mine.hexgame": REFUTED, "a.svg": PICTURE}, goes_on=True),
    "verdicts": Deed(("prove", "mine.hexgame"), {"mine.hexgame": REFUTED}, may_fail=True, goes_on=True),
    "solve": Deed(("solve", "hex", "--set", "size=2", "--jobs", "1", "--svg", "a.svg"), {"a.svg": PICTURE},
                  may_fail=True, warm="cache/native/"),
    "study": Deed(_played("study", "--work", "walks=8", "--jobs", "1", "--out", "a.html"), may_fail=True, goes_on=True),
    "games": Deed(_games, goes_on=True, free="games/games.sqlite3"),
    "compiled": Deed(_compiled, may_fail=True, goes_on=True),
    "site": Deed(_site, _old_site(), goes_on=True, free=f"site/{LIST}"),
}  # fmt: skip
