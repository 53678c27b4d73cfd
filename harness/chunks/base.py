"""What a chunking strategy is given and gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from harness.model.document import Chunk, Document

CountTokens = Callable[[str], int]
"""Length of a text in tokens of the embedding model; may be slow, so call it once a text."""


class Chunking(Protocol):
    """Cuts one document into the pieces that are embedded, retrieved and cited."""

    def run(self, document: Document, count_tokens: CountTokens) -> list[Chunk]:
        """Chunks in reading order. The same document and counter give the same chunks."""
