"""Cases in from other tools, runs out to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.cases import load_cases
from harness.checks.metrics import case_metrics
from harness.cli import main
from harness.errors import ExitCode, HarnessError
from harness.interchange import FORMATS, export_trec, read_cases
from harness.interchange.rows import make, unique
from harness.model.case import Case
from harness.model.record import Retrieved, RunRecord, Runtime
from tests.repositories import DOCUMENTS, commit, git, put, start

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main.run(arguments)
        return (code, *capsys.readouterr())

    return call


FILES = {
    "golden.csv": (
        "id,query,expected_source_ids,required_facts,tags,reference,answerable,owner\n"
        'r-1,"How long, please?",returns;faq,"30 days\nafter delivery",critical;policy,,,me\n'
        "r-2,Что с гарантией?,,,,Гарантия 24 месяца. На батареи 6 месяцев.,,\n"
        "r-3,Who wins the cup?,,,,,no,\n"
    ),
    "ragas.jsonl": (
        '{"user_input": "How long?", "reference": "30 days. Free.", '
        '"reference_contexts": ["Goods may be returned."], "response": "x"}\n'
        '{"question": "When?", "ground_truths": ["From 9 to 18."]}\n'
    ),
    "deepeval.json": json.dumps(
        {
            "goldens": [
                {
                    "input": "How long?",
                    "expected_output": "30 days.",
                    "context": ["Goods."],
                    "source_file": "docs/returns.md",
                    "retrieval_context": None,
                }
            ]
        }
    ),
    "promptfoo.yaml": """\
prompts: [x]
tests:
  - description: returns
    vars: {query: 'How long?'}
    assert:
      - {type: icontains, value: 30 days}
      - {type: not-contains, value: 60 days}
      - {type: llm-rubric, value: polite}
  - vars: {question: 'When?'}
    assert: [{type: contains-all, value: [9, nine, eighteen]}]
""",
    "beir/queries.jsonl": '{"_id": "q1", "text": "How long?"}\n{"_id": "q2", "text": "When?"}\n',
    "beir/qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq1\td3\t0\n",
    "trec/qrels": "q1 0 d1 1\nq1 0 d2 0\nq9 0 d1 1\n",
    "trec/queries.tsv": "q1\tHow long?\n",
}

SOURCES = {
    "csv": "golden.csv",
    "ragas": "ragas.jsonl",
    "deepeval": "deepeval.json",
    "promptfoo": "promptfoo.yaml",
    "beir": "beir",
    "trec": "trec/qrels",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    put(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_imported_cases_are_valid(here: Path, call: Call, kind: str) -> None:
    code, out, _ = call(
        "cases", "import", SOURCES[kind], "--from", kind, "--out", "c.jsonl", "--json"
    )
    assert code == ExitCode.PASS
    assert json.loads(out)["cases"] == len(load_cases(here / "c.jsonl"))
    assert call("cases", "check", "c.jsonl")[0] == ExitCode.PASS


def rows(kind: str, here: Path) -> list[dict[str, object]]:
    return list(read_cases(kind, here / SOURCES[kind]).rows)


def test_csv_keeps_lists_facts_and_unanswerable_questions(here: Path) -> None:
    found = rows("csv", here)
    assert found[0]["expected_source_ids"] == ["returns", "faq"]
    assert found[0]["required_facts"] == ["30 days", "after delivery"]
    assert found[0]["tags"] == ["critical", "policy"]
    assert found[1]["required_facts"] == ["Гарантия 24 месяца.", "На батареи 6 месяцев."]
    assert found[2]["answerable"] is False


@pytest.mark.parametrize("sign", [";", "\t"])
def test_csv_of_a_spreadsheet_has_other_signs_between_columns(here: Path, sign: str) -> None:
    text = sign.join(("id", "query", "required_facts")) + "\r\n"
    text += sign.join(("r-1", "Сколько, по правилам, дней?", "30 дней")) + "\r\n"
    (here / "golden.csv").write_text(text, encoding="utf-8-sig", newline="")
    assert rows("csv", here) == [
        {"id": "r-1", "query": "Сколько, по правилам, дней?", "required_facts": ["30 дней"]}
    ]


def test_other_formats_are_read(here: Path) -> None:
    ragas = rows("ragas", here)
    assert ragas[0]["required_facts"] == ["30 days.", "Free."]
    assert ragas[0]["expected_evidence"] == ["Goods may be returned."]
    assert rows("deepeval", here)[0]["expected_source_ids"] == ["docs/returns"]
    promptfoo = rows("promptfoo", here)
    assert promptfoo[0]["required_facts"] == ["30 days"]
    assert promptfoo[0]["forbidden_facts"] == ["60 days"]
    assert rows("beir", here) == [
        {"id": "q1", "query": "How long?", "expected_source_ids": ["d1", "d2"]}
    ]
    assert rows("trec", here)[0]["expected_source_ids"] == ["d1"]


def test_what_has_no_place_in_a_case_is_told(here: Path, call: Call) -> None:
    _, _, err = call("cases", "import", "promptfoo.yaml", "--from", "promptfoo", "--out", "c.jsonl")
    assert "Left out: assertion llm-rubric (1)" in err
    left = read_cases("trec", here / "trec" / "qrels").left_out
    assert left["judgement of an unknown query"] == 1
    assert read_cases("csv", here / "golden.csv").left_out == {"column owner": 3}


def test_nothing_is_overwritten(here: Path, call: Call) -> None:
    code, _, err = call("cases", "import", "golden.csv", "--from", "csv", "--out", "ragas.jsonl")
    assert code == ExitCode.USAGE
    assert "is there already" in err
    assert (here / "ragas.jsonl").read_text() == FILES["ragas.jsonl"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("csv", "a,b\n1,2\n"),
        ("csv", ""),
        ("ragas", "[1]"),
        ("ragas", "nonsense"),
        ("deepeval", "{}"),
        ("promptfoo", "tests: file://x.yaml"),
        ("promptfoo", "a: !!python/object:os.system x"),
        ("trec", "a b c\n"),
    ],
)
def test_files_of_another_kind_are_refused(tmp_path: Path, kind: str, text: str) -> None:
    put(tmp_path, {"f": text, "queries.tsv": "q\tx\n"})
    with pytest.raises(HarnessError):
        read_cases(kind, tmp_path / "f")


@given(st.lists(st.text(max_size=12), max_size=12))
def test_ids_are_valid_and_unique_whatever_they_were(names: list[str]) -> None:
    found = [row["id"] for row in unique(make(n, i, "q") for i, n in enumerate(names))]
    assert len({name.casefold() for name in found}) == len(names)
    assert all(name and "/" not in name and not name.startswith((".", "-")) for name in found)


def record(case_id: str, chunks: list[str]) -> RunRecord:
    hits = [
        Retrieved(
            rank=rank,
            source_id=chunk.partition("#")[0],
            chunk_id=chunk,
            score=0.5,
            text_hash="",
            in_context=True,
        )
        for rank, chunk in enumerate(chunks, 1)
    ]
    runtime = Runtime(config_hash="", index_id="", model="")
    return RunRecord(
        case_id=case_id, corpus_version="candidate", retrieved=tuple(hits), runtime=runtime
    )


def _read(kind: str, folder: Path) -> Iterator[Any]:
    reader: Any = getattr(ir_measures, f"read_trec_{kind}")
    yield from reader(str(folder / f"candidate.{kind}"))


def test_exported_run_measures_as_ours_does(tmp_path: Path) -> None:
    cases = [
        Case(id="a", query="q", expected_source_ids=("x y", "z#part")),
        Case(id="b", query="q", expected_source_ids=("z",)),
    ]
    records = [
        record("a", ["other#1", "x y#1", "third#1", "z#part:p1"]),
        record("b", ["other#1", "third#1", "z#2"]),
    ]
    export_trec(tmp_path, "candidate", records, cases)
    qrels = list(_read("qrels", tmp_path))
    run = list(_read("run", tmp_path))
    wanted = {"mrr": ir_measures.RR, "recall@3": ir_measures.R @ 3}
    theirs = {
        (value.query_id, str(value.measure)): value.value
        for value in ir_measures.iter_calc(list(wanted.values()), qrels, run)
    }
    for case, one in zip(cases, records, strict=True):
        ours = case_metrics(one.retrieved, case.on("candidate"), [3])
        for name, measure in wanted.items():
            assert theirs[case.id, str(measure)] == pytest.approx(ours[name])


def test_comparison_is_exported_as_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    from pyarrow import parquet

    top = start(tmp_path / "r")
    monkeypatch.chdir(top)
    git(top, "checkout", "-q", "-b", "change")
    text = DOCUMENTS["docs/returns.md"].replace("30 days", "60 days")
    commit(top, "change", {"docs/returns.md": text})
    call("check", "--base", "main")
    (run,) = (top / "runs").glob("run-*")
    assert call("export", str(run), "--format", "parquet")[0] == ExitCode.PASS
    table = parquet.read_table(top / "export" / "comparison.parquet").to_pylist()
    worse = {row["case_id"] for row in table if row["worse"]}
    assert worse == {"returns-001"}
    code, out, _ = call("export", str(run), "--format", "trec", "--out", "trec")
    assert code == ExitCode.PASS
    assert (top / "trec" / "baseline.qrels").read_text().splitlines()[
        0
    ] == "returns-001 0 returns 1"
    assert out.count("\n") == 4
