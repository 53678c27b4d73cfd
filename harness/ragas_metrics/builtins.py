"""The metrics that come with the package."""

from __future__ import annotations

from harness.ragas_metrics.settings import Ragas

PROVIDERS: tuple[type[Ragas], ...] = (Ragas,)
