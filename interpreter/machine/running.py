"""Running a generated module, whose lines tracebacks can show."""

from __future__ import annotations

import hashlib
import linecache
import os
import weakref
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType

from ..deadline import look

CHECK = "HEXGAME_CHECK"
"""Set to 1, this environment variable has every generated module verified before it runs."""


class BadModule(RuntimeError):  # noqa: N818 - named for what it is
    """A generated module that does not hold together: a mistake of the interpreter, not of a rule sheet."""


_shown: dict[str, list[weakref.ref[FunctionType]]] = {}
"""A function of each module of a name: its lines are known as long as there is one."""


def is_checked() -> bool:
    """Whether modules are verified before they run, and indexes while they do once they are compiled."""
    return os.environ.get(CHECK) == "1"


def functions_of(text: str, name: str, tables: Mapping[str, object]) -> dict[str, FunctionType]:
    """Run a module's text over its tables and return its functions by name."""
    file = f"<hexgame {Path(name).stem} {hashlib.sha256(text.encode()).hexdigest()[:8]}>"
    names: dict[str, object] = {"look": look, **tables}
    exec(compile(text, file, "exec"), names)  # noqa: S102 - text made of integers and our own names
    functions = {name: value for name, value in names.items() if isinstance(value, FunctionType) and value is not look}
    _show_lines(file, text, functions["step"])
    return functions


def _show_lines(file: str, source: str, function: FunctionType) -> None:
    """Let tracebacks show a module's lines until one of its functions, and so all of them, are gone.

    Which are gone is looked up whenever a module is made: a callback would run where they go, which may be so deep in
    calls that it cannot.
    """
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    _shown[file] = [*_shown.get(file, ()), weakref.ref(function)]
    for name, functions in list(_shown.items()):
        if left := [each for each in functions if each() is not None]:
            _shown[name] = left
        else:
            _shown.pop(name, None)
            linecache.cache.pop(name, None)
