from __future__ import annotations

from typing import Any

import pytest

from harness.config import NAMED_RULES, MetricRule, NamedRule, Policy
from harness.config.policy import Rule
from harness.gate import decide
from harness.gate.decide import NEWCOMER_RULE
from harness.gate.rules import CASE_RULES
from harness.model.comparison import (
    CaseComparison,
    Comparison,
    MetricPair,
    MetricSummary,
    PairedCheck,
)
from harness.model.diagnosis import Diagnosis
from harness.model.effects import DocumentEffect, Effects, Entry


def check(**given: Any) -> PairedCheck:
    values: dict[str, Any] = {
        "check": "required_fact",
        "layer": "retrieval",
        "place": "context",
        "baseline": "pass",
        "candidate": "fail",
    }
    return PairedCheck(**(values | given))


def case(case_id: str = "c1", **given: Any) -> CaseComparison:
    values: dict[str, Any] = {"case_id": case_id, "status": "regression", "summary": "it fell"}
    return CaseComparison(**(values | given))


def comparison(*cases: CaseComparison, metrics: tuple[MetricSummary, ...] = ()) -> Comparison:
    return Comparison(cases=cases, metrics=metrics, matrix={})


def named(action: Any, name: str, k: int | None = None) -> NamedRule:
    rule = name.replace(f"_{k}_", "_K_") if k else name
    return NamedRule(action, name, rule, k)


def policy(*rules: Rule) -> Policy:
    return Policy(rules)


CRITICAL = named("block", "any_critical_case_changes_from_pass_to_fail")
ANY = named("review", "any_case_changes_from_pass_to_fail")


def test_every_named_rule_of_the_policy_is_implemented() -> None:
    by_case = {name for name in NAMED_RULES if "_K_" not in name}
    assert by_case == {*CASE_RULES, NEWCOMER_RULE}


def test_nothing_found_is_a_pass_with_exit_code_zero() -> None:
    result = decide(policy(CRITICAL), comparison(case(status="unchanged")), [])
    assert (result.verdict, result.exit_code, result.complete) == ("PASS", 0, True)


def test_one_lost_critical_case_blocks_however_many_others_got_better() -> None:
    better = [
        case(f"b{n}", status="improved", checks=(check(baseline="fail", candidate="pass"),))
        for n in range(50)
    ]
    lost = case("lost", critical=True, checks=(check(),))
    result = decide(policy(CRITICAL, ANY), comparison(*better, lost), [])
    assert (result.verdict, result.exit_code) == ("BLOCK", 1)
    assert result.rules[0].case_ids == ("lost",)


def test_weak_baseline_evidence_that_is_gone_counts_as_a_loss() -> None:
    lost = case(critical=True, checks=(check(baseline="uncertain"),))
    assert decide(policy(CRITICAL), comparison(lost), []).verdict == "BLOCK"


def test_review_rule_alone_gives_review_and_exit_code_three() -> None:
    result = decide(policy(CRITICAL, ANY), comparison(case(checks=(check(),))), [])
    assert (result.verdict, result.exit_code) == ("REVIEW", 3)


def test_case_without_a_record_is_never_a_pass_whatever_the_policy_says() -> None:
    result = decide(policy(CRITICAL), comparison(case(status="incomplete")), [])
    assert (result.verdict, result.exit_code, result.complete) == ("REVIEW", 4, False)
    assert result.findings[0].case_id == "c1"


def test_block_outranks_incomplete() -> None:
    lost = case("lost", critical=True, checks=(check(),))
    result = decide(policy(CRITICAL), comparison(case(status="incomplete"), lost), [])
    assert (result.verdict, result.exit_code, result.complete) == ("BLOCK", 1, False)


def test_stale_label_is_neither_a_critical_loss_nor_a_pass() -> None:
    moved = case(
        status="stale_label",
        critical=True,
        checks=(
            check(place="source", state="moved"),
            check(check="expected_source", place=""),
        ),
    )
    rules = policy(CRITICAL, named("review", "any_label_is_stale"))
    result = decide(rules, comparison(moved), [])
    assert result.verdict == "REVIEW"
    assert [rule.fired for rule in result.rules] == [False, True]


def test_carried_uncertainty_is_counted_and_sent_to_nobody() -> None:
    same = check(baseline="uncertain", candidate="uncertain", carried=True)
    result = decide(
        policy(named("review", "any_check_is_undecided")),
        comparison(case(status="unchanged", checks=(same, same))),
        [],
    )
    assert (result.verdict, result.carried_uncertain) == ("PASS", 2)


def test_recall_of_one_case_fires_though_the_mean_rose() -> None:
    fell = case("a", metrics=(MetricPair(name="recall@8", baseline=1.0, candidate=0.5),))
    rose = case("b", metrics=(MetricPair(name="recall@8", baseline=0.0, candidate=1.0),))
    rule = named("review", "retrieval_recall_at_8_decreases", k=8)
    assert decide(policy(rule), comparison(fell, rose), []).rules[0].case_ids == ("a",)


def summary(before: float, after: float) -> MetricSummary:
    return MetricSummary(
        name="mrr", scope="all", cases=1, baseline=before, candidate=after, won=0, lost=1, tied=0
    )


@pytest.mark.parametrize(("after", "fires"), [(0.85, False), (0.849, True), (0.95, False)])
def test_metric_rule_fires_past_its_threshold_and_not_on_it(after: float, *, fires: bool) -> None:
    rule = MetricRule("review", "mrr", "all", 0.05)
    fell = case(metrics=(MetricPair(name="mrr", baseline=0.9, candidate=after),))
    result = decide(policy(rule), comparison(fell, metrics=(summary(0.9, after),)), [])
    assert result.rules[0].fired is fires


def test_metric_that_failed_on_a_case_fires_whatever_its_mean_says() -> None:
    """A mean over the cases that happened to be measured would hide the others."""
    rule = MetricRule("block", "ragas.faithfulness", "all", 0.05, significant=True)
    failed = MetricPair(name=rule.metric, baseline=0.5, candidate=None, fault="timeout")
    rose = MetricPair(name=rule.metric, baseline=0.5, candidate=1.0)
    better = summary(0.5, 1.0).model_copy(update={"name": rule.metric, "failed": ("a",)})
    cases = (case("a", metrics=(failed,)), case("b", metrics=(rose,)))
    result = decide(policy(rule), comparison(*cases, metrics=(better,)), [])
    assert (result.verdict, result.rules[0].case_ids) == ("BLOCK", ("a",))
    assert result.rules[0].reason == (
        "ragas.faithfulness could not be measured on 1 case, the first 'a'"
    )


def test_metric_that_no_case_has_is_a_finding_and_not_a_silent_pass() -> None:
    rule = MetricRule("review", "mrr", "tag:gone", 0.05)
    result = decide(policy(rule), comparison(case(status="unchanged")), [])
    assert result.verdict == "REVIEW"
    assert "no case of tag:gone" in result.findings[0].reason


def test_finding_names_the_documents_of_the_diagnosis() -> None:
    found = Diagnosis(
        case_id="c1",
        kind="content_removed",
        layer="retrieval",
        stage="source",
        documents=("a.md",),
        explanation="gone",
    )
    result = decide(policy(ANY), comparison(case(checks=(check(),))), [found])
    assert result.findings[0].documents == ("a.md",)


def lost(losses: int, won: int = 0, scope: str = "all") -> MetricSummary:
    return MetricSummary(
        name="mrr",
        scope=scope,
        cases=40,
        baseline=0.9,
        candidate=0.7,
        won=won,
        lost=losses,
        tied=40 - losses - won,
    )


SIGNIFICANT = MetricRule("block", "mrr", "all", 0.05, significant=True)


@pytest.mark.parametrize(("losses", "fires"), [(4, False), (5, True)])
def test_rule_that_asks_for_significance_fires_where_chance_explains_no_more(
    losses: int, *, fires: bool
) -> None:
    result = decide(policy(SIGNIFICANT), comparison(metrics=(lost(losses),)), [])
    assert result.rules[0].fired is fires
    assert f"{losses} lost, 0 won" in result.rules[0].reason


def test_drop_that_can_be_chance_is_told_with_what_the_cases_can_show() -> None:
    result = decide(policy(SIGNIFICANT), comparison(metrics=(lost(3),)), [])
    assert result.verdict == "PASS"
    assert "can be chance" in result.rules[0].reason
    assert "40 cases can show a loss of 5 or more" in result.rules[0].reason


def test_level_is_shared_among_all_metric_rules_of_the_policy() -> None:
    """Five losses of five have p = 0.031, and 0.062 when two rules share the level."""
    other = MetricRule("review", "mrr", "tag:a", 0.5)
    summaries = (lost(5), lost(5, scope="tag:a"))
    result = decide(policy(SIGNIFICANT, other), comparison(metrics=summaries), [])
    assert not result.rules[0].fired
    assert "p = 0.0625 after Holm over 2" in result.rules[0].reason


def test_rule_about_a_mean_fires_without_asking_for_significance() -> None:
    plain = MetricRule("block", "mrr", "all", 0.05)
    assert decide(policy(plain), comparison(metrics=(lost(1),)), []).verdict == "BLOCK"


def test_no_p_value_excuses_a_critical_case() -> None:
    flipped = case(critical=True, checks=(check(),))
    asked = comparison(flipped, metrics=(lost(1),))
    result = decide(policy(CRITICAL, SIGNIFICANT), asked, [])
    assert (result.verdict, [finding.case_id for finding in result.findings]) == ("BLOCK", ["c1"])


def test_draft_is_listed_and_has_no_part_in_the_verdict() -> None:
    flipped = case("d1", tags=("critical", "draft"), critical=True, checks=(check(),))
    missing = case("d2", tags=("draft",), status="incomplete")
    kept = case("c1", status="unchanged")
    result = decide(policy(CRITICAL, ANY), comparison(flipped, missing, kept), [])
    assert (result.verdict, result.complete, result.findings) == ("PASS", True, ())
    assert result.drafts == ("d1", "d2")


def test_nothing_but_drafts_is_never_a_pass() -> None:
    result = decide(policy(ANY), comparison(case(tags=("draft",), status="unchanged")), [])
    assert (result.verdict, result.findings[0].rule) == ("REVIEW", "some_case_is_no_draft")


def answer_case(**given: Any) -> CaseComparison:
    lost = check(layer="answer", place="answer")
    return case(critical=True, checks=(lost,), within_noise=("answer",), **given)


def test_critical_loss_within_the_noise_goes_to_a_person_and_is_never_dropped() -> None:
    result = decide(policy(CRITICAL), comparison(answer_case()), [])
    assert (result.verdict, result.exit_code) == ("REVIEW", 3)
    assert [(rule.action, rule.fired, rule.case_ids) for rule in result.rules] == [
        ("review", True, ("c1",))
    ]
    assert "within the noise" in result.findings[0].reason


def test_loss_of_retrieval_blocks_however_noisy_the_answers_are() -> None:
    lost = (check(), check(layer="answer", place="answer"))
    noisy = case(critical=True, checks=lost, within_noise=("answer",))
    assert decide(policy(CRITICAL), comparison(noisy), []).verdict == "BLOCK"


def test_one_steady_case_blocks_beside_one_within_the_noise() -> None:
    steady = case("c2", critical=True, checks=(check(),))
    result = decide(policy(CRITICAL), comparison(answer_case(), steady), [])
    assert result.verdict == "BLOCK"
    assert (result.rules[0].action, result.rules[0].case_ids) == ("block", ("c1", "c2"))


def effect(kind: Any, *, above: bool) -> Effects:
    entry = Entry(case_id="c1", rank=1, above_expected=above)
    return Effects(documents=(DocumentEffect(path="new.md", kind=kind, entered=(entry,)),))


@pytest.mark.parametrize(
    ("effects", "fires"),
    [
        (effect("added", above=True), True),
        (effect("added", above=False), False),
        (effect("modified", above=True), False),
        (None, False),
    ],
)
def test_new_document_above_every_expected_source_waits_for_a_person(
    effects: Effects | None, *, fires: bool
) -> None:
    rules = policy(named("review", NEWCOMER_RULE))
    result = decide(rules, comparison(case(status="unchanged")), [], effects=effects)
    assert [(finding.case_id, finding.reason) for finding in result.findings] == (
        [("c1", "new.md")] if fires else []
    )
