"""Questions put to the kernel: from a position, can this person force a win, or at least a draw?"""

from __future__ import annotations

from collections.abc import Sequence

from ...deadline import look
from ...machine.random.sampling import Numbers
from ...play.game import Game
from .aims import QUEUE
from .binding import bonds_room, carries
from .hands import Hands
from .images import images_of
from .kernel import orders

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
