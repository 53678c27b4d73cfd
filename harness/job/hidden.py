"""What checks say, without the parts of what a report hides.

A reason names single numbers and codes of the texts it is about. Apart from the rest of a phone
number they match no pattern, so they are told by those texts: what stands in one of them, and in
none of them once they are redacted, is part of something hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from harness.diagnosis.expected import block_texts
from harness.job.judging import Scene
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison, MetricPair, PairedCheck
from harness.model.wire import SIDES
from harness.report import redact

HIDDEN = "[hidden]"

_NAMED = re.compile(r"[\w+@](?:[\w@.+/-]*\w)?")
_TELLING = re.compile(r"[\d@]")
_JOINTS = re.compile(r"[\s().+-]+")

Say = Callable[[str], str]


def without_hidden_parts(comparison: Comparison, scene: Scene) -> Comparison:
    """The same, with ``[hidden]`` for the parts of secrets and personal data in its sentences."""
    cases = {case.id: case for case in scene.inputs.cases}
    answers: dict[str, list[str]] = {}
    for side in SIDES:
        for record in scene.records[side]:
            answers.setdefault(record.case_id, []).append(record.answer)

    def without(compared: CaseComparison) -> CaseComparison:
        if not any(_TELLING.search(sentence) for sentence in _sentences(compared)):
            return compared
        texts = _texts(compared, cases.get(compared.case_id), scene)
        return _without(compared, [*texts, *answers.get(compared.case_id, [])])

    return comparison.model_copy(update={"cases": tuple(map(without, comparison.cases))})


def _without(compared: CaseComparison, texts: Sequence[str]) -> CaseComparison:
    pairs = [(text, redact(text)) for text in dict.fromkeys(texts)]
    hidden = [_bare(text) for text, shown in pairs if text != shown]
    if not hidden:
        return compared
    say = _sayer(hidden, [_bare(shown) for _, shown in pairs])
    return compared.model_copy(
        update={
            "summary": say(compared.summary),
            "checks": tuple(_check(check, say) for check in compared.checks),
            "metrics": tuple(_metric(metric, say) for metric in compared.metrics),
        }
    )


def _sentences(compared: CaseComparison) -> Iterator[str]:
    yield compared.summary
    for check in compared.checks:
        yield check.baseline_reason
        yield check.candidate_reason
    for metric in compared.metrics:
        yield metric.fault


def _texts(compared: CaseComparison, case: Case | None, scene: Scene) -> Iterator[str]:
    """What the sentences about a case can be about."""
    yield from _strings(case.model_dump() if case else {})
    for check in compared.checks:
        for evidence in check.baseline_evidence:
            yield from block_texts(evidence, scene.texts["baseline"])
        for evidence in check.candidate_evidence:
            yield from block_texts(evidence, scene.texts["candidate"])


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)


def _sayer(hidden: Sequence[str], shown: Sequence[str]) -> Say:
    def kept(found: re.Match[str]) -> str:
        name = _bare(found[0])
        if not _TELLING.search(name) or any(name in text for text in shown):
            return found[0]
        return HIDDEN if any(name in text for text in hidden) else found[0]

    return lambda sentence: _NAMED.sub(kept, redact(sentence))


def _bare(text: str) -> str:
    """Without what joins the groups of a number: checks compare numbers so."""
    return _JOINTS.sub("", text).casefold()


def _check(check: PairedCheck, say: Say) -> PairedCheck:
    reasons = {
        "baseline_reason": say(check.baseline_reason),
        "candidate_reason": say(check.candidate_reason),
    }
    return check.model_copy(update=reasons)


def _metric(metric: MetricPair, say: Say) -> MetricPair:
    return metric.model_copy(update={"fault": say(metric.fault)})
