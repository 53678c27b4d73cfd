"""What a generation provider is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from harness.model.search import Answer, Embed, Hit, Query
from harness.registry import Provider


class Generator(Provider):
    """Base of the providers of kind ``generation``."""

    @abstractmethod
    def run(self, query: Query, context: Sequence[Hit], embed: Embed, trial: int) -> Answer:
        """An answer from ``context``, given in the order it is to be read.

        A failure of the model is an ``Answer`` with ``error_kind``, never a guess and never
        an empty answer; a fault of the configuration is a ``HarnessError``.
        """
