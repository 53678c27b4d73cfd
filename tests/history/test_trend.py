"""What a trend says of runs, by hand-made folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from harness.history import read_runs, run_folders, trend
from harness.model.trend import Trend
from harness.model.wire import LAYERS
from harness.pipeline.places import Places
from tests.history.makers import FAIL, PASS, expecting, info, make_run, outcome


def look(root: Path, **given: Any) -> Trend:
    return trend(*read_runs(run_folders(Places(root))), **given)


def test_runs_stand_in_the_order_they_began_and_by_id_where_that_is_the_same(
    tmp_path: Path,
) -> None:
    for run_id, day in (("run-c", 1), ("run-b", 2), ("run-a", 2), ("run-d", 9)):
        make_run(tmp_path / "runs", run_id, day)
    assert [run.run_id for run in look(tmp_path).runs] == ["run-c", "run-a", "run-b", "run-d"]


def test_begin_counts_and_not_how_its_zone_is_written(tmp_path: Path) -> None:
    make_run(tmp_path / "runs", "run-a", 1, started_at="2026-03-01T12:00:00+05:00")
    make_run(tmp_path / "runs", "run-b", 1, started_at="2026-03-01T08:00:00+00:00")
    assert [run.run_id for run in look(tmp_path).runs] == ["run-a", "run-b"]


def test_change_from_run_to_run_is_told_by_case(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    unsure = {"retrieval": "uncertain"}
    make_run(
        runs,
        "run-a",
        1,
        *[outcome(c, PASS) for c in "ag"],
        outcome("b", FAIL),
        pins={"policy": "1"},
    )
    new = [outcome("a", FAIL), outcome("b", PASS), outcome("n", FAIL)]
    make_run(runs, "run-b", 2, *new, pins={"policy": "2"})
    make_run(runs, "run-c", 3, *[outcome(c, unsure) for c in "abn"], pins={"policy": "2"})
    first, second, third = look(tmp_path).runs
    assert first.changes is None
    assert second.changes is not None
    assert second.changes.model_dump() == {
        "newly_failing": ("a",),
        "fixed": ("b",),
        "newly_uncertain": (),
        "added": ("n",),
        "removed": ("g",),
        "inputs": ("corpora", "policy"),
    }
    assert third.changes is not None
    assert third.changes.newly_uncertain == ("a", "b", "n")
    assert not third.changes.fixed


def test_rate_counts_cases_the_layer_applies_to_and_keeps_errors_in_the_denominator(
    tmp_path: Path,
) -> None:
    found = [
        outcome("a", PASS),
        outcome("b", {"retrieval": "error"}),
        outcome("c", {"retrieval": "uncertain", "answer": "not_applicable"}),
        outcome("draft", FAIL, draft=True),
        outcome("unasked", {}),
    ]
    make_run(tmp_path / "runs", "run-a", 1, *found)
    (run,) = look(tmp_path).runs
    assert [(r.layer, r.passed, r.of) for r in run.rates] == [
        ("retrieval", 1, 3),
        ("citation", 0, 0),
        ("answer", 1, 1),
    ]
    assert (run.cases, run.unasked, run.cost) == (4, 1, 0.75)


def test_one_layer_alone_decides_what_failed(tmp_path: Path) -> None:
    make_run(tmp_path / "runs", "run-a", 1, outcome("a", PASS))
    make_run(tmp_path / "runs", "run-b", 2, outcome("a", FAIL))
    last = look(tmp_path, layers=("answer",)).runs[-1]
    assert last.changes is not None
    assert not last.changes.newly_failing
    assert [rate.layer for rate in last.rates] == ["answer"]


def test_last_runs_are_still_compared_with_the_one_before_them(tmp_path: Path) -> None:
    make_run(tmp_path / "runs", "run-a", 1, outcome("a", PASS))
    make_run(tmp_path / "runs", "run-b", 2, outcome("a", FAIL))
    found = look(tmp_path, last=1)
    assert (found.older, [run.run_id for run in found.runs]) == (1, ["run-b"])
    assert found.runs[0].changes is not None
    assert found.runs[0].changes.newly_failing == ("a",)


def row(root: Path, *outcomes: Any, **each: Any) -> None:
    for day, given in enumerate(outcomes, 1):
        make_run(root / "runs", f"run-{day}", day, given, **each)


def test_case_that_turns_there_and_back_is_flaky_and_one_that_turns_once_is_not(
    tmp_path: Path,
) -> None:
    row(tmp_path / "once", *(outcome("a", found) for found in (PASS, PASS, FAIL)))
    row(tmp_path / "twice", *(outcome("a", found) for found in (PASS, FAIL, PASS)))
    assert not look(tmp_path / "once").flaky
    (flaky,) = look(tmp_path / "twice").flaky
    assert (flaky.case_id, flaky.flips) == ("a", 2)
    assert flaky.outcomes == ("pass", "fail", "pass")


def test_turn_that_comes_with_another_expectation_is_none(tmp_path: Path) -> None:
    told = [(PASS, "30 days"), (FAIL, "60 days"), (PASS, "60 days")]
    row(tmp_path, *(outcome("a", found, **expecting(text)) for found, text in told))
    assert not look(tmp_path).flaky


def test_other_outcome_on_the_same_inputs_is_flaky_even_once(tmp_path: Path) -> None:
    row(tmp_path, outcome("a", PASS), outcome("a", FAIL), candidate="same")
    (flaky,) = look(tmp_path).flaky
    assert flaky.contradicted == ("run-2",)


@pytest.mark.parametrize(
    "given", [{"candidate": "other"}, {"candidate": "same", "pins": {"config": "other"}}]
)
def test_other_corpus_or_other_settings_are_no_same_inputs(
    tmp_path: Path, given: dict[str, Any]
) -> None:
    make_run(tmp_path / "runs", "run-a", 1, outcome("a", PASS), candidate="same")
    make_run(tmp_path / "runs", "run-b", 2, outcome("a", FAIL), **given)
    assert not look(tmp_path).flaky


def test_other_cases_and_policy_are_the_same_inputs_for_a_case(tmp_path: Path) -> None:
    pins = [{"policy": "1", "cases": "1"}, {"policy": "2", "cases": "2"}]
    for day, (found, pin) in enumerate(zip((PASS, FAIL), pins, strict=True), 1):
        make_run(tmp_path / "runs", f"run-{day}", day, outcome("a", found), candidate="c", pins=pin)
    assert look(tmp_path).flaky


def test_disagreeing_trials_count_where_there_are_dice(tmp_path: Path) -> None:
    row(tmp_path, outcome("a", PASS, unsteady=True))
    (flaky,) = look(tmp_path).flaky
    assert flaky.unsteady == ("run-1",)
    assert not look(tmp_path, layers=("retrieval",)).flaky
    assert look(tmp_path, layers=LAYERS) == look(tmp_path)


def broken(folder: Path, kind: str) -> None:
    """Spoil a run folder in one way."""
    told = folder / "run.json"
    value = json.loads(told.read_text())
    if kind == "foreign":
        told.unlink()
    elif kind == "torn":
        told.write_text(told.read_text()[:40])
    elif kind == "newer":
        told.write_text(json.dumps({**value, "schema": 99}))
    elif kind == "unfinished":
        told.write_text(json.dumps({"schema": 1, "run_id": "r", "state": "running"}))
    elif kind == "early":
        (folder / "outcomes.jsonl").unlink()
    elif kind == "list":
        told.write_text("[]")
    elif kind == "clock":
        told.write_text(json.dumps({**value, "started_at": "yesterday"}))
    elif kind == "one side":
        line = {**outcome("a", PASS), "expectation": {"baseline": "x"}}
        (folder / "outcomes.jsonl").write_text(json.dumps(line) + "\n")
    else:
        (folder / "outcomes.jsonl").write_bytes(b"\xff\n")


SPOILED = {
    "foreign": "no run.json",
    "torn": "not JSON",
    "newer": "schema 99, but this corpusgate reads up to 1",
    "unfinished": "has no verdict yet",
    "early": "made by an earlier version",
    "list": "found no schema",
    "clock": "started_at",
    "one side": "one side is missing",
    "bytes": "not UTF-8",
}


def test_folder_that_is_no_run_is_named_with_its_fault_and_the_others_stay(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for name in SPOILED:
        broken(make_run(runs, name, 1, outcome("a", PASS)), name)
    make_run(runs, "run-a", 2, outcome("a", PASS))
    (runs / "README.md").write_text("Made by corpusgate.")
    found = look(tmp_path)
    assert [run.run_id for run in found.runs] == ["run-a"]
    assert [one.folder for one in found.left_out] == sorted(SPOILED)
    for one in found.left_out:
        assert SPOILED[one.folder] in one.reason
        assert str(tmp_path) not in one.reason


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    row(tmp_path, outcome("кейс", PASS, unsteady=True), outcome("кейс", FAIL))
    found = look(tmp_path)
    assert Trend.model_validate_json(found.model_dump_json()) == found


def test_fields_of_run_json_that_a_trend_does_not_read_may_be_anything(tmp_path: Path) -> None:
    folder = make_run(tmp_path / "runs", "run-a", 1)
    (folder / "run.json").write_text(json.dumps({**info("run-a", 1), "later": {"x": [None]}}))
    assert len(look(tmp_path).runs) == 1
