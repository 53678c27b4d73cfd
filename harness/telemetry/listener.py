"""Spans of a run as OpenTelemetry spans, their lengths and sums as metrics."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from harness.model.trace import Attribute

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.metrics import Counter, Meter
    from opentelemetry.trace import Span, Tracer

_PREFIX = "corpusgate."
_COUNTED = {
    "prompt_tokens": ("corpusgate.tokens.prompt", "{token}"),
    "completion_tokens": ("corpusgate.tokens.completion", "{token}"),
    "cost": ("corpusgate.cost", "1"),
}
"""Attribute of a span -> the metric that adds it up, and its unit."""
_GROUPED = ("side", "model", "refused", "error_kind")
"""Attributes metrics are told apart by: few values each."""


class OtelListener:
    """Keeps the spans of each thread in each other; a thread's first stands in the opener's last."""

    def __init__(self, tracer: Tracer, meter: Meter) -> None:
        self._tracer = tracer
        self._durations = meter.create_histogram("corpusgate.span.duration", "ms")
        self._counters = {
            attribute: meter.create_counter(name, unit)
            for attribute, (name, unit) in _COUNTED.items()
        }
        self._opener = threading.get_ident()
        self._open: dict[int, list[Context]] = {self._opener: []}

    @contextmanager
    def span(self, name: str, attributes: Mapping[str, Attribute]) -> Iterator[_Heard]:
        """See :class:`harness.model.trace.Listener`. An error is told by its type alone."""
        from opentelemetry.context import Context
        from opentelemetry.trace import StatusCode, set_span_in_context

        above = self._above() or Context()
        span = self._tracer.start_span(_PREFIX + name, context=above)
        heard = _Heard(span, self._counters)
        heard.add(**attributes)
        mine = self._open.setdefault(threading.get_ident(), [])
        mine.append(set_span_in_context(span, above))
        start = time.perf_counter()
        try:
            yield heard
        except BaseException as error:
            span.set_status(StatusCode.ERROR, type(error).__name__)
            raise
        finally:
            mine.pop()
            span.end()
            took = 1000 * (time.perf_counter() - start)
            self._durations.record(took, {f"{_PREFIX}span": name, **heard.grouped})

    def _above(self) -> Context | None:
        """The span that a new one of this thread stands in."""
        for thread in (threading.get_ident(), self._opener):
            if self._open.get(thread):
                return self._open[thread][-1]
        return None


class _Heard:
    """One OpenTelemetry span under way."""

    def __init__(self, span: Span, counters: Mapping[str, Counter]) -> None:
        self._span = span
        self._counters = counters
        self.grouped: dict[str, Attribute] = {}
        """What of its attributes metrics are told apart by."""

    def add(self, **attributes: Attribute) -> None:
        """See :class:`harness.model.trace.Span`."""
        self._span.set_attributes({_PREFIX + key: value for key, value in attributes.items()})
        self.grouped |= {
            _PREFIX + key: value for key, value in attributes.items() if key in _GROUPED
        }
        for key, counter in self._counters.items():
            amount = attributes.get(key, 0)
            if isinstance(amount, int | float) and amount > 0:
                counter.add(amount, self.grouped)
