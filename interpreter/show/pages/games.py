"""Pages about games: the library, a game's rule sheet, and what it was compiled to."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import groupby

from ...play.game import Game
from ...reports.library.kept import MEANING, SHARES, Figure
from ...reports.library.kept import kept as measured
from ...reports.library.places import named
from ...rules import deeds, ir, walk
from ...rules.costs.bounds import MEMORY
from ...rules.costs.findings import rounded
from ...rules.costs.flow import MOST_LAPS
from ...rules.costs.scales import remembered
from ...source.layout.format import format_item
from ...source.syntax import tree
from ...values.settings import spelt
from ..boards.palette import PLAIN, Face
from ..boards.text import draw, legend
from ..columns import Row, columns
from ..library import Entry, entries, found
from ..tags import TAGS


def library(searched: str = "", tags: Iterable[str] = (), words: Iterable[str] = (), *, figures: bool = False) -> str:
    """Return the list of shipped games by family, one per line: those that a search finds, that have all tags, and for
    which all words of `reports.library.places` hold; `figures` shows what was measured of them."""
    kept = [named(word) for word in words]
    games = [each for each in found(searched, tags) if all(each.name in names for names in kept)]
    rows = [(each.name, each.title, *(_figures(each) if figures else (_unusual(each), each.about))) for each in games]
    lines = zip(games, columns(rows).splitlines(), strict=True)
    families = groupby(lines, lambda row: row[0].family)
    return "\n\n".join("\n".join([family, *(line for _, line in members)]) for family, members in families)


def _figures(entry: Entry) -> tuple[str, ...]:
    """What was measured of a game, as far as it was: each value with the size of its sample."""
    row = measured().get(entry.name)
    told = row.figures if row else {}
    return tuple(f"{name} {_value(name, told[name])}" if name in told else f"{name} –" for name in MEANING)


def _value(name: str, figure: Figure) -> str:
    value = f"{100 * figure.value:.0f} %" if name in SHARES else f"{figure.value:.0f}"
    return f"{value} (n = {figure.n:,})"


def _unusual(entry: Entry) -> str:
    minutes = [f"{entry.minutes} min"] if entry.minutes else []
    return ", ".join([*minutes, *entry.tags])


def tag_list() -> str:
    """Return all tags, with what they say and how many games have them."""
    counts = Counter(tag for entry in entries() for tag in entry.tags)
    return columns((tag.name, str(counts[tag.name]), tag.about) for tag in TAGS if counts[tag.name])


def rule_sheet(game: Game, face: Face = PLAIN) -> str:
    """Return what a player wants to know about a game: description, rules, options, initial board."""
    return "\n\n".join(filter(None, _rule_sheet(game, face)))


def rules_of(game: Game) -> str:
    """Return what a game is about and its rules, in words and as written in the file."""
    return "\n\n".join(filter(None, _rules(game)))


def _rule_sheet(game: Game, face: Face) -> Iterator[str]:
    yield from _rules(game)
    yield _options(game)
    yield f"{legend(game, face)}\n\n{draw(game.start(decide_chance=False), face)}"


def _rules(game: Game) -> Iterator[str]:
    authors = [item for item in game.tree.items if isinstance(item, tree.Author)]
    by = ", ".join(item.name.value + (f" ({item.year.value})" if item.year else "") for item in authors)
    yield "\n".join(filter(None, [game.title, f"by {by}" if by else "", _text(game.tree, tree.Summary)]))
    yield textwrap.dedent(_text(game.tree, tree.Rules)).strip()
    formal = [
        format_item(item)
        for item in game.tree.items
        if isinstance(item, tree.Setup | tree.Turn | tree.Round | tree.Ending)
    ]
    yield "As written in the file:\n" + textwrap.indent("\n".join(formal), "  ")


def _options(game: Game) -> str:
    lines = []
    for option in game.settings.options:
        value = spelt(game.settings.values[option.name])
        lines.append(f"  {option.name} = {value} (in {option})" + (f": {option.text}" if option.text else ""))
    return "Options:\n" + "\n".join(lines) if lines else ""


def _text(file: tree.File, kind: type[tree.Title | tree.Summary | tree.Rules]) -> str:
    return next((item.text.value for item in file.items if isinstance(item, kind)), "")


def inspection(game: Game) -> str:
    """Return what a game was compiled to: decisions, state, tables, facts, and the forms that the facts allow."""
    machine = game.machine
    parts = [
        f"{game.title}, {', '.join(f'{name} = {spelt(value)}' for name, value in game.settings.values.items())}",
        f"{len(game.board.cells)} cells, {sum(map(len, game.board.arcs)) // 2} links, {len(game.board.edges)} edges, "
        f"{game.action_count} move codes",
        "Decisions:\n" + "\n".join(_decisions(game)),
        "Endings:\n" + "\n".join(_endings(game)),
        "State:\n" + columns([(s.name, str(s.offset), str(s.size), s.meaning) for s in machine.layout.sections]),
        "Tables:\n" + columns([(name, f"{size} numbers") for name, size in machine.table_sizes]),
        "Facts:\n"
        + columns([(name.replace("_", " "), _fact(getattr(game.facts, name))) for name in game.facts.__match_args__]),
        "Claims:\n" + columns(list(_claims(game))),
        "Bounds:\n" + columns(list(_bounds(game))),
        "Room:\n" + columns(list(_rooms(game))),
        "Forms:\n" + columns([(f.name, str(getattr(game.forms, f.name))) for f in fields(game.forms)]),
    ]
    return "\n\n".join(parts)


def _decisions(game: Game) -> Iterator[str]:
    for block in game.machine.blocks:
        codes = f"{block.base}" if block.size == 1 else f"{block.base}..{block.base + block.size - 1}"
        yield f"  {codes}: {' '.join(block.decision.span.text.split())}" + (" (otherwise)" if block.tier else "")
    for point in game.rules.points:
        yield from (f"  never: {' '.join(decision.span.text.split())}" for decision in point.never)


def _endings(game: Game) -> Iterator[str]:
    for ending in game.rules.endings:
        yield f"  {' '.join(ending.span.text.split())}"


def _claims(game: Game) -> Iterator[tuple[str, str]]:
    """What `hexgame prove` has found out about each claim."""
    from ...proofs.known import known  # noqa: PLC0415 - only this page tells it
    from ...proofs.verdicts import CLAIMS  # noqa: PLC0415

    before = known(game)
    for claim in CLAIMS:
        found = before.get(claim)
        yield claim, f"{'proved' if found.is_proved else 'refuted'} ({found.method})" if found else "not decided yet"


def _bounds(game: Game) -> Iterator[tuple[str, str, str]]:
    for bound in game.costs.bounds:
        size, when = MEMORY.get(bound.limit, (0, ""))
        memory = f", {max(1, bound.most * size // 1_000_000):,} MB {when}" if size else ""
        loops = f", over {' × '.join(map(str, bound.loops))}" if bound.loops else ""
        yield bound.limit.name, f"{rounded(bound.most)} {bound.limit.unit}{memory}", f"most: {bound.name}{loops}"
    position = game.costs.position
    yield "history", f"{position:,} numbers a decision", "what a decision changes, at most the whole position"


def _rooms(game: Game) -> Iterator[Row]:
    """Where play may find no room, and what happens then."""
    rules = game.rules
    if game.facts.remembers:
        most = f"{remembered(len(game.board.cells)):,}"
        yield "boards remembered", most, "if there would be more, the game is stopped and nobody wins"
    if rules.stacks > 1:
        yield "pieces on a cell", str(rules.stacks), "a piece that finds no room stays where it is"
    sets = [node for node in walk.everything_in(rules) if isinstance(node, deeds.SetVariable) and node.bounds]
    for node in dict.fromkeys(sets):
        slot, bounds = rules.variables[node.variable.number], node.bounds
        if slot.is_declared and bounds and not isinstance(node.value, ir.Constant):
            yield slot.name, f"{min(bounds)}..{max(bounds)}", "a value outside becomes the nearest of these"
    if not game.facts.always_finite:
        longest = f"{game.plan.playouts.longest:,}"
        yield "decisions at random", longest, "a longer random game is stopped"
    yield "turns without a choice", f"{MOST_LAPS:,}", "after this many in a row, nobody can move"


def _fact(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_fact, value)) or "none"
    return spelt(value) if isinstance(value, bool) else str(value)
