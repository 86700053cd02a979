"""All that a generated module will hold, as one value: the writers read it and decide nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from ...board.board import Board
from ...rules import deeds
from ...rules.facts.endings import wins_at_goals_alone
from ...rules.facts.facts import Facts
from ...rules.program import Do, Rules
from .actions import Block, action_blocks
from .flow import REFUSALS, Constant, Flow, Results, flow_of, results_of
from .forms import Forms
from .layout import Layout, layout_of
from .nodes import Surroundings, surroundings
from .offers import Offer, PointOffers, offers_of, points_of
from .parts import Parts, parts_of
from .random import Fillings, Playouts, Stones, fillings_of, playouts_of
from .terms import repeated


class Plan(Parts):
    """A game in its forms: equal games have equal plans."""

    layout: Layout
    blocks: tuple[Block, ...]
    offers: tuple[Offer, ...]
    flow: Flow
    results: Results
    playouts: Playouts
    fillings: Fillings | None

    @cached_property
    def points(self) -> tuple[PointOffers, ...]:
        """The offers by their points and tiers."""
        return points_of(self.offers)

    def point(self, number: int) -> PointOffers:
        """The offers of a point."""
        return next((each for each in self.points if each.point == number), PointOffers(number, ()))

    @property
    def wins_at_goals_alone(self) -> bool:
        """Whether whoever wins has reached a goal, and nothing but a draw happens on a full board."""
        return wins_at_goals_alone(self.rules)

    @property
    def codes(self) -> int:
        """The number of codes of decisions."""
        return self.blocks[-1].base + self.blocks[-1].size

    @property
    def constants(self) -> tuple[Constant, ...]:
        """The results, refusals and labels that have names in the module."""
        return (*self.results.constants, *REFUSALS, *self.flow.labels)

    @property
    def named(self) -> dict[str, int]:
        """Those numbers by their names."""
        return {constant.name: constant.value for constant in self.constants}

    @property
    def refuses(self) -> bool:
        """Whether some decisions have conditions on their cells or their result."""
        return any(offer.refuses for offer in self.offers)

    @property
    def counts_turns(self) -> bool:
        """Whether something is counted as a turn or round ends."""
        return bool(self.layout.turns or self.layout.quiet)

    @cached_property
    def repeated(self) -> frozenset[deeds.Deed]:
        """The loops of effects that the rules hold more than once, as where an effect with a name is used twice."""
        decided = [effect for each in self.rules.decisions for effect in each.effects]
        scripted = (each.effects for each in self.rules.script.instructions if isinstance(each, Do))
        return repeated(chain(decided, *scripted))

    @cached_property
    def surroundings(self) -> Surroundings:
        """What loops of stones can go around."""
        return surroundings(self.board)

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The functions that others call, sorted; expressions have helper functions besides."""
        return tuple(sorted(_functions(self)))


def plan_of(rules: Rules, board: Board, facts: Facts, forms: Forms) -> Plan:
    """Plan the module of a game in some forms."""
    parts = parts_of(rules, board, facts, forms)
    blocks = action_blocks(rules, parts.cells)
    offers = offers_of(parts, blocks)
    return Plan(
        rules,
        board,
        facts,
        forms,
        parts.nodes,
        parts.lists,
        parts.sorts,
        parts.around,
        parts.groups,
        parts.sections,
        parts.goals,
        parts.chains,
        parts.bits,
        parts.steady,
        parts.steady_of_decisions,
        layout_of(parts),
        blocks,
        offers,
        flow_of(rules, facts),
        results_of(rules, facts),
        playouts_of(parts, offers),
        fillings_of(parts),
    )


def _functions(plan: Plan) -> Iterator[str]:
    yield from ("legal", "offered", "refusal", "judge", "step", "settle", "resume", "rebuild")
    yield from ("rollout", "block", "tally")
    rules, layout = plan.rules, plan.layout
    for what, number in (("search", rules.goals), ("ending", rules.endings), ("score", rules.scores)):
        yield from (f"{what}_{each}" for each in range(len(number)))
    yield from (f"forbidden_{offer.number}" for offer in plan.offers if offer.judged)
    yield from (f"allowed_{offer.number}" for offer in plan.offers if offer.decision.is_long)
    chains, goals, loop = plan.chains, plan.goals, plan.playouts.loop
    rings = chains.rings if chains else None
    present = {
        "turned": bool(rules.seams),
        "join": chains is not None,
        **dict.fromkeys(("closes", "stones", "surrounds"), rings is not None),
        **dict.fromkeys(("around", "held", "vacant"), chains is not None and chains.looks_around),
        "mend": chains is not None and chains.mended and bool(goals.watched),
        "reached": chains is not None and chains.mended and bool(goals.watched),
        "lasts": bool(goals.lasting),
        "seen": rules.hides,
        "shaded": bool(rules.shades),
        "put": plan.puts,
        "try_put": plan.keeps_prints,
        "fingerprint": plan.facts.remembers and not plan.keeps_prints,
        "repeated": layout.history is not None,
        "remember": layout.history is not None,
        "highest": any(ending.result == "score" for ending in rules.endings),
        "take_out": layout.out is not None,
        "wins": plan.wins_at_goals_alone,
        "judge_start": plan.results.at_start,
        "judge_end": plan.results.at_end,
        "finish": plan.counts_turns,
        **dict.fromkeys(("draw", "extent", "proposal", "propose"), plan.playouts.proposes),
        "refused": plan.playouts.proposes and plan.refuses,
        "place": isinstance(loop, Stones) and loop.is_free,
    }
    yield from (name for name, is_there in present.items() if is_there)
    if plan.fillings:
        yield from ("filled", "half", "exceptions", "fill")
        yield from ("all_exceptions",) if plan.fillings.are_few else ()
        yield from ("joined", "fill_lanes") if plan.fillings.ends else ()
