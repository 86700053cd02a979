"""The report on a match."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from ...experiments.matches.match import MatchReport
from ...experiments.matches.score import Score
from ...values.settings import spelt
from ..columns import columns


def match_page(found: MatchReport) -> str:
    """Return how a match went: score, Elo, seats, endings, lengths."""
    return "\n\n".join(_parts(found))


def _parts(found: MatchReport) -> Iterator[str]:
    match, score = found.match, found.score
    one, other = match.names
    options = "".join(f", {name} = {spelt(value)}" for name, value in match.game.options.items())
    yield f"{match.game.title}{options}\n{one} against {other}, seed {match.seed}, {_games(found)}"
    if sum(found.forfeits):
        yield "\n".join(_forfeits(found))
    if score.games:
        first, second = found.by_seat
        rows = [(f"{one} in all", *_row(score)), ("  moving first", *_row(first)), ("  moving second", *_row(second))]
        yield columns([("", "wins", "draws", "losses", "score", "95 % interval"), *rows])
        if found.different < score.games:
            yield (f"Only {found.different:,} of the {score.games:,} games are different; the others only repeat "
                   "them, so they make no interval narrower.")  # fmt: skip
        yield _strength(score, one, other)
        yield "Endings:\n" + columns([(f"  {how}", str(games)) for how, games in found.endings.items()])
        yield _lengths(sorted(len(game.moves) for game in found.results.all if not game.is_forfeit))
    test = match.test
    if test is not None:
        says = {"stronger": f"{one} is stronger by {test.high:g} Elo points rather than {test.low:g}",
                "not stronger": f"{one} is stronger by {test.low:g} Elo points or less rather than {test.high:g}",
                "": "no verdict yet"}[found.verdict]  # fmt: skip
        stopped = " The test ended the match; the intervals above do not allow for that." if found.verdict else ""
        yield f"Sequential test, about 5 % errors of either kind: {says}.{stopped}"


def _forfeits(found: MatchReport) -> Iterator[str]:
    """Which games were forfeited, and why."""
    for who, (name, number) in enumerate(zip(found.match.names, found.forfeits, strict=True)):
        if number:
            games = "1 game, which counts" if number == 1 else f"{number} games, which count"
            yield f"{name} could not continue in {games} for nobody:"
            why = Counter(game.label for game in found.results.all if game.is_forfeit and game.winner != who)
            yield columns([(f"  {reason}", str(times)) for reason, times in why.most_common()])


def _lengths(lengths: Sequence[int]) -> str:
    """How long games were, from the shortest to the longest."""
    if lengths[0] == lengths[-1]:
        return f"Moves per game: {lengths[0]}" + " in each" * (len(lengths) > 1)
    return f"Moves per game: {lengths[0]} to {lengths[-1]}, half of the games at most {lengths[len(lengths) // 2]}"


def _games(found: MatchReport) -> str:
    score, match = found.score, found.match
    more = f"; {found.beyond} later games are finished, too" if found.beyond else ""
    games = score.games + sum(found.forfeits)
    asked = f"{games} of {match.games} games" if games < match.games else f"{games} games"
    opening = f"each after {match.plies} random move{'s' * (match.plies != 1)}" if match.plies else "from the start"
    return f"{asked}, {opening}{more}"


def _row(score: Score) -> tuple[str, ...]:
    low, high = score.interval
    interval = f"{low:.1%} to {high:.1%}" if score.games else "–"
    share = f"{score.share:.1%}" if score.games else "–"
    return str(score.wins), str(score.draws), str(score.losses), share, interval


def _strength(score: Score, one: str, other: str) -> str:
    difference, low, high = (_elo(each) for each in score.elo)
    return f"Elo difference: {difference} ({low} to {high} at 95 %)" + (
        "" if score.interval[0] > 0.5 or score.interval[1] < 0.5 else f": no difference between {one} and {other} found"
    )


def _elo(points: float) -> str:
    """An Elo difference with its sign; with a decimal where it would pass for 0 but is not."""
    if not math.isfinite(points):
        return "+∞" if points > 0 else "−∞"
    return f"{points:+z.{int(0.05 <= abs(points) < 0.5)}f}".replace("-", "−")
