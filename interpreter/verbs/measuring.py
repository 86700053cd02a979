"""What is counted and measured: sequences of moves, random games, compiled games kept on disk."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from pathlib import Path
from typing import Unpack

import click

from ..deadline import within
from ..diagnostics.diagnostic import Diagnostic
from .command import (
    NO_VERDICT,
    OK,
    How,
    cluster_options,
    compile_or_fail,
    fail,
    not_written,
    note,
    picture_option,
    prebuild_or_fail,
    set_option,
    write_out,
)
from .edge import game_options


@click.command()
@click.argument("game")
@game_options
@click.option("--depth", default=3, show_default=True, type=click.IntRange(0, 50), help="Greatest length to count.")
def perft(game: str, options: dict[str, str], depth: int) -> None:
    """Count the move sequences of length 1, 2, 3 …

    Example: hexgame perft hex --set size=3 --set pie=no --depth 3
    """
    from ..play.perft import perft as count

    state = compile_or_fail(game, options).start(decide_chance=False)
    for decisions in range(1, depth + 1):
        click.echo(f"{decisions}: {count(state, decisions)}")


@click.command()
@click.argument("game")
@game_options
@click.option("-n", "--games", default=10_000, show_default=True, type=click.IntRange(1), help="Number of games.")
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(0), help="Parallel jobs; 0: one per core.")
@click.option(
    "--engine",
    type=click.Choice(["compiled", "plain", "cuda"]),
    help="How to play; cuda: on an NVIDIA GPU, untested on a device.  [default: compiled if possible]",
)
@click.option("--winners-only", is_flag=True, help="Count wins only, from random full boards: much faster.")
@click.option("--trust-claims", is_flag=True, help="Trust the claim that every full board has one winner.")
@cluster_options("Play on the workers of")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@picture_option("--svg", "Also draw the win rates of the first moves to an SVG file.")
def playouts(
    game: str, options: dict[str, str], games: int, as_json: bool, svg: Path | None, **how: Unpack[How]
) -> None:
    """Play random games and report who wins, how, and how soon.

    Ctrl-C, or the end of --seconds, reports the games played so far; the exit code is then 3.

    Example: hexgame playouts hex --set size=7 -n 1000000 --jobs 0
    """
    import json

    from ..experiments import playouts as play_out
    from ..experiments.work.job import Unavailable
    from ..show.boards.palette import face_for
    from ..show.pages.bulk import heat_svg
    from ..show.pages.bulk import report as page
    from ..show.progress import bar

    compiled = compile_or_fail(game, options)
    try:
        with bar(games) as progress:
            found = play_out(compiled, games, **how, progress=progress, say=note)
    except Unavailable as error:
        fail([Diagnostic("HG614", str(error))])
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for each in found.notes:
        note(each)
    with within(None):  # time may be over: what is known is said all the same
        text = json.dumps(found.as_dict(), indent=2) if as_json else page(found, face_for(compiled, sys.stdout))
        picture = heat_svg(found) if svg else None
    click.echo(text)
    if svg and picture:
        write_out(svg, picture)
    else:
        not_written(svg, "the first decisions choose no cell here, so there is no picture")
    sys.exit(NO_VERDICT if found.interrupted else OK)


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@set_option
@click.option("--clear", is_flag=True, help="Empty the cache, saved proofs and the data of reports included.")
@click.option("--prebuild", metavar="DIR", help="Compile GAMEs, or all shipped games, into DIR for everyone.")
def cache(games: tuple[str, ...], options: dict[str, str], clear: bool, prebuild: str | None) -> None:
    """Show where compiled games are cached, and how large the cache is.

    With --prebuild, compile games into a folder that others can use, as `hexgame docs playouts` explains.

    Example: hexgame cache --clear
    """
    from ..show.pages.caches import cache_page

    if ((games or options) and not prebuild) or (clear and prebuild):
        raise click.UsageError("GAME and --set need --prebuild, and --prebuild cannot be combined with --clear.")
    if prebuild:
        prebuild_or_fail(games, options, Path(prebuild))
    else:
        click.echo(cache_page(clear))
