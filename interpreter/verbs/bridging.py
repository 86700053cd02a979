"""Roads to other programs."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import sys

import click

from .command import allows_slow, compile_or_fail
from .edge import game_options

DIALECTS = {"pieces": "swap-pieces", "sides": "swap-sides"}


@click.command()
@click.argument("game")
@game_options
@click.option("--player", "name", default="mcts", show_default=True, help="Who plays: easy, normal, mcts:2s, …")
@click.option("--seed", default=0, show_default=True, help="Seed for the player and for chance.")
@click.option("--swap", "dialect", type=click.Choice(list(DIALECTS)), default="pieces", show_default=True,
              help="How it swaps: the stone is reflected and changes colour, or sides change.")  # fmt: skip
@click.option("--size", default="", metavar="NAME,…", help="The options that `boardsize` sets.  [default: size]")
@click.option("--resign", default=0.0, type=click.FloatRange(0, 50), show_default=True, metavar="PERCENT",
              help="Resign where the player expects less.")  # fmt: skip
def gtp(game: str, options: dict[str, str], name: str, seed: int, dialect: str, size: str, resign: float) -> None:
    """Play as an engine for HexGui and other programs that speak GTP.

    Commands come on standard input, answers go to standard output; `list_commands` lists what is understood. Only
    `quit` or the end of the input ends it.

    Example: hexgame gtp hex --set size=11 --player mcts:5s
    """
    from .. import __version__
    from ..bridges.gtp.engine import Engine
    from ..bridges.gtp.table import Refused, Table
    from ..loading import compile_game

    compiled = compile_or_fail(game, options)
    slow = allows_slow()
    try:
        sizes = tuple(filter(None, size.split(",")))
        table = Table(compiled, lambda more: compile_game(game, dict(more), slow), name, seed, size=sizes)
    except (ValueError, Refused) as error:
        raise click.UsageError(str(error)) from None
    for answer in Engine(table, __version__, DIALECTS[dialect], resign / 100).answers(sys.stdin):
        click.echo(answer, nl=False)
