"""`finite` by a measure: something that every decision lowers and that cannot fall for ever."""

from __future__ import annotations

from ....play.game import Game
from ....rules import deeds, program, walk
from ....rules.traits import Act
from ..limits import Limits
from ..verdicts import Proved, Refuted, sizes_of


def attempt(game: Game, claim: str, limits: Limits) -> Proved | Refuted | str:
    """Prove that a game is finite because every decision, but for a bounded few, fills an empty cell for good."""
    if claim != "finite":
        return ""
    if not game.facts.stones_only_come:
        return "pieces move, change or leave, so empty cells may come back"
    decisions = game.rules.decisions
    free = [each for each in decisions if not _fills(each) and not _is_tied(each)]
    if free:
        return f"`{free[0].word}` fills no cell and may come again and again"
    if any(point.traits.acts & Act.DRAWS or point.way != program.CHOICE for point in game.rules.points):
        return "chance, or several players at once, decide beside the stones that are put down"
    tied = sum(not _fills(each) for each in decisions)
    if tied and any(isinstance(each, program.Jump) for each in game.rules.script.instructions):
        return "a decision that fills no cell stands in a loop of its turn"
    cells = game.machine.start[: len(game.board.cells)].count(0)
    aside = f"; {tied} kinds of decision are tied to one turn each" if tied else ""
    statement = (
        f"every decision fills one of the {cells} cells that are empty at the start, and no cell is emptied{aside}"
    )
    return Proved(claim, "measure", sizes_of(game), statement, {"empty cells": cells, "tied to a turn": tied})


def _fills(decision: program.Decision) -> bool:
    """Whether a decision puts a piece on an empty cell; so it does in a game where stones only come."""
    return decision.word == "place" and decision.target is not None


def _is_tied(decision: program.Decision) -> bool:
    """Whether a decision is on offer on one turn only, and cannot be repeated within it."""
    is_again = any(isinstance(node, deeds.Again) for node in walk.everything(decision.effects))
    return decision.turn is not None and not is_again
