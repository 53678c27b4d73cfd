"""Changes of a corpus that tools which compare runs, scores or offsets let pass or call faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from harness.model.gate import GateResult
from tests.pipeline.workspace import BASELINE, CASES, GATE, make_workspace

RETURNS = BASELINE["returns.md"]
ABOVE = (
    "This paragraph is new, holds a good hundred and twenty characters and says nothing of any refund; "
    * 2
)
Judge = Callable[..., GateResult]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """The verdict on a candidate that changes (or, with ``None``, deletes) documents."""

    def judge(
        candidate: Mapping[str, str | None], cases: Sequence[Mapping[str, Any]] = CASES
    ) -> GateResult:
        root = make_workspace(tmp_path / "w", candidate, cases)
        newcomers = "any_new_document_contradicts_a_required_fact, any_label_is_stale"
        gate = GATE.replace("any_label_is_stale", newcomers)
        (root / "configs" / "gate.yaml").write_text(gate)
        run(["run", "--config", str(root / "configs" / "release.yaml")])
        (file,) = root.glob("runs/*/gate.json")
        return GateResult.model_validate(json.loads(file.read_bytes()))

    return judge


def test_text_above_an_unchanged_answer_is_no_change(judge: Judge) -> None:
    result = judge({"returns.md": RETURNS.replace("We accept", f"{ABOVE}\n\nWe accept")})
    assert (result.verdict, result.findings) == ("PASS", ())


@pytest.mark.parametrize("text", ["A refund is paid within 60 days of the return.", "Lorem ipsum."])
def test_answer_replaced_in_its_place_is_a_loss(judge: Judge, text: str) -> None:
    result = judge(
        {"returns.md": RETURNS.replace("A refund is paid within 30 days of the return.", text)}
    )
    assert result.verdict == "BLOCK"
    assert {finding.case_id for finding in result.findings} == {"refund"}


def test_answering_document_that_is_deleted_is_a_loss_with_its_name(judge: Judge) -> None:
    result = judge({"returns.md": None})
    assert result.verdict == "BLOCK"
    assert all(finding.documents == ("returns.md",) for finding in result.findings)


def test_poison_document_that_is_added_goes_to_a_person_with_its_name(judge: Judge) -> None:
    poison = "# Refunds\n\nA refund is paid within 90 days of the return.\n"
    result = judge({"zz/poison.md": poison})
    assert result.verdict != "PASS"
    assert {name for finding in result.findings for name in finding.documents} == {"zz/poison.md"}


def test_renamed_document_is_a_stale_label_and_no_loss(judge: Judge) -> None:
    result = judge({"returns.md": None, "b/9001.md": RETURNS})
    assert result.verdict == "REVIEW"
    (rule,) = (rule for rule in result.rules if rule.fired)
    assert (rule.rule, rule.case_ids) == ("any_label_is_stale", ("refund",))


def test_cases_that_are_added_are_no_loss_of_the_others(judge: Judge) -> None:
    hard = [
        {
            "id": f"hard-{number}",
            "query": f"What is the fee of service number {number}?",
            "expected_source_ids": ["shipping"],
            "required_facts": [f"The fee of service number {number} is {number} euros."],
        }
        for number in range(5)
    ]
    result = judge({}, [*CASES, *hard])
    assert (result.verdict, result.findings) == ("PASS", ())
