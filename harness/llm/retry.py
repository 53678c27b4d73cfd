"""How long to wait between attempts."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from harness.store import sha256_bytes


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential backoff; the jitter comes from the request, so a rerun waits the same."""

    retries: int = 3
    """Further attempts after the first."""
    first_s: float = 0.5
    longest_s: float = 20.0
    longest_retry_after_s: float = 60.0
    """Cap on what an endpoint may ask us to wait by ``Retry-After``."""

    def delay_s(self, seed: str, attempt: int, retry_after_s: float | None) -> float:
        """Seconds to wait after attempt number ``attempt`` (counted from 0)."""
        if retry_after_s is not None:
            return min(retry_after_s, self.longest_retry_after_s)
        full = min(self.longest_s, self.first_s * 2.0**attempt)
        return full * (0.5 + 0.5 * _fraction(f"{seed}:{attempt}"))


def parse_retry_after(value: str | None) -> float | None:
    """Seconds asked for by a ``Retry-After`` header (RFC 9110, section 10.2.3), never negative.

    ``None`` for an absent or unreadable header.
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _fraction(seed: str) -> float:
    """A number in [0, 1) that depends on ``seed`` alone."""
    return int(sha256_bytes(seed.encode())[:8], 16) / 2.0**32
