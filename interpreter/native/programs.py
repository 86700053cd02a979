"""Programs of a game: of its generated module, of the functions over many states, of a kernel that is bound to it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules

from ..machine.emit import Machine
from ..program.bind import Bound, code_of, source_of
from ..program.nodes import Type
from ..program.read import Program, Text, parsed, read, text_of, text_of_names
from . import batches


def read_ahead(folder: str) -> None:
    """Read the modules of a folder of kernels before anybody waits for one that is bound."""
    for each in iter_modules(import_module(folder).__path__):
        if each.name != "needs":
            name = f"{folder}.{each.name}"
            loader, _ = code_of(name)
            parsed(loader, name)


class Programs:
    """Reads programs of a machine, and of a kernel that may call its functions."""

    def __init__(self, machine: Machine, kernel: Bound | None = None) -> None:
        self._machine, self._kernel = machine, kernel

    @property
    def made_of(self) -> tuple[str, ...]:
        """The texts on which all programs depend."""
        return self._machine.source, *map(source_of, batches.SOURCES), self._kernel.made_of if self._kernel else ""

    def read(self, entries: Mapping[str, Sequence[Type]], lengths: bool = False) -> Program:
        """Return the program of some entries of one module, given the types of their parameters. Raises KeyError for
        one that the game does not have."""
        name = next(iter(entries))
        if name in batches.offered(self._machine):
            return read(self._over_states, entries, lengths)
        if self._of_kernel and name in self._of_kernel.functions:
            return read(self._of_kernel, entries, lengths)
        return read(self._own, entries, lengths)

    @cached_property
    def _parsed(self) -> ast.Module:
        return ast.parse(self._machine.text)

    @cached_property
    def _states(self) -> Bound:
        return batches.bound(self._machine, self._parsed)

    @cached_property
    def _over_states(self) -> Text:
        return text_of_names(self._states.names, (self._own,))

    @cached_property
    def _of_kernel(self) -> Text | None:
        return text_of_names(self._kernel.names, (self._own,)) if self._kernel else None

    @cached_property
    def _own(self) -> Text:
        return text_of(self._parsed, self._machine.functions["step"].__globals__)
