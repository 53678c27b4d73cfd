"""Text of others inside a prompt, so that it can pass for nothing but data."""

from __future__ import annotations

import re
from collections.abc import Iterable

from harness.store import sha256_bytes

_WORD_JOINER = "\u2060"
# Words that chat templates of common models give a meaning of their own. Some servers read them
# in the middle of a document too, so they are broken up by a character that folding removes.
_CONTROL = re.compile(
    r"<(?=[|｜]|/?s>|/?think>|(?:start|end)_of_turn>|<SYS>>|/SYS>>)|\[(?=/?INST\])", re.IGNORECASE
)


def fence(texts: Iterable[str]) -> str:
    """A word that occurs in none of ``texts``: the first of a fixed row, so equal prompts stay equal."""
    everything = "\n".join(texts).casefold()
    number = 0
    while (word := sha256_bytes(f"fence {number}".encode())[:10]) in everything:
        number += 1
    return word


def defused(text: str) -> str:
    """``text`` with the control words of chat templates broken up by an invisible character."""
    return _CONTROL.sub(lambda match: match.group() + _WORD_JOINER, text)
