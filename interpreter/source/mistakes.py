"""The mistakes that people bring from other languages, or make with this one, each with words of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.source.automaton import END, starters
from interpreter.source.diagnostics import Diagnostic, did_you_mean
from interpreter.source.fault import BRACKETS, Fault, Mend, after_block
from interpreter.source.grammar import keywords, literal
from interpreter.source.scan import Lexeme, scan_part
from interpreter.source.telling import FORMS, mended_line
from interpreter.source.text import Span
from interpreter.source.wrong_expressions import default_worked_out, second_comparison

SYNONYMS: dict[str, str] = {
    "all": "every", "any": "some", "author": "author", "begins": "start", "by": "as in", "called": "as",
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
    "skip": "pass", "take": "pick", "tie": "draw", "title": "game", "to": ".. into on", "union": "|",
    "unless": "forbid", "until": "when", "variable": "var", "when": "where if", "whenever": "when",
    "where": "when", "while": "when if",
    "winner": "win", "wins": "win", "with": "where", "xor": "!=",
}  # fmt: skip
"""Words of other languages, and of ours in the wrong place, with those that may be meant."""

_PERHAPS = frozenset({"drop", "goto", "set", "take", "unless", "until", "xor"})
"""Those of them that may mean something else as well."""

SHAPES = ("rhombus", "parallelogram", "hexagon", "triangle", "disc", "ring", "map")
GRIDS = ("hex", "square", "square8")

_DECISIONS = ("place", "move", "pick", "swap", "pass")
_SIGNS = {"==": "COMPARE", "!=": "COMPARE", "/": "OVER", "&": "MEET", "|": "UNION", "-": "MINUS", "..": "TO"}


def candidates(fault: Fault) -> Iterator[Mend]:
    """The changes that mend a mistake known by name."""
    for find in _KNOWN:
        yield from find(fault)


def _saying(
    fault: Fault, start: int, end: int, message: str, label: str = "", help_text: str = "", new: str | None = None
) -> Callable[[], Diagnostic]:
    return lambda: Diagnostic("HG101", message, fault.span(start, end), label, help=help_text, replacement=new)


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
    say = _saying(fault, at, at + 1, f"unexpected `{lexeme.text}`", "not expected here", said, sure)
    yield Mend(at, at + 1, (lexeme._replace(kind=new[0], text=new[1]),), 0.4, "own", say)


def _number(fault: Fault) -> Iterator[Mend]:
    """`1.5`, `2n`."""
    at, lexemes = fault.at, fault.lexemes
    one, here = lexemes[at - 1 : at + 1] if at else (lexemes[0], lexemes[0])
    if here.kind == "INT" and one.kind == "DOT" and at > 1 and lexemes[at - 2].kind == "INT":
        message = f"`{lexemes[at - 2].text}.{here.text}` is no whole number"
        help_text = f"numbers are whole; a range is written `{lexemes[at - 2].text}..{here.text}`"
        say = _saying(fault, at - 2, at + 1, message, help_text=help_text)
        yield Mend(at - 1, at + 1, (), 0.5, "own", say)
    if here.kind == "WORD" and one.kind == "INT" and one.end == here.start:
        message = f"`{one.text}{here.text}` is neither a number nor a name"
        write = f"write `{one.text} * {here.text}`, or begin the name with a letter"
        say = _saying(fault, at - 1, at + 1, message, help_text=write)
        new = Lexeme("TIMES", "*", here.start, here.start)
        yield Mend(at, at, (new,), 0.5, "own", say)
        yield Mend(at, at + 1, (), 0.7, "own", say)


# Texts


def _unquoted(fault: Fault) -> Iterator[Mend]:
    """Words where a text is wanted."""
    at, lexemes = fault.at, fault.lexemes
    if "STRING" not in fault.accepted or fault.lexeme.kind in (END, "STRING") or fault.lexeme.first:
        return
    line = fault.line_of(at)
    end = at
    while lexemes[end].kind != END and fault.line_of(end) == line:
        if lexemes[end].open:
            yield from _unopened(fault, end)
            return
        if lexemes[end].kind == "STRING":
            return
        end += 1
    if fault.accepted != {"STRING"}:
        return
    if fault.terminals[at - 1] == "AUTHOR" and lexemes[end - 1].kind == "INT" and end - at > 1:
        end -= 1
    start, stop = lexemes[at].start, lexemes[end - 1].end
    content = fault.text[start:stop]
    written = f'"{content}"'
    word = content if end - at == 1 else content.split()[0]
    new = Lexeme("STRING", written, start, stop)
    write = mended_line(fault, Mend(at, end, (new,), 0, ""))
    yield Mend(at, end, (new,), 0.3, "own", lambda: Diagnostic(
        "HG101", f"unexpected `{word}`", fault.span(at, end), "texts stand in double quotes", help=write,
        replacement=None if '"' in content or content.isdecimal() else written))  # fmt: skip


def _unopened(fault: Fault, quote: int) -> Iterator[Mend]:
    """A text with its closing quote alone."""
    at, lexemes = fault.at, fault.lexemes
    start, stop = fault.lexeme.start, lexemes[quote].start
    content = fault.text[start:stop].rstrip()
    rest = scan_part(fault.source, fault.text, stop + 1, lexemes[quote].end)
    new = (Lexeme("STRING", f'"{content}"', start, stop + 1), *rest)
    span = Span(fault.source, start, stop + 1)
    say = Diagnostic("HG002", 'this text has no opening `"`', span, help=f'begin it with `"`: "{content}"',
                     replacement=f'"{content}"')  # fmt: skip
    yield Mend(at, quote + 1, new, 0.1, "own", lambda: say)


def _quoted_name(fault: Fault) -> Iterator[Mend]:
    """A name in quotes."""
    at, lexeme = fault.at, fault.lexeme
    content = lexeme.text.strip('"')
    if lexeme.kind != "STRING" or "NAME" not in fault.accepted or not content.isidentifier():
        return
    new = lexeme._replace(kind="NAME", text=content)
    write = mended_line(fault, Mend(at, at + 1, (new,), 0, ""))
    say = _saying(fault, at, at + 1, "unexpected text", "names stand without quotes", write, content)
    yield Mend(at, at + 1, (new,), 0.4, "own", say)


# Blocks


def _else_if(fault: Fault) -> Iterator[Mend]:
    """`else if`."""
    at, lexemes = fault.at, fault.lexemes
    if fault.lexeme.text != "if" or not at or fault.terminals[at - 1] != "ELSE":
        return
    end = at
    while lexemes[end].text in ("if", "else"):
        while lexemes[end].kind not in ("LBRACE", END):
            end += 1
        end = after_block(fault.lexemes, end)
    say = _saying(fault, at - 1, at + 1, "`else` is followed by a block", "there is no `else if`",
                  "write: else { if … { … } }")  # fmt: skip
    yield Mend(at, end, (_brace(fault, at), *lexemes[at:end], _brace(fault, end, "RBRACE")), 0.3, "own", say)


def _lone_block(fault: Fault) -> Iterator[Mend]:
    """A statement that begins with `{`."""
    at = fault.at
    if fault.lexeme.kind != "LBRACE" or fault.context(at) != "script":
        return
    if fault.imbalance > 0:
        kind = "double" if fault.lexemes[at - 1].kind == "LBRACE" else "extra"
        yield Mend(at, at + 1, (), 0.5, kind)
        return
    end = after_block(fault.lexemes, at)
    say = _saying(fault, at, at + 1, "this `{` belongs to nothing", "a block has a head, such as `if …` or `for …`",
                  "leave it out, with its `}`")  # fmt: skip
    yield Mend(at, end, tuple(fault.lexemes[at + 1 : end - 1]), 0.6, "own", say)


def _unbraced(fault: Fault) -> Iterator[Mend]:
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
        say = _saying(fault, at, at + 1, f"unexpected `{lexeme.text}`", "not expected here", "leave it out", "")
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
        say = _saying(fault, at, at + 1, f"unexpected `{lexeme.text}`", "not expected here", said)
    else:
        say = _saying(fault, at, at + 1, f"`{{` is missing before `{lexeme.text}`", "", said)
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
            say = _saying(fault, place, place + 1, f"unexpected `{lexeme.text}`", "not expected here",
                          f"did you mean `{meant}`?", meant if is_sure else None)  # fmt: skip
            cost = 1.85 if lexeme.text in keywords() else 0.7
            cost += 0.1 * list(meanings).index(meant) + 0.2 * back
            yield Mend(place, place + 1, (new,), cost, "own", say)


def _each(fault: Fault) -> Iterator[Mend]:
    """`for each c in …`."""
    place = fault.at - 1
    if place < 1 or fault.lexemes[place].text not in ("each", "all", "every", "any", "cell"):
        return
    if fault.terminals[place - 1] in ("FOR", "SOME", "EVERY"):
        word = fault.lexemes[place].text
        say = _saying(fault, place, place + 1, f"unexpected `{word}`", "not expected here", "leave it out", "")
        yield Mend(place, place + 1, (), 0.5, "own", say)


def _shapeless(fault: Fault) -> Iterator[Mend]:
    """A shape without `shape`, a grid without `grid`."""
    word, at = fault.lexeme.text, fault.at
    terminal = "SHAPE" if word in SHAPES else "GRID" if word in GRIDS else ""
    if terminal in fault.accepted and not fault.head and fault.lexemes[at + 1].text != literal(terminal):
        yield Mend(at, at, (fault.made(terminal, at),), 1.2, "missing")


def _quantifier(fault: Fault) -> Iterator[Mend]:
    """`g in groups(own): …` without its `some` or `every`."""
    if fault.lexeme.kind != "COLON":
        return
    for place in range(fault.at - 2, fault.begins, -1):
        if fault.terminals[place + 1] == "IN" and fault.terminals[place] == "NAME" and "SOME" in fault.accepts(place):
            name = fault.lexemes[place].text
            say = _saying(fault, place, place + 1, f"`some` or `every` is missing before `{name}`",
                          help_text=f"write: some {name} in …: …, or: every {name} in …: …")  # fmt: skip
            yield Mend(place, place, (fault.made("SOME", place),), 0.9, "own", say)


def _condition(fault: Fault) -> Iterator[Mend]:
    """`a then b else c` without its `if`."""
    words = fault.terminals[fault.begins :]
    if fault.lexeme.text == "then" and words.count("IF") <= words.count("THEN"):
        for place in range(fault.at - 1, fault.begins, -1):
            if fault.terminals[place - 1] in ("EQUAL", "COLON", "WHEN", "WHERE", "LPAR", "COMMA", "THEN", "ELSE"):
                yield Mend(place, place, (fault.made("IF", place),), 0.9, "missing")


def _reserved(fault: Fault) -> Iterator[Mend]:
    """A word of the language for a name."""
    lexeme = fault.lexeme
    if lexeme.kind == "WORD" and lexeme.text in keywords() and "NAME" in fault.accepted and not fault.head:
        message = f"`{lexeme.text}` is a word of the language and cannot be a name"
        span = fault.span(fault.at)
        names = {each.text for each in fault.lexemes if each.kind == "WORD"} - keywords().keys()
        guess = did_you_mean(lexeme.text, names)
        yield Mend(fault.at, fault.at + 1, (lexeme._replace(kind="NAME"),), 1.8, "own",
                   lambda: Diagnostic("HG203", message, span, help=guess or "choose another name"))  # fmt: skip


def _while(fault: Fault) -> Iterator[Mend]:
    """Loops that there are not."""
    help_text = "`repeat while possible { … }` goes on as long as its decision is possible; or write: repeat 3 { … }"
    for place in (fault.at - 1, fault.at - 2):
        if place > 0 and fault.lexemes[place].text == "while" and fault.context(place) == "script":
            say = _saying(fault, place, place + 1, "there is no `while`", "", help_text)
            test = fault.lexemes[place]._replace(kind="IF", text="if")
            yield Mend(place, place + 1, (test,), 0.3, "own", say)
    if fault.at > 1 and fault.terminals[-2:] == ["REPEAT", "WHILE"]:
        end = fault.at
        while fault.lexemes[end].kind not in ("LBRACE", END) and not (end > fault.at and fault.lexemes[end].first):
            end += 1
        message = "the only such loop is `repeat while possible`"
        say = _saying(fault, fault.at, max(end, fault.at + 1), message, "", help_text)
        yield Mend(fault.at, end, (fault.made("POSSIBLE", fault.at),), 0.6, "own", say)


def _joined_decisions(fault: Fault) -> Iterator[Mend]:
    """`or` between decisions."""
    for place in (fault.at - 1, fault.at):
        joint, word = (fault.lexemes[place - 1], fault.lexemes[place]) if place else (fault.lexeme, fault.lexeme)
        if word.text in _DECISIONS and joint.text in ("or", "and", "|", "||", ",", "&") and place > fault.begins:
            if joint.text in ("and", "&"):
                new, help_text = "THEN", "what is done after it follows `then`; what may be done instead, `may`"
            else:
                new, help_text = "MAY", "write each on a line of its own: may …"
            say = _saying(fault, place - 1, place, f"decisions are not joined by `{joint.text}`", "", help_text)
            made = joint._replace(kind=new, text=literal(new))
            yield Mend(place - 1, place, (made,), 0.3, "own", say)


def _option(fault: Fault) -> Iterator[Mend]:
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
        say = _saying(fault, begins + 1, begins + 2, f"the {what} `{name}` has no default", "", form)
        yield Mend(at, at, (fault.made("EQUAL", at), hole), 0.4, "own", say)
    elif "IN" in fault.accepted and fault.lexeme.kind in ("TO", "COMMA"):
        say = _saying(fault, begins + 1, begins + 2, f"the {what} `{name}` has no default", "", form)
        yield Mend(at - 1, at - 1, (hole, fault.made("IN", at)), 0.4, "own", say)
    elif "IN" in fault.accepted and (fault.lexeme.first or fault.lexeme.kind == "STRING"):
        say = _saying(fault, begins + 1, begins + 2, f"nothing says what values the {what} `{name}` may have", "", form)
        yield Mend(at, at, (fault.made("IN", at), hole), 0.6, "own", say)


def _misplaced(fault: Fault) -> Iterator[Mend]:
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
        say = _saying(fault, place, place + 1, f"`{lexeme.text}` does not belong {there[here]}", "not expected here",
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


_KNOWN = (
    _equality, second_comparison, _number, _unquoted, _quoted_name, _else_if, _lone_block, _unbraced, _synonym, _each,
    _while, _joined_decisions, _option, default_worked_out, _misplaced, _shapeless, _quantifier, _condition, _reserved,
)  # fmt: skip
