"""Playing a game at a terminal."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..diagnostics.diagnostic import Diagnostic
from .command import NO_VERDICT, OK, compile_or_fail, fail, picture_option, read_record_or_fail, slow_option, write_out
from .edge import game_options, only_show, seconds_option


@click.command()
@click.argument("game", required=False)
@game_options
@click.option(
    "--players",
    default="",
    metavar="A,B",
    help="Who plays: human, random, easy, normal, hard, mcts:2s, …  [default: all human]",
)
@click.option("--seed", type=int, help="Seed for computer players and chance; makes a game repeatable.")
@click.option("--from", "record", metavar="RECORD", help="Resume a saved game.")
@click.option("--replay", "replayed", metavar="RECORD", help="Step through a saved game.")
def play(
    game: str | None,
    options: dict[str, str],
    players: str,
    seed: int | None,
    record: str | None,
    replayed: str | None,
) -> None:
    """Play a game in the terminal, or resume or replay a saved one.

    Example: hexgame play hex --set size=7 --players human,random --seed 1
    """
    from ..players import seat
    from ..players.names import PROGRAM
    from ..show.remarks import Remarks
    from ..show.session.conversation import converse, replay
    from ..show.session.session import Session
    from ..show.session.terminal import terminal_for

    if sum(map(bool, (game, record, replayed))) != 1:
        raise click.UsageError("Name either a game or, with --from or --replay, a saved game.")
    if options and not game:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    if replayed:
        only_show()
        saved = read_record_or_fail(replayed)
        replay(saved, terminal_for(saved.start.game), stops=sys.stdin.isatty())
        return
    names, settled, remarks = list(filter(None, players.split(","))), None, Remarks()
    if record:
        saved = read_record_or_fail(record)
        if not names and any(name.startswith(PROGRAM) for name in saved.players):
            why = f"`{record}` names a program to start as a player; to start it, name it yourself with --players"
            fail([Diagnostic("HG606", why)])
        state, names, seed = saved.end, names or list(saved.players), saved.seed if seed is None else seed
        settled, remarks = saved.settled, saved.remarks
    else:
        state = compile_or_fail(str(game), options).start(decide_chance=False)
    wanted, given = len(state.game.players), len(names)
    if players and given != wanted:
        said = f"{given}: {', '.join(names)}" if names else "none"
        raise click.UsageError(f"{state.game.title} needs {wanted} players; --players names {said}")
    try:
        seating = seat(names, len(state.game.players), seed)
    except ValueError as error:
        if record and not players:
            fail([Diagnostic("HG606", f"`{record}`: invalid `players`: {error}")])
        raise click.UsageError(f"--players: {error}") from None
    terminal = terminal_for(state.game)
    converse(Session(state, seating.names, seating.choosers, terminal, seating.seed, settled, remarks=remarks))


@click.command()
@click.argument("record")
@slow_option
@seconds_option()
@click.option("--by", "adviser", metavar="PLAYER", help="The computer player that judges.  [default: mcts:2000]")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same judgement.")
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON.")
@click.option("--ply", type=click.IntRange(0), help="Show only the position after this many moves.")
@picture_option("--svg", "Write the position of --ply to an SVG file.")
def analyse(record: str, adviser: str | None, seed: int, as_json: bool, ply: int | None, svg: Path | None) -> None:
    """Judge the moves of a saved game.

    For each move, show the result that its player could expect, what the move cost, and what the search prefers.
    Ctrl-C or the end of --seconds shows the moves judged so far; the exit code is then 3.

    Example: hexgame analyse game.yaml --by mcts:10000
    """
    import json

    from ..experiments.analysis import USUAL, judged_after
    from ..experiments.analysis import analyse as judge
    from ..show.boards.palette import face_for
    from ..show.pages.analyses import analysis_page, opinion, opinion_svg
    from ..show.progress import bar

    saved = read_record_or_fail(record)
    if svg and ply is None:
        raise click.UsageError("--svg needs --ply, which says which position to draw.")
    try:
        if ply is not None:
            state, found = judged_after(saved.start, saved.end.moves, ply, adviser or USUAL, seed)
            if svg:
                write_out(svg, opinion_svg(state, found))
            else:
                click.echo(opinion(state, found, face_for(state.game, sys.stdout)))
            return
        with bar(len(saved.end.moves)) as progress:
            analysis = judge(saved.start, saved.end.moves, adviser or USUAL, seed, progress)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo(json.dumps(analysis.as_dict(), indent=2) if as_json else analysis_page(analysis))
    sys.exit(NO_VERDICT if analysis.interrupted else OK)
