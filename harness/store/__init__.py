"""Bytes on disk: canonical JSON, digests, atomic writes, durable appends."""

from harness.store.files import (
    append_line,
    make_folder,
    naming,
    read_file,
    read_json,
    read_jsonl,
    set_aside,
    write_atomic,
    write_json,
    write_jsonl,
    write_through,
)
from harness.store.hashing import (
    canonical_json,
    digest_json,
    digest_text,
    sha256_bytes,
    sha256_file,
)
from harness.store.json_faults import json_fault
from harness.store.models import faults_of, read_model, read_models

__all__ = [
    "append_line",
    "canonical_json",
    "digest_json",
    "digest_text",
    "faults_of",
    "json_fault",
    "make_folder",
    "naming",
    "read_file",
    "read_json",
    "read_jsonl",
    "read_model",
    "read_models",
    "set_aside",
    "sha256_bytes",
    "sha256_file",
    "write_atomic",
    "write_json",
    "write_jsonl",
    "write_through",
]
