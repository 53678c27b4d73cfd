"""The summary for a pull request: worst first, never longer than a comment may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from harness.exam import RULE as EXAM_RULE
from harness.language import Tell, teller
from harness.model.counted import counted
from harness.outputs.model import Outputs, fired, link, sentence
from harness.report.context import CasePart, DocumentPart

MAX_CHARS = 60_000
"""GitHub refuses a comment of more than 65,536 characters."""

_RULE_CASES = 10
_DOCUMENTS = 20
_SENTENCE_CHARS = 600
_FOOT_CHARS = 1_000
_BESIDE_CHARS = 12_000
"""Most that is said beside the cases: a change that edits thousands of them hides no case."""

# What Markdown of code hosts reads as more than text; by itself, or with what follows it: addresses,
# shortcodes of emoji, references to issues, and what begins a list or a heading.
_SPECIAL = re.compile(
    r"[\\`*_{}\[\]<>#|!~@&$]|:(?=\S)|w(?=ww\.)|G(?=H-\d)|\A(?:[-+=]|\d(?=\d*[.)]))", re.IGNORECASE
)


def markdown(outputs: Outputs, *, relative: bool = False) -> str:
    """The summary. ``relative``: links lead to ``index.html`` beside it, where no address is known."""
    tell = teller(outputs.language)
    text = "\n".join(_head(outputs)) + "\n"
    foot = "\n" + "\n".join(_foot(outputs)) + "\n"
    cases = [_case(outputs, case, relative=relative) for case in outputs.worst_first()]
    for title, lines, most in (
        ("Rules that fired", list(_rules(outputs)), _BESIDE_CHARS),
        ("This change edits its own exam", list(_edits(outputs)), _BESIDE_CHARS),
        ("Cases, worst first", cases, MAX_CHARS),
        ("Corpus", list(_corpus(outputs)), _BESIDE_CHARS),
    ):
        if lines:
            text += f"\n### {tell(title)}\n\n"
            text += _fitting(lines, min(most, MAX_CHARS - len(text) - _FOOT_CHARS), tell)
    return text + foot


def comment(outputs: Outputs, name: str) -> str:
    """The summary with a marker that finds the comment again, to update it in place."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-") or "summary"
    return f"<!-- corpusgate:{plain} -->\n{markdown(outputs)}"


def escape(text: str) -> str:
    """Text as nothing but text: no markup, no link, no mention, no line of its own."""
    flat = " ".join(text.split())
    return _SPECIAL.sub(lambda match: f"&#{ord(match.group())};", flat)


def code(text: str) -> str:
    """Text as it is, in a code span."""
    flat = " ".join(text.split())
    ticks = max((len(run) for run in re.findall(r"`+", flat)), default=0)
    fence = "`" * (ticks + 1)
    pad = " " if ticks else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def _head(outputs: Outputs) -> Iterator[str]:
    tell = teller(outputs.language)
    verdict = outputs.report.verdict
    yield tell(f"## corpusgate: {outputs.verdict}")
    yield ""
    if verdict.no_verdict:
        yield f"**{tell('This is no verdict.')}** {escape(tell(verdict.no_verdict))}"
        yield ""
    elif not verdict.complete:
        yield tell("**The run is incomplete:** some case has no usable record.")
        yield ""
    for warning in verdict.warnings:
        yield f"**{tell('Warning:')}** {escape(tell(warning))}"
        yield ""
    counts = ", ".join(f"{entry.count} {entry.status}" for entry in verdict.tally)
    accepted = f"; {verdict.accepted} accepted by people" if verdict.accepted else ""
    yield tell(f"{counted(verdict.confidence.cases, 'case')}: {counts}{accepted}")


def _rules(outputs: Outputs) -> Iterator[str]:
    tell = teller(outputs.language)
    rules = (*outputs.report.rules, *outputs.report.beside)
    known = {rule.rule for rule in rules}
    for rule in rules:
        if not rule.fired or rule.rule == EXAM_RULE:
            continue
        shown = ", ".join(code(case.id) for case in rule.cases[:_RULE_CASES])
        more = len(rule.cases) - _RULE_CASES
        cases = (
            shown + tell(f" and {more} more") if more > 0 else shown or escape(tell(rule.reason))
        )
        yield f"- **{tell(rule.action)}** {code(tell(rule.rule))}: {cases}"
    for found in outputs.findings:
        if found.rule not in known and found.rule != EXAM_RULE:
            yield f"- **{tell(found.action)}** {code(found.rule)}: {escape(tell(found.reason))}"


def _edits(outputs: Outputs) -> Iterator[str]:
    tell = teller(outputs.language)
    for found in outputs.findings:
        if found.rule == EXAM_RULE:
            yield f"- {escape(tell(found.reason))}"
    for case in outputs.worst_first():
        for edit in fired(case):
            if edit.rule == EXAM_RULE:
                yield f"- {code(case.id)}: {escape(tell(edit.reason))}"


def _case(outputs: Outputs, case: CasePart, *, relative: bool) -> str:
    tell = teller(outputs.language)
    address = link(outputs, case.anchor, relative=relative)
    name = f"[{code(case.id)}]({address})" if address else code(case.id)
    critical = f" ({tell('critical')})" if case.critical else ""
    told = sentence(case, outputs.language)
    short = told if len(told) <= _SENTENCE_CHARS else told[:_SENTENCE_CHARS].rstrip() + "…"
    return (
        f"- **{tell(case.action)}** {name}{critical}, {escape(tell(case.status))}: {escape(short)}"
    )


def _corpus(outputs: Outputs) -> Iterator[str]:
    tell = teller(outputs.language)
    corpus = outputs.report.corpus
    counts = ", ".join(f"{entry.count} {entry.kind}" for entry in corpus.counts)
    yield tell(f"Documents: {counts or 'none'}.")
    for part in corpus.with_effect[:_DOCUMENTS]:
        yield f"- {code(part.path)} {tell(_effect(part))}"


def _effect(part: DocumentPart) -> str:
    hurt, helped = len(part.hurt), len(part.helped)
    return f"({part.kind}): {counted(hurt, 'case')} worse, {helped} better or as declared"


def _foot(outputs: Outputs) -> Iterator[str]:
    verdict = outputs.report.verdict
    tell = teller(outputs.language)
    where = f" [{tell('Report')}]({outputs.report_url})." if outputs.report_url else ""
    yield tell(f"Run {code(outputs.report.run_id)}, exit code {verdict.exit_code}.") + where


def _fitting(lines: Sequence[str], budget: int, tell: Tell) -> str:
    """As many whole lines as fit, and how many did not."""
    kept = ""
    for number, line in enumerate(lines):
        if len(kept) + len(line) + 1 > budget:
            return f"{kept}- {tell(f'… and {len(lines) - number} more in the report')}\n"
        kept += line + "\n"
    return kept
