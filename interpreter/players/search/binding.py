"""The search bound to a game: what the kernel needs of it, and how it searches by default."""

from __future__ import annotations

from dataclasses import dataclass

from ...machine.answers import read_end
from ...machine.plan.plan import Plan
from ...play.game import Game
from ...program.bind import Bound, bind
from ...rules.facts.masks import WORD
from ...rules.program import CHANCE, CHOICE, SECRET, TOGETHER
from ...source.syntax import tree
from . import kernel
from .fullness import Judging, lanes_of
from .kernel import edges
from .senses import Senses

WAYS = {CHOICE: 0, SECRET: 0, CHANCE: edges.CHANCE, TOGETHER: edges.TOGETHER}
"""Who decides at a point, as `decider` says it."""

AT_ONCE = 4
"""How many random games a leaf is judged by where they also tell of cells."""

EXPLORE = 700
"""How much to explore, in thousandths, where ends of games do not tell of cells."""

QUICK, PATIENT, EFFORT = 2, 8, 32
"""After how many visits stones that win at once are looked for where random games judge, and where full boards do;
shortest ways come with the latter, or after one visit for so many spots that a wave goes over if those are more."""

PRIOR = 40
"""How many simulations it counts as that a cell is on a shortest way, where all that wins is known to be ways:
elsewhere they have misled more than they helped."""

ROUGH_PRIOR, ROUGH_EFFORT, ROUGH_URGENT = 6, 8, 4
"""The same where rings win as well, of which ways tell nothing; for so many spots a visit; and how many times as much
it counts where somebody is about to win."""

SAVES = 4
"""How many simulations it counts as that a move keeps a bridge, where rings do not win."""

PARAMETERS = {"search": "SSSTXOnn", "transplant": "TTn"}
"""The functions that are called from outside; `T` is a tree, `X` the room for what a simulation learns."""


FUNCTIONS = ("legal", "step", "rollout", "judge", "place", "around", "held", "vacant")
"""The functions of a game's module that the kernel calls; not every game has all."""


@dataclass(frozen=True)
class Searched:
    """A game as the search knows it."""

    kernel: Bound
    ends: int
    """How many ends of games a leaf is judged by."""

    room: int
    """The number of entries of `W`."""

    explore: int
    """How much to explore by default, in thousandths."""

    sense: int
    """After how many visits stones that win at once are looked for by default; 0 where there is nothing to sense."""

    ways: int
    """After how many visits shortest ways are looked for by default."""

    prior: int
    """How many simulations it counts as by default that a cell is on a shortest way."""

    urgent: int
    """How many times as much that counts by default where somebody is about to win."""

    saves: int
    """How many simulations it counts as by default that a move keeps a bridge that was entered."""

    picks: int
    """How many picks each of two players has where they decide together; 0 if they never do."""


def searched(game: Game) -> Searched:
    """Bind the search to a game."""
    plan, has_winner = game.plan, _has_winner(game)
    lanes, picks = lanes_of(plan), _picks(plan)
    room = (2 * plan.cells + 1) * len(plan.rules.players)
    judging = Judging(plan, lanes, room, has_winner) if lanes else None
    senses = Senses(plan, judging.room if judging else room)
    has_amaf = plan.facts.stones_only_come
    ends = WORD if lanes else AT_ONCE if has_amaf else 1
    bound = bind(f"{kernel.__name__}.search", {
        **_state(plan), **_deciding(plan), "ENDS": ends, "HAS_AMAF": has_amaf,
        "PICKS": picks, **_parting(plan, picks),
        **(judging.values() if judging else {}), "HAS_LANES": judging is not None,
        **senses.values(), **_sensing(senses, judging is not None), "LEAST_USES": 2 if has_winner else 1,
        **{name: game.machine.functions.get(name) for name in FUNCTIONS},
    })  # fmt: skip
    explore = 0 if has_amaf else EXPLORE
    is_rough = senses.answers and not senses.sees_all
    prior = PRIOR if lanes or senses.sees_all else ROUGH_PRIOR if is_rough else 0
    sense = 0 if not senses.has_aims else PATIENT if lanes else QUICK
    ways = max(PATIENT, senses.effort // (ROUGH_EFFORT if is_rough else EFFORT))
    urgent, saves = (ROUGH_URGENT, 0) if is_rough else (1, SAVES)
    return Searched(bound, ends, senses.room, explore, sense, ways, prior, urgent, saves, picks)


def _state(plan: Plan) -> dict[str, object]:
    """Where everything lies in a state, and how large the game is."""
    offsets = {section.name: section.offset for section in plan.layout.sections}
    return {
        **{name: offsets.get(name, 0) for name in ("END", "LEFT", "FREE", "MOVER", "SEAT", "AT")},
        "HAS_PLACE": "place" in plan.functions, "HAS_SEAT": "SEAT" in offsets, "HAS_AT": "AT" in offsets,
        "KEPT": plan.layout.kept, "PLAYERS": len(plan.rules.players), "CELLS": plan.cells,
        "KINDS": len(plan.rules.pieces), "WORD": WORD,
    }  # fmt: skip


def _sensing(senses: Senses, has_lanes: bool) -> dict[str, object]:
    """Which senses there are."""
    replied = senses.sees_all and not has_lanes
    glanced = replied and senses.glances
    return {
        "HAS_SENSES": senses.has_aims, "HAS_REPLIES": replied, "HAS_IDLE": senses.sees_dead,
        "HAS_ANSWERS": senses.answers, "HAS_GLANCES": glanced, "HAS_AROUND": senses.looks_around or glanced,
        "HAS_RINGS": senses.ring_met is not None and not has_lanes, "LOOKS_AROUND": senses.looks_around,
    }  # fmt: skip


def _together(plan: Plan) -> list[tuple[int, int]]:
    """Where the codes of each decision made together begin, and how many picks each player has there."""
    return [(block.base, len(block.choices)) for block in plan.blocks if block.way == TOGETHER]


def _picks(plan: Plan) -> int:
    """The most picks that a player has where two decide together; 0 where nobody does, or more do."""
    return max((picks for _, picks in _together(plan)), default=0) if len(plan.rules.players) == 2 else 0


def _parting(plan: Plan, picks: int) -> dict[str, object]:
    """What tells each player's part of a decision made together."""
    blocks = _together(plan)[::-1] if picks else []
    bases, choices = zip(*blocks, strict=True) if blocks else ((), ())
    return {"PICK_BLOCKS": len(blocks), "PICK_BASES": bases, "PICK_CHOICES": choices, "HAS_TOGETHER": picks > 0}


def _has_winner(game: Game) -> bool:
    """Whether the sheet claims that exactly one player wins each full board."""
    made = {claim.text for item in game.tree.items if isinstance(item, tree.Claims) for claim in item.claims}
    return {"at-least-one-winner", "at-most-one-winner"} <= made


def _takes(plan: Plan) -> tuple[int, ...]:
    """For each code the cell where it puts a stone of whoever decides; else -1, or what stands for a secret."""
    found: list[int] = []
    for block in plan.blocks:
        other = edges.UNSEEN if block.way == SECRET else -1
        found += range(block.size) if block.takes_cell and block.decision.is_plain else (other,) * block.size
    return tuple(found)


def _deciding(plan: Plan) -> dict[str, object]:
    """Who decides, and who has won."""
    rules, players = plan.rules, len(plan.rules.players)
    ways = tuple(WAYS[point.way] for point in rules.points)
    winners = (read_end(code, players)[1] for code in range(1, plan.results.too_long + 1))
    return {
        "TAKES": _takes(plan), "WAYS": ways, "HAS_OTHERS": any(ways), "HAS_CHANCE": edges.CHANCE in ways,
        "WINNERS": (players, *(players if winner is None else winner for winner in winners)),
    }  # fmt: skip
