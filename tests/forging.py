"""Certificates altered at random: `python forging.py --seconds 900 --seed 3`.

True certificates of games whose full boards are all looked at here are altered: verdicts turned round, numbers changed,
entries dropped, doubled and exchanged, claims, methods and words of others put in. What a checker still accepts must be
true: its verdict, its numbers and its words, its board, its moves, and what it says play cannot reach. Whatever is
accepted and false is printed.
"""

from __future__ import annotations

import argparse
import copy
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import hexgame
from hexgame.deadline import OutOfTime, time_limit
from hexgame.play.game import Game
from hexgame.proofs import Limits
from hexgame.proofs.checking.certificate import OF_BOARDS, Refused, Unchecked, checked
from hexgame.proofs.counting import attempt as counting
from hexgame.proofs.fillings import fillings_of
from hexgame.proofs.inference import always_a_move, draws_on_full_boards_alone, no_draws
from hexgame.proofs.prove import certificate
from hexgame.proofs.satisfiability import attempt as by_sat
from hexgame.proofs.topology import attempt as by_topology
from hexgame.proofs.verdicts import Proved, Refuted

GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("hex", {"size": 3}), ("torex", {"size": 2}), ("torex", {"size": 3}), ("torex", {"size": 3, "diagonal": "Black"}),
    ("hy2", {"size": 2}), ("y", {"size": 3}), ("y", {"size": 4}), ("moebius_hex", {"size": 3}), ("projex", {"size": 2}),
    ("cylinder_hex", {"size": 3}), ("misere_hex", {"size": 3}), ("master_y", {"size": 4}), ("chameleon", {"size": 3}),
    ("quax", {"size": 2}), ("gale", {"size": 3}), ("cross", {"size": 2}), ("conect", {"size": 3}),
    ("y_hex", {"size": 2}), ("diagonal_hex", {"size": 3}), ("three_player_hex", {"size": 2}),
    ("minefield", {"size": 3}), ("esa_hex", {"size": 3}), ("crossway", {"size": 3}),
)  # fmt: skip
CLAIMS = ("at-least-one-winner", "at-most-one-winner")
METHODS = (counting, by_topology, by_sat)
VALUES: tuple[object, ...] = (
    0, 1, 2, 3, -1, 7, 1 << 70, True, False, None, 1.0, float("nan"), "", "0", "1", "d 1 0", "1 0", [], {}, [0],
    "proved", "refuted", *CLAIMS, "no-draws", "always-a-move", "finite", "inspection", "counting", "topology", "SAT",
    "inference", "logic", "sides", "surface", "this board", "all boards that contradict the claim",
)  # fmt: skip
"""What is put in place of something else."""

SECONDS = 5.0
"""How long a checker may take for one certificate."""


class Truth(NamedTuple):
    """What is true of a game on a small board, found by looking at all full boards and all play."""

    game: Game
    boards: Counter[frozenset[int]]
    in_turn: Counter[frozenset[int]]
    reached: frozenset[tuple[int, ...]] | None
    """The full boards that play reaches; None where that takes too long."""


def truth_of(game: Game, most: int = 20_000) -> Truth:
    """Look at all full boards of a game and, up to so many positions, at all play."""
    from itertools import product  # noqa: PLC0415

    fillings = fillings_of(game)
    boards, in_turn = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for board in product(*([content] if content else fillings.contents for content in fillings.start)):
        winners = fillings.winners(board)
        boards[winners] += 1
        first = sum(held == fillings.contents[0] and not here for held, here in zip(board, fillings.start, strict=True))
        in_turn[winners] += first == fillings.share
    start = game.start(decide_chance=False)
    waiting, seen = [start], {start}
    for state in waiting:
        for move in () if state.is_over or len(seen) > most else state.legal_moves:
            after = state.copy()
            after.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    full = {tuple(each.vector[: len(fillings.start)]) for each in seen}
    reached = frozenset(board for board in full if 0 not in board) if len(seen) <= most else None
    return Truth(game, boards, in_turn, reached)


def entries_of(game: Game) -> Iterator[dict[str, Any]]:
    """Give the true verdicts of all methods, as certificates have them."""
    found: list[Proved | Refuted] = []
    for claim in CLAIMS:
        for method in METHODS:
            try:
                with time_limit(SECONDS):
                    verdict = method.attempt(game, claim, Limits(SECONDS))
            except OutOfTime:
                continue
            if not isinstance(verdict, Proved | Refuted):
                continue
            found.append(verdict)
            if claim == CLAIMS[0] and draws_on_full_boards_alone(game):
                more = (follows(game, verdict) for follows in (no_draws, always_a_move))
                found += [each for each in more if isinstance(each, Proved | Refuted)]
    yield from json.loads(json.dumps(certificate(game, found)))["verdicts"]


def places(held: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Give the ways to everything in an entry."""
    items = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def altered(entry: dict[str, Any], others: list[dict[str, Any]], draw: Random) -> dict[str, Any]:
    """Return an entry with up to three places altered."""
    found = copy.deepcopy(entry)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        if draw.random() < 0.2:
            key = draw.choice([*found] or ["claim"])
            found[key] = copy.deepcopy(draw.choice(others).get(key))
            continue
        few = [path for path in places(found) if len(path) <= draw.choice((1, 2, 3, 9))]
        if not few:
            return found
        path = draw.choice(few)
        held: Any = found
        for key in path[:-1]:
            held = held[key]
        _alter(held, path[-1], draw)
    return found


def _alter(held: Any, key: Any, draw: Random) -> None:
    value, way = held[key], draw.randrange(5)
    if way == 0:
        del held[key]
    elif way == 1 and isinstance(held, list):
        held.insert(draw.randrange(len(held) + 1), copy.deepcopy(draw.choice(held)))
    elif way == 1:
        held[f"{key}{draw.choice((' ', 's', '0'))}"] = value
    elif isinstance(value, list) and way == 2:
        draw.shuffle(value)
    elif isinstance(value, bool):
        held[key] = not value
    elif isinstance(value, int):
        held[key] = value + draw.choice((-2, -1, 1, 2, -value, 60))
    elif isinstance(value, str) and re.search("[0-9]", value) and way < 4:
        number = draw.choice(re.findall("[0-9]+", value))
        held[key] = value.replace(number, str(max(0, int(number) + draw.choice((-1, 1, 10)))), 1)
    elif value in ("proved", "refuted"):
        held[key] = {"proved": "refuted", "refuted": "proved"}[value]
    else:
        held[key] = draw.choice(VALUES)


def is_true(truth: Truth, entry: dict[str, Any], right: list[dict[str, Any]]) -> bool:
    """Whether all that an entry says is so."""
    claim, data, filling = entry["claim"], entry["data"], tuple(entry.get("filling", ()))
    alike = [each for each in right if (each["claim"], each["verdict"]) == (claim, entry["verdict"])]
    for key, numbers in (("boards by winners", truth.boards), ("boards in turn by winners", truth.in_turn)):
        said = {",".join(map(str, sorted(winners))): str(each) for winners, each in numbers.items() if each}
        if key in data and data[key] != said:
            return False
    words = {each["statement"] for each in alike}
    words |= {re.sub(", [0-9,]+ of the [0-9,]+ filled in turn", "", each) for each in words}
    if re.sub("satisfy [0-9,]+ clauses", "", entry["statement"]) not in {
        re.sub("satisfy [0-9,]+ clauses", "", each) for each in words
    }:
        return False
    if not alike or ("clauses" in data and f" {len(data['clauses']):,} clauses" not in entry["statement"]):
        return False
    if filling:
        basis = CLAIMS[1] if claim == CLAIMS[1] else CLAIMS[0]
        winners = len(fillings_of(truth.game).winners(filling))
        if (winners > 0) if basis == CLAIMS[0] else (winners < 2):
            return False
        if not set(filling) <= {*fillings_of(truth.game).contents, *fillings_of(truth.game).start}:
            return False
        end = truth.game.start(decide_chance=False).play_all(map(truth.game.move, entry["moves"]))
        if entry["reached"] is not (tuple(end.vector[: len(filling)]) == filling):
            return False
        if entry["out of play"] and (truth.reached is None or filling in truth.reached):
            return False
        if entry["out of play"].startswith("all") and not any(
            each["out of play"] == entry["out of play"] for each in alike
        ):
            return False
    return True


class Forging:
    """How many altered certificates were refused, not verified, and accepted; those that are accepted and false."""

    def __init__(self) -> None:
        self.said, self.false = Counter[str](), list[str]()

    def game(self, name: str, options: dict[str, object], draw: Random, times: int) -> None:
        """Alter the certificates of a game so many times each."""
        game = hexgame.load(name, **options)
        truth, right = truth_of(game), list(entries_of(game))
        for entry in right:
            assert is_true(truth, entry, right), entry
            for _ in range(times):
                self._try(truth, altered(entry, right, draw), right)

    def _try(self, truth: Truth, entry: dict[str, Any], right: list[dict[str, Any]]) -> None:
        try:
            with time_limit(SECONDS):
                checked(truth.game, entry)
        except Refused:
            self.said["refused"] += 1
        except Unchecked:
            self.said["not verified"] += 1
        except OutOfTime:
            self.said["out of time"] += 1
        else:
            if entry.get("method") not in OF_BOARDS:
                self.said["accepted, about play alone"] += 1
                return
            is_new = entry not in right
            self.said["accepted, altered and true" if is_new else "accepted, as it was"] += 1
            if not is_true(truth, entry, right):
                self.false.append(f"{truth.game.name} {truth.game.options}: {json.dumps(entry)[:2_000]}")


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Alter certificates for some time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=20)
    chosen = parser.parse_args()
    forging, draw, until = Forging(), Random(chosen.seed), time.monotonic() + chosen.seconds
    while time.monotonic() < until:
        for name, options in GAMES:
            if time.monotonic() < until:
                forging.game(name, options, draw, chosen.times)
                say(f"{name} {options} {dict(forging.said)}, {len(forging.false)} false")
    say("\n".join(forging.false))
    raise SystemExit(bool(forging.false))


if __name__ == "__main__":
    main()
