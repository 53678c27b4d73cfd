"""A Qdrant server gives the hits of the embedded index, and only from points that were sealed."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import time
from collections.abc import Iterator
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from qdrant_client import models

from harness.errors import ExitCode, HarnessError, MissingExtraError
from harness.index.base import IndexContent
from harness.index.collection import open_collection
from harness.index.exact import ExactIndex
from harness.index.qdrant_edge import QdrantEdge
from harness.index.qdrant_server import QdrantServer
from harness.index.sealed import index_id_of
from harness.index.server_calls import Server
from harness.llm import RETRIED, LlmRuntime, Outcome, RetryPolicy
from harness.model.search import Query
from harness.vectors.hashing import Hashing
from tests.index.conftest import SMALL, Corpus, Workshop, corpus
from tests.index.qdrant_bridge import Answer, QdrantBridge, Seen

QUERY = Query("How long are records kept?", "en")
METADATA: dict[str, dict[str, Any]] = {
    "retention": {"acl": ["staff"], "product": "x", "version": 2},
    "access": {"acl": [], "owner": "Ольга \ud800"},
    "хранение": {"product": ["x", "y"]},
}


@pytest.fixture
def server() -> Iterator[QdrantBridge]:
    with QdrantBridge() as running:
        yield running


@pytest.fixture
def local(server: QdrantBridge) -> Server:
    """The engine of the server without the wire."""
    return Server("memory", lambda: server.held, RetryPolicy())


def provider(server: QdrantBridge, tmp_path: Path, **changed: Any) -> QdrantServer:
    """Bound to the server; it never sleeps between attempts."""
    environ = changed.pop("environ", {})
    allow = changed.pop("allow_hosts", ())
    runtime = LlmRuntime(
        workspace=tmp_path, environ=environ, allow_hosts=allow, sleep=lambda _: None
    )
    return QdrantServer(**{"url": server.url, **changed}).bound(runtime)


def only_alias(server: QdrantBridge) -> tuple[str, str]:
    """The one alias and its collection."""
    (found,) = server.held.get_aliases().aliases
    return found.alias_name, found.collection_name


# Search


def test_hits_are_those_of_the_embedded_index(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    documents = {f"d{n}": " ".join(f"word{(n * k) % 13}" for k in range(1, 9)) for n in range(60)}
    embedded = workshop.open(corpus(documents))
    served = workshop.open(corpus(documents), provider(server, tmp_path))
    for text in ("word3 word5", "word1", "nothing", "word12 word0 word7"):
        query = Query(text, "en")
        vector = workshop.embed([text], "query")[0]
        assert served.sparse(query, 7) == embedded.sparse(query, 7)
        assert served.dense(vector, 7, query) == embedded.dense(vector, 7, query)


WORDS = st.sampled_from("records файлы хранятся kept 90 days дней the the\ud800 \0".split(" "))
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
GROUPS = st.sampled_from(["staff", "", "финансы", "\ud800"])
METAS = st.fixed_dictionaries(
    {}, optional={"acl": st.lists(GROUPS, max_size=2), "product": st.sampled_from(["x", 2, True])}
)


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")
@pytest.mark.filterwarnings("ignore:Local mode performs exact")
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    documents=st.lists(st.tuples(TEXTS, METAS), min_size=1, max_size=6),
    asked=TEXTS,
    principal=st.lists(GROUPS, max_size=2),
    filters=st.fixed_dictionaries({}, optional={"product": st.sampled_from(["x", 2, True])}),
)
def test_any_small_corpus_gives_the_hits_of_the_embedded_index(
    local: Server,
    documents: list[tuple[str, dict[str, Any]]],
    asked: str,
    principal: list[str],
    filters: dict[str, Any],
) -> None:
    texts = {f"d{number}": text for number, (text, _) in enumerate(documents)}
    metadata = {f"d{number}": meta for number, (_, meta) in enumerate(documents)}
    held = content(corpus(texts, metadata))
    collection = open_collection(local, "x", held, QdrantEdge().access(held))
    served, embedded = ExactIndex(held, QdrantEdge(), lambda: collection), QdrantEdge().reader(held)
    query = Query(asked, "en", principal=tuple(principal), filters=filters)
    vector = Hashing().embed([asked], "query")[0]
    assert served.sparse(query, 4) == embedded.sparse(query, 4)
    assert served.dense(vector, 4, query) == embedded.dense(vector, 4, query)
    embedded.close()


def content(given: Corpus) -> IndexContent:
    """The content of an index without the folder."""
    documents, chunks = given
    inputs = {"chunks": [[chunk.chunk_id, chunk.text, dict(chunk.metadata)] for chunk in chunks]}
    return IndexContent(
        index_id=index_id_of(inputs),
        inputs=inputs,
        documents=tuple(documents),
        chunks=tuple(chunks),
        dense=Hashing().embed([chunk.passage for chunk in chunks], "passage"),
        sparse=QdrantEdge().encode(chunks),
    )


def test_no_text_and_no_name_of_a_document_is_sent(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    index = workshop.open(corpus(SMALL, METADATA), provider(server, tmp_path))
    index.sparse(QUERY, 3)
    index.dense(workshop.embed([QUERY.text], "query")[0], 3, QUERY)
    sent = "".join(seen.text for seen in server.seen)
    assert "points" in "".join(seen.path for seen in server.seen)
    for word in ("retention", "хранение", "records", "Записи", "deleted"):
        assert word not in sent
        assert word.encode("unicode_escape").decode() not in sent


def test_empty_corpus_gives_an_empty_index(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    index = workshop.open(([], []), provider(server, tmp_path))
    assert index.sparse(QUERY, 5) == []
    assert index.dense(np.ones(64, dtype=np.float32), 5, QUERY) == []


def test_blame_asks_the_embedded_engine_with_the_same_settings(
    server: QdrantBridge, tmp_path: Path
) -> None:
    given = provider(server, tmp_path, bm25_k=2.0, acl_field="audience")
    assert given.of_counterfactuals() == QdrantEdge(bm25_k=2.0, acl_field="audience")


# The seal


def test_second_opening_writes_nothing_and_reads_every_point(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    many = corpus({f"d{number:03}": f"text {number}" for number in range(300)})
    workshop.open(many, provider(server, tmp_path))
    before = len(server.seen)
    index = workshop.open(many, provider(server, tmp_path))
    again = [seen.path.split("/")[-1] for seen in server.seen[before:]]
    assert again == ["aliases", "scroll", "scroll"]
    alias, name = only_alias(server)
    assert alias == f"corpusgate-{index.index_id}"
    assert name.startswith(f"{alias}-")


def test_where_the_server_is_does_not_change_what_the_index_is(
    server: QdrantBridge, tmp_path: Path
) -> None:
    here = provider(server, tmp_path)
    there = provider(
        server, tmp_path, url="https://qdrant.example.com:6333", timeout_s=5, retries=0,
        api_key_env="KEY", allow_hosts=("qdrant.example.com",), collection_prefix="x",
    )  # fmt: skip
    assert here.fingerprint() == there.fingerprint()
    assert here.fingerprint() != provider(server, tmp_path, bm25_k=2.0).fingerprint()


def change_vector(server: QdrantBridge, name: str) -> None:
    vector = models.PointVectors(id=1, vector={"dense": [0.0] * 63 + [1.0]})
    server.held.update_vectors(name, points=[vector])


def change_terms(server: QdrantBridge, name: str) -> None:
    sparse = models.SparseVector(indices=[7], values=[1.0])
    server.held.update_vectors(name, points=[models.PointVectors(id=1, vector={"bm25": sparse})])


def open_to_all(server: QdrantBridge, name: str) -> None:
    server.held.set_payload(name, {"groups": ["open"]}, points=[0])


def remove_filter_words(server: QdrantBridge, name: str) -> None:
    server.held.delete_payload(name, ["facets"], points=[1])


def remove_a_point(server: QdrantBridge, name: str) -> None:
    server.held.delete(name, points_selector=[1])


def add_a_point(server: QdrantBridge, name: str) -> None:
    server.held.upsert(name, points=[models.PointStruct(id=99, vector={"dense": [1.0] * 64})])


@pytest.mark.parametrize(
    "tamper",
    [change_vector, change_terms, open_to_all, remove_filter_words, remove_a_point, add_a_point],
    ids=lambda function: function.__name__,
)
def test_points_that_were_not_sealed_refuse_the_collection(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path, tamper: Any
) -> None:
    small = corpus(SMALL, METADATA)
    workshop.open(small, provider(server, tmp_path))
    alias, name = only_alias(server)
    tamper(server, name)
    with pytest.raises(HarnessError, match="is not what was sealed, and was not used") as caught:
        workshop.open(small, provider(server, tmp_path))
    assert caught.value.exit_code == ExitCode.USAGE
    assert only_alias(server) == (f"{alias}.refused-1", name)
    assert f"{alias}.refused-1" in str(caught.value)

    again = workshop.open(small, provider(server, tmp_path))
    assert again.sparse(Query("record", "en", principal=("staff",)), 1) != []
    kept = {found.alias_name: found.collection_name for found in server.held.get_aliases().aliases}
    assert kept.keys() == {alias, f"{alias}.refused-1"}
    assert kept[alias] != kept[f"{alias}.refused-1"] == name


def test_half_filled_collection_is_never_used(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    small = corpus(SMALL)
    server.before = lambda seen: (400, {}) if seen.path == "/collections/aliases" else None
    with pytest.raises(HarnessError, match="rejected while naming the index"):
        workshop.open(small, provider(server, tmp_path))
    (half,) = server.held.get_collections().collections
    server.held.delete(half.name, points_selector=[0])

    server.before = lambda _: None
    index = workshop.open(small, provider(server, tmp_path))
    assert index.sparse(QUERY, 1) == workshop.open(small).sparse(QUERY, 1)
    assert only_alias(server)[1] != half.name


def test_server_that_keeps_other_points_than_it_is_sent_gets_no_index(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    lost = {"result": {"operation_id": 0, "status": "completed"}}
    server.before = lambda seen: (200, lost) if seen.path.endswith("/points") else None
    with pytest.raises(HarnessError, match="5 of 5 points missing or changed"):
        workshop.open(corpus(SMALL), provider(server, tmp_path))
    assert server.held.get_aliases().aliases == []


# How it is reached


def status(code: int, body: Any = None) -> Any:
    """A script that answers everything so."""

    def always(_: Seen) -> Answer:
        return code, body or {"status": {"error": "scripted \x1b[31mred"}}

    return always


@pytest.mark.parametrize(
    ("code", "body", "outcome"),
    [
        (401, None, "auth"),
        (403, None, "auth"),
        (404, None, "rejected"),
        (307, None, "rejected"),
        (408, None, "timeout"),
        (429, None, "rate_limited"),
        (503, None, "server_error"),
        (200, b"<html>", "malformed"),
        (200, {"result": {"aliases": 7}}, "malformed"),
        (200, {"other": 1}, "malformed"),
    ],
)
def test_failure_has_a_name_and_is_tried_again_where_that_may_help(
    workshop: Workshop,
    server: QdrantBridge,
    tmp_path: Path,
    code: int,
    body: Any,
    outcome: Outcome,
) -> None:
    server.before = status(code, body)
    with pytest.raises(HarnessError, match=f"{outcome} while looking for the index") as caught:
        workshop.open(corpus(SMALL), provider(server, tmp_path, retries=2))
    passing = outcome in RETRIED
    assert caught.value.exit_code == (ExitCode.INCOMPLETE if passing else ExitCode.USAGE)
    assert len(server.seen) == (3 if passing else 1)
    assert "\x1b" not in str(caught.value)


def test_failure_that_passes_is_not_noticed(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    failed: set[str] = set()

    def each_kind_fails_once(seen: Seen) -> Answer | None:
        kind = re.sub("-[0-9a-f]{8}(?=/|$)", "", seen.path)  # the name made anew at each attempt
        if kind in failed:
            return None
        failed.add(kind)
        return 503, {}

    server.before = each_kind_fails_once
    index = workshop.open(corpus(SMALL), provider(server, tmp_path))
    assert index.sparse(QUERY, 3) == workshop.open(corpus(SMALL)).sparse(QUERY, 3)
    assert len(failed) == 7


def test_silent_server_is_a_timeout(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    server.before = lambda _: time.sleep(1.3)
    with pytest.raises(HarnessError, match="timeout while looking") as caught:
        workshop.open(corpus(SMALL), provider(server, tmp_path, timeout_s=1, retries=0))
    assert caught.value.exit_code == ExitCode.INCOMPLETE


def test_nobody_there_is_unreachable(workshop: Workshop, tmp_path: Path) -> None:
    with QdrantBridge() as gone:
        nobody = provider(gone, tmp_path, retries=1)
    with pytest.raises(HarnessError, match="unreachable while looking"):
        workshop.open(corpus(SMALL), nobody)


def test_key_comes_from_the_environment_and_is_in_no_message(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path
) -> None:
    given = {"api_key_env": "QDRANT_KEY", "environ": {"QDRANT_KEY": "s3cret"}}
    workshop.open(corpus(SMALL), provider(server, tmp_path, **given))
    assert {seen.headers["api-key"] for seen in server.seen} == {"s3cret"}

    server.before = status(401)
    with pytest.raises(HarnessError, match="auth") as caught:
        workshop.open(corpus(SMALL), provider(server, tmp_path, **given))
    assert "s3cret" not in str(caught.value)
    with pytest.raises(HarnessError, match="'QDRANT_KEY' is not set"):
        workshop.open(corpus(SMALL), provider(server, tmp_path, api_key_env="QDRANT_KEY"))


def test_key_is_never_sent_without_encryption(workshop: Workshop, server: QdrantBridge) -> None:
    open_air = provider(
        server, Path(), url="http://qdrant.example.com:6333", api_key_env="KEY",
        environ={"KEY": "s3cret"}, allow_hosts=("qdrant.example.com",),
    )  # fmt: skip
    with pytest.raises(HarnessError, match="would be sent the key without encryption"):
        workshop.open(corpus(SMALL), open_air)


@pytest.mark.parametrize(
    "url", ["http://qdrant.example.com:6333", "ftp://127.0.0.1", "http://u:p@127.0.0.1", "x"]
)
def test_server_that_is_not_allowed_is_refused_before_anything_is_sent(
    server: QdrantBridge, url: str
) -> None:
    with pytest.raises(HarnessError, match=r"index\.qdrant-server\.url"):
        provider(server, Path(), url=url)


def test_nothing_is_taken_from_the_environment(
    workshop: Workshop, server: QdrantBridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    workshop.open(corpus(SMALL), provider(server, tmp_path))


def test_certificate_must_be_trusted(workshop: Workshop, tmp_path: Path) -> None:
    certificate, key = _self_signed(tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with QdrantBridge(tls) as server:
        with pytest.raises(HarnessError, match=r"unreachable.*certificate verify failed"):
            workshop.open(corpus(SMALL), provider(server, tmp_path, retries=0))
        trusting = provider(server, tmp_path, ca_file=certificate.name)
        assert workshop.open(corpus(SMALL), trusting).sparse(QUERY, 1) != []
        with pytest.raises(HarnessError, match=r"ca_file: .*none\.pem cannot be used"):
            workshop.open(corpus(SMALL), provider(server, tmp_path, ca_file="none.pem"))


def _self_signed(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "server.pem", folder / "server.key"
    command = [
        *"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes".split(),
        *"-days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1".split(),
        *("-keyout", str(key), "-out", str(certificate)),
    ]
    subprocess.run(command, check=True, capture_output=True, env={"PATH": os.environ["PATH"]})
    return certificate, key


def test_missing_extra_is_named(
    server: QdrantBridge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = util.find_spec
    monkeypatch.setattr(
        "harness.index.qdrant_server.find_spec",
        lambda name: None if name == "qdrant_client" else known(name),
    )
    with pytest.raises(MissingExtraError, match=r"pip install 'corpusgate\[server\]'"):
        provider(server, tmp_path)
