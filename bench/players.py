"""How fast computer players are, on one thread: `python bench/players.py`.

Ends of games judged a second of processor time from the empty board, beside OpenSpiel's MCTSBot in C++ where `pyspiel`
is there. `strength.py` says how well they play.
"""

from __future__ import annotations

import importlib.util
import math
import time

import hexgame
from hexgame.machine.chance import generator
from hexgame.players.search.engine import workshop
from hexgame.players.search.kernel import ROOT
from hexgame.players.search.tree import USUAL, Tree

SECONDS, ROUNDS = 1.0, 3
SUBJECTS: dict[str, tuple[str, dict[str, object], str, float]] = {
    "hex 11": ("hex", {"size": 11, "pie": "no"}, "hex(board_size=11)", 100),
    "y 11": ("y", {"size": 11}, "y(board_size=11)", 8),
    "havannah 8": ("havannah", {"size": 8}, "havannah(board_size=8)", 8),
    "hex_kb": ("hex_kb", {}, "hex(board_size=11)", 5),
    "torex 11": ("torex", {"size": 11}, "hex(board_size=11)", 5),
    "hy2 6": ("hy2", {}, "hex(board_size=11)", 5),
}
"""A game with its options, what OpenSpiel plays beside it, and how many times as many ends are wanted."""


def ours(stem: str, options: dict[str, object]) -> float:
    """Ends a second of processor time."""
    game = hexgame.load(stem, **options)
    shop = workshop(game)
    shop.wait()
    tree = Tree(shop, ROOT + (1 << 24), USUAL, game.start(seed=1).vector)
    begun = time.process_time()
    tree.run(generator(1), None, time.monotonic() + SECONDS)
    return tree.done * shop.text.ends / (time.process_time() - begun)


def theirs(name: str) -> float:
    """Ends a second of processor time of OpenSpiel's bot with random rollouts."""
    import pyspiel

    game, simulations = pyspiel.load_game(name), 8_000
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 1000, False, 1, False)
    begun = time.process_time()
    bot.step(game.new_initial_state())
    return simulations / (time.process_time() - begun)


def speed() -> None:
    has_peer = importlib.util.find_spec("pyspiel") is not None
    for name, (stem, options, peer, wanted) in SUBJECTS.items():
        rounds = [(ours(stem, options), theirs(peer) if has_peer else math.nan) for _ in range(ROUNDS)]
        mine, other = (sorted(column)[ROUNDS // 2] for column in zip(*rounds, strict=True))
        print(f"{name:12} {mine:12,.0f} ends/s   {peer} {other:10,.0f}   {mine / other:6.1f} (wanted {wanted:g})")


if __name__ == "__main__":
    speed()
