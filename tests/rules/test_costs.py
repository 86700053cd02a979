"""What rules can cost: the bounds hold in play, refuse no sensible game, and stop what would never come back."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from click.testing import Result
from conftest import GAMES, Run, codes_of, complete, game_of, long, sizes_of, small, wide
from counting import Counted
from odd_forms import OddForms
from test_traits import SHEETS, sheet

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.loading import Sheet, read_sheet
from hexgame.machine.emit import before_the_set_up
from hexgame.machine.plan.terms import group_inside
from hexgame.play.game import Game
from hexgame.rules import elements, ir, walk
from hexgame.rules.costs.findings import refusals, warnings
from hexgame.rules.costs.scales import scale_of, steps_of
from hexgame.rules.costs.work import Work
from hexgame.rules.steps import sets

LEAST = 0.05
"""The share of each bound that some shipped game reaches."""

each_shipped = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
in_both_forms = pytest.mark.parametrize("plain", [True, False], ids=["plain", "fast"])


# The bounds hold

Shares = dict[str, float]
"""How much of each bound was used."""


def shares(game: Game, plain: bool, seed: int, most: int = 40) -> Shares:
    """Play a random game, and compare what every function of the module does with its bound."""
    bounds = {bound.limit.name: bound.most for bound in game.costs.bounds}
    bounds["refusal"] = Work(game.rules, scale_of(game.rules, game.board)).longest_test
    counted, found = Counted(game, plain), dict[str, float]()
    machine, draw = counted.machine, random.Random(seed)

    def used(name: str, number: int) -> None:
        assert number <= bounds[name], f"{name}: {number:,} of at most {bounds[name]:,}"
        found[name] = max(found.get(name, 0), number / bounds[name])

    used("state", machine.layout.size)
    used("tables", sum(size for _, size in machine.table_sizes))
    used("module", counted.length)
    begin = before_the_set_up(machine.plan)
    counted("rebuild", begin)
    used("start", counted.steps + counted.steps_of("resume", begin, 0) + counted.steps_of("judge", list(begin), 0))
    state, codes = list(machine.start), [0] * (machine.action_count + 1)
    for _ in range(most):
        offered = counted("legal", state, codes)
        used("listing", counted.steps)
        if not isinstance(offered, int) or not offered:
            break
        code = codes[draw.randrange(offered)]
        used("refusal", counted.steps_of("refusal", state, code))
        used("step", counted.steps_of("step", state, code))
        for player in range(len(game.players)):
            used("judgement", counted.steps_of("judge", list(state), player))
            if game.rules.hides:
                cells = range(len(game.board.cells))
                used("look", sum(counted.steps_of("seen", list(state), player, cell) for cell in cells))
    return found


@long("*", "!gonnect-*", "!knight_vision-*", "!torex-*", "gonnect-*", "knight_vision-*")
@in_both_forms
@each_shipped
def test_nothing_takes_more_than_its_bound(path: Path, plain: bool) -> None:
    shares(small(path.stem, 2), plain, seed=1)


@long("*-fast", "!kept-fast", "moved-plain", "goals-plain", "*-plain")
@in_both_forms
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_takes_more_than_its_bound_whatever_the_rules_are_made_of(name: str, plain: bool) -> None:
    shares(sheet(name), plain, seed=1)


@wide("*", "!7-plain")
@in_both_forms
@pytest.mark.parametrize("seed", range(41))
def test_nothing_takes_more_than_its_bound_in_an_odd_game(seed: int, plain: bool) -> None:
    source = Source("odd.hexgame", OddForms(seed).text())
    problems = [problem.code for problem in hexgame.check(source)]
    assert "HG524" not in problems
    if not any(code < "HG9" for code in problems):
        shares(hexgame.load(source), plain, seed)


SPECIAL = {
    "nested groups": """
board { shape rhombus(4) }
win when some g in groups(own): some h in groups(enemy): some k in groups(empty): count(g & adjacent(h)) > 9
  and count(adjacent(k) & g) > 9
""",
    "aggregates": """
board { shape rhombus(4) }
score = [
  sum(largest(count(h & adjacent(g)) for h in groups(enemy)) for g in groups(own)) + sum(d.q for d in group(last)),
  largest(sum(n * m for m in 1..count(enemy)) for n in 1..count(own)) + largest(count(own), count(groups(empty)))
]
win by score when count(empty) == 0 or (some n in 1..count(own): count(group(last)) * n > 99)
win when (if count(own) > 3 then own & top else adjacent(own)) == own - top or group(last) == (if turn > 3
  then own else {})
""",
    "ways": """
board { shape rhombus(4) wrap left, right as waist }
score = sum(steps(c, own - {c}, past: empty) for c in nearest(own, corners, past: own | empty))
win by score when steps(group(last), own - group(last), past: empty) == 3 and last in nearest(own, enemy)
win when steps(group(last), group(cell(0, 0)), past: adjacent(group(cell(2, 2)))) == 2
""",
    "groups4": """
board { shape rhombus(3) }
win when some g in groups(own): some h in groups(enemy): some k in groups(empty): some m in groups(own |
  empty): count(g & adjacent(h) & m) > 9 and count(adjacent(k) & g) > 9
""",
    "group of": """
board { shape rhombus(4) }
win when some c in own: some d in enemy: count(adjacent(group(c)) & {e for e in group(d) where count(group(e))
  > 20}) > 3
""",
    "group member": """
board { shape rhombus(4) }
win when some c in own: some d in own: c in group(d) and not (d in adjacent(group(c)) | group(c)) and
  count(liberties(group(c))) == 0
""",
    "glued slide": """
board { shape rhombus(4) wrap left, right as waist }
win when some c in own: count(slide(c, past: empty, onto: enemy)) > 9 or some d in slide(c, past: own |
  empty): d in slide(c, past: enemy) and count(slide(d) & own) > 11
""",
    "slide": """
board { shape hexagon(3) }
win when some c in own: count(slide(c, past: empty)) > 99 or some d in slide(c, past: own | empty) - enemy: d
  in slide(c, past: enemy) & corners
""",
    "lines": """
board { shape hexagon(3) relation down(c) = {d for d in adjacent(c) where d.r > c.r} }
turn { place stone on c among empty { c becomes stone for d in own { between(c, d, past: enemy) becomes stone } } }
win when row(own | empty) > 99 or some c in own: some d in enemy: count(between(c, d, past: own | empty)) > 9
  or c in beyond(d, c, past: own, along: down) or count(beyond(d, c, past: empty) | between(d, c)) > 9
""",
    "glued lines": """
board { shape rhombus(4) wrap left, right as waist }
win when row(own | enemy) > 99 or some c in own: some d in enemy: count(between(c, d, past: own | empty)) > 9
  or d in beyond(c, last, past: own) or count(beyond(d, c) | between(d, c)) > 99
""",
    "touching": """
board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }
win when touches(own - corners, top) and touches(enemy, bottom) and arc(own, perimeter) > 30 and some g in
  groups(own): arc(g & perimeter, perimeter) > 30
""",
    "enclosed": """
board { shape hexagon(3) - disc(cell(0,0), 1) }
win when encloses(own | empty) and encloses(enemy)
""",
    "paths": """
board { shape rhombus(3) wrap left, right as waist wrap top, bottom as belt }
win when loop(own, odd: waist) and loop(own, odd: belt) and loop(enemy, odd: waist)
""",
    "effects": """
pieces man, king
marks seen
var n = 0 in 0..9
board { shape rhombus(3) }
turn { place man on c among empty {
  c becomes man
  for d in adjacent(c), e in adjacent(d) & own { e becomes king set seen = seen | {d} }
  for g in groups(enemy) { if count(g) > 1 { g becomes king of neutral } }
  for i in 1..5, p in players { if count(p) > i { set n = n + 1 } }
} }
win when count(seen) > 8
""",
    "repeats": """
board { shape rhombus(3) }
turn { may place stone on c among empty forbid repeats { c becomes stone for g in groups(own) { if count(g) >
  2 { g becomes empty } } } otherwise pass }
draw when repeats and passes > 4
win when turn > 60
""",
    "three": """
players Red, Blue, Green
board { shape rhombus(3) }
turn { for i in 1..3 { may place stone on empty where count(own) < i + turn otherwise pass } }
lose when count(own) > 2
draw when turn > 30
""",
    "times": """
board { shape rhombus(3) }
turn { repeat count(own) + 1 { if count(own) mod 3 == 1 { may place stone on empty otherwise pass } } then may
  place stone on empty otherwise pass }
draw when turn > 12
""",
    "persist": """
board { shape rhombus(3) }
turn { repeat while possible { place stone on c among empty where count(adjacent(c) & own) == 0 } then may pass }
draw when turn > 12
""",
    "choices": """
var t = 0 in 0..3
board { shape rhombus(4) label w(c) = c.q * c.r label far(c) = cell(3 - c.q, c.r) }
turn { place stone on c among empty where (if count(own) > 2 then far(c) else last) in (own | enemy |
  adjacent(enemy & corners)) or count({x for x in [top, left] where touches(own, x)}) < 5 { c becomes stone
  set t = w(if last in own then last else c) } }
win when far(far(last)) in own and count(own) > 12
""",
    "cards": """
cards hand = 1..6, bid = {}
board { shape rhombus(3) }
round { together { pick 2 from hand into bid } for p in players { as p { may place stone on empty where
  count(hand) in bid or 3 in hand otherwise pass } } for p in players { p.bid to p.hand } }
score = count(own) + count(bid) + count(hand)
win by score when turn > 12
""",
}  # fmt: skip
"""Sheets of what formulas must not forget."""


@long("*", "!cards", "!group of", "!effects", "!persist", "group of", "effects")
@pytest.mark.parametrize("name", SPECIAL)
def test_nothing_takes_more_than_its_bound_where_loops_and_sets_are_nested(name: str) -> None:
    game = game_of(SPECIAL[name])
    for plain in (True, False):
        shares(game, plain, seed=1)


@long
def test_the_bounds_are_not_absurdly_large() -> None:
    """Each is reached within a factor of twenty by some shipped game, of five on the whole."""
    found = [shares(small(stem, 3), plain=True, seed=2) for stem in ("dark_hex", "gonnect", "master_y", "tabu_y")]
    reached = {name: max(each.get(name, 0) for each in found) for name in found[0]}
    assert all(share > LEAST for name, share in reached.items() if name != "start"), reached
    assert reached["judgement"] > 0.2
    assert reached["listing"] > 0.2


@long("*", "!havannah")
@each_shipped
def test_no_condition_of_an_ending_takes_more_steps_than_its_bound(path: Path) -> None:
    game = small(path.stem, 2)
    counted, scale = Counted(game), scale_of(game.rules, game.board)
    for number, ending in enumerate(game.rules.endings):
        bound = scale.of(ending.condition)
        assert bound == steps_of(ending.condition, game.rules, game.board)
        for player in range(len(game.players)):
            assert counted.steps_of(f"ending_{number}", list(counted.machine.start), player) <= bound + 4


@pytest.mark.parametrize("name", SHEETS)
def test_the_group_that_is_marked_is_the_one_that_the_writer_marks(name: str) -> None:
    for node in walk.everything(sheet(name).rules):
        if isinstance(node, ir.Count | ir.AtLeast | ir.Quantifier | ir.Touches | ir.ArcLength):
            assert next(iter(sets.groups_inside(node.cells)), None) == group_inside(node)
        if isinstance(node, elements.Aggregate):
            assert next(iter(sets.groups_inside(node.among)), None) == group_inside(node)


# No sensible game is refused


@long("*", "!gonnect", "!unlur")
@each_shipped
def test_no_shipped_game_is_slow_at_its_largest(path: Path) -> None:
    read = read_sheet(path.stem)
    assert isinstance(read, Sheet)
    game, _ = read.compiled({"size": sizes_of(path.stem)[-1]})
    assert game is not None
    assert not [*refusals(game.costs, None), *warnings(game.costs, "HG940", None)]


# What never comes back is refused

BOARD = "board { shape rhombus(12) }\n"
LOOPS = "some a in own: some b in own: some c in own: a.q * b.r == c.q + {}"
HOSTILE = {
    "four loops": BOARD + "win when some a in empty: some b in empty: some c in empty: some d in empty: "
    "a.q * b.r + c.q * d.r == 50000",
    "many loops one after another": BOARD + "var n = 0 in 0..1\n"
    "turn { place stone on x among empty { x becomes stone "
    + " ".join(f"if {LOOPS.format(k)} {{ set n = 1 }}" for k in range(400)) + " } }\nwin when n == 1",
    "loops in definitions": BOARD + "define f(x) = some a in own: some b in own: a.q * b.r == x\n"
    "define g(x) = " + " or ".join(f"f(x + {k})" for k in range(20)) + "\n"
    "define h(x) = " + " or ".join(f"g(x + {k})" for k in range(20)) + "\nwin when some c in own: h(c.q)",
    "loops in a condition": BOARD + "turn { place stone on x among empty where not (" + LOOPS.format("x.q")
    + ") and not (some d in own: some e in empty: some f in cells: some g in own: d.q * e.q == f.q * g.q) }",
    "loops in a block": BOARD + "var n = 0 in 0..1\nturn { place stone on x among empty { x becomes stone "
    "for a in cells, b in cells, c in cells, d in cells, e in cells { set n = 0 } } }",
    "groups in groups": "board { shape rhombus(26) }\nwin when some g in groups(own): some h in groups(enemy): "
    "some k in groups(empty): count(g & adjacent(h)) == count(adjacent(k) & g) + 3",
    "a loop of the script": BOARD + "var n = 0 in 0..1\n"
    "turn { place stone on empty repeat 10000 { repeat 10000 { repeat 10000 { set n = 1 - n } } } }",
    "moves from anywhere to anywhere": "board { shape rhombus(31) }\n"
    "turn { may move stone from own to empty otherwise place stone on empty }",
    "many turns of a loop with a decision": BOARD
    + "turn { repeat count(empty) * 1000000 { if turn < 0 { place stone on empty } } then place stone on empty }",
    "tables": "board { shape rhombus(30) " + " ".join(
        f"relation far{k}(c) = {{d for d in adjacent(c) where d.q != {k}}}" for k in range(40)
    ) + " }\nturn { place stone on c among empty where " + " and ".join(
        f"count(slide(c, along: far{k})) < 3" for k in range(40)
    ) + " }",
}  # fmt: skip
"""Sheets that are valid but for what they cost."""

NOTS = "define f{}(x) = " + "not (" * 18 + "{}" + ")" * 18
DEFINED = [NOTS.format(k, f"f{k + 1}(x)") for k in range(40)]
DEEP = {
    "definitions": [*DEFINED, NOTS.format(40, "count(own) == x")],
    "known definitions": [*DEFINED, NOTS.format(40, "x == 1")],
    "fewer definitions": [*DEFINED[31:], NOTS.format(40, "count(own) == x")],
}
"""Sheets with definitions in one another that nest too deep together."""


@long("known definitions")
@pytest.mark.parametrize("name", DEEP)
def test_definitions_that_nest_too_deep_together_are_refused(name: str) -> None:
    first = DEEP[name][0].split("(")[0].split()[1]
    assert set(codes_of("\n".join([*DEEP[name], f"win when {first}(1)"]))) <= {"HG307"}


COMMANDS = (
    ("validate",), ("board",), ("show",), ("inspect",), ("perft", "--depth", "1"), ("play",), ("playouts", "-n", "10"),
)  # fmt: skip


@long("many loops one after another", "tables", "loops in definitions")
@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_never_come_back_is_refused_at_once(name: str) -> None:
    begun = time.process_time()
    codes = codes_of(HOSTILE[name])
    assert time.process_time() - begun < 5
    assert set(codes) <= {"HG524", "HG507", "HG307"}
    assert codes


@long
def test_a_refusal_points_at_words_even_if_each_of_many_costs_little() -> None:
    endings = "\n".join(f"win when count(own) > {number}" for number in range(999))
    (problem,) = hexgame.check(Source("many", complete("turn { place stone on empty }\n" + endings)))
    assert problem.code == "HG524"
    assert problem.span is not None


def test_loops_in_the_steps_of_walks_are_marked_where_they_were_written() -> None:
    sheet = complete("""board { shape hexagon(11) }
        define hop(s, c) = {d for d in adjacent(c) & empty where steps(s, d, past: own) < 30}
        turn { may move stone from s among own to d among walks(s, by: hop(s)) where d in walks(s, by: hop(s)) }""")
    (problem,) = hexgame.check(Source("walks", sheet))
    assert [span.text for span, _ in problem.related] == ["walks(s, by: hop(s))", "steps(s, d, past: own)"]


@pytest.mark.parametrize("verb", COMMANDS, ids=lambda verb: verb[0])
def test_every_command_answers_at_once(verb: tuple[str, ...], command: Run, tmp_path: Path) -> None:
    path = tmp_path / "hostile.hexgame"
    path.write_text(complete(HOSTILE["four loops"]))
    begun = time.process_time()
    result: Result = command(verb[0], str(path), *verb[1:])
    assert time.process_time() - begun < 2
    assert "HG524" in result.output
    assert result.exit_code == 1
