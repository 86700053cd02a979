"""Items that change nothing: the board, or the game, is the same without them. Each is left out, and what is built then
is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....board.board import Board
from ....board.build import build_board
from ....diagnostics.diagnostic import Diagnostic, Diagnostics
from ....diagnostics.text import Source
from ....loading import Sheet, read_sheet
from ....play.game import Game
from ....source.reading.parse import parse
from ....source.syntax import tree
from ....values.values import Cells, Known
from ..options import is_same, settled_with


def item_warnings(games: Sequence[Game]) -> Iterator[Diagnostic]:
    """Warn of items that change nothing, whatever the options are; the first game has the defaults."""
    part = next(item for item in games[0].tree.items if isinstance(item, tree.Board))
    yield from (each for each in _of_board(part, games) if each.span and each.span.source is games[0].sources[0])
    if len(games[0].sources) > 1:
        yield from _restated(games[0])


# Items of boards


def _of_board(part: tree.Board, games: Sequence[Game]) -> Iterator[Diagnostic]:
    for item in part.items:
        match item:
            case tree.Link() if _is_idle(part, item, None, games):
                what = "not linked, so this cuts nothing" if item.is_cut else "linked already, so this adds nothing"
                yield Diagnostic("HG943", f"these cells are {what}", item.span,
                                 help="leave it out, or name other cells")  # fmt: skip
            case tree.Shape(value):
                yield from _of_shape(part, item, value, games)
                if all(len(game.board.cells) == 1 for game in games):
                    yield Diagnostic("HG943", "this board has a single cell", value.span, help="make it larger")
            case tree.Region(name) if all(_is_empty(name, game) for game in games):
                yield Diagnostic("HG943", f"the region `{name.id}` is empty: no cell of the board is in it",
                                 item.value.span, help="name cells of the board, or leave it out")  # fmt: skip
            case _:
                pass


def _is_empty(name: tree.Name, game: Game) -> bool:
    value = game.settings.scope.get(name.id)
    return isinstance(value, Known) and value.values == (Cells(()),)


def _of_shape(
    part: tree.Board, item: tree.Shape, value: tree.Expression, games: Sequence[Game]
) -> Iterator[Diagnostic]:
    """Warn of shapes that are joined or cut and change nothing."""
    node = value
    while isinstance(node, tree.Binary) and node.operator.symbol in _IDLE:
        if _is_idle(part, item, item.copy_with(value=_without(value, node)), games):
            yield Diagnostic("HG943", _IDLE[node.operator.symbol], node.right.span,
                             help="leave it out, or move it to where the cells are")  # fmt: skip
        node = node.left


_IDLE = {
    "+": "this adds nothing: it has no cell that the board does not have anyway",
    "-": "this cuts nothing: no cell of it is on the board",
    "&": "this cuts nothing: all cells of the board are in it",
}


def _without(value: tree.Expression, joined: tree.Binary) -> tree.Expression:
    """A shape without the right operand of one of the operators that make it."""
    if value is joined:
        return joined.left
    assert isinstance(value, tree.Binary)
    return value.copy_with(left=_without(value.left, joined))


def _is_idle(part: tree.Board, item: tree.BoardItem, instead: tree.BoardItem | None, games: Sequence[Game]) -> bool:
    """Whether all boards are the same with another item instead of one, or with none."""
    items = (instead if each is item else each for each in part.items)
    other = part.copy_with(items=tuple(each for each in items if each is not None))
    return all(_is_built_alike(game, other) for game in games)


def _is_built_alike(game: Game, part: tree.Board) -> bool:
    settings, report = settled_with(game, dict(game.options)), Diagnostics()
    if settings is None:
        return False
    board = build_board(part, settings, report)[0]
    return not report.failed and _look(board) == _look(game.board)


def _look(board: Board) -> object:
    """All that rules can see of a board."""
    return board.cells, board.places, [frozenset(arcs) for arcs in board.arcs], board.edges, board.regions


# Items of variants


_HEAD = tree.Title | tree.Author | tree.Summary | tree.Rules | tree.Variant | tree.Claims | tree.Look
"""Items that say something whatever the game is."""


def _restated(game: Game) -> Iterator[Diagnostic]:
    """Warn of a variant that changes nothing, and of items in it that say what the base says anyway."""
    own = parse(game.sources[0])[0]
    stated = [item for item in own.items if not isinstance(item, _HEAD)] if own else []
    if own and not stated and not any(isinstance(item, tree.Look) for item in own.items):
        variant = next(item for item in own.items if isinstance(item, tree.Variant))
        yield Diagnostic("HG943", f"this variant changes nothing: it is `{variant.base.id}`", variant.span,
                         help="restate what is to be different, such as: option size = 5 in 3..9")  # fmt: skip
    for item in stated:
        if _is_in_base(item, game):
            yield Diagnostic("HG943", "this changes nothing: the base game has the same", item.span,
                             help="leave it out, or change it")  # fmt: skip


def _is_in_base(item: tree.Item, game: Game) -> bool:
    """Whether a variant is the same game without an item, with the same options."""
    text, start, end = game.sources[0].text, item.span.start, item.span.end
    source = Source(game.sources[0].name, f"{text[:start]}{' ' * (end - start)}{text[end:]}")
    sheet = read_sheet(source, bases=game.sources[1:])
    other = sheet.compiled({})[0] if isinstance(sheet, Sheet) else None
    return other is not None and _options(other) == _options(game) and is_same(game, other)


def _options(game: Game) -> object:
    """The options of a game as people choose them: with their defaults, whatever these depend on."""
    written = {item.name.id: item.default for item in game.tree.items if isinstance(item, tree.Option)}
    return [(option.name, option.values, option.text, written[option.name]) for option in game.settings.options]
