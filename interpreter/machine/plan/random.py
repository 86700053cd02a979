"""How random games and random fillings are played: which loop, from which lists, and when they are broken off."""

from __future__ import annotations

from ...record import Record
from ...rules import ir, program
from ...rules.facts.goals import OWN, owner_of
from ...rules.facts.masks import WORD
from .offers import Offer
from .parts import Parts

FIRST = 0
"""The player whose chains are searched for in a filling."""

MOST_CELLS = 25
"""The largest board of which all fillings are looked at: at most 5,200,300."""


def longest_playout(cells: int) -> int:
    """The number of decisions after which an endless random game is broken off as `too long`."""
    return 5_000 + 50 * cells


class Stones(Record):
    """Games in one loop, each turn of which puts a stone or passes."""

    stone: Offer
    passing: Offer | None
    at_once: bool
    """Whether judging a stone also finds the chains that it joins."""

    opening_until: int | None
    """Up to this turn, decisions are drawn from all on offer; None if there are no such turns."""

    @property
    def is_free(self) -> bool:
        """Whether, once turns are alike, stones may go on any empty cell."""
        return self.stone.decision.forbid is None


class Draws(Record):
    """Games in which each move is drawn from the empty cells and the decisions without a cell."""

    place: Offer
    others: tuple[Offer, ...]


class Playouts(Record):
    """How random games are played to the end."""

    longest: int
    """The number of decisions after which a game is broken off."""

    is_bounded: bool
    """Whether play ends by itself."""

    chance_points: tuple[int, ...]
    """The points that chance decides."""

    loop: Stones | Draws | None
    """None if any decision may come next."""

    proposes: bool
    """Whether such a decision is drawn from proposals; else from the list of those on offer."""


def playouts_of(parts: Parts, offers: tuple[Offer, ...]) -> Playouts:
    """How random games are played."""
    chances = {offer.block.point for offer in offers if offer.block.way == program.CHANCE}
    loop: Stones | Draws | None = None
    if parts.forms.moves == "inlined":
        loop = _stones(parts, offers)
    elif parts.forms.moves == "direct":
        loop = _draws(parts, offers)
    return Playouts(
        longest_playout(parts.cells),
        parts.facts.always_finite,
        tuple(sorted(chances)),
        loop,
        parts.forms.moves == "proposed",
    )


def _stones(parts: Parts, offers: tuple[Offer, ...]) -> Stones:
    always = [offer for offer in offers if offer.decision.turn is None]
    (stone,) = (offer for offer in always if offer.block.takes_cell)
    passing = next((offer for offer in always if not offer.block.takes_cell), None)
    at_once = stone.judged == "bits" and not (parts.chains and parts.chains.rings) and not parts.nodes.seams
    until = parts.facts.turn_matters_until
    return Stones(stone, passing, at_once, until if until else None)


def _draws(parts: Parts, offers: tuple[Offer, ...]) -> Draws:
    (place,) = (offer for offer in offers if offer.block.takes_cell)
    return Draws(place, tuple(offer for offer in offers if offer != place))


class Ends(Record):
    """The cells where a chain of the first player must begin and end for it to win, and each cell's neighbours."""

    rows: tuple[tuple[int, ...], ...]
    begins: tuple[int, ...]
    ends: tuple[int, ...]


class Fillings(Record):
    """Randomly filled boards, which tell the winners of random games."""

    half: int
    """The number of cells of the first player."""

    stones: tuple[int, ...]
    """The content of each player's stones."""

    ends: Ends | None
    """None if a win takes more than a chain between two regions."""

    are_few: bool
    """Whether all fillings can be looked at."""

    lanes: int
    """The number of games flooded at once, each a bit of every number."""


def fillings_of(parts: Parts) -> Fillings | None:
    """How fillings are played; None if they do not tell who wins a random game."""
    if not parts.facts.decided_by_filling:
        return None
    stones = tuple(parts.rules.content(player, 0) for player in range(parts.players))
    return Fillings((parts.cells + 1) // 2, stones, _ends(parts), parts.cells <= MOST_CELLS, WORD)


def _ends(parts: Parts) -> Ends | None:
    rules, nodes, cells = parts.rules, parts.nodes, parts.cells
    mine = [ending for ending in rules.endings if ending.result == "win" and ending.player in (None, FIRST)]
    if len(mine) != 1 or not isinstance(mine[0].condition, ir.Connects) or nodes.seams:
        return None
    goal = mine[0].condition
    regions = set(goal.regions[FIRST % len(goal.regions)])
    if len(regions) != 2 or owner_of(goal.cells, rules) not in (OWN, FIRST):
        return None
    begins, ends = (
        tuple(cell for cell in range(cells) if met[cell])
        for met in (nodes.meets(rules.regions[region]) for region in sorted(regions))
    )
    rows = tuple(tuple(packed for packed in row if packed < cells) for row in nodes.rows[:cells])
    return Ends(rows, begins, ends)
