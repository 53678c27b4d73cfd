"""One diagnosis for every case that is not simply unchanged.

It names the first place where the two versions differ, and the documents behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from harness.diagnosis.scene import Scene
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison, PairedCheck
from harness.model.corpus import ManifestDiff
from harness.model.diagnosis import Diagnosis, Kind
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import Layer, Side

_SILENT = ("unchanged", "failing", "improved")
"""Statuses that need no explanation: nothing got worse and nothing was meant to change."""

Sketch = tuple[Kind, Layer, str, tuple[str, ...], str]
"""(kind, layer, stage, documents, explanation)"""


def diagnose(
    comparison: Comparison,
    cases: Sequence[Case],
    diff: ManifestDiff,
    texts: Mapping[Side, CorpusText],
    records: Mapping[Side, Sequence[RunRecord]],
) -> tuple[Diagnosis, ...]:
    """Diagnoses sorted by case id."""
    scene = Scene.of(cases, diff, texts, records)
    return tuple(_diagnosis(case, scene) for case in comparison.cases if case.status not in _SILENT)


def _diagnosis(case: CaseComparison, scene: Scene) -> Diagnosis:
    kind, layer, stage, documents, explanation = _sketch(case, scene)
    return Diagnosis(
        case_id=case.case_id,
        kind=kind,
        layer=layer,
        stage=stage,
        documents=documents,
        explanation=explanation,
    )


def _sketch(case: CaseComparison, scene: Scene) -> Sketch:
    if case.status == "incomplete":
        return "error", "answer", "generation", (), case.summary
    if case.status == "legitimate_change":
        documents = scene.changed_labels(case.case_id)
        return "intended", "retrieval", "source", documents, case.summary
    for wanted, explain in _EXPLAINERS:
        check = next((check for check in case.checks if wanted(check)), None)
        if check is not None:
            return explain(case, check, scene)
    return "check_undecided", "answer", "check", scene.changed_labels(case.case_id), case.summary


def first_difference(case: CaseComparison) -> PairedCheck | None:
    """The earliest pair that got worse or is undecided: the one its case is explained by."""
    return next(
        (check for wanted, _ in _EXPLAINERS for check in case.checks if wanted(check)), None
    )


def _conflict(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    documents = scene.paths("candidate", check.candidate_evidence)
    where = ", ".join(documents)
    text = f"{where} now says otherwise: {check.candidate_reason}"
    return "content_contradicted", check.layer, "source", documents, text


def _at_source(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    loss = scene.loss(check)
    return loss.kind, "retrieval", "source", loss.documents, loss.explanation


def _at_context(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    newcomers = scene.newcomers(case.case_id)
    changed = newcomers or scene.changed_labels(case.case_id)
    text = "the text is still in the corpus but no longer reaches the context"
    if newcomers:
        text += "; new in the context: " + ", ".join(newcomers)
    return "outranked", "retrieval", "context", changed, text


def _at_answer(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    if scene.same_prompt(case.case_id):
        text = "the prompt is the same on both sides, the answer is not"
        return "generator_noise", "answer", "generation", (), text
    documents = scene.newcomers(case.case_id) or scene.changed_labels(case.case_id)
    kind: Kind = "refusal_changed" if check.check == "refusal" else "context_order"
    text = f"the context changed, and with it the answer: {check.candidate_reason}"
    return kind, "answer", "generation", documents, text


def _at_citation(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    documents = scene.newcomers(case.case_id) or scene.changed_labels(case.case_id)
    return "citation_broken", "citation", "generation", documents, check.candidate_reason


def _undecided(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    documents = scene.newcomers(case.case_id) or scene.changed_labels(case.case_id)
    return "check_undecided", check.layer, "check", documents, case.summary


Wanted = Callable[[PairedCheck], bool]
Explain = Callable[[CaseComparison, PairedCheck, Scene], Sketch]


def _source(check: PairedCheck) -> bool:
    changed = check.worse or check.undecided or check.candidate == "fail"
    return check.check == "required_fact" and check.place == "source" and changed


_EXPLAINERS: tuple[tuple[Wanted, Explain], ...] = (
    (lambda c: _source(c) and c.worse, _at_source),
    (lambda c: c.check in ("newcomer_contradicts", "forbidden_fact") and c.worse, _conflict),
    (_source, _at_source),
    (lambda c: c.layer == "retrieval" and c.worse, _at_context),
    (lambda c: c.layer == "answer" and c.worse, _at_answer),
    (lambda c: c.layer == "citation" and c.worse, _at_citation),
    (lambda c: c.undecided, _undecided),
)
"""Earliest stage first; the first that applies explains the case."""
