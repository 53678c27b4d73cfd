"""The progress bar. Imported only where there is a terminal to draw on."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from harness.cli.tongue import told


class Rate(ProgressColumn):
    """Steps a second, or seconds a step where that is the larger number."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:.1f}/s" if speed >= 1 else f"{1 / speed:.1f} s each")


class Bar:
    """A :class:`harness.model.progress.Progress` with count, rate and time left."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._drawn: Progress | None = None
        self._task = TaskID(0)

    def start(self, label: str, total: int) -> None:
        """Draw a bar; one still running is finished first."""
        self.finish()
        self._drawn = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task = self._drawn.add_task(told(label), total=total)
        self._drawn.start()

    def advance(self, amount: int = 1) -> None:
        """Move on; without a running bar nothing happens."""
        if self._drawn is not None:
            self._drawn.advance(self._task, amount)

    def finish(self) -> None:
        """Leave the bar as it stands and give the line back."""
        if self._drawn is not None:
            self._drawn.stop()
            self._drawn = None
