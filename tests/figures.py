"""Measure the shipped games: `python figures.py [--seconds 60] [GAME …]` writes `games/figures.json`.

Without names, it measures the games of which there are no figures, or whose sheets have changed since. Each kind of
work stops after its part of `--seconds`, so that `n` tells how much was played; the first games of seed 0 count, as in
`hexgame study GAME --work random=N --work walks=N --work depth=N`.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from datetime import UTC, datetime

from conftest import GAMES, ROOT

import hexgame
from hexgame.reports.blocks import AnyKind, Kept
from hexgame.reports.kinds.depth import DEPTH
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.kinds.walks import WALKS
from hexgame.reports.library.kept import FORMAT, MEANING, Measured, read, row_of
from hexgame.reports.measures.context import FOUND, figures_of
from hexgame.reports.study import Study
from hexgame.reports.work import Work

FIGURES = ROOT / "games" / "figures.json"
AMOUNTS: dict[AnyKind, tuple[int, float]] = {PLAYOUTS: (10_000, 0.25), WALKS: (200, 0.15), DEPTH: (100, 0.6)}
"""The most games of each kind of work, and its part of the seconds."""


def measured(stem: str, seconds: float, work: str, before: dict[str, object]) -> Measured:
    """Measure a game for about so many seconds: what its row lacks so far, of one kind of work or of all."""
    game = hexgame.load(stem)
    known = read(before).figures if before.get("sheet") == game.source_hash else {}
    found = dict[str, Kept]()
    for kind, (games, part) in AMOUNTS.items():
        lacks = any(name not in known for name, (each, _) in FOUND.items() if each is kind)
        if lacks and kind.suits(game) and work in ("", kind.name):
            doing = Work(game, (kind,))
            with suppress(hexgame.OutOfTime), hexgame.time_limit(part * seconds):
                doing.in_full({kind.name: games})
            found |= doing.found
    new = {**known, **figures_of(Study(game, 0, found))}
    return Measured(
        game.source_hash, datetime.now(UTC).date().isoformat(), {name: new[name] for name in MEANING if name in new}
    )


def written() -> dict[str, dict[str, object]]:
    """Return the rows that are in the file."""
    return json.loads(FIGURES.read_text("utf-8"))["games"] if FIGURES.exists() else {}


def write(rows: dict[str, dict[str, object]]) -> None:
    """Write the rows of all games that are still shipped, one a line."""
    lines = [f'  "{path.stem}": {json.dumps(rows[path.stem])}' for path in GAMES if path.stem in rows]
    text = f'{{"format": {FORMAT}, "games": {{\n' + ",\n".join(lines) + "\n}}\n"
    FIGURES.write_text(text, "utf-8")


def main() -> None:
    """Write the figures of the games that are named, or of those whose figures are missing or stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--work", default="", help="only this kind of work: random, walks or depth")
    parser.add_argument("--again", action="store_true", help="measure anew what there is already")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each game")
    given = parser.parse_args()
    rows = written()
    stale = [path.stem for path in GAMES if rows.get(path.stem, {}).get("sheet") != hexgame.load(path.stem).source_hash]
    for stem in given.games or stale:
        row = row_of(measured(stem, given.seconds, given.work, {} if given.again else rows.get(stem, {})))
        write({**written(), stem: row})
        sys.stdout.write(f"{stem}: {json.dumps(row)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
