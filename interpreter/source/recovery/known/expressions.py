"""Rows of expressions that are right in other languages, or elsewhere in this one: signs, choices, calls."""

from __future__ import annotations

from .. import costs
from .rows import Row

_COMPARES = "</<=/>/>=/==/!="
_FUNCTION = "lambda/\\/|/(? <c:name> )? =>/->/:/| <b()>"
"""A function without a name, with its parameter and its body."""

_CHOICE = "write a choice as `if … then … else …`"
_NAMED = "`<0>` needs a name for each element"
_ARGUMENTS = "`<f>` needs its arguments in `(…)`"
_METHOD = "`<f>` is not written after a dot"

_SIGNS = (
    Row("<n:argument> =", "<n>:", "", unexpected="=", advice="write `:` after the name of an argument",
        marks=("1",), sure=True, cost=costs.NAMED_ARGUMENT),
    Row("=", "==", "win when turn = 9", unexpected="=", advice="write `==` to compare", sure=True,
        cost=costs.EQUALITY),
    Row("==", "=", "define far(d) == d.q > 3", unexpected="==", advice="write `=` to give a value", sure=True,
        cost=costs.EQUALITY),
    Row(", $", "", "", unexpected=",", advice="leave it out: items and statements need no separator", reads="",
        marks=("0",), cost=costs.COMMA_AFTER_ITEM),
    Row(f"<o={_COMPARES}> <b…> & <c…> <p={_COMPARES}>", "<o> <b> and <c> <p>", "win when turn > 2 & turn < 9",
        says="`&` joins sets, not conditions", advice="write `and`", marks=("2",), sure=True,
        cost=costs.SETS_FOR_CONDITIONS),
    Row(f"<o={_COMPARES}> <b…> | <c…> <p={_COMPARES}>", "<o> <b> or <c> <p>", "win when turn == 2 | turn == 9",
        says="`|` joins sets, not conditions", advice="write `or`", marks=("2",), sure=True,
        cost=costs.SETS_FOR_CONDITIONS),
    Row("<a> \\ <b>", "<a> - <b>", "place man on cells \\ own", says="`\\` is not an operator here: write `-`",
        marks=("1",), sure=True, cost=costs.FOREIGN_SIGN),
    Row("\\ $", "", "", says="`\\` is not used here", advice="leave it out: an item can continue over several lines",
        marks=("0",), sure=True, cost=costs.FOREIGN_SIGN),
    Row("\\", "", "", unexpected="\\", advice="leave it out", reads="", cost=costs.FOREIGN_SIGN + costs.BACK),
)  # fmt: skip

_CHOICES = (
    Row("<a…> ? <b…> : <c…>", "if <a> then <b> else <c>", "win when (turn > 5 ? turn : 0) > 7", says=_CHOICE, sure=True,
        cost=costs.CHOICE),
    Row("<b…> if <a…> else <c…>", "if <a> then <b> else <c>", "win when (turn if turn > 5 else 0) > 7", says=_CHOICE,
        sure=True, cost=costs.CHOICE),
    Row("<b…> if <a…>", "<b>", "", unexpected="if", advice=_CHOICE, marks=("1",), reads="<b>",
        cost=costs.CHOICE_UNFINISHED),
    Row("?", "", "", unexpected="?", advice=_CHOICE, reads="", cost=costs.QUESTION_ALONE),
    Row("? <r*>", "", "", unexpected="?", advice=_CHOICE, marks=("0",), reads="",
        cost=costs.QUESTION_WITH_REST),
    Row("if <a…> :/,", "if <a> then", "win when (if turn > 5: turn else 0) > 7", unexpected="<2>",
        advice="did you mean `then`?", marks=("2",), cost=costs.WRONG_JOINT),
    Row("if <a…> then <b…>", "if <a> then <b> else …", "win when (if turn > 5 then turn) > 7",
        says="this choice has no `else`", cost=costs.ELSE_MISSING),
)  # fmt: skip

_QUANTIFIERS = (
    Row("some/any/exists in? <s…> :", "some <new> in <s>: …", "", says=_NAMED, marks=("0", "s"), reads="some … in <s>:",
        cost=costs.NAMELESS_QUANTIFIER),
    Row("some/any/exists in? <s…>", "some <new> in <s>: …", "", says=_NAMED, reads="some … in <s>: …",
        cost=costs.NAMELESS_QUANTIFIER),
    Row("every/all/each/forall in? <s…> :", "every <new> in <s>: …", "", says=_NAMED, marks=("0", "s"),
        reads="every … in <s>:", cost=costs.NAMELESS_QUANTIFIER),
    Row("every/all/each/forall in? <s…>", "every <new> in <s>: …", "", says=_NAMED, reads="every … in <s>: …",
        cost=costs.NAMELESS_QUANTIFIER),
    Row("for in? <s…> {", "for <new> in <s> { … }", "", says=_NAMED, marks=("0", "s"), reads="for … in <s> {",
        cost=costs.NAMELESS_QUANTIFIER),
    Row("<q=some/every/for> <c:name> :/=/of/from", "<q> <c> in", "win when some d of own: d.q > 3",
        unexpected="<2>", advice="did you mean `in`?", marks=("2",), cost=costs.WRONG_JOINT),
    Row("<q=some/every> <c:name> in <s…> has/have/where/with", "<q> <c> in <s>:",
        "win when some d in own where d.q > 3", unexpected="<4>", advice="did you mean `:`?", marks=("4",),
        cost=costs.WRONG_JOINT),
    Row("{ <e…> : <c:name> in", "{<e> for <c> in", "place man on {d : d in empty}", unexpected=":",
        advice="did you mean `for`?", marks=("2",), sure=True, cost=costs.SET_WITH_COLON),
)  # fmt: skip

_CALLS = (
    Row("<f:function> <a> , <b>", "<f>(<a>, <b>)", "win when connects own, own.edges", says=_ARGUMENTS,
        cost=costs.UNCALLED),
    Row("<f:function> <a>", "<f>(<a>)", "win when encloses own", says=_ARGUMENTS, cost=costs.UNCALLED),
    Row(f"<x> . <f=any/some/exists> ( {_FUNCTION} )", "some <c> in <x>: <b>", "win when own.any(d => d.q > 3)",
        says=_METHOD, cost=costs.METHOD),
    Row("<x> . <f=any/some/exists> ( <b()> )", "some c in <x>: <b>", "win when own.any(c.q > 3)", says=_METHOD,
        cost=costs.METHOD),
    Row(f"<x> . <f=all/every/forall> ( {_FUNCTION} )", "every <c> in <x>: <b>", "win when own.all(lambda d: d.q > 3)",
        says=_METHOD, cost=costs.METHOD),
    Row("<x> . <f=all/every/forall> ( <b()> )", "every c in <x>: <b>", "win when own.all(c.q > 3)", says=_METHOD,
        cost=costs.METHOD),
    Row(f"<x> . <f=filter/where/select> ( {_FUNCTION} )", "{<c> for <c> in <x> where <b>}",
        "win when count(own.filter(|d| d.q > 3)) > 2", says=_METHOD, cost=costs.METHOD),
    Row(f"<x> . <f=map> ( {_FUNCTION} )", "{<b> for <c> in <x>}", "win when count(own.map(d => d)) > 2", says=_METHOD,
        cost=costs.METHOD),
    Row("<x> . <f=contains/includes/has> ( <a()> )", "<a> in <x>", "win when own.contains(last)", says=_METHOD,
        cost=costs.METHOD),
    Row("<x> . <f=count/size/length/len> ( )", "count(<x>)", "win when own.count() > 2", says=_METHOD,
        cost=costs.METHOD),
    Row("<x> . <f=union/add/plus> ( <a()> )", "<x> | <a>", "place man on empty.union(enemy)", says=_METHOD,
        cost=costs.METHOD),
    Row("<x> . <f=intersection/intersect> ( <a()> )", "<x> & <a>", "place man on empty.intersect(corners)",
        says=_METHOD, cost=costs.METHOD),
    Row("<x> . <f=difference/minus/without/remove> ( <a()> )", "<x> - <a>", "place man on empty.minus(corners)",
        says=_METHOD, cost=costs.METHOD),
    Row("<x> . <f=isempty/is_empty/empty> ( )", "<x> == {}", "win when enemy.is_empty()", says=_METHOD,
        cost=costs.METHOD),
)  # fmt: skip

EXPRESSIONS = (*_SIGNS, *_CHOICES, *_QUANTIFIERS, *_CALLS)
