"""The sealed folder of an index: written once, whole or not there, checked whenever it is opened.

::

    INDEX_ID/
      documents.jsonl   one document a line, by source id
      chunks.jsonl      one chunk a line, by source id and place
      points.npz        dense rows and sparse rows, row i for line i of chunks.jsonl
      seal.json         inputs, counts, a digest over the points, one over each file; written last

Equal inputs give equal bytes, on any machine that computes equal vectors. The engine's own
files are not in it: engines rewrite them when they open them.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from harness.index.base import IndexContent, Sparse
from harness.index.serial import (
    chunk_from_json,
    chunk_to_json,
    document_from_json,
    document_to_json,
)
from harness.model.counted import counted
from harness.store import canonical_json, digest_json, sha256_bytes, write_atomic

SEAL = "seal.json"
SEAL_SCHEMA = 1

_DOCUMENTS = "documents.jsonl"
_CHUNKS = "chunks.jsonl"
_POINTS = "points.npz"
_FILES = (_CHUNKS, _DOCUMENTS, _POINTS)

T = TypeVar("T")


class BrokenSealError(Exception):
    """The folder does not hold what was sealed; the message says what and where."""


def index_id_of(inputs: Mapping[str, Any]) -> str:
    """The content address of an index: 32 hex digits over what it is made from."""
    return digest_json(inputs).removeprefix("sha256:")[:32]


def write_sealed(folder: Path, content: IndexContent) -> None:
    """Write the content into a fresh ``folder``, the seal last."""
    if folder.exists():  # left by a build that was killed; the caller holds the lock
        shutil.rmtree(folder)
    files = {
        _DOCUMENTS: _lines(document_to_json(document) for document in content.documents),
        _CHUNKS: _lines(chunk_to_json(chunk) for chunk in content.chunks),
        _POINTS: _points_bytes(content),
    }
    for name, data in files.items():
        write_atomic(folder / name, data)
    write_atomic(folder / SEAL, _seal_bytes(_seal(content, files)))


def read_sealed(folder: Path) -> IndexContent:
    """The content of a sealed folder, after every byte was checked.

    Raises:
        BrokenSealError: a file is missing, unknown, or not what was sealed.
    """
    try:
        content, points = _read(folder, _read_seal(folder))
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise BrokenSealError(f"{folder}: cannot be read: {error}") from error
    if content.points_digest() != points:
        raise BrokenSealError(f"{folder / SEAL}: the points are not those that were sealed")
    return content


def _read(folder: Path, seal: Mapping[str, Any]) -> tuple[IndexContent, str]:
    """The content, and the digest its points should have."""
    files = {name: _checked_bytes(folder / name, seal["files"][name]) for name in _FILES}
    dense, sparse = _points_from(files[_POINTS])
    content = IndexContent(
        index_id=seal["index_id"],
        inputs=seal["inputs"],
        documents=_from_lines(files[_DOCUMENTS], document_from_json),
        chunks=_from_lines(files[_CHUNKS], chunk_from_json),
        dense=dense,
        sparse=sparse,
    )
    return content, seal["points"]


def _seal(content: IndexContent, files: Mapping[str, bytes]) -> dict[str, Any]:
    seal = {
        "schema": SEAL_SCHEMA,
        "index_id": content.index_id,
        "inputs": content.inputs,
        "documents": len(content.documents),
        "chunks": len(content.chunks),
        "points": content.points_digest(),
        "files": {
            name: {"bytes": len(data), "sha256": sha256_bytes(data)} for name, data in files.items()
        },
    }
    return {**seal, "seal": digest_json(seal)}


def _seal_bytes(seal: Mapping[str, Any]) -> bytes:
    return (json.dumps(seal, sort_keys=True, indent=2) + "\n").encode()


def _read_seal(folder: Path) -> dict[str, Any]:
    path = folder / SEAL
    try:
        data = path.read_bytes()
        seal: dict[str, Any] = json.loads(data)
        digest = seal.pop("seal")
    except (OSError, ValueError, AttributeError, KeyError, RecursionError) as error:
        raise BrokenSealError(f"{path}: not a seal") from error
    if data != _seal_bytes({**seal, "seal": digest}) or digest != digest_json(seal):
        raise BrokenSealError(f"{path}: the seal does not match its own digest")
    if seal["schema"] != SEAL_SCHEMA or not folder.name == seal["index_id"] == index_id_of(
        seal["inputs"]
    ):
        raise BrokenSealError(f"{path}: the seal is of another index")
    present = {entry.name for entry in folder.iterdir()}
    if present != {SEAL, *_FILES}:
        odd = ", ".join(sorted(present ^ {SEAL, *_FILES}))
        raise BrokenSealError(f"{folder}: missing or unknown files: {odd}")
    return seal


def _checked_bytes(path: Path, sealed: Mapping[str, Any]) -> bytes:
    data = path.read_bytes()
    found = sha256_bytes(data)
    if found != sealed["sha256"]:
        raise BrokenSealError(
            f"{path}: sha256 {found[:12]} of {counted(len(data), 'byte')}, "
            f"sealed as {sealed['sha256'][:12]} of {sealed['bytes']}"
        )
    return data


def _lines(values: Any) -> bytes:
    text = "".join(canonical_json(value) + "\n" for value in values)
    return text.encode("utf-8", "surrogatepass")  # a lone surrogate in metadata survives


def _from_lines(data: bytes, read: Callable[[Mapping[str, Any]], T]) -> tuple[T, ...]:
    return tuple(read(json.loads(line)) for line in data.split(b"\n") if line)


def _points_bytes(content: IndexContent) -> bytes:
    import numpy as np

    buffer = io.BytesIO()
    np.savez(
        buffer,
        dense=content.dense,
        offsets=content.sparse.offsets,
        terms=content.sparse.terms,
        weights=content.sparse.weights,
    )
    return buffer.getvalue()


def _points_from(data: bytes) -> tuple[Any, Sparse]:
    import numpy as np

    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        sparse = Sparse(arrays["offsets"], arrays["terms"], arrays["weights"])
        return arrays["dense"], sparse
