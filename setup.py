"""What pyproject.toml cannot say: the repository's folders are installed as one package, `hexgame`.

`interpreter/` becomes `hexgame`, with every folder of it; `games/`, `grammar/` and `docs/` become folders in it, and
`cli.py` a module of it. An editable install maps the same names to the checkout.
"""

from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

DATA = {"docs": ["*.md"], "games": ["*.hexgame", "*.test.yaml", "*.txt", "*.json"], "grammar": ["*.lark", "*.json"]}
PAGE = Path("interpreter/web/page")
PAGES = ["hexgame.web.page", *(f"hexgame.web.page.{each.name}" for each in PAGE.iterdir() if each.is_dir())]
"""What the browser gets, all of each folder."""

REPORT = [f"*.{kind}" for kind in ("css", "jinja", "js", "mplstyle")]
"""What reports are made of."""


class BuildWithCommand(build_py):
    """Puts `cli.py`, which stands at the top of the repository, into the package."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        found = super().find_package_modules(package, package_dir)
        return [*found, ("hexgame", "cli", "cli.py")] if package == "hexgame" else found


rooms = ["hexgame" + name.removeprefix("interpreter") for name in find_packages(include=["interpreter*"])]
setup(
    packages=[*rooms, *PAGES, *(f"hexgame.{folder}" for folder in DATA)],
    package_dir={"hexgame": "interpreter", **{f"hexgame.{folder}": folder for folder in DATA}},
    package_data={
        "hexgame.diagnostics": ["*.md"],
        "hexgame.show.report": REPORT,
        "hexgame.web.notebook": ["*.css", "*.js"],
        **{name: ["*.*"] for name in PAGES},
        **{f"hexgame.{folder}": kinds for folder, kinds in DATA.items()},
    },
    cmdclass={"build_py": BuildWithCommand},
)
