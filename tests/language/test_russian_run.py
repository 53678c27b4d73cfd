"""A run in Russian, from one end to the other: whoever reads no English can read all of it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

from harness.cases import load_cases
from harness.cli.main import run
from harness.outputs import Outputs, Sources, build_outputs, read_artefacts
from harness.outputs.junit import junit
from harness.outputs.markdown import markdown
from harness.pipeline.places import RunFolder
from harness.report import render_report
from harness.report.render import render_body

RELEASE = """schema: 1
pipeline:
  embedding: hashing
metrics: {k: [1, 3]}
report: {language: ru, text: full}
"""
GATE = """schema: 1
release:
  block_if: [any_critical_case_changes_from_pass_to_fail, any_forbidden_fact_appears]
  review_if:
    - any_case_changes_from_pass_to_fail
    - any_label_is_stale
    - any_check_is_undecided
    - any_new_document_contradicts_a_required_fact
    - any_new_document_outranks_an_expected_source
    - {metric: mrr, drop_more_than: 0.01}
"""
BASELINE = {
    "возврат.md": "# Возврат\n\nДеньги возвращаются в течение 14 дней со дня обращения.\n",
    "доставка.md": "# Доставка\n\nПосылки уходят со склада только в рабочие дни.\n\n"
    "Курьер обязан позвонить покупателю за час до приезда.\n",
    "гарантия.md": "# Гарантия\n\nГарантия на все товары действует 24 месяца.\n",
    "подарки.md": "# Подарки\n\nПодарки дороже 3000 рублей принимать запрещено.\n",
    "отпуск.md": "# Отпуск\n\nЕжегодный отпуск составляет 28 календарных дней.\n",
    "пропуск.md": "# Пропуск\n\nПропуск в здание выдаёт служба охраны на первом этаже.\n",
    "оплата.md": "---\nacl: [все]\n---\n# Оплата\n\nОплатить заказ можно картой или наличными.\n",
    "обмен.md": "# Обмен\n\nОбмен товара возможен при сохранении упаковки и чека.\n",
}
CANDIDATE: dict[str, str | None] = {
    "возврат.md": "# Возврат\n\nДеньги возвращаются в течение 60 дней со дня обращения.\n",
    "доставка.md": "# Доставка\n\nПосылки уходят со склада только в рабочие дни.\n\n"
    "Курьер может позвонить покупателю за час до приезда.\n",
    "гарантия.md": None,
    "подарки.md": "# Подарки\n\n<!-- Подарки дороже 3000 рублей принимать запрещено. -->\n\nСпасибо.\n",
    "пропуск.md": "# Пропуск\n\nСпросите на первом этаже.\n",
    "охрана.md": "# Охрана\n\nПропуск в здание выдаёт служба охраны на первом этаже.\n",
    "оплата.md": "---\nacl: [бухгалтерия]\n---\n# Оплата\n\nОплатить заказ можно картой или наличными.\n",
    "отпуск-новый.md": "# Отпуск\n\nЕжегодный отпуск составляет 20 календарных дней.\n",
    "обмен.md": "# Обмен\n\nОбмен товара возможен при сохранении упаковки.\n",
}
FACTS = {
    "возврат": ("Когда возвращают деньги?", "Деньги возвращаются в течение 14 дней."),
    "доставка": ("Звонит ли курьер?", "Курьер обязан позвонить покупателю за час до приезда."),
    "гарантия": ("Какова гарантия?", "Гарантия на все товары действует 24 месяца."),
    "подарки": ("Можно ли принимать подарки?", "Подарки дороже 3000 рублей принимать запрещено."),
    "отпуск": ("Сколько длится отпуск?", "Ежегодный отпуск составляет 28 календарных дней."),
    "пропуск": ("Кто выдаёт пропуск?", "Пропуск в здание выдаёт служба охраны на первом этаже."),
    "оплата": ("Как оплатить заказ?", "Оплатить заказ можно картой или наличными."),
    "обмен": ("Когда возможен обмен?", "Обмен возможен при сохранении упаковки и чека."),
}

NAMES = re.compile(
    r"\b(?:PASS|REVIEW|BLOCK|corpusgate|UTC|recall|mrr|ndcg|precision|hit|groundedness"
    r"|context_relevance|answer_relevance|run-[0-9a-f]+|sha256"
    r"|acl|critical)\b"
)
"""Names of ours, of metrics, and of the keys and tags of the files: the same in every language."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    root = tmp_path_factory.mktemp("рабочая-область")
    for side, documents in (("baseline", BASELINE), ("candidate", BASELINE | CANDIDATE)):
        for name, text in documents.items():
            path = root / "corpus" / side / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is not None:
                path.write_text(text, encoding="utf-8")
    for name, text in (("release", RELEASE), ("gate", GATE)):
        (root / "configs").mkdir(exist_ok=True)
        (root / "configs" / f"{name}.yaml").write_text(text, encoding="utf-8")
    (root / "fixtures").mkdir()
    lines = [json.dumps(case, ensure_ascii=False) for case in _cases()]
    (root / "fixtures" / "cases.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    config = root / "configs" / "release.yaml"
    assert run(["run", "--lang", "ru", "--config", str(config)]) == 1
    return RunFolder(next((root / "runs").glob("run-*")))


def _cases() -> Iterator[dict[str, object]]:
    for source, (query, fact) in FACTS.items():
        yield {
            "id": source,
            "query": query,
            "expected_source_ids": [source],
            "expected_evidence": [BASELINE[f"{source}.md"].split("\n\n")[-1].strip()],
            "required_facts": [fact],
            "principal": ["все"] if source == "оплата" else [],
            "tags": ["critical"] if source == "возврат" else [],
        }
    yield {
        "id": "запрет",
        "query": "За сколько дней возвращают деньги?",
        "expected_source_ids": ["возврат"],
        "forbidden_facts": ["Деньги возвращаются в течение 60 дней."],
    }
    yield {"id": "кафе", "query": "Чем кормят в кафе на Луне?", "answerable": False}


@pytest.fixture(scope="module")
def outputs(folder: RunFolder) -> Outputs:
    artefacts = read_artefacts(folder, load_cases(folder.path.parents[1] / "fixtures/cases.jsonl"))
    return build_outputs(artefacts, Sources(), language="ru")


def english(text: str) -> list[str]:
    """Latin words of a text that are no names and stand in no path, id or field of a file."""
    bare = NAMES.sub("", re.sub(r"\S*(?:[/#@=]|\.md\b)\S*", "", text))
    return re.findall(r"[A-Za-z]{2,}", bare)


def test_no_sentence_of_the_report_is_english(outputs: Outputs) -> None:
    cases = (*outputs.report.flagged, *outputs.report.others)
    pages = [render_report(outputs.report, language="ru")]
    pages += [render_body(case, language="ru") for case in cases]
    found = {text: words for page in pages for text in _texts(page) if (words := english(text))}
    assert found == {}


def _texts(page: str) -> Iterator[str]:
    """What a reader sees, but commands, keys and the pins as they are written into a run."""
    soup = BeautifulSoup(page, "html.parser")
    for part in soup.select("script, style, code, kbd, head, .pins"):
        part.extract()
    yield from soup.stripped_strings


def test_the_run_shows_many_kinds_of_change(outputs: Outputs) -> None:
    """Else the tests here would see few of the sentences."""
    assert len({case.kind for case in outputs.report.flagged}) >= 6


def test_no_sentence_of_the_summary_is_english(outputs: Outputs) -> None:
    lines = markdown(outputs).splitlines()
    shown = [re.sub(r"`[^`]*`", "", line) for line in map(html.unescape, lines)]
    assert [line for line in shown if english(line)] == []


def test_messages_of_junit_are_russian(outputs: Outputs) -> None:
    failures = ET.fromstring(junit(outputs)).findall(".//failure")  # noqa: S314  # ours
    assert failures
    for failure in failures:
        assert english(failure.attrib["message"]) == []


def test_the_summary_of_a_russian_run(outputs: Outputs) -> None:
    golden = Path(__file__).parent / "golden" / "summary.ru.md"
    told = markdown(outputs).replace(outputs.report.run_id, "run-0123456789ab")
    assert told == golden.read_text("utf-8")
