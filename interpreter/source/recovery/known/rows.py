"""What other languages, and people, write in several words or signs: one row each, read by `matching.py`.

A row with an example is a test: it is answered with what the row says, and its advice, followed, leaves no error.
"""

from __future__ import annotations

from typing import NamedTuple

from .. import costs
from ..foreign import LOOP


class Row(NamedTuple):
    """A form of another language: the pattern of its tokens, and how it is written here, with the same blanks."""

    theirs: str
    ours: str
    example: str
    where: str = ""
    """In which list of items it begins, or in items with which first words (terminals); empty for anywhere."""

    says: str = "`<theirs>` is not used here"
    """The message; `<theirs>` is the passage, `<ours>` the same in our form."""

    advice: str | None = None
    """What to do, if that is not just to write it in our form."""

    sure: bool = False
    """Whether it holds whatever else is wrong, so that `--fix` may do it; else it is told only if it makes sense."""

    reads: str | None = None
    """What is read in its place, if that is not our form."""

    marks: tuple[str, ...] = ()
    """The first and the last part that are marked, by name or number; all of it without."""

    cost: float = costs.ROW
    lines: bool = False
    """Whether it may go on over several lines."""

    is_name: bool = False
    """Whether it is used as a name, and so is told once wherever else it stands."""

    unexpected: str = ""
    """What cannot stand there, if the message says no more than that."""

    @property
    def message(self) -> str:
        """The message, with blanks."""
        return f"unexpected `{self.unexpected}`" if self.unexpected else self.says


_EMPTY = "compare with the set that has no cells: … <ours>"
_GATHERS = "this set does not say what it gathers"
_WHERE = "write: {<c> for <c> in <s> where …}"
_SEVERAL = "parentheses hold only one value here"
_KINDS = "several kinds of piece stand in braces"
_VALUES = "write what a name is chosen from in braces"
_SETS = "`choose` takes one cell, not one of several sets of cells"

_COMPARISONS = (
    Row("is empty", "== {}", "win when enemy is empty", unexpected="<theirs>", advice=_EMPTY, sure=True),
    Row("is not empty", "!= {}", "win when corners & own is not empty", unexpected="<theirs>", advice=_EMPTY,
        sure=True),
    Row("is? equal/equals to?", "==", "draw when count(empty) is equal to 0", sure=True),
    Row("is? not equal to?", "!=", "win when count(empty) is not equal to 9", sure=True),
    Row("^ win/lose when <c…> for <p:player>", "<1> for <p> when <c>", "", "file", sure=True,
        says="the player comes before `when`", marks=("4", "p"), lines=True),
    Row("is not", "!=", "win when last is not none", sure=True),
    Row("is? greater/more/larger/bigger/higher than", ">", "win when count(own) is more than 12", sure=True),
    Row("is? less/fewer/smaller/lower than", "<", "win when count(own) less than 3", sure=True),
    Row("is? at least", ">=", "win when count(own) is at least 12", sure=True),
    Row("is? at most", "<=", "win when count(own) at most 1", sure=True),
    Row("at least <n#> in/of? <s&>", "count(<s>) >= <n>", "win when at least 12 in own"),
    Row("at most <n#> in/of? <s&>", "count(<s>) <= <n>", "win when at most 2 in own"),
    Row("exactly <n#> in/of? <s&>", "count(<s>) == <n>", "win when exactly 3 in own & corners"),
    Row("more than <n#> in/of? <s&>", "count(<s>) > <n>", "win when more than 12 in own"),
    Row("fewer/less than <n#> in/of? <s&>", "count(<s>) < <n>", "win when fewer than 2 in enemy"),
    Row("<a> <o=</<=/>/>=> <b> <p=</<=/>/>=>", "<a> <o> <b> and <b> <p>", "win when 2 < turn < 9", sure=True,
        says="a comparison has two sides", advice="write: <ours> …", marks=("p",)),
)  # fmt: skip

_CONDITIONS = (
    Row("<q=some/every> <g:name> in <s…> , <b…>", "<q> <g> in <s>: <b>", "win when some g in groups(own), count(g) > 5",
        unexpected=",", advice="did you mean `:`?", marks=("4",), cost=costs.DOUBTFUL),
    Row("<q=some/every> <c:name> in <s…> such/has/have/where/with that?", "<q> <c> in <s>:",
        "win when some d in own such that d.q > 3", unexpected="<marked>", advice="did you mean `:`?",
        marks=("4", "5")),
    Row("<g:name> in <s…> :", "some <g> in <s>:", "win when g in groups(own): count(g) > 5", marks=("g",),
        says="`some` or `every` is missing before `<g>`", cost=costs.DOUBTFUL, reads="some <g> in <s>:",
        advice="write: some <g> in …: …, or: every <g> in …: …"),
    Row("(/=/:/,/when/where <a…> then", "<0> if <a> then", "win when (turn > 3 then turn else 9) > 4", marks=("a",),
        says="`if` is missing before `<a>`", advice="write: if <a> then …", cost=costs.DOUBTFUL),
    Row("there is/are/exists a? <d:name> in", "some <d> in", "win when there is d in own: d.q > 3",
        advice="did you mean `some`? write: <ours> …"),
    Row("for all/every/each <c:name> in", "every <c> in", "win when for all c in own: c.q > 3",
        advice="did you mean `every`? write: <ours> …"),
    Row("<a> connects <b> and/to/with <c>", "connects(<a>, [<b>, <c>])", "win when own connects top and bottom"),
    Row("<a> connects <b>", "connects(<a>, <b>)", "win when own connects own.edges"),
    Row("<a> is? connected to/by/with <b>", "connects(<a>, <b>)", "win when own connected to own.edges"),
    Row("the? board is full", "empty == {}", "draw when the board is full", sure=True),
    Row("unless <c…>", "where not (<c>)", "place man on empty unless turn < 3", unexpected="unless",
        advice="write: <ours>", marks=("0",), sure=True),
    Row("unless <c…>", "and not (<c>)", "win when count(own) > 5 unless turn < 3", unexpected="unless",
        advice="write: <ours>", marks=("0",)),
    Row("<o=</<=/>/>=/==/!=/+/-/*/and/or> if <a…> then <b…> else <c…>", "<o> (if <a> then <b> else <c>)", sure=True,
        example="win when count(own) > if turn > 4 then 8 else 9", says="a choice after an operator needs parentheses"),
    Row("no legal? move/moves left?", "stuck", "lose at start of turn when no move", sure=True),
    Row("any <c:name> in <s…> :", "some <c> in <s>:", "win when any d in own: d.q > 3", unexpected="any",
        advice="did you mean `some`? write: <ours> …", marks=("0",)),
    Row("no <c:name> in <s…> :", "not some <c> in <s>:", "win when no d in own: d.q > 3", unexpected="no", marks=("0",),
        advice="write: <ours> …"),
    Row("count ( <c:name> in <s…> : <t…> )", "count(<c> for <c> in <s> where <t>)",
        "win when count(d in own: d.q > 2) > 3", says="this `count` does not say what it counts", marks=("c", "s")),
    Row("<a> cannot move", "stuck", "lose at start of turn when own cannot move",
        says="`cannot` is not used here", advice="an ending at the start of a turn asks whether nothing is possible: "
        "at start of turn when stuck", marks=("1", "2"), reads="stuck"),
    Row("no <s>", "<s> == {}", "win when no own.king", unexpected="no", sure=False),
    Row("<c> is? next/adjacent to <s>", "adjacent(<c>) & <s> != {}", "win when last is adjacent to corners"),
    Row("\\ +", "not", "win when \\+ connects(enemy, own.edges)", sure=True),
    Row("( <o=>/</>=/<=/==/!=> <a> <b> )", "<a> <o> <b>", "win when (> turn 12)",
        says="`<o>` stands between its operands"),
    Row("( <o=>/</>=/<=/==/!=> ( <f:name> <a> ) <b> )", "<f>(<a>) <o> <b>", "win when (> (count own) 12)",
        says="`<o>` stands between its operands"),
    Row("( <f:name> <a> <b> )", "<f>(<a>, <b>)", "win when (connects own own.edges)",
        says="the parenthesis comes after `<f>`, with commas between the arguments"),
    Row("<x> . <f:name> ( )", "<f>(<x>)", "win when count(own.groups()) > 5", says="`<f>` is not written after a dot"),
    Row("<x> . <f:name> ( <a()> )", "<f>(<x>, <a>)", "win when own.connects(own.edges)",
        says="`<f>` is not written after a dot"),
    Row("largest/biggest group/chain ( <s()> )", "largest(count(g) for g in groups(<s>))",
        "win when largest group(own) > 6"),
    Row("[ <e…> for <c:name> in <s…> ]", "{<e> for <c> in <s>}", "win when count([d for d in own]) > 4",
        says="a set with `for` needs braces"),
    Row("[ <e…> for <c:name> in <s…> where/if <t…> ]", "{<e> for <c> in <s> where <t>}",
        "win when count([d for d in own if d.q > 2]) > 4", says="a set with `for` needs braces"),
    Row("( <e…> for <c:name> in <s…> if <t…> )", "(<e> for <c> in <s> where <t>)",
        "win when count(d for d in own if d.q > 2) > 4", says="`if` is written `where` here", marks=("4", "t")),
    Row("some ( \\ <c:name> -> <b…> ) <s>", "some <c> in <s>: <b>", "win when some (\\d -> d.q > 3) own"),
    Row("match <x> { <k> => <a> , _ => <b> }", "if <x> == <k> then <a> else <b>",
        "let k = match 3 { 5 => 3, _ => 4 }", says="`match` is written `if … then … else …` here"),
    Row("let <n:name> = <a…> in <b*>", "", "win when let m = 2 in count(own) > m", reads="<b>", marks=("0", "n"),
        says="`let` is an item, not part of an expression", advice="name it before: define <n> = <a>"),
    Row("<a> : : <b:name>", "<a>.<b>", "win when connects(own, own::edges)"),
    Row("<l> [ <a#> : <b#> ]", "<l>", "win when connects(own, sides[0:2])",
        says="`[<a>:<b>]` is no part of a list here", reads="<l>",
        advice="write its elements one by one: [<l>[<a>], …]"),
    Row("{ <c:name> in <s…> where/:/with/if/when/such that?", "{<c> for <c> in <s> where",
        "place man on {d in empty such that d.q > 2}", says=_GATHERS, advice=_WHERE, marks=("c", "s")),
    Row("{ <c:name> in <s…> | <t…> }", "{<c> for <c> in <s> where <t>}", "place man on {d in empty | d.q > 2}",
        says=_GATHERS, marks=("c", "s")),
    Row("{ <c:name> : <d:name> in <s…> , <t…> }", "{<c> for <d> in <s> where <t>}",
        "place man on {d : d in empty, d.q > 2}", unexpected=":", marks=("2",)),
    Row("{ <e…> for <c:name> in <s…> if/:/with/when/such that?", "{<e> for <c> in <s> where", sure=True,
        example="place man on {d for d in empty such that d.q > 2}", unexpected="<marked>", marks=("6", "7"),
        advice="did you mean `where`?"),
    Row("( <a#> , <b#> )", "cell(<a>, <b>)", "place man on {(2, 2)}", says=_SEVERAL, reads="…(<a>, <b>)",
        advice="write a cell as `cell(<a>, <b>)`", cost=costs.LIKELY),
    Row("( <a> , <b> )/]", "[<a>, <b>]", "win when connects(own, (top, bottom))", says=_SEVERAL, reads="[<a>, <b>]",
        advice="write a list as `[<a>, <b>]`", cost=costs.LIKELY),
    Row("in ( <a#> , <b#> )", "in <a>, <b>", "", "OPTION VAR", _SEVERAL, "write: <a>, <b>, or: <a>..<b>",
        marks=("1", "5"), reads="in <a>, <b>"),
    Row("in ( <v()> )", "in <v>", "option deep = 2 in (2, 5, 9)", "OPTION VAR", _SEVERAL, "write: <v>",
        marks=("1", "3"), reads="in <v>"),
    Row("<a#> . <b#>", "", "win when turn > 2.5", says="`<a>.<b>` is not a whole number", reads="<a>",
        advice="numbers are whole; write a range as `<a>..<b>`"),
    Row("f/r/b/u <t:text>", "<t>", "", unexpected="<0>", advice="leave it out: a text has nothing before it",
        marks=("0",)),
)  # fmt: skip

_DEFINITIONS = (
    Row("def/fn/fun/func/function <f:name> ( <p()> ) :/=>/-> return? <b*>", "define <f>(<p>) = <b>",
        "def far(d): return d.q > 3", "file", unexpected="<0>", marks=("0",)),
    Row("def/fn/fun/func/function <f:name> ( <p()> ) { return? <b()> }", "define <f>(<p>) = <b>",
        "function far(d) { return d.q > 3 }", "file", unexpected="<0>", marks=("0",)),
    Row("def/fn/fun/func/function <f:name> ( <c:name> : <t:name> ) -> <u:name> { <b()> }", "define <f>(<c>) = <b>",
        "fn far(d: Cell) -> bool { d.q > 3 }", "file", unexpected="<0>", marks=("0",)),
    Row("define <f:name> ( <p()> ) { <b…> }", "define <f>(<p>) = <b>", "define far(d) { d.q > 3 }",
        says="a definition has a `=` and no block", lines=True),
    Row("define <f:name> { <b…> }", "define <f> = <b>", "define late { turn > 9 }",
        says="a definition has a `=` and no block", lines=True),
    Row("relation <f:name> ( <p:name> , <c:name> ) = <b…>", "", "relation ahead(p, c) = {d for d in adjacent(c)}",
        says="a relation has one parameter, the cell", marks=("p", "c"), lines=True,
        advice="an item of the file has more: define <f>(<p>, <c>) = <b>"),
    Row("define <f:name> = lambda <c:name> : <b*>", "define <f>(<c>) = <b>", "define far = lambda d: d.q > 3",
        says="`lambda` is not used here: parameters follow the name"),
    Row("define <f:name> = ( <c:name> ) => <b*>", "define <f>(<c>) = <b>", "define near = (d) => adjacent(d) & own",
        says="`=>` makes no function here: parameters follow the name"),
    Row("define <f:name> = <c:name> => <b*>", "define <f>(<c>) = <b>", "define near = d => adjacent(d) & own",
        says="`=>` makes no function here: parameters follow the name"),
    Row("( <g:name> : <t:name> )", "(<g>)", "define dead(g: group) = count(g) == 0", "DEFINE EFFECT",
        says="parameters have no type here"),
)  # fmt: skip

_ITEMS = (
    Row("set - up", "setup", "set-up { as Red { place man on corners } }", "file", unexpected="<theirs>",
        advice="did you mean `setup`?", sure=True),
    Row("option/var <n:name> = <v…> in", "<0> <n> = (<v>) in", "option deep = if 3 > 2 then 1 else 2 in 1..3",
        "OPTION VAR", "a computed default needs parentheses", "write: (<v>)", sure=True, marks=("v",)),
    Row("option <n:name> { <b()> }", "option <n> = DEFAULT in VALUES", "option deep { default 2 values 1..3 }",
        "OPTION", "an option has no block", reads="option <n> = … in …"),
    Row("<p:player> wins/win when/if", "win for <p> when", "Red wins when count(empty) == 0", "file",
        unexpected="<p> <1>", sure=True, marks=("p", "1")),
    Row("<p:player> loses/lose when/if", "lose for <p> when", "Red loses if count(empty) == 0", "file",
        unexpected="<p> <1>", sure=True, marks=("p", "1")),
    Row("result/ending/goal <w=win/lose/draw> when", "<w> when", "result win when connects(own, own.edges)", "file",
        sure=True),
    Row("extends/inherits/imports <x:name>", "variant of <x>", "", "file"),
    Row("author <a:text> and/, <b:text>", "author <a> author <b>", 'author "Piet" and "John"', "AUTHOR",
        says="an `author` has one name"),
    Row("no draws/draw/ties", "no-draws", "claims no draws", "CLAIMS", sure=True),
    Row("option <t:text> <w:name> <v*>", "option <w> <v> <t>", 'option "the depth" deep = 2 in 1..3', "OPTION",
        says="the description of an option comes last", marks=("t",)),
    Row("players [ <p()> ]", "players <p>", "", "PLAYERS", says="a list of players needs no brackets", sure=True),
    Row("stacks <n#>", "stacks up to <n>", "", "file", sure=True),
    Row("stacks", "stacks up to NUMBER", "", "file", "this `stacks` is incomplete", reads="stacks up to 9",
        cost=costs.DOUBTFUL - costs.FOREIGN_WORD_NEXT),
    Row("{ <b()> } as", "… as", "", "LOOK", says="cells with a look of their own need a name", reads="… as",
        advice="write: region NAME = {<b>}, in the board, and its name here", marks=("0", "2")),
    Row("<k:name> <t:text> as <f:name>", "<k> as <f> <t>", "", "LOOK",
        says="the words for a thing come after its form"),
    Row("<a:name> <n#>", "", "", "PLAYERS PIECES MARKS EDGE GRID", "`<theirs>` is two words",
        "a name is one word, such as `<a><n>`", reads="<a>", is_name=True),
    Row("players - <a:name> - <b:name>", "players <a>, <b>", "", says="players are separated by commas", lines=True,
        marks=("1",)),
    Row("per/by <w=player/cell/piece>", "for each <w>", "var taken = 0 in 0..40 per player", "VAR", sure=True),
    Row("or/and <w=win/lose/draw> when", "<w> when", "win when turn > 9 or lose when turn > 20",
        says="`<0>` does not join endings", sure=True, lines=True),
    Row("{ <b()> }", "", "win when turn > 9 { own becomes empty }", "WIN LOSE DRAW", "an ending has no block",
        "leave it out: the game is over then"),
    Row("( players <b()> )", "players …, …", "", "file", advice="write: players Red, Blue", lines=True,
        marks=("0", "1")),
    Row("( play/rules/phases <b()> )", "", "", "file", advice="write: turn { place stone on empty }", lines=True,
        reads="turn { pass }", marks=("0", "1")),
    Row("( end <b()> )", "", '(end (if (is Line 3) (result Mover Win)))', "file", lines=True, marks=("0", "1"),
        advice="write: win when CONDITION"),
    Row("( define <b()> )", "", "(define near (adjacent c))", "file", lines=True, marks=("0", "1"),
        advice="write: define NAME(PARAMETERS) = EXPRESSION"),
    Row("( equipment/board <b()> )", "", "", "file", lines=True, marks=("0", "1"), reads="board { shape … }",
        advice="write: board { shape rhombus(11) }"),
    Row("equipment { board <w:name>", "board {", "", "file", lines=True),
)  # fmt: skip

_BOARDS = (
    Row("<a> and/& <b>", "<a>, <b>", "wrap left and right as seam", "WRAP PORTAL", unexpected="<1>",
        advice="did you mean `,`?", marks=("1",), cost=costs.DOUBTFUL),
    Row("wrap <s> as", "wrap <s>, SIDE as NAME", "wrap left as seam", "board", "this `wrap` has one side",
        "write: <ours>, or: wrap perimeter antipodal as NAME", reads="wrap <s>, … as", cost=costs.DOUBTFUL),
    Row("link/unlink <a> , <b>", "<0> <a> - <b>", "link cell(0, 0), cell(4, 4)", unexpected=",", sure=True,
        advice="join the cells by `-`", marks=("2",), cost=costs.LIKELY),
    Row("link/unlink <a> , <b> , <c>", "<0> <a> - <b> - <c>", "link cell(0, 0), cell(4, 4), cell(1, 3)", sure=True,
        unexpected=",", advice="join the cells by `-`", marks=("2",), cost=costs.LIKELY),
    Row("<a> in/for/to/of/by <p:player>", "<a>: <p>", "edge top, bottom for Red", "EDGE", unexpected="<1>",
        advice="did you mean `:`?", marks=("1",)),
    Row("<p:player> owns/has/gets <a> and/, <b>", "edge <a>, <b>: <p>", "Red owns top and bottom", "board"),
    Row("regions/region <p:name> { <a> ,? <b> }", "edge <a>, <b>: <p>", "regions Red { top bottom }", "board"),
    Row("moebius/mobius/twisted/flipped as? <n:name>?", "reversed as …", "", "WRAP"),
    Row("square with? diagonal/diagonals", "square8", "", "GRID", sure=True),
    Row("<a#> . <b#> . <c#>", "faces of <a>.<b>.<c>", "", "GRID",
        says="`<theirs>` is a tiling: say what of it is a cell"),
    Row("split :", "split …:", "edge perimeter split: Red, Blue", "EDGE",
        says="`split` needs a number: into how many runs?", advice="write: edge SIDES split NUMBER: PLAYER, …"),
    Row("to/with", ",", "wrap left to right as w", "WRAP", unexpected="<theirs>",
        advice="write `,` between the two sides", sure=True),
)  # fmt: skip

_DECISIONS = (
    Row("<v=place/move/among> <a:name> or/and/,/| <b:name> <w=from/on/of>", "<v> {<a>, <b>} <w>",
        "move man or king from s among own to d among adjacent(s) & empty", says=_KINDS, sure=True, marks=("a", "b"),
        advice="write: {<a>, <b>}"),
    Row("<v=place/move/among> <a:name> or/and/,/| <b:name> or/and/,/| <c:name> <w=from/on/of>",
        "<v> {<a>, <b>, <c>} <w>", "", says=_KINDS, sure=True, marks=("a", "c"), advice="write: {<a>, <b>, <c>}"),
    Row("choose <n:name> in <a:region> , <b:region>", "choose <n> in 0..1", "choose d in left, right", says=_SETS,
        advice="choose a number: choose <n> in 0..1, and write [<a>, <b>][<n>]", reads="choose <n> in <a>",
        marks=("a", "b")),
    Row("choose <n:name> in <a:region> , <b:region> , <c:region>", "choose <n> in 0..2", "choose d in top, left, right",
        says=_SETS, advice="choose a number: choose <n> in 0..2, and write [<a>, <b>, <c>][<n>]",
        reads="choose <n> in <a>", marks=("a", "c")),
    Row("choose/random <n:name> in <a> , <b>", "<0> <n> in {<a>, <b>}", "choose k in 1, 5", says=_VALUES, sure=True,
        advice="write: {<a>, <b>}", marks=("a", "b")),
    Row("choose/random <n:name> in <a> , <b> , <c>", "<0> <n> in {<a>, <b>, <c>}", "choose k in 1, 5, 7", says=_VALUES,
        sure=True, advice="write: {<a>, <b>, <c>}", marks=("a", "c")),
    Row("becomes/place/move <p:player> <k:name>", "<0> <k> of <p>", "place Red man on empty", unexpected="<p> <k>",
        advice="write: <k> of <p>", marks=("p", "k"), sure=True),
    Row("<w=on/among/to/from> any/every/each/all <s:name>", "<w> <s>", "place man on every empty", sure=True,
        unexpected="<1> <s>", marks=("1", "s")),
    Row("any/every/each/all/a/an/the? <s:name> cell/cells/space/spaces/square/squares/field/fields/point/points", "<s>",
        "place man on any empty cell", unexpected="<theirs>", sure=True),
    Row("choose <n#>", "pick <n>", "choose 2 from hand into shown", unexpected="choose",
        advice="cards are picked: write `pick`", marks=("0",), sure=True),
    Row("pick <n:name> in", "choose <n> in", "pick k in 1..5", unexpected="pick", marks=("0",), sure=True,
        advice="write `choose` for a number, a cell, a player or a name"),
    Row("choose <n:name> <w=among/from/of>", "choose <n> in", "choose k among 1..5", unexpected="<w>",
        advice="write `in`: what is chosen always has a name", marks=("w",), sure=True),
    Row("<m=may/otherwise>? place <n#> <r*>", "repeat <n> { <m> place <r> }", "place 2 man on empty",
        says="a decision places one piece", marks=("n",), reads="<m> place <r>"),
    Row("place up to <n#> <r*>", "repeat up to <n> { place <r> }", "place up to 2 man on empty",
        says="a decision places one piece", marks=("1", "n"), reads="place <r>"),
    Row("player/players places/place/puts/put a/an/the? <p:name> on a/an/any/the? empty cell/cells/space/spaces?",
        "place <p> on empty", "player places a man on an empty cell", "script", reads="may place <p> on empty"),
    Row("place new/one/another <p:name> on", "place <p> on", "place new man on empty"),
    Row("place on", "place … on", "place on empty", says="`place` does not say which piece",
        advice="write: place PIECE on CELLS, such as `place stone on empty`"),
    Row("place <p:name> where <c…> on <s…>", "place <p> on <s> where <c>", "place man where turn > 2 on empty",
        says="`where` comes after the cells", marks=("2", "c")),
    Row("<w=on/among/in> sites/spaces/squares/points <x>", "<w> <x>", "place man on sites empty"),
    Row("from <s:name> among <a> to <d:name> adjacent/next and/to/& <b>",
        "from <s> among <a> to <d> among adjacent(<s>) & <b>", "move man from s among own to d adjacent and empty",
        says="`<d>` is named by `among`", marks=("d", "7")),
    Row("<w=swap/pass> <m=may/otherwise>", "<m> <w>", "swap may on turn 2", "script",
        "`<w>` and `<m>` are in the wrong order", sure=True),
    Row("may exchange <r*>", "may move PIECE from s among CELLS to d among CELLS { exchange s, d }",
        "may exchange last, last", says="`exchange` is not a decision", marks=("1",), reads="may pass",
        advice="write it in the block of a decision: <ours>"),
    Row("<m=may/otherwise> <w=set/say/again/let> <r*>", "<m> pass { <w> <r> }", "may set n = 3",
        says="`<w>` is not a decision", marks=("w",), advice="write it in the block of a decision: <ours>"),
    Row("random <t:name> in <s…> where <c…>", "random <t> in {<t> for <t> in <s> where <c>}",
        "random t in empty where t.q > 1\n  then place man on t", "RANDOM", "`random` takes no `where`",
        "draw from a smaller set: <ours>", reads="random <t> in <s>", marks=("4", "c")),
    Row("where/if <c…> to <d…>", "to <d> where <c>", "move man from s among own where turn > 2 to d among empty",
        says="the condition must come after both cells", marks=("0", "c")),
    Row("where/if <c…> on turn <n>", "on turn <n> where <c>", "place man on empty where turn > 2 on turn 3",
        says="`on` must come before `<0>`", marks=("2", "n"), lines=True),
    Row("forbid <c…> <t:text>? on turn <n>", "on turn <n> forbid <c> <t>",
        "place man on empty forbid turn > 2 on turn 3", says="`on` must come before `<0>`", marks=("3", "n"),
        lines=True),
    Row("forbid <c…> <t:text>? where/if <d…>", "where <d> forbid <c> <t>",
        'place man on empty forbid turn > 2 "late" where turn > 1', says="`<3>` must come before `forbid`",
        marks=("3", "d"), lines=True),
    Row("where <c…> <t:text>? where <d…> <u:text>?", "where (<c>) and (<d>) <t>",
        "place man on empty where turn > 1 where turn < 9", says="a decision has one `where`", marks=("3", "d"),
        lines=True),
    Row("forbid <c…> <t:text>? forbid <d…> <u:text>?", "forbid (<c>) or (<d>) <t>",
        "place man on empty forbid turn < 3 forbid turn > 9", says="a decision has one `forbid`", marks=("3", "d"),
        lines=True),
)  # fmt: skip

_STATEMENTS = (
    Row("pie", "may swap on turn 2", "pie", "script", unexpected="<theirs>", sure=True),
    Row("elif/elsif/elseif/elsf <c…> {", "else if <c> {", "if turn > 3 { set n = 1 } elif turn > 2 { set n = 2 }",
        "script", "`<0>` is not used here", "write: else if … { … }", sure=True, marks=("0",)),
    Row("for ( <x()> )", "repeat 1", "for (k = 0; k < 2; k++) { set n = 1 }", "script",
        "`for (…)` does not begin a loop here", f"write: for c in CELLS {{ … }}, or: {LOOP.removeprefix('write: ')}",
        reads="repeat 1"),
    Row("repeat while <c…>", "repeat 100 while <c> { … }", "repeat while turn < 3 { set n = 1 }", "script",
        "a loop with a condition needs the most times it may run", reads="repeat while possible", marks=("c",),
        cost=costs.DOUBTFUL),
    Row("} forbid <c…> <t:text>?", "}", "place man on c among empty { c becomes man } forbid turn > 9",
        says="`forbid` must come before the block of its decision", marks=("1", "c"), lines=True,
        advice="write it before the `{`: forbid <c> <t>"),
    Row("} where/if <c…> <t:text>?", "}", "place man on c among empty { c becomes man } where turn > 9",
        says="`<1>` must come before the block of its decision", marks=("1", "c"), lines=True,
        advice="write it before the `{`: where <c> <t>"),
    Row("<a> moves to <b>", "<a> to <b>", "", "script", says="`moves` is not used here", marks=("1",)),
    Row("flip/reverse <x&>", "for x in <x> { x becomes x.kind of own }", "flip adjacent(c) & enemy", "script",
        "`<0>` is not a statement here", marks=("0",), cost=costs.LIKELY),
    Row("<p:player> : <r*>", "", "Red: corners", "script", says="a player does not come before `:` here",
        marks=("p", "1"), advice="name the cells, then what they hold, such as: {cell(0, 0)} becomes PIECE of <p>"),
    Row("remove/delete/clear/capture/captures/kill/removes/erase <x&>", "<x> becomes empty", "remove c", "script",
        "`<0>` is not a statement here", marks=("0",), sure=True, cost=costs.LIKELY),
    Row("if <c…> { <w=win/lose/draw> }", "", "if turn > 9 { win }", "script", "`<w>` is an ending, not a statement",
        "an ending stands outside the turn, as in: <w> when <c>", marks=("w",), cost=0.2),
)  # fmt: skip

ROWS = (*_COMPARISONS, *_CONDITIONS, *_DEFINITIONS, *_ITEMS, *_BOARDS, *_DECISIONS, *_STATEMENTS)
