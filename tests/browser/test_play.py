"""Games on the page, by clicks."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
import yaml
from conftest import Run
from playwright.sync_api import Page, expect

import hexgame
from hexgame.experiments.analysis import Analysis, Judged
from hexgame.experiments.judgements import Certainty, Judgement, follows, settled
from hexgame.players import Weighed

from .steps import begin, cell, drop, go, play, record, write


def test_a_whole_game_by_clicks(page: Page, command: Run, tmp_path: Path) -> None:
    moves = ["b1", "a2", "b2", "a3", "b3"]
    begin(page, "hex", {"size": 3})
    play(page, moves)
    expect(page.get_by_text("Red wins").first).to_be_visible()
    typed = "".join(f"{move}\n" for move in moves)
    command("play", "hex", "--set", "size=3", input=f"{typed}save {tmp_path / 'typed.yaml'}\nquit\n")
    clicked, kept = yaml.safe_load(record(page, tmp_path)), yaml.safe_load((tmp_path / "typed.yaml").read_text("utf-8"))
    assert clicked | {"seed": None} == kept | {"seed": None}


def test_what_pieces_are_called_stands_beside_their_drawings(page: Page) -> None:
    begin(page, "amazons", {})
    rows = page.locator(".legend > span:has(.piece)")
    expect(rows).to_have_text([re.compile("amazon$"), "arrow"])
    assert [rows.nth(row).locator("svg .stone").count() for row in range(2)] == [2, 1]


def test_a_computer_player_answers(page: Page) -> None:
    begin(page, "hex", {"size": 4, "pie": "no"}, ["human", "random"])  # with the pie rule, it may swap instead
    play(page, ["b2"])
    expect(page.locator(".playboard [role=gridcell][aria-label*=Blue]")).to_have_count(1)


def test_who_plays_one_colour_reads_what_ended_the_game(page: Page) -> None:
    begin(page, "hex", {"size": 2, "pie": "no"}, ["human", "random"])
    play(page, ["b1"])
    page.locator(".playboard .can").last.click()  # either cell of the lower row joins both sides
    expect(page.locator(".standing")).to_have_text("You won: Red joined top and bottom")
    expect(page.get_by_role("button", name="Play again")).to_be_focused()


def test_boards_change_their_look(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    page.get_by_text("Appearance").click()
    fills = {
        "flat": {"light": "rgb(238, 241, 240)", "dark": "rgb(42, 50, 48)"},
        "contrast": {"light": "rgb(255, 255, 255)", "dark": "rgb(0, 0, 0)"},
        "wood": {"light": "rgb(230, 191, 133)", "dark": "rgb(94, 65, 41)"},
    }
    for theme, modes in fills.items():
        page.get_by_label("boards").select_option(theme)
        for _ in modes:
            page.locator("#theme").click()
            mode = page.locator("html").get_attribute("data-mode") or ""
            expect(cell(page, "a1")).to_have_css("fill", modes[mode])
    page.get_by_label("boards").select_option("flat")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "flat")
    page.evaluate("localStorage.clear()")
    page.reload()


def test_a_page_that_is_loaded_again_goes_on_where_it_stood(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2"])
    page.reload()
    expect(page.locator(".playboard [role=gridcell][aria-label*=Red]")).to_have_count(1)
    play(page, ["b2", "a3", "b3"])
    expect(page.get_by_text("Red wins").first).to_be_visible()


def test_rules_can_be_read_beside_the_game(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    page.get_by_text("Rules", exact=True).click()
    expect(page.locator(".tabpanel p", has_text="Whoever joins their own two sides")).to_be_visible()


def test_a_link_with_moves_shows_the_board_after_them(page: Page) -> None:
    page.evaluate("""async () => {
        const { packed } = await import("./keeping/sharing.js");
        location.hash = `#/s/${await packed({ name: "hex", options: { size: "3" }, moves: ["b2"] })}`;
    }""")
    expect(page.get_by_text("The game begins after 1 move.")).to_be_visible()
    expect(page.locator(".stage svg circle").first).to_be_attached()


def test_a_link_with_a_move_that_cannot_be_made_says_so(page: Page) -> None:
    page.evaluate("""async () => {
        const { packed } = await import("./keeping/sharing.js");
        location.hash = `#/s/${await packed({ name: "hex", options: { size: "3" }, moves: ["b2", "b2"] })}`;
    }""")
    expect(page.locator("form .problem")).to_have_text("move 2, b2, cannot be played")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()


OWN = 'game "Own"\nplayers Red, Blue\nboard { shape rhombus(3) edge top, bottom: Red edge left, right: Blue }\n'
OWN += "turn { place stone on empty }\nwin when connects(own, own.edges)\n"


def test_a_record_of_an_own_sheet_is_played_on(page: Page, tmp_path: Path) -> None:
    go(page, "#/edit")
    write(page, OWN)
    page.get_by_role("button", name="Play this").click()
    page.locator("dialog select").last.select_option("human")
    page.locator("dialog").get_by_role("button", name="Play", exact=True).click()
    page.locator(".playing").wait_for()
    play(page, ["b2", "a1"])
    text = record(page, tmp_path)
    table = page.url
    drop(page, ".playing", "own.yaml", text)
    page.wait_for_url(lambda url: url != table)
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, Blue, last move")
    go(page, "#/")
    page.locator(".games").first.wait_for()
    drop(page, ".gallery", "own.yaml", text)
    expect(page.get_by_text("Open the sheet in the editor")).to_be_visible()
    go(page, "#/edit")
    drop(page, ".cm-content", "own.yaml", text)
    page.locator(".playing").wait_for()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, Blue, last move")


def test_a_dropped_sheet_goes_to_the_editor(page: Page) -> None:
    go(page, "#/edit")
    write(page, OWN)
    go(page, "#/")
    page.locator(".games").first.wait_for()
    drop(page, ".gallery", "other.hexgame", OWN.replace("Own", "Other"))
    expect(page.locator(".cm-content")).to_contain_text("Other")
    page.get_by_role("button", name="Restore mine").click()
    expect(page.locator(".cm-content")).to_contain_text("Own")


OUTDATE = """() => {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith("hexgame:table:"))) {
    const { at, value } = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ at, value: { ...value, standing: "unknown" } }));
  }
}"""

FORGET_AT_ONCE = """async (table) => {
  const row = () => document.querySelector(`.tables [data-table="${table}"]`);
  while (!row()) await new Promise(requestAnimationFrame);
  row().querySelector("button").click();
  while (!row().textContent.includes("to move")) await new Promise(requestAnimationFrame);
  return row().querySelector("button").textContent;
}"""


def test_a_browser_lists_its_tables(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b2"])
    table = page.url.rpartition("/")[2]
    begin(page, "y", {"size": 3}, ["human", "random"])
    go(page, "#/")
    row = page.locator(f'.tables [data-table="{table}"]')
    expect(row).to_contain_text("Blue to move")
    expect(row.locator(".tag")).to_have_text("your turn")
    expect(page.locator(".tables li a").first).to_have_text("Y")
    row.get_by_role("link", name="Hex").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, Red, last move")
    page.evaluate(OUTDATE)
    go(page, "#/")
    assert page.evaluate(FORGET_AT_ONCE, table) != "Forget", "what is found about a table leaves its question alone"
    expect(row).to_contain_text("Blue to move")
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    go(page, "#/help")
    go(page, "#/")
    expect(page.locator(".tables li a").first).to_have_text("Y")
    expect(row).to_have_count(0)


def test_a_saved_game_brings_back_variations_and_comments(page: Page, tmp_path: Path) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b2"])
    page.get_by_role("tab", name="Moves").click()
    note = page.get_by_label("Comment on this position")
    note.fill("Too early.")
    note.blur()
    page.get_by_role("button", name="Start").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty, you can play here")
    play(page, ["c3"])
    page.get_by_role("tab", name="Game").click()
    text = record(page, tmp_path)
    table = page.url
    drop(page, ".playing", "game.yaml", text)
    page.wait_for_url(lambda url: url != table)
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".variation .move")).to_have_attribute("aria-label", "1. Red b2, comment: Too early.")
    assert "\ncomments:" not in text
    assert "variations:" in text


def test_a_position_and_a_game_are_saved_as_pictures(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2"])
    page.get_by_text("Share and save").click()
    found = {}
    for name in ("Picture (SVG)", "Picture (PNG)", "Film (SVG)", "Card (PNG)"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        found[name] = download.value.path().read_bytes()
    assert all(found[name].startswith(b"\x89PNG") for name in ("Picture (PNG)", "Card (PNG)"))
    assert found["Picture (SVG)"].count(b'class="stone"') == 2
    assert all(text in found["Film (SVG)"] for text in (b">1. Red b1<", b">2. Blue a2<", b"@keyframes"))


def test_a_position_is_analysed(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["b1", "a2", "b2", "c3"])  # Red wins with a3 or b3
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Threats").click()
    expect(page.locator(".notes")).to_contain_text("Red can win at once with: a3, b3")
    expect(page.locator(".overlay g.threat > *")).to_have_count(2)
    page.get_by_label("Players of the sample games").select_option("a weak search")
    page.get_by_role("button", name="Sample games").click()
    expect(page.locator(".notes")).to_contain_text("Red wins", timeout=90_000)  # a second Python may have to start
    expect(page.locator(".notes")).to_contain_text("games by a weak search; 95 % confidence intervals")
    expect(page.locator(".overlay .value").first).to_be_visible()
    page.get_by_role("button", name="Best moves").click()
    expect(page.locator(".best li").first).to_contain_text("wins, proved")
    expect(page.locator(".overlay .hints circle.best").first).to_be_visible()


def test_a_game_is_reviewed_and_stays_as_it_was_played(page: Page) -> None:
    begin(page, "hex", {"size": 3})
    play(page, ["a1", "b2", "c1", "a3", "b1"])  # with c2, Red would have won
    cell(page, "c2").click()
    expect(page.locator(".standing")).to_contain_text("Blue wins")
    page.get_by_role("button", name="Review the game").click()
    worst = page.locator(".mistakes li")
    expect(worst.last).to_contain_text("proved win missed", timeout=90_000)  # a second Python may have to start
    expect(page.locator(".decided [role=status]")).to_contain_text("exact")
    slider = page.get_by_role("slider", name="Position of the game")
    expect(slider).to_have_attribute("aria-valuetext", "After move 6, Blue c2: Red 0 %, proved.")
    numbers = page.locator(".graph .number").all_text_contents()
    assert (
        numbers
        == page.locator(".mistakes .disc").all_text_contents()
        == page.locator(".moves .disc").all_text_contents()
    )
    slider.press("Home")
    expect(page.locator(".stones .stone")).to_have_count(0)
    worst.last.get_by_role("button").first.click()
    expect(page.locator(".overlay .hints .arrowhead")).to_have_count(1)
    worst.last.get_by_role("button", name=re.compile("^Better")).click()
    expect(page.locator(".variation .move[aria-current]")).to_contain_text("proved", timeout=30_000)
    worst.last.get_by_role("button", name="again").click()
    expect(page.locator(".decided [role=status]")).to_contain_text("What is better than")
    page.get_by_role("button", name="Last position").click()
    page.get_by_text("The values as a table").click()
    expect(page.locator(".review tbody tr")).to_have_count(7)
    expect(page.locator(".moves > .move").last).to_have_attribute("aria-label", "6. Blue c2, Blue wins")
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_text("From your games").click()
    page.get_by_role("tab", name="Moves").click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("tab", name="Analysis").click()
    expect(page.locator(".openings li", has_text="a1")).to_have_text(re.compile(r"a1\d+ games?: .*Blue won \d"))
    go(page, "#/")
    page.go_back()
    expect(worst.last).to_contain_text("proved win missed")


JUDGED = """async ([positions, texts, gap, follows]) => {
  const judging = await import("./review/judging.js");
  const given = positions.map(([value, proved, moves], at) => ({
    seats: [value, 1 - value], proved, gap: proved ? null : gap, mover: at % 2, whole: true, simulations: 1000,
    moves: moves.map(([move, value, proved = null]) => ({ move, value, proved, share: 0.3 })), notes: [],
  }));
  const rows = texts.map((text, node) => ({ node, ply: node, by: ["Blue", "Red"][node % 2], text }));
  if (follows === null) return given.map((each, at) => judging.certainty(each, texts[at + 1]));
  const known = (seats) => (seats ? { seats, gap: null, proved: true } : {});
  const found = given.map((each, at) => ({ ...each, ...known(follows[at]) }));
  const marks = judging.judgedMoves(found, rows);
  return [
    found.map(({ seats, proved }) => [seats[0], proved]),
    marks.map(({ mark }) => mark),
    judging.worstOf(marks).map(({ number, ply, better }) => [number, ply, better.move]),
  ];
}"""


def judged(page: Page, line: object, texts: list[str], gap: float) -> list[list[object]]:
    """What the page makes of a line, with what the interpreter says follows from what the page asks it."""
    certain = page.evaluate(JUDGED, [line, texts, gap, None])
    known = [Certainty(tuple(each.pop("seats")), **each) for each in certain]
    found: list[list[object]] = page.evaluate(
        JUDGED, [line, texts, gap, {str(at): values for at, values in follows(known).items()}]
    )
    return found


def verdicts(line: list[tuple[float, bool, list[tuple[str, float, float | None]]]], texts: list[str]) -> object:
    """What `hexgame analyse` makes of a line: its values, which of them are proved, and the marks of its moves."""
    game = hexgame.load("hex", size=3)
    found = list(map(game.start().read, texts[1:]))
    positions = settled(
        [
            Judgement((value, 1 - value), None if proved else 0.02,
                      tuple(Weighed(game.start().read(move), 0.3, worth, sure) for move, worth, sure in moves),
                      1000, proved, mover=at % 2)
            for at, (value, proved, moves) in enumerate(line)
        ],
        found,
    )  # fmt: skip
    values = [each.values[at % 2] for at, each in enumerate(positions)]
    judged = [
        Judged(at, "", move, values[at], values[at] - positions[at + 1].values[at % 2], None, 1000, False)
        for at, move in enumerate(found)
    ]
    analysis = Analysis(game, "", 0, tuple(judged), positions, None)
    return [[each.values[0], each.proved] for each in positions], [analysis.mark(each) for each in judged]


TALLIED = """async () => {
  const { tallied } = await import("./review/tally.js");
  const games = [["s", "x", "p"], ["s", "x", "q"], ["s", "y"], ["t", "x"]];
  const kept = games.map((keys, at) => ({ keys, winner: at ? "Red" : null, mine: at ? "Blue" : null }));
  const rows = tallied(kept, 0, "s", { a1: "x", c3: "x", b2: "y" });
  return rows.map(({ move, games, wins, draws, won }) => [move, games, wins, draws, won]);
}"""


def test_what_is_told_of_a_game_is_no_more_than_is_known(page: Page) -> None:
    """A loss within noise, one without a better move, and a proved win that was missed."""
    moves = [["b", 0.6], ["c", 0.45]]
    line = [[0.6, False, moves], [0.45, False, [["x", 0.5]]], [0.5, False, moves]]
    assert judged(page, line, ["", "a", "x"], 0.02)[1] == ["?", ""]
    assert judged(page, line, ["", "a", "x"], 0.3)[1:] == [["", ""], []]
    assert judged(page, line, ["", "b", "x"], 0.02)[1] == ["", ""], "nothing better is known"
    won = [[0.7, False, [["b", 1, 1], ["a", 0.2]]], [0.2, False, []], [0, True, []]]
    found = judged(page, [[1, True, won[0][2]], *won[1:]], ["", "a", "x"], 0.02)
    assert found == [[[1, True], [0, True], [0, True]], ["??", ""], [[1, 1, "b"]]], "who has just won had won before"
    dice, seen = random.Random(4), set[str]()
    for _ in range(60):
        sides = [dice.choice([None, None, 0, 1]) for _ in range(5)]
        line = [
            (dice.random() if side is None else side, side is not None,
             [(move, dice.random(), dice.choice([None, None, 0, 1])) for move in ("a1", "b2", "c3")])
            for side in sides
        ]  # fmt: skip
        texts = ["", *(dice.choice(["a1", "b2", "c3", "a2"]) for _ in line[1:])]
        found = judged(page, line, texts, 0.02)
        values, marks = verdicts(line, texts)
        assert [found[0], found[1]] == [[[pytest.approx(value), proved] for value, proved in values], marks]
        seen.update(marks)
    assert seen == {"", "?", "??"}
    assert page.evaluate(TALLIED) == [["a1", 2, {"Red": 1}, 1, 0], ["b2", 1, {"Red": 1}, 0, 0]]


def test_a_computer_player_that_cannot_go_on_says_what_helps(page: Page) -> None:
    said = """async () => (await import("./table/play.js")).troubled({ message: "This takes long.", again: false })"""
    advice = "Take back a move, or reload the page to let it try again."
    assert page.evaluate(said) == f"The computer player cannot continue: This takes long. {advice}"
    assert page.evaluate(said.replace("false", "true")).endswith("This takes long. It will try again.")
