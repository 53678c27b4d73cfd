"""Runs in a row, read from what each left behind. Runs nothing."""

from harness.history.flaky import ENOUGH_FLIPS
from harness.history.outcomes import outcomes_of
from harness.history.read import PastRun, read_run, read_runs, run_folders
from harness.history.trend import EARLIER, case_trend, own_trend, trend

__all__ = [
    "EARLIER",
    "ENOUGH_FLIPS",
    "PastRun",
    "case_trend",
    "outcomes_of",
    "own_trend",
    "read_run",
    "read_runs",
    "run_folders",
    "trend",
]
