"""What a thread makes while others go on."""

from __future__ import annotations

import threading
import time

from hexgame.deadline import look
from hexgame.preparing import Preparing


def test_it_is_made_once_however_often_it_is_asked_for() -> None:
    made: list[int] = []
    preparing = Preparing("a test", lambda: made.append(1) or len(made))
    assert not preparing.has_begun
    for _ in range(3):
        preparing.begin()
        preparing.wait()
    assert preparing.has_begun
    assert not preparing.is_under_way
    assert preparing.made == 1


def test_what_was_tried_in_vain_is_tried_again_only_after_it_was_given_up() -> None:
    tries: list[int] = []
    preparing = Preparing("a test", lambda: tries.append(1))
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

    def make() -> str:
        begun.release()
        while not may_end.is_set():
            time.sleep(0.01)
            look()
        return "made"

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
