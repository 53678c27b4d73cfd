"""Sentence boundaries, by a library for each language (``razdel`` knows Russian abbreviations)."""

from __future__ import annotations

import re
from collections.abc import Iterator

# The splitters take quadratic time on one line; a longer line is data, not a paragraph.
_WINDOW_CHARS = 10_000
_HALF_PAIR = re.compile("[\ud800-\udfff]")  # halves of surrogate pairs, which no library takes


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence of ``text``, trimmed of white space, in order.

    A line feed always ends a sentence: chunks join blocks by line feeds.
    """
    text = _HALF_PAIR.sub("\ufffd", text)  # one character for one: places stay
    spans: list[tuple[int, int]] = []
    offset = 0
    for line in text.split("\n"):
        for start, end in _spans_by_window(line, language):
            piece = line[start:end]
            start += len(piece) - len(piece.lstrip())
            end = start + len(piece.strip())
            if start < end:
                spans.append((offset + start, offset + end))
        offset += len(line) + 1
    return spans


def sentences(text: str, language: str) -> list[str]:
    """The sentences of ``text``."""
    return [text[start:end] for start, end in sentence_spans(text, language)]


def _spans_by_window(line: str, language: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(line) - start > _WINDOW_CHARS:
        end = _window_end(line, start)
        for left, right in _line_spans(line[start:end], language):
            yield start + left, start + right
        start = end
    for left, right in _line_spans(line[start:], language):
        yield start + left, start + right


def _window_end(line: str, start: int) -> int:
    """Behind the last end of a sentence in the window, else behind its last space."""
    window = line[start : start + _WINDOW_CHARS]
    cut = max(window.rfind(mark) for mark in (". ", "! ", "? ")) + 1
    return start + (cut or window.rfind(" ") + 1 or _WINDOW_CHARS)


def _line_spans(line: str, language: str) -> list[tuple[int, int]]:
    if language == "ru":
        from razdel import sentenize

        return [(part.start, part.stop) for part in sentenize(line)]
    import sentencex

    spans: list[tuple[int, int]] = []
    position = 0
    for part in sentencex.segment(language if language != "und" else "en", line):
        start = line.find(part, position)
        if start < 0:
            continue
        spans.append((start, start + len(part)))
        position = start + len(part)
    return spans
