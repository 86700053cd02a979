"""What runs beside a machine's functions, whatever makes both fast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..program.bind import Bound


@dataclass(frozen=True)
class Addition:
    """A kernel that runs beside a machine and may call its functions.

    `parameters` says, for each function that Python calls, what it takes, in the letters of `PARAMETERS` and those of
    `arrays`: arrays of 64 bits with at least so many entries.
    """

    kernel: Bound | None
    parameters: Mapping[str, str]
    arrays: Mapping[str, int]
    in_haste: bool = False
    """Whether functions are there sooner where that is possible, and are slower until `Sampler.improve` is called."""


NOTHING = Addition(None, {}, {})
