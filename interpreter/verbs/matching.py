"""Matches between computer players."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from pathlib import Path
from typing import TypedDict, Unpack

import click

from ..diagnostics.diagnostic import Diagnostic, HexgameError
from .command import NO_VERDICT, OK, cluster_options, compile_or_fail, fail, note
from .edge import game_options


class Terms(TypedDict):
    """The other options of `match`."""

    games: int
    seed: int
    jobs: int
    opening: int
    sprt: str | None
    on: str | None
    patience: float


@click.command()
@click.argument("game")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@game_options
@click.option("--games", default=200, show_default=True, type=click.IntRange(2), help="Number of games; must be even.")
@click.option("--seed", default=0, show_default=True, help="The same seed plays the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(0), help="Parallel jobs; 0: one per core.")
@click.option("--opening", default=1, show_default=True, help="Random moves at the start of each pair of games.")
@click.option("--sprt", metavar="LOW,HIGH", help="Stop as soon as a test tells these Elo differences apart.")
@click.option("--records", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False), help="Keep the games.")
@cluster_options("Play on the workers of")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def match(
    game: str,
    one: str,
    other: str,
    options: dict[str, str],
    records: Path | None,
    as_json: bool,
    **terms: Unpack[Terms],
) -> None:
    """Play a match between two computer players.

    Each opening is played twice, with the seats exchanged. With --records, every finished game is kept in a folder,
    and the same command continues where an earlier one stopped. Ctrl-C or the end of --seconds reports the games so
    far; the exit code is then 3.

    Example: hexgame match hex random random --set size=5 --games 100
    """
    import json

    from ..experiments.matches.match import Match, play_match
    from ..experiments.matches.score import SequentialTest
    from ..experiments.work.job import Unavailable
    from ..show.matchbook import Matchbook
    from ..show.pages.matches import match_page
    from ..show.progress import bar

    compiled = compile_or_fail(game, options)
    try:
        test = SequentialTest.read(terms["sprt"]) if terms["sprt"] else None
        played = Match(compiled, (one, other), terms["games"], terms["seed"], terms["opening"], test)
        book = Matchbook(records, played) if records else None
        with bar(terms["games"]) as progress:
            found = play_match(
                played,
                terms["jobs"],
                known=book.known() if book else None,
                kept=book.keep if book else None,
                on=terms["on"],
                patience=terms["patience"],
                progress=progress,
                say=note,
            )
    except Unavailable as error:
        fail([Diagnostic("HG614", str(error))])
    except HexgameError as error:
        fail(error.diagnostics)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for each in found.notes:
        note(each)
    click.echo(json.dumps(found.as_dict(), indent=2) if as_json else match_page(found))
    sys.exit(NO_VERDICT if found.interrupted else OK)
