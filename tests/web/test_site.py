"""The page without a server: its files, and how they are written to a folder."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.error
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Run, long, wide

from hexgame.resources import resource
from hexgame.source.reading.files import shipped
from hexgame.web.site import files as site
from hexgame.web.site import pyodide
from hexgame.web.site.bundle import bundle
from hexgame.web.site.folder import LIST, FolderError, write_site
from hexgame.web.site.gallery import gallery
from hexgame.web.site.index import POLICY
from hexgame.web.site.pyodide import NEEDED, PyodideError, pyodide_files
from hexgame.web.site.reach import reach
from hexgame.web.talk.desk import Desk
from hexgame.web.talk.sheets.examples import completed
from hexgame.web.talk.sheets.filters import filters

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like Pyodide's."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in NEEDED:
        (folder / name).write_text(json.dumps({"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}))
    return folder


PAGE = resource("web") / "page"
GAMES = ("hex", "misere_hex", "torex")


@pytest.fixture(scope="module")
def written(package: Path) -> dict[str, bytes]:
    """The files of a site, but for Pyodide and most games."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("hexgame.web.site.known.shipped", lambda: GAMES)
        return site.site_files(package)


# The folder


def test_a_site_replaces_and_deletes_what_an_earlier_one_wrote(tmp_path: Path) -> None:
    write_site(tmp_path / "a" / "site", {"index.html": b"1", "deep/er/old.js": b"2", "deep/new.js": b"3"})
    write_site(tmp_path / "a" / "site", {"index.html": b"4", "deep/new.js": b"3"})
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"a/site/index.html", "a/site/deep/new.js", f"a/site/{LIST}"}
    assert (tmp_path / "a/site/index.html").read_bytes() == b"4"
    assert not (tmp_path / "a/site/deep/er").exists()


def test_a_site_leaves_what_others_wrote(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    write_site(tmp_path, {"index.html": b"1", "old.js": b"2"})
    (tmp_path / "index.html").write_text("changed")
    with pytest.raises(FolderError, match=r"index\.html` was not written by `hexgame site`, or was changed since"):
        write_site(tmp_path, {"index.html": b"3", "other.js": b"4"})
    assert (tmp_path / "index.html").read_text() == "changed"
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert not (tmp_path / "other.js").exists()
    (tmp_path / "index.html").unlink()
    (tmp_path / "old.js").write_text("changed too")
    with pytest.raises(FolderError, match=r"old\.js"):
        write_site(tmp_path, {"index.html": b"3"})
    assert (tmp_path / "old.js").read_text() == "changed too"


def test_a_site_that_was_written_in_part_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_site(tmp_path, {"a": b"1", "b": b"1"})
    with monkeypatch.context() as patched:
        patched.setattr("hexgame.web.site.folder.replace_bytes", _only_a)
        with pytest.raises(OSError, match="full"):
            write_site(tmp_path, {"a": b"2", "b": b"2"})
    write_site(tmp_path, {"a": b"3", "b": b"3"})
    assert (tmp_path / "a").read_bytes() + (tmp_path / "b").read_bytes() == b"33"


def _only_a(path: Path, content: bytes) -> None:
    if path.name != "a":
        raise OSError("full")
    path.write_bytes(content)


@pytest.mark.parametrize("name", ["../victim", "deep/../../victim", "/etc/passwd", ".hidden", "a//b", "a/./b", "C:\\x"])
def test_a_list_from_a_stranger_deletes_nothing_elsewhere(tmp_path: Path, name: str) -> None:
    victim, folder = tmp_path / "victim", tmp_path / "site"
    victim.write_text("mine")
    folder.mkdir()
    (folder / ".hidden").write_text("mine")
    listed = {"files": {name: [hashlib.sha256(b"mine").hexdigest()], "x": 3, "y": [4]}}
    (folder / LIST).write_text(json.dumps(listed))
    write_site(folder, {"index.html": b"1"})
    assert victim.read_text() == (folder / ".hidden").read_text() == "mine"


@pytest.mark.parametrize("content", ["[]", "[" * 100_000, '{"files": 3}', "\0", ""])
def test_a_list_that_makes_no_sense_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / LIST).write_text(content)
    write_site(tmp_path, {"index.html": b"1"})
    assert (tmp_path / "index.html").read_bytes() == b"1"


def test_links_in_the_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "deep").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FolderError, match="deep` is a link"):
        write_site(tmp_path / "site", {"deep/index.html": b"1"})
    assert not list((tmp_path / "elsewhere").iterdir())


def test_the_verb_says_what_is_in_the_way(command: Run, tmp_path: Path, package: Path) -> None:
    (tmp_path / "sw.js").write_text("mine")
    result = command("site", str(tmp_path), "--pyodide", str(tmp_path))
    assert result.exit_code == 2
    assert "error[HG611]: cannot read" in result.stderr


# Pyodide


def test_pyodide_comes_from_a_folder_without_its_list_of_packages(package: Path) -> None:
    files = pyodide_files(package)
    assert set(files) == {*NEEDED, "NOTICE.txt"}
    assert json.loads(files[pyodide.LOCK]) == {"info": {"python": "3.14.2"}, "packages": {}}
    assert pyodide.VERSION.encode() in files["NOTICE.txt"]


def test_another_pyodide_is_refused(package: Path, tmp_path: Path) -> None:
    for name in NEEDED:
        (tmp_path / name).write_bytes((package / name).read_bytes())
    (tmp_path / pyodide.LOCK).write_text('{"info": {"python": "3.13.2"}}')
    with pytest.raises(PyodideError, match=r"contains Python 3\.13\.2"):
        pyodide_files(tmp_path)
    (tmp_path / pyodide.LOCK).write_text("[]")
    with pytest.raises(PyodideError, match="is not the one of a Pyodide"):
        pyodide_files(tmp_path)


def test_a_download_is_checked_and_kept(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name in NEEDED:
            archive.add(package / name, f"package/{name}")
    asked = []

    def answering(url: str, timeout: float) -> io.BytesIO:
        asked.append(url)
        return io.BytesIO(packed.getvalue())

    monkeypatch.setattr("urllib.request.urlopen", answering)
    with pytest.raises(PyodideError, match="does not have the hash of Pyodide"):
        pyodide_files()
    digest = hashlib.sha512(packed.getvalue()).digest()
    monkeypatch.setattr(pyodide, "SHA512", base64.b64encode(digest).decode())
    assert pyodide_files() == pyodide_files() == pyodide_files(package)
    assert asked == [pyodide.TARBALL] * 2


def test_without_a_network_the_advice_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(url: str, timeout: float) -> io.BytesIO:
        raise urllib.error.URLError("no network")

    monkeypatch.setenv("HEXGAME_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("urllib.request.urlopen", failing)
    with pytest.raises(PyodideError, match=r"no network.*name a folder that contains it with --pyodide DIR"):
        pyodide_files()


# What Python in the browser imports


def test_what_is_imported_only_where_it_runs_is_reached_too(tmp_path: Path) -> None:
    texts = {
        "__init__": "", "a": "def f():\n    from .b import x\n", "b": "import lark.tree\nx = 1\n",
        "c": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import d\nelse:\n    from . import e\n",
        "d": "", "e": "try:\n    from . import f\nexcept ImportError:\n    import click\n",
        "f": "import llvmlite\nfrom . import d\n", "root": "from . import a, c, g\n",
        "g": "def f(write):\n    write('from pack.h import x', 'from pack.')\n", "h": "x = 1\n",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    reached = reach(tmp_path, "pack", "pack.root")
    assert set(reached.modules) == {"pack", "pack.root", "pack.a", "pack.b", "pack.c", "pack.e", "pack.g", "pack.h"}
    assert reached.others == {"lark", "typing", "click"}


def test_a_folder_of_kernels_is_reached_whole(tmp_path: Path) -> None:
    (tmp_path / "kernel").mkdir()
    for name in ("__init__", "needs", "search", "lanes"):
        (tmp_path / "kernel" / f"{name}.py").write_text("")
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "root.py").write_text("from . import kernel\n")
    kernels = {f"pack.kernel.{name}" for name in ("needs", "search", "lanes")}
    assert set(reach(tmp_path, "pack", "pack.root").modules) == {"pack", "pack.root", "pack.kernel", *kernels}


PLAYING = """
import sys
sys.path.insert(0, sys.argv[1])
import hexgame
from hexgame.players import Limits, player
from hexgame.web.site.alone import Alone
assert hexgame.__file__.startswith(sys.argv[1]), hexgame.__file__
for name in sys.argv[2:]:
    state = hexgame.load(name).start()
    assert state.rollout(1) is not None
    if state.to_move is not None:
        assert player("mcts:5", 0).choose(state.view(state.to_move), Limits()).simulations
Alone()
"""


@long
def test_the_bundle_plays_without_anything_that_is_installed(tmp_path: Path) -> None:
    archive = tmp_path / "python.zip"
    archive.write_bytes(bundle())
    assert archive.read_bytes() == bundle()
    shutil.unpack_archive(archive, tmp_path / "site")
    games = ["hex", "dark_hex", "unlur", "torex"]
    run = [sys.executable, "-I", "-S", "-c", PLAYING, str(tmp_path / "site"), *games]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# The pages


def test_a_variant_is_a_game_as_it_is() -> None:
    assert completed('game "A"\nvariant of hex\n') == 'game "A"\nvariant of hex\n'


@wide
def test_the_first_questions_are_answered_beforehand(written: dict[str, bytes]) -> None:
    desk = Desk()
    first = json.loads(written["known/library.json"])
    assert first["library"] == json.loads(json.dumps(desk.answer({"id": None, "ask": "library"})))
    assert "language" in first["pages"]
    for name in GAMES:
        game = json.loads(written[f"known/games/{name}.json"])
        assert game["sheet"]["text"] == shipped()[name].read_text("utf-8")
        assert game["check"]["board"] is not None
    language = json.loads(written["known/docs/language.json"])["docs"]
    assert language == json.loads(json.dumps(desk.answer({"id": None, "ask": "docs", "page": "language"})))


@long
def test_the_site_carries_the_conversation_in_a_worker(written: dict[str, bytes]) -> None:
    index = written["index.html"].decode()
    assert '<meta name="carrier" content="worker">' in index
    assert POLICY in index
    assert "licences/lark.txt" in written
    assert b"MIT License" in written["licences/hexgame-interpreter.txt"]


def test_other_sites_may_frame_a_board_and_no_other_page(written: dict[str, bytes]) -> None:
    framed = written["embed.html"].decode()
    assert '<meta name="carrier" content="worker">' in framed
    assert POLICY in framed
    rules = dict(re.findall(r"(?m)^(/\S*)\n((?: .*\n)+)", written["_headers"].decode()))
    assert {path for path, headers in rules.items() if "frame-ancestors 'none'" in headers} == {"/", "/index.html"}
    assert POLICY in rules["/*"]


def test_the_page_begins_with_the_gallery(written: dict[str, bytes]) -> None:
    index = written["index.html"].decode()
    assert re.findall(r'<li class="game" data-game="(\w+)"', index) == list(GAMES)
    for name in GAMES:
        board = json.loads(written[f"known/boards/{name}.json"])["preview"]["svg"]
        assert ElementTree.fromstring(board).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own
        assert (board in index) == (name == "hex")  # the first to begin with
    begins = (PAGE / "begin.js").read_text()
    assert index.index(begins) > index.index("</main>")


def test_scripts_and_styles_come_with_the_page(written: dict[str, bytes]) -> None:
    index = written["index.html"].decode()
    scripts = re.findall(r"(?s)<script>(.*?)</script>", index)
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts]
    assert re.findall(r"'sha256-(.*?)'", POLICY) == hashes
    assert [f"{each}.js" for each in ("hint", "theme", "begin")] == [
        path.name for each in scripts for path in PAGE.glob("*.js") if path.read_text() == each
    ]
    styles = '<link rel="stylesheet" href="(.*?)">'
    assert re.findall(styles, index) == ["style.css"]
    assert re.findall(styles, written["embed.html"].decode()) == ["style.css", "embed/embed.css"]
    whole = written["style.css"].decode()
    assert [path.name for path in PAGE.rglob("*.css") if path.read_text() not in whole] == ["embed.css"]
    assert sorted(name for name in written if name.endswith(".css")) == ["embed/embed.css", "style.css"]


def test_nothing_of_a_sheet_becomes_markup() -> None:
    odd = '<img src=x onerror="a()">&\'{}'
    game = {"name": "x", "title": odd, "family": odd, "about": odd, "tags": [odd], "minutes": 5, "first": 1,
            "middle": True}  # fmt: skip
    found = gallery([game], filters([game]), {"x": "0 0 3 4"}, {"x": ""})
    assert "<img" not in found
    assert found.count("&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;&#x27;{}") == 6


def test_what_comes_of_python_is_counted(written: dict[str, bytes]) -> None:
    fetched = {"python.zip", *(f"pyodide/{name}" for name in NEEDED if not name.endswith(".mjs"))}
    assert f"const WHOLE = {sum(len(written[name]) for name in fetched)};".encode() in written["carriers/arriving.js"]


@long
def test_the_service_worker_knows_every_file_by_its_hash(written: dict[str, bytes]) -> None:
    worker = written["sw.js"].decode()
    hashes = json.loads(worker.partition("const FILES = ")[2].partition(";\n")[0])
    assert set(hashes) == set(written) - {"sw.js", *site.SHOWN_TO_HOSTS}
    for name, value in hashes.items():
        assert value == f"sha256-{base64.b64encode(hashlib.sha256(written[name]).digest()).decode()}"
    assert re.search(r'^const VERSION = "[0-9a-f]{16}";$', worker, re.MULTILINE)
    assert list(written)[-1] == "sw.js"


def test_a_change_of_any_file_is_another_version() -> None:
    worker = 'const VERSION = "none";\nconst FILES = {};\n'
    assert site._keeping(worker, {"a": b"1"}) != site._keeping(worker, {"a": b"2"})
    assert site._keeping(worker, {"a": b"1"}) == site._keeping(worker, {"a": b"1"})
