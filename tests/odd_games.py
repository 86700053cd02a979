"""Odd but possible rule sheets, written at random: `python tests/odd_games.py 1000` checks and plays so many."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable

import hexgame
from hexgame import Source, State

BOARDS = (
    "shape rhombus(3)",
    "shape rhombus(4)",
    "grid square shape rhombus(3)",
    "grid square8 shape rhombus(3)",
    "shape parallelogram(4, 3) wrap left, right as waist",
    "shape rhombus(4) wrap left, right as waist wrap top, bottom as belt",
    "shape rhombus(3) edge top, bottom: Red",
)
PARTS = """
label weight(c) = c.q + 2 * c.r
label digits(c) = [c.q, c.r]
relation far(c) = {d for d in cells where d.q == c.q and d.r != c.r}
"""
HEAD = """
option pie = yes in yes, no
pieces man, king
cards hand = 1..4, bid = {}
marks seen
var n = 0 in 0..4
var t = no in yes, no
var mode = a in a, b
var stock = 2 in 0..4 for each player
var spot = none in cells, none
var boss = none in players, none
"""

NAMED = """
define few = count(empty) < n + 4
effect turn_over(k, S) { for c in S where few { c becomes man of neutral } set n = k }
"""

Names = dict[str, tuple[str, ...]]
"""What is named here, by type: `cell`, `number`, `player`."""


class OddGame:
    """Writes one game. Most are valid; some are refused, since not everything that is written here fits together."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)
        self._named = 0
        self.players = self._one_of(("Red", "Blue"), ("Red", "Blue"), ("Red", "Blue", "Green"), ("Red",))
        self.is_round = self._chance(0.45)
        self.swaps = not self.is_round and len(self.players) == 2

    def _chance(self, share: float) -> bool:
        return self._draw.random() < share

    def _one_of(self, *values: object) -> object:
        return self._draw.choice(values)

    def _written(self, *ways: Callable[[], str] | str) -> str:
        way = self._draw.choice(ways)
        return way if isinstance(way, str) else way()

    def _new(self) -> str:
        self._named += 1
        return f"v{self._named}"

    # Expressions; `deep` says how far they may still nest

    def number(self, names: Names, deep: int = 3) -> str:
        ways = [str(self._draw.randint(0, 4)), "n", "turn", "quiet", "passes", "stock", *names.get("number", ())]
        if not deep:
            return self._written(*ways)
        left, right = (lambda: self.number(names, deep - 1),) * 2
        name, cells = self._new(), lambda: self.cells(names, deep - 1)
        inside = {**names, "cell": (*names.get("cell", ()), name)}
        return self._written(
            *ways,
            lambda: f"count({self.cells(names, deep - 1)})",
            lambda: f"({left()} {self._written('+', '-', '*')} {right()})",
            lambda: f"({left()} {self._written('/', 'mod')} 3)",
            lambda: f"(if {self.truth(names, deep - 1)} then {left()} else {right()})",
            lambda: f"{self.cell(names)}.{self._written('q', 'r')}",
            lambda: f"{self._written(self.player(names), 'boss')}.{self._written('stock', 'turns')}",
            lambda: f"weight({self.cell(names)})",
            lambda: f"count({self.numbers(names)})",
            lambda: f"arc({cells()}, perimeter)",
            lambda: (
                f"{self._written('sum', 'largest', 'smallest')}({self.number(inside, 0)} for {name} in {cells()}"
                f"{self._written('', f' where {self.truth(inside, 0)}')}{self._written('', ' otherwise n')})"
            ),
            lambda: f"{self._written('sum(weight(c)', 'count(c')} for c in {cells()} where c != last)",
            lambda: (
                f"{self._written('sum', 'largest', 'count')}({self.number(inside, 0)} for {name} in {cells()}, "
                f"near in adjacent({name}) where {self.truth(inside, 0)}{self._written('', ' otherwise n')})"
            ),
            lambda: f"{self._written('largest', 'smallest')}({self.number(names, 0)}, {self.number(names, 0)})",
            lambda: f"steps({cells()}, {cells()}{self._written('', ', past: empty', f', past: {cells()}')})",
            lambda: f"row({self.cells(names, deep - 1)}{self._written('', ', along: far', ', along: leap(1, 1)')})",
        )

    def numbers(self, names: Names) -> str:
        cell, player = self.cell(names), self.player(names)
        return self._written("hand", "bid", "1..3", "{}", "{2, 4}", "(hand - {n})", f"{{{cell}.q, n}}",
                             f"{player}.hand", f"digits({cell})")  # fmt: skip

    def truth(self, names: Names, deep: int = 3) -> str:
        ways: list[Callable[[], str] | str] = [
            "t", "pie", "mode == a",
            lambda: f"{self.number(names, 0)} {self._written('<', '>=', '==', '!=')} {self.number(names, 0)}",
            lambda: f"{self.cell(names)} in {self.cells(names, 0)}",
            lambda: f"{self._written('who', 'boss')} == {self.player(names)}",
            lambda: f"{self._written('spot', 'last', 'boss')} {self._written('==', '!=')} none",
        ]  # fmt: skip
        if not deep:
            return self._written(*ways)
        less, name = deep - 1, self._new()
        inside = {**names, "cell": (*names.get("cell", ()), name)}
        return self._written(
            *ways,
            lambda: f"({self.truth(names, less)} {self._written('and', 'or')} {self.truth(names, less)})",
            lambda: f"not ({self.truth(names, less)})",
            lambda: (
                f"({self._written('some', 'every')} {name} in {self.cells(names, less)}: {self.truth(inside, less)})"
            ),
            lambda: f"(some {name} in groups({self.cells(names, less)}): count(liberties({name})) < 2)",
            lambda: (
                f"({self._written('some', 'every')} near in {self.cells(names, 0)}, {name} in adjacent(near): "
                f"{self.truth(inside, 0)} or near == {name})"
            ),
            lambda: f"{self.number(names, less)} in {self.numbers(names)}",
            lambda: f"touches({self.cells(names, less)}, top)",
            lambda: f"connects({self._written('own', 'enemy', 'own | empty', 'own | neutral')}, [top, bottom])",
        )

    def cell(self, names: Names) -> str:
        return self._written("last", "spot", f"cell({self._draw.randint(0, 2)}, 1)", *names.get("cell", ()) * 3)

    def player(self, names: Names) -> str:
        two = ("own.opponent", "who.opponent") if len(self.players) == 2 else ()
        return self._written("own", "own", "who", *self.players, *two, *names.get("player", ()))

    def cells(self, names: Names, deep: int = 3) -> str:
        ways = ["own", "enemy", "empty", "neutral", "corners", "cells", "seen", "top", "boss",
                f"{self._written(self.player(names), 'boss')}.king"]  # fmt: skip
        if not deep:
            return self._written(*ways)
        less, name = deep - 1, self._new()
        inside = {**names, "cell": (*names.get("cell", ()), name)}
        return self._written(
            *ways,
            lambda: f"({self.cells(names, less)} {self._written('&', '|', '-')} {self.cells(names, less)})",
            lambda: f"adjacent({self._written(self.cell(names), self.cells(names, less))})",
            lambda: f"liberties({self.cells(names, less)})",
            lambda: f"group({self.cell(names)})",
            lambda: f"far({self._written(self.cell(names), self.cells(names, less))})",
            lambda: (
                f"nearest({self.cells(names, less)}, {self.cells(names, less)}{self._written('', ', past: empty')})"
            ),
            lambda: (
                f"walks({self._written(self.cell(names), self.cells(names, less))}"
                f"{self._written('', ', past: empty', f', past: {self.cells(names, less)}')}"
                f"{self._written('', ', exactly: 2')}{self._written('', ', by: far')})"
            ),
            lambda: f"cuts({self._written('own', 'enemy', '(own | enemy)', self.cells(names, less))})",
            lambda: f"slide({self.cell(names)}, past: {self.cells(names, less)})",
            lambda: f"slide({self.cell(names)}, past: empty, onto: {self.cells(names, less)})",
            lambda: f"slide({self.cell(names)}, along: far, past: {self.cells(names, less)})",
            lambda: (
                f"{self._written('between', 'beyond')}({self.cell(names)}, {self.cell(names)}"
                f"{self._written('', ', past: own', f', past: {self.cells(names, less)}')}"
                f"{self._written('', ', along: leap(2, 1)', ', along: far')})"
            ),
            lambda: f"{{{name} for {name} in {self.cells(names, less)} where {self.truth(inside, less)}}}",
            lambda: f"{{{name} for near in {self.cells(names, 0)}, {name} in adjacent(near) where near != last}}",
            lambda: f"{{{self.cell(names)}}}",
        )

    # What happens

    def kind(self) -> str:
        owner = self._written("", "", " of neutral", " of own", " of who", f" of {self.players[-1]}")
        return self._written("man", "king") + owner

    def effects(self, names: Names, deep: int, deciding: bool) -> str:
        """The inside of a block without decisions."""
        found = []
        for _ in range(self._draw.randint(1, 3)):
            if self._chance(0.2):
                name, kind = self._new(), self._draw.choice(("cell", "number", "player"))
                found.append(f"let {name} = {getattr(self, kind)(names)}")
                names = {**names, kind: (*names.get(kind, ()), name)}
            found.append(self.effect(names, deep, deciding))
        return " ".join(found)

    def effect(self, names: Names, deep: int, deciding: bool) -> str:
        name = self._new()
        ways: list[Callable[[], str] | str] = [
            lambda: f"{self.cell(names)} becomes {self._written(self.kind(), 'empty')}",
            lambda: f"{self._written('own', 'seen', f'adjacent({self.cell(names)})')} becomes {self.kind()}",
            lambda: (
                f"corners {self._written('|', '&', '-')} group({self.cell(names)}) becomes "
                f"if turn > 3 then {self.kind()} else {self.kind()}"
            ),
            lambda: f"group({self.cell(names)}) becomes {self._written(self.kind(), 'empty')}",
            lambda: f"exchange {self.cell(names)}, {self.cell(names)}",
            lambda: f"{self.cell(names)} to {self.cell(names)}",
            lambda: f"set n = {self.number(names)}",
            lambda: f"set t = {self.truth(names)}",
            lambda: f"set mode = {self._written('a', 'b', 'mode')}",
            lambda: f"set who = {self.player(names)}",
            lambda: f"set {self._written('stock', f'{self.player(names)}.stock')} = {self.number(names)}",
            lambda: f"set spot = {self._written('none', self.cell(names))}",
            lambda: f"set boss = {self._written('none', self.player(names))}",
            lambda: f"set {self.player(names)}.seen = {self.cells(names)}",
            lambda: f"set {self._written('hand', 'own.bid')} = {self.numbers(names)}",
            lambda: f"{self._written('hand', 'bid')} to {self.player(names)}.hand",
            lambda: f"turn_over({self.number(names, 1)}, {self.cells(names, 1)})",
        ]
        if deciding:
            ways.append(lambda: f"if {self.truth(names, 1)} and count(own) < 4 {{ again }}")
        if deciding and self.swaps:
            ways.append("if turn == 2 { swap }")
        if deep:

            def inside(kind: str = "") -> str:
                more = {**names, kind: (*names.get(kind, ()), name)} if kind else names
                return f"{{ {self.effects(more, deep - 1, deciding)} }}"

            ways += [
                lambda: f"if {self.truth(names, 1)} {inside()} else {inside()}",
                lambda: f"repeat {self._draw.randint(0, 3)} {inside()}",
                lambda: f"repeat {self._draw.randint(1, 3)} while {self.truth(names, 1)} {inside()}",
                lambda: f"for {name} in {self.cells(names, 1)} {inside('cell')}",
                lambda: f"for {name} in {self._written('0..2', 'hand', '[1, 3]')} {inside('number')}",
                lambda: f"for {name} in players {inside('player')}",
                lambda: (
                    f"for {name} in groups({self._written('own', 'enemy', 'empty')}) {{ {name} becomes {self.kind()} }}"
                ),
            ]
        return self._written(*ways)

    def decision(self, names: Names) -> str:
        here, there = self._new(), self._new()
        one = {**names, "cell": (*names.get("cell", ()), here)}
        two = {**one, "cell": (*one["cell"], there)}
        return self._written(
            *[lambda: f"place {self.kind()} on {here} among {self._written('empty', self.cells(names, 1))}"
                      f"{self.rest(one, here)}"] * 3,
            lambda: f"move man from {here} among own to {there} among {self._written('empty', self.cells(one, 1))}"
                    f"{self.rest(two, there)}",
            lambda: f"move king from {here} among cells to {there} among adjacent({here}){self.rest(two, there)}",
            lambda: f"pick {self._draw.randint(1, 2)} from hand into bid{self.rest(names, '')}",
            lambda: f"pick 1 from bid into hand{self.rest(names, '')}",
            "swap on turn 2" if self.swaps else "place man on empty",
        )  # fmt: skip

    def rest(self, names: Names, cell: str) -> str:
        """When a decision may be taken, where, to what end, and what it does."""
        found = f" on turn {self._draw.randint(1, 4)}" if self._chance(0.1) else ""
        found += f" where {self.truth(names, 1)}" if self._chance(0.3) else ""
        found += f" forbid {self._written('repeats', self.truth(names, 1))}" if self._chance(0.25) else ""
        comes = f"{cell} becomes {self.kind()} " if cell else ""
        return f"{found} {{ {comes}{self.effects(names, 2, deciding=True)} }}" if self._chance(0.4) else found

    def choice(self, names: Names) -> str:
        number = self._draw.randint(1, 3)
        lines = " ".join(f"{'may ' if number > 1 else ''}{self.decision(names)}" for _ in range(number))
        return lines + (" otherwise place man on empty" if self._chance(0.6) else "") + " then"

    def script(self, names: Names, deep: int, decider: bool) -> str:
        """The inside of a turn, a round or a set-up, with somebody to decide or nobody yet."""
        found = []
        for _ in range(self._draw.randint(1, 3)):
            if self._chance(0.15):
                name = self._new()
                kind = self._draw.choice(("cell", "number"))
                found.append(
                    f"random {name} in {self.cells(names, 1) if kind == 'cell' else self._written('1..3', '0..1')}"
                )
                names = {**names, kind: (*names.get(kind, ()), name)}
            found.append(self.statement(names, deep, decider))
        return " ".join(found)

    def statement(self, names: Names, deep: int, decider: bool) -> str:
        name = self._new()
        some = self.players[0]
        ways: list[Callable[[], str] | str] = [f"set n = {self._draw.randint(0, 4)}", "set t = not t"]
        if decider:
            ways += [lambda: self.choice(names), lambda: self.choice(names)]
            ways += [
                lambda: f"repeat while possible {{ {self.decision(names)} }}",
                lambda: f"repeat up to {self._written('2', 'n', 'count(own) + 1')} {{ {self.choice(names)} }}",
                lambda: f"repeat {self._written('0..2', '2..3')} {{ {self.decision(names)} set n = n + 1 }}",
                lambda: self.effect(names, 1, False),
            ]
        else:
            ways += [f"corners becomes man of {some}", f"{some}.hand to {some}.bid", f"set {some}.seen = corners"]
        if deep:

            def inside(kind: str = "") -> str:
                more = {**names, kind: (*names.get(kind, ()), name)} if kind else names
                return f"{{ {self.script(more, deep - 1, decider)} }}"

            ways += [
                lambda: f"if t {inside()} else {inside()}",
                lambda: f"repeat {self._draw.randint(0, 2)} {inside()}",
                lambda: f"repeat {self._draw.randint(1, 2)} while {self.truth(names, 1)} {inside()}",
                lambda: f"for {name} in players {inside('player')}",
                lambda: f"for {name} in {self._written('corners', 'empty', 'cells - empty')} {inside('cell')}",
                lambda: f"for {name} in {self._written('0..1', f'{some}.hand')} {inside('number')}",
            ]
            if not decider:
                who = self._written("who", *self.players, *names.get("player", ()))
                ways += [lambda: f"as {who} {{ {self.script(names, deep - 1, True)} }}"] * 3
        return self._written(*ways)

    def text(self) -> str:
        names: Names = {}
        lines = ['game "Odd"', f"players {', '.join(self.players)}", HEAD,
                 f"var who = {self.players[-1]} in {', '.join(self.players)}",
                 f"board {{ {self._one_of(*BOARDS)} {PARTS} }}",
                 NAMED]  # fmt: skip
        if self._chance(0.4):
            lines.append(f"sees {self.cells(names, 1)}")
        if self._chance(0.3):
            lines.append(f"sees kind on {self.cells(names, 1)}")
        if self._chance(0.4):
            lines.append(f"setup {{ {self.script(names, 2, False)} }}")
        body = self.script(names, 2, not self.is_round)
        if self.is_round:
            if self._chance(0.3):
                body = f"together {{ pick 1 from hand into bid }} for p in players {{ p.bid to p.hand }} {body}"
            lines.append(f"round {{ {body} as Red {{ place man on empty otherwise place king on cells }} }}")
        else:
            lines.append(f"turn {{ may place man on empty may {self.decision(names)} otherwise place king on cells")
            lines.append(f"then {body} }}")
        if self._chance(0.5):
            lines.append(f"lose {self._written('', 'for Red')} when {self.truth(names, 1)}")
        when = "" if self.is_round else self._written("", "", "at start of turn ", "at end of turn ")
        lines.append(f"win {when}when connects(own, [top, bottom]) or {self.truth(names, 1)}")
        if self._chance(0.3):
            lines.append(f"score = {self.number(names, 1)} win by score when count(empty) == 0")
        return "\n".join(lines) + "\n"


def play_odd(seed: int, kind: type[OddGame], moves: int = 30) -> list[str]:
    """Check a game and play it at random; gives its problems, where it has some. Nothing may be raised."""
    source = Source("odd.hexgame", kind(seed).text())
    problems = [found.code for found in hexgame.check(source) if not found.code.startswith("HG9")]
    if problems:
        return problems
    state = hexgame.load(source).start(seed=seed)
    draw = random.Random(seed)
    for _ in range(moves):
        if state.is_over:
            break
        step(state, draw)
    return []


def step(state: State, draw: random.Random) -> None:
    """One random move, with all that must be true of a position that is not over."""
    game, codes = state.game, state.legal_codes
    position = game.machine.layout.position_size
    assert codes
    assert len(set(codes)) == len(codes)
    assert codes == [code for code in range(game.action_count) if not game.machine.refusal(list(state.vector), code)]
    before = state.copy()
    move = game.move(draw.choice(codes))
    mover = game.players.index(state.to_move) if state.to_move else 0
    assert move.code in game.notation.read(str(move), mover)[0]
    state.play(move)
    state.undo()
    assert state == before
    assert state.vector[:position] == before.vector[:position]
    state.play(move)
    declared = [slot.name for slot in game.rules.variables if slot.is_declared and slot.player is None]
    assert all(state.variables[name] for name in declared)
    assert all(values.keys() == {*game.players} for values in state.player_variables.values())
    for player in game.players:
        assert len(state.view(player).pieces) >= len(game.players)
        for cards in zip(*(state.zones[player][zone] for zone in game.rules.zones), strict=False):
            assert all(0 <= card <= 30 for card in cards)


if __name__ == "__main__":
    begun, tally = time.perf_counter(), Counter[str]()
    for number in range(int(sys.argv[1])):
        tally.update(play_odd(number, OddGame) or ["played"])
    print(f"{dict(tally.most_common())}, {time.perf_counter() - begun:.0f} s")  # noqa: T201
