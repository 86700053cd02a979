"""Playing a game at a terminal."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys

import click

from ..diagnostics.diagnostic import Diagnostic
from .command import compile_or_fail, fail, read_record_or_fail
from .edge import game_options


@click.command()
@click.argument("game", required=False)
@game_options
@click.option(
    "--players",
    default="",
    metavar="A,B",
    help="Who plays: human, easy, normal, hard, mcts:2s, …  [default: all human]",
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
    from ..show.session.conversation import converse
    from ..show.session.replaying import replay
    from ..show.session.session import Session
    from ..show.session.terminal import terminal_for

    if sum(map(bool, (game, record, replayed))) != 1:
        raise click.UsageError("Name either a game or, with --from or --replay, a saved game.")
    if options and not game:
        raise click.UsageError("--set needs a game; a saved game has its own options.")
    if replayed:
        saved = read_record_or_fail(replayed)
        replay(saved, terminal_for(saved.start.game), stops=sys.stdin.isatty())
        return
    names, resigned = list(filter(None, players.split(","))), ""
    if record:
        saved = read_record_or_fail(record)
        if not names and any(name.startswith(PROGRAM) for name in saved.players):
            why = f"`{record}` names a program to start; if you want that, name it yourself: --players"
            fail([Diagnostic("HG606", why)])
        state, names, seed = saved.end, names or list(saved.players), saved.seed if seed is None else seed
        resigned = saved.resigned
    else:
        state = compile_or_fail(str(game), options).start(decide_chance=False)
    try:
        seating = seat(names, len(state.game.players), seed)
    except ValueError as error:
        if record and not players:
            fail([Diagnostic("HG606", f"`{record}`: invalid `players`: {error}")])
        raise click.UsageError(f"--players: {error}") from None
    converse(Session(state, seating.names, seating.choosers, terminal_for(state.game), seating.seed, resigned))
