"""Element ids and addresses. Nothing from outside becomes a link that is not http(s)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, urlsplit

from harness.model.wire import Side
from harness.report.redact import redact

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


def document_url(template: str, path: str, source_id: str, side: Side) -> str:
    """The document's address, or an empty string when it would not be http(s).

    ``{path}``, ``{source_id}`` and ``{side}`` in ``template`` are percent-encoded, so a file
    name can add no scheme, host, query or fragment.
    """
    url = (
        template.replace("{path}", quote(redact(path)))
        .replace("{source_id}", quote(redact(source_id)))
        .replace("{side}", side)
    )
    return url if _is_web(url) else ""


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and url.isprintable()
