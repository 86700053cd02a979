"""Every member of every union of the rules: what is missing for one of them fails by its name.

Each declares its traits, is emitted and played alike in all forms, is known to the bounds, and has its word in the
reference. What traits promise is held against random games: whatever is not declared stays as it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import oracle
import pytest
from alone import ALONE, EFFECTS, STAGES, members, with_effect
from conftest import GAMES, ROOT, game_of, small
from lockstep import play_in_lockstep

from hexgame.machine.plan.actions import Block
from hexgame.machine.plan.forms import PLAIN
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.record import Record
from hexgame.rules import deeds, elements, ir, layers, program, walk
from hexgame.rules.costs.scales import scale_of
from hexgame.rules.expressions.primitives import PRIMITIVES
from hexgame.rules.facts.facts import facts_of
from hexgame.rules.facts.placement import put_of
from hexgame.rules.roles import Role
from hexgame.rules.steps.scale import ENDLESS, worst
from hexgame.rules.steps.sets import WORST_EXTENT
from hexgame.rules.symmetry import symmetries
from hexgame.rules.traits import EVERYTHING, PURE, Change, Node, Part, Traits, united
from hexgame.show.editors.vocabulary import words
from hexgame.source.syntax import tree
from hexgame.validation.reasoning import bounds, sets

KEPT = """
pieces man, king
cards hand = 1..3, bid = {}
marks seen
var n = 0 in 0..4
var who = Red in Red, Blue
board { shape rhombus(3) label weight(c) = c.q + 2 * c.r }
setup { for c in corners { c becomes king of neutral } }
round {
  random lot in 1..3
  together { pick 1 from hand into bid }
  for p in players {
    as p {
      may place man on c among empty where c.q >= lot or count(hand) > 1 {
        c becomes man
        let near = count(adjacent(c) & own)
        set n = n + near
        set who = if n == 4 then own else who
        if not (2 in hand) { set seen = seen | {c} }
      }
      may place king on c among empty where weight(last) > 2 or last in corners
      otherwise pass
    }
  }
  repeat 2 { set n = n - 1 }
  for p in players { p.bid to p.hand }
}
score = count(own) + count(seen) + weight(last) + n + count(hand) + turn * turn
win by score when quiet > 3 or passes > 3 or turn > 12
win when n == 4 and (some c in own: c in adjacent(seen))
"""

MOVED = """
pieces man, king
var t = no in yes, no
board { shape rhombus(4) relation far(c) = {d for d in cells where d.q == c.q and d != c} }
turn {
  may place man on c among {d for d in empty where d.q >= 1 or count(own) > 3} forbid repeats {
    c becomes man
    for d in adjacent(c) & enemy { if count(adjacent(d) & own) > 2 { d becomes empty } }
    for g in groups(enemy) { if count(liberties(g)) == 0 { g becomes empty } }
    if turn == 3 { swap }
    if count(group(c)) == 3 { again }
  }
  may move man from c among own to d among slide(c, past: empty) & empty where c in far(d)
  may swap on turn 2
  otherwise pass
  then
  repeat while possible { place king on perimeter & empty forbid count(group(last)) < 3 or turn < 4 }
  if count(empty) < 4 { may pass where not (some g in groups(own): touches(g, top)) } else { set t = yes }
}
score for Red = own.turns
score for Blue = count(group(last))
win by score when count(empty) == 0
draw when repeats and passes > 0
"""


GOALS = """
board { shape rhombus(4) wrap left, right as waist }
turn { place stone on c among empty forbid count(enemy) > 6 and passes > 0 otherwise pass where own.turns > 1 }
win when path(own, [top, bottom], odd: waist) or loop(own, odd: waist)
win when some g in groups(own): count({s for s in [top, bottom, left] where touches(g, s)}) == 3
draw at start of turn when stuck
"""

DUEL = """
players Red, Blue, Green
round {
  as Blue { place stone on empty }
  as Red { place stone on empty }
}
"""

FLAT = """
board { shape hexagon(3) }
win when encloses(own) or connects(own, [sides[0], sides[2], sides[4]])
lose when some g in groups(own): 2 * arc(g, perimeter) > 8
"""

ADDED = """
cards hand = 1..3
board { shape rhombus(4) label weight(c) = c.q + 2 * c.r }
define below(c) = {d for d in adjacent(c) where d.r >= c.r}
define beside(S, c) = {d for d in adjacent(c) where d in S or c.q != d.q}
turn {
  may place stone on c among empty where sum(weight(d) for d in adjacent(c) & own) < 9 {
    c becomes stone
    set hand = if count(own) == 4 then {2} else hand
  }
  otherwise pass
}
score = [
  sum(count(g) - 1 for g in groups(own) where touches(g, top)),
  largest(c.q for c in own - top otherwise -1) + smallest(count(own), 3),
  count(n for n in 1..count(own) where n in hand) + sum(hand)
]
win by score when count(empty) < 2 or [count(own), count(groups(own))] > [5, 2] or passes > 1
win when some n in 1..count(own & top): n == 3 and every m in hand: m == 2
win when (if count(own) > 3 then own & top else own - top) == {} and turn > 4
win when steps(group(last), own - group(last), past: empty) == 2 and last in nearest(own, corners, past: own | empty)
win when count(walks(own, past: empty, by: below)) > 12 and last in walks(own & top, exactly: 2)
win when count(cuts(own)) > 3 or last in cuts(own | enemy, by: beside(enemy))
"""

LEAVING = """
board { shape rhombus(4) }
effect clear(S) { S becomes empty }
turn {
  repeat up to 3 { place stone on c among empty forbid count(group(c)) > 4 }
  repeat 0..count(enemy) {
    may place stone on c among empty where c.q > 1
    may place stone on c among empty where c.r > 1 { c becomes stone clear(adjacent(c) & enemy) }
    otherwise pass
  }
}
win at end of turn when some g in groups(own): count(g) == 4
draw when turn > 12
"""

LINED = """
board {
  grid square
  shape rhombus(4)
  wrap left, right as waist
  relation diagonal = leap(1, 1)
  relation down(c) = {d for d in adjacent(c) where d.r > c.r}
}
turn {
  may place stone on c among empty where count(beyond(c, last, past: own, along: down)) < 2 {
    c becomes stone
    for d in own { between(c, d, past: enemy) becomes stone }
    for d in beyond(c, last, along: diagonal) & enemy { d becomes empty }
    if turn mod 5 == 0 { exchange c, last }
  }
  otherwise pass
}
win when row(own) >= 4 or row(own, along: diagonal) >= 4 or count(between(last, last)) > 0
draw when turn > 20 or passes > 1
"""

PILED = """
pieces man, king
stacks up to 3
board { grid square shape rhombus(4) }
turn {
  may place man on c among empty | own where count(c.pile) < 3 forbid repeats and count(last.pile) > 1 {
    c gains man
    for d in adjacent(c) & enemy { if count(d.pile) > 1 { d loses 1 } }
    if turn mod 4 == 0 { adjacent(c) gains king of neutral }
    if turn mod 9 == 0 { enemy loses (turn mod 2 + 1) }
  }
  may place king on cells
  may move man from s among own to d among adjacent(s) where some x in s.pile: x.owner == own and count(d.pile) < 3 {
    2 of s to d
    if turn > 20 { last to s  cell(0, 0) becomes king  cell(1, 1) becomes empty }
    for x in d.pile where x.owner == enemy { cell(2, 2) gains x.kind of own }
  }
  may move king from s among own to adjacent(s)
  otherwise pass
}
win when connects(own, [top, bottom]) or sum(count(x for x in c.pile where x.kind == man) for c in own) > 15
win when last.pile[1].owner == enemy and last.pile[2].kind == king and turn > 30
draw when turn > 40
"""

NUMBERED = """
pieces man, king
var seeds = 2 in 0..9 for each cell
var height = 1 in -3..5 for each piece
var told = no in yes, no for each cell
var whose = none in players, none for each cell
var next = none in cells, none for each piece
sees empty | own | corners
sees kind on own | corners
sees seeds on cells
sees height on own & adjacent(enemy)
board { grid square shape rhombus(4) }
turn {
  may place man on c among cells where c.height < 3 and c.seeds > 0 forbid repeats or c.height == 4 {
    let before = c.height
    c becomes man
    set c.height = before + c.seeds
    set c.next = last
    set c.whose = own
    for d in adjacent(c) { set d.seeds = d.seeds - 1  set d.told = d.height > 1 }
    if turn mod 5 == 0 { exchange c, cell(0, 0) }
    if turn mod 7 == 0 { together {
      for d in own, e in adjacent(d) & enemy { d to e  set e.height = e.height + d.height }
    } }
  }
  may move man from c among own to d among adjacent(c) where d.height < c.height { c to d  set d.seeds = 3 }
  may pass where last.height > 2 and last.next.height > 1 and last.next.whose == own and last.told
}
score = sum(c.height for c in own) + sum(c.seeds for c in cells)
win by score when quiet > 1 or turn > 30 or passes > 1
draw when repeats
"""

KINDS = """
pieces man, king, wall
let worth = [man: 2, king: 5]
let near = [man: {3, 4}, king: {4, 6}]
let heirs = [king, man]
var taken = none in kinds, none
board { shape rhombus(4) }
setup { for c in corners { c becomes wall of neutral } }
turn {
  may place k among {man, king} on c among empty where every d in adjacent(c): d.kind != taken or d.owner == own {
    c becomes k
    set taken = last.kind
    for d in adjacent(c) { d becomes k of d.owner }
  }
  may move {man, king} from s among own to d among adjacent(s) - own where sum(worth[d.kind] for d in adjacent(s)) > 3 {
    set taken = heirs[turn mod 3]
    d becomes taken
    s becomes empty
  }
  otherwise pass
}
win when count(own.taken) > 4 or (some c in kinds - {wall}: 4 in near[last.kind] and last.owner == own and turn > 9)
draw when turn > 15
"""

CHOSEN = """
cards hand = 1..3
board { shape rhombus(4) }
var n = 0 in 0..4
var whose = Red in players
var way = up in up, down
turn {
  choose m in 0..n + 1 where m != 2 or turn > 3
  set n = m
  then
  may place stone on c among empty where n < 3 or c in corners
  may choose s in empty forbid count(group(s)) > 3 { s becomes stone of whose }
  may choose card in hand where card != n { set n = card }
  otherwise choose p in players { set whose = p }
  then choose d in [up, down]
  set way = d
  if way == up and turn > 2 { choose x in corners  x becomes stone of neutral }
}
win when count(own) > 6
draw when turn > 12
"""

OUT = """
players Red, Blue, Green
board { shape rhombus(3) }
turn {
  may place stone on c among empty where not own.next.out or count(own.next) < count(own) + 2
  otherwise pass
}
lose when count(own) > 2 and count(adjacent(own) & own.next) > 1
win when some p in players: p.out and count(p.next) > 3
draw when passes > 2
"""

SECRET = """
board { shape rhombus(4) }
var aim = none in cells, none for each player
var bid = 0 in 0..3 for each player
setup { together { choose c in corners & empty { c becomes stone } } }
round {
  together { choose c in empty { set aim = c } }
  for p in players { p.aim becomes stone of p }
  if Red.aim == Blue.aim { Red.aim becomes stone of neutral }
  together { choose n in 0..2 where n != turn { set bid = n } }
  as (if Red.bid > Blue.bid then Red else Blue) { may place stone on empty  may pass }
}
win when count(own) > 6 or passes > 2
draw when empty == {}
"""

SHADED = """
define near = adjacent(last)
turn { place stone on empty }
look { near in Yellow }
"""

SHEETS = {
    "piled": PILED, "shaded": SHADED, "chosen": CHOSEN, "secret": SECRET,
    "added": ADDED, "kept": KEPT, "moved": MOVED, "goals": GOALS, "duel": DUEL, "flat": FLAT, "leaving": LEAVING,
    "out": OUT, "lined": LINED, "kinds": KINDS, "numbered": NUMBERED,
}  # fmt: skip

EXPRESSIONS = members(ir.Expression)
CELL_SETS = members(ir.CellSet)
AMONG = [each for each in members(ir.Among) if each not in CELL_SETS]
GOALS_OF_RULES = members(ir.Goal)
INSTRUCTIONS = members(program.Instruction)
STRUCTURE = [*members(program.Decided), program.Decision, program.Point, program.Script, program.Ending, program.Piece,
             program.Rules, layers.Slot, layers.Sight, layers.Layer,
             layers.Shade]  # fmt: skip
NODES = [*EXPRESSIONS, *CELL_SETS, *AMONG, *EFFECTS, *INSTRUCTIONS, *STRUCTURE]
TREE = members(tree.Statement, tree.Decision, tree.Expression)
DECISIONS = members(program.Decided)

each_of = pytest.mark.parametrize


def name_of(member: object) -> str:
    return member.__name__ if isinstance(member, type) else str(member)


# The corpus


@cache
def sheet(name: str) -> Game:
    return game_of(SHEETS[name])


@cache
def shipped(path: Path) -> Game:
    return small(path.stem, 2)


def corpus() -> Iterator[Game]:
    yield from map(sheet, SHEETS)
    yield from map(with_effect, ALONE.values())
    yield from map(shipped, GAMES)


@cache
def inside(game: Game) -> frozenset[type]:
    """The classes of everything that a game is made of."""
    return frozenset(type(node) for node in (*walk.everything(game.rules), *game.tree.below))


def game_with(member: type) -> Game:
    found = next((game for game in corpus() if member in inside(game)), None)
    assert found is not None, f"no game here has {member.__name__}: add a sheet to SHEETS that does"
    return found


@cache
def agrees(game: Game) -> bool:
    play_in_lockstep(game, games=20, seed=5)
    return True


def written_only(member: type) -> bool:
    """Whether only the writers make a node, for themselves."""
    return member in (ir.AtLeast, ir.Alone)


# Each member


@each_of("member", NODES, ids=name_of)
def test_it_declares_its_traits(member: type) -> None:
    assert "traits" in vars(member), f"{member.__name__} declares no traits: everybody takes it for the worst"


@each_of("member", [each for each in NODES if each.symmetric], ids=name_of)
def test_what_is_symmetric_declares_the_roles_of_its_fields(member: type[Node]) -> None:
    unknown = [name for name, role in member.roles.items() if role is Role.UNKNOWN]
    assert not unknown, f"the types of {unknown} say no role: nobody knows what symmetries leave of {member.__name__}"


@each_of("member", [*EXPRESSIONS, *EFFECTS, *INSTRUCTIONS], ids=name_of)
def test_it_declares_its_cost(member: type[Node]) -> None:
    assert member.cost is not worst, f"{member.__name__} declares no cost: it counts as endless"


@each_of("member", [*CELL_SETS, *AMONG], ids=name_of)
def test_it_declares_its_extent(member: type[Node]) -> None:
    assert member.extent is not WORST_EXTENT, f"{member.__name__} declares no extent: its loops count as endless"


def test_every_node_is_a_member_of_a_union() -> None:
    """So no node slips past this file."""
    defined = {each for room in (ir, elements, layers, deeds, program) for each in vars(room).values()
               if isinstance(each, type) and issubclass(each, Record) and each.__module__ == room.__name__}  # fmt: skip
    assert {each.__name__ for each in defined - set(NODES)} == {"Deed", "Deciding"}


@each_of("member", [each for each in [*NODES, *TREE] if not written_only(each)], ids=name_of)
def test_it_is_emitted_and_all_forms_play_it_alike(member: type) -> None:
    assert agrees(game_with(member))


def test_what_only_the_writers_make_is_emitted() -> None:
    assert "def at_least_" in sheet("moved").machine.source
    assert "def alone_" in small("minefield", 3).machine.source


@each_of("member", DECISIONS, ids=name_of)
def test_a_kind_of_decision_is_declared_and_played(member: type) -> None:
    game = game_with(member)
    what = next(each.what for each in game.rules.decisions if isinstance(each.what, member))
    assert what.traits.acts, f"{member.__name__} does not say who decides"
    assert what.traits.reads != EVERYTHING, f"{member.__name__} declares no traits"
    assert agrees(game)


def test_what_can_be_offered_is_what_can_be_decided() -> None:
    assert {each.__name__ for each in members(tree.Decision)} == {each.__name__ for each in DECISIONS} - {
        "Random",
        "Stop",
    }


@each_of("member", EXPRESSIONS, ids=name_of)
def test_the_bounds_of_an_expression_are_known(member: type) -> None:
    assert member in bounds.VALUES, f"say what {member.__name__} can be, or that it is boundless"


@each_of("member", CELL_SETS, ids=name_of)
def test_the_extent_of_a_set_is_known(member: type) -> None:
    assert member in sets.EXTENTS, f"say which cells {member.__name__} can hold"


IN_THE_ORACLE = {
    ir.Connects: oracle.connects,
    ir.Path: oracle.path,
    ir.Loop: oracle.loop,
    ir.Encloses: oracle.encloses,
    ir.SomeGroup: oracle.groups,
}


@each_of("member", GOALS_OF_RULES, ids=name_of)
def test_a_goal_is_compared_with_its_definition(member: type) -> None:
    compared = (ROOT / "tests" / "machine" / "test_goals.py").read_text("utf-8")
    assert member in IN_THE_ORACLE, f"write {member.__name__} once more in oracle.py, and compare in test_goals.py"
    assert f"oracle.{IN_THE_ORACLE[member].__name__}(" in compared


WORDS: dict[type, str] = {
    ir.Counter: "turn", ir.PlayerCounter: "turns", ir.Variable: "var", ir.Cards: "cards", ir.Has: "in",
    ir.Repeats: "repeats", ir.Stuck: "stuck", ir.Choice: "if", ir.Axis: "q", ir.Lookup: "label", ir.Member: "in",
    ir.Quantifier: "some", ir.Holding: "own", ir.Marked: "marks", ir.Row: "relation", ir.Filtered: "where",
    ir.Fixed: "region", elements.Listed: "score", elements.Chosen: "if", elements.KindOf: "kind",
    elements.PieceKind: "kind", elements.PieceOwner: "owner", elements.Lying: "pile",
    elements.OwnerOf: "owner", elements.Next: "next", elements.Out: "out",
    **{node: row.name for row in PRIMITIVES.values() for node in row.nodes},
    deeds.Becomes: "becomes", deeds.SetVariable: "set", deeds.SetLayer: "set", layers.OfCell: "var",
    deeds.SetCards: "to", deeds.SetMarks: "set", deeds.SetMover: "as", deeds.If: "if",
    deeds.ForElements: "for", deeds.ForCells: "for", deeds.Travel: "to", deeds.AtOnce: "together",
    deeds.Gains: "gains", deeds.Loses: "loses", elements.Height: "pile",
    deeds.ForGroups: "for", deeds.ForPieces: "for", deeds.Exchange: "swap", deeds.Again: "again", program.Test: "if",
    deeds.Say: "say",
    program.Possible: "possible", program.Rest: "place", program.Judge: "together", program.End: "turn",
}  # fmt: skip
"""The word that makes a node."""

WORDLESS = {
    ir.Constant, ir.Bound, elements.Entry, elements.Within, ir.Operation, ir.AtLeast, ir.Alone, ir.Single, ir.Combined,
    program.Do, program.Jump,
}  # fmt: skip
"""The nodes that stand for numbers, names, signs and sequences."""


@each_of("member", [*EXPRESSIONS, *CELL_SETS, *EFFECTS, *INSTRUCTIONS], ids=name_of)
def test_its_word_is_in_the_reference_and_coloured(member: type) -> None:
    if member in WORDLESS:
        return
    assert member in WORDS, f"add the word that makes {member.__name__} to WORDS, and to docs/language.md"
    word = WORDS[member]
    attributes = {"q", "turns", "kind", "owner", "pile", "next", "out"}  # any name after a dot is coloured
    assert word in frozenset().union(*words().values(), attributes), f"editors do not know `{word}`"
    assert word in (ROOT / "docs" / "language.md").read_text("utf-8"), f"the reference does not mention `{word}`"


# What nobody has declared


class Strange(deeds.Deed):
    """An effect that declares nothing."""


class Unknown(Node):
    """An expression that declares nothing."""


def test_an_undeclared_effect_allows_no_fast_form() -> None:
    game = small("hex")
    decision = game.rules.decisions[0]
    assert facts_of(game.rules, game.board).stones_only_come
    facts = facts_of(_with(game.rules, effects=(*decision.effects, Strange())), game.board)
    assert not facts.stones_only_come
    assert not facts.plain_placement
    assert not facts.stones_or_pass
    assert not facts.decided_by_filling
    assert not facts.always_finite
    assert not any(facts.joined_goals)
    assert not any(facts.lasting_goals)
    assert facts.swap
    assert facts.remembers
    assert facts.turn_matters_until == -1


def test_an_undeclared_expression_may_depend_on_anything() -> None:
    game = small("hex")
    facts = facts_of(_with(game.rules, forbid=Unknown()), game.board)
    assert not facts.board_forbids
    assert not facts.forbids_in_bits
    assert facts.counts_quiet
    assert facts.turn_matters_until == -1


def test_what_is_undeclared_is_endless() -> None:
    game = small("hex")
    scale = scale_of(game.rules, game.board)
    unknown = Unknown()
    assert scale.of(Strange()) >= ENDLESS
    assert scale.of(ir.Operation("not", (unknown,))) >= ENDLESS
    assert scale.of(ir.Count(ir.Filtered(ir.Bound(0), ir.Fixed(((0,),)), unknown))) >= ENDLESS


def _with(rules: program.Rules, **fields: object) -> program.Rules:
    """The rules with another first decision."""
    point = rules.points[0]
    first, *others = point.tiers[0]
    changed = type(first)(**{**_fields(first), **fields})
    points = (program.Point(((changed, *others), *point.tiers[1:]), point.never, point.way), *rules.points[1:])
    return type(rules)(**{**_fields(rules), "points": points})


def _fields(node: Record) -> dict[str, object]:
    """The fields of a node, without what it has found out since."""
    return {name: getattr(node, name) for name in (*node.__match_args__, *node._named_only)}


class Undirected(Node, symmetric=True):
    """An expression that says that it is symmetric, of a field whose type says nothing."""

    table: tuple[tuple[int, ...], ...]

    traits = PURE


@each_of("node", [Unknown(), Undirected(((1,), (0,)))], ids=lambda node: type(node).__name__)
def test_what_is_undeclared_leaves_no_symmetries(node: Node) -> None:
    game = small("hex")
    assert symmetries(_with(game.rules, forbid=ir.Repeats()), game.board).order == 4
    found = symmetries(_with(game.rules, forbid=node), game.board)
    assert found.order == 1
    assert {each.what for each in found.pinned} == {"cell", "player"}


@each_of("name", [*SHEETS, *(path.stem for path in GAMES)])
def test_roles_miss_no_node(name: str) -> None:
    """Whatever a field holds, deep in tuples too, is among the node's children."""
    rules = (sheet(name) if name in SHEETS else shipped(ROOT / "games" / f"{name}.hexgame")).rules
    for node in walk.everything(rules):
        assert node.children == tuple(_nodes_anywhere(node.parts())), type(node)


def _nodes_anywhere(value: object) -> Iterator[object]:
    if isinstance(value, Record):
        yield value
    elif isinstance(value, tuple | frozenset):
        for each in value:
            yield from _nodes_anywhere(each)


def test_a_record_that_is_no_node_is_refused() -> None:
    class Stray(Record):
        """Something without traits."""

    with pytest.raises(TypeError, match="Stray"):
        walk.traits_of((Stray(),))


# What traits promise

SECTIONS = {
    "CONTENT": Part.BOARD, "MOVER": Part.MOVER, "END": Part.END, "AT": Part.FLOW, "TURN": Part.TURN,
    "PASSES": Part.PASSES, "TURNS": Part.TURNS, "QUIET": Part.QUIET, "CHANGED": Part.QUIET, "LAST": Part.LAST,
    "OUT": Part.OUT, "SEAT": Part.SEATS, "VARS": Part.VARIABLES, "CARDS": Part.CARDS, "MARKS": Part.MARKS,
    "HISTORY": Part.HISTORY, "LAYERS": Part.LAYERS, "HIGH": Part.BOARD, "BELOW": Part.BOARD,
}  # fmt: skip

Places = dict[Part, list[int]]


def places_of(game: Game) -> Places:
    """Where each part of the state lies in the vector."""
    layout, found = game.machine.layout, dict[Part, list[int]]()
    for section in layout.sections:
        if section.offset < layout.position_size:
            assert section.name in SECTIONS, f"no part stands for the section {section.name}"
            inside = range(section.offset, section.offset + section.size)
            found.setdefault(SECTIONS[section.name], []).extend(inside)
    return found


def declared(game: Game, block: Block) -> Traits:
    """What a decision may do, with all that the script may do before the next one."""
    decision = block.decision
    script, traits = game.rules.script, [walk.traits_of(decision)]
    (rest,) = (each for each in script.instructions if isinstance(each, program.Rest) and each.point == block.point)
    waiting = [script.instructions.index(rest) + 1]
    if isinstance(decision.what, program.Stop) and rest.stop is not None:
        waiting = [rest.stop]
    if Part.FLOW in walk.traits_of(decision.effects).writes:
        waiting += [waiting[0] - 1, len(script.instructions) - 1]
    seen: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        instruction = script.instructions[number]
        traits.append(walk.traits_of(instruction))
        match instruction:
            case program.Rest(point):
                traits.append(game.rules.points[point].traits)
                waiting += [number + 1] * game.facts.eliminates
            case program.End():
                waiting.append(script.start)
            case program.Jump(to):
                waiting.append(to)
            case program.Test(_, otherwise) | program.Possible(_, otherwise):
                waiting += [number + 1, otherwise]
            case program.Do() | program.Judge():
                waiting.append(number + 1)
    return united(traits)


def positions(game: Game, games: int, seed: int) -> Iterator[tuple[State, int]]:
    """States of random games, each with the code of the decision taken there."""
    draw = random.Random(seed)
    for number in range(games):
        state = game.start(seed=number)
        while not state.is_over:
            code = draw.choice(state.legal_codes)
            yield state, code
            state.play(state.game.move(code))


def changes(before: list[int], after: list[int]) -> Change:
    """What became of cells."""
    found = Change(0)
    for old, new in zip(before, after, strict=True):
        if old != new:
            found |= Change.REMOVES if not new else Change.REPLACES if old else Change.ADDS
    return found


STATEMENTS = {f"{effect.__name__} {stage}": (effect, stage) for effect in ALONE for stage in STAGES}
NAMES = [*SHEETS, *STATEMENTS, *(path.stem for path in GAMES)]


@cache
def game_named(name: str) -> Game:
    if name in STATEMENTS:
        effect, stage = STATEMENTS[name]
        return with_effect(ALONE[effect], stage).in_forms(PLAIN)
    return (sheet(name) if name in SHEETS else shipped(ROOT / "games" / f"{name}.hexgame")).in_forms(PLAIN)


@each_of("name", NAMES)
def test_what_traits_do_not_name_stays_as_it_is(name: str) -> None:
    game = game_named(name)
    machine, places, cells = game.machine, places_of(game), len(game.board.cells)
    known = {block: declared(game, block) for block in machine.blocks}
    script = game.rules.script
    first = next(number for number, each in enumerate(script.instructions) if each.traits.acts)
    script_changes = walk.traits_of(script.instructions[min(first, script.start) :]).changes_board
    for state, code in positions(game, games=5, seed=3):
        block = next(block for block in machine.blocks if code in block)
        before, after = list(state.vector), list(state.vector)
        machine.step(after, code)
        traits = known[block]
        seen = traits.changes if _is_one_change(block.decision) and not script_changes else _possible(traits.changes)
        assert changes(before[:cells], after[:cells]) & ~seen == Change(0), block.decision
        counted = (Part.BOARD | Part.LAYERS | Part.QUIET) if traits.changes_board else Part(0)  # what pieces have
        for part, where in places.items():
            if any(before[at] != after[at] for at in where):
                assert part in traits.writes | counted, f"{block.decision} writes {part}"
        if block.takes_cell and put_of(block.decision) is not None and not script_changes:
            before[code - block.base] = after[code - block.base]
            assert before[:cells] == after[:cells], block.decision


def _is_one_change(decision: program.Decision) -> bool:
    """Whether a single effect, once, does all that a decision does to the board."""
    changing = [node for node in walk.everything(decision.effects) if node.traits.changes_board]
    return len(changing) == 1 and changing[0] in decision.effects


def _possible(changes: Change) -> Change:
    """A cell that becomes empty and then full shows as one whose piece is replaced."""
    return changes | Change.REPLACES if Change.ADDS | Change.REMOVES in changes else changes


@each_of("name", NAMES)
def test_what_traits_do_not_read_makes_no_difference(name: str) -> None:
    """Endings and scores answer the same when parts that they do not read come from another position."""
    game = game_named(name)
    machine, places = game.machine, places_of(game)
    found = [list(state.vector) for state, _ in positions(game, games=3, seed=4)]
    asked = [(function, ending.condition) for function, ending in zip(machine.endings, game.rules.endings, strict=True)]
    asked += [(function, score) for function, score in zip(machine.scores, game.rules.scores, strict=True)]
    draw = random.Random(1)
    for function, expression in asked:
        reads = walk.traits_of(expression).reads
        if Part.CHOICES in reads:
            continue
        for vector in found[:40]:
            mixed = mixture(vector, draw.choice(found), places, reads)
            for player in range(len(game.players)):
                assert function(mixed, player) == function(list(vector), player), expression


def mixture(vector: list[int], other: list[int], places: Places, kept: Part) -> list[int]:
    """A position with some parts kept and the others from another position."""
    mixed = list(vector)
    for part, where in places.items():
        if part not in kept:
            for at in where:
                mixed[at] = other[at]
    return mixed


@each_of("name", STATEMENTS)
def test_what_an_effect_does_not_read_makes_no_difference(name: str) -> None:
    """It writes the same when parts that it does not read come from another position. Whose turn it is stays."""
    game = game_named(name)
    machine, places, (decision,) = game.machine, places_of(game), game.rules.decisions
    traits = walk.traits_of(decision.effects)
    kept = traits.reads | Part.MOVER | Part.FLOW | Part.END
    found = [(list(state.vector), code) for state, code in positions(game, games=3, seed=4)]
    draw = random.Random(1)
    for vector, code in found[:40]:
        mixed = mixture(vector, draw.choice(found)[0], places, kept)
        one, other = list(vector), list(mixed)
        machine.step(one, code)
        machine.step(other, code)
        for part, where in places.items():
            if part in traits.writes or (part is Part.BOARD and traits.changes_board):
                for at in where:
                    stays = one[at] == vector[at] and other[at] == mixed[at]
                    assert one[at] == other[at] or stays, f"{decision} reads more than {traits.reads}"
