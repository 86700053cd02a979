"""What effects do to a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .goals import Asked
from .model import Cell, Effect, Expression

Piece = tuple[int, str]


class Effects:
    """The effects of a sheet's rules."""

    def __init__(self, rules: object) -> None:
        self.rules, self.sheet, self.ground = rules, rules.sheet, rules.ground
        self.of_pieces = {table.name for table in self.sheet.tables if table.per == "piece"}

    def asked(self, at: object, names: dict[str, object]) -> Asked:
        """The position as an effect sees it."""
        return Asked(self.sheet, self.ground, at, at.mover, {**dict(at.drawn), **names})

    def done(self, at: object, effects: tuple[Effect, ...], names: dict[str, object]) -> object:
        """The position after effects, one after another."""
        for effect in effects:
            asked = self.asked(at, names)
            head, *rest = effect
            match head:
                case "together":
                    for cell, piles, numbers in self.gathered(at, asked, rest[0]):
                        at = self.put(at, cell, piles, numbers)
                case "when":
                    at = self.done(at, rest[1] if asked.holds(rest[0]) else rest[2], names)
                case "for":
                    name, over, where, inside = rest
                    elements = asked._elements(over)
                    for each in elements:
                        here = self.asked(at, {**names, name: each})
                        if not where or here.holds(where):
                            at = self.done(at, inside, {**names, name: each})
                case "say":
                    at = replace(
                        at, said=(*at.said, (rest[0], asked.player(rest[1]) if rest[1] != "players" else None))
                    )
                case "again":
                    times, inside = asked.number(rest[0]), rest[1]
                    for _ in range(times):
                        at = self.done(at, inside, names)
                case _:
                    at = getattr(self, f"_{head}")(at, asked, *rest)
        return at

    # The board

    def put(self, at: object, cell: Cell, pile: tuple[Piece, ...], numbers: dict[str, int]) -> object:
        """The position in which a cell holds a pile, whose top has some numbers."""
        piles = {**at.piles, cell: pile}
        held = tuple(sorted((each, found[0]) for each, found in piles.items() if found))
        below = tuple(sorted((each, found[1:]) for each, found in piles.items() if found[1:]))
        then = replace(at, held=held, below=below)
        for name in self.of_pieces:
            then = self.with_entry(then, name, cell, numbers.get(name, asked_first(self.sheet, name)))
        return self.noted(at, then)

    def numbers_on(self, asked: Asked, cell: Cell) -> dict[str, int]:
        """What the piece on a cell has."""
        return {name: asked.entry(name, cell) for name in self.of_pieces}

    def noted(self, at: object, then: object) -> object:
        """The later position, which remembers whether the board is another."""
        return replace(then, has_changed=at.has_changed or then.look != at.look)

    def new(self, asked: Asked, kind: str | Expression, owner: str | Expression) -> Piece | None:
        """A new piece; none if its kind or owner is nothing."""
        kind = asked.value(kind) if isinstance(kind, tuple) else kind
        owner = asked.player(owner)
        return None if kind is None or owner is None else (owner, kind)

    def _becomes(self, at: object, asked: Asked, cells: Expression, kind: object, owner: object) -> object:
        piece = self.new(asked, kind, owner) if kind else None
        if kind and piece is None:
            return at
        for cell in asked.cells(cells):
            at = self.put(at, cell, (piece, *at.piles.get(cell, ())[1:]) if piece else (), {})
        return at

    def _gains(self, at: object, asked: Asked, cells: Expression, kind: object, owner: object) -> object:
        piece = self.new(asked, kind, owner)
        for cell in asked.cells(cells) if piece else ():
            pile = at.piles.get(cell, ())
            at = self.put(at, cell, (piece, *pile), {}) if len(pile) < self.sheet.stacks else at
        return at

    def _loses(self, at: object, asked: Asked, cells: Expression, number: Expression) -> object:
        number = max(asked.number(number), 0)
        for cell in asked.cells(cells):
            at = self.put(at, cell, at.piles.get(cell, ())[number:], {})
        return at

    def _to(self, at: object, asked: Asked, source: Expression, target: Expression, number: Expression = ()) -> object:
        cells = (*asked.cells(source), *asked.cells(target))
        if len(cells) < 2 or cells[0] == cells[1] or not at.piles.get(cells[0]):
            return at
        pile, there, most = at.piles[cells[0]], at.piles.get(cells[1], ()), self.sheet.stacks
        if most == 1:
            numbers = self.numbers_on(asked, cells[0])
            return self.put(self.put(at, cells[0], (), {}), cells[1], pile, numbers)
        taken = min(max(asked.number(number), 0), len(pile)) if number else len(pile)
        if taken + len(there) > most:
            return at
        return self.put(self.put(at, cells[0], pile[taken:], {}), cells[1], (*pile[:taken], *there), {})

    def _exchange(self, at: object, asked: Asked, one: Expression, other: Expression) -> object:
        cells = (*asked.cells(one), *asked.cells(other))
        if len(cells) < 2:
            return at
        held = [(at.piles.get(cell, ()), self.numbers_on(asked, cell)) for cell in cells]
        return self.put(self.put(at, cells[0], *held[1]), cells[1], *held[0])

    def gathered(self, at: object, asked: Asked, effects: tuple[Effect, ...]) -> list[tuple]:
        """What each cell holds after pieces have travelled at once: where one leaves, nothing, unless one comes."""
        left, come = list[Cell](), dict[Cell, tuple]()
        for here, (head, *rest) in self.flat(asked, effects):
            cells = [min(here.cells(each), default=None) for each in rest[:2]] if head == "to" else []
            if head == "becomes":
                come |= {cell: ((self.new(here, *rest[1:]),), {}) for cell in here.cells(rest[0])}
            elif None not in cells and cells[0] in at.board and cells[0] != cells[1]:
                left.append(cells[0])
                come[cells[1]] = (at.piles[cells[0]], self.numbers_on(asked, cells[0]))
        return [*((cell, (), {}) for cell in left if cell not in come), *((cell, *what) for cell, what in come.items())]

    def flat(self, asked: Asked, effects: tuple[Effect, ...]) -> Iterator[tuple[Asked, Effect]]:
        """Effects with what they see, loops written out."""
        for effect in effects:
            if effect[0] != "for":
                yield asked, effect
                continue
            _, name, over, where, inside = effect
            for each in asked._elements(over):
                here = asked.named(name, each)
                if not where or here.holds(where):
                    yield from self.flat(here, inside)

    # Variables

    def _set(self, at: object, asked: Asked, name: str, value: Expression, owner: str = "") -> object:
        most, has_each = next((most, each) for each_name, _, most, each in self.sheet.variables if each_name == name)
        number = min(max(asked.number(value), 0), most)
        if has_each:
            held, player = list(at.variables[name]), asked.player(owner)
            if player is not None:
                held[player] = number
            number = tuple(held)
        return self.with_variable(at, name, number)

    def _hold(self, at: object, asked: Asked, name: str, value: Expression) -> object:
        of = dict(self.sheet.holders)[name]
        found = next(iter(asked.cells(value)), None) if of == "cells" else asked.value(value)
        return self.with_variable(at, name, found)

    def _setcell(self, at: object, asked: Asked, name: str, cell: Expression, value: Expression) -> object:
        for each in asked.cells(cell):
            if name not in self.of_pieces or each in at.board:
                return self.noted(at, self.with_entry(at, name, each, asked.number(value)))
        return at

    def _setthe(self, at: object, asked: Asked, name: str, index: Expression, value: Expression) -> object:
        key = asked.index(index)
        return self.with_entry(at, name, key, asked.number(value)) if key in asked.table(name).over else at

    def _setown(
        self, at: object, asked: Asked, owner: object, name: str, index: Expression, value: Expression
    ) -> object:
        key, player = asked.index(index), asked.player(owner)
        if player is None or key not in asked.table(name).over:
            return at
        return self.with_entry(at, name, (player, key), asked.number(value))

    def with_entry(self, at: object, name: str, key: object, number: int) -> object:
        """The position in which one number of many is another, in its bounds."""
        table = next(each for each in self.sheet.tables if each.name == name)
        entries = {**dict(at.variables[name]), key: min(max(number, 0), table.most)}
        return self.with_variable(at, name, tuple(sorted((k, n) for k, n in entries.items() if n != table.first)))

    def with_variable(self, at: object, name: str, value: object) -> object:
        """The position in which a variable holds something else."""
        return replace(at, kept=tuple((each, value if each == name else old) for each, old in at.kept))


def asked_first(sheet: object, name: str) -> int:
    """The first value of some numbers."""
    return next(table.first for table in sheet.tables if table.name == name)
