"""Names that are never used, and things of a game that never change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import assert_never

from ...diagnostics.diagnostic import Diagnostic
from ...play.game import Game
from ...rules import deeds, walk
from ...source.syntax import tree
from ...source.syntax.vocabulary import declaring
from ...values.values import Cells, Known, Label

PLAY, REQUIREMENTS = "play", "requirements"
"""The users that have no name themselves: what happens in the game, and requirements."""

_OF_THE_BOARD = ("repeats", "quiet")
"""The words that read what cells and pieces have, as part of the board."""

KINDS = "kinds"
"""The set of all kinds, which uses every piece, though no sheet writes that."""

Bound = frozenset[str]
"""The names that are bound locally."""


class Uses:
    """Which names what speaks of (`of`): a name's own, what it is made of; the `let`s and
    `random`s of scripts whose names nothing uses (`idle`), if they are sought."""

    def __init__(self, *, seeks_idle: bool = True) -> None:
        self.of: dict[str, set[str]] = defaultdict(set)
        self.idle: list[tree.Let | tree.Chance] = []
        self.seeks_idle = seeks_idle

    def reached_from(self, *users: str) -> set[str]:
        """All names that some users use, directly or indirectly."""
        reached, waiting = set(users), list(users)
        while waiting:
            new = self.of[waiting.pop()] - reached
            reached |= new
            waiting.extend(new)
        return reached


def name_warnings(game: Game) -> Iterator[Diagnostic]:
    """Warn of names that are never used."""
    uses = uses_of(game.tree)
    used, in_play = uses.reached_from(PLAY, REQUIREMENTS), uses.reached_from(PLAY)
    shown = _shown_label(game)
    own, set_names = game.sources[0], _set(game.tree)
    settled = _settled(game)
    for what, name in _declared(game.tree):
        is_inherited = name.span.source is not own
        if name.id in (in_play if what == "option" else used) or name.id == shown:
            continue
        if what == "option" and name.id in settled:
            continue
        if what == "option" or not is_inherited:
            yield _unused(what, name, name.id in used, name.id in set_names, is_inherited, uses)
    for let in uses.idle:
        word = "random" if isinstance(let, tree.Chance) else "let"
        yield Diagnostic("HG912", f"`{let.name.id}` is never used", let.name.span, help=f"leave this `{word}` out")
    for item in game.tree.items:
        if isinstance(item, tree.Define | tree.Effect) and item.span.source is own:
            yield from _unused_parameters(item)
    yield from _scores_for_nothing(game.tree)
    yield from _unchanging(game, used)


def _settled(game: Game) -> set[str]:
    """The options to which a variant leaves a single value."""
    if len(game.sources) == 1:
        return set()
    values = {option.name: option.values for option in game.settings.options}
    return {name for name, (value, *others) in values.items()
            if not others and not (isinstance(value, range) and len(value) > 1)}  # fmt: skip


def _unused(what: str, name: tree.Name, is_required: bool, is_set: bool, is_inherited: bool, uses: Uses) -> Diagnostic:
    users = sorted(
        user
        for user, used in uses.of.items()
        if name.id in used and user not in (REQUIREMENTS, KINDS, *_OF_THE_BOARD, name.id)
    )
    message = f"the {what} `{name.id}` {'are' if what in ('marks', 'cards') else 'is'} never used"
    if is_set:
        message = f"the {what} `{name.id}` {'are' if what == 'marks' else 'is'} set but never read"
    if is_required:
        message = f"the option `{name.id}` changes nothing: only `require` uses it"
    elif users:
        message = f"the {what} `{name.id}` is used only by `{users[0]}`, which is never used"
    help_text = "remove it, or use it"
    if is_inherited:
        help_text = f"this variant does not use it: restate `option {name.id}` with a single value"
    return Diagnostic("HG912", message, name.span, help=help_text)


def _unused_parameters(item: tree.Define | tree.Effect) -> Iterator[Diagnostic]:
    """Warn of parameters that a definition or an effect does not use."""
    uses = Uses(seeks_idle=False)
    _note_node(uses, PLAY, item.body if isinstance(item, tree.Define) else item.block, frozenset())
    spoken_of = set[str]().union(*uses.of.values())
    for name in item.parameters:
        if name.id not in spoken_of:
            yield Diagnostic("HG912", f"the parameter `{name.id}` of `{item.name.id}` is never used", name.span,
                             help=f"leave it out here and wherever `{item.name.id}` is used")  # fmt: skip


def _scores_for_nothing(file: tree.File) -> Iterator[Diagnostic]:
    scores = [item for item in file.items if isinstance(item, tree.Score)]
    if scores and not _asks_for_scores(file):
        yield Diagnostic("HG912", "the score is never used", scores[0].span,
                         help="such as: win by score when count(empty) == 0")  # fmt: skip


def _asks_for_scores(file: tree.File) -> bool:
    return any(isinstance(item, tree.Ending) and item.result == "score" for item in file.items)


def _shown_label(game: Game) -> str | None:
    """The label that drawn boards show, the first of numbers: it is of use without being used."""
    for name in (name for what, name in _declared(game.tree) if what == "label"):
        value = game.settings.scope.get(name.id)
        table = value.of(0) if isinstance(value, Known) else None
        if isinstance(table, Label) and all(_is_number(each) for each in table.values.values()):
            return name.id
    return None


def _is_number(value: object) -> bool:
    numbers = value if isinstance(value, tuple) else [value]
    return value == Cells(()) or all(type(each) is int for each in numbers)


# What a file declares


def _declared(file: tree.File) -> Iterator[tuple[str, tree.Name]]:
    """The declared names with their kinds, except those that need not be used."""
    kinds = declaring()
    named = ((kinds[type(item)], name) for item, name in file.declarations)
    return ((kind, name) for kind, name in named if kind not in _OF_USE_UNUSED)


_OF_USE_UNUSED = frozenset({"player", "seam", "cell"})


# Who uses what


def uses_of(file: tree.File) -> Uses:
    """The uses of names all over a file."""
    uses = Uses()
    for item in file.items:
        _note_item(item, file, uses)
    uses.of[KINDS] = {piece.name.id for item in file.items if isinstance(item, tree.Pieces) for piece in item.pieces}
    held = [item for item in file.items if isinstance(item, tree.Var) and item.holder in ("cell", "piece")]
    uses.of.update({word: {item.name.id for item in held} for word in _OF_THE_BOARD})
    return uses


def names_in(node: tree.Node) -> set[str]:
    """The names that a node uses."""
    uses = Uses(seeks_idle=False)
    _note_node(uses, PLAY, node, frozenset())
    return uses.of[PLAY]


def _note_item(item: tree.Item, file: tree.File, uses: Uses) -> None:
    match item:
        case tree.Option() | tree.Var():
            binder = item.binder if isinstance(item, tree.Var) else None
            _note(uses, item.name.id, (*item.domain, binder.domain if binder else None))
            _note(uses, item.name.id, (item.default,), frozenset({binder.name.id} if binder else ()))
        case tree.Let():
            _note(uses, item.name.id, (item.value,))
        case tree.Define():
            _note(uses, item.name.id, (item.body,), frozenset(name.id for name in item.parameters))
        case tree.Effect():
            _note(uses, item.name.id, (item.block,), frozenset(name.id for name in item.parameters))
        case tree.Require():
            _note(uses, REQUIREMENTS, (item.condition,))
        case tree.Cards():
            for zone in item.zones:
                _note(uses, zone.name.id, (zone.value,))
        case tree.Board():
            for part in item.items:
                _note_part(part, uses)
        case tree.Score() if not _asks_for_scores(file):
            _note(uses, "score", (item.value,))
        case tree.Score() | tree.Ending() | tree.Sees() | tree.Look() | tree.Setup() | tree.Turn() | tree.Round():
            _note(uses, PLAY, item.children)
        case tree.Players() | tree.Stacks():
            _note(uses, PLAY, (item.number,))
        case tree.Pieces() | tree.Marks() | tree.Claims() | tree.Variant():
            pass  # these use no names
        case tree.Title() | tree.Author() | tree.Summary() | tree.Rules():
            pass  # these are texts
        case _:
            assert_never(item)


def _note_part(part: tree.Node, uses: Uses) -> None:
    match part:
        case tree.Let() | tree.Region():
            _note(uses, part.name.id, (part.value,))
        case tree.Relation() | tree.Label():
            parameter = frozenset({part.parameter.id} if part.parameter else ())
            _note(uses, part.name.id, (part.value,), parameter)
        case tree.Require():
            _note(uses, REQUIREMENTS, (part.condition,))
        case tree.Grid() | tree.Tiled():
            pass
        case tree.Wrap():
            _note(uses, PLAY, (part.first, part.second))
        case tree.Antipodal():
            _note(uses, PLAY, (part.perimeter,))
        case tree.Portal():
            _note(uses, PLAY, (part.first, part.second))
        case _:
            _note_node(uses, PLAY, part, frozenset())


def _note(uses: Uses, user: str, nodes: Iterable[tree.Node | None], bound: Bound = frozenset()) -> None:
    """Note the names that some nodes use, except those that are bound there."""
    for node in nodes:
        if node is not None:
            _note_node(uses, user, node, bound)


def _note_node(uses: Uses, user: str, node: tree.Node, bound: Bound) -> None:
    match node:
        case tree.Name():
            uses.of[user] |= {node.id} - bound
        case tree.Named():
            _note(uses, user, (node.value,), bound)
        case tree.Attribute():
            uses.of[user].add(node.name.id)  # a piece, a zone or marks
            _note(uses, user, (node.of,), bound)
        case tree.Place() | tree.Move():
            _note_decision(uses, user, node, bound)
        case tree.Choose(binder=binder):
            _note(uses, user, (binder.domain,), bound)
            _note(uses, user, (node.filters, node.effect), bound | {binder.name.id})
        case tree.Each() | tree.Link() | tree.GraphCell() | tree.Quantified() | tree.Gathered() | tree.Aggregate():
            inside = bound
            for binder in node.binders:
                _note(uses, user, (binder.domain,), inside)
                inside |= {binder.name.id}
            _note(uses, user, _repeated(node), inside)
            if isinstance(node, tree.Aggregate):
                _note(uses, user, (node.function, node.otherwise), bound)
        case tree.Assign():
            _note_assignment(uses, user, node, bound)
        case tree.Block():
            _note_block(uses, user, node.statements, bound)
        case _:
            _note(uses, user, node.children, bound)


def _repeated(node: tree.Each | tree.Link | tree.GraphCell | tree.Running) -> tuple[tree.Node | None, ...]:
    """What is done or asked for each combination of elements."""
    match node:
        case tree.Each():
            return node.where, node.block
        case tree.Link():
            return node.where, *node.cells
        case tree.GraphCell():
            return node.where, node.x, node.y
        case tree.Quantified():
            return (node.body,)
        case tree.Gathered() | tree.Aggregate():
            return node.where, node.element
        case _:
            assert_never(node)


def _note_decision(uses: Uses, user: str, node: tree.Place | tree.Move, bound: Bound) -> None:
    _note(uses, user, (node.kind.piece, node.kind.owner), bound)
    bound |= {node.kind.name.id} if node.kind.name else set()
    for target in (node.source, node.target) if isinstance(node, tree.Move) else (node.target,):
        _note(uses, user, (target.cells,), bound)
        bound |= {target.name.id} if target.name else set()
    _note(uses, user, (node.filters, node.effect), bound)


def _note_assignment(uses: Uses, user: str, node: tree.Assign, bound: Bound) -> None:
    """What is assigned uses the names of its value, but is not itself used by the assignment."""
    subject: tree.Node = node.subject
    if isinstance(subject, tree.Index):
        _note(uses, user, (subject.index,), bound)
        subject = subject.of
    if isinstance(subject, tree.Attribute):
        _note(uses, user, (subject.of,), bound)
    name = subject.name.id if isinstance(subject, tree.Attribute) else getattr(subject, "id", user)
    _note(uses, name, (node.value,), bound)


def _note_block(uses: Uses, user: str, statements: tuple[tree.Statement, ...], bound: Bound) -> None:
    uses.idle += _idle(statements) if uses.seeks_idle else ()
    for statement in statements:
        name = tree.named_by(statement)
        if isinstance(statement, tree.Let | tree.Chance):
            _note(uses, user, (_given(statement),), bound)
        else:
            _note(uses, user, (statement,), bound)
        bound |= {name.id} if name else set()


def _given(statement: tree.Let | tree.Chance) -> tree.Expression:
    return statement.value if isinstance(statement, tree.Let) else statement.domain


def _idle(statements: tuple[tree.Statement, ...]) -> Iterator[tree.Let | tree.Chance]:
    """The `let`s and `random`s of a block whose names the rest of it does not use."""
    spoken_of: set[str] = set()
    for statement in reversed(statements):
        if isinstance(statement, tree.Let | tree.Chance) and statement.name.id not in spoken_of:
            yield statement
        uses, name = Uses(seeks_idle=False), tree.named_by(statement)
        if name is not None:
            spoken_of.discard(name.id)
        if isinstance(statement, tree.Let | tree.Chance):
            _note_node(uses, PLAY, _given(statement), frozenset())
        else:
            _note_node(uses, PLAY, statement, frozenset())
        spoken_of |= set().union(*uses.of.values())


# What never changes


def _unchanging(game: Game, used: set[str]) -> Iterator[Diagnostic]:
    """Warn of variables, marks and zones that nothing ever sets, and pieces that nothing puts on the board."""
    set_names = _set(game.tree)
    filled = {_last(node.into) for node in game.tree.below if isinstance(node, tree.Transfer | tree.Pick)}
    brought = _brought(game)
    for item in game.tree.items:
        match item:
            case tree.Var() if item.name.id in used - set_names:
                message = f"the variable `{item.name.id}` is never set, so it is always {item.default.span.text}"
                yield Diagnostic("HG913", message, item.name.span, help=f"set it: set {item.name.id} = …")
            case tree.Marks():
                for name in (name for name in item.names if name.id in used - set_names):
                    yield Diagnostic("HG913", f"no cell is ever marked with `{name.id}`", name.span,
                                     help=f"mark some: set {name.id} = {name.id} | {{c}}")  # fmt: skip
            case tree.Cards():
                for zone in item.zones:
                    is_empty = zone.value == tree.Braces((), span=zone.span)
                    if is_empty and zone.name.id in used - set_names - filled:
                        yield Diagnostic("HG913", f"no card is ever moved into `{zone.name.id}`", zone.name.span,
                                         help=f"move some there: pick … into {zone.name.id}")  # fmt: skip
            case tree.Pieces():
                for piece in (piece.name for piece in item.pieces if piece.name.id in used - brought):
                    yield Diagnostic("HG913", f"no rule ever puts a {piece.id} on the board", piece.span,
                                     help=f"add one that does: place {piece.id} on …")  # fmt: skip
            case _:
                pass  # it declares nothing that play changes


def _brought(game: Game) -> set[str]:
    """The kinds of piece that rules name as they bring them to the board, or that they bring without their names."""
    bringing = (node for node in game.tree.below if isinstance(node, tree.Place | tree.Becomes | tree.Gains))
    named = {node.kind.piece.id for node in bringing if isinstance(node.kind.piece, tree.Name)}
    deciding = (node for node in walk.everything(game.rules) if isinstance(node, deeds.Becomes | deeds.Gains))
    return named | {game.rules.pieces[effect.kind].name for effect in deciding if effect.owner}


def _set(file: tree.File) -> set[str]:
    """The variables, cards and marks that are set somewhere."""
    return {_last(node.subject) for node in file.below if isinstance(node, tree.Assign)}


def _last(node: tree.Expression) -> str:
    """The name of something, whoever owns it."""
    match node:
        case tree.Attribute():
            return node.name.id
        case tree.Index():
            return _last(node.of)
        case tree.Name():
            return node.id
        case _:
            return ""
