"""Generated text: indented lines, and tables of integers that are written once each."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager
from itertools import count


class Writer:
    """Collects lines at the current indentation."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._indent = ""

    def __call__(self, *lines: str) -> None:
        """Add lines of text."""
        self._lines.extend(self._indent + line if line else "" for line in lines)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent what is written inside under a head line."""
        self(head)
        self._indent += "    "
        try:
            yield
        finally:
            self._indent = self._indent[:-4]

    @contextmanager
    def when(self, test: str) -> Iterator[None]:
        """A block under a test; bare lines where the test is empty."""
        if test:
            with self.block(f"if {test}:"):
                yield
        else:
            yield

    @contextmanager
    def function(self, head: str, meaning: str) -> Iterator[None]:
        """A function with its docstring, after two empty lines."""
        self("", "")
        with self.block(f"def {head}:"):
            self(f'"""{meaning}"""')
            yield

    def extend(self, other: Writer) -> None:
        """Add the lines of another writer."""
        self(*other._lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines written so far."""
        return tuple(self._lines)

    def text(self) -> str:
        """Everything written so far."""
        return "\n".join(self._lines) + "\n"


def plus(base: int, text: str) -> str:
    """A sum's text, without a zero."""
    return f"{base} + {text}" if base else text


def minus(text: str, base: int) -> str:
    """A difference's text, without a zero."""
    return f"{text} - {base}" if base else text


class Tables:
    """Constant tuples of integers; equal tuples share a name, and none has one of the names that are taken."""

    def __init__(self, taken: Set[str]) -> None:
        self._names: dict[object, str] = {}
        self._taken = set(taken)

    def name(self, values: tuple[object, ...], prefix: str) -> str:
        """The name of a table, made from the prefix if the values are new."""
        if values not in self._names:
            number = sum(name.startswith(prefix) for name in self._names.values())
            names = (f"{prefix}{each}" for each in count(number))
            self._names[values] = next(name for name in names if name not in self._taken)
            self._taken.add(self._names[values])
        return self._names[values]

    def __iter__(self) -> Iterator[tuple[str, object]]:
        return ((name, values) for values, name in self._names.items())


def size_of(values: object) -> int:
    """Return how many integers a table holds, whose entries are integers or all of them rows."""
    if not isinstance(values, tuple):
        return 1
    return sum(map(size_of, values)) if values and isinstance(values[0], tuple) else len(values)
