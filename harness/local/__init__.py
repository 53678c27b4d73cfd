"""Models on this machine: found by folder or by name and commit, pinned by the bytes of their files.

A room below the stage rooms, above :mod:`harness.llm`, whose policy says what may be fetched.
"""

from harness.local.model import LocalModel

__all__ = ["LocalModel"]
