"""How strong computer players are: `python bench/strength.py [MATCH …] [--seconds 0.2] [--games 200] [--stop]`.

Seconds a move are of processor time, so that other processes do not matter; with `--simulations 1000`, searches have
so many instead, which tells what they know from what that costs. Games come in pairs with the same opening and
exchanged colours, from the even openings that `openings.py` has found, if any; a game is over once a search has proved
how it ends. With `--stop`, a match ends early if the 95 % interval does not hold the share that is wanted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Protocol

from openings import EVEN, loaded, openings, points

from hexgame.experiments.matches.score import Score
from hexgame.play.game import Game
from hexgame.play.moves import Move
from hexgame.play.state import State
from hexgame.players import Limits, Player, player
from hexgame.players.protocol import UNLIMITED
from hexgame.players.search import player as choosing
from hexgame.players.search import tree as growing
from hexgame.players.search.engine import workshop
from hexgame.players.search.player import TreePlayer
from hexgame.players.search.tree import SENSELESS, USUAL, Manners

SENSES = {
    "threats": replace(SENSELESS, sense=None, threats=True, prior=0),
    "ways": replace(SENSELESS, sense=None, threats=False, prior=None),
    "dead": replace(SENSELESS, idle=64),
    "bridges": replace(SENSELESS, bridges=True),
    "replies": replace(SENSELESS, replies=True, saves=USUAL.saves),
    "rings": replace(SENSELESS, rings=USUAL.rings),
}
"""Each sense alone; on a board that knows no such thing, both sides of its match are the same."""

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

    def __init__(self, game: Game, seed: int, budget: Budget) -> None:
        import pyspiel

        self._game = pyspiel.load_game(f"{game.title.lower()}(board_size={game.options['size']})")
        self._bot = lambda number: pyspiel.MCTSBot(
            self._game, pyspiel.RandomRolloutEvaluator(1, seed + 1), 2.0, number, 1000, False, seed + 1, False
        )
        self._cells = sorted(self._game.new_initial_state().legal_actions())
        self._seconds, self._pace = budget.seconds, 0.0

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


@dataclass(frozen=True)
class Budget:
    """What a move may take: seconds of processor time, or simulations if there are any."""

    seconds: float
    simulations: int = 0

    def limits(self, factor: float) -> Limits:
        """So many times that."""
        if self.simulations:
            return Limits(simulations=round(factor * self.simulations))
        return Limits(seconds=factor * self.seconds)


Make = Callable[[Game, int, Budget], Searcher]
"""From the game, a seed and what a move may take."""


def search(manners: Manners = USUAL, factor: float = 1.0) -> Make:
    """The search with some of what it knows, for so many times the usual time."""
    return lambda _, seed, budget: Ours(TreePlayer(seed, manners=manners), budget.limits(factor))


def named(name: str, limits: Limits = UNLIMITED) -> Make:
    """A player by its name, with limits of its own."""
    return lambda _, seed, __: Ours(player(name, seed), limits)


@dataclass(frozen=True)
class Match:
    """Two sides on a board of `openings.py`, and the share that the first is to win."""

    board: str
    one: Make
    other: Make
    wanted: float


OPENSPIEL = {"hex 9": 0.95, "hex 11": 0.95, "y 9": 0.90, "havannah 6": 0.90}
SEEDS = ("hex_kb 8", "torex 8", "hy2", "knight_vision", "blind_hex 7")


def matches() -> dict[str, Match]:
    """All matches by name."""
    found: dict[str, Match] = {}
    for board, wanted in OPENSPIEL.items():
        found[f"{board} openspiel"] = Match(board, search(), Peer, wanted)
    for board in EVEN:
        found[f"{board} senses"] = Match(board, search(), search(SENSELESS), 0.75)
        for sense, manners in SENSES.items():
            found[f"{board} {sense}"] = Match(board, search(manners), search(SENSELESS), 0.5)
    for board in ("hex 9", *SEEDS):
        found[f"{board} times4"] = Match(board, search(factor=4), search(), 0.65)
    for board in SEEDS:
        found[f"{board} random"] = Match(board, named("mcts", Limits(simulations=400)), named("random"), 0.97)
        found[f"{board} levels"] = Match(board, search(factor=5), named("easy"), 0.90)
    return found


class Table:
    """Games between two sides, and the time that they use."""

    def __init__(self, match: Match, budget: Budget) -> None:
        self.game = loaded(match.board)
        self._sides, self._budget = (match.one, match.other), budget
        self.used, self.moves = [0.0, 0.0], [1, 1]
        workshop(self.game).wait()
        self._openings = openings(match.board)

    def played(self, number: int) -> tuple[float, tuple[Move, ...]]:
        """Play a game; return the points of the first side, and the moves."""
        state, seat = self.game.start(seed=number // 2), number % 2
        if self._openings:
            state = self._openings[number // 2 % len(self._openings)].copy()
        state.let_chance_decide(number // 2)
        players = [self._sides[(k + seat) % 2](self.game, 2 * number + k, self._budget) for k in range(2)]
        while not state.is_over:
            parts = {}
            for name in state.deciders:
                at = state.seat(name)
                side, begun = (at + seat) % 2, time.process_time()
                parts[name], values = players[at].move(state, name)
                self.used[side] += time.process_time() - begun
                self.moves[side] += 1
                if values:
                    return values[seat], tuple(state.moves)
            if len(parts) == 1:
                state.play(*parts.values())
            else:
                state.join(**parts)
            state.let_chance_decide(number)
        return points(state, seat), tuple(state.moves)


def run(name: str, match: Match, budget: Budget, games: int, stop: bool) -> str:
    """Play a match; returns its line."""
    table = Table(match, budget)
    pairs, moves, is_decided = list[tuple[float, ...]](), list[object](), False
    found = Score.of(pairs)
    while found.games < games and not (stop and is_decided):
        points, course = zip(*(table.played(found.games + side) for side in range(2)), strict=True)
        pairs.append(points)
        moves.append(course)
        found = Score.of(pairs, moves)
        low, high = found.interval
        is_decided = found.games >= LEAST and not low <= match.wanted <= high
        if found.games % 20 == 0:
            sys.stderr.write(f"  {name}: {found.share * found.games:g} of {found.games}\n")
    one, other = (1000 * used / moves for used, moves in zip(table.used, table.moves, strict=True))
    early = ", stopped early, for which the interval does not allow" if found.games < games else ""
    shapes = ", ".join(f"{number} of {points:g}" for points, number in sorted(Counter(map(sum, pairs)).items()))
    return (
        f"{name:24} {found.share:6.1%} of {found.games:3} games ({low:.0%} to {high:.0%}){early}, wanted "
        f"{match.wanted:.0%}; {found.wins} won, {found.draws} drawn; pairs by points: {shapes}; "
        f"as good as {found.independent:.0f} independent pairs; {one:.0f} and {other:.0f} ms a move"
    )


def main() -> None:
    known = matches()
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("matches", nargs="*", metavar="MATCH", help=", ".join(known))
    arguments.add_argument("--seconds", type=float, default=0.2)
    arguments.add_argument("--simulations", type=int, default=0)
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--stop", action="store_true")
    given = arguments.parse_args()
    for module in (choosing, growing):
        vars(module)["time"] = SimpleNamespace(monotonic=time.process_time)
    vars(choosing)["SPARE"] = 0.0
    budget = Budget(given.seconds, given.simulations)
    for name in given.matches or known:
        print(run(name, known[name], budget, given.games, given.stop), flush=True)


if __name__ == "__main__":
    main()
