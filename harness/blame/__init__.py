"""Which changed documents flipped a case: counterfactual replay, search, confirmation."""

from harness.blame.run import Evidence, Explained, blame_all, explain

__all__ = ["Evidence", "Explained", "blame_all", "explain"]
