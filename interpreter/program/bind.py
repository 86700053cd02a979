"""Kernels: modules of restricted Python that are run anew for each game, and import what the game gives them.

A folder of kernels has a module `needs`, which only declares names with their types. The other modules of the folder
import from it, and from each other, as modules do. So type checkers, debuggers and Python itself read them as they
stand, and a program is read from their sources.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib.abc import InspectLoader
from importlib.util import find_spec, resolve_name
from types import CodeType, FunctionType, SimpleNamespace
from typing import cast


def declared(needs: str) -> None:
    """Refuse to import a module of needs: what imports it runs only bound to a game."""
    raise ImportError(f"{needs} only declares what a game gives; its kernels run where `bind` gives it")


class Bound:
    """A kernel with the values of a game."""

    def __init__(self, module: str, needs: Mapping[str, object]) -> None:
        self._folder, self.needs = module.rpartition(".")[0], needs
        self._run: dict[str, dict[str, object]] = {}
        self.names: Mapping[str, object] = self._names_of(module)
        """What stands in the module."""

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the kernel, or of one of the modules from which it imports."""
        found = next(names[name] for names in (self.names, *self._run.values()) if name in names)
        return cast(Callable[..., int], found)

    @cached_property
    def made_of(self) -> str:
        """All that its functions depend on besides the functions that it is given."""
        values = {name: value for name, value in self.needs.items() if not isinstance(value, FunctionType)}
        given = {value for value in self.needs.values() if isinstance(value, FunctionType)}
        functions = (value for names in self._run.values() for value in names.values())
        called = {str(each.__module__) for each in functions if isinstance(each, FunctionType) and each not in given}
        return "\n".join([*map(source_of, sorted({*self._run, *called})), repr(values)])

    def _names_of(self, module: str) -> dict[str, object]:
        """What stands in a module of the folder, which is run once."""
        if module not in self._run:
            loader, code = code_of(module)
            words = {**vars(builtins), "__import__": self._import}
            names = {"__name__": module, "__package__": self._folder, "__loader__": loader, "__builtins__": words}
            self._run[module] = names
            exec(code, names)  # noqa: S102 - a module of ours
        return self._run[module]

    def _import(
        self,
        name: str,
        names: Mapping[str, object] | None = None,
        local: Mapping[str, object] | None = None,
        wanted: Sequence[str] = (),
        level: int = 0,
    ) -> object:
        """What an import statement of the folder's modules gives."""
        module = resolve_name("." * level + name, self._folder) if level else name
        if module == f"{self._folder}.needs":
            return SimpleNamespace(__name__=module, **self.needs)
        if module.startswith(f"{self._folder}."):
            return SimpleNamespace(**self._names_of(module))
        return __import__(name, names, local, wanted, level)


def bind(module: str, needs: Mapping[str, object]) -> Bound:
    """Run a kernel with all that it imports from its folder; `needs` are what `needs.py` declares there."""
    return Bound(module, needs)


@cache
def source_of(module: str) -> str:
    """Return the source of a module of ours."""
    return _loader(module).get_source(module) or ""


def _loader(module: str) -> InspectLoader:
    spec = find_spec(module)
    assert spec is not None
    return cast(InspectLoader, spec.loader)


@cache
def code_of(module: str) -> tuple[InspectLoader, CodeType]:
    """Return what loads a module of ours, and its code."""
    loader = _loader(module)
    code = loader.get_code(module)
    assert code is not None
    return loader, code
