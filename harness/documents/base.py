"""What every reader is given and gives back."""

from __future__ import annotations

from typing import Protocol

from harness.documents.builder import BlockBuilder

MAX_LINE_CHARS = 1_000_000
"""Longest line or paragraph a reader takes; more is not prose."""


class Reader(Protocol):
    """Turns the text of one format into blocks and hidden text."""

    def read(self, text: str, builder: BlockBuilder) -> None:
        """Tell ``builder`` what is in ``text``, in order; offsets count characters of ``text``.

        The front matter is already replaced by spaces, so offsets are those of the document.

        Raises:
            ReadError: the text is beyond the limits of the format's parser.
        """


SAVE_AGAIN = (
    "Open it in the program it was made with and save it again, or leave it out with "
    "corpus.exclude."
)
FLATTEN = "Write it with fewer levels, or leave it out with corpus.exclude."
MEND = "Mend the document, or leave it out with corpus.exclude."


class ReadError(ValueError):
    """Why a file cannot be read; becomes a fault that names the file."""

    def __init__(self, found: str, next_step: str = MEND) -> None:
        super().__init__(found)
        self.next_step = next_step
