"""What the report is made from, and what its templates are given: one dataclass per page part.

:class:`RunArtefacts` goes in, :class:`ReportContext` comes out of
:func:`harness.report.build.build_context`. Every string of a context is redacted and every
number, order and position in it is final: templates format, they never compute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal, get_args

from harness.model.case import Case
from harness.model.comparison import Comparison, EvidenceState, Outcome, Place, Status
from harness.model.corpus import ChangeKind, ManifestDiff
from harness.model.diagnosis import Diagnosis
from harness.model.gate import Action, GateResult
from harness.model.record import RunRecord
from harness.model.wire import Layer, Side, Verdict

TextMode = Literal["none", "snippets", "full"]
"""How much corpus text a report may hold: none, the first characters of each text, or all."""

Direction = Literal["worse", "better", "same", "other"]
"""What a change of outcome means; ``other`` where a check stops or starts to apply."""

Move = Literal["rose", "fell", "came", "went", "same"]
"""What a chunk did between the two ranked lists."""

Result = Literal["won", "lost", "tied"]
"""What a case did on one metric."""

Shown = Literal["all", "part", "none"]

DiffOp = Literal["same", "gone", "new"]

CaseAction = Literal["block", "review", ""]

TEXT_MODES: tuple[TextMode, ...] = get_args(TextMode)

TextLookup = Callable[[Side, str], str | None]
"""(side, chunk id) -> the chunk's text, ``None`` when it cannot be read any more."""


@dataclass(frozen=True, slots=True)
class RunArtefacts:
    """Everything one run left behind, as read from ``runs/<run-id>/``."""

    run_id: str
    comparison: Comparison
    diagnoses: Sequence[Diagnosis]
    gate: GateResult
    manifest_diff: ManifestDiff
    records: Mapping[Side, Sequence[RunRecord]]
    cases: Sequence[Case]
    run: Mapping[str, Any]
    """``run.json``: pins, digests, package versions, git commit and dirty flag, times."""
    text: TextMode = "none"
    """``report.text`` of the configuration."""
    chunk_text: TextLookup | None = None
    """Read only when ``text`` is not ``none``."""
    source_url: str = ""
    """Link to a document, with ``{path}``, ``{source_id}`` or ``{side}`` in it; http(s) only."""
    reproduce: Sequence[str] = ()
    """Command that runs one case again, one argument an item; ``{case}`` becomes the case id."""
    review: Sequence[str] = ()
    """Command that opens the review of this run; empty when there is none."""
    noise_floor: float | None = None
    """Share of cases that flip between trials of the same corpus; ``None`` when not measured."""


def described(text: str) -> Any:
    """A dataclass field with its ``help``, the one line the reference page prints."""
    return field(metadata={"help": text})


@dataclass(frozen=True, slots=True)
class CaseRef:
    """A link to one case."""

    anchor: str = described("Element id of the case; `#` and this is its deep link.")
    id: str = described("Case id.")
    status: Status = described("Status of the case's comparison.")


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """A link to one document."""

    path: str = described("Path of the document in its corpus version.")
    url: str = described("http(s) address of the document; empty without a `source_url`.")
    anchor: str = described("Element id of the document's row; empty when it did not change.")


@dataclass(frozen=True, slots=True)
class Prose:
    """A piece of text with its language, so that browsers and screen readers treat it right."""

    text: str = described("The text, as much of it as the text mode allows.")
    language: str = described("ISO 639-1 code, or empty when it cannot be told.")
    length: int = described("Characters of the whole text, before anything was withheld.")
    digest: str = described("`sha256:…` of the whole text.")
    shown: Shown = described("How much of the text is here.")


@dataclass(frozen=True, slots=True)
class RulePart:
    """One rule of the policy."""

    rule: str = described("Name or canonical text of the rule.")
    action: Action = described("What the rule does when it fires: block or review.")
    fired: bool = described("Whether it fired.")
    reason: str = described("Why it fired, in the gate's words.")
    cases: tuple[CaseRef, ...] = described("Cases it fired on.")


@dataclass(frozen=True, slots=True)
class TaskPart:
    """Something a person must do before the corpus may ship."""

    kind: str = described("Name of the task: `fix`, `relabel`, `decide`, `declare`, `rerun` …")
    cases: tuple[CaseRef, ...] = described("Cases the task is about.")
    documents: tuple[DocumentRef, ...] = described("Documents to look at.")


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many cases have one status."""

    status: Status = described("The status.")
    count: int = described("Number of cases.")
    flagged: bool = described("Whether cases of this status are flagged by it.")


@dataclass(frozen=True, slots=True)
class ConfidencePart:
    """How sure the verdict is."""

    cases: int = described("Cases in the comparison.")
    compared: int = described("Cases with a record on both sides.")
    one_sided: tuple[CaseRef, ...] = described("Cases with records on one side alone.")
    errors: int = described("Records that ended in an error, both sides.")
    trials: int = described("Trials of each case.")
    deterministic: bool = described("Whether the generator gives the same answer every time.")
    detectable_losses: int | None = described(
        "Fewest cases lost, none won, that an average can tell from chance at level 0.05 "
        "(sign test); `None` when not even all of them."
    )
    detectable_share: float = described("The same as a share of the compared cases.")
    noise_floor: float | None = described("Share of cases that flip between trials, if measured.")
    carried: int = described("Pairs equally uncertain on both sides for the same text.")
    diagnosed: int = described("Cases with a diagnosis.")
    confirmed: int = described("Diagnoses confirmed by a counterfactual index.")


@dataclass(frozen=True, slots=True)
class VerdictPart:
    """The first screen: may it ship, why not, what to do, how sure."""

    verdict: Verdict = described("PASS, REVIEW or BLOCK.")
    complete: bool = described("False when a record is missing or errored.")
    exit_code: int = described("Exit code of the command that made the run.")
    blocking: int = described("Cases a blocking rule fired on.")
    waiting: int = described("Other flagged cases: a person must look at them.")
    fired: tuple[RulePart, ...] = described("Rules that fired, blocking ones first.")
    tasks: tuple[TaskPart, ...] = described("What a person must do, in order.")
    tally: tuple[StatusCount, ...] = described("Cases by status, worst first.")
    confidence: ConfidencePart = described("How sure the verdict is.")
    review: str = described("Command that opens the review; empty when there is none.")


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many documents changed in one way."""

    kind: ChangeKind = described("Kind of change.")
    count: int = described("Number of documents.")


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """One changed document and the cases it touched."""

    anchor: str = described("Element id of the row.")
    kind: ChangeKind = described("Kind of change.")
    path: str = described("Path in the candidate; in the baseline for a removed document.")
    old_path: str = described("Path in the baseline where it differs.")
    url: str = described("http(s) address of the document; empty without a `source_url`.")
    baseline_sha256: str = described("Hex digest of the file in the baseline; empty if absent.")
    candidate_sha256: str = described("Hex digest of the file in the candidate; empty if absent.")
    metadata_changed: tuple[str, ...] = described("Front-matter keys whose value differs.")
    only_metadata: bool = described("True when the body is the same.")
    hurt: tuple[CaseRef, ...] = described("Cases whose diagnosis blames this document.")
    helped: tuple[CaseRef, ...] = described("Cases that got better, or changed as declared.")


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """What changed in the corpus, by effect."""

    baseline: str = described("Corpus digest of the baseline.")
    candidate: str = described("Corpus digest of the candidate.")
    counts: tuple[KindCount, ...] = described("Documents by kind of change.")
    with_effect: tuple[DocumentPart, ...] = described("Documents that hurt or helped a case.")
    without_effect: tuple[DocumentPart, ...] = described("Other changed documents.")


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """Number of cases of one transition."""

    count: int = described("Number of cases.")
    direction: Direction = described("What the change means.")
    facet: str = described("Name of the filter that shows these cases.")
    candidate: Outcome = described("Outcome on the candidate.")


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """Transitions that start from one baseline outcome."""

    baseline: Outcome = described("Outcome on the baseline.")
    cells: tuple[MatrixCell, ...] = described("One cell for each candidate outcome.")


@dataclass(frozen=True, slots=True)
class MatrixPart:
    """Transitions of one layer."""

    layer: Layer = described("retrieval, citation or answer.")
    outcomes: tuple[Outcome, ...] = described("Candidate outcomes, one a column.")
    rows: tuple[MatrixRow, ...] = described("One row for each baseline outcome.")


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the won / lost / tied bar."""

    name: Result = described("What the cases did.")
    count: int = described("Number of cases.")
    x: float = described("Left edge, 0 to 100.")
    width: float = described("Width, 0 to 100.")
    facet: str = described("Name of the filter that shows these cases.")


@dataclass(frozen=True, slots=True)
class MetricPart:
    """One metric, baseline to candidate."""

    name: str = described("`recall@8`, `mrr` …")
    tag: str = described("Tag of the scope; empty for all cases.")
    cases: int = described("Cases that have the metric on both sides.")
    left_out: tuple[CaseRef, ...] = described("Cases in scope that lack it on one side.")
    baseline: float = described("Mean on the baseline.")
    candidate: float = described("Mean on the candidate.")
    change: float = described("Candidate minus baseline.")
    baseline_x: float = described("Position of the baseline dot, 0 to 100.")
    candidate_x: float = described("Position of the candidate dot, 0 to 100.")
    segments: tuple[Segment, ...] = described("Won, lost and tied cases.")


@dataclass(frozen=True, slots=True)
class MetricsPart:
    """All metrics on one scale."""

    low: float = described("Value at the left end of the pictures.")
    high: float = described("Value at the right end.")
    metrics: tuple[MetricPart, ...] = described("Whole-set metrics first, then by tag.")


@dataclass(frozen=True, slots=True)
class ExpectationPart:
    """One expectation of a case on both sides."""

    name: str = described("Field of the case: `required_facts`, `answerable` …")
    baseline: tuple[str, ...] = described("Expected on the baseline, one item a line.")
    candidate: tuple[str, ...] = described("Expected on the candidate.")
    differs: bool = described("Whether an override replaced it.")


@dataclass(frozen=True, slots=True)
class PlacePart:
    """Where a supporting passage stands."""

    side: Side = described("Corpus version.")
    source_id: str = described("Document.")
    section_id: str = described("Section in the document; empty at its top.")
    start: int = described("First character in the document's normalised text.")
    end: int = described("Character after the last.")
    text_hash: str = described("`sha256:…` of the passage.")


@dataclass(frozen=True, slots=True)
class CheckPart:
    """One check in one place, on both sides."""

    place: Place = described("source, context, answer or empty.")
    baseline: Outcome = described("Outcome on the baseline.")
    candidate: Outcome = described("Outcome on the candidate.")
    baseline_reason: str = described("Why, on the baseline.")
    candidate_reason: str = described("Why, on the candidate.")
    state: EvidenceState = described("What became of the supporting passage.")
    carried: bool = described("Equally uncertain on both sides for the same text.")
    direction: Direction = described("What the change means.")
    places: tuple[PlacePart, ...] = described("Supporting passages on either side.")


@dataclass(frozen=True, slots=True)
class CheckGroup:
    """The checks of one subject: a fact followed through source, context and answer."""

    check: str = described("Registered name of the check.")
    layer: Layer = described("retrieval, citation or answer.")
    subject: str = described("Fact, value or chunk id the checks are about.")
    checks: tuple[CheckPart, ...] = described("One for each place, in the order of the pipeline.")


@dataclass(frozen=True, slots=True)
class BranchRank:
    """Rank of a chunk in one retrieval stage on both sides."""

    stage: str = described("dense, sparse, fused or rerank.")
    baseline: int | None = described("Rank on the baseline; `None` where it was not seen.")
    candidate: int | None = described("Rank on the candidate.")


@dataclass(frozen=True, slots=True)
class RankRow:
    """One chunk of the ranked lists of both sides."""

    source_id: str = described("Document.")
    place: str = described("Rest of the chunk id after the source id: section and number.")
    baseline: int | None = described("Final rank on the baseline; `None` when it is not there.")
    candidate: int | None = described("Final rank on the candidate.")
    move: Move = described("What it did.")
    steps: int = described("Ranks it moved.")
    in_baseline_context: bool = described("Whether the generator saw it on the baseline.")
    in_candidate_context: bool = described("Whether the generator saw it on the candidate.")
    expected: bool = described("Whether its document or section is expected.")
    blamed: bool = described("Whether its document is blamed.")
    text_changed: bool = described("The same chunk id holds another text on the candidate.")
    text_hash: str = described("`sha256:…` of the text, the candidate's if it is there.")
    text: Prose | None = described("The text, where the text mode and the index allow.")
    branches: tuple[BranchRank, ...] = described("Ranks in each stage of the ranking.")


@dataclass(frozen=True, slots=True)
class Slope:
    """A line from a chunk's baseline rank to its row."""

    y1: float = described("Start, in rows from the top.")
    y2: float = described("End, in rows from the top.")
    move: Move = described("What the chunk did; chooses the stroke.")


@dataclass(frozen=True, slots=True)
class RankingPart:
    """Ranked lists of both sides, aligned by chunk."""

    rows: tuple[RankRow, ...] = described("Candidate order, then what went.")
    slopes: tuple[Slope, ...] = described("Lines of the slope picture.")
    left_out: int = described("Chunks further down on both lists, outside of the context.")
    stages: tuple[str, ...] = described("Retrieval stages any row has a rank in.")


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """A claim of an answer and what it cites."""

    claim: Prose = described("The claim.")
    quote: Prose = described("Words of the chunk it quotes.")
    chunk_id: str = described("Cited chunk.")
    rank: int | None = described("Rank of that chunk; `None` when it was not retrieved.")
    in_context: bool = described("Whether the generator saw the chunk.")


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """A run of words that is on one side, or on both."""

    op: DiffOp = described("Where the words are.")
    text: str = described("The words.")


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """The answer of one side."""

    side: Side = described("Corpus version.")
    present: bool = described("Whether there is a record at all.")
    answer: Prose = described("The answer.")
    pieces: tuple[DiffPiece, ...] = described("The answer against the other side's, word by word.")
    refused: bool = described("Whether the generator declined to answer.")
    error: str = described("What went wrong, when there is no usable answer.")
    claims: tuple[ClaimPart, ...] = described("Claims and their citations.")
    model: str = described("Model that answered.")
    prompt_hash: str = described("`sha256:…` of the whole request.")
    tokens: int = described("Prompt and completion tokens.")
    trials: int = described("Trials of this side; the first is shown.")
    distinct_answers: int = described("Different answers among the trials.")


@dataclass(frozen=True, slots=True)
class DiagnosisPart:
    """Why the case changed and which documents did it."""

    kind: str = described("Kind of cause.")
    layer: Layer = described("Layer of the first difference.")
    stage: str = described("Stage of the first difference.")
    documents: tuple[DocumentRef, ...] = described("Documents that did it.")
    alternatives: tuple[tuple[DocumentRef, ...], ...] = described("Other sets that explain it.")
    confirmed: bool = described("Confirmed by a counterfactual index.")
    explanation: str = described("One sentence.")
    evidence: tuple[str, ...] = described("Further sentences.")


@dataclass(frozen=True, slots=True)
class CaseMetric:
    """A metric of one case on both sides."""

    name: str = described("Name of the metric.")
    baseline: float | None = described("Value on the baseline.")
    candidate: float | None = described("Value on the candidate.")


@dataclass(frozen=True, slots=True)
class FindingPart:
    """A rule that fired on this case."""

    rule: str = described("Name of the rule.")
    action: Action = described("block or review.")
    reason: str = described("Why it fired.")


@dataclass(frozen=True, slots=True)
class CaseDetail:
    """The body of a case."""

    findings: tuple[FindingPart, ...] = described("Rules that fired on it.")
    diagnosis: DiagnosisPart | None = described("Why, and which documents did it.")
    expectations: tuple[ExpectationPart, ...] = described("What is expected, both sides.")
    override_reason: str = described("Reason the case gives for an intended change.")
    principal: tuple[str, ...] = described("Groups of the asking person.")
    scope: tuple[str, ...] = described("Metadata filters of the case, `key = value`.")
    notes: str = described("Notes of the case's author.")
    checks: tuple[CheckGroup, ...] = described("Checks that apply, worst first.")
    not_applicable: int = described("Checks that apply on neither side.")
    metrics: tuple[CaseMetric, ...] = described("Retrieval metrics of the case.")
    ranking: RankingPart | None = described("Ranked lists, unless no side retrieved anything.")
    answers: tuple[AnswerPart, ...] = described("Baseline, then candidate.")
    same_answer: bool = described("Whether both answers are the same text.")
    reproduce: str = described("Command that runs the case again; empty when there is none.")


@dataclass(frozen=True, slots=True)
class CasePart:
    """One case: its row and its body."""

    anchor: str = described("Element id; `#` and this is the deep link.")
    id: str = described("Case id.")
    query: Prose = described("The question.")
    status: Status = described("Status of the comparison.")
    action: CaseAction = described("Strongest rule that fired on it.")
    critical: bool = described("Whether the case is critical.")
    flagged: bool = described("Whether a person should look at it.")
    tags: tuple[str, ...] = described("Tags of the case.")
    layers: tuple[Layer, ...] = described("Layers whose outcome changed.")
    kind: str = described("Kind of cause; empty without a diagnosis.")
    documents: tuple[str, ...] = described("Documents blamed.")
    summary: str = described("One sentence: what the comparison found.")
    facets: tuple[str, ...] = described("Filters the case answers to.")
    detail: CaseDetail = described("The body.")


@dataclass(frozen=True, slots=True)
class FilterPart:
    """Choices of one filter."""

    name: str = described("`status`, `layer`, `tag`, `kind` or `document`.")
    choices: tuple[str, ...] = described("Values that occur, in a fixed order.")


@dataclass(frozen=True, slots=True)
class PinPart:
    """One line of the provenance."""

    name: str = described("Dotted name in `run.json`.")
    value: str = described("Its value.")


@dataclass(frozen=True, slots=True)
class PinGroup:
    """Provenance under one top-level name."""

    name: str = described("Top-level name in `run.json`.")
    pins: tuple[PinPart, ...] = described("Every value below it.")


@dataclass(frozen=True, slots=True)
class ReportContext:
    """The whole page."""

    run_id: str = described("Run id.")
    text: TextMode = described("How much corpus text the report may hold.")
    created: str = described("ISO 8601 time the run began, from `run.json`; empty if unknown.")
    policy_hash: str = described("Digest of the gate policy.")
    verdict: VerdictPart = described("First screen.")
    rules: tuple[RulePart, ...] = described("Every rule, fired ones first.")
    corpus: CorpusPart = described("Changes of the corpus.")
    matrices: tuple[MatrixPart, ...] = described("Transitions by layer.")
    metrics: MetricsPart = described("Metrics.")
    filters: tuple[FilterPart, ...] = described("Filters of the case list.")
    flagged: tuple[CasePart, ...] = described("Cases a person should look at, worst first.")
    others: tuple[CasePart, ...] = described("All other cases.")
    provenance: tuple[PinGroup, ...] = described("Every pin of the run.")


def reference_tables() -> str:
    """Markdown tables of every page part, for ``docs/reference/report.md``."""
    parts = [
        value
        for value in globals().values()
        if isinstance(value, type) and is_dataclass(value) and value is not RunArtefacts
    ]
    return "\n".join(_reference_table(part) for part in parts)


def _reference_table(part: type[Any]) -> str:
    lines = [f"### {part.__name__}", "", (part.__doc__ or "").strip(), "", "| field | meaning |"]
    lines.append("|---|---|")
    lines += [f"| `{item.name}` | {item.metadata['help']} |" for item in fields(part)]
    return "\n".join([*lines, ""])
