"""Cases as pytest items: names, selection, outcomes, one run shared by all workers."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from junitparser import Failure, JUnitXml

from tests.repositories import CASES, DOCUMENTS, RELEASE, commit, git, lines, start

pytest_plugins = ["pytester"]

CASES_FILE = "fixtures/cases.jsonl"
FAILED = f"{CASES_FILE}::returns-001::retrieval"


@pytest.fixture(scope="session", autouse=True)
def _loaded() -> None:
    """Modules that are there before: pytester drops those that come with a test, numpy breaks."""
    for name in ("numpy", "qdrant_edge", "harness.pull_request", "harness.outputs"):
        import_module(name)


@pytest.fixture
def harmful(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A branch that breaks one of three cases; the current folder is in it."""
    monkeypatch.setattr("harness.pipeline.provenance.code_digest", lambda: "sha256:0")
    top = start(pytester.path / "r")
    git(top, "checkout", "-q", "-b", "change")
    text = DOCUMENTS["docs/returns.md"].replace("30 days", "60 days")
    commit(top, "change", {"docs/returns.md": text})
    monkeypatch.chdir(top)
    return top


def runs(top: Path) -> list[Path]:
    return sorted((top / "runs").glob("run-*"))


def test_nothing_is_collected_unless_asked_for(harmful: Path, pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess(CASES_FILE, "--rootdir", str(harmful))
    result.assert_outcomes()
    assert runs(harmful) == []


def test_every_case_and_layer_is_an_item(harmful: Path, pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess("--corpusgate", "--collect-only", "-q", CASES_FILE)
    names = [line for line in result.outlines if "::" in line]
    expected = [
        f"{CASES_FILE}::{case['id']}::{layer}"
        for case in CASES
        for layer in ("retrieval", "citation", "answer")
    ]
    assert names == [*expected, f"{CASES_FILE}::run"]
    assert runs(harmful) == []


def test_broken_case_fails_with_its_diagnosis_and_nothing_else_does(
    harmful: Path, pytester: pytest.Pytester
) -> None:
    result = pytester.runpytest_inprocess("--corpusgate", "--junitxml=j.xml", CASES_FILE)
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1
    result.stdout.fnmatch_lines(
        [
            "returns-001: regression. *the claim within 30 days*Documents: returns.md.",
            "  block   any_critical_case_changes_from_pass_to_fail: *",
            f"FAILED {FAILED} - *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    assert len(runs(harmful)) == 1
    failed = [
        case.name
        for suite in JUnitXml.fromfile(str(harmful / "j.xml"))
        for case in suite
        if any(isinstance(found, Failure) for found in case.result)
    ]
    assert failed == ["retrieval"]


def test_setting_switches_it_on(harmful: Path, pytester: pytest.Pytester) -> None:
    (harmful / "pytest.ini").write_text("[pytest]\ncorpusgate = true\ncorpusgate_fail_on = block\n")
    result = pytester.runpytest_inprocess(CASES_FILE)
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["corpusgate: configs/release.yaml"])


@pytest.mark.parametrize(
    ("arguments", "cases"),
    [
        (["-k", "warranty-001"], {"warranty-001"}),
        (["-k", "policy"], {"returns-001", "support-001"}),
        (["-m", "critical"], {"returns-001", "warranty-001"}),
        ([f"{CASES_FILE}::support-001"], {"support-001"}),
    ],
)
def test_cases_are_selected_by_name_tag_and_marker(
    harmful: Path, pytester: pytest.Pytester, arguments: list[str], cases: set[str]
) -> None:
    files = [] if "::" in arguments[-1] else [CASES_FILE]
    options = ["--corpusgate", "--collect-only", "-q", "--strict-markers"]
    result = pytester.runpytest_inprocess(*options, *arguments, *files)
    names = [line.split("::")[1] for line in result.outlines if line.startswith(CASES_FILE)]
    assert set(names) == cases
    assert harmful.exists()


@pytest.mark.usefixtures("harmful")
def test_last_failed_runs_the_failed_test_alone(pytester: pytest.Pytester) -> None:
    pytester.runpytest_inprocess("--corpusgate", CASES_FILE)
    result = pytester.runpytest_inprocess("--corpusgate", "--last-failed", "-v", CASES_FILE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"{FAILED} FAILED*"])


def test_workers_share_one_run(
    harmful: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fresh process: the workers are processes too, and count their calls in a file."""
    (harmful / "conftest.py").write_text(
        "import harness.job\n"
        "inner = harness.job.run_job\n"
        "def counted(*arguments, **options):\n"
        "    with open('calls.txt', 'a') as stream:\n"
        "        stream.write('run\\n')\n"
        "    return inner(*arguments, **options)\n"
        "harness.job.run_job = counted\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    command = [sys.executable, "-m", "pytest", "--corpusgate", "-n", "3", CASES_FILE]
    result = pytester.run(*command)
    assert result.parseoutcomes()["failed"] == 1
    assert (harmful / "calls.txt").read_text() == "run\n"
    assert len(runs(harmful)) == 1


def test_own_checks_use_the_run(harmful: Path, pytester: pytest.Pytester) -> None:
    (harmful / "test_own.py").write_text(
        "def test_own(corpusgate_run):\n"
        "    assert corpusgate_run.verdict == 'BLOCK'\n"
        "    assert corpusgate_run.case('support-001').status == 'unchanged'\n"
        "    assert corpusgate_run.diagnosis('returns-001').documents == ('returns.md',)\n"
        "    assert corpusgate_run.record('candidate', 'returns-001').retrieved\n"
        "    assert 'returns.md' in corpusgate_run.explain('returns-001')\n"
    )
    pytester.runpytest_inprocess("--corpusgate", "test_own.py").assert_outcomes(passed=1)
    result = pytester.runpytest_inprocess("test_own.py")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*corpusgate_run needs the option --corpusgate.*"])


def test_base_takes_the_exam_from_the_branch_to_merge_into(
    harmful: Path, pytester: pytest.Pytester
) -> None:
    commit(harmful, "weaken", {CASES_FILE: lines(CASES[1:])})
    result = pytester.runpytest_inprocess("--corpusgate", "--corpusgate-base=main", CASES_FILE)
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines([f"FAILED {FAILED} - *"])
    (run,) = runs(harmful)
    assert "the case is removed by this change" in json.dumps(
        json.loads((run / "gate.json").read_text())
    )


def test_case_that_the_change_adds_fails_the_run_as_a_whole(
    harmful: Path, pytester: pytest.Pytester
) -> None:
    git(harmful, "checkout", "-q", "-b", "more", "main")
    commit(harmful, "more", {CASES_FILE: lines([*CASES, {**CASES[1], "id": "new-001"}])})
    result = pytester.runpytest_inprocess("--corpusgate", "--corpusgate-base=main", CASES_FILE)
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["review  exam_edited: new-001: *the case is new in this change*"])


def test_review_findings_fail_unless_told_otherwise(
    harmful: Path, pytester: pytest.Pytester
) -> None:
    cases = [{**case, "tags": []} for case in CASES]
    commit(harmful, "nothing is critical", {CASES_FILE: lines(cases)})
    assert pytester.runpytest_inprocess("--corpusgate", CASES_FILE).parseoutcomes()["failed"] == 1
    result = pytester.runpytest_inprocess("--corpusgate", "--corpusgate-fail-on=block", CASES_FILE)
    assert "failed" not in result.parseoutcomes()


def test_faults_of_the_inputs_are_told_without_a_traceback(
    harmful: Path, pytester: pytest.Pytester
) -> None:
    (harmful / CASES_FILE).write_text("{}\n")
    result = pytester.runpytest_inprocess("--corpusgate", CASES_FILE)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*{CASES_FILE}:1: 'id' is missing*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    (harmful / "configs" / "release.yaml").write_text(RELEASE + "corpus: {}\n")
    result = pytester.runpytest_inprocess("--corpusgate", CASES_FILE)
    result.assert_outcomes(errors=1)


def test_session_without_it_imports_nothing_of_ours_but_the_plugin() -> None:
    code = (
        "import sys, harness.pytest_plugin;"
        "print(*sorted(name for name in sys.modules if name.startswith('harness.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["harness.pytest_plugin"]
