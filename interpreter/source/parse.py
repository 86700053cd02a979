"""Text to tree. A broken item is reported and left out; the items around it are still read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.utils import TextSlice

from interpreter.source import tree
from interpreter.source.build import DEEPEST, build
from interpreter.source.diagnostics import Diagnostic, Diagnostics, did_you_mean, listed
from interpreter.source.grammar import human_name, literal, parser, section_words
from interpreter.source.text import Source, Span

_TEXT = r'"""(?:[^"]|"(?!""))*"""|"(?!"")[^"\n]*"'
_QUIET = re.compile(rf"(?:{_TEXT}|#[^\n]*)()")
_COMMENT = re.compile(rf"({_TEXT})|#[^\n]*")
MOST_ERRORS = 50
"""After so many broken items the rest is left unread."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|\r(?!\n)")
_OPENING = {"{": "}", "(": ")", "[": "]"}
_ALSO_INSIDE = {"let", "require"}  # begins an item of a file, but also one of a board
_OPERANDS = frozenset({"IF", "SOME", "EVERY", "NAME", "INT", "STRING", "LPAR", "LSQB", "LBRACE", "NOT", "MINUS"})
_BOARD_ITEMS = frozenset(
    {"LET", "REQUIRE", "GRID", "SHAPE", "GRAPH", "EDGE", "WRAP", "PORTAL", "REGION", "RELATION", "LABEL"}
)
_OPERATORS = frozenset({"OR", "AND", "IN", "COMPARE", "TO", "UNION", "PLUS", "MINUS", "MEET", "TIMES", "OVER", "MOD"})


def parse(source: Source) -> tuple[tree.File | None, Diagnostics]:
    """The tree of a rule sheet and the problems of its text; None where nothing could be read."""
    report = Diagnostics()
    if not source.text.strip():
        report.append(
            Diagnostic(
                "HG102",
                "the file is empty",
                Span(source, 0, 0),
                expected="a rule sheet, beginning with its title",
                help='begin with: game "My game"',
            )
        )
        return None, report
    stray = _CONTROL.search(source.text)
    if stray is not None:
        message = f"unexpected character `{_shown(stray.group())}`"
        report.append(Diagnostic("HG001", message, Span(source, stray.start(), stray.end()), help="delete it"))
        return None, report
    deep = _too_deep(source.text)
    if deep is not None:
        message = f"brackets nested deeper than {DEEPEST} levels"
        report.append(Diagnostic("HG004", message, Span(source, deep, deep + 1), help="name parts with `let`"))
        return None, report
    try:
        parsed = parser().parse(source.text)
    except UnexpectedInput:
        return _parse_in_parts(source, report), report
    return build(parsed, source, report), report


def _parse_in_parts(source: Source, report: Diagnostics) -> tree.File:
    items: list[tree.Item] = []
    for start, end in _parts(source.text):
        try:
            parsed = parser().parse(TextSlice(source.text, start, end))
        except UnexpectedInput as error:
            report.append(_diagnose(error, source, end))
            if len(report) >= MOST_ERRORS:
                break
        else:
            part = build(parsed, source, report)
            items.extend(part.items if part else ())
    return tree.File(tuple(items), span=Span(source, 0, len(source.text)))


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """The runs of text from one line that begins with a section's keyword to the next.

    Inside brackets only an unindented keyword begins a section: the bracket was left open.
    """
    plain = _without(text, _QUIET)
    words = "|".join(sorted(section_words()))
    starts: list[int] = []
    depth = 0
    for match in re.finditer(rf"^([ \t]*)(?:{words})\b|[({{\[]|[)}}\]]", plain, re.MULTILINE):
        sign = match.group()
        if len(sign) > 1 or sign.isalpha():
            if depth <= 0 or (not match.group(1) and sign.strip() not in _ALSO_INSIDE):
                starts.append(match.end(1))
                depth = 0
        else:
            depth += 1 if sign in _OPENING else -1
    if not starts or _without(text, _COMMENT)[: starts[0]].strip():
        starts.insert(0, 0)
    return zip(starts, [*starts[1:], len(text)], strict=True)


def _without(text: str, pattern: re.Pattern[str]) -> str:
    """The text with every match blanked, so that offsets stay; a group that matched is kept."""
    return pattern.sub(lambda match: match.group(1) or re.sub(r"[^\n]", " ", match.group()), text)


def _diagnose(error: UnexpectedInput, source: Source, end: int) -> Diagnostic:
    if isinstance(error, UnexpectedCharacters):
        return _stray_character(error, source)
    assert isinstance(error, UnexpectedToken)
    return _unexpected_token(error, source, end)


def _stray_character(error: UnexpectedCharacters, source: Source) -> Diagnostic:
    start = error.pos_in_stream or 0
    character = source.text[start]
    if character == '"':
        stop = source.text.find("\n", start)
        span = Span(source, start, stop if stop >= 0 else len(source.text))
        return Diagnostic("HG002", 'this text has no closing `"`', span, help='close it with `"` on the same line')
    shown = _shown(character)
    helps = {"'": 'texts are written in double quotes: "…"'}
    return Diagnostic(
        "HG001",
        f"unexpected character `{shown}`",
        Span(source, start, start + 1),
        help=helps.get(character, ""),
    )


def _shown(character: str) -> str:
    return character if character.isprintable() else f"U+{ord(character):04X}"


def _unexpected_token(error: UnexpectedToken, source: Source, end: int) -> Diagnostic:
    token: Token = error.token
    accepted = set(error.accepts or error.expected)
    at_end = token.type == "$END"
    start = end if at_end else (token.start_pos or 0)
    before = _without(source.text[:start], _COMMENT).rstrip()
    guess = "" if at_end else did_you_mean(str(token), filter(str.isalpha, map(literal, accepted)))
    next_line = not guess and ("\n" in source.text[len(before) : start] or at_end)
    if next_line and before:
        span = Span(source, len(before) - 1, len(before))
        label = "something is missing after this"
    else:
        span = Span(source, start, start if at_end else (token.end_pos or start))
        label = "not expected here"
    found = "end of the file" if at_end and end == len(source.text) else _found(source, start, token)
    opened = _unclosed(source.text[:start])
    related: tuple[tuple[Span, str], ...] = ()
    if opened is not None and _OPENING[source.text[opened]] in map(literal, accepted) and next_line:
        related = ((Span(source, opened, opened + 1), "opened here, never closed"),)
    return Diagnostic(
        "HG101",
        f"unexpected {found}",
        span,
        label,
        related,
        expected=_expected(accepted),
        help="equality is written `==`" if token == "=" else guess,
        replacement="==" if token == "=" else None,
    )


def _found(source: Source, start: int, token: Token) -> str:
    if token.type == "$END":  # the part ends where the next item begins
        word = re.match(r"\w+", source.text[start:])
        return f"`{word.group()}`" if word else "end"
    return "text" if token.type == "STRING" else f"`{token}`"


def _open_brackets(text: str) -> Iterator[list[int]]:
    """The offsets of the brackets that are open, after each bracket of a text."""
    open_brackets: list[int] = []
    for match in re.finditer(r"[{}()\[\]]", _without(text, _QUIET)):
        if match.group() in _OPENING:
            open_brackets.append(match.start())
        elif open_brackets:
            open_brackets.pop()
        yield open_brackets


def _too_deep(text: str) -> int | None:
    """The offset of the first bracket that is nested too deep."""
    return next((inside[-1] for inside in _open_brackets(text) if len(inside) > DEEPEST), None)


def _unclosed(text: str) -> int | None:
    """The offset of the innermost bracket still open at the end of a text."""
    last: list[int] = []
    for last in _open_brackets(text):  # noqa: B007
        pass
    return last[-1] if last else None


def _expected(accepted: set[str]) -> str:
    """What could stand here, in a person's words."""
    words: list[str] = []
    if accepted >= _OPERANDS:
        words.append("an expression")
        accepted = accepted - _OPERANDS
    elif len(accepted & _OPERATORS) > 5:
        words.append("an operator")
        accepted = accepted - _OPERATORS - {"DOT", "LSQB", "LPAR", "AMONG"}
    if section_words() <= set(map(literal, accepted)):
        words.append("the next item (`option`, `board`, `turn`, `win` …)")
        accepted = {terminal for terminal in accepted if literal(terminal) not in section_words()} - {"$END"}
    if accepted >= _BOARD_ITEMS:
        words.append("an item of the board (`shape`, `edge`, `wrap`, `region` …)")
        accepted = accepted - _BOARD_ITEMS
    words.extend(sorted(map(human_name, accepted)))
    return listed(words)
