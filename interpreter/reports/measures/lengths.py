"""How long games are, and how wide: lengths, moves to choose from, decisions with a choice, how full the board gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...statistics import sure
from ...statistics.digits import ends, percent
from ...statistics.digits import number as figure
from ...statistics.estimates import FEWEST as FEWEST_MEASURED
from ...statistics.estimates import Estimate, mean, mean_share, median, ratio, share, within
from ...statistics.sure import exactly
from ..exact.known import Known, known_of
from ..kinds.playouts import PLAYOUTS
from ..kinds.walks import WALKS, Walks
from ..sections import Entry, Finding, Part, Plot, Section, Series, Table, Unanswered
from ..study import Study
from .winners import counted_whole, random_games

QUANTILES = {"5 % of games: at most": 0.05, "25 % of games: at most": 0.25, "the median": 0.5,
             "75 % of games: at most": 0.75, "95 % of games: at most": 0.95}  # fmt: skip

FEWEST = 30
"""The fewest games that a point of a curve needs."""

BARS = 40
"""The most bars of a plot."""


def how_long(study: Study) -> Section | None:
    """The number of decisions in a random game, those of chance included.

    The mean has Student's interval; quantiles have intervals between two lengths that were seen (W. R. Thompson, 1936),
    whatever the distribution is. The shortest and the longest are those seen, not those possible.
    """
    known = known_of(study.game)
    if known:
        return _known(study, known)
    found = random_games(study)
    if not found.games:
        return None
    lengths = found.lengths
    sample = {float(length): games for length, games in lengths.items()}
    rows: list[tuple[Entry, ...]] = [("mean", mean(sample))]
    rows += [(name, median(sample, quantile)) for name, quantile in QUANTILES.items()]
    rows += [("shortest seen", min(lengths)), ("longest seen", max(lengths))]
    parts: list[Part] = [Table("Decisions in a game", ("", "decisions"), tuple(rows))]
    says = [] if len(lengths) > 1 else [f"Every game took {min(lengths)} decisions."]
    if len(lengths) > 1:
        parts.append(_lengths(lengths, found.games))
    return Section("length", "How long games are", tuple(says), tuple(parts), (study.basis(PLAYOUTS),))


def _known(study: Study, known: Known) -> Section:
    """The lengths of random games of a game that is counted as a whole."""
    lengths, length = known.lengths, known.length
    rows: tuple[tuple[Entry, ...], ...] = (("mean", length), ("shortest", min(lengths)), ("longest", max(lengths)))
    says = Finding(f"A random game takes {figure(length)} decisions on average: this is exact.", length)
    bars = tuple((each, exactly(chance, known.whole.games)) for each, chance in lengths.items())
    parts: list[Part] = [Table("Decisions in a game", ("", "decisions"), rows)]
    if len(bars) > 1:
        parts.append(Table("Lengths", ("decisions", "share"), bars[:BARS], shares=True))
    return Section("length", "How long games are", (says,), tuple(parts), (counted_whole(study, known),))


def how_wide(study: Study) -> Section | Unanswered | None:
    """The moves that a player can choose from, decisions with a choice, and how full the board is in the end.

    *Branching* is the number of legal moves where a player decides: its mean over all such positions is the ratio of
    two sums over games (W. G. Cochran, 1977), its mean at each ply Student's. A *decision with a choice* has at least
    two legal moves. A cell is *filled* if it holds a piece in the final position. A player is *stuck* who can only pass
    or stop, or do nothing.
    """
    walks = study.of(WALKS)
    if not walks.games:
        return None
    if walks.games < FEWEST_MEASURED:
        return study.lacks(WALKS, "How wide games are", FEWEST_MEASURED)
    cells = len(study.game.board.cells)
    spans = [span for span, number in sorted(walks.spans.items()) for _ in range(number)]
    made = [decisions for decisions, _, _ in spans]
    rows = [("legal moves at a decision", ratio([wide for _, wide, _ in spans], made))]
    if not study.of(PLAYOUTS).games:
        rows.append(("decisions in a game", mean(Counter(made))))
    full = Counter({number / cells: games for number, games in walks.filled.items()})
    shares = [
        ("decisions with a choice", within(ratio([chosen for _, _, chosen in spans], made), 1.0)),
        ("cells filled in the end", mean_share(full)),
    ]
    parts: list[Part] = [
        Table("Choices", ("", "mean"), tuple(rows)),
        Table("Shares", ("", "mean"), tuple(shares), shares=True),
    ]
    parts += _branching(walks)
    says = (*([_stuck(walks)] if walks.stuck else []), *_straight(walks))
    return Section("width", "How wide games are", says, tuple(parts), (study.basis(WALKS),))


def _stuck(walks: Walks) -> str:
    stuck = sure.share(walks.stuck, walks.games)
    return Finding(f"In {percent(stuck)} ({ends(stuck)}) of {walks.games:,} random games a player was stuck at some "
                   "point, and could only pass or do nothing.", stuck)  # fmt: skip


def _lengths(lengths: dict[int, int], games: int) -> Plot:
    """Shares of games by length, several lengths together where there are many."""
    first, last = min(lengths), max(lengths)
    step = -(-(last - first + 1) // BARS)
    counts = Counter[int]()
    for length, number in lengths.items():
        counts[(length - first) // step] += number
    bars = [(number, share(counts[number], games)) for number in range(max(counts) + 1)]
    series = _series("games", [(first + step * number + (step - 1) / 2, found) for number, found in bars], 100)
    each = f", {step} lengths to a bar" if step > 1 else ""
    return Plot(
        f"Lengths (n = {games:,} games{each})",
        "decisions",
        "percent of games",
        (series,),
        f"Bars: the shares of {games:,} random games by their number of decisions, from {first} to {last}.",
        kind="bars",
    )


def _widths(walks: Walks) -> list[tuple[int, Estimate]]:
    """The mean number of legal moves at each ply that enough games have reached."""
    by_ply: dict[int, Counter[float]] = {}
    for (ply, width), number in walks.widths.items():
        by_ply.setdefault(ply, Counter())[width] += number
    return [(ply + 1, mean(widths)) for ply, widths in sorted(by_ply.items()) if widths.total() >= FEWEST]


def _straight(walks: Walks) -> list[str]:
    """What is said of legal moves that change evenly."""
    means = _widths(walks)
    if len(means) < 2 or not _is_straight(means):
        return []
    (start, first), (end, last) = means[0], means[-1]
    return [
        f"Legal moves change evenly, from {first.value:.0f} at decision {start} to {last.value:.0f} at decision {end}."
    ]


def _branching(walks: Walks) -> list[Part]:
    """The mean number of legal moves at each ply that enough games have reached."""
    means = _widths(walks)
    if len(means) < 2:
        return []
    first, last = means[0], means[-1]
    if _is_straight(means):
        return []
    caption = f"Legal moves at each decision (n = {walks.games:,} games; decisions that at least {FEWEST} reached)"
    description = (
        f"A curve: the mean number of legal moves goes from {first[1].value:.1f} at decision {first[0]} to "
        f"{last[1].value:.1f} at decision {last[0]}."
    )
    return [Plot(caption, "decision", "legal moves", (_series("mean", means),), description)]


STRAIGHT = 0.02
"""How far means may lie from a line, as a part of the first of them, for the line to be told in words."""


def _is_straight(means: Sequence[tuple[int, Estimate]]) -> bool:
    """Whether means lie on the line from the first to the last: a plot would show nothing more."""
    (start, first), (end, last) = means[0], means[-1]
    slope = (last.value - first.value) / (end - start)
    return all(abs(found.value - first.value - slope * (ply - start)) <= STRAIGHT * abs(first.value)
               for ply, found in means)  # fmt: skip


def _series(name: str, found: list[tuple[float, Estimate]] | list[tuple[int, Estimate]], scale: float = 1) -> Series:
    """Estimates as the points of a plot."""
    return Series(
        name,
        tuple(float(x) for x, _ in found),
        tuple(scale * each.value for _, each in found),
        tuple(scale * each.low for _, each in found),
        tuple(scale * each.high for _, each in found),
    )
