"""One diagnosis for every case that is not simply unchanged.

It names the first place where the two versions differ, and the documents behind it, from the
records and the text of both corpora alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.diagnosis.edits import edit_sentence, metadata_sentences
from harness.diagnosis.retrieved import lost_on_the_way, overtakers, rank_sentences
from harness.diagnosis.scene import PLAIN, Reading, Scene
from harness.model.case import Case
from harness.model.comparison import CaseComparison, Comparison, PairedCheck
from harness.model.corpus import ManifestDiff
from harness.model.diagnosis import Diagnosis, Kind
from harness.model.record import RunRecord
from harness.model.text import CorpusText
from harness.model.wire import Layer, Side

_SILENT = ("unchanged", "failing", "improved")
"""Statuses that need no explanation: nothing got worse and nothing was meant to change."""

MOST_EVIDENCE = 24
"""Sentences of evidence at most."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A diagnosis without its case."""

    kind: Kind
    layer: Layer
    stage: str
    documents: tuple[str, ...]
    explanation: str
    evidence: tuple[str, ...] = ()


def diagnose(
    comparison: Comparison,
    cases: Sequence[Case],
    diff: ManifestDiff,
    texts: Mapping[Side, CorpusText],
    records: Mapping[Side, Sequence[RunRecord]],
    reading: Reading = PLAIN,
) -> tuple[Diagnosis, ...]:
    """Diagnoses sorted by case id."""
    wanted = [case for case in comparison.cases if case.status not in _SILENT]
    if not wanted:
        return ()
    scene = Scene.of(cases, diff, texts, records, reading)
    return tuple(_diagnosis(case, scene) for case in wanted)


def first_difference(case: CaseComparison) -> PairedCheck | None:
    """The earliest pair that got worse or is undecided: the one its case is explained by."""
    return next(
        (check for wanted, _ in _EXPLAINERS for check in case.checks if wanted(check)), None
    )


def _diagnosis(case: CaseComparison, scene: Scene) -> Diagnosis:
    sketch = _sketch(case, scene)
    metadata = [
        sentence
        for path in sketch.documents
        if path in scene.edits
        for sentence in metadata_sentences(scene.edits[path], scene.hide)
    ]
    return Diagnosis(
        case_id=case.case_id,
        kind=sketch.kind,
        layer=sketch.layer,
        stage=sketch.stage,
        documents=sketch.documents,
        explanation=sketch.explanation,
        evidence=(*sketch.evidence, *metadata)[:MOST_EVIDENCE],
    )


def _sketch(case: CaseComparison, scene: Scene) -> Sketch:
    if case.status == "incomplete":
        return Sketch("error", "answer", "generation", (), case.summary)
    documents = scene.changed_labels(case.case_id)
    if case.status == "legitimate_change":
        return Sketch("intended", "retrieval", "source", documents, case.summary)
    if case.status == "unexpected_change":
        return Sketch("content_edited", "retrieval", "source", documents, case.summary)
    for wanted, explain in _EXPLAINERS:
        check = next((check for check in case.checks if wanted(check)), None)
        if check is not None:
            return explain(case, check, scene)
    return Sketch("check_undecided", "answer", "check", documents, case.summary)


def _conflict(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:  # noqa: ARG001
    documents = scene.paths("candidate", check.candidate_evidence)
    where = ", ".join(documents) or "the answer"
    text = f"{where} now says otherwise: {check.candidate_reason}"
    evidence = tuple(f"{path} is {scene.age_of(path)}" for path in documents)
    return Sketch("content_contradicted", check.layer, "source", documents, text, evidence)


def _at_source(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    loss = scene.loss(check)
    wording = scene.wording(check)
    edits = [
        sentence
        for path in loss.documents
        if path in scene.edits
        and (sentence := edit_sentence(scene.edits[path], wording, scene.hide))
    ]
    told = edits and loss.kind in ("content_edited", "content_removed")
    explanation = edits[0] if told else loss.explanation
    evidence = (*([loss.explanation] if told else []), *(edits[1:] if told else edits))
    if loss.kind == "filtered_out":
        evidence = (scene.asking(case.case_id), *evidence)
        return Sketch(loss.kind, "retrieval", "filter", loss.documents, explanation, evidence)
    return Sketch(loss.kind, "retrieval", "source", loss.documents, explanation, evidence)


def _at_context(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    lost = lost_on_the_way(case.case_id, check, scene)
    newcomers = scene.newcomers(case.case_id)
    labels = scene.changed_labels(case.case_id)
    own = lost.kind in ("rechunked", "filtered_out")
    documents = (labels or newcomers) if own else (newcomers or labels)
    text = lost.explanation
    if newcomers and not own:
        text += "; new in the context: " + ", ".join(newcomers)
    return Sketch(
        lost.kind, "retrieval", lost.stage, documents, text, _way(case.case_id, check, scene)
    )


def _way(case_id: str, check: PairedCheck, scene: Scene) -> tuple[str, ...]:
    return (*rank_sentences(case_id, check, scene), *overtakers(case_id, check, scene))


def _at_answer(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    case_id = case.case_id
    if scene.same_prompt(case_id):
        text = "the prompt is the same on both sides, the answer is not"
        return Sketch("generator_noise", "answer", "generation", (), text)
    documents = scene.newcomers(case_id) or scene.changed_labels(case_id)
    text = f"the context changed, and with it the answer: {check.candidate_reason}"
    evidence = tuple(_context_sentences(case_id, scene))
    if check.check == "refusal":
        return Sketch("refusal_changed", "answer", "generation", documents, text, evidence)
    if scene.reordered(case_id):
        text = f"the context holds the same text in another order: {check.candidate_reason}"
        return Sketch("context_order", "answer", "context", documents, text, evidence)
    return Sketch("outranked", "answer", "generation", documents, text, evidence)


def _context_sentences(case_id: str, scene: Scene) -> Iterator[str]:
    """What came into the context, and what left it."""
    old, new = (scene.records[side][case_id].context for side in ("baseline", "candidate"))
    before, after = {hit.text_hash for hit in old}, {hit.text_hash for hit in new}
    for hit in new:
        if hit.text_hash not in before:
            yield f"new in the context: {hit.chunk_id} ({scene.age(hit.chunk_id)})"
    for hit in old:
        if hit.text_hash not in after:
            yield f"no longer in the context: {hit.chunk_id}"


def _at_citation(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    documents = scene.newcomers(case.case_id) or scene.changed_labels(case.case_id)
    text = check.candidate_reason
    return Sketch("citation_broken", "citation", "generation", documents, text)


def _undecided(case: CaseComparison, check: PairedCheck, scene: Scene) -> Sketch:
    documents = scene.newcomers(case.case_id) or scene.changed_labels(case.case_id)
    evidence = tuple(_context_sentences(case.case_id, scene))
    return Sketch("check_undecided", check.layer, "check", documents, case.summary, evidence)


Wanted = Callable[[PairedCheck], bool]
Explain = Callable[[CaseComparison, PairedCheck, Scene], Sketch]


def _source(check: PairedCheck) -> bool:
    changed = check.worse or check.undecided or check.candidate == "fail"
    return check.place == "source" and changed


_CONFLICTS = ("newcomer_contradicts", "forbidden_fact")

_EXPLAINERS: tuple[tuple[Wanted, Explain], ...] = (
    (lambda c: _source(c) and c.worse, _at_source),
    (lambda c: c.check in _CONFLICTS and (c.worse or c.undecided), _conflict),
    (_source, _at_source),
    (lambda c: c.layer == "retrieval" and c.worse, _at_context),
    (lambda c: c.layer == "answer" and c.worse, _at_answer),
    (lambda c: c.layer == "citation" and c.worse, _at_citation),
    (lambda c: c.undecided, _undecided),
)
"""Earliest stage first; the first that applies explains the case."""
