"""How strong computer players are: `python bench/strength.py [MATCH …] [--seconds 0.2] [--games 200] [--stop]`.

Seconds a move are of processor time, so that other processes do not matter. Games come in pairs with the same first
move, one of the third that a short search sees nearest to even, and exchanged colours; a game is over once a search has
proved how it ends. With `--stop`, a match ends early if the 95 % interval does not hold the share that is wanted.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from types import SimpleNamespace
from typing import Protocol

import hexgame
from hexgame.play.game import Game
from hexgame.play.moves import Move
from hexgame.play.state import State
from hexgame.players import Limits, Player, player
from hexgame.players.protocol import UNLIMITED
from hexgame.players.search import player as choosing
from hexgame.players.search import tree as growing
from hexgame.players.search.engine import workshop
from hexgame.players.search.player import TreePlayer
from hexgame.players.search.tree import USUAL, Manners

NUMB = Manners(sense=0, replies=False, bridges=False)
"""Without any sense of connection."""
TRIED = 1000
"""The simulations by which openings are judged."""

LEAST = 40
"""How many games a match has before it may end early."""


class Searcher(Protocol):
    """Whatever plays one side of one game."""

    def move(self, state: State, name: str) -> tuple[Move, Sequence[float]]:
        """Return a move, and what each seat gets if that is proved."""


class Ours:
    """A player of ours."""

    def __init__(self, player: Player, limits: Limits) -> None:
        self._player, self._limits = player, limits

    def move(self, state: State, name: str) -> tuple[Move, Sequence[float]]:
        """Return its choice."""
        choice = self._player.choose(state.view(name), self._limits)
        return choice.move, choice.values if choice.proved else ()


class Peer:
    """OpenSpiel's bot with random rollouts, in a game that it knows by the same name; as fast as in its last move."""

    def __init__(self, game: Game, seed: int, seconds: float) -> None:
        import pyspiel

        self._game = pyspiel.load_game(f"{game.title.lower()}(board_size={game.options['size']})")
        self._bot = lambda number: pyspiel.MCTSBot(
            self._game, pyspiel.RandomRolloutEvaluator(1, seed + 1), 2.0, number, 1000, False, seed + 1, False
        )
        self._cells = sorted(self._game.new_initial_state().legal_actions())
        self._seconds, self._pace = seconds, 0.0

    def move(self, state: State, name: str) -> tuple[Move, Sequence[float]]:
        """Return its move after those of a game."""
        theirs = self._game.new_initial_state()
        for move in state.moves:
            theirs.apply_action(self._cells[move.code])
        if not self._pace:
            self._take(theirs, 200)
        action = self._take(theirs, max(1, round(self._seconds / self._pace)))
        return state.game.move(self._cells.index(action)), ()

    def _take(self, theirs: object, number: int) -> int:
        begun = time.process_time()
        action = int(self._bot(number).step(theirs))
        self._pace = (time.process_time() - begun) / number
        return action


Make = Callable[[Game, int, float], Searcher]
"""From the game, a seed and the seconds of processor time that a move may take."""


def search(manners: Manners = USUAL, factor: float = 1.0) -> Make:
    """The search with some of what it knows, for so many times the usual time."""
    return lambda _, seed, seconds: Ours(TreePlayer(seed, manners=manners), Limits(seconds=factor * seconds))


def named(name: str, limits: Limits = UNLIMITED) -> Make:
    """A player by its name, with limits of its own."""
    return lambda _, seed, __: Ours(player(name, seed), limits)


@dataclass(frozen=True)
class Match:
    """Two sides at a game, and the share that the first is to win."""

    stem: str
    options: Mapping[str, object]
    one: Make
    other: Make
    wanted: float


OPENSPIEL: dict[str, tuple[str, Mapping[str, object], float]] = {
    "hex 9": ("hex", {"size": 9, "pie": "no"}, 0.95),
    "hex 11": ("hex", {"size": 11, "pie": "no"}, 0.95),
    "y 9": ("y", {"size": 9}, 0.90),
    "havannah 6": ("havannah", {"size": 6}, 0.90),
}
SEEDS: dict[str, Mapping[str, object]] = {
    "knight_vision": {},
    "hy2": {},
    "torex": {"size": 8},
    "blind_hex": {"size": 7},
    "hex_kb": {"size": 8},
}
SENSED: dict[str, tuple[str, Mapping[str, object]]] = {
    "hex 9": ("hex", {"size": 9, "pie": "no"}),
    "hex_kb": ("hex_kb", {"size": 8}),
    "y 9": ("y", {"size": 9}),
    "havannah 6": ("havannah", {"size": 6}),
}


def matches() -> dict[str, Match]:
    """All matches by name."""
    found: dict[str, Match] = {}
    for name, (stem, options, wanted) in OPENSPIEL.items():
        found[f"{name} openspiel"] = Match(stem, options, search(), Peer, wanted)
    for name, (stem, options) in SENSED.items():
        found[f"{name} senses"] = Match(stem, options, search(), search(NUMB), 0.75)
    for name, (stem, options) in {"hex 9": SENSED["hex 9"], **{s: (s, o) for s, o in SEEDS.items()}}.items():
        found[f"{name} times4"] = Match(stem, options, search(factor=4), search(), 0.65)
    for stem, options in SEEDS.items():
        found[f"{stem} random"] = Match(stem, options, named("mcts", Limits(simulations=400)), named("random"), 0.97)
        found[f"{stem} levels"] = Match(stem, options, search(factor=5), named("easy"), 0.90)
    return found


def _openings(state: State) -> Iterator[Move]:
    """First moves after which a short search sees both sides nearest to even, a third of all, in random order; none
    where somebody does not see all."""
    if len(state.deciders) != 1 or state.view(state.deciders[0]).is_partial:
        return
    doubts = []
    for move in state.legal_moves:
        after = state.copy()
        after.play(move)
        after.let_chance_decide(0)
        if len(after.deciders) == 1:
            choice = TreePlayer(0).choose(after.view(after.deciders[0]), Limits(simulations=TRIED))
            doubts.append((abs(choice.values[0] - 0.5), move))
    doubts.sort(key=lambda each: each[0])
    found = [move for _, move in doubts[: max(1, len(doubts) // 3)]]
    random.Random(1).shuffle(found)
    yield from found


class Table:
    """Games between two sides, and the time that they use."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.game = hexgame.load(match.stem, **match.options)
        self._sides, self._seconds = (match.one, match.other), seconds
        self.used, self.moves = [0.0, 0.0], [1, 1]
        workshop(self.game).wait()
        self._openings = list(_openings(self.game.start(seed=0)))

    def played(self, number: int) -> float:
        """Play a game; return the points of the first side."""
        state, seat = self.game.start(seed=number // 2), number % 2
        if self._openings:
            state.play(self._openings[number // 2 % len(self._openings)])
        state.let_chance_decide(number // 2)
        players = [self._sides[(k + seat) % 2](self.game, 2 * number + k, self._seconds) for k in range(2)]
        while not state.is_over:
            parts = {}
            for name in state.deciders:
                at = state.seat(name)
                side, begun = (at + seat) % 2, time.process_time()
                parts[name], values = players[at].move(state, name)
                self.used[side] += time.process_time() - begun
                self.moves[side] += 1
                if values:
                    return values[seat]
            if len(parts) == 1:
                state.play(*parts.values())
            else:
                state.join(**parts)
            state.let_chance_decide(number)
        winner = None if state.outcome is None else state.outcome.winner
        return 0.5 if winner is None else float(state.seat(winner) == seat)


def interval(points: float, games: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a share."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def run(name: str, match: Match, seconds: float, games: int, stop: bool) -> str:
    """Play a match; returns its line."""
    table = Table(match, seconds)
    points, count, low, high = 0.0, 0, 0.0, 1.0
    while count < games and not (stop and count >= LEAST and not low <= match.wanted <= high):
        points += table.played(count) + table.played(count + 1)
        count += 2
        low, high = interval(points, count, 0.95)
        if count % 20 == 0:
            sys.stderr.write(f"  {name}: {points:g} of {count}\n")
    one, other = (1000 * used / moves for used, moves in zip(table.used, table.moves, strict=True))
    return (
        f"{name:24} {100 * points / count:5.1f} % of {count:3} games ({100 * low:.0f} to {100 * high:.0f}), "
        f"wanted {100 * match.wanted:g}; {one:.0f} and {other:.0f} ms a move"
    )


def main() -> None:
    known = matches()
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("matches", nargs="*", metavar="MATCH", help=", ".join(known))
    arguments.add_argument("--seconds", type=float, default=0.2)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--stop", action="store_true")
    given = arguments.parse_args()
    for module in (choosing, growing):
        vars(module)["time"] = SimpleNamespace(monotonic=time.process_time)
    vars(choosing)["SPARE"] = 0.0
    for name in given.matches or known:
        print(run(name, known[name], given.seconds, given.games, given.stop), flush=True)


if __name__ == "__main__":
    main()
