"""The value of a position, by one question put to the kernel after another.

A value is the seat of the person who wins, or `NOBODY_WINS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...deadline import look
from ...machine.answers import PLAYING
from ...machine.random.sampling import Numbers
from ...play.game import Game
from ...play.state import State
from ...rules.program import CHANCE, CHOICE
from .aims import QUEUE
from .binding import bonds_room, carries
from .hands import Hands
from .images import images_of
from .kernel import orders
from .solution import Unsolvable

DEEPEST = 1_500
"""The most decisions of a line of the search; beyond them it gives up."""

WIDEST = 1 << 18
"""The most decisions that stand to choice on one line."""


class Question:
    """Whether a person, numbered as seats are, can force a win or, with `draws`, at least a draw.

    It may be asked about many positions of a game: what is found for one helps with the others. Answers are those of
    `kernel/orders.py`; `OPEN` is an answer too, and asking again goes on where the search broke off.
    """

    def __init__(self, game: Game, maker: int, draws: bool, hands: Hands) -> None:
        layout, players = game.machine.layout, game.players
        outcomes = (game.outcome(end).winner for end in range(1, game.machine.too_long + 1))
        self._ends = hands.numbers([-2, *(-1 if each is None else players.index(each) for each in outcomes)])
        self._hands = hands
        cells = len(game.board.cells)
        deepest = min(2 * cells + 20, DEEPEST) if game.facts.always_finite else DEEPEST
        images, length = images_of(game)
        self._images = hands.numbers(images)
        self._room = hands.state([0] * layout.size)
        self._out = hands.state([0] * (game.action_count + 1))
        self._stack = hands.zeros(layout.kept * deepest)
        self._frames = hands.zeros(orders.FRAME * (deepest + 1))
        self._arena = hands.zeros(orders.CHILD * WIDEST)
        self._table: Numbers = hands.zeros(hands.entries * orders.ENTRY)
        self._near = hands.zeros(QUEUE * game.machine.plan.nodes.count)
        room = bonds_room(game.machine)
        self._bonds = hands.zeros(max(room, 1))
        self._orders = hands.zeros(orders.ORDERS)
        self._orders[orders.MAKER] = maker
        self._orders[orders.DRAWS] = int(draws)
        self._orders[orders.LENGTH] = length
        self._orders[orders.CARRIES] = int(carries(game.machine))
        self._orders[orders.BONDS] = self._orders[orders.IDLE] = int(room > 0 and cells <= hands.most_bonded)
        self._orders[orders.MAY_LOOP] = int(not game.facts.always_finite)

    @property
    def nodes(self) -> int:
        """How many positions were visited so far."""
        return int(self._orders[orders.VISITED])

    @property
    def met_draws(self) -> bool:
        """Whether any line of the search so far ended in a draw."""
        return bool(self._orders[orders.DRAWN])

    def ask(self, vector: Sequence[int], fuel: int) -> int:
        """Search from a position for so many nodes; the position must not be over."""
        look()
        self._orders[orders.FUEL] = fuel
        answer = self._run(vector)
        if answer == orders.OUTDONE:
            self._orders[orders.CARRIES] = 0
            answer = self._run(vector)
        return answer

    def _run(self, vector: Sequence[int]) -> int:
        return self._hands.prove(
            self._hands.state(vector), self._room, self._out, self._stack, self._frames, self._arena, self._table,
            self._images, self._ends, self._near, self._bonds, self._orders,
        )  # fmt: skip


NOBODY_WINS = -1
"""The value of a draw; with three or more players, of a position in which nobody can force a win."""

_REASONS = {
    orders.LOOPS: "play may come back to a position, so it need not end",
    orders.TOO_LONG: "lines of play are too long, or have too many moves",
    orders.NOT_ALONE: "chance decides, or several players at once",
}


def why_not(answer: int) -> str:
    """Return why a question cannot be answered; nothing for an answer, or one that is open."""
    return _REASONS.get(answer, "")


def check(state: State) -> None:
    """Raise Unsolvable, with the reason, for a position that has no exact value or none that this search can prove."""
    if state.is_over:
        raise Unsolvable("the game is over")
    if state.game.rules.hides:
        raise Unsolvable("players do not see everything, so a position has no value of its own")
    if state.way == CHANCE:
        raise Unsolvable("chance decides next; let it decide, or set the option that it decides")
    if state.way != CHOICE:
        raise Unsolvable("several players decide at once")


class Judge:
    """Finds values of positions of one game; what is found for one position helps with the next.

    The values of two players are sought from the point of view of a seat, `person`.
    """

    def __init__(self, game: Game, person: int, hands: Hands) -> None:
        self._game = game
        seats = range(len(game.players))
        asked = [(seat, False) for seat in seats] if len(seats) != 2 else [(person, False), (person, True)]
        self._other = 1 - person if len(seats) == 2 else NOBODY_WINS
        self._questions = [Question(game, seat, draws, hands) for seat, draws in asked]
        self._winners = [NOBODY_WINS if draws else seat for seat, draws in asked]

    @property
    def nodes(self) -> int:
        """How many positions were visited so far."""
        return sum(question.nodes for question in self._questions)

    def value(self, vector: Sequence[int], fuel: int) -> int | None:
        """Return the value of a position; None if visiting so many more does not suffice. Raises Unsolvable."""
        if vector[self._game.machine.layout.end.offset] != PLAYING:
            return end_value(self._game, vector)
        for winner, question in zip(self._winners, self._questions, strict=True):
            if winner == NOBODY_WINS and not self._questions[0].met_draws:
                break
            answer = question.ask(vector, fuel)
            if answer in _REASONS:
                raise Unsolvable(_REASONS[answer])
            if answer != orders.DISPROVED:
                return winner if answer == orders.PROVED else None
        return self._other


def end_value(game: Game, vector: Sequence[int]) -> int:
    """Return the value of a position in which the game is over."""
    layout = game.machine.layout
    winner = game.outcome(vector[layout.end.offset]).winner
    return NOBODY_WINS if winner is None else person(game, vector, game.players.index(winner))


def person(game: Game, vector: Sequence[int], colour: int) -> int:
    """Return the seat of whoever plays a colour."""
    seat = game.machine.layout.seat
    return colour if seat is None else vector[seat.offset + colour]


def best_of(values: Iterable[int | None], chooser: int) -> int | None:
    """Return the value of a position, given those of its moves and who chooses; None if it is open.

    Among three or more, a move that lets somebody else force a win is worse than one that does not.
    """
    known = list(values)
    if chooser in known:
        return chooser
    if None in known:
        return None
    return NOBODY_WINS if len(set(known)) > 1 else known[0]
