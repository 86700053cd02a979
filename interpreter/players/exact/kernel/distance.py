"""The effort of joining regions, as a first guess."""

from __future__ import annotations

from ....program.words import Vector
from .needs import AIMS, LINKS, NODES


def distance(S: Vector, p: int, ways: Vector) -> int:
    """How many stones a player needs to join the regions of a goal, if the other passes: a star of shortest ways."""
    for v in range(NODES):
        ways[v] = 0
    regions = 0
    for region in AIMS[p]:
        regions += 1
        for v in range(NODES):
            ways[NODES + v] = 99
        begin, end = 2 * NODES, 2 * NODES
        for v in region:
            if S[v] == 0 or S[v] == 1 + p:
                ways[NODES + v] = 1 if S[v] == 0 else 0
                ways[end] = v
                end += 1
        while begin < end:
            v = ways[begin]
            begin += 1
            for w in LINKS[v]:
                if S[w] == 0 or S[w] == 1 + p:
                    here = ways[NODES + v] + (1 if S[w] == 0 else 0)
                    if here < ways[NODES + w] and end < len(ways):
                        ways[NODES + w] = here
                        ways[end] = w
                        end += 1
        for v in range(NODES):
            ways[v] += ways[NODES + v]
    least = 30
    for v in range(NODES):
        here = ways[v] - (regions - 1 if S[v] == 0 else 0)
        if here < least:
            least = here
    return least
