"""Answers of a reviewer to questions of the judge, from the page to the calibration."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from harness.errors import HarnessError
from harness.judge.tasks import BRIEFS
from harness.model.judgement import VERDICTS, Judgement
from harness.report import build_context, render_report
from harness.review import append_decisions, labels_on, read_decisions
from harness.review.decisions import dump
from harness.review.desk import Answer
from harness.store import digest_text
from tests.judge.test_calibrate import judgement
from tests.pipeline.test_aside import HEDGED, Model, good, judged, vote, workspace
from tests.pipeline.workspace import BASELINE, CASES
from tests.report.conftest import browser
from tests.review.makers import decision, retraction
from tests.review.test_app import Person
from tests.support_servers import structured

__all__ = ["browser"]

OpenDesk = Callable[..., Any]
ASKED = digest_text("asked")


def label(verdict: str = "absent", **given: str) -> dict[str, str]:
    values = {"check": "required_fact", "task": "fact_in_answer", "question": ASKED}
    return {**values, "side": "candidate", "verdict": verdict, **given}


def asked(verdict: str = "absent", **given: Any) -> Judgement:
    values: dict[str, Any] = {"case_id": "parcels", "question": ASKED, "verdict": verdict}
    return judgement(**{**values, **given})


def test_every_task_has_the_verdicts_of_its_brief() -> None:
    assert {task: set(brief.verdicts) for task, brief in BRIEFS.items()} == {
        task: set(verdicts) for task, verdicts in VERDICTS.items()
    }


def test_answer_counts_where_the_same_was_asked_on_whatever_side_and_once() -> None:
    both = [asked(side=side, trial=trial) for side in ("baseline", "candidate") for trial in (0, 1)]
    found = labels_on([decision(judged=[label("present")])], both)
    assert found.pairs == (("present", both[0]),)
    assert set(found.left_out.values()) == {0}


@pytest.mark.parametrize(
    "other",
    [
        {"question": digest_text("another text")},
        {"case_id": "refund"},
        {"check": "citation_supports"},
    ],
)
def test_answer_to_another_question_is_stale_and_counted(other: dict[str, str]) -> None:
    found = labels_on([decision(judged=[label()])], [asked(**other)])
    assert (found.pairs, found.stale) == ((), 1)


def test_latest_answer_counts_and_one_taken_back_does_not() -> None:
    first = decision(judged=[label("present")], at="2026-03-01T09:30:00Z")
    second = decision(judged=[label("absent")], at="2026-03-02T09:30:00Z", who="Boris")
    third = decision(judged=[label("contradicted")], at="2026-03-03T09:30:00Z")
    found = labels_on([third, second, first, retraction(third)], [asked()])
    assert [human for human, _ in found.pairs] == ["absent"]
    assert found.left_out == {"stale": 0, "retracted": 1, "overruled": 1}


@pytest.mark.parametrize(
    ("labels", "fault"),
    [
        ([label("supported")], "one of present, contradicted, absent for fact_in_answer"),
        ([label("abstain")], "one of present"),
        ([label(question="sha256:x")], "sha256:… in hex"),
        ([label(), label("present")], "the question is answered twice"),
    ],
)
def test_answer_that_does_not_fit_is_no_decision(labels: list[Any], fault: str) -> None:
    with pytest.raises(HarnessError) as caught:
        decision(judged=labels)
    assert fault in str(caught.value)


def test_line_without_answers_is_as_it_always_was(tmp_path: Path) -> None:
    plain, answered = decision(), decision(judged=[label()], who="Boris")
    assert "judged" not in dump(plain)
    file = tmp_path / "decisions.jsonl"
    append_decisions(file, [plain, answered])
    assert set(read_decisions(file)) == {plain, answered}
    file.write_text(file.read_text().replace('"verdict":"absent"', '"verdict":"present"'))
    with pytest.raises(HarnessError, match="edited after it was made"):
        read_decisions(file)


@pytest.fixture
def judged_run(tmp_path: Path) -> Path:
    """A workspace whose candidate answer hedges, and whose judge finds no fact in it."""
    with Model(good(), structured(HEDGED), votes=vote("absent")) as server:
        root = workspace(tmp_path / "w", server, [{**CASES[0], "tags": []}], **judged(server))
        changed = BASELINE["returns.md"] + "\nWe accept returns on Mondays.\n"
        (root / "corpus" / "candidate" / "returns.md").write_text(changed)
        run(["run", "--config", str(root / "configs" / "release.yaml")])
    return root


def desk_of(root: Path) -> Any:
    from harness.cli.review import open_desk

    return open_desk(None, root / "configs" / "release.yaml", None, "Anna")[1]


def calibrate(root: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    (folder,) = (path.parent for path in (root / "runs").glob("*/run.json"))
    file = root / "reviews" / "decisions.jsonl"
    capsys.readouterr()
    code = run(["judge", "calibrate", "--decisions", str(file), str(folder), "--json"])
    return (code, *capsys.readouterr())


def test_answer_saved_in_the_web_application_is_counted_by_calibrate(
    judged_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(desk_of(judged_run)).enter()
    page = person.page("refund")
    assert 'name="judged-0"' in page
    assert "the judge says: absent" in page, "the check tells, the question does not"
    person.decide("refund", "cannot_tell", **{"judged-0": "present"})
    code, out, _ = calibrate(judged_run, capsys)
    told = json.loads(out)
    assert (code, told["decisions"], told["agreement"]) == (0, 1, 0.0)
    assert told["confusion"] == {"present": {"absent": 1}}
    assert told["left_out"] == {"stale": 0, "retracted": 0, "overruled": 0}
    assert (judged_run / ".corpusgate" / "judge-calibration.json").exists()


def test_decision_without_an_answer_says_nothing_of_the_judge(
    judged_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(desk_of(judged_run)).enter()
    person.decide("refund", "accept", **{"judged-0": ""})
    code, _, err = calibrate(judged_run, capsys)
    assert code == 5
    assert "no decision answers a question that the judge was asked" in err


@pytest.mark.parametrize(
    ("field", "verdict", "fault"),
    [("judged-7", "absent", "was not asked this"), ("judged-0", "maybe", "judged")],
)
def test_answer_nobody_asked_for_is_refused_and_what_was_entered_stays(
    judged_run: Path, field: str, verdict: str, fault: str
) -> None:
    person = Person(desk_of(judged_run)).enter()
    answer = person.decide("refund", "reject", "as agreed", **{field: verdict})
    assert answer.status_code == 400
    assert fault in answer.text
    assert "as agreed" in answer.text
    assert not (judged_run / "reviews" / "decisions.jsonl").exists()


def test_retraction_of_an_answered_decision_answers_nothing(judged_run: Path) -> None:
    desk = desk_of(judged_run)
    made = desk.decide(Answer("refund", "reject", "as agreed", judged={0: "absent"}))
    assert made.judged
    assert not desk.retract(made.digest).judged
    assert len(read_decisions(desk.file)) == 2


def test_offline_answer_to_a_question_of_another_run_is_refused(judged_run: Path) -> None:
    desk = desk_of(judged_run)
    evidence = desk.evidence["refund"].model_dump(mode="json")
    with pytest.raises(HarnessError, match="was not asked"):
        desk.take_in([decision(case_id="refund", evidence=evidence, judged=[label()])])


def test_report_asks_only_where_all_text_can_be_read(judged_run: Path) -> None:
    from dataclasses import replace

    artefacts = desk_of(judged_run).artefacts
    assert 'data-task="fact_in_answer"' in render_report(build_context(artefacts))
    for mode in ("none", "snippets"):
        page = render_report(build_context(replace(artefacts, text=mode)))
        assert "data-task=" not in page


@pytest.mark.browser
def test_answer_given_in_the_static_report_is_taken_in_and_counted(
    judged_run: Path, browser: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from selenium.webdriver.support.ui import Select

    desk = desk_of(judged_run)
    page = tmp_path / "index.html"
    page.write_text(render_report(build_context(desk.artefacts)), encoding="utf-8")
    browser.get(page.as_uri() + "#case-refund")
    script = "document.querySelectorAll('details').forEach(d => d.open = true)"
    browser.execute_script(script)
    browser.find_element("css selector", "#reviewer [name=who]").send_keys("Мария")
    form = browser.find_element("css selector", "#case-refund form")
    browser.execute_script(script)
    Select(form.find_element("name", "judged-0")).select_by_value("absent")
    browser.execute_script(
        "const f = arguments[0].elements; f.reason.value = 'read it';"
        "f.verdict.value = 'reject'; arguments[0].requestSubmit();",
        form,
    )
    downloaded = browser.execute_async_script(
        """const done = arguments[0];
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then(done); return make.call(URL, blob); };
        document.getElementById("download").click();"""
    )
    file = tmp_path / "decisions.jsonl"
    file.write_text(downloaded, encoding="utf-8")
    config = str(judged_run / "configs" / "release.yaml")
    assert run(["review", "import", str(file), "--config", config]) == 0
    code, out, _ = calibrate(judged_run, capsys)
    told = json.loads(out)
    assert (code, told["decisions"], told["agreement"]) == (0, 1, 1.0)
    assert (told["against"], told["false_support"]) == (1, 0.0)
