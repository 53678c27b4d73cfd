"""The chunking strategies that come with corpusgate."""

from __future__ import annotations

from harness.chunks.base import Chunker
from harness.chunks.paragraph import Paragraph
from harness.chunks.recursive import Recursive
from harness.chunks.structure import Structure

BUILTINS: tuple[type[Chunker], ...] = (Structure, Recursive, Paragraph)
