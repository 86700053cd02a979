"""A bar on a terminal that shows how far a long task is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click


@contextmanager
def bar(length: int) -> Iterator[Callable[[int, int], None] | None]:
    """What is to be told how much is done; None where no terminal would show it."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=length, file=sys.stderr, label="playing", show_pos=True) as shown:
        yield lambda done, _: shown.update(done - shown.pos)
