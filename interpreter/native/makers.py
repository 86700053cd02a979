"""Who makes games fast here, and what to do where nobody does. Nothing heavy is imported to find out."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from . import browser
from .additions import NOTHING, Addition

if TYPE_CHECKING:
    from ..machine.emit import Machine
    from ..machine.random.sampling import Sampler

# ruff: noqa: PLC0415 - of the two, only the one that is there is imported

ADVICE = "pip install 'hexgame-interpreter[fast]'"
"""How to have games compiled."""


def can_compile() -> bool:
    """Return whether games can be compiled: to machine code, in any thread."""
    return importlib.util.find_spec("llvmlite") is not None


def is_quick() -> bool:
    """Return whether the functions of games can be had fast: compiled, or in a browser's WebAssembly."""
    return browser.is_here() or can_compile()


def get_ready(*kernels: str) -> None:
    """Import what makes games fast here, and read these folders of kernels, before anybody waits for that."""
    from .programs import read_ahead

    if browser.is_here():
        from . import webassembly  # noqa: F401
    elif can_compile():
        from . import compiled  # noqa: F401
    for each in kernels:
        read_ahead(each)


def sampler_of(machine: Machine, more: Addition = NOTHING) -> Sampler:
    """Return the functions of a machine as fast as they can be had here.

    Raises ModuleNotFoundError where nothing makes them faster.
    """
    if browser.is_here():
        from .webassembly import InWebAssembly

        return InWebAssembly(machine, more)
    from .compiled import Compiled

    return Compiled(machine, more=more)
