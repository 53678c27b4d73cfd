"""How long work tells how far it is. The command line draws it; everything else stays quiet."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """One running task at a time: start, advance, finish."""

    def start(self, label: str, total: int) -> None: ...

    def advance(self, amount: int = 1) -> None: ...

    def finish(self) -> None: ...


class Quiet:
    """Progress that nobody sees."""

    def start(self, label: str, total: int) -> None:
        """Ignore the start."""

    def advance(self, amount: int = 1) -> None:
        """Ignore the step."""

    def finish(self) -> None:
        """Ignore the end."""
