"""A fault: the token at which the parser stops, with everything that it has read before."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import cached_property

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.text import Source, Span
from ..syntax.automaton import END, Automaton, Stack, starters
from ..syntax.grammar import FREE, keywords, literal
from ..syntax.vocabulary import LISTS, Place, mark, rows, terminals, words
from .scan import Lexeme

BRACKETS = {"LBRACE": 1, "LPAR": 1, "LSQB": 1, "RBRACE": -1, "RPAR": -1, "RSQB": -1}
CLOSERS = {"LBRACE": "RBRACE", "LPAR": "RPAR", "LSQB": "RSQB"}
NOT_EXPECTED = "not expected here"
"""What stands at a mark where something cannot stand."""

OPENERS = {closer: opener for opener, closer in CLOSERS.items()}
PUNCTUATION = frozenset({"COMMA", "COLON", "EQUAL", *CLOSERS, *CLOSERS.values()})
OPERATORS = terminals(Place.OPERATOR) - {"IN", "NOT"}
PREFIXES = terminals(Place.PREFIX) - {"MINUS"}
HOLES = frozenset({"NAME", "INT", "STRING"})
FURTHEST = 5_000
"""So many tokens past a fault, the end of its section is sought."""

HOLE = "?"
"""The text of a name that has to be invented."""


@dataclass(frozen=True)
class Mend:
    """New tokens in place of those from `start` up to `end`, at a cost: the less likely a change, the more it costs."""

    start: int
    end: int
    new: tuple[Lexeme, ...]
    cost: float
    kind: str
    """What was changed: `spelling`, `missing`, `extra`, `double`, `order`, `other`, `closing`, `item`, `line`; or
    `own` and `misplaced`, which have their own messages."""

    say: Callable[[], Diagnostic] | None = None
    others: tuple[Mend, ...] = ()
    """Changes that are as likely."""

    supposes: bool = False
    """Whether it is told as the cause only if the changed passage makes sense."""

    word: str = ""
    """A word used as a name that cannot be one: it is reported once, wherever else it stands."""

    @property
    def begins_with(self) -> str:
        """The terminal of the first new token, a keyword's own if it is one; empty if there is none."""
        return keywords().get(self.new[0].text, self.new[0].kind) if self.new else ""

    def is_like(self, other: Mend) -> bool:
        """Whether it differs from another change only in the word that it puts in."""
        is_word = self.kind in ("missing", "spelling")
        return is_word and (self.kind, self.start, self.end) == (other.kind, other.start, other.end)


@dataclass(frozen=True)
class Fault:
    """Where the parser stopped (`at`), with everything before it.

    For each token, `stacks` and `depths` hold the parser's stack and the number of open brackets before it, and
    `terminals` the terminal that it was read as.
    """

    source: Source
    text: str
    automaton: Automaton
    lexemes: list[Lexeme]
    stacks: list[Stack]
    terminals: list[str]
    depths: list[int]
    begun: list[int]
    """For each token before the fault, where its item or statement begins."""

    at: int
    head: bool
    """Whether a section of the file begins at the fault."""

    @property
    def begins(self) -> int:
        """Where the item or statement of the fault begins."""
        return self.item_at(self.at)

    def item_at(self, place: int) -> int:
        """Return where the item or statement begins that reaches up to a place."""
        return self.begun[place - 1] if place else 0

    @property
    def lexeme(self) -> Lexeme:
        """The token at the fault."""
        return self.lexemes[self.at]

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The terminals that could stand at the fault."""
        return self.accepts(self.at)

    def accepts(self, place: int) -> frozenset[str]:
        """Return the terminals that could stand at a place."""
        return self.automaton.accepts(self.stacks[place])

    def made(self, terminal: str, place: int, before: bool = False) -> Lexeme:
        """Return a token for a terminal that is missing at a place, or right after the token before it."""
        at = self.lexemes[place - 1].end if before and place else self.lexemes[place].start
        first, indent = self.lexemes[place].first and not before, self.lexemes[place].indent
        text = HOLE if terminal in HOLES else "==" if terminal == "COMPARE" else literal(terminal)
        if terminal == "INT":
            text = "1"
        elif terminal == "STRING":
            text = '""'
        return Lexeme(terminal, text, at, at, first, indent)

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the span of the tokens from `start` up to `end`; of one token without `end`."""
        last = self.lexemes[(start if end is None else end - 1)]
        return Span(self.source, self.lexemes[start].start, max(last.end, self.lexemes[start].start))

    def line_of(self, place: int) -> int:
        """Return the line of a token, counted from 1."""
        return self.source.position(self.lexemes[place].start)[0]

    def context(self, place: int) -> str:
        """Return which list of items goes on at a place: `file`, `board`, `graph`, `script`, or an empty text."""
        stack = self.stacks[place]
        return next((each for each in LISTS if self.automaton.step(stack, mark(each)) is not None), "")

    def opened(self, end: int | None = None) -> list[int]:
        """Return the places of the brackets that are open at a place, or at the fault, outermost first."""
        end = self.at if end is None else end
        first = max((place for place in range(end + 1) if self.depths[place] <= 0), default=0)
        found: list[int] = []
        for place in range(first, end):
            kind = self.lexemes[place].kind
            if kind in CLOSERS:
                found.append(place)
            elif kind in BRACKETS and found:
                found.pop()
        return found

    def next_head(self, place: int) -> int:
        """Return where the next section of the file begins at the left margin, or how far it is sought."""
        place = min(place, len(self.lexemes) - 1)
        last = place + FURTHEST
        while self.lexemes[place].kind != END and place < last:
            lexeme = self.lexemes[place]
            if lexeme.first and lexeme.indent == 0 and lexeme.text in words(Place.FILE):
                break
            place += 1
        return place

    def line_end(self, place: int, *kinds: str, words: Container[str] = ()) -> int:
        """Return where, from a place on, the next line begins, or where one of some kinds of token or words stands."""
        while not (self.lexemes[place].first or self.lexemes[place].kind in (END, *kinds)):
            if self.lexemes[place].text in words:
                break
            place += 1
        return place

    def balance(self, start: int, end: int) -> int:
        """Return how many more brackets are opened than closed between two places."""
        return sum(BRACKETS.get(lexeme.kind, 0) for lexeme in self.lexemes[start:end])

    @cached_property
    def imbalance(self) -> int:
        """How many brackets of this section are left open; below zero, how many closing brackets are too many."""
        return self.depths[self.at] + self.balance(self.at, self.next_head(self.at + 1))

    @cached_property
    def is_balanced(self) -> bool:
        """Whether each bracket of the file that is opened is closed."""
        return self.depths[self.at] + self.balance(self.at, len(self.lexemes)) == 0

    def saying(
        self, start: int, end: int, message: str, label: str = "", help_text: str = "", new: str | None = None
    ) -> Callable[[], Diagnostic]:
        """Return a function that makes the diagnostic of a known mistake at the tokens from `start` up to `end`."""
        span = self.span(start, end)
        return lambda: Diagnostic("HG101", message, span, label, help=help_text, replacement=new)

    def unexpected(self, start: int, end: int, help_text: str, new: str | None = None) -> Callable[[], Diagnostic]:
        """Return the same for tokens that cannot stand where they are."""
        word = self.lexemes[start].text if end == start + 1 else self.span(start, end).text
        return self.saying(start, end, f"unexpected `{word}`", NOT_EXPECTED, help_text, new)

    @cached_property
    def surplus(self) -> int:
        """1 where brackets of this section are left open, -1 where too many are closed, 0 where they balance."""
        return (self.imbalance > 0) - (self.imbalance < 0)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The words that begin lines."""
        return frozenset(lexeme.text for lexeme in self.lexemes if lexeme.first)


def stepped(automaton: Automaton, stack: Stack, lexeme: Lexeme) -> tuple[str, Stack | None]:
    """Return the terminal that a token is read as, and the stack after it; None where it does not fit."""
    terminal = automaton.terminal(stack, lexeme.text) if lexeme.kind == "WORD" else lexeme.kind
    return terminal, automaton.step(stack, terminal)


def after_block(lexemes: list[Lexeme], opener: int) -> int:
    """Return the place after the bracket that closes another."""
    depth, place = 0, opener
    while lexemes[place].kind != END:
        depth += BRACKETS.get(lexemes[place].kind, 0)
        place += 1
        if depth <= 0:
            break
    return place


def operand_after(fault: Fault, place: int, limit: int = 1 << 30) -> int | None:
    """Return where a name, a number or something in brackets ends, its attributes and arguments included, or None; what
    stands behind a limit does not count."""
    lexemes, opener = fault.lexemes, fault.lexemes[place].kind
    if opener in CLOSERS:
        end = after_block(lexemes, place)
    elif opener == "INT" or (opener == "WORD" and lexemes[place].text not in keywords().keys() - VALUES):
        end = place + 1
    else:
        return None
    while end < limit and lexemes[end].kind in ("DOT", "LPAR", "LSQB") and not lexemes[end].first:
        end = min(end + 2, len(lexemes) - 1) if lexemes[end].kind == "DOT" else after_block(lexemes, end)
    return end


VALUES = frozenset({"turn", "players", "cell", "marks"})
"""Words of the grammar that are values as well."""


def fits_between(automaton: Automaton, stack: Stack, lexemes: list[Lexeme], opener: int) -> bool:
    """Return whether a brace may be read as the grammar reads it: between statements, what follows tells a set from the
    block of a decision."""
    is_between = automaton.step(stack, mark(Place.SCRIPT)) is not None
    return not is_between or automaton.opens(stack) != _is_set(lexemes, opener)


def _is_set(lexemes: list[Lexeme], opener: int) -> bool:
    """Return whether a brace opens a set of which a statement says what becomes, and no block."""
    end = after_block(lexemes, opener)
    if lexemes[end].text in CHANGES or lexemes[end].kind in _JOINTS:
        return True
    place, begun = opener + 1, words(Place.SCRIPT, Place.DECISION)
    while lexemes[place].text not in begun and lexemes[place].kind not in ("COMMA", *CLOSERS.values(), END):
        place = after_block(lexemes, place)
    return lexemes[place].kind == "COMMA"


CHANGES = frozenset({"becomes", "gains", "loses"})
"""The words after the cells of which a statement says what becomes of them."""

_JOINTS = frozenset({"UNION", "MEET", "MINUS", "PLUS"})


def all_starters() -> frozenset[str]:
    """Return the terminals that begin an item or a statement, other than names."""
    return frozenset().union(*starters().values()) - {"NAME"}


def keyword_names(lexemes: list[Lexeme]) -> frozenset[str]:
    """Return the keywords that name something: values of options and variables, such as `draw`, parameters, what holds
    for a while, and what items declare if the language leaves them the word."""
    found: list[str] = []
    named = set[str]()
    item = ""
    has_parameters = False
    for before, lexeme, after in zip(lexemes, lexemes[1:], lexemes[2:], strict=False):
        if before.first:
            item, has_parameters = before.text, before.text in ("define", "effect", "label", "relation")
        has_parameters = has_parameters and before.kind != "RPAR"
        if lexeme.kind != "WORD":
            continue
        is_parameter = has_parameters and before.kind in ("LPAR", "COMMA")
        is_bound = after.text in ("in", "among") and (before.kind in ("STRING", "COMMA") or before.text in _BINDERS)
        is_declared = before.text in _DECLARING or (before.kind == "COMMA" and item in _LISTING)
        if is_parameter or is_bound or (is_declared and lexeme.text in FREE):
            named.add(lexeme.text)
        if item in ("option", "var") and (before.kind in ("COMMA", "EQUAL") or before.text == "in"):
            found.append(lexeme.text)
    given = {word for word in found if word == "random" or found.count(word) > 1} | named
    return frozenset(given & keywords().keys() - {"in", "if", "then", "else", "some", "every", "not"})


_DECLARING = frozenset(row.word for row in rows(Place.FILE, Place.BOARD, Place.GRAPH) if row.declares)
_LISTING = frozenset({"players", "pieces", "cards", "marks"})
_BINDERS = frozenset(words(Place.SCRIPT, Place.DECISION, Place.CLAUSE, Place.PREFIX))
"""Words after which a name may stand for something for a while."""
