"""The whole rules of a game: players, pieces, the turn and the endings, checked against the board."""

from __future__ import annotations

from collections.abc import Iterator

from ..board.board import Board
from ..diagnostics.diagnostic import Diagnostic, Diagnostics, listed, meant
from ..diagnostics.text import Span
from ..source.syntax import tree
from ..source.syntax.vocabulary import forms, needed
from ..values.settings import Settings
from ..values.types import LIST, NUMBER, TRUTH
from ..values.values import WRONG, Meaning, Wrong
from . import elements, ir, program, walk
from .declarations.guises import looks_of
from .declarations.naming import check_names
from .declarations.sights import sights_of
from .declarations.things import MOST_ZONES, declare
from .declarations.variables import add_variables
from .expressions.base import REPEATS, STUCK
from .expressions.elaborate import Elaborator
from .expressions.many.lists import items_of
from .facts.reach import MOST_CODES, all_codes
from .turns.decisions import decides
from .turns.effects import head
from .turns.instructions import MOST_INSTRUCTIONS, TooLong
from .turns.scripts import Flattener

MOST_PLAYERS = 6

MOST_PIECES = 60
"""The most different pieces that a cell may hold: each kind, of each player and of nobody."""

CLAIMS = ("at-least-one-winner", "at-most-one-winner", "no-draws", "always-a-move", "finite")
"""What a file may claim of its game."""


def build_rules(file: tree.File, board: Board, settings: Settings, report: Diagnostics) -> program.Rules | None:
    """The rules, or None where something that they stand on is missing."""
    declared = declare(file, settings, report)
    elaborator = Elaborator(settings.scope, report, board, settings.players, declared)
    elaborator.advice = dict(settings.inside)
    declared.stacks = _stacks(file, elaborator)
    chances = add_variables(file, settings, elaborator)
    flattener = Flattener(elaborator)
    main = next((item for item in file.items if isinstance(item, tree.Turn | tree.Round)), None)
    setup = next((item for item in file.items if isinstance(item, tree.Setup)), None)
    script = None
    if main is not None:
        try:
            script = flattener.flatten(chances, setup, main)
        except TooLong:
            what = f"this takes more than {MOST_INSTRUCTIONS:,} steps when written out"
            elaborator.wrong("HG307", what, main.span, help="use a loop for what is repeated here: repeat N { … }")
    scores = _scores(file, elaborator)
    endings = [_ending(item, elaborator, bool(scores)) for item in file.items if isinstance(item, tree.Ending)]
    seen = sights_of(file, elaborator)
    looks, shades = looks_of(file, elaborator)
    if script is None or seen is WRONG or not settings.players or not board.cells or report.failed:
        return None
    rules = program.Rules(
        tuple(player.name for player in settings.players),
        declared.pieces,
        declared.zones,
        declared.cards,
        declared.marks,
        tuple(declared.slots),
        tuple(declared.layers),
        tuple(flattener.points),
        script,
        tuple(ending for ending in endings if ending),
        scores,
        seen,
        tuple(elaborator.goals),
        tuple(elaborator.regions),
        len(board.seams) if any(isinstance(goal, ir.Path | ir.Loop) for goal in elaborator.goals) else 0,
        declared.stacks,
        shades,
        looks=looks,
        written=elaborator.written,
        spread=elaborator.spread,
    )
    assert main is not None
    together = [point for point in rules.points if point.way in (program.TOGETHER, program.SECRET)]
    if together and len(rules.players) > 2 and any(ending.result == "lose" for ending in rules.endings):
        message = "`together` includes all players, but a player who loses is out"
        elaborator.wrong("HG512", message, together[0].tiers[0][0].span,
                         help="let them pick in turn: for p in players { as p { … } }")  # fmt: skip
    if all_codes(rules, len(board.cells)) > MOST_CODES:
        elaborator.wrong("HG507", f"more than {MOST_CODES:,} different decisions", main.span,
                         help="a smaller board, or narrower sets to move from and to")  # fmt: skip
    starts_with_choice = isinstance(script.instructions[script.start], program.Rest)
    if ir.Stuck() in walk.everything(rules.endings) and not starts_with_choice:
        _begins_late(main, elaborator)
    return None if report.failed else rules


def _begins_late(main: tree.Turn | tree.Round, elaborator: Elaborator) -> None:
    """Report what comes before the first choice, where rules ask whether anything is possible."""
    statements = main.block.statements
    first = next((each for each in statements if not isinstance(each, tree.Offer | tree.Then)), None)
    is_first = bool(statements) and first is statements[0]
    if first is None or not is_first:
        elaborator.wrong("HG513", "`stuck` needs a turn that begins with a choice", main.span)
        return
    inside = decides(first)
    label, advice = "this comes before the choice", "move it behind the choice, or into the block of its decisions"
    if inside:
        label = "this is not a choice"
        advice = "begin with the choice, and say in `where` when each decision is possible: may place … where …"
    what = "`stuck` needs a turn that begins with a choice"
    elaborator.wrong("HG513", what, head(first), label=label, help=advice)


LEAST_STACKS, MOST_STACKS = 2, 127


def _stacks(file: tree.File, elaborator: Elaborator) -> int:
    """The most pieces that may lie on a cell."""
    item = next((item for item in file.items if isinstance(item, tree.Stacks)), None)
    most = elaborator.fixed(item.number, int, "`stacks`") if item else 1
    if item is None or most is WRONG:
        return MOST_STACKS if item else 1
    if not LEAST_STACKS <= most <= MOST_STACKS:
        elaborator.wrong("HG304", f"piles of up to {most:,} pieces", item.number.span,
                         expected=f"a number from {LEAST_STACKS} to {MOST_STACKS}",
                         help="without `stacks`, a cell holds one piece" if most == 1 else "")  # fmt: skip
        return MOST_STACKS
    return most


def check_sections(file: tree.File) -> Diagnostics:
    """What every game must have, and how its names must be."""
    report = Diagnostics()
    if not file.items:
        nowhere = Span(file.span.source, 0, 0)
        report.append(
            Diagnostic("HG102", "the file contains only comments", nowhere, help='begin with: game "My game"')
        )
        return report
    for word, kinds in needed().items():
        if not any(isinstance(item, kinds) for item in file.items):
            start = Span(file.span.source, file.span.start, file.span.start)
            report.append(
                Diagnostic("HG103", f"this file has no `{word}`", start, help=f"add: {forms()[word.upper()]}")
            )
            if tree.Players in kinds:
                report.doubts.unsure.update(_used_as_players(file))
    scripts = [item for item in file.items if isinstance(item, tree.Turn | tree.Round)]
    if len({type(item) for item in scripts}) > 1:
        report.append(Diagnostic("HG104", "a game has a `turn` or a `round`, not both", scripts[1].span, "here",
                                 ((scripts[0].span, "the first is given here"),), help="keep one of them"))  # fmt: skip
    if sum(len(item.zones) for item in file.items if isinstance(item, tree.Cards)) > MOST_ZONES:
        report.append(Diagnostic("HG507", f"more than {MOST_ZONES} zones of cards", file.span))
    if sum(len(item.names) for item in file.items if isinstance(item, tree.Marks)) > MOST_ZONES:
        report.append(Diagnostic("HG507", f"more than {MOST_ZONES} kinds of marks", file.span))
    claims = [claim for item in file.items if isinstance(item, tree.Claims) for claim in item.claims]
    for claim in claims:
        if claim.text not in CLAIMS:
            message = f"`{claim.text}` is not a claim that can be tested"
            guess = meant(claim.text, CLAIMS)
            report.append(Diagnostic("HG522", message, claim.span, expected=listed(CLAIMS), **guess))
    players = max((len(item.names) for item in file.items if isinstance(item, tree.Players)), default=0)
    for item in file.items:
        if isinstance(item, tree.Players) and len(item.names) > MOST_PLAYERS:
            report.append(Diagnostic("HG507", f"more than {MOST_PLAYERS} players", item.span))
        if isinstance(item, tree.Pieces) and len(item.pieces) * (players + 1) > MOST_PIECES:
            what = f"more than {MOST_PIECES} pieces: {len(item.pieces)} kinds, each of {players} players or of nobody"
            report.append(Diagnostic("HG507", what, item.span, help="mark or count what differs: marks …, or var …"))
    report.extend(check_names(file))
    return report


def _used_as_players(node: tree.Node) -> Iterator[str]:
    """The names that stand where a player's does."""
    for child in node.children:
        yield from _used_as_players(child)
    match node:
        case tree.Edge():
            yield from (name.id for name in node.players)
        case tree.Ending(player=tree.Name(id=name)) | tree.Score(player=tree.Name(id=name)):
            yield name
        case tree.Kind(owner=tree.Name(id=name)) | tree.Chosen(owner=tree.Name(id=name)):
            yield name
        case tree.Acting(player=tree.Name(id=name)):
            yield name
        case _:
            pass  # no player's name stands here


def _scores(file: tree.File, elaborator: Elaborator) -> tuple[ir.Expression, ...]:
    """What each player has; nothing where the file does not speak of it."""
    found: dict[int, ir.Expression] = {}
    first: dict[int, tree.Score] = {}
    for item in file.items:
        if not isinstance(item, tree.Score):
            continue
        player = elaborator.player(item.player, elaborator.players) if item.player else None
        if item.player and player is None:
            continue
        with elaborator.asked_of(player):
            value = _score(item.value, elaborator)
        for index in range(len(elaborator.players)) if player is None else (player.index,):
            if index in found:
                elaborator.wrong("HG104", "a second score", item.span, label="again here",
                                 related=((first[index].span, "the first is given here"),))  # fmt: skip
            found[index], first[index] = value if value is not WRONG else ir.Constant((0,)), item
    missing = [player for player in elaborator.players if player.index not in found]
    if found and missing:
        item = next(iter(first.values()))
        elaborator.wrong(
            "HG521", f"{missing[0].name} has no score", item.span, help=f"add: score for {missing[0].name} = …"
        )
    if len({len(score.items) if isinstance(score, elements.Listed) else 0 for score in found.values()}) > 1:
        item = next(reversed(first.values()))
        elaborator.wrong("HG521", "the scores of all players must be numbers, or lists of the same length", item.span)
    return tuple(found[index] for index in sorted(found))


def _score(node: tree.Expression, elaborator: Elaborator) -> ir.Expression | Wrong:
    """The IR of a number, or of a list of numbers; WRONG, and reported, if the expression is neither."""

    def work(node: tree.Expression) -> ir.Expression | Wrong:
        value = elaborator.evaluate(node)
        listed = items_of(value) if value is not WRONG and value.type is LIST else None
        if not listed:
            return elaborator.as_expression(value, node, NUMBER, "`score`")
        items = [elaborator.as_expression(item, node, NUMBER, "each item of a score") for item in listed]
        known = tuple(item for item in items if item is not WRONG)
        return elements.Listed(known) if len(known) == len(items) else WRONG

    return elaborator.attempt(node, work)


def _ending(item: tree.Ending, elaborator: Elaborator, has_scores: bool) -> program.Ending | None:
    player = elaborator.player(item.player, elaborator.players) if item.player else None
    if item.result == "score" and not has_scores:
        elaborator.wrong("HG521", "this game has no `score`", item.span, help="add: score = count(own)")
    words: dict[str, Meaning] = {"stuck": STUCK} if item.timing == "start" else {"repeats": REPEATS}
    asked = elaborator.asked_of_nobody() if item.player and player is None else elaborator.asked_of(player)
    with asked, elaborator.speaking(words):
        condition = elaborator.typed(item.condition, TRUTH, "`when`")
    if item.timing and elaborator.is_round:
        message = f"in a game of rounds no turn {'begins' if item.timing == 'start' else 'ends'}"
        elaborator.wrong("HG512", message, item.span, help=f"leave out `at {item.timing} of turn`")
    if condition is WRONG or (item.player and player is None):
        return None
    label = item.label.value if item.label else ""
    index = player.index if player else None
    return program.Ending(item.result, label, index, item.timing, condition, item.span)
