"""Items and statements that stand where others belong: of the file inside a block, of the board outside it."""

from __future__ import annotations

from collections.abc import Iterator

from ...syntax.automaton import END, openings, starters
from ...syntax.grammar import keywords
from ...syntax.vocabulary import Place, words
from .. import costs
from ..fault import BRACKETS, CHANGES, NOT_EXPECTED, Fault, Mend, stepped


def misplaced(fault: Fault) -> Iterator[Mend]:
    """Items that would be right in another list: with those that follow and belong there too."""
    for place in (fault.at, fault.at - 1, fault.at - 2):
        if place < 0 or (place == fault.at - 2 and not fault.lexemes[place].first):
            continue
        if place == fault.at and fault.head and fault.depths[place] and not fault.is_balanced:
            continue
        here, lexeme = fault.context(place), fault.lexemes[place]
        homes = [home for home in starters() if _begins(fault, place, home)]
        if not here or here in homes or not homes:
            continue
        ends = ((_end_of_items(fault, place, home, here), home) for home in homes)
        end, home = next(((end, home) for end, home in ends if end is not None), (None, ""))
        if end is None:
            continue
        say = fault.saying(place, place + 1, _stands(lexeme.text, here, home), NOT_EXPECTED,
                           f"put it {_where(home, here, lexeme.text)}")  # fmt: skip
        yield Mend(place, end, (), costs.LIKELY + costs.MISPLACED_BACK * (fault.at - place), "misplaced", say)


_INSIDE = {"file": "outside all braces", "board": "inside `board { … }`", "graph": "inside `graph { … }`",
           "script": "inside `setup { … }` or `turn { … }`"}  # fmt: skip
_PARTS = {"board": "the board", "graph": "a graph", "script": "a turn"}


def _where(home: str, here: str, word: str) -> str:
    if home == "script" and word in words(Place.DECISION):
        return "inside `turn { … }`"
    return "before `turn`" if here == "script" and home == "file" else _INSIDE[home]


def _stands(word: str, here: str, home: str) -> str:
    """Where an item stands that belongs elsewhere."""
    if here == "file":
        return f"`{word}` stands outside {_PARTS[home]}"
    if home == "file":
        return f"`{word}` is an item of the file, not of {_PARTS[here]}"
    return f"`{word}` does not belong in a {here}"


def _begins(fault: Fault, place: int, home: str) -> bool:
    """Whether a word begins an item of a list: one of its keywords, or what becomes something, gains or loses it."""
    lexeme = fault.lexemes[place]
    if lexeme.kind != "WORD":
        return False
    if keywords().get(lexeme.text) in starters()[home]:
        return True
    changes = fault.lexemes[fault.line_end(place + 1, "LBRACE", words=CHANGES)]
    return home == "script" and changes.text in CHANGES and not changes.first


def _end_of_items(fault: Fault, place: int, home: str, here: str) -> int | None:
    """Where the items end that begin at a place and belong to another list; None if the first is not an item."""
    end = _end_of_item(fault, place, home, here)
    while end is not None and fault.lexemes[end].first and _begins(fault, end, home) and not _begins(fault, end, here):
        further = _end_of_item(fault, end, home, here)
        if further is None:
            break
        end = further
    return end


def _end_of_item(fault: Fault, first: int, home: str, here: str) -> int | None:
    """Where the item at a place ends, with all clauses that may follow; None if it is not an item."""
    automaton, stack = fault.automaton, openings()[Place(home)]
    mark = END if home == "file" else "RBRACE"
    place, end, depth = first, None, 0
    while True:
        lexeme = fault.lexemes[place]
        kind, step = stepped(automaton, stack, lexeme)
        if place > first and depth == 0 and automaton.step(stack, mark) is not None:
            end = place
            is_next = lexeme.first and (kind in starters()[home] or _begins(fault, place, here))
            if is_next or lexeme.kind in ("RBRACE", END):
                return end
        if step is None or lexeme.kind == END:
            return end
        stack, place, depth = step, place + 1, depth + BRACKETS.get(lexeme.kind, 0)
