"""Work for reports: it can be resumed, and depends neither on jobs nor on how long it took."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import ClassVar

import pytest
from pace import was_soon

import hexgame
from hexgame.deadline import look, time_limit
from hexgame.experiments.random.bulk import kernel_for
from hexgame.experiments.random.orders import PLAIN, kernel_of
from hexgame.experiments.random.totals import Totals
from hexgame.preparing import Preparing
from hexgame.reports import report
from hexgame.reports.kinds import making
from hexgame.reports.kinds.playouts import PLAYOUTS
from hexgame.reports.kinds.trials import TRIALS, trials_of
from hexgame.reports.report import WRITING, Clock, Effort, report_on
from hexgame.reports.work import Crewing, Shelf, Work


@dataclass(frozen=True)
class Sum:
    """Numbers of blocks in their order."""

    blocks: tuple[int, ...] = ()

    @property
    def games(self) -> int:
        return len(self.blocks)

    def __add__(self, other: Sum) -> Sum:
        return Sum(tuple(sorted((*self.blocks, *other.blocks))))

    def data(self):
        return list(self.blocks)


@dataclass(frozen=True)
class Counting:
    """A job whose blocks are their own numbers; one of them may be interrupted."""

    games: int
    stop: int = -1
    nothing: ClassVar[Sum] = Sum()
    name = "counting"

    @property
    def blocks(self) -> int:
        return self.games

    def played(self, run: range) -> Sum:
        if self.stop in run:
            raise KeyboardInterrupt
        return Sum(tuple(run))

    def told(self, run: range) -> str:
        return str(run)


class Count:
    """A kind of work for tests."""

    name, unit, version, share, few, size, most, nothing = "count", "blocks", 1, 1.0, 30, 1, 1000, Sum()

    def __init__(self, stop: int = -1) -> None:
        self.stop = stop

    def suits(self, game):
        return True

    def enough(self, game):
        return self.few

    def job(self, game, seed, games):
        return Counting(games, self.stop)

    here = job

    def read(self, data):
        return Sum(tuple(data))


@pytest.fixture(scope="module")
def hex3():
    return hexgame.load("hex", size=3)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))


def test_a_longer_time_adds_to_what_was_found(hex3):
    found = []
    for most in (300, 1000):
        kind = Count()
        kind.most = most
        work = Work(hex3, (kind,), shelf=Shelf(pytest.fail))
        work.for_seconds(5)
        found.append(work.found["count"].blocks)
    assert found == [tuple(range(300)), tuple(range(1000))]


def test_all_kinds_get_what_a_card_asks_before_any_gets_more(hex3):
    kinds, told = (Count(), Count()), list[tuple[str, int]]()
    for kind, name in zip(kinds, ("one", "other"), strict=True):
        kind.name = name

    class Noted(Work):
        def _play(self, kind, games, *how, **more):
            super()._play(kind, games, *how, **more)
            told.append((kind.name, self.found[kind.name].games))

    kinds[0].enough = kinds[1].enough = lambda _: 60
    Noted(hex3, kinds).for_seconds(5)
    assert told[:6] == [("one", 30), ("other", 30), ("one", 60), ("other", 60), ("one", 1000), ("other", 1000)]


def test_what_cannot_be_kept_is_told_once(hex3, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "file" / "cache"))
    notes = []
    shelf = Shelf(notes.append)
    for games in (1, 2):
        shelf.keep(hex3, Count(), 0, Sum(tuple(range(games))))
    assert len(notes) == 1
    assert notes[0].startswith("results are not kept")


def test_ctrl_c_keeps_the_first_blocks(hex3):
    work = Work(hex3, (Count(stop=700),), crewing=Crewing(2), shelf=Shelf(pytest.fail))
    work.for_seconds(5)
    assert work.interrupted
    assert work.found["count"].blocks == tuple(range(work.found["count"].games))
    again = Work(hex3, (Count(),), shelf=Shelf(pytest.fail))
    again.for_seconds(5)
    assert again.found["count"].blocks == tuple(range(1000))


def test_random_games_are_those_of_playouts_however_they_are_played(hex3, monkeypatch):
    monkeypatch.setattr(making, "kernel_for", partial(kernel_for, engine="plain"))
    expected = hexgame.experiments.playouts(hex3, 400, seed=5, engine="plain").totals
    for shelf in (None, Shelf(pytest.fail)):
        work = Work(hex3, (PLAYOUTS,), seed=5, shelf=shelf)
        for games in (100, 400):
            work.in_full({"random": games})
        assert work.found["random"] == expected
    resumed = Work(hex3, (PLAYOUTS,), seed=5, shelf=Shelf(pytest.fail))
    assert resumed._kept(PLAYOUTS) == expected
    assert Totals.read(expected.data()) == expected


@dataclass(frozen=True)
class Slow(Counting):
    """A job whose blocks take longer than there is time for."""

    def played(self, run: range) -> Sum:
        while True:
            time.sleep(0.01)
            look()


class SlowCount(Count):
    """A kind of work that finds nothing."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def job(self, game, seed, games):
        return Slow(games)

    here = job


def test_time_is_kept_whatever_the_kinds_of_work_need(hex3):
    kinds = (*(SlowCount(f"slow-{number}") for number in range(2)), Count())
    work, begun = Work(hex3, kinds, shelf=Shelf(pytest.fail)), time.monotonic()
    work.for_seconds(1.2)
    assert was_soon(time.monotonic() - begun, 2.4)
    assert not work.interrupted
    assert [work.found[kind.name].games > 0 for kind in kinds] == [False, False, True]


def test_what_comes_first_is_played_until_there_are_enough(hex3):
    first, slow = Count(), SlowCount("slow")
    work = Work(hex3, (first, slow), shelf=Shelf(pytest.fail))
    work.begin(first, 20.0)
    assert (work.found["count"].games, work.found["slow"].games) == (first.most, 0)
    later = Work(hex3, (first,), shelf=Shelf(pytest.fail), found=dict(work.found))
    later.take_kept()
    assert later.found["count"].games == first.most


def test_a_kind_that_found_nothing_gets_the_spare_time_and_others_do_not(hex3):
    slow, count = SlowCount("slow"), Count()
    count.most = 10
    ended = dict[str, float]()

    class Timed(Work):
        def _play(self, kind, *how, **more):
            super()._play(kind, *how, **more)
            ended[kind.name] = time.monotonic()

    begun = time.monotonic()
    Timed(hex3, (count, slow)).for_seconds(0.3, spare=1.0)
    assert ended["count"] - begun < 1.0 <= ended["slow"] - begun

    late = Count()
    late.name = "late"
    work = Work(hex3, (late,))
    work.for_seconds(0.0)
    assert not work.found["late"].games
    work.for_seconds(0.0, spare=5.0)
    assert work.found["late"].games


def test_an_interrupt_while_what_is_kept_is_read_leaves_nothing_undefined(hex3, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Shelf, "kept", interrupted)
    kinds = tuple(SlowCount(f"slow-{number}") for number in range(2))
    work = Work(hex3, kinds, shelf=Shelf(pytest.fail))
    work.for_seconds(0.6)
    assert work.interrupted
    assert work.found == {kind.name: kind.nothing for kind in kinds}


def test_time_is_left_for_the_page_and_more_of_it_on_a_busy_machine(hex3, monkeypatch):
    clock = Clock(60.0)
    assert 50 < clock.playing([hex3]) < 60
    assert clock.playing([hex3, hex3]) < clock.playing([hex3])
    assert Clock(2.0).playing([hex3]) > 0.9
    assert 0 < clock.spare([hex3]) < 60 - clock.playing([hex3])
    monkeypatch.setattr(time, "monotonic", lambda now=time.monotonic: now() + 20)
    monkeypatch.setattr(time, "thread_time", lambda now=time.thread_time: now() + 4)
    assert 4.9 < clock.slowness < 5.1
    assert 20 < clock.playing([hex3]) < 40 - 4.9 * WRITING


def test_a_game_that_is_not_compiled_in_time_is_played_by_the_plain_text(hex3, monkeypatch):
    ready = Event()

    def compiled(game, **how):
        ready.wait()
        return kernel_of(game, PLAIN, **how)

    monkeypatch.setattr(making, "kernel_for", compiled)
    monkeypatch.setattr(making, "PATIENT", 0.0)
    kitchen = making.Making(hex3)
    with time_limit(60):
        plain = kitchen.kernel()
    assert plain.engine == kitchen.engine == PLAIN
    ready.set()
    assert kitchen.kernel() is kitchen.kernel() is not plain


def test_what_is_still_being_compiled_is_given_up_and_begun_anew(hex3, monkeypatch):
    def endless(*_, **__):
        while True:
            time.sleep(0.01)
            look()

    monkeypatch.setattr(making, "kernel_for", endless)
    monkeypatch.setattr(making, "PATIENT", 0.0)
    kitchen = making.Making(hex3)
    with time_limit(60):
        assert kitchen.kernel().engine == PLAIN
    thread = kitchen.compiled._thread
    assert thread.is_alive()
    making.give_up_compiling()
    thread.join(5)
    assert not thread.is_alive()
    monkeypatch.setattr(making, "kernel_for", partial(kernel_for, engine="plain"))
    kitchen.kernel()
    assert kitchen.compiled.made is not None


def test_what_kinds_need_is_compiled_ahead_one_after_the_other(hex3):
    assert len(TRIALS.compiled(hex3)) == len(trials_of(hex3)) > 1
    begun = list[str]()

    def made(name):
        begun.append(name)
        yield name

    several = [Preparing(name, partial(made, name)) for name in ("search", "trial", "puzzles")]
    with making.compiling_ahead(several):
        for each in several:
            while each.made is None:
                time.sleep(0.001)
    assert begun == ["search", "trial", "puzzles"]


def test_nothing_more_is_compiled_ahead_once_the_processor_is_needed():
    ready = Event()

    def waiting():
        ready.wait(10)
        yield 1

    first, second = (Preparing(name, waiting) for name in ("first", "second"))
    with making.compiling_ahead([first, second]):
        while not first.has_begun:
            time.sleep(0.001)
    ready.set()
    first.wait()
    assert first.made == 1
    assert not second.has_begun


def test_ctrl_c_before_the_first_game_still_gives_a_report(hex3, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "kinds_for", interrupted)
    found = report_on([hex3], Effort(Clock(10.0), is_kept=False))
    assert found.interrupted
    assert [section.name for chapter in found.chapters for section in chapter.sections][:1] == ["glance"]


def test_ctrl_c_anywhere_gives_a_report_on_what_is_kept(hex3, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    effort = Effort(amounts={"random": 100})
    expected = report_on([hex3], effort).chapters[0].study.found["random"]
    monkeypatch.setattr(report, "studied", interrupted)
    found = report_on([hex3, hexgame.load("y", size=3)], effort)
    assert found.interrupted
    one, other = (chapter.study for chapter in found.chapters)
    assert one.found == {"random": expected}
    assert not one.is_looked_into
    assert other.found == {}


def test_claims_that_there_was_no_time_for_are_named(hex3):
    study, _ = report.studied(hex3, Effort(is_kept=False), 0.0)
    assert study.verdicts == ()
    assert study.left_out[-1] == "proofs of what is claimed"


def test_what_the_rules_alone_tell_is_given_up_when_its_time_is_over(hex3, monkeypatch):
    def endless(_):
        while True:
            time.sleep(0.01)
            look()

    monkeypatch.setattr(report, "look_into", endless)
    ended, is_looked_into = report._looked_into(hex3, 0.05)
    assert not ended
    assert not is_looked_into
