"""What other languages write, in one table: their form, ours, and whether there is any doubt about it.

`SIGNS` are read as what they stand for wherever they are; `WORDS` only where a word of ours would fit in their place.
What a table cannot say is in `known/`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...diagnostics.elsewhere import IN_THE_GRAMMAR, is_plain
from ..syntax.grammar import keywords, pattern


class Foreign(NamedTuple):
    """What is meant by a form of another language."""

    ours: tuple[str, ...]
    """How it is written here, the likeliest first; an empty text leaves it out."""

    sure: bool = True
    """Whether it cannot mean anything else: then `--fix` may replace it."""

    advice: str = ""
    """What to do, where that is not just to write ours."""

    name: str = ""
    """What it is called in messages."""


def terminal(ours: str) -> str:
    """Return the terminal that a word or sign of the language stands for."""
    if ours in keywords():
        return keywords()[ours]
    found = pattern().fullmatch(ours)
    return str(found.lastgroup) if found else "NAME"


def _operator(ours: str, advice: str = "", sure: bool = True) -> Foreign:
    return Foreign((ours,), sure, advice, "an operator")


def _sign(ours: str, advice: str = "", sure: bool = True) -> Foreign:
    return Foreign((ours,), sure, advice, "used")


def _nothing(advice: str, sure: bool = False) -> Foreign:
    return Foreign(("",), sure, advice, "used")


_ALONE = "leave it out: a name needs no sign"

SIGNS: dict[str, Foreign] = {
    # logic
    "&&": _operator("and"), "||": _operator("or"), "∧": _operator("and"), "∨": _operator("or"),
    "!": _operator("not", "write `not`, or `!=` to compare", sure=False),
    "¬": _operator("not"), "~": _operator("not", sure=False), "∀": _operator("every"), "∃": _operator("some"),
    # comparison
    "===": _operator("=="), "!==": _operator("!="), "<>": _operator("!="), "=/=": _operator("!="),
    "~=": _operator("!="), "=!": _operator("!="), "/=": _operator("!=", sure=False),
    "=<": _operator("<="), "≠": _operator("!="), "≤": _operator("<="), "≥": _operator(">="),
    # arithmetic
    "**": _operator("*", "a power is written as a product, as in `n * n`", sure=False),
    "^": _operator("*", "a power is written as a product, as in `n * n`", sure=False),
    "<<": _operator("*", "`n << 1` is written `n * 2`", sure=False),
    ">>": _operator("/", "`n >> 1` is written `n / 2`", sure=False),
    "%": _operator("mod"), "×": _operator("*"), "·": _operator("*", sure=False), "÷": _operator("/"),
    "−": _operator("-"), "–": _operator("-"), "—": _operator("-"),
    # sets
    "∪": _operator("|"), "∩": _operator("&"), "∖": _operator("-"), "∈": _operator("in"),
    "∅": Foreign(("{}",), False, "", "used"),
    # HTML
    "&amp;&amp;": _operator("and"), "&amp;": _sign("&"), "&lt;": _sign("<"), "&gt;": _sign(">"),
    "&le;": _sign("<="), "&ge;": _sign(">="), "&nbsp;": _nothing("leave it out"),
    "&quot;": _nothing('write `"`'),
    # values
    "..=": _sign(".."), "..<": _sign("..", "write `..`: a range includes both ends", sure=False),
    ":=": _sign("="), "...": _sign(".."), "…": _sign(".."),
    "++": _sign("+", "write it out, as in `set n = n + 1`", sure=False),
    "+=": _sign("=", "write it out: set x = x + …", sure=False),
    "-=": _sign("=", "write it out: set x = x - …", sure=False),
    "*=": _sign("=", "write it out: set x = x * …", sure=False),
    # nothing
    ";": _nothing("leave it out: items and statements need no separator", sure=True),
    "；": _nothing("leave it out: items and statements need no separator", sure=True),
    "->": _nothing("write what a decision does in `{ … }` after it, and where a piece moves after `to`"),
    "$": _nothing(_ALONE), "@": _nothing(_ALONE), "`": _nothing(_ALONE),
    "```": _nothing("leave it out: the whole file is the rule sheet"),
}  # fmt: skip
"""The signs of other languages, none of which the grammar ever takes so."""

COMMENTS = {"//": "\n", "/*": "*/", "<!--": "-->", "--": "\n"}
"""What begins comments in other languages, with what ends them. `//` divides in some; `--` counts at the beginning of
a line alone. Neither is ever sure: a comment hides what stands in it."""

WORDS: dict[str, Foreign] = {word: Foreign(ours, is_plain(word)) for word, ours in IN_THE_GRAMMAR.items()}
"""Words of other languages, and of ours in the wrong place."""

FILLERS = frozenset({"a", "an", "the", "each", "all", "every", "any", "cell", "mut", "then", "do", "begin", "is"})
"""Words that other languages put where nothing belongs here."""

OPENERS = frozenset({"then", "do", "begin", "is", ":"})
"""What begins a block in other languages."""

CLOSERS = frozenset({"end", "endif", "endfor", "endwhile", "fi", "done", "od", "esac"})
"""What ends a block in other languages."""

ELSE_IFS = frozenset({"elif", "elsif", "elseif", "elsf"})

LOOP = "write: repeat 3 { … }, or: repeat while possible { … }; `again` repeats the choice"
"""How loops are written."""


@cache
def meanings(word: str) -> tuple[tuple[str, str], ...]:
    """Return what a foreign word may stand for, each with its terminal, the likeliest first."""
    known = WORDS.get(word.casefold())
    return tuple((ours, terminal(ours)) for ours in known.ours) if known else ()
