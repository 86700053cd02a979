"""The report on random games: who won and how, how long games were, how good each first decision was."""

from __future__ import annotations

from collections.abc import Iterator

from ...doors.colours import unstyled
from ...play.state import State
from ...study.random.totals import First, Playouts, wilson
from ...values.settings import spelt
from ..boards.heat import Heat
from ..boards.palette import PLAIN, Face
from ..boards.picture import svg
from ..boards.text import draw

ENDS = 5
"""How many of the best and of the worst first decisions are shown."""

Row = tuple[str, ...]


def report(found: Playouts, face: Face = PLAIN) -> str:
    """Return the whole report: results, endings, lengths, first decisions, speed."""
    return "\n\n".join(filter(None, _parts(found, face)))


def _parts(found: Playouts, face: Face) -> Iterator[str]:
    yield _head(found)
    if found.games:
        yield _columns(list(_results(found, face)))
        if not found.licence and any(outcome.label for outcome in found.endings):
            rows: list[Row] = [(str(outcome), *_share(games, found.games)) for outcome, games in found.endings.items()]
            yield "Endings:\n" + _columns(rows, "  ")
        yield f"Counted from random full boards: {found.licence}." if found.licence else _lengths(found)
        heat = heat_of(found)
        if heat:
            title = f"{_whose(found)}, in percent (± {_doubt(found, len(heat.shares))})"
            yield f"{title}:\n\n{draw(_start(found), face, heat.overlay())}"
        yield _firsts(found)
    yield _speed(found)


def heat_of(found: Playouts) -> Heat | None:
    """Return how often the first player wins for each cell of the first decision; None if that has no cell."""
    won: dict[int, int] = {}
    games: dict[int, int] = {}
    by_name, player = found.game.board.by_name, _focus(found)
    for first in found.firsts:
        if first.move and first.move.cell:
            cell = by_name[first.move.cell]
            won[cell] = won.get(cell, 0) + first.wins[player]
            games[cell] = games.get(cell, 0) + first.games
    return Heat({cell: won[cell] / games[cell] for cell in sorted(games)}) if games else None


def heat_svg(found: Playouts) -> str:
    """Return a picture of how often the first player wins for each cell of the first decision."""
    heat = heat_of(found)
    doubt = f" (± {_doubt(found, len(heat.shares))})" if heat else ""
    caption = f"{_whose(found)}, in percent{doubt}; {found.games:,} random games"
    return svg(_start(found), heat.cover(caption) if heat else None)


def _start(found: Playouts) -> State:
    return found.game.start(decide_chance=False)


def _focus(found: Playouts) -> str:
    """Return the player whose win rate is reported: the one who makes the first decision, or the first player."""
    return found.opener or found.game.players[0]


def _whose(found: Playouts) -> str:
    return f"Win rate of {_focus(found)} by first decision"


def _doubt(found: Playouts, cells: int) -> str:
    """Return the uncertainty of a cell's win rate, in percent, for the average number of games per cell."""
    games = max(1, found.games // cells)
    low, high = wilson(games // 2, games)
    half = 50 * (high - low)
    return f"{half:.0f}" if half >= 1 else f"{half:.1f}"


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


def _share(some: int, games: int) -> Row:
    """Return a share, its 95 % interval and the count."""
    low, high = wilson(some, games)
    return f"{100 * some / games:.1f} %", f"({100 * low:.1f} … {100 * high:.1f})", f"{some:,}"


def _lengths(found: Playouts) -> str:
    shown = {"shortest": 0, "5 %": 0.05, "25 %": 0.25, "50 %": 0.5, "75 %": 0.75, "95 %": 0.95, "longest": 1}
    lines = [f"Length: {found.mean_length:.1f} decisions on average"]
    lines.append(_columns([("", *shown), ("", *(str(found.length_quantile(share)) for share in shown.values()))]))
    if found.branching:
        measured = f"{found.branching.games} games" if found.branching.games != 1 else "one game"
        lines.append(f"Legal moves: {found.branching.mean:.1f} on average, measured in {measured}")
    return "\n".join(lines)


def _firsts(found: Playouts) -> str:
    """Return the best and the worst first decisions, or all if there are few; and those without a cell."""
    player = _focus(found)
    ranked = sorted((first for first in found.firsts if first.move), key=lambda first: -first.rate(player))
    if len(ranked) < 2:
        return ""
    aside = [first for first in ranked if first.move and not first.move.cell]
    if len(ranked) <= 2 * ENDS:
        return f"{_whose(found)}:\n{_ranking(ranked, player)}"
    parts = [f"Best first decisions for {player}:\n{_ranking(ranked[:ENDS], player)}"]
    parts += [f"Worst:\n{_ranking(ranked[-ENDS:], player)}"]
    if 0 < len(aside) < len(ranked):
        parts += [f"Without a cell:\n{_ranking(aside[: 2 * ENDS], player)}"]
    return "\n\n".join(parts)


def _ranking(firsts: list[First], player: str) -> str:
    rows: list[Row] = []
    for first in firsts:
        share, interval, _ = _share(first.wins[player], first.games)
        rows.append((str(first.move), share, interval, f"of {first.games:,}"))
    return _columns(rows, "  ")


def _speed(found: Playouts) -> str:
    ways = {"compiled": "threads", "plain": "processes"}
    jobs = f" on {found.on}" if found.on else f", {found.jobs} {ways[found.engine]}" if found.jobs > 1 else ""
    made = f", after {found.preparing:.1f} s of compiling" if found.preparing >= 0.5 else ""
    return f"{found.games_per_second:,.0f} games per second, {found.engine}{jobs}{made}"


def _columns(rows: list[Row], indent: str = "") -> str:
    """Align rows in columns, the first to the left and the others to the right; colours take no room."""
    widths = [max(len(unstyled(row[column])) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        indent + row[0] + " " * (widths[0] - len(unstyled(row[0])))
        + "".join("  " + text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    )  # fmt: skip
