"""Reports on games."""

# The verb imports what it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import importlib.util
import json
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from ..deadline import current
from ..diagnostics.diagnostic import Diagnostic
from ..doors.kinds import REPORT
from .command import (
    NO_VERDICT,
    OK,
    cluster_options,
    compile_or_fail,
    fail,
    note,
    read_options,
    refuse_other,
    write_out,
    written_option,
)
from .edge import game_options

if TYPE_CHECKING:
    from ..play.game import Game
    from ..reports.report import Clock, Effort, Report

EXTRA = ("scipy", "jinja2", "matplotlib")
"""The packages of the extra `study`."""

UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}

MEASURING = 0.9
"""The part of a time limit for the whole verb in which the report is made."""

MOST_SWEPT = 40
"""The most values of an option in one report."""


class Time(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has no such arguments
    """A length of time such as `90`, `90s`, `5m` or `2h`, in seconds."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds; refuses what is not a time."""
        match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)([smh]?)", str(value))
        if match is None or not float(match[1]):
            return self.fail(f"`{value}` is not a time: write it like 90s, 5m or 2h.", param, ctx)
        return float(match[1]) * UNITS[match[2]]


class How(TypedDict):
    """The options that say how much is done, and by whom."""

    time: float
    seed: int
    jobs: int
    on: str | None
    patience: float
    work: Mapping[str, str]


@click.command()
@click.argument("game")
@click.argument("other", required=False)
@game_options
@click.option("--against", "others", multiple=True, metavar="NAME=VALUE", callback=read_options,
              help="Compare with the same game, or with OTHER, with this option; may be repeated.")  # fmt: skip
@click.option("--time", default="60s", show_default=True, type=Time(),
              help="How long to measure, and write the page: 90s, 5m, 2h.")  # fmt: skip
@click.option("--seed", default=0, show_default=True, help="The same seed and work give the same report.")
@click.option("--jobs", default=0, show_default=True, type=click.IntRange(0, 256),
              help="Parallel jobs; 0: one per core.")  # fmt: skip
@cluster_options("Work on")
@click.option("--work", multiple=True, metavar="KIND=GAMES", callback=read_options,
              help="Do only this work, named as in a report, however long it takes; may be repeated.")  # fmt: skip
@click.option("--sweep", metavar="NAME=FIRST..LAST", help="Also measure the game with these values of an option.")
@written_option("--out", REPORT, "Write the report to this file.  [default: GAME.html]")
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON; write no page.")
def study(
    game: str,
    other: str | None,
    options: dict[str, str],
    others: dict[str, str],
    sweep: str | None,
    out: Path | None,
    as_json: bool,
    **how: Unpack[How],
) -> None:
    """Report what a game is like, on one page.

    Results are kept: the same command with a longer --time adds to them. Ctrl-C reports what is known so far;
    the exit code is then 3. With OTHER, or with --against, two games stand side by side.

    Example: hexgame study hex --time 5m --out hex.html
    """
    begun, used = time.monotonic(), time.thread_time()
    _need_extra()
    games = [compile_or_fail(game, options)]
    if other or others:
        games.append(compile_or_fail(other or game, {**options, **others}))
        _refuse_the_same(games)
    target = out or Path(f"{Path(game).stem}.html")
    if not as_json:
        refuse_other(target, REPORT, "name another file with --out")
    values = _swept(games[0], game, options, sweep) if sweep else []
    with _unhurried():
        from ..reports.card.text import lines_of
        from ..reports.headlines import heading
        from ..reports.report import Clock, all_studied, report_of
        from ..show.progress import line

        written = _as_json if as_json else _page()
        with line() as say:
            effort = _effort(Clock(_seconds(how["time"]), begun, used), say, **how)
            studies, ended = all_studied([*games, *values], effort, pages=len(games))
            with _to_its_end():
                found = report_of(studies, len(games), ended, say)
                say("writing the report")
                text = written(found)
        if as_json:
            click.echo(text)
        else:
            for chapter in found.chapters:
                click.echo("\n".join([*lines_of(chapter.card, heading(chapter.study.game)), ""]))
            write_out(target, text)
    sys.exit(NO_VERDICT if found.interrupted else OK)


def _page() -> Callable[[Report], str]:
    """Return what writes pages. It is imported before games are played, while the clock runs already."""
    from ..show.report.page import page

    return page


def _as_json(found: Report) -> str:
    return json.dumps(found.as_dict(), indent=2, allow_nan=False)


def _refuse_the_same(games: Sequence[Game]) -> None:
    """Raise UsageError where two games are one: the same random games beside themselves would tell of no difference."""
    one, other = games
    if one.identity == other.identity:
        raise click.UsageError(f"Both games are {one.title} with the same options: set a different one with --against.")


def _need_extra() -> None:
    missing = [name for name in EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        advice = "reports need the extra `study`: pip install 'hexgame-interpreter[study]'"
        fail([Diagnostic("HG611", f"{advice} ({', '.join(missing)} is missing)")])


@contextmanager
def _unhurried() -> Iterator[None]:
    """Let Ctrl-C be an exception alone: what is known takes longer to show than a command has to end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    minded = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.set_wakeup_fd(minded)


@contextmanager
def _to_its_end() -> Iterator[None]:
    """Let only the second Ctrl-C end what takes a few seconds and shows all that was found before."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def once(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        note("the report is being written; press Ctrl-C again to abandon it")

    before = signal.signal(signal.SIGINT, once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _seconds(asked: float) -> float:
    """The time for a report: what is asked for, or most of what is left for the whole verb."""
    deadline = current()
    return min(asked, MEASURING * deadline.left) if deadline else asked


def _effort(clock: Clock, say: Callable[[str], None], **how: Unpack[How]) -> Effort:
    from ..doors.system import cores
    from ..reports.kinds import KINDS
    from ..reports.report import CLAIMS, Effort
    from ..reports.work import Crewing

    known = [CLAIMS, *(kind.name for kind in KINDS)]
    for name, amount in how["work"].items():
        if name not in known:
            raise click.UsageError(f"There is no work `{name}`: choose from {', '.join(known)}.")
        if not re.fullmatch(r"[0-9]{1,12}", amount):
            raise click.UsageError(f"`{name}={amount}` is not a number of games, such as {name}=1000.")
    amounts = {name: int(amount) for name, amount in how["work"].items()} or None
    crewing = Crewing(how["jobs"] or cores(), how["on"], how["patience"])
    return Effort(clock, amounts, how["seed"], crewing, say=say, note=note)


def _swept(game: Game, stem: str, options: Mapping[str, str], sweep: str) -> list[Game]:
    """Return the game with each value of an option that is swept; fails if it refuses one."""
    match = re.fullmatch(r"([A-Za-z_]\w*)=(\d{1,4})\.\.(\d{1,4})", sweep)
    if match is None:
        raise click.UsageError(f"`{sweep}` is not a sweep: write it like size=5..11.")
    name, values = match[1], range(int(match[2]), int(match[3]) + 1)
    if not 2 <= len(values) <= MOST_SWEPT:
        raise click.UsageError(f"A sweep has 2 to {MOST_SWEPT} values; `{sweep}` has {len(values)}.")
    if not isinstance(game.options.get(name, 0), int):
        raise click.UsageError(f"`{name}` is not a number: compare two of its values with --against {name}=VALUE.")
    return [compile_or_fail(stem, {**options, name: str(value)}) for value in values]
