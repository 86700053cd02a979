"""What `SECURITY.md` promises has its proofs, named in `promises.txt`, and it is known what code could break it."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest
from conftest import ROOT

TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
PROMISED = TEXT.partition("## What is promised")[2].partition("## What is not promised")[0]
LINES = (ROOT / "tests" / "promises.txt").read_text("utf-8").splitlines()
PROOFS = {
    line: tuple(each.strip() for each in takewhile(lambda each: each.startswith(" "), LINES[number:]))
    for number, line in enumerate(LINES, 1)
    if line and not line.startswith((" ", "#"))
}
"""The tests of each sentence."""


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph."""
    return re.split(r"(?<=\.)\s+(?=[A-Z`])", " ".join(text.split()))


def promises() -> dict[str, tuple[list[str], set[str]]]:
    """What is promised under each heading, by sentence, and the files of tests that are named there."""
    found = re.findall(r"^\*\*(.*?)\*\* (.*?)^\*Tests:\* (.*?)\n\n", PROMISED, re.MULTILINE | re.DOTALL)
    return {
        heading: (sentences(text), set(re.findall(r"`tests/([\w/]+\.py)`", files))) for heading, text, files in found
    }


def test_every_sentence_that_promises_something_has_its_tests() -> None:
    promised = [each for texts, _ in promises().values() for each in texts]
    assert promised == list(PROOFS)
    assert all(PROOFS.values()), "a promise without a test"
    assert list(promises()) == [line.removeprefix("# ") for line in LINES if line.startswith("#")]
    assert len(promises()) == PROMISED.count("*Tests:*") == len(re.findall(r"^\*\*", PROMISED, re.MULTILINE))


@pytest.mark.parametrize("heading", promises())
def test_each_promise_names_the_files_of_its_tests(heading: str) -> None:
    texts, files = promises()[heading]
    assert {test.partition("::")[0] for text in texts for test in PROOFS[text]} == files


@pytest.mark.parametrize("test", sorted(set().union(*PROOFS.values())))
def test_the_tests_exist(test: str) -> None:
    file, _, name = test.partition("::")
    assert re.search(rf"^def {name}\b", (ROOT / "tests" / file).read_text("utf-8"), re.MULTILINE)


# Who could break promises


def users(pattern: str) -> set[str]:
    """The modules in which a pattern occurs."""
    files = (ROOT / "interpreter").rglob("*.py")
    return {path.relative_to(ROOT / "interpreter").as_posix() for path in files
            if re.search(pattern, path.read_text("utf-8"))}  # fmt: skip


def test_who_runs_code_and_programs_is_known() -> None:
    of_our_own_text = {
        "machine/running.py", "program/bind.py", "program/read.py", "verbs/edge.py",
    }  # fmt: skip
    assert users(r"\b(exec|eval)\(") == of_our_own_text
    of_python = {"experiments/work/worker.py", "web/serve/workers/crew.py"}
    assert users(r"\b(Popen|create_subprocess\w+|posix_spawn\w*|os\.exec\w*|os\.system|os\.popen)\(") == {
        *of_python, "doors/programs.py",  # a program that the user named
    }  # fmt: skip
    assert not users(r"shell=True|os\.system|create_subprocess_shell")


def test_who_unpickles_is_known() -> None:
    from_its_own_processes = {"experiments/work/worker.py", "experiments/work/dispatch.py"}
    assert users(r"\bpickle\.loads?\b") == from_its_own_processes
    assert not users(r"\b(marshal|shelve|dill|cloudpickle)\b")
