"""The planted regressions of the demo, seen by a reader of the difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.changes import diff_corpora
from harness.config.release import CorpusSettings
from harness.corpus import diff_manifests, folder_bodies, scan_corpus
from harness.model.changes import CorpusDiff
from harness.model.corpus import Manifest
from harness.model.document import Document
from harness.pipeline.versions import read_documents

REPOSITORY = Path(__file__).parents[2]
TRUTH = [
    json.loads(line)
    for line in (REPOSITORY / "fixtures" / "truth.jsonl").read_text("utf-8").splitlines()
]
PLANTED = [item for item in TRUTH if item["truth"] == "regression"]


def read(folder: Path) -> tuple[Manifest, dict[str, Document]]:
    settings = CorpusSettings()
    manifest = scan_corpus(
        folder,
        include=settings.include,
        exclude=settings.exclude,
        max_file_bytes=settings.max_file_bytes,
        max_files=settings.max_files,
    )
    documents = read_documents(folder, manifest, settings.language)
    return manifest, {document.source_id: document for document in documents}


@pytest.fixture(scope="module")
def demo() -> CorpusDiff:
    folders = [REPOSITORY / "corpus" / side for side in ("baseline", "candidate")]
    (before, old), (after, new) = map(read, folders)
    diff = diff_manifests(before, after, bodies=folder_bodies(*folders))
    return diff_corpora(diff, old, new)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda item: f"{item['id']} {item['kind']}")
def test_document_behind_a_regression_shows_a_change_that_is_not_of_low_risk(
    demo: CorpusDiff, planted: dict[str, list[str]]
) -> None:
    shown = {
        path
        for document in demo.documents
        if any(change.risk != "low" for change in document.sentences)
        for path in (document.path, document.old_path)
    }
    assert set(planted["cause_documents"]) <= shown


def test_hidden_rule_of_the_demo_is_told_as_hidden(demo: CorpusDiff) -> None:
    hidden = {
        document.path
        for document in demo.documents
        for change in document.sentences
        if change.kind == "hidden"
    }
    planted = {
        path
        for item in PLANTED
        if item["kind"] == "html_comment"
        for path in item["cause_documents"]
    }
    assert planted <= hidden
