"""The report on random games: who won and how, how long games were, how good each first decision was."""

from __future__ import annotations

from collections.abc import Iterator

from ...experiments.random.firsts import Comparison, First
from ...experiments.random.totals import Playouts
from ...play.state import State
from ...statistics.shares import wilson
from ...values.settings import spelt
from ..boards.palette import PLAIN, Face
from ..boards.text import draw
from ..columns import Row, columns
from ..pictures.heat import Heat
from ..pictures.picture import svg

ENDS = 5
"""How many of the better and of the worse first decisions are shown."""

_TOGETHER = " (95 % intervals that hold for all together)"


def report(found: Playouts, face: Face = PLAIN) -> str:
    """Return the whole report: results, endings, lengths, first decisions, speed."""
    return "\n\n".join(filter(None, _parts(found, face)))


def _parts(found: Playouts, face: Face) -> Iterator[str]:
    yield _head(found)
    if found.games:
        yield columns(_results(found, face), "", numbers=True)
        if not found.licence and any(outcome.label for outcome in found.endings):
            rows: list[Row] = [(str(outcome), *_share(games, found.games)) for outcome, games in found.endings.items()]
            yield "Endings:\n" + columns(rows, numbers=True)
        yield f"Counted from random full boards: {found.licence}." if found.licence else _lengths(found)
        yield _map(found, face)
        yield _firsts(found)
    yield _speed(found)


def heat_of(found: Playouts) -> Heat | None:
    """Return how often the opener is likely to win after a first decision on each cell; None if it has no cell."""
    return Heat(found.by_cell) if found.by_cell else None


def heat_svg(found: Playouts) -> str | None:
    """Return a picture of how often the opener wins after a first decision on each cell; None if it has no cell."""
    heat = heat_of(found)
    if heat is None:
        return None
    return svg(_start(found), heat.cover(f"{_whose(found)}, in percent; {found.games:,} random games"))


def _map(found: Playouts, face: Face) -> str:
    """Return the likeliest win rates on a board; empty if first decisions have no cell."""
    heat = heat_of(found)
    if heat is None:
        return ""
    parts = [f"{_whose(found)}, in percent, shrunk towards the mean:", draw(_start(found), face, heat.overlay())]
    return "\n\n".join(filter(None, [*parts, heat.key(face)]))


def _start(found: Playouts) -> State:
    return found.game.start(decide_chance=False)


def _whose(found: Playouts) -> str:
    return f"Win rate of {found.compared.player} by first decision"


def _head(found: Playouts) -> str:
    options = [f"{name} = {spelt(value)}" for name, value in found.game.options.items()]
    games = f"{found.games:,} random game{'s' * (found.games != 1)}, seed {found.seed}"
    stopped = f" (stopped early, of {found.asked:,})" if found.interrupted else ""
    return f"{', '.join([found.game.title, *options])}: {games}{stopped}"


def _results(found: Playouts, face: Face) -> Iterator[Row]:
    for number, player in enumerate(found.game.players):
        stone = face.paint(face.stones[number], f"player{number}")
        yield (f"{stone} {player} wins", *_share(found.wins[player], found.games))
    yield ("  draws", *_share(found.draws, found.games))
    if found.game.facts.swap and not found.licence:
        for person, won in zip(("first", "second"), found.people, strict=True):
            yield (f"  {person} person wins", *_share(won, found.games))


def _share(some: int, games: int) -> Row:
    """Return a share, its 95 % interval and the count."""
    low, high = wilson(some, games)
    return f"{100 * some / games:.1f} %", f"({100 * low:.1f} … {100 * high:.1f})", f"{some:,}"


def _lengths(found: Playouts) -> str:
    shown = {"shortest": 0, "5 %": 0.05, "25 %": 0.25, "50 %": 0.5, "75 %": 0.75, "95 %": 0.95, "longest": 1}
    lines = [f"Length: {found.mean_length:.1f} decisions on average"]
    rows = [("", *shown), ("", *(str(found.length_quantile(share)) for share in shown.values()))]
    lines.append(columns(rows, "", numbers=True))
    if found.branching:
        measured = f"{found.branching.games} games" if found.branching.games != 1 else "one game"
        lines.append(f"Legal moves: {found.branching.mean:.1f} on average, measured in {measured}")
    return "\n".join(lines)


def _firsts(found: Playouts) -> str:
    """Return which first decisions differ, or all if there are few; and what the games can tell of that."""
    compared, count = found.compared, len(found.compared.firsts)
    if count < 2:
        is_said = any(first.alike for first in compared.firsts)
        return "All first decisions are equivalent: symmetries of the game map each to any other." if is_said else ""
    if count <= 2 * ENDS:
        title = f"{_whose(found)}{_TOGETHER}:"
        return f"{title}\n{_ranking(compared, compared.ranked)}\n\n{_finding(compared)}"
    better, worse = compared.better, compared.worse
    shown = {
        f"Better for {compared.player} than the others": (better, better[:ENDS]),
        f"Worse for {compared.player}": (worse, worse[-ENDS:]),
    }
    lists = [
        f"{title}{_TOGETHER}:\n{_ranking(compared, some)}{_more(firsts)}"
        for title, (firsts, some) in shown.items()
        if firsts
    ]
    return "\n\n".join([_finding(compared), *lists])


def _finding(compared: Comparison) -> str:
    """Return whether first decisions differ, and what difference would have shown."""
    distinct = {"better than the others": compared.better, "worse": compared.worse}
    if any(distinct.values()):
        named = (f"{', '.join(map(_named, firsts))} {how}" for how, firsts in distinct.items() if firsts)
        few = len(compared.firsts) <= 2 * ENDS
        return f"First decisions differ: {'; '.join(named)}." if few else "First decisions differ."
    if compared.differ:
        return (
            f"First decisions differ ({compared.chance}), but too few games were played to say which is "
            "better: raise -n."
        )
    power = (
        f"One that differs by {100 * compared.shows:.2g} percentage points would probably have been detected."
        if compared.shows < 1
        else "There are too few games to find one."
    )
    merged = " (counting those equal by symmetry once)" if any(first.alike for first in compared.firsts) else ""
    return f"No difference found between {len(compared.firsts)} first decisions{merged}. {power}"


def _named(first: First) -> str:
    """Return a decision, with how many others a symmetry makes equal to it."""
    return str(first.move) + (f" and {len(first.alike)} alike" if first.alike else "")


def _more(firsts: tuple[First, ...]) -> str:
    return f"\n  and {len(firsts) - ENDS} more" if len(firsts) > ENDS else ""


def _ranking(compared: Comparison, firsts: tuple[First, ...]) -> str:
    rows: list[Row] = []
    for first in firsts:
        low, high = compared.interval(first)
        share = f"{100 * first.rate(compared.player):.1f} %"
        rows.append((_named(first), share, f"({100 * low:.1f} … {100 * high:.1f})", f"of {first.games:,}"))
    return columns(rows, numbers=True)


def _speed(found: Playouts) -> str:
    ways = {"compiled": "threads", "plain": "processes"}
    jobs = f" on {found.on}" if found.on else f", {found.jobs} {ways[found.engine]}" if found.jobs > 1 else ""
    made = f", after {found.preparing:.1f} s of compiling" if found.preparing >= 0.5 else ""
    return f"{found.games_per_second:,.0f} games per second, {found.engine}{jobs}{made}"
