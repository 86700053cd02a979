"""The edge of the command: here time limits, interrupts and closed pipes end a verb, quickly and quietly.

Signals are handled by exceptions in the main thread. A second thread watches: it sees that a limit is over or that
nobody reads the output any more, and it ends the process if the main thread does not come to do so itself, because it
is in machine code such as a compiler's.
"""

from __future__ import annotations

import math
import os
import shutil
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from types import FrameType
from typing import Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from ..deadline import BEGAN, Deadline, OutOfTime, away, current, time_limit, within
from ..diagnostics.diagnostic import did_you_mean, guesses, out_of_time, suggested
from ..doors.streams import UNREAD, Outlet, last_words, standard_streams
from ..doors.system import ALARM, CAN_WATCH, LEAVING, Ears, let_pass, rouse, rouse_in
from .command import NO_VERDICT, Seconds, allows_slow, fail, set_option, slow_option

GRACE = 0.7
"""Seconds that the main thread has to end the process after a signal or after its verb, or a verb after the end of its
time limit."""

SHOWING = 4.0
"""Processor seconds that a verb may take if it only shows a game and is given no time limit."""

PATIENCE = 3600.0
"""Processor seconds that a verb may take with games beyond the limits, unless it is given another time limit."""

NARROWEST, WIDEST = 30, 100
"""Columns of help."""

WHOLE = 1000
"""Characters of a verb's line of help: more than there are, since lines wrap."""

MOMENT = 0.05
"""Seconds between two looks at a time limit."""

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after Ctrl-C."""

CALLED_ELSEWHERE = {
    **dict.fromkeys(("check", "lint", "verify", "compile"), "validate"), **dict.fromkeys(("run", "start"), "play"),
    **dict.fromkeys(("format", "pretty"), "fmt"), **dict.fromkeys(("games", "ls", "search"), "list"),
    **dict.fromkeys(("init", "create"), "new"), **dict.fromkeys(("web", "server", "open"), "serve"),
    **dict.fromkeys(("doc", "man", "manual"), "docs"), **dict.fromkeys(("info", "view", "cat"), "show"),
    **dict.fromkeys(("tests", "pytest"), "test"), **dict.fromkeys(("analyze", "review"), "analyse"),
    **dict.fromkeys(("simulate", "random"), "playouts"), "tournament": "match", "report": "study", "why": "explain",
    "help": "--help", "version": "--version",
}  # fmt: skip
"""What other programs call the verbs, and two options of the command."""

_GIVEN = f"{__name__}.given"

ENDS = (OutOfTime, KeyboardInterrupt, SystemExit)
"""What signals and limits raise to end a verb."""

_Verb = TypeVar("_Verb", bound=Callable[..., object])


class Verbs(click.Group):
    """The verbs of the command, which read and write through the doors. Called without arguments, as the process
    itself, it also minds signals and pipes.

    `verbs` says by section where each verb stands in this package: a module and a function, imported when it is needed.
    """

    def __init__(self, verbs: Mapping[str, Mapping[str, str]], **more: Any) -> None:
        super().__init__(**more)
        self._sections = verbs
        self._places = {verb: place for section in verbs.values() for verb, place in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the table."""
        return list(self._places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb; None if there is none of this name."""
        if cmd_name not in self._places:
            return None
        module, function = self._places[cmd_name].split(".")
        verb: click.Command = getattr(import_module(f".{module}", __package__), function)
        return verb

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb that the arguments name; for a name that no verb has, say which may have been meant."""
        name, *rest = args
        ctx.meta[_GIVEN] = rest
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            ctx.fail(f"there is no command `{name[:40]}`{self._guess(name.lower(), rest)}")
        return super().resolve_command(ctx, args)

    def _guess(self, name: str, rest: Sequence[str]) -> str:
        """Which verb a name stands for that none has; `rest` is what follows it."""
        if name == "help" and self._places.keys() & set(rest[:1]):
            return f": did you mean `hexgame {rest[0]} --help`?"
        meant = name if name in self._places else CALLED_ELSEWHERE.get(name)
        advice = f"did you mean `hexgame {meant}`?" if meant else did_you_mean(name, self._places)
        return f": {advice}" if advice else "; `hexgame --help` lists the commands"

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs by section, each with a line on what it does."""
        for section, verbs in self._sections.items():
            found = [(verb, self.get_command(ctx, verb)) for verb in verbs]
            with formatter.section(section):
                formatter.write_dl([(verb, each.get_short_help_str(WHOLE)) for verb, each in found if each])

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **more: object
    ) -> object:
        """Run the verb that the arguments name, and exit."""
        is_process = args is None and threading.current_thread() is threading.main_thread() and CAN_WATCH
        if not is_process:
            with standard_streams():
                return super().main(args, prog_name, **more)  # type: ignore[call-overload]
        with time_limit() as life:
            watch = Watch(life)
            with watch.leaving(), standard_streams(), _cut_short(), watch:
                return super().main(None, prog_name, obj=watch, **more)  # type: ignore[call-overload]

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **more: object
    ) -> click.Context:
        """Read the arguments. Help is as wide as the terminal, even one that click thinks too narrow."""
        more.setdefault("terminal_width", min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST) - 2)
        with _cut_short():
            return super().make_context(info_name, args, parent, **more)

    def invoke(self, ctx: click.Context) -> object:
        """Run a verb."""
        with _cut_short():
            try:
                return super().invoke(ctx)
            except click.UsageError as error:
                raise _reworded(error, ctx.meta.get(_GIVEN, ())) from None


def _reworded(error: click.UsageError, given: Sequence[str]) -> click.UsageError:
    """Say of an option or an argument that a verb does not take how it is written; `given` are its arguments."""
    verb = error.ctx and error.ctx.command
    if verb and isinstance(error, click.NoSuchOption):
        written = next((each for each in given if each.startswith(error.option_name)), error.option_name)
        shown = written.partition("=")[0][:40]
        return click.UsageError(f"there is no option `{shown}`{_instead(verb, written, given)}", error.ctx)
    if verb and error.message.startswith("Got unexpected extra argument"):
        extra = error.message.rpartition("(")[2].rstrip(")")
        takes = " ".join(str(each.name).upper() for each in verb.params if isinstance(each, click.Argument))
        counts = [each.opts[0] for each in verb.params if isinstance(each.type, click.types.IntParamType)]
        guess = f": did you mean `{counts[0]} {extra}`?" if counts and extra.isdecimal() else ""
        return click.UsageError(
            f"`hexgame {verb.name}` takes only {takes}, so `{extra[:40]}` is too many{guess}", error.ctx
        )
    return error


def _instead(verb: click.Command, written: str, given: Sequence[str]) -> str:
    """What to write in place of an option that a verb does not have."""
    flags = {flag.lstrip("-"): flag for each in verb.params for flag in each.opts if flag.startswith("--")}
    name, _, value = written.lstrip("-").partition("=")
    guess = suggested(flags[each] for each in guesses(name, flags))
    if "set" in flags and not guess and written.startswith("--"):
        follows = next((each for before, each in pairwise(given) if before == written and each[0] != "-"), "VALUE")
        guess = f"an option of the game is set with `--set {name[:20]}={(value or follows)[:20]}`"
    return f": {guess}" if guess else f"; `hexgame {verb.name} --help` lists the options"


@contextmanager
def _cut_short() -> Iterator[None]:
    """Where a command is cut short, say so and exit; click would say something else."""
    try:
        with _unwrapped():
            yield
    except OutOfTime as end:
        fail([out_of_time(str(end))])
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        exec("")  # noqa: S102 - or Python ends by a signal, if text that it executed was interrupted (as in dataclasses)
        sys.exit(INTERRUPTED)


def seconds_option(shown: bool = False, otherwise: float = math.inf) -> Callable[[_Verb], _Verb]:
    """Return the option `--seconds`, a time limit for all that a verb does; `shown` passes its value on.

    A verb that is given no limit may take `otherwise`, in processor seconds.
    """

    def limit(context: click.Context, _: click.Parameter, seconds: float | None) -> float | None:
        _limit(context, seconds, min(otherwise, PATIENCE) if allows_slow() else otherwise)
        return seconds

    default = "none" if otherwise == math.inf else f"{otherwise:g} seconds of processor time"
    return click.option(
        "--seconds",
        type=Seconds(0),
        envvar="HEXGAME_SECONDS",
        callback=limit,
        expose_value=shown,
        help=f"Limit for the whole command, loading included; then report what is known.  [default: {default}]",
    )


def _limit(context: click.Context, seconds: float | None, otherwise: float) -> None:
    """Put the rest of a verb under a time limit; without one, under `otherwise`, in processor seconds."""
    if seconds is None:
        deadline, begun = Deadline(otherwise, current(), time.process_time), 0.0
    else:
        deadline, begun = Deadline(seconds, current()), BEGAN
    root = context.find_root()  # which click leaves whatever comes; that of a verb it leaves as it is after a mistake
    root.with_resource(within(deadline))
    if deadline.seconds < math.inf and isinstance(context.obj, Watch):
        deadline.restart(begun)
        root.with_resource(context.obj.minding(deadline))


def only_show() -> None:
    """Give the verb that runs, which turns out to only show a game, the limit of those that do, if it has none."""
    context = click.get_current_context()
    if context.get_parameter_source("seconds") is ParameterSource.DEFAULT:
        _limit(context, None, SHOWING)


def game_options(verb: _Verb) -> _Verb:
    """Add the options of verbs that make a game: `--set`, `--allow-slow` and `--seconds`."""
    return set_option(slow_option(seconds_option()(verb)))


def showing_options(verb: _Verb) -> _Verb:
    """Add the same options to verbs that only show a game: they are given a time limit."""
    return set_option(slow_option(seconds_option(otherwise=SHOWING)(verb)))


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Raise what ends a verb as it is: before Python 3.12, a class that is just being made wraps it in an error."""
    try:
        yield
    except RuntimeError as error:
        if isinstance(error.__cause__, ENDS):
            raise error.__cause__ from None
        raise


def _leave_unread() -> NoReturn:
    """Exit without a word: what is still to be written goes nowhere."""
    if isinstance(sys.stdout, Outlet):
        sys.stdout.forget()
    sys.exit(UNREAD)


class Watch:
    """Watches over a command: its signals, its output and its time limit; `life` is a deadline for all of it."""

    def __init__(self, life: Deadline) -> None:
        self._life, self._deadline = life, life
        self._is_unread = self._is_done = False
        self._code: int | None = None
        self._lost: BaseException | None = None
        self._news, self._bell = os.pipe()

    def __enter__(self) -> Watch:
        let_pass(self._bell)
        signal.set_wakeup_fd(self._bell, warn_on_full_buffer=False)
        for number in (*LEAVING, ALARM):
            if signal.getsignal(number) != signal.SIG_IGN:  # as `nohup` wants it
                signal.signal(number, self._handle)
        sys.unraisablehook = self._raise_again
        threading.Thread(target=self._watch, name="watch", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_done = True
        sys.unraisablehook = sys.__unraisablehook__

    @contextmanager
    def leaving(self) -> Iterator[None]:
        """Leave soon after a block that exits, even if a thread is in machine code whose end is waited for."""
        try:
            yield
        except SystemExit as end:
            self._code = end.code if isinstance(end.code, int) else int(end.code is not None)
            os.write(self._bell, b"\0")
            raise

    @contextmanager
    def minding(self, deadline: Deadline) -> Iterator[None]:
        """Mind a time limit in a block."""
        self._deadline = deadline
        os.write(self._bell, b"\0")
        try:
            yield
        finally:
            self._deadline = self._life

    # In the main thread

    def _handle(self, number: int, _: FrameType | None) -> None:
        """Turn a signal into an exception."""
        if self._is_done or away.now:
            return
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        if number != ALARM:
            sys.exit(128 + number)
        if self._is_unread:
            _leave_unread()
        if self._lost is not None:
            lost, self._lost = self._lost, None
            raise lost
        if self._deadline.is_over and not self._deadline.is_told:
            raise self._deadline.ended()

    def _raise_again(self, found: sys.UnraisableHookArgs) -> None:
        """Raise what ends a verb once more if it was raised where it was lost, as in the end of an object."""
        if not isinstance(found.exc_value, ENDS):
            sys.__unraisablehook__(found)
            return
        if not isinstance(found.exc_value, OutOfTime):
            self._lost = found.exc_value
        rouse_in(MOMENT)

    # In the second thread

    def _watch(self) -> None:
        ears = Ears(self._news)
        if _is_pipe(1):
            ears.mind(1)
        while True:
            limited = self._deadline is not self._life
            for descriptor in ears.heard(MOMENT if limited else None):
                if descriptor == 1:
                    ears.forget(1)
                    self._is_unread = True
                    self._life.disturb(SystemExit(UNREAD))
                    rouse()
                else:
                    self._note(os.read(self._news, 1)[0])
            if limited and self._deadline.is_over:
                self._end_limit(self._deadline)

    def _note(self, number: int) -> None:
        """A signal has arrived, or the verb is done: the process has a moment to end."""
        if number in LEAVING:
            self._life.disturb(KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number))
        elif self._code is None:
            return
        time.sleep(GRACE)
        os._exit(128 + number if self._code is None else self._code)

    def _end_limit(self, deadline: Deadline) -> None:
        """A time limit is over: the verb has a moment to say what it knows."""
        rouse()
        until = time.monotonic() + GRACE
        while time.monotonic() < until:
            time.sleep(MOMENT)
            if self._deadline is not deadline or not deadline.is_over:
                return
        problem = out_of_time(str(deadline))
        last_words(f"error[{problem.code}]: {problem.message}")
        os._exit(NO_VERDICT)


def _is_pipe(descriptor: int) -> bool:
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)
