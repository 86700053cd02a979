"""Records behave like frozen dataclasses."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

import hexgame
from hexgame import Outcome
from hexgame.record import Record
from hexgame.source.syntax import tree

DRAW = Outcome(None)
RED = Outcome("Red", "four corners")


def test_fields_have_defaults_and_names() -> None:
    assert (DRAW.winner, DRAW.label) == (None, "")
    assert Outcome(label="x", winner="Red") == Outcome("Red", "x")
    assert repr(RED) == "Outcome(winner='Red', label='four corners')"
    match RED:
        case Outcome("Red", label):
            assert label == "four corners"


@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), ((), {"label": "x"}), (("Red",), {"lable": "x"}), (("Red",), {"winner": "Red"}),
     (("Red",), {"winner": "Blue", "label": "x"}), (("Red", "x", "y"), {}), (("Red", "x"), {"reason": "y"})],
)  # fmt: skip
def test_values_that_do_not_fit_the_fields_are_refused(values: tuple[str, ...], named: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="Outcome takes"):
        Outcome(*values, **named)


def test_a_copy_has_other_values_in_some_fields() -> None:
    assert RED.copy_with(label="") == Outcome("Red")
    assert RED.label == "four corners"
    with pytest.raises(TypeError, match="Outcome takes"):
        RED.copy_with(lable="")


def test_a_copy_keeps_what_is_given_only_by_name() -> None:
    name = next(item for item in hexgame.load("hex", size=3).tree.items if isinstance(item, tree.Option)).name
    copied = name.copy_with(id="other")
    assert (copied.id, copied.span) == ("other", name.span)


def test_records_are_equal_by_class_and_fields() -> None:
    class Ending(Record):
        winner: str | None
        label: str = ""

    assert Outcome("Red") == Outcome("Red", "") != Outcome("Blue")
    assert Ending("Red") != Outcome("Red")
    assert len({Outcome("Red"), Outcome("Red"), Ending("Red"), DRAW}) == 3


def test_fields_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        RED.label = ""  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del RED.label


def test_a_pickle_holds_no_hash_since_another_process_hashes_otherwise() -> None:
    hash(RED)
    for other in (copy.copy(RED), copy.deepcopy(RED), pickle.loads(pickle.dumps(RED))):  # noqa: S301 - made here
        assert vars(other) == {"winner": "Red", "label": "four corners"}
        assert (other, hash(other)) == (RED, hash(RED))
