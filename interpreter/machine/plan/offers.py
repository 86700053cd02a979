"""How each kind of decision is offered, judged by its result, and proposed to random games."""

from __future__ import annotations

from itertools import groupby
from typing import Literal, assert_never

from ...record import Record
from ...rules import deeds, ir, program, walk, ways
from ...rules.costs.memory import PICKED
from ...rules.facts.placement import EMPTY, put_of, within_empty
from ...rules.steps.steady import conjuncts, free_variables
from ...rules.traits import Part
from .actions import Block
from .lists import Sorting, sorting
from .parts import Parts

Judged = Literal["", "bits", "placed", "copied"]
"""How `forbid` is judged: not at all; from the bits of the chains that the stone joins; with the stone put down and
taken back; on a copy of the position."""

Sure = Literal["", "always", "empty", "picks"]
"""A quick test after which a decision is surely on offer: none; it always is; there is an empty cell; the players have
cards to pick."""


class FromSort(Record):
    """Proposals are the cells of a sorted list."""

    sorting: Sorting


class FromEmpty(Record):
    """Proposals are the empty cells; `all` where each can be taken."""

    all: bool


class FromList(Record):
    """Proposals are `most` for each cell of a list, which may differ for each `own`."""

    lists: tuple[int, ...]
    most: int


class FromCards(Record):
    """Proposals are the picks from the cards that players hold."""


class FromSearch(Record):
    """No proposals: a search finds the cells, and lists all of them as it finds one."""


class FromAll(Record):
    """Every code of the block is proposed."""


Proposed = FromSort | FromEmpty | FromList | FromCards | FromSearch | FromAll


class Offer(Record):
    """A block of codes, by its number, with how it is offered."""

    number: int
    block: Block
    judged: Judged
    sure: Sure
    proposed: Proposed
    early: tuple[ir.Expression, ...]
    """Conditions that are the same for all its cells, and asked before any of them is looked at."""

    late: tuple[ir.Expression, ...]
    """Its other conditions."""

    puts: deeds.Becomes | None
    """The piece that it puts on its cell, if it does nothing else to the board."""

    comes: bool
    """Whether that is a stone on an empty cell, for which everything derived is updated in line."""

    picks: tuple[tuple[int, ...], ...] | None
    """For each set of cards, the numbers of the picks from it; None without picks, or with too many."""

    @property
    def decision(self) -> program.Decision:
        """The decision that is offered."""
        return self.block.decision

    @property
    def refuses(self) -> bool:
        """Whether it has conditions on its cells or on its result."""
        return bool(self.judged or self.late or isinstance(self.decision.what, program.Stop))


class Tier(Record):
    """The offers of a tier of a point."""

    tier: int
    offers: tuple[Offer, ...]


class PointOffers(Record):
    """The tiers of a point: the first in which anything is possible is on offer."""

    point: int
    tiers: tuple[Tier, ...]

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All offers of the point."""
        return tuple(offer for tier in self.tiers for offer in tier.offers)


def offers_of(parts: Parts, blocks: tuple[Block, ...]) -> tuple[Offer, ...]:
    """How each block of codes is offered, in the order of their codes."""
    return tuple(_offer(parts, number, block) for number, block in enumerate(blocks))


def points_of(offers: tuple[Offer, ...]) -> tuple[PointOffers, ...]:
    """The offers by their points and tiers."""
    return tuple(
        PointOffers(point, tuple(Tier(tier, tuple(each)) for tier, each in groupby(inside, lambda o: o.block.tier)))
        for point, inside in groupby(offers, lambda offer: offer.block.point)
    )


def _offer(parts: Parts, number: int, block: Block) -> Offer:
    decision = block.decision
    picks = _picks_by_cards(decision.what.choices) if isinstance(decision.what, program.Pick) else None
    puts = put_of(decision) if block.takes_cell else None
    tests = () if decision.where is None else conjuncts(decision.where)
    late = tuple(test for test in tests if not _is_early(test)) if decision.what.sets or block.named else ()
    return Offer(
        number,
        block,
        _judged(parts, decision, puts),
        _sure(parts, decision, picks is not None),
        _proposed(parts, block),
        tuple(test for test in tests if test not in late),
        late,
        puts,
        puts is not None and parts.facts.stones_only_come,
        picks,
    )


def _is_early(test: ir.Expression) -> bool:
    """Whether a condition is about no cell, looks at nothing that lies on the board, and has an answer always."""
    fails = any(isinstance(node, ir.Operation) and node.symbol in ("/", "mod") for node in walk.everything(test))
    return not (fails or free_variables(test) or walk.traits_of(test).reads & _ON_BOARD)


_ON_BOARD = Part.BOARD | Part.LAYERS | Part.MARKS | Part.HISTORY | Part.CHOICES


def _judged(parts: Parts, decision: program.Decision, puts: deeds.Becomes | None) -> Judged:
    if decision.forbid is None:
        return ""
    if parts.chains and parts.facts.forbids_in_bits:
        return "bits"
    if puts is None or parts.piles or len(decision.effects) > 1 or not all(map(within_empty, decision.what.sets)):
        return "copied"
    noted = _NOTED | Part.HISTORY if parts.keeps_prints else _NOTED
    return "copied" if walk.traits_of(decision.forbid).reads & noted else "placed"


_NOTED = Part.LAST | Part.PASSES
"""What a decision writes besides its effects, and a `forbid` may read."""


def _sure(parts: Parts, decision: program.Decision, looks_picks_up: bool) -> Sure:
    if not decision.is_free:
        return ""
    match decision.what:
        case program.Pick():
            return "picks" if looks_picks_up else ""
        case program.Place(target=target):
            return "empty" if parts.lists and target == EMPTY else ""
        case program.Choose(among=among):
            return "" if among else "always"
        case program.Move() | program.Stop():
            return ""
        case program.Swap() | program.Pass() | program.Random():
            return "always"
        case never:
            assert_never(never)


def _proposed(parts: Parts, block: Block) -> Proposed:
    what = block.decision.what
    if isinstance(what, program.Pick):
        return FromCards()
    if parts.lists is None or not what.sets:
        return FromAll()
    target = what.sets[-1]
    if any(isinstance(node, ways.Found) for node in walk.everything(target)):
        return FromSearch()
    if isinstance(what, program.Move):
        lists = parts.lists.of(what.source)
        return FromList(lists, block.most_from_a_cell) if lists else FromAll()
    sort = sorting(block.decision)
    if sort:
        return FromSort(sort)
    return FromEmpty(target == EMPTY) if within_empty(target) else FromAll()


def _picks_by_cards(choices: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
    sets = 1 << max(choices).bit_length() if choices else 1
    if sets * len(choices) > PICKED:
        return None
    return tuple(tuple(number for number, pick in enumerate(choices) if pick & cards == pick) for cards in range(sets))
