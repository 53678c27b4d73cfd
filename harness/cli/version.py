"""``corpusgate version``."""

from __future__ import annotations

import platform

from harness import __version__
from harness.cli.console import show, show_json
from harness.cli.options import JsonResult


def version(
    as_json: JsonResult = False,
) -> None:
    """Print the version of corpusgate and of Python.

    Example: corpusgate version --json
    """
    if as_json:
        show_json({"corpusgate": __version__, "python": platform.python_version()})
    else:
        show(f"corpusgate {__version__} (Python {platform.python_version()})")
