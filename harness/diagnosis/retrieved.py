"""Expected text that is in the corpus but not in the context: where on the way it was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.diagnosis.expected import Carrier, passage_words
from harness.diagnosis.scene import Scene
from harness.model.comparison import PairedCheck
from harness.model.diagnosis import Kind
from harness.model.wire import Side
from harness.text import fold

STAGES = ("dense", "sparse", "fused", "rerank")


@dataclass(frozen=True, slots=True)
class Lost:
    """How expected text was lost on its way to the context."""

    kind: Kind
    stage: str
    explanation: str


def lost_on_the_way(case_id: str, check: PairedCheck, scene: Scene) -> Lost:
    """The first stage, by the records, that treats the expected chunk worse than before."""
    old, new = (scene.carrier(case_id, check, side) for side in ("baseline", "candidate"))
    if new is None:
        return Lost("filtered_out", "filter", "no chunk of the expected source is in the index")
    if _torn_apart(check, old, new, scene):
        text = f"no chunk holds the whole rule any more: it is split at {new.chunk.chunk_id}"
        return Lost("rechunked", "chunks", text)
    if new.hit is not None and not new.in_context and _ranked_no_worse(old, new):
        text = f"{new.chunk.chunk_id} still ranks {new.hit.rank}, but the context is full before it"
        return Lost("context_cut", "context", text)
    stage = _worse_stage(old, new)
    text = f"{new.chunk.chunk_id} is still in the corpus but no longer reaches the context"
    return Lost("outranked", stage, text)


def rank_sentences(case_id: str, check: PairedCheck, scene: Scene) -> Iterator[str]:
    """Old and new rank in every stage of the records, and what stands above now."""
    old, new = (scene.carrier(case_id, check, side) for side in ("baseline", "candidate"))
    if old is None or new is None:
        return
    if old.chunk.text_hash != new.chunk.text_hash:
        yield f"chunk {boundaries(old)} before, {boundaries(new)} now"
    for stage in (*STAGES, "final"):
        before, after = old.rank(stage), new.rank(stage)
        if before is not None or after is not None:
            yield f"{stage} rank of {new.chunk.chunk_id}: {_shown(before)} before, {_shown(after)} now"


def overtakers(case_id: str, check: PairedCheck, scene: Scene) -> Iterator[str]:
    """What ranks above the expected chunk now and did not before, one sentence a chunk."""
    old, new = (scene.carrier(case_id, check, side) for side in ("baseline", "candidate"))
    if new is None:
        return
    before = set(_above(old, scene, case_id, "baseline"))
    for chunk_id in _above(new, scene, case_id, "candidate"):
        if chunk_id not in before:
            yield f"overtaken by {chunk_id} ({scene.age(chunk_id)})"


def boundaries(carrier: Carrier) -> str:
    """Where a chunk begins and ends."""
    chunk = carrier.chunk
    return f"{chunk.chunk_id} ({chunk.start}-{chunk.end}, {chunk.tokens} tokens)"


def _above(carrier: Carrier | None, scene: Scene, case_id: str, side: Side) -> Iterable[str]:
    hits = scene.records[side][case_id].retrieved
    end = carrier.hit.rank if carrier is not None and carrier.hit else len(hits) + 1
    return [hit.chunk_id for hit in sorted(hits, key=lambda hit: hit.rank) if hit.rank < end]


def _torn_apart(check: PairedCheck, old: Carrier | None, new: Carrier, scene: Scene) -> bool:
    """Whether the passage stood in one chunk and is still in the source, but in no chunk whole."""
    words = passage_words(check.baseline_evidence, scene.texts["baseline"])
    if not words or old is None or words not in fold(old.chunk.text):
        return False
    text = scene.texts["candidate"]
    source = new.chunk.source_id
    standing = any(words in fold(block.text) for block in text.documents[source].blocks)
    chunks = [chunk for chunk in text.chunks.values() if chunk.source_id == source]
    return standing and not any(words in fold(chunk.text) for chunk in chunks)


def _ranked_no_worse(old: Carrier | None, new: Carrier) -> bool:
    if old is None or old.hit is None or new.hit is None:
        return False
    return new.hit.rank <= old.hit.rank


def _worse_stage(old: Carrier | None, new: Carrier) -> str:
    """The first stage whose rank fell; ``context`` where the records do not tell."""
    for stage in STAGES:
        before = old.rank(stage) if old else None
        after = new.rank(stage)
        if before is not None and (after is None or after > before):
            return stage
    return "context"


def _shown(rank: int | None) -> str:
    return "none" if rank is None else str(rank)
