"""The content of an index that never was: one version with documents taken out or put in.

The vectors and term weights of a chunk depend on that chunk alone, so the result is what an index
of the mixed corpus would hold, without reading or embedding anything again. Scores change only by
what idf makes of the other chunks.
"""

from __future__ import annotations

from collections.abc import Collection

from harness.index.base import IndexContent, Sparse, chunk_order
from harness.store import digest_json


def combine(
    base: IndexContent,
    other: IndexContent,
    *,
    without: Collection[str] = (),
    plus: Collection[str] = (),
) -> IndexContent:
    """``base`` without some documents and with some of ``other``, named by source id.

    A document of ``plus`` replaces one of the same source id. An id that is not there is passed
    over. Both sides must come from the same embedding and index settings.
    """
    import numpy as np

    dropped = {*without, *plus}
    rows = [(base, n) for n, chunk in enumerate(base.chunks) if chunk.source_id not in dropped]
    rows += [(other, n) for n, chunk in enumerate(other.chunks) if chunk.source_id in plus]
    rows.sort(key=lambda row: chunk_order(row[0].chunks[row[1]]))
    documents = [d for d in base.documents if d.source_id not in dropped]
    documents += [d for d in other.documents if d.source_id in plus]
    inputs = {
        "base": base.index_id,
        "other": other.index_id,
        "without": sorted(without),
        "plus": sorted(plus),
    }
    dense = [side.dense[n] for side, n in rows]
    return IndexContent(
        index_id=f"combined-{digest_json(inputs).removeprefix('sha256:')[:32]}",
        inputs=inputs,
        documents=tuple(sorted(documents, key=lambda document: document.source_id)),
        chunks=tuple(side.chunks[n] for side, n in rows),
        dense=np.stack(dense) if dense else base.dense[:0],
        sparse=Sparse.of([side.sparse.weights_of(n) for side, n in rows]),
    )
