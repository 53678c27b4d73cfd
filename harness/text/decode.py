"""Bytes to text, by byte order mark or as UTF-8; never by guessing."""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode_text(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, or UTF-16 with one.

    Raises:
        ValueError: anything else; the message names the encoding tried and the byte.
    """
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(f"not {encoding.upper()} at byte {error.start}") from error
