"""Rows of expressions that are right in other languages, or elsewhere in this one: signs, choices, calls."""

from __future__ import annotations

from .. import costs
from ..foreign import SIGNS
from .rows import Row

_COMPARES = "</<=/>/>=/==/!="
_FUNCTION = "lambda/\\/|/(? <c:name> )? =>/->/:/| <b()>"
"""A function without a name, with its parameter and its body."""

_AT_LEAST = "`=>` is not an operator here: write `>=`"
_CHOICE = "write a choice as `if … then … else …`"
_NAMED = "`<0>` needs a name for each element"
_ARGUMENTS = "`<f>` needs its arguments in `(…)`"
_METHOD = "`<f>` is not written after a dot"

_SIGNS = (
    Row("<n:argument> =", "<n>:", "", unexpected="=", advice="write `:` after the name of an argument", marks=("1",),
        sure=True),
    Row("=", "==", "win when turn = 9", unexpected="=", advice="write `==` to compare", sure=True),
    Row("==", "=", "define far(d) == d.q > 3", unexpected="==", advice="write `=` to give a value", sure=True),
    Row(", $", "", "", unexpected=",", advice="leave it out: items and statements need no separator", reads="",
        marks=("0",), cost=costs.COMMA_AFTER_ITEM),
    Row(f"<o={_COMPARES}> <b…> & <c…> <p={_COMPARES}>", "<o> <b> and <c> <p>", "win when turn > 2 & turn < 9",
        says="`&` joins sets, not conditions", advice="write `and`", marks=("2",), sure=True),
    Row(f"<o={_COMPARES}> <b…> | <c…> <p={_COMPARES}>", "<o> <b> or <c> <p>", "win when turn == 2 | turn == 9",
        says="`|` joins sets, not conditions", advice="write `or`", marks=("2",), sure=True),
    Row("<a> \\ <b>", "<a> - <b>", "place man on cells \\ own", says="`\\` is not an operator here: write `-`",
        marks=("1",), sure=True),
    Row("<a#> =>", "<a> >=", "win when 9 => turn", says=_AT_LEAST, advice="", marks=("1",), sure=True,
        cost=costs.LIKELY),
    Row("=> <a#>", ">= <a>", "win when turn => 9", says=_AT_LEAST, advice="", marks=("0",), sure=True,
        cost=costs.LIKELY),
    Row("=>", ">=", "", says=_AT_LEAST, advice="", cost=costs.LIKELY),
    *(Row("->/=>/→/⇒/➔/➜/⟶", "", "", advice=SIGNS["->"].advice, reads=reads,
          cost=costs.ROW + costs.FOREIGN_WORD_NEXT * number)
      for number, reads in enumerate(("to", "becomes", "into", "from … to", "then", ""))),
    Row("\\ $", "", "", says="`\\` is not used here", advice="leave it out: an item can continue over several lines",
        marks=("0",), sure=True),
    Row("\\", "", "", unexpected="\\", advice="leave it out", reads="", cost=costs.ROW + costs.BACK),
)  # fmt: skip

_CHOICES = (
    Row("<a…> ? <b…> : <c…>", "if <a> then <b> else <c>", "win when (turn > 5 ? turn : 0) > 7", says=_CHOICE,
        sure=True),
    Row("<b…> if <a…> else <c…>", "if <a> then <b> else <c>", "win when (turn if turn > 5 else 0) > 7", says=_CHOICE,
        sure=True),
    Row("<b…> if <a…>", "<b>", "", unexpected="if", advice=_CHOICE, marks=("1",), reads="<b>",
        cost=costs.DOUBTFUL),
    Row("?", "", "", unexpected="?", advice=_CHOICE, reads="", cost=costs.QUESTION_ALONE),
    Row("? <r*>", "", "", unexpected="?", advice=_CHOICE, marks=("0",), reads="",
        cost=costs.QUESTION_WITH_REST),
    Row("if <a…> :/,", "if <a> then", "win when (if turn > 5: turn else 0) > 7", unexpected="<2>",
        advice="did you mean `then`?", marks=("2",), cost=costs.DOUBTFUL),
    Row("if <a…> then <b…>", "if <a> then <b> else …", "win when (if turn > 5 then turn) > 7",
        says="this choice has no `else`", cost=costs.LIKELY),
)  # fmt: skip

_QUANTIFIERS = (
    Row("some/any/exists in? <s…> :", "some <new> in <s>: …", "", says=_NAMED, marks=("0", "s"), reads="some … in <s>:",
        cost=costs.LIKELY),
    Row("some/any/exists in? <s…>", "some <new> in <s>: …", "", says=_NAMED, reads="some … in <s>: …",
        cost=costs.LIKELY),
    Row("every/all/each/forall in? <s…> :", "every <new> in <s>: …", "", says=_NAMED, marks=("0", "s"),
        reads="every … in <s>:", cost=costs.LIKELY),
    Row("every/all/each/forall in? <s…>", "every <new> in <s>: …", "", says=_NAMED, reads="every … in <s>: …",
        cost=costs.LIKELY),
    Row("for in? <s…> {", "for <new> in <s> { … }", "", says=_NAMED, marks=("0", "s"), reads="for … in <s> {",
        cost=costs.LIKELY),
    Row("<q=some/every/for> <c:name> :/=/of/from", "<q> <c> in", "win when some d of own: d.q > 3",
        unexpected="<2>", advice="did you mean `in`?", marks=("2",), cost=costs.DOUBTFUL),
    Row("{ <e…> : <c:name> in", "{<e> for <c> in", "place man on {d : d in empty}", unexpected=":",
        advice="did you mean `for`?", marks=("2",), sure=True),
)  # fmt: skip

_CALLS = (
    Row("<f:function> <a> , <b>", "<f>(<a>, <b>)", "win when connects own, own.edges", says=_ARGUMENTS,
        cost=costs.SELDOM),
    Row("<f:function> <a>", "<f>(<a>)", "win when encloses own", says=_ARGUMENTS, cost=costs.SELDOM),
    Row(f"<x> . <f=any/some/exists> ( {_FUNCTION} )", "some <c> in <x>: <b>", "win when own.any(d => d.q > 3)",
        says=_METHOD),
    Row("<x> . <f=any/some/exists> ( <b()> )", "some c in <x>: <b>", "win when own.any(c.q > 3)", says=_METHOD),
    Row(f"<x> . <f=all/every/forall> ( {_FUNCTION} )", "every <c> in <x>: <b>", "win when own.all(lambda d: d.q > 3)",
        says=_METHOD),
    Row("<x> . <f=all/every/forall> ( <b()> )", "every c in <x>: <b>", "win when own.all(c.q > 3)", says=_METHOD),
    Row(f"<x> . <f=filter/where/select> ( {_FUNCTION} )", "{<c> for <c> in <x> where <b>}",
        "win when count(own.filter(|d| d.q > 3)) > 2", says=_METHOD),
    Row(f"<x> . <f=map> ( {_FUNCTION} )", "{<b> for <c> in <x>}", "win when count(own.map(d => d)) > 2", says=_METHOD),
    Row("<x> . <f=contains/includes/has> ( <a()> )", "<a> in <x>", "win when own.contains(last)", says=_METHOD),
    Row("<x> . <f=count/size/length/len> ( )", "count(<x>)", "win when own.count() > 2", says=_METHOD),
    Row("<x> . <f=union/add/plus> ( <a()> )", "<x> | <a>", "place man on empty.union(enemy)", says=_METHOD),
    Row("<x> . <f=intersection/intersect> ( <a()> )", "<x> & <a>", "place man on empty.intersect(corners)",
        says=_METHOD),
    Row("<x> . <f=difference/minus/without/remove> ( <a()> )", "<x> - <a>", "place man on empty.minus(corners)",
        says=_METHOD),
    Row("<x> . <f=isempty/is_empty/empty> ( )", "<x> == {}", "win when enemy.is_empty()", says=_METHOD),
)  # fmt: skip

EXPRESSIONS = (*_SIGNS, *_CHOICES, *_QUANTIFIERS, *_CALLS)
