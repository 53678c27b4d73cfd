"""The endpoint reranker against a real server on loopback."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.errors import ExitCode, HarnessError
from harness.llm import LlmRuntime
from harness.model.document import Chunk
from harness.model.search import Hit, Query, Role
from harness.rerank.endpoint import EndpointRerank
from tests.support_servers import LlmServer, Reply, fault

QUERY = Query(text="When is a refund paid?", language="en")


def hit(name: str, text: str = "") -> Hit:
    chunk = Chunk(
        chunk_id=f"{name}#:p1",
        source_id=name,
        path=f"{name}.md",
        title=name,
        section=(),
        section_id="",
        text=text or f"text of {name}",
        text_hash="sha256:x",
        start=0,
        end=10,
        tokens=3,
        language="en",
        blocks=((0, 1),),
    )
    return Hit(chunk, 1.0)


HITS = [hit("a"), hit("b"), hit("c")]


def scores(*values: tuple[int, float]) -> Reply:
    results = [{"index": index, "relevance_score": score} for index, score in values]
    return Reply(json.dumps({"results": results}).encode())


def reranker(server: LlmServer, **given: Any) -> EndpointRerank:
    settings = EndpointRerank(base_url=server.base_url, model="cross", retries=0, **given)
    return settings.bound(LlmRuntime(Path()))


def order(hits: list[Hit]) -> list[str]:
    return [one.chunk.source_id for one in hits]


def embed(texts: Sequence[str], role: Role) -> Any:
    del texts, role
    raise AssertionError("a cross-encoder needs no vectors")


def test_hits_are_ordered_by_the_scores_and_ties_keep_their_order(llm_server: LlmServer) -> None:
    llm_server.script(scores((2, 0.9), (0, 0.1), (1, 0.1)))
    found = reranker(llm_server).run(QUERY, HITS, embed)
    assert order(found) == ["c", "a", "b"]
    assert [one.stages["rerank"].score for one in found] == [0.9, 0.1, 0.1]
    (seen,) = llm_server.seen
    assert seen.path == "/v1/rerank"
    assert seen.body["documents"] == ["a\ntext of a", "b\ntext of b", "c\ntext of c"]


def test_same_request_is_sent_once(llm_server: LlmServer) -> None:
    llm_server.script(scores((0, 0.1), (1, 0.2), (2, 0.3)))
    provider = reranker(llm_server)
    first = provider.run(QUERY, HITS, embed)
    assert order(provider.run(QUERY, HITS, embed)) == order(first) == ["c", "b", "a"]
    assert llm_server.calls == 1


def test_hits_behind_top_n_stay_behind(llm_server: LlmServer) -> None:
    llm_server.script(scores((0, 0.1), (1, 0.2)))
    found = reranker(llm_server, top_n=2).run(QUERY, HITS, embed)
    assert order(found) == ["b", "a", "c"]
    assert "rerank" not in found[2].stages


@pytest.mark.parametrize(
    "reply",
    [
        scores((0, 0.1), (1, 0.2)),
        scores((0, 0.1), (1, 0.2), (2, 0.3), (2, 0.4)),
        scores((0, 0.1), (1, 0.2), (7, 0.3)),
        Reply(b'{"results": [{"index": 0, "relevance_score": NaN}]}'),
        Reply(b'{"data": []}'),
        Reply(b"[]"),
    ],
)
def test_answer_without_a_score_for_each_is_refused(llm_server: LlmServer, reply: Reply) -> None:
    llm_server.script(reply)
    with pytest.raises(HarnessError, match="malformed") as caught:
        reranker(llm_server).run(QUERY, HITS, embed)
    assert caught.value.exit_code == ExitCode.USAGE


def test_failure_that_may_pass_can_be_resumed(llm_server: LlmServer) -> None:
    llm_server.script(fault(503))
    with pytest.raises(HarnessError, match="server_error") as caught:
        reranker(llm_server).run(QUERY, HITS, embed)
    assert caught.value.exit_code == ExitCode.INCOMPLETE


def test_nothing_is_sent_for_nothing(llm_server: LlmServer) -> None:
    assert reranker(llm_server).run(QUERY, [], embed) == []
    assert llm_server.calls == 0
