"""The text of one corpus version, for rooms that compare without indexes or models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harness.model.document import Chunk, Document


@dataclass(frozen=True, slots=True)
class CorpusText:
    """Documents by source id and chunks by chunk id, as they were indexed.

    Empty for records made elsewhere: checks that need text are then ``not_applicable``.
    """

    documents: Mapping[str, Document] = field(default_factory=dict)
    chunks: Mapping[str, Chunk] = field(default_factory=dict)
    acl_field: str = "acl"
    """Key of the metadata that lists the groups allowed to read a document."""
