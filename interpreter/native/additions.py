"""What runs beside a machine's functions, whatever makes both fast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Addition:
    """Functions that run beside a machine's, written as generated modules are: they may call the machine's.

    `parameters` says, for each function that Python calls, what it takes, in the letters of `PARAMETERS` and those of
    `arrays`: arrays of 64 bits with at least so many entries.
    """

    source: str
    parameters: Mapping[str, str]
    arrays: Mapping[str, int]


NOTHING = Addition("", {}, {})
