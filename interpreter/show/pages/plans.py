"""The plan of a game's machine as a page: what its module will hold, and why, before a line of it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import assert_never

from ...machine.plan.goals import GoalPlan
from ...machine.plan.offers import FromAll, FromCards, FromEmpty, FromList, FromSearch, FromSort, Offer
from ...machine.plan.plan import Plan
from ...machine.plan.random import Draws, Stones
from ...machine.plan.sections import DERIVED, POSITION, SCRATCH
from ...play.game import Game
from ...rules import ir, program
from ..columns import Row, columns


def plan_page(game: Game) -> str:
    """Return the plan of a game: sections of the state, what is kept, how decisions and goals are answered, labels,
    results, random games, functions."""
    plan = game.plan
    parts: dict[str, list[Row]] = {
        "Forms": [(each.name, str(getattr(plan.forms, each.name))) for each in fields(plan.forms)],
        "Position: what makes two states equal": _sections(plan, POSITION),
        "Derived from it": _sections(plan, DERIVED),
        "Scratch": _sections(plan, SCRATCH),
        "Kept as the board changes": _kept(plan),
        "Goals": [_goal(each) for each in plan.goals.all],
        "Groups": [(type(group).__name__, f"numbered {number}") for group, number in plan.groups.items()],
        "Decisions": [_offer(plan, each) for each in plan.offers],
        "Script": _script(plan),
        "Results": [(each.name, str(each.value), each.meaning) for each in plan.results.constants],
        "Random games": list(_random_games(plan)),
    }
    pages = [f"{title}:\n{columns(rows)}" for title, rows in parts.items() if rows]
    return "\n\n".join([f"The plan of {game.title}", *pages, "Functions:\n  " + " ".join(plan.functions)])


def _sections(plan: Plan, part: str) -> list[Row]:
    return [
        (each.name, str(each.offset), str(each.size), each.meaning.removeprefix("scratch: "))
        for each in plan.layout.sections
        if each.part == part
    ]


def _kept(plan: Plan) -> list[Row]:
    rows: list[Row] = []
    if plan.lists:
        rows += [
            (f"list {number}", f"cells that hold {_contents(held)}") for number, held in enumerate(plan.lists.held)
        ]
    rows += [(f"sorted lists {number}", f"{len(each)} keys") for number, each in enumerate(plan.sorts.families)]
    for number, count in enumerate(plan.around.counts):
        what = " / ".join(map(_contents, count.contents))
        rows.append((f"count {number}", f"of the cells around each cell that hold {what}"))
    if plan.chains:
        how = "built again when asked after a stone left" if plan.chains.mended else "merged as stones come"
        rows.append(("chains", f"{how}; {plan.bits.size} bits for what each meets"))
    if plan.chains and plan.chains.rings:
        rows.append(("rings", "seen as they close"))
    if plan.keeps_prints:
        rows.append(("prints", "of the board, one for each content"))
    if plan.puts:
        rows.append(("changes", "all in one function, put"))
    return rows


def _contents(held: frozenset[int]) -> str:
    return " or ".join("nothing" if each == ir.EMPTY else str(each) for each in sorted(held))


def _goal(plan: GoalPlan) -> Row:
    owner = "own stones" if plan.is_own else "other cells" if plan.owner is None else f"stones of player {plan.owner}"
    ways = {"searched": "searched for when asked", "watched": "noted where chains merge",
            "lasting": "kept until a stone comes to its path"}  # fmt: skip
    return str(plan.number), type(plan.goal).__name__, f"of {owner}", ways[plan.answer]


_JUDGED = {
    "": "",
    "bits": "forbidden: read from the bits of the chains it would join",
    "placed": "forbidden: tried on the board",
    "copied": "forbidden: tried on a copy",
}


def _offer(plan: Plan, offer: Offer) -> Row:
    block = offer.block
    codes = f"{block.base}" if block.size == 1 else f"{block.base}..{block.base + block.size - 1}"
    where = f"choice {block.point}, tier {block.tier}"
    proposed = f"proposed from {_proposed(offer)}" if plan.forms.moves == "proposed" else ""
    return codes, block.word, where, "; ".join(filter(None, [proposed, _JUDGED[offer.judged]]))


def _proposed(offer: Offer) -> str:
    match offer.proposed:
        case FromSort():
            return "a sorted list"
        case FromEmpty(all_of_them):
            return "the empty cells" if all_of_them else "the empty cells, then tested"
        case FromList(lists, most):
            return f"list {' / '.join(map(str, lists))}, {most} for each cell"
        case FromCards():
            return "the cards held"
        case FromSearch():
            return "the cells that a search finds"
        case FromAll():
            return "all codes"
        case never:
            assert_never(never)


def _script(plan: Plan) -> list[Row]:
    named = {label.value: label for label in plan.flow.labels}
    rows: list[Row] = []
    for number, each in enumerate(plan.flow.instructions):
        label = named.get(number)
        rows.append((label.name if label else "", str(number), _instruction(plan, number, each)))
    late = [label for label in plan.flow.labels if label.value >= plan.flow.count]
    return [*rows, *((label.name, str(label.value), label.meaning) for label in late)]


def _instruction(plan: Plan, number: int, each: program.Instruction) -> str:
    match each:
        case program.Rest(point):
            stop = "" if each.stop is None else f", or after a stop at {plan.flow.stopped(number)}"
            return f"wait for choice {point}, then continue at {plan.flow.after(number)}{stop}"
        case program.Do(effects):
            again = ", then derive everything afresh" if number in plan.flow.rebuilds else ""
            return f"apply {', '.join(type(effect).__name__ for effect in effects)}{again}"
        case program.Test(_, otherwise):
            return f"test a condition, else continue at {plan.flow.name(otherwise)}"
        case program.Possible(point, otherwise):
            return f"see whether choice {point} offers anything, else continue at {plan.flow.name(otherwise)}"
        case program.Jump(to):
            return f"continue at {plan.flow.name(to)}"
        case program.Judge():
            return "check the endings"
        case program.End():
            return "end the round" if plan.rules.script.is_round else "end the turn"
        case never:
            assert_never(never)


def _random_games(plan: Plan) -> Iterator[Row]:
    match plan.playouts.loop:
        case Stones() as stones:
            yield "moves", "one loop that puts stones" + (", or passes" if stones.passing else "")
        case Draws():
            yield "moves", "drawn from the list of empty cells"
        case None if plan.forms.moves == "proposed":
            yield "moves", "drawn from proposals, and again where one cannot be taken"
        case None:
            yield "moves", "drawn from the list of those on offer"
        case never:
            assert_never(never)
    longest = f"{plan.playouts.longest:,} decisions"
    yield "length", "bounded by the rules" if plan.playouts.is_bounded else f"broken off after {longest}"
    if plan.playouts.chance_points:
        yield "chance", f"decides choice {', '.join(map(str, plan.playouts.chance_points))}"
    if plan.fillings:
        flooded = f", flooded {plan.fillings.lanes} at once" if plan.fillings.ends else ""
        yield "fillings", f"tell who wins: {plan.fillings.half} cells of the first player{flooded}"
