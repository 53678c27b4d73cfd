"""Which language a command speaks: asked for, or that of the user's own terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from harness.errors import HarnessError
from harness.language import SOURCE_LANGUAGE, in_signs_of, languages, teller

OPTION = "--lang"
VARIABLE = "CORPUSGATE_LANG"

_SPOKEN: ContextVar[str] = ContextVar("spoken", default=SOURCE_LANGUAGE)


def spoken() -> str:
    """The language of this command."""
    return _SPOKEN.get()


def told(text: str) -> str:
    """``text`` in the language of this command."""
    return teller(spoken())(text)


def figure(text: str) -> str:
    """A number, with the signs of the language of this command."""
    return in_signs_of(_SPOKEN.get(), text)


def speak(language: str) -> None:
    """From now on, tell what is said in ``language``."""
    _SPOKEN.set(language)


def chosen(arguments: Sequence[str], environ: Mapping[str, str]) -> tuple[str, list[str]]:
    """The language, and the arguments without the option that asks for one.

    The option counts before the variable of ours. Where neither says, a person's locale does;
    a CI job is told in English, so that its log does not hang on the machine it ran on.

    Raises:
        HarnessError: a language was asked for that there is no catalogue of.
    """
    asked, rest = _asked(arguments)
    wanted = asked or environ.get(VARIABLE, "")
    if wanted and wanted not in languages():
        where = OPTION if asked else VARIABLE
        choices = " or ".join(languages())
        raise HarnessError(f"{where}: no messages in {wanted!r}. Expected {choices}.")
    return wanted or _of_locale(environ), rest


def _asked(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The value of ``--lang VALUE`` or ``--lang=VALUE``, the last one given, and what is left."""
    asked, rest, at = "", [], 0
    while at < len(arguments):
        name, equals, value = arguments[at].partition("=")
        if name == "--":
            break
        if name != OPTION or not (equals or at + 1 < len(arguments)):
            rest.append(arguments[at])
        elif equals:
            asked = value
        else:
            at += 1
            asked = arguments[at]
        at += 1
    return asked, [*rest, *arguments[at:]]


def _of_locale(environ: Mapping[str, str]) -> str:
    """As gettext reads the environment: ``LANGUAGE`` refines a locale, the locale ``C`` is none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    if environ.get("CI") or _code(locale) in {"", "C", "POSIX"}:
        return SOURCE_LANGUAGE
    listed = [*filter(None, environ.get("LANGUAGE", "").split(":")), locale]
    return next((_code(name) for name in listed if _code(name) in languages()), SOURCE_LANGUAGE)


def _code(locale: str) -> str:
    """``ru_RU.UTF-8@variant`` is of the language ``ru``."""
    return re.split(r"[._@]", locale, maxsplit=1)[0]


def tell_help(command: Any) -> None:
    """Let a command, and those below it, tell their help in the language of this command."""
    context = command.context_class
    formatter = type("ToldFormatter", (_ToldHelp, context.formatter_class), {})
    command.context_class = type("ToldContext", (context,), {"formatter_class": formatter})
    for below in getattr(command, "commands", {}).values():
        tell_help(below)


class _ToldHelp:
    """What the formatter of the library writes, told."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        words = " ".join(told(word) for word in args.split(" "))
        super().write_usage(prog, words, prefix=prefix or told("Usage: "))  # type: ignore[misc]

    def write_heading(self, heading: str) -> None:
        super().write_heading(told(heading))  # type: ignore[misc]

    def write_text(self, text: str) -> None:
        parts = (" ".join(part.split()) for part in text.split("\n\n"))
        super().write_text("\n\n".join(map(told, parts)))  # type: ignore[misc]

    def write_dl(self, rows: Sequence[tuple[str, str]], **spacing: int) -> None:
        super().write_dl([(name, _row(text)) for name, text in rows], **spacing)  # type: ignore[misc]


def _row(text: str) -> str:
    """The help of an option and, in brackets after it, what holds for its value."""
    words, bracket, rest = text.partition("  [")
    facts = "; ".join(map(told, rest.removesuffix("]").split("; ")))
    return f"{told(words)}  [{facts}]" if bracket else told(words)
