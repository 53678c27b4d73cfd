"""Vectors from an embeddings endpoint: in order, of the right size, of length 1, or an error."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.errors import ExitCode, HarnessError
from harness.llm import Budget, LlmRuntime, bind
from harness.model.budget import Limits, Price
from harness.vectors.openai_embeddings import OpenAiEmbeddings
from tests.net import Network
from tests.support_servers import DIMENSIONS, LlmServer, Reply, fault, hang, vector

TEXTS = [f"text {n}" for n in range(10)]


class Bench:
    """An embedder on the scripted server."""

    def __init__(self, server: LlmServer, workspace: Path) -> None:
        self.server = server
        self.workspace = workspace

    def embedder(self, budget: Budget | None = None, **settings: Any) -> OpenAiEmbeddings:
        given = {"base_url": self.server.base_url, "model": "e", "dimensions": DIMENSIONS}
        provider = OpenAiEmbeddings.model_validate({**given, "retries": 1, **settings})
        runtime = LlmRuntime(
            workspace=self.workspace, budget=budget or Budget(), sleep=lambda _: None
        )
        return bind(provider, runtime)


@pytest.fixture
def bench(llm_server: LlmServer, tmp_path: Path) -> Bench:
    return Bench(llm_server, tmp_path)


def expected(texts: list[str], dimensions: int = DIMENSIONS) -> Any:
    rows = np.array([vector(text, dimensions) for text in texts], dtype=np.float64)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("encoding", ["float", "base64"])
def test_vectors_are_in_the_order_of_the_texts_and_of_length_one(
    bench: Bench, encoding: str
) -> None:
    rows = bench.embedder(encoding=encoding, batch_size=3).embed(TEXTS, "passage")
    assert rows.dtype == np.float32
    np.testing.assert_allclose(rows, expected(TEXTS), atol=1e-6)
    assert sorted(len(seen.body["input"]) for seen in bench.server.seen) == [1, 3, 3, 3]
    assert {seen.path for seen in bench.server.seen} == {"/v1/embeddings"}


def test_the_vector_of_a_text_does_not_depend_on_its_batch(bench: Bench) -> None:
    alone = bench.embedder(batch_size=1).embed(TEXTS, "passage")
    together = bench.embedder(batch_size=10).embed(TEXTS, "passage")
    np.testing.assert_array_equal(alone, together)


def test_no_texts_are_no_call(bench: Bench, no_network: Network) -> None:
    assert bench.embedder().embed([], "query").shape == (0, DIMENSIONS)
    assert no_network.opened == []


def test_questions_and_chunks_have_their_prefixes(bench: Bench) -> None:
    embedder = bench.embedder(query_prefix="query: ", passage_prefix="passage: ")
    embedder.embed(["a"], "query")
    embedder.embed(["a\ud800"], "passage")
    assert [seen.body["input"] for seen in bench.server.seen] == [
        ["query: a"],
        ["passage: a\ufffd"],
    ]


def test_shortened_vectors_are_asked_for_only_when_told(bench: Bench) -> None:
    rows = bench.embedder(dimensions=4, send_dimensions=True).embed(["a"], "query")
    np.testing.assert_allclose(rows, expected(["a"], 4), atol=1e-6)
    bench.embedder().embed(["a"], "query")
    assert "dimensions" not in bench.server.seen[-1].body


def test_vectors_of_another_size_are_refused_naming_the_setting(bench: Bench) -> None:
    with pytest.raises(HarnessError, match="has 8 components, the setting dimensions says 16"):
        bench.embedder(dimensions=16).embed(["a"], "query")


def answer(*items: dict[str, Any]) -> Reply:
    return Reply(json.dumps({"data": items}).encode())


GOOD = vector("a")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"{}"),
        Reply(b"<html>"),
        answer(),
        answer({"index": 0, "embedding": GOOD}, {"index": 1, "embedding": GOOD}),
        answer({"index": 1, "embedding": GOOD}),
        answer({"embedding": GOOD}),
        answer({"index": 0, "embedding": [0.0] * 8}),
        answer({"index": 0, "embedding": [float("nan")] * 8}),
        answer({"index": 0, "embedding": [float("inf")] * 8}),
        answer({"index": 0, "embedding": "not base64!"}),
        answer({"index": 0, "embedding": "AAAA"}),
        answer({"index": 0, "embedding": [[1.0]]}),
    ],
)
def test_an_answer_without_such_vectors_is_refused(bench: Bench, reply: Reply) -> None:
    bench.server.script(reply)
    with pytest.raises(HarnessError, match=r"^embedding\.openai: malformed: "):
        bench.embedder().embed(["a"], "query")


@pytest.mark.parametrize("first", [fault(429, retry_after="1"), fault(500), hang()])
def test_a_failure_that_passes_is_not_seen(bench: Bench, first: Reply) -> None:
    bench.server.script(first)
    rows = bench.embedder(timeout_s=0.2).embed(["a"], "query")
    np.testing.assert_allclose(rows, expected(["a"]), atol=1e-6)


@pytest.mark.parametrize(
    ("reply", "outcome", "code"),
    [
        (fault(503), "server_error", ExitCode.INCOMPLETE),
        (fault(429), "rate_limited", ExitCode.INCOMPLETE),
        (fault(401), "auth", ExitCode.USAGE),
        (fault(400, "input too long"), "rejected.*input too long", ExitCode.USAGE),
    ],
)
def test_a_failure_that_stays_ends_the_command(
    bench: Bench, reply: Reply, outcome: str, code: ExitCode
) -> None:
    bench.server.script(reply, reply)
    with pytest.raises(HarnessError, match=outcome) as error:
        bench.embedder().embed(["a"], "query")
    assert error.value.exit_code is code


def test_the_budget_holds_for_embeddings_too(bench: Bench) -> None:
    prices = {"e": Price(prompt_per_1k=Decimal(1))}
    budget = Budget(Limits(max_cost=Decimal("0.3")), prices)
    embedder = bench.embedder(budget, batch_size=1, concurrency=1)
    with pytest.raises(HarnessError, match=r"budget\.max_cost") as error:
        embedder.embed([f"t{n}" for n in range(100)], "passage")
    assert error.value.exit_code is ExitCode.INCOMPLETE
    assert budget.spent == Decimal("0.005") * bench.server.calls
    assert budget.spent <= Decimal("0.3")


def test_an_endpoint_outside_is_refused_when_bound(bench: Bench, no_network: Network) -> None:
    with pytest.raises(HarnessError, match=r"embedding\.openai\.base_url: .*allow_hosts"):
        bench.embedder(base_url="https://api.example.com/v1")
    assert no_network.opened == []


def test_lengths_are_estimated_upwards(bench: Bench) -> None:
    embedder = bench.embedder(chars_per_token=3)
    assert [embedder.count_tokens(text) for text in ("", "a", "abc", "abcd")] == [2, 3, 3, 4]
    assert embedder.max_tokens == 512
