"""Text that was read in the wrong encoding, or lost characters on the way."""

from __future__ import annotations

import re

_LOST = "\ufffd"
_RUN = re.compile(r"[^\x00-\x7f]{2,}")
# Encoding that UTF-8 was taken for -> characters a run must then have stood for. In Western text
# one is the rule (cafÃ©); of Cyrillic letters two may read as UTF-8 by chance.
_MISREAD_AS = {"cp1252": 1, "cp1251": 2}


def garbled(text: str) -> tuple[str, ...]:
    """The places where characters were lost (U+FFFD) or UTF-8 was read as another encoding.

    A run of letters counts as misread when its bytes in that encoding are valid UTF-8 (the
    mistake, undone): text of any language that was read rightly has no such runs.
    """
    lost = [_LOST] * text.count(_LOST)
    return (*lost, *(run for run in _RUN.findall(text) if _is_misread(run)))


def _is_misread(run: str) -> bool:
    return any(len(_undone(run, codec)) >= least for codec, least in _MISREAD_AS.items())


def _undone(run: str, codec: str) -> str:
    """What the run stood for; empty where it is no UTF-8 read as ``codec``."""
    try:
        return b"".join(_byte(char, codec) for char in run).decode("utf-8")
    except UnicodeError:
        return ""


def _byte(char: str, codec: str) -> bytes:
    """Its byte; what ``codec`` has no letter for is read as a control character."""
    try:
        return char.encode(codec)
    except UnicodeEncodeError:
        return char.encode("latin-1")
