"""Bytes of a file -> :class:`harness.model.document.Document`: what is visible and what is hidden."""

from harness.documents.read import READER_VERSION, read_document, visible_text

__all__ = ["READER_VERSION", "read_document", "visible_text"]
