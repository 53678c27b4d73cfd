"""The main job end to end, on a tiny corpus and without a model."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from harness.model.record import RunRecord
from harness.record import read_records
from tests.pipeline.workspace import BASELINE, CASES, make_workspace

RESULTS = (
    "records/baseline.jsonl",
    "records/candidate.jsonl",
    "comparison.json",
    "diagnosis.jsonl",
    "gate.json",
    "manifests/baseline.sha256",
    "manifests/candidate.sha256",
    "manifests/diff.json",
)
SIXTY_DAYS = {"returns.md": BASELINE["returns.md"].replace("30", "60")}


def corpusgate(root: Path, *more: str) -> int:
    return run(["run", "--config", str(root / "configs" / "release.yaml"), *more])


def run_folder(root: Path) -> Path:
    (folder,) = [path for path in (root / "runs").iterdir() if path.is_dir()]
    return folder


def results(root: Path) -> dict[str, bytes]:
    return {name: (run_folder(root) / name).read_bytes() for name in RESULTS}


def gate(root: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((run_folder(root) / "gate.json").read_bytes())
    return value


def test_corpus_compared_with_itself_passes_without_a_transition(tmp_path: Path) -> None:
    root = make_workspace(tmp_path)
    assert corpusgate(root) == 0
    comparison = json.loads((run_folder(root) / "comparison.json").read_bytes())
    assert {case["status"] for case in comparison["cases"]} <= {"unchanged", "failing"}
    steps = [step for case in comparison["cases"] for step in case["transitions"]]
    assert all(step["baseline"] == step["candidate"] for step in steps)


def test_changed_number_in_a_critical_case_blocks_and_names_the_document(tmp_path: Path) -> None:
    root = make_workspace(tmp_path, SIXTY_DAYS)
    assert corpusgate(root) == 1
    blocked = [found for found in gate(root)["findings"] if found["action"] == "block"]
    assert [(found["case_id"], found["documents"]) for found in blocked] == [
        ("refund", ["returns.md"])
    ]


def test_stale_label_goes_to_review(tmp_path: Path) -> None:
    moved = {"returns.md": None, "refunds.md": BASELINE["returns.md"]}
    root = make_workspace(tmp_path, moved)
    assert corpusgate(root) == 3


def test_missing_baseline_is_nothing_to_compare_and_never_a_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_workspace(tmp_path)
    shutil.rmtree(root / "corpus" / "baseline")
    assert corpusgate(root) == 5
    assert "baseline" in capsys.readouterr().err


def test_empty_baseline_is_nothing_to_compare_and_never_a_pass(tmp_path: Path) -> None:
    root = make_workspace(tmp_path)
    for path in (root / "corpus" / "baseline").iterdir():
        path.unlink()
    assert corpusgate(root) == 5


@pytest.mark.parametrize("option", ["--baseline", "--case", "--previous", "--lang"])
def test_empty_value_of_an_option_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    root = make_workspace(tmp_path)
    assert corpusgate(root, option, "") == 2
    assert f"{option} is empty" in capsys.readouterr().err
    assert not (root / "runs").exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc here")
def test_place_that_takes_no_folder_is_an_error_of_the_user(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_workspace(tmp_path)
    assert corpusgate(root, "--out", "/proc/x") == 2
    told = capsys.readouterr().err
    assert told.startswith("/proc/x/runs/run-")
    assert "no folder can be made there. Name another place" in told


def test_unfinished_run_of_elsewhere_cannot_stand_beside_this_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_workspace(tmp_path / "here")
    other = tmp_path / "elsewhere" / "run-1"
    other.mkdir(parents=True)
    (other / "run.json").write_text('{"schema": 1, "run_id": "run-1", "state": "running"}')
    assert corpusgate(root, "--previous", str(other)) == 2
    told = capsys.readouterr().err
    assert "this run has no verdict yet, so nothing can be set beside it" in told
    assert "or name another run" in told


def test_output_folder_that_is_a_file_is_an_error_of_the_user(tmp_path: Path) -> None:
    root = make_workspace(tmp_path)
    assert corpusgate(root, "--out", str(root / "configs" / "gate.yaml")) == 2


def test_critical_case_that_is_newly_refused_blocks_and_names_the_document(
    tmp_path: Path,
) -> None:
    """Nothing else is expected of the answer: the refusal alone tells."""
    asked = {name: CASES[0][name] for name in ("id", "query", "expected_source_ids", "tags")}
    without = {"returns.md": "# Returns\n\nWe accept most goods.\n"}
    root = make_workspace(tmp_path, without, [asked, CASES[3]])
    assert corpusgate(root) == 1
    (found,) = [found for found in gate(root)["findings"] if found["action"] == "block"]
    assert found["case_id"] == "refund"
    assert found["reason"].startswith("refusal: pass -> fail; refused")
    assert found["documents"] == ["returns.md"]
    (line,) = (run_folder(root) / "diagnosis.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["kind"] == "refusal_changed"


def test_label_that_names_no_released_document_goes_to_review(tmp_path: Path) -> None:
    typo = {**CASES[0], "expected_source_ids": ["retruns"]}
    root = make_workspace(tmp_path, cases=[typo])
    assert corpusgate(root) == 3
    assert [found["rule"] for found in gate(root)["findings"]] == [
        "every_label_names_a_released_document"
    ]


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("retruns", "no document of the baseline is called 'retruns' (did you mean 'returns'?)"),
        (
            "returns#retruns",
            "'returns' has no section 'retruns' in the baseline (did you mean 'returns'?)",
        ),
    ],
)
def test_label_that_names_nothing_is_told_with_the_nearest(
    tmp_path: Path, label: str, told: str
) -> None:
    root = make_workspace(tmp_path, cases=[{**CASES[0], "expected_source_ids": [label]}])
    assert corpusgate(root) == 3
    assert [found["reason"] for found in gate(root)["findings"]] == [told]


def test_label_of_a_section_that_is_there_is_none_of_these(tmp_path: Path) -> None:
    case = {**CASES[0], "expected_source_ids": ["returns#returns"]}
    assert corpusgate(make_workspace(tmp_path, cases=[case])) == 0


def test_empty_file_of_cases_is_nothing_to_compare(tmp_path: Path) -> None:
    assert corpusgate(make_workspace(tmp_path, cases=())) == 5


def test_report_is_left_and_named_with_verdict_rules_and_cases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_workspace(tmp_path, SIXTY_DAYS)
    corpusgate(root)
    out = capsys.readouterr().out
    page = root / "reports" / run_folder(root).name / "index.html"
    assert page.is_file()
    for part in ("BLOCK", "any_critical_case_changes_from_pass_to_fail", "refund", str(page)):
        assert part in out


def test_json_is_all_there_is_on_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = make_workspace(tmp_path, SIXTY_DAYS)
    assert corpusgate(root, "--json") == 1
    value = json.loads(capsys.readouterr().out)
    assert (value["verdict"], value["statuses"]["refund"]) == ("BLOCK", "regression")


def test_two_runs_in_two_folders_give_the_same_bytes(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        root = make_workspace(tmp_path / name, SIXTY_DAYS)
        corpusgate(root)
        found.append((run_folder(root).name, results(root)))
    assert found[0] == found[1]


def test_written_manifests_are_accepted_by_sha256sum(tmp_path: Path) -> None:
    root = make_workspace(tmp_path, SIXTY_DAYS)
    corpusgate(root)
    for side in ("baseline", "candidate"):
        manifest = run_folder(root) / "manifests" / f"{side}.sha256"
        done = subprocess.run(
            ["sha256sum", "-c", "--strict", str(manifest)],
            cwd=root / "corpus" / side,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_edit_of_policy_or_cases_is_another_run_with_both_sides_asked_again(tmp_path: Path) -> None:
    root = make_workspace(tmp_path, SIXTY_DAYS)
    corpusgate(root)
    policy = root / "configs" / "gate.yaml"
    policy.write_text(policy.read_text().replace(", any_forbidden_fact_appears", ""))
    corpusgate(root)
    assert len([path for path in (root / "runs").iterdir() if path.is_dir()]) == 2


def test_finished_records_are_kept_and_fresh_asks_again_without_losing_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_workspace(tmp_path)
    corpusgate(root)
    before = results(root)
    corpusgate(root, "--resume")
    assert f"{2 * len(CASES)} finished records" in capsys.readouterr().err
    corpusgate(root, "--fresh")
    assert results(root) == before
    assert len(list((run_folder(root) / "records").glob("*.jsonl.before-1"))) == 2


def test_records_that_are_there_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = make_workspace(tmp_path)
    corpusgate(root)
    read: list[Path] = []

    def counting(path: Path) -> tuple[RunRecord, ...]:
        read.append(path)
        return read_records(path)

    monkeypatch.setattr("harness.record.log.read_records", counting)
    corpusgate(root)
    assert sorted(path.stem for path in read) == ["baseline", "candidate"]


def test_killed_twenty_times_it_ends_with_the_bytes_of_an_uninterrupted_run(tmp_path: Path) -> None:
    cases = [{**case, "id": f"{case['id']}-{number}"} for number in range(8) for case in CASES]
    whole = make_workspace(tmp_path / "whole", SIXTY_DAYS, cases)
    started = time.monotonic()
    assert _process(whole).wait() == 1
    took = time.monotonic() - started
    broken = make_workspace(tmp_path / "broken", SIXTY_DAYS, cases)
    dice = random.Random(7)
    for _ in range(20):
        process = _process(broken)
        time.sleep(dice.uniform(0, took))
        process.kill()
        process.wait()
    assert _process(broken).wait() == 1
    assert results(broken) == results(whole)


def _process(root: Path) -> subprocess.Popen[bytes]:
    program = "from harness.cli.main import main; main()"
    config = str(root / "configs" / "release.yaml")
    return subprocess.Popen(
        [sys.executable, "-c", program, "run", "--resume", "--config", config],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
