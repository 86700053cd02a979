"""A saved game as a film and as a card."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from conftest import Run

import hexgame
from hexgame.show.pictures.captions import Cover
from hexgame.show.pictures.film import REST, film_of
from hexgame.show.pictures.picture import ground_of
from hexgame.show.pictures.stones import Stones


@pytest.mark.parametrize("name", ["hex", "twixt", "zertz", "tak", "trax"])
def test_a_film_shows_each_position_in_its_time(name: str) -> None:
    dice, states = random.Random(3), [hexgame.load(name).start()]
    while len(states) < 25 and not states[-1].is_over:
        states.append(states[-1].copy().play_all([str(dice.choice(states[-1].legal_moves))]))
    ground, beats = ground_of(states[0].game), len(states) - 1 + REST
    text = film_of(states)
    times = {found[1]: [(float(at), how) for at, how in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", found[2])]
             for found in re.finditer(r"@keyframes (at\d+)\{((?:[^{}]*\{[^{}]*\})*)\}", text)}  # fmt: skip
    parts = "\n".join([*ground.lower({}, lambda cell, at: ""), *ground.upper()]).split("\n")
    drawn = [line for line in text.split("\n")[4:-1] if line not in {*parts, "</g>"}]
    for frame, state in enumerate(states):
        now, seen = 100 * (frame + 0.5) / beats, []
        for line in drawn:
            timed = re.fullmatch(r'<g class="(at\d+)">(.*)</g>', line)
            if timed is None or [how for at, how in times[timed[1]] if at <= now][-1] == "visible":
                seen.append(timed[2] if timed else line)
        wanted = "\n".join(filter(None, Stones(state, ground, Cover()).apart())).split("\n")
        is_part = re.compile(r"<g [^>]*>|</g>|").fullmatch
        assert [line for line in seen if not is_part(line)][:-1] == [line for line in wanted if not is_part(line)]
        assert seen[-1].count(f">{frame}. ") == (frame > 0)


def test_a_saved_game_is_told_by_a_film_and_a_card(command: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.yaml"
    record.write_text("game: hex\noptions: {size: 2}\nplayers: [human, easy]\nmoves: [a1, b2, a2]\n")
    film, told = tmp_path / "film.svg", tmp_path / "card.png"
    done = command("show", "--from", str(record), "--animate", str(film), "--card", str(told))
    assert (done.exit_code, done.output) == (0, f"wrote {film}\nwrote {told}\n")
    assert ">3. Red a2 – Red wins<" in film.read_text("utf-8")
    head = told.read_bytes()[:24]
    assert [int.from_bytes(head[at : at + 4]) for at in (16, 20)] == [1200, 630]
    for option, file in (("--animate", film), ("--card", told)):
        refused = command("show", "--from", str(record), "--ply", "1", option, str(file))
        assert (refused.exit_code, "leave out --ply" in refused.output) == (2, True)
    refused = command("show", "hex", "--animate", str(film))
    assert (refused.exit_code, "name one with --from" in refused.output) == (2, True)
