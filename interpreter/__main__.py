"""Where the command begins: `hexgame`, or `python -m hexgame`. Its verbs stand in `cli.py`."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING

from .resources import resource

if TYPE_CHECKING:
    import click


def _verbs() -> click.Group:
    """The command with all its verbs."""
    name = f"{__package__}.cli"
    spec = spec_from_file_location(name, resource("cli.py"))
    assert spec and spec.loader
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    verbs: click.Group = module.main
    return verbs


main = _verbs()

if __name__ == "__main__":
    main(prog_name="hexgame")
