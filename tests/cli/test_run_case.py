"""``corpusgate run --case`` and ``--previous``: one case again, and what an earlier run found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.report.html import parsed, words

Call = Callable[..., tuple[int, str, str]]


def pages(workspace: Path) -> dict[str, str]:
    """Run id -> its report."""
    return {p.parent.name: p.read_text("utf-8") for p in workspace.glob("reports/*/index.html")}


def test_one_case_is_a_run_of_its_own_and_no_verdict(call: Call, workspace: Path) -> None:
    call("run")
    (whole,) = pages(workspace).items()
    code, out, err = call("run", "--case", "c1")
    assert code == 4
    assert out.startswith("NO VERDICT  1 case: 1 unchanged")
    assert "No verdict: 1 of 2 cases asked" in err
    found = pages(workspace)
    assert found.pop(whole[0]) == whole[1]
    (page,) = found.values()
    assert "NO VERDICT" in page
    assert "case-d1" not in page
    assert "exit code 4" in page


def read(workspace: Path, run: str, name: str) -> dict[str, Any]:
    for kept in ("runs", "reports"):
        if (file := workspace / kept / run / name).exists():
            return dict(json.loads(file.read_text("utf-8")))
    raise FileNotFoundError(name)


def test_every_file_of_a_run_of_one_case_says_that_it_is_no_verdict(
    call: Call, workspace: Path
) -> None:
    call("run", "--case", "c1")
    (run,) = pages(workspace)
    for name in ("gate.json", "summary.json"):
        told = read(workspace, run, name)
        assert told["no_verdict"].startswith("1 of 2 cases asked"), name
        assert (told["complete"], told["exit_code"]) == (False, 4), name
        assert told["verdict"] != "PASS", name
    info = read(workspace, run, "run.json")
    assert (info["state"], info["verdict"]) == ("incomplete", "REVIEW")
    assert info["no_verdict"].startswith("1 of 2 cases asked")
    listed = json.loads(call("review", "list", run, "--json")[1])
    assert (listed["verdict"], listed["exit_code"]) == ("NO VERDICT", 4)
    assert "exit code 4" in (workspace / "reports" / run / "summary.md").read_text("utf-8")


def test_run_of_one_case_is_in_no_history_and_no_trend(call: Call, workspace: Path) -> None:
    call("run")
    (whole,) = pages(workspace)
    call("run", "--case", "c1")
    looked = next(name for name in pages(workspace) if name != whole)
    assert read(workspace, looked, "trend.json")["runs"] == []
    (workspace / "corpus/candidate/new.md").write_text("# New\n\nNew text.\n")
    call("run")
    last = next(name for name in pages(workspace) if name not in (whole, looked))
    trend = read(workspace, last, "trend.json")
    assert [run["run_id"] for run in trend["runs"]] == [whole, last]
    assert trend["left_out"] == []
    code, out, err = call("history", "--json")
    assert code == 0
    assert err == "Left out 1 run of some cases alone: no verdict.\n"
    assert [run["run_id"] for run in json.loads(out)["runs"]] == [whole, last]
    assert json.loads(out)["left_out"][0]["some_cases"]
    code, _, err = call("history", looked)
    assert code == 5
    assert f"Left out {looked}: asked 1 case alone, so it has no verdict." in err


@pytest.mark.usefixtures("workspace")
def test_latest_run_is_one_of_all_cases(call: Call) -> None:
    call("run", "--case", "c1")
    code, _, err = call("review", "list")
    assert code == 5
    assert "no finished run of all cases" in err
    call("run")
    call("run", "--case", "d1")
    whole = json.loads(call("history", "--json")[1])["runs"][0]["run_id"]
    assert json.loads(call("review", "list", "--json")[1])["run_id"] == whole


def test_run_of_one_case_cannot_stand_beside_a_later_one(call: Call, workspace: Path) -> None:
    call("run", "--case", "c1")
    (looked,) = pages(workspace)
    code, _, err = call("run", "--previous", looked)
    assert code == 2
    assert "asked some cases alone" in err


def test_cases_that_one_case_leaves_out_are_not_gone_since(call: Call, workspace: Path) -> None:
    call("run")
    (whole,) = pages(workspace)
    (workspace / "corpus/candidate/new.md").write_text("# New\n\nNew text.\n")
    assert call("run", "--case", "d1", "--previous", whole)[0] == 4
    (page,) = (text for name, text in pages(workspace).items() if name != whole)
    assert "c1" not in words(parsed(page).find(id="since")).split()


def test_same_cases_as_a_file_of_their_own_are_another_run(call: Call, workspace: Path) -> None:
    gate = workspace / "configs/gate.yaml"
    gate.write_text("release: {review_if: [any_case_changes_from_pass_to_fail]}\n")
    call("run", "--case", "c1")
    cases = workspace / "fixtures/cases.jsonl"
    lines = cases.read_text("utf-8").splitlines()
    cases.write_text(next(line for line in lines if '"c1"' in line) + "\n")
    assert call("run")[0] == 0
    assert len(pages(workspace)) == 2


def test_naming_every_case_is_the_run_of_all_cases(call: Call, workspace: Path) -> None:
    call("run")
    code, out, _ = call("run", "--case", "d1", "--case", "c1", "--json")
    assert code == 0
    assert (json.loads(out)["verdict"], json.loads(out)["no_verdict"]) == ("PASS", "")
    assert list(pages(workspace)) == [json.loads(out)["run_id"]]


def test_one_case_that_blocks_blocks(call: Call, workspace: Path) -> None:
    cases = workspace / "fixtures/cases.jsonl"
    cases.write_text(cases.read_text().replace('"critical", "draft"', '"critical"'))
    code, out, _ = call("run", "--case", "d1", "--json")
    assert code == 1
    assert json.loads(out)["no_verdict"].startswith("1 of 2 cases")


def test_case_that_is_not_there_is_named_with_the_nearest(call: Call, workspace: Path) -> None:
    code, _, err = call("run", "--case", "c2", "--case", "d1")
    assert code == 2
    assert "no case 'c2'" in err
    assert "'c1'" in err
    assert not list(workspace.glob("runs/*"))


def test_report_gives_the_command_that_asks_a_case_again(call: Call, workspace: Path) -> None:
    elsewhere = workspace.parent / "elsewhere.jsonl"
    elsewhere.write_text((workspace / "fixtures/cases.jsonl").read_text())
    call("run", "--baseline", str(workspace / "corpus/baseline"), "--cases", str(elsewhere))
    (page,) = pages(workspace).values()
    command = "corpusgate run --baseline corpus/baseline --cases CASES_PATH --case d1"
    assert command in words(parsed(page))
    assert str(workspace.parent) not in page


def rerun_with(workspace: Path, call: Call, old: str, new: str, *arguments: str) -> str:
    """Run, edit the candidate, and run again beside the first run: the id of the first."""
    call("run")
    (first,) = pages(workspace)
    file = workspace / "corpus/candidate/cafe.md"
    file.write_text(file.read_text().replace(old, new))
    assert call("run", "--previous", first, *arguments)[0] in (0, 3)
    return first


def test_report_tells_what_fails_since_an_earlier_run(call: Call, workspace: Path) -> None:
    first = rerun_with(workspace, call, "nine", "ten")
    (page,) = (text for name, text in pages(workspace).items() if name != first)
    since = page[page.index('id="since"') :]
    since = since[: since.index("</section>")]
    assert first in since
    assert "Newly failing" in since
    assert 'href="#case-c1"' in since


def test_earlier_run_of_the_settings_is_used_too(call: Call, workspace: Path) -> None:
    call("run")
    (first,) = pages(workspace)
    config = workspace / "configs/release.yaml"
    config.write_text(config.read_text() + f"report: {{previous: {first}}}\n")
    (workspace / "corpus/candidate/new.md").write_text("# New\n\nNew text.\n")
    call("run")
    assert sum('id="since"' in page for page in pages(workspace).values()) == 1


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ("", "is this run itself"),
        (
            "pipeline: {embedding: hashing, rerank: none}",
            "These pins differ: config_hash, pipeline",
        ),
        ("metrics: {k: [1]}\npipeline: {embedding: hashing}", "metrics.k"),
    ],
)
def test_earlier_run_that_does_not_fit_is_refused_with_the_reason(
    call: Call, workspace: Path, edit: str, reason: str
) -> None:
    call("run")
    (first,) = pages(workspace)
    if edit:
        (workspace / "configs/release.yaml").write_text(f"schema: 1\n{edit}\n")
    code, _, err = call("run", "--previous", first)
    assert code == 2
    assert reason in err


def test_earlier_run_of_other_corpora_is_refused(call: Call, workspace: Path) -> None:
    call("run")
    (first,) = pages(workspace)
    for side in ("baseline", "candidate"):
        (workspace / f"corpus/{side}/more.md").write_text(f"# More\n\nMore of the {side}.\n")
    code, _, err = call("run", "--previous", first)
    assert code == 2
    assert "neither of its corpora is one of this run" in err


def test_earlier_run_with_other_cases_alone_is_refused(call: Call, workspace: Path) -> None:
    call("run")
    (first,) = pages(workspace)
    cases = workspace / "fixtures/cases.jsonl"
    cases.write_text(cases.read_text().replace('"c1"', '"x1"').replace('"d1"', '"x2"'))
    code, _, err = call("run", "--previous", first)
    assert code == 2
    assert "no case in common" in err
