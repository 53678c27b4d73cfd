"""The policy applied: PASS, REVIEW or BLOCK, and why; and people's decisions about it."""

from harness.gate.decide import decide, of_some_cases
from harness.gate.waive import NEVER_WAIVED, undecided, waive

__all__ = ["NEVER_WAIVED", "decide", "of_some_cases", "undecided", "waive"]
