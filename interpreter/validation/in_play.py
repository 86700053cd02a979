"""Warnings from random games: the slow part of validation."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics.diagnostic import Diagnostic
from ..play.game import Game
from .claims import refuted
from .play import Play
from .trials import NO_MOVE, Trial, try_out, warnings_of_trial

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
