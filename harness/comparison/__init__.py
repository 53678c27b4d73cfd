"""Two sides of the same cases, decided in pairs."""

from harness.comparison.compare import SideInput, compare

__all__ = ["SideInput", "compare"]
