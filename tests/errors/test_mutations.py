"""Mistakes are told where they are, once, and with the word that was meant: a sample of `mutations.py`."""

from __future__ import annotations

from collections.abc import Sequence

import mutations
import pytest
from conftest import CORE, GAMES, long
from mutations import ITSELF, MARKED, NAMED, NEAR, ONE, Verdict

pytestmark = pytest.mark.xdist_group("mutations")
"""The verdicts are found in one process."""

SIZE = 300
SEED = 1


@pytest.fixture(scope="module")
def found() -> Sequence[Verdict]:
    """What is said of the same mutants every time."""
    return mutations.verdicts(mutations.all_mutants(SIZE, SEED, [path for path in GAMES if path.stem in CORE]))


def shortcomings(found: Sequence[Verdict], name: str) -> str:
    return "\n".join(map(mutations.shown, mutations.fallen_short(found, name)))


@long
def test_every_mistake_is_told_on_its_line_or_the_one_before(found: Sequence[Verdict]) -> None:
    assert shortcomings(found, NEAR) == ""


@long
@pytest.mark.parametrize(
    ("name", "least"), [(ITSELF, 0.97), (MARKED, 0.98), (ONE, 0.98), (NAMED, 0.95)]
)  # fmt: skip
def test_mistakes_are_told(found: Sequence[Verdict], name: str, least: float) -> None:
    part, whole = mutations.share(found, name)
    assert part >= least * whole, shortcomings(found, name)


@long
def test_a_misspelt_name_passes_only_where_it_may(found: Sequence[Verdict]) -> None:
    passed = [each.mutant for each in found if not each.rejected and each.mutant.role in ("declaration", "use")]
    assert [mutant.line for mutant in passed if not mutations.why_accepted(mutant)] == []


@long
def test_most_mutants_are_broken(found: Sequence[Verdict]) -> None:
    assert sum(each.rejected for each in found) > 0.9 * SIZE
