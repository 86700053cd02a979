"""Texts without their quotes, and what stands in quotes without being a text."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.automaton import END
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.fault import Fault, Mend
from interpreter.source.scan import Lexeme, scan_part
from interpreter.source.telling import mended_line
from interpreter.source.text import Span


def unquoted(fault: Fault) -> Iterator[Mend]:
    """Words where a text is wanted."""
    at, lexemes = fault.at, fault.lexemes
    if "STRING" not in fault.accepted or fault.lexeme.kind in (END, "STRING") or fault.lexeme.first:
        return
    line = fault.line_of(at)
    end = at
    while lexemes[end].kind != END and fault.line_of(end) == line:
        if lexemes[end].open:
            yield from _unopened(fault, end)
            return
        if lexemes[end].kind == "STRING":
            return
        end += 1
    if fault.accepted != {"STRING"}:
        return
    if fault.terminals[at - 1] == "AUTHOR" and lexemes[end - 1].kind == "INT" and end - at > 1:
        end -= 1
    start, stop = lexemes[at].start, lexemes[end - 1].end
    content = fault.text[start:stop]
    written = f'"{content}"'
    word = content if end - at == 1 else content.split()[0]
    new = Lexeme("STRING", written, start, stop)
    write = mended_line(fault, Mend(at, end, (new,), 0, ""))
    yield Mend(at, end, (new,), 0.3, "own", lambda: Diagnostic(
        "HG101", f"unexpected `{word}`", fault.span(at, end), "texts stand in double quotes", help=write,
        replacement=None if '"' in content or content.isdecimal() else written))  # fmt: skip


def _unopened(fault: Fault, quote: int) -> Iterator[Mend]:
    """A text with its closing quote alone."""
    at, lexemes = fault.at, fault.lexemes
    start, stop = fault.lexeme.start, lexemes[quote].start
    content = fault.text[start:stop].rstrip()
    rest = scan_part(fault.source, fault.text, stop + 1, lexemes[quote].end)
    new = (Lexeme("STRING", f'"{content}"', start, stop + 1), *rest)
    span = Span(fault.source, start, stop + 1)
    say = Diagnostic("HG002", 'this text has no opening `"`', span, help=f'begin it with `"`: "{content}"',
                     replacement=f'"{content}"')  # fmt: skip
    yield Mend(at, quote + 1, new, 0.1, "own", lambda: say)


def quoted_name(fault: Fault) -> Iterator[Mend]:
    """A name in quotes."""
    at, lexeme = fault.at, fault.lexeme
    content = lexeme.text.strip('"')
    if lexeme.kind != "STRING" or "NAME" not in fault.accepted or not content.isidentifier():
        return
    new = lexeme._replace(kind="NAME", text=content)
    write = mended_line(fault, Mend(at, at + 1, (new,), 0, ""))
    say = fault.saying(at, at + 1, "unexpected text", "names stand without quotes", write, content)
    yield Mend(at, at + 1, (new,), 0.4, "own", say)
