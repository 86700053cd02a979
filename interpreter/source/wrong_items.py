"""Items of a file or a board that are unfinished, or stand where they do not belong."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.automaton import END, starters
from interpreter.source.fault import Fault, Mend
from interpreter.source.grammar import keywords, literal
from interpreter.source.telling import FORMS

SHAPES = ("rhombus", "parallelogram", "hexagon", "triangle", "disc", "ring", "map")
GRIDS = ("hex", "square", "square8")


def shapeless(fault: Fault) -> Iterator[Mend]:
    """A shape without `shape`, a grid without `grid`."""
    word, at = fault.lexeme.text, fault.at
    terminal = "SHAPE" if word in SHAPES else "GRID" if word in GRIDS else ""
    if terminal in fault.accepted and not fault.head and fault.lexemes[at + 1].text != literal(terminal):
        yield Mend(at, at, (fault.made(terminal, at),), 1.2, "missing")


def option(fault: Fault) -> Iterator[Mend]:
    """An option or variable without its default or its values."""
    begins, at = fault.begins, fault.at
    word = fault.terminals[begins] if begins < at else ""
    if word not in ("OPTION", "VAR") or at - begins < 2:
        return
    name = fault.lexemes[begins + 1].text
    what = "option" if word == "OPTION" else "variable"
    form = f"write: {FORMS[word]}"
    hole = fault.made("NAME", at)
    if "EQUAL" in fault.accepted and fault.lexeme.text == "in":
        say = fault.saying(begins + 1, begins + 2, f"the {what} `{name}` has no default", "", form)
        yield Mend(at, at, (fault.made("EQUAL", at), hole), 0.4, "own", say)
    elif "IN" in fault.accepted and fault.lexeme.kind in ("TO", "COMMA"):
        say = fault.saying(begins + 1, begins + 2, f"the {what} `{name}` has no default", "", form)
        yield Mend(at - 1, at - 1, (hole, fault.made("IN", at)), 0.4, "own", say)
    elif "IN" in fault.accepted and (fault.lexeme.first or fault.lexeme.kind == "STRING"):
        say = fault.saying(begins + 1, begins + 2, f"nothing says what values the {what} `{name}` may have", "", form)
        yield Mend(at, at, (fault.made("IN", at), hole), 0.6, "own", say)


def misplaced(fault: Fault) -> Iterator[Mend]:
    """An item of the file inside a block, an item of the board outside it."""
    for place in (fault.at, fault.at - 1):
        if place < 0 or (place == fault.at and fault.head) or "LBRACE" in fault.accepts(place):
            continue
        here, lexeme = fault.context(place), fault.lexemes[place]
        terminal = keywords().get(lexeme.text, "")
        homes = [home for home, words in starters().items() if terminal in words]
        if lexeme.kind != "WORD" or not here or not terminal or here in homes or not homes:
            continue
        end = _end_of_item(fault, place, homes[0])
        if end is None:
            continue
        where = {"file": "outside all braces", "board": "inside `board { … }`", "graph": "inside `graph { … }`",
                 "script": "inside `turn { … }`"}  # fmt: skip
        there = {"file": "outside all braces", "board": "in a board", "graph": "in a graph", "script": "in a script"}
        say = fault.saying(place, place + 1, f"`{lexeme.text}` does not belong {there[here]}", "not expected here",
                      f"put it {where[homes[0]]}")  # fmt: skip
        yield Mend(place, end, (), 0.8 + 0.1 * (fault.at - place), "own", say)


_OPENINGS = {"file": (), "board": ("BOARD", "LBRACE"), "graph": ("BOARD", "LBRACE", "GRAPH", "LBRACE"),
             "script": ("TURN", "LBRACE")}  # fmt: skip


def _end_of_item(fault: Fault, place: int, home: str) -> int | None:
    """Where an item ends that stands at a place; None where it is none."""
    automaton, stack = fault.automaton, fault.automaton.start
    mark = {"file": END, "board": "RBRACE", "graph": "RBRACE", "script": "RBRACE"}[home]
    for terminal in _OPENINGS[home]:
        opened = automaton.step(stack, terminal)
        assert opened is not None
        stack = opened
    first = place
    while fault.lexemes[place].kind != END:
        lexeme = fault.lexemes[place]
        kind = automaton.terminal(stack, lexeme.text) if lexeme.kind == "WORD" else lexeme.kind
        done = place > first and automaton.step(stack, mark) is not None
        if done and (lexeme.kind == "RBRACE" or kind in starters()[home] or lexeme.first):
            return place
        step = automaton.step(stack, kind)
        if step is None:
            return place if done else None
        stack, place = step, place + 1
    return place if automaton.step(stack, mark) is not None else None
