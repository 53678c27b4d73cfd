"""Two sides of the same cases, decided in pairs."""

from harness.comparison.compare import SideInput, compare, compare_views
from harness.comparison.noise import mark_noise, measure_noise, unmeasured

__all__ = [
    "SideInput",
    "compare",
    "compare_views",
    "mark_noise",
    "measure_noise",
    "unmeasured",
]
