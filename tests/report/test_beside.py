"""What a report says beside the cases: effects, coverage, an earlier run, noise, cost, a judge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup

from harness.gate import of_some_cases
from harness.model.changes import ValueChange
from harness.model.comparison import MetricSummary
from harness.model.noise import Noise
from harness.report import RunArtefacts, build_context, render_report
from harness.report.context import CasePart, CaseRef, ReportContext
from tests.report.fixtures import DOCUMENTS, STORIES, full_run, run
from tests.report.html import parsed, words


def context(**changes: Any) -> ReportContext:
    return build_context(full_run(**changes))


def case(found: ReportContext, case_id: str) -> CasePart:
    return next(case for case in found.flagged + found.others if case.id == case_id)


def ids(cases: tuple[CaseRef, ...]) -> list[str]:
    return [case.id for case in cases]


def page(artefacts: RunArtefacts | None = None, language: str = "en") -> BeautifulSoup:
    return parsed(render_report(build_context(artefacts or full_run()), language=language))


# --- corpus ---------------------------------------------------------------------------------------


def test_documents_that_hurt_most_come_first() -> None:
    corpus = context().corpus
    hurt = [len(part.hurt) for part in corpus.with_effect]
    assert hurt == sorted(hurt, reverse=True)
    assert hurt[0] == 1


def test_document_that_enters_unrelated_cases_is_marked_and_listed_though_it_hurts_none() -> None:
    part = next(p for p in context().corpus.with_effect if p.path == DOCUMENTS[6][1])
    assert part.hub
    assert ids(part.above) == ["ghp-022"]


def test_new_readers_of_a_document_are_named() -> None:
    renamed = next(p for p in context().corpus.with_effect if p.kind == "renamed")
    assert renamed.new_readers == ("contractors",)
    assert "can now be read by contractors" in words(page().find(id="corpus"))


def test_changed_sentences_are_counted_and_their_text_is_shown_as_far_as_allowed() -> None:
    none, full = context(), context(text="full")
    assert [part.sentences for part in none.corpus.with_effect[:1]] == [2]
    assert none.corpus.with_effect[0].text is None
    shown = full.corpus.with_effect[0].text
    assert shown
    assert [piece.text for piece in shown.sentences[0].old if piece.op == "gone"] == ["30 "]
    assert shown.sentences[0].notes == ("value 30 days -> 60 days",)
    assert "A notice of 30 days" not in render_report(none)


def test_snippet_of_an_edit_begins_where_the_two_forms_differ() -> None:
    whole = full_run(text="snippets")
    change = whole.changes[0]
    prefix = "word " * 100
    edited = change.sentences[0].model_copy(update={"old": f"{prefix}one", "new": f"{prefix}two"})
    changes = [change.model_copy(update={"sentences": (edited,)}), *whole.changes[1:]]
    parts = build_context(replace(whole, changes=changes)).corpus.with_effect
    text = next(part.text for part in parts if part.path == change.path)
    assert text
    assert [p.text for p in text.sentences[0].new if p.op == "new"] == ["two"]
    assert sum(len(piece.text) for piece in text.sentences[0].new) < 170


def test_case_shows_what_changed_in_the_documents_it_blames() -> None:
    assert case(context(), "ghp-001").detail.texts == ()
    texts = case(context(text="full"), "ghp-001").detail.texts
    assert [diff.document.path for diff in texts] == [DOCUMENTS[0][1]]


@pytest.mark.parametrize("mode", ["none", "full"])
def test_groups_of_a_hidden_number_are_not_told_apart_from_it(mode: str) -> None:
    made = full_run(text=mode)
    first = made.changes[0]
    edited = first.sentences[0].model_copy(
        update={
            "old": "Call +7 495 123-45-67 within 30 days.",
            "new": "Call +7 495 765-43-21 within 60 days.",
            "values": (
                ValueChange(old="7 495 123", new="7 495 765"),
                ValueChange(old="30 days", new="60 days"),
            ),
        }
    )
    told = "help.md was edited: '7 495 123' became '7 495 765', '30 days' became '60 days'"
    diagnoses = [d.model_copy(update={"explanation": told}) for d in made.diagnoses]
    changes = [first.model_copy(update={"sentences": (edited,)}), *made.changes[1:]]
    text = words(page(replace(made, diagnoses=diagnoses, changes=changes)))
    assert "7 495" not in text
    assert ("value 30 days -> 60 days" in text) is (mode == "full")


# --- coverage -------------------------------------------------------------------------------------


def test_changed_sections_that_nobody_asks_about_are_listed_with_their_place() -> None:
    cover = context().coverage
    assert cover
    assert (cover.touched, cover.sections) == (1, 12)
    assert len(cover.uncovered) == 11
    assert cover.uncovered[0].url.endswith("#notice-period")
    assert cover.uncovered[0].examples == ()


def test_drafts_are_listed_and_wait_for_nobody() -> None:
    stories = [replace(STORIES[0], tags=("draft",), action="")]
    made = full_run(stories)
    gate = made.gate.model_copy(update={"drafts": ("ghp-001",)})
    found = build_context(replace(made, gate=gate))
    assert found.coverage
    assert ids(found.coverage.drafts) == ["ghp-001"]
    assert (found.flagged, found.verdict.waiting) == ((), 0)
    assert found.others[0].draft


# --- an earlier run -------------------------------------------------------------------------------


def test_cases_are_told_by_what_they_did_since_the_earlier_run() -> None:
    since = context().since
    assert since
    assert ids(since.newly_failing) == ["ghp-001"]
    assert ids(since.reworded) == ["ghp-002"]
    assert ids(since.still_failing) == ["ghp-008", "ghp-009", "ghp-013", "ghp-022"]
    assert since.gone == ("old-1",)
    assert since.fixed == ()


def test_case_knows_how_it_stands_and_the_list_can_be_filtered_by_it() -> None:
    found = context()
    assert case(found, "ghp-001").since == "newly_failing"
    assert case(found, "ghp-009").since == "still_failing"
    choices = {part.name: part.choices for part in found.filters}
    assert choices["since"] == ("newly_failing", "still_failing")


def test_without_an_earlier_run_nothing_is_said_of_one() -> None:
    assert build_context(run()).since is None
    assert page(run()).find(id="since") is None


# --- how sure -------------------------------------------------------------------------------------


def test_noise_stands_beside_the_verdict_with_its_layers_and_cases() -> None:
    first = words(page().find(id="verdict"))
    assert "4.2% of cases flip when the baseline is asked again" in first
    assert "Answer: 1 of 24" in first
    assert ids(context().verdict.confidence.noise.within) == ["ghp-001"]


def test_noise_that_nobody_measured_is_not_called_none() -> None:
    unknown = run(noise=Noise(state="not_measured"))
    assert "not measured: nobody asked the baseline again" in words(
        page(unknown).find(id="verdict")
    )


def test_judge_is_shown_with_its_calibration_or_as_not_calibrated() -> None:
    assert "agrees with people on 90.0%, kappa 0.780" in words(page().find(id="verdict"))
    made = full_run()
    raw = {**made.run, "judge": {"name": "openai", "model": "m", "calibration": "not calibrated"}}
    assert "not calibrated" in words(page(replace(made, run=raw)).find(id="verdict"))


def test_interval_stands_around_the_change_on_a_scale_with_no_change_in_its_middle() -> None:
    metrics = {m.name: m for group in context().metrics.metrics for m in group.metrics}
    sure, open_ = metrics["recall@8"].interval, metrics["mrr"].interval
    assert sure
    assert open_
    assert sure.certain
    assert not open_.certain
    assert sure.low_x < sure.change_x < sure.high_x < 50 < open_.high_x


def test_metrics_are_grouped_layers_first() -> None:
    made = run()
    more = [
        MetricSummary(name=name, cases=1, baseline=0, candidate=1, won=1, lost=0, tied=0)
        for name in ("ragas.faithfulness", "groundedness")
    ]
    comparison = made.comparison.model_copy(update={"metrics": (*made.comparison.metrics, *more)})
    groups = build_context(replace(made, comparison=comparison)).metrics.metrics
    assert [group.name for group in groups] == ["triad", "retrieval", "ragas"]
    assert groups[0].metrics[0].layer == "citation"


def test_rule_leads_with_a_check_that_passed_for_sure_and_fails() -> None:
    made = full_run(text="full")
    weak = made.comparison.cases[0]
    unsure = tuple(
        check.model_copy(update={"baseline": "uncertain"}) if check.worse else check
        for check in weak.checks
    )
    cases = (weak.model_copy(update={"checks": unsure}), *made.comparison.cases[1:])
    rules = tuple(
        rule.model_copy(update={"reason": "required_fact 'x': uncertain -> fail; gone"})
        for rule in made.gate.rules
    )
    found = build_context(
        replace(
            made,
            comparison=made.comparison.model_copy(update={"cases": cases}),
            gate=made.gate.model_copy(update={"rules": rules}),
        )
    )
    lead = found.rules[0].lead
    assert lead
    assert (lead.case.id, lead.baseline, lead.candidate) == ("ghp-002", "pass", "fail")


# --- cost, trials, the judge's verdicts, links ----------------------------------------------------


def test_both_sides_show_their_tokens_cost_and_times() -> None:
    text = words(page().find(id="costs"))
    for part in ("24,310", "0.0213", "0.0187", "8.3%", "840 / 1,300 / 2,100"):
        assert part in text


def test_every_trial_of_a_case_can_be_read_with_its_outcomes() -> None:
    made = full_run(text="full")
    records = {
        side: [
            r.model_copy(update={"trial": n, "answer": f"Answer {n}"})
            for r in found[:1]
            for n in range(3)
        ]
        for side, found in made.records.items()
    }
    detail = case(build_context(replace(made, records=records)), "ghp-001").detail
    assert [trial.number for trial in detail.again] == [2, 3]
    assert [trial.answers[1].answer.text for trial in detail.again] == ["Answer 1", "Answer 2"]
    rows = {row.layer: row.candidate for row in detail.outcomes}
    assert rows["answer"] == ("pass", "fail", "pass")


def test_judgements_of_a_case_show_their_votes_and_words_as_far_as_allowed() -> None:
    (found,) = case(context(text="full"), "ghp-001").detail.judgements
    assert (found.verdict, found.agreeing, found.votes) == ("supported", 2, 3)
    assert [quote.text for quote in found.quotes] == ["will preserve account records"]
    (hidden,) = case(context(), "ghp-001").detail.judgements
    assert [quote.text for quote in hidden.quotes] == [""]


def test_documents_and_sections_lead_to_their_source() -> None:
    detail = case(context(), "ghp-001").detail
    base = f"https://github.com/github/site-policy/blob/main/{DOCUMENTS[0][1]}"
    (expected,) = next(p for p in detail.expectations if p.name == "expected_source_ids").baseline
    assert expected.url == base
    assert detail.changed[0].checks[0].places[0].url == f"{base}#data-preservation"
    assert detail.ranking
    assert detail.ranking.rows[0].url.startswith("https://github.com/")


def test_transitions_by_tag_open_as_many_cases_as_they_say() -> None:
    found = context()
    cases = found.flagged + found.others
    assert found.by_tag
    for row in found.by_tag:
        members = [part for part in cases if row.tag in part.tags]
        assert row.cases == len(members)
        for layer in row.layers:
            for part in layer.parts:
                assert part.count == sum(part.facet in member.facets for member in members)


def test_look_at_some_cases_is_called_no_verdict_unless_it_blocks() -> None:
    calm = run([STORIES[10]])
    calm = replace(calm, gate=of_some_cases(calm.gate, "1 of 9 cases asked"))
    assert words(page(calm).h1) == "NO VERDICT Some cases alone were asked"
    assert "exit code 4" in words(page(calm).find(id="verdict"))
    blocking = replace(run(), gate=of_some_cases(run().gate, "some"))
    assert words(page(blocking).h1) == "BLOCK Must not ship"


def test_warnings_of_a_run_stand_beside_its_verdict_redacted() -> None:
    doubt = "Every answer is refused; write to ann@example.com."
    first = page(run(run={**run().run, "warnings": [doubt]})).find(id="verdict")
    assert "Warning Every answer is refused; write to [email]." in words(first)
