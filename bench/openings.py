"""Even openings for matches: `python bench/openings.py [BOARD …] [--jobs 2]`; `strength.py` reads what it writes.

On a small board nearly every opening is won for one side whoever plays it, and a pair of games from such an opening
tells nothing about the players. So many openings of a few random moves are tried, and those kept after which games
between equals end most evenly. Limits are numbers of simulations: a search that has not changed finds the same again.
"""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean

import hexgame
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.players import Limits
from hexgame.players.search.engine import workshop
from hexgame.players.search.player import TreePlayer

BOARDS: dict[str, tuple[str, Mapping[str, object]]] = {
    "hex 9": ("hex", {"size": 9, "pie": "no"}),
    "hex 11": ("hex", {"size": 11, "pie": "no"}),
    "hex_kb 8": ("hex_kb", {"size": 8}),
    "y 9": ("y", {"size": 9}),
    "havannah 6": ("havannah", {"size": 6}),
    "torex 8": ("torex", {"size": 8}),
    "knight_vision": ("knight_vision", {}),
    "hy2": ("hy2", {}),
    "blind_hex 7": ("blind_hex", {"size": 7}),
}
"""What matches are played on: a game and its options."""

EVEN = ("hex 9", "hex_kb 8", "y 9", "havannah 6")
"""The boards with even openings; on others, matches begin at the beginning."""

TRIED = 480
"""How many openings are tried."""

SIEVES = ((100, 4, 120), (800, 4, 80), (3200, 4, 40), (3200, 12, 20))
"""How many simulations a move quick games have, how many of them there are from each opening, and how many openings are
kept: those after which they ended most evenly."""

FILE = Path(__file__).with_suffix(".json")
"""The moves of the openings of each board."""


def openings(name: str) -> list[State]:
    """The even openings of a board, if any were found for it."""
    game = loaded(name)
    return [_after(game, moves.split(), number) for number, moves in enumerate(_kept().get(name, ()))]


@functools.cache
def loaded(name: str) -> Game:
    """The game on a board."""
    stem, options = BOARDS[name]
    return hexgame.load(stem, **options)


def _kept() -> dict[str, list[str]]:
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def _after(game: Game, moves: Sequence[str], seed: int) -> State:
    state = game.start(seed=seed)
    state.let_chance_decide(seed)
    for move in moves:
        state.play(move)
        state.let_chance_decide(seed)
    return state


def _tried(game: Game) -> Iterator[str]:
    """Openings of two to four random moves, none of which leads to the same stones as another."""
    found: set[tuple[int, ...]] = set()
    for number in range(TRIED):
        state, dice = game.start(seed=number), random.Random(number)
        for _ in range(2 + number % 3):
            state.let_chance_decide(number)
            if state.is_over:
                break
            state.play(dice.choice(state.legal_moves))
        cells = tuple(state.vector[: len(game.board.cells)])
        if not state.is_over and cells not in found:
            found.add(cells)
            yield " ".join(move.text for move in state.moves)


def quick_game(name: str, moves: str, seed: int, simulations: int) -> float:
    """The points of the first seat in a game of two equal sides with so many simulations a move."""
    state = _after(loaded(name), moves.split(), seed)
    players = [TreePlayer(2 * seed + k) for k in range(2)]
    while not state.is_over and len(state.deciders) == 1:
        (decider,) = state.deciders
        choice = players[state.seat(decider)].choose(state.view(decider), Limits(simulations=simulations))
        if choice.proved:
            return choice.values[0]
        state.play(choice.move)
        state.let_chance_decide(seed)
    return points(state, 0)


def points(state: State, seat: int) -> float:
    """What a seat has won of a game."""
    winner = None if state.outcome is None else state.outcome.winner
    return 0.5 if winner is None else float(state.seat(winner) == seat)


def _share(work: tuple[str, str, int, int, int]) -> float:
    name, moves, simulations, games, stage = work
    workshop(loaded(name)).wait()
    return fmean(quick_game(name, moves, 100 * stage + k, simulations) for k in range(games))


def sieved(name: str, jobs: int) -> list[str]:
    """The openings of a board that are kept."""
    workshop(loaded(name)).wait()
    kept = list(_tried(loaded(name)))
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for stage, (simulations, games, number) in enumerate(SIEVES):
            shares = pool.map(_share, [(name, moves, simulations, games, stage) for moves in kept], chunksize=2)
            order = sorted(range(len(kept)), key=lambda k: abs(shares[k] - 0.5))[:number]
            kept = [kept[k] for k in order]
            sys.stderr.write(f"{name}: {simulations} simulations, shares {sorted(shares[k] for k in order)}\n")
    return kept


def main() -> None:
    """Sieve the openings of the boards that are named, or of those of `EVEN`."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("names", nargs="*", metavar="BOARD", help=", ".join(EVEN))
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    for name in set(given.names) - set(BOARDS):
        arguments.error(f"there is no board `{name}`; choose among {', '.join(BOARDS)}")
    for name in given.names or EVEN:
        found = {**_kept(), name: sieved(name, given.jobs)}
        FILE.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
