"""What each node of the rules takes by itself, against what it declares by itself, on boards that make it dear.

`test_costs.py` measures whole functions, where a generous neighbour makes up for a node that declares too little. Here
the text of one node runs alone, and its parts count as much as they really take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from alone import EFFECTS
from conftest import GAMES, game_of, small, wide
from probes import Bench, Share
from test_costs import SPECIAL, in_both_forms
from test_traits import AMONG, CELL_SETS, EXPRESSIONS, INSTRUCTIONS, SHEETS, sheet

from hexgame.rules import deeds, elements, ir, program
from hexgame.rules.adjacency import Adjacency, Along
from hexgame.rules.elements import Groups, Listed, Numbers, Pile, Span
from hexgame.rules.steps.scale import Extent, Formula, Scale
from hexgame.rules.traits import Node

pytestmark = pytest.mark.xdist_group("costs alone")
"""What is measured is measured in one process, once."""

LOOSEST = 25
"""How many times what it takes at worst a node may declare: more, and games are refused that cost little."""

LARGE = {
    "players": """
players A, B, C, D, E, F
board { shape rhombus(4) }
turn { place stone on empty }
lose when count(own) > 3 and not own.next.next.out
win when own.next.out and some p in players: p.next.out and count(p.next) > 2
""",
    "numbers": """
cards hand = 1..30, bid = {}
var n = 0 in 0..9
var tall = 0 in 0..9 for each player
board { shape rhombus(8) label w(c) = c.q * c.r label far(c) = cell(7 - c.q, c.r) }
turn { may place stone on c among empty where w(far(far(last))) + c.q + c.r + turn + passes + own.turns + n + tall
  + quiet < 999 and (turn > 1 or passes < 3 or own.turns < 9 or n < 5 or 7 in hand or count(hand) > 3) {
  c becomes stone set n = n + (if turn > 3 then n else own.turns) set hand = if n > 3 then hand else bid hand to bid
  set tall = tall + 1
} otherwise pass }
score = [
  sum(hand) + sum(m for m in hand where m > 2), sum(n * m for m in 1..count(own)), smallest(n, turn * turn, 5, 9)
]
win by score when turn > 30 or (every m in hand: m < turn) or (some m in 1..count(own): m == turn)
""",
    "layers": """
var height = 0 in 0..9 for each piece
var seeds = 0 in 0..9 for each cell
board { shape rhombus(8) }
turn { may place stone on c among empty forbid repeats {
  c becomes stone set c.height = c.height + c.q set last.seeds = c.r
  together { for d in own { set d.height = d.height + 1 } }
} otherwise pass }
win when last.height + last.seeds > 30 or cell(0, 0).seeds > 8
draw when repeats
""",
    "sets": """
pieces man, king
marks seen
board { shape rhombus(8) relation far(c) = {d for d in cells where d.q == c.q and d != c} }
turn { may place man on c among empty {
  c becomes man
  set seen = seen | adjacent(own) | far(c)
  far(c) becomes empty
  for d in adjacent(c) & enemy, e in cells { e becomes king }
  for d in own { if d in seen { d becomes king } else { d becomes empty } }
  last to c
  together { for d in own, e in adjacent(d) & empty { d to e } }
  exchange c, last
  adjacent(enemy) becomes empty
  if turn > 4 { swap }
  say "Look"
  say "Look there" to enemy
  say "Look around" to players
  if turn > 5 { again }
} otherwise pass }
win when count(seen) > 63
win when count(own.king) == 40
win when count(adjacent(own)) > 60
win when (some c in cells: c in seen - own)
win when (every c in own | enemy: count(far(c) & own) < 9 or c in adjacent(seen & own) or c == last)
win when count({c for c in cells where c in own and c.q > 2}) < 3
win when count(own | empty) == 1
win when count({c for c in own where count(adjacent(c) & own) > 1}) > 99
win when (if turn > 3 then own - top else adjacent(own)) == enemy
win when sum(c.q for c in own) > 999
win when largest(c.r for c in own - corners otherwise -1) > 99
win when count({x for x in [top, left, right, bottom] where touches(own, x)}) > 3
win when touches(own & seen, top)
win when count(cells - top) + count(far(last)) + count(adjacent(last)) + turn > 999
win when count(own.man) >= 63
""",
    "kinds": """
pieces man, king, wall
let worth = [man: 2, king: 5]
board { shape rhombus(8) }
turn { may place man on c among empty where worth[last.kind] < 9 and last.owner == own { c becomes man }
  otherwise pass }
win when sum(worth[c.kind] for c in cells) > 999 or [king, man][turn mod 3] == last.kind
win when count({c for c in cells where c.owner == own}) == 64
""",
    "groups": """
pieces man, king
board { shape rhombus(8) wrap left, right as waist wrap top, bottom as belt }
turn { may place man on c among empty {
  c becomes man
  for g in groups(enemy) { if count(g) > 1 { g becomes empty } }
  for g in groups(own | empty) { g becomes king }
  group(c) becomes empty
} otherwise pass }
win when count(group(last)) > 60
win when (some g in groups(own): count(g) > 60)
win when last in group(cell(0, 0))
win when (every g in groups(own | enemy): count(liberties(g)) > 2)
win when count(liberties(group(last))) > 50
win when sum(count(g) for g in groups(own)) > 99
win when count(groups(own)) > 99
win when (some g in groups(own): some h in groups(enemy): count(g & adjacent(h)) > 9)
win when (some c in own: c in group(last))
win when count(group(last) & own.king) > 2
win when steps(group(last), own - group(last), past: empty) == 3
win when last in nearest(own, corners, past: own | empty)
win when steps(top, bottom, past: own) == 9
win when count(nearest(empty, own, past: empty)) > 40
""",
    "wandering": """
define free(s, c) = {d for d in adjacent(c) & empty where count(adjacent(c) & adjacent(d) - {s} & own) < 2}
define onward(c) = {d for d in adjacent(c) where d.r > 2 or d in own}
board { shape rhombus(8) }
turn {
  may place stone on empty
  may move stone from s among own - cuts(own) to d among walks(s, by: free(s))
  may move stone from s among own to d among walks(s, exactly: 3, by: free(s))
  otherwise pass
}
win when count(walks(own, past: own | empty)) > 60
win when last in walks(own & top, past: own | empty, by: onward)
win when last in walks(own, exactly: 4, past: own | empty)
win when count(walks(group(last), exactly: 2, past: group(last))) > 60
win when count(cuts(own | empty)) > 60 or last in cuts(own, by: onward)
win when (some g in groups(own): some c in cuts(g | empty): c in top)
""",
    "by relations": """
pieces man, king
define opens(c, d) = if c in Red.man | Blue.man then c.r == d.r else c.q == d.q
board {
  grid square shape rhombus(8)
  relation diagonal = leap(1, 1)
  relation track(c) = {d for d in adjacent(c) where opens(c, d)}
  edge left, right: Red
  edge top, bottom: Blue
}
turn { may place man on c among empty { c becomes man group(c, by: track) becomes king } otherwise pass }
win when connects(own, own.edges, by: track)
win when (some g in groups(own, by: diagonal): count(g) > 59)
win when count(group(last, by: track)) > 50
lose when (some g in groups(own, by: track): count(g) > 60)
lose when last in group(cell(0, 0), by: track)
""",
    "chains": """
board { shape rhombus(8) wrap left, right as waist wrap top, bottom as belt }
win when loop(own, odd: waist) and loop(own | empty, odd: belt)
""",
    "edges": """
board { shape rhombus(8) edge top, bottom: Red edge left, right: Blue }
win when connects(own, own.edges) and connects(own | empty, [top, left])
lose when touches(own, top) and (some g in groups(own): arc(g, perimeter) > 27)
lose when arc(own, perimeter) > 28
""",
    "walks": """
board { shape rhombus(8) wrap left, right as waist edge top: Red edge bottom: Blue }
win when path(own, [top, bottom], odd: waist)
""",
    "enclosed": """
board { shape hexagon(5) }
win when encloses(own)
win when encloses(own | empty)
""",
    "lines": """
board { shape hexagon(5) relation down(c) = {d for d in adjacent(c) where d.r > c.r} }
turn { may place stone on c among empty { c becomes stone for d in own { between(c, d, past: enemy) becomes stone } }
  otherwise pass }
win when row(own | empty) > 8
win when row(own) > 8
win when count(slide(last, past: own)) > 30
win when last in slide(cell(0, 0), past: own)
win when count(between(cell(-4, 0), cell(4, 0))) > 9
win when count(between(cell(-4, 0), last, past: own)) > 9
win when count(beyond(cell(-4, 0), cell(-3, 0), past: own)) > 9
win when last in beyond(cell(-4, 0), cell(-3, 0), past: own)
win when last in between(cell(-4, 0), cell(4, 0), past: own)
win when count(beyond(cell(-4, 0), cell(-3, 0))) > 9
""",
    "glued lines": """
board { shape rhombus(6) wrap left, right as waist wrap top, bottom as belt }
win when row(own) > 99
win when count(slide(last, past: own)) > 99
win when last in slide(cell(0, 0), past: own)
win when count(between(cell(0, 0), last, past: own)) > 9
win when last in between(cell(0, 0), cell(5, 5), past: own)
win when count(beyond(cell(0, 0), last, past: own)) > 9
win when last in beyond(cell(0, 0), cell(1, 1), past: own)
""",
    "script": """
cards hand = 1..3, bid = {}
var n = 0 in 0..9
players Red, Blue, Green
board { shape rhombus(4) }
round {
  together { pick 1 from hand into bid }
  for p in players { as p {
    repeat 2 { set n = n + 1 }
    if count(own) > 1 { may place stone on empty otherwise pass }
    repeat while possible { place stone on corners & empty }
  } }
  for p in players { p.bid to p.hand }
}
draw when repeats
draw when quiet > 3
draw when count(own) > 6
win when count(empty) == 0
draw when turn > 12
""",
    "prints": """
board { shape rhombus(6) edge top, bottom: Red edge left, right: Blue }
turn { may place stone on c among empty forbid repeats {
  c becomes stone last to c exchange c, last
  for d in adjacent(c) & enemy { d becomes empty }
  for d in adjacent(last) { d becomes stone }
} otherwise pass }
win when connects(own, own.edges)
draw when repeats
""",
    "piles": """
pieces man, king
stacks up to 20
board { shape rhombus(5) }
turn { may place man on c among cells where count(c.pile) < 20 forbid repeats {
  adjacent(c) gains man
  adjacent(c) loses 9
  last gains king
  last loses 20
  19 of c to last
  last to c
  for x in last.pile { if x.owner == own { c gains man } }
  for x in c.pile { adjacent(c) gains man }
  cells becomes empty
} otherwise pass }
win when sum(count(c.pile) for c in own) > 999
win when some c in own: every x in c.pile: x.kind == man and x.owner == own
win when last.pile[18].kind == king
win when (some c in cells: c.pile[7].owner == own)
draw when count(last.pile) > 30
""",
    "stuck": """
board { shape rhombus(6) }
turn { may place stone on c among empty forbid count(group(c)) > 3 }
draw at start of turn when stuck
win when repeats
""",
    "secret": """
board { shape rhombus(6) }
var bid = 0 in 0..9 for each player
turn {
  together { choose n in 0..9 { set bid = n } }
  place stone on empty
}
win when repeats
""",
}  # fmt: skip
"""Large boards with what makes nodes dear: sets of many cells, long loops, groups of all cells, earlier boards."""

STEPPED = [*EXPRESSIONS, *EFFECTS, *INSTRUCTIONS]
SETS = [*CELL_SETS, *(each for each in AMONG if each is not Groups)]

FREE = {ir.Bound, Listed, program.Do}
"""The nodes that take no steps of their own: a name is in the text already, others are what their parts are."""

OF_ONE_STEP = {
    ir.Constant, ir.Counter, ir.Operation, ir.Choice, ir.Axis, ir.Lookup, deeds.If, program.Jump, program.Test,
    elements.PieceKind, elements.PieceOwner,
}  # fmt: skip
"""The nodes that take one step of their own, beside what their parts take."""

FREE_EXTENTS = {(Along, "belongs"), (Span, "belongs"), (Numbers, "belongs"), (Pile, "belongs")}
"""The numbers of extents that are those of the set inside, or that nothing asks for."""


FEW = ("!Row", "!Chosen", "!GroupOf", "!Member", "!Combined")
"""Those that are measured in every run; the widest suite measures all."""


def each_of(name: str, kinds: Iterable[type]) -> pytest.MarkDecorator:
    """Each of some classes."""
    return pytest.mark.parametrize(name, kinds, ids=lambda kind: kind.__name__)


@cache
def bench(name: str, plain: bool) -> Bench:
    text = LARGE.get(name) or SPECIAL.get(name)
    return Bench(game_of(text) if text else sheet(name), plain)


@cache
def measured(kind: type, plain: bool = True) -> tuple[tuple[Bench, Node], ...]:
    """The nodes of a class on the large boards that can be measured."""
    return tuple((where, node) for where, node in found(kind, plain) if any(True for _ in shares(where, node)))


@cache
def found(kind: type, plain: bool = True) -> tuple[tuple[Bench, Node], ...]:
    """The nodes of a class on the large boards."""
    return tuple((bench(name, plain), node) for name in LARGE for node in bench(name, plain).nodes(kind))


def shares(where: Bench, node: Node) -> Iterator[tuple[str, Share]]:
    """What a node takes and declares, by what is declared: steps, or one of the numbers of an extent."""
    if isinstance(node, tuple(SETS)):
        yield from where.shares_of_set(node).items()
    if isinstance(node, tuple(STEPPED)):
        share = where.share(node)
        if share is not None:
            yield "steps", share
    if isinstance(node, tuple(EFFECTS)):
        share = where.share_on_trial(node)
        if share is not None:
            yield "steps on trial", share


def dearest(kind: type) -> dict[str, tuple[Share, Node]]:
    """Where a class declares least beyond what it takes."""
    least = dict[str, tuple[Share, Node]]()
    for where, node in measured(kind):
        for name, share in shares(where, node):
            if name not in least or share.looseness < least[name][0].looseness:
                least[name] = share, node
    return least


# Nothing is understated


@each_of("kind", [*STEPPED, *SETS])
def test_a_large_board_has_it(kind: type) -> None:
    assert found(kind), f"no sheet of LARGE has {kind.__name__}: add one"


@wide("*", *FEW)
@each_of("kind", [*STEPPED, *SETS])
def test_it_is_dear_somewhere(kind: type) -> None:
    assert any(True for where, node in found(kind) for _ in shares(where, node)), (
        f"no sheet of LARGE measures {kind.__name__}: add one on which it takes much"
    )


@wide("*", *(f"{each}-plain" for each in FEW))
@in_both_forms
@each_of("kind", [*STEPPED, *SETS])
def test_it_takes_no_more_by_itself_than_it_declares(kind: type, plain: bool) -> None:
    for where, node in measured(kind, plain):
        for name, share in shares(where, node):
            assert share.counted <= share.declared, f"{name} of {kind.__name__}: {share}, in {node}"


@wide("*", *FEW)
@each_of("kind", [*STEPPED, *SETS])
def test_it_declares_no_more_than_it_needs(kind: type) -> None:
    """So a declaration that is lowered by more than that does not pass the test above."""
    for name, (share, _) in dearest(kind).items():
        assert share.declared <= LOOSEST * max(share.counted, 1), f"{name} of {kind.__name__}: {share}"


@wide("*", "!aggregates-plain", "!lines-plain", "!repeats-fast")
@in_both_forms
@pytest.mark.parametrize("name", [*SHEETS, *SPECIAL])
def test_nothing_in_a_sheet_takes_more_by_itself_than_it_declares(name: str, plain: bool) -> None:
    nothing_is_understated(bench(name, plain))


@wide("*", "!gonnect", "!torex")
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_nothing_in_a_shipped_game_takes_more_by_itself_than_it_declares(path: Path) -> None:
    nothing_is_understated(Bench(small(path.stem, 3)))


def nothing_is_understated(where: Bench) -> None:
    for kind in (*STEPPED, *SETS):
        for node in where.nodes(kind):
            for name, share in shares(where, node):
                assert share.counted <= share.declared, f"{name} of {kind.__name__}: {share}, in {node}"


# What is understated is noticed


def free(node: Node, scale: Scale) -> int:
    """The steps of the parts of a node, and none of its own."""
    return sum(scale.belongs(part) if isinstance(part, ir.CellSet) else scale.of(part) for part in parts(node))


def one(node: Node, scale: Scale) -> int:
    """The same, and a single step."""
    return 1 + free(node, scale)


def parts(node: Node) -> list[Node]:
    return [part for part in node.children if not isinstance(part, Adjacency | Groups | Span | Numbers | Pile)]


@each_of("kind", [each for each in STEPPED if each not in FREE])
def test_a_node_that_declares_nothing_of_its_own_is_noticed(kind: type[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_noticed(kind, free, monkeypatch)


@each_of("kind", [each for each in STEPPED if each not in FREE | OF_ONE_STEP])
def test_a_node_that_declares_one_step_is_noticed(kind: type[Node], monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_noticed(kind, one, monkeypatch)


@pytest.mark.parametrize("name", ["belongs", "most", "over", "visit"])
@each_of("kind", SETS)
def test_an_extent_that_leaves_something_out_is_noticed(
    kind: type[Node], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (kind, name) in FREE_EXTENTS:
        return
    known, nodes = kind.extent, found(kind)
    numbers = {each: getattr(known, each) for each in ("belongs", "most", "over", "visit")}
    left_out = {"belongs": lambda node, scale, cell: free(node, scale), "most": lambda node, scale: 0}
    numbers[name] = left_out.get(name, lambda node, scale, each: each + free(node, scale))
    monkeypatch.setattr(kind, "extent", Extent(**numbers))
    assert any(share.counted > share.declared
               for where, node in nodes for what, share in shares(where, node) if what == name)  # fmt: skip


def is_noticed(kind: type[Node], cost: Formula, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether some node of a class takes more than it declares if the class has another formula."""
    known = found(kind)
    monkeypatch.setattr(kind, "cost", staticmethod(cost))
    return any(share.counted > share.declared for where, node in known for _, share in shares(where, node))
