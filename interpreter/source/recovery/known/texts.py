"""Texts without quotes, and names in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import dropwhile, pairwise, takewhile

from ....diagnostics.diagnostic import Diagnostic
from ....diagnostics.spelling import allowance, distance
from ....diagnostics.text import Span
from ...syntax.automaton import END
from ...syntax.grammar import keywords
from ...syntax.vocabulary import Place, words
from .. import costs
from ..describe import mended_line
from ..fault import Fault, Mend
from ..foreign import meanings
from ..scan import MARKS, Lexeme, scan_part, section_start


def unquoted(fault: Fault) -> Iterator[Mend]:
    """Words in place of a text."""
    at, lexemes = fault.at, fault.lexemes
    if "STRING" not in fault.accepted or fault.lexeme.kind in (END, "STRING") or fault.lexeme.first:
        return
    end = fault.line_end(at, "STRING")
    if lexemes[end].kind == "STRING" and not lexemes[end].first:
        if lexemes[end].open:
            yield from _unopened(fault, end)
        return
    if fault.accepted != {"STRING"}:
        return
    if fault.terminals[at - 1] == "AUTHOR" and lexemes[end - 1].kind == "INT" and end - at > 1:
        end -= 1
    start, stop = _with_marks(fault.text, lexemes[at].start, lexemes[end - 1].end)
    content = fault.text[start:stop].strip(MARKS)
    written = f'"{content}"'
    word = content if end - at == 1 else content.split()[0]
    new = Lexeme("STRING", written, start, stop)
    write = mended_line(fault, Mend(at, end, (new,), 0, "")) or f"write: {written}"
    yield Mend(at, end, (new,), costs.ROW, "own", lambda: Diagnostic(
        "HG101", f"unexpected `{word}`", Span(fault.source, start, stop), "a text needs double quotes", help=write,
        replacement=None if '"' in content or content.isdecimal() else written))  # fmt: skip


def _with_marks(text: str, start: int, stop: int) -> tuple[int, int]:
    """A passage with the marks of other kinds around it."""
    while text[start - 1 : start] in MARKS and start:
        start -= 1
    while text[stop : stop + 1] in MARKS and stop < len(text):
        stop += 1
    return start, stop


def _unopened(fault: Fault, quote: int) -> Iterator[Mend]:
    """A text with its closing quote only."""
    at, lexemes = fault.at, fault.lexemes
    stop = lexemes[quote].start
    start, _ = _with_marks(fault.text, fault.lexeme.start, stop)
    content = fault.text[start:stop].rstrip().lstrip(MARKS)
    rest = scan_part(fault.source, fault.text, stop + 1, lexemes[quote].end)
    new = (Lexeme("STRING", f'"{content}"', start, stop + 1), *rest)
    span = Span(fault.source, start, stop + 1)
    say = Diagnostic("HG002", 'this text has no opening `"`', span, help=f'begin it with `"`: "{content}"',
                     replacement=f'"{content}"')  # fmt: skip
    yield Mend(at, quote + 1, new, costs.ROW, "own", lambda: say)


def unopened_long(fault: Fault) -> Iterator[Mend]:
    """A text over several lines with its closing quotes only."""
    at, lexemes = fault.at, fault.lexemes
    if "STRING" not in fault.accepted or fault.lexeme.kind in (END, "STRING"):
        return
    stop, end = section_start(fault.text, fault.lexeme.start), at
    while lexemes[end].start < stop and not (lexemes[end].mended and lexemes[end].text.startswith('"""')):
        end += 1
    if lexemes[end].start >= stop or not lexemes[end].first:
        return
    content = fault.text[fault.lexeme.start : lexemes[end].start]
    new = Lexeme("STRING", f'"""{content}"""', fault.lexeme.start, lexemes[end].end)
    close = Span(fault.source, lexemes[end].start, lexemes[end].start + 3)
    before = fault.span(at - 1)
    found = Diagnostic("HG002", 'this text has no opening `"""`', before, "it belongs after this",
                       ((close, "its end"),), help=f'write: {before.text} """', replacement=' """',
                       replaced=Span(fault.source, before.end, before.end))  # fmt: skip
    yield Mend(at, end + 1, (new,), costs.ROW, "own", lambda: found)


def quoted_name(fault: Fault) -> Iterator[Mend]:
    """A name in quotes."""
    at, lexeme = fault.at, fault.lexeme
    content = lexeme.text.strip('"')
    if lexeme.kind != "STRING" or "NAME" not in fault.accepted or not content.isidentifier():
        return
    new = lexeme._replace(kind="NAME", text=content)
    write = mended_line(fault, Mend(at, at + 1, (new,), 0, ""))
    say = fault.saying(at, at + 1, "unexpected text", "a name has no quotes", write, content)
    yield Mend(at, at + 1, (new,), costs.ROW, "own", say)


# Paths


def path_of_a_variant(fault: Fault) -> Iterator[Mend]:
    """`variant of games/hex`, `variant of "hex.hexgame"`: where a file is in place of its stem."""
    start, end = fault.begins + 2, fault.line_end(fault.at)
    if fault.terminals[fault.begins : start] != ["VARIANT", "OF"]:
        return
    written = fault.span(start, end).text.strip('"') if end > start else ""
    parts = re.fullmatch(r"(?:[\w.~-]*[/\\])*([\w-]+)(?:\.\w+)?", written)
    if parts is None or parts[1] == written:
        return
    stem = parts[1]
    is_name = stem.isidentifier()
    help_text = f"write: variant of {stem}" if is_name else "a stem has letters, digits and `_`: rename that file"
    found = Diagnostic("HG101", "a variant names its base by the file's stem", fault.span(start, end),
                       "a path", help=help_text, replacement=stem if is_name else None)  # fmt: skip
    new = fault.lexemes[start]._replace(kind="NAME", text=stem, end=fault.lexemes[end - 1].end)
    yield Mend(start, end, (new,), costs.ROW, "own", lambda: found)


# Prose


def prose(fault: Fault) -> Iterator[Mend]:
    """Sentences between items or statements that are neither texts nor comments."""
    lexemes, start = fault.lexemes, fault.at
    if not fault.lexeme.first and fault.at - fault.begins < 3:  # its first words are ours
        start = fault.begins
    where = fault.context(start)
    if not lexemes[start].first or not where or lexemes[start].kind == END or _begins_like_ours(fault, start):
        return
    end = start + 1
    stop = section_start(fault.text, lexemes[start].end)
    while lexemes[end].kind != END and lexemes[end].start < stop and not (where != "file" and lexemes[end].first):
        end += 1
    line = lexemes[start : min(fault.line_end(start + 1), end)]
    if not _reads_as_prose([*dropwhile(lambda each: each.kind in _BULLETS, line)], where):
        return
    how = 'begin each line with `#`, or put it between quotes: rules """…"""'
    if not start and all(each.text != "game" for each in lexemes if each.first):
        how = 'a rule sheet begins `game "Title"`; its rules in prose stand between quotes: rules """…"""'
    found = Diagnostic("HG101", f"this is not {_PARTS[where]}", fault.span(start, start + len(line)),
                       "prose belongs in texts and comments", help=how)  # fmt: skip
    yield Mend(start, end, (), costs.LIKELY, "own", lambda: found)


def _begins_like_ours(fault: Fault, start: int) -> bool:
    """Whether a line differs from one of ours only in its first word, which another language has: `tie when …`."""
    following = fault.lexemes[start + 1]
    for _, terminal in meanings(fault.lexemes[start].text):
        begun = fault.automaton.step(fault.stacks[start], terminal)
        kind = keywords().get(following.text, following.kind)
        if begun is not None and kind != "WORD" and fault.automaton.step(begun, kind) is not None:
            return True
    return False


_PARTS = {
    "file": "an item of a rule sheet",
    "board": "an item of a board",
    "graph": "an item of a graph",
    "script": "a statement",
}
_BULLETS = ("MINUS", "TIMES", "INT", "DOT")
"""What begins the points of a list."""


def _reads_as_prose(line: list[Lexeme], where: str) -> bool:
    """Whether words follow one another as in no item or statement, or a line of the file is one unknown word."""
    words = [*takewhile(lambda lexeme: lexeme.kind in ("WORD", "NAME"), line)]
    if not words:
        return False
    is_sentence = line[-1].text in _ENDS and len(line) > 1
    if line[0].text in keywords() or _is_nearly_ours(line[0].text):
        return is_sentence and any(all(map(_is_plain, pair)) for pair in pairwise(line[1:]))
    if where != "file":
        return is_sentence and len(words) > 2
    return len(words) == len(line) == 1 or len(words) > 2 or is_sentence


def _is_plain(lexeme: Lexeme) -> bool:
    return lexeme.kind in ("WORD", "NAME") and lexeme.text not in keywords()


def _is_nearly_ours(word: str) -> bool:
    return any(distance(word, known, allowance(word, known)) is not None for known in words(Place.FILE))


_ENDS = (".", "!", "?", ":")
"""What ends a sentence."""
