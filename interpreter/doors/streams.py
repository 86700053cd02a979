"""The standard streams as doors: what is written to them can be seen, and is not lost without a word."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import shutil
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import BinaryIO, TextIO, cast

from .colours import STYLES, sequence
from .visible import visible
from .wrapping import wrapped

LOST = 2
"""The exit code if output is lost."""

UNREAD = 141
"""The exit code if nobody reads the output any more: as of a command that SIGPIPE ends."""


class OutputLost(Exception):  # noqa: N818 - named for what happened
    """Standard output or standard error cannot be written to: closed, or the disk is full."""

    def __init__(self, outlet: Outlet, error: OSError) -> None:
        super().__init__(f"cannot write to {outlet.called}: {error.strerror or error}")
        self.outlet = outlet
        self.is_closed_pipe = error.errno == errno.EPIPE


class Outlet(io.TextIOBase):
    """A standard stream that makes visible what is written to it; only our own styles become escape sequences."""

    def __init__(self, stream: TextIO | None, called: str) -> None:
        self.stream, self.called = stream, called
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")

    def write(self, text: str) -> int:
        """Write a text, whose long lines end between words on a terminal. Raises `OutputLost`."""
        return self.write_unwrapped(on_terminal(text) if self.isatty() else text)

    def write_unwrapped(self, text: str) -> int:
        """Write a text in the lines that it has. Raises `OutputLost`."""
        parts = STYLES.split(text)
        styles = [*map(sequence, STYLES.findall(text)), ""]
        self.write_as_it_is("".join(visible(part) + style for part, style in zip(parts, styles, strict=True)))
        return len(text)

    def write_as_it_is(self, text: str) -> None:
        """Write a text that is known to be harmless where it goes. Raises `OutputLost`."""
        if self.stream is None:
            raise OutputLost(self, OSError(errno.EBADF, "it is closed"))
        try:
            self.stream.write(text)
        except OSError as error:
            raise OutputLost(self, error) from None

    def flush(self) -> None:
        """Write what is still to be written. Raises `OutputLost`."""
        if self.stream is None:
            return
        try:
            self.stream.flush()
        except OSError as error:
            raise OutputLost(self, error) from None

    def forget(self) -> None:
        """Drop what cannot be written, so that nobody tries once more as the process ends."""
        with contextlib.suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self.fileno())
            os.close(null)
            self.flush()

    def close(self) -> None:
        """Leave the stream open: it is not ours."""

    def isatty(self) -> bool:
        """Whether this is a terminal."""
        return self.stream is not None and self.stream.isatty()

    def fileno(self) -> int:
        """The number of the file. Raises `OSError` if there is none."""
        if self.stream is None:
            raise io.UnsupportedOperation("fileno")
        return self.stream.fileno()

    def writable(self) -> bool:
        """Whether it can be written to."""
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """How characters become bytes."""
        return (self.stream.encoding if self.stream else None) or "utf-8"

    @property
    def errors(self) -> str:  # type: ignore[override]
        """What becomes of characters that the encoding lacks."""
        return "replace"

    __hash__ = None  # type: ignore[assignment]
    """Not a key: click would keep it, and all that was written to it, as long as the process lives."""

    @property
    def buffer(self) -> BinaryIO:
        """The bytes of a terminal, for a library that draws on it by itself."""
        if not isinstance(self.stream, TextIOWrapper) or not self.isatty():
            raise AttributeError("buffer")
        return cast(BinaryIO, self.stream.buffer)


def canvas(stream: TextIO) -> TextIO:
    """Return the stream behind a door, for what draws on a terminal with escape sequences and writes no other text."""
    return stream.stream if isinstance(stream, Outlet) and stream.stream else stream


def clear_screen() -> None:
    """Clear the terminal that standard output is."""
    sys.stdout.flush()
    canvas(sys.stdout).write("\x1b[2J\x1b[1;1H")


def pass_on(text: str) -> None:
    """Write data to standard output: as it is to a file or a pipe, visibly to a terminal."""
    if isinstance(sys.stdout, Outlet) and not sys.stdout.isatty():
        sys.stdout.write_as_it_is(text)
    elif isinstance(sys.stdout, Outlet):
        sys.stdout.write_unwrapped(text)
    else:
        sys.stdout.write(text)


def on_terminal(text: str) -> str:
    """Return a text as the terminal of the process shows it best: no wider, if words allow."""
    return wrapped(text, shutil.get_terminal_size().columns)


def last_words(text: str) -> None:
    """Write a line to standard error from any thread, past a main thread that may be in the middle of writing."""
    with contextlib.suppress(OSError):
        os.write(2, f"{visible(text)}\n".encode(errors="replace"))


@contextlib.contextmanager
def standard_streams() -> Iterator[None]:
    """Put the doors in place of the standard streams.

    Closed ones are replaced: standard input by an empty one; output to the others ends the command, as does output
    that cannot be written, with exit code 2 and a message if standard error is there for it.
    """
    if isinstance(sys.stdout, Outlet):
        yield
        return
    _keep_numbers()
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = Outlet(kept[1], "standard output"), Outlet(kept[2], "standard error")
    sys.stdin = kept[0] or TextIOWrapper(io.BytesIO())
    sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
    try:
        try:
            yield
        finally:
            out.flush()
            err.flush()
    except OutputLost as lost:
        _end(lost, err)
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


def _end(lost: OutputLost, err: Outlet) -> None:
    lost.outlet.forget()
    if lost.outlet is not err and not lost.is_closed_pipe:
        try:
            err.write(f"Error: {lost}\n")
            err.flush()
        except OutputLost:
            err.forget()
    sys.exit(UNREAD if lost.is_closed_pipe else LOST)


def _keep_numbers() -> None:
    """Open what is closed of the files 0 to 2, so that no file that is opened later is taken for a standard stream."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
