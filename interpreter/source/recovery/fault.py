"""A place where a text stops following the grammar, and the small changes after which it might go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.spelling import allowance, distance
from ...diagnostics.text import Source, Span
from ..syntax.automaton import END, Automaton, Stack, starters
from ..syntax.grammar import keywords, literal, section_words
from .scan import Lexeme

BRACKETS = {"LBRACE": 1, "LPAR": 1, "LSQB": 1, "RBRACE": -1, "RPAR": -1, "RSQB": -1}
CLOSERS = {"LBRACE": "RBRACE", "LPAR": "RPAR", "LSQB": "RSQB"}
PUNCTUATION = frozenset({"COMMA", "COLON", "EQUAL", *CLOSERS, *CLOSERS.values()})
OPERATORS = frozenset(
    {"OR", "AND", "COMPARE", "TO", "UNION", "PLUS", "MINUS", "WITHOUT", "MEET", "TIMES", "OVER", "MOD", "AT", "TURNED"}
)
PREFIXES = frozenset({"SOME", "EVERY", "NOT", "IF"})
HOLES = frozenset({"NAME", "INT", "STRING"})
HOLE = "?"
"""The text of a name that had to be made up."""

_COSTS = {"DOT": 1.7, "NAME": 2.0, "INT": 2.1, "STRING": 2.1, "SPLIT": 1.8, "FORBID": 1.8, "REVERSED": 1.8}


@dataclass(frozen=True)
class Mend:
    """Words in place of those from `start` up to `end`, at a cost: the less likely a change, the dearer."""

    start: int
    end: int
    new: tuple[Lexeme, ...]
    cost: float
    kind: str
    """What was changed: `spelling`, `missing`, `extra`, `double`, `order`, `other`, `closing`, `item`, `line`; or
    `own`, with words of its own."""

    say: Callable[[], Diagnostic] | None = None
    others: tuple[Mend, ...] = ()
    """What could be missing as well."""

    word: str = ""
    """What stands for a name and cannot be one: it is told once, wherever else it stands."""


@dataclass(frozen=True)
class Fault:
    """Where reading stopped (`at`), with all that was read before it."""

    source: Source
    text: str
    automaton: Automaton
    lexemes: list[Lexeme]
    stacks: list[Stack]
    terminals: list[str]
    depths: list[int]
    begun: list[int]
    """For what was read, where its item or statement begins."""

    at: int
    head: bool
    """Whether a section of the file begins at the fault."""

    @property
    def begins(self) -> int:
        """Where the item or statement begins."""
        return self.item_at(self.at)

    def item_at(self, place: int) -> int:
        """Where the item or statement begins that goes up to a place."""
        return self.begun[place - 1] if place else 0

    @property
    def lexeme(self) -> Lexeme:
        return self.lexemes[self.at]

    @cached_property
    def accepted(self) -> frozenset[str]:
        """All that could stand at the fault."""
        return self.accepts(self.at)

    def accepts(self, place: int) -> frozenset[str]:
        return self.automaton.accepts(self.stacks[place])

    def made(self, terminal: str, place: int, before: bool = False) -> Lexeme:
        """A word that is missing at a place, or right after what stands before it."""
        at = self.lexemes[place - 1].end if before and place else self.lexemes[place].start
        first, indent = self.lexemes[place].first and not before, self.lexemes[place].indent
        text = HOLE if terminal in HOLES else "==" if terminal == "COMPARE" else literal(terminal)
        if terminal == "INT":
            text = "1"
        elif terminal == "STRING":
            text = '""'
        return Lexeme(terminal, text, at, at, first, indent)

    def span(self, start: int, end: int | None = None) -> Span:
        """The text of some lexemes."""
        last = self.lexemes[(start if end is None else end - 1)]
        return Span(self.source, self.lexemes[start].start, max(last.end, self.lexemes[start].start))

    def line_of(self, place: int) -> int:
        return self.source.position(self.lexemes[place].start)[0]

    def context(self, place: int) -> str:
        """Whose list of items goes on at a place: `file`, `board`, `graph`, `script`, or none."""
        marks = {"file": "GAME", "board": "SHAPE", "graph": "LINK", "script": "MAY"}
        stack = self.stacks[place]
        return next((name for name, mark in marks.items() if self.automaton.step(stack, mark) is not None), "")

    def opened(self) -> list[int]:
        """The brackets that are open at the fault, outermost first."""
        first = max((place for place in range(self.at + 1) if self.depths[place] <= 0), default=0)
        found: list[int] = []
        for place in range(first, self.at):
            kind = self.lexemes[place].kind
            if kind in CLOSERS:
                found.append(place)
            elif kind in BRACKETS and found:
                found.pop()
        return found

    def next_head(self, place: int) -> int:
        """The next section of the file that begins at the left margin."""
        place = min(place, len(self.lexemes) - 1)
        while self.lexemes[place].kind != END:
            lexeme = self.lexemes[place]
            if lexeme.first and lexeme.indent == 0 and lexeme.text in section_words():
                break
            place += 1
        return place

    def balance(self, start: int, end: int) -> int:
        """How many more brackets are opened than closed."""
        return sum(BRACKETS.get(lexeme.kind, 0) for lexeme in self.lexemes[start:end])

    @cached_property
    def imbalance(self) -> int:
        """How many brackets of this section are left open; below zero, how many are closed that were not opened."""
        return self.depths[self.at] + self.balance(self.at, self.next_head(self.at + 1))

    def saying(
        self, start: int, end: int, message: str, label: str = "", help_text: str = "", new: str | None = None
    ) -> Callable[[], Diagnostic]:
        """What is said of a mistake known by name, at the words from `start` up to `end`."""
        span = self.span(start, end)
        return lambda: Diagnostic("HG101", message, span, label, help=help_text, replacement=new)

    # Small changes

    def respelt(self, place: int) -> Iterator[Mend]:
        """A word that is nearly a keyword."""
        lexeme = self.lexemes[place]
        if lexeme.kind != "WORD" or (place < self.at and self.terminals[place] != "NAME" and not lexeme.first):
            return
        word = lexeme.text
        back = self.at - place
        cost = 0.5 + 0.25 * back + (1.0 if word in keywords() else 0.0)
        if back and sum(each.text == word for each in self.lexemes) > 1:
            cost += 0.4
        for terminal in sorted(self.accepts(place), key=lambda each: (literal(each)[:1] != word[:1], each)):
            known = literal(terminal)
            if known.isalpha() and known != word:
                far = distance(word, known, allowance(word, known))
                if far is not None:
                    new = lexeme._replace(kind=terminal, text=known)
                    yield Mend(place, place + 1, (new,), cost + 0.5 * far, "spelling")

    def deleted(self, place: int) -> Iterator[Mend]:
        """A word too many."""
        lexeme = self.lexemes[place]
        if lexeme.kind == END or (self.head and place == self.at):
            return
        back = 0.25 * (self.at - place)
        before = self.lexemes[place - 1] if place else None
        bracket = BRACKETS.get(lexeme.kind, 0)
        unfit = bracket != 0 and (self.imbalance > 0) - (self.imbalance < 0) != bracket
        if before and (before.text, before.kind) == (lexeme.text, lexeme.kind):
            yield Mend(place, place + 1, (), (1.3 if bracket else 0.8) + back + unfit, "double")
            return
        cost = {"COMMA": 2.1, "COLON": 2.1, "EQUAL": 1.9, "DOT": 1.7, "RPAR": 1.7, "RSQB": 1.7}.get(lexeme.kind, 2.0)
        cost += unfit
        yield Mend(place, place + 1, (), cost + back, "extra")

    def doubled(self) -> Iterator[Mend]:
        """A word that stands twice, further back in the item."""
        for place in range(self.at - 1, self.begins, -1):
            one, other = self.lexemes[place - 1 : place + 1]
            bracket = BRACKETS.get(one.kind, 0)
            fits = not bracket or self.imbalance * bracket > 0
            if (one.kind, one.text) == (other.kind, other.text) and fits:
                yield Mend(place, place + 1, (), 1.2 if bracket else 1.0, "double")

    def swapped(self, place: int) -> Iterator[Mend]:
        """Two words in the wrong order."""
        one, other = self.lexemes[place : place + 2] if place + 1 < len(self.lexemes) else (self.lexemes[-1],) * 2
        if END in (one.kind, other.kind) or one.text == other.text or (self.head and place + 1 >= self.at):
            return
        cost = 1.6 + 0.25 * (self.at - place)
        if one.first and one.text in keywords() and other.kind in OPERATORS | PUNCTUATION | {"DOT"}:
            cost += 1
        if place == self.at and keywords().get(other.text, other.kind) in self.accepted:
            cost = 1.35
        new = (other._replace(first=one.first, indent=one.indent), one._replace(first=other.first, indent=other.indent))
        yield Mend(place, place + 2, new, cost, "order")

    def inserted(self, place: int) -> Iterator[Mend]:
        """A word that is missing."""
        accepted = self.accepts(place)
        back = 0.25 * (self.at - place)
        context = self.context(place)
        fresh = self.lexemes[place].first or (place > 0 and self.lexemes[place - 1].kind == "LBRACE")
        for terminal in sorted(accepted - {END}, key=_rank):
            if terminal == "IN":
                cost = 1.9 if "COMPARE" in accepted else 1.5
            elif terminal in OPERATORS:
                cost = 1.9
            elif terminal in PREFIXES and not (context and terminal == "IF"):
                cost = 2.2
            else:
                cost = _COSTS.get(terminal, 1.5)
                bracket = BRACKETS.get(terminal, 0)
                cost += bracket != 0 and (self.imbalance > 0) - (self.imbalance < 0) != -bracket
            if context and not fresh and terminal in starters()[context]:
                cost += 0.8 if context == "file" else 0.4
            if context == "file" and not self._beginnings.isdisjoint(_ONCE.get(terminal, ())):
                cost += 0.1
            cost += 0.6 * (terminal == "DOT" and fresh)
            cost += CLOSERS.get(terminal) == self.lexemes[place].kind and terminal != "LBRACE"
            yield Mend(place, place, (self.made(terminal, place, terminal in BRACKETS),), cost + back, "missing")

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        """The words that begin lines."""
        return frozenset(lexeme.text for lexeme in self.lexemes if lexeme.first)

    def replaced(self, place: int) -> Iterator[Mend]:
        """Another word in place of this."""
        lexeme = self.lexemes[place]
        if lexeme.kind == END or self.head:
            return
        for terminal in sorted(self.accepted - {END}):
            new = self.made(terminal, place)._replace(end=lexeme.end)
            closing = terminal in CLOSERS.values() and lexeme.kind in CLOSERS.values()
            cost = 1.2 if (closing and not self.imbalance) or {terminal, lexeme.kind} == {"EQUAL", "COLON"} else 2.6
            cost += 0.3 * (terminal in HOLES) + 0.2 * (terminal in OPERATORS)
            yield Mend(place, place + 1, (new,), cost, "other")

    def rest_of_line(self) -> Iterator[Mend]:
        """Everything up to the end of the line."""
        end, depth = self.at, 0
        while self.lexemes[end].kind != END and (end == self.at or not self.lexemes[end].first):
            depth += BRACKETS.get(self.lexemes[end].kind, 0)
            if depth < 0:
                break
            end += 1
        if end - self.at > 1 and depth <= 0 and not self.head:
            yield Mend(self.at, end, (), 3.0, "line")

    def before_item(self) -> Iterator[Mend]:
        """Where what was taken for a statement of its own, amid a line, goes on with the one before."""
        begins = self.begins
        if begins in (0, self.at) or self.terminals[begins] != "NAME" or self.lexemes[begins].first:
            return
        if self.lexemes[begins - 1].kind in ("LBRACE", "RBRACE"):
            return
        for place in (begins, begins - 1):
            for change in (*self.respelt(place), *self.inserted(place), *self.deleted(place)):
                back = 0.25 * (self.at - place)
                yield replace(change, cost=change.cost - back + 0.2)

    def first_word(self) -> Iterator[Mend]:
        """The word that was taken for the beginning of a statement."""
        if self.at - self.begins > 3 and self.terminals[self.begins] == "NAME":
            for change in self.respelt(self.begins):
                yield replace(change, cost=change.cost - 0.25 * (self.at - self.begins) + 0.4)


_ONCE = {"BOARD": ("board",), "SETUP": ("setup",), "TURN": ("turn", "round"), "ROUND": ("turn", "round")}
"""The sections in braces, with those that may not stand beside them."""

_LIKELY = ("TURN", "PLAYERS", "PLACE", "WIN", "OPTION", "EDGE", "SHAPE", "IF", "FOR", "LET", "MAY", "COMMA")


def _rank(terminal: str) -> tuple[int, str]:
    """What is missing oftener comes first."""
    return _LIKELY.index(terminal) if terminal in _LIKELY else len(_LIKELY), terminal


def after_block(lexemes: list[Lexeme], opener: int) -> int:
    """The place after the bracket that closes another."""
    depth, place = 0, opener
    while lexemes[place].kind != END:
        depth += BRACKETS.get(lexemes[place].kind, 0)
        place += 1
        if depth <= 0:
            break
    return place


def all_starters() -> frozenset[str]:
    """Whatever begins an item or a statement."""
    return frozenset().union(*starters().values()) - {"NAME"}
