"""Two sides of the same cases, decided in pairs."""

from harness.comparison.compare import SideInput, compare, compare_views

__all__ = ["SideInput", "compare", "compare_views"]
