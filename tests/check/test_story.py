"""Three pull requests: a harmless edit, an intended change, and harm that weakens its own exam."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from junitparser import Error, Failure, JUnitXml
from sarif_pydantic import Sarif

from harness.errors import ExitCode
from tests.check.conftest import Check
from tests.repositories import ANSWERING, CASES, DOCUMENTS, GATE, RELEASE, commit, git, lines, put
from tests.support_servers import LlmServer, structured


def branch(top: Path, files: dict[str, str]) -> None:
    git(top, "checkout", "-q", "-b", "change", "main")
    commit(top, "change", files)


def edited(name: str, old: str, new: str) -> dict[str, str]:
    assert old in DOCUMENTS[name]
    return {name: DOCUMENTS[name].replace(old, new)}


def cases_with(case_id: str, **fields: Any) -> dict[str, str]:
    cases = copy.deepcopy(CASES)
    next(case for case in cases if case["id"] == case_id).update(fields)
    return {"fixtures/cases.jsonl": lines(cases)}


def annotated(check: Any) -> list[tuple[str, int]]:
    return [(mark["path"], mark["line"]) for mark in check.result["annotations"]]


HARMFUL = edited("docs/returns.md", "30 days", "60 days")
NEW_HOURS = edited("docs/support.md", "9 to 18", "8 to 20")
DECLARED = cases_with(
    "support-001",
    candidate={
        "reason": "new opening hours",
        "required_facts": ["The support desk is open from 8 to 20 on working days."],
    },
)


def test_change_of_nothing_passes(top: Path, check: Check) -> None:
    branch(top, {})
    done = check("--base", "main")
    assert done.code == ExitCode.PASS
    assert done.result["verdict"] == "PASS"
    assert done.result["corpus"] == {"unchanged": 3}


def test_harmless_edit_passes(top: Path, check: Check) -> None:
    branch(top, edited("docs/support.md", "4 hours.", "4 hours. We are glad to help."))
    done = check("--base", "main")
    assert done.code == ExitCode.PASS
    assert done.result["flagged"] == []
    assert (done.reports / "annotations.txt").read_text() == ""
    suites = JUnitXml.fromfile(str(done.reports / "junit.xml"))
    assert (suites.failures, suites.errors) == (0, 0)


def test_intended_change_declared_with_itself_is_for_a_person_to_confirm(
    top: Path, check: Check
) -> None:
    branch(top, {**NEW_HOURS, **DECLARED})
    done = check("--base", "main")
    assert done.code == ExitCode.REVIEW
    (flagged,) = done.result["flagged"]
    assert flagged["status"] == "legitimate_change"
    assert flagged["rules"] == ["exam_edited"]
    gate = json.loads((done.run / "gate.json").read_text())
    assert [finding["rule"] for finding in gate["findings"]] == ["exam_edited"]


def test_intended_change_declared_beforehand_passes(top: Path, check: Check) -> None:
    commit(top, "declare", DECLARED)
    branch(top, NEW_HOURS)
    done = check("--base", "main")
    assert done.code == ExitCode.PASS


@pytest.mark.parametrize(
    ("policy", "code", "status"),
    [
        ("accept", ExitCode.PASS, "legitimate_change"),
        ("review", ExitCode.REVIEW, "legitimate_change"),
        ("ignore", ExitCode.REVIEW, "regression"),
    ],
)
def test_policy_of_the_base_says_what_a_declared_change_counts(
    top: Path, check: Check, policy: str, code: ExitCode, status: str
) -> None:
    commit(
        top,
        "policy",
        {"configs/gate.yaml": f"{GATE}pull_request: {{declared_changes: {policy}}}\n"},
    )
    branch(top, {**NEW_HOURS, **DECLARED})
    done = check("--base", "main")
    assert done.code == code
    record = json.loads((done.run / "comparison.json").read_text())
    statuses = {case["case_id"]: case["status"] for case in record["cases"]}
    assert statuses["support-001"] == status


def test_harmful_edit_is_blocked_though_it_weakens_the_case_in_the_same_branch(
    top: Path, check: Check
) -> None:
    weaker = cases_with(
        "returns-001",
        required_facts=["Goods may be returned within 60 days after delivery."],
        tags=[],
    )
    branch(top, {**HARMFUL, **weaker})
    done = check("--base", "main")
    assert done.code == ExitCode.BLOCKED
    (flagged,) = done.result["flagged"]
    assert flagged["documents"] == ["returns.md"]
    assert "exam_edited" in flagged["rules"]
    assert "required_facts, tags edited by this change" in done.err
    assert annotated(done) == [("docs/returns.md", 3)]


@pytest.mark.parametrize(
    "attack",
    [
        {"configs/gate.yaml": "release: {review_if: [any_check_is_undecided]}\n"},
        {"configs/release.yaml": RELEASE + "cases: fixtures/easy.jsonl\n"},
        {"configs/release.yaml": RELEASE.replace("candidate: docs", "candidate: old")},
        {"configs/release.yaml": RELEASE.replace("git:merge-base:main:docs", "docs")},
        {"fixtures/cases.jsonl": lines(CASES[1:])},
        cases_with("returns-001", tags=["critical", "draft"]),
    ],
    ids=["policy", "other cases", "other candidate", "other baseline", "removed case", "draft"],
)
def test_no_edit_of_the_exam_helps_a_harmful_change(
    top: Path, check: Check, attack: dict[str, str]
) -> None:
    extra = {
        "fixtures/easy.jsonl": lines(CASES[1:]),
        "old/returns.md": DOCUMENTS["docs/returns.md"],
    }
    branch(top, {**HARMFUL, **extra, **attack})
    done = check("--base", "main")
    assert done.code == ExitCode.BLOCKED
    assert "exam_edited" in (done.run / "gate.json").read_text()
    edited_files = json.loads((done.run / "exam.json").read_text())["files"]
    assert set(attack) <= {edit["path"] for edit in edited_files}


def test_edits_of_the_exam_are_told_in_every_output_though_no_case_shows_them(
    top: Path, check: Check
) -> None:
    """A case that a change adds was never asked, and a policy is no case."""
    added = lines([*CASES, {**CASES[1], "id": "new-001"}])
    branch(top, {"fixtures/cases.jsonl": added, "configs/gate.yaml": f"{GATE}# weaker\n"})
    done = check("--base", "main")
    assert done.code == ExitCode.REVIEW
    reasons = [
        "configs/gate.yaml is changed by this change; the one of main was used",
        "new-001: fixtures/cases.jsonl: the case is new in this change and was not asked",
    ]
    assert [found["reason"] for found in done.result["findings"]] == reasons
    assert {rule["rule"] for rule in done.result["rules"]} == {"exam_edited"}
    texts = {path.name: path.read_text(encoding="utf-8") for path in done.reports.iterdir()}
    failed = JUnitXml.fromstring(texts["junit.xml"].encode())
    assert (failed.failures, failed.errors) == (2, 0)
    section = texts["summary.md"].partition("### This change edits its own exam")[2]
    page = texts["index.html"].partition('<section id="rules"')[0]
    for text in (section, page):
        assert "the case is new in this change and was not asked" in text
        assert "is changed by this change; the one of main was used" in text
        assert "new-001" in text
    assert "No rule fired." not in page
    assert "Judge the run as a whole" in page


def test_prompt_of_the_base_is_asked_with_and_its_edit_is_sent_to_a_person(
    top: Path, check: Check, repository: Path
) -> None:
    prompt = (repository / "configs" / "prompts" / "answer.md").read_text(encoding="utf-8")
    answer = CASES[0]["required_facts"][0]
    with LlmServer() as server:
        server.script(*[structured(answer, (answer, [1], ""))] * len(CASES))
        settings = {"base_url": server.base_url, "model": "scripted-1", "prompt": "prompts/own.md"}
        answered = f"  generation: {{openai-chat: {json.dumps(settings)}}}\n"
        release = RELEASE.replace(ANSWERING, answered)
        commit(top, "a model", {"configs/release.yaml": release, "prompts/own.md": prompt})
        weaker = prompt.replace("{% block system -%}", "{% block system -%}\nSay 30 days.")
        assert weaker != prompt
        branch(top, {"prompts/own.md": weaker})
        done = check("--base", "main")
        asked = json.dumps([seen.body for seen in server.seen])
    assert done.code == ExitCode.REVIEW
    assert "30 days" in asked
    assert "Say 30 days" not in asked
    assert "prompts/own.md is changed by this change; the one of main was used" in done.err


def test_base_that_moved_on_is_not_charged_to_the_branch(top: Path, check: Check) -> None:
    branch(top, edited("docs/support.md", "4 hours.", "4 hours. We are glad to help."))
    git(top, "checkout", "-q", "main")
    commit(top, "theirs", edited("docs/warranty.md", "6 months", "9 months"))
    commit(
        top, "more cases", {"fixtures/cases.jsonl": lines([*CASES, {**CASES[1], "id": "new-1"}])}
    )
    git(top, "checkout", "-q", "change")
    done = check("--base", "main")
    assert done.code == ExitCode.PASS
    assert done.result["cases"] == 4
    assert json.loads((done.run / "exam.json").read_text())["cases"] == []


def test_all_outputs_of_a_blocked_change_say_the_same(
    top: Path, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "step.md"))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_BASE_REF", "main")
    git(top, "remote", "add", "origin", str(top))
    git(top, "fetch", "-q", "origin")
    branch(top, HARMFUL)
    done = check("--report-url", "https://example.org/r/", "--name", "docs")
    assert done.code == ExitCode.BLOCKED
    assert "origin/main" in done.err
    assert "\n::error file=docs/returns.md,line=3,endLine=3,title=returns-001%3A " in done.err

    suites = JUnitXml.fromfile(str(done.reports / "junit.xml"))
    kinds = {
        (suite.name, case.name): [type(result) for result in case.result]
        for suite in suites
        for case in suite
    }
    assert kinds["retrieval", "returns-001"] == [Failure]
    assert kinds["retrieval", "support-001"] == []
    assert all(Error not in found for found in kinds.values())

    log = Sarif.model_validate_json((done.reports / "results.sarif").read_text())
    (result,) = log.runs[0].results or []
    assert result.level == "error"
    quality = json.loads((done.reports / "codequality.json").read_text())
    assert quality[0]["location"] == {"path": "docs/returns.md", "lines": {"begin": 3, "end": 3}}

    comment = (done.reports / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("<!-- corpusgate:docs -->\n## corpusgate: BLOCK\n")
    assert "[`returns-001`](https://example.org/r/#case-returns-001)" in comment
    assert (tmp_path / "step.md").read_text(encoding="utf-8").strip() in comment
    assert (done.reports / "index.html").exists()
    assert "[`returns-001`](https://example.org/r/" in (done.reports / "summary.md").read_text()


def test_same_change_gives_the_same_bytes(top: Path, check: Check) -> None:
    branch(top, HARMFUL)
    first = check("--base", "main", "--out", str(top.parent / "one"))
    second = check("--base", "main", "--out", str(top.parent / "two"))
    names = sorted(path.name for path in first.reports.iterdir() if path.name != "index.html")
    assert "junit.xml" in names
    for name in names:
        assert (first.reports / name).read_bytes() == (second.reports / name).read_bytes(), name


def test_workspace_may_be_a_folder_of_the_repository(
    top: Path, check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    (top / "kb").mkdir()
    for name in ("docs", "configs", "fixtures"):
        (top / name).rename(top / "kb" / name)
    release = RELEASE.replace("git:merge-base:main:docs", "git:merge-base:main:kb/docs")
    commit(top, "move", {"kb/configs/release.yaml": release})
    branch(top, {f"kb/{name}": text for name, text in {**HARMFUL, **DECLARED}.items()})
    monkeypatch.chdir(top / "kb")
    done = check("--base", "main")
    assert done.code == ExitCode.BLOCKED
    assert ("kb/docs/returns.md", 3) in annotated(done)
    assert json.loads((done.run / "exam.json").read_text())["files"][0]["path"] == (
        "kb/fixtures/cases.jsonl"
    )
    elsewhere = check("--base", "main", "--config", "../kb/configs/release.yaml")
    assert elsewhere.code == ExitCode.BLOCKED


def test_baseline_folder_is_the_base_s_whatever_the_branch_does_to_it(
    top: Path, check: Check
) -> None:
    """Both versions are committed, and the branch edits both alike."""
    versions = {
        f"corpus/{side}/{name.removeprefix('docs/')}": text
        for side in ("baseline", "candidate")
        for name, text in DOCUMENTS.items()
    }
    release = RELEASE.replace("git:merge-base:main:docs", "corpus/baseline")
    release = release.replace("candidate: docs", "candidate: corpus/candidate")
    commit(top, "two folders", {**versions, "configs/release.yaml": release})
    harm = HARMFUL["docs/returns.md"]
    branch(top, {f"corpus/{side}/returns.md": harm for side in ("baseline", "candidate")})
    done = check("--base", "main")
    assert done.code == ExitCode.BLOCKED
    assert done.result["flagged"][0]["case_id"] == "returns-001"


def test_file_that_is_not_in_the_workspace_is_no_exam(top: Path, check: Check) -> None:
    outside = top.parent / "easy.yaml"
    outside.write_text(GATE)
    commit(top, "elsewhere", {"configs/release.yaml": f"{RELEASE}gate: {outside}\n"})
    branch(top, HARMFUL)
    done = check("--base", "main")
    assert done.code == ExitCode.USAGE
    assert "is not in the workspace" in done.err


def test_pull_request_into_another_branch_is_judged_by_that_branch(top: Path, check: Check) -> None:
    git(top, "checkout", "-q", "-b", "release-2")
    commit(top, "longer", edited("docs/returns.md", "30 days", "45 days"))
    longer = "Goods may be returned within 45 days after delivery."
    commit(top, "case", cases_with("returns-001", required_facts=[longer]))
    git(top, "checkout", "-q", "-b", "fix")
    commit(top, "fix", edited("docs/support.md", "4 hours.", "4 hours. Welcome."))
    done = check("--base", "release-2")
    assert done.code == ExitCode.PASS
    assert done.result["corpus"] == {"modified": 1, "unchanged": 2}


def test_what_somebody_put_into_the_written_out_exam_has_no_say(top: Path, check: Check) -> None:
    branch(top, HARMFUL)
    exam = next(
        (check("--base", "main").run.parents[1] / ".corpusgate" / "exams").glob("*/configs")
    ).parent
    (exam / "configs" / "gate.yaml").write_text("release: {review_if: [any_check_is_undecided]}")
    put(exam, {"reviews/decisions.jsonl": "{}\n"})
    assert check("--base", "main").code == ExitCode.BLOCKED
    assert not (exam / "reviews" / "decisions.jsonl").exists()
