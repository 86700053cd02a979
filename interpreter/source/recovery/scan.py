"""Scan a broken text: what no rule sheet can hold is reported once and read as what it stands for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from ...diagnostics.diagnostic import Diagnostic, Diagnostics
from ...diagnostics.text import Source, Span
from ..syntax.grammar import pattern
from .foreign import COMMENTS, SIGNS, terminal

END = "$END"


class Lexeme(NamedTuple):
    """A token with its place. `kind` is its terminal; a word is a `WORD` until the parser reads it."""

    kind: str
    text: str
    start: int
    end: int
    first: bool = False
    """Whether it begins a line."""

    indent: int = 0
    """The indentation of its line."""

    mended: bool = False
    """Whether it stands for something that has been reported."""

    open: bool = False
    """Whether it is an unclosed text."""


_QUOTES = (
    r"「[^」\n]*」|『[^』\n]*』|＂[^＂\n]*＂|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|‘[^’\n]*’|'[^'\n]*'"
    r"|[“”„][^“”„\"\n]*[\"“”]|\"[^\"“”\n]*[“”]"
)
MARKS = "\"'`‘’‚‛“”„‟«»‹›「」『』＂"
"""Quotation marks of any kind."""

_LONG = rf"(?!\"{{3}})[{MARKS}]{{3}}(?:[^{MARKS}]|[{MARKS}](?![{MARKS}]{{2}}))*[{MARKS}]{{3}}"
_DOUBLED = r"``[^`'\n]+''|''[^'\n]+''"
_FOREIGN = re.compile(
    rf"(?P<long>{_LONG})|(?P<doubled>{_DOUBLED})|(?P<quoted>{_QUOTES})|(?P<comment>//[^\n]*|/\*.*?(?:\*/|$)|<!--.*?(?:-->|$))"
    rf"|(?P<sign>{'|'.join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))})",
    re.DOTALL,
)
_SUSPECT = frozenset("&|=<>:*+-./")
"""What begins our own signs as well as signs of other languages."""

_ENDS = re.compile(r"[ \t]*(?:$|[#}\n])")
_DIVISOR = re.compile(
    r"//\s*(?:\d+|(?P<word>[A-Za-z_]\w*)|(?=\())\s*(?:$|[-()\[\]{}#,*+/<>=!|&]|(?:and|or|in|then|else|mod)\b)"
)
_ARROW = re.compile("[-=]>|[→⇒➔➜⟶]")
_VALUES = re.compile(r"\bin\s+\d+\Z")
"""What precedes a dash that stands for the dots of a range."""

_OURS = re.compile(r"!=(?!=)|==(?!=)")
_DASHES = re.compile(r"--[^\n]*")
_STRANGE = re.compile(r"[0-9A-Za-z_]*+[^\W\x00-\x7f]\w*+")
_SPACES = re.compile(r"[\u00a0\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]+")


MOST_REPORTED = 200
"""After so many problems the rest of a text is read without reports."""


def scan(source: Source, text: str, report: Diagnostics) -> list[Lexeme]:
    """Return the tokens of a text, which is the source's but for characters that have been reported and replaced."""
    return [*_Scanner(source, text, report).lexemes()]


def scan_part(source: Source, text: str, start: int, end: int) -> list[Lexeme]:
    """Return the tokens of a part of a line; what is wrong there is not reported."""
    return [*_Scanner(source, text[:end], Diagnostics()).lexemes(start)][:-1]


def with_changes(text: str, changes: Iterable[tuple[int, int, str]], start: int = 0, end: int | None = None) -> str:
    """Return a text, from one offset to another, with something else in place of some passages."""
    pieces = list[str]()
    for low, high, new in changes:
        pieces += [text[start:low], new]
        start = high
    return "".join([*pieces, text[start:end]])


def section_start(text: str, start: int) -> int:
    """Return where the next line begins that starts a section of a rule sheet and cannot be prose."""
    found = _section().search(text, start)
    return found.start() if found else len(text)


class _Scanner:
    def __init__(self, source: Source, text: str, report: Diagnostics) -> None:
        self._source, self._text, self._report = source, text, report
        self._pattern = pattern()
        self._line_start = self._indent = 0
        self._reported: set[str] = set()  # the names with strange letters that were reported
        self._fresh = True  # whether nothing stands on this line yet

    def lexemes(self, at: int = 0) -> Iterator[Lexeme]:
        """Yield the tokens from an offset on, and the end."""
        text = self._text
        self._fresh = at == 0
        while at < len(text):
            found = self._next(at)
            if isinstance(found, Lexeme):
                yield found
                self._fresh = False
                at = found.end
            else:
                at = found
        yield Lexeme(END, "", len(text), len(text), True)

    def _next(self, at: int) -> Lexeme | int:
        """The token that begins here, or where to go on."""
        text = self._text
        match = self._pattern.match(text, at)
        if match is None or text[at] in _SUSPECT:
            dashes = _DASHES.match(text, at) if self._fresh else None
            if dashes:
                return self._comment(at, dashes.end(), dashes.group())
            if text[at] == "?":  # what it asks is reported where it is read
                return self._lexeme("QUESTION", "?", at, at + 1)
            if text[at] == "\\":
                return self._lexeme("BACKSLASH", "\\", at, at + 1)
            arrow = None if self._fresh else _ARROW.match(text, at)
            if arrow:
                return self._lexeme("ARROW", arrow.group(), at, arrow.end())
            foreign = None if _OURS.match(text, at) else _FOREIGN.match(text, at)
            if foreign is not None:
                return self._foreign(foreign)
        if match is None:
            return self._stray(at)
        kind = str(match.lastgroup)
        if kind in ("NAME", "INT") and text[match.end() : match.end() + 1].isalnum():
            strange = _STRANGE.match(text, at)
            if strange:
                return self._strange(at, strange.end())
        if kind == "SPACE":
            line = match.group().rfind("\n")
            if line >= 0:
                self._fresh, self._line_start = True, at + line + 1
                self._indent = match.end() - self._line_start
            elif self._fresh:
                self._indent = match.end() - self._line_start
            return match.end()
        if kind == "COMMENT":
            return match.end()
        if kind == "STRING":
            return self._string(match)
        return self._lexeme("WORD" if kind == "NAME" else kind, match.group(), match.start(), match.end())

    def _lexeme(self, kind: str, text: str, start: int, end: int, mended: bool = False) -> Lexeme:
        return Lexeme(kind, text, start, end, self._fresh, self._indent, mended)

    def _wrong(self, code: str, message: str, start: int, end: int, help_text: str = "", **more: object) -> None:
        if len(self._report) >= MOST_REPORTED:
            return
        self._report.append(
            Diagnostic(code, message, Span(self._source, start, end), help=help_text, **more)  # type: ignore[arg-type]
        )

    # What other languages write

    def _foreign(self, match: re.Match[str]) -> Lexeme | int:
        start, end, text = match.start(), match.end(), match.group()
        if match["quoted"] or match["doubled"]:
            return self._quoted(start, end, '"', 1 if match["quoted"] else 2)
        if match["long"]:
            return self._quoted(start, end, '"""', 3)
        if match["comment"]:
            return self._comment(start, end, text) if self._fresh or text[:2] != "//" else self._slashes(start, text)
        foreign = SIGNS[text]
        ours = foreign.ours[0]
        if (
            ours == "-"
            and _VALUES.search(self._text[self._line_start : start])
            and self._text[end : end + 1].isdecimal()
        ):
            ours = ".."
        if text == "++" and _ENDS.match(self._text, end):  # counts up rather than adds
            ours = "="
        message = f"`{text}` is not {foreign.name} here"
        if not foreign.advice:
            message += f": write `{ours}`"
        self._wrong("HG101" if len(text) > 1 else "HG001", message, start, end, foreign.advice,
                    replacement=self._spaced(ours, start, end) if self._is_sure(text, end) else None)  # fmt: skip
        if not ours:
            return end
        return self._lexeme("NAME" if text == "∅" else terminal(ours), ours, start, end, mended=True)

    def _is_sure(self, sign: str, end: int) -> bool:
        """Whether a sign cannot mean anything else: nor may it be part of a longer one, as in `=<-`."""
        return SIGNS[sign].sure and not (sign[-1] in _SUSPECT and self._text[end : end + 1] in _SUSPECT)

    def _quoted(self, start: int, end: int, quotes: str, width: int) -> Lexeme:
        """A text between marks of another kind, so many on each side."""
        text = self._text[start:end]
        inner = text[width:-width]
        inner = inner if width == 3 else inner.replace('"', "'")
        shown = f"{quotes}{inner}{quotes}"
        message = f"a text needs straight double quotes, not `{text[:width]}…{text[-width:]}`"
        is_short = len(inner) < 60 and "\n" not in inner
        shown_end = start + len(text.split("\n", 1)[0])
        touching = self._text[start - 1 : start], inner[:1], inner[-1:], self._text[end : end + 1]
        is_sure = not any(each and each in MARKS for each in touching)  # else whose mark is it?
        self._wrong("HG001", message, start, shown_end, f"write: {shown if is_short else f'{quotes}…{quotes}'}",
                    replacement=shown if is_sure else None, replaced=Span(self._source, start, end))  # fmt: skip
        return self._lexeme("STRING", shown, start, end, mended=True)

    def _spaced(self, word: str, start: int, end: int) -> str:
        """A word with spaces between it and its neighbours."""
        if not word.isalpha():
            return word
        before, after = self._text[start - 1 : start], self._text[end : end + 1]
        return f"{' ' if before.isalnum() else ''}{word}{' ' if after.isalnum() else ''}"

    def _comment(self, start: int, end: int, text: str) -> int:
        """A comment of another language; what stands in it is not read."""
        line_end = self._text.find("\n", start)
        shown = end if line_end < 0 else min(end, line_end)
        sign = next(each for each in COMMENTS if text.startswith(each))
        marked = start + len(sign) if COMMENTS[sign] == "\n" else shown
        self._wrong("HG101", f"`{sign}` does not begin a comment here", start, marked,
                    "a comment begins with `#` and ends with its line")  # fmt: skip
        return end

    def _slashes(self, start: int, text: str) -> Lexeme | int:
        """`//`, which divides in some languages and begins a comment in others."""
        message = "`//` is neither an operator nor a comment here"
        help_text = "write `/` to divide, or begin a comment with `#`"
        self._wrong("HG101", message, start, start + 2, help_text)
        return self._lexeme("OVER", "/", start, start + 2, mended=True) if self._divides(text) else start + len(text)

    def _divides(self, rest: str) -> bool:
        """Whether what follows `//` on its line reads as a divisor: a number, a parenthesis, a name given a value."""
        divisor = _DIVISOR.match(rest)
        if divisor is None:
            return False
        word = divisor["word"]
        return not word or word in self._given

    @cached_property
    def _given(self) -> frozenset[str]:
        """The names that are given values."""
        return frozenset(re.findall(r"\b(?:option|let|var|random)\s+(\w+)", self._text))

    # Texts

    def _string(self, match: re.Match[str]) -> Lexeme | int:
        text, start, end = match.group(), match.start(), match.end()
        if text.startswith('"""'):
            odd = self._has_odd_marks
            lone = _LONE.search(text, 3, len(text) - 3) if odd else None
            if lone is not None:
                return self._unclosed(start, _LONE.search(self._text, start + 3))
            if odd and _section().search(text):
                return self._unclosed(start, None)
        elif text == '""' and self._opens_long(end):
            return self._opened_short(start, end)
        return self._lexeme("STRING", text, start, end)

    def _opened_short(self, start: int, end: int) -> Lexeme:
        """A long text that begins with too few quotes."""
        close = self._text.find('"""', end)
        quotes = self._text[start:end]
        message = f'this text begins with `{quotes}` and ends with `"""`'
        related = ((Span(self._source, close, close + 3), "its end"),)
        self._wrong("HG002", message, start, end, 'begin it with `"""`', related=related, replacement='"""')
        return self._lexeme("STRING", f'"""{self._text[end:close]}"""', start, close + 3, mended=True)

    @cached_property
    def _has_odd_marks(self) -> bool:
        """Whether some triple quotes have no partner."""
        return self._text.count('"""') % 2 == 1

    def _opens_long(self, end: int) -> bool:
        """Whether an empty text at the end of a line was meant to open a long one."""
        if not re.compile(r"[ \t]*\n").match(self._text, end) or not self._has_odd_marks:
            return False
        close = self._text.find('"""', end)
        between = self._text[end:close]
        return close >= 0 and "{" not in between and not _section().search(between)

    def _unclosed(self, start: int, lone: re.Match[str] | None) -> Lexeme:
        """A long text that nothing closes: it ends at lone quotes, or where the next section begins."""
        if lone is not None:
            quotes = lone.group().strip()
            message = f'this text begins with `"""` and ends with `{quotes}`'
            related = ((Span(self._source, start, start + 3), "opened here"),)
            end, close = lone.end(), lone.end() - len(quotes)
            self._wrong("HG002", message, close, end, 'end it with `"""`', related=related, replacement='"""')
            content = self._text[start + 3 : close]
        else:
            end = section_start(self._text, start)
            content = self._text[start + 3 : end].rstrip('"')
            self._wrong("HG002", 'this text has no closing `"""`', start, start + 3,
                        'end it with `"""`, on a line of its own')  # fmt: skip
        return self._lexeme("STRING", f'"""{content}"""', start, end, mended=True)

    def _stray(self, at: int) -> Lexeme | int:
        text = self._text
        if text.startswith('"""', at):
            return self._unclosed(at, _LONE.search(text, at + 3))
        if text[at] == '"' and self._opens_long(at + 1):
            return self._opened_short(at, at + 1)
        if text[at] == '"':
            stop = text.find("\n", at)
            stop = stop if stop >= 0 else len(text)
            content = text[at + 1 : stop].rstrip()
            return self._lexeme("STRING", f'"{content}"', at, stop, mended=True)._replace(open=True)
        space = _SPACES.match(text, at)
        if space:
            shown = f"U+{ord(text[at]):04X}"
            self._wrong("HG001", f"unexpected character `{shown}`", at, space.end(),
                        "this character is invisible: write a plain space", replacement=" ")  # fmt: skip
            return space.end()
        word = _STRANGE.match(text, at)
        if word and (len(word.group()) > 1 or text[at].isalpha()):
            return self._strange(at, word.end())
        if (
            unicodedata.category(text[at]) == "So" and text[at + 1 : at + 2] != '"'
        ):  # a pictogram, which may stand for a name
            return self._strange(at, at + 1)
        shown = text[at] if text[at].isprintable() else f"U+{ord(text[at]):04X}"
        self._wrong("HG001", f"unexpected character `{shown}`", at, at + 1, "leave it out")
        return at + 1

    def _strange(self, start: int, end: int) -> Lexeme:
        """A name with letters that names cannot have, reported once and read as the nearest name."""
        word = self._text[start:end]
        alike, letter = word.translate(_ALIKE), next(each for each in word if not each.isascii())
        if alike.isascii():
            if word not in self._reported:
                message = f"`{letter}` only looks like `{letter.translate(_ALIKE)}`: it is {unicodedata.name(letter)}"
                sure = alike if re.search("[A-Za-z]", word) else None  # else it may be a word of that alphabet
                self._wrong("HG001", message, start, end, f"write `{alike}`", replacement=sure)
            self._reported.add(word)
            return self._lexeme("WORD", alike, start, end, mended=True)
        plain = _plain(word)
        if word not in self._reported:
            help_text = "names consist of the letters a to z, A to Z, digits and `_`"
            if unicodedata.category(letter) == "So":
                help_text = f'a sign stands in quotes: "{letter}"'
            self._wrong("HG001", f"unexpected character `{letter}`", start, end,
                        f"{help_text}, such as `{plain}`" if plain else help_text)  # fmt: skip
        self._reported.add(word)
        self._report.doubts.spans.append(Span(self._source, start, end))
        return self._lexeme("NAME", plain or word, start, end, mended=True)


def _plain(word: str) -> str:
    """A name without its accents; empty where that leaves none."""
    letters = unicodedata.normalize("NFKD", re.sub("[^\\x00-\\x7f]", lambda each: _LETTERS.get(each[0], each[0]), word))
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    return plain if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", plain) else ""


_ALIKE = str.maketrans(
    "асеорхуіѕјһԁгктмпАВЕКМНОРСТХІЅЈαορινκτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aceopxyisjhdrktmnABEKMHOPCTXISJaopivktuxABEZHIKMNOPTYX",
)
"""Letters of the Cyrillic and the Greek alphabet that look like letters of ours."""

_LETTERS = {"ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "œ": "oe", "ł": "l", "Ł": "L", "đ": "d", "þ": "th"}
"""Letters that are not plain letters with accents."""

_LONE = re.compile(
    rf"(?<![{MARKS}])([{MARKS}]{{2,3}})(?=[ \t]*+\)?[ \t]*+$)|(?<=\n)[ \t]*+([{MARKS}])(?=[ \t]*+$)", re.MULTILINE
)
"""What may have been meant to end a long text."""


@cache
def _section() -> re.Pattern[str]:
    """The pattern of a line that begins a section and cannot be prose."""
    heads = (r'(?:game|author|summary|rules)\s*"', r"(?:turn|round|board|setup)\s*\{", r"(?:option|let|var) \w+ =",
             r"define \w+\(", r"variant of \w+$", r'(?:win|lose|draw) (?:when\b|for [A-Z]|")',
             r"(?:players|pieces|marks) \w+(?: \"[^\"]+\")?(?:,|$)")  # fmt: skip
    return re.compile(f"^(?:{'|'.join(heads)})", re.MULTILINE)
