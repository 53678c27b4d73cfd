"""From a context to one HTML file that needs nothing else and lets nothing out.

The content security policy names the digests of the one style sheet and the one script, so no
other code can run in the page, whatever a corpus, a case or a model wrote into it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.language import placeholders, teller
from harness.report import numbers, packing
from harness.report.context import CasePart, EvidenceParts, ReportContext
from harness.report.labels import FILTER_VOCABULARY, LABELS, SCRIPT_STRINGS
from harness.report.language import translations
from harness.store import canonical_json, digest_json, write_atomic

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.sandbox import SandboxedEnvironment

TEMPLATES = Path(__file__).parent / "templates"


def render_report(context: ReportContext, *, language: str = "en") -> str:
    """The report as one HTML page in ``language``.

    Raises:
        HarnessError: no catalogue for ``language``.
    """
    environment = page_environment(language)
    cases, flagged = context.flagged + context.others, len(context.flagged)
    bodies = _bodies(environment, cases)
    plain = packing.plain_count(bodies[:flagged])
    evidence = _evidence(context)
    rows = _rows(environment, cases, bodies[:plain], language, deciding=bool(evidence))
    shown = rows[: packing.OPEN_ROWS]
    packs = packing.body_packs(bodies[plain:])
    style, script = _asset("report.css"), _asset("report.js") + _asset("decide.js")
    return environment.get_template("index.html.j2").render(
        report=context,
        language=language,
        flagged_rows=list(map(_markup, shown[:flagged])),
        other_rows=list(map(_markup, shown[flagged:])),
        list=_markup(packing.case_list(cases, rows[len(shown) :])),
        vocabulary=_markup(packs.vocabulary),
        packs=list(map(_markup, packs.bodies)),
        style=_markup(style),
        script=_markup(script),
        style_digest=_csp_digest(style),
        script_digest=_csp_digest(script),
        sizes=_data_block(
            {
                "flagged": flagged,
                "pack": packing.PACK_CASES,
                "plain": plain,
                "total": len(cases),
            }
        ),
        strings=_data_block(_strings(language)),
        evidence=_data_block(evidence) if evidence else "",
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


def _rows(
    environment: Environment,
    cases: Sequence[CasePart],
    bodies: Sequence[str],
    language: str,
    *,
    deciding: bool,
) -> list[str]:
    """The row of each case in the list, with its body where there is one for it."""
    template = environment.get_template("row.html.j2")
    return [
        template.render(case=case, body=_markup(body), language=language, deciding=deciding)
        for case, body in zip_longest(cases, bodies, fillvalue="")
    ]


def _evidence(context: ReportContext) -> dict[str, Any]:
    """Element id -> what a decision made there is bound to, in the words of a decision."""
    parts = {case.anchor: case.detail.review.evidence for case in context.flagged}
    parts["whole"] = context.whole.evidence
    return {anchor: _bound(part) for anchor, part in parts.items() if part is not None}


def _bound(part: EvidenceParts) -> dict[str, Any]:
    values = asdict(part)
    named = {name: values.pop(name) for name in ("case_id", "rules", "action")}
    return {**named, "evidence": values, "evidence_digest": digest_json(values)}
