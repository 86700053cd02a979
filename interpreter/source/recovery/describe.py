"""The diagnostic of a fault: where it is, what was expected, and the mended line."""

from __future__ import annotations

import re
from itertools import pairwise

from ...diagnostics.diagnostic import Diagnostic, listed
from ...diagnostics.text import Span
from ..syntax.automaton import END
from ..syntax.grammar import human_name
from ..syntax.vocabulary import Place, forms, terminals, words
from . import costs
from .fault import BRACKETS, CLOSERS, HOLES, NOT_EXPECTED, OPERATORS, Fault, Mend, all_starters
from .scan import Lexeme
from .trial import does

_OPERANDS = terminals(Place.PREFIX) | {"NAME", "INT", "STRING", "LPAR", "LSQB", "LBRACE"}
_VALUES = _OPERANDS - terminals(Place.PREFIX)
_GO_ON = frozenset({"DOT", "LSQB", "LPAR"})
"""What may follow a name without a word for what follows."""

_ITEM = "the next item (`option`, `board`, `turn`, `win` …)"
_STATEMENT = "a statement (`place`, `may`, `if`, `for` …)"
_LISTED = {
    _ITEM: terminals(Place.FILE),
    "an item of the board (`shape`, `edge`, `wrap`, `region` …)": terminals(Place.BOARD),
    _STATEMENT: terminals(Place.SCRIPT, Place.DECISION) | {"NAME"},
    f"a decision ({', '.join(f'`{word}`' for word in words(Place.DECISION))})": terminals(Place.DECISION),
}
"""What messages call all the words of a list together."""

_BEGUN_WITH = {_ITEM: frozenset({END}), _STATEMENT: frozenset({"INT"})}
"""What else can stand where an element of a list can, and needs no words of its own."""

_AFTER_COMPARISON, _OF_SETS = "an operator (`and`, `or`, `+` …)", "an operator of sets (`|`, `&`, `-` …)"
_WIDEST = 100


def describe(fault: Fault, mend: Mend) -> Diagnostic:
    """Return the diagnostic of a fault that a change mends."""
    found = mend.say() if mend.say else _described(fault, mend)
    return found if found.related or mend.say else found.copy_with(related=_hidden(fault, mend))


def _hidden(fault: Fault, mend: Mend) -> tuple[tuple[Span, str], ...]:
    """What a comment hides before a fault that may have been meant as code: `#Red`."""
    places = {mend.start, fault.at} - {0}
    for before, after in (fault.lexemes[place - 1 : place + 1] for place in places):
        found = _SIGN.match(fault.text, before.end, after.start)
        if found:
            return ((Span(fault.source, *found.span(1)), "a comment begins with `#`"),)
    return ()


_SIGN = re.compile(r"[ \t]*(#\w\S*)")
"""A comment without a space after its sign."""


def _described(fault: Fault, mend: Mend) -> Diagnostic:
    match mend.kind:
        case "closing":
            return _closing(fault, mend)
        case "missing" if not mend.others:
            return _missing(fault, mend)
        case "missing":
            return _some_missing(fault, mend)
        case "double":
            return _double(fault, mend)
        case "order":
            return _order(fault, mend)
        case "spelling":
            return _spelling(fault, mend)
    return _unexpected(fault, mend)


def _spelling(fault: Fault, mend: Mend) -> Diagnostic:
    word, meant = fault.lexemes[mend.start], mend.new[0]
    sure = len(meant.text) > 3 and mend.cost < costs.SPELLING_SURE and not mend.others
    guesses = dict.fromkeys(each.new[0].text for each in (mend, *mend.others))
    return Diagnostic(
        "HG101",
        f"unexpected `{word.text}`",
        fault.span(mend.start),
        NOT_EXPECTED,
        expected=expected(fault.accepts(mend.start)),
        help=f"did you mean {listed(f'`{guess}`' for guess in guesses)}?",
        replacement=meant.text if sure else None,
    )


def _double(fault: Fault, mend: Mend) -> Diagnostic:
    lexeme = fault.lexemes[mend.start]
    return Diagnostic(
        "HG101",
        f"{_called(lexeme)} is here twice",
        fault.span(mend.start),
        "one too many",
        help="delete one of the two",
    )


def _order(fault: Fault, mend: Mend) -> Diagnostic:
    one, other = fault.lexemes[mend.start : mend.end]
    return Diagnostic(
        "HG101",
        f"{_called(one)} and {_called(other)} are in the wrong order",
        fault.span(mend.start, mend.end),
        help=mended_line(fault, mend) or f"put {_called(other)} first",
    )


def _closing(fault: Fault, mend: Mend) -> Diagnostic:
    closers = [lexeme for lexeme in mend.new if lexeme.kind in BRACKETS]
    openers = _openers(fault, mend)
    words = listed((f"`{lexeme.text}`" for lexeme in closers), "and")
    return Diagnostic(
        "HG101",
        f"{words} {'is' if len(closers) == 1 else 'are'} missing",
        _before(fault, mend.start),
        f"{words} belongs after this" if len(closers) == 1 else f"{words} belong after this",
        (*((fault.span(place), "opened here, never closed") for place in openers), *_hidden(fault, mend)),
    )


def _openers(fault: Fault, mend: Mend) -> list[int]:
    """The brackets that are closed by a change."""
    count = sum(lexeme.kind in BRACKETS for lexeme in mend.new)
    return fault.opened(mend.start)[-count:] if count else []


def _before(fault: Fault, place: int) -> Span:
    """The end of the token before a place, where something is missing."""
    before = fault.lexemes[max(place - 1, 0)]
    return Span(fault.source, max(before.start, before.end - 1), before.end)


def _missing(fault: Fault, mend: Mend) -> Diagnostic:
    """The only token that can be missing."""
    (new,) = mend.new
    if new.kind in HOLES:
        return _unexpected(fault, mend)
    word, place = f"`{new.text}`", mend.start
    after = fault.lexemes[place]
    related: tuple[tuple[Span, str], ...] = ()
    if new.kind in CLOSERS.values():
        related = tuple((fault.span(opener), "opened here, never closed") for opener in _openers(fault, mend))
    if _follows(fault, place, new):
        return Diagnostic("HG101", f"{word} is missing", _before(fault, place), f"{word} belongs after this", related)
    write = mended_line(fault, mend) if not related else ""
    return Diagnostic("HG101", f"{word} is missing before {_called(after)}", fault.span(place), "", related, help=write)


def _some_missing(fault: Fault, mend: Mend) -> Diagnostic:
    """One word is missing, and several would do."""
    if all(each.new[0].kind in CLOSERS for each in (mend, *mend.others)):
        return unsure(fault, mend)
    after = fault.lexemes[mend.start]
    words = [f"`{each.new[0].text}`" for each in (mend, *mend.others)]
    names = listed(words) if len(words) < 6 else expected(frozenset(each.new[0].kind for each in (mend, *mend.others)))
    if _follows(fault, mend.start, mend.new[0]):
        span, label = _before(fault, mend.start), "something is missing after this"
    else:
        span, label = fault.span(mend.start), "something is missing before this"
    form = _form(fault, mend.start)
    return Diagnostic("HG101", f"unexpected {_found(after)}", span, label, expected=names, help=form)


def _follows(fault: Fault, place: int, new: Lexeme | None) -> bool:
    """Whether what is missing before a line belongs to the line before it."""
    after = fault.lexemes[place]
    if after.kind == END or not after.first:
        return after.kind == END
    may_begin = bool(fault.context(place))
    if new is None or new.kind in all_starters() or (may_begin and new.kind in HOLES):
        return not may_begin
    begins_a_clause = new.text.isalpha() and new.kind not in OPERATORS
    return not begins_a_clause or after.kind == "RBRACE" or fault.head


def _unexpected(fault: Fault, mend: Mend) -> Diagnostic:
    """A token that cannot stand here."""
    place = fault.at if mend.kind in ("item", "line") else mend.start
    found, accepted = fault.lexemes[place], fault.accepts(place)
    related: tuple[tuple[Span, str], ...] = ()
    missing = mend.kind == "missing" or (mend.kind == "item" and found.first)
    if missing and place and _follows(fault, place, mend.new[0] if mend.new else None):
        span, label = _before(fault, place), "something is missing after this"
    else:
        span, label = fault.span(place), NOT_EXPECTED
        if mend.kind == "missing":
            label = "something is missing before this"
    changed_sign = mend.kind == "other" and {found.kind, mend.new[0].kind} <= {"EQUAL", "COLON", *CLOSERS.values()}
    changed_sign |= mend.kind == "extra" and found.kind in ("EQUAL", "COLON", "COMMA")
    help_text = (mended_line(fault, mend) if changed_sign else "") or _form(fault, place)
    if mend.kind == "extra" and found.kind in CLOSERS.values():
        help_text = "leave it out"
        if fault.depths[place] <= 0:
            help_text += ": it closes nothing"
    return Diagnostic("HG101", f"unexpected {_found(found)}", span, label, related, expected(accepted), help_text)


def unsure(fault: Fault, mend: Mend) -> Diagnostic:
    """Return the diagnostic of a fault of which nobody knows how to mend it; it stands where a change was tried if that
    is on another line."""
    place = fault.at if fault.line_of(fault.at) == fault.line_of(mend.start) else mend.start
    return Diagnostic("HG101", f"unexpected {_found(fault.lexemes[place])}", fault.span(place), NOT_EXPECTED,
                      expected=expected(fault.accepts(place)), help=_form(fault, place))  # fmt: skip


def _form(fault: Fault, place: int) -> str:
    """The form of the item with the fault."""
    begins = fault.begins
    if begins >= place or not fault.terminals[begins:]:
        return ""
    form = forms().get(fault.terminals[begins], "")
    if fault.terminals[begins] in ("MAY", "OTHERWISE") and begins + 1 < len(fault.terminals):
        form = forms().get(fault.terminals[begins + 1], form)
    if fault.accepts(place) >= {"GAME"} or fault.context(place):
        return ""
    return written_form(fault.terminals[begins], form)


_EXAMPLES = {
    "REGION": "region centre = {cell(2, 2)}",
    "LABEL": "label even(c) = c.q mod 2",
    "RELATION": "relation far(c) = cells - adjacent(c)",
}
"""Examples of the items whose forms do not show all that belongs to them."""


def written_form(terminal: str, form: str) -> str:
    """Return a help line with the form of an item, and an example of it."""
    example = _EXAMPLES.get(terminal)
    return (f"write: {form}" + (f", such as `{example}`" if example else "")) if form else ""


def mended_line(fault: Fault, mend: Mend) -> str:
    """Return a help line with the mended line, if only one line changes and the parser gets past the fault with it."""
    if any(lexeme.kind in HOLES and lexeme.text == "?" for lexeme in mend.new):
        return ""
    text, line = fault.text, fault.line_of(mend.start)
    last = max(mend.start, mend.end - 1)
    if fault.lexemes[last].kind == END or fault.line_of(last) != line:
        return ""
    begin = text.rfind("\n", 0, fault.lexemes[mend.start].start) + 1
    end = text.find("\n", begin)
    end = len(text) if end < 0 else end
    if mend.end > mend.start:
        low, high = fault.lexemes[mend.start].start, fault.lexemes[mend.end - 1].end
    else:
        low = high = fault.lexemes[mend.start].start
    words = _spelt(mend.new, text)
    calls = mend.start > 0 and fault.terminals[mend.start - 1] == "NAME"
    joined = _join(text[begin:low], words, text[high:end], calls)
    comment = joined.find("#", joined.rfind('"') + 1)
    shown = joined[: comment if comment >= 0 else None].strip()
    ends = shown[-1:] not in ("=", ":", ",")
    return f"write: {shown}" if ends and 0 < len(shown) <= _WIDEST and does(fault, mend, begin, end, joined) else ""


def _spelt(new: tuple[Lexeme, ...], text: str) -> str:
    """Tokens as text, spaced as they are in the source where they stand there one after another."""
    spelt = "".join(each.text for each in new[:1])
    for one, other in pairwise(new):
        gap = text[one.end : other.start] if one.start < one.end <= other.start < other.end else " "
        spelt += (gap if gap == "" or gap.strip(" ") == "" else " ") + other.text
    return spelt


def _join(left: str, words: str, right: str, calls: bool) -> str:
    """Join two texts with words between them, spaced as usual; a parenthesis after a name calls it."""
    if words in (",", ")", "]", ":", "."):
        left = left.rstrip()
        right = right.lstrip() if words == "." else right if right[:1] in ("", " ", ")", "]") else f" {right}"
        return left + words + right
    if words in ("(", "["):
        return (left.rstrip() if calls else left) + words + right.lstrip()
    if not words:
        return left + (right.lstrip() if left[-1:] == " " else right)
    left = left if left[-1:] in ("", " ", "(", "[", "\t") else f"{left} "
    return f"{left}{words}{'' if right[:1] in ('', ' ', ')', ',', ']') else ' '}{right}"


def _called(lexeme: Lexeme) -> str:
    if lexeme.kind == END:
        return "the end of the file"
    if lexeme.kind == "STRING":
        return lexeme.text if len(lexeme.text) < 30 and "\n" not in lexeme.text else "the text"
    return f"`{lexeme.text}`"


def _found(lexeme: Lexeme) -> str:
    return {END: "end of the file", "STRING": "text"}.get(lexeme.kind, f"`{lexeme.text}`")


def expected(accepted: frozenset[str]) -> str:
    """Return what could stand here, as a person would say it."""
    found: list[str] = []
    if accepted >= _OPERANDS:
        found.append("an expression")
        accepted -= _OPERANDS
    elif accepted >= _VALUES:
        found.append("a value")
        accepted -= _OPERANDS
    elif len(accepted & OPERATORS) > 2:
        found.append("an operator" if "COMPARE" in accepted else _AFTER_COMPARISON if "AND" in accepted else _OF_SETS)
        accepted -= OPERATORS | {"IN", "NOT"}
    if "DOT" in accepted and accepted - _GO_ON:
        accepted -= _GO_ON
    for called, known in _LISTED.items():
        if accepted >= known:
            found.append(called)
            accepted -= known | _BEGUN_WITH.get(called, frozenset())
    if "BECOMES" in accepted and _STATEMENT in found:
        accepted -= {"LBRACE"}
    return listed([*found, *sorted(map(human_name, accepted))])
