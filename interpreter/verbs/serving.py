"""Serving others: the page, for one or for several people; a player, for programs that ask for moves."""

# Each verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import logging
import sys
from pathlib import Path

import click

from ..diagnostics.diagnostic import Diagnostic
from ..doors.visible import on_one_line
from .command import allows_slow, compile_or_fail, fail, note
from .edge import game_options

MISSING = "serving needs the extra `web`: pip install 'hexgame-interpreter[web]'"


@click.command()
@click.argument("sheets", metavar="[GAME|FOLDER]", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free port.")
@click.option("--open", "shows", is_flag=True, help="Open the page in a browser.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder to keep games in.")
@click.option(
    "--keep",
    type=click.FloatRange(0),
    metavar="DAYS",
    help="Days to keep a game that nobody comes back to; 0: forever.",
)
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that make moves.")
@click.option("--origin", "origins", multiple=True, metavar="URL", help="Another address of the page; may be repeated.")
@click.option("--proxy", is_flag=True, help="Trust a proxy on this machine for the addresses of browsers.")
def serve(  # noqa: PLR0913, PLR0917 - each is an option
    sheets: str | None,
    host: str,
    port: int,
    shows: bool,
    data: Path | None,
    keep: float | None,
    workers: int,
    origins: tuple[str, ...],
    proxy: bool,
) -> None:
    """Serve the page on which games are written and played.

    With a FOLDER, its sheets are listed beside the library, and read again when they change.

    Example: hexgame serve my_games --open
    """
    from ..source.reading.files import find, shipped

    try:
        from ..web.serve.app import Site
        from ..web.serve.limits import Limits
        from ..web.serve.origins import usual_names
        from ..web.serve.running import Taken, bound, run
        from ..web.serve.store import StoreError, usual_folder
    except ImportError as error:
        if error.name and error.name.partition(".")[0] in ("starlette", "uvicorn", "websockets"):
            fail([Diagnostic("HG611", MISSING)])
        raise
    path = None if sheets is None else Path(sheets) if Path(sheets).is_dir() else find(sheets)
    if isinstance(path, Diagnostic):
        fail([path])
    is_shipped = path is not None and path in shipped().values()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s", stream=sys.stderr)
    try:
        listening = bound(host, port)
        folder = (data or usual_folder()).absolute()
        site = Site(
            folder,
            None if is_shipped else path,
            usual_names(host),
            frozenset(each.rstrip("/") for each in origins),
            proxy,
            workers,
            Limits() if keep is None else Limits(days=keep),
        )
        shown = _address(host, listening.getsockname()[1]) + _fragment(path)
        with listening:
            ended = run(site, listening, lambda: _say(shown, shows))
    except Taken as error:
        fail([Diagnostic("HG610", f"cannot listen at {on_one_line(host)}, port {port}: {error}")])
    except StoreError as error:
        fail([Diagnostic("HG610", on_one_line(str(error)))])
    sys.exit(128 + ended if ended else 0)


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


def _fragment(path: Path | None) -> str:
    """Return the part of the page's address that shows a sheet in the editor; nothing for a folder."""
    from urllib.parse import quote

    return "" if path is None or path.is_dir() else f"#/edit/{quote(path.stem)}"


def _say(address: str, shows: bool) -> None:
    """Say where the page is, and open it if that is wanted."""
    click.echo(f"{address}  (Ctrl-C ends it)")
    if shows and not click.launch(address):
        note("no browser could be opened")


@click.command()
@click.argument("game")
@game_options
@click.option("--player", "name", default="mcts", show_default=True, help="Who plays: easy, normal, mcts:2s, …")
@click.option("--seed", default=0, show_default=True, help="Seed for the player and for chance.")
@click.option("--swap", "dialect", type=click.Choice(["pieces", "sides"]), default="pieces", show_default=True,
              help="What a swap does: reflect and recolour the stone, or exchange the sides.")  # fmt: skip
@click.option("--size", default="", metavar="NAME,…", help="The options that `boardsize` sets.  [default: size]")
@click.option("--resign", default=0.0, type=click.FloatRange(0, 50), show_default=True, metavar="PERCENT",
              help="Resign when the player expects less than this.")  # fmt: skip
def gtp(game: str, options: dict[str, str], name: str, seed: int, dialect: str, size: str, resign: float) -> None:
    """Play as an engine for HexGui and other programs that speak GTP.

    Commands come on standard input, answers go to standard output; `list_commands` lists them. Only
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
    for answer in Engine(table, __version__, f"swap-{dialect}", resign / 100).answers(sys.stdin):
        click.echo(answer, nl=False)
