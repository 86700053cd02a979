"""The mistakes that people bring from other languages, or make with this one, each with words of its own."""

from __future__ import annotations

from collections.abc import Iterator

from ..syntax.grammar import keywords
from . import costs
from .fault import Fault, Mend
from .known.expressions import (
    choice,
    condition,
    default_worked_out,
    nameless_quantifier,
    quantifier,
    second_comparison,
    wrong_joint,
)
from .known.items import comma_after_an_item, joined_by_and, misplaced, option, shapeless, trailing_comma, unfinished
from .known.names import misnamed, parted, reserved
from .known.sets import colon_for_for, joint_of_a_set, unbraced_set, ungathered
from .known.statements import (
    decision_before_may,
    else_if,
    emptied,
    given_a_value,
    joined_decisions,
    limited_by_if,
    limits_out_of_order,
    lone_block,
    loop,
    unbraced,
)
from .known.texts import path_of_a_variant, prose, quoted_name, unopened_long, unquoted
from .scan import Lexeme

SYNONYMS: dict[str, str] = {
    "all": "every", "and": ",", "any": "some", "author": "author", "begins": "start", "by": "as in", "called": "as",
    "choose": "pick", "color": "of", "colors": "players", "colour": "of", "colours": "players", "const": "let",
    "contains": "in", "def": "define", "div": "/", "do": "then", "drop": "place", "each": "every", "elif": "else",
    "elsif": "else", "elseif": "else", "else": "otherwise else", "equals": "==", "eq": "==", "except": "without",
    "exists": "some", "field": "region", "fn": "define", "forall": "every", "forbidden": "forbid", "foreach": "for",
    "func": "define", "function": "define", "given": "where", "goto": "again", "if": "when where", "import": "variant",
    "include": "variant", "inside": "in among", "intersect": "&", "is": "==", "loss": "lose", "map": "board",
    "minus": "without -", "modulo": "mod", "moves": "turn", "name": "game", "of": "among from in",
    "on": "to in among", "onto": "on to into", "otherwise": "else", "out": "from", "piece": "pieces",
    "play": "place turn", "player": "players",
    "provided": "where when", "put": "place", "requires": "require", "set": "let", "side": "edge", "sides": "edge",
    "skip": "pass", "take": "pick", "tie": "draw", "title": "game", "to": ".. into on ,", "union": "|",
    "unless": "forbid", "until": "when", "variable": "var", "when": "where if", "whenever": "when",
    "where": "when", "while": "when if",
    "winner": "win", "wins": "win", "with": "where", "xor": "!=",
}  # fmt: skip
"""Words of other languages, and of ours in the wrong place, with those that may be meant."""

_PERHAPS = frozenset({"and", "drop", "goto", "set", "take", "unless", "until", "xor"})
"""Those of them that may mean something else as well."""

_SIGNS = {
    "==": "COMPARE",
    ",": "COMMA",
    "!=": "COMPARE",
    "/": "OVER",
    "&": "MEET",
    "|": "UNION",
    "-": "MINUS",
    "..": "TO",
}


def candidates(fault: Fault) -> Iterator[Mend]:
    """The changes that mend a mistake known by name."""
    for find in _KNOWN:
        yield from find(fault)


# Signs


def _equality(fault: Fault) -> Iterator[Mend]:
    """`=` for `==`, and the other way round."""
    at, lexeme = fault.at, fault.lexeme
    if lexeme.kind == "EQUAL" and "COMPARE" in fault.accepted:
        new, said, sure = ("COMPARE", "=="), "equality is written `==`", "=="
    elif lexeme.text == "==" and "EQUAL" in fault.accepted:
        new, said, sure = ("EQUAL", "="), "a value is given with `=`", "="
    else:
        return
    say = fault.saying(at, at + 1, f"unexpected `{lexeme.text}`", "not expected here", said, sure)
    yield Mend(at, at + 1, (lexeme._replace(kind=new[0], text=new[1]),), costs.EQUALITY, "own", say)


def _number(fault: Fault) -> Iterator[Mend]:
    """`1.5`, `2n`."""
    at, lexemes = fault.at, fault.lexemes
    one, here = lexemes[at - 1 : at + 1] if at else (lexemes[0], lexemes[0])
    if here.kind == "INT" and one.kind == "DOT" and at > 1 and lexemes[at - 2].kind == "INT":
        message = f"`{lexemes[at - 2].text}.{here.text}` is no whole number"
        help_text = f"numbers are whole; a range is written `{lexemes[at - 2].text}..{here.text}`"
        say = fault.saying(at - 2, at + 1, message, help_text=help_text)
        yield Mend(at - 1, at + 1, (), costs.DECIMAL, "own", say)
    if here.kind == "WORD" and one.kind == "INT" and one.end == here.start:
        message = f"`{one.text}{here.text}` is neither a number nor a name"
        write = f"write `{one.text} * {here.text}`, or begin the name with a letter"
        say = fault.saying(at - 1, at + 1, message, help_text=write)
        new = Lexeme("TIMES", "*", here.start, here.start)
        word = one.text + here.text
        yield Mend(at, at, (new,), costs.NUMBER_GLUED, "own", say, word=word)
        yield Mend(at, at + 1, (), costs.NUMBER_GLUED_LOST, "own", say, word=word)


# Words


def _synonym(fault: Fault) -> Iterator[Mend]:
    """A word that another language has here, or that belongs elsewhere in this one."""
    for back, place in enumerate(range(fault.at, max(fault.begins, fault.at - 2) - 1, -1)):
        lexeme = fault.lexemes[place]
        if lexeme.kind != "WORD" or (fault.terminals[place] != "NAME" if back else fault.head):
            continue
        meanings = {meant: _SIGNS.get(meant) or keywords()[meant]
                    for meant in SYNONYMS.get(lexeme.text.casefold(), "").split()}  # fmt: skip
        fitting = [meant for meant, terminal in meanings.items() if terminal in fault.accepts(place)]
        is_sure = len(fitting) == 1 and lexeme.text.casefold() not in _PERHAPS
        for meant in fitting:
            new = lexeme._replace(kind=meanings[meant], text=meant)
            say = fault.saying(place, place + 1, f"unexpected `{lexeme.text}`", "not expected here",
                          f"did you mean `{meant}`?", meant if is_sure else None)  # fmt: skip
            cost = costs.FOREIGN_WORD_OURS if lexeme.text in keywords() else costs.FOREIGN_WORD
            cost += costs.FOREIGN_WORD_NEXT * list(meanings).index(meant) + costs.FOREIGN_WORD_BACK * back
            yield Mend(place, place + 1, (new,), cost, "own", say)


def _each(fault: Fault) -> Iterator[Mend]:
    """`for each c in …`."""
    place = fault.at - 1
    if place < 1 or fault.lexemes[place].text not in ("each", "all", "every", "any", "cell"):
        return
    if fault.terminals[place - 1] in ("FOR", "SOME", "EVERY"):
        word = fault.lexemes[place].text
        say = fault.saying(place, place + 1, f"unexpected `{word}`", "not expected here", "leave it out", "")
        yield Mend(place, place + 1, (), costs.FILLER, "own", say)


def _article(fault: Fault) -> Iterator[Mend]:
    """`place a stone on the empty cells`."""
    for place in dict.fromkeys((fault.at, fault.at - 1, fault.begins - 1)):
        word = fault.lexemes[max(place, 0)].text
        if word in ("a", "an", "the") and sum(each.text == word for each in fault.lexemes) == 1:
            say = fault.saying(place, place + 1, f"unexpected `{word}`", "not expected here", "leave it out")
            yield Mend(place, place + 1, (), costs.ARTICLE if word != "a" else costs.ARTICLE_A, "own", say)


_KNOWN = (
    _equality, second_comparison, _number, unquoted, quoted_name, else_if, lone_block, unbraced, _synonym, _each,
    loop, joined_decisions, option, default_worked_out, misplaced, shapeless, unfinished, trailing_comma, quantifier,
    condition, reserved, limited_by_if, limits_out_of_order, given_a_value, choice,
    nameless_quantifier, misnamed, parted, path_of_a_variant, prose,
    unopened_long, comma_after_an_item, joined_by_and, wrong_joint, emptied, _article,
    decision_before_may, ungathered, colon_for_for, joint_of_a_set, unbraced_set,
)  # fmt: skip
