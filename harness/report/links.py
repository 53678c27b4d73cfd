"""Element ids and addresses. Nothing from outside becomes a link that is not http(s)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from urllib.parse import quote, urlsplit

from harness.model.corpus import DocumentChange
from harness.model.wire import Side
from harness.text.redact import redact

# No "@": with the prefix it could read as an address of a person.
_PLAIN = re.compile(r"[\w.~:/-]*")


def case_anchor(case_id: str) -> str:
    """Element id of a case in the report: ``case-`` and the id, percent-encoded if it is odd.

    Browsers look for the fragment as it is in the address and then decoded, so an id is either
    plain or encoded throughout. The summary for CI links to ``index.html#`` and this.
    """
    clean = redact(case_id)
    return "case-" + (clean if _PLAIN.fullmatch(clean) else quote(clean, safe="~:/"))


def anchors(prefix: str, names: Iterable[str]) -> dict[str, str]:
    """One element id a name: ``prefix-1``, ``prefix-2`` … in the order given."""
    return {name: f"{prefix}-{number}" for number, name in enumerate(names, 1)}


def case_anchors(case_ids: Iterable[str]) -> dict[str, str]:
    """Element id of each case; ids that look the same once redacted get a number."""
    taken: dict[str, int] = {}
    result: dict[str, str] = {}
    for case_id in case_ids:
        anchor = case_anchor(case_id)
        taken[anchor] = taken.get(anchor, 0) + 1
        result[case_id] = anchor if taken[anchor] == 1 else f"{anchor}~{taken[anchor]}"
    return result


def document_url(template: str, path: str, source_id: str, side: Side, section_id: str = "") -> str:
    """The document's address, or an empty string when it would not be http(s).

    ``{path}``, ``{source_id}``, ``{section}`` and ``{side}`` in ``template`` are percent-encoded,
    so a file name can add no scheme, host, query or fragment. ``{section}`` is the innermost
    heading of a section id; where a document is meant as a whole, ``#{section}`` is left out.
    """
    section = section_id.rpartition("/")[2]
    if not section:
        template = template.replace("#{section}", "")
    url = (
        template.replace("{path}", quote(redact(path)))
        .replace("{source_id}", quote(redact(source_id)))
        .replace("{section}", quote(redact(section), safe=""))
        .replace("{side}", side)
    )
    return url if _is_web(url) else ""


Link = Callable[[Side, str, str], str]
"""(side, source id, section id) -> the section's address, or an empty string."""


def no_link(_side: Side, _source_id: str, _section_id: str) -> str:
    """The address of nothing, where nothing leads anywhere."""
    return ""


def linker(template: str, changes: Iterable[DocumentChange]) -> Link:
    """Addresses of the documents of both versions by their source ids; each is made once."""
    if not template:
        return no_link
    paths: dict[tuple[Side, str], str] = {}
    for change in changes:
        paths["candidate", change.source_id] = change.path
        paths["baseline", change.old_source_id or change.source_id] = change.old_path or change.path

    @cache
    def link(side: Side, source_id: str, section_id: str) -> str:
        path = paths.get((side, source_id))
        return document_url(template, path, source_id, side, section_id) if path else ""

    return link


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and url.isprintable()
