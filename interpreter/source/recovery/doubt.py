"""What a change to a broken text puts in doubt: later stages may find it wrong only because of the syntax error."""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostics, Doubts
from ...diagnostics.text import Span
from ..syntax.automaton import END
from ..syntax.vocabulary import Place, rows
from .fault import HOLE, Fault, Mend, after_block

_DECLARING = frozenset(row.terminal for row in rows(Place.FILE, Place.BOARD) if row.declares) - {"PLAYERS"}
"""The terminals of the items whose second word is the name that they declare."""

_BEFORE_SETS = frozenset({"in", "and", "or", "not", "where", "when", "forbid", "then", "every", "some"})
"""The words after which braces hold a set, not a block."""


def doubt_of(fault: Fault, best: Mend) -> Doubts:
    """Return what is in doubt after a change: the item that was changed, what was lost, the name that it declares."""
    lexemes, terminals = fault.lexemes, fault.terminals
    gone = lexemes[best.start : best.end]
    begins = _begins(fault)
    low, high = _low(fault, best, begins), _high(fault, best)
    lost_separator = best.kind in ("double", "own") and [each.kind for each in gone] == ["COMMA"] and not best.new
    lost_edge = any(each.text == "edge" for each in gone)
    nameless = any(each.text == HOLE for each in best.new) or lost_separator or lost_edge or bool(best.word)
    players_lost = terminals[begins : begins + 1] == ["PLAYERS"] and (
        nameless or best.kind in ("item", "line", "extra")
    )
    declares = terminals[begins : begins + 1] and terminals[begins] in _DECLARING
    return Doubts(
        [Span(fault.source, low, max(low, high, gone[-1].end if gone else 0))],
        lost={each.text for each in gone if each.kind == "WORD"},
        unsure={lexemes[begins + 1].text} if declares else set(),
        nameless=nameless,
        everything=players_lost or best.kind == "misplaced",
    )


def doubt_signs(report: Diagnostics) -> None:
    """Say nothing of `;` beside another error, and withdraw its replacement where it may be part of prose, after lost
    quotes."""
    lost_quotes = any(each.code == "HG002" for each in report)
    doubted = {line for span in report.doubts.spans for line in _lines(span)}
    signs = [each for each in report if each.replacement == "" and each.span is not None and each.span.text == ";"]
    told = {each.span.line for each in report if each.span is not None and each not in signs}
    for each in signs:
        if each.span is not None and each.span.line in doubted & told:
            report.remove(each)
        elif lost_quotes or (each.span is not None and each.span.line in doubted):
            report[report.index(each)] = each.copy_with(replacement=None)


def _lines(span: Span) -> range:
    return range(span.line, span.source.position(span.end)[0] + 1)


def _begins(fault: Fault) -> int:
    """Where the item begins; a word amid a line that seems to begin a statement may belong to the one before."""
    begins = fault.begins
    if fault.terminals[begins : begins + 1] == ["NAME"] and not fault.lexemes[begins].first:
        return fault.item_at(begins)
    return begins


def _low(fault: Fault, best: Mend, begins: int) -> int:
    """The offset from which everything is in doubt."""
    lexemes = fault.lexemes
    if best.kind == "closing":
        opener = best.start - 1 if lexemes[best.start - 1].kind == "LBRACE" else fault.opened()[-1]
        whole = best.new[0].kind == "RBRACE" and is_block(fault, opener)
        return lexemes[best.start - 1].end if whole else lexemes[opener].start
    if best.new and fault.automaton.begins_item(fault.stacks[best.start], best.new[0].kind):
        return lexemes[best.start].start
    return lexemes[min(begins, best.start)].start


def _high(fault: Fault, best: Mend) -> int:
    """The offset up to which everything is in doubt: the end of the line or item, without its block."""
    lexemes, place = fault.lexemes, max(best.end, fault.at)
    last, indent = max(best.start, place - 1), lexemes[fault.begins].indent
    while best.kind != "closing":
        lexeme = lexemes[place]
        if lexeme.kind in (END, "RBRACE") or (lexeme.kind == "LBRACE" and is_block(fault, place)):
            break
        if lexeme.first and (lexeme.indent <= indent or place > fault.at):
            break
        last, place = place, place + 1
    if best.others and lexemes[place].kind == "LBRACE":  # what the block belongs to was guessed
        return lexemes[after_block(lexemes, place) - 1].end
    return lexemes[last].end


def is_block(fault: Fault, place: int) -> bool:
    """Return whether the brace at a place begins a block, not a set."""
    lexeme, before = fault.lexemes[place], fault.lexemes[place - 1]
    follows_head = before.kind in ("WORD", "INT", "RPAR", "RSQB") and before.text not in _BEFORE_SETS
    return lexeme.kind == "LBRACE" and follows_head
