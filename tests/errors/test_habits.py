"""The corpus of what people get wrong is whole: `habits.txt` says what is wrong where, and what should be said."""

from __future__ import annotations

from collections import Counter

import habits


def test_the_corpus_is_well_formed() -> None:
    every = habits.entries()
    counts = Counter(each.kind for each in every)
    assert counts.keys() == {"wrong", "silly", "near"}
    assert counts["wrong"] >= 300 and counts["silly"] >= 100 and counts["near"] >= 40
    blocks = [body for head, _, body in habits.blocks() if head != "sheets"]
    for each, body in zip(every, blocks, strict=True):
        marked = each.kind != "near"
        assert body.count("«") == body.count("»") == int(marked), each.name
        assert bool(each.says) == bool(each.ideal) == marked, each.name


def test_no_entry_stands_there_twice() -> None:
    every = habits.entries()
    for keys in ([(each.cause, each.name) for each in every], [(each.text, each.arguments) for each in every]):
        assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_what_is_said_is_held_against_what_should_be_said() -> None:
    assert habits.says("`&&` is not used here: write `and`", "`and")
    assert not habits.says("this and that is not used here", "`and")
    assert habits.says("did you mean `count(own)`?", "`count(")
    (entry,) = (each for each in habits.entries() if each.name == "two ampersands")
    assert all(habits.answer(entry).tests.values())
