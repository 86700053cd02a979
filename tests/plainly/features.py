"""What a sheet has, in words: so that a run can say how many had what, and a test that nothing is never drawn."""

from __future__ import annotations

from collections.abc import Iterator

from .model import Offer, Sheet
from .rules import Rules

NEWER = ("heldkind", "ofkind", "kindof", "ownerof", "among", "disc", "ring", "next", "isout", "listed", "numberat",
         "ofcell", "ofthe", "ofplayer", "alltogether", "product", "setof", "within", "pileat", "high", "gains", "loses",
         "exchange", "setcell", "setthe", "setown", "again", "say")  # fmt: skip
GOALS = ("connects", "path", "loop", "groups", "steps", "walks", "cuts", "touching", "stuck")


def features(sheet: Sheet, rules: Rules) -> set[str]:
    """What a sheet has, in words."""
    board, words = sheet.board, rules.words
    numbers = {sum(edge.owner == player for edge in board.edges) for player in sheet.players}
    offers = list(offers_of(sheet.turn))
    found = {
        f"{len(sheet.players)} players", f"board: {board.kind}", f"endings: {len(sheet.endings)}",
        *(f"ending: {ending.result}" for ending in sheet.endings),
        *(f"ending: at {ending.timing} of turn" for ending in sheet.endings if ending.timing),
        *(f"decision: {offer.word}" for offer in offers),
        *(f"numbers: {table.per}" for table in sheet.tables),
        *(f"holds: {of}" for _, of in sheet.holders),
        *(f"newer: {word}" for word in NEWER if word in words),
        *(f"goal: {word}" for word in GOALS if word in words),
        *(f"reads: {word}" for word in rules.reads),
    }  # fmt: skip
    blocks = [str(offer.block) for offer in offers]
    asked = {
        "several kinds": len(sheet.kinds) > 1,
        "glue": bool(board.wraps),
        "glue: reversed": any(is_reversed for _, is_reversed in board.wraps),
        "holes": bool(board.holes),
        "links": board.kind != "graph" and bool(board.links),
        "cuts": bool(board.cuts),
        "edges: none": not board.edges,
        "edges: uneven": len(numbers) > 1,
        "edges: cells": any(edge.cells for edge in board.edges),
        "edges: neutral": any(edge.owner == "neutral" for edge in board.edges),
        "edges: a player has none": bool(board.edges) and 0 in numbers,
        "setup": bool(sheet.setup),
        "chance": "random" in words,
        "elements chosen": "choose" in words,
        "rounds": sheet.rounds,
        "secrets": "secretly" in words,
        "piles": sheet.stacks > 1,
        "piles: parts": any("to" in each and len(each) > 3 for each in parts_of(sheet.turn)),
        "kinds chosen": any(isinstance(offer.kind, tuple) for offer in offers),
        "together": "together" in words,
        "repeated: at least": "times" in words,
        "counters": bool(sheet.variables),
        "counters: each player": any(each for *_, each in sheet.variables),
        "several decisions a turn": len(sheet.turn) > 1,
        "stop": "upto" in words,
        "otherwise": _has_otherwise(sheet.turn),
        "captures": any("becomes" in block and ", '', '')" in block for block in blocks),
        "blocks": any(offer.block for offer in offers),
        "where": any(offer.where for offer in offers),
        "forbid": any(offer.forbid for offer in offers),
        "enemy's stones": any(offer.owner == "enemy" for offer in offers),
        "neutral stones": "neutral" in str(sheet.turn + sheet.setup),
        "full before a goal": _is_full_first(sheet),
        "ending: for a player": any(ending.player for ending in sheet.endings),
        "eliminated": len(sheet.players) > 2 and any(ending.result == "lose" for ending in sheet.endings),
    }
    return found | {word for word, has in asked.items() if has}


def offers_of(node: object) -> Iterator[Offer]:
    """All decisions of a turn."""
    if isinstance(node, Offer):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from offers_of(each)


def parts_of(node: object) -> Iterator[tuple]:
    """All tuples in a part of a sheet."""
    if isinstance(node, tuple):
        yield node
        for each in node:
            yield from parts_of(each)
    elif isinstance(node, Offer):
        yield from parts_of(node.block)


def _has_otherwise(node: object) -> bool:
    if not isinstance(node, tuple):
        return False
    return (node[:1] == ("choice",) and len(node) > 2) or any(map(_has_otherwise, node))


def _is_full_first(sheet: Sheet) -> bool:
    full = ("compare", ("count", ("empty",)), "==", ("number", 0))
    whens = [ending.when for ending in sheet.endings]
    return full in whens[:-1]
