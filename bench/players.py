"""How fast computer players are, on one thread: `python bench/players.py [GAME …] [--rounds 5]`.

Ends of games judged a second of processor time from the empty board, beside OpenSpiel's MCTSBot in C++ where `pyspiel`
is there. All games are compiled first; then each round takes all games in turn, ours and OpenSpiel's one after the
other, and what counts is the median of the rounds' ratios. `strength.py` says how well they play.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import sys
import time
from statistics import median

import hexgame
from hexgame.machine.chance import generator
from hexgame.play.game import Game
from hexgame.players.search.engine import workshop
from hexgame.players.search.kernel.edges import ROOT
from hexgame.players.search.tree import USUAL, Tree

SECONDS = 1.0
SUBJECTS: dict[str, tuple[str, dict[str, object], str, float]] = {
    "hex 11": ("hex", {"size": 11, "pie": "no"}, "hex(board_size=11)", 100),
    "y 11": ("y", {"size": 11}, "y(board_size=11)", 8),
    "havannah 8": ("havannah", {"size": 8}, "havannah(board_size=8)", 8),
    "hex_kb": ("hex_kb", {}, "hex(board_size=11)", 5),
    "torex 11": ("torex", {"size": 11}, "hex(board_size=11)", 5),
    "hy2 6": ("hy2", {}, "hex(board_size=11)", 5),
}
"""A game with its options, what OpenSpiel plays beside it, and how many times as many ends are wanted."""


def ours(game: Game) -> float:
    """Ends a second of processor time."""
    shop = workshop(game)
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


def compiled(name: str) -> Game:
    """A game whose search is compiled."""
    stem, options, _, _ = SUBJECTS[name]
    game, begun = hexgame.load(stem, **options), time.process_time()
    workshop(game).wait()
    sys.stderr.write(f"{name}: compiled in {time.process_time() - begun:.1f} s\n")
    return game


def speed(names: list[str], number: int) -> None:
    """Print a line for each game."""
    has_peer = importlib.util.find_spec("pyspiel") is not None
    games = {name: compiled(name) for name in names}
    rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for _ in range(number):
        for name in names:
            rounds[name].append((ours(games[name]), theirs(SUBJECTS[name][2]) if has_peer else math.nan))
    for name, found in rounds.items():
        _, _, peer, wanted = SUBJECTS[name]
        mine, other = (median(column) for column in zip(*found, strict=True))
        ratios = [one / each for one, each in found]
        print(f"{name:12} {mine:12,.0f} ends/s   {peer:22} {other:10,.0f}   {median(ratios):6.1f} times "
              f"({min(ratios):.1f} to {max(ratios):.1f}), wanted {wanted:g}")  # fmt: skip


def main() -> None:
    """Measure the games that are named, or all."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="GAME", help=", ".join(SUBJECTS))
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    speed(given.names or list(SUBJECTS), given.rounds)


if __name__ == "__main__":
    main()
