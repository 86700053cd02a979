"""Rules that cannot be: each is refused with its code, at the words that are wrong, and with nothing else."""

from __future__ import annotations

import re

import pytest
from conftest import complete, long

import hexgame
from hexgame import Diagnostic, Source

THREE = "players A, B, C\n"
CARDS = "cards hand = 1..4, bid = {}\n"
MARKS = "marks seen\n"


def found_in(text: str, **options: object) -> tuple[Diagnostic, ...]:
    return hexgame.check(Source("test.hexgame", complete(text)), **options)


BAD = [
    # pieces and places
    ("turn { place king on empty }", "HG205", "king"),
    ("turn { may place stone on empty may move king from s among own to adjacent(s) & empty }", "HG205", "king"),
    ("turn { place stone on c among empty { c becomes king } }", "HG205", "king"),
    ("turn { place stone on c among empty { c becomes empty of Red } }", "HG205", "empty"),
    ("pieces man, man\nturn { place man on empty }", "HG202", "man"),
    ("turn { place stone of Green on empty }", "HG201", "Green"),
    ("turn { place stone of 3 on empty }", "HG302", "3"),
    (f"{THREE}turn {{ place stone of enemy on empty }}", "HG302", "enemy"),
    ("turn { place stone of (if turn == 1 then Red else Blue) on empty }", "HG523", "if turn == 1 then Red else Blue"),
    ("turn { place stone on 3 }", "HG302", "3"),
    ("turn { place stone on c among last }", "HG302", "last"),
    ("turn { place stone on {cell(9, 9)} }", "HG405", "cell(9, 9)"),
    ("turn { place stone on adjacent }", "HG302", "adjacent"),
    ("turn { place stone on c among empty { count becomes stone } }", "HG302", "count"),
    ("turn { may place stone on empty may move stone from s among enemy to empty & adjacent(s) }", "HG515", "enemy"),
    ("turn { may place stone on empty may move stone from s among empty to empty & adjacent(s) }", "HG515", "empty"),
    ("pieces man, king\nturn { may place man on empty may move king from own.man to empty }", "HG515", "own.man"),
    (
        "turn { may place stone on empty may move stone of neutral from s among own to empty & adjacent(s) }",
        "HG515",
        "own",
    ),
    ("turn { place stone on c among empty { count(c) becomes stone } }", "HG302", "c"),
    ("turn { place stone on c among empty { turn becomes stone } }", "HG302", "turn"),
    # cells that are not chosen yet
    ("turn { place stone on c among adjacent(c) }", "HG517", "c"),
    ("turn { may place stone on empty may move stone from s among own & adjacent(d) to d among empty }", "HG517", "d"),
    ("turn { may place stone on empty may move stone from s among adjacent(s) & own to empty }", "HG517", "s"),
    ("turn { may place stone on empty may move stone from own to d among adjacent(d) & empty }", "HG517", "d"),
    ("turn { place stone on empty where c in corners }", "HG201", "c"),
    ("turn { place stone on empty forbid count(group(c)) > 2 }", "HG201", "c"),
    ("effect take { choose c in enemy { c becomes empty } }\nturn { place stone on empty if enemy != {} { take() } }",
     "HG518", "choose c in enemy { c becomes empty }"),
    ("turn { place stone on c among empty then place stone on empty where c in own }", "HG517", "c"),
    # choices
    ("turn { place stone on empty place stone on empty }", "HG504", "place stone on empty"),
    ("turn { may place stone on empty place stone on corners }", "HG504", "place stone on corners"),
    ("turn { place stone on empty otherwise pass may swap on turn 2 }", "HG504", "may swap on turn 2"),
    ("turn { place stone on empty may pass may swap on turn 2 }", "HG504", "may pass"),
    ("turn { may place stone on empty pass may swap on turn 2 }", "HG504", "pass"),
    ("turn { otherwise pass }", "HG505", "otherwise pass"),
    ("turn { place stone on empty then otherwise pass }", "HG505", "otherwise pass"),
    ("turn { then place stone on empty }", "HG505", "then"),
    ("round { as Red { then place stone on empty } }", "HG505", "then"),
    ("option x = random in 1, 2, random\nturn { then place stone on empty }", "HG505", "then"),
    ("turn { place stone on empty where no }", "HG506", "place stone on empty where no"),
    ("option pie = no in yes, no\nturn { place stone on empty then swap on turn 2 where pie }", "HG506",
     "swap on turn 2 where pie"),
    ("turn { may place stone on empty may swap on turn 0 }", "HG304", "0"),
    # turns and rounds in which nobody may decide
    ("turn { }", "HG506", "turn { }"),
    ("round { }", "HG506", "round { }"),
    ("turn { if turn == 1 { place stone on empty } }", "HG506", "if turn == 1"),
    ("turn { if turn == 1 { pass } else if turn > 3 { top becomes stone } }", "HG506",
     "if turn > 3 { top becomes stone }"),
    ("turn { if turn == 1 { place stone on empty } else { corners becomes stone } }", "HG506", None),
    ("turn { for c in own { place stone on empty } }", "HG506", None),
    ("turn { for c in corners where c in empty { place stone on empty } }", "HG506", None),
    ("turn { for n in 3..1 { place stone on empty } }", "HG506", None),
    ("turn { repeat count(own) { place stone on empty } }", "HG506", None),
    ("turn { repeat 0 { place stone on empty } }", "HG506", None),
    ("turn { repeat while possible { place stone on empty } }", "HG506", None),
    ("turn { random die in 1..6 }", "HG506", None),
    ("round { for p in players { set Red.seen = {} } }\nmarks seen", "HG506", None),
    # who decides
    ("turn { as Blue { place stone on empty } }", "HG512", "as Blue { place stone on empty }"),
    ("turn { place stone on empty then as own { place stone on empty } }", "HG512", "as own { place stone on empty }"),
    ("round { as Red { as Blue { place stone on empty } } }", "HG512", "as Blue { place stone on empty }"),
    ("setup { as Red { as Blue { place stone on empty } } }\nturn { place stone on empty }", "HG512",
     "as Blue { place stone on empty }"),
    ("round { as neutral { place stone on empty } }", "HG302", "neutral"),
    ("round { as 1 { place stone on empty } }", "HG302", "1"),
    ("round { as Green { place stone on empty } }", "HG201", "Green"),
    (f"{THREE}round {{ as enemy {{ place stone on empty }} }}", "HG514", "enemy"),
    ("round { place stone on empty }", "HG514", "place stone on empty"),
    ("round { pass }", "HG514", "pass"),
    ("setup { place stone of Red on empty }\nturn { place stone on empty }", "HG514", "place stone of Red on empty"),
    ("round { as Red { place stone on empty } corners becomes stone }", "HG514", "stone"),
    ("round { as Red { place stone on empty } own becomes stone of Red }", "HG514", "own"),
    ("round { if count(own) > 3 { as Red { place stone on empty } } else { as Blue { place stone on empty } } }",
     "HG514", "own"),
    (f"{CARDS}round {{ as Red {{ place stone on empty }} hand to Red.bid }}", "HG514", "hand"),
    (f"{MARKS}round {{ as Red {{ place stone on empty }} set seen = {{}} }}", "HG514", "seen"),
    ("setup { corners becomes stone }\nturn { place stone on empty }", "HG514", "stone"),
    ("define mine(c) = c in own\nround { as Red { place stone on empty } if mine(last) { as Red { pass } } }", "HG514",
     "own"),
    (f"{CARDS}round {{ together {{ pick 1 from hand into bid pick 1 from hand into bid }} }}", "HG512", None),
    (f"{CARDS}round {{ together {{ may pick 1 from hand into bid }} }}", "HG512", None),
    (f"{CARDS}round {{ together {{ place stone on empty }} }}", "HG512", "together { place stone on empty }"),
    (f"{CARDS}round {{ together {{ }} }}", "HG512", "together { }"),
    (f"{CARDS}round {{ together {{ as Red {{ pick 1 from hand into bid }} }} }}", "HG512", None),
    (f"{CARDS}round {{ together {{ pick 1 from hand into bid where count(hand) > 2 }} }}", "HG512",
     "pick 1 from hand into bid where count(hand) > 2"),
    (f"{CARDS}round {{ together {{ pick 1 from hand into bid forbid 2 in bid }} }}", "HG512", None),
    (f"{CARDS}round {{ together {{ pick 1 from hand into bid {{ corners becomes stone }} }} }}", "HG512", None),
    (f"{THREE}{CARDS}round {{ together {{ pick 1 from hand into bid }} }}\nlose when count(own) > 3", "HG512",
     "pick 1 from hand into bid"),
    # repeat while possible
    ("turn { place stone on empty repeat while possible { } }", "HG512", "repeat while possible { }"),
    ("turn { place stone on empty repeat while possible { if turn > 2 { place stone on empty } } }", "HG512", None),
    ("turn { place stone on empty repeat while possible { random die in 1..6 } }", "HG512", None),
    ("turn { place stone on empty repeat while possible { pass } }", "HG512", "pass"),
    ("turn { place stone on empty repeat while possible { place stone on corners & empty otherwise pass } }", "HG512",
     "pass"),
    # swaps
    (f"{THREE}turn {{ may place stone on empty may swap on turn 2 }}", "HG503", "swap on turn 2"),
    (f"{THREE}turn {{ may place stone on empty may pass {{ swap }} }}", "HG503", "swap"),
    ("round { as Red { may place stone on empty may swap } }", "HG503", "swap"),
    ("round { as Red { place stone on c among empty { c becomes stone swap } } }", "HG503", "swap"),
    ("setup { as Red { may place stone on empty may swap } }\nturn { place stone on empty }", "HG503", "swap"),
    # decisions in blocks, and blocks without decisions
    ("turn { place stone on c among empty { place stone on empty } }", "HG518", "place stone on empty"),
    ("turn { place stone on c among empty { c becomes stone may pass } }", "HG518", "may pass"),
    ("turn { place stone on c among empty { swap on turn 2 } }", "HG518", "swap on turn 2"),
    ("turn { place stone on c among empty { random die in 1..6 } }", "HG518", "random die in 1..6"),
    ("turn { place stone on c among empty { as Red { c becomes stone } } }", "HG518", "as Red { c becomes stone }"),
    ("turn { place stone on c among empty { then } }", "HG518", "then"),
    ("turn { place stone on c among empty { repeat while possible { } } }", "HG518", "repeat while possible { }"),
    ("turn { place stone on c among empty { if turn > 2 { pass } } }", "HG518", "pass"),
    ("turn { place stone on empty again }", "HG518", "again"),
    ("turn { place stone on empty if turn > 1 { again } }", "HG518", "again"),
    ("setup { again }\nturn { place stone on empty }", "HG518", "again"),
    # cards
    (f"{CARDS}turn {{ pick 5 from hand into bid }}", "HG516", "5"),
    (f"{CARDS}turn {{ pick 0 from hand into bid }}", "HG516", "0"),
    (f"{CARDS}turn {{ pick 1 from bid into hand }}", "HG516", "bid"),
    (f"{CARDS}turn {{ pick 2 from hand into hand then pick 1 from bid into hand }}", "HG516", "bid"),
    ("cards hand = 1..4, few = 1..2\nturn { pick 3 from few into hand }", "HG516", "few"),
    (f"{CARDS}turn {{ pick own from hand into bid }}", "HG303", "own"),
    (f"{CARDS}turn {{ pick yes from hand into bid }}", "HG302", "yes"),
    (f"{CARDS}turn {{ pick 1 from hand into hands }}", "HG201", "hands"),
    (f"{CARDS}turn {{ pick 1 from Red.hand into bid }}", "HG302", "Red.hand"),
    (f"{CARDS}turn {{ pick 1 from enemy.hand into bid }}", "HG302", "enemy.hand"),
    (f"{CARDS}turn {{ pick 1 from hand into corners }}", "HG302", "corners"),
    (f"{CARDS}turn {{ place stone on c among empty {{ hand to corners }} }}", "HG302", "corners"),
    (f"{CARDS}turn {{ place stone on c among empty {{ set hand = corners }} }}", "HG302", "corners"),
    (f"{CARDS}turn {{ place stone on c among empty {{ set hand = 1..61 }} }}", "HG302", "1..61"),
    ("cards hand = 0..30, bid = {}\nturn { pick 15 from hand into bid }", "HG507", "pick 15 from hand into bid"),
    ("cards hand = 0..61\nturn { place stone on empty }", "HG302", "0..61"),
    ("cards hand = cell(0, 0)\nturn { place stone on empty }", "HG302", "cell(0, 0)"),
    ("cards hand = own\nturn { place stone on empty }", "HG201", "own"),
    (f"cards {', '.join(f'z{n} = 1..2' for n in range(9))}\nturn {{ place stone on empty }}", "HG507", None),
    (f"marks {', '.join(f'm{n}' for n in range(9))}\nturn {{ place stone on empty }}", "HG507", None),
    # what can be set
    ("turn { place stone on c among empty { set level = 2 } }", "HG201", "level"),
    ("turn { place stone on c among empty { set c = 2 } }", "HG519", "c"),
    ("turn { place stone on c among empty { set turn = 2 } }", "HG519", "turn"),
    ("turn { place stone on c among empty { set own.turns = 2 } }", "HG519", "own.turns"),
    ("option size = 5 in 2..9\nturn { place stone on c among empty { set size = 2 } }", "HG519", "size"),
    ("turn { let k = count(own) place stone on c among empty { set k = 2 } }", "HG519", "k"),
    ("turn { random die in 1..6 place stone on c among empty { set die = 2 } }", "HG519", "die"),
    ("var n = 1 in 1..3\nturn { place stone on c among empty { set n = 4 } }", "HG519", "4"),
    ("var n = 1 in 1..3\nturn { place stone on c among empty { set n = yes } }", "HG302", "yes"),
    ("var n = 1 in 1..3\nturn { place stone on c among empty { set n = own } }", "HG302", "own"),
    ("var t = yes in yes\nturn { place stone on c among empty { set t = count(own) > 3 } }", "HG519", "count(own) > 3"),
    ("var f = a in a, b\nvar g = b in b, x\nturn { place stone on c among empty { set f = g } }", "HG519", "g"),
    ("var f = a in a, b\nvar g = b in b, x\nturn { let h = g pass { set f = h } }", "HG519", "h"),
    (f"{THREE}var who = A in A, B\nturn {{ place stone on c among empty {{ set who = own }} }}", "HG519", "own"),
    ("var who = Red in Red, Blue\nturn { place stone on c among empty { set who = neutral } }", "HG302", "neutral"),
    (f"{MARKS}turn {{ place stone on c among empty {{ set seen = c }} }}", "HG302", "c"),
    (f"{MARKS}turn {{ place stone on c among empty {{ set neutral.seen = own }} }}", "HG208", "seen"),
    (f"{MARKS}turn {{ place stone on c among empty {{ set Red.marked = own }} }}", "HG208", "marked"),
    # variables
    ("var n = 7 in 1..3", "HG501", "7"),
    ("var n = yes in 1..3", "HG501", "yes"),
    ("var n = 1 in 1, yes", "HG501", "1"),
    ("var n = 1 in 3..1", "HG501", "3..1"),
    ("var n = 1 in 1, 3", "HG501", "1"),
    ("var n = 1 in [1, 2]", "HG302", "[1, 2]"),
    ("var n = 1 in 1..count(own)", "HG303", "1..count(own)"),
    ("var n = 1 in 1..3\nvar n = 2 in 1..3", "HG202", "n"),
    ("var own = 1 in 1..3", "HG203", "own"),
    ("marks last", "HG203", "last"),
    # names that mean something for a while
    ("turn { let own = Red place stone on empty }", "HG203", "own"),
    ("turn { for empty in 1..2 { place stone on corners } }", "HG203", "empty"),
    ("turn { place stone on last among empty }", "HG203", "last"),
    ("turn { random turn in 1..6 place stone on empty }", "HG203", "turn"),
    ("define f(own) = own + 1\nwin when f(3) == count(own)", "HG203", "own"),
    ("win when some enemy in own: enemy in corners", "HG203", "enemy"),
    # loops, lets and conditions
    ("turn { for c in 5 { place stone on empty } }", "HG302", "5"),
    ("turn { for c in last { place stone on empty } place stone on empty }", "HG302", "last"),
    ("turn { place stone on c among empty { for d in turn { d becomes stone } } }", "HG302", "turn"),
    ('turn { place stone on c among empty { for d in "cells" { c becomes stone } } }', "HG302", '"cells"'),
    ("turn { place stone on empty for g in groups(own) { place stone on empty } }", "HG512", "groups(own)"),
    ("turn { for x in [1, Red] { place stone on empty } }", "HG302", "[1, Red]"),
    ("turn { for n in 1..20000 { place stone on empty } }", "HG304", "1..20000"),
    ("turn { place stone on c among empty { for n in 1..20000 { c becomes stone } } }", "HG304", "1..20000"),
    ("turn { place stone on c among empty { repeat 20000 { c becomes stone } } }", "HG304", "20000"),
    ("turn { repeat 20000 { place stone on empty } }", "HG304", "20000"),
    ("turn { place stone on c among empty { repeat turn { c becomes stone } } }", "HG304", "turn"),
    ("turn { place stone on c among empty { repeat own { c becomes stone } } }", "HG302", "own"),
    ("turn { repeat yes { place stone on empty } }", "HG302", "yes"),
    ("board { }\nturn { place stone on c among empty { c to cell(c.q, c.r + 1) } }", "HG401", None),
    ("turn { repeat 2 while turn > 1 { place stone on empty } }", "HG506", None),
    ("turn { place stone on c among empty { repeat 2 while 3 { c becomes stone } } }", "HG302", "3"),
    ("turn { place stone on empty repeat 2 while own { place stone on empty } }", "HG302", "own"),
    ("turn { place stone on empty repeat 1..2 while turn > 2 { place stone on empty } }", "HG302", "1..2"),
    ("turn { if own { place stone on empty } else { pass } }", "HG302", "own"),
    ("turn { place stone on c among empty { if c { c becomes stone } } }", "HG302", "c"),
    ("turn { place stone on empty for c in own where c { place stone on empty } }", "HG302", "c"),
    ("board { shape rhombus(5) edge left: Red edge top, bottom: Blue }\n"
     "turn { for e in own.edges { place stone on empty } }", "HG303", "own.edges"),
    ("turn { let near = adjacent(last) place stone on empty }", "HG302", "adjacent(last)"),
    ("turn { place stone on c among empty { let near = adjacent(c) near becomes stone } }", "HG302", "adjacent(c)"),
    (f"turn {{ place stone on c among empty {{ for {', '.join(f'n{k} in 1..1' for k in range(11))} {{ }} }} }}",
     "HG307", "1..1"),
    ("turn { place stone on c among empty { for x in cells, y in cells, z in cells, w in cells, v in cells, u in cells"
     " { c becomes stone } } }", "HG524",
     "for x in cells, y in cells, z in cells, w in cells, v in cells, u in cells"),
    (f"turn {{ {'place stone on empty then ' * 2100} pass }}", "HG307", None),
    # chance
    ("turn { random n in 1..1 place stone on empty }", "HG520", "1..1"),
    ("turn { random n in [1, 2, 1] place stone on empty }", "HG520", "[1, 2, 1]"),
    ("turn { random n in 1..10001 place stone on empty }", "HG520", "1..10001"),
    ("turn { random s in sides place stone on empty }", "HG520", "sides"),
    ("turn { random n in count(own) place stone on empty }", "HG520", "count(own)"),
    ("option x = random in 1, 2, random\noption y = x in 1, 2", "HG303", "x"),
    ("option x = random in 1, random", "HG501", "1, random"),
    ("option x = random in Red, Bleu, random", "HG501", "Bleu"),
    ("option x = Red in Red, Bleu, nobody", "HG501", "Bleu"),
    ("option x = yes in yes, nay", "HG501", "nay"),
    ("option x = no in yes, nay", "HG501", "nay"),
    ("var x = yes in yse, no", "HG501", "yse"),
    ("cards hand = 3..2, bid = {}\nturn { pick 1 from hand into bid }", "HG501", "3..2"),
    ("option n = 3 in 2..9\nrequire n > 4\nboard { shape rhombus(n) region far = {cell(4, 4)} }", "HG502", "n > 4"),
    ("option x = random in 1, yes, random", "HG501", "1, yes, random"),
    ("option x = random in 1..3, random\nboard { shape rhombus(x + 3) }", "HG303", "x + 3"),
    ("option x = random in 1..3, random\nrequire x > 1", "HG303", "x > 1"),
    # endings and scores
    ("win for Green when count(own) > 3", "HG204", "Green"),
    ("lose for neutral when count(own) > 3", "HG204", "neutral"),
    ("score for Green = 3\nscore = 1\nwin by score when count(empty) == 0", "HG204", "Green"),
    ("win by score when count(empty) == 0", "HG521", "win by score when count(empty) == 0"),
    ("score for Red = 3\nwin by score when count(empty) == 0", "HG521", "score for Red = 3"),
    ("score = 3\nscore for Red = 2\nwin by score when count(empty) == 0", "HG104", "score for Red = 2"),
    ("score = own\nwin by score when count(empty) == 0", "HG302", "own"),
    ("win when count(own)", "HG302", "count(own)"),
    ("lose when stuck", "HG513", "stuck"),
    ("turn { place stone on empty where not stuck }", "HG513", "stuck"),
    ("define over(n) = stuck and count(own) > n\nwin when over(3)", "HG513", "stuck"),
    ("turn { if turn > 2 { place stone on empty } else { pass } }\nlose at start of turn when stuck", "HG513", None),
    ("turn { place stone on empty where repeats }", "HG513", "repeats"),
    ("draw at start of turn when repeats", "HG513", "repeats"),
    ("round { as Red { place stone on empty } }\nwin at start of turn when count(own) > 3", "HG512",
     "win at start of turn when count(own) > 3"),
    ("turn { place stone on empty }\nround { as Red { place stone on empty } }", "HG104", None),
    ("setup { }\nsetup { }", "HG104", "setup"),
    ("sees own\nsees empty", "HG104", "sees empty"),
    ("sees 3", "HG302", "3"),
    ("sees c", "HG201", "c"),
    # sets and attributes
    ("win when count(liberties(3)) > 2", "HG302", "3"),
    ("win when liberties(own)", "HG302", "liberties(own)"),
    ("win when count(adjacent(yes)) > 2", "HG302", "yes"),
    ("win when count(slide(own, past: empty)) > 2", "HG302", "own"),
    ("win when count(slide(last, past: 3)) > 2", "HG302", "3"),
    ("win when count(slide(last, over: own)) > 2", "HG301", "over"),
    ("win when count(neutral.edges) > 2", "HG208", "edges"),
    ("win when own.hand == {}", "HG208", "hand"),
    ("round { as Red { place stone on empty } }\nwin when own.turns > 3", "HG208", "turns"),
    (f"{THREE}win when count(own.opponent) > 3", "HG208", "opponent"),
    ("win when count({c.q for c in own}) > 2", "HG303", "c.q"),
    ("win when own == empty", "HG302", "empty"),
    ("win when groups(own) == own", "HG302", "groups(own) == own"),
    # too much
    (f"players {', '.join('ABCDEFG')}", "HG507", None),
    ("board { shape parallelogram(64, 64) }\nturn { may place stone on empty may move stone from own to empty }",
     "HG507", None),
]  # fmt: skip


@long("turn { place stone on empty then place stone on empty then p-HG307-None")
@pytest.mark.parametrize(
    ("text", "code", "words"), [case for case in BAD if case[1]], ids=lambda value: str(value)[:60]
)
def test_bad_rules_are_refused_at_the_words_that_are_wrong(text: str, code: str, words: str | None) -> None:
    problems = found_in(text)
    assert {found.code for found in problems} == {code}
    if words is not None:
        span = problems[0].span
        assert span is not None
        assert span.text == words
    for found in problems:
        assert found.message
        assert not re.search(r"[A-Z]\w+\(|None|Known|Code|WRONG", found.message)


@pytest.mark.parametrize(
    ("text", "message", "help_line"),
    [
        ("win when count(empty) == corners", "a number cannot be compared with a set of cells",
         "did you mean `count(empty) == count(corners)`?"),
        ("win when last == corners", "a cell cannot be compared with a set of cells",
         "did you mean `last in corners`?"),
        ("win when last == own", "a cell cannot be compared with a player", "did you mean `last in own`?"),
        ("win when corners != last", "a set of cells cannot be compared with a cell",
         "did you mean `not last in corners`?"),
        ("turn { may place stone on empty where Red may pass }", "this is a player, not a condition",
         "did you mean `own == Red`?"),
        ("turn { place stone on empty where not Red otherwise pass }", "`not` needs a condition; this is a player",
         "did you mean `own != Red`?"),
        ("turn { place stone on empty where turn == Red otherwise pass }", "a number cannot be compared with a player",
         "did you mean `own == Red`?"),
        ("turn { place stone on empty where enemy otherwise pass }", "this is a player, not a condition",
         "did you mean `count(enemy) > 0`?"),
        ("round { if Red { as Blue { pass } } as Red { place stone on empty } }", "this is a player, not a condition",
         ""),
        ("win when yes == 1", "a condition cannot be compared with a number", ""),
        ("win when (corners == last) == yes", "a set of cells cannot be compared with a cell",
         "did you mean `last in corners`?"),
        ("win when -own > 1", "`-` needs a number; this is a player", "did you mean `count(own)`?"),
        ("win when path(own, [top, left, right])", "`path` needs a list of two regions; this is a list of 3", ""),
        ("win when count([1] without corners) == 1",
         "`without` needs a set of cells or a list of such sets; this is a list with a number in it", ""),
        ("win when corners(1) == 2", "`corners` is a set of cells, not a function", ""),
        ("win when count == 2", "`count` is a function: it needs its arguments in `(…)`", ""),
        ("win when (if turn == 1 then own else 3) == 1", "`then` gives a player and `else` a number", ""),
        ("win when row(own, along: if turn > 3 then leap(1, 1) else leap(2, 1)) > 3",
         "play cannot choose between two relations",
         "let the condition choose between whole answers: if … then f(…) else f(…)"),
        ("turn { place stone on empty for x in [1, Red] { place stone on empty } }",
         "a loop needs values of one type; these are a number and a player", ""),
    ],
)  # fmt: skip
def test_mismatches_of_types_say_what_may_have_been_meant(text: str, message: str, help_line: str) -> None:
    problems = [found for found in found_in(text) if found.code == "HG302"]
    assert [(found.message, found.help) for found in problems] == [(message, help_line)]


@pytest.mark.parametrize(
    ("text", "message", "help_line"),
    [
        ("turn { place stone on c among empty then choose d in adjacent(c) }", "`c` is known only in its `place`",
         "the cell of the last stone is `last`; others are kept in a variable, in the block: { set … = … }"),
        ("turn { may place stone on empty may move stone from s among own to adjacent(s) & empty "
         "if s in top { pass } }",
         "`s` is known only in its `move`", "keep it in a variable, in the block: { set … = … }"),
        ("setup { place stone of Red on cell(0, 0) }\nturn { place stone on empty }", "nobody decides here",
         "write: cell(0, 0) becomes stone of Red"),
        ("round { place stone of Red on cell(0, 0) }", "nobody decides here", "say who: as p { place stone on empty }"),
        ("effect take { place stone on empty }\nturn { place stone on c among empty { take() } }",
         "a decision cannot stand in an effect: `take` is put in place where it is used",
         "write it in the turn, and let its block use `take`"),
        ("turn { place stone on c among empty { place stone on empty } }",
         "a decision cannot stand inside the block of another", "put it after the block, with `then` before it"),
        ("turn { place stone on empty where c in corners }", "unknown name `c`",
         "to speak of the cell that is chosen, name it: c among empty"),
        ("var x = 1 in 1..5\nturn { place stone on c among empty { x = 2  c becomes stone } }",
         "`x` needs `set` to change its value", "write: set x = 2"),
        ("var x = 1 in 1..5\nturn { place stone on c among empty { x = turn + 1 if turn > 3 { c becomes stone } } }",
         "`x` needs `set` to change its value", "write: set x = turn + 1"),
        ("turn { choose d in {left, right} then place stone on empty }",
         "`choose` takes one cell, not one of several sets of cells",
         "choose a number: choose n in 0..1, and write [left, right][n]"),
        ("turn { choose d in sides then place stone on empty }",
         "`choose` takes one cell, not one of several sets of cells",
         "choose a number: choose n in 0..3, and write sides[n]"),
        ("win when connects(Red, Red.edges) for Red", "the player comes before `when`",
         "write: win for Red when connects(Red, Red.edges)"),
        ("board { shape rhombus(5) relation below = cell(c.q, c.r + 1) }", "unknown name `c`",
         "name the cell that the relation starts from: relation below(c) = …"),
        ("board { shape rhombus(5) relation below(c) = cell(c.q, c.r + 1) }", "this is a cell, not a set of cells",
         "did you mean `{cell(c.q, c.r + 1)} & cells`?"),
    ],
)  # fmt: skip
def test_what_stands_in_the_wrong_place_is_told_where_it_belongs(text: str, message: str, help_line: str) -> None:
    found = found_in(text)[0]
    assert (found.message, found.help) == (message, help_line)


@pytest.mark.parametrize(
    ("text", "message", "help_line"),
    [
        ("win when connects(own, own.edgs)  # own.edges", "a player has no `.edgs`", "did you mean `edges`?"),
        ("win when own.turms > 3", "a player has no `.turms`", "did you mean `turns`?"),
        ("win when own.edgs > 3  # not own.edges", "a player has no `.edgs`", ""),
        ("effect flip(c) { c becomes stone } effect flop(c, d) { c becomes stone d becomes stone }\n"
         "turn { place stone on c among empty { flep(c, c) } }",
         "unknown effect `flep`", "spell `flep` and `flop` alike"),
    ],
)  # fmt: skip
def test_names_are_suggested_where_they_fit(text: str, message: str, help_line: str) -> None:
    assert [(found.message, found.help) for found in found_in(text)] == [(message, help_line)]


@pytest.mark.parametrize(
    "text",
    [
        "turn { place stone of [Red, Blue][0] on empty }",
        "turn { place stone of own.opponent on empty }",
        "turn { let n = 2 place stone on empty }",
        "turn { place stone on empty then }",
        "turn { if turn == 1 { place stone on empty } else { may place stone on empty may pass } }",
        "option pie = yes in yes, no\nturn { if pie { place stone on empty } else { } }",
        "option times = 2 in 1..3\nturn { repeat times { place stone on empty } }",
        "turn { random die in 1..6 repeat die { place stone on empty } }",
        "turn { repeat turn { place stone on empty } }",
        "round { for p in players { as p { repeat if count(own) > 3 then 1 else 2 { place stone on empty } } } }",
        "turn { for c in corners { place stone on empty } }",
        "var n = 2 in 3, 1, 2\nturn { place stone on c among empty { set n = n + 1 } }",
        "var p = a in a, b, c\nvar q = b in b, c\nturn { place stone on c among empty { set p = q } }",
        "var p = a in a, b\nturn { place stone on c among empty { set p = if turn > 2 then a else b } }",
        f"{CARDS}turn {{ pick 1 from own.hand into own.bid }}",
        f"{CARDS}turn {{ pick 1 from bid into hand otherwise place stone on c among empty {{ hand to bid }} }}",
        f"{CARDS}turn {{ place stone on c among empty where c.q in {{}} or c.r in 0..9 }}",
        f"{THREE}{CARDS}round {{ together {{ pick 1 from hand into bid }} }}\nwin when count(own) > 3",
        "lose at start of turn when stuck\ndraw when repeats",
        "define over(n) = stuck and n > 0\nlose at start of turn when over(1)",
        "setup { }",
        "setup { random c in corners c becomes stone of neutral }",
        "turn { place stone on empty repeat while possible { may place stone on empty may pass where turn < 1 } }",
        "players A\nturn { place stone on empty }",
        "option first = Bleu in Red, Bleu\nwin when count(own) > (if first == Bleu then 3 else 4)",
    ],
)
def test_rules_that_only_look_bad(text: str) -> None:
    assert found_in(text) == ()


@pytest.mark.parametrize(
    ("text", "guess"),
    [("win when count(cornes) == 2", "corners"), ("win when cont(own) == 2", "count"), ("win when conut == 2", None),
     ("win when cornesr(own) == 2", None), ("win when trun > 5", "turn"), ("win when trun", None),
     ("define tap(n) = 1\nlet tip = 2\nwin when turn > tup + tap(1)", "tip"), ("win when coners > 2", None)],
)  # fmt: skip
def test_a_name_is_suggested_only_where_it_can_stand(text: str, guess: str | None) -> None:
    problems = [found for found in found_in(text) if found.code == "HG201"]
    assert [found.replacement for found in problems] == [guess]
