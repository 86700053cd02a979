"""Computer players, on one thread: `python bench/players.py [speed|strength] …`.

`speed`: ends of games judged a second from the empty board, beside OpenSpiel's MCTSBot in C++ where `pyspiel` is there.
`strength`: games between players, colours exchanged, each from a random first stone. Every figure is of processor time.
"""

from __future__ import annotations

import importlib.util
import math
import random
import sys
import time
from collections.abc import Callable

import hexgame
from hexgame.machine.chance import generator
from hexgame.play.game import Game
from hexgame.players import Limits, Player, player
from hexgame.players.search.engine import workshop
from hexgame.players.search.kernel import ROOT
from hexgame.players.search.player import TreePlayer
from hexgame.players.search.tree import USUAL, Manners, Tree

SECONDS, ROUNDS, GAMES = 1.0, 3, 40
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


def match(game: Game, one: Callable[[int], Player], other: Callable[[int], Player], games: int) -> tuple[float, float]:
    """The share of the first player's points over some games, and the half of its 95 % interval."""
    points = 0.0
    for number in range(games):
        state, seat = game.start(seed=number // 2), number % 2
        state.play(random.Random(number // 2).choice([move for move in state.legal_moves if move.word != "swap"]))
        state.let_chance_decide(number // 2)
        players = [(one if each == seat else other)(2 * number + each) for each in range(2)]
        while not state.is_over:
            parts = {name: players[state.seat(name)].choose(state.view(name)).move for name in state.deciders}
            if len(parts) == 1:
                state.play(*parts.values())
            else:
                state.join(**parts)
            state.let_chance_decide(number)
        winner = state.outcome and state.outcome.winner
        points += 0.5 if winner is None else float(state.seat(winner) == seat)
    share = points / games
    return share, 1.96 * math.sqrt(max(share * (1 - share), 0.01) / games)


def mcts(simulations: int, manners: Manners = USUAL) -> Callable[[int], Player]:
    """A player that searches so many simulations."""
    return lambda seed: TreePlayer(seed, Limits(simulations=simulations), manners)


def timed(seconds: float, manners: Manners = USUAL) -> Callable[[int], Player]:
    """A player that searches so long."""
    return lambda seed: TreePlayer(seed, Limits(seconds=seconds), manners)


NUMB = Manners(sense=0, replies=False, bridges=False)
"""Without any sense of connection."""

PAIRS: dict[str, tuple[Callable[[int], Player], Callable[[int], Player]]] = {
    "500 simulations against random": (mcts(500), lambda seed: player("random", seed)),
    "2000 simulations against 500": (mcts(2000), mcts(500)),
    "with what is learnt of cells, against without": (mcts(500), mcts(500, Manners(rave=0, explore=700))),
    "with bridges, against without": (mcts(500), mcts(500, Manners(bridges=False))),
    "with senses, against none, 0.1 s": (timed(0.1), timed(0.1, NUMB)),
    "0.4 s against 0.1 s": (timed(0.4), timed(0.1)),
}


STRENGTH: dict[str, dict[str, object]] = {
    "hex": {"size": 9}, "y": {"size": 9}, "torex": {"size": 7}, "hex_kb": {"size": 7}, "hy2": {},
    "havannah": {"size": 6},
}  # fmt: skip


def strength() -> None:
    for stem, options in STRENGTH.items():
        game = hexgame.load(stem, **options)
        workshop(game).wait()
        for name, (one, other) in PAIRS.items():
            share, half = match(game, one, other, GAMES)
            print(f"{stem:12} {name}: {100 * share:.0f} % ± {100 * half:.0f}", flush=True)


if __name__ == "__main__":
    for each in sys.argv[1:] or ["speed", "strength"]:
        {"speed": speed, "strength": strength}[each]()
