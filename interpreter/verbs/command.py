"""What all verbs of the `hexgame` command share: how they read a game, write a file, report problems and exit."""

# Each function imports the rooms it needs when it runs, so that no verb waits for another verb's rooms.
# ruff: noqa: PLC0415

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypedDict, TypeVar

import click

from ..diagnostics.diagnostic import OUT_OF_TIME, Diagnostic, Severity
from ..doors.kinds import PNG, SVG, Kind, is_lost, may_replace
from ..doors.streams import on_terminal
from ..doors.writing import refuse_unwritable, replace_bytes
from ..loading import compile_game

if TYPE_CHECKING:
    from ..play.game import Game
    from ..show.records import Replay

Command = TypeVar("Command", bound=Callable[..., object])

OK, PROBLEMS, USAGE, NO_VERDICT = range(4)
"""Exit codes: success, errors in a game, an invalid request, not enough time to decide."""


class How(TypedDict):
    """The options of `playouts` that are passed on as they are."""

    seed: int
    jobs: int
    engine: str | None
    winners_only: bool
    trust_claims: bool
    on: str | None
    patience: float


class Seconds(click.FloatRange):
    """A number of seconds within bounds. Click takes `nan` for one, which no bound holds."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; refuses what is not one."""
        found = super().convert(value, param, ctx)
        return self.fail(f"{value} is not a number of seconds.", param, ctx) if math.isnan(found) else found


class Cluster(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has no such arguments
    """The address of a Dask cluster."""

    name = "address"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address; refuses what is not one."""
        from ..experiments.work.cluster import parts_of

        try:
            return parts_of(str(value)).string
        except ValueError as error:
            return self.fail(str(error), param, ctx)


def cluster_options(deed: str) -> Callable[[Command], Command]:
    """Return the decorator that adds the options for a cluster; `deed` is what it is to do."""
    on = click.option("--on", type=Cluster(), metavar="dask://HOST:PORT",
                      help=f"{deed} a Dask cluster; tls:// encrypts.")  # fmt: skip
    patience = click.option("--patience", default=600.0, show_default=True, type=Seconds(0),
                            help="Seconds to wait while a cluster has no workers.")  # fmt: skip
    return lambda command: on(patience(command))


def read_options(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Turn repeated `--set name=value` into a mapping; a click callback."""
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"`{value}` is not of the form name=value, such as size=7")
    return dict(value.split("=", 1) for value in values)


set_option = click.option(
    "--set",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=read_options,
    help="Set an option of the game; may be repeated.",
)


def _note_slow(context: click.Context, parameter: click.Parameter, is_given: bool) -> None:
    """Note for the whole verb that games may be slow; a click callback."""
    context.meta[_SLOW] = is_given


_SLOW = f"{__name__}.slow"

slow_option = click.option(
    "--allow-slow",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_note_slow,
    help="Run a game even if it exceeds the limits.",
)


def allows_slow() -> bool:
    """Whether the verb that runs plays games beyond the limits."""
    return bool(click.get_current_context().meta.get(_SLOW))


PICTURES = {"--svg": SVG, "--png": PNG}


def picture_option(flag: str, shown: str) -> Callable[[Command], Command]:
    """Return the decorator that adds an option for a picture to write; `shown` is its help."""
    return written_option(flag, PICTURES[flag], shown, metavar="FILE")


def refuse_nowhere(path: Path) -> None:
    """Raise BadParameter for a file that cannot be written, before any work on what it should hold."""
    try:
        if path.is_symlink() and not path.exists():
            raise click.BadParameter(f"`{path}` is a link to a file that does not exist")
        if not path.parent.is_dir():
            raise click.BadParameter(f"there is no folder `{path.parent}`")
        refuse_unwritable(path)
    except OSError as error:
        raise click.BadParameter(f"cannot write `{path}`: {error.strerror or error}") from None


def refuse_other(path: Path, kind: Kind, advice: str = "choose another name") -> None:
    """Raise BadParameter for a file that cannot be written, or that holds something else than its kind does."""
    refuse_nowhere(path)
    try:
        is_fit = may_replace(path, kind)
    except OSError as error:
        raise click.BadParameter(f"cannot read `{path}`: {error.strerror or error}") from None
    if not is_fit:
        raise click.BadParameter(f"`{path}` exists and is not {kind.name}; {advice}")


class Written:
    """The callback of an option for a file to write: of files that exist only those of its kind are replaced."""

    def __init__(self, *kinds: tuple[str, Kind]) -> None:
        self.kinds = dict(kinds)
        """What is written, by what is added to the name that was given."""

    def __call__(self, context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
        """Return the path; raises BadParameter if something else is there."""
        if path is not None:
            for ending, kind in self.kinds.items():
                target = path.with_name(path.name + ending) if ending else path
                refuse_other(target, kind)
                _refuse_twice(context, f"{parameter.opts[0]} FILE{ending}", target)
        return path


def _refuse_twice(context: click.Context, what: str, path: Path) -> None:
    """Raise BadParameter for a file that another option writes; what is no file, such as a device, may be written to
    more than once."""
    if path.exists() and not path.is_file():
        return
    files: dict[str, Path] = context.meta.setdefault(__name__, {})
    for other, known in files.items():
        is_same = path.resolve() == known.resolve() or (path.exists() and known.exists() and path.samefile(known))
        if other != what and is_same:
            raise click.BadParameter(f"`{path}` is also what `{other}` writes; choose another name")
    files[what] = path


def written_option(
    flag: str, kind: Kind, shown: str, *more: tuple[str, Kind], metavar: str = "FILE"
) -> Callable[[Command], Command]:
    """Return the decorator that adds an option for a file to write; `shown` is its help.

    `more` are other files that are written beside it, by what is added to its name.
    """
    return click.option(flag, type=click.Path(dir_okay=False, path_type=Path), metavar=metavar,
                        callback=Written(("", kind), *more), help=shown)  # fmt: skip


def compile_or_fail(game: str, options: dict[str, str]) -> Game:
    """Return the compiled game, or report its errors and exit."""
    compiled, problems = compile_game(game, dict(options), allows_slow())
    if compiled is None:
        fail(problems)
    report(problems)
    return compiled


def prebuild_or_fail(games: Sequence[str], options: dict[str, str], folder: Path) -> None:
    """Compile games, or all shipped ones, into a folder for everyone, or report why that fails and exit."""
    from ..show.pages.caches import prebuilding
    from ..source.reading.files import shipped

    try:
        for line in prebuilding((compile_or_fail(game, options) for game in games or shipped()), folder):
            click.echo(line)
    except OSError as error:
        fail([Diagnostic("HG610", f"cannot write `{error.filename or folder}`: {error.strerror or error}")])


def read_record_or_fail(path: str) -> Replay:
    """Return the saved game, or report what is wrong with its record and exit."""
    from ..show.records import read_record

    replay, problems = read_record(Path(path), allows_slow())
    if replay is None:
        fail(problems)
    report(problems)
    return replay


def write_file(path: Path, content: bytes) -> None:
    """Write a file and say so, or report why that fails and exit."""
    write(path, content)
    click.echo(f"wrote {path}")


def write_out(path: Path, text: str) -> None:
    """Write a file and say so on standard error, or report why that fails and exit."""
    write(path, text.encode())
    click.echo(f"wrote {path}", err=True)


def not_written(path: Path | None, why: str) -> None:
    """Say of a file that is wanted why it is not written, and whether an older one is there."""
    if path:
        note(f"`{path}` was not written: {why}" + "; the existing file is an older one" * path.is_file())


def write(path: Path, content: bytes) -> None:
    """Write a file, unless somebody has put a file of another kind there meanwhile."""
    try:
        if is_lost(path, content):
            fail([Diagnostic("HG610", f"`{path}` was changed in the meantime, so it was not replaced")])
        replace_bytes(path, content)
    except OSError as error:
        fail([Diagnostic("HG610", f"cannot write `{path}`: {error.strerror or error}")])


def show_page(page: str | Diagnostic) -> None:
    """Print a page, in a pager if it is longer than the terminal; or report why there is none and exit."""
    from shutil import get_terminal_size

    if isinstance(page, Diagnostic):
        fail([page])
    if sys.stdin.isatty() and sys.stdout.isatty() and page.count("\n") >= get_terminal_size().lines:
        minded = signal.set_wakeup_fd(-1)  # Ctrl-C is the pager's until it is left
        try:
            click.echo_via_pager(on_terminal(page))
        finally:
            signal.set_wakeup_fd(minded)
    else:
        click.echo(page, nl=False)


def print_results(results: Iterable[tuple[str, str]]) -> None:
    """Print pairs of result and problems: results on standard output, problems on standard error."""
    for text, problems in results:
        if problems:
            click.echo(problems, err=True)
        if text:
            click.echo(text)


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Print problems on standard error."""
    from ..diagnostics.render import render
    from ..show.boards.palette import paint_diagnostic

    for diagnostic in diagnostics:
        click.echo(render(diagnostic, paint_diagnostic) + "\n", err=True)


def note(text: str) -> None:
    """Print a remark on standard error."""
    click.echo(f"note: {text}", err=True)


def fail(diagnostics: Iterable[Diagnostic]) -> NoReturn:
    """Report problems and exit with the code that fits them."""
    problems = list(diagnostics)
    report(problems)
    sys.exit(exit_code(problems))


def refuse(text: str, code: int = USAGE) -> NoReturn:
    """Say in a line why nothing is done, and exit."""
    click.echo(f"Error: {text}", err=True)
    sys.exit(code)


def exit_code(diagnostics: Iterable[Diagnostic]) -> int:
    """Return NO_VERDICT if time ran out, USAGE if the request is wrong, PROBLEMS if a game is, OK if there are only
    warnings."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if any(diagnostic.code == OUT_OF_TIME for diagnostic in errors):
        return NO_VERDICT
    if any(diagnostic.is_request for diagnostic in errors):
        return USAGE
    return PROBLEMS if errors else OK
