"""What compiled functions demand of their arguments: they would read and write beyond an array that is too short."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import NamedTuple

import numpy as np

from ..machine.random.sampling import Numbers


class Need(NamedTuple):
    """What an argument must be: a number below a bound, or an array of a type with so many entries in its last axis."""

    bound: int = 0
    dtype: np.dtype[np.generic] | None = None
    axes: int = 1
    least: int = 0
    is_for_each: bool = False
    """Whether its first axis has an entry for each game."""

    def __str__(self) -> str:
        if self.dtype is None:
            return f"a code from 0 to {self.bound - 1}" if self.bound else "an integer"
        if self.is_for_each:
            length = "one entry for each game" if self.axes == 1 else f"a row of {self.least} for each game"
        else:
            length = f"{self.least} entries or more"
        return f"a contiguous, writable array of {self.dtype} with {length}"

    def fits(self, argument: object, games: set[int]) -> bool:
        """Whether an argument is as it must be; `games` holds the number of games where there are several."""
        if self.dtype is None:
            return isinstance(argument, int | np.integer) and bool(not self.bound or 0 <= argument < self.bound)
        if not isinstance(argument, np.ndarray) or argument.dtype != self.dtype or not argument.flags.carray:
            return False
        is_long = argument.ndim == self.axes and argument.shape[-1] >= self.least
        return is_long and not (self.is_for_each and {len(argument)} != games)


class Checked:
    """A compiled function that raises ValueError for arguments that do not fit. What arrays hold is not checked.

    Numba itself refuses an array of another type; what remains to be compared before a call are sizes and codes.
    """

    def __init__(self, name: str, function: Callable[..., int], needs: tuple[Need, ...]) -> None:
        self._name, self._function, self._needs = name, function, needs
        self._bounds = [(number, need.bound) for number, need in enumerate(needs) if need.bound]
        self._least = [(number, need.least) for number, need in enumerate(needs) if need.least]
        self._for_each = [number for number, need in enumerate(needs) if need.is_for_each]

    def __repr__(self) -> str:
        return f"<compiled {self._name}>"

    def __call__(self, *arguments: Numbers) -> int:
        """Call the function."""
        try:
            if self._fit(arguments):
                return self._function(*arguments)
        except (AttributeError, IndexError, TypeError):
            self._refuse(arguments)
            raise
        self._refuse(arguments)
        raise AssertionError("unreachable: some argument did not fit")

    def _fit(self, arguments: tuple[Numbers, ...]) -> bool:
        """Whether arrays are long enough and codes are codes."""
        for number, least in self._least:
            if arguments[number].shape[-1] < least:
                return False
        for number, bound in self._bounds:
            if not 0 <= index(arguments[number]) < bound:
                return False
        return len({len(arguments[number]) for number in self._for_each}) < 2

    def _refuse(self, arguments: tuple[Numbers, ...]) -> None:
        """Raise ValueError for the first argument that does not fit."""
        if len(arguments) != len(self._needs):
            raise ValueError(f"`{self._name}` takes {len(self._needs)} arguments, not {len(arguments)}")
        games = {len(arguments[number]) for number in self._for_each[:1] if isinstance(arguments[number], np.ndarray)}
        for number, (argument, need) in enumerate(zip(arguments, self._needs, strict=True), 1):
            if not need.fits(argument, games):
                raise ValueError(
                    f"`{self._name}`, argument {number}: {need} expected, found {_shown(argument)}"
                ) from None


def _shown(argument: object) -> str:
    if not isinstance(argument, np.ndarray):
        return repr(argument) if isinstance(argument, int | np.integer) else f"a {type(argument).__name__}"
    kind = "" if argument.flags.carray else ", not contiguous or not writable"
    return f"one of {argument.dtype} and shape {argument.shape}{kind}"
