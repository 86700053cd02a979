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


@dataclass
class _Braced:
    """A block without braces, from its first token on, as the same block with braces."""

    fault: Fault
    place: int
    levels: list[int]
    """For each brace that is open, how far the head of its block is indented: those of `else if` as far as its `if`."""

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
        self._close(len(self.levels))

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

    def _close(self, braces: int) -> None:
        del self.levels[len(self.levels) - braces :]
        self.new += [_brace(self.fault, self.place, "RBRACE")] * braces

    def _close_by_layout(self, lexeme: Lexeme) -> None:
        """Close what cannot go on at the beginning of a line, or at a brace."""
        goes_on = lexeme.text in ("else", *ELSE_IFS, *CLOSERS)
        self._close(sum(lexeme.kind == "RBRACE" or lexeme.indent < level + (not goes_on) for level in self.levels))

    def _ends_here(self) -> bool:
        following = self.fault.lexemes[self.place + 1]
        is_used = following.kind in ("EQUAL", "DOT", "LPAR", "COMPARE") and not following.first
        return self._lexeme.text in CLOSERS and not is_used

    def _close_by_word(self) -> None:
        self.place += 1
        while self._lexeme.kind == "WORD" and not self._lexeme.first and self._lexeme.text in _HEAD_WORDS | _SECTIONS:
            self.place += 1  # `end if`
        self._close(self.levels.count(self.levels[-1]))
        self.closed_by_word = True

    def _else(self) -> None:
        """The next part of a chain: the block before it is closed, one within `else` is opened for `else if`."""
        is_elif = self._lexeme.text in ELSE_IFS
        self.new += [_brace(self.fault, self.place, "RBRACE"), _made(self.fault, "else", self.place)]
        self.place += 1
        if is_elif or self._lexeme.text == "if":
            self.place += not is_elif
            self.new += [_brace(self.fault, self.place), _made(self.fault, "if", self.place)]
            self.levels.append(self.levels[-1])
            self._rest_of_head()
        self._open_if_bare()

    def _head(self, indent: int) -> None:
        self._keep()
        self._rest_of_head()
        self._open()
        self.levels.append(indent)

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
        yield Mend(at, start, (), costs.ROW, "own", say)
        return
    message = f"`{lexeme.text}` does not begin a block here" if has_word else f"`{{` is missing before `{lexeme.text}`"
    say = fault.saying(at, at + 1, message, "", "put the block in `{ … }`")
    cost = costs.UNBRACED_WITH_WORD if has_word else costs.UNBRACED
    braced = _Braced(fault, at, [fault.lexemes[begins].indent])
    braced.read()
    if braced.closed_by_word or (fault.imbalance >= 0 and len(braced.new) > 2):
        yield Mend(at, braced.place, tuple(braced.new), costs.ROW if braced.closed_by_word else cost, "own", say)
    elif has_word and fault.imbalance < 0:
        yield Mend(at, start, (_brace(fault, start),), cost, "own", say)


def _made(fault: Fault, word: str, place: int) -> Lexeme:
    """A word of ours in place of a token."""
    return fault.lexemes[place]._replace(kind=keywords()[word], text=word)


def _brace(fault: Fault, place: int, kind: str = "LBRACE") -> Lexeme:
    return fault.made(kind, place, before=kind == "RBRACE")
