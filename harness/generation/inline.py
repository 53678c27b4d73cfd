"""Citations written into the text of an answer: ``[1]``, ``[1, 3]``, ``[1-3]``, ``[1][2]``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from harness.text import sentence_spans

_NUMBER = r"[0-9]{1,6}"
_MARKER = re.compile(
    rf"[ \t]*[\[【]\s*({_NUMBER}(?:\s*[,;–—-]\s*{_NUMBER})*)\s*(?:†[^\]】\n]{{0,100}})?[\]】]"
)
_RANGE = re.compile(rf"({_NUMBER})\s*[–—-]\s*({_NUMBER})")
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Marked:
    """One sentence with the numbers it cites, each once, in the order of their first mention."""

    text: str
    numbers: tuple[int, ...]


def without_markers(text: str) -> str:
    """``text`` with the citation markers, and the spaces before them, taken out."""
    return _take_out(text)[0].strip()


def read_markers(text: str, language: str, documents: int) -> list[Marked]:
    """The sentences of ``text`` and what they cite.

    A marker belongs to the sentence it stands in or right behind, full stop or not. Brackets
    inside code are no markers.

    Args:
        text: an answer.
        language: ISO 639-1 code, for the sentence boundaries.
        documents: how many there were. A range is spelled out within 1 to this number; of a
            part outside it only the end is kept.
    """
    clean, markers = _take_out(text)
    spans = sentence_spans(clean, language)
    cited: list[list[int]] = [[] for _ in spans]
    for position, marker in markers:
        home = next((i for i, (_, end) in enumerate(spans) if position <= end), len(spans) - 1)
        if spans:
            cited[home] += _numbers(marker, documents)
    return [
        Marked(clean[start:end], tuple(dict.fromkeys(numbers)))
        for (start, end), numbers in zip(spans, cited, strict=True)
    ]


def _take_out(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without markers, and each marker with the place it was taken from."""
    code = [match.span() for match in _CODE.finditer(text)]
    parts: list[str] = []
    markers: list[tuple[int, str]] = []
    position = length = 0
    for match in _MARKER.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in code):
            continue
        parts.append(text[position : match.start()])
        length += len(parts[-1])
        position = match.end()
        markers.append((length, match.group(1)))
    return "".join([*parts, text[position:]]), markers


def _numbers(marker: str, documents: int) -> list[int]:
    numbers: list[int] = []
    for part in re.split(r"[,;]", marker):
        span = _RANGE.fullmatch(part.strip())
        if span is None:
            numbers += [int(number) for number in re.findall(_NUMBER, part)]
        else:
            first, last = int(span[1]), int(span[2])
            inside = range(max(first, 1), min(last, documents) + 1)
            numbers += [*([first] if first not in inside else []), *inside]
            numbers += [last] if last not in inside else []
    return numbers
