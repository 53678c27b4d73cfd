"""ragas in the main job: the real library, with a real OpenAI-compatible server that counts."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.cli.main import run
from harness.llm import LlmRuntime
from harness.model.case import Case
from harness.model.document import Chunk
from harness.model.progress import Quiet
from harness.model.record import Retrieved, RunRecord, Runtime
from harness.model.text import CorpusText
from harness.ragas_metrics import Answers, Ragas, measure
from tests.net import Network
from tests.pipeline.test_job import run_folder
from tests.pipeline.workspace import BASELINE, CASES, REFUND, make_workspace
from tests.support_servers import LlmServer, Reply, Seen, chat, fault

pytestmark = pytest.mark.ragas

LATER = {"returns.md": BASELINE["returns.md"].replace("30 days", "90 days")}
ASKING = [
    "context_precision",
    "context_recall",
    "factual_correctness",
    "faithfulness",
    "response_relevancy",
]
OFFLINE = [
    "non_llm_context_precision",
    "non_llm_context_recall",
    "non_llm_string_similarity",
    "semantic_similarity",
]
CHUNK = "returns#returns:p1"


class Judge(LlmServer):
    """Answers as ragas asks: every line is a statement, and holds if the context has it whole."""

    def next_reply(self, seen: Seen) -> Reply:
        with self._lock:
            self.seen.append(seen)
            if self._script:
                return self._script.popleft()
        prompt = seen.body["messages"][0]["content"]
        given = json.loads(prompt.rpartition("input: ")[2].rpartition("Output:")[0])
        return chat(json.dumps(_answer(form(seen), given, prompt), ensure_ascii=False))


def form(seen: Seen) -> str:
    """Name of the model that ragas wants the answer in."""
    name: str = seen.body["response_format"]["json_schema"]["name"]
    return name


def _answer(wanted: str, given: Mapping[str, Any], prompt: str) -> dict[str, Any]:
    if wanted == "StatementGeneratorOutput":
        return {"statements": given["answer"].splitlines()}
    if wanted == "ClaimDecompositionOutput":
        return {"claims": given["response"].splitlines()}
    if wanted == "NLIStatementOutput":
        return {"statements": [_holds("verdict", s, given["context"]) for s in given["statements"]]}
    if wanted == "ContextRecallOutput":
        lines = given["answer"].splitlines()
        return {"classifications": [_holds("attributed", s, given["context"]) for s in lines]}
    if wanted == "ContextPrecisionOutput":
        return {"reason": "r", "verdict": int(given["answer"] in given["context"])}
    assert wanted == "AnswerRelevanceOutput", prompt
    return {"question": f"What about: {given['response']}", "noncommittal": 0}


def _holds(name: str, statement: str, context: str) -> dict[str, Any]:
    return {"statement": statement, "reason": "r", name: int(statement in context)}


def workspace(root: Path, ragas: Mapping[str, Any], *rules: Mapping[str, Any], **more: Any) -> Path:
    """One case, whose answer on the candidate says 90 days where its required fact says 30."""
    make_workspace(root, LATER, [{**CASES[0], "expected_evidence": [REFUND]}])
    generation = {"extractive": {"sentences": 1, "refuse_below": -2}}
    pipeline = {"embedding": "hashing", "context": {"max_chunks": 1}, "generation": generation}
    value = {"schema": 1, "metrics": {"k": [1]}, "pipeline": pipeline, "ragas": ragas, **more}
    (root / "configs" / "release.yaml").write_text(json.dumps(value))
    policy = {"schema": 1, "release": {"review_if": rules or ["any_label_is_stale"]}}
    (root / "configs" / "gate.yaml").write_text(json.dumps(policy))
    return root


def asking(server: LlmServer, *metrics: str, **settings: Any) -> dict[str, Any]:
    llm = {"base_url": server.base_url, "model": "judge-1", "retries": 0, **settings}
    return {"metrics": list(metrics), "llm": llm}


def corpusgate(root: Path) -> int:
    return run(["run", "--config", str(root / "configs" / "release.yaml")])


def lines(root: Path) -> dict[tuple[str, str], dict[str, Any]]:
    """(metric, side) -> the line about it."""
    text = (run_folder(root) / "ragas.jsonl").read_text(encoding="utf-8")
    found = [json.loads(line) for line in text.splitlines()]
    order = [(line["case_id"], line["side"], line["trial"], line["metric"]) for line in found]
    assert order == sorted(order)
    return {(line["metric"], line["side"]): line for line in found}


def pairs(root: Path) -> dict[str, dict[str, Any]]:
    comparison = json.loads((run_folder(root) / "comparison.json").read_bytes())
    found = comparison["cases"][0]["metrics"]
    return {pair["name"]: pair for pair in found if pair["name"].startswith("ragas.")}


def test_every_metric_is_measured_compared_and_asked_once(
    tmp_path: Path, no_network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGSMITH_API_KEY", "key")
    with Judge() as server:
        root = workspace(tmp_path / "w", asking(server, *ASKING, *OFFLINE))
        corpusgate(root)
        calls = server.calls
        first = (run_folder(root) / "ragas.jsonl").read_bytes()
        measured = lines(root)
        assert {line["outcome"] for line in measured.values()} == {"value"}
        shutil.rmtree(root / "runs")
        corpusgate(root)
        assert server.calls == calls
        assert (run_folder(root) / "ragas.jsonl").read_bytes() == first
    assert set(no_network.opened) == {"127.0.0.1"}
    assert not home.exists()
    compared = {name: (p["baseline"], p["candidate"]) for name, p in pairs(root).items()}
    assert sorted(compared) == [f"ragas.{name}" for name in sorted(ASKING + OFFLINE)]
    for name in ("context_precision", "context_recall", "factual_correctness"):
        assert compared[f"ragas.{name}"] == (1, 0), name
    assert compared["ragas.faithfulness"] == (1, 1)
    old, new = compared["ragas.non_llm_string_similarity"]
    assert old == 1 > new > 0.9
    assert compared["ragas.semantic_similarity"][0] == 1
    asked = measured["faithfulness", "baseline"]
    assert (asked["model"], asked["tokens"]["prompt"]) == ("scripted-1", 200)
    assert measured["semantic_similarity", "baseline"]["model"] == ""


def test_same_prompt_within_one_value_is_a_call_of_its_own(tmp_path: Path) -> None:
    with Judge() as server:
        root = workspace(tmp_path, asking(server, "response_relevancy"))
        corpusgate(root)
        asked = [seen.body["messages"][0]["content"] for seen in server.seen]
    assert len(asked) == 6
    assert len(set(asked)) == 2


def test_failed_call_is_an_error_that_fires_the_rule_and_is_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = {"metric": "ragas.context_precision", "drop_more_than": 0.9}
    with Judge() as server:
        root = workspace(tmp_path, asking(server, "context_precision", concurrency=1), rule)
        changed = BASELINE["returns.md"] + "\nWe accept returns on Mondays.\n"
        (root / "corpus" / "candidate" / "returns.md").write_text(changed)
        server.script(chat("I would say yes."))
        assert corpusgate(root) == 3
        assert "Ragas    1 could not be measured: ragas.jsonl" in capsys.readouterr().out
        line = lines(root)["context_precision", "baseline"]
        assert (line["outcome"], line["value"]) == ("error", None)
        pair = pairs(root)["ragas.context_precision"]
        assert (pair["baseline"], pair["candidate"]) == (None, 1)
        assert pair["fault"] == f"baseline, trial 0: {line['reason']}"
        assert server.calls == 2
        assert corpusgate(root) == 0
        assert server.calls == 3
        assert "Ragas    context_precision 1.000 -> 1.000" in capsys.readouterr().out
        assert pairs(root)["ragas.context_precision"]["fault"] == ""


@pytest.mark.parametrize(
    ("metric", "reply", "reason"),
    [
        ("context_precision", chat("Yes."), "malformed: the answer holds no JSON object"),
        ("context_precision", chat('{"verdict": 1}'), "malformed: the answer does not match its"),
        (
            "context_precision",
            chat('{"reason": "r", "verdict": 2}'),
            "malformed: the answer does not match its",
        ),
        (
            "context_precision",
            chat('{"reason": "r", "verdict": NaN}'),
            "malformed: the answer holds no JSON object",
        ),
        ("context_precision", chat("", finish_reason="length"), "truncated: the answer was cut"),
        ("context_precision", chat(None, refusal="no"), "refused: the model or a content"),
        ("context_precision", fault(500), "server_error: "),
        ("factual_correctness", chat('{"claims": []}'), "malformed: the model gave no claims"),
        ("faithfulness", chat('{"statements": []}'), "malformed: the model gave no statements"),
        (
            "response_relevancy",
            chat('{"question": "", "noncommittal": 0}'),
            "malformed: the model gave no question",
        ),
    ],
)
def test_answer_that_cannot_be_used_is_an_error_and_never_zero(
    metric: str, reply: Reply, reason: str
) -> None:
    with Judge() as server:
        server.script(reply)
        found = one(metric, {}, ragas=asking(server, metric))
    assert (found.outcome, found.value) == ("error", None)
    assert found.reason.startswith(reason)


def test_rule_about_a_metric_blocks_and_names_the_case(tmp_path: Path) -> None:
    rule = {"metric": "ragas.factual_correctness", "scope": "all", "drop_more_than": 0.05}
    with Judge() as server:
        root = workspace(tmp_path, asking(server, "factual_correctness"))
        policy = {"schema": 1, "release": {"block_if": [rule]}}
        (root / "configs" / "gate.yaml").write_text(json.dumps(policy))
        assert corpusgate(root) == 1
    (found,) = json.loads((run_folder(root) / "gate.json").read_bytes())["rules"]
    assert found["reason"] == "mean ragas.factual_correctness: 1.000 -> 0.000"
    assert found["case_ids"] == ["refund"]


def test_budget_holds_for_ragas_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Judge() as server:
        ragas = asking(server, "faithfulness", concurrency=1)
        root = workspace(tmp_path, ragas, budget={"max_calls": 1})
        assert corpusgate(root) == 4
        assert server.calls == 1
    assert "max_calls" in capsys.readouterr().err


def test_offline_metrics_open_no_connection(tmp_path: Path, no_network: Network) -> None:
    root = workspace(tmp_path, {"metrics": OFFLINE})
    assert corpusgate(root) == 0
    assert no_network.opened == []
    found = lines(root).values()
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", line["input"]) for line in found)
    assert [pair["baseline"] for pair in pairs(root).values()][-2:] == [1, 1]


def one(
    metric: str,
    record: Mapping[str, Any],
    embed: Any = None,
    ragas: Mapping[str, Any] | None = None,
    **case: Any,
) -> Any:
    """One metric of one record whose context is one chunk."""
    text = "A refund is paid within 30 days."
    chunk = Chunk(CHUNK, "returns", "returns.md", "", (), "returns", text, "", 0, 32, 9, "en", ())
    hit = Retrieved(
        rank=1, source_id="returns", chunk_id=CHUNK, score=1, text_hash="", in_context=True
    )
    made = RunRecord.model_validate(
        {
            "case_id": "c",
            "corpus_version": "baseline",
            "retrieved": [hit],
            "answer": text,
            "runtime": Runtime(config_hash="", index_id="", model=""),
            **record,
        }
    )
    asked = Case(id="c", query="When?", **{"required_facts": (text,), **case})
    texts: Any = {"baseline": CorpusText(chunks={CHUNK: chunk})}
    made_of = Ragas.model_validate(ragas or {"metrics": [metric]}).bound(LlmRuntime(Path()))
    (found,) = measure(made_of, Answers([asked], [made], texts), embed, Quiet())
    return found


def test_nan_is_an_error_and_never_a_value() -> None:
    def zeros(texts: list[str], _: str) -> Any:
        return np.zeros((len(texts), 4), dtype=np.float32)

    with np.errstate(invalid="ignore"):
        found = one("semantic_similarity", {}, zeros)
    assert (found.outcome, found.value) == ("error", None)
    assert found.reason == "ragas gave no number (NaN)"


def test_secret_is_recognised_before_what_ragas_raises_is_cut() -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"

    def broken(*_: Any) -> Any:
        raise ValueError("x " * 130 + token)

    assert "ghp_" not in one("semantic_similarity", {}, broken).reason


def test_whatever_ragas_raises_is_an_error_of_that_value() -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("scripted")

    found = one("semantic_similarity", {}, broken)
    assert (found.outcome, found.reason) == ("error", "ragas failed: ZeroDivisionError: scripted")


@pytest.mark.parametrize(
    ("metric", "record", "case", "reason"),
    [
        ("semantic_similarity", {"refused": True}, {}, "no answer, or it is a refusal"),
        ("semantic_similarity", {"answer": " "}, {}, "no answer, or it is a refusal"),
        ("semantic_similarity", {}, {"required_facts": ()}, "the case has no required facts"),
        ("non_llm_context_recall", {}, {}, "the case has no expected evidence"),
        (
            "non_llm_context_recall",
            {"retrieved": ()},
            {"expected_evidence": ("x",)},
            "the context is empty",
        ),
        (
            "semantic_similarity",
            {"error": {"kind": "timeout", "message": ""}},
            {},
            "could not be carried out: timeout",
        ),
    ],
)
def test_metric_without_its_texts_does_not_apply(
    metric: str, record: Mapping[str, Any], case: Mapping[str, Any], reason: str
) -> None:
    found = one(metric, record, **case)
    assert (found.outcome, found.value) == ("not_applicable", None)
    assert reason in found.reason


def test_any_unicode_survives() -> None:
    answer = "Возврат ≤ 30\u00a0дней 👩‍👩‍👧 \ud800 שלום <|im_end|>"
    found = one("non_llm_string_similarity", {"answer": answer}, required_facts=(answer,))
    assert found.value == 1


def test_library_that_lacks_a_part_is_told_by_the_name_of_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ragas.dataset_schema", None)
    assert corpusgate(workspace(tmp_path, {"metrics": OFFLINE})) == 2
    assert "pip install 'corpusgate[ragas]'" in capsys.readouterr().err


def test_prompt_that_ragas_sends_names_no_control_word(tmp_path: Path) -> None:
    """A document cannot end its message by a word of a chat template."""
    with Judge() as server:
        root = workspace(tmp_path, asking(server, "faithfulness"))
        for side in ("baseline", "candidate"):
            page = root / "corpus" / side / "returns.md"
            page.write_text(page.read_text().replace("days of", "days `<|im_end|>` of"))
        corpusgate(root)
        sent = [seen.body["messages"][0]["content"] for seen in server.seen]
    assert any("im_end" in text for text in sent)
    assert not any("<|im_end|>" in text for text in sent)
