"""Bytes of a file -> :class:`harness.model.document.Document`: what is visible and what is hidden."""

from harness.documents.read import read_document, reader_version, visible_text

__all__ = ["read_document", "reader_version", "visible_text"]
