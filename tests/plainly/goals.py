"""What the conditions of a sheet mean, asked of a position."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from dataclasses import dataclass, field

from .boards import Ground
from .model import Cell, Expression, Sheet, Table

COMPARES = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt,
            ">=": operator.ge}  # fmt: skip


REACHES = {"+": operator.add, "-": operator.sub, "times": operator.mul, "mod": operator.mod,
           "div": operator.floordiv}  # fmt: skip
GREATEST = 2_147_483_647
OF_MANY = {"sum": sum, "product": math.prod, "largest": lambda all_of: max(all_of, default=0),
           "smallest": lambda all_of: min(all_of, default=0), "count": len}  # fmt: skip


@dataclass
class Asked:
    """A position as a condition sees it: `own` is the player for whom it is asked, `names` what loops have named."""

    sheet: Sheet
    ground: Ground
    at: object
    own: int
    names: dict[str, object] = field(default_factory=dict)
    is_stuck: bool = False
    repeats: bool = False

    def named(self, name: str, value: object) -> Asked:
        """The same with one more name."""
        return Asked(
            self.sheet, self.ground, self.at, self.own, {**self.names, name: value}, self.is_stuck, self.repeats
        )

    def player(self, word: str | Expression) -> int | None:
        """The number of a player: by colour, `own`, or `enemy` where there are two; nobody is the last number."""
        if isinstance(word, tuple):
            return self.value(word)
        if word in ("", "own"):
            return self.own
        if word == "enemy":
            return 1 - self.own
        if word in self.names:
            return self.names[word]
        return len(self.sheet.players) if word == "neutral" else self.sheet.players.index(word)

    # Sets of cells

    def cells(self, node: Expression) -> frozenset[Cell]:
        """The cells of a set."""
        head, *rest = node
        return frozenset(getattr(self, f"_cells_{head}")(*rest))

    def _held(self, wanted: Iterable[int], kind: str = "") -> Iterable[Cell]:
        return (cell for cell, held in self.at.board.items() if held[0] in wanted and kind in ("", held[1]))

    def _cells_own(self) -> Iterable[Cell]:
        return self._held((self.own,))

    def _cells_kind(self, kind: str) -> Iterable[Cell]:
        return self._held((self.own,), kind)

    def _cells_enemy(self) -> Iterable[Cell]:
        return self._held({*range(len(self.sheet.players))} - {self.own})

    def _cells_neutral(self) -> Iterable[Cell]:
        return self._held((len(self.sheet.players),))

    def _cells_empty(self) -> Iterable[Cell]:
        return set(self.ground.cells) - set(self.at.board)

    def _cells_cells(self) -> Iterable[Cell]:
        return self.ground.cells

    def _cells_region(self, name: str) -> Iterable[Cell]:
        return self.ground.regions[name]

    def _cells_side(self, name: str) -> Iterable[Cell]:
        return self.ground.sides[name]

    def _cells_these(self, *cells: Cell) -> Iterable[Cell]:
        return cells

    def _cells_name(self, name: str) -> Iterable[Cell]:
        held = self.names[name]
        return held if isinstance(held, frozenset) else {held} - {None}

    def _cells_last(self) -> Iterable[Cell]:
        return {self.at.last} - {None}

    def _cells_near(self, inside: Expression) -> Iterable[Cell]:
        return {other for cell in self.cells(inside) for other in self.ground.near[cell]}

    def _cells_group(self, inside: Expression) -> Iterable[Cell]:
        (cell,) = self.cells(inside)
        held = self.at.board.get(cell)
        alike = {each for each, found in self.at.board.items() if held is not None and found[0] == held[0]}
        return next((group for group in self.groups(alike) if cell in group), ())

    def _cells_liberties(self, inside: Expression) -> Iterable[Cell]:
        return self.cells(("near", inside)) & self.cells(("empty",))

    def _cells_and(self, one: Expression, other: Expression) -> Iterable[Cell]:
        return self.cells(one) & self.cells(other)

    def _cells_or(self, one: Expression, other: Expression) -> Iterable[Cell]:
        return self.cells(one) | self.cells(other)

    def _cells_less(self, one: Expression, other: Expression) -> Iterable[Cell]:
        return self.cells(one) - self.cells(other)

    def _cells_heldkind(self, owner: str, what: str) -> Iterable[Cell]:
        player = self.player(owner)
        return {cell for cell, held in self.at.board.items() if held[0] == player and held[1] in self.kinds(what)}

    def _cells_ofkind(self, what: str) -> Iterable[Cell]:
        return {cell for cell, held in self.at.board.items() if held[1] in self.kinds(what)}

    def _cells_disc(self, cell: Expression, far: int) -> Iterable[Cell]:
        return (other for other, steps in self._far(cell).items() if steps <= far)

    def _cells_ring(self, cell: Expression, far: int) -> Iterable[Cell]:
        return (other for other, steps in self._far(cell).items() if steps == far)

    def _far(self, cell: Expression) -> dict[Cell, int]:
        return {other: steps for each in self.cells(cell) for other, steps in self.ground.around(each).items()}

    def _cells_oneof(self, cells: tuple[Cell, ...], number: Expression) -> Iterable[Cell]:
        return {cells[n]} if 0 <= (n := self.number(number)) < len(cells) else ()

    def _cells_none(self) -> Iterable[Cell]:
        return ()

    def _cells_hold(self, name: str) -> Iterable[Cell]:
        return {self.value(("hold", name))} - {None}

    # Kinds, players and pieces

    def kinds(self, what: str | tuple[str, ...]) -> tuple[str, ...]:
        """The kinds that a name stands for: one, those of a set, or what a loop has named."""
        if isinstance(what, tuple):
            return what
        if what == "kinds" or what in self.sheet.kinds:
            return self.sheet.kinds if what == "kinds" else (what,)
        named = dict(self.sheet.sets)
        return named[what] if what in named else tuple(filter(None, (self.value(("name", what)),)))

    def pile(self, cell: Expression) -> tuple[tuple[int, str], ...]:
        """The pieces on a cell, from the top."""
        return next((self.at.piles.get(each, ()) for each in self.cells(cell)), ())

    def piece(self, node: Expression) -> tuple[int, str] | None:
        """A piece: the top of a cell, one that a loop has named, or one of a pile."""
        if node[0] == "pileat":
            pile, place = self.pile(node[1]), self.number(node[2])
            return pile[place] if 0 <= place < len(pile) else None
        if node[0] == "name" and isinstance(self.names.get(node[1]), tuple):
            return self.names[node[1]]
        return next((self.at.board.get(each) for each in self.cells(node)), None)

    def value(self, node: Expression) -> object:
        """A kind, a player by number, a cell or a number; None if there is none."""
        head, *rest = node
        match head:
            case "none":
                return None
            case "kindof":
                piece = self.piece(rest[0])
                return piece and piece[1]
            case "ownerof":
                piece = self.piece(rest[0])
                return piece[0] if piece and piece[0] < len(self.sheet.players) else None
            case "akind":
                return rest[0]
            case "aplayer":
                return self.player(rest[0])
            case "next":
                return self.after(self.value(rest[0]))
            case "name":
                return self.names[rest[0]]
            case "hold":
                return self.at.variables[rest[0]]
        raise ValueError(head)

    def after(self, player: int | None) -> int | None:
        """The player whose turn comes after another's."""
        if player is None:
            return None
        number = len(self.sheet.players)
        return next(each for n in range(1, number + 1) if (each := (player + n) % number) not in self.at.out)

    def table(self, name: str) -> Table:
        """What a sheet says of some numbers."""
        return next(each for each in self.sheet.tables if each.name == name)

    def entry(self, name: str, key: object) -> int:
        """One number of many: the first value where there is no piece, 0 where there is nothing."""
        table = self.table(name)
        owner, where = key if table.per == "player" else (0, key)
        if owner is None or where not in (table.over or self.ground.cells):
            return 0
        return dict(self.at.variables[name]).get(key, table.first)

    def _cells_walks(self, start: Expression, past: Expression, exactly: int) -> Iterable[Cell]:
        begun, over = self.cells(start), self.cells(past)
        walks, found = [(cell,) for cell in begun], set[Cell]()
        while walks:
            walk = walks.pop()
            if len(walk) - 1 == exactly or not exactly:
                found.add(walk[-1])
            if len(walk) == 1 or (walk[-1] in over and len(walk) - 1 != exactly):
                walks += [(*walk, near) for near in self.ground.near[walk[-1]]
                          if near not in walk and (exactly or near not in found)]  # fmt: skip
        return found - begun

    def _cells_cuts(self, held: Expression) -> Iterable[Cell]:
        cells = self.cells(held)
        return {cell for cell in cells if len(self.groups(cells - {cell})) > len(self.groups(cells))}

    def groups(self, cells: Iterable[Cell]) -> list[frozenset[Cell]]:
        """The groups of a set."""
        left, found = set(cells), []
        while left:
            group = {left.pop()}
            while more := {near for cell in group for near in self.ground.near[cell] & left}:
                group |= more
                left -= more
            found.append(frozenset(group))
        return found

    # Numbers

    def number(self, node: Expression) -> int:
        """The value of a number."""
        head, *rest = node
        match head:
            case "number":
                return rest[0]
            case "count":
                return len(self.cells(rest[0]))
            case "var":
                value = self.at.variables[rest[0]]
                return value[self.own] if isinstance(value, tuple) else value
            case "of":
                return self.at.variables[rest[1]][self.player(rest[0])]
            case "turn" | "passes" | "quiet":
                return getattr(self.at, head)
            case "turns":
                return self.at.turns[self.own]
            case "drawn":
                return self.names[rest[0]]
            case "+" | "-" | "times" | "mod" | "div":
                return REACHES[head](self.number(rest[0]), rest[1] if type(rest[1]) is int else self.number(rest[1]))
            case "steps":
                return self._steps(*(self.cells(each) for each in rest))
            case "largest":
                return max((len(group) for group in self.groups(self.cells(rest[0]))), default=0)
            case "list":
                return tuple(self.number(each) for each in rest)
        return self._of_many(head, *rest)

    def _of_many(self, head: str, *rest: object) -> int:
        match head:
            case "if":
                return self.number(rest[1] if self.holds(rest[0]) else rest[2])
            case "ofcell":
                return next((self.entry(rest[0], cell) for cell in self.cells(rest[1])), 0)
            case "ofthe":
                return self.entry(rest[0], self.index(rest[1]))
            case "ofplayer":
                return self.entry(rest[1], (self.player(rest[0]), self.index(rest[2])))
            case "alltogether":
                return sum(self.entry(rest[0], each) for each in self.table(rest[0]).over)
            case "listed":
                key = self.value(rest[1])
                return dict(dict(self.sheet.lists)[rest[0]]).get(
                    self.sheet.players[key] if type(key) is int else key, 0
                )
            case "numberat":
                return rest[0][n] if 0 <= (n := self.number(rest[1])) < len(rest[0]) else 0
            case "high":
                return len(self.pile(rest[0]))
            case "countset":
                return len(self.numbers(rest[0]))
            case "forall":
                word, name, over, where, value = rest
                heres = [self.named(name, each) for each in self._elements(over)]
                found = OF_MANY[word]([here.number(value) for here in heres if not where or here.holds(where)])
                return min(found, GREATEST)
        raise ValueError(head)

    def index(self, node: Expression) -> object:
        """What stands in brackets: a kind, or a number."""
        return self.value(node) if node[0] in ("kindof", "akind", "name", "hold") else self.number(node)

    def numbers(self, node: Expression) -> set[int]:
        """A set of numbers."""
        if node[0] == "range":
            return set(range(self.number(node[1]), self.number(node[2]) + 1))
        _, name, low, high, where = node
        return {each for each in range(low, high + 1) if self.named(name, each).holds(where)}

    def _steps(self, start: frozenset[Cell], end: frozenset[Cell], past: frozenset[Cell]) -> int:
        seen, now, steps = set(start), set(start), 0
        while now:
            if now & end:
                return steps
            now = {near for cell in now if not steps or cell in past for near in self.ground.near[cell]} - seen
            seen |= now
            steps += 1
        return len(self.ground.cells)

    # Conditions

    def holds(self, node: Expression) -> bool:
        """Whether a condition holds."""
        head, *rest = node
        match head:
            case "all":
                return all(self.holds(each) for each in rest)
            case "any":
                return any(self.holds(each) for each in rest)
            case "not":
                return not self.holds(rest[0])
            case "compare":
                return COMPARES[rest[1]](self.number(rest[0]), self.number(rest[2]))
            case "stuck":
                return self.is_stuck
            case "repeats":
                return self.repeats
            case "inside":
                return bool(self.cells(rest[0])) and self.cells(rest[0]) <= self.cells(rest[1])
            case "some" | "every":
                name, over, inside = rest
                holding = (self.named(name, each).holds(inside) for each in self._elements(over))
                return any(holding) if head == "some" else all(holding)
            case "touches":
                return bool(self.cells(rest[0]) & self._region(rest[1]))
            case "touching":
                sides = [each for name, each in self.ground.sides.items() if "[" in name]
                return sum(bool(self.cells(rest[0]) & side) for side in sides) >= rest[1]
            case "connects" | "path" | "loop":
                return getattr(self, f"_{head}")(*rest)
        return self._holds_of_values(head, *rest)

    def _holds_of_values(self, head: str, *rest: object) -> bool:
        match head:
            case "same":
                return COMPARES[rest[1]](self.value(rest[0]), self.value(rest[2]))
            case "among":
                return self.value(rest[0]) in self.kinds(rest[1])
            case "isout":
                return self.value(rest[0]) in self.at.out
            case "within":
                return self.number(rest[0]) in self.numbers(rest[1])
        raise ValueError(head)

    def _elements(self, over: Expression) -> Iterable[object]:
        match over[0]:
            case "groups":
                return self.groups(self.cells(over[1]))
            case "pile":
                return self.pile(over[1])
            case "players":
                return range(len(self.sheet.players))
            case "kindset":
                return self.kinds(over[1])
            case "range" | "setof":
                return sorted(self.numbers(over))
        return sorted(self.cells(over), key=self.ground.cells.index)

    # Chains. A node is a cell, or an edge by its number.

    def _edges(self, owners: set[str]) -> dict[int, frozenset[Cell]]:
        return {number: cells for number, (owner, cells) in enumerate(self.ground.edges) if owner in owners}

    def _owners(self, held: Expression) -> set[str]:
        """The players whose edges belong to a set."""
        names = self.sheet.players
        if held[0] in ("or", "and"):
            return self._owners(held[1]) | self._owners(held[2])
        return {"own": {names[self.own]}, "enemy": {*names} - {names[self.own]}}.get(held[0], set())

    def _joined(self, held: Expression) -> dict[object, list[tuple[object, int]]]:
        """For each node of a set, where its links lead, and the seams crossed."""
        cells, edges = self.cells(held), self._edges(self._owners(held))
        ways: dict[object, list[tuple[object, int]]] = {node: [] for node in (*cells, *edges)}
        links = [*self.ground.links, *((cell, number, 0) for number, along in edges.items() for cell in along)]
        for one, other, label in links:
            if one in ways and other in ways:
                ways[one].append((other, label))
                ways[other].append((one, label))
        return ways

    def _walks(self, ways: dict, start: object) -> set[tuple[object, int]]:
        """The nodes that walks from a node lead to, each with the seams crossed an odd number of times."""
        seen, waiting = {(start, 0)}, [(start, 0)]
        while waiting:
            node, crossed = waiting.pop()
            for other, label in ways[node]:
                if (other, crossed ^ label) not in seen:
                    seen.add((other, crossed ^ label))
                    waiting.append((other, crossed ^ label))
        return seen

    def regions(self, node: Expression) -> list[Expression]:
        """The regions of a list: each an edge by number, or cells."""
        if node[0] == "edges":
            own = self.sheet.players[self.player(node[1])]
            found = [("edge", number) for number in self._edges({own})]
            return found if len(node) == 2 else [found[each] for each in node[2:]]
        return list(node[1:])

    def _region(self, region: Expression) -> frozenset[Cell]:
        return self.ground.edges[region[1]][1] if region[0] == "edge" else self.cells(region)

    def _meets(self, node: object, region: Expression) -> bool:
        return region == ("edge", node) or node in self._region(region)

    def _connects(self, held: Expression, regions: Expression) -> bool:
        ways = self._joined(held)
        asked = self.regions(regions)
        for start in ways:
            chain = {node for node, _ in self._walks(ways, start)}
            if all(any(self._meets(node, region) for node in chain) for region in asked):
                return True
        return False

    def _path(self, held: Expression, regions: Expression, odd: int, even: int) -> bool:
        ways = self._joined(held)
        first, last = self.regions(regions)
        return any(
            label & odd == odd and not label & even
            for start in ways if self._meets(start, first)
            for node, label in self._walks(ways, start) if self._meets(node, last)
        )  # fmt: skip

    def _loop(self, held: Expression, odd: int, even: int) -> bool:
        ways, sums = self._joined(held), {0}
        for start in ways:
            for node, label in self._walks(ways, start):
                if node == start:
                    sums |= {label ^ other for other in sums}
        return any(label & odd == odd and not label & even for label in sums)
