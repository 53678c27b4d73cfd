"""Write docs/reference/cli.md from the command line itself: ``make docs``."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent / "reference" / "cli.md"

HEAD = """\
# Command line

Written from the command line itself by `make docs`; a test holds it to the code. Results go to
standard output, messages and progress to standard error. [Exit codes](exit-codes.md)
are the same for every command.
"""


def commands() -> list[tuple[str, Any]]:
    """Every command that does something, by its full name, sorted."""
    found: list[tuple[str, Any]] = []
    pending = [(f"corpusgate {name}", inner(application(name))[name]) for name in names()]
    while pending:
        name, command = pending.pop()
        pending += [(f"{name} {key}", value) for key, value in inner(command).items()]
        if not inner(command):
            found.append((name, command))
    return sorted(found, key=lambda pair: pair[0])


def application(wanted: str) -> Any:
    """The command line with the command ``wanted`` loaded."""
    from typer.main import get_command

    from harness.cli.main import build_app

    return get_command(build_app(wanted))


def inner(command: Any) -> dict[str, Any]:
    """The commands of a group; a command has none."""
    found: dict[str, Any] = getattr(command, "commands", {})
    return found


def names() -> list[str]:
    """Names of the commands and groups at the top."""
    return sorted(inner(application("")))


def options(command: Any) -> list[str]:
    """Long names of a command's options, the negative ones included."""
    both = (name for p in command.params for name in (*p.opts, *p.secondary_opts))
    return sorted(name for name in both if name.startswith("--"))


def page() -> str:
    """The whole reference."""
    return "\n".join([HEAD, *(_section(name, command) for name, command in commands())])


def _section(name: str, command: Any) -> str:
    lines = [f"## `{name}`", "", inspect.getdoc(command.callback) or command.help, ""]
    rows = [_row(parameter) for parameter in command.params if not parameter.hidden]
    if rows:
        lines += ["| Argument or option | Default | Meaning |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _row(parameter: Any) -> str:
    shown = ", ".join(f"`{name}`" for name in _written(parameter))
    return f"| {shown} | {_default(parameter)} | {parameter.help or ''} |"


def _written(parameter: Any) -> Iterator[str]:
    for name in (*parameter.opts, *parameter.secondary_opts):
        yield name if name.startswith("-") else name.upper()


def _default(parameter: Any) -> str:
    if parameter.required:
        return "must be given"
    value = parameter.default
    if value is None or value is False:
        return ""
    return f"`{value.value if isinstance(value, Enum) else value}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
