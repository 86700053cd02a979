"""Forged certificates: what an adversary would write for claims about play that are false, on sheets whose truth a
search over all positions knows. `python forging_play.py 600` makes them up for that many random sheets; none may be
verified.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from turning import random_turns

import hexgame
from hexgame.deadline import OutOfTime, time_limit
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.proofs import Limits, Proved, wording
from hexgame.proofs.checking.certificate import Refused, Unchecked, checked
from hexgame.proofs.prove import certificate
from hexgame.proofs.reachability import measure
from hexgame.proofs.reachability.search import Reached, Search

SECONDS, MEMORY, MANY = 10.0, 1 << 24, 40

BOUNDS = ("free", "fills a cell", "raises a number", "possible once", "passes", "tied to a turn", "new board",
          "new board later", "never on offer")  # fmt: skip


def verdict_of(game: Game, entry: dict[str, Any]) -> str:
    """What the checker says of an entry."""
    try:
        with time_limit(SECONDS):
            checked(game, json.loads(json.dumps(entry)))
    except Refused:
        return "refused"
    except (Unchecked, OutOfTime):
        return "not verified"
    return "verified"


def measures(game: Game, draw: Random, many: int = MANY) -> Iterator[dict[str, Any]]:
    """Give measures that are made up, with the statements that belong to them."""
    rules, cells = game.rules, game.machine.start[: len(game.board.cells)].count(0)
    for _ in range(many):
        across = _rows(game, draw)
        within = [{"mover": None, **(across if draw.random() < 0.5 else _rows(game, draw))}]
        if draw.random() < 0.3:
            within = [{"mover": each, **_rows(game, draw)} for each in range(len(rules.players))]
        whole = draw.choice(("", "", "", "turns", "quiet turns"))
        data = {"empty cells": cells, **across, "within a turn": within, "whole": whole}
        entry = {"claim": "finite", "verdict": "proved", "method": "measure", "data": data}
        yield {**entry, "statement": wording.statement(rules, data)}


def _rows(game: Game, draw: Random) -> dict[str, Any]:
    rules = game.rules
    bounds = [draw.choice(BOUNDS) for _ in rules.decisions]
    pieces = [*range(1, rules.content_count)]
    held = [pieces, *(draw.sample([-1, 0, *pieces], draw.randint(1, 4)) for _ in range(2))]
    classes: list[list[list[int]]] = []
    for number, bound in enumerate(bounds):
        if bound in ("fills a cell", "raises a number"):
            content = pieces if bound == "fills a cell" else draw.choice(held)
            row = next((each for each in classes if each[0] == content), None)
            if row is None:
                classes.append(row := [content, []])
            row[1].append(number)
    draw.shuffle(classes)
    named = [[decision.word, bound] for decision, bound in zip(rules.decisions, bounds, strict=True)]
    return {"decisions": named, "classes": classes}


def searches(found: Reached) -> Iterator[dict[str, Any]]:
    """Give proofs by a search over all positions, and refutations, of what is not so, with right and wrong numbers."""
    true = {"no-draws": found.drawn, "always-a-move": found.stuck, "finite": found.cycle}
    for claim, against in true.items():
        for more in (0, 1, -1):
            data = {"unfinished": found.unfinished + more, "ended": found.ended - more}
            entry = {"claim": claim, "verdict": "proved", "method": "reachability", "data": data}
            if against is not None or more:
                yield {**entry, "statement": wording.proof(data)}
        line = next((each for each in (found.drawn, found.stuck, found.cycle) if each is not None), ())
        if against is None:
            forged: list[dict[str, int]] = [
                {},
                {"unfinished": found.unfinished, "ended": found.ended, "contradicting": 1},
            ]
            for data in forged:
                yield {"claim": claim, "verdict": "refuted", "method": "reachability", "moves": [*line], "filling": [],
                       "reached": True, "out of play": "", "data": data,
                       "statement": wording.refutation(claim, data)}  # fmt: skip


def mutants(entry: dict[str, Any], draw: Random, many: int) -> Iterator[dict[str, Any]]:
    """Give copies of a true entry, each changed in one to three places."""
    for _ in range(many):
        changed = json.loads(json.dumps(entry))
        for _ in range(draw.randint(1, 3)):
            _mutate(changed, draw)
        if changed != entry:
            yield changed


def _mutate(entry: dict[str, Any], draw: Random) -> None:
    """Change one value somewhere in an entry."""
    held: Any = entry
    while True:
        keys = [*held] if isinstance(held, dict) else [*range(len(held))]
        if not keys:
            return
        key = draw.choice(keys)
        if isinstance(held[key], dict | list) and held[key] and draw.random() < 0.85:
            held = held[key]
            continue
        held[key] = _other(held[key], draw)
        if draw.random() < 0.1:
            del held[key]
        return


def _other(value: Any, draw: Random) -> Any:
    match value:
        case bool() | None:
            return draw.choice((True, False, None, 0, 1))
        case int():
            return draw.choice((value + 1, value - 1, -value, 0, 10**30, float(value), str(value), value == 1, [value]))
        case str() if value in BOUNDS:
            return draw.choice(BOUNDS)
        case str():
            return draw.choice((value + " and Red wins", value[:-1], "", "proved", "refuted", "finite", "no-draws",
                                "always-a-move", "reachability", "measure", "SAT", "turns", "quiet turns"))  # fmt: skip
        case list():
            return draw.choice(([], value[::-1], value + value, value[:-1], value[1:], {}, None))
        case _:
            return draw.choice(({}, [], None, 0))


def forged(seed: int, said: Counter[str], wrong: list[str]) -> None:
    """Forge certificates for a random sheet, and check those that are true."""
    draw = Random(seed)
    try:
        game = hexgame.load(Source("turns", random_turns(draw)))
        with time_limit(SECONDS):
            found = Search(game, Limits(memory=MEMORY)).run("")
    except (hexgame.HexgameError, OutOfTime):
        return
    true = measure.attempt(game, "finite", Limits())
    if isinstance(true, Proved):
        how = verdict_of(game, json.loads(json.dumps(certificate(game, [true])))["verdicts"][0])
        said[f"true, {how}"] += 1
        wrong += [f"seed {seed}: a true measure is {how}"] if how != "verified" else []
    entries = [*searches(found)] if found.is_whole else []
    if found.cycle is not None:
        entries += measures(game, draw)
    for entry in entries:
        how = verdict_of(game, entry)
        said[f"false, {how}"] += 1
        if how == "verified":
            wrong.append(f"seed {seed}: a false certificate is verified: {json.dumps(entry)}")


def main() -> None:
    """Forge certificates for as many sheets as the command line says."""
    said: Counter[str] = Counter()
    wrong: list[str] = []
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for seed in range(first, first + int(sys.argv[1] if len(sys.argv) > 1 else "100")):
        forged(seed, said, wrong)
    sys.stdout.write("\n".join([*wrong, str(dict(said))]) + "\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
