"""Documents and chunks come back from JSON as they went in."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harness.index.serial import (
    chunk_from_json,
    chunk_to_json,
    document_from_json,
    document_to_json,
)
from harness.model.document import Block, Chunk, Document, Hidden
from harness.store import canonical_json

TEXT = st.text(st.characters(codec=None), max_size=12)  # lone surrogates included
NUMBER = st.integers(0, 10**9)
VALUE: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
METADATA = st.dictionaries(TEXT, VALUE, max_size=3)
SECTION = st.lists(TEXT, max_size=3).map(tuple)
BLOCK = st.builds(
    Block,
    kind=st.sampled_from(["heading", "paragraph", "list_item", "table_row", "code", "quote"]),
    text=TEXT, start=NUMBER, end=NUMBER, section=SECTION, section_id=TEXT, lead_in=TEXT,
    level=NUMBER, group=NUMBER,
)  # fmt: skip
HIDDEN = st.builds(
    Hidden,
    kind=st.sampled_from(["comment", "invisible", "script", "attribute"]),
    text=TEXT, start=NUMBER, end=NUMBER,
)  # fmt: skip
DOCUMENT = st.builds(
    Document,
    source_id=TEXT, path=TEXT, title=TEXT, language=TEXT, text=TEXT,
    blocks=st.lists(BLOCK, max_size=2).map(tuple), hidden=st.lists(HIDDEN, max_size=2).map(tuple),
    metadata=METADATA,
)  # fmt: skip
CHUNK = st.builds(
    Chunk,
    chunk_id=TEXT, source_id=TEXT, path=TEXT, title=TEXT, section=SECTION, section_id=TEXT,
    text=TEXT, text_hash=TEXT, start=NUMBER, end=NUMBER, tokens=NUMBER, language=TEXT,
    blocks=st.lists(st.tuples(NUMBER, NUMBER), max_size=2).map(tuple), metadata=METADATA,
)  # fmt: skip


def _through_bytes(value: Any) -> Any:
    return json.loads(canonical_json(value).encode("utf-8", "surrogatepass"))


@given(DOCUMENT)
def test_document_round_trip(document: Document) -> None:
    assert document_from_json(_through_bytes(document_to_json(document))) == document


@given(CHUNK)
def test_chunk_round_trip(chunk: Chunk) -> None:
    assert chunk_from_json(_through_bytes(chunk_to_json(chunk))) == chunk
