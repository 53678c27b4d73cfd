"""From "it fell" to why and to the documents that did it."""

from harness.diagnosis.diagnose import diagnose

__all__ = ["diagnose"]
