"""Metrics of ragas over answers that are there already; loaded only where they are configured."""

from harness.ragas_metrics.measure import Answers, measure
from harness.ragas_metrics.settings import Ragas

__all__ = ["Answers", "Ragas", "measure"]
