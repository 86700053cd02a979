"""Statements and blocks that are right in other languages."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.automaton import END
from interpreter.source.fault import BRACKETS, Fault, Mend, after_block
from interpreter.source.grammar import literal
from interpreter.source.scan import Lexeme

_DECISIONS = ("place", "move", "pick", "swap", "pass")


def else_if(fault: Fault) -> Iterator[Mend]:
    """`else if`."""
    at, lexemes = fault.at, fault.lexemes
    if fault.lexeme.text != "if" or not at or fault.terminals[at - 1] != "ELSE":
        return
    end = at
    while lexemes[end].text in ("if", "else"):
        while lexemes[end].kind not in ("LBRACE", END):
            end += 1
        end = after_block(fault.lexemes, end)
    say = fault.saying(at - 1, at + 1, "`else` is followed by a block", "there is no `else if`",
                  "write: else { if … { … } }")  # fmt: skip
    yield Mend(at, end, (_brace(fault, at), *lexemes[at:end], _brace(fault, end, "RBRACE")), 0.3, "own", say)


def lone_block(fault: Fault) -> Iterator[Mend]:
    """A statement that begins with `{`."""
    at = fault.at
    if fault.lexeme.kind != "LBRACE" or fault.context(at) != "script":
        return
    if fault.imbalance > 0:
        kind = "double" if fault.lexemes[at - 1].kind == "LBRACE" else "extra"
        yield Mend(at, at + 1, (), 0.5, kind)
        return
    end = after_block(fault.lexemes, at)
    say = fault.saying(at, at + 1, "this `{` belongs to nothing", "a block has a head, such as `if …` or `for …`",
                  "leave it out, with its `}`")  # fmt: skip
    yield Mend(at, end, tuple(fault.lexemes[at + 1 : end - 1]), 0.6, "own", say)


def unbraced(fault: Fault) -> Iterator[Mend]:
    """A block without its braces, perhaps with `:` or `then` in their place."""
    at, lexeme = fault.at, fault.lexeme
    heads = {"IF", "FOR", "REPEAT", "AS", "TOGETHER", "SETUP", "TURN", "ROUND", "BOARD", "GRAPH"}
    if "LBRACE" not in fault.accepted or not at:
        return
    if fault.terminals[at - 1] != "ELSE" and fault.terminals[fault.begins] not in heads:
        return
    word = lexeme.kind == "COLON" or lexeme.text in ("then", "do", "begin", "is")
    start = at + word
    if word and fault.lexemes[start].kind == "LBRACE":
        say = fault.saying(at, at + 1, f"unexpected `{lexeme.text}`", "not expected here", "leave it out", "")
        yield Mend(at, start, (), 0.4, "own", say)
        return
    end = start
    closer: tuple[Lexeme, ...] = ()
    if fault.imbalance >= 0:
        end = _end_of_body(fault, start)
        closer = (_brace(fault, end, "RBRACE"),)
    elif not word:
        return
    if end == start and closer:
        return
    said = "a block stands in `{ … }`"
    if word:
        say = fault.saying(at, at + 1, f"unexpected `{lexeme.text}`", "not expected here", said)
    else:
        say = fault.saying(at, at + 1, f"`{{` is missing before `{lexeme.text}`", "", said)
    yield Mend(at, end, (_brace(fault, start), *fault.lexemes[start:end], *closer), 0.5 if word else 1.2, "own", say)


def _end_of_body(fault: Fault, start: int) -> int:
    """Where a block without braces ends, as the lines are indented."""
    indent, depth, place = fault.lexemes[fault.begins].indent, 0, start
    while fault.lexemes[place].kind != END:
        lexeme = fault.lexemes[place]
        if depth == 0 and (lexeme.kind == "RBRACE" or (place > start and lexeme.first and lexeme.indent <= indent)):
            break
        depth += BRACKETS.get(lexeme.kind, 0)
        place += 1
    return place


def _brace(fault: Fault, place: int, kind: str = "LBRACE") -> Lexeme:
    return fault.made(kind, place, before=kind == "RBRACE")


def loop(fault: Fault) -> Iterator[Mend]:
    """Loops that there are not."""
    help_text = "`repeat while possible { … }` goes on as long as its decision is possible; or write: repeat 3 { … }"
    for place in (fault.at - 1, fault.at - 2):
        if place > 0 and fault.lexemes[place].text == "while" and fault.context(place) == "script":
            say = fault.saying(place, place + 1, "there is no `while`", "", help_text)
            test = fault.lexemes[place]._replace(kind="IF", text="if")
            yield Mend(place, place + 1, (test,), 0.3, "own", say)
    if fault.at > 1 and fault.terminals[-2:] == ["REPEAT", "WHILE"]:
        end = fault.at
        while fault.lexemes[end].kind not in ("LBRACE", END) and not (end > fault.at and fault.lexemes[end].first):
            end += 1
        message = "the only such loop is `repeat while possible`"
        say = fault.saying(fault.at, max(end, fault.at + 1), message, "", help_text)
        yield Mend(fault.at, end, (fault.made("POSSIBLE", fault.at),), 0.6, "own", say)


def joined_decisions(fault: Fault) -> Iterator[Mend]:
    """`or` between decisions."""
    for place in (fault.at - 1, fault.at):
        joint, word = (fault.lexemes[place - 1], fault.lexemes[place]) if place else (fault.lexeme, fault.lexeme)
        if word.text in _DECISIONS and joint.text in ("or", "and", "|", "||", ",", "&") and place > fault.begins:
            if joint.text in ("and", "&"):
                new, help_text = "THEN", "what is done after it follows `then`; what may be done instead, `may`"
            else:
                new, help_text = "MAY", "write each on a line of its own: may …"
            say = fault.saying(place - 1, place, f"decisions are not joined by `{joint.text}`", "", help_text)
            made = joint._replace(kind=new, text=literal(new))
            yield Mend(place - 1, place, (made,), 0.3, "own", say)
