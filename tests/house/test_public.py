"""What people meet at a prompt: examples in docstrings are true, and everything prints as one short line."""

from __future__ import annotations

import doctest
import importlib
import inspect
import math
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT

import hexgame
from hexgame.diagnostics.text import Span
from hexgame.experiments import playouts
from hexgame.experiments.analysis import analyse
from hexgame.experiments.random.orders import PLAIN, Order, Task, kernel_of
from hexgame.loading import read_sheet
from hexgame.play.game import Game
from hexgame.play.perft import perft
from hexgame.play.state import State
from hexgame.play.view import View
from hexgame.players import Limits, player
from hexgame.record import Record

MODULES = (
    "",
    ".doors.given",
    ".loading",
    ".statistics.means",
    ".play.game",
    ".play.state",
    ".play.moves",
    ".play.outcome",
    ".play.positions",
    ".experiments.random.bulk",
)
LONGEST = 200


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"hexgame{name}"))
    assert tried.failed == 0


def test_what_people_call_first_has_examples() -> None:
    finder = doctest.DocTestFinder(recurse=False)
    for each in (hexgame, hexgame.load, hexgame.check, hexgame.Game, hexgame.State, hexgame.Move, playouts):
        assert finder.find(each)[0].examples, each
    assert finder.find(hexgame.Outcome)[0].examples


def test_everything_public_prints_as_one_short_line() -> None:
    game = hexgame.load("hex", size=11)
    state = game.start().play_all(["b1", "a2", "c3"])
    found = playouts(game, 200, engine=PLAIN)
    with pytest.raises(hexgame.HexgameError) as error:
        hexgame.load(hexgame.Source("long", "game\n" * 100))
    shown = [
        *(game, state, state.view("Red"), state.last_move, hexgame.Outcome("Red"), game.position({"Red": []}).origin),
        *(game.board, game.rules, game.facts, game.forms, game.machine, game.machine.layout, game.machine.blocks[0]),
        *(game.tree, game.sources[0], Span(game.sources[0], 0, 4), game.notation, read_sheet("hex"), game.settings),
        *(error.value, *error.value.diagnostics, found.branching, Task(1, 2), Order.of(game, PLAIN)),
    ]
    for each in (*shown, found, found.totals, found.firsts[0], kernel_of(game, PLAIN)):
        assert len(repr(each)) < LONGEST, type(each)
        assert "\n" not in repr(each)


def test_arrays_of_games_print_as_one_short_line() -> None:
    pytest.importorskip("llvmlite")
    game = hexgame.load("hex", size=3)
    for each in (game.batch(4), game.compiled()):
        assert len(repr(each)) < LONGEST


def test_an_error_suggests_what_the_command_suggests() -> None:
    with pytest.raises(hexgame.HexgameError, match=r"no game or file `hexx` \(did you mean `hex`\?\)"):
        hexgame.load("hexx")


# What is called with something else than it wants

HEX = hexgame.load("hex", size=3)
BEGUN = HEX.start().play_all(["a1"])
WRONG = {
    "None": None, "a number": 7, "a negative number": -1, "a large number": 10**30, "bytes": b"b2", "NaN": math.nan,
    "a fraction": 2.5, "a huge text": "x" * 100_000, "half of a character": "\udcff", "a text with a NUL": "a\0b",
    "a list": ["b2"], "a mapping": {"a": 1}, "a set": {1}, "an object": object(), "a class": int, "yes": True,
}  # fmt: skip
GOOD = {"n": 5, "move": "b2", "moves": ["b2"], "player": "Blue", "seed": 1, "text": "b2", "name": "mcts", "game": HEX,
        "code": 3, "pieces": {"Red": ["a1"]}, "cell": 2, "number": 0, "colour": "Red", "ending": 0, "depth": 1,
        "state": BEGUN, "start": BEGUN, "adviser": "mcts:2", "actions": [1, 1], "forms": HEX.forms}  # fmt: skip
"""A value for each parameter that is not the one to be wrong."""

FUNCTIONS: dict[str, Callable[..., object]] = {
    "load": hexgame.load, "check": hexgame.check, "playouts": playouts, "player": player, "Limits": Limits,
    "perft": perft, "analyse": analyse,
}  # fmt: skip
WANTED = {("playouts", "a large number", "n"), ("playouts", "a class", "progress"), ("analyse", "a class", "progress")}
"""What is as wanted: games that would take for ever, and something that can be called."""


def limited(seconds: object) -> None:
    with hexgame.time_limit(seconds):  # type: ignore[arg-type]
        pass


def methods(thing: object, without: type) -> Iterator[tuple[str, str]]:
    for name, each in inspect.getmembers(type(thing), callable):
        if not (name.startswith("_") or hasattr(without, name)) and inspect.signature(each).parameters.keys() != {
            "self"
        }:
            yield type(thing).__name__, name


def called(thing: object, name: str) -> Callable[..., object]:
    """A method of a copy, so that what one call does is not there in the next."""
    fresh = thing.copy() if isinstance(thing, State) else thing
    method: Callable[..., object] = getattr(fresh, name)
    return method


def refused_well(function: Callable[..., object], wrong: str, value: object) -> Iterator[str]:
    """How often something wrong for each parameter ends in anything but an answer, a documented error or a sentence."""
    parameters = inspect.signature(function).parameters
    for parameter in parameters.values():
        given, named = list[object](), dict[str, object]()
        for each in parameters.values():
            is_it = each is parameter
            if each.kind is each.VAR_KEYWORD:
                named |= {"size": value} if is_it else {}
            elif is_it or each.default is each.empty:
                given.append(
                    value if is_it else GOOD[each.name]
                ) if each.kind is each.POSITIONAL_ONLY else named.update(
                    {each.name: value if is_it else GOOD[each.name]}
                )
        if (getattr(function, "__name__", ""), wrong, parameter.name) in WANTED:
            continue
        try:
            with hexgame.time_limit(5):
                function(*given, **named)
        except hexgame.HexgameError:
            continue
        except hexgame.OutOfTime:
            yield f"{parameter.name}: takes for ever"
        except BaseException as error:
            raised = traceback.extract_tb(error.__traceback__)[-1]
            is_ours = (
                "raise " in (raised.line or "") and ROOT / "interpreter" in Path(raised.filename).resolve().parents
            )
            if not (isinstance(error, TypeError | ValueError) and is_ours and len(str(error)) < 400):
                yield f"{parameter.name}: {type(error).__name__}: {str(error)[:80]} ({raised.filename}:{raised.lineno})"


THINGS = [BEGUN, HEX, BEGUN.view("Blue")]
PLACES = [*((None, name) for name in FUNCTIONS), *((k, name) for k, thing in enumerate(THINGS)
          for _, name in methods(thing, Record))]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(("thing", "name"), PLACES, ids=str)
def test_what_is_wrong_is_refused_in_a_sentence(thing: int | None, name: str, wrong: str) -> None:
    if thing is None:
        function = FUNCTIONS[name]
    elif name in ("batch", "compiled"):
        pytest.importorskip("llvmlite")
        return
    else:
        function = called(THINGS[thing], name)
    assert [*refused_well(function, wrong, WRONG[wrong])] == []


@pytest.mark.parametrize("wrong", WRONG)
def test_a_limit_of_time_is_a_number(wrong: str) -> None:
    assert [*refused_well(limited, wrong, WRONG[wrong])] == []


def test_batches_refuse_in_a_sentence() -> None:
    pytest.importorskip("llvmlite")
    batch = HEX.batch(2)
    found = {}
    for wrong, value in WRONG.items():
        if wrong != "a large number":
            found[wrong, "batch"] = [*refused_well(HEX.batch, wrong, value)]
        for name in ("observations", "reset", "state", "step"):
            found[wrong, name] = [*refused_well(getattr(batch, name), wrong, value)]
    assert {place: told for place, told in found.items() if told} == {}


def test_none_is_no_move() -> None:
    with pytest.raises(TypeError, match="`move` must be a text or a Move, not None"):
        BEGUN.copy().play(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`cell` must be 0 to 8, not 9"):
        BEGUN.at(9)
    with pytest.raises(ValueError, match="not NaN"):
        limited(math.nan)


# Names that are given by people

NAMED = """
option name = 3 in 2..5
option options = 1 in 0..3
option cls = 1 in 0..3
option folder = 1 in 0..3
players self, parts
board { shape rhombus(name) }
cards hand = 1..2, bid = {}
round { together { pick 1 from hand into bid } for p in players { p.bid to p.hand as p { place stone on empty } } }
"""


def test_options_and_players_may_be_called_as_parameters_are(tmp_path: Path) -> None:
    path = tmp_path / "named.hexgame"
    path.write_text('game "Named"\n' + NAMED + "win when count(own) == 3\n")
    game = hexgame.load(path, name=4, options=2, cls=2, folder=2)
    assert game.options == {"name": 4, "options": 2, "cls": 2, "folder": 2}
    assert hexgame.check(path, name=4, options=2, cls=2, folder=2) == ()
    state = game.start()
    state.join(self="{1}", parts="{2}")
    assert state.to_move == "self"


def test_what_takes_names_of_people_has_none_of_its_own() -> None:
    """A function that takes any keywords takes its own parameters by place alone."""
    public = [(name, getattr(hexgame, name)) for name in hexgame.__all__]
    for holder in (State, Game, View):
        public += [
            (f"{holder.__name__}.{name}", each) for name, each in vars(holder).items() if inspect.isfunction(each)
        ]
    for name, each in public:
        if inspect.isfunction(each):
            kinds = [parameter.kind for parameter in inspect.signature(each).parameters.values()]
            if inspect.Parameter.VAR_KEYWORD in kinds:
                assert inspect.Parameter.POSITIONAL_OR_KEYWORD not in kinds, name
