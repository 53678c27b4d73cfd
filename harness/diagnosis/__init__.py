"""From "it fell" to why and to the documents that did it."""

from harness.diagnosis.diagnose import diagnose, first_difference
from harness.diagnosis.expected import carrier
from harness.diagnosis.scene import Reading

__all__ = ["Reading", "carrier", "diagnose", "first_difference"]
