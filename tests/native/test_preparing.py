"""What a thread makes while others go on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from hexgame.deadline import look
from hexgame.preparing import Preparing


def test_it_is_made_once_however_often_it_is_asked_for() -> None:
    made: list[int] = []
    preparing = Preparing("a test", lambda: (made.append(1) or len(made) for _ in range(1)))
    assert not preparing.has_begun
    for _ in range(3):
        preparing.begin()
        preparing.wait()
    assert preparing.has_begun
    assert not preparing.is_under_way
    assert preparing.made == 1


def test_what_was_tried_in_vain_is_tried_again_only_after_it_was_given_up() -> None:
    tries: list[int] = []
    preparing = Preparing("a test", lambda: tries.append(1) or ())
    for wanted in (1, 1):
        preparing.begin()
        preparing.wait()
        assert len(tries) == wanted
    preparing.give_up()
    preparing.begin()
    preparing.wait()
    assert len(tries) == 2


def test_a_thread_that_is_given_up_ends_and_another_begins() -> None:
    begun, may_end = threading.Semaphore(0), threading.Event()

    def make() -> Iterator[str]:
        begun.release()
        while not may_end.is_set():
            time.sleep(0.01)
            look()
        yield "made"

    preparing = Preparing("a test", make)
    preparing.begin()
    begun.acquire()
    given_up = preparing._thread
    assert given_up is not None
    preparing.give_up()
    given_up.join()
    assert preparing.made is None
    assert not preparing.has_begun
    may_end.set()
    preparing.begin()
    preparing.wait()
    assert preparing.made == "made"
    preparing.give_up()
    assert preparing.has_begun, "what is made is kept"


def test_what_is_made_is_there_while_a_better_one_is_made() -> None:
    may_go_on = threading.Semaphore(0)

    def make() -> Iterator[str]:
        yield "made"
        while not may_go_on.acquire(timeout=0.01):
            look()
        yield "better"

    preparing = Preparing("a test", make)
    preparing.begin()
    while preparing.is_under_way:
        preparing.wait(0.01)
    assert preparing.made == "made"
    may_go_on.release()
    preparing.wait()
    assert preparing.made == "better"
    other = Preparing("a test", make)
    other.begin()
    while other.is_under_way:
        other.wait(0.01)
    other.give_up()
    other.wait()
    assert other.made == "made", "what is there stays when the better one is given up"
    assert other.has_begun
