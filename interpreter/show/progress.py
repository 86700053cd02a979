"""A progress bar for long tasks."""

from __future__ import annotations

import sys
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
