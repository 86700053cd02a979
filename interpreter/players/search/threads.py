"""Several trees of one position, each grown by a thread of its own, and read as one."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from ...doors.system import cores
from ...machine.chance import generator, mixed
from ...process import THREADS
from .tree import Edge, Tree


def thread_count(wanted: int) -> int:
    """Return how many threads to run on; 0 stands for one a core. Where there are none, it is 1."""
    if not THREADS:
        return 1
    return wanted or cores()


NAME = "searching"
"""What the threads are called that search beside the one that chooses."""


def run_all(trees: Sequence[Tree], rng: int, simulations: int | None, until: float) -> int:
    """Run the first tree in this thread and the others in theirs until it ends, however it ends; share simulations.

    Returns the generator's state, which with one tree is the same each time.
    """
    over, failures = threading.Event(), list[BaseException]()
    shares = [None if simulations is None else (simulations + each) // len(trees) for each in range(len(trees))]

    def help_out(tree: Tree, seed: int, share: int | None) -> None:
        try:
            tree.run(generator(seed), share, until, over.is_set)
        except Exception as error:
            failures.append(error)

    seeds = [mixed(rng + number) & (1 << 63) - 1 for number in range(len(trees))]
    helpers = [
        threading.Thread(target=help_out, args=(tree, seeds[number], share), name=NAME, daemon=True)
        for number, (tree, share) in enumerate(zip(trees[1:], shares, strict=False), 1)
    ]
    for helper in helpers:
        helper.start()
    try:
        rng = trees[0].run(rng, shares[-1], until, lambda: any(tree.result for tree in trees[1:]))
        if trees[0].result or simulations is None:
            over.set()
        for helper in helpers:
            helper.join()
    finally:
        over.set()
    if failures:
        raise failures[0]
    return rng


def edges_of(trees: Sequence[Tree]) -> Iterator[Edge]:
    """Return the decisions after the root as all trees know them; each lies where the first tree has it."""
    others = [{edge.code: edge for edge in tree.edges()} for tree in trees[1:]]
    for edge in trees[0].edges():
        found = [edge, *(known[edge.code] for known in others if edge.code in known)]
        visits = sum(each.visits for each in found)
        value = sum(each.visits * each.value for each in found) / visits if visits else edge.value
        yield Edge(edge.at, edge.code, visits, value, max(each.result for each in found))
