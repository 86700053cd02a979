"""How well people are answered: every entry of `habits.txt`, with what is said of it held against what should be said.

`cd tests && python -m habits` prints the shares that are answered well by cause, advice that leads nowhere, and what
fell short, with what was said; `python -m habits WORD` looks only at causes with that word.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from click.testing import CliRunner

import hexgame
from hexgame import Diagnostic, Severity, Source
from hexgame.__main__ import main
from hexgame.deadline import within
from hexgame.diagnostics.render import render_all
from hexgame.diagnostics.text import Span
from hexgame.source.syntax.replay import Begun, read
from hexgame.validation.play import Play
from hexgame.validation.validation import validate

WORD = re.compile(r"\w+|\S")
CODE = (r"`([^`]+)`", r": (.+)", r"'([^']+)'")  # where a message shows code
MOST_PLACES = 24  # so many places of an advised form are tried
BLANK = re.compile(r"\b[A-Z]{2,}\b|…")  # what stands in advice for something that is not said


@dataclass(frozen=True)
class Entry:
    """What somebody wrote, a sheet or a command with a file beside it; what is marked, and what should be said."""

    kind: str
    cause: str
    name: str
    text: str
    lines: frozenset[int]
    says: tuple[str, ...]
    ideal: str
    arguments: str = ""
    file: str = ""


@dataclass(frozen=True)
class Answer:
    """What is said of an entry: the words, how many problems, whether one is where the marks are."""

    entry: Entry
    said: str
    number: int
    placed: bool
    found: tuple[Diagnostic, ...] = ()

    @property
    def tests(self) -> dict[str, bool]:
        """Whether there is one answer (none to what is fine, any to what is silly), in place, with the words."""
        named = all(any(says(self.said, word) for word in line.split(" / ")) for line in self.entry.says)
        one = {"wrong": self.number == 1, "silly": self.number > 0, "near": not self.number}[self.entry.kind]
        return {"one": one, "placed": self.placed or self.entry.kind == "near", "named": named}


def says(said: str, word: str) -> bool:
    """Whether a word is said, as code if it stands in backquotes."""
    if word.startswith("`"):
        said, word = "\n".join(each for form in CODE for each in re.findall(form, said)), word.strip("`")
    return re.search(rf"(?<!\w){re.escape(word.strip())}", said, re.IGNORECASE) is not None


def entries() -> list[Entry]:
    """All that `habits.txt` holds, in its order."""
    return [_entry(*head.split(": "), name, body) for head, name, body in blocks() if head != "sheets"]


@cache
def blocks() -> tuple[tuple[str, str, str], ...]:
    """The heading over each block of `habits.txt`, its name, and what stands below it."""
    text = Path(__file__).with_name("habits.txt").read_text("utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    parts = [re.split(r"^=== ", section, flags=re.MULTILINE) for section in sections]
    return tuple((head.strip(), *block.rstrip("\n").split("\n", 1)) for head, *those in parts for block in those)


def _signed(body: str, sign: str) -> str:
    """The lines with a sign, without it."""
    return "".join(f"{line[2:]}\n" for line in body.split("\n") if line[:2].strip() == sign)


def _entry(kind: str, cause: str, name: str, body: str) -> Entry:
    marked, arguments, file = (_signed(body, sign) for sign in "|$>")
    marked = marked if re.search(r"^\|", body, re.MULTILINE) else _changed(name, body)
    lines = frozenset(marked[: at.start()].count("\n") + 1 for at in re.finditer("«", marked))
    text, plain = (re.sub("[«»]", "", each) for each in (marked, arguments.strip()))
    wanted = tuple(re.findall(r"^= says: (.+)$", body, re.MULTILINE))
    return Entry(kind, cause, name, text, lines, wanted, _signed(body, "#").strip(), plain, file.strip())


def _changed(name: str, body: str) -> str:
    """The sheet that an entry changes, with its changes."""
    sheets = {name: _signed(body, "|") for head, name, body in blocks() if head == "sheets"}
    text = sheets.get(name.rpartition(" of ")[2], sheets["small"])
    for old, new in re.findall(r"((?:^-(?: .*)?\n)*)((?:^\+(?: .*)?\n)+)", f"{body}\n", re.MULTILINE):
        passage, instead = (re.sub(r"^[-+] ?", "", part, flags=re.MULTILINE).rstrip("\n") for part in (old, new))
        if passage and text.count(passage) != 1:
            raise ValueError(f"{name}: {passage!r} stands {text.count(passage)} times in the sheet")
        text = text.replace(passage, instead) if passage else f"{text}{instead}\n"
    return text


def answer(entry: Entry) -> Answer:
    """What is said of an entry."""
    if entry.arguments:
        return _commanded(entry)
    source = Source("my.hexgame", entry.text)
    told = errors(source) if entry.kind == "wrong" else validate(source, {}, Play()).diagnostics
    placed = any(each.span and each.span.line in entry.lines for each in told)
    return Answer(entry, unquoted(render_all(told)), len(told), placed, told)


def unquoted(rendered: str) -> str:
    """What is said, without what it quotes of the sheet."""
    return re.sub(r"^ *\d+ \|.*\n|^\w+\[HG\d+\]: |^ *= explain: .*\n?", "", rendered, flags=re.MULTILINE)


def _commanded(entry: Entry) -> Answer:
    """What the command line says."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), within(None):  # and its time limit ends
        Path(entry.file or "none").write_text(entry.text, "utf-8")
        Path("my.hexgame").write_text(_changed("", ""), "utf-8")
        result = CliRunner().invoke(main, shlex.split(entry.arguments))
    said = result.output if isinstance(result.exception, SystemExit | None) else f"Traceback: {result.exception!r}"
    number = len(re.findall(r"^(?:error\[|Error: |FAIL)", said, re.MULTILINE)) or int(result.exit_code != 0)
    placed = not entry.lines or any(f"{entry.file}:{line}:" in said for line in entry.lines)
    return Answer(entry, unquoted(said), number, placed)


def followed(text: str, found: Diagnostic) -> Iterator[str]:
    """The sheets that come of doing what a diagnostic advises, the likeliest first, each losing only what it marks."""
    span, place, advice = found.span, found.replaced or found.span, found.help
    if span is None or place is None or span.source.text != text:
        return
    if found.replacement is not None:
        for each, new in ((place, found.replacement), *found.rivals):
            yield text[: each.start] + new + text[each.end :]
        return
    begun, ended = text.rfind("\n", 0, span.start) + 1, f"{text}\n".index("\n", span.start)
    if re.match(r"(?:leave|delete|remove) (?:it|this|these)\b", advice):
        yield text[:begun] + text[ended:] if "this line" in advice else text[: span.start] + text[span.end :]
    asked = re.findall(r"`([^`]+)`", advice) if re.match("did you mean|write `", advice) else []
    asked += re.findall(r"(?:^|, or: )(?:write|add)[^:`]*: ((?:(?!, or: )[^`])+)$", advice)
    for code in asked:
        if not BLANK.search(code):
            places = _gaps(text, begun, ended) if advice.startswith("add") else _places(text, span, place, code)
            yield from (f"{text[:start]} {code} {text[end:]}" for start, end in places)


def _gaps(text: str, begun: int, ended: int) -> list[tuple[int, int]]:
    """Where something can be added on a line."""
    return [(begun + at.start(),) * 2 for at in WORD.finditer(text[begun:ended])] + [(ended, ended)]


def _places(text: str, span: Span, place: Span, code: str) -> list[tuple[int, int]]:
    """Where some code can stand on the lines of a mark and lose nothing but what it has itself or what is marked: first
    in its place, then where most of its words stand already."""
    begun, ended = text.rfind("\n", 0, place.start) + 1, f"{text}\n".index("\n", max(span.start, place.end - 1))
    tokens = [(begun + at.start(), begun + at.end()) for at in WORD.finditer(text[begun:ended])]
    starts, ends = [*(start for start, _ in tokens), ended], [begun, *(end for _, end in tokens)]
    words = Counter(WORD.findall(code))
    kept = words.keys() | {*WORD.findall(place.text)} | {*".,()[]{}"}
    found = list[tuple[bool, int, int, int]]()
    for start, end in {*product(starts, ends)} | {(start, start) for start in starts}:
        lost = Counter(WORD.findall(text[start:end]))
        if start <= end and start <= place.end and end >= place.start and lost.keys() <= kept:
            differs = (words - lost).total() + (lost - words).total()
            found.append(((start, end) != (place.start, place.end), differs, start, end))
    return [(start, end) for *_, start, end in sorted(found)[:MOST_PLACES]]


def leads_on(answered: Answer, found: Diagnostic) -> bool | None:
    """Whether some reading of the advice leaves no other problem on the line; None where no machine can follow it."""
    others = {(each.code, each.message) for each in answered.found if each is not found}
    leads = None
    for text in dict.fromkeys(followed(answered.entry.text, found)):
        leads = False
        if others or is_read(text):
            told = errors(Source("my.hexgame", text))
            here = [each for each in told if each.span and found.span and each.span.line == found.span.line]
            if all((each.code, each.message) in others for each in here):
                return True
    return leads


def is_read(text: str) -> bool:
    """Whether the parser reads a sheet."""
    return not isinstance(read(text), Begun)


def errors(source: Source) -> tuple[Diagnostic, ...]:
    """The errors of a sheet."""
    return tuple(each for each in hexgame.check(source) if each.severity is Severity.ERROR)


def report(answers: list[Answer]) -> Iterator[str]:
    """The shares, whether advice leads on, and what fell short."""
    causes = dict.fromkeys((each.entry.kind, each.entry.cause) for each in answers)
    for kind, cause in [*causes, *dict.fromkeys((kind, "") for kind, _ in causes)]:
        those = [each.tests for each in answers if each.entry.kind == kind and cause in ("", each.entry.cause)]
        counts = "".join(f"{sum(each[name] for each in those):5} {name}" for name in ("one", "placed", "named"))
        well = f"{sum(all(each.values()) for each in those):4} of{len(those):4} well"
        yield f"{': '.join((kind, cause or 'all')):72}{well}{counts}\n"
    tried = [(each.entry, one, leads_on(each, one)) for each in answers for one in each.found if one.code < "HG9"]
    astray = [(entry, one) for entry, one, leads in tried if leads is False]
    yield f"\nof {len(tried)} errors, {sum(bool(BLANK.search(one.help)) for _, one, _ in tried)} advise forms with "
    yield f"blanks, {sum(each[2] is not None for each in tried)} to do: {len(astray)} then fail there again\n"
    for entry, one in astray:
        yield f"\nADVICE {entry.cause}: {entry.name}\n{unquoted(render_all([one]))}\n"
    for each in (each for each in answers if not all(each.tests.values())):
        entry, short = each.entry, ", ".join(name for name, held in each.tests.items() if not held)
        yield f"\nMISS {entry.kind}: {entry.cause}: {entry.name} (not {short})\n  ideal: {entry.ideal}\n{each.said}\n"


if __name__ == "__main__":
    chosen = [each for each in entries() if sys.argv[-1] in f"{each.kind}: {each.cause}" or len(sys.argv) == 1]
    sys.stdout.writelines(report([answer(each) for each in chosen]))
