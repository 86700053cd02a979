"""Small bad rule sheets: what `hexgame validate --play 0` says of each is written behind the lines it says it of.

A comment `# error HG201: unknown name …` gives a code and its message, whose end `…` may stand for; a warning begins
with `# warning`, and one line may have several. Nothing else may be said, of these lines or of others.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, complete, long

import hexgame
from hexgame import Diagnostic, Source
from hexgame.diagnostics.pages import explanations
from hexgame.source.syntax.grammar import parser
from hexgame.validation.play import Play
from hexgame.validation.validation import validate

FILES = sorted((ROOT / "tests" / "errors").glob("*.hexgame"))
REMARK = re.compile(r"# (error|warning) (HG\d{3}): (.*?)(?= +# (?:error|warning) HG|$)", re.MULTILINE)

NOT_OF_A_SHEET = {
    "what was asked for, not what a sheet says": (
        "HG601", "HG602", "HG603", "HG604", "HG605", "HG609", "HG610", "HG611", "HG612", "HG613",
        "HG614", "HG615",
    ),
    "records, positions and scenarios": ("HG606", "HG607", "HG608", "HG901", "HG902"),
    "only random games show it": (
        "HG920", "HG921", "HG922", "HG923", "HG924", "HG925", "HG926", "HG927", "HG928", "HG929",
    ),
}  # fmt: skip
"""The codes that no text of a rule sheet can cause by itself, by the reason why."""

TERMINAL = re.compile(rf"\b({'|'.join(terminal.name for terminal in parser().terminals)})\b|__ANON|\$END")
"""What the grammar calls words and signs, and nobody else."""

Remark = tuple[int, str, str, str]
"""A line, `error` or `warning`, a code and a message."""


def written(text: str) -> list[Remark]:
    """What the comments of a sheet say will be said of it."""
    return [
        (number, *match.groups())
        for number, line in enumerate(text.split("\n"), 1)
        for match in REMARK.finditer(line)
    ]  # fmt: skip


def found(path: Path) -> tuple[Diagnostic, ...]:
    return validate(str(path), {}, Play(games=0)).diagnostics


def remark(problem: Diagnostic) -> Remark:
    assert problem.span is not None
    return problem.span.line, problem.severity.value, problem.code, problem.message


def shown(problem: Diagnostic) -> list[str]:
    """All the words of a problem but for the form of an item, in which `NAME` and `PIECE` stand for names."""
    assert problem.span is not None
    forms = "" if problem.help.startswith(("write: ", "write it in the block ")) else problem.help
    message = problem.message.replace(f"`{problem.span.text}`", "")  # what the sheet says in capitals itself
    return [message, problem.label, problem.expected, forms, *(label for _, label in problem.related)]


def agrees(said: Remark, expected: Remark) -> bool:
    *place, message = said
    *where, words = expected
    whole = message == words or (words.endswith("…") and message.startswith(words.removesuffix("…")))
    return place == where and whole


@long("too_much_to_work_out")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_just_what_the_sheet_expects_is_said_of_it(path: Path) -> None:
    problems = found(path)
    expected, said = written(path.read_text("utf-8")), [remark(problem) for problem in problems]
    assert len(said) == len(expected)
    assert [(one, other) for one, other in zip(said, expected, strict=True) if not agrees(one, other)] == []
    assert not any(TERMINAL.search(text) for problem in problems for text in shown(problem))


def test_every_code_that_a_sheet_can_cause_has_a_file() -> None:
    have = {code for path in FILES for _, _, code, _ in written(path.read_text("utf-8"))}
    others = {code for codes in NOT_OF_A_SHEET.values() for code in codes}
    assert explanations().keys() - have == others


def test_there_are_many_sheets_and_each_has_its_own_mistake() -> None:
    texts = {re.sub(r"\s*# (?:error|warning) HG.*", "", path.read_text("utf-8")) for path in FILES}
    assert len(texts) == len(FILES) >= 120
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", path.stem) for path in FILES)


@pytest.mark.parametrize(
    ("stem", "help_text"),
    [
        ("effect_without_parentheses", "write: fill()"),
        ("effect_without_parentheses_after_a_change", "write: fill()"),
        ("random_where", "draw from a smaller set: random t in {t for t in empty where count(adjacent(t)) > 2}"),
        ("repeat_while_a_condition", "write: repeat 100 while count(own) < 3 { … }"),
        (
            "while_as_a_loop",
            "write: repeat 100 while count(own) < 3 { … }, with the most times it may run, or: "
            "repeat while possible { … }",
        ),
        ("define_in_a_turn", "put it before `turn`"),
        (
            "edge_of_numbers",
            "the sides of this board are `sides[0]` to `sides[5]`: write, for example, `edge sides[0]: Red`",
        ),
        (
            "let_of_a_set_of_cells",
            "as an item of the file, before `turn`: "
            "define closed = {c for c in empty where count(adjacent(c) & own) > 2}",
        ),
        (
            "loop_over_a_list_that_play_decides",
            "of cells, write a set, such as {a, b}; of players: for p in players where …",
        ),
        (
            "kind_that_play_decides",
            "to place that kind, write: choose d in empty { d becomes kept of neutral }; "
            "for one choice among kinds, write: `kept among kinds`",
        ),
    ],
)
def test_help_gives_what_was_written_in_the_form_that_works(stem: str, help_text: str) -> None:
    problem, *_ = hexgame.check(str(ROOT / "tests" / "errors" / f"{stem}.hexgame"))
    assert problem.help == help_text


def test_a_repair_keeps_the_spaces_of_the_source() -> None:
    text = "var high = 0 in 0..3 for each cell\nturn { place stone on c among empty { c.high = c.high+1 } }"
    (problem,) = hexgame.check(Source("test.hexgame", complete(text)))
    assert problem.help == "write: set c.high = c.high+1"
