"""A rule sheet for fewer players than it names: what speaks of those who do not take part is left out."""

from __future__ import annotations

from typing import TypeVar

from ..syntax import tree

T = TypeVar("T", bound=tree.Node)


def seated(file: T, absent: frozenset[str]) -> T:
    """Return a file, or an item of one, without the players of some names.

    Their endings, scores and blocks are left out, and so are statements about their pieces, cards, marks and variables;
    they are not among the values of options and variables. Their borders belong to nobody, and runs of places outside
    are given to the others in turn.
    """
    if not absent:
        return file

    def change(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(change(each) for each in value if not _is_about(each, absent))
        return without(value) if isinstance(value, tree.Node) else value

    def without(node: tree.Node) -> tree.Node:
        match node:
            case tree.Players():
                return tree.Players(node.number, _others(node.names, absent), span=node.span)
            case tree.Option():
                domain = _others(node.domain, absent)
                return tree.Option(node.name, node.default, domain, node.text, span=node.span)
            case tree.Var():
                domain = _others(node.domain, absent)
                return tree.Var(node.name, node.default, domain, node.holder, node.binder, span=node.span)
            case tree.Edge():
                in_turn, one_each = _others(node.players, absent), (_owner(each, absent) for each in node.players)
                players = in_turn if node.split else tuple(one_each)
                return tree.Edge(node.sides, node.split, players, node.name, span=node.span)
            case _:
                return type(node)(*map(change, node.parts()), span=node.span)

    changed = without(file)
    assert isinstance(changed, type(file))
    return changed


_E = TypeVar("_E", bound=tree.Node)


def _others(nodes: tuple[_E, ...], absent: frozenset[str]) -> tuple[_E, ...]:
    return tuple(node for node in nodes if not _names(node, absent))


def _owner(name: tree.Name, absent: frozenset[str]) -> tree.Name:
    return tree.Name("neutral", span=name.span) if name.id in absent else name


def _names(node: object, absent: frozenset[str]) -> bool:
    return isinstance(node, tree.Name) and node.id in absent


def _is_about(node: object, absent: frozenset[str]) -> bool:
    """Whether an item or a statement is about a player who does not take part, and nobody else."""
    match node:
        case tree.Ending() | tree.Score() | tree.Acting():
            return _names(node.player, absent)
        case tree.Becomes() | tree.Gains() | tree.Place() | tree.Move():
            return _names(node.kind.owner, absent)
        case tree.Offer():
            return _is_about(node.decision, absent)
        case tree.Assign():
            return isinstance(node.subject, tree.Attribute) and _names(node.subject.of, absent)
        case tree.Transfer():
            ends = (node.source, node.into)
            return any(isinstance(end, tree.Attribute) and _names(end.of, absent) for end in ends)
        case _:
            return False
