"""Progress: drawn on a terminal, nowhere else, and gone when the work is over."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from harness.cli.bar import Bar
from harness.cli.console import coloured, progress, stderr_console


def drawn(*, colour: bool = False) -> tuple[Bar, io.StringIO]:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=100, no_color=not colour)
    return Bar(console), stream


def test_each_task_is_one_line_where_stderr_is_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress() as bar:
        bar.start("Embedding", 3)
        bar.advance()
        bar.finish()
    assert capsys.readouterr() == ("", "Embedding: 3\n")


def test_bar_shows_label_count_and_rate() -> None:
    bar, stream = drawn()
    bar.start("Embedding [bold]", 3)
    for _ in range(3):
        bar.advance()
    bar.finish()
    text = stream.getvalue()
    assert "Embedding [bold]" in text
    assert "3/3" in text
    assert "/s" in text


def test_second_start_finishes_the_first() -> None:
    bar, stream = drawn()
    bar.start("One", 1)
    bar.start("Two", 1)
    bar.finish()
    bar.finish()
    assert stream.getvalue().count("\x1b[?25l") == stream.getvalue().count("\x1b[?25h") == 2


def test_step_without_a_start_is_harmless() -> None:
    bar, stream = drawn()
    bar.advance()
    bar.finish()
    assert stream.getvalue() == ""


def test_bar_is_finished_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")

    def work() -> None:
        with progress() as bar:
            bar.start("Embedding", 3)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert terminal.getvalue().count("\x1b[?25h") == 1


def test_colours_follow_the_terminal_and_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert not stderr_console().is_terminal
    monkeypatch.setenv("NO_COLOR", "1")
    assert stderr_console().no_color


@pytest.mark.parametrize(
    ("no_color", "force_color", "terminal", "expected"),
    [
        (None, None, False, False),
        (None, None, True, True),
        ("1", None, True, False),
        ("", None, True, True),
        (None, "1", False, True),
        (None, "", False, False),
        ("1", "1", True, False),
    ],
)
def test_colours_are_asked_for_by_a_terminal_or_a_variable(
    monkeypatch: pytest.MonkeyPatch,
    no_color: str | None,
    force_color: str | None,
    *,
    terminal: bool,
    expected: bool,
) -> None:
    for name, value in (("NO_COLOR", no_color), ("FORCE_COLOR", force_color)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert coloured(stream) == expected
