"""The search for proofs bound to a game: what the kernel needs of it."""

from __future__ import annotations

from ...machine.emit import Machine
from ...program.bind import Bound, bind
from ...rules.facts.endings import wins_at_goals_alone
from ...rules.facts.goals import OWN, owner_of
from ...rules.program import CHOICE, Place, Swap
from . import kernel
from .aims import aims_of, are_joined_by_one, links_of
from .kernel.orders import bond_places

PARAMETERS, ARRAYS = {"prove": "SSOKKKKKKKKK"}, {"K": 0}
"""What `prove` takes, as `native.compiled.Addition` says it."""

FUNCTIONS = ("legal", "step", "rebuild", "wins")
"""The functions of a game's module that the kernel calls; only games whose wins have carriers need `wins`."""


def bound_to(machine: Machine) -> Bound:
    """Bind the search to a machine."""
    plan, rules = machine.plan, machine.plan.rules
    offsets = {section.name: section.offset for section in plan.layout.sections}
    aims = aims_of(rules) if carries(machine) else ()
    others = tuple(number for number, point in enumerate(rules.points) if point.way != CHOICE)
    return bind(f"{kernel.__name__}.proof", {
        "CELLS": plan.cells, "NODES": plan.nodes.count, "KEPT": plan.layout.kept, "IS_WIDE": not plan.layout.fits,
        **{name: offsets.get(name, 0) for name in ("END", "MOVER", "SEAT", "AT", "TURN")},
        **{f"HAS_{name}": name in offsets for name in ("SEAT", "AT", "TURN")},
        "TURN_MATTERS": plan.facts.turn_matters_until, "HAS_OTHERS": bool(others), "OTHERS": others,
        "HAS_CARRIERS": carries(machine), "HAS_AIMS": bool(aims), "HAS_BONDS": bonds_room(machine) > 0,
        "REGIONS": len(aims[0]) if aims else 0, "AIMS": aims, "LINKS": links_of(plan.nodes) if aims else (),
        **{name: machine.functions.get(name) for name in FUNCTIONS},
    })  # fmt: skip


def bonds_room(machine: Machine) -> int:
    """Return how many numbers bonds are found in; 0 where a goal does not allow for them."""
    aims = aims_of(machine.plan.rules) if carries(machine) else ()
    if not aims or not are_joined_by_one(machine, aims):
        return 0
    return bond_places(machine.plan.nodes.count, len(aims[0]))[-1]


def carries(machine: Machine) -> bool:
    """Whether wins have carriers: two players put down stones, and goals are reached by a player's own stones alone.

    Then a stone of one's own never hurts, and whoever wins by stones on some cells, the carrier, wins whatever the
    other does elsewhere: only answers within all known carriers need to be tried.
    """
    rules, facts = machine.plan.rules, machine.plan.facts
    is_plain = len(rules.players) == 2 and len(rules.pieces) == 1
    is_plain = is_plain and not (rules.variables or rules.layers or rules.marks)
    goals = wins_at_goals_alone(rules) and all(facts.joined_goals)
    return (
        is_plain and goals and facts.stones_or_pass and facts.stones_only_come and not facts.forbids
        and machine.plan.cells <= 61 and machine.blocks[0].takes_cell and facts.turn_matters_until >= 0
        and all(isinstance(decision.what, Place | Swap) for decision in rules.decisions)
        and all(owner_of(goal.cells, rules) == OWN for goal in rules.goals)
    )  # fmt: skip
