"""The rules of games of single pieces that jump or race, in plain Python, as `rulebook.py`."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook import DRAW, HEX, ROOK, Cell, Rules, beyond, hexagon, square


class Konane(Rules):
    """Jumps over the enemy in one direction; the last to jump wins."""

    shape = staticmethod(square)
    players = ("Black", "White")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size
        self.stones = {(q, r): self.players[(q + r) % 2] for q, r in self.board.cells}

    def moves(self) -> set[str]:
        if self.turn == 1:
            half, last = self.size // 2, self.size - 1
            return {f"c {name}" for name in self.named([(0, 0), (last, last), (half, half), (half - 1, half - 1)])}
        if self.turn == 2:
            (gap,) = self.empty
            return {f"c {name}" for name in self.named(self.board.around(gap))}
        names = self.board.names
        return {f"{names[start]}-{names[end]}" for start in self.of(self.mover) for end, _ in self.jumps(start)}

    def jumps(self, start: Cell) -> Iterator[tuple[Cell, list[Cell]]]:
        """Where a stone can come, and what it takes."""
        for way in ROOK:
            here, taken = start, list[Cell]()
            while self.stones.get(over := beyond(here, way)) == self.opponent and beyond(over, way) in self.empty:
                here = beyond(over, way)
                taken.append(over)
                yield here, list(taken)

    def put(self, text: str) -> None:
        if text.startswith("c "):
            del self.stones[self.board.named[text[2:]]]
        else:
            start, end = (self.board.named[name] for name in text.split("-"))
            taken = next(taken for there, taken in self.jumps(start) if there == end)
            for cell in (start, *taken):
                del self.stones[cell]
            self.stones[end] = self.mover
        self.end_turn()
        if not self.moves():
            self.outcome = self.opponent


class EinStein(Rules):
    """A die says which stone may move."""

    shape = staticmethod(square)
    kinds = ("one", "two", "three", "four", "five", "six")

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.numbers: dict[Cell, int] = {}
        corner = sorted((q + r, r, q) for q, r in self.board.cells)
        self.places = [(q, r) for _, r, q in sorted(corner[:6], key=lambda each: each[1:])]
        self.places += [(q, r) for _, r, q in sorted(corner[-6:], key=lambda each: each[1:])]
        self.die = 0

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return {
            player: {
                kind: self.named(cell for cell in self.of(player) if self.numbers[cell] == number)
                for number, kind in enumerate(self.kinds, 1)
            }
            for player in self.players
        }

    @property
    def deciders(self) -> tuple[str, ...]:
        return () if not self.places and not self.die else super().deciders

    def moves(self) -> set[str]:
        names = self.board.names
        held = {self.numbers[cell] for cell in self.of(self.mover)}
        if self.places:
            name = names[self.places[0]]
            left = (kind for number, kind in enumerate(self.kinds, 1) if number not in held)
            return {name if kind == "one" else f"{kind}@{name}" for kind in left}
        if not self.die:
            return {f"die={number}" for number in range(1, 7)}
        lower = max((number for number in held if number <= self.die), default=None)
        higher = min((number for number in held if number >= self.die), default=None)
        going = {self.die} if self.die in held else {lower, higher}
        way = 1 if self.mover == "Red" else -1
        return {
            f"{names[cell]}-{names[there]}"
            for cell in self.of(self.mover) if self.numbers[cell] in going
            for step in ((way, 0), (0, way), (way, way)) if (there := beyond(cell, step)) in self.board.cells
        }  # fmt: skip

    def put(self, text: str) -> None:
        if self.places:
            kind, _, name = text.rpartition("@")
            self.stones[self.board.named[name]] = self.mover
            self.numbers[self.board.named[name]] = self.kinds.index(kind or "one") + 1
            self.places.pop(0)
            self.mover = "Blue" if 0 < len(self.places) <= 6 else "Red"
        elif not self.die:
            self.die = int(text.removeprefix("die="))
        else:
            start, end = (self.board.named[name] for name in text.split("-"))
            self.stones[end], self.numbers[end] = self.stones.pop(start), self.numbers.pop(start)
            self.die = 0
            last = max(q for q, _ in self.board.cells)
            if end == ((last, last) if self.mover == "Red" else (0, 0)) or not self.of(self.opponent):
                self.outcome = self.mover
            self.end_turn()


class Geister(Rules):
    """Ghosts of which their owner alone knows the good ones."""

    shape = staticmethod(square)

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size
        for q in range(1, size - 1):
            self.stones |= dict.fromkeys(((q, size - 1), (q, size - 2)), "Red") | dict.fromkeys(
                ((q, 0), (q, 1)), "Blue"
            )
        self.good: set[Cell] = set()
        self.named_good: set[Cell] = set()
        self.choosing = 2 * (size - 2)
        self.taken = {(player, is_good): 0 for player in self.players for is_good in (False, True)}

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        return {
            player: {"good": self.named(self.of(player) & self.good), "bad": self.named(self.of(player) - self.good)}
            for player in self.players
        }

    def moves(self) -> set[str]:
        names = self.board.names
        if self.choosing:
            return {f"c {name}" for name in self.named(self.of(self.mover) - self.good)}
        return {
            f"{names[cell]}-{names[there]}"
            for cell in self.of(self.mover) for there in self.board.around(cell) - self.of(self.mover)
        }  # fmt: skip

    def put(self, text: str) -> None:
        if self.choosing:
            self.named_good.add(self.board.named[text[2:]])
            self.choosing -= 1
            if not self.choosing % 2:  # both have chosen: only now it is done
                self.good |= self.named_good
            self.mover = self.opponent
            return
        start, end = (self.board.named[name] for name in text.split("-"))
        if end in self.stones:
            is_good = end in self.good
            self.taken[self.mover, is_good] += 1
            self.good.discard(end)
            if self.taken[self.mover, is_good] == self.size - 2:
                self.outcome = self.mover if is_good else self.opponent
        self.stones[end] = self.stones.pop(start)
        if start in self.good:
            self.good = self.good - {start} | {end}
        if self.turn == 200 and not self.outcome:
            self.outcome = DRAW
        self.end_turn()
        if not self.outcome:
            self.judge()

    def judge(self) -> None:
        """The one whose turn begins may leave, or cannot move."""
        home = 0 if self.mover == "Red" else self.size - 1
        corners = {(0, home), (self.size - 1, home)}
        if self.of(self.mover) & self.good & corners:
            self.outcome = self.mover
        elif not self.moves():
            self.outcome = self.opponent


class Zertz(Rules):
    """Marbles of nobody's on rings that are taken away."""

    shape = staticmethod(hexagon)
    players = ("First", "Second")
    two_passes_draw = True
    kinds = ("white", "grey", "black")

    def __init__(self, size: int) -> None:
        super().__init__(size + 1)
        self.rings = set(self.board.cells - self.board.perimeter)
        self.marbles: dict[Cell, str] = {}
        self.pool = {"white": 6, "grey": 8, "black": 10}
        self.taken = {player: dict.fromkeys(self.kinds, 0) for player in self.players}
        self.jumper: Cell | None = None
        self.slides = False

    def pieces(self) -> dict[str, dict[str, set[str]]]:
        of_nobody = {
            kind: self.named(cell for cell, each in self.marbles.items() if each == kind) for kind in self.kinds
        }
        none: dict[str, set[str]] = {kind: set() for kind in (*self.kinds, "gap")}
        return dict.fromkeys(self.players, none) | {
            "neutral": of_nobody | {"gap": self.named(self.board.cells - self.rings)}
        }

    @property
    def vacant(self) -> set[Cell]:
        return self.rings - self.marbles.keys()

    def jumps(self, start: Cell) -> dict[Cell, Cell]:
        """Where a marble can come, and which one it takes."""
        found = {}
        for way in HEX:
            over = beyond(start, way)
            if over in self.marbles and beyond(over, way) in self.vacant:
                found[beyond(over, way)] = over
        return found

    def free(self) -> set[Cell]:
        """The empty rings that can be slid off: two places in a row beside them hold no ring."""
        return {
            cell for cell in self.vacant
            if any(not {beyond(cell, one), beyond(cell, other)} & self.rings
                   for one, other in zip(HEX, HEX[1:] + HEX[:1], strict=True))
        }  # fmt: skip

    def moves(self) -> set[str]:
        if self.slides:
            return {f"neutral.gap@{name}" for name in self.named(self.free())}
        names = self.board.names
        starts = [self.jumper] if self.jumper is not None else list(self.marbles)
        jumps = {f"{names[start]}-{names[end]}" for start in starts for end in self.jumps(start)}
        stock = self.pool if any(self.pool.values()) else self.taken[self.mover]
        drops = {
            f"neutral@{name}" if kind == "white" else f"neutral.{kind}@{name}"
            for kind in self.kinds if stock[kind] for name in self.named(self.vacant)
        }  # fmt: skip
        return jumps or drops or {"pass"}

    def take(self, cell: Cell) -> None:
        self.taken[self.mover][self.marbles.pop(cell)] += 1

    def put(self, text: str) -> None:
        if "@" not in text:
            start, end = (self.board.named[name] for name in text.split("-"))
            self.take(self.jumps(start)[end])
            self.marbles[end] = self.marbles.pop(start)
            self.jumper = end if self.jumps(end) else None
            if self.jumper is None or self.has_won():
                self.finish()
            return
        kind, _, name = text.partition("@")
        cell = self.board.named[name]
        if self.slides:
            self.rings.remove(cell)
            self.slides = False
        else:
            kind = kind.partition(".")[2] or "white"
            stock = self.pool if any(self.pool.values()) else self.taken[self.mover]
            stock[kind] -= 1
            self.marbles[cell] = kind
            if self.free():
                self.slides = True
                return
        for island in self.board.groups(frozenset(self.rings)):
            if island <= self.marbles.keys():
                for each in island:
                    self.take(each)
                self.rings -= island
        self.finish()

    def has_won(self) -> bool:
        taken = self.taken[self.mover]
        return min(taken.values()) >= 3 or any(
            taken[kind] >= goal for kind, goal in zip(self.kinds, (4, 5, 6), strict=True)
        )

    def finish(self) -> None:
        if self.has_won():
            self.outcome = self.mover
        elif self.turn == 200:
            self.outcome = DRAW
        self.jumper = None
        self.end_turn()


GAMES: dict[str, type[Rules]] = {"konane": Konane, "einstein": EinStein, "geister": Geister, "zertz": Zertz}
