"""A model is what its files are, and comes from where it may."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from harness.errors import HarnessError, MissingExtraError
from harness.llm import LlmRuntime
from harness.local.model import LocalModel, digest_of_folder
from harness.rerank.cross_encoders import FastEmbedRerank, FlashRank
from harness.vectors.fastembed_model import FastEmbed
from harness.vectors.sentence_transformers_model import SentenceTransformers
from tests.local.hub import REVISION, Hub
from tests.local.tiny_models import embedding_model
from tests.net import Network

NAMED = {"model": "org/tiny", "revision": REVISION, "pooling": "mean", "model_file": "model.onnx"}


def bound(workspace: Path, **settings: Any) -> FastEmbed:
    runtime = LlmRuntime(workspace=workspace)
    return FastEmbed(**{"pooling": "mean", **settings}).bound(runtime)


def test_digest_tells_models_apart_and_not_where_they_are(tmp_path: Path) -> None:
    for name in ("a", "elsewhere/b", "c"):
        embedding_model(tmp_path / name)
    (tmp_path / "c" / "config.json").write_text(json.dumps({"pad_token_id": 1}))
    (tmp_path / "a" / ".git").mkdir()
    (tmp_path / "a" / ".git" / "HEAD").write_text("x")
    a, b, c = (bound(tmp_path, path=path) for path in ("a", "elsewhere/b", "c"))
    assert a.fingerprint() == b.fingerprint() != c.fingerprint()
    assert a.describe()["settings"]["digest"] == digest_of_folder(tmp_path / "a")
    assert a.describe()["packages"][0].startswith("fastembed ")
    assert str(tmp_path) not in json.dumps(a.describe())


def test_model_that_is_not_the_pinned_one_is_refused(tmp_path: Path) -> None:
    embedding_model(tmp_path / "m")
    digest = digest_of_folder(tmp_path / "m")
    assert bound(tmp_path, path="m", digest=digest).digest == digest
    (tmp_path / "m" / "model.onnx").write_bytes(b"another")
    with pytest.raises(HarnessError, match=r"embedding\.fastembed\.digest: the files in"):
        bound(tmp_path, path="m", digest=digest)


def test_renamed_file_is_another_model(tmp_path: Path) -> None:
    embedding_model(tmp_path / "m")
    before = digest_of_folder(tmp_path / "m")
    (tmp_path / "m" / "config.json").rename(tmp_path / "m" / "other.json")
    assert digest_of_folder(tmp_path / "m") != before


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "either model"),
        ({"model": "a/b", "path": "x"}, "either model"),
        ({"model": "a/b"}, "expected revision"),
        ({"model": "a/b", "revision": "main"}, "revision"),
        ({"model": "b", "revision": REVISION}, "organisation/name"),
        ({"model": "../../etc/passwd", "revision": REVISION}, "organisation/name"),
        ({"path": "x", "digest": "abc"}, "digest"),
    ],
)
def test_model_is_named_in_one_way_and_at_one_commit(settings: Any, told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        FastEmbed(pooling="mean", **settings)


def test_flashrank_takes_a_folder_alone() -> None:
    with pytest.raises(ValidationError, match="expected path"):
        FlashRank(model="a/b", revision=REVISION)


def test_model_that_is_not_there_says_how_to_get_it_and_asks_nobody(
    tmp_path: Path, no_network: Network
) -> None:
    with pytest.raises(HarnessError) as caught:
        bound(tmp_path, **NAMED)
    told = str(caught.value)
    assert f"hf download org/tiny --revision {REVISION} --local-dir FOLDER" in told
    assert "download: true" in told
    with pytest.raises(HarnessError, match=r"path: .*nowhere is not a folder"):
        bound(tmp_path, path="nowhere")
    assert no_network.opened == []


def test_hub_must_be_allowed_by_name(tmp_path: Path, no_network: Network) -> None:
    with pytest.raises(HarnessError, match=r"hub: connecting to 'huggingface\.co' is not allowed"):
        bound(tmp_path, **NAMED, download=True)
    assert no_network.opened == []


def files(tmp_path: Path) -> dict[str, bytes]:
    folder = embedding_model(tmp_path / "made")
    (folder / "pytorch_model.bin").write_bytes(b"not needed")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_allowed_model_is_fetched_once_without_any_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    given = files(tmp_path)
    with Hub(given) as hub:
        first = bound(tmp_path, **NAMED, download=True, hub=hub.url)
        asked = len(hub.headers)
        again = bound(tmp_path, **NAMED, download=True, hub=hub.url)
        assert len(hub.headers) == asked > 0
    assert first.folder == again.folder == tmp_path / f".corpusgate/models/org--tiny@{REVISION}"
    del given["pytorch_model.bin"]
    assert {path.name: path.read_bytes() for path in first.folder.iterdir()} == given
    assert not any("authorization" in headers for headers in hub.headers)
    assert first.embed(["refund"], "query").shape == (1, 4)


def test_host_that_the_hub_redirects_to_must_be_allowed_as_well(tmp_path: Path) -> None:
    told = r"connecting to 'files\.example\.com' is not allowed"
    with (
        Hub(files(tmp_path), "http://files.example.com") as hub,
        pytest.raises(HarnessError, match=told),
    ):
        bound(tmp_path, **NAMED, download=True, hub=hub.url)
    assert list((tmp_path / ".corpusgate" / "models").iterdir()) == []


def test_model_that_the_hub_does_not_have_can_be_tried_again(tmp_path: Path) -> None:
    with Hub({}) as hub, pytest.raises(HarnessError, match="could not be fetched") as caught:
        bound(tmp_path, **{**NAMED, "model": "org/other"}, download=True, hub=hub.url)
    assert caught.value.exit_code == 4


@pytest.mark.parametrize(
    ("provider", "extra"),
    [
        (FastEmbed(path="m", pooling="cls"), "local"),
        (FastEmbedRerank(path="m"), "local"),
        (FlashRank(path="m"), "local"),
        (SentenceTransformers(path="m"), "sentence-transformers"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_missing_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, provider: LocalModel, extra: str
) -> None:
    monkeypatch.setattr("harness.local.model.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'corpusgate\[{extra}\]'"):
        provider.bound(LlmRuntime(workspace=tmp_path))
