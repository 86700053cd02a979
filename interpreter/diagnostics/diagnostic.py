"""Problems as values: every stage returns them, and faces print them.

The first digit of a code is its band: 0 lexical, 1 syntax, 2 names, 3 types and arity, 4 board, 5 rules,
6 the request (files, options, records, scenarios), 9 warnings. `errors.md` explains every code.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Hashable, Iterable, Sequence
from enum import Enum
from itertools import takewhile
from typing import TypedDict

from ..doors.visible import on_one_line
from ..record import Record
from .elsewhere import is_plain, ours_for
from .spelling import allowance, distance
from .text import Span


class Severity(Enum):
    """How serious a problem is."""

    ERROR = "error"
    WARNING = "warning"


class Diagnostic(Record):
    """One problem: what is wrong, where, what was expected and how to mend it."""

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    expected: str = ""
    help: str = ""
    replacement: str | None = None
    """The unambiguous correction of the marked text, which `hexgame validate --fix` makes."""

    replaced: Span | None = None
    """The text that the replacement replaces, if that is not the marked text."""

    rivals: tuple[tuple[Span, str], ...] = ()
    """Other corrections that are as likely, each a passage with its replacement: only one that alone makes sense is
    made."""

    claim: Claim | None = None
    """What it supposes, if it is told only where that makes sense."""

    def __repr__(self) -> str:
        return f"<{self.severity.value} {self.code} at {self.span or 'no place'}: {self.message[:80]}>"

    @property
    def severity(self) -> Severity:
        """A warning for codes that begin with HG9, an error for all others."""
        return Severity.WARNING if self.code.startswith("HG9") else Severity.ERROR

    @property
    def is_request(self) -> bool:
        """Whether the problem is with the request rather than with a game file."""
        return self.code.startswith("HG6")


class Claim(Record):
    """A change of a broken text by which a problem is explained: right only if the changed passage then makes sense."""

    change: Hashable
    span: Span
    otherwise: Diagnostic
    """What is said where it makes none."""


OUT_OF_TIME = "HG615"


def out_of_time(what: str) -> Diagnostic:
    """Return the problem that a time limit was reached; `what` says which, and while doing what."""
    return Diagnostic(OUT_OF_TIME, what, help="allow more time: --seconds, or the environment variable HEXGAME_SECONDS")


class HexgameError(ValueError):
    """Raised by `load`, once, with every problem."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(on_one_line(_line(diagnostic)) for diagnostic in self.diagnostics))

    def __repr__(self) -> str:
        return f"<HexgameError of {len(self.diagnostics)}, the first {self.diagnostics[0]!r}>"


class Doubts:
    """What recovery from errors of syntax left uncertain: later problems that may follow from it are not reported.

    `lost` are words that recovery left out. Problems with uses of `unsure` names are not reported. `nameless` says that
    some name was lost, no matter which; `everything`, that everything depends on what was lost.
    """

    def __init__(
        self,
        spans: Iterable[Span] = (),
        lost: Iterable[str] = (),
        unsure: Iterable[str] = (),
        nameless: bool = False,
        everything: bool = False,
    ) -> None:
        self.spans, self.lost, self.unsure = [*spans], {*lost}, {*unsure}
        self.nameless, self.everything = nameless, everything

    def add(self, other: Doubts) -> None:
        """Add the doubts of another stage."""
        self.spans += other.spans
        self.lost |= other.lost
        self.unsure |= other.unsure
        self.nameless |= other.nameless
        self.everything |= other.everything

    def cover(self, found: Diagnostic) -> bool:
        """Whether a problem may follow from what is uncertain."""
        span, band = found.span, found.code[2]
        if not self.spans or span is None or (band in "016" and found.code not in _REPEATED) or found.code == "HG203":
            return False
        if self.everything:
            return True
        if found.code in _MAYBE_LOST and (self.nameless or span.text in self.lost):
            return True
        if self.unsure and band in "345" and not self.unsure.isdisjoint(re.findall(r"\w+", span.text)):
            return True
        marks = [span, *(place for place, _ in found.related)] if found.code in _REPEATED else [span]
        return any(mark.meets(doubt) for mark in marks for doubt in self.spans)


class Diagnostics(list[Diagnostic]):
    """The problems that a stage collects, with its doubts."""

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        super().__init__()
        self.doubts = Doubts()
        self.stops: list[Span] = []
        """Where the parser stopped again, after a change that had been reported."""

        self.extend(found)

    def extend(self, found: Iterable[Diagnostic]) -> None:
        """Add what another stage found, with its doubts."""
        super().extend(found)
        if isinstance(found, Diagnostics):
            self.doubts.add(found.doubts)
            self.stops += found.stops

    @property
    def failed(self) -> bool:
        """Whether there is an error."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self)

    def in_order(self) -> tuple[Diagnostic, ...]:
        """The problems in the order of the text, each once, without those in doubt."""
        unique: dict[tuple[object, ...], Diagnostic] = {}
        refuted = self.refuted
        for found in self:
            if not self.doubts.cover(found):
                told = found.claim.otherwise if found.claim and found.claim.change in refuted else found
                unique.setdefault((told.code, told.message, told.span), told)
        return tuple(sorted(unique.values(), key=by_place))

    @property
    def refuted(self) -> frozenset[Hashable]:
        """The changes of the text that leave something wrong where they were made."""
        claims = [found.claim for found in self if found.claim]
        if not claims:
            return frozenset()
        wrong = [*self.stops, *(found.span for found in self if found.span and found.code[2] in "2345")]
        return frozenset(claim.change for claim in claims if any(claim.span.meets(span) for span in wrong))


UNKNOWN = frozenset({"HG201", "HG204", "HG205", "HG208"})
"""The codes of unknown words."""

_MAYBE_LOST = UNKNOWN | {"HG302", "HG403"}
"""The codes of problems that a lost name may cause."""

_REPEATED = frozenset({"HG104", "HG202"})
"""The codes of repetitions."""


def by_place(diagnostic: Diagnostic) -> tuple[str, int]:
    """The key by which problems are sorted."""
    span = diagnostic.span
    return (span.source.name, span.start) if span else ("", -1)


def _line(diagnostic: Diagnostic) -> str:
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    advice = f" ({diagnostic.help})" if diagnostic.is_request and diagnostic.help else ""
    return f"{where}{diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}{advice}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one most likely stands for; None if none is similar."""
    return next(iter(alike(word, known)), None)


def alike(word: str, known: Iterable[str]) -> list[str]:
    """The known words that are equally near to a misspelt one; those with a longer common beginning come first."""
    candidates = sorted(set(known))
    if len(word) == 1:  # a letter is as far from every other
        return [each for each in candidates if len(each) <= 2 and word.casefold() in each.casefold()][:MOST_GUESSES]
    near: dict[int, list[str]] = {}
    for each in candidates:
        far = distance(word, each, allowance(word, each))
        if far is not None and len(each) > 1:
            near.setdefault(far, []).append(each)
    known_elsewhere = [each for each in ours_for(word) if each in candidates][:1]
    if near:
        found = sorted(near[min(near)], key=lambda each: -_begins_alike(word, each))[:MOST_GUESSES]
        return [*dict.fromkeys([*found, *known_elsewhere])]
    if known_elsewhere:
        return known_elsewhere
    import difflib  # noqa: PLC0415 - only mistakes need it

    return difflib.get_close_matches(word, candidates, n=1, cutoff=0.6)


MOST_GUESSES = 3


def _begins_alike(word: str, known: str) -> int:
    return sum(1 for _ in takewhile(bool, map(operator.eq, word, known)))


class Guess(TypedDict, total=False):
    """Fields of a diagnostic that say what a word most likely stands for."""

    help: str
    replacement: str | None


class Hint(Guess, total=False):
    """Fields of a diagnostic that say how to mend it."""

    expected: str
    replaced: Span | None


class Advice(Hint, total=False):
    """All that a diagnostic may say beyond its message."""

    label: str
    related: tuple[tuple[Span, str], ...]
    rivals: tuple[tuple[Span, str], ...]


def meant(word: str, known: Iterable[str], local: Iterable[str] = ()) -> Guess:
    """A guess at the word that a misspelt one stands for, with a replacement where there is no doubt."""
    return judged(word, guesses(word, known, local))


def judged(word: str, among: Sequence[str]) -> Guess:
    """A help line with the words that a misspelt one may stand for, and a replacement where there is no doubt."""
    is_sure = len(among) == 1 and (is_slip(word, among[0]) or (is_plain(word) and among[0] in ours_for(word)))
    return {"help": suggested(among), "replacement": among[0] if is_sure else None}


def is_slip(word: str, known: str) -> bool:
    """Whether a word can only be a misspelling of another: one letter is wrong, or two of many.

    Of `size` and `size_`, the second may be the misspelling.
    """
    if word == known.strip("_") != known:
        return False
    far = distance(word, known, 2)
    return far is not None and 3 * far <= len(word)


def guesses(word: str, known: Iterable[str], local: Iterable[str] = ()) -> list[str]:
    """The words that a misspelt one may stand for; `local` words are preferred."""
    here, known = list(local), list(known)
    found = alike(word, here) or alike(word, known)
    for names in (here, known):
        short = sorted({each for each in names if len(each) == 1})
        if not found and len(word) == 1 and len(short) <= MOST_GUESSES:
            found = short
    return found


def did_you_mean(word: str, known: Iterable[str], local: Iterable[str] = ()) -> str:
    """A help line for a misspelt word, or nothing; `local` words are preferred."""
    return suggested(guesses(word, known, local))


def suggested(words: Iterable[str]) -> str:
    """A help line with the words that may have been meant; empty without any."""
    said = listed(f"`{guess}`" for guess in words)
    return f"did you mean {said}?" if said else ""


def other_name(word: str, is_player: bool = False) -> str:
    """A name that is similar to a word that cannot be one."""
    return word.capitalize() if is_player and word.islower() else f"the_{word}"


def another_name(other: str) -> str:
    """A help line for a word that cannot be a name, with a similar one that can."""
    return f"choose another name, such as `{other}`"


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a, b or c`."""
    items = list(words)
    return f" {last} ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
