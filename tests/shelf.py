"""Play a game of each sheet, for the pictures and tags of the library: `python shelf.py [--by PLAYER] [GAME …]`.

It writes `games/shelf.json`: what is unusual about each game, how many decisions a game between computer players takes,
and the moves to its middle, where chance draws as it does for the page (`hexgame.web.talk.desk`).
"""

from __future__ import annotations

import argparse
import json
import sys

from conftest import GAMES, ROOT

import hexgame
from hexgame.players import seat
from hexgame.players.deciding import decide, play_parts
from hexgame.show.tags import tags_of

SHELF = ROOT / "games" / "shelf.json"
WHOLE, MIDDLE = 500, 100
"""The most decisions that are played of a game, and that lead to its middle."""

BY = "mcts:60"


def row(stem: str, by: str) -> dict[str, object]:
    """Return what the shelf says of a game."""
    game = hexgame.load(stem)
    state = game.start(decide_chance=False)
    choosers = seat([by] * len(game.players), len(game.players), 1).choosers
    played = list[str]()
    state.let_chance_decide(seed=0)
    while not state.is_over and len(played) < WHOLE:
        played.append(str(play_parts(state, {name: each.move for name, each in decide(state, choosers).items()})))
        state.let_chance_decide(seed=len(played))
    middle = played[: min(MIDDLE, (len(played) + 1) // 2)]
    return {"tags": tags_of(game), "decisions": len(played), "moves": middle}


def main() -> None:
    """Write the rows of the games that are named, or of those that have none."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--by", default=BY, help="who plays them")
    given = parser.parse_args()
    rows = json.loads(SHELF.read_text("utf-8")) if SHELF.exists() else {}
    stems = [path.stem for path in GAMES]
    for stem in given.games or [each for each in stems if each not in rows]:
        rows[stem] = row(stem, given.by)
        sys.stdout.write(f"{stem}: {rows[stem]['decisions']} decisions\n")
        known = {each: json.dumps(rows[each], ensure_ascii=False) for each in stems if each in rows}
        lines = [f' "{each}": {text}' for each, text in known.items()]
        SHELF.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
