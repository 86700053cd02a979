"""Items of a file or a board that are incomplete, or in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic
from ...syntax.automaton import END, starters
from ...syntax.grammar import keywords
from ...syntax.vocabulary import forms
from .. import costs
from ..describe import expected
from ..fault import BRACKETS, Fault, Mend
from ..scan import Lexeme


def shapeless(fault: Fault) -> Iterator[Mend]:
    """A shape without `shape`, a grid without `grid`."""
    at, board = fault.at, starters()["board"]
    if fault.lexeme.kind != "WORD" or fault.context(at) != "board" or fault.head:
        return
    after = fault.lexemes[at + 1]
    terminal = "SHAPE" if after.kind == "LPAR" else "GRID" if keywords().get(after.text) in board - {"GRID"} else ""
    if terminal:
        yield Mend(at, at, (fault.made(terminal, at),), costs.SHAPE_WITHOUT_WORD, "missing")


def option(fault: Fault) -> Iterator[Mend]:
    """An option or variable without its default or its values."""
    begins, at = fault.begins, fault.at
    word = fault.terminals[begins] if begins < at else ""
    if word not in ("OPTION", "VAR") or at - begins < 2:
        return
    name = fault.lexemes[begins + 1].text
    what = "option" if word == "OPTION" else "variable"
    form = f"write: {forms()[word]}"
    hole = fault.made("NAME", at)
    if "EQUAL" in fault.accepted and fault.lexeme.text == "in":
        say = fault.saying(begins + 1, begins + 2, f"the {what} `{name}` has no default", "", form)
        yield Mend(at, at, (fault.made("EQUAL", at), hole), costs.OPTION_WITHOUT_DEFAULT, "own", say)
    elif "IN" in fault.accepted and fault.lexeme.kind in ("TO", "COMMA"):
        say = fault.saying(begins + 1, begins + 2, f"the {what} `{name}` has no default", "", form)
        yield Mend(at - 1, at - 1, (hole, fault.made("IN", at)), costs.OPTION_WITHOUT_DEFAULT, "own", say)
    elif fault.terminals[at - 2] == "EACH":
        form = "write: for each cell, for each piece, for each player, or for each x in ELEMENTS"
        say = fault.saying(at - 1, at, f"there is no variable for each `{fault.lexemes[at - 1].text}`", "", form)
        yield Mend(at - 1, at, (fault.made("CELL", at),), costs.OPTION_WITHOUT_VALUES, "own", say)
    elif "IN" in fault.accepted and (fault.lexeme.first or fault.lexeme.kind == "STRING"):
        say = fault.saying(begins + 1, begins + 2, f"the {what} `{name}` has no list of values", "", form)
        yield Mend(at, at, (fault.made("IN", at), hole), costs.OPTION_WITHOUT_VALUES, "own", say)


# Unfinished


_CONDITION = ("WHEN", "a condition", "when CONDITION")
_LAST = {
    "WRAP": ("AS", "a name for its seam", "as NAME"),
    "PORTAL": ("BY", "a way to match its cells", "by translation"),
    "WIN": _CONDITION,
    "LOSE": _CONDITION,
    "DRAW": _CONDITION,
}
"""What items end with, by the word that they begin with: the word before it, what it is, and how it is written."""


def unfinished(fault: Fault) -> Iterator[Mend]:
    """An item that breaks off after its first word or before its last part."""
    begins, at = fault.begins, fault.at
    follows = fault.head or fault.lexeme.kind in ("RBRACE", END) or _begins_another(fault)
    if not follows or begins >= at or not fault.lexemes[begins].first:
        return
    form, word = forms().get(fault.terminals[begins], ""), fault.lexemes[begins].text
    if at - begins == 1 and form and (fault.imbalance >= 0 or not form.endswith("}")):
        say = fault.saying(begins, at, f"this `{word}` is incomplete", "nothing follows", f"write: {form}")
        yield Mend(begins, at, (), costs.UNFINISHED, "own", say)
    terminal, what, words = _LAST.get(fault.terminals[begins], ("", "", ""))
    if terminal in fault.accepted:
        written = fault.span(begins, at).text
        form = f"{written} {words}" if len(written) < _WIDEST and "\n" not in written else form
        say = fault.saying(begins, at, f"this `{word}` needs {what}", "incomplete", f"write: {form}")
        new = (fault.made(terminal, at, before=True), fault.made("NAME", at, before=True))
        yield Mend(at, at, new, costs.UNFINISHED, "own", say)


def one_sided(fault: Fault) -> Iterator[Mend]:
    """`wrap left as w`: without the other side."""
    begins, at = fault.begins, fault.at
    words = fault.terminals[begins:]
    if words[:1] != ["WRAP"] or "AND" in words or fault.lexeme.text != "as" or "ANTIPODAL" not in fault.accepted:
        return
    side = fault.span(begins + 1, at).text
    write = f"write: wrap {side}, SIDE as NAME, or: wrap perimeter antipodal as NAME"
    say = fault.saying(begins, at, "this `wrap` has one side", "a second side is missing", write)
    new = (fault.made("COMMA", at, before=True), fault.made("NAME", at, before=True))
    yield Mend(at, at, new, costs.UNFINISHED, "own", say)


def _begins_another(fault: Fault) -> bool:
    """Whether an item of the same list begins at the fault, on a line of its own."""
    item = fault.context(fault.begins)
    return fault.lexeme.first and keywords().get(fault.lexeme.text, "") in starters().get(item, ())


_WIDEST = 70
"""Longer items are not quoted."""


def trailing_comma(fault: Fault) -> Iterator[Mend]:
    """A comma after the last of a list."""
    comma = fault.at - 1
    ends = fault.head or fault.lexeme.kind in _AFTER_LISTS or _begins_another(fault)
    if comma > 0 and ends and fault.terminals[comma] == "COMMA" and fault.lexeme.kind != "COMMA":
        message, label = "nothing follows this comma", "something is missing after this"
        say = Diagnostic("HG101", message, fault.span(comma), label, expected=expected(fault.accepted),
                         help="leave it out, or add what should follow")  # fmt: skip
        yield Mend(comma, fault.at, (), costs.TRAILING_COMMA, "own", lambda: say)


_AFTER_LISTS = ("RPAR", "RSQB", "RBRACE", "COLON", END)


def chain_with_commas(fault: Fault) -> Iterator[Mend]:
    """`link a, b`: commas between the cells of a chain."""
    at = fault.at
    item = fault.terminals[fault.begins : at + 1]
    if fault.lexeme.kind != "COMMA" or "MINUS" not in fault.accepted or item[0] not in _LINKS or "FOR" in item:
        return
    new, depth, end = list[Lexeme](), 0, at
    while depth > 0 or not (_ends_chain(fault.lexemes[end]) or fault.lexemes[end].first):
        lexeme = fault.lexemes[end]
        is_joint = depth == 0 and lexeme.kind == "COMMA"
        new.append(lexeme._replace(kind="MINUS", text="-") if is_joint else lexeme)
        depth, end = depth + BRACKETS.get(lexeme.kind, 0), end + 1
        if lexeme.kind == END:
            return
    say = Diagnostic("HG101", "unexpected `,`", fault.span(at), "not expected here", help="join the cells by `-`",
                     replaced=fault.span(at, end), replacement=_written(fault, at, new))  # fmt: skip
    yield Mend(at, end, tuple(new), costs.CHAIN_WITH_COMMAS, "own", lambda: say)


_LINKS = ("LINK", "UNLINK")


def _ends_chain(lexeme: Lexeme) -> bool:
    return lexeme.text == "for" or lexeme.kind in ("RBRACE", END)


def _written(fault: Fault, start: int, new: list[Lexeme]) -> str:
    """The text of some tokens with the spaces between those that they replace; a `-` for a comma has one more."""
    ends = [fault.lexemes[start].start, *(lexeme.end for lexeme in new)]
    spaces = (fault.text[before : lexeme.start] for before, lexeme in zip(ends, new, strict=False))
    texts = (" -" if lexeme.kind == "MINUS" and fault.text[lexeme.start] == "," else lexeme.text for lexeme in new)
    return "".join(space + text for space, text in zip(spaces, texts, strict=True))


def joined_by_and(fault: Fault) -> Iterator[Mend]:
    """`wrap left and right as w`: `and` between what commas part."""
    places = range(fault.begins + 1, fault.at)
    ands = [
        place for place in places if fault.terminals[place] == "AND" and fault.depths[place] == fault.depths[fault.at]
    ]
    if len(ands) == 1 and "COMMA" in fault.accepted and fault.lexeme.kind != "COMMA":
        new = fault.lexemes[ands[0]]._replace(kind="COMMA", text=",")
        say = fault.unexpected(ands[0], ands[0] + 1, "did you mean `,`?")
        yield Mend(ands[0], ands[0] + 1, (new,), costs.AND_FOR_COMMA, "own", say)
