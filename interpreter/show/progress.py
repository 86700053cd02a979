"""How far long tasks are: a bar, or a line of words."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from ..doors.streams import canvas


@contextmanager
def bar(length: int, label: str = "playing") -> Iterator[Callable[[int, int], None] | None]:
    """Show a progress bar on standard error; give the function that updates it, or None if that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=length, file=canvas(sys.stderr), label=label, show_pos=True) as shown:
        yield lambda done, _: shown.update(done - shown.pos)


MOMENT = 0.1
"""Seconds between two lines of words."""


@contextmanager
def line() -> Iterator[Callable[[str], None]]:
    """Show a line of words on standard error, which the next one overwrites; give the function that changes it.

    It writes nothing where standard error is no terminal; an empty line is shown at once, others now and then.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    out, shown, until = canvas(sys.stderr), "", 0.0

    def say(words: str) -> None:
        nonlocal shown, until
        if words != shown and (not words or time.monotonic() >= until):
            out.write(f"\r\x1b[K{words[:79]}")
            out.flush()
            shown, until = words, time.monotonic() + MOMENT

    try:
        yield say
    finally:
        say("")
