"""The matcher of all rows: what stands around a fault is held against the patterns of other languages.

A pattern is a list of parts: words and signs, `a/b` for either, `a?` for one that may be missing, and blanks. `<x>` is
an operand, `<x&>` several joined as sets are, `<x…>` an expression as long as it can be, `<x*>` the rest of the line,
`<x()>` all up to the closing bracket, `<x~>` all up to a text, `<x#>` a number; `<x:name>`, `<x:text>`, `<x:player>`
and so on are as they say, `<x=a/b>` is a word with a name. `^` is where a statement or item begins, `$` where a line or
block ends. In our form, `<new>` is a name that the passage does not use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from ....diagnostics.diagnostic import Diagnostic
from ....diagnostics.text import Span
from ...syntax.automaton import END
from ...syntax.grammar import keywords, pattern, reserved_words
from ...syntax.vocabulary import LISTS, Place, rows, words
from ..fault import HOLE, NOT_EXPECTED, OPENERS, VALUES, Fault, Mend, after_block, operand_after
from ..foreign import WORDS
from ..scan import Lexeme
from .expressions import EXPRESSIONS
from .rows import ROWS, Row
from .statements import STATEMENTS

TABLE = (*EXPRESSIONS, *STATEMENTS, *ROWS)
"""All rows, in the order in which they are tried."""

NEAR = 40
"""So many tokens before a fault, on the line before it, the words of a pattern are sought."""


def rewritten(fault: Fault) -> Iterator[Mend]:
    """Yield the changes by which what matches a pattern is written as it is here."""
    lexemes, line = fault.lexemes, max(0, fault.at - 1)
    while line > max(0, fault.at - NEAR) and not lexemes[line].first:
        line -= 1
    for place in range(min(fault.at + 2, len(lexemes)) - 1, max(0, line - 1) - 1, -1):
        for row, number in _indexed().get(lexemes[place].text, ()):
            yield from _rewritten(fault, place, row, number)
    for place in range(fault.at, max(fault.at - 2, -1), -1):
        for row, number in _indexed()[""]:
            yield from _rewritten(fault, place, row, number)


class _Part(NamedTuple):
    """A part of a pattern: words of which one stands there, or a blank of a kind; `name` is what it is called."""

    name: str
    kind: str
    words: frozenset[str] = frozenset()
    is_needed: bool = True


@cache
def _parts(text: str) -> tuple[_Part, ...]:
    return tuple(map(_part, text.split()))


def _part(text: str) -> _Part:
    needed = text == "?" or not text.endswith("?")
    text = text if needed else text[:-1]
    blank = re.fullmatch(r"<(\w+?)(?:=(.+)|:(\w+)|(…|&|\*|~|#|\(\)))?>", text)
    if blank:
        name, words, *kinds = blank.groups()
        if words:
            return _Part(name, "word", frozenset(words.split("/")), needed)
        return _Part(name, "".join(filter(None, kinds)) or "operand", is_needed=needed)
    if text in ("^", "$"):
        return _Part("", text)
    return _Part("", "word", frozenset([text] if text == "/" else text.split("/")), needed)


@cache
def _indexed() -> Mapping[str, list[tuple[Row, int]]]:
    """The rows by the words of the first part that is a word, with the number of that part; by `""` without a word."""
    found: dict[str, list[tuple[Row, int]]] = {}
    for row in TABLE:
        parts = _parts(row.theirs)
        number = next((number for number, part in enumerate(parts) if part.kind == "word" and part.is_needed), 0)
        for word in parts[number].words or ("",):
            found.setdefault(word, []).append((row, number))
    return found


Found = dict[str, tuple[int, int]]  # where the parts of a pattern stand, by name, or by number without one


def _rewritten(fault: Fault, place: int, row: Row, number: int) -> Iterator[Mend]:
    parts = _parts(row.theirs)
    found = Found()
    start = _before(fault, place, parts[:number], found)
    end = None if start is None else _after(fault, place, parts, number, found, row.lines)
    if start is None or end is None or not start <= fault.at <= end or not _belongs(fault, start, row):
        return
    marked = [found[each] for each in row.marks or found]
    places = {**found, "theirs": (start, end), "marked": (marked[0][0], marked[-1][1])}
    texts = {name: " ".join(fault.span(*ends).text.split()) * (ends[0] < ends[1]) for name, ends in places.items()}
    used = re.findall(r"\w+", texts["theirs"])
    texts["new"] = next((name for name in _NAMES["groups" not in used :] if name not in used), "each")
    texts["ours"] = written = filled_in(row.ours, texts)
    new = _read(fault, start, row.ours if row.reads is None else row.reads, found)
    last = end
    while row.reads is not None and len(new) > 1 and new[-1][:3] == fault.lexemes[last - 1][:3]:
        new, last = new[:-1], last - 1  # what stays is read where it stands
    advice = (f"write: {written}" if "<" in row.ours else f"write `{written}`") if row.advice is None else row.advice
    span, whole = fault.span(*places["marked"]), fault.span(start, end)
    is_sure = row.sure and "…" not in written
    if is_sure:
        whole, written = _narrowed(whole, written)
    label = NOT_EXPECTED if row.unexpected else ""
    told = Diagnostic("HG101", filled_in(row.message, texts), span, label, help=filled_in(advice, texts),
                      replacement=written if is_sure else None, replaced=whole)  # fmt: skip
    yield Mend(start, last, new, row.cost, "own", lambda: told, supposes=not row.sure and row.reads is None,
               word=texts["theirs"] if row.is_name else "")  # fmt: skip


def _narrowed(whole: Span, written: str) -> tuple[Span, str]:
    """What changes of a passage, and what is written there, without the words before and after it that stay."""
    start = _shared(whole.text, written)
    old, new = whole.text[start:], written[start:]
    kept = _shared(old[::-1], new[::-1])
    kept = kept if old[: len(old) - kept].strip() else 0
    return Span(whole.source, whole.start + start, whole.end - kept), new[: len(new) - kept]


def _shared(one: str, other: str) -> int:
    """How long the words are with which two texts begin alike."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in same).rfind(" ") + 1


def filled_in(text: str, texts: Mapping[str, str]) -> str:
    """Return a text with what its blanks stand for."""
    filled = re.sub(r"<(\w+)>( ?)", lambda blank: (found := texts.get(blank[1], "")) + blank[2] * bool(found), text)
    return filled.rstrip()


def _belongs(fault: Fault, start: int, row: Row) -> bool:
    """Whether a pattern begins where its row says: in a list of items, or in an item with one of some first words."""
    if not row.where:
        return True
    if row.where in LISTS:
        return fault.context(start) == row.where
    item = fault.begun[start - 1] if start else 0
    heads = (fault.terminals[each] for each in {item, start} if each < len(fault.terminals))
    return not {*row.where.split()}.isdisjoint(heads)


_NAMES = ("g", "c", "d", "x", "y")
"""Names for the elements of sets; the first is for groups."""

# Where a pattern stands


def _before(fault: Fault, place: int, parts: tuple[_Part, ...], found: Found) -> int | None:
    """Where what stands before a place begins; None if it is something else."""
    starts = list[tuple[str, tuple[int, int]]]()
    for number, part in reversed([*enumerate(parts)]):
        if part.kind == "^":
            begin = place if _is_fresh(fault, place) else None
        elif fault.lexemes[place].first or not place:
            begin = None
        elif part.kind == "word":
            begin = place - 1 if fault.lexemes[place - 1].text in part.words else None
        elif part.kind == "operand":
            begin = _operand_before(fault, place - 1)
        elif part.kind == "…":
            begin = _expression_before(fault, place)
        else:
            begin = place - 1 if _blank(fault, place - 1, part, frozenset()) == place else None
        if begin is None and part.is_needed:
            return None
        begin = place if begin is None else begin
        starts.append((part.name or str(number), (begin, place)))
        place = begin
    found.update(reversed(starts))
    return place


def _after(
    fault: Fault, place: int, parts: tuple[_Part, ...], number: int, found: Found, over_lines: bool
) -> int | None:
    """Where the parts from a number on end, the first of which stands at a place; None if something else does."""
    first = place
    for each in range(number, len(parts)):
        part, lexeme = parts[each], fault.lexemes[place]
        if part.kind == "^":
            end = place if _is_fresh(fault, place) else None
        elif part.kind == "$":
            end = place if lexeme.first or lexeme.kind in ("RBRACE", END) else None
        elif lexeme.kind == END or (lexeme.first and place > first and not over_lines):
            end = None
        elif part.kind == "word":
            end = place + 1 if lexeme.text in part.words else None
        else:
            following = next((later.words for later in parts[each + 1 :] if later.kind == "word"), frozenset[str]())
            end = _blank(fault, place, part, following)
        if end is None and part.is_needed:
            return None
        found[part.name or str(each)] = (place, place if end is None else end)
        place = place if end is None else end
    return place


def _blank(fault: Fault, place: int, part: _Part, following: frozenset[str]) -> int | None:
    """Where what fills a blank ends; None if nothing does."""
    lexeme, end = fault.lexemes[place], place + 1
    match part.kind:
        case "operand":
            return operand_after(fault, place)
        case "&":
            last = operand_after(fault, place)
            while last is not None and fault.lexemes[last].kind in _OF_SETS:
                last = operand_after(fault, last + 1)
            return last
        case "…":
            return _expression_after(fault, place, following)
        case "*":
            end = place if lexeme.kind == "RBRACE" else fault.line_end(place + 1, "LBRACE", "RBRACE")
            while fault.lexemes[end].kind == "LBRACE" and not fault.lexemes[end].first:
                end = fault.line_end(after_block(fault.lexemes, end), "LBRACE", "RBRACE")
            return end if end > place else None
        case "~":
            end = fault.line_end(place, "STRING")
            return end if end > place else None
        case "lines":
            while fault.lexemes[end].kind != END and fault.lexemes[end].indent >= lexeme.indent:
                end += 1
        case "()":
            end = place
            while fault.lexemes[end].kind not in (*OPENERS, END):
                end = after_block(fault.lexemes, end)
            return end
        case "#":
            return end if lexeme.kind == "INT" else None
        case "text":
            return end if lexeme.kind == "STRING" else None
        case kind:
            return end if lexeme.kind == "WORD" and _KINDS[kind](fault, place) else None
    return end


def _is_fresh(fault: Fault, place: int) -> bool:
    """Whether a token begins a line or a block."""
    return fault.lexemes[place].first or (place > 0 and fault.lexemes[place - 1].kind in ("LBRACE", "RBRACE"))


_OF_SETS = ("MEET", "UNION", "MINUS")
# What names are


def _declared(*items: str) -> Callable[[Fault, int], bool]:
    """Whether a name stands on the lines that some words begin."""

    def is_declared(fault: Fault, place: int) -> bool:
        if fault.lexemes[place].text in reserved_words():
            return False  # nothing is declared by such a name
        line = ""
        for lexeme in fault.lexemes:
            line = lexeme.text if lexeme.first else line
            if line in items and lexeme.text == fault.lexemes[place].text and not lexeme.first:
                return True
        return False

    return is_declared


def _is_name(fault: Fault, place: int) -> bool:
    return fault.lexemes[place].text not in keywords()


def _is_argument(fault: Fault, place: int) -> bool:
    """Whether a name stands where an argument begins, and nowhere as a value."""
    uses = {after.kind for each, after in pairwise(fault.lexemes) if each.text == fault.lexemes[place].text}
    return fault.lexemes[place - 1].kind in ("LPAR", "COMMA") and uses <= {"EQUAL", "COLON"}


def _is_function(fault: Fault, place: int) -> bool:
    """Whether a name without arguments can only be that of a function: everywhere else it is called."""
    name, following = fault.lexemes[place].text, fault.lexemes[place + 1]
    uses = {after.kind for each, after in pairwise(fault.lexemes) if each.text == name and after is not following}
    is_listed = place < fault.at and "COMMA" in fault.accepts(place + 1)
    is_known = name in _VALUES or name in keywords() or name.casefold() in WORDS
    return uses <= {"LPAR"} and not is_listed and not is_known


def _is_verb(fault: Fault, place: int) -> bool:
    """Whether an unknown word stands before another on its line, and nowhere before."""
    word, following = fault.lexemes[place].text, fault.lexemes[place + 1]
    is_new = all(each.text != word for each in fault.lexemes[:place])
    return word not in keywords() and is_new and following.kind == "WORD" and not following.first


_REGIONS = frozenset(words(Place.REGION))
_VALUES = _REGIONS.union(words(Place.POSITION, Place.CONSTANT, Place.FUNCTION))
_KINDS = {
    "name": _is_name, "argument": _is_argument, "function": _is_function, "verb": _is_verb,
    "player": _declared("players"), "effect": _declared("effect"),
    "region": lambda fault, place: fault.lexemes[place].text in _REGIONS or _declared("region")(fault, place),
    "kept": _declared(*(row.word for row in rows(Place.FILE) if row.group == "kept" and row.declares)),
}  # fmt: skip

# Operands and expressions


def _operand_before(fault: Fault, last: int) -> int | None:
    """Where the operand begins that ends with a token."""
    for begin in range(last, max(-1, last - NEAR), -1):
        if operand_after(fault, begin, last + 1) == last + 1:
            joined = begin and fault.lexemes[begin - 1]
            if not joined or joined.kind not in ("DOT", "WORD") or (joined.kind == "WORD" and not _calls(fault, begin)):
                return begin
        if fault.lexemes[begin].first:
            break
    return None


def _calls(fault: Fault, place: int) -> bool:
    """Whether a bracket belongs to the name before it."""
    before = fault.lexemes[place - 1].text
    return fault.lexemes[place].kind in ("LPAR", "LSQB") and before not in keywords().keys() - VALUES


def _expression_after(fault: Fault, start: int, following: frozenset[str]) -> int | None:
    """Where an expression ends: at a word that follows in the pattern, or that begins a clause, or at a bracket."""
    lexemes, place = fault.lexemes, start
    while not (place > start and lexemes[place].first):
        lexeme = lexemes[place]
        is_choice = lexeme.text == "then" and any(each.text == "if" for each in lexemes[start:place])
        if lexeme.text in following or (lexeme.text in _CLAUSES and not is_choice) or lexeme.kind in _ENDS:
            break
        if lexeme.text == ":" and lexemes[place + 1].first:
            break
        if place > start and lexemes[place - 1].kind in _OPERANDS and _begins_another(lexeme, lexemes[place - 1]):
            break
        place = after_block(lexemes, place)
    return place if place > start else None


def _begins_another(lexeme: Lexeme, before: Lexeme) -> bool:
    """Whether a block or a statement begins after an operand."""
    is_name = lexeme.kind == "WORD" and lexeme.text not in keywords()
    is_next = is_name and before.text not in keywords() and lexeme.text != "is"
    return lexeme.kind == "LBRACE" or lexeme.text in _STATEMENTS or is_next


def _expression_before(fault: Fault, end: int) -> int | None:
    """Where the expression begins that ends before a place; None without one."""
    place = end = min(end, fault.at)
    while place > fault.begins + 1:
        is_inside = fault.depths[place] > fault.depths[end]
        if not is_inside and fault.terminals[place - 1] in _BEFORE_EXPRESSIONS:
            break
        place -= 1
    return place if place < end else None


_BEFORE_EXPRESSIONS = frozenset({
    "EQUAL", "COMMA", "LPAR", "LSQB", "LBRACE", "COLON", "WHEN", "WHERE", "FORBID", "THEN", "ELSE", "IF", "SHAPE",
    "SEES", "REQUIRE", "ON", "AMONG",
})  # fmt: skip
"""The terminals before an expression."""

_CLAUSES = frozenset({"on", "where", "forbid", "otherwise", "may", "then", "when", "do", "begin"})
_STATEMENTS = frozenset({"if", "set", "let", "repeat", "again"})  # where they stand after an operand
_ENDS = frozenset({"COMMA", "STRING", END, *OPENERS})
_OPERANDS = frozenset({"INT", "RPAR", "RSQB", "RBRACE", "WORD"})


# What is read


def _read(fault: Fault, start: int, ours: str, found: Found) -> tuple[Lexeme, ...]:
    """The tokens of a form of ours, with those that stand in its blanks."""
    new, here = list[Lexeme](), fault.lexemes[start]
    for number, piece in enumerate(re.split(r"<(\w+)>", ours)):
        at = new[-1].end if new else here.start
        made = "…" if number % 2 else piece
        new += fault.lexemes[slice(*found[piece])] if number % 2 and piece in found else [
            Lexeme(kind, text, at, at) for kind, text in _tokens(made)]  # fmt: skip
    first = [each._replace(first=here.first, indent=here.indent) for each in new[:1]]
    return (*first, *(each._replace(first=False) for each in new[1:]))


@cache
def _tokens(text: str) -> tuple[tuple[str, str], ...]:
    """The tokens of a form; `…` is a name that nobody knows."""
    whole, *others = text.split("…")
    found = [("WORD" if each.lastgroup == "NAME" else str(each.lastgroup), each.group())
             for each in pattern().finditer(whole) if each.lastgroup != "SPACE"]  # fmt: skip
    for other in others:
        found += [("NAME", HOLE), *_tokens(other)]
    return tuple(found)
