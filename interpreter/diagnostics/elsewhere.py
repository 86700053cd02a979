"""The words of other languages, and of people, with what stands for them here: one table for every stage.

Recovery from errors of syntax takes those that are words or signs of the grammar, the evaluation of names those that
name something, and what takes more than a word is written out. `source/recovery/foreign.py` has the signs.
"""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """As what a word stands in a text."""

    NAME = "name"
    CALL = "call"
    ATTRIBUTE = "attribute"
    QUANTIFIER = "quantifier"


_PERHAPS = frozenset({
    "and", "drop", "goto", "set", "take", "unless", "until", "xor", "number", "board", "hex", "square", "ring",
    "rectangle", "circle", "player", "must", "but", "end", "size", "current",
})  # fmt: skip
"""Words that may also mean something else."""

_MEANINGS: dict[str, str] = {
    "all": "every", "and": ",", "any": "some", "author": "author", "begins": "start", "but": "and", "by": "as in",
    "called": "as", "can": "may",
    "color": "of", "colors": "players", "colour": "of", "colours": "players", "const": "let",
    "contains": "in", "def": "define", "div": "/", "do": "then", "drop": "place", "each": "every", "elif": "else",
    "elsif": "else", "elseif": "else", "else": "otherwise else", "equals": "==", "eq": "==", "except": "without",
    "exists": "some", "field": "region", "fn": "define", "forall": "every",
    "forbidden": "forbid", "foreach": "for",
    "func": "define", "function": "define", "given": "where", "goto": "again", "if": "when where", "import": "variant",
    "include": "variant", "inside": "in among", "intersect": "&", "is": "==", "loss": "lose", "map": "board",
    "minus": "without -", "modulo": "mod", "moves": "turn", "must": "may", "name": "game", "of": "among from in",
    "pie": "swap", "on": "to in among", "onto": "on to into", "otherwise": "else", "out": "from",
    "piece": "pieces", "play": "place turn", "player": "players", "plus": "+", "print": "say",
    "provided": "where when", "put": "place", "requires": "require", "set": "let", "side": "edge", "sides": "edge",
    "skip": "pass", "take": "pick", "tell": "say", "tie": "draw", "times": "*", "title": "game",
    "to": ".. into on ,", "union": "|",
    "unless": "forbid", "until": "when", "variable": "var", "when": "where if", "whenever": "when",
    "where": "when", "while": "when if",
    "winner": "win", "wins": "win", "with": "where", "xor": "!=",
}  # fmt: skip

_NAMED: dict[str, str] = {
    "true": "yes", "false": "no", "self": "own", "me": "own", "mine": "own", "my": "own", "opponent": "enemy",
    "opponents": "enemy", "foe": "enemy", "len": "count", "length": "count", "free": "empty", "blank": "empty",
    "vacant": "empty", "neighbours": "adjacent", "neighbors": "adjacent", "neighbor": "adjacent",
    "connected": "connects", "connect": "connects", "joins": "connects", "north": "top", "south": "bottom",
    "east": "right", "west": "left", "diamond": "rhombus",
    "border": "perimeter", "boundary": "perimeter", "encircles": "encloses", "surrounds": "encloses",
    "nobody": "neutral", "mover": "own", "anywhere": "cells", "everywhere": "cells", "distance": "steps",
    "chain": "group", "chains": "groups", "null": "none empty", "nil": "none empty", "nothing": "none empty",
    "none": "empty",
    "turn_number": "turn", "move": "turn", "move_number": "turn", "moves": "turn",
    "current_player": "own", "currentplayer": "own", "active_player": "own", "player": "own",
    "max": "largest", "maximum": "largest", "min": "smallest", "minimum": "smallest", "total": "sum",
    "number": "count", "board": "cells", "hex": "hexagon", "square": "rhombus", "ring": "encloses",
    "rectangle": "parallelogram", "circle": "disc",
}  # fmt: skip

_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_WRITTEN_OUT: dict[Role, dict[str, str]] = {
    Role.NAME: {
        "full": "count(empty) == 0", "occupied": "own | enemy", "stones": "own | enemy",
        **{word: str(number) for number, word in enumerate(_NUMERALS)},
    },
    Role.CALL: {
        "any": "some c in …: …", "all": "every c in …: …", "exists": "some c in …: …", "forall": "every c in …: …",
        "range": "0..{last}", "range/2": "{0}..{last}", "member": "{0} in {1}", "contains": "{1} in {0}",
        "intersection": "{0} & {1}",
        "intersect": "{0} & {1}", "union": "{0} | {1}", "difference": "{0} - {1}", "setminus": "{0} - {1}",
        "filter": "{{c for c in … where …}}", "map": "{{… for c in …}}", "abs": "if {0} < 0 then -({0}) else {0}",
        "not": "not ({0})", "isempty": "{0} == {{}}", "is_empty": "{0} == {{}}", "mod": "{0} mod {1}",
        "rhombus/2": "parallelogram({0}, {1})",
        "torus": "shape rhombus({0}) wrap left, right as a wrap top, bottom as b",
        "klein": "shape rhombus({0}) wrap left, right as a wrap top, bottom reversed as b",
        "cylinder": "shape rhombus({0}) wrap left, right as a",
        **dict.fromkeys(("moebius", "mobius"), "shape rhombus({0}) wrap left, right reversed as a"),
    },
    Role.ATTRIBUTE: {
        **dict.fromkeys(("count", "size", "length", "len"), "count({0})"),
        **dict.fromkeys(("color", "colour", "player"), "{0}.owner"),
        **dict.fromkeys(("type", "piece"), "{0}.kind"),
        **dict.fromkeys(("tower", "stack"), "{0}.pile"),
        **dict.fromkeys(("neighbors", "neighbours", "adjacent"), "adjacent({0})"),
        **dict.fromkeys(("empty", "isempty", "is_empty"), "{0} == {{}}"),
        "x": "{0}.q", "y": "{0}.r", "col": "{0}.q", "row": "{0}.r", "column": "{0}.q",
    },
    Role.QUANTIFIER: {
        **dict.fromkeys(("any", "some", "exists"), "some {each} in {0}: {body}"),
        **dict.fromkeys(("all", "every", "forall"), "every {each} in {0}: {body}"),
    },
}  # fmt: skip

SWITCHED = {
    **dict.fromkeys(("on", "y", "t", "true", "1", "enabled"), "yes"),
    **dict.fromkeys(("off", "n", "f", "false", "0", "disabled"), "no"),
}  # fmt: skip
"""What other programs call yes and no."""

IN_THE_GRAMMAR: dict[str, tuple[str, ...]] = {word: tuple(ours.split()) for word, ours in _MEANINGS.items()}
"""What the words of other languages may be in the grammar, the likeliest first."""


def ours_for(word: str) -> tuple[str, ...]:
    """Return the names that mean here what a word means elsewhere, the likeliest first."""
    return tuple(_NAMED.get(word.casefold(), "").split())


def is_plain(word: str) -> bool:
    """Return whether a word of another language can mean only one thing."""
    return word.casefold() not in _PERHAPS


def written(role: Role, word: str, *parts: str, each: str = "c", body: str = "…") -> str:
    """Return what a word stands for, written out with the parts to which it applies; empty for other words."""
    forms, word = _WRITTEN_OUT[role], word.casefold()
    form = forms.get(f"{word}/{len(parts)}", forms.get(word, ""))
    last = parts[-1] if parts else "…"
    last = str(int(last) - 1) if last.isdecimal() else f"{last} - 1"
    blanks = ("…",) * 2
    return form.format(*(*parts, *blanks[len(parts) :]), last=last, each=each, body=body)
