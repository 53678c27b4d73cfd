"""``corpusgate run --case`` and ``--previous``: one case again, and what an earlier run found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

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
