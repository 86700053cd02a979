"""Puzzles: positions in which exactly one move wins."""

# The verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..doors.kinds import PUZZLES
from .command import NO_VERDICT, OK, Seconds, compile_or_fail, not_written, note, refuse, write_out, written_option
from .edge import game_options

if TYPE_CHECKING:
    from ..experiments.puzzles import Puzzle, Setter
    from ..play.game import Game

FORMS = (".html", ".json", ".svg")
"""How files of puzzles end."""

MOST = 100
"""The most puzzles of a sheet."""


@click.command()
@click.argument("game")
@game_options
@click.option("--count", default=20, show_default=True, type=click.IntRange(1, MOST), help="How many puzzles.")
@click.option(
    "--easiest", default=2, show_default=True, type=click.IntRange(1, 5), help="The lowest grade that is kept."
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same puzzles.")
@click.option("--time", default=60.0, show_default=True, type=Seconds(0, 1e6, min_open=True), help="Seconds to search.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzles as JSON.")
@written_option("--output", PUZZLES, "Write a sheet to print; FILE ends in .html, .svg or .json.")
def puzzles(
    game: str,
    options: dict[str, str],
    count: int,
    easiest: int,
    seed: int,
    time: float,
    as_json: bool,
    output: Path | None,
) -> None:
    """Set puzzles: in each position exactly one move wins, proved by two searches.

    Grades tell how far a search looks until it finds the move: 1 the move wins at once, 2 up to 16 simulations, 3 up to
    256, 4 up to 4,096, 5 more. Without --set, a large board is made smaller, so that proofs come to an end.

    Exit codes: 0 as many puzzles as asked for, 2 the game can have none, 3 fewer.

    Example: hexgame puzzles hex --set size=5 --count 6 --output hex.html
    """
    from ..experiments.puzzles import Setter, Unsuitable, collect
    from ..experiments.puzzles.fitting import fitting
    from ..show.progress import bar
    from ..show.sheets import puzzles as sheets

    if output is not None and output.suffix not in FORMS:
        raise click.BadParameter(f"`{output}` must end in {', '.join(FORMS)}.", param_hint="--output")
    compiled = compile_or_fail(game, options)
    try:
        setter = Setter(compiled, at_once=easiest == 1)
        if not options:
            compiled, changed = fitting(compiled)
            setter = Setter(compiled, at_once=easiest == 1)
            if changed:
                note(f"{changed}, as few positions of larger boards are proved; --set chooses another board")
    except Unsuitable as why:
        refuse(f"{compiled.title} has no puzzles: {why}.")
    with bar(count, "setting puzzles") as progress:
        told = (lambda number: progress(number, 0)) if progress else None
        found = collect(setter, count, time, seed, easiest, told)
    if not found:
        note(_why_none(setter))
        not_written(output, "there is no puzzle")
        sys.exit(NO_VERDICT)
    if as_json:
        click.echo(sheets.as_json(compiled, found, seed))
    elif output is None:
        _show(compiled, found)
    if output is not None:
        forms: dict[str, Callable[[], str]] = {
            ".html": lambda: sheets.as_page(compiled, found),
            ".json": lambda: sheets.as_json(compiled, found, seed),
            ".svg": lambda: sheets.as_svg(compiled, found),
        }
        write_out(output, forms[output.suffix]())
    if len(found) < count:
        note(f"{len(found)} of {count} puzzles were found; a longer --time finds more")
    sys.exit(OK if len(found) >= count else NO_VERDICT)


def _why_none(setter: Setter) -> str:
    """Say why games gave no puzzle, the most frequent reason first."""
    ranked = sorted(setter.refusals.items(), key=lambda pair: -pair[1])
    told = "; ".join(f"{why} ({games} game{'s' * (games != 1)})" for why, games in ranked)
    return f"no puzzle was found: {told}" if told else "no puzzle was found: there was no time for a game"


def _show(game: Game, found: list[Puzzle]) -> None:
    from ..show.boards.palette import face_for
    from ..show.sheets.puzzles import as_text

    click.echo(as_text(game, found, face_for(game, sys.stdout)))
