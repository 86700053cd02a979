"""Calls after a dot, as other languages write them: `own.contains(c)`, `own.any(c => c.q > 3)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....diagnostics.elsewhere import Role, written
from ...syntax.vocabulary import Place, words
from .. import costs
from ..fault import CLOSERS, OPENERS, Fault, Mend, after_block
from ..scan import scan_part
from .statements import declared

_FUNCTION = re.compile(r"(?:lambda\s+|\\\s*|\|\s*|\(\s*)?(\w+)\s*(?::|->|\)?\s*=>|\|)\s*(.+)", re.DOTALL)
"""A function without a name, with its parameter and its body."""


def method(fault: Fault) -> Iterator[Mend]:
    """`X.f(args)`: what is asked of X stands before or around it here."""
    at, texts = fault.at, fault.lexemes
    if fault.lexeme.kind != "LPAR" or at < 3 or texts[at - 2].kind != "DOT" or texts[at - 1].kind != "WORD":
        return
    first, end = _subject(fault, at - 3), after_block(fault.lexemes, at)
    if first is None or fault.balance(at, end):
        return
    subject, inside, name = fault.span(first, at - 2).text, "", texts[at - 1].text
    if end > at + 2:
        inside = fault.span(at + 1, end - 1).text
    found = _FUNCTION.fullmatch(inside)
    each, body = found.groups() if found else ("c", inside)
    ours = written(Role.METHOD, name, *filter(None, (subject, inside)), each=each, body=body)
    if not ours and (name in words(Place.FUNCTION) or name in declared(fault, "define")):
        ours = f"{name}({', '.join(filter(None, (subject, inside)))})"
    if not ours or "…" in ours:
        return
    start, stop = texts[first].start, texts[end - 1].end
    read = scan_part(fault.source, f"{fault.text[:start]}{ours}", start, start + len(ours))
    new = tuple(lexeme._replace(start=start, end=stop, first=False) for lexeme in read)
    say = fault.saying(first, end, f"`{name}` is not written after a dot", "", f"write: {ours}")
    yield Mend(first, end, new, costs.METHOD, "own", say)


def _subject(fault: Fault, place: int) -> int | None:
    """Where the name begins, with its attributes and arguments, that ends at a place."""
    while place > fault.begins:
        kind = fault.lexemes[place].kind
        if kind in OPENERS:
            depth = fault.depths[place + 1]
            while fault.lexemes[place].kind not in CLOSERS or fault.depths[place] > depth:
                place -= 1
            if kind != "RPAR" or fault.terminals[place - 1] != "NAME":
                return place
            place -= 1
        if fault.lexemes[place - 1].kind != "DOT":
            return place
        place -= 2
    return None
