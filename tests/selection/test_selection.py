"""Which cases a change touches, and in which order they are asked."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness import selection
from harness.config import Policy, Release
from harness.corpus import build_manifest
from harness.errors import HarnessError
from harness.job import Inputs
from harness.model.case import Case, Override
from harness.model.corpus import ManifestEntry
from harness.model.gate import Finding, GateResult


def inputs(cases: list[Case], old: dict[str, str], new: dict[str, str]) -> Inputs:
    """Source id -> digest of each side; paths are the ids with an ending."""
    manifests = {
        side: build_manifest(
            ManifestEntry(path=f"{name}.md", source_id=name, sha256=digest, bytes=1, media_type="")
            for name, digest in documents.items()
        )
        for side, documents in (("baseline", old), ("candidate", new))
    }
    release = cast("Release", None)  # not looked at
    return Inputs(release, Policy(()), tuple(cases), manifests)  # type: ignore[arg-type]  # sides


def case(case_id: str, *sources: str, then: tuple[str, ...] = ()) -> Case:
    override = Override(reason="r", expected_source_ids=then) if then else None
    return Case(id=case_id, query="q", expected_source_ids=sources, candidate=override)


CASES = [
    case("same", "same"),
    case("edited", "edited#section"),
    case("gone", "other", "gone"),
    case("new", "other", then=("new",)),
    case("renamed", "before"),
    case("unanswerable"),
]


def test_cases_whose_expected_documents_changed_are_affected() -> None:
    old = {"same": "1", "edited": "1", "gone": "1", "other": "1", "before": "1"}
    new = {"same": "1", "edited": "2", "new": "1", "other": "1", "after": "1"}
    found = selection.affected(inputs(CASES, old, new))
    assert found == ("edited", "gone", "new", "renamed")


def test_no_change_affects_no_case() -> None:
    same = {"same": "1", "edited": "1"}
    assert selection.affected(inputs(CASES, same, same)) == ()


def gate(*blocked: str) -> GateResult:
    findings = tuple(Finding(rule="r", action="block", case_id=c, reason="") for c in blocked)
    return GateResult(
        verdict="BLOCK", exit_code=1, complete=True, policy_hash="", rules=(), findings=findings
    )


def test_affected_cases_are_a_batch_of_their_own() -> None:
    order = selection.in_order(inputs(CASES, {}, {}), ["gone", "edited"], None, None)
    assert order.batches == (("gone", "edited"), ("same", "new", "renamed", "unanswerable"))
    assert order.go_on(gate("a", "b", "c"))


def test_chosen_cases_keep_the_order_and_no_other_is_asked() -> None:
    order = selection.in_order(inputs(CASES, {}, {}), ["gone"], ["same", "gone"], None)
    assert order.batches == (("gone",), ("same",))
    assert selection.in_order(inputs(CASES, {}, {}), [], [], None).batches == ()


def test_failures_add_up_over_batches() -> None:
    order = selection.in_order(inputs(CASES, {}, {}), [], None, 3)
    assert order.go_on(gate("a", "b"))
    assert order.go_on(gate("a"))
    assert not order.go_on(gate("c"))


@given(st.integers(1, 9), st.integers(0, 30))
def test_shards_hold_every_case_once(count: int, number: int) -> None:
    cases = [case(f"c{index}") for index in range(number)]
    all_inputs = inputs(cases, {}, {})
    parts = [selection.shard(all_inputs, f"{part}/{count}") for part in range(1, count + 1)]
    assert sorted(c for part in parts for c in part) == sorted(c.id for c in cases)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("text", ["", "0/2", "3/2", "1/0", "1", "a/b", "1/2/3", "-1/2", "１/２"])
def test_anything_else_is_no_shard(text: str) -> None:
    with pytest.raises(HarnessError, match="N/M"):
        selection.shard(inputs(CASES, {}, {}), text)


def test_no_run_yet_has_no_last_failures(tmp_path: Path) -> None:
    from harness.pipeline.places import Places

    with pytest.raises(HarnessError, match="no run has ended yet"):
        selection.last_failed(inputs(CASES, {}, {}), Places(tmp_path))
