"""The policy applied: PASS, REVIEW or BLOCK, and why."""

from harness.gate.decide import decide

__all__ = ["decide"]
