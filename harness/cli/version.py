"""``corpusgate version``."""

from __future__ import annotations

import platform
from typing import Annotated

import typer

from harness import __version__
from harness.cli.console import show, show_json


def version(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the version of corpusgate and of Python."""
    if as_json:
        show_json({"corpusgate": __version__, "python": platform.python_version()})
    else:
        show(f"corpusgate {__version__} (Python {platform.python_version()})")
