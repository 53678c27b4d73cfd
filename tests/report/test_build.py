"""What a report says about a run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from harness.model.gate import GateResult
from harness.report import build_context
from harness.report.context import CasePart, ReportContext
from tests.report.fixtures import STORIES, many, run


def context(**changes: Any) -> ReportContext:
    return build_context(run(**changes))


def case(found: ReportContext, case_id: str) -> CasePart:
    return next(case for case in found.flagged + found.others if case.id == case_id)


def test_equal_runs_give_equal_contexts() -> None:
    assert context() == context()


def test_blocking_cases_come_first_and_every_case_is_somewhere() -> None:
    found = context()
    assert [case.id for case in found.flagged[:2]] == ["ghp-001", "ghp-002"]
    everywhere = {case.id for case in found.flagged + found.others}
    assert everywhere == {story.id for story in STORIES}


def test_case_with_a_harmful_status_is_flagged_even_when_no_rule_fired() -> None:
    quiet = run()
    gate = quiet.gate.model_copy(update={"findings": (), "rules": (), "verdict": "PASS"})
    found = build_context(replace(quiet, gate=gate))
    assert case(found, "ghp-001").flagged
    assert case(found, "ghp-001").action == ""
    assert not case(found, "ghp-012").flagged


def test_improved_case_with_a_finding_is_flagged_and_is_one_to_decide() -> None:
    stories = [replace(STORIES[9], action="review")]
    found = build_context(run(stories))
    assert found.flagged[0].status == "improved"
    assert [(task.kind, task.cases[0].id) for task in found.verdict.tasks] == [
        ("decide", "ghp-020")
    ]


def test_tasks_tell_what_to_do_by_status() -> None:
    tasks = {task.kind: [ref.id for ref in task.cases] for task in context().verdict.tasks}
    assert tasks == {
        "rerun": ["ghp-009"],
        "fix": ["ghp-001", "ghp-002"],
        "relabel": ["ghp-008"],
        "resolve": ["ghp-003"],
        "decide": ["ddr-002", "ddr-001"],
        "declare": ["ghp-013"],
    }


def test_rule_on_the_run_as_a_whole_is_a_task_of_its_own() -> None:
    calm = run([STORIES[10]])
    rule = calm.gate.rules[4].model_copy(update={"fired": True, "reason": "mean mrr fell"})
    gate = calm.gate.model_copy(update={"rules": (rule,), "verdict": "REVIEW"})
    verdict = build_context(replace(calm, gate=gate)).verdict
    assert [task.kind for task in verdict.tasks] == ["judge"]
    assert (verdict.blocking, verdict.waiting) == (0, 0)


def test_verdict_counts_blocking_and_waiting_cases_apart() -> None:
    verdict = context().verdict
    assert (verdict.blocking, verdict.waiting) == (2, 6)
    assert not verdict.complete


def test_confidence_counts_errors_and_one_sided_cases() -> None:
    whole = run()
    first = whole.comparison.cases[0].model_copy(update={"only_in": "baseline"})
    records = {**whole.records, "candidate": whole.records["candidate"][1:]}
    comparison = whole.comparison.model_copy(update={"cases": (first, *whole.comparison.cases[1:])})
    sure = build_context(replace(whole, comparison=comparison, records=records)).verdict.confidence
    assert (sure.cases, sure.compared, sure.errors) == (12, 11, 1)
    assert [ref.id for ref in sure.one_sided] == ["ghp-001"]
    assert sure.detectable_losses == 5
    assert sure.detectable_share == 5 / 11


def test_too_few_cases_can_detect_no_average_loss() -> None:
    assert build_context(run(STORIES[:3])).verdict.confidence.detectable_losses is None


def test_documents_are_listed_by_what_they_did() -> None:
    corpus = context().corpus
    hurt = {part.path: [ref.id for ref in part.hurt] for part in corpus.with_effect if part.hurt}
    assert hurt["privacy-policies/event-media-notice.md"] == ["ghp-008"]
    assert hurt["github-terms/github-event-terms.md"] == ["ghp-008"]
    helped = {part.path for part in corpus.with_effect if part.helped}
    assert "security-policies/github-sirt-description-rfc-2350.md" in helped
    assert [part.path for part in corpus.without_effect] == ["site-policy/contributing.md"]
    assert corpus.without_effect[0].only_metadata


def test_blame_on_the_old_path_of_a_renamed_document_reaches_its_row() -> None:
    story = replace(STORIES[9], document="old/github-terms/github-copilot-product-terms.md")
    corpus = build_context(run([story])).corpus
    assert [part.path for part in corpus.with_effect] == [
        "github-terms/github-copilot-product-terms.md"
    ]


def test_unchanged_documents_are_counted_and_not_listed() -> None:
    corpus = context().corpus
    assert {item.kind: item.count for item in corpus.counts}["unchanged"] == 2
    listed = {part.path for part in corpus.with_effect + corpus.without_effect}
    assert "acceptable-use-policies/github-acceptable-use-policies.md" not in listed


def test_every_number_of_a_matrix_opens_as_many_cases() -> None:
    found = context()
    facets = [facet for case in found.flagged + found.others for facet in case.facets]
    for matrix in found.matrices:
        for row in matrix.rows:
            for cell in row.cells:
                assert facets.count(cell.facet) == cell.count


def test_every_won_lost_or_tied_number_opens_as_many_cases() -> None:
    found = context()
    facets = [facet for case in found.flagged + found.others for facet in case.facets]
    for metric in found.metrics.metrics[0].metrics:
        for segment in metric.segments:
            assert facets.count(segment.facet) == segment.count


def test_metric_pictures_share_one_scale_and_stay_inside_it() -> None:
    metrics = context().metrics
    for metric in metrics.metrics[0].metrics:
        assert 0 <= metric.baseline_x <= 100
        assert 0 <= metric.candidate_x <= 100
        assert sum(segment.width for segment in metric.segments) <= 100.01


def test_checks_of_one_fact_stand_together_worst_first() -> None:
    detail = case(context(), "ghp-002").detail
    groups = detail.changed
    assert [group.check for group in groups] == ["required_fact"]
    assert [group.check for group in detail.steady] == ["forbidden_fact"]
    assert [check.place for check in groups[0].checks] == ["source", "context", "answer"]
    assert [check.direction for check in groups[0].checks] == ["same", "same", "worse"]


def test_rules_that_fire_for_one_reason_are_listed_once() -> None:
    whole = run()
    again = whole.gate.findings[0].model_copy(update={"rule": "another", "action": "review"})
    gate = whole.gate.model_copy(update={"findings": (*whole.gate.findings, again)})
    findings = case(build_context(replace(whole, gate=gate)), "ghp-001").detail.findings
    assert [[fired.action for fired in part.rules] for part in findings] == [["block", "review"]]


def test_checks_that_apply_on_neither_side_are_counted() -> None:
    assert case(context(), "ghp-001").detail.not_applicable == 1


def test_override_shows_its_reason_and_marks_what_it_replaced() -> None:
    detail = case(context(), "ghp-012").detail
    assert detail.override_reason == "The key was rotated in the yearly revision."
    assert [part.name for part in detail.expectations if part.differs] == ["required_facts"]


def test_case_without_records_still_has_a_page() -> None:
    bare = replace(run(), records={"baseline": [], "candidate": []})
    detail = case(build_context(bare), "ghp-001").detail
    assert detail.ranking is None
    assert [answer.present for answer in detail.answers] == [False, False]


def test_rule_on_an_unknown_case_names_it() -> None:
    whole = run()
    rule = whole.gate.rules[0].model_copy(update={"case_ids": ("vanished-1",)})
    gate = whole.gate.model_copy(update={"rules": (rule,)})
    assert build_context(replace(whole, gate=gate)).rules[0].cases[0].id == "vanished-1"


def test_all_trials_are_counted_and_the_first_is_shown() -> None:
    whole = run(text="full")
    again = [
        record.model_copy(update={"trial": 1, "answer": "Something else."})
        for record in whole.records["candidate"]
    ]
    records = {**whole.records, "candidate": [*again, *whole.records["candidate"]]}
    answer = case(build_context(replace(whole, records=records)), "ghp-001").detail.answers[1]
    assert (answer.trials, answer.distinct_answers) == (2, 2)
    assert answer.answer.text.startswith("GitHub will preserve")


def test_provenance_names_no_folder_and_no_host() -> None:
    text = repr(context().provenance)
    assert "3.11.7" in text
    assert "ivan" not in text


def test_provenance_holds_every_leaf_of_the_run() -> None:
    pins = {
        f"{group.name}.{pin.name}": pin.value
        for group in context().provenance
        for pin in group.pins
    }
    assert pins["config.chunks.size_tokens"] == "256"
    assert pins["git.dirty"] == "no"
    assert pins["run.retrieval[2].name"] == "sparse"
    assert pins["generation.max_tokens"] == "—"


def test_personal_data_leaves_nowhere_in_the_context() -> None:
    mail = "ivan.petrov@mail.example"
    story = replace(
        STORIES[0], id=mail, query=f"Who is {mail}?", fact=f"It is {mail}.", document=f"{mail}.md"
    )
    assert mail not in repr(build_context(run([story], text="full", run_id=mail)))
    assert "[email]" in repr(build_context(run([story], text="full", run_id=mail)))


def test_error_message_of_an_unusable_answer_is_withheld() -> None:
    """A malformed answer is often quoted in the message; it is corpus text."""
    story = replace(STORIES[4], error="malformed")
    found = build_context(run([story]))
    assert found.flagged[0].detail.answers[1].error == "malformed: [21 characters withheld]"


def test_pass_without_flagged_cases_asks_for_nothing() -> None:
    found = build_context(run([STORIES[10]]))
    assert found.verdict.verdict == "PASS"
    assert found.verdict.tasks == ()
    assert found.flagged == ()


def test_run_without_cases_is_a_report_too() -> None:
    found = build_context(run([]))
    assert found.verdict.confidence.detectable_losses is None
    assert found.metrics.metrics == ()


def test_gate_of_another_policy_is_shown_as_it_is() -> None:
    gate = GateResult(
        verdict="REVIEW", exit_code=3, complete=True, policy_hash="sha256:1", rules=(), findings=()
    )
    assert build_context(run(gate=gate)).verdict.verdict == "REVIEW"


def test_many_cases_keep_distinct_anchors() -> None:
    found = build_context(many(300))
    anchors = [case.anchor for case in found.flagged + found.others]
    assert len(set(anchors)) == 300
