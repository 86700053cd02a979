"""Goals against their definitions, written once more in `oracle.py`, on small boards of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import oracle
import pytest
from conftest import codes_of, game_of, long, wide
from lockstep import licensed
from oracle import Held, Region

from hexgame.board.board import Board
from hexgame.board.linking import changed_links
from hexgame.machine.plan.forms import fast_forms
from hexgame.play.game import Game
from hexgame.play.state import State
from hexgame.values.values import Coordinate

WAIST = "wrap left, right as u"
BOARDS = {
    "rhombus": "shape rhombus(4) edge top, bottom: Red edge left, right: Blue",
    "triangle": "shape triangle(5)",
    "hexagon": "shape hexagon(3) edge sides[0], sides[2], sides[4]: Red edge sides[1], sides[3], sides[5]: Blue",
    "bare hexagon": "shape hexagon(3)",
    "split hexagon": "shape hexagon(3) edge outside split 7: Red, Blue",
    "holes": "shape hexagon(3) - disc(cell(1, 0), 0) - disc(cell(-1, 1), 0)",
    "square": "grid square shape rhombus(4) edge top, bottom: Red edge left, right: Blue",
    "bare square": "grid square shape rhombus(5) - disc(cell(2, 1), 0)",
    "square8": "grid square8 shape rhombus(4)",
    "holed square8": "grid square8 shape parallelogram(5, 4) - disc(cell(2, 1), 0)",
    "linked": "grid square shape rhombus(4) edge top, bottom: Red edge left, right: Blue "
    "relation diagonal = leap(1, 1) link c - d for c in cells, d in diagonal(c) where c.q < 2 "
    "unlink c - d for c in cells, d in adjacent(c) "
    "where c.r == d.r and c.r > 1 and c.q == d.q + 1",
    "linked torus": f"grid square shape rhombus(4) {WAIST} wrap top, bottom as v relation diagonal = leap(1, 1) "
    "link c - d for c in cells, d in diagonal(c) where c.q + c.r == 3",
    "graph": "graph { cell n at 1, 0 cell e at 2, 1 cell s at 1, 2 cell w at 0, 1 cell m at 1, 1 cell o at 3, 1 "
    "link n - e - s - w - n link n - m - s link o - e } edge {n}, {s}: Red edge {w}, {o, e}: Blue",
    "cylinder": f"shape rhombus(4) {WAIST} edge top: Red edge bottom: Red",
    "narrow cylinder": f"shape parallelogram(2, 4) {WAIST} edge top, bottom: Red, Blue",
    "tiny cylinder": f"shape parallelogram(2, 3) {WAIST} edge top, bottom: Red",
    "Möbius band": "shape rhombus(4) wrap left, right reversed as u edge top: Red edge bottom: Blue",
    "square Möbius band": "grid square shape rhombus(4) wrap left, right reversed as u",
    "torus": f"shape rhombus(4) {WAIST} wrap top, bottom as v",
    "tiny torus": f"shape rhombus(2) {WAIST} wrap top, bottom as v",
    "square8 torus": f"grid square8 shape rhombus(3) {WAIST} wrap top, bottom as v",
    "Klein bottle": f"shape rhombus(4) {WAIST} wrap top, bottom reversed as v",
    "projective plane": "shape triangle(4) wrap perimeter antipodal as u",
    "hexagonal torus": "shape hexagon(2) wrap sides[0], sides[3] as u wrap sides[1], sides[4] as v "
    "wrap sides[2], sides[5] as w",
    "portal": "shape parallelogram(6, 3) portal u: {cell(0, 1), cell(1, 1)} = {cell(4, 1), cell(5, 1)} by translation "
    "edge left, right: Red edge top, bottom: Blue",
    "portal on the edge": "shape rhombus(4) portal u: {cell(1, 1), cell(1, 2)} = {cell(3, 1), cell(3, 2)} "
    "by translation edge left, right: Red edge top, bottom: Blue",
    "mirrored portal": "grid square shape parallelogram(5, 3) portal u: left = right by reflection "
    "edge top, bottom: Red edge left: Blue",
    "wrap and portal": "shape parallelogram(5, 3) wrap top, bottom as u "
    "portal v: {cell(0, 1), cell(1, 1)} = {cell(3, 1), cell(4, 1)} by translation edge left, right: Red",
    "wraps and portals": f"shape rhombus(6) - disc(cell(2, 2), 0) {WAIST} wrap top, bottom as v "
    "portal w: {cell(1, 1)} = {cell(4, 4)} by translation portal x: {cell(1, 4)} = {cell(4, 1)} by translation",
}  # fmt: skip
NAMES = ("Red", "Blue", "Green")


# Positions, and what is asked of them


@dataclass(frozen=True)
class Asked:
    """A position, and the player who is asked about."""

    board: Board
    pieces: dict[int, tuple[int, int]]
    """Cell → its piece: the player's number and that of the kind."""

    own: int
    players: int
    cell: int = -1
    group: frozenset[int] = frozenset()
    other: frozenset[int] = frozenset()
    """What `c`, `g` and `h` stand for."""

    def of(self, players: set[int]) -> Held:
        held = frozenset(cell for cell, (player, _) in self.pieces.items() if player in players)
        return Held(held, frozenset(players))

    @property
    def enemies(self) -> set[int]:
        return set(range(self.players)) - {self.own}

    @property
    def empty(self) -> frozenset[int]:
        return frozenset(range(len(self.board.cells))) - self.pieces.keys()

    def about(self, **bound: object) -> Asked:
        return Asked(**{**self.__dict__, **bound})


class Condition(NamedTuple):
    text: str
    holds: Callable[[Asked], bool]


class CellSet(NamedTuple):
    text: str
    held: Callable[[Asked], Held]


class Place(NamedTuple):
    """A region in a text, and what it is for each `own`."""

    text: str
    region: Callable[[int], Region]


def group_of(asked: Asked, cell: int) -> frozenset[int]:
    """The cells joined to a cell that hold pieces of the same player."""
    if cell not in asked.pieces:
        return frozenset()
    stones = asked.of({asked.pieces[cell][0]}).cells
    return next(group for group in oracle.groups(asked.board, stones) if cell in group)


class Author:
    """Writes conditions at random, each with what it means."""

    def __init__(self, draw: random.Random, board: Board, players: int, kinds: tuple[str, ...], seams: str) -> None:
        self.draw, self.board, self.players, self.kinds, self.seams = draw, board, players, kinds, seams
        self.has_self_links = any(arc.to == cell for cell, arcs in enumerate(board.arcs) for arc in arcs)
        self.has_inside = not seams and board.glue is not None and not any(changed_links(board))
        self.perimeter = list(board.ids(board.regions["perimeter"])) if "perimeter" in board.regions else []

    def region(self) -> Place:
        """A few cells by their places, of which a cell may have two."""
        places = self.draw.sample(sorted(self.board.places), self.draw.randint(1, min(4, len(self.board.cells))))
        cells = frozenset(self.board.places[place] for place in places)
        return Place("{" + ", ".join(map(self._named, places)) + "}", lambda own: cells)

    def _named(self, place: Coordinate) -> str:
        return self.board.given_names.get(place) or f"cell({place.q}, {place.r})"

    def edge(self, owner: str = "own") -> Place | None:
        """An edge of whoever is asked, or of somebody by name; there may be none."""
        counts = [len(self.board.edges_of(player)) for player in range(self.players)]
        least = min(counts) if owner == "own" else counts[NAMES.index(owner)]
        if not least:
            return None
        number = self.draw.randrange(least)

        def region(own: int) -> int:
            player = own if owner == "own" else NAMES.index(owner)
            return len(self.board.cells) + self.board.edges_of(player)[number]

        return Place(f"{owner}.edges[{number}]", region)

    def place(self) -> Place:
        owner = self.draw.choice(["own", *NAMES[: self.players]])
        return (self.draw.random() < 0.5 and self.edge(owner)) or self.region()

    # Sets

    def stones(self) -> CellSet:
        """Stones of one player, as goals are watched for."""
        name = self.draw.choice(["own", "own", "own", *NAMES[: self.players]])
        if name == "own":
            return CellSet("own", lambda asked: asked.of({asked.own}))
        return CellSet(name, lambda asked: asked.of({NAMES.index(name)}))

    def set(self) -> CellSet:
        region = self.region()
        fixed = region.region(0)
        assert isinstance(fixed, frozenset)
        sets = [
            CellSet("own | empty", lambda asked: _with(asked.of({asked.own}), asked.empty)),
            CellSet("enemy", lambda asked: asked.of(asked.enemies)),
            CellSet("(enemy | empty)", lambda asked: _with(asked.of(asked.enemies), asked.empty)),
            CellSet(f"own & {region.text}", lambda asked: _within(asked.of({asked.own}), fixed)),
            CellSet(f"own - {region.text}", lambda asked: _without(asked.of({asked.own}), fixed)),
            CellSet(f"(empty | own) - {region.text}",
                    lambda asked: _without(_with(asked.of({asked.own}), asked.empty), fixed)),
            CellSet(f"(empty & {region.text} | own)",
                    lambda asked: _with(asked.of({asked.own}), asked.empty & fixed)),
            CellSet("(Red | Blue)", lambda asked: asked.of({0, 1})),
            CellSet("(cells - enemy)", lambda asked: _with(asked.of({asked.own}), asked.empty)),
            CellSet(f"((Red | Blue) & {region.text} - Blue)", lambda asked: _within(asked.of({0}), fixed)),
        ]  # fmt: skip
        if len(self.kinds) > 1:
            kind = self.draw.randrange(len(self.kinds))
            name = self.kinds[kind]
            sets += [
                CellSet(f"own.{name}", lambda asked: _of_kind(asked, asked.own, kind)),
                CellSet(f"(own.{name} | Blue.{self.kinds[0]})", lambda asked: _joined(
                    _of_kind(asked, asked.own, kind), _of_kind(asked, 1, 0))),
            ] * 3  # fmt: skip
        return self.draw.choice([*sets, self.stones(), self.stones(), self.stones(), self.stones()])

    # Goals

    def goal(self, cells: CellSet | None = None) -> Condition:
        """A goal of some set."""
        made = [self._connects, self._some_group]
        if self.seams:
            made += [self._path, self._loop] * 2
        elif self.has_inside:
            made += [self._encloses]
        return self.draw.choice(made)(cells or self.set())

    def _connects(self, cells: CellSet) -> Condition:
        places = [self.place() for _ in range(self.draw.randint(1, 3))]
        text = f"connects({cells.text}, [{', '.join(place.text for place in places)}])"
        return Condition(text, lambda asked: oracle.connects(
            asked.board, cells.held(asked), [place.region(asked.own) for place in places]))  # fmt: skip

    def _path(self, cells: CellSet) -> Condition:
        ends = [self.place(), self.place()]
        odd, even, named = self._parities(least=0)
        text = f"path({cells.text}, [{ends[0].text}, {ends[1].text}]{named})"
        return Condition(text, lambda asked: oracle.path(
            asked.board, cells.held(asked), [end.region(asked.own) for end in ends], odd, even))  # fmt: skip

    def _loop(self, cells: CellSet) -> Condition:
        odd, even, named = self._parities(least=1)
        return Condition(
            f"loop({cells.text}{named})", lambda asked: oracle.loop(asked.board, cells.held(asked), odd, even)
        )

    def _parities(self, least: int) -> tuple[int, int, str]:
        """The seams to cross oddly and evenly, as bits and as arguments."""
        order = self.draw.sample(range(len(self.seams)), len(self.seams))
        cut = self.draw.randint(least, len(order))
        odd, even = order[:cut], order[cut : self.draw.randint(cut, len(order))]
        named = ""
        for word, bits in (("odd", odd), ("even", even)):
            if bits:
                names = ", ".join(self.seams[bit] for bit in bits)
                named += f", {word}: " + (names if len(bits) == 1 else f"[{names}]")
        return sum(1 << bit for bit in odd), sum(1 << bit for bit in even), named

    def _encloses(self, cells: CellSet) -> Condition:
        return Condition(f"encloses({cells.text})", lambda asked: oracle.encloses(asked.board, cells.held(asked).cells))

    def _some_group(self, cells: CellSet) -> Condition:
        body, every = self.of_group(), self.draw.random() < 0.4

        def holds(asked: Asked) -> bool:
            found = oracle.groups(asked.board, cells.held(asked).cells)
            return (all if every else any)(body.holds(asked.about(group=group)) for group in found)

        return Condition(f"({'every' if every else 'some'} g in groups({cells.text}): {body.text})", holds)

    def of_group(self) -> Condition:
        """A property of the group g, growing with it or not."""
        one, other = self.of_group_alone(), self.of_group_alone()
        match self.draw.randrange(6):
            case 0:
                return Condition(f"{one.text} and not {other.text}", lambda a: one.holds(a) and not other.holds(a))
            case 1:
                return Condition(f"({one.text} and {other.text})", lambda a: one.holds(a) and other.holds(a))
            case 2:
                return Condition(f"({one.text} or {other.text})", lambda a: one.holds(a) or other.holds(a))
        return one

    def of_group_alone(self) -> Condition:
        place, region, least = self.place(), self.region(), self.draw.randint(1, 4)
        fixed = region.region(0)
        assert isinstance(fixed, frozenset)
        places = [self.region() for _ in range(3)]
        whole = [
            Condition(f"touches(g, {place.text})", lambda a: oracle.touches(a.board, a.group, place.region(a.own))),
            Condition(f"touches(g, {region.text})", lambda a: bool(a.group & fixed)),
            Condition(f"count(g) > {least}", lambda a: len(a.group) > least),
            Condition(f"count(g & {region.text}) >= {least}", lambda a: len(a.group & fixed) >= least),
            Condition(
                f"count({{r for r in [{', '.join(each.text for each in places)}] where touches(g, r)}}) >= 2",
                lambda a: sum(oracle.touches(a.board, a.group, each.region(a.own)) for each in places) >= 2,
            ),
            Condition(
                f"(some c in g: c in {region.text} and count(group(c)) > {least})",
                lambda a: any(cell in fixed and len(group_of(a, cell)) > least for cell in a.group),
            ),
        ]
        if not self.has_self_links:
            whole += [
                Condition(
                    f"(some h in groups(enemy): count(h) >= {least} and some c in g: some d in adjacent(c): d in h)",
                    lambda a: any(
                        len(h) >= least and any(oracle.around(a.board, cell) & h for cell in a.group)
                        for h in oracle.groups(a.board, a.of(a.enemies).cells)
                    ),
                )
            ]
        if self.perimeter:
            whole += [
                Condition(
                    f"arc(g, perimeter) >= {2 * least}",
                    lambda a: oracle.arc_length(a.group, self.perimeter) >= 2 * least,
                )
            ]
        return self.draw.choice(whole)

    # Whole conditions

    def of_cells(self) -> Condition:
        """What asks about the groups of cells, or about stones that might come."""
        region, least = self.region(), self.draw.randint(1, 4)
        fixed = region.region(0)
        assert isinstance(fixed, frozenset)
        place = self.place()
        own = CellSet("own | {c}", lambda a: _with(a.of({a.own}), frozenset({a.cell})))
        goal = self._connects(own) if self.draw.random() < 0.5 or not self.has_inside else self._encloses(own)
        if self.seams:
            goal = self.draw.choice([self._path, self._loop])(own)
        conditions = [
            Condition(
                f"(some c in own: count(group(c)) > {least + 1})",
                lambda a: any(len(group_of(a, cell)) > least + 1 for cell in a.of({a.own}).cells),
            ),
            Condition(
                f"(some c in {region.text}: some d in cells - {region.text}: c in group(d))",
                lambda a: any(group_of(a, cell) - fixed for cell in fixed),
            ),
            Condition(
                f"(some c in {region.text}: some d in own: d in group(c) and count(group(c)) <= {least})",
                lambda a: any(
                    group_of(a, cell) & a.of({a.own}).cells and len(group_of(a, cell)) <= least for cell in fixed
                ),
            ),
            Condition(
                f"(every c in {region.text}: count(group(c) & {region.text}) >= 1)",
                lambda a: all(group_of(a, cell) & fixed for cell in fixed),
            ),
            Condition(
                f"(some c in {region.text}: touches(group(c), {place.text}) and count(group(c) - own) < {least})",
                lambda a: any(
                    oracle.touches(a.board, group_of(a, cell), place.region(a.own))
                    and len(group_of(a, cell) - a.of({a.own}).cells) < least
                    for cell in fixed
                ),
            ),
        ]
        if self.board.glue is not None:
            conditions += [
                Condition(
                    f"(some c in empty: {goal.text})", lambda a: any(goal.holds(a.about(cell=c)) for c in a.empty)
                )
            ]
        if self.perimeter:
            conditions += [
                Condition(
                    f"(some c in cells: arc(group(c), perimeter) > {2 * least})",
                    lambda a: any(
                        oracle.arc_length(group_of(a, cell), self.perimeter) > 2 * least
                        for cell in range(len(a.board.cells))
                    ),
                )
            ]
        return self.draw.choice(conditions)

    def condition(self, depth: int = 2) -> Condition:
        kind = self.draw.randrange(8 if depth else 5)
        if kind < 4:
            return self.goal(self.stones() if kind < 2 else None)
        if kind == 4:
            return self.of_cells()
        one = self.condition(depth - 1)
        if kind == 5:
            return Condition(f"not {one.text}", lambda asked: not one.holds(asked))
        other = self.condition(depth - 1)
        if kind == 6:
            return Condition(f"({one.text} and {other.text})", lambda asked: one.holds(asked) and other.holds(asked))
        return Condition(f"({one.text} or {other.text})", lambda asked: one.holds(asked) or other.holds(asked))


def _with(held: Held, more: frozenset[int]) -> Held:
    return Held(held.cells | more, held.players)


def _within(held: Held, region: frozenset[int]) -> Held:
    return Held(held.cells & region, held.players)


def _without(held: Held, region: frozenset[int]) -> Held:
    return Held(held.cells - region, held.players)


def _joined(one: Held, other: Held) -> Held:
    return Held(one.cells | other.cells, one.players | other.players)


def _of_kind(asked: Asked, player: int, kind: int) -> Held:
    return Held(frozenset(cell for cell, piece in asked.pieces.items() if piece == (player, kind)), frozenset({player}))


# Games, in all their forms


@dataclass(frozen=True)
class Trial:
    """A game in all its forms, with the meaning of each of its endings and the player whose it alone is."""

    games: list[Game]
    meanings: list[tuple[Condition, int | None]]

    def check(self, state: State, pieces: dict[int, tuple[int, int]]) -> None:
        """The players for whom a `win` and a `lose` ending hold are those the oracle names."""
        found: dict[str, set[str]] = {"win": set(), "lose": set()}
        for number, ending in enumerate(state.game.rules.endings):
            found[ending.result] |= {NAMES[player] for player in self.expected(number, pieces)}
        told = "; ".join(condition.text for condition, _ in self.meanings)
        assert (set(state.wins), set(state.loses)) == (found["win"], found["lose"]), (told, state, state.pieces)

    def expected(self, number: int, pieces: dict[int, tuple[int, int]]) -> list[int]:
        condition, alone = self.meanings[number]
        game = self.games[0]
        return [
            player
            for player in range(len(game.players))
            if alone in (None, player) and condition.holds(Asked(game.board, pieces, player, len(game.players)))
        ]

    def check_each(self, game: Game, vector: list[int], pieces: dict[int, tuple[int, int]]) -> None:
        """The same, ending by ending, of a position that play would not have come to."""
        for number, (condition, alone) in enumerate(self.meanings):
            asked = range(len(game.players)) if alone is None else (alone,)
            found = [player for player in asked if game.machine.endings[number](vector, player)]
            assert found == self.expected(number, pieces), (condition.text, game.forms, pieces)


def trials(board_text: str, seed: int, number: int) -> Iterator[Trial]:
    for case in range(number):
        draw = random.Random(1000 * seed + case)
        owners = 2 + (case % 3 == 1)
        kinds = ("man", "king") if case % 3 == 2 else ("stone",)
        head = f"players {', '.join(NAMES[:owners])}\nboard {{ {board_text} }}\n"
        if len(kinds) > 1:
            head += "pieces man, king\nturn { may place man on empty may place king on empty }\n"
        board = game_of(head).board
        author = Author(draw, board, owners, kinds, "".join(seam.name for seam in board.seams))
        alone = draw.choice([None, 0, 1])
        whose = "" if alone is None else f"for {NAMES[alone]} "
        meanings = [(author.condition(), None), (author.condition(), None), (author.condition(), alone)]
        lines = ["win when ", "lose when ", f"win {whose}when "]
        text = head + "\n".join(line + meant.text for line, (meant, _) in zip(lines, meanings, strict=True))
        game = game_of(text)
        yield Trial([game.in_forms(forms) for forms in licensed(game)], meanings)


def numbered(game: Game, state: State) -> dict[int, tuple[int, int]]:
    """The pieces of a state, by cell."""
    return {
        game.board.by_name[name]: (player, kind)
        for player, pieces in enumerate(state.pieces.values())
        for kind, cells in enumerate(pieces.values())
        for name in cells
    }


def filling(draw: random.Random, game: Game) -> dict[int, tuple[int, int]]:
    share, first = draw.choice([0.3, 0.6, 0.8, 1.0]), draw.choice([0.5, 0.7])
    return {
        cell: (
            0 if draw.random() < first else draw.randrange(len(game.players)),
            draw.randrange(len(game.rules.pieces)),
        )
        for cell in range(len(game.board.cells))
        if draw.random() < share
    }


def placed(game: Game, pieces: dict[int, tuple[int, int]]) -> dict[str, dict[str, list[str]]]:
    """Pieces as `Game.position` takes them."""
    return {
        name: {
            piece.name: [game.board.names[cell] for cell, held in pieces.items() if held == (player, kind)]
            for kind, piece in enumerate(game.rules.pieces)
        }
        for player, name in enumerate(game.players)
    }


@long("*", "!rhombus", "!wraps and portals", "wraps and portals", "rhombus")
@wide("*", "!rhombus", "!wraps and portals")
@pytest.mark.parametrize("board", BOARDS)
def test_set_positions_are_won_as_the_definitions_say(board: str) -> None:
    for trial in trials(BOARDS[board], seed=1, number=9):
        draw = random.Random(5)
        for _ in range(4):
            pieces = filling(draw, trial.games[0])
            for game in trial.games:
                trial.check(game.position(placed(game, pieces)), pieces)


@long("*", "!rhombus", "!wraps and portals", "wraps and portals")
@wide("*", "!rhombus", "!wraps and portals")
@pytest.mark.parametrize("board", BOARDS)
def test_games_are_won_as_the_definitions_say_along_the_way(board: str) -> None:
    for trial in trials(BOARDS[board], seed=2, number=6):
        draw = random.Random(6)
        states = [game.start() for game in trial.games]
        while not states[0].is_over:
            code = draw.choice(states[0].legal_codes)
            for state in states:
                state.play(state.game.move(code))
                trial.check(state, numbered(state.game, state))


@long("*", "!rhombus", "!wraps and portals", "wraps and portals", "rhombus")
@wide("*", "!rhombus", "!wraps and portals")
@pytest.mark.parametrize("board", BOARDS)
def test_chains_merge_in_any_order_as_the_definitions_say(board: str) -> None:
    """Stones come in any order and colour, past every ending, up to a full board."""
    for trial in trials(BOARDS[board], seed=3, number=6):
        draw = random.Random(7)
        for game in trial.games:
            layout, vector = game.machine.layout, list(game.machine.start)
            pieces: dict[int, tuple[int, int]] = {}
            order = draw.sample(range(len(game.board.cells)), len(game.board.cells))
            for count, cell in enumerate(order):
                player, kind = draw.randrange(len(game.players)), draw.randrange(len(game.rules.pieces))
                pieces[cell] = player, kind
                vector[layout.mover.offset], vector[layout.end.offset] = player, 0
                game.machine.step(vector, game.machine.blocks[kind].base + cell)
                if count % 4 == 3 or count == len(order) - 1:
                    trial.check_each(game, vector, pieces)


@long
def test_the_random_conditions_are_watched_and_searched_for_and_hold_and_fail() -> None:
    """The tests above are worth something: both forms of groups are tried, and no answer is always the same."""
    forms: set[str] = set()
    answers: dict[str, set[bool]] = {}
    for board in ("rhombus", "torus", "triangle", "graph", "wrap and portal"):
        for trial in trials(BOARDS[board], seed=1, number=12):
            forms.add(fast_forms(trial.games[0].facts).groups)
            draw = random.Random(5)
            for pieces in [filling(draw, trial.games[0]) for _ in range(4)]:
                for number, (condition, _) in enumerate(trial.meanings):
                    for word in ("connects", "path", "loop", "encloses", "groups", "group", "arc", "touches"):
                        if f"{word}(" in condition.text:
                            answers.setdefault(word, set()).add(bool(trial.expected(number, pieces)))
    assert forms == {"incremental", "recomputed"}
    assert answers == {word: {True, False} for word in answers}
    assert len(answers) == 8


# The oracle against other definitions


@long("!wraps and portals", "wraps and portals")
@pytest.mark.parametrize("board", [name for name, text in BOARDS.items() if " as " in text or "portal" in text])
def test_three_ways_to_add_up_loops_agree(board: str) -> None:
    found = game_of(f"board {{ {BOARDS[board]} }}").board
    draw = random.Random(8)
    compared = 0
    for _ in range(25):
        held = Held(
            frozenset(c for c in range(len(found.cells)) if draw.random() < 0.5), frozenset({draw.randrange(2)})
        )
        inside = oracle.nodes(found, held)
        assert oracle.loops_by_walks(found, held) == oracle.loops_by_trees(found, held)
        if sum(one in inside and other in inside for one, other, _ in oracle.links(found)) <= 11:
            assert oracle.loops_by_walks(found, held) == oracle.loops_by_even_sets(found, held)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("board", ["bare hexagon", "holes", "bare square", "square8", "holed square8", "triangle"])
def test_what_cannot_get_out_is_what_a_simple_cycle_winds_around(board: str) -> None:
    found = game_of(f"board {{ {BOARDS[board]} }}").board
    draw, answers = random.Random(9), set()
    for _ in range(40):
        number = draw.randint(14, 20) if board == "bare square" else draw.randint(6, 13)
        cells = frozenset(draw.sample(range(len(found.cells)), min(number, len(found.cells) - 2)))
        if "8" in board:
            cells = frozenset(sorted(cells)[:: draw.choice([1, 2])][:9])
        answers.add(oracle.encloses(found, cells))
        assert oracle.encloses(found, cells) == oracle.encloses_by_cycles(found, cells)
    assert answers == {True, False}


# Definitions, each on a position of its own

ANNULUS = "board { shape rhombus(4) wrap left, right as u }\n"


def won(text: str, pieces: Mapping[str, object]) -> set[str]:
    """Who wins a set position, in all forms the same."""
    game = game_of(text)
    answers = {game.in_forms(forms).position(pieces).wins for forms in licensed(game)}
    assert len(answers) == 1
    return set(answers.pop())


def test_a_loop_over_a_seam_is_odd() -> None:
    assert won(ANNULUS + "win when loop(own, odd: u)", {"Red": ["a2", "b2", "c2", "d2"]}) == {"Red"}
    assert won(ANNULUS + "win when loop(own, odd: u)", {"Red": ["a2", "b2", "c2"]}) == set()


def test_a_loop_that_goes_round_a_moebius_band_twice_is_not_odd() -> None:
    band = "board { grid square shape rhombus(4) wrap left, right reversed as u }\nwin when loop(own, odd: u)"
    twice = ["a1", "b1", "c1", "d1", "a4", "b4", "c4", "d4"]
    assert won(band, {"Red": twice}) == set()
    assert won(band, {"Red": [*twice, "a2", "a3"]}) == {"Red"}
    assert won(band, {"Red": ["a2", "b2", "c2", "d2", "a3"]}) == {"Red"}


def test_loops_of_two_chains_add_up_and_a_path_stays_in_one() -> None:
    bars = (
        "board { shape parallelogram(6, 5) wrap left, right as u portal v: {cell(0, 4)} = {cell(3, 4)} by translation }"
    )
    board = game_of(bars).board
    around = [name for name, cell in board.by_name.items() if board.cells[cell].r == 0]
    through = ["a5", "b5", "c5"]
    both = {"Red": [*around, *through]}
    assert won(f"{bars}\nwin when loop(own, odd: [u, v])", both) == {"Red"}
    assert won(f"{bars}\nwin when loop(own, odd: [u, v])", {"Red": around}) == set()
    assert won(f"{bars}\nwin when loop(own, odd: [u, v])", {"Red": through}) == set()
    same = "path(own, [{cell(1, 4)}, {cell(2, 4)}], odd: u)"
    assert won(f"{bars}\nwin when {same}", both) == set()
    assert won(f"{bars}\nwin when path(own, [{{cell(1, 0)}}, {{cell(1, 0)}}], odd: u)", both) == {"Red"}


def test_own_edges_carry_chains_and_enemy_edges_do_not() -> None:
    board = "board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }\n"
    over = board + "win when connects(own, [{cell(0, 0)}, {cell(3, 0)}])"
    assert won(over, {"Red": ["a1", "d1"]}) == {"Red"}
    assert won(over, {"Blue": ["a1", "d1"]}) == set()


def test_edges_of_one_colour_that_meet_are_not_linked_to_each_other() -> None:
    board = "board { shape rhombus(4) edge top, right: Red edge left, bottom: Blue }\nwin when connects(own, own.edges)"
    assert won(board, {}) == set()
    assert won(board, {"Red": ["d1"]}) == {"Red"}
    assert won(board, {"Red": ["a1", "d4"]}) == set()


def test_a_cell_on_an_edge_in_its_second_place_crosses_the_portal_on_the_way_there() -> None:
    board = f"board {{ {BOARDS['portal on the edge']} }}\n"
    row = {"Red": ["a2", "b2"]}
    assert game_of(board).board.by_name["b2"] == game_of(board).board.by_name["d2"]
    assert won(board + "win when path(own, own.edges, odd: u)", row) == {"Red"}
    assert won(board + "win when path(own, own.edges, even: u)", row) == set()
    assert won(board + "win when connects(own, own.edges)", row) == {"Red"}
    closed = {"Red": ["a2", "b2", "c1", "d1"]}
    assert won(board + "win when loop(own, odd: u)", row) == set()
    assert won(board + "win when loop(own, odd: u)", closed) == {"Red"}


def test_a_loop_may_be_closed_by_an_edge() -> None:
    board = f"board {{ shape rhombus(4) {WAIST} edge top: Red }}\n"
    assert won(board + "win when loop(own, odd: u)", {}) == set()
    closed = {"Red": ["a1", "d1"]}
    assert won(board + "win when loop(own, odd: u)", closed) == {"Red"}
    assert won(board + "win when loop(own, odd: u)", {"Blue": ["a1", "d1"]}) == set()


def test_a_loop_round_a_hole_alone_goes_around_no_cell() -> None:
    board = "board { shape hexagon(3) - disc(cell(0, 0), 0) }\nwin when encloses(own)"
    ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert won(board, {"Red": ring}) == set()
    full = "board { shape hexagon(3) }\nwin when encloses(own)"
    assert won(full, {"Red": ring}) == {"Red"}
    assert won(full, {"Red": [*ring, (0, 0)]}) == {"Red"}
    assert won(full, {"Red": ring, "Blue": [(0, 0)]}) == {"Red"}
    assert won(full, {"Red": ring[1:]}) == set()


def test_no_group_is_no_counterexample() -> None:
    assert won("win when every g in groups(own): count(g) > 3", {"Red": ["a1"]}) == {"Blue"}


def test_a_group_does_not_run_through_edges() -> None:
    board = "board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }\n"
    stones = {"Red": ["a1", "c1", "d1"]}
    assert won(board + "win when some g in groups(own): count(g) >= 3", stones) == set()
    assert won(board + "win when connects(own, [{cell(0, 0)}, {cell(3, 0)}])", stones) == {"Red"}


def test_an_arc_is_the_shorter_way_round() -> None:
    board = "board { shape hexagon(2) }\nwin when some g in groups(own): arc(g, perimeter) == %d"
    around = [cell for cell in game_of("board { shape hexagon(2) }").board.names if cell != "b2"]
    assert len(around) == 6
    assert won(board % 2, {"Red": ["b1", "a2"]}) == {"Red"}
    assert won(board % 4, {"Red": ["b1", "b2", "b3"]}) == {"Red"}
    assert won(board % 6, {"Red": around}) == {"Red"}
    assert won(board % 0, {"Red": ["b2"]}) == {"Red"}


# Sets whose edges are less plain

EDGED = "board { shape rhombus(4) edge top, bottom: Red edge left, right: Blue }\n"
COLUMN = ["b1", "b2", "b3", "b4"]


def test_a_chain_meets_an_edge_of_the_enemy_when_it_lies_next_to_it() -> None:
    row = {"Red": ["a2", "b2", "c2", "d2"]}
    assert won(EDGED + "win when some g in groups(own): touches(g, Blue.edges[0])", row) == {"Red"}
    assert won(EDGED + "win for Red when connects(own, Blue.edges)", row) == {"Red"}
    assert won(EDGED + "win for Red when connects(own, Blue.edges)", {"Red": ["a2", "b2", "c2"]}) == set()


def test_a_path_begins_and_ends_at_edges_of_the_enemy_as_at_its_own() -> None:
    band = f"board {{ shape rhombus(4) {WAIST} edge top, bottom: Blue }}\n"
    assert won(band + "win for Red when path(own, Blue.edges, even: u)", {"Red": COLUMN}) == {"Red"}
    assert won(band + "win for Red when path(own, Blue.edges, odd: u)", {"Red": COLUMN}) == set()


def test_empty_cells_reach_an_edge_without_its_stones() -> None:
    assert won(EDGED + "win for Red when connects(empty, own.edges)", {}) == {"Red"}


def test_one_set_of_cells_has_one_answer_however_it_is_written() -> None:
    stones = {"Red": COLUMN[:2], "Blue": ["a3", "a4", "c1"]}
    sets = ("own | empty", "cells - enemy", "cells & (own | empty)", "own | cells - own - enemy")
    answers = {written: won(EDGED + f"win for Red when connects({written}, own.edges)", stones) for written in sets}
    assert answers == {written: {"Red"} for written in sets}


@pytest.mark.parametrize(
    "written", ["(Red | Blue) & cells & Red", "((Red | Blue) & cells) - Blue", "(Red & cells | Blue) - Blue"]
)
def test_edges_of_a_colour_whose_stones_were_taken_out_of_a_set_carry_no_chain(written: str) -> None:
    """Red stones alone are in the set, beside both of Blue's corners; only an edge of Blue's would join them."""
    text = EDGED + f"win for Red when connects({written}, [{{cell(0, 1)}}, {{cell(0, 3)}}])"
    assert won(text, {"Red": ["a2", "a4"]}) == set()


def test_the_order_in_which_kinds_are_declared_changes_no_chain() -> None:
    rest = "turn { may place man on empty may place king on empty }\nwin for Red when connects(own.king, %s)"
    for regions in ("[{cell(0, 0)}, {cell(3, 0)}]", "own.edges"):
        one, other = (
            won(f"pieces {order}\n{EDGED}{rest % regions}", {"Red": {"king": ["a1", "d1", *COLUMN[1:]]}})
            for order in ("man, king", "king, man")
        )
        assert one == other


# Expressions around goals and groups


@pytest.mark.parametrize(
    ("condition", "winners"),
    [
        ("some c in empty: connects(own | {c}, [top, bottom])", {"Red"}),
        ("some c in empty: encloses(own | {c})", set()),
        ("some g in groups(own): connects(g, [top, {cell(1, 1)}])", {"Red"}),
        ("some g in groups(own): connects(g, [top, bottom])", set()),
        ("some c in own: some g in groups(own - {c}): count(g) >= 2", {"Red"}),
    ],
)
def test_a_goal_may_speak_of_what_is_named_outside_it(condition: str, winners: set[str]) -> None:
    board = "board { shape rhombus(4) }\nwin when "
    assert won(board + condition, {"Red": ["b1", "b2", "b3"], "Blue": ["d4"]}) == winners


@pytest.mark.parametrize(
    ("goal", "winners"), [("path(own | {c}, [left, right], even: u)", {"Red"}), ("loop(own | {c}, odd: u)", {"Red"})]
)
def test_a_goal_over_seams_may_speak_of_a_cell_named_outside_it(goal: str, winners: set[str]) -> None:
    assert won(f"{ANNULUS}win when some c in empty: {goal}", {"Red": ["a2", "b2", "c2"], "Blue": ["a1"]}) == winners


@pytest.mark.parametrize(
    "goal",
    ["connects(group(c), [top, bottom])", "encloses(group(c))", "some g in groups(own & group(c)): count(g) > 1"],
)
def test_no_chain_is_sought_in_the_group_of_a_cell(goal: str) -> None:
    assert codes_of(f"board {{ shape rhombus(4) }}\nwin when some c in own: {goal}") == ["HG302"]


def test_the_same_question_about_a_group_may_be_asked_in_two_endings() -> None:
    text = "win when some c in own: count(group(c)) > 2\nlose when some c in enemy: count(group(c)) > 2"
    state = game_of(text).position({"Red": ["b1", "b2", "b3"]})
    assert (state.wins, state.loses) == (("Red",), ("Blue",))


@pytest.mark.parametrize("domain", ["own", "enemy", "Blue"])
def test_some_cell_of_a_player_may_be_asked_for_where_one_player_is_asked(domain: str) -> None:
    text = f"win for Red when some c in {domain}: count(group(c)) > 2"
    assert won(text, {"Red": ["b1", "b2", "b3"], "Blue": ["d1", "d2", "d3"]}) == {"Red"}


def test_a_region_that_is_named_twice_is_met_as_if_named_once() -> None:
    text = "board { shape rhombus(4) }\nwin when connects(own, [top, bottom, top])"
    assert won(text, {"Red": COLUMN}) == {"Red"}
    assert won(text, {"Red": COLUMN[1:]}) == set()


# What ended a game


def test_the_winning_cells_of_a_group_are_its_own_whatever_else_its_property_asks() -> None:
    text = "win for Red when some g in groups(own): count(g) >= 3 and connects(enemy | empty, [left, right])"
    state = game_of("board { shape rhombus(5) }\n" + text).position({"Red": ["b2", "b3"]}, to_move="Red")
    state.play("b4")
    assert {state.game.board.names[cell] for cell in state.winning_cells} >= {"b2", "b3", "b4"}
    nested = (
        "win for Red when some g in groups(own): some c in g: count(group(c)) == 3 and count(group(cell(4, 4))) == 1"
    )
    state = game_of("board { shape rhombus(5) }\n" + nested).position(
        {"Red": ["b2", "b3"], "Blue": ["e5"]}, to_move="Red"
    )
    state.play("b4")
    assert {state.game.board.names[cell] for cell in state.winning_cells} == {"b2", "b3", "b4"}


HANGING = [
    ("rhombus(4)", "win when connects(own, own.edges)", ["a1", "d4"]),
    ("rhombus(4)", "win when connects(own, [top, bottom, {cell(0, 0)}])", ["d4"]),
    ("rhombus(4)", "win when connects(own, [top, bottom])", ["a1", "d4"]),
]


@pytest.mark.parametrize(("shape", "text", "hanging"), HANGING)
def test_stones_that_hang_on_one_edge_are_no_part_of_what_won(shape: str, text: str, hanging: list[str]) -> None:
    board = f"players Red, Blue\nboard {{ shape {shape} edge top, bottom: Red edge left, right: Blue }}\n"
    chain = ["c1", "b2", "b3", "b4"]
    state = game_of(board + text).position({"Red": ["a1", "d4", *chain[:3]]}, to_move="Red")
    state.play(chain[3])
    assert str(state.outcome) == "Red wins"
    shown = {state.game.board.names[cell] for cell in state.winning_cells}
    assert shown == {"a1", "d4", *chain} - {*hanging}


def test_nothing_won_that_a_goal_was_missed() -> None:
    text = """players Red, Green, Blue
    board { shape hexagon(2) edge sides: Red, Green, Blue, Red, Green, Blue }
    lose when not connects(own | empty, own.edges)"""
    state = game_of(text).start().rolled_out(0)
    assert state.outcome is not None
    assert state.outcome.winner
    assert state.winning_cells == frozenset()


def test_groups_are_compared_in_both_forms_where_that_is_licensed() -> None:
    plain = licensed(game_of("win when connects(own, [top, bottom])"))
    assert {forms.groups for forms in plain} == {"incremental", "recomputed"}
    holed = game_of("board { shape hexagon(3) - disc(cell(0, 0), 0) }\nwin when encloses(own)")
    assert {forms.groups for forms in licensed(holed)} == {"recomputed"}


def test_a_win_by_a_goal_about_a_named_cell_can_be_looked_at() -> None:
    text = "board { shape rhombus(4) }\nwin when some c in own: some g in groups(own - {c}): count(g) >= 2"
    state = game_of(text).position({"Red": ["b1", "b2"]}, to_move="Red")
    state.play("b3")
    assert str(state.outcome) == "Red wins"
    assert {state.game.board.names[cell] for cell in state.winning_cells} <= {"b1", "b2", "b3"}
