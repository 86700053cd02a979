"""Effects that come to nothing as they are written: what is set to itself, or changed again before anything asks."""

from __future__ import annotations

from collections.abc import Iterator

from ....diagnostics.diagnostic import Diagnostic
from ....source.syntax import tree
from ..names import Uses, names_in, uses_of


def effect_warnings(file: tree.File) -> Iterator[Diagnostic]:
    """Warn of statements that change nothing, and of those whose change is lost in a later one of their block."""
    uses, lasting = uses_of(file), _lasting(file)
    for node in file.below:
        match node:
            case tree.Assign(subject, value) if subject == value:
                yield _idle(node, f"`{subject.span.text}` is set to itself, which changes nothing")
            case tree.Exchange(one, other) if one == other:
                yield _idle(node, "a cell changes places with itself, which changes nothing")
            case tree.Transfer(source, into) | tree.Carry(_, source, into) if source == into:
                yield _idle(node, "what is moved stays where it is, which changes nothing")
            case tree.Repeat(times=tree.Number(0)) | tree.UpTo(times=tree.Number(0)):
                yield Diagnostic("HG915", "this is repeated 0 times: the block never runs", node.times.span,
                                 help="leave it out, or repeat it at least once")  # fmt: skip
            case tree.Block(statements):
                for number, statement in enumerate(statements):
                    yield from _lost(statement, statements[number + 1 :], uses, lasting)
            case _:
                pass


def _idle(node: tree.Node, message: str) -> Diagnostic:
    return Diagnostic("HG942", message, node.span, help="leave it out, or name something else")


def _lasting(file: tree.File) -> set[str]:
    """The names that stand for the same cells whatever a block has changed so far."""
    bound = {name.id for node, name in file.local if not isinstance(node, tree.Define | tree.Effect)}
    regions = {name.id for item, name in file.declarations if isinstance(item, tree.Region)}
    moving = {name.id for node, name in file.local if isinstance(node, tree.Define | tree.Effect)}
    return (bound | regions | {"cells", "top", "bottom", "left", "right", "corners", "perimeter"}) - moving


def _lost(
    statement: tree.Statement, later: tuple[tree.Statement, ...], uses: Uses, lasting: set[str]
) -> Iterator[Diagnostic]:
    """Warn of a statement whose change is lost in a later one, with nothing between that could ask for it."""
    if isinstance(statement, tree.Becomes) and later:
        other = later[0]
        if isinstance(other, tree.Becomes) and _is_over(statement, other, lasting):
            yield _again(statement, other)
    if not isinstance(statement, tree.Assign) or not isinstance(statement.subject, tree.Name):
        return
    name = statement.subject.id
    for other in later:
        if not isinstance(other, tree.Assign | tree.Becomes) or name in _read(other, uses):
            return
        if isinstance(other, tree.Assign) and other.subject == statement.subject:
            yield Diagnostic("HG942", f"`{name}` is set again before anything reads it", statement.span, "",
                             ((other.span, "set again here"),), help="leave one of them out")  # fmt: skip
            return


def _read(statement: tree.Assign | tree.Becomes, uses: Uses) -> set[str]:
    """The names that a statement asks for, directly or through definitions."""
    nodes: list[tree.Node] = [statement]
    if isinstance(statement, tree.Assign):
        plain = isinstance(statement.subject, tree.Name)
        nodes = [statement.value, *([] if plain else statement.subject.children)]
    return uses.reached_from(*(name for node in nodes for name in names_in(node)))


def _is_over(one: tree.Becomes, other: tree.Becomes, lasting: set[str]) -> bool:
    """Whether a statement changes just the cells that one before it has changed, without asking what is there."""
    subject, kind, owner = one.subject, other.kind.piece, other.kind.owner
    is_known = isinstance(subject, tree.Name) and subject.id in lasting
    is_plain = isinstance(kind, tree.Name) and (owner is None or owner == one.kind.owner or _is_named(owner))
    return is_known and is_plain and subject == other.subject


def _is_named(owner: tree.Expression) -> bool:
    return isinstance(owner, tree.Name) and owner.id in ("own", "enemy", "neutral")


def _again(one: tree.Becomes, other: tree.Becomes) -> Diagnostic:
    name = one.subject.span.text
    if one.kind == other.kind:
        return Diagnostic("HG942", f"`{name}` already holds this: this changes nothing", other.span, "again here",
                          ((one.span, "first here"),), help="leave one of them out")  # fmt: skip
    return Diagnostic("HG942", f"`{name}` is changed again at once: the line before it changes nothing", other.span,
                      "again here", ((one.span, "lost"),), help="leave one of them out")  # fmt: skip
