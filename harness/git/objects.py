"""The bytes of many files of a commit, in a few calls to git."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.errors import Fault, HarnessError
from harness.git.command import Repository
from harness.git.tree import TreeEntry

_BATCH_BYTES = 64 * 1024 * 1024
"""So much is held in memory at once; a single larger file is read alone."""


def read_objects(
    repository: Repository, entries: Sequence[TreeEntry]
) -> Iterator[tuple[TreeEntry, bytes]]:
    """Each entry with its bytes, in order.

    Raises:
        HarnessError: the clone does not hold one of them.
    """
    for batch in _batches(entries):
        contents = _contents(repository, sorted({entry.oid for entry in batch}))
        yield from ((entry, contents[entry.oid]) for entry in batch)


def _batches(entries: Sequence[TreeEntry]) -> Iterator[list[TreeEntry]]:
    batch: list[TreeEntry] = []
    size = 0
    for entry in entries:
        if batch and size + entry.bytes > _BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(entry)
        size += entry.bytes
    if batch:
        yield batch


def _contents(repository: Repository, oids: Sequence[str]) -> dict[str, bytes]:
    request = "".join(f"{oid}\n" for oid in oids).encode()
    return dict(_parse(repository, repository.run("cat-file", "--batch", data=request)))


def _parse(repository: Repository, output: bytes) -> Iterator[tuple[str, bytes]]:
    """Pairs out of a line ``<id> blob <size>``, the bytes and a line feed, again and again."""
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        words = output[at:end].decode("ascii").split()
        if words[-1] == "missing":
            advice = "Get it with: git fetch --refetch --no-filter"
            raise HarnessError(
                f"{repository.top}: git does not hold the object {words[0]}.",
                [Fault("", "a partial clone", next_step=advice)],
            )
        size = int(words[2])
        yield words[0], output[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
