"""``corpusgate doctor``."""

from __future__ import annotations

from dataclasses import asdict

from harness.cli.console import show_as_is, show_json
from harness.cli.options import DEFAULT_CONFIG, ConfigFile, JsonResult
from harness.cli.tongue import told
from harness.errors import ExitCode


def doctor(
    config: ConfigFile = DEFAULT_CONFIG,
    as_json: JsonResult = False,
) -> int:
    """Tell what is installed, allowed and reachable, and what would keep a run from a verdict.

    Ends with 2 when something that is configured would not work.

    Example: corpusgate doctor --json
    """
    from harness.setup import examine

    checks = examine(config)
    if as_json:
        show_json([asdict(check) for check in checks])
    else:
        wide = max(8, *(len(told(check.state)) for check in checks))
        for check in checks:
            show_as_is(f"{told(check.state):{wide}} {told(check.name)}: {told(check.told)}")
    return ExitCode.USAGE if any(check.state == "wrong" for check in checks) else ExitCode.PASS
