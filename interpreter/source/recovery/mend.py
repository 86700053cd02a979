"""Recover from syntax errors: at each fault, find, report and make the cheapest change that lets the parser go on.

What was changed is in doubt from then on, and what later stages find wrong there is not reported: one cause, one error.
"""

from __future__ import annotations

from collections.abc import Container, Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from lark import Token, Tree, UnexpectedToken

from ...diagnostics.diagnostic import Diagnostic, Diagnostics, Doubts
from ...diagnostics.text import Source, Span
from ..syntax.automaton import END, Automaton, Stack, openings, starters
from ..syntax.grammar import keywords
from ..syntax.replay import Begun, replayed
from ..syntax.vocabulary import Place, also_values, words
from . import costs
from .changes import small_changes
from .claims import change_of, supposed
from .clean import cleaned
from .describe import describe
from .doubt import doubt_of, doubt_signs
from .fault import BRACKETS, Fault, Mend, fits_between, keyword_names, stepped
from .known.capitals import in_small_letters
from .mistakes import candidates
from .repairs import closed_text, instead_of_sign, join_runs, with_repair
from .scan import Lexeme, scan
from .trial import LOOK, tried

MOST_ERRORS = 50
"""After so many errors the rest is not parsed."""

MOST_MENDS, FEWEST_MENDS, MOST_WORDS = 200, 4, 500_000
"""So many faults are mended, fewer in a very long text."""

DEEP = 50
"""A fault inside so many open rules counts as two, since each change is tried on all of them."""

MOST_LOOKED_BACK = 50_000
"""How many tokens in all may be read again to try changes further back than `NEAR`."""

NEAR = 20
MOST_OPEN = 1_000
"""How deep the parser's stack may get, as in `not not not …`; it is far lower in a sound sheet."""

_ALSO_INSIDE = {*words(Place.FILE)} & {*words(Place.BOARD)}


def mend(
    source: Source, text: str, report: Diagnostics, begun: Begun | None = None, unlikely: Container[Hashable] = ()
) -> Tree[Token]:
    """Return the tree of a text after the cheapest changes that make it a rule sheet, and report each change.

    `begun` is what was read of the text before the first error; `unlikely` changes are not made.
    """
    mender = _Mender(source, text, report, begun, unlikely)
    mender.run()
    return mender.tree()


@dataclass
class _Mender:
    source: Source
    text: str
    report: Diagnostics
    begun: Begun | None
    unlikely: Container[Hashable]
    automaton: Automaton = field(default_factory=Automaton)

    def __post_init__(self) -> None:
        self.text = cleaned(self.source, self.text, self.report)
        self.lexemes = scan(self.source, self.text, self.report)
        self.lexemes = in_small_letters(self.source, self.lexemes, self.report)
        if self.text != self.source.text:
            old, new = self.source.text, self.text
            changed = {each for each in self.lexemes if old[each.start : each.end] != new[each.start : each.end]}
            self.lexemes = [each._replace(mended=each.mended or each in changed) for each in self.lexemes]
        self._unchanged = len(self.lexemes)  # so many tokens are still as they were
        self._begun_by = self._tokens_read()
        self.stacks: list[Stack] = [self.automaton.start]
        self.depths = [0]
        self.terminals: list[str] = []
        self._names = keyword_names(self.lexemes)
        self._looked_back = 0
        self._begun: list[int] = []  # for each token that was read, where its item or statement begins
        self._reported: set[int] = {-1}  # where the items begin in which something was reported
        self._misnamed: set[str] = set()  # what was used as a name and reported

    def _tokens_read(self) -> int:
        """How many tokens were read before the first error; none where there was something else before it."""
        end = self.begun.offset if self.begun else 0
        marks = [mark for each in self.report for mark in (each.span, each.replaced) if mark]
        is_sound = not any(mark.start < end for mark in marks)
        self.begun = self.begun if is_sound else None
        return sum(each.start < end for each in self.lexemes) if is_sound else 0

    # Reading

    def run(self) -> None:
        """Read to the end."""
        left = min(MOST_MENDS, max(FEWEST_MENDS, MOST_WORDS // len(self.lexemes)))
        while left > 0 and not self._reads_on() and len(self.report) < MOST_ERRORS:
            left -= 1 + self.stacks[-1][2] // DEEP
            self._fault()
        if self.terminals[-1:] != [END]:
            self._cut()
        for lexeme in self.lexemes:
            if lexeme.open:
                self._unclosed(lexeme)
        join_runs(self.report)
        doubt_signs(self.report)

    def _reads_on(self) -> bool:
        """Parse up to the next fault; return whether there is none."""
        lexemes, stacks, depths, terminals = self.lexemes, self.stacks, self.depths, self.terminals
        while True:
            at = len(terminals)
            lexeme = lexemes[at]
            terminal, stack = self._step(stacks[at], at, lexemes[at], depths[at])
            if stack is None:
                return False
            terminals.append(terminal)
            if terminal == END:
                return True
            stacks.append(stack)
            depths.append(depths[at] + BRACKETS.get(lexeme.kind, 0))
            if stack[2] > MOST_OPEN:
                span = Span(self.source, lexeme.start, lexeme.end)
                self.report.append(Diagnostic("HG004", "too much is left open here", span))
                return True

    def _step(self, stack: Stack, at: int, lexeme: Lexeme, depth: int) -> tuple[str, Stack | None]:
        terminal, found = stepped(self.automaton, stack, lexeme)
        if terminal == "LBRACE":
            return terminal, found if fits_between(self.automaton, stack, self.lexemes, at) else None
        if found is None or lexeme.text not in keywords():
            return terminal, found
        if terminal == "NAME":
            begins_line = lexeme.first and (self.is_head(at, depth) or self._is_starter(at))
            calls = self.lexemes[at + 1].kind == "LPAR" and self.automaton.step(found, "LPAR") is not None
            is_value = lexeme.text in also_values() and (calls or self.automaton.step(stack, "INT") is not None)
            fits = not begins_line and (is_value or self._may_be_name(at))
            return terminal, found if fits else None
        if terminal == "IF" and lexeme.first and depth > 0 and self._has_block(at):
            return terminal, found if self.automaton.begins_item(stack, terminal) else None
        return terminal, found

    def _may_be_name(self, at: int) -> bool:
        """Whether a keyword can be a name here: a claim, an option's value, a parameter, an argument, an attribute."""
        before, here, after = self.lexemes[at - 1], self.lexemes[at], self.lexemes[at + 1]
        joined = before.kind in ("MINUS", "DOT") and before.end == here.start
        hyphened = after.kind == "MINUS" and here.end == after.start
        named = before.kind == "COMMA" and after.kind == "COLON"
        return joined or hyphened or named or here.text in self._names

    def _is_starter(self, at: int) -> bool:
        """Whether a word at the beginning of a line begins an item or a statement, judged by the token after it."""
        terminal, following = keywords()[self.lexemes[at].text], self.lexemes[at + 1]
        for name, stack in openings().items():
            if name != "file" and terminal in starters()[name]:
                begun = self.automaton.step(stack, terminal)
                assert begun is not None
                return stepped(self.automaton, begun, following)[1] is not None
        return False

    def _begins_line(self, at: int) -> bool:
        """Whether an item or a statement begins at the first word of a line, even if it was read as a name."""
        word = self.lexemes[at].text
        accepted = self.automaton.terminal(self.stacks[at], word)
        return word in keywords() and (accepted in ("NAME", "IF")) and (self._is_starter(at) or self._has_block(at))

    def _has_block(self, at: int) -> bool:
        """Whether a condition is followed by a block, not by `then`."""
        for lexeme in self.lexemes[at + 1 : at + 100]:
            if lexeme.kind == "LBRACE" or lexeme.text == "then" or (lexeme.first and lexeme.text in keywords()):
                return lexeme.kind == "LBRACE"
        return False

    def is_head(self, at: int, depth: int) -> bool:
        """Return whether a section of the file begins here, even if brackets before it are still open."""
        lexeme = self.lexemes[at]
        if lexeme.kind == END:
            return True
        if not lexeme.first or lexeme.text not in words(Place.FILE):
            return False
        if depth > 0 and (lexeme.indent > 0 or lexeme.text in _ALSO_INSIDE):
            return False
        following = self.lexemes[at + 1]
        begun = self.automaton.step(self.automaton.start, keywords()[lexeme.text])
        assert begun is not None
        if stepped(self.automaton, begun, following)[1] is not None:
            return True
        lost = depth == 0 and following.kind == "COMMA"  # its first word
        return lexeme.indent == 0 and (lost or following.kind in ("WORD", "STRING", "LBRACE", "INT"))

    # Faults

    def _fault(self) -> None:
        fault = self._make_fault()
        best = self._best(fault)
        if best is None:
            best = self._without_item(fault)
        self._diagnose(fault, best)
        self._apply(best)

    def _make_fault(self) -> Fault:
        at = len(self.terminals)
        head = self.is_head(at, self.depths[at]) or (self.lexemes[at].first and self._begins_line(at))
        self._item_at(at)  # so that `_begun` covers all places up to here
        return Fault(self.source, self.text, self.automaton, self.lexemes, self.stacks, self.terminals, self.depths,
                     self._begun, at, head)  # fmt: skip

    def _item_at(self, at: int) -> int:
        """Where the item or statement begins that reaches up to here."""
        begun = self._begun
        for number in range(len(begun), at):
            begins = self.automaton.begins_item(self.stacks[number], self.terminals[number])
            begun.append(number if begins else begun[-1] if begun else 0)
        return begun[at - 1] if at else 0

    def _best(self, fault: Fault) -> Mend | None:
        """The cheapest change that lets the parser go on; None where none does."""
        best, lowest, refuted = None, costs.WORST, costs.WORST
        others: list[Mend] = []
        for candidate in (*candidates(fault), *small_changes(fault)):
            if candidate.cost > lowest or self._is_too_far(fault.at - candidate.start):
                continue
            reached = self._reach(fault, candidate)
            if reached is None:
                continue
            cost = candidate.cost + reached
            if change_of(fault, candidate) in self.unlikely:
                refuted = min(refuted, cost)
            elif cost < min(lowest, refuted + costs.LIKELIER):
                best, lowest, others = candidate, cost, []
            elif cost == lowest and best and best.is_like(candidate):
                others.append(candidate)
        return replace(best, others=tuple(others)) if best else None

    def _is_too_far(self, back: int) -> bool:
        """Whether there is no time left to read again from so many tokens back."""
        if back > NEAR:
            self._looked_back += back
        return back > NEAR and self._looked_back > MOST_LOOKED_BACK

    def _reach(self, fault: Fault, candidate: Mend) -> float | None:
        """What a change costs in addition if the parser soon stops again; None if it does not get past the fault."""
        stack, depth, dearer = fault.stacks[candidate.start], fault.depths[candidate.start], 0.0
        for lexeme in candidate.new:
            kind, step = stepped(self.automaton, stack, lexeme)
            if step is None:
                return None
            if kind == "NAME" and lexeme.kind == "WORD" and lexeme.text in keywords():
                dearer = costs.KEYWORD_AS_NAME
            stack = step
            depth += BRACKETS.get(kind, 0)
        at = candidate.end
        while at < fault.at + LOOK or at < candidate.end + 3:
            lexeme = self.lexemes[at]
            terminal, step = self._step(stack, at, lexeme, depth)
            if step is None:
                break
            if terminal == END or (at == fault.at and fault.head):
                return dearer
            if lexeme.first and at > fault.at and (terminal == "RBRACE" or self.automaton.begins_item(stack, terminal)):
                return dearer
            stack, depth, at = step, depth + BRACKETS.get(lexeme.kind, 0), at + 1
        else:
            return dearer
        done = at - max(fault.at, candidate.end)
        if at <= fault.at:
            return None
        return dearer + costs.NEXT_FAULT + costs.NEXT_FAULT_NEARER * max(0, costs.FAR_ENOUGH - done)

    def _without_item(self, fault: Fault) -> Mend:
        """The change that leaves out the whole item, or whatever stands before the next one."""
        begins = fault.begins if fault.begins < fault.at else fault.at
        stack, depth = self.stacks[begins], 0
        for number in range(begins, fault.at):
            depth += BRACKETS.get(self.lexemes[number].kind, 0)
        closes = fault.lexeme.kind == "RBRACE" and self.automaton.step(stack, "RBRACE") is not None
        if depth == 0 and closes and begins < fault.at:
            return Mend(begins, fault.at, (), 0, "item")
        end = fault.at + (fault.lexemes[fault.at].kind != END)
        if fault.head:
            end = fault.at
            if begins == end:  # nothing to leave out: what is open is closed
                begins = fault.begins
            return Mend(begins, end, (), 0, "item")
        depth += BRACKETS.get(self.lexemes[fault.at].kind, 0)
        while self.lexemes[end].kind != END and not self.is_head(end, self.depths[begins] + depth):
            lexeme = self.lexemes[end]
            if depth <= 0:
                terminal, step = self._step(stack, end, lexeme, self.depths[begins])
                if step is not None and (
                    terminal == "RBRACE"
                    or (self.automaton.begins_item(stack, terminal) and (terminal != "NAME" or lexeme.first))
                ):
                    break
            depth += BRACKETS.get(lexeme.kind, 0)
            end += 1
        return Mend(begins, end, (), 0, "item")

    # Reporting and changing

    def _diagnose(self, fault: Fault, best: Mend) -> None:
        near = range(max(0, fault.at - 2), fault.at + 1)
        begins = self.lexemes[fault.begins].start
        if best.kind == "closing":
            opener = self.lexemes[(fault.opened() or [0])[-1]]
            begins = -1 if opener.mended else -2 - opener.start
        elif best.new and self.automaton.begins_item(self.stacks[best.start], best.begins_with):
            begins = self.lexemes[best.start].start
        silent = begins in self._reported or any(self.lexemes[number].mended for number in near)
        silent |= best.word in self._misnamed
        for number in near:
            if self.lexemes[number].open:
                self._unclosed(self.lexemes[number])
        if any(self.lexemes[number].mended for number in near):
            self._doubt_replacements(near)
        if silent:
            self.report.stops.append(fault.span(fault.at))
        else:
            found = with_repair(describe(fault, best), fault, best)
            found = tried(instead_of_sign(found, fault, best, self.report), fault, best)
            self._report_for_all_inside(supposed(found, fault, best), best)
        self._reported.add(begins)
        self._misnamed |= {best.word} - {""}
        self.report.doubts.add(doubt_of(fault, best))

    def _doubt_replacements(self, near: range) -> None:
        """Withdraw replacements of tokens near which the parser stops all the same."""
        start, end = self.lexemes[near.start].start, self.lexemes[near.stop - 1].end
        for number, each in enumerate(self.report):
            span = each.replaced or each.span
            if each.replacement is not None and span is not None and span.start < end and start < span.end:
                self.report[number] = each.copy_with(replacement=None)

    def _report_for_all_inside(self, found: Diagnostic, best: Mend) -> None:
        """Report a problem instead of those inside it, such as strange letters in a text without quotes."""
        assert found.span is not None
        whole = [found.span]
        if best.kind == "own" and best.end > best.start:
            whole.append(Span(self.source, self.lexemes[best.start].start, self.lexemes[best.end - 1].end))
        for each in [each for each in self.report if each.span and any(map(each.span.within, whole))]:
            self.report.remove(each)
        self.report.append(found)

    def _unclosed(self, lexeme: Lexeme) -> None:
        """Report a text that is not closed on its line."""
        span = Span(self.source, lexeme.start, lexeme.end)
        found = Diagnostic(
            "HG002", 'this text has no closing `"`', span, help='close it with `"` on the same line',
            replacement=closed_text(span.text),
        )  # fmt: skip
        self.report.append(found)
        self.lexemes = [each._replace(open=False) if each is lexeme else each for each in self.lexemes]

    def _apply(self, best: Mend) -> None:
        self.lexemes[best.start : best.end] = [each._replace(mended=True) for each in best.new]
        self._unchanged = min(self._unchanged, best.start)
        del self.stacks[best.start + 1 :], self.depths[best.start + 1 :], self.terminals[best.start :]
        del self._begun[best.start :]

    def _cut(self) -> None:
        """Drop the rest of the text, from the item that is being read."""
        at = self._item_at(len(self.terminals)) if self.terminals else 0
        while at and self.automaton.step(self.stacks[at], END) is None:
            at = self._item_at(at)
        rest = self.lexemes[at]
        lost = {each.text for each in self.lexemes[at:] if each.kind == "WORD"}
        self.report.doubts.add(Doubts([Span(self.source, rest.start, len(self.text))], lost, nameless=True))
        self.lexemes = [*self.lexemes[:at], self.lexemes[-1]]
        self._unchanged = min(self._unchanged, at)
        del self.stacks[at + 1 :], self.depths[at + 1 :], self.terminals[at:], self._begun[at:]
        assert self._reads_on()

    def tree(self) -> Tree[Token]:
        """Return the tree of the changed text; what was read before the first change is not read again."""
        tokens = [
            Token(terminal, lexeme.text, lexeme.start, 0, 0, 0, 0, lexeme.end)
            for lexeme, terminal in zip(self.lexemes, self.terminals, strict=True)
            if terminal != END
        ]
        if self._begun_by <= self._unchanged:
            with suppress(UnexpectedToken):
                return replayed(tokens, self.begun, self._begun_by)
        return replayed(tokens)
