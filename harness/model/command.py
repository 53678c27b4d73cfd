"""What a user's own program said of an answer: ``commands.jsonl``."""

from __future__ import annotations

from typing import Literal

from harness.model.wire import Side, Wire


class CommandResult(Wire):
    """One line of ``commands.jsonl``: one program on one answer."""

    schema_version: int = 1
    case_id: str
    side: Side
    trial: int
    command: str
    """The name of the check."""
    input: str
    """``sha256:…`` of the program's settings and the answer."""
    outcome: Literal["pass", "fail", "error"]
    reason: str
    output: str = ""
    """What it printed, cut at the limit. It may repeat the answer, so no report shows it."""
