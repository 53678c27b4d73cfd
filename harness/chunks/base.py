"""What a chunking strategy is given and gives back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from harness.model.document import Chunk, Document
from harness.registry import Provider

CountTokens = Callable[[str], int]
"""Length of a text in tokens of the embedding model; may be slow, so call it once a text."""


class Chunker(Provider):
    """Base of the providers of kind ``chunks``: cuts a document into what is retrieved and cited."""

    @abstractmethod
    def run(self, document: Document, count_tokens: CountTokens) -> list[Chunk]:
        """Chunks in reading order. The same document and counter give the same chunks."""
