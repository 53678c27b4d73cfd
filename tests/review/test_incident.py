"""``corpusgate cases add``."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.cases import load_cases
from harness.cli.main import run

LINE = '{"id": "c1",   "query": "q", "answerable": false}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text(LINE)  # its last line has no end
    return path


def add(file: Path, *arguments: str) -> int:
    return run(["cases", "add", "--file", str(file), *arguments])


def test_incident_becomes_a_case_and_other_lines_stay_byte_for_byte(file: Path) -> None:
    code = add(
        file,
        *("--query", "Когда вернут деньги?", "--source", "возврат", "--source", "faq#money"),
        *("--fact", "В течение 14 дней.", "--forbidden", "в течение 30 дней"),
        *("--value", "14", "--tag", "critical", "--notes", "asked by a customer"),
    )
    assert code == 0
    assert file.read_text(encoding="utf-8").startswith(LINE + "\n")
    case = load_cases(file)[1]
    assert case.id.startswith("incident-")
    assert case.expected_source_ids == ("возврат", "faq#money")
    assert (case.required_values, case.forbidden_facts) == (("14",), ("в течение 30 дней",))
    assert case.critical


def test_same_question_is_not_added_twice(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--query", "When?", "--fact", "On Monday.")
    assert add(file, *given) == 0
    before = file.read_bytes()
    assert add(file, "--query", "when?", "--fact", "On Tuesday.") == 2
    assert "there is a case" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert add(file, *given, "--id", "when-2") == 0


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--query", "q"), "expects nothing"),
        (("--query", " ", "--fact", "f"), "--query"),
        (("--query", "q", "--fact", "f", "--unanswerable"), "--fact: an unanswerable case"),
        (("--query", "q", "--fact", "f", "--forbidden", "F"), "required as well"),
        (("--query", "q", "--fact", "f", "--id", "a/b"), "--id: found 'a/b'"),
        (("--query", "q", "--fact", "f", "--id", "C1"), "there is a case 'c1'"),
        (("--query", "\udcff", "--fact", "f"), "not UTF-8"),
    ],
)
def test_case_at_fault_is_refused_by_the_option_that_gave_it(
    file: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], fault: str
) -> None:
    assert add(file, *arguments) == 2
    assert fault in capsys.readouterr().err
    assert file.read_text() == LINE


def test_file_with_a_fault_is_left_alone(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("not json\n")
    assert add(file, "--query", "q", "--fact", "f") == 2
    assert f"{file}:1" in capsys.readouterr().err
    assert file.read_text() == "not json\n"


def test_first_case_makes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "new" / "cases.jsonl"
    assert add(file, "--query", "What is secret?", "--unanswerable") == 0
    assert [case.answerable for case in load_cases(file)] == [False]
