"""The command line, called in this process and in one of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from harness.cli import main

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run one command line: exit code, stdout, stderr."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main.run(arguments)
        return (code, *capsys.readouterr())

    return call


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run one command line in a fresh process."""

    def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
        code = "from harness.cli.main import main; main()"
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]  # passed through

    return process
