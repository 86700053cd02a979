"""Rows of statements and items that are right in other languages: loops, blocks, lines, changes."""

from __future__ import annotations

from .. import costs
from ..foreign import CLOSERS, LOOP
from .rows import Row

_NO_STATEMENT = "`<1>` does not begin a statement here"
_NO_LOOP = "`<1>` does not begin a loop here"
_ENDS = "/".join(sorted(CLOSERS))
_ENDED = "if/for/repeat/as/together/while/until/graph/board/turn/round/setup"
_BRANCHES = "write: if … { … } else { if … { … } else { … } }"

_BLOCKS = (
    Row("^ while possible", "repeat while possible", "", "script", "`repeat` is missing before `while`", sure=True),
    Row("^ while <c…>?", "", "", "script", _NO_LOOP,
        "write: repeat 100 while <c> { … }, with the most times it may run, or: repeat while possible { … }",
        marks=("1",), reads="if <c>"),
    Row("^ until <c…>?", "", "", "script", _NO_LOOP, LOOP, marks=("1",), reads="if <c>"),
    Row("^ loop/forever {", "", "loop { set n = 1 }", "script", _NO_LOOP, LOOP, marks=("1",), reads="repeat 1 {"),
    Row("^ unless <c…>", "", "unless turn > 3 { set n = 1 }", "script", _NO_STATEMENT, "write: if not (…) { … }",
        marks=("1",), reads="if not <c>"),
    Row("^ when/whenever <c…>", "if <c>", "when turn > 3 { set n = 1 }", "script", _NO_STATEMENT, "write: if … { … }",
        marks=("1",), sure=True),
    Row("^ switch/case/match/select <x…> { <b()> }", "", "", "script", _NO_STATEMENT, _BRANCHES, marks=("1", "x"),
        reads="", lines=True),
    Row("^ switch/case/match/select <x…> :/of/do? <b:lines> end/esac?", "", "", "script", _NO_STATEMENT, _BRANCHES,
        marks=("1", "x"), reads="", lines=True),
    Row(f"{_ENDS} {_ENDED}?", "}", "", says="`<theirs>` does not close a block here"),
    Row(f"{_ENDS} {_ENDED}?", "", "", says="`<theirs>` closes nothing here", reads="",
        advice="leave it out: a block ends with `}`", cost=costs.ROW + costs.BACK),
)  # fmt: skip

_LINES = (
    Row("^ import/include/using/use/from/load <r*>?", "", "", "file", "`<1>` does not begin an item here",
        "write: variant of NAME, which takes over the rules of another sheet", marks=("1",), reads=""),
    Row("^ return <r*>?", "", "return turn", "script", _NO_STATEMENT,
        "leave it out: a turn ends after its last statement", marks=("1", "r"), reads=""),
    Row("^ break/continue/exit/goto <r*>?", "", "", "script", _NO_STATEMENT,
        "leave it out: what follows depends on an `if`, not on a jump", marks=("1", "r"), reads=""),
    Row("^ print/log/echo <r*>?", "", 'print "late"', "script", _NO_STATEMENT,
        "leave it out: a game has no output of its own", marks=("1", "r"), reads=""),
    Row("^ <v:verb> <r*>", "", "rotate own by 90", "script", "there is no statement `<v>`", "say what becomes of the "
        "cells: `c becomes stone`, `c becomes empty`, `c to d`, `exchange c, d`, `set n = 1`", marks=("v",), reads="",
        cost=costs.SELDOM),
)  # fmt: skip

_CHANGES = (
    Row("^ <x:kept> =/==/is/gets/turns <v…>", "set <x> = <v>", "n = 3", "script",
        "`<x>` needs `set` to change its value", reads="set <x> = <v>"),
    Row("^ <c:name> . <x:kept> =/==/is/gets/turns <v…>", "set <c>.<x> = <v>", "", "script",
        "`<c>.<x>` needs `set` to change its value", reads="set <c>.<x> = <v>"),
    Row("^ <x:kept> = $", "set <x> = …", "", "script", "`<x>` needs `set` to change its value", reads="set <x> = <x>"),
    Row("^ <x:kept> < - <v…>", "set <x> = <v>", "n <- 3", "script", "`<x>` needs `set` to change its value",
        reads="set <x> = <v>"),
    Row("^ <c> =/==/is/gets/turns <k> of <p> $", "<c> becomes <k> of <p>", "c = man of Red", "script", unexpected="<2>",
        advice="change a cell with `becomes`: <ours>", sure=True, marks=("2",)),
    Row("^ <c> =/==/is/gets/turns <k> $", "<c> becomes <k>", "c = king", "script", unexpected="<2>",
        advice="change a cell with `becomes`: <ours>", sure=True, marks=("2",)),
    Row("^ <c> < - <k>", "<c> becomes <k>", "c <- king", "script", unexpected="<-",
        advice="change a cell with `becomes`: <ours>", sure=True, marks=("2", "3")),
    Row("^ ( <s()> ) becomes/gains/loses <k*>", "<s> <4> <k>", "", "", "a statement cannot begin with `(`", sure=True),
    Row("^ { <s()> } becomes/gains/loses <k*>", "for <new> in {<s>} { <new> <4> <k> }", "", "script",
        "a brace after a decision opens its block", sure=True),
    Row("^ <a> , <b> becomes/gains/loses <k*>", "{<a>, <b>} <4> <k>", "", "script", "several cells need braces",
        sure=True),
    Row("^ <a> , <b> , <c> becomes/gains/loses <k*>", "{<a>, <b>, <c>} <6> <k>", "", "script",
        "several cells need braces", sure=True),
    Row("^ <e:effect> <a>", "<e>(<a>)", "", "script", "`<e>` is an effect", sure=True),
    Row("^ <e:effect>", "<e>()", "", "script", "`<e>` is an effect", sure=True),
)  # fmt: skip

_PARTS = (
    Row("<x> if <c…>", "<x> where <c>", "place man on empty if turn > 3", "", unexpected="if",
        advice="write `where` to limit a decision", marks=("1",), sure=True, cost=costs.LIKELY),
    Row("<d=swap/pass> if <c…>", "<d> where <c>", "pass if turn > 3", "", unexpected="if",
        advice="write `where` to limit a decision", marks=("1",), sure=True, cost=costs.LIKELY),
    Row("where/forbid <t:text> <c…>", "<0> <c> <t>", 'place man on empty where "late" turn > 3',
        says="the reason must come after the condition of `<0>`", marks=("t",)),
    Row("<m=may/otherwise>? <v=place/move/choose/pick/swap/pass/random/player> <x~> <t:text> <r*>?",
        "<m> <v> <t> <x> <r>", 'place man on empty "where?"', says="what a player is asked must come after `<v>`",
        marks=("t",)),
    Row("option/var <n:name> in", "<0> <n> = … in", "option deep in 1..3", "OPTION VAR", "`<n>` has no default",
        "write: <0> NAME = DEFAULT in VALUES", marks=("n",)),
    Row("option/var <n:name> = <v> ../,", "<0> <n> = … in <v> <4>", "option deep = 1..3", "OPTION VAR",
        "`<n>` has no default", "write: <0> NAME = DEFAULT in VALUES", marks=("n",)),
    Row("option/var <n:name> = <v…>", "<0> <n> = <v> in …", "option deep = 2", "OPTION VAR",
        "`<n>` has no list of values", "write: <0> NAME = DEFAULT in VALUES", marks=("n",),
        cost=costs.LIKELY),
    Row("for each <x:name>", "for each cell", "var m = 0 in 0..4 for each tile", "VAR",
        "there is no variable for each `<x>`", "write: for each cell, for each piece, for each player, or for each x "
        "in ELEMENTS", reads="for each cell", marks=("x",), cost=costs.LIKELY),
)  # fmt: skip

STATEMENTS = (*_BLOCKS, *_LINES, *_CHANGES, *_PARTS)
