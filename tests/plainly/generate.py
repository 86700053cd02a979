"""A random sheet from a seed: a board, a turn, endings, in every combination that makes sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TypeVar

from .boards import TILINGS, Ground, built
from .model import COLOURS, Board, Edge, Effect, Ending, Expression, Offer, Sheet, Statement

T = TypeVar("T")
EMPTY, OWN, ENEMY, CELL = ("empty",), ("own",), ("enemy",), ("name", "c")
GRIDS = ("hex", "hex", "square", "square8")
TILED = (("4.8.8", "faces", 2), ("triangular", "faces", 1), ("triangular", "faces", 2), ("triangular", "vertices", 2),
         ("3.6.3.6", "faces", 2), ("square", "faces", 3),
         ("square", "vertices", 2), ("square", "edges", 2), ("hex", "faces", 3), ("3.6.3.6", "vertices", 2),
         ("tetrakis", "vertices", 1), ("3.6.3.6", "edges", 1), ("hex", "vertices", 1),
         ("triangular", "edges", 1))  # fmt: skip


def number(value: int) -> Expression:
    """A number."""
    return ("number", value)


class Generator:
    """Draws one sheet."""

    PLAIN = 0.45
    """How many sheets are plain."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.players = COLOURS[: self.one((2, 2, 2, 2, 2, 3, 3, 4))]
        self.is_plain = self.chance(self.PLAIN)
        """Whether a turn is one stone on any empty cell, and the board alone decides: what proofs are made for."""

        self.is_endless = not self.is_plain and self.chance(0.1)
        """Whether play may come back to a position."""

        self.is_classic = self.is_plain and self.chance(0.25)
        """Whether two players join their two sides: where full boards may tell who wins."""

        if self.is_classic:
            self.players = COLOURS[:2]
        self.board = self._classic() if self.is_classic else self._small() if self.is_endless else self._board()
        self.ground: Ground = built(self.board)
        self.kinds = ("stone",) if self.chance(0.95 if self.is_plain else 0.75) else ("man", "king")
        self.variables = self._variables()
        self.rounds = not self.is_plain and self.chance(0.1)

    def chance(self, share: float) -> bool:
        """Whether something with this probability happens."""
        return self.dice.random() < share

    def one(self, values: Sequence[T]) -> T:
        """One of some values."""
        return self.dice.choice(values)

    def some(self, values: Sequence[T], least: int, most: int) -> tuple[T, ...]:
        """Some of these values, in their order."""
        most = min(most, len(values))
        chosen = self.dice.sample(range(len(values)), self.dice.randint(min(least, most), most))
        return tuple(values[each] for each in sorted(chosen))

    # Boards

    def _board(self) -> Board:
        kind = self.one(("grid", "grid", "grid", "grid", "tiling", "graph"))
        board = {"grid": self._grid, "tiling": self._tiling, "graph": self._graph}[kind]()
        ground = built(board)
        regions = (("spots", self.some(ground.cells, 1, min(4, len(ground.cells) - 1))),)
        board = replace(board, regions=regions)
        if kind != "graph" and not board.wraps and self.chance(0.12):
            pairs = list(combinations(ground.cells, 2))
            known = [{a, b} for a, b, _ in ground.links]
            links = self.some([pair for pair in pairs if {*pair} not in known], 0, 2)
            cuts = self.some([pair for pair in pairs if {*pair} in known], 0, 2)
            board = replace(board, links=links, cuts=cuts)
        return replace(board, edges=self._edges(ground, board))

    def _classic(self) -> Board:
        shape, size = self.one(
            (("rhombus", (2,)), ("rhombus", (3,)), ("parallelogram", (3, 2)), ("parallelogram", (2, 4)))
        )
        owners = self.dice.sample(self.players, 2)
        sides = tuple(Edge(owners[side in ("left", "right")], side) for side in ("top", "bottom", "left", "right"))
        board = Board("grid", self.one(("hex", "hex", "hex", "square8")), shape=shape, size=size, edges=sides)
        return replace(board, regions=(("spots", self.some(built(board).cells, 1, 3)),))

    def _small(self) -> Board:
        """A board on which play can be followed wherever it goes."""
        size = self.one(((2, 2), (2, 2), (3, 1), (2, 1)))
        board = Board("grid", self.one(GRIDS), shape="parallelogram", size=size)
        ground = built(board)
        regions = (("spots", self.some(ground.cells, 1, 2)[: len(ground.cells) - 1]),)
        return replace(board, regions=regions, edges=self._edges(ground, board))

    def _grid(self) -> Board:
        grid = self.one(GRIDS)
        shapes = [("rhombus", (2,)), ("rhombus", (3,)), ("rhombus", (3,)), ("parallelogram", (3, 2)),
                  ("parallelogram", (2, 3)), ("parallelogram", (4, 2)), ("parallelogram", (5, 1))]  # fmt: skip
        shapes += [("hexagon", (2,)), ("triangle", (3,)), ("triangle", (4,))] * (grid == "hex")
        shape, size = self.one(shapes)
        has_glue = shape in ("rhombus", "parallelogram") and min(size) > 1 and self.chance(0.4)
        wraps = ()
        if has_glue:
            wraps = self.one(((("q", False),), (("r", False),), (("q", False), ("r", False))))
            if grid == "square" and self.chance(0.5):
                wraps = tuple((axis, self.chance(0.5)) for axis, _ in wraps)
        board = Board("grid", grid, shape=shape, size=size, wraps=wraps)
        if not wraps and self.chance(0.15):
            places = list(built(board).spots.values())
            board = replace(board, holes=self.some(places, 1, 2))
        return board

    def _tiling(self) -> Board:
        name, part, size = self.one(TILED)
        assert name in TILINGS
        return Board("tiling", name, part=part, size=(size,))

    def _graph(self) -> Board:
        names = [f"n{number}" for number in range(self.dice.randint(3, 8))]
        places = self.dice.sample([(x, y) for x in range(4) for y in range(4)], len(names))
        links = {tuple(sorted((self.one(names[:number]), name))) for number, name in enumerate(names) if number}
        more = [pair for pair in combinations(names, 2) if pair not in links]
        links |= {*self.some(more, 0, 4)}
        return Board("graph", places=tuple((n, x, y) for n, (x, y) in zip(names, places, strict=True)),
                     links=tuple(sorted(links)))  # fmt: skip

    def _edges(self, ground: Ground, board: Board) -> tuple[Edge, ...]:
        """Edges of nobody, of one player, of all; as many for each or not."""
        free = [name for name in ground.sides if "[" not in name or len(ground.sides) in (3, 6)]
        glued = {side for axis, _ in board.wraps for side in {"q": ("left", "right"), "r": ("top", "bottom")}[axis]}
        free = [side for side in free if side not in glued and ground.sides[side]]
        how = self.one(("none", "hex", "hex", "hex", "uneven", "uneven", "cells"))
        if how == "none" or (board.wraps and not free):
            return ()
        if how == "hex" and {"top", "left"} <= {*free} and min(board.size) > 1:
            owners = self.dice.sample(self.players[:2], 2)
            return tuple(Edge(owners[side in ("left", "right")], side) for side in ("top", "bottom", "left", "right"))
        owned = (*self.players, *self.players, "neutral")
        if board.wraps or (how != "cells" and free):
            different = {ground.sides[side]: side for side in reversed(free)}
            return tuple(Edge(self.one(owned), side) for side in self.some([*different.values()], 1, 4))
        borders = {self.some(ground.cells, 1, 3) for _ in range(self.dice.randint(1, 4))}
        return tuple(Edge(self.one(owned), cells=cells) for cells in sorted(borders))

    def _variables(self) -> tuple[tuple[str, int, int, bool], ...]:
        if self.is_plain or self.chance(0.6):
            return ()
        found = (("n", self.dice.randint(0, 2), self.dice.randint(2, 4), False),)
        return (*found, ("own_n", self.dice.randint(0, 2), 3, True)) if self.chance(0.5) else found

    # Conditions

    def edges_of(self, player: str) -> int:
        """How many edges a player has."""
        return sum(each.owner == player for each in self.board.edges)

    def region(self) -> Expression:
        """Some cells that are known before play."""
        sides = [("side", name) for name, cells in self.ground.sides.items() if cells]
        named = [("region", "spots"), ("these", *self.some(self.ground.cells, 1, 2))]
        return self.one(sides * 2 + named if sides else named)

    def chain(self, player: str) -> Expression:
        """A question about chains."""
        held = self.one((OWN, OWN, OWN, OWN, OWN, ("or", OWN, EMPTY), ENEMY))
        seams = len(self.board.wraps)
        numbers = [self.edges_of(each) for each in ([player] if player else self.players)]
        two = [("regions", self.region(), self.region())]
        if min(numbers) >= 2:
            pair = self.some(range(min(numbers)), 2, 2)
            whose = player or "own"
            two += [("edges", whose, *pair)] * 4
            if min(numbers) == max(numbers) == 2:
                two += [("edges", whose)] * 4
        if seams and self.chance(0.75):
            odd = self.dice.randint(1, (1 << seams) - 1)
            even = self.dice.randint(0, (1 << seams) - 1) & ~odd
            return ("loop", held, odd, even) if self.chance(0.6) else ("path", held, self.one(two), odd, even)
        many = [("regions", *(self.region() for _ in range(self.dice.randint(1, 3))))]
        many += [("edges", player or "own")] * 3 if min(numbers) >= 1 else []
        return ("connects", held, self.one(two + many))

    def of_board(self, player: str = "") -> Expression:
        """A condition of the board alone."""
        most = len(self.ground.cells)
        cells = self.one((OWN, OWN, ("and", OWN, self.region()), ENEMY, ("and", ENEMY, self.region())))
        kinds = [("compare", ("count", ("kind", kind)), ">=", number(1)) for kind in self.kinds if len(self.kinds) > 1]
        has_sides = any("[" in name for name in self.ground.sides)
        grown = ("compare", ("count", ("name", "g")), ">=", number(self.dice.randint(2, 4)))
        inner = self.one([grown, ("touches", ("name", "g"), self.region())]
                         + [("touching", ("name", "g"), self.dice.randint(2, 3))] * has_sides)  # fmt: skip
        near = ("count", ("and", ("near", ("name", "d")), self.one((OWN, EMPTY, ENEMY))))
        ways = [
            self.chain(player), self.chain(player), self.chain(player), self.chain(player),
            ("compare", ("count", cells), self.one((">=", ">=", "==", "<")),
             number(self.dice.randint(1, (most + 1) // 2))),
            ("compare", ("count", OWN), ">", ("+", ("count", ENEMY), number(self.dice.randint(0, 1)))),
            (self.one(("some", "some", "every")), "g", ("groups", self.one((OWN, OWN, ENEMY))), inner),
            (self.one(("some", "some", "every")), "d", OWN,
             ("compare", near, self.one((">=", "==")), number(self.dice.randint(1, 3)))),
            ("compare", self._of_ways(most), "<", number(self.dice.randint(1, 4))),
            ("touches", OWN, self.region()),
            *kinds,
        ]  # fmt: skip
        return self.one(ways)

    def _of_ways(self, most: int) -> Expression:
        """How far it is, or how many cells walks lead to or hold groups together, as the size of the board has it."""
        steps = ("steps", ("and", OWN, self.region()), ("and", OWN, self.region()), ("or", OWN, EMPTY))
        return (steps, ("count", ("walks", OWN, EMPTY, most % 4)), ("count", ("cuts", OWN)))[most % 3]

    def of_play(self) -> Expression:
        """A condition of more than the board."""
        ways = [
            ("compare", ("turn",), self.one((">", "==", ">=")), number(self.dice.randint(2, 5))),
            ("compare", ("turns",), self.one((">=", "==")), number(self.dice.randint(1, 3))),
            ("compare", ("passes",), "==", number(2)),
            ("compare", ("quiet",), ">=", number(self.dice.randint(1, 2))),
            ("inside", ("last",), self.region()),
        ]  # fmt: skip
        ways = ways[:1] + ways[2:] if self.rounds else ways
        for name, _, most, is_each in self.variables:
            ways.append(
                ("compare", ("of", "own", name) if is_each else ("var", name), ">=", number(self.dice.randint(1, most)))
            )
        return self.one(ways)

    def condition(self, player: str = "") -> Expression:
        """The condition of an ending."""
        first = self.of_board(player) if self.is_plain or self.chance(0.7) else self.of_play()
        if self.chance(0.25):
            other = self.of_board(player) if self.is_plain or self.chance(0.5) else self.of_play()
            first = (self.one(("all", "any")), first, other)
        return ("not", first) if self.chance(0.08) else first

    # Turns

    def block(self) -> tuple[Effect, ...]:
        """What a placement does instead of its usual effect."""
        stone = ("becomes", CELL, self.one(self.kinds), "")
        near, free = ("and", ("near", CELL), ENEMY), ("and", ("near", CELL), EMPTY)

        def all_of(cells: Expression, kind: str, owner: str = "") -> Effect:
            return ("for", "d", cells, (), (("becomes", ("name", "d"), kind, owner),))

        surrounded = ("compare", ("count", ("liberties", ("name", "g"))), "==", number(0))
        ways: list[tuple[Effect, ...]] = [
            (stone, ("for", "g", ("groups", ENEMY), surrounded, (("becomes", ("name", "g"), "", ""),))),
            (stone, all_of(near, self.one(self.kinds))),
            (stone, ("for", "d", near, ("compare", ("count", ("and", ("near", ("name", "d")), OWN)), ">=", number(2)),
                     (("becomes", ("name", "d"), "", ""),))),
            (stone, all_of(near, self.kinds[0], "neutral")),
            (stone, ("when", ("compare", ("count", near), ">=", number(1)), (all_of(near, ""),),
                     (all_of(free, self.kinds[0], "neutral"),))),
        ]  # fmt: skip
        ways += [(stone, self._counted(each)) for each in self.variables]
        return self.one(ways)

    def _counted(self, variable: tuple[str, int, int, bool]) -> Effect:
        name, _, _, is_each = variable
        value = ("of", "own", name) if is_each else ("var", name)
        grown = self.one((("+", value, number(1)), ("-", value, number(1)), ("count", OWN)))
        return ("set", name, grown, self.one(("own", self.players[0]))) if is_each else ("set", name, grown)

    def place(self, kind: str = "", owner: str = "") -> Offer:
        """A placement, plain or with conditions and effects."""
        offer = Offer("place", kind or self.one(self.kinds), owner, on=EMPTY)
        if self.chance(0.2):
            near = ("compare", ("count", ("and", ("near", CELL), OWN)), ">=", number(1))
            first = ("compare", ("turn",), "<=", number(len(self.players)))
            spots = ("not", ("inside", CELL, ("region", "spots")))
            offer = replace(offer, where=self.one((("any", near, first), spots, ("all", spots, ("any", near, first)))))
        if self.chance(0.15):
            big = ("compare", ("count", ("group", CELL)), ">", number(self.dice.randint(1, 3)))
            offer = replace(offer, forbid=self.one((big, ("repeats",), self.chain(""))))
        if not owner and self.chance(0.25):
            offer = replace(offer, block=self.block())
        return offer

    def choice(self) -> Statement:
        """One choice."""
        offers, otherwise = [self.place(self.kinds[0])], []
        if len(self.kinds) > 1 and self.chance(0.6):
            offers.append(self.place(self.kinds[1]))
        if self.chance(0.5 if self.is_endless else 0.15):
            to = self.one((("and", ("near", ("name", "s")), EMPTY), ("less", ("near", ("name", "s")), OWN)))
            offers.append(Offer("move", self.one(self.kinds), on=OWN, to=to))
        if self.chance(0.1) and len(self.players) == 2:
            offers.append(replace(self.place(self.kinds[0], "enemy"), block=()))
        elif self.chance(0.06):
            offers.append(replace(self.place(self.kinds[0], "neutral"), block=()))
        if self.chance(0.6 if self.is_endless else 0.15):
            offers.append(Offer("pass"))
        elif self.chance(0.25):
            otherwise.append(Offer("pass"))
        if self.chance(0.12) and len(self.players) == 2 and not self.rounds:
            offers.append(Offer("swap", turn=2))
        return ("choice", tuple(offers), *([tuple(otherwise)] if otherwise else []))

    def turn(self) -> tuple[Statement, ...]:
        """What a turn is, or a round."""
        stone = ("choice", (Offer("place", self.kinds[0], on=EMPTY),))
        if self.is_plain:
            swap = (Offer("swap", turn=2),) if len(self.players) == 2 and self.chance(0.1) else ()
            owner = self.one(("",) * 12 + ("enemy", "neutral")) if len(self.players) == 2 else ""
            offers = [replace(stone[1][0], kind=self.one(self.kinds), owner=owner)]
            if owner == "neutral" or self.chance(0.05):
                offers = [*dict.fromkeys((*offers, replace(offers[0], owner="", kind=self.one(self.kinds))))]
            return (("choice", (*offers, *swap)),)
        if self.rounds:
            if self.chance(0.5):
                first, second = self.players[:2]
                return (("random", "luck", 2), ("if", ("compare", ("drawn", "luck"), "==", number(1)),
                        (("as", first, (self.choice(),)),), (("as", second, (self.choice(),)),)))  # fmt: skip
            return tuple(("as", player, (self.choice(),)) for player in self.players)
        ways = [
            (self.choice(),), (self.choice(),), (self.choice(),), (self.choice(),),
            (stone, self.choice()),
            (self.choice(), ("if", ("compare", ("turn",), ">", number(1)), (stone,), ())),
            (("upto", 0, 2, stone, 1),),
            (("random", "luck", 2),
             ("if", ("compare", ("drawn", "luck"), "==", number(1)), (self.choice(),), (stone,))),
            (("random", "x", EMPTY), ("becomes", ("name", "x"), self.kinds[0], "neutral"), self.choice()),
            (self.choice(), ("random", "luck", self.dice.randint(2, 3)),
             ("if", ("compare", ("drawn", "luck"), "==", number(2)), (stone,), ())),
            (self.choice(), *(self._counted(each) for each in self.variables)),
            (("choose", "lot", self.dice.randint(2, 3)),
             ("if", ("compare", ("drawn", "lot"), "==", number(1)), (self.choice(),), (stone,))),
            (("choose", "x", EMPTY), ("becomes", ("name", "x"), self.kinds[0], self.one(("neutral", ""))),
             self.choice()),
        ]  # fmt: skip
        return self.one(ways)

    # Endings

    def ending(self) -> Ending:
        """One ending."""
        result = self.one(("win", "win", "win", "win", "lose", "lose", "draw"))
        player = self.one(("", "", "", *self.players)) if result != "draw" else ""
        timing = "" if self.is_plain or self.rounds or self.chance(0.7) else self.one(("start", "end"))
        when = ("stuck",) if timing == "start" and self.chance(0.3) else self.condition(player)
        return Ending(result, when, player, timing)

    def endings(self) -> tuple[Ending, ...]:
        """Endings in some order; most often one that ends every game is among them."""
        if self.is_classic:
            goal = Ending(self.one(("win", "win", "win", "lose")), ("connects", OWN, ("edges", "own")))
            full = Ending("draw", ("compare", ("count", EMPTY), "==", number(0)))
            return self.one(((goal,), (goal,), (goal, full), (full, goal)))
        found = [self.ending() for _ in range(self.one((1, 1, 1, 2, 2, 3)))]
        if self.is_plain and len(self.players) == 2 and self.chance(0.4):
            joined = ("connects", OWN, ("edges", "own"))
            if min(self.edges_of(player) for player in self.players) > 0:
                found = [Ending(self.one(("win", "win", "lose")), joined)]
        if self.is_plain:
            last = self.one(((), (Ending("draw", ("compare", ("count", EMPTY), "==", number(0))),)))
        else:
            late = ("compare", ("turn",), ">", number(self.dice.randint(2, 6)))
            last = (Ending(self.one(("draw", "draw", "score", "lose")), late),)
            if self.is_endless:
                found, last = [self.ending()], ()
            elif self.chance(0.1):
                found.append(Ending("score", self.condition()))
        found += last
        if self.chance(0.15):
            found.append(Ending("score", ("compare", ("count", EMPTY), "==", number(0))))
        if self.chance(0.5):
            self.dice.shuffle(found)
        return tuple(found)

    def setup(self) -> tuple[tuple[str, str, str], ...]:
        """Pieces that are there from the start."""
        if self.chance(0.95 if self.is_classic else 0.75):
            return ()
        cells = self.some(self.ground.cells, 1, 2)[: max(len(self.ground.cells) - 2, 0)]
        return tuple((cell, self.one(self.kinds), self.one(("neutral", *self.players))) for cell in cells)

    def sheet(self) -> Sheet:
        """The whole sheet."""
        endings = self.endings()
        score: Expression = ()
        if any(ending.result == "score" for ending in endings):
            count = ("count", self.one((OWN, ("and", OWN, ("region", "spots")))))
            score = self.one(
                (count, ("largest", OWN), ("list", ("count", ("and", OWN, ("region", "spots"))), ("largest", OWN)))
            )
        turn, full = self.turn(), ("compare", ("count", EMPTY), "==", number(0))
        if turn[0][0] != "choice":  # `stuck` speaks of the first choice
            endings = tuple(ending for ending in endings if ending.when != ("stuck",)) or (Ending("draw", full),)
        return Sheet(
            self.players, self.kinds, self.board, self.setup(), self.variables, turn, self.rounds, endings, score
        )
