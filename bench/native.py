"""Speed of compiled games, as ratios measured in one run: `python bench/native.py [speed|peers|start|growth|jobs] …`.

Every figure of speed is a median of interleaved rounds of processor time, on one thread. The yardstick is
`hex_by_numba.py`, Hex 11 written by hand for Numba; with the extra `openspiel`, its games in C++ are measured as well.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import mul
from pathlib import Path

import hex_by_numba

import hexgame
from hexgame.experiments import playouts
from hexgame.machine.chance import generator

ROUNDS, SECONDS = 5, 0.3
HEX = {"pie": "no"}
LIBRARY = Path(__file__).parent.parent / "games"

Run = Callable[[int, int], float]
"""Plays so many games from a seed; gives how many plies they took, or how many they were."""


@dataclass(frozen=True)
class Subject:
    name: str
    run: Run
    yardstick: str
    wanted: str
    unit: str = "playouts"


def plies(stem: str, **options: object) -> Run:
    """The moves of random games of a compiled game."""
    sampler = hexgame.load(stem, **options).compiled()
    ranks = range(sampler.size.longest + 1)
    return lambda games, seed: float(sum(map(mul, sampler.sample(games, generator(seed))[1], ranks)))


def games_of(stem: str, **options: object) -> Run:
    """Random games of a compiled game."""
    sampler = hexgame.load(stem, **options).compiled()
    return lambda games, seed: float(sum(sampler.sample(games, generator(seed))[1]))


def calls(stem: str, **options: object) -> Run:
    """Whole calls of `playouts`, with all that it finds out beside."""
    game = hexgame.load(stem, **options)
    return lambda games, seed: float(playouts(game, games, seed).games)


def fillings(lanes: bool) -> Run:
    """Random fillings of Hex 11: one at a time, or as many as a number has bits."""
    sampler = hexgame.load("hex", **HEX).compiled()
    state, cells, wins = sampler.numbers(sampler.start), sampler.numbers(range(sampler.size.cells)), sampler.zeros(2)

    def run(games: int, seed: int) -> float:
        if lanes:
            sampler.winners(games, generator(seed))
        else:
            sampler.function("fill")(state, generator(seed), games, cells, wins)
        return games

    return run


def subjects() -> list[Subject]:
    return [
        Subject("by hand: playouts", lambda games, seed: hex_by_numba.played(games, seed) and games, "", ""),
        Subject("by hand: fillings", lambda games, seed: hex_by_numba.filled(games, seed) * 0.0 + games, "", ""),
        Subject("hex 11", games_of("hex", **HEX), "by hand: playouts", "1.00"),
        Subject("hex 11, whole calls", calls("hex", **HEX), "by hand: playouts", "0.95"),
        Subject("hex 11, moves", plies("hex", **HEX), "", "", "moves"),
        Subject("torex 11", plies("torex"), "hex 11, moves", "0.60", "moves"),
        Subject("hex_kb", plies("hex_kb"), "hex 11, moves", "0.60", "moves"),
        Subject("hy2 6", plies("hy2"), "hex 11, moves", "0.60", "moves"),
        Subject("y 11", plies("y", size=11), "hex 11, moves", "0.80", "moves"),
        Subject("havannah 8", plies("havannah", size=8), "hex 11, moves", "0.50", "moves"),
        Subject("projex 6", plies("projex", size=6), "hex 11, moves", "0.60", "moves"),
        Subject("knight_vision 10", games_of("knight_vision", size=10), "by hand: playouts", "0.10"),
        Subject("blind_hex 11", games_of("blind_hex", size=11), "by hand: playouts", "0.30"),
        Subject("hex 11, who wins", fillings(lanes=False), "by hand: fillings", "1.5"),
        Subject("hex 11, who wins, bits", fillings(lanes=True), "by hand: fillings", "5"),
    ]


def others() -> list[Subject]:
    """OpenSpiel's games in C++: its own random rollouts, started by one simulation of its tree search."""
    import pyspiel

    def rollouts(name: str) -> Run:
        game = pyspiel.load_game(name)

        def run(games: int, seed: int) -> float:
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
            bot.step(game.new_initial_state())
            return games

        return run

    pairs = [
        ("hex 11", "hex(board_size=11)", games_of("hex", **HEX), "10"),
        ("y 11", "y(board_size=11)", games_of("y", size=11), "4"),
        ("havannah 8", "havannah(board_size=8)", games_of("havannah", size=8), "4"),
    ]
    found = []
    for name, theirs, ours, wanted in pairs:
        found.append(Subject(f"OpenSpiel, {name}", rollouts(theirs), "", ""))
        found.append(Subject(name, ours, f"OpenSpiel, {name}", wanted))
    return found


def measured(every: list[Subject]) -> None:
    """Rates in interleaved rounds, and the median of each round's ratio to the yardstick."""
    sizes = {each.name: calibrated(each.run) for each in every}
    rounds: list[dict[str, float]] = []
    for number in range(ROUNDS):
        rates = {}
        for each in every:
            begun = time.process_time()
            done = each.run(sizes[each.name], number + 1)
            rates[each.name] = done / (time.process_time() - begun)
        rounds.append(rates)
    for each in every:
        rate = statistics.median(rates[each.name] for rates in rounds)
        line = f"{each.name:26} {rate:14,.0f} {each.unit} a second"
        if each.yardstick:
            ratio = statistics.median(rates[each.name] / rates[each.yardstick] for rates in rounds)
            line += f"   {ratio:6.3f} of {each.yardstick} (at least {each.wanted})"
        print(line, flush=True)


def calibrated(run: Run) -> int:
    """How many games take about as long as a measure should; what is compiled is compiled on the way."""
    run(1, 1)
    games = 50
    while True:
        begun = time.process_time()
        run(games, 1)
        spent = time.process_time() - begun
        if spent > SECONDS / 4:
            return max(1, int(games * SECONDS / spent))
        games *= 3


FIRST_THOUSAND = (
    "import time, resource; begun = time.perf_counter(); import hexgame;"
    "from hexgame.machine.chance import generator;"
    "hexgame.load({stem!r}).compiled().sample(1000, generator(1));"
    "print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
)


def start() -> None:
    """From a fresh process to the first 1,000 games: with nothing kept, and with all that was kept then."""
    print("start: seconds until 1,000 games are played; at most 4 at first, 1 from then on, and 400 MB")
    for path in sorted(LIBRARY.glob("*.hexgame")):
        with tempfile.TemporaryDirectory() as folder:
            cold, warm = (fresh(path.stem, folder) for _ in range(2))
        print(f"{path.stem:20} {cold[0]:6.2f} {warm[0]:6.2f}   {max(cold[1], warm[1]):5.0f} MB", flush=True)


def fresh(stem: str, cache: str) -> tuple[float, float]:
    command = [sys.executable, "-c", FIRST_THOUSAND.format(stem=stem)]
    environment = {**os.environ, "HEXGAME_CACHE": cache}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def growth() -> None:
    """How the time for a move grows with the board."""
    print("growth: nanoseconds a move on Hex boards")
    every = [Subject(f"hex {size}", plies("hex", size=size, **HEX), "", "", "moves") for size in (5, 8, 11, 16, 21, 26)]
    sizes = {each.name: calibrated(each.run) for each in every}
    for each in every:
        costs = []
        for number in range(ROUNDS):
            begun = time.process_time()
            moves = each.run(sizes[each.name], number)
            costs.append((time.process_time() - begun) / moves * 1e9)
        print(f"{each.name:10} {statistics.median(costs):6.1f} ns", flush=True)


def jobs() -> None:
    """Two threads against one: by the wall clock, so on an idle machine."""
    game = hexgame.load("hex", **HEX)
    playouts(game, 1_000)
    rates = [[playouts(game, 400_000, jobs=count).games_per_second for count in (1, 2)] for _ in range(ROUNDS)]
    ratio = statistics.median(two / one for one, two in rates)
    print(f"jobs: two threads play {ratio:.2f} times as many games as one (at least 1.7 on an idle machine)")


PARTS: dict[str, Callable[[], None]] = {
    "speed": lambda: measured(subjects()),
    "peers": lambda: measured(others()),
    "start": start,
    "growth": growth,
    "jobs": jobs,
}

if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}, medians of {ROUNDS} rounds")
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
