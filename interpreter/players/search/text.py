"""The search's text for one game: what it asks of the game, then the kernel, both written as generated modules are."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from ...machine.answers import read_end
from ...machine.plan.plan import Plan
from ...machine.text.writer import Writer
from ...play.game import Game
from ...rules.facts.masks import WORD
from ...rules.program import CHANCE, CHOICE, TOGETHER
from ...source.syntax import tree
from . import asked, kernel, together
from .lanes import LaneWriter, lanes_of
from .senses import answers, glances, hints, idle, replies, rings, waves
from .senses.tables import SenseWriter

WAYS = {CHOICE: 0, CHANCE: asked.CHANCE, TOGETHER: asked.TOGETHER}
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


@dataclass(frozen=True)
class Searched:
    """A game as the search knows it."""

    source: str
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
    """Write the search of a game."""
    plan = game.plan
    write = Writer()
    lanes, picks = lanes_of(plan), _picks(plan)
    flags = {
        "HAS_CHANCE": any(point.way == CHANCE for point in plan.rules.points),
        "HAS_AMAF": plan.facts.stones_only_come,
        "HAS_LANES": lanes is not None,
        "HAS_TOGETHER": picks > 0,
    }
    ends = WORD if lanes else AT_ONCE if flags["HAS_AMAF"] else 1
    room = (2 * plan.cells + 1) * len(plan.rules.players)
    write("from math import sqrt", "from hexgame.program.words import ones")
    write(f"PLAYERS = {len(plan.rules.players)}", f"CELLS = {plan.cells}", f"KEPT = {plan.layout.kept}")
    write(f"CHANCE = {asked.CHANCE}", f"TOGETHER = {asked.TOGETHER}", f"ENDS = {ends}")
    write(f"TAKES = {_takes(plan)!r}")
    write(f"PICKS = {picks}")
    _deciding(write, plan)
    _parting(write, plan, picks)
    if lanes:
        lane_writer = LaneWriter(plan, lanes, room, _has_winner(game))
        lane_writer.functions(write)
        room = lane_writer.room
    senses = SenseWriter(plan, room)
    senses.tables(write)
    replied = senses.sees_all and not lanes
    glanced = replied and senses.glances
    write(f"LEAST_USES = {2 if _has_winner(game) else 1}")
    flags |= {
        "HAS_SENSES": senses.has_aims, "HAS_REPLIES": replied, "HAS_IDLE": senses.sees_dead,
        "HAS_ANSWERS": senses.answers, "HAS_PLACE": "place" in plan.functions, "HAS_GLANCES": glanced,
        "HAS_AROUND": senses.looks_around or glanced, "HAS_RUNS": senses.looks_around,
        "HAS_RINGS": senses.ring_met is not None and not lanes,
    }  # fmt: skip
    if glanced:
        senses.around(write)
    wanted = {
        kernel: True, together: picks > 0, waves: flags["HAS_SENSES"],
        hints: flags["HAS_SENSES"], replies: replied,
        idle: flags["HAS_IDLE"], answers: flags["HAS_ANSWERS"], glances: glanced, rings: flags["HAS_RINGS"],
    }  # fmt: skip
    parts = [part for part, is_wanted in wanted.items() if is_wanted]
    source = "\n".join((write.text(), *(_part(part, tuple(flags.items())) for part in parts)))
    explore = 0 if flags["HAS_AMAF"] else EXPLORE
    is_rough = senses.answers and not senses.sees_all
    prior = PRIOR if lanes or senses.sees_all else ROUGH_PRIOR if is_rough else 0
    sense = 0 if not senses.has_aims else PATIENT if lanes else QUICK
    ways = max(PATIENT, senses.effort // (ROUGH_EFFORT if is_rough else EFFORT))
    urgent, saves = (ROUGH_URGENT, 0) if is_rough else (1, SAVES)
    return Searched(source, ends, senses.room, explore, sense, ways, prior, urgent, saves, picks)


def _together(plan: Plan) -> list[tuple[int, int]]:
    """Where the codes of each decision made together begin, and how many picks each player has there."""
    found = ((block.base, block.decision.picking) for block in plan.blocks if block.way == TOGETHER)
    return [(base, len(picking.choices)) for base, picking in found if picking is not None]


def _picks(plan: Plan) -> int:
    """The most picks that a player has where two decide together; 0 where nobody does, or more do."""
    return max((picks for _, picks in _together(plan)), default=0) if len(plan.rules.players) == 2 else 0


def _parting(write: Writer, plan: Plan, picks: int) -> None:
    """What each player's part of a decision made together is."""
    if picks:
        with write.function("part(a, p)", "The number of a player's pick."):
            for base, choices in reversed(_together(plan)):
                with write.block(f"if a >= {base}:"):
                    write(f"a -= {base}", f"return a // {choices} if p == 0 else a % {choices}")
            write("return 0")


def _has_winner(game: Game) -> bool:
    """Whether the sheet claims that exactly one player wins each full board."""
    made = {claim.text for item in game.tree.items if isinstance(item, tree.Claims) for claim in item.claims}
    return {"at-least-one-winner", "at-most-one-winner"} <= made


def _takes(plan: Plan) -> tuple[int, ...]:
    """For each code the cell where it puts a stone of whoever decides; else -1."""
    found: list[int] = []
    for block in plan.blocks:
        found += range(block.size) if block.takes_cell and block.decision.is_plain else (-1,) * block.size
    return tuple(found)


def _deciding(write: Writer, plan: Plan) -> None:
    """Who decides, who sits where, who has won, whose piece it is."""
    rules, players = plan.rules, len(plan.rules.players)
    with write.function("sitting(S, p)", "The seat that plays a colour."):
        write("return S[SEAT + p]" if plan.layout.seat else "return p")
    ways = tuple(WAYS[point.way] for point in rules.points)
    write(f"WAYS = {ways!r}")
    with write.function("decider(S)", "The seat that decides next, or who else does."):
        if any(ways):
            write(f"way = WAYS[{'S[AT]' if plan.layout.at else '0'}]")
            with write.block("if way != 0:"):
                write("return way")
        write("return sitting(S, S[MOVER])")
    winners = (read_end(code, players)[1] for code in range(1, plan.results.too_long + 1))
    write(f"WINNERS = {(players, *(players if winner is None else winner for winner in winners))!r}")
    with write.function("winner(S)", "The seat that has won; PLAYERS for a draw."):
        write("p = WINNERS[S[END]]", "return p if p == PLAYERS else sitting(S, p)")
    kinds = len(rules.pieces)
    with write.function("owner(v)", "The colour of what a cell holds; -1 for nothing."):
        write("return v - 1" if kinds == 1 else f"return (v - 1) // {kinds}")


@cache
def _part(module: ModuleType, flags: tuple[tuple[str, bool], ...]) -> str:
    """The constants and functions of a part of the kernel as generated modules have them."""
    bare = _Bare(dict(flags))
    body = list(_kept(ast.parse(inspect.getsource(module)), bare))
    return ast.unparse(ast.Module(body, []))


def _kept(module: ast.Module, bare: _Bare) -> Iterator[ast.stmt]:
    for statement in module.body:
        match statement:
            case ast.Assign():
                yield statement
            case ast.FunctionDef():
                yield bare.visit(statement)


class _Bare(ast.NodeTransformer):
    """Takes off types and docstrings, and leaves of a test for a flag what applies."""

    def __init__(self, flags: dict[str, bool]) -> None:
        self._flags = flags

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        for argument in node.args.args:
            argument.annotation = None
        node.body = node.body[1:]
        self.generic_visit(node)
        return node

    def visit_If(self, node: ast.If) -> ast.If | list[ast.stmt]:
        self.generic_visit(node)
        match node.test:
            case ast.Name(name) if name in self._flags:
                return node.body if self._flags[name] else node.orelse
        return node
