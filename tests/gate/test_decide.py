from __future__ import annotations

from typing import Any

import pytest

from harness.config import NAMED_RULES, MetricRule, NamedRule, Policy
from harness.config.policy import Rule
from harness.gate import decide
from harness.gate.rules import CASE_RULES
from harness.model.comparison import (
    CaseComparison,
    Comparison,
    MetricPair,
    MetricSummary,
    PairedCheck,
)
from harness.model.diagnosis import Diagnosis


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
    assert {name for name in NAMED_RULES if "_K_" not in name} == set(CASE_RULES)


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
def test_metric_rule_fires_past_its_threshold_and_not_on_it(after: float, fires: bool) -> None:
    rule = MetricRule("review", "mrr", "all", 0.05)
    fell = case(metrics=(MetricPair(name="mrr", baseline=0.9, candidate=after),))
    result = decide(policy(rule), comparison(fell, metrics=(summary(0.9, after),)), [])
    assert result.rules[0].fired is fires


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
