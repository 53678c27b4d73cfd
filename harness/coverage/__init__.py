"""What the cases do not ask: changed documents and sections that no case touches."""

from harness.coverage.cover import Asked, cover

__all__ = ["Asked", "cover"]
