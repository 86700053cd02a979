"""The plan of a module: equal for equal games, printed whole, and all that writers know."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import GAMES, ROOT, long, small
from rulebook import Cells, rhombus

import hexgame
from hexgame import Source
from hexgame.machine.plan.forms import PLAIN
from hexgame.machine.plan.plan import Plan
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.rules import ir, walk
from hexgame.rules.steps.steady import free_variables
from hexgame.show.pages.plans import plan_page

MACHINE = ROOT / "interpreter" / "machine"
SHIPPED = MACHINE.parent.parent / "games"
WRITERS = sorted([path for room in ("text", "goals", "turns", "random") for path in (MACHINE / room).glob("*.py")])
HELPER = re.compile(
    r"(at_least|some|every|count|how_many|arc|group|in_group|grouped|reached|passes|reaches|bits|code|lot|held|pick"
    r"|sum|largest|smallest|steps|nearest|is_nearest|alone|noted|near|spread|stretch|effect|allowed|kept|row|product"
    r"|(is_)?walks|(is_)?cuts|leads)_\d+"
    r"|arc_\d+_\d+|has|size|flood|times|numbers|following|piece|cover|take|gain|carry"
)
"""Functions that an expression, a goal or a block of codes has of its own."""


def both(stem: str) -> tuple[Game, Game]:
    game = small(stem)
    return game, game.in_forms(PLAIN)


stems = pytest.mark.parametrize("stem", [path.stem for path in GAMES])


@stems
def test_equal_games_have_equal_plans(stem: str) -> None:
    for game in both(stem):
        again = game.in_forms(game.forms)
        assert again.plan is not game.plan
        assert again.plan == game.plan


@long("*", "!hex", "!unlur")
@pytest.mark.parametrize("stem", ["hex", "gonnect", "unlur", "blind_hex"])
def test_a_sheet_that_is_read_twice_has_equal_plans(stem: str) -> None:
    source = Source(stem, (SHIPPED / f"{stem}.hexgame").read_text("utf-8"))
    one, other = (hexgame.load(source) for _ in range(2))
    assert one.rules is not other.rules
    assert one.plan == other.plan


def test_other_options_and_other_forms_make_other_plans() -> None:
    fast, plain = both("hex")
    assert fast.plan != plain.plan
    assert small("hex", 4).plan != small("hex", 5).plan


@stems
def test_the_page_of_a_plan_names_all_that_it_holds(stem: str) -> None:
    for game in both(stem):
        plan, words = game.plan, set(re.findall(r"\w+", plan_page(game)))
        assert {section.name for section in plan.layout.sections} <= words
        assert {constant.name for constant in (*plan.results.constants, *plan.flow.labels)} <= words
        assert set(plan.functions) <= words


@stems
def test_a_module_holds_what_its_plan_says(stem: str) -> None:
    for game in both(stem):
        written = set(game.machine.functions)
        assert set(game.plan.functions) <= written
        others = {name for name in written - set(game.plan.functions) if not HELPER.fullmatch(name)}
        assert not others, f"functions that no plan speaks of: {others}"


@stems
def test_the_names_of_a_module_are_its_own(stem: str) -> None:
    for game in both(stem):
        names = [*game.plan.layout.places, *game.plan.named, *(name for name, _ in game.machine.table_sizes)]
        assert len(names) == len(set(names))


def test_sections_follow_one_another_in_the_order_of_their_parts() -> None:
    layout = small("gonnect").plan.layout
    end = 0
    for section in layout.sections:
        assert section.offset == end
        end += section.size
    assert end == layout.size
    parts = [section.part for section in layout.sections]
    assert parts == sorted(parts, key=("position", "derived", "scratch").index)
    assert layout.position_size < layout.kept < layout.size


def analyses(module: ast.Module) -> Iterator[str]:
    """What a writer does that belongs into the plan."""
    for node in ast.walk(module):
        match node:
            case ast.ImportFrom(module=str(name)) if "facts" in name.split("."):
                yield f"line {node.lineno} imports {name}"
            case ast.Import(names):
                yield from (f"line {node.lineno} imports {each.name}" for each in names if "facts" in each.name)
            case ast.Call(ast.Attribute(_, "everything" | "traits_of") | ast.Name("everything" | "traits_of")):
                yield f"line {node.lineno} calls {ast.unparse(node.func)}"
            case ast.Attribute(attr="facts" | "forms"):
                yield f"line {node.lineno} reads {ast.unparse(node)}"


@pytest.mark.parametrize("path", WRITERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_writer_analyses_rules(path: Path) -> None:
    found = list(analyses(ast.parse(path.read_text("utf-8"))))
    assert not found, f"{path.relative_to(MACHINE)}: {'; '.join(found)}"


@pytest.mark.parametrize(
    "text",
    [
        "from ...rules.facts.goals import owner_of",
        "def f(node):\n    return any(walk.everything(node))",
        "def f(self):\n    return self.plan.facts.swap",
        "def f(self):\n    return self.plan.forms.moves",
    ],
)
def test_an_analysis_in_a_writer_would_be_found(text: str) -> None:
    assert list(analyses(ast.parse(text)))


def test_a_plan_is_a_value() -> None:
    plan = small("hex").plan
    assert isinstance(plan, Plan)
    with pytest.raises(AttributeError):
        plan.layout = plan.layout  # type: ignore[misc]


def test_nodes_that_are_shared_are_visited_once():
    node: ir.Expression = ir.Axis(0, ir.Bound(3))
    for _ in range(60):
        node = ir.Operation("+", (node, node))
    assert free_variables(node) == {"c3"}
    assert (walk.size(node), walk.depth(node)) == (3 * 2**60 - 1, 62)


def test_tables_of_numbers_have_no_nodes():
    node = ir.Lookup((1, 2, 3), ir.Bound(0))
    assert list(walk.everything((((1, 2), (3, 4)), (node,)))) == [node, ir.Bound(0)]
    assert node.children == (ir.Bound(0),)


ONCE = """
game "Once"
players Red, Blue
board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }
effect clear(c) {
  for d in adjacent(c) where count(adjacent(d) & own) > 2 { let n = count(own) if n > 3 { d becomes empty } }
}
turn {
  may place stone on c among empty where c.q < 2 { c becomes stone clear(c) }
  may place stone on c among empty where c.q > 1 { c becomes stone clear(c) }
}
win when largest(count(g) for g in groups(own)) > 5 and sum(count(g) for g in groups(own)) > 7
win when some g in groups(own): some h in groups(enemy): count(g) > count(h) + 3
draw at start of turn when stuck
draw when turn > 40
"""


def test_what_equal_rules_do_is_written_once() -> None:
    plan, source = (game := hexgame.load(Source("once", ONCE))).plan, game.machine.source
    assert len(re.findall("^def effect_", source, re.MULTILINE)) == 1
    assert source.count("effect_") == 3
    assert len(plan.repeated) == 1
    assert sorted(set(plan.sections.values())) == [0, 1]


def test_groups_within_groups_have_sections_of_their_own() -> None:
    """Both forms play alike where questions about groups stand in one another, and share sections where they do not."""
    game = hexgame.load(Source("once", ONCE))
    for seed in range(5):
        draw, one, other = random.Random(seed), game.start(), game.in_forms(PLAIN).start()
        while not one.is_over:
            assert one.legal_codes == other.legal_codes
            code = draw.choice(one.legal_codes)
            for state in (one, other):
                state.play(state.game.move(code))
            assert (one.pieces, one.outcome) == (other.pieces, other.outcome)
        sizes = {player: [len(group) for group in _groups(one, player)] for player in game.players}
        reds, blues = sizes["Red"], sizes["Blue"]
        winner = one.outcome and one.outcome.winner
        for player, own, enemy in (("Red", reds, blues), ("Blue", blues, reds)):
            large = max(own, default=0) > 5 and sum(own) > 7
            larger = any(size > least + 3 for size in own for least in enemy)
            assert winner or not (large or larger)
            assert winner != player or large or larger


def _groups(state: State, player: str) -> set[Cells]:
    board = rhombus(4)
    return board.groups(frozenset(board.named[name] for name in state.pieces[player]["stone"]))
