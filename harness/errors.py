"""What can go wrong, and the exit code each kind ends a command with.

Only ``cli`` and the pytest plugin print errors; every other room raises
:class:`HarnessError` and lets the caller decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a command."""

    PASS = 0
    """The corpus may ship; of a command that gives no verdict: it did what it was asked."""
    BLOCKED = 1
    """BLOCK: a rule that blocks fired, and nobody who may has waived it."""
    USAGE = 2
    """Usage or configuration: the message names every fault and what to do about it."""
    REVIEW = 3
    """REVIEW: a person must decide."""
    INCOMPLETE = 4
    """The run is incomplete or asked some cases alone, so there is no verdict; the same command
    resumes one that is incomplete."""
    NOTHING = 5
    """Nothing to compare: no case, or no baseline yet."""
    FAULT = 70
    """A fault of ours: the message says where its report is."""
    READER_GONE = 141
    """Whoever read the output stopped (``| head``): 128 + SIGPIPE, as a shell tells it of any tool."""


_ONE_LINE = str.maketrans({"\n": "\\n", "\r": "\\r", "\t": "\\t"})


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the input: where, what was found, what was expected, what next."""

    where: str
    """File, ``file:line`` or ``file:line: field`` the fault stands in."""
    found: str
    """What is there."""
    expected: str = ""
    """What should be there."""
    next_step: str = ""
    """What to do about it."""

    def __str__(self) -> str:
        return self.told(str)

    def told(self, tell: Callable[[str], str]) -> str:
        """The fault on one line, its sentences as ``tell`` puts them."""
        found = tell(self.found)
        parts = [f"{self.where}: {found}" if self.where else found]
        if self.expected:
            parts.append(tell(f"Expected {self.expected}."))
        if self.next_step:
            parts.append(tell(self.next_step))
        text = " ".join(part if part.endswith((".", "?", "!")) else part + "." for part in parts)
        # File names and values come from the corpus: they must not begin lines of a log.
        return text.translate(_ONE_LINE)


class HarnessError(Exception):
    """An error a user can act on. Carries every fault found at once and the exit code."""

    def __init__(
        self,
        message: str,
        faults: Iterable[Fault] = (),
        exit_code: ExitCode = ExitCode.USAGE,
    ) -> None:
        self.message = message
        self.faults = tuple(faults)
        self.exit_code = exit_code
        super().__init__(message)

    def __str__(self) -> str:
        return self.told(str)

    def told(self, tell: Callable[[str], str]) -> str:
        """The message and its faults, a line each, their sentences as ``tell`` puts them."""
        message = tell(self.message).translate(_ONE_LINE)
        return "\n".join([message, *(f"  {fault.told(tell)}" for fault in self.faults)])


class MissingExtraError(HarnessError):
    """A provider is configured whose library is not installed. Never a silent fallback."""

    def __init__(self, provider: str, extra: str) -> None:
        super().__init__(
            f"{provider} needs the extra {extra!r}, which is not installed. "
            f"Install it with: pip install 'corpusgate[{extra}]'"
        )
