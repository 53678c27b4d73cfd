"""The chunking strategies that come with corpusgate."""

from __future__ import annotations

from harness.chunks.paragraph import Paragraph
from harness.chunks.recursive import Recursive
from harness.chunks.structure import Structure
from harness.registry import Provider

BUILTINS: tuple[type[Provider], ...] = (Structure, Recursive, Paragraph)
