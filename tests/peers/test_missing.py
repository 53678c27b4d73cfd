"""What is not there: lost cases, a lost scope, a chunk that another one replaces."""

from __future__ import annotations

from harness.config.policy import MetricRule, NamedRule, Policy
from harness.gate import decide
from harness.model.case import Case
from tests.comparison.worlds import compare_all

FACT = "A refund is paid within 30 days of the return."
OTHER = "Parcels leave the warehouse on working days."


def cases(number: int, tag: str = "") -> list[Case]:
    """Cases that ask for the same fact; ``tag`` is that of the last one."""
    return [
        Case(
            id=f"case-{n:03}",
            query="When is a refund paid?",
            expected_source_ids=("refunds",),
            required_facts=(FACT,),
            tags=(tag,) if tag and n == number - 1 else (),
        )
        for n in range(number)
    ]


def test_chunk_that_another_one_replaces_in_the_context_is_a_loss() -> None:
    """As many hits as before, and not the ones that matter."""
    corpus = {"refunds": f"# Refunds\n\n{FACT}\n", "parcels": f"# Parcels\n\n{OTHER}\n"}
    found = compare_all(
        cases(1), corpus, corpus, old={"context": ["refunds"]}, new={"context": ["parcels"]}
    )
    assert found.cases[0].status == "regression"


def test_scope_that_vanished_is_a_finding() -> None:
    corpus = {"refunds": f"# Refunds\n\n{FACT}\n"}
    found = compare_all(cases(10), corpus, corpus)
    rule = MetricRule("block", "mrr", "tag:navigation", 0.05)
    result = decide(Policy((rule,)), found, [])
    assert result.verdict == "BLOCK"
    assert result.rules[0].reason == "no case of tag:navigation has mrr on both sides"


def test_four_of_a_hundred_newly_missed_are_four_findings() -> None:
    old = {"refunds": f"# Refunds\n\n{FACT}\n", "leave": "# Leave\n\nStaff get 28 days of leave.\n"}
    lost = [
        case.model_copy(
            update={
                "expected_source_ids": ("leave",),
                "required_facts": ("Staff get 28 days of leave.",),
            }
        )
        for case in cases(4)
    ]
    kept = cases(100)[4:]
    found = compare_all([*lost, *kept], old, {**old, "leave": "# Leave\n\nAsk your manager.\n"})
    name = "any_case_changes_from_pass_to_fail"
    rule = NamedRule("block", name, name)
    result = decide(Policy((rule,)), found, [])
    assert result.verdict == "BLOCK"
    assert result.rules[0].case_ids == tuple(case.id for case in lost)
