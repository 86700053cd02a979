"""What other languages, word processors and version control leave in a rule sheet: one problem each, no other game."""

from __future__ import annotations

import random
import re
import time

import pytest
from conftest import GAMES, long, wide
from test_fixes import in_games, text_of

from hexgame.diagnostics.diagnostic import Severity
from hexgame.diagnostics.text import Source
from hexgame.source.reading.fixes import mended
from hexgame.source.reading.parse import parse
from hexgame.source.recovery.foreign import SIGNS, WORDS

SIGNS_FOR_SIGNS = (
    ("#", "//", "--", "/*", "<!--", "%", ";"), ("{", ":", "then", "do", "begin", "(", "｛"),
    ("}", "end", "fi", "END", ")", "｝"), ("(", "[", "{", "（"), (")", "]", "}", "）"), ("[", "(", "{"),
    ("]", ")", "}"), (",", ";", "，", "、", "and", "antipodal"), (":", "=", "：", "in", "->"),
    ("..", ":", "-", "...", "to", ",", "..<"),
    ("=", "==", ":=", "<-", ":", "is", "+=", "＝"), ("==", "=", "===", "is", "eq"), ("!=", "<>", "/=", "~=", "is not"),
    ('"', "'", "“", "”", "„", "`", "«", "＂", '""', "''"), ("/", "//"), ("*", "**", "//", "·"), ("-", "–", "--", "\\"),
    ("&", "and", "&&"), ("|", "or", "||"), ("and", "&", "&&", "AND", ","), ("or", "|", "||"), ("not", "!", "~", "NOT"),
    ("becomes", "=", ":=", "is", "->", "<-"), ("to", "->", "=>"), ("yes", "true", "True", "1"), ("no", "false", "0"),
    ("empty", "null", "None", "nil", "free", "0"), ("else", "elif", "else if", "otherwise", "ELSE"),
    ("if", "when", "unless", "IF", "while"), ("\n", "\r", "\t", ";", "\\\n"), (" ", "\u00a0", "\u3000", "\u200b", "_"),
)  # fmt: skip
"""Words and signs of ours, each with what others write for it."""

FOREIGN = sorted({
    *((theirs, ours) for theirs, known in SIGNS.items() for ours in known.ours if ours),
    *((theirs, ours) for theirs, known in WORDS.items() for ours in known.ours),
    *((theirs, ours) for ours, *others in SIGNS_FOR_SIGNS for theirs in others),
})  # fmt: skip
"""Foreign forms, each with ours."""


def spaced(word: str, before: str, after: str) -> str:
    """A word with spaces between it and letters beside it; a sign as it is."""
    gaps = (" " if word.isalpha() and each.isalnum() else "" for each in (before, after))
    return word.join(gaps)


def other_games(theirs: str, ours: str, places: int) -> list[str]:
    """What `--fix` made another game of, exit code 0, where a foreign form stood in place of ours."""
    wanted = rf"(?<!\w){re.escape(ours)}(?!\w)" if ours.isalpha() else re.escape(ours)
    found = [(path, match.span()) for path in GAMES for match in re.finditer(wanted, text_of(path))]
    wrong = []
    for path, (start, end) in random.Random(f"{theirs} {ours}").sample(found, min(len(found), places)):
        text = text_of(path)
        broken = Source(path.name, text[:start] + spaced(theirs, text[start - 1], text[end : end + 1]) + text[end:])
        if not any(each.severity is Severity.ERROR for each in in_games(broken)):
            continue
        draft = mended(broken, in_games)
        if not draft.errors and parse(draft.source)[0] != parse(Source(path.name, text))[0]:
            wrong.append(f"{path.name}:{start} {[*map(str, draft.changes)]}")
    return wrong


@long
@wide
@pytest.mark.parametrize(("theirs", "ours"), FOREIGN)
def test_what_is_fixed_to_the_end_is_the_game_that_was_meant(theirs: str, ours: str) -> None:
    """A foreign form in place of ours is fixed to the same tree, or not all is fixed."""
    assert other_games(theirs, ours, places=1) == []


@long
@wide
@pytest.mark.parametrize(("theirs", "ours"), FOREIGN)
def test_what_is_fixed_anywhere_is_the_game_that_was_meant(theirs: str, ours: str) -> None:
    assert other_games(theirs, ours, places=12) == []


CONFLICT = "<<<<<<< HEAD\nlet n = 1\n=======\nlet n = 2\n>>>>>>> theirs\n"


@long("*", "!=======")
@pytest.mark.parametrize(
    "flood", [CONFLICT, "<<<<<<<\n", "=======\n", "n << 1\n", "＝ ，", "let x = 'a'; ", "\u00a0\n"],
    ids=lambda flood: flood[:8].encode("ascii", "backslashreplace").decode().strip(),
)  # fmt: skip
def test_a_flood_of_what_does_not_belong_is_answered_in_time_with_few_problems(flood: str) -> None:
    started = time.process_time()
    _, found = parse(Source("flood.hexgame", text_of(GAMES[0]) + flood * 5_000))
    assert len(found) <= 250
    assert time.process_time() - started < 10


@pytest.mark.parametrize(("start", "end"), [
    ("'''", "'''"), ("“““", "”””"), ("“”“", "“”“"), ('“”"', '“”"'), ("```", "```"), ("'''", '"""'),
    ("＂＂＂", "＂＂＂"),
])  # fmt: skip
def test_a_long_text_between_other_marks_is_one_problem_which_is_fixed(start: str, end: str) -> None:
    text = text_of(next(path for path in GAMES if path.stem == "torex"))
    before, inner, after = text.split('"""')
    broken = Source("torex.hexgame", f"{before}{start}{inner}{end}{after}")
    assert [each.code for each in in_games(broken)] == ["HG001"]
    assert mended(broken, in_games).source.text == text


@pytest.mark.parametrize(("start", "end"), [
    ("'", "'"), ("''", "''"), ("``", "''"), ("`", "`"), ("„", "“"), ("»", "«"), ("‚", "‘"), ("«", "»"),
    ("'", '"'),
])  # fmt: skip
def test_a_text_between_other_marks_is_one_problem_which_is_fixed(start: str, end: str) -> None:
    text = text_of(next(path for path in GAMES if path.stem == "torex"))
    broken = Source("torex.hexgame", text.replace('"Torex"', f"{start}Torex{end}"))
    assert len(in_games(broken)) == 1
    assert mended(broken, in_games).source.text == text


def test_spaces_of_other_kinds_are_one_problem_which_is_fixed() -> None:
    text = text_of(GAMES[0])
    players = text.index("players")
    broken = Source(GAMES[0].name, text[:players] + text[players:].replace("  ", "\u00a0\u3000"))
    assert [each.message for each in in_games(broken)] == ["unexpected character `U+00A0`"]
    assert parse(mended(broken, in_games).source)[0] == parse(Source(GAMES[0].name, text))[0]


@pytest.mark.parametrize(("text", "name"), [
    ('(game "Hex"\n  (players 2)\n  (rules (play)))\n', "a Ludii or Ludax game"),
    ('(define add-piece (add))\n(game (title "Hex"))\n', "a Zillions game"),
    ('{"game": "Hex",\n "players": ["Red", "Blue"]}\n', "JSON"), ('[game]\ntitle = "Hex"\n', "TOML"),
    ("(;FF[4]GM[11];B[a1])\n", "a game record in SGF"), ("<html lang='en'>\n<p>Hex</p>\n", "HTML"),
    ("#!/usr/bin/env python3\nprint()\n", "a Python program"), ("def turn():\n  pass\n", "a Python program"),
    ("game: hex\ncases:\n  - name: one\n", "a scenario file"), ("---\ngame: hex\nmoves: [a1]\n", "a record"),
    ('me@home:~$ cat hex.hexgame\ngame "Hex"\n', "a terminal command"), ("Hex\n---\n", "a Markdown heading"),
    ('error[HG201]: unknown name `lft`\ngame "Hex"\n', "an error message"),
])  # fmt: skip
def test_what_is_no_sheet_at_all_is_told_once(text: str, name: str) -> None:
    tree, (problem,) = parse(Source("my.hexgame", text))
    assert tree is None
    assert problem.message.startswith(f"this is {name}")
    assert problem.help
