"""Documents and chunks as JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from harness.model.document import Block, Chunk, Document, Hidden


def document_to_json(document: Document) -> dict[str, Any]:
    """Every field; tuples become lists."""
    return {
        **_fields(document),
        "blocks": [_fields(block) for block in document.blocks],
        "hidden": [_fields(piece) for piece in document.hidden],
        "metadata": dict(document.metadata),
    }


def document_from_json(value: Mapping[str, Any]) -> Document:
    """The document that :func:`document_to_json` wrote."""
    blocks = tuple(Block(**{**b, "section": tuple(b["section"])}) for b in value["blocks"])
    hidden = tuple(Hidden(**piece) for piece in value["hidden"])
    return Document(**{**value, "blocks": blocks, "hidden": hidden})


def chunk_to_json(chunk: Chunk) -> dict[str, Any]:
    """Every field; tuples become lists."""
    return {**_fields(chunk), "metadata": dict(chunk.metadata)}


def chunk_from_json(value: Mapping[str, Any]) -> Chunk:
    """The chunk that :func:`chunk_to_json` wrote."""
    blocks = tuple((first, end) for first, end in value["blocks"])
    return Chunk(**{**value, "section": tuple(value["section"]), "blocks": blocks})


def _fields(value: Block | Chunk | Document | Hidden) -> dict[str, Any]:
    """One level of fields; ``dataclasses.asdict`` would copy every value deeply."""
    return {field.name: getattr(value, field.name) for field in fields(value)}
