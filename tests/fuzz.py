"""Whatever is fed to the checker, it answers: in time, in little memory, with problems that point into the text.

`python fuzz.py 20000` feeds it so many inputs of each kind; `--kind tokens` only of one, `--seed S` begins at a seed.
Sheets that are games go on to `board`, `play` and `inspect`: all of the kinds `shown` and `expensive`, of which these
are written to take long, and others now and then. The kinds `yaml` and `session` are records, scenarios and what is
typed at a prompt; `messages` are what pages send to the desk and to a table.
`python fuzz.py --kind tokens --show 17` prints one of them. `--smallest` cuts down what fails.
"""

from __future__ import annotations

import argparse
import faulthandler
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import fuzz_commands
import fuzz_inputs
from pace import slowness

from hexgame.diagnostics.diagnostic import Diagnostic, Severity
from hexgame.diagnostics.pages import explanations
from hexgame.diagnostics.reports import FORMATS
from hexgame.diagnostics.text import Source
from hexgame.loading import Sheet, read_sheet
from hexgame.play.game import Game
from hexgame.source.layout.format import format_file
from hexgame.source.reading.files import decode
from hexgame.source.reading.fixes import mended
from hexgame.source.reading.parse import parse
from hexgame.source.syntax.grammar import reserved_words
from hexgame.validation.lints import warnings_of
from hexgame.validation.play import Play
from hexgame.validation.validation import validate

SLOWEST = 2.0
"""The processor seconds that the check of one input may take."""

MOST_MEMORY = 500 * 2**20
STUCK = 900
"""After so many seconds of the clock inside one step that cannot be interrupted, the stack is told and the run is over;
beside other work on the machine, an input may take many times its processor seconds."""

CORNERS, LAYOUTS, ONWARD = 50, 10, 20
"""Of so many inputs one is checked at the corners of its options, one that can be read is laid out, and one that is a
game goes on through the commands that show and play it; of those in `ALWAYS_ONWARD`, each."""

ALWAYS_ONWARD = ("shown", "expensive")

PLAYED = 8.0
"""The processor seconds that an input may take where commands play it."""

_PAGES = frozenset(explanations())
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class TooSlow(BaseException):
    """No Exception, so that nothing on the way catches it."""


@dataclass(frozen=True)
class Answer:
    """What was said of an input, and the processor seconds that it took."""

    accepted: bool
    seconds: float
    codes: tuple[str, ...] = ()
    game: Game | None = field(default=None, compare=False)
    """The game that the sheet is with its default options."""


def check(data: bytes, corners: bool = False, layout: bool = True) -> Answer:
    """What `hexgame validate --play 0` does; raises AssertionError where what it says cannot be."""
    begun = time.process_time()
    source = decode(data, "fuzz.hexgame")
    if not isinstance(source, Source):
        return Answer(False, time.process_time() - begun, (source.code,))
    game, found, sources = _corners(source) if corners else _defaults(source)
    seconds = time.process_time() - begun
    failed = any(each.severity is Severity.ERROR for each in found)
    assert (game is None) is failed, "a game and an error, or neither"
    for each in found:
        _look_at(each, sources)
    _report(found)
    if layout:
        _lay_out(source, found)
    return Answer(not failed, seconds, tuple(each.code for each in found), game)


def _defaults(source: Source) -> tuple[Game | None, tuple[Diagnostic, ...], tuple[Source, ...]]:
    """What the default options show."""
    sheet = read_sheet(source, Path())
    if not isinstance(sheet, Sheet):
        return None, sheet, (source,)
    game, found = sheet.compiled({})
    return game, (*found, *(warnings_of(game) if game else ())), sheet.sources


def _corners(source: Source) -> tuple[Game | None, tuple[Diagnostic, ...], tuple[Source, ...]]:
    """What all of `validate` says."""
    sheet = read_sheet(source, Path())
    found = validate(source, {}, Play(games=0))
    others = {each.span.source for each in found.diagnostics if each.span}
    return found.game, found.diagnostics, (source, *others, *getattr(sheet, "sources", ()))


def _look_at(found: Diagnostic, sources: tuple[Source, ...]) -> None:
    """A problem has a page, says something, and points into the text."""
    assert found.code in _PAGES, f"{found.code} has no page"
    assert found.message.strip(), f"{found.code} says nothing"
    assert found.span or found.is_request, f"{found.code} points nowhere"
    spans = [*([found.span] if found.span else []), *(span for span, _ in found.related)]
    for span in spans:
        assert 0 <= span.start <= span.end <= len(span.source.text), f"{found.code} points out of the text"


def _report(found: tuple[Diagnostic, ...]) -> None:
    """Problems can be told in every way, and do nothing to a terminal."""
    for name, told in FORMATS.items():
        text = told(found)
        assert bool(text) is bool(found) or name == "json", f"nothing is told as {name}"
        assert name == "json" or not _UNSEEN.search(text), f"control characters as {name}"


def _lay_out(source: Source, found: tuple[Diagnostic, ...]) -> None:
    """What can be read keeps its tree in the canonical layout, which changes nothing more; what can be mended, is."""
    if any(each.replacement is not None for each in found):
        mended(source, lambda text: parse(text)[1])
    file, problems = parse(source)
    if file is None or problems.failed:
        return
    once = format_file(file, source.text)
    again, others = parse(Source("formatted.hexgame", once))
    if others.failed and others[0].span and others[0].span.text in reserved_words():
        return  # a word of the language that is used as a name came to begin a line: the text is left as it is
    assert not others.failed, f"the layout cannot be read: {others[0].message}"
    assert again is not None
    assert format_file(again, once) == once, "the layout changes when it is laid out again"
    assert again == file, "the layout is another sheet"


# Limits


@contextmanager
def limited(seconds: float = SLOWEST) -> Iterator[None]:
    """What takes longer, on a machine that has nothing else to do, is broken off by TooSlow."""
    begun = time.process_time()

    def late(number: int, frame: FrameType | None) -> None:
        left = seconds * slowness(20) - (time.process_time() - begun)
        if left <= 0:
            raise TooSlow
        signal.setitimer(signal.ITIMER_PROF, max(left, 0.01))

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def peak_memory() -> int:
    """The most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@dataclass(frozen=True)
class Failure:
    """What went wrong, and where; failures of one cause are equal."""

    what: str
    where: str
    stack: str = field(compare=False)


def failure(data: bytes, seed: int = 0, seconds: float = SLOWEST, kind: str = "") -> Failure | Answer:
    """What is said of an input, or how the checker fails with it; the seed tells how much of it is looked at."""
    begun = time.process_time()
    try:
        if kind in fuzz_commands.CHECKS:
            with limited(PLAYED):
                code = fuzz_commands.CHECKS[kind](data)
            return Answer(not code, time.process_time() - begun, (str(code),))
        with limited(seconds):
            answer = check(data, corners=seed % CORNERS == 0, layout=seed % LAYOUTS == 0)
        if answer.accepted and (kind in ALWAYS_ONWARD or seed % ONWARD == 1):
            with limited(PLAYED):
                fuzz_commands.check_sheet(data, answer.game)
        return answer
    except (Exception, TooSlow) as error:
        frames = [each for each in traceback.extract_tb(error.__traceback__) if each.name != "late"]
        last = [each for each in frames if "interpreter" in each.filename][-1:] or frames[-1:]
        slow = isinstance(error, TooSlow)
        where = "" if slow else f"{Path(last[0].filename).name}:{last[0].lineno}" if last else ""
        stack = "".join(traceback.format_list(frames[-12:]))
        return Failure(f"{type(error).__name__} {error}".strip()[:200], where, stack)


def smallest(data: bytes, seed: int = 0, seconds: float = SLOWEST) -> bytes:
    """An input that fails as another does, with all left out that has nothing to do with it."""
    wanted = failure(data, seed, seconds)
    piece = len(data) // 2
    while piece:
        at = 0
        while at < len(data):
            less = data[:at] + data[at + piece :]
            if failure(less, seed, seconds) == wanted:
                data = less
            else:
                at += piece
        piece //= 2
    return data


# The run


@dataclass
class Tally:
    """What came of the inputs of one kind."""

    inputs: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)
    codes: Counter[str] = field(default_factory=Counter)
    failures: dict[Failure, list[int]] = field(default_factory=dict)

    def add(self, seed: int, found: Failure | Answer) -> None:
        self.inputs += 1
        if isinstance(found, Failure):
            self.failures.setdefault(found, []).append(seed)
            return
        self.accepted += found.accepted
        self.seconds += found.seconds
        self.slowest = max(self.slowest, (found.seconds, seed))
        self.codes.update(set(found.codes))

    def told(self, kind: str) -> str:
        share = 100 * self.accepted / max(1, self.inputs)
        failed = sum(map(len, self.failures.values()))
        return (f"{kind:10}{self.inputs:9,} inputs, {failed} failed; {share:5.1f} % accepted, {len(self.codes)} codes; "
                f"{1000 * self.seconds / max(1, self.inputs):.2f} ms each, slowest {self.slowest[0]:.2f} s "
                f"(seed {self.slowest[1]})")  # fmt: skip


def run(kinds: list[str], number: int, seed: int, tell: Callable[[str], object]) -> dict[str, Tally]:
    """Feed so many inputs of each kind, in turn."""
    tallies = {kind: Tally() for kind in kinds}
    begun = time.monotonic()
    for each in range(seed, seed + number):
        for kind, tally in tallies.items():
            faulthandler.dump_traceback_later(STUCK, exit=True)
            known = set(tally.failures)
            found = failure(fuzz_inputs.make(kind, each), each, PLAYED if kind == "expensive" else SLOWEST, kind)
            faulthandler.cancel_dump_traceback_later()
            tally.add(each, found)
            if isinstance(found, Failure) and found not in known:
                tell(f"FAILED --kind {kind} --show {each}: {found.what} {found.where}\n{found.stack}")
        if (each + 1 - seed) % 1000 == 0:
            done = sum(tally.inputs for tally in tallies.values())
            failed = sum(len(seeds) for tally in tallies.values() for seeds in tally.failures.values())
            tell(f"{done:,} inputs, {failed} failed, {time.monotonic() - begun:.0f} s, "
                     f"{peak_memory() / 2**20:.0f} MB")  # fmt: skip
    return tallies


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("number", type=int, nargs="?", default=1000, help="how many inputs of each kind")
    arguments.add_argument("--kind", choices=fuzz_inputs.KINDS, action="append")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--show", type=int, metavar="SEED", help="print one input and what is said of it")
    arguments.add_argument("--smallest", action="store_true", help="with --show: cut down to what fails")
    asked = arguments.parse_args()
    kinds = asked.kind or list(fuzz_inputs.KINDS)
    if asked.show is not None:
        data = fuzz_inputs.make(kinds[0], asked.show)
        data = smallest(data, asked.show) if asked.smallest else data
        sys.stdout.buffer.write(data + b"\n\n")
        sys.stdout.buffer.flush()
        print(str(failure(data, asked.show, kind=kinds[0])).replace("\\n", "\n"))  # noqa: T201
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    tallies = run(kinds, asked.number, asked.seed, lambda text: print(text, flush=True))  # noqa: T201
    for kind, tally in tallies.items():
        print(tally.told(kind))  # noqa: T201
        for found, seeds in tally.failures.items():
            print(f"    {len(seeds)} × {found.what} {found.where}: seeds {seeds[:5]}")  # noqa: T201
    print(f"peak memory {peak_memory() / 2**20:.0f} MB")  # noqa: T201
    sys.exit(any(tally.failures for tally in tallies.values()))


if __name__ == "__main__":
    main()
