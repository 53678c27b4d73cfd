"""Where telemetry goes: one OTLP/HTTP address, loopback or allowed by name."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harness import __version__
from harness.config import Release
from harness.errors import MissingExtraError
from harness.llm import LlmRuntime
from harness.model.trace import heard_by
from harness.telemetry.listener import OtelListener

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics.export import MetricReader
    from opentelemetry.sdk.trace.export import SpanExporter

_DEFAULT = "http://localhost:4318"
_QUEUE_SPANS = 100_000
_COMMON = "OTEL_EXPORTER_OTLP_ENDPOINT"


@dataclass
class Telemetry:
    """What became of the telemetry of a run."""

    lost: int = 0
    """Spans and collections of metrics that could not be sent."""


@contextmanager
def telemetry(release: Release, environ: Mapping[str, str] = os.environ) -> Iterator[Telemetry]:
    """Send traces and metrics of the work inside, if the configuration says so.

    The work goes on whatever becomes of them.

    Raises:
        MissingExtraError: the SDK is not installed.
        HarnessError: the address is not allowed.
    """
    sent = Telemetry()
    if not release.telemetry.enabled:
        yield sent
        return
    addresses = addresses_of(release, environ)
    try:
        spans, reader = _exporters(release, addresses, sent)
    except ImportError as error:
        raise MissingExtraError("The setting telemetry", "otel") from error
    with _quiet_library(), listening(spans, reader, environ):
        yield sent


@contextmanager
def listening(
    spans: SpanExporter, reader: MetricReader, environ: Mapping[str, str]
) -> Iterator[None]:
    """Hear of the spans inside; everything is handed over when it ends."""
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {"service.version": __version__}
    if not environ.get("OTEL_SERVICE_NAME"):
        named["service.name"] = "corpusgate"
    resource = Resource.create(named)
    tracers = TracerProvider(resource=resource, shutdown_on_exit=False)
    tracers.add_span_processor(BatchSpanProcessor(spans, max_queue_size=_QUEUE_SPANS))
    meters = MeterProvider([reader], resource=resource, shutdown_on_exit=False)
    listener = OtelListener(tracers.get_tracer("corpusgate"), meters.get_meter("corpusgate"))
    try:
        with heard_by(listener):
            yield
    finally:
        tracers.shutdown()
        meters.shutdown()


def addresses_of(release: Release, environ: Mapping[str, str]) -> dict[str, str]:
    """Signal (``traces``, ``metrics``) -> the address it is sent to, checked against the policy.

    Raises:
        HarnessError: an address that is not allowed, named by the setting or variable it is from.
    """
    runtime = LlmRuntime(
        workspace=release.root,
        allow_hosts=release.privacy.allow_hosts,
        proxy=release.privacy.proxy,
    )
    found: dict[str, str] = {}
    for signal in ("traces", "metrics"):
        own = f"OTEL_EXPORTER_OTLP_{signal.upper()}_ENDPOINT"
        if release.telemetry.endpoint:
            url, what = f"{release.telemetry.endpoint}/v1/{signal}", "telemetry.endpoint"
        elif environ.get(own):
            url, what = environ[own], own
        else:
            url = f"{environ.get(_COMMON) or _DEFAULT}".rstrip("/") + f"/v1/{signal}"
            what = _COMMON
        found[signal] = runtime.allowed(url, what).url
    return found


def _exporters(
    release: Release, addresses: Mapping[str, str], sent: Telemetry
) -> tuple[SpanExporter, MetricReader]:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics.export import (
        MetricExportResult,
        PeriodicExportingMetricReader,
    )
    from opentelemetry.sdk.trace.export import SpanExportResult

    class Spans(OTLPSpanExporter):
        def export(self, spans: Any) -> SpanExportResult:
            result = super().export(spans)
            sent.lost += len(spans) if result is not SpanExportResult.SUCCESS else 0
            return result

    class Metrics(OTLPMetricExporter):
        def export(self, *given: Any, **more: Any) -> MetricExportResult:
            result = super().export(*given, **more)
            sent.lost += result is not MetricExportResult.SUCCESS
            return result

    timeout_s = release.telemetry.timeout_s
    proxy = release.privacy.proxy
    spans = Spans(addresses["traces"], timeout=timeout_s, session=_session(proxy))
    metrics = Metrics(addresses["metrics"], timeout=timeout_s, session=_session(proxy))
    return spans, PeriodicExportingMetricReader(metrics)


def _session(proxy: str) -> Any:
    """A session without proxies and ``.netrc`` of the environment, which follows no redirect."""
    import requests

    class Straight(requests.Session):
        def request(self, *given: Any, **more: Any) -> requests.Response:
            response = super().request(*given, **{**more, "allow_redirects": False})
            if response.is_redirect:
                raise requests.TooManyRedirects("the collector answered with a redirect")
            return response

    session = Straight()
    session.trust_env = False
    if proxy:
        session.proxies = {"http": proxy, "https": proxy, **dict.fromkeys(_LOOPBACK, "")}
    return session


_LOOPBACK = [
    f"{scheme}://{host}"
    for scheme in ("http", "https")
    for host in ("localhost", "127.0.0.1", "[::1]")
]


@contextmanager
def _quiet_library() -> Iterator[None]:
    """The library tells of failures in its log; they are counted, and told once."""
    logger = logging.getLogger("opentelemetry")
    before = logger.disabled, logger.propagate
    handler = logging.NullHandler()
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.disabled, logger.propagate = before
