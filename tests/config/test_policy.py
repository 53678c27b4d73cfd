"""Policies: the rules that may be named, and the ways to get them wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from harness.config import NAMED_RULES, MetricRule, NamedRule, load_policy
from harness.config.rules import expand, split_rule
from harness.errors import HarnessError

Write = Callable[..., Path]


def policy_file(write: Write, block: str = "[]", review: str = "[any_label_is_stale]") -> Path:
    return write(f"release:\n  block_if: {block}\n  review_if: {review}\n", "configs/gate.yaml")


def faults(path: Path, ks: tuple[int, ...] = (1, 8)) -> list[str]:
    with pytest.raises(HarnessError) as caught:
        load_policy(path, ks)
    return [str(fault).removeprefix(f"{path}:") for fault in caught.value.faults]


def test_shipped_policy_is_good_for_the_shipped_metrics() -> None:
    policy = load_policy(Path(__file__).parents[2] / "configs" / "gate.yaml", (1, 3, 5, 8))
    blocking = [rule.name for rule in policy.rules if rule.action == "block"]
    assert blocking == [
        "any_critical_case_changes_from_pass_to_fail",
        "any_citation_points_to_missing_chunk",
        "any_forbidden_fact_appears",
        "unanswered_case_becomes_unsupported_answer",
    ]


def test_every_named_rule_is_accepted(write: Write) -> None:
    names = expand(NAMED_RULES, [1, 8])
    policy = load_policy(policy_file(write, f"[{', '.join(names)}]", "[]"), [8, 1])
    assert [rule.name for rule in policy.rules] == names
    assert {rule.rule for rule in policy.rules if isinstance(rule, NamedRule)} == set(NAMED_RULES)


def test_number_in_a_rule_becomes_its_k(write: Write) -> None:
    (rule,) = load_policy(policy_file(write, "[]", "[retrieval_recall_at_8_decreases]"), [8]).rules
    assert rule == NamedRule(
        "review", "retrieval_recall_at_8_decreases", "retrieval_recall_at_K_decreases", 8
    )
    assert split_rule("any_label_is_stale") == ("any_label_is_stale", None)


def test_metric_rule_has_a_canonical_name(write: Write) -> None:
    text = "[{metric: mrr, scope: 'tag:навигация по сайту', drop_more_than: 0.050}]"
    (rule,) = load_policy(policy_file(write, text, "[]"), [8]).rules
    assert rule == MetricRule("block", "mrr", "tag:навигация по сайту", 0.05)
    assert rule.name == "mrr over tag:навигация по сайту drops by more than 0.05"


def test_canonical_names_tell_close_thresholds_apart(write: Write) -> None:
    one = load_policy(policy_file(write, "[{metric: mrr, drop_more_than: 0.1234567}]"), [8])
    two = load_policy(policy_file(write, "[{metric: mrr, drop_more_than: 0.1234568}]"), [8])
    assert one.policy_hash != two.policy_hash


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("any_label_is_stal", "Did you mean 'any_label_is_stale'?"),
        ("retrieval_recall_at_K_decreases", "Did you mean 'retrieval_recall_at_"),
        ("retrieval_recall_at_9_decreases", "Expected one of metrics.k (1, 8)"),
        ("retrieval_recall_at_08_decreases", "unknown rule"),
        ("any_thing_at_8_decreases", "unknown rule"),
        ("3", "Expected the name of a rule or a metric rule"),
        ("~", "found nothing"),
        ("[mrr]", "found a list of 1"),
        ("{}", "'metric' is missing"),
        ("{metric: mrr}", "'drop_more_than' is missing"),
        ("{metric: mr, drop_more_than: 0.1}", "Did you mean 'mrr'?"),
        ("{metric: recall, drop_more_than: 0.1}", "Did you mean 'recall@"),
        ("{metric: recall@9, drop_more_than: 0.1}", "Expected one of metrics.k (1, 8)"),
        ("{metric: mrr@8, drop_more_than: 0.1}", "unknown metric 'mrr@8'"),
        ("{metric: mrr, drop_more_than: 5}", "Expected less than 1"),
        ("{metric: mrr, drop_more_than: -0.1}", "Expected at least 0"),
        ("{metric: mrr, drop_more_than: '0.1'}", "Expected a number"),
        ("{metric: mrr, drop_more_than: 0.1, scop: all}", "Did you mean 'scope'?"),
        ("{metric: mrr, drop_more_than: 0.1, scope: tag}", "Expected all or tag:NAME"),
        ("{metric: mrr, drop_more_than: 0.1, scope: 'tag: x'}", "Expected all or tag:NAME"),
    ],
)
def test_entry_that_is_no_rule_is_refused_at_its_place(
    write: Write, entry: str, fault: str
) -> None:
    found = faults(policy_file(write, f"[any_check_is_undecided, {entry}]"))
    assert all(text.startswith("2: release.block_if[1]") for text in found)
    assert any(fault in text for text in found)


@pytest.mark.parametrize(
    ("block", "review"),
    [
        ("[any_label_is_stale]", "[any_label_is_stale]"),
        ("[any_label_is_stale, any_label_is_stale]", "[]"),
        ("[{metric: mrr, drop_more_than: 0.1}, {metric: mrr, drop_more_than: 0.2}]", "[]"),
        ("[{metric: mrr, drop_more_than: 0.1}]", "[{metric: mrr, drop_more_than: 0.1}]"),
        ("[{metric: mrr, drop_more_than: 0.1}]", "[{metric: mrr, drop_more_than: 0.2}]"),
    ],
)
def test_rule_that_stands_twice_is_refused(write: Write, block: str, review: str) -> None:
    (fault,) = faults(policy_file(write, block, review))
    assert "stands in block_if already" in fault


def test_one_metric_may_review_small_drops_and_block_large_ones(write: Write) -> None:
    block, review = "[{metric: mrr, drop_more_than: 0.2}]", "[{metric: mrr, drop_more_than: 0.05}]"
    policy = load_policy(policy_file(write, block, review), [8])
    assert [(rule.action, rule.name) for rule in policy.rules] == [
        ("block", "mrr over all drops by more than 0.2"),
        ("review", "mrr over all drops by more than 0.05"),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("release: {block_if: [], review_if: []}", "passes every corpus"),
        ("release: {}", "passes every corpus"),
        ("release:", "Expected a mapping"),
        ("schema: 1", "'release' is missing"),
        ("", "the file is empty"),
        ("release: {block_if: any_label_is_stale}", "Expected a list"),
        ("releas: {}\nrelease: {block_if: [any_label_is_stale]}", "Did you mean 'release'?"),
        ("schema: 2\nx: y", "Upgrade corpusgate."),
    ],
)
def test_policy_without_a_rule_or_of_another_form_is_refused(
    write: Write, text: str, fault: str
) -> None:
    assert any(fault in found for found in faults(write(text, "configs/gate.yaml")))


def test_policy_hash_is_of_the_rules_not_of_the_layout(write: Write) -> None:
    one = load_policy(policy_file(write, "[any_label_is_stale, any_check_is_undecided]", "[]"), [8])
    two = load_policy(
        write(
            "# note\nschema: 1\nrelease:\n  review_if: []\n"
            "  block_if:\n    - any_check_is_undecided\n    - any_label_is_stale\n",
            "configs/two.yaml",
        ),
        [8],
    )
    moved = load_policy(policy_file(write, "[any_label_is_stale]", "[any_check_is_undecided]"), [8])
    assert one.policy_hash == two.policy_hash
    assert one.policy_hash != moved.policy_hash


def test_policy_names_who_may_waive_what_blocks(write: Write) -> None:
    text = "release:\n  block_if: [any_label_is_stale]\n  waivable_by: [risk-owner, юрист]\n"
    alone = load_policy(write(text, "configs/one.yaml"), [8])
    both = load_policy(write(f"{text}  two_person: true\n", "configs/two.yaml"), [8])
    assert (alone.waivable_by, alone.two_person) == (("risk-owner", "юрист"), False)
    assert both.two_person
    plain = load_policy(policy_file(write, "[any_label_is_stale]", "[]"), [8])
    assert len({found.policy_hash for found in (alone, both, plain)}) == 3


def test_two_people_of_no_role_can_waive_nothing(write: Write) -> None:
    text = "release:\n  review_if: [any_label_is_stale]\n  two_person: true\n"
    (fault,) = faults(write(text, "configs/gate.yaml"))
    assert "Expected waivable_by" in fault


@pytest.mark.parametrize("role", ["''", "' owner'", "7"])
def test_role_is_one_word_or_more(write: Write, role: str) -> None:
    text = f"release:\n  review_if: [any_label_is_stale]\n  waivable_by: [{role}]\n"
    assert "release.waivable_by[0]" in faults(write(text, "configs/gate.yaml"))[0]


def test_unknown_key_and_misspelt_rule_are_told_at_once(write: Write) -> None:
    text = "realease: {}\nrelease:\n  blok_if: []\n  review_if: [any_label_is_stal, any_label]\n"
    found = faults(write(text, "configs/gate.yaml"))
    assert len(found) == 4
    assert found[0].startswith("1: realease: unknown key 'realease'")
    assert "3: release.blok_if: unknown key 'blok_if'" in found[1]
    assert "Did you mean 'any_label_is_stale'?" in found[2]
    assert "unknown rule 'any_label'" in found[3]
