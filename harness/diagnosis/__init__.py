"""From "it fell" to why and to the documents that did it."""

from harness.diagnosis.diagnose import diagnose, first_difference

__all__ = ["diagnose", "first_difference"]
