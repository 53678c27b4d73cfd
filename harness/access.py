"""Who may see a document, and which filters it answers to.

Both are plain words: a filter is one set membership, exact in type (``2`` is not ``"2"``),
whatever the metadata looks like. The index keeps the words in its payload.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.errors import Fault, HarnessError
from harness.model.document import Document

OPEN = "open"
"""The word of a document without an access list: everybody may see it."""

_SCALARS = (str, int, float, bool, type(None))


def groups(metadata: Mapping[str, Any], acl_field: str) -> list[str]:
    """The access words of a document: ``open``, or one for each group of its access list.

    An access list that is there but empty lets nobody in.
    """
    if acl_field not in metadata:
        return [OPEN]
    return sorted(_group(str(entry)) for entry in _as_list(metadata[acl_field]))


def granted(principal: Sequence[str]) -> list[str]:
    """The access words of a person in these groups."""
    return [OPEN, *(_group(group) for group in principal)]


def readable(
    metadata: Mapping[str, Any],
    principal: Sequence[str],
    filters: Mapping[str, Any],
    acl_field: str,
) -> bool:
    """Whether a document is there for a person in these groups who asks with these filters."""
    own = set(facets(metadata))
    allowed = not set(groups(metadata, acl_field)).isdisjoint(granted(principal))
    return allowed and all(not own.isdisjoint(words) for words in wanted(filters))


def facets(metadata: Mapping[str, Any]) -> list[str]:
    """One word for each value of the metadata; lists give several, nested keys are dotted."""
    return sorted({_facet(key, value) for key, value in _leaves("", metadata)})


def wanted(filters: Mapping[str, Any]) -> list[list[str]]:
    """For each filter the words of which a chunk must have one.

    Raises:
        HarnessError: a filter's value is neither a plain value nor a list of them.
    """
    faults = [
        Fault(f"filters.{key}", f"{value!r}", "a value, or a list of allowed values")
        for key, value in filters.items()
        if not all(isinstance(entry, _SCALARS) for entry in _as_list(value, keep_none=True))
    ]
    if faults:
        raise HarnessError("A filter of the query cannot be used.", faults)
    return [
        [_facet(key, entry) for entry in _as_list(value, keep_none=True)]
        for key, value in sorted(filters.items())
    ]


def check_access_lists(documents: Sequence[Document], acl_field: str) -> None:
    """Refuse access lists that are not a group or a list of groups.

    Raises:
        HarnessError: names every such document.
    """
    faults = [
        Fault(
            f"{document.path}: {acl_field}",
            f"{document.metadata[acl_field]!r}",
            "a group name or a list of group names",
            "Correct the front matter, or set acl_field to the field that holds the groups.",
        )
        for document in documents
        if not all(
            isinstance(entry, str | int) for entry in _as_list(document.metadata.get(acl_field, []))
        )
    ]
    if faults:
        raise HarnessError("The access list of a document cannot be read.", faults)


def _group(name: str) -> str:
    return f"group:{json.dumps(name)}"


def _facet(key: str, value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # YAML's 2.0 and JSON's 2 are one number
    return json.dumps([key, value])


def _leaves(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{prefix}.{key}" if prefix else str(key), inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(prefix, inner)
    else:
        yield prefix, value


def _as_list(value: Any, *, keep_none: bool = False) -> list[Any]:
    if isinstance(value, list | tuple):
        return list(value)
    return [] if value is None and not keep_none else [value]
