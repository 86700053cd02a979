"""Blocks as other languages write them: between words, by indentation, after `else if`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...syntax.automaton import END
from ...syntax.grammar import keywords
from ...syntax.vocabulary import with_blocks
from .. import costs
from ..fault import BRACKETS, NOT_EXPECTED, Fault, Mend, after_block
from ..foreign import CLOSERS, ELSE_IFS, OPENERS
from ..scan import Lexeme

_HEAD_WORDS = frozenset({"if", "for", "repeat", "as", "together", "while", "until", "graph"})
"""The words that begin a block inside another one."""


# Blocks between words


@dataclass
class _Level:
    """A block that is open: how far its head is indented, and how many braces close it."""

    indent: int
    braces: int = 1


@dataclass
class _Braced:
    """A block without braces, from its first token on, as the same block with braces."""

    fault: Fault
    place: int
    levels: list[_Level]
    depth: int = 0
    new: list[Lexeme] = field(default_factory=list)
    closed_by_word: bool = False

    def read(self) -> None:
        """Go on until the block is closed by a word, by its indentation or by a brace that it does not open."""
        self._open()
        first = self.place
        while self.levels and self._lexeme.kind != END:
            lexeme = self._lexeme
            if self.depth == 0 and (lexeme.kind == "RBRACE" or (lexeme.first and self.place > first)):
                self._close_by_layout(lexeme)
                if not self.levels:
                    return
            if self.depth == 0 and self._ends_here():
                self._close_by_word()
            elif self.depth == 0 and lexeme.text in ("else", *ELSE_IFS) and lexeme.first:
                self._else()
            elif self.depth == 0 and lexeme.first and lexeme.text in _HEAD_WORDS and self._lacks_brace():
                self._head(lexeme.indent)
            else:
                self._keep()
        while self.levels:
            self._close()

    @property
    def _lexeme(self) -> Lexeme:
        return self.fault.lexemes[self.place]

    def _keep(self) -> None:
        self.depth += BRACKETS.get(self._lexeme.kind, 0)
        self.new.append(self._lexeme)
        self.place += 1

    def _open(self) -> None:
        """Open a block, whatever words begin it."""
        while self._lexeme.text in OPENERS:
            self.place += 1
        self.new.append(_brace(self.fault, self.place))

    def _close(self) -> None:
        level = self.levels.pop()
        self.new += [_brace(self.fault, self.place, "RBRACE")] * level.braces

    def _close_by_layout(self, lexeme: Lexeme) -> None:
        """Close what cannot go on at the beginning of a line, or at a brace."""
        goes_on = lexeme.text in ("else", *ELSE_IFS, *CLOSERS)
        while self.levels and (lexeme.kind == "RBRACE" or lexeme.indent < self.levels[-1].indent + (not goes_on)):
            self._close()

    def _ends_here(self) -> bool:
        following = self.fault.lexemes[self.place + 1]
        is_used = following.kind in ("EQUAL", "DOT", "LPAR", "COMPARE") and not following.first
        return self._lexeme.text in CLOSERS and not is_used

    def _close_by_word(self) -> None:
        self.place += 1
        while self._lexeme.kind == "WORD" and not self._lexeme.first and self._lexeme.text in _HEAD_WORDS | _SECTIONS:
            self.place += 1  # `end if`
        self._close()
        self.closed_by_word = True

    def _else(self) -> None:
        """The next part of a chain: the block before it is closed, one within `else` is opened for `else if`."""
        level = self.levels[-1]
        closers = [_brace(self.fault, self.place, "RBRACE")]
        is_elif = self._lexeme.text in ELSE_IFS
        self.new += [*closers, _made(self.fault, "else", self.place)]
        self.place += 1
        if is_elif or self._lexeme.text == "if":
            self.place += not is_elif
            self.new += [_brace(self.fault, self.place), _made(self.fault, "if", self.place)]
            level.braces += 1
            self._rest_of_head()
        self._open_if_bare()

    def _head(self, indent: int) -> None:
        self._keep()
        self._rest_of_head()
        self._open()
        self.levels.append(_Level(indent))

    def _rest_of_head(self) -> None:
        while not (self._lexeme.first or self._lexeme.text in OPENERS or self._lexeme.kind in ("LBRACE", END)):
            self._keep()

    def _open_if_bare(self) -> None:
        if self._lexeme.kind == "LBRACE":  # a block with its braces after all: it closes itself
            end = after_block(self.fault.lexemes, self.place)
            self.new += self.fault.lexemes[self.place : end]
            self.place = end
            self.new.pop()
            return
        self._open()

    def _lacks_brace(self) -> bool:
        """Whether no brace follows on the line."""
        end = self.fault.line_end(self.place + 1, "LBRACE")
        return self.fault.lexemes[end].kind != "LBRACE"


_SECTIONS = frozenset({"board", "turn", "round", "setup", "graph"})


def unbraced(fault: Fault) -> Iterator[Mend]:
    """A block without its braces, perhaps between words such as `then` and `end`, or after `:`."""
    at, lexeme = fault.at, fault.lexeme
    if not at or not fault.automaton.opens(fault.stacks[at]):
        return
    begins = fault.begins
    if fault.terminals[at - 1] != "ELSE" and fault.terminals[begins] not in with_blocks():
        return
    has_word = lexeme.text in OPENERS
    start = at + has_word
    if has_word and fault.lexemes[start].kind == "LBRACE":
        say = fault.saying(at, at + 1, f"`{lexeme.text}` is not used here", NOT_EXPECTED, "leave it out", "")
        yield Mend(at, start, (), costs.UNBRACED_TWICE, "own", say)
        return
    if has_word:
        say = fault.saying(at, at + 1, f"`{lexeme.text}` does not begin a block here", "", "put the block in `{ … }`")
    else:
        say = fault.saying(at, at + 1, f"`{{` is missing before `{lexeme.text}`", "", "put the block in `{ … }`")
    cost = costs.UNBRACED_WITH_WORD if has_word else costs.UNBRACED
    braced = _Braced(fault, at, [_Level(fault.lexemes[begins].indent)])
    braced.read()
    if braced.closed_by_word:
        yield Mend(at, braced.place, tuple(braced.new), costs.FOREIGN_BLOCK, "own", say)
    elif fault.imbalance >= 0:
        if len(braced.new) > 2:
            yield Mend(at, braced.place, tuple(braced.new), cost, "own", say)
    elif has_word:
        yield Mend(at, start, (_brace(fault, start),), cost, "own", say)


def _made(fault: Fault, word: str, place: int) -> Lexeme:
    """A word of ours in place of a token."""
    return fault.lexemes[place]._replace(kind="INT" if word.isdecimal() else keywords()[word], text=word)


def _brace(fault: Fault, place: int, kind: str = "LBRACE") -> Lexeme:
    return fault.made(kind, place, before=kind == "RBRACE")
