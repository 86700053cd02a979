"""Statements and blocks that are right in other languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...syntax.automaton import END
from ...syntax.grammar import keywords, literal
from .. import costs
from ..changes import swapped
from ..fault import BRACKETS, Fault, Mend, after_block
from ..scan import Lexeme

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
    yield Mend(at, end, (_brace(fault, at), *lexemes[at:end], _brace(fault, end, "RBRACE")), costs.ELSE_IF, "own", say)


def lone_block(fault: Fault) -> Iterator[Mend]:
    """A statement that begins with `{`."""
    at = fault.at
    if fault.lexeme.kind != "LBRACE" or fault.context(at) != "script":
        return
    if fault.imbalance > 0:
        kind = "double" if fault.lexemes[at - 1].kind == "LBRACE" else "extra"
        yield Mend(at, at + 1, (), costs.LONE_BRACE, kind)
        return
    end = after_block(fault.lexemes, at)
    say = fault.saying(at, at + 1, "this `{` belongs to nothing", "a block has a head, such as `if …` or `for …`",
                  "leave it out, with its `}`")  # fmt: skip
    yield Mend(at, end, tuple(fault.lexemes[at + 1 : end - 1]), costs.LONE_BLOCK, "own", say)


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
        yield Mend(at, start, (), costs.UNBRACED_TWICE, "own", say)
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
    yield Mend(
        at,
        end,
        (_brace(fault, start), *fault.lexemes[start:end], *closer),
        costs.UNBRACED_WITH_WORD if word else costs.UNBRACED,
        "own",
        say,
    )


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


_LOOPS = {
    "while": ("if", "WORD", "INT", "LPAR", "LBRACE"),
    "until": ("if", "WORD", "LPAR"),
    "loop": ("repeat 1", "LBRACE"),
    "forever": ("repeat 1", "LBRACE"),
}
"""What other languages call loops: what stands there once such a loop was told, and what can follow it."""


def loop(fault: Fault) -> Iterator[Mend]:
    """Loops that there are not."""
    help_text = "write: repeat 3 { … }, or: repeat while possible { … }; `again` has a choice made once more"
    for place in range(fault.at, max(fault.at - 3, -1), -1):
        word, following = fault.lexemes[place].text, fault.lexemes[min(place + 1, len(fault.lexemes) - 1)]
        may_follow = following.kind in _LOOPS.get(word, ("",))[1:] and following.text != "possible"
        if may_follow and fault.context(place) == "script":
            say = fault.saying(place, place + 1, f"there is no `{word}`", "", help_text)
            new = tuple(_made(fault, each, place) for each in _LOOPS[word][0].split())
            yield Mend(place, place + 1, new, costs.LOOP, "own", say)
    if fault.at > 1 and fault.terminals[-2:] == ["REPEAT", "WHILE"]:
        end = fault.at
        while fault.lexemes[end].kind not in ("LBRACE", END) and not (end > fault.at and fault.lexemes[end].first):
            end += 1
        message = "the only such loop is `repeat while possible`"
        say = fault.saying(fault.at, max(end, fault.at + 1), message, "", help_text)
        yield Mend(fault.at, end, (fault.made("POSSIBLE", fault.at),), costs.LOOP_CONDITION, "own", say)


def _made(fault: Fault, word: str, place: int) -> Lexeme:
    return fault.lexemes[place]._replace(kind="INT" if word.isdecimal() else keywords()[word], text=word)


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
            yield Mend(place - 1, place, (made,), costs.JOINED_DECISIONS, "own", say)


# What limits a decision


def limited_by_if(fault: Fault) -> Iterator[Mend]:
    """`if` for `where` after a decision."""
    place = fault.begins
    if fault.terminals[place : place + 1] != ["IF"] or fault.lexemes[place].first or place + 1 >= fault.at:
        return
    ends = fault.lexeme.first or fault.lexeme.kind in ("RBRACE", END)
    if ends and "LBRACE" in fault.accepted and "WHERE" in fault.accepts(place):
        new = fault.lexemes[place]._replace(kind="WHERE", text="where")
        say = fault.saying(place, place + 1, "unexpected `if`", "not expected here",
                           "what limits a decision follows `where`", "where")  # fmt: skip
        yield Mend(place, place + 1, (new,), costs.IF_AFTER_DECISION, "own", say)


def decision_before_may(fault: Fault) -> Iterator[Mend]:
    """`swap may on turn 2`, `pass otherwise`: what begins a choice after its decision."""
    place = fault.at - 2
    if place >= fault.item_at(fault.begins) and fault.terminals[place] in ("SWAP", "PASS"):
        one, other = fault.lexemes[place : fault.at]
        if one.first and not other.first and fault.terminals[place + 1] in ("MAY", "OTHERWISE"):
            yield from (replace(change, cost=costs.DECISION_BEFORE_MAY) for change in swapped(fault, place))


def limits_out_of_order(fault: Fault) -> Iterator[Mend]:
    """`on turn N` after `where`, either after `forbid`."""
    at, lexemes = fault.at, fault.lexemes
    here = keywords().get(fault.lexeme.text, "")
    if here not in _LIMITS:
        return
    for place in range(at - 1, fault.item_at(fault.begins), -1):
        before = "WHERE" if fault.terminals[place] == "IF" else fault.terminals[place]
        if before not in _LIMITS[here] or fault.lexemes[place].first or here not in fault.accepts(place):
            continue
        end = at + 1
        while not (
            lexemes[end].first or lexemes[end].kind in ("LBRACE", "RBRACE", END) or lexemes[end].text in _LIMITED
        ):
            end += 1
        one, other = literal(before), fault.lexeme.text
        write = f"write: {fault.span(at, end).text} {one} {fault.span(place + 1, at).text}"
        say = fault.saying(at, end, f"`{other}` stands after `{lexemes[place].text}`", "in the wrong order", write)
        joint = lexemes[place]._replace(kind=before, text=one)
        yield Mend(
            place, end, (*lexemes[at:end], joint, *lexemes[place + 1 : at]), costs.LIMITS_OUT_OF_ORDER, "own", say
        )


_LIMITS = {"ON": ("WHERE", "FORBID"), "WHERE": ("FORBID",)}
"""What limits a decision, with what may only stand after it."""

_LIMITED = ("on", "where", "forbid", "otherwise", "may", "then")


# Changes


def given_a_value(fault: Fault) -> Iterator[Mend]:
    """`c = stone`, `n = 3`: something is given to what stands before."""
    begins, at, lexemes = fault.begins, fault.at, fault.lexemes
    if "BECOMES" not in fault.accepted or fault.terminals[begins : begins + 1] != ["NAME"]:
        return
    if fault.lexeme.kind not in ("EQUAL", "COMPARE") and fault.lexeme.text not in _GIVES:
        return
    start = at + 1 + (fault.lexeme.text == "<" and lexemes[at + 1].kind == "MINUS")  # `<-`
    end = start
    while not (lexemes[end].first or lexemes[end].kind in ("RBRACE", END)):
        end += 1
    value = [each.text for each in lexemes[start:end]]
    write = fault.span(begins, at).text
    if _keeps_a_value(fault, lexemes[begins].text, write):
        new = (fault.made("SET", begins), *lexemes[begins:at], fault.made("EQUAL", at))
        say = fault.saying(begins, end, f"`{write}` is given a value without `set`", "",
                           f"write: set {write} = {' '.join(value)}")  # fmt: skip
        yield Mend(begins, start, new, costs.GIVEN_A_VALUE, "own", say)
    elif len(value) == 1 or value[1:2] == ["of"]:
        new = (*lexemes[begins:at], lexemes[at]._replace(kind="BECOMES", text="becomes"))
        help_text = f"what stands on cells is changed by `becomes`: {write} becomes {' '.join(value)}"
        message = f"unexpected `{fault.span(at, start).text}`"
        say = fault.saying(at, start, message, "not expected here", help_text, "becomes")
        yield Mend(begins, start, new, costs.GIVEN_A_VALUE, "own", say)


_GIVES = ("is", "gets", "turns")
_KEPT = ("var", "cards", "marks")


def _keeps_a_value(fault: Fault, name: str, subject: str) -> bool:
    """Whether a name was declared as a variable, cards or marks."""
    wanted = {name, subject.rpartition(".")[2]}
    declared = False
    for lexeme in fault.lexemes:
        if lexeme.first:
            declared = lexeme.text in _KEPT
        if declared and lexeme.text in wanted:
            return True
    return False


def emptied(fault: Fault) -> Iterator[Mend]:
    """`remove c`: a verb for what `becomes empty` does."""
    begins, at = fault.begins, fault.at
    if (
        at - begins != 1
        or fault.lexemes[begins].text not in _EMPTIES
        or fault.lexeme.kind != "WORD"
        or fault.lexeme.first
    ):
        return
    if fault.context(begins) == "script":
        end = at + 1
        while not (fault.lexemes[end].first or fault.lexemes[end].kind in ("RBRACE", END)):
            end += 1
        say = fault.saying(begins, begins + 1, f"there is no `{fault.lexemes[begins].text}`", "",
                           f"write: {fault.span(at, end).text} becomes empty")  # fmt: skip
        new = (fault.made("BECOMES", end, before=True), fault.made("NAME", end, before=True))
        yield Mend(begins, end, (*fault.lexemes[at:end], *new), costs.EMPTIED, "own", say)


_EMPTIES = frozenset({"remove", "delete", "clear", "capture", "captures", "kill", "removes", "erase"})
