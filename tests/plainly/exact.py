"""All that play can do, counted and weighed: sequences, shares of results, values, positions that come again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb

from .rules import NO_MOVE, Decision, Position, Rules

DRAW, OPEN = -1, -2
"""Nobody wins; chance decides who."""


class TooMuchError(Exception):
    """There are more positions than are looked at."""


class Whole:
    """All positions that play can reach; raises `TooMuchError` beyond so many."""

    def __init__(self, rules: Rules, most: int) -> None:
        self.rules = rules
        start = rules.start()
        self.first = rules.key(start)
        self.at: dict[tuple, Position] = {self.first: start}
        self.after: dict[tuple, list[tuple[Decision, tuple]]] = {}
        waiting = [self.first]
        while waiting:
            key = waiting.pop()
            at, found = self.at[key], []
            for decision in rules.legal(at):
                then = rules.play(at, decision)
                there = rules.key(then)
                if there not in self.at:
                    if len(self.at) >= most:
                        raise TooMuchError
                    self.at[there] = then
                    waiting.append(there)
                found.append((decision, there))
            self.after[key] = found

    @cached_property
    def order(self) -> list[tuple] | None:
        """All positions, each after those that it leads to; None where a position can come again."""
        found, state = [], dict.fromkeys(self.at, 0)
        waiting = [(self.first, iter(self.after[self.first]))]
        state[self.first] = 1
        while waiting:
            key, rest = waiting[-1]
            for _, there in rest:
                if state[there] == 1:
                    return None
                if state[there] == 0:
                    state[there] = 1
                    waiting.append((there, iter(self.after[there])))
                    break
            else:
                state[key] = 2
                found.append(key)
                waiting.pop()
        return found

    def perft(self, depth: int) -> list[int]:
        """How many sequences of 1, 2, … decisions there are."""
        now, found = Counter({self.first: 1}), []
        for _ in range(depth):
            later: Counter[tuple] = Counter()
            for key, ways in now.items():
                for _, there in self.after[key]:
                    later[there] += ways
            found.append(later.total())
            now = later
        return found

    @cached_property
    def shares(self) -> dict[tuple[object, int], Fraction]:
        """How likely each result (who wins, by which ending, whether people have swapped), and each length, is if all
        decisions are equally likely; for games that all end."""
        assert self.order is not None
        known: dict[tuple, dict[tuple[object, int], Fraction]] = {}
        for key in self.order:
            if self.at[key].end is not None:
                known[key] = {((*self.at[key].end, self.at[key].is_swapped), 0): Fraction(1)}
                continue
            shares: dict[tuple[object, int], Fraction] = {}
            for _, there in self.after[key]:
                for (end, length), share in known[there].items():
                    shares[end, length + 1] = shares.get((end, length + 1), 0) + share / len(self.after[key])
            known[key] = shares
        return known[self.first]

    @property
    def games(self) -> int:
        """How many ways there are to play the game to its end."""
        ways = dict[tuple, int]()
        for key in self.order or ():
            ways[key] = 1 if self.at[key].end is not None else sum(ways[there] for _, there in self.after[key])
        return ways[self.first]

    def shortest(self) -> dict[int, int]:
        """The fewest decisions after which each player can have won, and `DRAW` a draw."""
        found, now, seen, depth = dict[int, int](), {self.first}, {self.first}, 0
        while now:
            for key in now:
                if (end := self.at[key].end) is not None:
                    found.setdefault(DRAW if end[0] is None else end[0], depth)
            now = {there for key in now for _, there in self.after[key]} - seen
            seen |= now
            depth += 1
        return found

    # Who wins, if everybody plays best

    def person(self, key: tuple, colour: int) -> int:
        """The person who has a colour, by the colour they began with."""
        return 1 - colour if self.at[key].is_swapped else colour

    @cached_property
    def values(self) -> dict[tuple, int]:
        """The person who can force a win whatever chance does, of two; else `DRAW`, or `OPEN` where chance decides."""
        assert self.order is not None
        known: dict[tuple, int] = {}
        for key in self.order:
            end = self.at[key].end
            if end is not None:
                known[key] = DRAW if end[0] is None else self.person(key, end[0])
                continue
            found = {known[there] for _, there in self.after[key]}
            if self.after[key][0][0].word == "draw":
                known[key] = found.pop() if len(found) == 1 else OPEN
                continue
            mine = self.person(key, self.at[key].mover)
            known[key] = next(each for each in (mine, OPEN, DRAW, 1 - mine) if each in found)
        return known

    @cached_property
    def forced(self) -> dict[tuple, int]:
        """The player who can force a win against all others together, or `DRAW` for nobody."""
        assert self.order is not None
        known = dict.fromkeys(self.at, DRAW)
        for player in self.rules.players:
            wins: dict[tuple, bool] = {}
            for key in self.order:
                at = self.at[key]
                if at.end is not None:
                    wins[key] = at.end[0] == player
                    continue
                after = [wins[there] for _, there in self.after[key]]
                wins[key] = any(after) if at.mover == player else all(after)
            known.update((key, player) for key, wins_here in wins.items() if wins_here)
        return known

    # What a sheet may claim of play

    def claims(self) -> dict[str, bool]:
        """Which claims about play are true."""
        ends = [at.end for at in self.at.values() if at.end is not None]
        choices = [(self.at[key], after) for key, after in self.after.items() if self.at[key].end is None]
        return {
            "no-draws": all(end[0] is not None for end in ends),
            "always-a-move": all(end[1] != NO_MOVE for end in ends)
            and all(any(d.word not in ("pass", "stop") for d, _ in after) for _, after in choices),
            "finite": self.order is not None,
        }


def full_boards(rules: Rules, contents: list[tuple[int, str]]) -> tuple[Counter, Counter]:
    """How many full boards each set of players has won: of all, and of those with the shares of two players in turn."""
    held = dict(rules.start().held)
    free = [cell for cell in rules.ground.cells if cell not in held]
    all_boards: Counter[frozenset[int]] = Counter()
    in_turn: Counter[frozenset[int]] = Counter()
    firsts = (len(free) + 1) // 2
    for filling in product(contents, repeat=len(free)):
        winners = rules.winners({**held, **dict(zip(free, filling, strict=True))})
        all_boards[winners] += 1
        if len(contents) == 2 and filling.count(contents[0]) == firsts:
            in_turn[winners] += 1
    assert len(contents) != 2 or in_turn.total() == comb(len(free), firsts)
    return all_boards, in_turn
