"""How long to wait between attempts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from harness.llm.retry import RetryPolicy, parse_retry_after

POLICY = RetryPolicy(first_s=1.0, longest_s=8.0, longest_retry_after_s=30.0)


def test_delays_grow_to_a_cap_within_half_of_the_full_step() -> None:
    for attempt, full in enumerate([1.0, 2.0, 4.0, 8.0, 8.0]):
        assert full / 2 <= POLICY.delay_s("seed", attempt, None) <= full


def test_the_same_request_waits_the_same_and_another_does_not() -> None:
    first = [POLICY.delay_s("a", n, None) for n in range(5)]
    assert first == [POLICY.delay_s("a", n, None) for n in range(5)]
    assert first != [POLICY.delay_s("b", n, None) for n in range(5)]


@pytest.mark.parametrize(("asked", "waited"), [(0.0, 0.0), (7.5, 7.5), (3600.0, 30.0)])
def test_retry_after_is_honoured_up_to_a_cap(asked: float, waited: float) -> None:
    assert POLICY.delay_s("seed", 0, asked) == waited


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("5", 5.0),
        ("0.25", 0.25),
        ("-3", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("inf", None),
        ("nan", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_header(header: str | None, seconds: float | None) -> None:
    assert parse_retry_after(header) == seconds


def test_retry_after_as_a_date_in_the_future() -> None:
    header = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    seconds = parse_retry_after(header)
    assert seconds is not None
    assert 50 < seconds <= 60
