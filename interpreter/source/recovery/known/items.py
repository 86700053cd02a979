"""Items of a file or a board that are incomplete, or in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic
from ...syntax.automaton import END, starters
from ...syntax.grammar import keywords
from ...syntax.vocabulary import forms
from .. import costs
from ..describe import expected, written_form
from ..fault import Fault, Mend


def shapeless(fault: Fault) -> Iterator[Mend]:
    """A shape without `shape`, a grid without `grid`."""
    at, board = fault.at, starters()["board"]
    if fault.lexeme.kind != "WORD" or fault.context(at) != "board" or fault.head:
        return
    after = fault.lexemes[at + 1]
    terminal = "SHAPE" if after.kind == "LPAR" else "GRID" if keywords().get(after.text) in board - {"GRID"} else ""
    if terminal:
        yield Mend(at, at, (fault.made(terminal, at),), costs.SHAPE_WITHOUT_WORD, "missing")


# Unfinished


_CONDITION = ("WHEN", "a condition", "when CONDITION")
_LAST = {
    "WRAP": ("AS", "a name for its seam", "as NAME"),
    "PORTAL": ("BY", "a way to match its cells", "by translation"),
    "EDGE": ("COLON", "a player", ": PLAYER"),
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
        say = fault.saying(begins, at, f"this `{word}` is incomplete", "nothing follows",
                           written_form(fault.terminals[begins], form))  # fmt: skip
        yield Mend(begins, at, (), costs.DOUBTFUL, "own", say)
    terminal, what, words = _LAST.get(fault.terminals[begins], ("", "", ""))
    if terminal in fault.accepted:
        written = fault.span(begins, at).text
        form = f"{written} {words}".replace(" :", ":") if len(written) < _WIDEST and "\n" not in written else form
        say = fault.saying(begins, at, f"this `{word}` needs {what}", "incomplete", f"write: {form}")
        new = (fault.made(terminal, at, before=True), fault.made("NAME", at, before=True))
        yield Mend(at, at, new, costs.DOUBTFUL, "own", say)


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
        yield Mend(comma, fault.at, (), costs.DOUBTFUL, "own", lambda: say)


_AFTER_LISTS = ("RPAR", "RSQB", "RBRACE", "COLON", END)
