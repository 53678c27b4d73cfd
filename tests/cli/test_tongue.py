"""Which language a command speaks, and that help and errors are told in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from harness.cli.main import run
from harness.cli.tongue import chosen
from harness.errors import HarnessError
from tests.repositories import RELEASE, put, start

RUSSIAN = {"LANG": "ru_RU.UTF-8"}


@pytest.mark.parametrize(
    ("arguments", "environ", "language"),
    [
        ([], {}, "en"),
        ([], RUSSIAN, "ru"),
        ([], {"LANG": "ru"}, "ru"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ru"}, "ru"),
        ([], {"LANG": "C.UTF-8", "LANGUAGE": "ru"}, "en"),
        ([], {**RUSSIAN, "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "en_GB.UTF-8", "LC_ALL": "ru_RU.UTF-8"}, "ru"),
        ([], {**RUSSIAN, "CI": "true"}, "en"),
        ([], {"CORPUSGATE_LANG": "ru", "CI": "true"}, "ru"),
        ([], {**RUSSIAN, "CORPUSGATE_LANG": "en"}, "en"),
        (["--lang", "en"], {"CORPUSGATE_LANG": "ru"}, "en"),
        (["run", "--lang=ru"], {}, "ru"),
        (["run", "--", "--lang=ru"], {}, "en"),
    ],
)
def test_what_is_asked_for_counts_before_the_locale(
    arguments: list[str], environ: Mapping[str, str], language: str
) -> None:
    assert chosen(arguments, environ)[0] == language


@pytest.mark.parametrize("arguments", [["--lang", "ru", "run", "x"], ["run", "x", "--lang=ru"]])
def test_the_option_stands_anywhere_and_is_taken_out(arguments: list[str]) -> None:
    assert chosen(arguments, {}) == ("ru", ["run", "x"])


@pytest.mark.parametrize("arguments", [["--lang", "xx"], ["--lang=xx"]])
def test_a_language_nobody_translated_is_refused(arguments: list[str]) -> None:
    with pytest.raises(HarnessError, match="Expected en or ru"):
        chosen(arguments, {})
    with pytest.raises(HarnessError, match="CORPUSGATE_LANG"):
        chosen([], {"CORPUSGATE_LANG": "xx"})


def test_help_is_told_in_russian(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "ru", "run", "--help"]) == 0
    told = capsys.readouterr().out
    for words in ("Использование: corpusgate run [ПАРАМЕТРЫ]", "Параметры:", "Напечатать"):
        assert words in told
    assert "Print" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nosuch"], "Нет команды 'nosuch'."),
        (["run", "--nosuch"], "Нет параметра --nosuch"),
        (["run", "--config", "nope.yaml"], "nope.yaml: такого файла нет"),
        (["run", "--out", ""], "--out: пустое значение"),
    ],
)
def test_errors_are_told_in_russian(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--lang", "ru", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_every_part_of_a_fault_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = tmp_path / "случаи.jsonl"
    cases.write_text('{"id": "а", "query": ""}\n', encoding="utf-8")
    assert run(["--lang", "ru", "cases", "check", str(cases)]) == 2
    told = capsys.readouterr().err
    assert "1 ошибка в случаях" in told or "ошибки в случаях" in told
    assert "Нужно: вопрос." in told


def test_one_command_leaves_no_language_behind(capsys: pytest.CaptureFixture[str]) -> None:
    run(["--lang", "ru", "nosuch"])
    run(["nosuch"])
    assert "No such command 'nosuch'." in capsys.readouterr().err


def test_json_is_never_translated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "nope.yaml"
    answers = []
    for language in ("en", "ru"):
        run(["--lang", language, "doctor", "--json", "--config", str(config)])
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]


def test_doctor_tells_state_name_and_fault_each_in_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top = start(tmp_path / "shop")
    put(top, {"configs/release.yaml": RELEASE.replace("git:merge-base:main:docs", "nowhere")})
    run(["--lang", "ru", "doctor", "--config", str(top / "configs" / "release.yaml")])
    wrong = [line for line in capsys.readouterr().out.splitlines() if "nowhere" in line]
    assert len(wrong) == 1
    assert wrong[0].startswith("неверно     базовая: ")
    assert "нет такой папки корпуса" in wrong[0]
