"""``corpusgate``: finds the command asked for, loads that one alone, and prints what went wrong."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated

import typer

from harness import __version__
from harness.cli.console import closed_streams, say, say_as_is, show, survive_any_text
from harness.cli.tongue import OPTION, VARIABLE, chosen, speak, tell_help, told
from harness.errors import ExitCode, HarnessError

COMPLETION = "_CORPUSGATE_COMPLETE"
"""Variable set by a shell's code when it asks for suggestions; holds typer's instruction."""

_FAULTS_SHOWN = 100
_PLACE_FAULTS = frozenset(
    (
        errno.EACCES,
        errno.EDQUOT,
        errno.EEXIST,
        errno.EFBIG,
        errno.EISDIR,
        errno.ENAMETOOLONG,
        errno.ENOSPC,
        errno.ENOTDIR,
        errno.EPERM,
        errno.EROFS,
    )
)
"""Faults of a place that is read or written, which its owner can mend."""
# How the library words wrong values, and how we do.
_WORDINGS = (
    (re.compile(r"Value error, "), ""),
    (
        re.compile(r"Input should be (?:a valid integer|an? integer)\b.*"),
        "expected a whole number.",
    ),
    (re.compile(r"Input should be a valid number\b.*"), "expected a number."),
    (re.compile(r"Input should be greater than or equal to (\S+)"), r"expected at least \1."),
    (re.compile(r"Input should be less than or equal to (\S+)"), r"expected at most \1."),
)
_ADVICE = {
    **dict.fromkeys((errno.EDQUOT, errno.EFBIG, errno.ENOSPC), "Make room there"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "Allow access there"),
}


@dataclass(frozen=True, slots=True)
class Command:
    """A command and where it is written; the module is imported when the command is called."""

    name: str
    target: str
    """``module:attribute`` of a function, or of a ``typer.Typer`` with commands of its own."""
    help: str


COMMANDS: tuple[Command, ...] = (
    Command("blame", "harness.cli.blame:blame", "Tell which documents made a case worse."),
    Command("cases", "harness.cli.cases:app", "Check, add, draft and relabel cases."),
    Command("check", "harness.cli.check:check", "Judge a pull request that changes a corpus."),
    Command("compare", "harness.cli.compare:compare", "Compare records made by anyone."),
    Command("completion", "harness.cli.completion:completion", "Print what lets a shell complete."),
    Command(
        "config", "harness.cli.config:app", "Check the configuration, or print its JSON Schema."
    ),
    Command("diff", "harness.cli.diff:diff", "Show what changed between two corpus versions."),
    Command("doctor", "harness.cli.doctor:doctor", "Tell what is installed and what is missing."),
    Command("export", "harness.cli.interchange:export", "Write a run for other tools."),
    Command("history", "harness.cli.history:history", "Show how runs follow one another."),
    Command("init", "harness.cli.init:init", "Set up a workspace in a repository."),
    Command("judge", "harness.cli.judge:app", "Calibrate a judge against people's decisions."),
    Command("merge", "harness.cli.merge:merge", "Put the shards of one run together."),
    Command("providers", "harness.cli.providers:app", "List what a pipeline can be made of."),
    Command("review", "harness.cli.review:app", "Decide the flagged cases of a run."),
    Command("run", "harness.cli.run:run", "Compare two corpus versions and give a verdict."),
    Command("support", "harness.cli.support:support", "Hold claims against evidence."),
    Command("version", "harness.cli.version:version", "Print the version."),
)


def main() -> None:
    """The ``corpusgate`` command."""
    closed = closed_streams()
    survive_any_text()
    if "stdout" in closed:
        say("Standard output is closed, so there is no place for a result. Send it to a file.")
        sys.exit(ExitCode.USAGE)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit code; nothing but exits gets past."""
    try:
        return copy_context().run(_carried_out, arguments)
    except BrokenPipeError:
        _discard_output()
        return ExitCode.READER_GONE


def _carried_out(arguments: Sequence[str]) -> int:
    try:
        language, wanted = chosen(arguments, os.environ)
        speak(language)
        _refuse_empty(arguments)
        return _invoke(wanted)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  # the last line: users get no traceback
        return _told(error, arguments)


def _told(error: Exception, arguments: Sequence[str]) -> int:
    """Say what went wrong, and the exit code it ends with."""
    if isinstance(error, HarnessError):
        say_as_is(_message(error))
        return error.exit_code
    if isinstance(error, typer.TyperException):
        say(_usage(error))
        return ExitCode.USAGE
    if isinstance(error, OSError) and error.errno in _PLACE_FAULTS:
        say(_place_message(error))
        return ExitCode.USAGE
    from harness.cli.crash import save_crash

    say(save_crash(error, arguments))
    return ExitCode.FAULT


def _place_message(error: OSError) -> str:
    """Which place, what is wrong with it, and what its owner can do."""
    where = error.filename
    if where is None:  # every file is named where it is written
        where = "Standard output"
        _discard_output()
    advice = _ADVICE.get(error.errno or 0, "Mend that place")
    return f"{where}: {error.strerror}. {advice}, or name another; what was finished is kept."


def _refuse_empty(arguments: Sequence[str]) -> None:
    """An empty value is an unset variable in a script; taken as a path it is the current folder."""
    for before, word in zip(("", *arguments), arguments, strict=False):
        if not word or (word.startswith("--") and word.endswith("=")):
            name = word.rstrip("=") or before or "an argument"
            raise HarnessError(
                f"{name} is empty. Give a value (an unset variable?), or leave it out."
            )


def _version(asked: bool) -> None:
    if asked:
        show(f"corpusgate {__version__}")
        raise typer.Exit


def build_app(wanted: str) -> typer.Typer:
    """The command line with the code of the command ``wanted``, and of the others the names alone."""
    app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode=None)
    app.callback()(options)
    for command in COMMANDS:
        target = _load(command) if command.name == wanted else _not_loaded
        if isinstance(target, typer.Typer):
            app.add_typer(target, name=command.name, help=command.help, no_args_is_help=True)
        else:
            # Its own docstring says more, once it is there.
            text = command.help if target is _not_loaded else None
            app.command(command.name, help=text)(target)
    return app


def options(
    *,
    version: Annotated[  # the callback answers it
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version.")
    ] = False,
    lang: Annotated[  # taken from anywhere on the line before the line is read
        str | None,
        typer.Option(
            OPTION,
            envvar=VARIABLE,
            help="Language of messages and help, en or ru; else that of the locale, in CI English.",
        ),
    ] = None,
) -> None:
    """Tell what got worse in a document corpus before it is released to a RAG system."""


def _invoke(arguments: Sequence[str]) -> int:
    if COMPLETION in os.environ:
        from harness.cli.completion import answer

        return answer(os.environ[COMPLETION])
    wanted = next((word for word in arguments if not word.startswith("-")), "")
    command = typer.main.get_command(build_app(wanted))
    tell_help(command)
    try:
        # Not command.main(): it would answer a closed pipe and Control-C with codes of its own.
        with command.make_context("corpusgate", list(arguments)) as context:
            result = command.invoke(context)
    except typer.Exit as error:
        result = error.exit_code
    sys.stdout.flush()
    return result if isinstance(result, int) else ExitCode.PASS


def _load(command: Command) -> Callable[..., object] | typer.Typer:
    module, _, attribute = command.target.partition(":")
    target: Callable[..., object] | typer.Typer = getattr(import_module(module), attribute)
    return target


def _not_loaded() -> None:
    """Stand in for a command that was not asked for."""


def _message(error: HarnessError) -> str:
    """The error with as many faults as a person reads; a wrong file can have one a line."""
    more = len(error.faults) - _FAULTS_SHOWN
    if more <= 0:
        return error.told(told)
    shown = HarnessError(error.message, error.faults[:_FAULTS_SHOWN])
    return f"{shown.told(told)}\n{told(f'  … and {more} more.')}"


def _usage(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    said = error.format_message()
    for wording, ours in _WORDINGS:
        said = wording.sub(ours, said)
    if context is None:
        return said
    return f"{said}\nTry '{context.command_path} --help'."


def _interrupted() -> int:
    say("Interrupted. Records that were finished are kept; the same command goes on from there.")
    return ExitCode.INCOMPLETE


def _discard_output() -> None:
    """Let what was printed and cannot be delivered go, so that Python does not try it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
