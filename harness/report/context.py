"""What the report is made from, and what its templates are given: one dataclass per page part.

The text beside each field's type is its help; the reference page is made from it.

:class:`RunArtefacts` goes in, :class:`ReportContext` comes out of
:func:`harness.report.build.build_context`. Every string of a context is redacted and every
number, order and position in it is final: templates format, they never compute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import Annotated, Any, Literal, get_args, get_type_hints

from harness.model.case import Case
from harness.model.changes import DocumentDiff, Risk
from harness.model.comparison import Comparison, EvidenceState, Outcome, Place, Status
from harness.model.corpus import ChangeKind, ManifestDiff
from harness.model.coverage import Coverage
from harness.model.decision import DecisionEvidence
from harness.model.diagnosis import Diagnosis
from harness.model.effects import Effects
from harness.model.gate import Action, DecisionState, GateResult
from harness.model.judgement import Judgement, JudgeVerdict, Task
from harness.model.noise import NOT_MEASURED, Noise, NoiseState
from harness.model.previous import Previous, Relation
from harness.model.record import RunRecord
from harness.model.trend import Trend
from harness.model.wire import Layer, Side, Verdict

TextMode = Literal["none", "snippets", "full"]
"""How much corpus text a report may hold: none, the first characters of each text, or all."""

Direction = Literal["worse", "unclear", "other", "better", "same"]
"""What a change of outcome means, worst first: ``unclear`` where the candidate cannot be decided
any more, ``other`` where a check stops or starts to apply."""

Move = Literal["rose", "fell", "came", "went", "same"]
"""What a chunk did between the two ranked lists."""

Result = Literal["won", "lost", "tied"]
"""What a case did on one metric."""

Shown = Literal["all", "part", "none"]

DiffOp = Literal["same", "gone", "new"]

CaseAction = Literal["block", "review", ""]

Since = Literal["newly_failing", "fixed", "still_failing", ""]
"""How a case stands to an earlier run: what its candidate fails now, and what it failed then."""

MetricGroup = Literal["triad", "retrieval", "ragas"]
"""Shares by layer, measures of ranked lists, metrics of ragas."""

Decided = Literal["accept", "reject", "label_wrong", "cannot_tell", "reopened", ""]
"""What people decided about a case; ``reopened`` where that was on other evidence."""

TEXT_MODES: tuple[TextMode, ...] = get_args(TextMode)

TextLookup = Callable[[Side, str], str | None]
"""(side, chunk id) -> the chunk's text, ``None`` when it cannot be read any more."""


@dataclass(frozen=True, slots=True)
class RunArtefacts:
    """Everything one run left behind, as read from ``runs/<run-id>/``."""

    run_id: str
    """Name of the run."""
    comparison: Comparison
    """``comparison.json``."""
    diagnoses: Sequence[Diagnosis]
    """``diagnosis.jsonl``."""
    gate: GateResult
    """``gate.json``."""
    manifest_diff: ManifestDiff
    """``manifests/diff.json``."""
    records: Mapping[Side, Sequence[RunRecord]]
    """Side -> its records."""
    cases: Sequence[Case]
    """The cases as they were asked."""
    run: Mapping[str, Any]
    """``run.json``: pins, digests, package versions, git commit and dirty flag, times."""
    case_commits: Mapping[str, str] = field(default_factory=dict)
    """Case id -> the commit that changed it last, as ``case-commits.json`` has it."""
    text: TextMode = "none"
    """``report.text`` of the configuration."""
    chunk_text: TextLookup | None = None
    """Read only when ``text`` is not ``none``."""
    source_url: str = ""
    """Link to a document, with ``{path}``, ``{source_id}``, ``{section}`` or ``{side}`` in it;
    http(s) only."""
    reproduce: Sequence[str] = ()
    """Command that runs one case again, one argument an item; ``{case}`` becomes the case id."""
    review: Sequence[str] = ()
    """Command that opens the review of this run; empty when there is none."""
    noise: Noise = NOT_MEASURED
    """How much the generator alone moves."""
    effects: Effects | None = None
    """What each changed document does to the cases; without it, what the diagnoses say."""
    coverage: Coverage | None = None
    """Which changes some case asks about."""
    changes: Sequence[DocumentDiff] = ()
    """What changed in the text; shown only as far as ``text`` allows."""
    judgements: Sequence[Judgement] = ()
    """What a judge said of the answers."""
    previous: Previous | None = None
    """An earlier run that this one is set beside."""
    trend: Trend | None = None
    """``trend.json``: how the run follows earlier ones; ``None`` where it was not written."""
    evidence: Mapping[str, DecisionEvidence] = field(default_factory=dict)
    """Case id -> what a decision about it is bound to; without it, nothing can be decided here."""


@dataclass(frozen=True, slots=True)
class CaseRef:
    """A link to one case."""

    anchor: Annotated[str, "Element id of the case; `#` and this is its deep link."]
    id: Annotated[str, "Case id."]
    status: Annotated[Status, "Status of the case's comparison."]


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """A link to one document."""

    path: Annotated[str, "Path of the document in its corpus version."]
    url: Annotated[str, "http(s) address of the document; empty without a `source_url`."]
    anchor: Annotated[str, "Element id of the document's row; empty when it did not change."]


@dataclass(frozen=True, slots=True)
class Prose:
    """A piece of text with its language, so that browsers and screen readers treat it right."""

    text: Annotated[str, "The text, as much of it as the text mode allows."]
    language: Annotated[str, "ISO 639-1 code, or empty when it cannot be told."]
    length: Annotated[int, "Characters of the whole text, before anything was withheld."]
    digest: Annotated[str, "`sha256:…` of the whole text."]
    shown: Annotated[Shown, "How much of the text is here."]


@dataclass(frozen=True, slots=True)
class LeadPart:
    """The check of one case that a rule fired on, before all others."""

    case: Annotated[CaseRef, "The case."]
    check: Annotated[str, "Registered name of the check."]
    place: Annotated[Place, "source, context, answer or empty."]
    baseline: Annotated[Outcome, "Outcome on the baseline."]
    candidate: Annotated[Outcome, "Outcome on the candidate."]
    subject: Annotated[str, "Fact, value or chunk id it is about."]


@dataclass(frozen=True, slots=True)
class RulePart:
    """One rule of the policy."""

    rule: Annotated[str, "Name or canonical text of the rule."]
    action: Annotated[Action, "What the rule does when it fires: block or review."]
    fired: Annotated[bool, "Whether it fired, and not all that it found was accepted."]
    reason: Annotated[str, "Why it fired, in the gate's words."]
    facet: Annotated[str, "Name of the filter that shows its cases."]
    lead: Annotated[LeadPart | None, "The check that says most, where checks made it fire."]
    cases: Annotated[tuple[CaseRef, ...], "Cases it fired on and nobody accepted."]
    waived: Annotated[tuple[CaseRef, ...], "Cases it fired on that people accepted."]


@dataclass(frozen=True, slots=True)
class TaskPart:
    """Something a person must do before the corpus may ship."""

    kind: Annotated[str, "Name of the task: `fix`, `relabel`, `decide`, `declare`, `rerun` …"]
    cases: Annotated[tuple[CaseRef, ...], "Cases the task is about."]
    documents: Annotated[tuple[DocumentRef, ...], "Documents to look at."]


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many cases have one status."""

    status: Annotated[Status, "The status."]
    count: Annotated[int, "Number of cases."]
    flagged: Annotated[bool, "Whether cases of this status are flagged by it."]


@dataclass(frozen=True, slots=True)
class LayerNoisePart:
    """How often one layer flips by itself."""

    layer: Annotated[Layer, "retrieval, citation or answer."]
    flips: Annotated[int, "Comparisons in which the outcome is another one than the first time."]
    compared: Annotated[int, "Comparisons of the baseline with itself."]


@dataclass(frozen=True, slots=True)
class NoisePart:
    """The A/A run: the baseline asked again, compared with itself."""

    state: Annotated[NoiseState, "Whether it was measured."]
    floor: Annotated[float | None, "Share of cases that flip; `None` when not measured."]
    layers: Annotated[tuple[LayerNoisePart, ...], "The same by layer."]
    within: Annotated[tuple[CaseRef, ...], "Cases whose change is within the noise."]


@dataclass(frozen=True, slots=True)
class ConfidencePart:
    """How sure the verdict is."""

    cases: Annotated[int, "Cases in the comparison."]
    compared: Annotated[int, "Cases with a record on both sides."]
    one_sided: Annotated[tuple[CaseRef, ...], "Cases with records on one side alone."]
    errors: Annotated[int, "Records that ended in an error, both sides."]
    trials: Annotated[int, "Trials of each case."]
    detectable_losses: Annotated[
        int | None,
        "Fewest cases lost, none won, that an average can tell from chance at level 0.05 "
        "(sign test); `None` when not even all of them.",
    ]
    detectable_share: Annotated[float, "The same as a share of the compared cases."]
    noise: Annotated[NoisePart, "How much the generator alone moves."]
    judge: Annotated[JudgePart | None, "The judge, where one was asked."]
    carried: Annotated[int, "Pairs equally uncertain on both sides for the same text."]
    diagnosed: Annotated[int, "Cases with a diagnosis."]
    confirmed: Annotated[int, "Diagnoses confirmed by a counterfactual index."]


@dataclass(frozen=True, slots=True)
class JudgePart:
    """A judge model, and how far it may be trusted."""

    name: Annotated[str, "Name of the provider."]
    model: Annotated[str, "Model that was asked; may be empty."]
    decisions: Annotated[int, "Decisions of people it was calibrated on; 0: not calibrated."]
    agreement: Annotated[float | None, "Share of them on which it says what the person says."]
    kappa: Annotated[float | None, "Cohen's kappa; `None` when chance explains it all."]
    false_support: Annotated[
        float | None, "Share of the decisions against an answer on which it speaks for it."
    ]


@dataclass(frozen=True, slots=True)
class VerdictPart:
    """The first screen: may it ship, why not, what to do, how sure."""

    verdict: Annotated[Verdict, "PASS, REVIEW or BLOCK."]
    no_verdict: Annotated[str, "Why this is no verdict, where it is none."]
    complete: Annotated[bool, "False when a record is missing or errored."]
    warnings: Annotated[tuple[str, ...], "What makes the run show less than it seems to."]
    exit_code: Annotated[int, "Exit code of the command that made the run."]
    blocking: Annotated[int, "Cases a blocking rule fired on."]
    waiting: Annotated[int, "Other flagged cases: a person must look at them."]
    accepted: Annotated[int, "Flagged cases that people accepted."]
    fired: Annotated[tuple[RulePart, ...], "Rules that fired, blocking ones first."]
    tasks: Annotated[tuple[TaskPart, ...], "What a person must do, in order."]
    tally: Annotated[tuple[StatusCount, ...], "Cases by status, worst first."]
    confidence: Annotated[ConfidencePart, "How sure the verdict is."]
    review: Annotated[str, "Command that opens the review; empty when there is none."]


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many documents changed in one way."""

    kind: Annotated[ChangeKind, "Kind of change."]
    count: Annotated[int, "Number of documents."]


@dataclass(frozen=True, slots=True)
class SincePart:
    """What fails now and what failed in an earlier run, on the candidate of each."""

    run_id: Annotated[str, "Run id of the earlier run."]
    verdict: Annotated[Verdict, "Its verdict."]
    finished: Annotated[str, "ISO 8601 time it ended."]
    relation: Annotated[Relation, "How its corpora stand to those of this run."]
    differs: Annotated[tuple[str, ...], "What else is not as it was: code, packages, policy."]
    newly_failing: Annotated[tuple[CaseRef, ...], "Cases that fail now and did not then."]
    fixed: Annotated[tuple[CaseRef, ...], "Cases that failed then and do not now."]
    still_failing: Annotated[tuple[CaseRef, ...], "Cases that fail in both."]
    holding: Annotated[int, "Cases that fail in neither."]
    new: Annotated[tuple[CaseRef, ...], "Cases that were not asked then."]
    reworded: Annotated[tuple[CaseRef, ...], "Cases that ask or expect something else now."]
    gone: Annotated[tuple[str, ...], "Ids of cases that are not asked any more."]


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """A run of words that is on one side, or on both."""

    op: Annotated[DiffOp, "Where the words are."]
    text: Annotated[str, "The words."]


@dataclass(frozen=True, slots=True)
class SentencePart:
    """A changed sentence of a document, as far as the text mode allows."""

    risk: Annotated[Risk, "high, medium or low: what hangs on it."]
    section: Annotated[str, "Title of its section."]
    old: Annotated[tuple[DiffPiece, ...], "How it was; nothing where it is new."]
    new: Annotated[tuple[DiffPiece, ...], "How it is; nothing where it is gone."]
    notes: Annotated[tuple[str, ...], "What to know: values, duties, where it stands now."]


@dataclass(frozen=True, slots=True)
class TextDiffPart:
    """What changed in the text of one document."""

    document: Annotated[DocumentRef, "The document."]
    sentences: Annotated[tuple[SentencePart, ...], "Changed sentences, in the order of reading."]
    left_out: Annotated[int, "Further changed sentences, of less risk."]


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """One changed document and the cases it touched."""

    anchor: Annotated[str, "Element id of the row."]
    kind: Annotated[ChangeKind, "Kind of change."]
    path: Annotated[str, "Path in the candidate; in the baseline for a removed document."]
    old_path: Annotated[str, "Path in the baseline where it differs."]
    url: Annotated[str, "http(s) address of the document; empty without a `source_url`."]
    baseline_sha256: Annotated[str, "Hex digest of the file in the baseline; empty if absent."]
    candidate_sha256: Annotated[str, "Hex digest of the file in the candidate; empty if absent."]
    metadata_changed: Annotated[tuple[str, ...], "Front-matter keys whose value differs."]
    only_metadata: Annotated[bool, "True when the body is the same."]
    hurt: Annotated[tuple[CaseRef, ...], "Cases that got worse and are blamed on it."]
    helped: Annotated[tuple[CaseRef, ...], "Cases that got better, or changed as declared."]
    entered: Annotated[tuple[CaseRef, ...], "Other cases whose context it entered."]
    above: Annotated[tuple[CaseRef, ...], "Cases where it ranks above all they expect."]
    hub: Annotated[bool, "It entered the context of many unrelated cases."]
    new_readers: Annotated[tuple[str, ...], "Groups that can reach it now and could not."]
    sentences: Annotated[int, "Changed sentences."]
    risky: Annotated[int, "Of them, those on which much hangs."]
    text: Annotated[TextDiffPart | None, "What changed in it, where the text mode allows."]


@dataclass(frozen=True, slots=True)
class SectionPart:
    """A changed section that no case asks about."""

    path: Annotated[str, "Path of its document."]
    section: Annotated[str, "Section id; empty at the top of the document."]
    url: Annotated[str, "http(s) address of the section; empty without a `source_url`."]
    risk: Annotated[Risk, "The highest of its changes."]
    changes: Annotated[int, "Changed sentences."]
    high: Annotated[int, "Of them, those of high risk."]
    examples: Annotated[tuple[str, ...], "What changed, where the text mode allows."]


@dataclass(frozen=True, slots=True)
class GroupPart:
    """A group of cases."""

    name: Annotated[str, "`critical`, `declared change` …, or a tag."]
    tag: Annotated[str, "The tag; empty for a built-in group."]
    cases: Annotated[int, "Cases of the group."]
    share: Annotated[float, "Of all cases, 0 to 1."]
    touching: Annotated[int, "Cases of the group that touch a changed section."]


@dataclass(frozen=True, slots=True)
class CoveragePart:
    """Which changes some case asks about."""

    sections: Annotated[int, "Changed sections."]
    touched: Annotated[int, "Of them, those a case touches."]
    high: Annotated[int, "Changed sections of high risk."]
    high_touched: Annotated[int, "Of them, those a case touches."]
    documents: Annotated[int, "Changed documents."]
    documents_touched: Annotated[int, "Of them, those a case touches."]
    uncovered: Annotated[tuple[SectionPart, ...], "Sections nobody asks about, riskiest first."]
    groups: Annotated[tuple[GroupPart, ...], "Groups of cases, built-in ones first."]
    drafts: Annotated[tuple[CaseRef, ...], "Drafts: asked, and no part of the verdict."]


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """What changed in the corpus, by effect."""

    baseline: Annotated[str, "Corpus digest of the baseline."]
    candidate: Annotated[str, "Corpus digest of the candidate."]
    counts: Annotated[tuple[KindCount, ...], "Documents by kind of change."]
    with_effect: Annotated[tuple[DocumentPart, ...], "Documents that hurt or helped a case."]
    without_effect: Annotated[tuple[DocumentPart, ...], "Other changed documents."]


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """Number of cases of one transition."""

    count: Annotated[int, "Number of cases."]
    direction: Annotated[Direction, "What the change means."]
    facet: Annotated[str, "Name of the filter that shows these cases."]
    candidate: Annotated[Outcome, "Outcome on the candidate."]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """Transitions that start from one baseline outcome."""

    baseline: Annotated[Outcome, "Outcome on the baseline."]
    cells: Annotated[tuple[MatrixCell, ...], "One cell for each candidate outcome."]


@dataclass(frozen=True, slots=True)
class MatrixPart:
    """Transitions of one layer."""

    layer: Annotated[Layer, "retrieval, citation or answer."]
    outcomes: Annotated[tuple[Outcome, ...], "Candidate outcomes, one a column."]
    rows: Annotated[tuple[MatrixRow, ...], "One row for each baseline outcome."]


@dataclass(frozen=True, slots=True)
class DirectionCount:
    """Cases of a tag that did one thing in one layer."""

    direction: Annotated[Direction, "What the change means."]
    count: Annotated[int, "Number of cases."]
    facet: Annotated[str, "Name of the filter that, with the tag, shows these cases."]


@dataclass(frozen=True, slots=True)
class TagLayer:
    """What changed in one layer among the cases of a tag."""

    layer: Annotated[Layer, "retrieval, citation or answer."]
    parts: Annotated[tuple[DirectionCount, ...], "Worst first; cases that are the same left out."]


@dataclass(frozen=True, slots=True)
class TagTransitions:
    """Transitions of the cases of one tag."""

    tag: Annotated[str, "The tag."]
    cases: Annotated[int, "Cases of the tag."]
    layers: Annotated[tuple[TagLayer, ...], "In the order of the matrices."]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the won / lost / tied bar."""

    name: Annotated[Result, "What the cases did."]
    count: Annotated[int, "Number of cases."]
    x: Annotated[float, "Left edge, 0 to 100."]
    width: Annotated[float, "Width, 0 to 100."]
    facet: Annotated[str, "Name of the filter that shows these cases."]


@dataclass(frozen=True, slots=True)
class IntervalPart:
    """A 95 % paired bootstrap interval of a change, and its picture."""

    low: Annotated[float, "Lower bound."]
    high: Annotated[float, "Upper bound."]
    low_x: Annotated[float, "Position of the lower bound, 0 to 100; no change is at 50."]
    high_x: Annotated[float, "Position of the upper bound."]
    change_x: Annotated[float, "Position of the change."]
    certain: Annotated[bool, "Whether the interval leaves out no change at all."]


@dataclass(frozen=True, slots=True)
class MetricPart:
    """One metric, baseline to candidate."""

    name: Annotated[str, "`recall@8`, `mrr` …"]
    layer: Annotated[str, "Layer that a share of the triad is about; else empty."]
    tag: Annotated[str, "Tag of the scope; empty for all cases."]
    cases: Annotated[int, "Cases that have the metric on both sides."]
    left_out: Annotated[tuple[CaseRef, ...], "Cases in scope that lack it on one side."]
    baseline: Annotated[float, "Mean on the baseline."]
    candidate: Annotated[float, "Mean on the candidate."]
    change: Annotated[float, "Candidate minus baseline."]
    baseline_x: Annotated[float, "Position of the baseline dot, 0 to 100."]
    candidate_x: Annotated[float, "Position of the candidate dot, 0 to 100."]
    interval: Annotated[IntervalPart | None, "Of the change; `None` where none was asked for."]
    p_worse: Annotated[float | None, "One-sided exact sign test: could the loss be chance?"]
    segments: Annotated[tuple[Segment, ...], "Won, lost and tied cases."]


@dataclass(frozen=True, slots=True)
class MetricGroupPart:
    """Metrics of one kind."""

    name: Annotated[MetricGroup, "triad, retrieval or ragas."]
    left_out: Annotated[tuple[CaseRef, ...], "Cases that lack every one of them on one side."]
    metrics: Annotated[tuple[MetricPart, ...], "The metrics, by name."]


@dataclass(frozen=True, slots=True)
class MetricsPart:
    """All metrics on one scale."""

    reach: Annotated[float, "Change at the ends of the pictures of intervals, both signs."]

    low: Annotated[float, "Value at the left end of the pictures."]
    high: Annotated[float, "Value at the right end."]
    metrics: Annotated[tuple[MetricGroupPart, ...], "Metrics over all cases."]
    by_tag: Annotated[tuple[MetricGroupPart, ...], "The same over the cases of one tag."]


@dataclass(frozen=True, slots=True)
class StageTimes:
    """How long one stage took, in milliseconds."""

    stage: Annotated[str, "embed, retrieve, rerank, generate."]
    p50: Annotated[float, "Median."]
    p90: Annotated[float, "90th percentile."]
    p99: Annotated[float, "99th percentile."]


@dataclass(frozen=True, slots=True)
class SideTotalsPart:
    """What one side adds up to."""

    side: Annotated[Side, "Corpus version."]
    records: Annotated[int, "Records, trials included."]
    errors: Annotated[int, "Records without a usable answer."]
    refused: Annotated[int, "Records that declined to answer."]
    empty_contexts: Annotated[float, "Share of records whose context is empty, 0 to 1."]
    prompt_tokens: Annotated[int, "Tokens of the prompts."]
    completion_tokens: Annotated[int, "Tokens of the answers."]
    cost: Annotated[float | None, "In the currency of the prices; `None` without prices."]
    stages: Annotated[tuple[StageTimes, ...], "Latency by stage; of what was asked in this run."]


@dataclass(frozen=True, slots=True)
class Linked:
    """A text that may lead to the document it names."""

    text: Annotated[str, "The text."]
    url: Annotated[str, "http(s) address; empty where there is none."]


@dataclass(frozen=True, slots=True)
class ExpectationPart:
    """One expectation of a case on both sides."""

    name: Annotated[str, "Field of the case: `required_facts`, `answerable` …"]
    baseline: Annotated[tuple[Linked, ...], "Expected on the baseline, one item a line."]
    candidate: Annotated[tuple[Linked, ...], "Expected on the candidate."]
    differs: Annotated[bool, "Whether an override replaced it."]


@dataclass(frozen=True, slots=True)
class PlacePart:
    """Where a supporting passage stands."""

    side: Annotated[Side, "Corpus version."]
    source_id: Annotated[str, "Document."]
    section_id: Annotated[str, "Section in the document; empty at its top."]
    url: Annotated[str, "http(s) address of the section; empty without a `source_url`."]
    start: Annotated[int, "First character in the document's normalised text."]
    end: Annotated[int, "Character after the last."]
    text_hash: Annotated[str, "`sha256:…` of the passage."]


@dataclass(frozen=True, slots=True)
class CheckPart:
    """One check in one place, on both sides."""

    place: Annotated[Place, "source, context, answer or empty."]
    baseline: Annotated[Outcome, "Outcome on the baseline."]
    candidate: Annotated[Outcome, "Outcome on the candidate."]
    baseline_reason: Annotated[str, "Why, on the baseline."]
    candidate_reason: Annotated[str, "Why, on the candidate."]
    state: Annotated[EvidenceState, "What became of the supporting passage."]
    carried: Annotated[bool, "Equally uncertain on both sides for the same text."]
    direction: Annotated[Direction, "What the change means."]
    places: Annotated[tuple[PlacePart, ...], "Supporting passages on either side."]


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """The checks of one subject: a fact followed through source, context and answer."""

    check: Annotated[str, "Registered name of the check."]
    layer: Annotated[Layer, "retrieval, citation or answer."]
    subject: Annotated[str, "Fact, value or chunk id the checks are about."]
    checks: Annotated[tuple[CheckPart, ...], "One for each place, in the order of the pipeline."]


@dataclass(frozen=True, slots=True)
class BranchRank:
    """Rank of a chunk in one retrieval stage on both sides."""

    stage: Annotated[str, "dense, sparse, fused or rerank."]
    baseline: Annotated[int | None, "Rank on the baseline; `None` where it was not seen."]
    candidate: Annotated[int | None, "Rank on the candidate."]


@dataclass(frozen=True, slots=True)
class RankRow:
    """One chunk of the ranked lists of both sides."""

    source_id: Annotated[str, "Document."]
    place: Annotated[str, "Rest of the chunk id after the source id: section and number."]
    url: Annotated[str, "http(s) address of the section; empty without a `source_url`."]
    baseline: Annotated[int | None, "Final rank on the baseline; `None` when it is not there."]
    candidate: Annotated[int | None, "Final rank on the candidate."]
    move: Annotated[Move, "What it did."]
    steps: Annotated[int, "Ranks it moved."]
    in_baseline_context: Annotated[bool, "Whether the generator saw it on the baseline."]
    in_candidate_context: Annotated[bool, "Whether the generator saw it on the candidate."]
    expected: Annotated[bool, "Whether its document or section is expected."]
    blamed: Annotated[bool, "Whether its document is blamed."]
    text_changed: Annotated[bool, "The same chunk id holds another text on the candidate."]
    text_hash: Annotated[str, "`sha256:…` of the text, the candidate's if it is there."]
    text: Annotated[Prose | None, "The text, where the text mode and the index allow."]
    branches: Annotated[tuple[BranchRank, ...], "Ranks in each stage of the ranking."]


@dataclass(frozen=True, slots=True)
class Slope:
    """A line from a chunk's baseline rank to its row."""

    y1: Annotated[float, "Start, in rows from the top."]
    y2: Annotated[float, "End, in rows from the top."]
    move: Annotated[Move, "What the chunk did; chooses the stroke."]


@dataclass(frozen=True, slots=True)
class RankingPart:
    """Ranked lists of both sides, aligned by chunk."""

    rows: Annotated[tuple[RankRow, ...], "Candidate order, then what went."]
    slopes: Annotated[tuple[Slope, ...], "Lines of the slope picture."]
    left_out: Annotated[int, "Chunks further down on both lists, outside of the context."]
    stages: Annotated[tuple[str, ...], "Retrieval stages any row has a rank in."]


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """A claim of an answer and what it cites."""

    claim: Annotated[Prose, "The claim."]
    quote: Annotated[Prose, "Words of the chunk it quotes; empty when the claim is that quote."]
    chunk_id: Annotated[str, "Cited chunk."]
    url: Annotated[str, "http(s) address of its section; empty without a `source_url`."]
    rank: Annotated[int | None, "Rank of that chunk; `None` when it was not retrieved."]
    in_context: Annotated[bool, "Whether the generator saw the chunk."]


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """The answer of one side."""

    side: Annotated[Side, "Corpus version."]
    present: Annotated[bool, "Whether there is a record at all."]
    answer: Annotated[Prose, "The answer."]
    pieces: Annotated[tuple[DiffPiece, ...], "The answer against the other side's, word by word."]
    refused: Annotated[bool, "Whether the generator declined to answer."]
    error: Annotated[str, "What went wrong, when there is no usable answer."]
    claims: Annotated[tuple[ClaimPart, ...], "Claims and their citations."]
    model: Annotated[str, "Model that answered."]
    prompt_hash: Annotated[str, "`sha256:…` of the whole request."]
    tokens: Annotated[int, "Prompt and completion tokens."]
    cost: Annotated[float | None, "In the currency of the prices; `None` without prices."]
    trials: Annotated[int, "Trials of this side."]
    distinct_answers: Annotated[int, "Different answers among the trials."]


@dataclass(frozen=True, slots=True)
class TrialPart:
    """The answers of a trial after the first."""

    number: Annotated[int, "Which trial, counted from 1."]
    answers: Annotated[tuple[AnswerPart, ...], "Baseline, then candidate."]
    same_answer: Annotated[bool, "Whether both answers are the same text."]


@dataclass(frozen=True, slots=True)
class TrialOutcome:
    """What one trial came to on both sides, one layer."""

    layer: Annotated[Layer, "retrieval, citation or answer."]
    baseline: Annotated[tuple[str, ...], "Outcome of each trial on the baseline."]
    candidate: Annotated[tuple[str, ...], "Outcome of each trial on the candidate."]


@dataclass(frozen=True, slots=True)
class JudgementPart:
    """What the judge said of one question that the checks left open."""

    side: Annotated[Side, "Corpus version."]
    trial: Annotated[int, "Trial, counted from 1."]
    check: Annotated[str, "Check that asked."]
    subject: Annotated[str, "Fact, or chunk and claim, that it is about."]
    verdict: Annotated[str, "supported, contradicted, missing, abstain …"]
    agreeing: Annotated[int, "Votes for that verdict."]
    votes: Annotated[int, "Votes."]
    quotes: Annotated[tuple[Prose, ...], "Words the votes rest on, found in the text."]


@dataclass(frozen=True, slots=True)
class DiagnosisPart:
    """Why the case changed and which documents did it."""

    kind: Annotated[str, "Kind of cause."]
    layer: Annotated[Layer, "Layer of the first difference."]
    stage: Annotated[str, "Stage of the first difference."]
    documents: Annotated[tuple[DocumentRef, ...], "Documents that did it."]
    alternatives: Annotated[tuple[tuple[DocumentRef, ...], ...], "Other sets that explain it."]
    confirmed: Annotated[bool, "Confirmed by a counterfactual index."]
    explanation: Annotated[str, "One sentence."]
    evidence: Annotated[tuple[str, ...], "Further sentences."]


@dataclass(frozen=True, slots=True)
class CaseMetric:
    """A metric of one case on both sides."""

    name: Annotated[str, "Name of the metric."]
    baseline: Annotated[float | None, "Value on the baseline."]
    candidate: Annotated[float | None, "Value on the candidate."]
    fault: Annotated[str, "Why a value is missing that should be there."]


@dataclass(frozen=True, slots=True)
class FiredRule:
    """A rule that fired on a case."""

    rule: Annotated[str, "Name of the rule."]
    action: Annotated[Action, "block or review."]


@dataclass(frozen=True, slots=True)
class FindingPart:
    """Rules that fired on a case for the same reason."""

    rules: Annotated[tuple[FiredRule, ...], "The rules, in the order of the policy."]
    reason: Annotated[str, "Why they fired."]


@dataclass(frozen=True, slots=True)
class DecisionPart:
    """What a person decided, and what it comes to."""

    verdict: Annotated[str, "accept, reject, label_wrong or cannot_tell."]
    state: Annotated[DecisionState, "Whether it counts, and if not, why."]
    changed: Annotated[
        tuple[str, ...], "Of a void decision, the parts of the evidence that changed."
    ]
    who: Annotated[str, "The person."]
    role: Annotated[str, "In which role; may be empty."]
    at: Annotated[str, "ISO 8601 time."]
    expires: Annotated[str, "Last day on which it counts; empty when it does not expire."]
    reason: Annotated[str, "Why."]
    commit: Annotated[str, "Commit that brought it; empty when there is none."]
    digest: Annotated[str, "`sha256:…` of the decision."]


@dataclass(frozen=True, slots=True)
class EvidenceParts:
    """What a decision made here is bound to."""

    case_id: Annotated[str, "Case id; empty for the run as a whole."]
    rules: Annotated[tuple[str, ...], "Rules that fired."]
    action: Annotated[CaseAction, "The strongest of what they do."]
    answer: Annotated[str, "Digest over the answers."]
    cited: Annotated[str, "Digest over what is cited."]
    retrieved: Annotated[str, "Digest over the context."]
    expectation: Annotated[str, "Digest over what is expected."]
    checks: Annotated[str, "Digest over what the checks found."]
    policy: Annotated[str, "Digest over the rules that fired."]


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """What people decided, and what they can decide."""

    decisions: Annotated[tuple[DecisionPart, ...], "Decisions, oldest first."]
    evidence: Annotated[EvidenceParts | None, "`None` where nothing can be decided."]


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """A question that a judge was asked, for a person to answer as well."""

    check: Annotated[str, "The check that asked."]
    task: Annotated[Task, "What kind of question it is."]
    side: Annotated[Side, "Side whose answer it is about."]
    question: Annotated[str, "Digest of the statement and the texts."]
    subject: Annotated[str, "The fact, or the chunk and the claim."]
    verdicts: Annotated[tuple[JudgeVerdict, ...], "What can be answered."]


@dataclass(frozen=True, slots=True)
class CaseDetail:
    """The body of a case."""

    findings: Annotated[tuple[FindingPart, ...], "Rules that fired on it, by reason."]
    waived: Annotated[tuple[FindingPart, ...], "The same of what people accepted."]
    review: Annotated[ReviewPart, "Decisions of people."]
    judged: Annotated[
        tuple[JudgedPart, ...], "Questions the judge was asked; only where all text is shown."
    ]
    diagnosis: Annotated[DiagnosisPart | None, "Why, and which documents did it."]
    expectations: Annotated[tuple[ExpectationPart, ...], "What is expected, both sides."]
    override_reason: Annotated[str, "Reason the case gives for an intended change."]
    commit: Annotated[str, "Commit that changed the case last; empty outside of git."]
    principal: Annotated[tuple[str, ...], "Groups of the asking person."]
    scope: Annotated[tuple[str, ...], "Metadata filters of the case, `key = value`."]
    notes: Annotated[str, "Notes of the case's author."]
    changed: Annotated[tuple[CheckGroup, ...], "Checks whose outcome changed, worst first."]
    steady: Annotated[tuple[CheckGroup, ...], "Checks with the same outcome on both sides."]
    not_applicable: Annotated[int, "Checks that apply on neither side."]
    metrics: Annotated[tuple[CaseMetric, ...], "Retrieval metrics of the case."]
    ranking: Annotated[RankingPart | None, "Ranked lists, unless no side retrieved anything."]
    answers: Annotated[tuple[AnswerPart, ...], "Baseline, then candidate; the first trial."]
    same_answer: Annotated[bool, "Whether both answers are the same text."]
    outcomes: Annotated[tuple[TrialOutcome, ...], "Outcomes by trial, where trials can differ."]
    again: Annotated[tuple[TrialPart, ...], "The trials after the first."]
    judgements: Annotated[tuple[JudgementPart, ...], "What a judge said."]
    texts: Annotated[tuple[TextDiffPart, ...], "What changed in the blamed documents."]
    reproduce: Annotated[str, "Command that runs the case again; empty when there is none."]


@dataclass(frozen=True, slots=True)
class CasePart:
    """One case: its row and its body."""

    anchor: Annotated[str, "Element id; `#` and this is the deep link."]
    id: Annotated[str, "Case id."]
    query: Annotated[Prose, "The question."]
    status: Annotated[Status, "Status of the comparison."]
    action: Annotated[CaseAction, "Strongest rule that fired on it."]
    critical: Annotated[bool, "Whether the case is critical."]
    flagged: Annotated[bool, "Whether a person should look at it."]
    draft: Annotated[bool, "Proposed, and no part of the verdict."]
    since: Annotated[Since, "How it stands to an earlier run."]
    within_noise: Annotated[tuple[Layer, ...], "Layers that also flip when nothing changed."]
    stability: Annotated[tuple[float, ...], "Share of trials that agree: baseline, candidate."]
    decided: Annotated[Decided, "What people decided; empty when nobody did."]
    waived: Annotated[bool, "Whether people accepted everything that was found."]
    tags: Annotated[tuple[str, ...], "Tags of the case."]
    layers: Annotated[tuple[Layer, ...], "Layers whose outcome changed."]
    kind: Annotated[str, "Kind of cause; empty without a diagnosis."]
    documents: Annotated[tuple[str, ...], "Documents blamed."]
    summary: Annotated[str, "One sentence: what the comparison found."]
    facets: Annotated[tuple[str, ...], "Filters the case answers to."]
    detail: Annotated[CaseDetail, "The body."]


@dataclass(frozen=True, slots=True)
class FilterPart:
    """Choices of one filter."""

    name: Annotated[str, "`action`, `status`, `since`, `layer`, `kind`, `tag` or `document`."]
    choices: Annotated[tuple[str, ...], "Values that occur, in a fixed order."]


@dataclass(frozen=True, slots=True)
class PinPart:
    """One line of the provenance."""

    name: Annotated[str, "Dotted name in `run.json`."]
    value: Annotated[str, "Its value."]


@dataclass(frozen=True, slots=True)
class PinGroup:
    """Provenance under one top-level name."""

    name: Annotated[str, "Top-level name in `run.json`."]
    pins: Annotated[tuple[PinPart, ...], "Every value below it."]


@dataclass(frozen=True, slots=True)
class TrendLine:
    """One number over the runs, as a picture."""

    name: Annotated[str, "Layer, or stage."]
    points: Annotated[str, "Points of an SVG polyline, 100 wide and 20 high, oldest run first."]
    end: Annotated[str, "The last of them, as the start of an SVG path."]
    first: Annotated[float | None, "Value of the oldest run that has it."]
    last: Annotated[float | None, "Value of the newest run that has it."]
    low: Annotated[float | None, "Lowest value, at the bottom of the picture."]
    high: Annotated[float | None, "Highest value, at the top."]


@dataclass(frozen=True, slots=True)
class TrendRate:
    """Cases that pass on the candidate in one layer of one run."""

    layer: Annotated[Layer, "The layer."]
    passed: Annotated[int, "Cases that pass."]
    of: Annotated[int, "Cases to which it applies."]


@dataclass(frozen=True, slots=True)
class TrendRow:
    """One run among earlier ones."""

    run_id: Annotated[str, "Run id."]
    own: Annotated[bool, "Whether it is the run of this report."]
    started: Annotated[str, "ISO 8601 time it began; empty if unknown."]
    verdict: Annotated[Verdict, "PASS, REVIEW or BLOCK."]
    complete: Annotated[bool, "False when records are missing or errored."]
    cases: Annotated[int, "Cases, drafts left out."]
    rates: Annotated[tuple[TrendRate, ...], "A layer each, where it applies to a case."]
    worse: Annotated[tuple[CaseRef, ...], "Cases that fail and did not in the run before."]
    fixed: Annotated[tuple[CaseRef, ...], "Cases that pass and failed in the run before."]
    inputs: Annotated[tuple[str, ...], "Pins that differ from the run before, corpora left out."]
    cost: Annotated[float | None, "Cost of the answers; `None` without a price table."]


@dataclass(frozen=True, slots=True)
class FlakyPart:
    """A case whose outcome moves for a reason that may not be the corpus."""

    case: Annotated[CaseRef, "The case."]
    contradicted: Annotated[int, "Runs with another outcome than an earlier one on equal inputs."]
    unsteady: Annotated[int, "Runs in which its trials disagree."]
    flips: Annotated[int, "Turns between pass and fail; fewer than two are left out as 0."]
    outcomes: Annotated[tuple[Outcome | None, ...], "On the candidate, a run each; `None`: absent."]


@dataclass(frozen=True, slots=True)
class StagePart:
    """How long one stage takes on the candidate."""

    line: Annotated[TrendLine, "The 90th percentile over the runs, in milliseconds."]
    p50: Annotated[float | None, "Median of this run, in milliseconds."]
    p90: Annotated[float | None, "90th percentile."]
    p99: Annotated[float | None, "99th percentile."]


@dataclass(frozen=True, slots=True)
class LeftOutPart:
    """A folder beside the run that could not be read as one."""

    folder: Annotated[str, "Its name."]
    reason: Annotated[str, "Why."]


@dataclass(frozen=True, slots=True)
class TrendPart:
    """How the run follows earlier ones, from its `trend.json`."""

    rows: Annotated[tuple[TrendRow, ...], "Runs, newest first; the run itself is the first."]
    older: Annotated[int, "Runs before the oldest of them."]
    lines: Annotated[tuple[TrendLine, ...], "Pass rate of each layer."]
    flaky: Annotated[tuple[FlakyPart, ...], "Flaky cases."]
    stages: Annotated[tuple[StagePart, ...], "Stages, slowest first."]
    left_out: Annotated[tuple[LeftOutPart, ...], "What could not be read."]


@dataclass(frozen=True, slots=True)
class ReportContext:
    """The whole page."""

    run_id: Annotated[str, "Run id."]
    text: Annotated[TextMode, "How much corpus text the report may hold."]
    created: Annotated[str, "ISO 8601 time the run began, from `run.json`; empty if unknown."]
    policy_hash: Annotated[str, "Digest of the gate policy."]
    verdict: Annotated[VerdictPart, "First screen."]
    since: Annotated[SincePart | None, "What an earlier run found, where one was named."]
    rules: Annotated[tuple[RulePart, ...], "Every rule, fired ones first."]
    beside: Annotated[
        tuple[RulePart, ...],
        "What stops a release without a rule of the policy, such as edits of the exam.",
    ]
    corpus: Annotated[CorpusPart, "Changes of the corpus."]
    coverage: Annotated[CoveragePart | None, "Which changes some case asks about."]
    matrices: Annotated[tuple[MatrixPart, ...], "Transitions by layer."]
    by_tag: Annotated[tuple[TagTransitions, ...], "The same by tag."]
    metrics: Annotated[MetricsPart, "Metrics."]
    sides: Annotated[tuple[SideTotalsPart, ...], "Cost, tokens and times of each side."]
    filters: Annotated[tuple[FilterPart, ...], "Filters of the case list."]
    flagged: Annotated[tuple[CasePart, ...], "Cases a person should look at, worst first."]
    others: Annotated[tuple[CasePart, ...], "All other cases."]
    whole: Annotated[ReviewPart, "Decisions about what was found on the run as a whole."]
    trend: Annotated[TrendPart | None, "How it follows earlier runs; `None` without any."]
    provenance: Annotated[tuple[PinGroup, ...], "Every pin of the run."]


def reference_tables() -> str:
    """Markdown tables of every page part, for ``docs/reference/report-template.md``."""
    return "\n".join(_reference_table(part) for part in page_parts())


def page_parts() -> list[type[Any]]:
    """The dataclasses templates are given, in the order they are defined."""
    return [
        value
        for value in globals().values()
        if isinstance(value, type)
        and is_dataclass(value)
        and value.__module__ == __name__
        and value is not RunArtefacts
    ]


def _reference_table(part: type[Any]) -> str:
    hints = get_type_hints(part, include_extras=True)
    lines = [f"## {part.__name__}", "", (part.__doc__ or "").strip(), "", "| field | meaning |"]
    lines.append("|---|---|")
    lines += [f"| `{name}` | {hint.__metadata__[0]} |" for name, hint in hints.items()]
    return "\n".join([*lines, ""])
