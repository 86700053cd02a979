"""What is wrong in a count is noticed, and variants of games are refuted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import ROOT, long

import hexgame
from hexgame.diagnostics.text import Source
from hexgame.play.game import Game
from hexgame.proofs.counting import arrays, counts, tables
from hexgame.proofs.counting.counts import count
from hexgame.proofs.fillings import fillings_of
from hexgame.proofs.questions.model import Layer, Model
from hexgame.proofs.questions.phrasing import model_of


def changed(model: Model, change: Callable[[Layer], Layer]) -> Model:
    return model.copy_with(layers=tuple(map(change, model.layers)))


def without_labels(layer: Layer) -> Layer:
    return layer.copy_with(rows=tuple(tuple((near, 0) for near, _ in row) for row in layer.rows))


def without_one_label(layer: Layer) -> Layer:
    """The first link with a label loses it, seen from both ends."""
    ends = next(({node, near} for node, row in enumerate(layer.rows) for near, label in row if label), set())
    rows = [
        tuple((near, 0 if {node, near} == ends else label) for near, label in row)
        for node, row in enumerate(layer.rows)
    ]
    return layer.copy_with(rows=tuple(rows))


def without_one_region(layer: Layer) -> Layer:
    first, *rest = layer.fields
    return layer.copy_with(fields=(first.copy_with(gains=tuple((0,) * len(row) for row in first.gains)), *rest))


def without_one_link(layer: Layer) -> Layer:
    node = next(node for node, row in enumerate(layer.rows) if row)
    near = layer.rows[node][0][0]
    rows = [tuple(link for link in row if {each, link[0]} != {node, near}) for each, row in enumerate(layer.rows)]
    return layer.copy_with(rows=tuple(rows))


def without_edges(layer: Layer) -> Layer:
    cells = sum(len(row) > 1 for row in layer.members)
    return layer.copy_with(members=(*layer.members[:cells], *[(0,)] * (len(layer.members) - cells)))


@long("hex_kb-*")
@pytest.mark.parametrize(
    ("name", "size", "change"),
    [
        ("torex", 3, without_labels),
        ("torex", 3, without_one_label),
        ("moebius_hex", 3, without_one_label),
        ("hex", 3, without_one_region),
        ("hex", 3, without_one_link),
        ("cylinder_hex", 3, without_one_link),
        ("hex_kb", 5, without_edges),
    ],
)
def test_a_model_that_is_wrong_gives_other_numbers(
    name: str, size: int, change: Callable[[Layer], Layer], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hexgame.load(name, size=size)
    right = count(fillings_of(game)).by_winners
    monkeypatch.setattr(counts, "model_of", lambda fillings: changed(model_of(fillings), change))
    assert count(fillings_of(game)).by_winners != right


def test_a_state_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    merged = tables.merged
    monkeypatch.setattr(arrays, "merged", lambda table: merged(table).taken(slice(1, None)))
    with pytest.raises(RuntimeError, match="lost"):
        count(fillings_of(hexgame.load("hex", size=3)))


def test_states_that_are_confused_give_other_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hexgame.load("torex", size=3)
    right = count(fillings_of(game)).by_winners
    monkeypatch.setattr(tables.Table, "columns", lambda table: [table.seen[:, None], table.spans])
    assert count(fillings_of(game)).by_winners != right


# Variants


def variant(name: str, changes: dict[str, str], **options: object) -> Game:
    text = (ROOT / "games" / f"{name}.hexgame").read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return hexgame.load(Source(name, text), **options)


SIMPLE = 'win "simple or double-transit path" when path(own, own.edges, even: gate)'
SINGLE = 'win "single-transit path and portal loop"\n    when path(own, own.edges, odd: gate) and loop(own, odd: gate)'


@long
@pytest.mark.parametrize(
    ("changes", "size", "bad"),
    [
        ({SIMPLE: ""}, 5, 0),
        ({SINGLE: ""}, 7, 0),
        ({" and loop(own, odd: gate)": ""}, 5, 2),
    ],
    ids=["no simple path", "no single transit", "no loop"],
)
def test_hex_kb_needs_each_of_its_rules(changes: dict[str, str], size: int, bad: int) -> None:
    game = variant("hex_kb", changes, size=size, hole=0, inset=(size - 3) // 2)
    found = count(fillings_of(game), examples=True)
    assert found.with_winners(bad, bad) > 0
    assert found.with_winners(2 - bad, 2 - bad) == 0
    for winners, example in found.examples.items():
        assert found.fillings.winners(example) == winners


@long
def test_atoll_with_twelve_islands_has_draws() -> None:
    found = count(fillings_of(variant("atoll", {"in 4, 8": "in 4, 8, 12"}, size=3, islands=12)))
    assert found.with_winners(0, 0) > 0
    assert count(fillings_of(hexgame.load("atoll", size=3))).with_winners(1, 1) == 1 << 19
