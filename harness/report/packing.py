"""What of a large report stands in the page, and what is packed until someone asks for it.

A pack is base64 of gzip of JSON in a block that no browser runs: the same escaped HTML that the
page would hold, a tenth as long. Bodies of cases are alike in their markup and in the documents
they name, but gzip looks back no further than two bodies; so what occurs twice or more (a tag, a
path, a word of ours) is first replaced by one character, its number in a vocabulary.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.report.context import CasePart

OPEN_CASES = 100
OPEN_BYTES = 1_000_000
"""Flagged cases whose body is plain HTML, up to this many bytes; all other bodies are packed."""

OPEN_ROWS = 500
"""Cases whose row in the list is plain HTML, flagged ones first; all other rows are packed."""

PACK_CASES = 100
"""Bodies in one pack: small enough to unpack at once, large enough to compress well."""

MOST_WORDS = 1_000_000
"""Size of the vocabulary; there are a few more characters than that."""

MARK = "\x01"
"""Stands in no body: a report holds no control characters."""

_PARTS = re.compile(r"<[^>]*>|[^<]+|<")
_FIRST_SIGN = 0x20
_SURROGATES = 0xD800
_SURROGATE_COUNT = 0x800


def plain_count(bodies: Sequence[str]) -> int:
    """How many of the flagged cases, worst first, are readable without a script."""
    total = 0
    for number, body in enumerate(bodies[:OPEN_CASES]):
        total += len(body.encode("utf-8"))
        if total > OPEN_BYTES:
            return number
    return min(len(bodies), OPEN_CASES)


@dataclass(frozen=True, slots=True)
class Packs:
    """Bodies of cases, and the vocabulary they are written in."""

    vocabulary: str
    bodies: list[str]
    """Some bodies to a pack."""


def body_packs(bodies: Sequence[str]) -> Packs:
    """Bodies in as little room as browsers can unpack; the script's ``spell`` reads them."""
    parts = [_PARTS.findall(body) for body in bodies]
    counts = Counter(part for found in parts for part in found)
    often = sorted((-count, part) for part, count in counts.items() if count > 1)
    words = [part for _, part in often[:MOST_WORDS]]
    signs = {word: _sign(number) for number, word in enumerate(words)}
    coded = [_coded(found, signs) for found in parts]
    return Packs(
        vocabulary=packed(words),
        bodies=[packed(coded[at : at + PACK_CASES]) for at in range(0, len(coded), PACK_CASES)],
    )


def _sign(number: int) -> str:
    """The character for a number in the vocabulary; control characters and surrogates are none."""
    code = number + _FIRST_SIGN
    return chr(code if code < _SURROGATES else code + _SURROGATE_COUNT)


def _coded(parts: Sequence[str], signs: Mapping[str, str]) -> str:
    """A body in signs; what is in no vocabulary stands between two marks as it is."""
    return "".join(signs.get(part) or f"{MARK}{part}{MARK}" for part in parts)


def case_list(cases: Sequence[CasePart], rows: Sequence[str]) -> str:
    """What filters look at, of every case in page order, and the rows that are not in the page."""
    names: dict[str, int] = {}
    columns = [_columns(case, names) for case in cases]
    return packed({"names": list(names), "columns": columns, "rows": list(rows)})


def packed(value: Any) -> str:
    """JSON values in a pack; equal values give equal packs."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return base64.b64encode(gzip.compress(data, compresslevel=6, mtime=0)).decode("ascii")


def _columns(case: CasePart, names: dict[str, int]) -> list[list[int]]:
    """Numbers into ``names``, which holds each name once, in the order the script knows."""
    columns: Mapping[str, Sequence[str]] = {
        "action": [case.action] if case.action else [],
        "status": [case.status],
        "since": [case.since] if case.since else [],
        "layer": case.layers,
        "kind": [case.kind] if case.kind else [],
        "tag": case.tags,
        "document": case.documents,
        "facet": case.facets,
    }
    return [[names.setdefault(v, len(names)) for v in values] for values in columns.values()]
