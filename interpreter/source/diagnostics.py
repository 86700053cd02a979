"""Problems as values: every stage returns them, nothing prints them here.

The first digit of a code is its band: 0 lexical, 1 syntax, 2 names, 3 types and arity, 4 board, 5 rules,
6 the request (files, options, records, scenarios), 9 warnings. `errors.md` explains every code.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile

from interpreter.source.text import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Diagnostic:
    """One problem: what is wrong, where, what was expected and how to mend it."""

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    expected: str = ""
    help: str = ""
    replacement: str | None = None
    """What the marked text must be beyond doubt; `hexgame validate --fix` puts it there."""

    @property
    def severity(self) -> Severity:
        return Severity.WARNING if self.code.startswith("HG9") else Severity.ERROR

    @property
    def is_request(self) -> bool:
        """Whether the fault lies in what was asked for rather than in a game file."""
        return self.code.startswith("HG6")


class HexgameError(ValueError):
    """Raised once by `load`, with all that is wrong."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(_line(diagnostic) for diagnostic in self.diagnostics))


class Diagnostics(list[Diagnostic]):
    """What a stage collects."""

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        super().__init__()
        self._doubts: list[Span] = []
        self._doubtful: set[str] = set()
        self._nameless = False
        self.extend(found)

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Add what another stage found, with its doubts."""
        super().extend(found)
        if isinstance(found, Diagnostics):
            self._doubts += found._doubts
            self._doubtful |= found._doubtful
            self._nameless |= found._nameless

    def doubt(self, span: Span, words: Iterable[str], nameless: bool = False) -> None:
        """A place that was read in spite of an error, the words lost there, and whether a name was: all that later
        stages find wrong with these may come of the error, and is not told."""
        self._doubts.append(span)
        self._doubtful.update(words)
        self._nameless |= nameless

    @property
    def failed(self) -> bool:
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self)

    def in_order(self) -> tuple[Diagnostic, ...]:
        """In the order of the text, each problem once."""
        told = (diagnostic for diagnostic in self if not self._is_doubtful(diagnostic))
        return tuple(sorted(dict.fromkeys(told), key=_place))

    def _is_doubtful(self, diagnostic: Diagnostic) -> bool:
        span = diagnostic.span
        if not self._doubts or span is None or diagnostic.code[2] in "016":
            return False
        if diagnostic.code in _UNKNOWN and (self._nameless or span.text in self._doubtful):
            return True
        return any(
            span.source is doubt.source and span.start < doubt.end and doubt.start < span.end for doubt in self._doubts
        )


_UNKNOWN = frozenset({"HG201", "HG204", "HG205", "HG208", "HG302", "HG403"})
"""The codes of words that mean nothing."""


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.span
    return (span.source.name, span.start) if span else ("", -1)


def _line(diagnostic: Diagnostic) -> str:
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    return f"{where}{diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one most likely stands for."""
    import difflib  # noqa: PLC0415 - only mistakes need it

    candidates = sorted(set(known))
    folded = {candidate.casefold(): candidate for candidate in reversed(candidates)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    close = difflib.get_close_matches(word, candidates, n=5, cutoff=0.6)

    def likeness(known: str) -> tuple[float, int]:
        # of those equally alike, the one that begins alike
        begins = sum(1 for _ in takewhile(bool, map(operator.eq, word, known)))
        return difflib.SequenceMatcher(None, known, word).ratio(), begins

    return max(close, key=likeness, default=None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help line for a misspelt word, or nothing."""
    guess = nearest(word, known)
    return f"did you mean `{guess}`?" if guess else ""


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a, b or c`."""
    items = list(words)
    return f" {last} ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
