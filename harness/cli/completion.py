"""``corpusgate completion``, and the suggestions that its code asks for.

Both are typer's, which holds the commands; here they are called without loading more of those than
the one that is typed.
"""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from enum import StrEnum
from io import StringIO
from typing import Annotated

import typer

from harness.cli.console import show_as_is
from harness.cli.main import COMPLETION, build_app

_TYPED = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")
"""Variables with the line as it is typed so far: Bash's; Zsh's and Fish's."""


class Shell(StrEnum):
    """Shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[Shell, typer.Argument(help="Which shell the code is for.")],
) -> None:
    """Print the code that lets a shell complete commands, options and ids.

    Bash and Zsh evaluate it when they start, Fish reads it from a file of its own.

    Example: eval "$(corpusgate completion bash)"
    """
    printed = StringIO()
    with redirect_stdout(printed):
        answer(f"source_{shell.value}")
    show_as_is(printed.getvalue().strip())


def answer(instruction: str) -> int:
    """Do what the shell's code asks for: print suggestions, or print that code itself."""
    from typer.completion import get_completion_inspect_parameters, shell_complete
    from typer.main import get_command

    get_completion_inspect_parameters()  # makes typer's shells known
    command = get_command(build_app(_typed()))
    return shell_complete(command, {}, "corpusgate", COMPLETION, instruction)


def _typed() -> str:
    """The command on the line that is being completed."""
    line = next((os.environ[name] for name in _TYPED if name in os.environ), "")
    return next((word for word in line.split()[1:] if not word.startswith("-")), "")
