"""Records made by somebody else, compared without text, index or model."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml

from harness.cli import main
from harness.errors import ExitCode
from tests.repositories import CASES, GATE, lines, put

Call = Callable[..., tuple[int, dict[str, Any], str]]

GOOD = {
    "returns-001": "Goods may be returned within 30 days after delivery.",
    "support-001": "The support desk is open from 9 to 18 on working days.",
    "warranty-001": "Batteries have a warranty of 6 months.",
}
SOURCES = {"returns-001": "returns", "support-001": "support", "warranty-001": "warranty"}


def record(case_id: str, answer: str, **changes: Any) -> dict[str, Any]:
    source = SOURCES.get(case_id, "x")
    hit = {"source_id": source, "chunk_id": f"{source}#p1", "text_hash": "sha256:0"}
    return {
        "schema": 1,
        "case_id": case_id,
        "corpus_version": "candidate",
        "retrieved": [{**hit, "rank": 1, "score": 1.0, "in_context": True}],
        "citations": [{"source_id": source, "chunk_id": f"{source}#p1"}],
        "answer": answer,
        "runtime": {"config_hash": "sha256:1", "index_id": "theirs", "model": "theirs"},
        **changes,
    }


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    """Compare two lists of records with the cases and policy of the tests."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path, {"configs/gate.yaml": GATE, "fixtures/cases.jsonl": lines(CASES)})

    def call(
        old: list[dict[str, Any]], new: list[dict[str, Any]], *arguments: str
    ) -> tuple[int, dict[str, Any], str]:
        put(tmp_path, {"a.jsonl": lines(old), "b.jsonl": lines(new)})
        code = main.run(["compare", "a.jsonl", "b.jsonl", "--json", *arguments])
        out, err = capsys.readouterr()
        return code, json.loads(out) if out else {}, err

    return call


def records(**answers: str) -> list[dict[str, Any]]:
    return [record(case_id, answer) for case_id, answer in {**GOOD, **answers}.items()]


def test_equal_records_pass_and_citations_nobody_can_look_up_do_not_block(call: Call) -> None:
    code, result, _ = call(records(), records())
    assert code == ExitCode.PASS
    assert result["statuses"] == {"unchanged": 3}


def test_records_that_refuse_everything_on_both_sides_are_never_a_pass(call: Call) -> None:
    refused = [{**found, "answer": "", "refused": True} for found in records()]
    code, result, _ = call(refused, refused)
    assert code == ExitCode.REVIEW
    (found,) = result["findings"]
    expected = "Every answer is a refusal on both versions (3 answerable cases)"
    assert found["reason"].startswith(expected)
    assert call(records(), refused)[1]["findings"] == []


def test_answer_that_lost_its_fact_is_blocked(call: Call, tmp_path: Path) -> None:
    worse = records(**{"returns-001": "Goods may be returned within 60 days after delivery."})
    code, result, _ = call(records(), worse, "--out", str(tmp_path / "report"))
    assert code == ExitCode.BLOCKED
    assert [case["case_id"] for case in result["flagged"]] == ["returns-001"]
    assert (tmp_path / "report" / "index.html").exists()
    assert JUnitXml.fromfile(str(tmp_path / "report" / "junit.xml")).failures


def test_source_that_is_no_longer_found_is_told(call: Call) -> None:
    lost = [record("warranty-001", GOOD["warranty-001"], retrieved=[], citations=[])]
    code, result, _ = call(records(), [*records()[:2], *lost])
    assert code == ExitCode.BLOCKED
    assert [case["case_id"] for case in result["flagged"]] == ["warranty-001"]


def test_missing_record_is_never_a_pass(call: Call) -> None:
    code, result, _ = call(records(), records()[:2])
    assert code == ExitCode.INCOMPLETE
    assert result["statuses"]["incomplete"] == 1


def test_record_of_an_unknown_case_is_refused(call: Call) -> None:
    code, _, err = call(records(), [*records(), record("nobody", "x")])
    assert code == ExitCode.USAGE
    assert "b.jsonl: a record of the case 'nobody'" in err


def test_records_made_in_another_way_are_an_experiment_or_refused(call: Call) -> None:
    runtime = {"config_hash": "sha256:2", "index_id": "theirs", "model": "other"}
    new = [{**one, "runtime": runtime} for one in records()]
    code, _, err = call(records(), new)
    assert code == ExitCode.USAGE
    assert "runtime.config_hash" in err
    assert "baseline 'theirs', candidate 'other'" in err
    code, _, _ = call(records(), new, "--experiment")
    assert code == ExitCode.PASS


def test_same_records_give_the_same_run(call: Call) -> None:
    first, second = call(records(), records())[1], call(records(), records())[1]
    assert first == second


def test_files_given_the_wrong_way_round_are_refused(call: Call) -> None:
    old = [{**one, "corpus_version": "candidate"} for one in records()]
    new = [{**one, "corpus_version": "baseline"} for one in records()]
    code, _, err = call(old, new)
    assert code == ExitCode.USAGE
    assert "the other way round" in err


def test_two_empty_files_are_nothing_to_compare(call: Call) -> None:
    assert call([], [])[0] == ExitCode.NOTHING
