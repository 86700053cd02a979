"""What comes late takes nothing from under a reader's hands: no question, no choice, no focus, nothing that is typed.

Views are shown here with a carrier that answers what a test says, when it says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import hexgame.web
from hexgame.web.talk import envelopes, messages
from hexgame.web.talk.sight import Person
from hexgame.web.talk.table import Table, Who, setup_of

from .conftest import hosting
from .steps import go

PAGE = Path(hexgame.web.__file__).parent / "page"

STAGE = """<!doctype html><title>Stage</title><link rel="stylesheet" href="style.css"><body><script type="module">
  /** Show a view with a carrier that answers as `answers` says: what it is, or what it makes of a question. */
  window.staged = async (view, answers, ...parts) => {
    const asked = [];
    let tell = null;
    const answer = (kind, fields) => (typeof answers[kind] === "function" ? answers[kind](fields) : answers[kind]);
    const ask = async (kind, fields) => (asked.push({ kind, ...fields }), answer(kind, fields));
    const carrier = { name: "socket", ask, onTell: (listener) => (tell = listener), onState: () => {} };
    const page = { carrier, signal: new AbortController().signal, go() {}, title() {}, announce() {} };
    const place = document.createElement("div");
    document.body.replaceChildren(place);
    await (await import(view)).show(place, page, ...parts);
    const button = (text) => [...place.querySelectorAll("button")].find((each) => each.textContent === text);
    const cell = (name) => place.querySelector(`[role=gridcell][aria-label^="${name},"]`);
    const key = (element, name) => element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    return { place, page, asked, button, cell, key, told: (scene) => tell({ tell: "table", table: "t", scene }) };
  };
  window.soon = () => new Promise((resolve) => setTimeout(resolve, 20));
</script>"""


@pytest.fixture(scope="module")
def stage(chromium: Browser) -> Iterator[Page]:
    """A page on which views can be staged."""
    with hosting(PAGE) as address:
        page = chromium.new_page()
        page.route("**/stage", lambda route: route.fulfill(content_type="text/html", body=STAGE))
        page.goto(f"{address}stage")
        yield page
        page.close()


pytestmark = pytest.mark.xdist_group("browser socket")


class Told:
    """A table of two people, and what a browser is told of it."""

    def __init__(self, name: str, seats: Sequence[int], **options: str) -> None:
        opened = envelopes.read({"id": 1, "ask": "open", "sheet": {"name": name}, "options": options}).ask
        assert isinstance(opened, messages.Open)
        self._table, self._who = Table(setup_of(opened)), Who(frozenset(seats))

    def people(self, *here: bool) -> dict[str, object]:
        """The scene after people have come or gone."""
        self._table.people = tuple(Person(seat, "", is_here) for seat, is_here in enumerate(here))
        return self.scene

    def play(self, move: str, seat: int | None = None) -> dict[str, object]:
        """The scene after a move, or after the part of a seat in one."""
        tip = self._table.course.tip.number
        message = {"id": 1, "ask": "play", "table": "t", "node": tip, "move": move}
        who = self._who if seat is None else Who(frozenset([seat]))
        heard = self._table.hear(who, message)
        assert heard.events, heard.answer
        assert all(self._table.apply(each) for each in heard.events)
        return self.scene

    def choice(self, seat: int) -> str:
        """A move that a seat can make now."""
        state = self._table.course.tip.state
        colour = next(each for each in state.game.players if state.seat(each) == seat)
        return str(state.choices(colour)[0])

    @property
    def scene(self) -> dict[str, object]:
        """How the table stands."""
        return self._table.scene(self._who)


def test_whoever_comes_or_goes_takes_nothing_from_the_reader(stage: Page) -> None:
    told = Told("lines_of_action", [0, 1])
    scenes = [told.people(True, True), told.people(True, False)]
    found = stage.evaluate(
        """async ([before, after]) => {
        const answers = { join: { seats: [0], scene: before } };
        const { place, button, cell, key, told } = await staged("./table/play.js", answers, "t");
        button("Resign").click();
        button("Really resign?").focus();
        const list = place.querySelector(".moves");
        const rows = [...place.querySelectorAll(".players li")];
        const [man] = before.moves.map(({ source }) => before.cells[source][0]);
        key(cell(man), "Enter");
        told(after);
        return [
          document.activeElement === button("Really resign?"),
          cell(man).getAttribute("aria-label").includes("chosen"),
          rows.every((each) => each.isConnected),
          place.querySelector(".players").textContent.includes("away"),
        ];
      }""",
        scenes,
    )
    assert found == [True] * 4


def test_a_move_of_another_ends_a_choice_and_a_drag(stage: Page) -> None:
    told = Told("lines_of_action", [0, 1])
    before = told.scene
    moves = before["moves"]
    assert isinstance(moves, list)
    after = told.play(moves[0]["text"])
    found = stage.evaluate(
        """async ([before, after]) => {
        const { cell, key, told } = await staged("./table/play.js", { join: { seats: [0, 1], scene: before } }, "t");
        const { source } = before.moves[0];
        const man = cell(before.cells[source][0]);
        man.focus();
        key(man, "Enter");
        told(after);
        return [document.activeElement === man, document.querySelectorAll(".overlay .chosen > *").length];
      }""",
        [before, after],
    )
    assert found == [True, 0]


def test_a_comment_stays_with_the_position_for_which_it_was_begun(stage: Page) -> None:
    told = Told("hex", [0, 1], size="3")
    scenes = [told.scene, told.play("b2")]
    found = stage.evaluate(
        """async ([before, after]) => {
        const answers = { join: { seats: [0], scene: before }, note: {} };
        const { place, asked, told } = await staged("./table/play.js", answers, "t");
        place.querySelectorAll("[role=tab]")[1].click();
        const note = place.querySelector("textarea");
        note.focus();
        document.execCommand("insertText", false, "Too ea");
        told(after);
        document.execCommand("insertText", false, "rly");
        note.blur();
        await soon();
        told(after);
        return [asked.filter(({ kind }) => kind === "note").map(({ node, text }) => [node, text]), note.value];
      }""",
        scenes,
    )
    assert found == [[[0, "Too early"]], ""]


def test_cards_stay_chosen_when_the_other_has_picked(stage: Page) -> None:
    told = Told("blind_hex", [0], handicapped="X")
    told.play(told.choice(0))
    before, after = told.scene, told.play(told.choice(1), seat=1)
    found = stage.evaluate(
        """async ([before, after]) => {
        const { place, told } = await staged("./table/play.js", { join: { seats: [0], scene: before } }, "t");
        const card = place.querySelector("[data-card]");
        card.click();
        told(after);
        return [card.isConnected, card.getAttribute("aria-pressed"), place.querySelector(".players").textContent];
      }""",
        [before, after],
    )
    assert found[:2] == [True, "true"]
    assert "has picked" in found[2]


def test_of_two_questions_the_later_is_answered(stage: Page) -> None:
    scene = Told("hex", [0, 1], size="3").scene
    found = stage.evaluate(
        """async (scene) => {
        let finish = null;
        const games = { games: 1, wins: { Red: 1 }, draws: 0, heat: [], note: "" };
        const slow = new Promise((resolve) => (finish = () => resolve(games)));
        const answers = { join: { seats: [0, 1], scene }, sample: () => slow, threats: { wins: [], dangers: [] } };
        const { place, asked, button } = await staged("./table/play.js", answers, "t");
        button("Sample games").click();
        button("Threats").click();
        await soon();
        const kinds = asked.map(({ kind }) => kind);
        finish();
        await soon();
        return [kinds, place.querySelector(".notes").textContent];
      }""",
        scene,
    )
    assert found == [["join", "sample"], "No move wins at once."]


def test_an_explanation_stays_open_while_its_problem_stays(stage: Page) -> None:
    found = stage.evaluate("""async () => {
        const { ProblemList } = await import("./editor/problems.js");
        const { EditorState, EditorView } = await import("./vendor/codemirror.js");
        const view = new EditorView({ state: EditorState.create({ doc: "one\\ntwo\\n" }) });
        const list = new ProblemList({ ask: async () => ({ text: "# HG1\\n\\nBecause." }) }, view);
        document.body.replaceChildren(list.element);
        const common = { code: "HG1", severity: "error", related: [], fix: [], doc: view.state.doc };
        const problem = (from, message) => ({ ...common, from, to: from + 1, message });
        list.show([problem(0, "first")], true);
        const details = list.element.querySelector("details");
        details.open = true;
        details.querySelector("summary").focus();
        list.show([problem(0, "before"), problem(4, "first"), problem(4, "first")], true);
        const lines = [...list.element.querySelectorAll(".line")].map((each) => each.textContent);
        return [details.open, document.activeElement === details.querySelector("summary"), lines];
      }""")
    assert found == [True, True, ["Line 1", "Line 2", "Line 2"]]


def test_what_was_found_in_an_earlier_text_is_not_said_of_a_later_one_for_long(stage: Page) -> None:
    found = stage.evaluate("""async () => {
        const { ProblemList } = await import("./editor/problems.js");
        const { EditorState, EditorView } = await import("./vendor/codemirror.js");
        const list = new ProblemList({}, new EditorView({ state: EditorState.create({ doc: "one" }) }));
        list.show([], true);
        list.wait();
        const said = [list.title.textContent];
        await new Promise((resolve) => setTimeout(resolve, 800));
        said.push(list.title.textContent);
        list.show([], true);
        return [...said, list.title.textContent];
      }""")
    assert found == ["No problems", "Checking…", "No problems"]


def test_the_focus_is_not_lost_with_what_had_it(stage: Page) -> None:
    found = stage.evaluate("""async () => {
        const { fill, unfolding } = await import("./elements/lasting.js");
        const { h } = await import("./elements/dom.js");
        const row = h("div");
        document.body.replaceChildren(row);
        const show = (...texts) => fill(row, texts, () => texts.map((text) => h("button", {}, text)));
        show("Leave", "Sit");
        row.lastChild.focus();
        show("Sit");
        const focused = [document.activeElement.textContent];
        show("Leave");
        focused.push(document.activeElement === row);
        let times = 0;
        const details = unfolding({}, "Rules", async () => ["", String((times += 1))]);
        document.body.append(details);
        for (const isOpen of [true, false, true]) {
          details.open = isOpen;
          await soon();
        }
        return [...focused, times, details.textContent];
      }""")
    assert found == ["Sit", True, 1, "Rules1"]


def test_what_is_typed_into_an_option_stays(stage: Page) -> None:
    found = stage.evaluate("""async () => {
        const { optionControls } = await import("./library/options.js");
        const option = (name, high) => ({ name, values: null, low: 1, high, value: "3", default: "3", about: "" });
        const chosen = [];
        const controls = optionControls([option("size", 9), option("hole", 2)], {}, (values) => chosen.push(values));
        document.body.replaceChildren(controls.element);
        const [size, hole] = controls.element.querySelectorAll("input");
        size.focus();
        document.execCommand("insertText", false, "1");
        controls.take([option("size", 9), option("hole", 4)]);
        document.execCommand("insertText", false, "2");
        return [size.isConnected, hole.isConnected, size.value, controls.element.querySelectorAll("input")[1].max];
      }""")
    assert found[:2] == [True, False]
    assert "1" in found[2] and "2" in found[2]
    assert found[3] == "4"


def test_a_second_press_before_the_first_is_shown_is_for_another_board(stage: Page) -> None:
    scene = Told("hex", [0, 1], size="3").scene
    found = stage.evaluate(
        """async (scene) => {
        const { Live } = await import("./editor/live.js");
        const editor = { checks: { move() {} }, keepOptions() {}, optioned() {} };
        const live = new Live({ announce() {} }, editor);
        const answer = (played) => ({ title: "Hex", options: [], problems: [], board: scene, played });
        live.show(answer(0));
        live.move("b2");
        live.move("c3");
        const moves = [...live.moves];
        live.show(answer(0)); // of before the move
        const early = live.played;
        live.question;
        live.show(answer(1));
        live.move("c3");
        return [moves, early, live.moves];
      }""",
        scene,
    )
    assert found == [["b2"], 0, ["b2", "c3"]]


def test_whoever_types_before_the_games_have_come_goes_on_typing(page: Page) -> None:
    go(page, "#/help")
    page.get_by_role("heading", name="Help", exact=True).wait_for()
    found = page.evaluate("""async () => {
        location.hash = "#/";
        const there = async (selector) => {
          while (document.querySelector(selector) === null) await new Promise(requestAnimationFrame);
          return document.querySelector(selector);
        };
        const search = await there("#search");
        search.focus();
        await there(".games");
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        return document.activeElement === search;
      }""")
    assert found
