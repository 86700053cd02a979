"""What cannot be a name and stands for one."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.diagnostics import Diagnostic, did_you_mean
from interpreter.source.fault import Fault, Mend
from interpreter.source.grammar import keywords


def reserved(fault: Fault) -> Iterator[Mend]:
    """A word of the language for a name."""
    lexeme = fault.lexeme
    if lexeme.kind == "WORD" and lexeme.text in keywords() and "NAME" in fault.accepted and not fault.head:
        message = f"`{lexeme.text}` is a word of the language and cannot be a name"
        span = fault.span(fault.at)
        names = {each.text for each in fault.lexemes if each.kind == "WORD"} - keywords().keys()
        guess = did_you_mean(lexeme.text, names)
        yield Mend(fault.at, fault.at + 1, (lexeme._replace(kind="NAME"),), 1.8, "own",
                   lambda: Diagnostic("HG203", message, span, help=guess or "choose another name"))  # fmt: skip
