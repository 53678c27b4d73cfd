"""Sentence boundaries, by a library for each language (``razdel`` knows Russian abbreviations)."""

from __future__ import annotations


def sentence_spans(text: str, language: str) -> list[tuple[int, int]]:
    """(start, end) of each sentence of ``text``, trimmed of white space, in order.

    A line feed always ends a sentence: chunks join blocks by line feeds.
    """
    spans: list[tuple[int, int]] = []
    offset = 0
    for line in text.split("\n"):
        for start, end in _line_spans(line, language):
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
