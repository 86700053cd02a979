"""Warnings from random games, the slow part of validation: what happens in them, and claims that they or random full
boards refute."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.text import Span
from ..play.game import Game
from ..proofs.known import Known, known
from ..source.syntax import tree
from ..values.settings import spelt
from .play import Play
from .trials import NO_MOVE, Trial, replayed_by, try_out, warnings_of_trial

FILLINGS = 200
"""How many random full boards are tested."""


def refuted(trial: Trial, seed: int, *, is_stuck: bool = False) -> Iterator[Diagnostic]:
    """Give a warning for each claim that a random game or a random full board refutes; where it is told already that a
    player can be without a move (`is_stuck`), not for what games that end so refute."""
    claims = [claim for item in trial.game.tree.items if isinstance(item, tree.Claims) for claim in item.claims]
    before = known(trial.game) if claims else {}
    if is_stuck:
        apart = {*trial.no_move}
        trial = replace(
            trial,
            draws=[each for each in trial.draws if each not in apart],
            without_move=[each for each in trial.without_move if each not in apart],
        )
    for claim in claims:
        found = _found_before(trial.game, claim.text, before) or _TESTS[claim.text](trial, seed)
        if found:
            yield _refutation(claim.span, claim.text, *found)


def _refutation(span: Span, claim: str, message: str, help_text: str) -> Diagnostic:
    return Diagnostic("HG920", f"this game claims `{claim}`, but {message}", span, help=help_text)


def _found_before(game: Game, claim: str, before: Mapping[str, Known]) -> Finding:
    """What `hexgame prove` has refuted."""
    found = before.get(claim)
    if found is None or found.is_proved:
        return None
    options = "".join(f" --set {name}={spelt(value)}" for name, value in game.options.items())
    return f"it was refuted before: {found.statement}", f"see it: hexgame prove {game.name}{options} --claim {claim}"


Finding = tuple[str, str] | None
"""What refutes a claim, and how to see that for oneself."""


def _in_games(what: str, seeds_of: Callable[[Trial], list[int]], trial: Trial, _: int) -> Finding:
    seeds = seeds_of(trial)
    if not seeds:
        return None
    return what.format(len(seeds), trial.finished + len(trial.endless)), replayed_by(trial.game, seeds[0])


def _on_full_boards(what: str, is_counterexample: Callable[[int], bool], trial: Trial, seed: int) -> Finding:
    game, draw, found, example = trial.game, random.Random(seed), 0, ""
    for _ in range(FILLINGS):
        owners = _filling(game, draw)
        if is_counterexample(_winners(game, owners)):
            found += 1
            example = example or _shown(game, owners)
    return (f"on {found} of {FILLINGS} random full boards {what}", f"such as {example}") if found else None


def _filling(game: Game, draw: random.Random) -> list[int]:
    """Return a random owner for each cell; the players get equal shares, give or take one cell."""
    cells, players = len(game.board.cells), len(game.players)
    owners = [cell % players for cell in range(cells)]
    draw.shuffle(owners)
    return owners


def _winners(game: Game, owners: list[int]) -> int:
    vector = list(game.machine.start)
    vector[: len(owners)] = [game.rules.content(owner, 0) for owner in owners]
    game.machine.rebuild(vector)
    players = range(len(game.players))
    found = [_holding(game, vector, "win", player) for player in players]
    if len(players) == 2:  # who loses lets the other win
        found = [found[player] or _holding(game, vector, "lose", 1 - player) for player in players]
    return sum(found)


def _holding(game: Game, vector: list[int], result: str, player: int) -> bool:
    """Whether an ending with this result holds for a player."""
    return any(
        ending.result == result and ending.player in (None, player) and game.machine.endings[number](vector, player)
        for number, ending in enumerate(game.rules.endings)
    )


MOST_SHOWN = 12
"""So many cells of each player are named of a full board."""


def _shown(game: Game, owners: list[int]) -> str:
    """Describe a full board by the cells of all players but the last, or by the first of them."""
    held = []
    for player, name in enumerate(game.players[:-1]):
        cells = [game.board.names[cell] for cell, owner in enumerate(owners) if owner == player]
        more = f" and {len(cells) - MOST_SHOWN} more" if len(cells) > MOST_SHOWN else ""
        held.append(f"{name}: {' '.join(cells[:MOST_SHOWN])}{more}")
    return f"{'; '.join(held)}; all others {game.players[-1]}"


_TESTS: dict[str, Callable[[Trial, int], Finding]] = {
    "at-least-one-winner": partial(_on_full_boards, "nobody has won", lambda winners: winners == 0),
    "at-most-one-winner": partial(_on_full_boards, "several players have won", lambda winners: winners > 1),
    "no-draws": partial(_in_games, "{} of {} random games ended in a draw", lambda trial: trial.draws),
    "always-a-move": partial(
        _in_games, "in {} of {} random games a player could do nothing but pass", lambda trial: trial.without_move
    ),
    "finite": partial(_in_games, "{} of {} random games did not end", lambda trial: trial.endless),
}


MANY_GAMES = 100
"""The number of games from which on validation reports what never happened in them."""


def warnings_in_play(games: list[Game], play: Play, *, is_stuck: bool = False) -> tuple[list[Diagnostic], bool]:
    """Return the warnings from games on the first and the smallest of some boards, and whether time ran out.

    `is_stuck` says that it is told already, with its cause, that a player can be without a move.
    """
    trials = [try_out(each, play.games, play.seed, play.seconds) for each in _tried(games)]
    return list(_warnings(trials, play, is_stuck)), any(trial.ran_out for trial in trials)


def _tried(games: list[Game]) -> list[Game]:
    """Return the game with its default options, and the one on the smallest board."""
    least = min(games, key=lambda game: len(game.board.cells))
    return list(dict.fromkeys([games[0], least]))


def _warnings(trials: list[Trial], play: Play, is_stuck: bool) -> Iterator[Diagnostic]:
    """Give the warnings of both trials, each once; the one on the smallest board only tests claims."""
    seen: set[tuple[str, object]] = set()
    for number, trial in enumerate(trials):
        found = list(refuted(trial, play.seed, is_stuck=is_stuck))
        if not number:
            found += warnings_of_trial(trial, thorough=play.games >= MANY_GAMES)
        found = [each for each in found if each.code != NO_MOVE or not is_stuck]
        for problem in found:
            if (problem.code, problem.span) not in seen:
                seen.add((problem.code, problem.span))
                yield problem
