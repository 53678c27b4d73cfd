"""Which changed documents flipped a case: counterfactual replay, search, confirmation."""

from harness.blame.effects import effects
from harness.blame.run import Evidence, Scope, blame_all

__all__ = ["Evidence", "Scope", "blame_all", "effects"]
