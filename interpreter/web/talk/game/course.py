"""The course of a game at a table: a tree of positions, where play has come to, and what is being decided there.

A course changes only by events, so that the same events always make the same course.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from ....play.moves import Move, MoveError
from ....play.outcome import AGREED, OUT_OF_TIME, RESIGNED, Outcome, Settled
from ....play.state import State
from ....rules.program import CHANCE, TOGETHER
from ....show.remarks import Remarks, Variation
from ..fields import MOST_NODES
from . import events
from .events import Event


@dataclass(eq=False)
class Node:
    """A position in the tree."""

    number: int
    parent: Node | None
    state: State
    ply: int = 0
    by: str = ""
    """Who made the move that led here: colours, or `chance`."""

    note: str = ""
    settled: Settled | None = None
    """How people ended the game here, if its rules did not."""

    children: list[Node] = field(default_factory=list)
    known: dict[int | None, object] = field(default_factory=dict)
    told: dict[int | None, str] = field(default_factory=dict)
    """What each seat knows of the position, as far as somebody has asked."""

    @property
    def move(self) -> Move | None:
        """The move that led here."""
        return self.state.last_move if self.parent else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here; None while play goes on."""
        return self.settled.outcome(self.state.game.players) if self.settled else self.state.outcome

    @property
    def path(self) -> list[Node]:
        """The positions from the start to this one."""
        found, node = list[Node](), self
        while node.parent:
            found.append(node)
            node = node.parent
        return [node, *found[::-1]]


@dataclass(frozen=True)
class Wish:
    """Seats that want to go back to a node, or a draw if there is none, and those that have not answered yet."""

    node: Node | None
    seats: tuple[int, ...]
    waits: tuple[int, ...]


class Course:
    """A tree of positions that grows by events."""

    def __init__(
        self, start: State, moves: Iterable[Move] = (), settled: Settled | None = None, remarks: Remarks | None = None
    ) -> None:
        self.root = self.tip = Node(0, None, start)
        self.nodes = {0: self.root}
        self.picks: dict[int, Move] = {}
        """The parts of a joint decision that were made already, by seat."""

        self.wish: Wish | None = None
        self.late: frozenset[int] = frozenset()
        """The seats whose time ran out while several others play on."""

        self._next = 1
        for move in moves:
            self.tip = self._child(self.tip, str(move))
        self.tip.settled = settled
        if remarks is not None:
            self._remark(remarks)

    def _remark(self, remarks: Remarks) -> None:
        """Add the variations and comments of a saved game."""
        lines = [self.tip.path]
        for each in remarks.variations:
            begins = lines[each.of][0].ply
            line = [lines[each.of][each.after - begins]]
            for move in each.moves:
                line.append(self._child(line[-1], move))
            lines.append(line)
        for line, comments in zip(
            lines, (remarks.comments, *(each.comments for each in remarks.variations)), strict=True
        ):
            for ply, text in comments.items():
                line[ply - line[0].ply].note = text

    @property
    def remarks(self) -> Remarks:
        """All comments, and as variations all moves that do not lead to where play has come to."""
        lines, variations = [self.tip.path], list[Variation]()
        for number, line in enumerate(lines):
            following = set(line)
            for node in line[1 if number else 0 :]:
                for child in node.children:
                    if child not in following:
                        lines.append([node, *_onwards(child)])
                        own = lines[-1][1:]
                        moves = tuple(str(each.move) for each in own)
                        variations.append(Variation(node.ply, moves, number, _comments(own)))
        return Remarks(_comments(lines[0]), tuple(variations))

    @property
    def is_full(self) -> bool:
        """Whether the tree can grow no more."""
        return self._next > MOST_NODES

    def __iter__(self) -> Iterator[Node]:
        """Yield all positions, each after the one that it follows."""
        return iter(self.nodes.values())

    def apply(self, event: Event) -> bool:
        """Let something happen; return False for what no longer fits, which changes nothing."""
        node = self.nodes.get(event.node)
        if node is None or not (node is self.tip or isinstance(event, _ANYWHERE)):
            return False
        try:
            return self._applied(node, event)
        except MoveError:
            return False

    def _applied(self, node: Node, event: Event) -> bool:
        match event:
            case events.Played() | events.Branched():
                return self._go(self._child(node, event.move))
            case events.Varied():
                self._child(node, event.move)
            case events.Picked():
                return self._pick(event)
            case events.Unpicked():
                found = self.picks.keys() & set(event.seats)
                self.picks = {seat: move for seat, move in self.picks.items() if seat not in found}
                return bool(found)
            case events.Resigned():
                return self._resign(node, event.seat)
            case events.Undone():
                return self._undo(event)
            case events.Offered():
                self.wish = Wish(None, event.seats, event.waits)
                return node.outcome is None and self._granted()
            case events.Flagged():
                return self._flag(node, event.seats)
            case events.Agreed():
                return self._agree(event)
            case events.Noted():
                node.note = event.text
            case events.Pruned():
                return self._prune(node)
            case _:
                assert_never(event)
        return True

    def _child(self, node: Node, text: str) -> Node:
        """The position after a move, a new one if the move was not tried yet; raises MoveError."""
        state = node.state.copy()
        by = "chance" if state.way == CHANCE else " and ".join(state.deciders)
        move = state.play(text)
        known = next((child for child in node.children if child.move == move), None)
        if known is not None:
            return known
        if self.is_full:
            raise MoveError(f"a table keeps at most {MOST_NODES:,} positions")
        child = Node(self._next, node, state, node.ply + 1, by)
        self._next += 1
        node.children.append(child)
        self.nodes[child.number] = child
        return child

    def _go(self, node: Node) -> bool:
        """Play goes on from a node. Whoever is asked to take something back has declined once their turn is over; that
        they have tried something in it may be hidden."""
        is_same_turn = node.parent is self.tip and not node.outcome and node.state.deciders == self.tip.state.deciders
        self.tip, self.picks, self.wish = node, {}, self.wish if is_same_turn else None
        return True

    def _pick(self, event: events.Picked) -> bool:
        state = self.tip.state
        colours = {state.seat(colour): colour for colour in state.deciders}
        colour = colours.get(event.seat)
        if state.way != TOGETHER or colour is None or event.seat in self.picks or self.tip.outcome:
            return False
        move = next((move for move in state.choices(colour) if move.text == event.move), None)
        if move is None:
            return False
        self.picks = {**self.picks, event.seat: move}
        if self.picks.keys() == colours.keys():
            self._go(self._child(self.tip, "/".join(str(self.picks[state.seat(each)]) for each in state.deciders)))
        return True

    def _resign(self, node: Node, seat: int) -> bool:
        state = node.state
        colour = next((each for each in state.game.players if state.seat(each) == seat), None)
        if node.outcome or colour is None or len(state.game.players) != 2:
            return False
        node.settled = Settled(RESIGNED, (colour,))
        return self._go(node)

    def _flag(self, node: Node, seats: tuple[int, ...]) -> bool:
        state = node.state
        late = self.late.union(seats)
        colours = tuple(colour for colour in state.game.players if state.seat(colour) in late)
        if node.outcome or not any(state.seat(colour) in seats for colour in colours):
            return False
        if len(state.game.players) - len(colours) > 1:
            self.late, self.wish = late, None
            return True
        node.settled = Settled(OUT_OF_TIME, colours)
        return self._go(node)

    def _undo(self, event: events.Undone) -> bool:
        to = self.nodes.get(event.to)
        if to is None or to not in self.tip.path:
            return False
        self.wish = Wish(to, event.seats, event.waits)
        return self._granted()

    def _agree(self, event: events.Agreed) -> bool:
        if self.wish is None or set(self.wish.waits).isdisjoint(event.seats):
            return False
        if not event.yes:
            self.wish = None
            return True
        self.wish = replace(self.wish, waits=tuple(each for each in self.wish.waits if each not in event.seats))
        return self._granted()

    def _granted(self) -> bool:
        """Go back, or end the game by a draw, if everyone has agreed."""
        assert self.wish is not None
        if not self.wish.waits:
            self.tip.settled = Settled(AGREED) if self.wish.node is None else None
            self._go(self.wish.node or self.tip)
        return True

    def _prune(self, node: Node) -> bool:
        if node.parent is None:
            return False
        if node in self.tip.path:
            self._go(node.parent)
        node.parent.children.remove(node)
        waiting = [node]
        for each in waiting:
            waiting += each.children
            del self.nodes[each.number]
        return True


def _onwards(node: Node) -> Iterator[Node]:
    """A position and those that follow it, each time the first that was tried."""
    yield node
    while node.children:
        node = node.children[0]
        yield node


def _comments(line: Iterable[Node]) -> dict[int, str]:
    return {node.ply: node.note for node in line if node.note}


_ANYWHERE = events.Branched | events.Varied | events.Noted | events.Pruned
"""What may happen away from where play has come to."""
