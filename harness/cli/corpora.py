"""Two corpus folders read as documents, for commands that compare text and ask no pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import ExitCode, HarnessError
from harness.model.corpus import Manifest, ManifestDiff
from harness.model.document import Document
from harness.model.wire import SIDES, Side

if TYPE_CHECKING:
    from harness.config.release import CorpusSettings
    from harness.model.changes import CorpusDiff


@dataclass(frozen=True, slots=True)
class Corpora:
    """Both versions, read."""

    settings: CorpusSettings
    diff: ManifestDiff
    documents: Mapping[Side, Mapping[str, Document]]
    """By source id."""

    def changes(self) -> CorpusDiff:
        """What a person reads about the difference."""
        from harness.changes import diff_corpora

        documents = self.documents
        return diff_corpora(
            self.diff,
            documents["baseline"],
            documents["candidate"],
            acl_field=self.settings.acl_field,
        )


def read_corpora(config: Path, baseline: str | None, candidate: str | None) -> Corpora:
    """Both corpus versions; what is not given on the command line comes from the configuration.

    With both folders given, no configuration has to be there.
    """
    from harness.corpus import diff_manifests, folder_bodies

    settings, folders = _folders(config, baseline, candidate)
    read = {side: _read(folders[side], settings, side) for side in SIDES}
    diff = diff_manifests(
        read["baseline"][0],
        read["candidate"][0],
        bodies=folder_bodies(folders["baseline"], folders["candidate"]),
    )
    return Corpora(settings, diff, {side: read[side][1] for side in SIDES})


def read_folder(folder: Path, settings: CorpusSettings) -> dict[str, Document]:
    """The documents of one corpus folder, by source id."""
    return _read(folder, settings, "candidate")[1]


def _folders(
    config: Path, baseline: str | None, candidate: str | None
) -> tuple[CorpusSettings, dict[Side, Path]]:
    from harness.cli.run import load
    from harness.config.release import CorpusSettings
    from harness.git import is_git_spec

    given = [text for text in (baseline, candidate) if text and not is_git_spec(text)]
    if len(given) == len(SIDES) and not config.exists():
        return CorpusSettings(), dict(zip(SIDES, map(Path, given), strict=True))
    release = load(config, {"corpus.baseline": baseline, "corpus.candidate": candidate})
    return release.corpus, {side: release.corpus_path(side) for side in SIDES}


def _read(
    folder: Path, settings: CorpusSettings, side: Side
) -> tuple[Manifest, dict[str, Document]]:
    from harness.corpus import scan_corpus
    from harness.pipeline.versions import read_documents

    manifest = scan_corpus(
        folder,
        include=settings.include,
        exclude=settings.exclude,
        max_file_bytes=settings.max_file_bytes,
        max_files=settings.max_files,
        missing=ExitCode.NOTHING if side == "baseline" else ExitCode.USAGE,
    )
    if not manifest.entries:
        raise HarnessError(f"{folder}: no documents.", exit_code=ExitCode.NOTHING)
    documents = read_documents(folder, manifest, settings.language)
    return manifest, {document.source_id: document for document in documents}
