"""A file is replaced only by one of its own kind, whichever command writes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from conftest import ROOT, Run

import hexgame
from hexgame.cli import main
from hexgame.doors import kinds
from hexgame.doors.kinds import Kind, may_replace
from hexgame.show.pictures import picture
from hexgame.verbs.command import Written, write_out

KINDS = {name: each for name, each in vars(kinds).items() if isinstance(each, Kind)}

FOLDERS = {
    ("match", "records"): "test_a_folder_is_used_only_for_the_same_match",
    ("site", "out"): "test_nothing_is_replaced_or_deleted_but_an_earlier_site",
    ("serve", "data"): "a store of its own, in a folder that nobody else can write to",
    ("cache", "prebuild"): "a store of its own, in a folder that nobody else can write to",
}
"""Options that name a folder to write to, with what keeps foreign files in it."""

READ = {("test", "paths"), ("site", "pyodide"), ("prove", "check"), ("serve", "sheets")}
"""Parameters that name what is read."""


def samples() -> dict[str, bytes]:
    """A file of each kind, and others that look like them."""
    drawn = picture.svg(hexgame.load("hex", size=3).start())
    verdicts = [{"claim": "finite"}]
    return {
        "SVG": drawn.encode(),
        "PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        "REPORT": b"<!DOCTYPE html>\n<!-- hexgame study -->\n<html></html>\n",
        "SCENARIO": b"# mine\ngame: hex\ncases:\n  - name: one\n    expect: {winner: none}\n",
        "CERTIFICATE": json.dumps({"certificate": 3, "verdicts": verdicts}).encode(),
        "SOLUTION": b'{"certificate": "hexgame solution 1", "values": {}}',
        "PUZZLES": b"<!DOCTYPE html>\n<!-- hexgame puzzles -->\n<html></html>\n",
        "CLAUSES": b"c hexgame: Hex\np cnf 2 1\n1 2 0\n",
        "STEPS": b"1 -2 0\nd 1 2 0\n0\n",
        "a saved game": b"game: hex\nplayers: [human, human]\nmoves: [b2, c3]\n",
        "a saved game with a note": b"game: hex\nmoves: []\n# cases: []\n",
        "a match": b"game: hex\noptions: {}\nsource: 00\nplayers: [random, random]\nseed: 0\nopening: 1\n",
        "a sheet": (ROOT / "games" / "hex.hexgame").read_bytes(),
        "settings": b'{"editor.tabSize": 2}',
        "JSON with a name": b'{"certificate": "mine", "verdicts": "none"}',
        "JSON": b"[1, 2, 3]",
        "deep JSON": b"[" * 100_000,
        "a page": b"<!DOCTYPE html>\n<html><body><svg></svg></body></html>",
        "XML": b'<?xml version="1.0"?>\n<notes><svg/></notes>',
        "a text": b"do not lose me\n",
        "clauses of others": b"c mine\np cnf 2 1\n1 2 0\n",
        "bytes": bytes(range(256)),
    }


def parameters() -> Iterator[tuple[click.Command, click.Parameter]]:
    """Every parameter of every command."""
    context = click.Context(main)
    for name in main.list_commands(context):
        found = main.get_command(context, name)
        assert found is not None
        yield from ((found, each) for each in found.params)


def written() -> list[tuple[str, str, Written, click.Parameter]]:
    return [
        (str(verb.name), str(each.name), each.callback, each)
        for verb, each in parameters()
        if isinstance(each.callback, Written)
    ]


def test_every_parameter_that_names_a_file_says_what_may_be_replaced() -> None:
    left = {
        (str(verb.name), str(each.name))
        for verb, each in parameters()
        if (isinstance(each.type, click.Path) or str(each.metavar) in ("FILE", "FOLDER", "DIR"))
        and not isinstance(each.callback, Written)
        and not (isinstance(each.type, click.Path) and each.type.exists)
    }
    assert left - READ == {*FOLDERS}
    assert len(written()) >= 11


def test_each_sample_is_of_its_kind_alone() -> None:
    found = samples()
    assert {*KINDS} <= {*found}
    for name, content in found.items():
        assert [each for each, kind in KINDS.items() if kind.is_one(content)] == ([name] if name in KINDS else [])


@pytest.mark.parametrize(("verb", "option"), [each[:2] for each in written()])
def test_only_a_file_of_its_own_kind_is_replaced(verb: str, option: str, tmp_path: Path) -> None:
    callback, parameter = next(each[2:] for each in written() if each[:2] == (verb, option))
    context, path = click.Context(click.Command(verb)), tmp_path / "file"
    for ending, kind in callback.kinds.items():
        there = path.with_name(path.name + ending)
        for name, content in samples().items():
            there.write_bytes(content)
            if name in KINDS and KINDS[name] is kind:
                assert callback(context, parameter, path) == path
            else:
                with pytest.raises(click.BadParameter, match=f"exists and is not {kind.name}"):
                    callback(context, parameter, path)
            assert there.read_bytes() == content
        there.write_bytes(b"")
        assert callback(context, parameter, path) == path
        there.unlink()


def test_a_saved_game_and_settings_survive_a_proof(command: Run, tmp_path: Path) -> None:
    saved, settings, proof = tmp_path / "game.yaml", tmp_path / "settings.json", tmp_path / "proof.json"
    saved.write_bytes(samples()["a saved game"])
    settings.write_bytes(samples()["settings"])
    told = ("prove", "torex", "--set", "size=2", "--claim", "no-draws")
    for option, path, kind in (
        ("--save", saved, "a scenario file"),
        ("--certificate", settings, "a certificate of `hexgame prove`"),
    ):
        before = path.read_bytes()
        refused = command(*told, option, str(path))
        assert (refused.exit_code, path.read_bytes()) == (2, before)
        assert f"exists and is not {kind}" in " ".join(refused.stderr.replace("│", " ").split())
    for _ in range(2):
        assert command(*told, "--certificate", str(proof), "--save", str(tmp_path / "new.test.yaml")).exit_code == 1
    assert may_replace(proof, kinds.CERTIFICATE) and may_replace(tmp_path / "new.test.yaml", kinds.SCENARIO)


@pytest.mark.parametrize("verb", sorted({each[0] for each in written()}))
def test_two_options_never_write_the_same_file(verb: str, tmp_path: Path) -> None:
    of_verb = [each[2:] for each in written() if each[0] == verb]
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    for one, parameter in of_verb:
        for other, another in of_verb:
            context, path = click.Context(click.Command(verb)), tmp_path / "file"
            one(context, parameter, path)
            if one is other:
                assert other(context, another, path) == path
                continue
            for ending in one.kinds:
                same = tmp_path / "link" / f"file{ending}"
                with pytest.raises(click.BadParameter, match=f"is also what `{parameter.opts[0]} FILE{ending}` writes"):
                    other(context, another, same)
            assert other(context, another, tmp_path / "other") == tmp_path / "other"
            assert other(context, another, Path("/dev/null")) == Path("/dev/null")


def test_one_name_for_two_outputs_is_refused_before_the_work(command: Run, tmp_path: Path) -> None:
    same = str(tmp_path / "same")
    result = command("solve", "hex", "--set", "size=2", "--svg", same, "--certificate", same)
    assert (result.exit_code, result.stdout, [*tmp_path.iterdir()]) == (2, "", [])
    assert "is also what `--svg FILE` writes" in result.stderr


def test_what_is_not_written_is_said(command: Run, tmp_path: Path) -> None:
    case, drawn, proof = tmp_path / "a.test.yaml", tmp_path / "a.svg", tmp_path / "a.json"
    case.write_bytes(samples()["SCENARIO"])
    told = ("prove", "hex", "--set", "size=2", "--claim", "finite", "--save", str(case), "--svg", str(drawn))
    result = command(*told, "--drat", str(tmp_path / "a.drat"))
    assert result.exit_code == 0
    older = "; the existing file is an older one"
    assert f"note: `{case}` was not written: no claim is refuted{older}\n" in result.stderr
    assert f"note: `{drawn}` was not written: no claim is refuted\n" in result.stderr
    assert "a.drat` was not written: no claim was proved by SAT\n" in result.stderr
    assert case.read_bytes() == samples()["SCENARIO"]
    undecided = command("prove", "hex", "--time", "0.001", "--claim", "always-a-move", "--certificate", str(proof))
    assert undecided.exit_code == 3
    assert f"note: `{proof}` was not written: no claim is decided\n" in undecided.stderr


def test_a_file_that_comes_while_a_command_works_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, found = tmp_path / "file", samples()
    for name in KINDS:
        path.write_bytes(found["a saved game"])
        with pytest.raises(SystemExit):
            write_out(path, found[name].decode("latin-1"))
        assert "was changed in the meantime" in capsys.readouterr().err
        assert path.read_bytes() == found["a saved game"]
        path.write_bytes(found[name])
        if name != "PNG":
            write_out(path, found[name].decode())


def test_a_report_that_is_named_after_its_game_replaces_no_page(command: Run, tmp_path: Path,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    pytest.importorskip("scipy")
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "hex.html"
    page.write_bytes(samples()["a page"])
    refused = command("study", "hex", "--set", "size=3", "--time", "1s")
    assert (refused.exit_code, page.read_bytes()) == (2, samples()["a page"])
