"""What the fuzz feeds to the checker: bytes, tokens, mutated and generated sheets, each made again from its seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from conftest import GAMES, ROOT, complete
from expensive_sheets import ExpensiveSheet
from fuzz_commands import random_session, random_yaml
from fuzz_messages import random_messages
from odd_forms import OddForms
from odd_sheets import OddSheet

from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.source.syntax.automaton import END, Automaton, Stack
from hexgame.source.syntax.grammar import literal, parser, reserved_words
from hexgame.values.hints import POSITION_WORDS
from hexgame.values.operations import FUNCTIONS

NAMES = (
    *sorted(FUNCTIONS), *sorted(PRIMITIVES), *POSITION_WORDS, "cells", "perimeter", "sides", "corners", "top",
    "left", "outside", "stone", "Red", "Blue", "yes", "no", "size", "man", "hand", "q", "r", "edges",
    "odd", "past", "a", "b", "c", "kinds", "kind", "owner", "pile", "next", "out", "pool", "seeds", "k",
)  # fmt: skip
NUMBERS = (
    "0", "1", "2", "3", "4", "5", "7", "11", "60", "64", "100", "4096", "10000", "10001", "1000000000", "2147483648",
    "99999999999999999999", "-1", "-1000000000",
)  # fmt: skip
TEXTS = ('"x"', '""', '"a text of some words"', '"""\n o o\n  o o\n"""', '"o o o"', '"\u202e\\"')
STRAY = (
    "\x00", "\x1b[31m", "\r", "\u202e", "\ufeff", "\u2028", "\u0301", "ß", "🂡", "\t", "'", "“", "==", "//", "\\", "é",
    '"', '"""', "#", ";", "{", "}", "(", ")", "[", "]",
)  # fmt: skip
"""What upsets a text wherever it stands."""

_SLOW = ("blind_hex", "crossway", "gale")
"""The games with the most to work out."""

_WORD = re.compile(r'"[^"\n]*"|\w+|\s+|[^\w\s]')
Dice = random.Random


@cache
def sheets() -> tuple[str, ...]:
    """Small sheets to begin with: shipped games on small boards, and the examples of the documents and the tests."""
    games = [re.sub(r"= \d+ in (\d+)\.\.", r"= \1 in \1..", path.read_text("utf-8"))
             for path in GAMES if path.stem not in _SLOW]  # fmt: skip
    pages = _text("interpreter/diagnostics/errors.md")
    examples = [
        *re.findall(r"```hexgame\n(.*?)```", _text("docs/language.md"), re.DOTALL),
        *(re.sub("^    ", "", page, flags=re.MULTILINE) for page in re.findall(r"(?:^    .*\n)+", pages, re.MULTILINE)),
        *re.split(r"^(?:---|===.*)\n", re.sub("[«»]", "", _text("tests/seldom_meant.txt")), flags=re.MULTILINE)[1:],
    ]
    return tuple(map(_small, (*games, *(complete(example) for example in examples))))


def _small(text: str) -> str:
    """A sheet on a board that is soon built, so that many more can be looked at."""
    text = re.sub(r"(rhombus|hexagon|triangle)\((?:[5-9]|\d\d)\)", r"\1(4)", text)
    return re.sub(r"\b[1-9]00\b", "9", text)


def _text(path: str) -> str:
    return (ROOT / Path(path)).read_text("utf-8")


def _sheet(dice: Dice) -> str:
    """One of the small sheets, or a sheet written at random."""
    return OddSheet(dice.randrange(1 << 30)).text() if dice.random() < 0.2 else dice.choice(sheets())


def _length(dice: Dice, usual: int, most: int) -> int:
    """Mostly short, seldom very long."""
    return dice.randrange(usual if dice.random() < 0.998 else most)


# Bytes


def random_bytes(dice: Dice) -> bytes:
    """No text at all, or what was one before it was damaged."""
    return dice.choice(_BYTES)(dice)


def _noise(dice: Dice) -> bytes:
    return dice.randbytes(_length(dice, 300, 20_000))


def _characters(dice: Dice) -> bytes:
    """Signs, letters, and characters of all kinds, surrogates among them."""
    kinds = [dice.choice(((32, 127), (0, 160), (0x2000, 0x2100), (0, 0x11000), (0xD7F0, 0xE010))) for _ in range(3)]
    text = "".join(chr(dice.randrange(*dice.choice(kinds))) for _ in range(_length(dice, 200, 5_000)))
    return text.encode("utf-8", "surrogatepass")


def _damaged(dice: Dice) -> bytes:
    """A sheet of which some bytes are changed, left out or put in."""
    data = bytearray(_sheet(dice).encode())
    for _ in range(dice.randrange(1, 8)):
        at, new = dice.randrange(len(data) + 1), dice.choice((dice.randbytes(1), dice.choice(STRAY).encode(), b""))
        data[at : at + dice.randrange(3)] = new
    return bytes(data)


def _cut(dice: Dice) -> bytes:
    """A piece of a sheet, in some encoding."""
    text = _sheet(dice)
    low, high = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    return text[low:high].encode(dice.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-7")))


def _long(dice: Dice) -> bytes:
    """The same again and again, on one line."""
    piece = "".join(
        dice.choice((*STRAY, *NAMES, *NUMBERS, " ", ".", "-", ",", "=")) for _ in range(dice.randrange(1, 4))
    )
    text = piece * _length(dice, 30, 2_000)
    return (dice.choice(("", "let x = ", 'game "', "# ", "win when ", "board { ")) + text).encode()


def _deep(dice: Dice) -> bytes:
    """Brackets in brackets."""
    openers = ("(", "[", "{", "not (", "f(", "{c for c in ", "if ", "- ", "turn { ", "some c in x: ")
    opening = "".join(dice.choice(openers) for _ in range(dice.randrange(1, 3)))
    times, closing = _length(dice, 25, 2_000), dice.choice((")", "]", "}", "then", ""))
    return ("win when " * dice.randrange(2) + opening * times + "own" + closing * dice.randrange(times + 2)).encode()


def _soup(dice: Dice) -> bytes:
    """Words of the language in no order."""
    words = (*_keywords(), *NAMES, *NUMBERS, *TEXTS, *STRAY, *"{}()[]=,:.|&-+<>")
    return dice.choice((" ", "", "\n")).join(dice.choice(words) for _ in range(_length(dice, 30, 500))).encode()


@cache
def _keywords() -> tuple[str, ...]:
    return tuple(sorted(reserved_words()))


_BYTES: tuple[Callable[[Dice], bytes], ...] = (
    _noise, _characters, _characters, _damaged, _damaged, _cut, _cut, _cut, _long, _deep, _soup,
)  # fmt: skip

# Tokens


def random_tokens(dice: Dice) -> str:
    """A walk through the states of the grammar, from the beginning or from somewhere inside a sheet."""
    words, stack = _begun(dice)
    automaton, whole, stray = _automaton(), dice.random() < 0.9, dice.choice((0, 0, 0, 0.02))
    room = _length(dice, 20, 300)
    for number in range(room + 80):
        step = _next(dice, stack, closing=number > room)
        if step is None:
            break
        terminal, stack = step
        words.append(spelt(dice, terminal))
        if dice.random() < stray:
            words.append(dice.choice((*NAMES, *STRAY, *_keywords())))
        if number > room and automaton.step(stack, END) is not None:
            break
    text = dice.choice((" ", " ", "\n")).join(words)
    return complete(text) if whole else text


def _begun(dice: Dice) -> tuple[list[str], Stack]:
    """The first words of a sheet, and what the grammar has read with them."""
    automaton, stack = _automaton(), _automaton().start
    words: list[str] = []
    if dice.random() < 0.3:
        return words, stack
    sheet = re.sub("#.*", "", _sheet(dice))
    read = re.findall(r'"""[^"]*"""|"[^"\n]*"|\w+|[=!<>]=|\.\.|\S', sheet)
    for word in read[: dice.randrange(len(read))]:
        step = automaton.step(stack, _terminal(stack, word))
        if step is None:
            break
        words.append(word)
        stack = step
    return words, stack


def _terminal(stack: Stack, word: str) -> str:
    if word[0] == '"':
        return "STRING"
    if word[0].isdigit():
        return "INT"
    return _automaton().terminal(stack, word) if word[0].isalpha() or word[0] == "_" else _signs().get(word, "")


@cache
def _signs() -> dict[str, str]:
    names = (terminal.name for terminal in parser().terminals)
    return {**{literal(name): name for name in names}, **dict.fromkeys(("==", "!=", "<=", ">=", "<", ">"), "COMPARE")}


@cache
def _automaton() -> Automaton:
    return Automaton()


_CLOSING = dict.fromkeys(("RBRACE", "RPAR", "RSQB"), 2.0) | dict.fromkeys(
    ("NAME", "INT", "THEN", "ELSE", "COLON", "IN"), 0.9
)
_DEEP = dict.fromkeys(("LPAR", "LBRACE", "LSQB", "IF", "FOR", "SOME", "EVERY", "DOT", "BOARD", "TURN"), 0.1)


def _next(dice: Dice, stack: Stack, closing: bool) -> tuple[str, Stack] | None:
    """A terminal that can stand next: one that ends things, if they are to end, and else rather one that opens them."""
    liked, automaton = (_CLOSING if closing else _DEEP), _automaton()
    possible = [each for each in sorted(automaton._states[stack[0]]) if each.isupper() and each != END]
    weights = [dice.random() + liked.get(each, 0) for each in possible]
    for _, terminal in sorted(zip(weights, possible, strict=True), reverse=True):
        step = automaton.step(stack, terminal)
        if step is not None:
            return terminal, step
    return None


def spelt(dice: Dice, terminal: str) -> str:
    """A word for a terminal."""
    if terminal == "NAME":
        return dice.choice(NAMES)
    if terminal == "INT":
        return dice.choice(NUMBERS[:5] if dice.random() < 0.8 else NUMBERS[:-2])
    if terminal == "STRING":
        return dice.choice(TEXTS)
    return literal(terminal) or dice.choice(("==", "!=", "<", ">="))


# Mutated sheets


def mutated(dice: Dice) -> str:
    """A sheet with several mistakes."""
    text = _sheet(dice)
    for _ in range(dice.choice((1, 1, 2, 3, 5, 8))):
        text = dice.choice(_MUTATIONS)(text, dice)
    return text


def _words(text: str, dice: Dice) -> str:
    """A word deleted, doubled, swapped with another, or become another."""
    words: list[Any] = _WORD.findall(text) or [""]
    one, other = (dice.randrange(len(words)) for _ in range(2))
    match dice.randrange(5):
        case 0:
            words[one] = ""
        case 1:
            words[one] = f"{words[one]} {words[one]}"
        case 2:
            words[one], words[other] = words[other], words[one]
        case 3:
            words[one] = words[other]
        case _:
            words[one] = dice.choice(_WORD.findall(_sheet(dice)))
    return "".join(words)


def _letters(text: str, dice: Dice) -> str:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(("", *STRAY)) + text[at + dice.randrange(2) :]


def _numbers(text: str, dice: Dice) -> str:
    """A number become huge, negative, or another."""
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    one = dice.choice(found)
    return text[: one.start()] + dice.choice(NUMBERS) + text[one.end() :]


def _lines(text: str, dice: Dice) -> str:
    """A line deleted, doubled, swapped, or put in from another sheet."""
    lines = text.split("\n")
    one, other = (dice.randrange(len(lines)) for _ in range(2))
    match dice.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines.insert(one, dice.choice(_sheet(dice).split("\n")))
    return "\n".join(lines)


def _spliced(text: str, dice: Dice) -> str:
    """The beginning of one sheet with the end of another."""
    other = _sheet(dice)
    return text[: dice.randrange(len(text) + 1)] + other[dice.randrange(len(other) + 1) :]


def _blocks(text: str, dice: Dice) -> str:
    """What stands in brackets become what stands in others."""
    inside, others = (list(re.finditer(r"\{[^{}]*\}|\([^()]*\)", each)) for each in (text, _sheet(dice)))
    if not inside or not others:
        return text
    one, other = dice.choice(inside), dice.choice(others)
    return text[: one.start()] + other.group() + text[one.end() :]


def _nested(text: str, dice: Dice) -> str:
    """An expression in brackets in brackets, or asked again and again."""
    words = _WORD.findall(text) or [""]
    at, times = dice.randrange(len(words)), _length(dice, 20, 400)
    left, right = dice.choice((("(", ")"), ("not (", ")"), ("-(", ")"), ("adjacent(", ")"), ("{", "}"), ("[", "]"),
                               ("", " | own"), ("", " + 1"), ("", ".q"), ("", " or own"), ("if yes then ", " else 0"))
                              )  # fmt: skip
    words[at] = left * times + words[at] + right * times
    return "".join(words)


_MUTATIONS = (_words, _words, _words, _letters, _numbers, _numbers, _lines, _lines, _spliced, _blocks, _nested)

# Generated sheets


def generated(dice: Dice) -> str:
    """A sheet that is most often a game."""
    kind = OddForms if dice.random() < 0.05 else OddSheet
    return kind(dice.randrange(1 << 30)).text()


def expensive(dice: Dice) -> str:
    """A sheet that takes as long as sheets can."""
    return ExpensiveSheet(dice.randrange(1 << 30)).text()


KINDS: dict[str, Callable[[Dice], str | bytes]] = {
    "bytes": random_bytes, "tokens": random_tokens, "mutated": mutated, "generated": generated, "shown": generated,
    "expensive": expensive, "yaml": random_yaml, "session": random_session,
    "messages": random_messages,
}  # fmt: skip


def make(kind: str, seed: int) -> bytes:
    """The input of a kind and a seed, the same each time."""
    made = KINDS[kind](random.Random(f"{kind} {seed}"))
    return made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass")
