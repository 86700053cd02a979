"""Try to prove a claim about full boards from the surface that the board is, and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...deadline import look
from ...play.game import Game
from ...record import Record
from .. import statements
from ..endings import Endings
from ..fillings import Fillings, Unphrased, fillings_of, inapplicable
from ..limits import Limits
from ..verdicts import Json, Proved
from .borders import FREE, Surface, surface_of
from .chains import Carrier, Question, TooMany, check_colours, joint, questions_of
from .homology import Homology, homology, intersections
from .naming import checked, family
from .sides import check_sides, sides_of
from .spaces import Space, annihilator, combined, how_many, subspaces
from .triangulation import Untriangulated, triangulation_of

METHOD = "topology"
MOST_PAIRS = 60_000
"""How many pairs of spaces are examined at most."""

ONE_OF_TWO = (0b01, 0b10)
"""What may be true of two conditions exactly one of which holds."""

MOST_ATOMS = 12
"""How many conditions may be true or false independently of one another, for a proof by logic alone."""


class Model(Record):
    """All that a proof rests on: the surface, the homology of each player's side, what their classes mean."""

    surface: Surface
    sides: tuple[Homology, Homology]
    meeting: tuple[int, ...]
    """For each class of the first basis, the classes of the second that meet it an odd number of times."""

    carriers: tuple[Carrier, Carrier]

    def pairs(self) -> Iterator[tuple[Space, Space]]:
        """Yield all pairs of orthogonal spaces; without a free boundary, only spaces with their annihilators."""
        size, other = (side.dimension for side in self.sides)
        for one in subspaces(size):
            most = annihilator((combined(vector, self.meeting) for vector in one), other)
            if not self.surface.has_free_boundary:
                yield one, most
            else:
                for part in subspaces(len(most)):
                    yield one, tuple(combined(vector, most) for vector in part)

    @property
    def number(self) -> int:
        """How many pairs there may be at most."""
        size, other = (how_many(side.dimension) for side in self.sides)
        return size * other if self.surface.has_free_boundary else size


def attempt(game: Game, claim: str, limits: Limits) -> Proved | str:
    """Return a proof of a claim for every board of the same kind, or a sentence that says why there is none."""
    if claim not in statements.OF_FULL_BOARDS:
        return ""
    try:
        fillings = fillings_of(game)
        endings = Endings(fillings)
        holds = cache(lambda truth: not statements.contradicts(claim, len(endings.winners(truth))))
        if len(endings.atoms) <= MOST_ATOMS and all(map(holds, range(1 << len(endings.atoms)))):
            return _by_logic(claim, len(endings.atoms))
        sides = sides_of(endings)
        if sides is not None:
            check_colours(fillings)
            check_sides(game.board, triangulation_of(game.board), sides)
            if all(map(holds, ONE_OF_TWO)):
                return _by_sides(claim, sides)
            return "one of two players joins all three sides, but the claim does not follow"
        model = model_of(fillings, endings)
        if model.number > MOST_PAIRS:
            return f"the surface has too many classes: {model.number:,} pairs of spaces would have to be examined"
        occurring = 0
        for pair in model.pairs():
            look()
            truths = [carrier.truths(space) for carrier, space in zip(model.carriers, pair, strict=True)]
            occurring += all(truths)
            exception = next((truth for truth in joint(truths) if not holds(truth)), None)
            if exception is not None:
                return _allowed(game, endings.winners(exception))
    except (Unphrased, Untriangulated, TooMany) as reason:
        return inapplicable(reason)
    return _by_topology(game, claim, model, occurring)


def model_of(fillings: Fillings, endings: Endings) -> Model:
    """Return what a proof rests on. Raises `Unphrased` where the goals ask for more than classes, `Untriangulated`
    where the board is no surface with arcs, or its labels are not known on classes."""
    check_colours(fillings)
    questions = questions_of(endings)
    board = fillings.game.board
    surface = surface_of(board, triangulation_of(board), 2)
    for player, name in enumerate(fillings.game.players):
        asks_labels = any(asked.player == player and asked.kind != "connects" for asked in questions)
        if asks_labels and not surface.is_cocycle(player):
            raise Untriangulated(f"the seams crossed by chains of {name} depend on more than their classes")
    sides = homology(surface, surface.arcs[0]), homology(surface, surface.arcs[1])
    one, other = (_carrier(surface, side, player, questions) for player, side in enumerate(sides))
    return Model(surface, sides, _meeting(surface, *sides), (one, other))


def _meeting(surface: Surface, one: Homology, other: Homology) -> tuple[int, ...]:
    """The pairing of the two sides; classes of the second are taken relative to the free boundary, too."""
    wider = homology(surface, surface.arcs[1] | surface.arcs[FREE])
    pairing = intersections(surface, one, wider)
    images = other.of(wider.classes)
    return tuple(sum(((row & image).bit_count() & 1) << bit for bit, image in enumerate(images)) for row in pairing)


def _carrier(surface: Surface, side: Homology, player: int, questions: tuple[Question, ...]) -> Carrier:
    own = {edge: vertex for edge, vertex in surface.stands if surface.owners[edge] == player}
    places = {vertex: bit for bit, vertex in enumerate(own.values())}
    ends = tuple(0 if one == other else 1 << places[one] | 1 << places[other] for one, other in side.ends)
    asked = tuple((bit, question) for bit, question in enumerate(questions) if question.player == player)
    return Carrier(tuple(own), ends, side.of(surface.labels[player]), asked)


def _by_logic(claim: str, atoms: int) -> Proved:
    data: dict[str, Json] = {"kind": "logic", "atoms": atoms}
    return Proved(claim, METHOD, "every board, of any size", statements.of_endings(atoms), data)


def _by_sides(claim: str, sides: tuple[frozenset[int], ...]) -> Proved:
    reach = "every board, of any size, that triangulates a disc with three such sides"
    data: dict[str, Json] = {"kind": "sides", "sides": [[*sorted(side)] for side in sides]}
    return Proved(claim, METHOD, reach, statements.of_three_sides(), data)


def _allowed(game: Game, winners: frozenset[int]) -> str:
    names = " and ".join(game.players[player] for player in sorted(winners)) or "nobody"
    return (
        f"the theorem allows a full board on which {names} {'have' if len(winners) > 1 else 'has'} won; "
        "it does not tell whether there is one"
    )


def _by_topology(game: Game, claim: str, model: Model, occurring: int) -> Proved:
    surface = model.surface
    hypotheses = checked(surface, game)
    statement = statements.of_a_surface(hypotheses, game.players, surface.has_free_boundary, occurring)
    return Proved(claim, METHOD, family(surface, game), statement, certificate(model))


def certificate(model: Model) -> dict[str, Json]:
    """Return what a checker needs: the surface, bases of its homology, and what its classes mean."""
    surface = model.surface
    return {
        "kind": "surface",
        "cells": surface.cells,
        "links": [list(link) for link in surface.links],
        "triangles": [list(triangle) for triangle in surface.triangles],
        "arcs": [[*sorted(arcs)] for arcs in surface.arcs],
        "labels": [list(labels) for labels in surface.labels],
        "stands": [list(each) for each in surface.stands],
        "cycles": [[[*sorted(cycle)] for cycle in side.cycles] for side in model.sides],
    }
