"""What is proved: the value of a position and of its moves."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from pathlib import Path

import click

from .command import (
    NO_VERDICT,
    OK,
    Seconds,
    compile_or_fail,
    note,
    picture_option,
    read_record_or_fail,
    write_out,
)
from .edge import game_options


@click.command()
@click.argument("game", required=False)
@game_options
@click.option("--from", "record", metavar="RECORD", help="Solve the final position of a saved game.")
@click.option("--time", default=60.0, show_default=True, type=Seconds(0, 1e6, min_open=True),
              help="Seconds to search.")  # fmt: skip
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1, 64), help="Threads that search.")
@click.option("--resume", is_flag=True, help="Go on from what was proved of this position before.")
@click.option("--json", "as_json", is_flag=True, help="Print the solution as JSON.")
@picture_option("--svg", "Also draw the values of the moves to an SVG file.")
def solve(
    game: str | None,
    options: dict[str, str],
    record: str | None,
    time: float,
    jobs: int,
    resume: bool,
    as_json: bool,
    svg: Path | None,
) -> None:
    """Prove who wins, and the value of every move.

    Ctrl-C, or the end of --time, reports what is proved so far; --resume goes on from there later.

    Exit codes: 0 the value of the position is proved, 2 the position cannot be solved, 3 its value is not proved.

    Example: hexgame solve hex --set size=4 --set pie=no
    """
    import json

    from ..players.exact import Unsolvable
    from ..players.exact import solve as prove
    from ..players.exact.kept import keep, kept
    from ..players.protocol import Limits
    from ..show.boards.palette import face_for
    from ..show.pages.solutions import as_data, solution_page, solution_svg
    from ..show.progress import bar

    if bool(game) == bool(record):
        raise click.UsageError("Name either a game or, with --from, a saved game.")
    if options and record:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    state = (
        read_record_or_fail(record).end if record else compile_or_fail(str(game), options).start(decide_chance=False)
    )
    try:
        known = kept(state, note) if resume else {}
        with bar(max(1, len(state.legal_moves)), "solving") as progress:
            found = prove(
                state, Limits(seconds=time), jobs, known,
                (lambda so_far: progress(len(so_far.values), 0)) if progress else None,
            )  # fmt: skip
    except Unsolvable as why:
        raise click.UsageError(f"{state.game.title} cannot be solved here: {why}.") from None
    keep(found, note)
    for each in found.notes:
        note(each)
    click.echo(
        json.dumps(as_data(found), indent=2) if as_json else solution_page(found, face_for(state.game, sys.stdout))
    )
    if svg:
        write_out(svg, solution_svg(found))
    sys.exit(OK if found.proved else NO_VERDICT)
