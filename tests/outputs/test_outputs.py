"""What a run says to other programs: valid, redacted, bounded, and never more than text."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from junitparser import Failure, JUnitXml
from markdown_it import MarkdownIt
from sarif_pydantic import Sarif

from harness.gate import of_some_cases
from harness.gate.labels import LABEL_RULE
from harness.model.comparison import CaseComparison, Evidence, PairedCheck
from harness.model.corpus import DocumentChange, ManifestDiff
from harness.model.document import Document
from harness.model.gate import Finding
from harness.model.text import CorpusText
from harness.outputs import Outputs, Sources, build_outputs, write_outputs
from harness.outputs.hosts import workflow_commands
from harness.outputs.junit import junit
from harness.outputs.markdown import MAX_CHARS, code, comment, escape, markdown
from harness.outputs.places import Locator
from harness.outputs.sarif import sarif
from harness.outputs.summary import summary
from tests.report.fixtures import hostile, many, run
from tests.report.payloads import PAYLOADS

SOURCES = Sources(folder="docs", cases="fixtures/cases.jsonl")


@pytest.fixture(scope="module")
def outputs() -> Outputs:
    return build_outputs(run(), SOURCES)


def test_every_case_with_a_finding_fails_in_some_layer_and_no_other_does(outputs: Outputs) -> None:
    failed = {
        case.name
        for suite in JUnitXml.fromstring(junit(outputs))
        if suite.name != "run"
        for case in suite
        if case.result
    }
    assert failed == {case.id for case in outputs.worst_first()}


def test_junit_has_a_suite_for_each_layer_and_counts_add_up(outputs: Outputs) -> None:
    suites = JUnitXml.fromstring(junit(outputs))
    assert [suite.name for suite in suites] == ["retrieval", "citation", "answer", "run"]
    assert suites.tests == sum(suite.tests for suite in suites)
    for suite in suites:
        results = [found for case in suite for found in case.result]
        assert suite.tests == len(list(suite))
        assert suite.failures == sum(isinstance(found, Failure) for found in results)


def test_sarif_is_valid_and_names_files_from_the_top(outputs: Outputs) -> None:
    log = Sarif.model_validate(sarif(outputs))
    results = log.runs[0].results or []
    assert len(results) == len(outputs.marks) > 0
    assert {mark.path.split("/")[0] for mark in outputs.marks} <= {"docs", "fixtures"}


def test_worst_cases_come_first(outputs: Outputs) -> None:
    actions = [case.action for case in outputs.worst_first()]
    assert actions == sorted(actions)
    text = markdown(outputs)
    places = [
        text.index(code(case.id), text.index("Cases, worst")) for case in outputs.worst_first()
    ]
    assert places == sorted(places)


def test_summary_of_many_cases_stays_below_what_a_comment_may_be() -> None:
    artefacts = many(600)
    findings = tuple(
        Finding(
            rule="any_check_is_undecided", action="review", case_id=case.case_id, reason="?" * 99
        )
        for case in artefacts.comparison.cases
    )
    large = replace(artefacts, gate=artefacts.gate.model_copy(update={"findings": findings}))
    text = comment(build_outputs(large, SOURCES), "n")
    assert len(text) < MAX_CHARS
    assert re.search(r"… and \d+ more in the report", text)
    assert text.rstrip().endswith("exit code 1.")


def test_cases_are_shown_whatever_else_there_is_to_say() -> None:
    artefacts = run()
    edits = tuple(
        Finding(rule="exam_edited", action="review", case_id=f"new-{n}", reason="?" * 99)
        for n in range(3000)
    )
    gate = artefacts.gate.model_copy(update={"findings": (*artefacts.gate.findings, *edits)})
    outputs = build_outputs(replace(artefacts, gate=gate), SOURCES)
    text = comment(outputs, "n")
    assert len(text) < MAX_CHARS
    shown = text.partition("### Cases, worst first")[2]
    assert all(code(case.id) in shown for case in outputs.worst_first())
    assert "### Corpus" in text


def test_label_that_names_nothing_is_told_where_the_case_is() -> None:
    artefacts = run()
    case = next(case for case in artefacts.cases if case.expected_source_ids)
    label = case.expected_source_ids[0].partition("#")[0]
    reason = f"no document of the baseline is called {label!r}"
    found = Finding(rule=LABEL_RULE, action="review", case_id=case.id, reason=reason)
    gate = artefacts.gate.model_copy(update={"findings": (*artefacts.gate.findings, found)})
    outputs = build_outputs(replace(artefacts, gate=gate), SOURCES)
    rules, _, cases = markdown(outputs).partition("### Cases, worst first")
    assert f"- **review** `{LABEL_RULE}`: {code(case.id)}" in rules
    assert escape(reason) in cases
    assert reason in "".join(
        str(found.text)
        for suite in JUnitXml.fromstring(junit(outputs))
        for test in suite
        for found in test.result
    )


def test_secrets_reach_no_output(tmp_path: Path) -> None:
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    card, mail = "4111 1111 1111 1111", "ivan.petrov@example.com"
    secret = f"{key} {card} {mail}"
    artefacts = run()
    findings = (
        *(f.model_copy(update={"reason": secret}) for f in artefacts.gate.findings),
        Finding(rule="exam_edited", action="review", reason=secret),
    )
    gate = artefacts.gate.model_copy(update={"findings": findings, "no_verdict": secret})
    diagnoses = [d.model_copy(update={"explanation": secret}) for d in artefacts.diagnoses]
    leaky = replace(artefacts, gate=gate, diagnoses=diagnoses)
    write_outputs(tmp_path, build_outputs(leaky, SOURCES), name="n")
    for file in tmp_path.iterdir():
        text = file.read_text(encoding="utf-8")
        assert not [word for word in (key, card, mail) if word in text], file.name


def test_hostile_text_stays_text_everywhere(tmp_path: Path) -> None:
    outputs = build_outputs(hostile(PAYLOADS), SOURCES)
    write_outputs(tmp_path, outputs, name="a --> <script>")
    assert Sarif.model_validate_json((tmp_path / "results.sarif").read_text(encoding="utf-8"))
    assert JUnitXml.fromfile(str(tmp_path / "junit.xml")).tests
    for line in (tmp_path / "annotations.txt").read_text(encoding="utf-8").split("\n"):
        assert line == "" or line.startswith(("::error file=", "::warning file="))
    body = (tmp_path / "comment.md").read_text(encoding="utf-8")
    first, _, rest = body.partition("\n")
    assert first == "<!-- corpusgate:a-script -->"
    rendered = MarkdownIt("commonmark", {"html": True, "linkify": False}).parse(rest)
    kinds = {token.type for top in rendered for token in (top, *(top.children or ()))}
    assert kinds.isdisjoint({"html_block", "html_inline", "image", "link_open"})


@pytest.mark.parametrize(
    "text",
    [
        "see www.evil.example now",
        "at https://evil.example/a_b",
        "mail a@evil.example",
        "1. first",
        "12) next",
        "- item",
        "+ item",
        "$x$ and :tada: and #12 and GH-26",
    ],
)
def test_text_becomes_no_link_list_or_reference(text: str) -> None:
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    tokens = parser.parse(escape(text))
    kinds = {token.type for top in tokens for token in (top, *(top.children or ()))}
    assert kinds <= {"paragraph_open", "inline", "paragraph_close", "text", "text_special"}
    inline = next(token for token in tokens if token.type == "inline")
    assert "".join(child.content for child in inline.children or ()) == text
    assert not re.search(r"[$@#]|GH-|:tada|://|www\.", re.sub(r"&#\d+;", "", escape(text)))


def test_what_markdown_does_not_need_stays_as_it_is() -> None:
    text = "Возврат (14–30 дней), e-mail/phone: 100% 'yes' \"no\"? a/b-c.md 1-2; x=y + z"
    assert escape(text) == text


@given(st.text(max_size=60))
def test_any_text_is_text_in_markdown(text: str) -> None:
    for written in (escape(text), code(text) if text.strip() else "x"):
        tokens = MarkdownIt("gfm-like", {"html": True, "linkify": False}).parse(f"- a {written} b")
        inner = [child.type for token in tokens for child in token.children or ()]
        assert set(inner) <= {"text", "code_inline", "text_special"}
        assert [t.type for t in tokens].count("paragraph_open") == 1
    assert "@" not in escape(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_ends_a_workflow_command_or_adds_a_property(path: str, message: str) -> None:
    outputs = build_outputs(run(), SOURCES)
    mark = replace(outputs.marks[0], path=path, message=message)
    (line,) = workflow_commands(replace(outputs, marks=(mark,)))
    assert "\n" not in line
    assert "\r" not in line
    head = line.split("::")[1]
    assert [part.split("=")[0].split(" ")[-1] for part in head.split(",")] == [
        "file",
        "line",
        "endLine",
        "title",
    ]


def test_no_verdict_is_said_in_every_output(tmp_path: Path) -> None:
    artefacts = run([])
    passing = artefacts.gate.model_copy(update={"verdict": "PASS", "findings": (), "rules": ()})
    gate = of_some_cases(passing, "1 of 9 asked")
    outputs = build_outputs(replace(artefacts, gate=gate), SOURCES)
    assert outputs.verdict == "NO VERDICT"
    write_outputs(tmp_path, outputs)
    for name in ("junit.xml", "summary.md", "comment.md", "summary.json"):
        assert "1 of 9 asked" in (tmp_path / name).read_text(encoding="utf-8"), name
    assert (summary(outputs)["exit_code"], summary(outputs)["complete"]) == (4, False)
    assert "exit code 4" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_summary_is_json(outputs: Outputs) -> None:
    assert json.loads(json.dumps(summary(outputs), allow_nan=False))["verdict"] == "BLOCK"


def document(text: str) -> Document:
    return Document("a", "a.md", "A", "en", text, ())


def locator(old: str | None, new: str | None) -> Locator:
    texts = {"baseline": old, "candidate": new}
    kind = "added" if old is None else "removed" if new is None else "modified"
    change = DocumentChange(
        kind=kind,  # type: ignore[arg-type]  # one of three literals
        source_id="a",
        path="a.md",
        sha256={side: None if text is None else side for side, text in texts.items()},
    )
    diff = ManifestDiff(baseline="", candidate="", changes=(change,))
    corpora = {
        side: CorpusText({} if text is None else {"a": document(text)})
        for side, text in texts.items()
    }
    return Locator(diff, Sources(texts=corpora))  # type: ignore[arg-type]  # keys are sides


def compared(old: tuple[int, int] | None, new: tuple[int, int] | None) -> CaseComparison:
    def evidence(span: tuple[int, int] | None) -> tuple[Evidence, ...]:
        if span is None:
            return ()
        return (Evidence(source_id="a", start=span[0], end=span[1], text_hash=""),)

    check = PairedCheck(
        check="required_fact",
        layer="retrieval",
        baseline="pass",
        candidate="fail",
        baseline_evidence=evidence(old),
        candidate_evidence=evidence(new),
    )
    return CaseComparison(case_id="c", status="regression", summary="", checks=(check,))


def span(text: str, words: str) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


OLD = "# A\n\nfirst\n\n30 days\n\nlast\n"


@pytest.mark.parametrize(
    ("new", "where", "lines"),
    [
        ("# A\n\nfirst\n\n60 days\n\nlast\n", "30 days", (5, 5)),
        ("# A\n\nFIRST\n\n60 days\n\nlast\n", "30 days", (5, 5)),
        ("# A\n\nnew\n\nfirst\n\n60 days\n\nlast\n", "30 days", (7, 7)),
        ("# A\n\nfirst\n\nlast\n", "30 days", (4, 4)),
        ("", "30 days", (1, 1)),
        (OLD, "30 days", (1, 1)),
    ],
)
def test_mark_stands_on_the_changed_lines_of_the_evidence(
    new: str, where: str, lines: tuple[int, int]
) -> None:
    found = locator(OLD, new).lines("a.md", compared(span(OLD, where), None))
    assert (found.first, found.last) == lines


def test_mark_of_a_new_document_stands_on_its_evidence_and_of_a_removed_one_on_line_one() -> None:
    found = locator(None, OLD).lines("a.md", compared(None, span(OLD, "30 days")))
    assert (found.first, found.last) == (5, 5)
    found = locator(OLD, None).lines("a.md", compared(span(OLD, "30 days"), None))
    assert (found.first, found.last) == (1, 1)


def test_marks_lie_within_the_file_whatever_changed() -> None:
    rng = random.Random(7)
    for old, new in _edits(rng, 300):
        spans = [span for span in (_any_span(old, rng), None) if span is None or old]
        found = locator(old, new).lines("a.md", compared(rng.choice(spans), _any_span(new, rng)))
        assert 1 <= found.first <= found.last <= max(1, new.count("\n") + 1)


def _edits(rng: random.Random, count: int) -> Iterator[tuple[str, str]]:
    for _ in range(count):
        old, new = ("\n".join(rng.choice("abc") for _ in range(rng.randrange(8))) for _ in range(2))
        yield old, new


def _any_span(text: str, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, rng.randrange(start, len(text) + 1)
