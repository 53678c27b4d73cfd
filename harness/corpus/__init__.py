"""Corpus folders -> manifests, and what differs between two of them."""

from harness.corpus.diff import Bodies, diff_manifests, folder_bodies
from harness.corpus.scan import (
    MEDIA_TYPES,
    Scan,
    build_manifest,
    read_source,
    scan_corpus,
    scan_folder,
)
from harness.corpus.sums import write_sha256sums

__all__ = [
    "MEDIA_TYPES",
    "Bodies",
    "Scan",
    "build_manifest",
    "diff_manifests",
    "folder_bodies",
    "read_source",
    "scan_corpus",
    "scan_folder",
    "write_sha256sums",
]
