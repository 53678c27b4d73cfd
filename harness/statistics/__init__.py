"""How sure are we: exact paired tests, a paired bootstrap interval, and what n cases can show.

Pure functions over numbers. Importing this room imports neither numpy nor scipy.
"""

from harness.statistics.bootstrap import Interval, paired_bootstrap, paired_bootstraps
from harness.statistics.detectable import Detectable, smallest_detectable_loss
from harness.statistics.exact import Alternative, holm, mcnemar_test, sign_test
from harness.statistics.paired import PairedSummary, summarise_pairs
from harness.statistics.proportion import proportion_interval

__all__ = [
    "Alternative",
    "Detectable",
    "Interval",
    "PairedSummary",
    "holm",
    "mcnemar_test",
    "paired_bootstrap",
    "paired_bootstraps",
    "proportion_interval",
    "sign_test",
    "smallest_detectable_loss",
    "summarise_pairs",
]
