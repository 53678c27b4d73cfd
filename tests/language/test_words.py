"""Words that stand alone: codes, headers and labels, told in Russian wherever they are shown."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from harness.cli import main
from harness.language import teller
from harness.support import Kind
from tests.history.makers import FAIL, PASS, make_run, outcome

LOCALES = Path(__file__).parents[2] / "harness" / "report" / "locale"


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_support_has_a_russian_word(kind: str) -> None:
    assert teller("ru")(kind) != kind


@pytest.mark.parametrize("label", ["encoding", "labels", "stages"])
def test_labels_of_the_doctor_are_told(label: str) -> None:
    assert teller("ru")(label) != label


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Expected 'none', 'snippets' or 'full'.", "Нужно: 'none', 'snippets' или 'full'."),
        (
            "found a list of 3. Expected a mapping.",
            "найдено: список, элементов: 3. Нужно: отображение.",
        ),
        ("unknown rule 'x'. Choices: 'y'.", "неизвестно: правило «x». Можно: 'y'."),
    ],
)
def test_faults_of_a_configuration_have_no_english_word(said: str, told: str) -> None:
    assert teller("ru")(f"gate.yaml:3: key: {said}") == f"gate.yaml:3: key: {told}"


def test_rule_about_a_mean_is_told() -> None:
    tell = teller("ru")
    assert tell("  review  mrr over all drops by more than 0.05") == (
        "  на проверку mrr по всем случаям падает больше чем на 0,05"
    )


def test_history_has_no_english_header_and_russian_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for day, found in enumerate((FAIL, PASS), 1):
        cases = (outcome("refund", found), outcome("other", PASS))
        make_run(tmp_path / "runs", f"run-{day}", day, *cases)
    assert main.run(["history", "--lang", "ru", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    for word in ("layer", "first", "last", "lowest", "highest", "what", "number", "which", "stage"):
        assert word not in out.split()
    assert "50,0%" in out
    assert "50.0%" not in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["history", "--layer", "nope"], "'nope' — не из этих значений: 'retrieval'"),
        (["history", "--last", "0"], "нужно не меньше 1"),
    ],
)
def test_fault_of_an_option_is_told(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["--lang", "ru", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_name_of_a_field_stays_as_it_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "a", "query": "q", "expected_source_ids": ["x"], "case": 1}\n')
    assert main.run(["--lang", "ru", "cases", "check", str(file)]) == 2
    assert f"{file}:1: case: неизвестный ключ «case»" in capsys.readouterr().err


def test_one_word_for_a_run() -> None:
    catalogue = LOCALES / "ru" / "LC_MESSAGES" / "report.po"
    assert "запуск" not in catalogue.read_text("utf-8").lower()
