"""Floods from one address: another person hardly notices, and the server's own process stays small."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from conftest import long, wide
from floods import FLOODS, kept_in, looked, noticed, server
from pace import was_soon

pytestmark = [
    pytest.mark.xdist_group("floods"),
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc"),
]

SECONDS, SOON, MEMORY = 3.0, 0.1, 300e6
KNOWN = ("unfinished", "reconnecting", "bases")
"""Those that once harmed others."""


def flooded(data: Path, name: str) -> int:
    """Look while an address floods a server; return how many bytes more are kept then."""
    with server(data) as (port, process):
        asyncio.run(looked(port, process, 0.5))
        kept = kept_in(data)
        found = asyncio.run(noticed(port, process, name, SECONDS))
        assert len(found.waits) > 5
        assert was_soon(found.median, SOON), sorted(found.waits)
        assert found.memory < MEMORY
        return kept_in(data) - kept


@wide("reconnecting", "unfinished")
@pytest.mark.parametrize("name", KNOWN)
def test_who_looks_does_not_notice_what_an_address_floods_the_server_with(tmp_path: Path, name: str) -> None:
    kept = flooded(tmp_path / "data", name)
    assert name != "bases" or kept < 100_000, "texts without use are kept"


@long
@wide("*", "!glances")
@pytest.mark.parametrize("name", [name for name in FLOODS if name not in KNOWN])
def test_who_looks_does_not_notice_other_floods(tmp_path: Path, name: str) -> None:
    flooded(tmp_path / "data", name)
