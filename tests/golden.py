"""One random game of each shipped game as reviewable text: `python tests/golden.py` writes them afresh."""

from __future__ import annotations

import random
from pathlib import Path

from conftest import GAMES, small

from hexgame.show.boards.text import draw, legend

FOLDER = Path(__file__).parent / "golden"


def playthrough(stem: str) -> str:
    """Every position of a game: the board, who moves, what is legal, who holds an ending."""
    state = small(stem).start(seed=1)
    chance = random.Random(stem)
    parts = [f"{state.game.title}, {state.game.options}\n{legend(state.game)}"]
    while True:
        moves = " ".join(map(str, state.legal_moves)) or "none"
        deciders = " and ".join(state.deciders) or None
        parts.append(f"{draw(state)}\n\nto move: {deciders}\nlegal: {moves}\nwins: {state.wins} loses: {state.loses}")
        if state.is_over:
            return "\n\n".join([*parts, f"outcome: {state.outcome}"]) + "\n"
        move = chance.choice(state.legal_moves)
        state.play(move)
        parts.append(f"=== {len(state.moves)}: {move}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in GAMES:
        (FOLDER / f"{path.stem}.txt").write_text(playthrough(path.stem), "utf-8")
