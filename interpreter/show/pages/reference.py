"""The tables of the reference, `docs/language.md`, that are made from registries: shapes, functions, limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

from ...board.board import NOWHERE
from ...board.whole import leaping
from ...diagnostics.diagnostic import listed
from ...rules.costs import bounds
from ...rules.expressions.primitives import PRIMITIVES, Primitive
from ...source.syntax.vocabulary import ITEMS, Place, words
from ...values.operations import FUNCTIONS
from ...values.shapes import SHAPES
from ...values.tilings.catalogue import UNITS, tiling
from ...values.values import Function

TILINGS = "| Tiling | Corners of its faces | Faces around a point | Directions | `n` counts |"
"""The first line of the table of tilings."""

LIMITS = {
    "source.reading.files.LARGEST_FILE": "bytes of a file",
    "source.reading.variants.DEEPEST": "variants in a chain",
    "source.syntax.build.MOST_ITEMS": "items, statements and listed names of a file",
    "source.syntax.build.DEEPEST": "nested brackets and blocks",
    "source.syntax.build.LONGEST_CHAIN": "operators in a row",
    "source.syntax.build.LARGEST": "a number written in a file",
    "values.operations.LARGEST": "a computed number, of either sign",
    "values.operations.LONGEST": "elements of a range, a list or a set known before play",
    "values.settings.MOST_VALUES": "values of an option; of a variable, unless they are a range of numbers or cells",
    "values.settings.MOST_CHANCES": "values that chance draws from, or a player chooses from",
    "values.names.MOST_STEPS": "steps of what is computed before play",
    "values.guesses.DEEPEST_DEFINITION": "nested definitions",
    "values.shapes.MOST_CELLS": "cells of a board",
    "values.shapes.WIDEST": "cells of a side; how far apart cells are drawn",
    "board.edges.MOST_EDGES": "edges of a board",
    "board.glue.MOST_SEAMS": "seams that goals tell apart",
    "board.lines.MOST_ON_LINES": "cells on the lines of a relation, counted once for each line",
    "board.lines.MOST_ON_ALL_LINES": "cells on the lines of all relations together",
    "board.distances.MOST_VISITED": "cells visited before play to measure `steps`",
    "board.linking.MOST_VISITED": "cells visited before play to find which seams links cross",
    "board.relations.MOST_COMPARED": "pairs of links compared before play",
    "rules.rules.MOST_PLAYERS": "players",
    "rules.rules.MOST_PIECES": "pieces: kinds, each of all players and of nobody",
    "rules.declarations.things.MOST_ZONES": "zones of cards; kinds of marks",
    "rules.declarations.variables.MOST_ELEMENTS": "elements that each have a variable of one name",
    "rules.declarations.guises.MOST_SIDES": "sides of a tile between which tracks lie",
    "rules.expressions.lowering.MOST_RUNS": "ranges in a set of numbers known before play, for `in` in play",
    "rules.expressions.types.LARGEST_CARD": "a card; a number in a set that play decides",
    "rules.expressions.base.MOST_LOOPS": "nested loops, in an expression or an effect",
    "rules.expressions.elaborate.MOST_PARTS": "operations of an expression, with definitions expanded",
    "rules.expressions.elaborate.DEEPEST": "nested operations, with definitions expanded",
    "rules.expressions.elaborate.MOST_REPEATS": "times that `repeats` counts",
    "rules.expressions.elaborate.MOST_PERFORMED": "uses of named effects, counting those inside others each time",
    "rules.expressions.chained.MOST_PAIRS": "pairs of cells of a relation that play decides",
    "rules.expressions.ways.MOST_STEPS": "steps of walks of a given length",
    "rules.expressions.primitives.WIDEST_AREA": "places of the rectangle around a board, for `encloses`",
    "rules.turns.domains.MOST_COPIES": "elements for which a block is expanded: lists of sets, kinds or words",
    "rules.turns.instructions.MOST_INSTRUCTIONS": "statements of `setup` and `turn`, with effects and loops expanded",
    "rules.facts.reach.MOST_CODES": "different decisions",
    "rules.costs.flow.MOST_LAPS": "turns in a row without a decision, after which nobody can move",
}
"""What the constants that refuse a sheet bound, by their modules and names."""


def tables() -> dict[str, dict[str, str]]:
    """The rows of each table by name of shape or function; a table goes by its first line."""
    return {
        "| Shape | Cells | `sides` and `corners` |": dict(_shapes()),
        TILINGS: dict(_tilings()),
        "| Function | Value | Meaning |": dict(_functions()),
        "| Kind | Names |": dict(_names()),
        "| At most | Warning beyond | Error beyond | With `--allow-slow` |": dict(_limits()),
    }


def written(page: str) -> str:
    """A page with the rows of its tables written afresh."""
    lines = page.split("\n")
    for head, rows in tables().items():
        start = lines.index(head) + 2
        end = lines.index("", start)
        lines[start:end] = rows.values()
    return "\n".join(lines)


def _shapes() -> Iterator[tuple[str, str]]:
    for name, row in SHAPES.items():
        parameters = ", ".join(parameter for parameter, _ in row.parameters)
        yield name, f"| `{name}({parameters})` | {row.cells} | {row.sides}{' ' * bool(row.sides)}|"


def _tilings() -> Iterator[tuple[str, str]]:
    for name in UNITS:
        here = tiling(name)
        corners, degrees = (_numbers(map(len, each)) for each in (here.corners_of, here.faces_at))
        directions = "six" if here.is_hexagonal else "four"
        counts = "faces" if here.has_centred_face else f"blocks of {len(here.polygons)} faces"
        yield name, f"| `{name}` | {corners} | {degrees} | {directions} | {counts} |"


def _numbers(numbers: Iterable[int]) -> str:
    return listed([str(number) for number in sorted(set(numbers))], "and")


def _functions() -> Iterator[tuple[str, str]]:
    known = [row for row in FUNCTIONS.values() if row.name not in SHAPES.keys() | PRIMITIVES.keys()]
    rows: list[Function | Primitive] = [*known, leaping(NOWHERE), *PRIMITIVES.values()]
    for row in rows:
        yield row.name, f"| `{row.signature}` | {row.result} | {row.doc} |"
        if row.name == "adjacent":
            yield "crossing", f"| `crossing(cells)` | {row.result} | the cells on links that cross the link of a cell |"


def _names() -> Iterator[tuple[str, str]]:
    values = words(Place.CONSTANT, Place.POSITION)
    kinds = {
        "functions": (*dict(_functions()), *(set(words(Place.FUNCTION)) - dict(_functions()).keys())),
        "shapes": tuple(SHAPES), "regions": words(Place.REGION), "values": values,
        "attributes": words(Place.ATTRIBUTE), "tilings": tuple(UNITS),
        "items and statements": words(*ITEMS), "within them": words(Place.CLAUSE, Place.OPERATOR, Place.PREFIX),
    }  # fmt: skip
    for kind, names in kinds.items():
        shown = " ".join(f"`{name}`" for name in sorted(names) if name.isascii() and name[0].isalnum())
        yield f"all {kind}", f"| {kind} | {shown} |"


def _limits() -> Iterator[tuple[str, str]]:
    for name, what in LIMITS.items():
        module, constant = name.rsplit(".", 1)
        most = getattr(import_module(f"...{module}", __package__), constant)
        yield name, f"| {what} | | {most:,} | |"
    for limit in bounds.LIMITS:
        numbers = " | ".join(f"{number:,}" for number in (limit.comfortable, limit.allowed, limit.utmost))
        yield limit.name, f"| {limit.name}: {limit.unit} of {limit.meaning} | {numbers} |"
