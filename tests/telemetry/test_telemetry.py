"""A trace tells where time went and what it cost, holds no text, and changes nothing."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from harness.model.trace import span
from harness.telemetry.export import listening
from tests.loopback import Handler, LoopbackServer
from tests.net import Network
from tests.pipeline.test_job import SIXTY_DAYS, corpusgate, results, run_folder
from tests.pipeline.test_llm_run import Answering
from tests.pipeline.test_llm_run import workspace as llm_workspace
from tests.pipeline.workspace import BASELINE, CASES, make_workspace


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"):
        monkeypatch.delenv(name, raising=False)


class Collector(LoopbackServer):
    """An OTLP/HTTP collector on loopback."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        super().__init__(_handler(self))

    @property
    def spans(self) -> list[Any]:
        """The spans that came, in the order they ended."""
        requests = [
            ExportTraceServiceRequest.FromString(body)
            for path, _, body in self.received
            if path == "/v1/traces"
        ]
        return [
            found
            for request in requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for found in scope.spans
        ]


def _handler(collector: Collector) -> type[Handler]:
    class Collecting(Handler):
        def respond(self) -> None:
            collector.received.append((self.path, self.sent_headers(), self.sent_body()))
            elsewhere = {"location": f"{collector.url}/elsewhere"}
            self.answer(
                collector.status, headers=elsewhere if 300 <= collector.status < 400 else {}
            )

    return Collecting


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as running:
        yield running


def configured(root: Path, telemetry: str, more: str = "") -> Path:
    """A workspace with a regression and this setting."""
    make_workspace(root, SIXTY_DAYS)
    release = root / "configs" / "release.yaml"
    release.write_text(release.read_text() + f"telemetry: {telemetry}\n{more}")
    return root


def attributes(found: ReadableSpan) -> dict[str, Any]:
    return {
        key.removeprefix("corpusgate."): value for key, value in (found.attributes or {}).items()
    }


# What is told


def heard(root: Path) -> tuple[list[ReadableSpan], Any]:
    """Spans and metrics of a run."""
    spans, reader = InMemorySpanExporter(), InMemoryMetricReader()
    with listening(spans, reader, {}):
        corpusgate(root)
        metrics = reader.get_metrics_data()
    return list(spans.get_finished_spans()), metrics


def test_every_case_and_side_has_a_span_within_those_of_its_stages(tmp_path: Path) -> None:
    spans, _ = heard(make_workspace(tmp_path, SIXTY_DAYS))
    by_id = {found.context.span_id: found for found in spans if found.context}

    def path(found: ReadableSpan) -> str:
        above = by_id[found.parent.span_id] if found.parent else None
        name = found.name.removeprefix("corpusgate.")
        return f"{path(above)}/{name}" if above else name

    told = [path(found) for found in spans]
    cases = len(CASES)
    assert told.count("run/ask/case") == 2 * cases
    assert told.count("run/ask/case/retrieve") == told.count("run/ask/case/generate") == 2 * cases
    assert told.count("run/ask/index") == 2
    assert {"run", "run/ask", "run/compare", "run/explain"} <= set(told)
    asked = [attributes(found) for found in spans if found.name == "corpusgate.case"]
    assert {(one["case_id"], one["side"]) for one in asked} == {
        (case["id"], side) for case in CASES for side in ("baseline", "candidate")
    }
    (run,) = [attributes(found) for found in spans if found.name == "corpusgate.run"]
    assert (run["verdict"], run["cases"]) == ("BLOCK", cases)


def test_tokens_and_durations_become_metrics_by_side(tmp_path: Path) -> None:
    with Answering() as server:
        spans, data = heard(llm_workspace(tmp_path, server))
    metrics = {
        metric.name: metric
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
    }
    prompt = sum(point.value for point in metrics["corpusgate.tokens.prompt"].data.data_points)
    told = [attributes(found) for found in spans if found.name == "corpusgate.case"]
    assert prompt == sum(one["prompt_tokens"] for one in told) > 0
    durations = metrics["corpusgate.span.duration"].data.data_points
    assert sum(point.count for point in durations) == len(spans)
    sides = {point.attributes.get("corpusgate.side") for point in durations}
    assert {"baseline", "candidate"} <= sides


def test_spans_of_other_threads_stand_in_the_stage_that_began_them() -> None:
    exporter = InMemorySpanExporter()

    def work() -> None:
        with span("case"), span("retrieve"):
            pass

    with listening(exporter, InMemoryMetricReader(), {}), span("ask"):
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    spans = exporter.get_finished_spans()
    (ask,) = [found.context.span_id for found in spans if found.name == "corpusgate.ask"]
    cases = [found for found in spans if found.name == "corpusgate.case"]
    assert [found.parent.span_id for found in cases if found.parent] == [ask] * 4
    inner = [
        found.parent.span_id for found in spans if found.name.endswith("retrieve") and found.parent
    ]
    assert sorted(inner) == sorted(found.context.span_id for found in cases)


def test_error_is_told_by_its_type_alone() -> None:
    exporter = InMemorySpanExporter()
    with (
        listening(exporter, InMemoryMetricReader(), {}),
        pytest.raises(ValueError, match="secret words"),
        span("case"),
    ):
        raise ValueError("secret words")
    (found,) = exporter.get_finished_spans()
    assert found.status.description == "ValueError"
    assert "secret" not in found.to_json()


# Where it goes


def test_collector_receives_the_run_and_not_a_word_of_text(
    tmp_path: Path, collector: Collector
) -> None:
    root = configured(tmp_path, f"{{enabled: true, endpoint: '{collector.url}'}}")
    assert corpusgate(root) == 1
    names = {found.name for found in collector.spans}
    assert {"corpusgate.run", "corpusgate.case", "corpusgate.rerank"} <= names
    assert len({found.trace_id for found in collector.spans}) == 1
    sent = b"".join(body for _, _, body in collector.received).decode("utf-8", "replace")
    texts = [*BASELINE.values(), *(str(case["query"]) for case in CASES), *BASELINE, str(tmp_path)]
    for text in texts:
        for word in (line for line in text.split("\n") if line):
            assert word not in sent
    metrics = [body for path, _, body in collector.received if path == "/v1/metrics"]
    assert ExportMetricsServiceRequest.FromString(metrics[-1]).resource_metrics


def test_trace_changes_no_byte_of_a_result(tmp_path: Path, collector: Collector) -> None:
    traced = configured(tmp_path / "a", f"{{enabled: true, endpoint: '{collector.url}'}}")
    plain = configured(tmp_path / "b", "{}")
    assert corpusgate(traced) == corpusgate(plain) == 1
    assert run_folder(traced).name == run_folder(plain).name
    assert results(traced) == results(plain)


def test_nothing_is_sent_unless_it_is_configured(
    tmp_path: Path, collector: Collector, no_network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    corpusgate(configured(tmp_path, "{}"))
    assert no_network.opened == []


def test_settings_of_the_environment_say_where_and_with_which_key(
    tmp_path: Path, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"{collector.url}/")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-api-key=s3cret")
    monkeypatch.setenv("OTEL_SERVICE_NAME", "gate-of-team-a")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    root = configured(tmp_path, "{enabled: true}")
    corpusgate(root)
    assert {headers["x-api-key"] for _, headers, _ in collector.received} == {"s3cret"}
    assert b"gate-of-team-a" in collector.received[0][2]
    assert "s3cret" not in (run_folder(root) / "run.json").read_text()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ("{enabled: true, endpoint: 'https://otel.example.com'}", "telemetry.endpoint"),
        ("{enabled: true}", "OTEL_EXPORTER_OTLP_ENDPOINT"),
        ("{enabled: true}", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
    ],
)
def test_collector_that_is_not_allowed_is_refused_before_the_run(
    tmp_path: Path,
    no_network: Network,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: str,
    named: str,
) -> None:
    if named.startswith("OTEL_"):
        monkeypatch.setenv(named, "https://otel.example.com/v1/traces")
    assert corpusgate(configured(tmp_path, settings)) == 2
    told = capsys.readouterr().err
    assert named in told
    assert "connecting to 'otel.example.com' is not allowed" in told
    assert no_network.opened == []


@pytest.mark.parametrize("status", [400, 307])
def test_collector_that_refuses_changes_no_verdict(
    tmp_path: Path, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with Collector(status) as refusing:
        root = configured(tmp_path, f"{{enabled: true, endpoint: '{refusing.url}', timeout_s: 1}}")
        assert corpusgate(root) == 1
    assert {path for path, _, _ in refusing.received} == {"/v1/traces", "/v1/metrics"}
    told = capsys.readouterr().err
    assert "could not be sent" in told
    assert "Traceback" not in told


def test_collector_that_is_gone_changes_no_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Collector() as gone:
        url = gone.url
    root = configured(tmp_path, f"{{enabled: true, endpoint: '{url}', timeout_s: 0.2}}")
    assert corpusgate(root) == 1
    assert json.loads((run_folder(root) / "gate.json").read_text())["verdict"] == "BLOCK"
    assert "could not be sent" in capsys.readouterr().err


def test_missing_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    assert corpusgate(configured(tmp_path, "{enabled: true}")) == 2
    assert "pip install 'corpusgate[otel]'" in capsys.readouterr().err
