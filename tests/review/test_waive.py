"""What decisions do to a verdict."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.config import Policy
from harness.gate import undecided, waive
from harness.model.decision import EVIDENCE_PARTS, Decision
from harness.model.gate import Finding, GateResult
from tests.review.makers import decision, evidence, finding, gate, retraction

TODAY = "2026-03-10"
NOBODY = Policy(())
OWNER = Policy((), waivable_by=("risk-owner",))
TWO = Policy((), waivable_by=("risk-owner",), two_person=True)


def ruled(
    found: Finding | GateResult, *decisions: Decision, policy: Policy = NOBODY, changed: str = ""
) -> GateResult:
    plain = found if isinstance(found, GateResult) else gate(found)
    same = evidence(**({changed: "another"} if changed else {}))
    now = {"parcels": same, "": same}
    return waive(plain, policy, decisions, now, TODAY)


def states(result: GateResult) -> list[str]:
    return [item.state for item in result.decisions]


def test_accepted_finding_stays_listed_and_no_longer_counts() -> None:
    accepted = decision()
    result = ruled(finding(), accepted)
    assert (result.verdict, result.exit_code) == ("PASS", 0)
    assert [found.waived_by for found in result.findings] == [(accepted.digest,)]
    assert result.rules[0].waived


def test_other_findings_keep_the_verdict() -> None:
    result = ruled(gate(finding(), finding(case_id="other")), decision())
    assert (result.verdict, result.exit_code) == ("REVIEW", 3)
    assert not result.rules[0].waived


@pytest.mark.parametrize("part", EVIDENCE_PARTS)
def test_other_evidence_voids_the_decision_and_says_what_changed(part: str) -> None:
    result = ruled(finding(), decision(), changed=part)
    assert result.verdict == "REVIEW"
    assert (states(result), result.decisions[0].changed) == (["void"], (part,))
    assert result.findings[0].note.startswith("reopened: ")
    assert "since Anna decided on 2026-03-01" in result.findings[0].note


def test_rejected_finding_blocks() -> None:
    result = ruled(finding(), decision("reject"))
    assert (result.verdict, result.exit_code) == ("BLOCK", 1)
    assert result.rules[0].action == "block"
    assert result.findings[0].note == "rejected by Anna: as agreed"


@pytest.mark.parametrize("verdict", ["cannot_tell", "label_wrong"])
@pytest.mark.parametrize(("action", "expected"), [("review", "REVIEW"), ("block", "BLOCK")])
def test_undecided_verdicts_leave_the_finding_as_it_is(
    verdict: str, action: str, expected: str
) -> None:
    assert ruled(finding(action), decision(verdict), policy=OWNER).verdict == expected


def test_blocking_finding_is_waived_by_nobody_unless_the_policy_names_a_role() -> None:
    result = ruled(finding("block"), decision(role="risk-owner"))
    assert result.verdict == "BLOCK"
    assert "lets nobody waive" in result.findings[0].note


def test_blocking_finding_is_waived_by_the_role_the_policy_names() -> None:
    assert ruled(finding("block"), decision(role="risk-owner"), policy=OWNER).verdict == "PASS"
    other = ruled(finding("block"), decision(role="editor"), policy=OWNER)
    assert other.verdict == "BLOCK"
    assert "risk-owner alone" in other.findings[0].note


@pytest.mark.parametrize(
    ("second", "verdict"),
    [("Boris", "PASS"), ("Anna", "BLOCK"), ("ANNA", "BLOCK"), ("", "BLOCK")],
)
def test_two_person_rule_takes_two_different_people(second: str, verdict: str) -> None:
    given = [decision(role="risk-owner")]
    if second:
        given.append(decision(role="risk-owner", who=second, at="2026-03-02T00:00:00Z"))
    assert ruled(finding("block"), *given, policy=TWO).verdict == verdict


def test_second_person_in_another_role_does_not_count() -> None:
    given = (decision(role="risk-owner"), decision(role="editor", who="Boris"))
    assert ruled(finding("block"), *given, policy=TWO).verdict == "BLOCK"


def test_two_person_rule_is_not_asked_of_a_finding_for_review() -> None:
    assert ruled(finding(), decision(), policy=TWO).verdict == "PASS"


def test_later_decision_wins_and_the_earlier_one_is_listed() -> None:
    early, late = decision(), decision("reject", who="Boris", at="2026-03-02T00:00:00Z")
    result = ruled(finding(), late, early)
    assert (result.verdict, states(result)) == ("BLOCK", ["overruled", "in_force"])


def test_objection_between_two_acceptances_leaves_one() -> None:
    given = (
        decision(role="risk-owner"),
        decision("cannot_tell", who="Clara", at="2026-03-02T00:00:00Z"),
        decision(role="risk-owner", who="Boris", at="2026-03-03T00:00:00Z"),
    )
    assert ruled(finding("block"), *given, policy=TWO).verdict == "BLOCK"


@pytest.mark.parametrize(("expires", "verdict"), [(TODAY, "PASS"), ("2026-03-09", "REVIEW")])
def test_decision_counts_through_its_last_day(expires: str, verdict: str) -> None:
    assert ruled(finding(), decision(expires=expires)).verdict == verdict


def test_retracted_decision_counts_no_more() -> None:
    accepted = decision()
    result = ruled(finding(), accepted, retraction(accepted))
    assert (result.verdict, states(result)) == ("REVIEW", ["retracted"])


def test_case_without_a_record_can_be_accepted_by_nobody() -> None:
    lost = gate(finding(rule="every_case_has_a_usable_record"), complete=False)
    result = ruled(lost, decision(role="risk-owner"), policy=OWNER)
    assert (result.verdict, result.exit_code) == ("REVIEW", 4)


def test_finding_on_the_run_as_a_whole_can_be_accepted() -> None:
    assert ruled(finding(case_id=""), decision(case_id="")).verdict == "PASS"


def test_decision_about_a_case_without_findings_is_not_listed() -> None:
    assert ruled(finding(), decision(case_id="other")).decisions == ()


def test_decision_about_a_case_that_no_rule_found_is_listed_while_it_is_current() -> None:
    plain = gate(finding(case_id="other"))
    assert states(ruled(plain, decision())) == ["in_force"]
    assert states(ruled(plain, decision(), changed="answer")) == []


def test_of_decisions_about_earlier_releases_only_the_last_is_listed() -> None:
    old = [
        decision(
            at=f"2025-0{month}-01T00:00:00Z", evidence=evidence(answer=f"{month}").model_dump()
        )
        for month in range(1, 6)
    ]
    result = ruled(finding(), *old)
    assert [item.at for item in result.decisions] == ["2025-05-01T00:00:00Z"]


VERDICTS = st.sampled_from(["accept", "reject", "label_wrong", "cannot_tell"])
DECISIONS = st.lists(
    st.builds(
        lambda verdict, who, hour, role: decision(
            verdict, who=who, at=f"2026-03-01T{hour:02}:00:00Z", role=role
        ),
        VERDICTS,
        st.sampled_from(["Anna", "Boris", "Clara"]),
        st.integers(0, 5),
        st.sampled_from(["editor", "risk-owner"]),
    ),
    max_size=8,
)
FOUND = gate(finding(), finding("block"))


@given(DECISIONS, st.randoms())
def test_order_of_the_decisions_does_not_matter(decisions: list[Decision], dice: Any) -> None:
    shuffled = list(decisions)
    dice.shuffle(shuffled)
    assert ruled(FOUND, *shuffled, policy=TWO) == ruled(FOUND, *decisions, policy=TWO)


@given(DECISIONS)
def test_deciding_twice_is_deciding_once_and_can_be_undone(decisions: list[Decision]) -> None:
    once = ruled(FOUND, *decisions, policy=OWNER)
    assert ruled(once, *decisions, policy=OWNER) == once
    assert undecided(once) == FOUND


@given(DECISIONS)
def test_no_finding_is_ever_dropped(decisions: list[Decision]) -> None:
    result = ruled(FOUND, *decisions, policy=OWNER)
    assert [(f.rule, f.case_id) for f in result.findings] == [
        (f.rule, f.case_id) for f in FOUND.findings
    ]
