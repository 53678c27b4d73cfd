"""Vectors by content: a text that was embedded once is never embedded again.

One SQLite file in WAL mode: two processes may fill it at once, and a kill loses no more than
the batch at work. Every row carries a digest of its bytes; a row or file that does not hold
what was written is never used.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import Fault, HarnessError
from harness.model.progress import Progress, Quiet
from harness.model.search import Role
from harness.store import make_folder, set_aside
from harness.vectors.base import Embedder

if TYPE_CHECKING:
    from harness.model.search import Vector, Vectors

_BUSY_TIMEOUT_S = 60
_LOOKUP_KEYS = 500  # below SQLite's oldest limit of 999 parameters
_NORM_TOLERANCE = 1e-3
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS vectors"
    " (key BLOB PRIMARY KEY, vector BLOB NOT NULL, digest BLOB NOT NULL) WITHOUT ROWID"
)


class VectorCache:
    """The file: key -> vector. A key is 32 bytes, a vector little-endian float32."""

    def __init__(self, path: Path, dim: int) -> None:
        self._path = path
        self._bytes = 4 * dim
        self._connection = _connect(path)
        with self._faults_named():
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(_SCHEMA)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        """The vectors of those keys that are there.

        Raises:
            HarnessError: the file or a row is damaged; the file was moved aside.
        """
        import numpy as np

        found: dict[bytes, Vector] = {}
        for start in range(0, len(keys), _LOOKUP_KEYS):
            for key, blob, digest in self._rows(keys[start : start + _LOOKUP_KEYS]):
                if len(blob) != self._bytes or _row_digest(key, blob) != digest:
                    raise self._refused(f"the row {key.hex()[:12]} does not match its digest")
                found[key] = np.frombuffer(blob, dtype="<f4")
        return found

    def put(self, vectors: Sequence[tuple[bytes, Vector]]) -> None:
        """Write the vectors in one transaction; one that another process wrote first stays."""
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in vectors]
        with self._faults_named(), self._connection:  # commits, or rolls back on an error
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)",
                [(key, blob, _row_digest(key, blob)) for key, blob in rows],
            )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _rows(self, keys: Sequence[bytes]) -> list[tuple[bytes, bytes, bytes]]:
        marks = ",".join("?" * len(keys))
        with self._faults_named():
            return self._connection.execute(
                f"SELECT key, vector, digest FROM vectors WHERE key IN ({marks})",  # noqa: S608
                keys,
            ).fetchall()

    @contextmanager
    def _faults_named(self) -> Iterator[None]:
        """SQLite's errors in the user's words; a file that is not a sound database is moved."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            self._connection.close()
            # the low byte is the error itself, the others tell more about it
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise self._refused(str(error)) from error
            raise _unusable(self._path, error) from error

    def _refused(self, found: str) -> HarnessError:
        self._connection.close()
        moved = set_aside(self._path, "refused")
        for suffix in ("-wal", "-shm"):
            # left in place, they would be replayed into the next file of this name
            beside = self._path.with_name(self._path.name + suffix)
            if beside.exists():
                beside.replace(moved.with_name(moved.name + suffix))
        return HarnessError(
            "The vector cache is damaged and was not used.",
            [
                Fault(
                    str(self._path),
                    found,
                    "vectors as they were written",
                    f"Moved to {moved.name}; run again to embed the texts anew.",
                )
            ],
        )


def _connect(path: Path) -> sqlite3.Connection:
    try:
        make_folder(path.parent)
        return sqlite3.connect(
            path, timeout=_BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: Exception) -> HarnessError:
    return HarnessError(
        f"{path}: the vector cache cannot be used: {error}. "
        "Close what holds it, make room or allow writing there, and run again."
    )


class CachedEmbedder:
    """An :class:`~harness.model.search.Embed` that embeds only what the cache does not hold."""

    def __init__(self, embedder: Embedder, path: Path, progress: Progress | None = None) -> None:
        self.embedder = embedder
        self.embedded = 0
        """Texts given to the model so far."""
        self.reused = 0
        """Texts answered from the cache or from a repeat within one call."""
        self._cache = VectorCache(path, embedder.dim)
        self._fingerprint = embedder.fingerprint()
        self._progress = progress or Quiet()
        self._lock = threading.Lock()

    def __call__(self, texts: Sequence[str], role: Role) -> Vectors:
        """(len(texts), dim) float32, rows L2-normalised, in the order of ``texts``.

        Raises:
            HarnessError: the cache is damaged, or the model gave something that is no vector.
        """
        return self._vectors(texts, role, self._progress)

    def quiet(self, texts: Sequence[str], role: Role) -> Vectors:
        """The same without progress, for the stages of a question: those are steps of a task."""
        return self._vectors(texts, role, Quiet())

    def close(self) -> None:
        """Close the cache file."""
        self._cache.close()

    def _vectors(self, texts: Sequence[str], role: Role, progress: Progress) -> Vectors:
        import numpy as np

        if not texts:
            return np.zeros((0, self.embedder.dim), dtype=np.float32)
        with self._lock:
            keys = [self._key(text, role) for text in texts]
            known = self._cache.get(list(dict.fromkeys(keys)))
            missing = {k: t for k, t in zip(keys, texts, strict=True) if k not in known}
            known.update(self._embed_missing(missing, role, progress))
            self.embedded += len(missing)
            self.reused += len(texts) - len(missing)
        return np.stack([known[key] for key in keys])

    def _embed_missing(
        self, missing: dict[bytes, str], role: Role, progress: Progress
    ) -> dict[bytes, Vector]:
        vectors: dict[bytes, Vector] = {}
        if not missing:
            return vectors
        # texts of like length together: engines that pad a batch to its longest text lose least
        todo = sorted(missing.items(), key=lambda item: (len(item[1]), item[0]))
        progress.start("Embedding texts", len(todo))
        try:
            for start in range(0, len(todo), self.embedder.batch_texts):
                batch = todo[start : start + self.embedder.batch_texts]
                rows = self._checked([text for _, text in batch], role)
                done = list(zip([key for key, _ in batch], rows, strict=True))
                self._cache.put(done)
                vectors.update(done)
                progress.advance(len(batch))
        finally:
            progress.finish()
        return vectors

    def _checked(self, texts: Sequence[str], role: Role) -> Vectors:
        import numpy as np

        rows = np.asarray(self.embedder.embed(texts, role), dtype=np.float32)
        expected = (len(texts), self.embedder.dim)
        if rows.shape != expected:
            raise HarnessError(
                f"Embedding {self.embedder.name!r} gave an array of shape {rows.shape}, "
                f"expected {expected}. Check the configured model and its dimensions."
            )
        norms = np.linalg.norm(rows, axis=1)
        if not np.all(np.abs(norms - 1) < _NORM_TOLERANCE):  # NaN fails the comparison too
            raise HarnessError(
                f"Embedding {self.embedder.name!r} gave a vector that is not finite and of "
                "length 1. Nothing was stored; check the configured model."
            )
        return rows

    def _key(self, text: str, role: Role) -> bytes:
        content = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return hashlib.sha256(f"{self._fingerprint}\n{role}\n{content}".encode()).digest()


def _row_digest(key: bytes, blob: bytes) -> bytes:
    """Over the key too, so that a vector under another text's key is caught."""
    return hashlib.sha256(key + blob).digest()[:16]
