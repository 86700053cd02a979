"""Random games on an NVIDIA GPU beside the processor's: the same counts, and moves a second (`python bench/cuda.py`).

The goal is a thousand million moves a second on Hex 11.
"""

from __future__ import annotations

import sys

import hexgame
from hexgame.experiments.random.bulk import Unavailable, playouts

GAMES = ("hex", "y", "havannah", "knight_vision", "hy2", "twixt")
COUNTED, MEASURED = 100_000, 20_000_000
WANTED = 1e9


def compared(stem: str) -> None:
    """Play the same games on both, and print what differs or how fast they are."""
    game = hexgame.load(stem)
    ours, theirs = (playouts(game, COUNTED, seed=1, engine=engine) for engine in ("compiled", "cuda"))
    if ours.totals != theirs.totals:
        sys.exit(f"{stem}: the GPU counts otherwise than the processor")
    found = playouts(game, MEASURED, seed=2, engine="cuda")
    moves = sum(length * games for length, games in found.totals.lengths.items()) / found.seconds
    print(f"{stem:15} {found.games / found.seconds:14,.0f} games/s {moves:16,.0f} moves/s")
    if stem == "hex":
        print(f"{'':15} {moves / WANTED:.2f} of what is wanted")


if __name__ == "__main__":
    try:
        for stem in GAMES:
            compared(stem)
    except Unavailable as error:
        sys.exit(str(error))
