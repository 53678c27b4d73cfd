"""From a context to one HTML file that needs nothing else and lets nothing out.

The content security policy names the digests of the one style sheet and the one script, so no
other code can run in the page, whatever a corpus, a case or a model wrote into it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.language import placeholders, teller
from harness.report import numbers
from harness.report.context import CasePart, EvidenceParts, ReportContext
from harness.report.labels import FILTER_VOCABULARY, LABELS, SCRIPT_STRINGS
from harness.report.language import translations
from harness.store import canonical_json, digest_json, write_atomic

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.sandbox import SandboxedEnvironment

TEMPLATES = Path(__file__).parent / "templates"

OPEN_CASES = 200
OPEN_BYTES = 2_000_000
"""Flagged cases whose body is plain HTML, up to this many bytes; all other bodies are packed."""

PACK_CASES = 40
"""Bodies in one pack: small enough to unpack at once, large enough to compress well."""


def render_report(context: ReportContext, *, language: str = "en") -> str:
    """The report as one HTML page in ``language``.

    Raises:
        HarnessError: no catalogue for ``language``.
    """
    environment = page_environment(language)
    cases = context.flagged + context.others
    bodies = _bodies(environment, cases)
    plain = _plain_count(bodies[: len(context.flagged)])
    style, script = _asset("report.css"), _asset("report.js") + _asset("decide.js")
    return environment.get_template("index.html.j2").render(
        report=context,
        language=language,
        bodies={case.anchor: _markup(bodies[i]) for i, case in enumerate(cases[:plain])},
        packs=_packs(bodies[plain:]),
        style=_markup(style),
        script=_markup(script),
        style_digest=_csp_digest(style),
        script_digest=_csp_digest(script),
        index=_data_block(_index(cases, plain)),
        strings=_data_block(_strings(language)),
        evidence=_data_block(found) if (found := _evidence(context)) else "",
    )


def write_report(folder: Path, context: ReportContext, *, language: str = "en") -> Path:
    """Write ``folder/index.html`` whole or not at all, and return its path."""
    path = folder / "index.html"
    write_atomic(path, render_report(context, language=language).encode("utf-8"))
    return path


def render_body(case: CasePart, *, language: str = "en") -> str:
    """The body of one case as the report shows it, escaped HTML."""
    return _bodies(page_environment(language), [case])[0]


def style_sheet() -> str:
    """The style sheet of the report."""
    return _asset("report.css")


def _sandbox() -> type[SandboxedEnvironment]:
    from jinja2.sandbox import SandboxedEnvironment

    class Sandbox(SandboxedEnvironment):
        """The sandbox, without its inspection for plain fields of our own page parts."""

        def getattr(self, obj: Any, attribute: str) -> Any:
            if attribute in getattr(type(obj), "__dataclass_fields__", ()):
                return getattr(obj, attribute)
            return super().getattr(obj, attribute)

    return Sandbox


@cache
def page_environment(language: str, folder: Path = TEMPLATES) -> Environment:
    """Templates of ``folder`` and of the report, with autoescape, words and numbers of ``language``.

    Raises:
        HarnessError: no catalogue for ``language``.
    """
    from jinja2 import FileSystemLoader, StrictUndefined

    environment = _sandbox()(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    catalogue = translations(language)
    environment.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
    environment.filters |= _filters(language)
    environment.globals["filter_vocabulary"] = FILTER_VOCABULARY
    return environment


def _filters(language: str) -> dict[str, Any]:
    words = {
        name: {code: _translated(word, language) for code, word in vocabulary.items()}
        for name, vocabulary in LABELS.items()
    }
    return {
        "label": lambda code, name: words.get(name, {}).get(code, code),
        "count": lambda value: numbers.count(value, language),
        "score": lambda value: numbers.score(value, language),
        "change": lambda value: numbers.change(value, language),
        "percent": lambda value: numbers.percent(value, language),
        "p_value": lambda value: numbers.p_value(value, language),
        "money": lambda value: numbers.money(value, language),
        "milliseconds": lambda value: numbers.milliseconds(value, language),
        "moment": lambda value: numbers.moment(value, language),
        "short_hash": numbers.short_hash,
        "rank": numbers.rank,
        "told": teller(language),
        "placeholders": placeholders(language),
    }


def _translated(message: str, language: str) -> str:
    """Gettext gives its own header for an empty message; an empty label stays empty."""
    return translations(language).gettext(message) if message else ""


def _strings(language: str) -> dict[str, str]:
    return {name: _translated(text, language) for name, text in SCRIPT_STRINGS.items()}


@cache
def _asset(name: str) -> str:
    return (TEMPLATES / name).read_text("utf-8")


def _csp_digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _markup(text: str) -> str:
    """Mark our own text as safe; never call it with text from outside."""
    from markupsafe import Markup

    return Markup(text)  # noqa: S704  # only our files, escaped HTML, base64 and escaped JSON


def _data_block(value: Any) -> str:
    """JSON that cannot end its script element or a line of it."""
    text = canonical_json(value)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return _markup(text)


def _bodies(environment: Environment, cases: Sequence[CasePart]) -> list[str]:
    template = environment.get_template("case.html.j2")
    return [template.render(case=case) for case in cases]


def _plain_count(bodies: Sequence[str]) -> int:
    """How many of the flagged cases, worst first, are readable without a script."""
    total = 0
    for number, body in enumerate(bodies[:OPEN_CASES]):
        total += len(body.encode("utf-8"))
        if total > OPEN_BYTES:
            return number
    return min(len(bodies), OPEN_CASES)


def _packs(bodies: Sequence[str]) -> list[str]:
    """Bodies, some to a pack, as base64 of gzip of a JSON array of HTML strings."""
    groups = [bodies[i : i + PACK_CASES] for i in range(0, len(bodies), PACK_CASES)]
    return [_markup(_pack(group)) for group in groups]


def _pack(group: Sequence[str]) -> str:
    data = json.dumps(list(group), ensure_ascii=False).encode("utf-8")
    return base64.b64encode(gzip.compress(data, compresslevel=6, mtime=0)).decode("ascii")


def _index(cases: Sequence[CasePart], plain: int) -> dict[str, Any]:
    """What the script needs of each case, in page order: numbers into ``names``, each name once."""
    names: dict[str, int] = {}
    rows = [_index_row(case, names) for case in cases]
    return {"names": list(names), "rows": rows, "plain": plain, "pack": PACK_CASES}


def _evidence(context: ReportContext) -> dict[str, Any]:
    """Element id -> what a decision made there is bound to, in the words of a decision."""
    parts = {case.anchor: case.detail.review.evidence for case in context.flagged}
    parts["whole"] = context.whole.evidence
    return {anchor: _bound(part) for anchor, part in parts.items() if part is not None}


def _bound(part: EvidenceParts) -> dict[str, Any]:
    values = asdict(part)
    named = {name: values.pop(name) for name in ("case_id", "rules", "action")}
    return {**named, "evidence": values, "evidence_digest": digest_json(values)}


def _index_row(case: CasePart, names: dict[str, int]) -> list[list[int]]:
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
