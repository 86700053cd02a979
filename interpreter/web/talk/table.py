"""A game at a table: what people ask becomes events, events become positions, and each sees what it may.

A table is made again from its setup and its events. It does no input or output and starts no threads: whoever carries
the messages keeps the events, says who asks, and lets the computer players think where that may take time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from ...play.outcome import RESIGNED
from ...players import HUMAN, UNLIMITED, Limits, Player, Withdrawn, player
from ...players.deciding import dismiss
from ...rules.program import CHANCE, TOGETHER
from . import messages
from .answers import Answer, Refused, answered
from .envelopes import Envelope
from .game import advice, events
from .game.course import Node
from .game.events import Event, restored, stored
from .game.files import card, film, picture, record
from .game.keys import keys
from .game.seats import Who
from .game.setup import begun, setup_of
from .game.viewing import Viewing
from .shown import shown, verbatim
from .sight import Person, scene_of

__all__ = ["Heard", "Person", "Table", "Who", "setup_of"]

STAND_IN, BLIND = "easy", "random"
"""Who goes on for somebody whose time ran out, and where something is hidden: a player that needs to know nothing."""

_UNKNOWN = random.SystemRandom()
"""Chance that nobody can foresee."""


@dataclass(frozen=True)
class Heard:
    """What follows from a message: what happens, and what is answered."""

    events: tuple[dict[str, object], ...]
    answer: dict[str, object]


class PlayerFault(Exception):  # noqa: N818 - named for what has happened
    """A computer player has failed; the text is for those at its table."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(f"`{name}` has failed here ({type(error).__name__}): a bug in hexgame, not your mistake")


class Table:
    """A game in progress; see the module."""

    def __init__(
        self, setup: Mapping[str, object], happened: Iterable[Mapping[str, object]] = (), people: Iterable[Person] = ()
    ) -> None:
        self.setup, self._begun = dict(setup), begun(setup)
        self.game, self.course = self._begun.game, self._begun.course
        self.people = tuple(people)
        """Who is here: for the carrier to say, and no part of the game."""

        self._players: dict[int, Player] = {}
        for each in happened:
            self.apply(each)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays in each seat: `human`, or a computer player, which also goes on for somebody whose time ran out."""
        late, instead = self.course.late, BLIND if self.game.hides else STAND_IN
        return tuple(instead if seat in late else name for seat, name in enumerate(self._begun.seats))

    def apply(self, event: Mapping[str, object]) -> bool:
        """Let something happen; return False for what no longer fits, which changes nothing."""
        return self.course.apply(restored(event))

    def hear(self, who: Who, message: object) -> Heard:
        """Return what follows from a message; nothing changes until its events are applied.

        Whatever the message is, the answer says what is wrong with it. Work that takes long ends with the time limit
        of the caller (`hexgame.time_limit`).
        """
        found: list[Event] = []

        def work(envelope: Envelope) -> Answer:
            if not isinstance(envelope.ask, messages.AtTable):
                raise Refused(f"`{type(envelope.ask).__name__.lower()}` is not asked at a table")
            happens, answer = self._answer(who, envelope.ask)
            found.extend(happens)
            return answer

        answer = answered(message, work)
        return Heard(tuple(map(stored, found)), answer)

    def scene(self, who: Who, node: int | None = None, eyes: str | None = None, has: str = "") -> dict[str, object]:
        """Return everything that one browser may see; raises Refused for a node or a colour that is not its to see."""
        return shown(self._scene(self._viewing(who), node, eyes, has))

    def _scene(self, viewing: Viewing, node: int | None, eyes: str | None, has: str) -> dict[str, object]:
        """A scene; the first that a page gets says how the same game begins once more."""
        found = scene_of(viewing.sight(node, eyes), has)
        return found if has == found["hash"] else {**found, "begins": verbatim(self._begun.again)}

    # What happens

    def _viewing(self, who: Who) -> Viewing:
        return Viewing(self.course, self.seats, self.people, who)

    def _answer(self, who: Who, ask: messages.AtTable) -> tuple[list[Event], Answer]:
        viewing = self._viewing(who)
        match ask:
            case messages.Play():
                return [self._play(viewing, ask)], {}
            case messages.Resign():
                return [self._resign(viewing, ask)], {}
            case messages.Undo():
                return [self._undo(viewing)], {}
            case messages.Draw():
                return [self._offer(viewing)], {}
            case messages.Agree():
                return [self._agree(viewing, ask)], {}
            case messages.Note():
                node = viewing.open_node(ask.node, "comments")
                return [events.Noted(node.number, ask.text)], {}
            case messages.Prune():
                return [self._prune(viewing, ask)], {}
            case _:
                return [], self._told(viewing, ask)

    def _told(self, viewing: Viewing, ask: messages.Telling) -> Answer:
        """The answer to what changes nothing."""
        match ask:
            case messages.Look():
                return {"scene": self._scene(viewing, ask.node, ask.eyes, ask.has)}
            case messages.Analyse():
                return advice.analyse(viewing.free_node(ask.node), ask)
            case messages.Judge():
                return advice.judge(viewing.free_node(ask.node), ask)
            case messages.Settle():
                return advice.settle(ask)
            case messages.Keys():
                return keys(viewing.free_node(ask.node))
            case messages.Sample():
                return advice.sample(viewing.free_node(ask.node), ask)
            case messages.Threats():
                return advice.threats(viewing.free_node(ask.node))
            case messages.Record():
                return record(viewing, self._begun.seed, ask.node)
            case messages.Picture():
                return picture(viewing.sight(ask.node, ask.eyes))
            case messages.Film():
                return film(viewing, ask.node)
            case messages.Card():
                return card(viewing, ask.node)
            case _:
                assert_never(ask)

    def _play(self, viewing: Viewing, ask: messages.Play) -> Event:
        """The event that a move is: play goes on, the tree grows, or a part of a decision is made."""
        seat = viewing.acting(ask.seat)
        if seat is None and viewing.hides:  # whether others have tried something meanwhile is not for it to know
            raise Refused("it is not your turn")
        node = viewing.node(ask.node, seat)
        if node is not self.course.tip or viewing.is_over:
            viewing.check_free()
            viewing.check_seat()
            self._try(node, ask.move)
            return (events.Branched if viewing.may_branch else events.Varied)(node.number, ask.move)
        if seat is None:
            raise Refused("it is not your turn")
        if node.state.way == TOGETHER:
            colour = viewing.colour(seat)
            if ask.move not in map(str, node.state.choices(colour)):
                raise Refused(f"`{ask.move[:40]}` is not one of {colour}'s picks")
            return events.Picked(node.number, seat, ask.move)
        viewing.check_move(node, seat, ask.move)
        return events.Played(node.number, ask.move)

    def _try(self, node: Node, move: str) -> None:
        """Raise MoveError for a move that cannot be played at a node."""
        if node.outcome is not None and not node.settled:
            raise Refused(f"the game is over{'' if node is self.course.tip else ' there'}: {node.outcome}")
        node.state.copy().play(move)

    def _resign(self, viewing: Viewing, ask: messages.Resign) -> Event:
        mine = sorted(viewing.mine)
        seat = ask.seat if ask.seat is not None else viewing.acting(None) if len(mine) > 1 else next(iter(mine), None)
        if seat not in viewing.mine:
            raise Refused("say which of your seats resigns" if mine else "you have no seat here")
        if self.course.tip.outcome is not None:
            raise Refused("the game is over")
        if len(self.game.players) != 2:
            raise Refused("you can resign only in a two-player game: otherwise the others would play on")
        return events.Resigned(self.course.tip.number, seat)

    def _undo(self, viewing: Viewing) -> Event:
        tip, mine = self.course.tip, viewing.mine
        picked = tuple(sorted(mine & self.course.picks.keys()))
        if picked:
            return events.Unpicked(tip.number, picked)
        if not mine:
            raise Refused("you have no seat here")
        if tip.settled and tip.settled.how != RESIGNED:
            raise Refused(f"the game did not end by a move, so there is none to take back: {tip.outcome}")
        waits = tuple(sorted(viewing.humans - mine))
        return events.Undone(tip.number, viewing.back_to().number, tuple(sorted(mine)), waits)

    def _offer(self, viewing: Viewing) -> Event:
        tip, mine, wish = self.course.tip, viewing.mine, self.course.wish
        if not mine:
            raise Refused("you have no seat here")
        if not viewing.may_draw:
            raise Refused("the game is over" if tip.outcome else "there are no draws in this game")
        if wish and wish.node is None and mine & set(wish.waits):
            return events.Agreed(tip.number, tuple(sorted(mine & set(wish.waits))), True)
        return events.Offered(tip.number, tuple(sorted(mine)), tuple(sorted(viewing.humans - mine)))

    def _agree(self, viewing: Viewing, ask: messages.Agree) -> Event:
        wish = self.course.wish
        answering = viewing.mine & set(wish.waits if wish else ())
        if not answering:
            raise Refused("nobody has asked you to take back a move or to agree to a draw")
        return events.Agreed(self.course.tip.number, tuple(sorted(answering)), ask.yes)

    def _prune(self, viewing: Viewing, ask: messages.Prune) -> Event:
        node = viewing.free_node(ask.node)
        viewing.check_seat()
        if node.parent is None or (node in self.course.tip.path and not viewing.may_change):
            raise Refused("only a variation can be removed")
        return events.Pruned(node.number)

    # Time

    @property
    def turn(self) -> dict[str, object]:
        """Whose time runs: the seats of people that have a part in the decision, those of them that have not made it,
        and the number of the position if they decide together, else -1."""
        tip = self.course.tip
        if tip.outcome is not None:
            return {"deciding": [], "pending": [], "round": -1}
        found = sorted(seat for seat in map(tip.state.seat, tip.state.deciders) if self.seats[seat] == HUMAN)
        pending = [seat for seat in found if seat not in self.course.picks]
        return {"deciding": found, "pending": pending, "round": tip.number if tip.state.way == TOGETHER else -1}

    def flag(self, seats: Iterable[int]) -> list[dict[str, object]]:
        """Return, as events, that the time of some seats has run out; nothing if the game is over."""
        tip = self.course.tip
        return [] if tip.outcome is not None else [stored(events.Flagged(tip.number, tuple(seats)))]

    # Chance and computer players

    @property
    def awaits_computer(self) -> bool:
        """Whether chance or a computer player decides next."""
        return self._waiting is not None

    @property
    def _waiting(self) -> int | None:
        """The seat of the computer player that decides next, -1 for chance; None if it is for people to decide."""
        tip = self.course.tip
        if tip.outcome is not None or self.course.is_full:
            return None
        if tip.state.way == CHANCE:
            return -1
        seats = (tip.state.seat(colour) for colour in tip.state.deciders)
        return next((seat for seat in seats if self.seats[seat] != HUMAN and seat not in self.course.picks), None)

    def think(self, limits: Limits = UNLIMITED) -> list[dict[str, object]]:
        """Return what chance or a computer player decides, as events; nothing if it is for people to decide.

        Nothing changes until they are applied, and then only if play has not gone on meanwhile. Raises PlayerFault
        where a computer player fails, which it would do again.
        """
        seat, tip = self._waiting, self.course.tip
        if seat is None:
            return []
        if seat < 0:
            return [stored(events.Played(tip.number, self._drawn(tip)))]
        state = tip.state
        colour = next(each for each in state.deciders if state.seat(each) == seat)
        chooser = self._players.get(seat)
        if chooser is None:
            chooser = self._players[seat] = player(self.seats[seat], self._seed_of(seat))
        try:
            move = str(chooser.choose(state.view(colour), limits).move)
        except Withdrawn:
            return [stored(events.Resigned(tip.number, seat))]
        except MemoryError:
            raise  # whoever carries the messages begins anew, with memory to spare
        except Exception as error:
            self.leave()
            raise PlayerFault(self.seats[seat], error) from error
        kind = events.Picked(tip.number, seat, move) if state.way == TOGETHER else events.Played(tip.number, move)
        return [stored(kind)]

    def _seed_of(self, seat: int) -> int:
        """The seed of a computer player."""
        seed = self._begun.seed
        return _UNKNOWN.randrange(2**31) if seed is None else seed * len(self.seats) + seat

    def _drawn(self, tip: Node) -> str:
        """What chance decides, from the seed, if there is one, and the number of moves."""
        seed = self._begun.seed
        source = _UNKNOWN if seed is None else random.Random(seed + tip.ply)
        return str(source.choice(tip.state.legal_moves))

    def leave(self) -> None:
        """Let the computer players go, with what they have searched."""
        dismiss(self._players)
        self._players.clear()
