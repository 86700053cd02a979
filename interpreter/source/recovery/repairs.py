"""The replacement that mends a fault beyond doubt: what to write, and where."""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic, Diagnostics, is_slip
from ...diagnostics.spelling import distance
from ...diagnostics.text import Span
from ..syntax.automaton import END, starters
from ..syntax.grammar import keywords, literal
from .fault import CLOSERS, HOLES, OPENERS, OPERATORS, PREFIXES, Fault, Mend
from .scan import MARKS, Lexeme
from .trial import does

_CLOSING = frozenset(CLOSERS.values())
_DOUBTFUL = HOLES | OPERATORS | PREFIXES | CLOSERS.keys() | {"DOT", "ANTIPODAL", "REVERSED", "SPLIT"}
"""What may be missing in more than one place, what nobody can invent, or what would change the meaning."""

_CLINGING = (",", ":", ")", "]")
"""Signs without a space before them."""


def with_repair(found: Diagnostic, fault: Fault, mend: Mend) -> Diagnostic:
    """Return a diagnostic with its replacement, if the change mends the fault beyond doubt."""
    if found.replacement is not None:
        return found
    repair = _repair(found, fault, mend)
    if repair is None:
        return found
    start, end, text = repair
    found = found.copy_with(replacement=text, replaced=Span(fault.source, start, end))
    rival = _other_bracket(fault, mend) if mend.kind == "other" else None
    if rival is None:
        return found
    span, opener = rival
    related = ((span, f"`{span.text}` is opened here"),)
    return found.copy_with(
        related=related, help=f"write `{mend.new[0].text}` here, or open it with `{opener}`", rivals=(rival,)
    )


def _other_bracket(fault: Fault, mend: Mend) -> tuple[Span, str] | None:
    """The opening bracket that may be wrong instead of the closing one, with what to write in its place."""
    closer = fault.lexemes[mend.start]
    opener = next(reversed(fault.opened()), None)
    if closer.kind not in OPENERS or opener is None:
        return None
    span, text = fault.span(opener), literal(OPENERS[closer.kind])
    return (span, text) if does(fault, mend, span.start, span.end, text) else None


def instead_of_sign(found: Diagnostic, fault: Fault, mend: Mend, report: Diagnostics) -> Diagnostic:
    """Return what a problem is where another sign stands in the place of a missing one: then both are one problem."""
    if mend.kind != "missing" or len(mend.new) != 1 or not mend.start:
        return found
    before, after = fault.lexemes[mend.start - 1 : mend.start + 1]
    for each in report:
        sign = each.replacement == "" and each.span
        if sign and before.end <= sign.start and sign.end <= after.start:
            report.remove(each)
            text = mend.new[0].text
            message = f"`{sign.text}` is not used here: write `{text}`"
            replacement = text if found.replacement is not None else None
            return each.copy_with(message=message, help="", replacement=replacement)
    return found


def join_runs(report: Diagnostics) -> None:
    """Make one problem of those that leave out the same sign several times in a row."""
    runs: list[list[Diagnostic]] = []
    for found in report:
        if runs and _goes_on(runs[-1][-1], found):
            runs[-1].append(found)
        else:
            runs.append([found])
    report[:] = [run[0] if len(run) == 1 else _as_one(run) for run in runs]


def _goes_on(before: Diagnostic, found: Diagnostic) -> bool:
    """Whether two problems leave out the same sign, with nothing between."""
    one, other = _surplus(before), _surplus(found)
    if one is None or other is None or one.source is not other.source or before.message != found.message:
        return False
    return one.text == other.text and one.end <= other.start and not one.source.text[one.end : other.start].strip()


def _surplus(found: Diagnostic) -> Span | None:
    return (found.replaced or found.span) if found.replacement == "" else None


def _as_one(run: list[Diagnostic]) -> Diagnostic:
    first, last = _surplus(run[0]), _surplus(run[-1])
    assert first is not None and last is not None
    whole = Span(first.source, first.start, last.end)
    return run[0].copy_with(message=f"{run[0].message}, {len(run)} times", span=whole, replaced=whole)


def closed_text(text: str) -> str | None:
    """Return an unclosed text with its closing quotes; None if a comment, number or other mark may have ended it."""
    text = text.rstrip()
    return None if "#" in text or text[-1].isdecimal() or text[1:][-1:] in {*MARKS} else f'{text}"'


Repair = tuple[int, int, str]
"""The offsets of a passage, and what to write in its place."""


def _repair(found: Diagnostic, fault: Fault, mend: Mend) -> Repair | None:
    match mend.kind:
        case "spelling":
            return _respelt(fault, mend)
        case "double":
            return _left_out(fault, mend) or _halved(fault, mend)
        case "extra":
            return _left_out(fault, mend)
        case "other":
            return _exchanged(fault, mend)
        case "closing" | "missing" if {lexeme.kind for lexeme in mend.new} <= _CLOSING and not mend.others:
            return _closed(found, fault, mend)
        case "missing" if len(mend.new) == 1 and not mend.others:
            return _inserted(fault, mend)
    return None


def _respelt(fault: Fault, mend: Mend) -> Repair | None:
    """The one keyword that is near enough."""
    word, meant = fault.lexemes[mend.start], mend.new[0].text
    known = filter(None, map(literal, fault.accepts(mend.start)))
    far = distance(word.text, meant, 2)
    as_near = [each for each in known if each.isalpha() and distance(word.text, each, 2) == far]
    return (word.start, word.end, meant) if is_slip(word.text, meant) and as_near == [meant] else None


def _halved(fault: Fault, mend: Mend) -> Repair | None:
    """A word that stands twice, or a sign that does with no gap in which something may have got lost."""
    before, lexeme = fault.lexemes[mend.start - 1 : mend.start + 1]
    is_apart = lexeme.kind != "WORD" and before.end < lexeme.start
    return None if lexeme.kind in OPERATORS or is_apart else (before.end, lexeme.end, "")


def _left_out(fault: Fault, mend: Mend) -> Repair | None:
    """A closing bracket that closes nothing."""
    lexeme = fault.lexemes[mend.start]
    if lexeme.kind not in _CLOSING or fault.depths[mend.start] > 0 or mend.end != mend.start + 1:
        return None
    return lexeme.start, lexeme.end, ""


def _exchanged(fault: Fault, mend: Mend) -> Repair | None:
    """`=` for `:`, or the wrong closing bracket."""
    lexeme, new = fault.lexemes[mend.start], mend.new[0]
    kinds = {lexeme.kind, new.kind}
    if kinds != {"EQUAL", "COLON"} and not kinds <= _CLOSING:
        return None
    before = fault.lexemes[mend.start - 1].end
    start = before if new.text in _CLINGING and not fault.text[before : lexeme.start].strip() else lexeme.start
    gap = " " if new.kind == "EQUAL" and start == before else ""
    return start, lexeme.end, gap + new.text


def _inserted(fault: Fault, mend: Mend) -> Repair | None:
    """The only token that can be missing."""
    new, after = mend.new[0], fault.lexemes[mend.start]
    if new.kind in _DOUBTFUL or new.kind in starters()["file"] or not mend.start:
        return None
    if new.kind == "COMMA" and not _are_alike(*fault.lexemes[mend.start - 1 : mend.start + 1]):
        return None
    before = fault.lexemes[mend.start - 1].end
    if new.text in _CLINGING:
        return before, before, new.text if fault.text[before : before + 1].isspace() else f"{new.text} "
    if after.kind == END or (after.first and not new.first):
        return before, before, f" {new.text}"
    return after.start, after.start, f"{new.text} "


def _are_alike(one: Lexeme, other: Lexeme) -> bool:
    """Whether a comma may part two tokens of a list: `_`, a word of ours, a word after a number may be junk."""
    words = [each.text for each in (one, other) if each.kind == "WORD"]
    return all(word.strip("_") and word not in keywords() for word in words) and {one.kind, other.kind} != {
        "INT",
        "WORD",
    }


def _closed(found: Diagnostic, fault: Fault, mend: Mend) -> Repair | None:
    """The brackets that were never closed."""
    text, end = fault.text, fault.lexemes[mend.start - 1].end
    openers = [span.start for span, _ in found.related]
    if len(openers) != len(mend.new) or not all(_ends_here(fault, mend, opener) for opener in openers):
        return None
    pairs = zip(mend.new, reversed(openers), strict=True)
    words = [_closer(lexeme, text[:end], opener) for lexeme, opener in pairs]
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    if words[0].startswith("\n"):  # after the comment that ends the line
        return line_end, line_end, "".join(words)
    is_in_the_way = text[end:line_end].strip() and any(word.startswith("\n") for word in words)
    return None if is_in_the_way else (end, end, "".join(words))


def _closer(lexeme: Lexeme, text: str, opener: int) -> str:
    """A closing bracket as it is written: a brace gets a line of its own if it closes one of an earlier line."""
    if lexeme.kind != "RBRACE":
        return lexeme.text
    return f"\n{_margin(text, opener)}}}" if "\n" in text[opener:] else " }"


def _ends_here(fault: Fault, mend: Mend, opener: int) -> bool:
    """Whether a bracket can only have been meant to close here: no operator inside may belong outside."""
    place = next(number for number, lexeme in enumerate(fault.lexemes) if lexeme.start == opener)
    if fault.lexemes[place].kind == "LBRACE":
        return True
    inside = (each for each in range(place + 1, mend.start) if fault.depths[each] == fault.depths[place] + 1)
    joining = OPERATORS | {"IN", "COLON"}
    return not any(fault.terminals[each] in joining or fault.lexemes[each].mended for each in inside)


def _margin(text: str, at: int) -> str:
    """What stands before the first word of a line."""
    line = text[text.rfind("\n", 0, at) + 1 :]
    return line[: len(line) - len(line.lstrip(" \t"))]
