"""The A/A run, the judge and users' programs in the main job, with a server that counts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from harness.cli.main import run
from tests.pipeline.workspace import BASELINE, CASES, REFUND, make_workspace
from tests.support_servers import LlmServer, Reply, Seen, chat, fault, structured

PROMPTS = Path(__file__).parents[2] / "configs" / "prompts"
OTHER = {"shipping.md": BASELINE["shipping.md"].replace("working days", "Mondays")}
HEDGED = "As a rule it is paid within 30 days, a refund is, if nothing else was agreed."


class Model(LlmServer):
    """Generator and judge in one: the generator's answers in turn, then the last one for ever."""

    def __init__(self, *answers: Reply, votes: Reply | None = None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.votes = votes
        self.asked: list[str] = []

    def next_reply(self, seen: Seen) -> Reply:
        with self._lock:
            self.seen.append(seen)
            name = seen.body["response_format"]["json_schema"]["name"]
            self.asked.append(name)
            if name == "vote":
                assert self.votes is not None
                return self.votes
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def workspace(root: Path, server: LlmServer, cases: Any = CASES[:1], **more: Any) -> Path:
    make_workspace(root, OTHER, cases)
    shutil.copytree(PROMPTS, root / "configs" / "prompts")
    model = {"base_url": server.base_url, "model": "m", "retries": 0, "concurrency": 1}
    value = {
        "schema": 1,
        "metrics": {"k": [1]},
        "pipeline": {
            "embedding": "hashing",
            "generation": {"openai-chat": model},
            "context": {"max_chunks": 1},
        },
        **more,
    }
    (root / "configs" / "release.yaml").write_text(json.dumps(value))
    return root


def gate(root: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = run(["run", "--config", str(root / "configs" / "release.yaml"), "--json"])
    return code, json.loads(capsys.readouterr().out)


def good() -> Reply:
    return structured(REFUND, (REFUND, [1], ""))


def bad() -> Reply:
    return structured("Nothing is known about it.")


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_noise_is_measured_by_fresh_calls_and_a_rerun_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(good(), bad(), good(), good()) as server:
        root = workspace(tmp_path, server, noise={"trials": 2})
        code, told = gate(root, capsys)
        assert (code, server.calls) == (0, 3)
        assert gate(root, capsys) == (code, told)
        assert server.calls == 3
    noise = told["noise"]
    assert (noise["state"], noise["trials"], noise["floor"]) == ("measured", 2, 0.5)
    folder = Path(told["run"])
    assert json.loads((folder / "noise.json").read_text()) == noise
    trials = [line["trial"] for line in lines(folder / "noise" / "records" / "baseline.jsonl")]
    assert trials == [1, 2]
    assert [line["trial"] for line in lines(folder / "records" / "baseline.jsonl")] == [0]


def test_critical_loss_within_the_noise_is_reviewed_and_said_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The candidate's context differs, so its answer is a call of its own, and a bad one."""
    with Model(good(), bad(), bad()) as server:
        root = workspace(tmp_path, server, noise={"trials": 1})
        changed = BASELINE["returns.md"] + "\nWe accept returns on Mondays.\n"
        (root / "corpus" / "candidate" / "returns.md").write_text(changed)
        code, told = gate(root, capsys)
    assert (code, told["verdict"]) == (3, "REVIEW")
    assert told["statuses"] == {"refund": "regression"}
    assert "answer" in told["within_noise"]["refund"]


def test_extractive_generator_has_no_noise_to_measure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_workspace(tmp_path)
    config = root / "configs" / "release.yaml"
    config.write_text(config.read_text() + "noise: {trials: 3}\n")
    _, told = gate(root, capsys)
    assert (told["noise"]["state"], told["noise"]["trials"]) == ("by_construction", 0)
    assert run(["run", "--config", str(config)]) == 0
    shown = capsys.readouterr().out
    assert "Noise    deterministic generator: 0 by construction, not measured" in shown
    assert "Triad    retrieval: context relevance" in shown


def judged(server: LlmServer) -> dict[str, Any]:
    settings = {"base_url": server.base_url, "model": "judge-1", "votes": 1, "retries": 0}
    return {"judge": {"openai-judge": settings}}


def vote(verdict: str, quote: str = "") -> Reply:
    return chat(json.dumps({"quote": quote, "verdict": verdict}))


def test_judge_is_asked_only_what_the_checker_leaves_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(good(), votes=vote("absent")) as server:
        gate(workspace(tmp_path, server, **judged(server)), capsys)
        assert "vote" not in server.asked


def test_judge_is_heard_on_a_doubt_and_what_it_said_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = {**CASES[0], "tags": []}
    with Model(structured(HEDGED), votes=vote("absent")) as server:
        root = workspace(tmp_path, server, [plain], **judged(server))
        _, told = gate(root, capsys)
    found = lines(Path(told["run"]) / "judgements.jsonl")
    assert {(line["task"], line["verdict"]) for line in found} == {("fact_in_answer", "absent")}
    assert [line["side"] for line in found] == ["baseline", "candidate"]
    assert told["judge"]["calibration"] == "not calibrated"


def test_unreadable_judge_leaves_the_run_incomplete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(structured(HEDGED), votes=chat("well")) as server:
        code, told = gate(workspace(tmp_path, server, **judged(server)), capsys)
    assert (code, told["complete"]) == (4, False)


def test_judge_is_calibrated_and_the_next_run_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(structured(HEDGED), votes=vote("absent")) as server:
        root = workspace(tmp_path, server, **judged(server))
        _, told = gate(root, capsys)
        decisions = tmp_path / "decisions.jsonl"
        names = ("case_id", "side", "check", "subject", "verdict")
        chosen = [
            {name: line[name] for name in names}
            for line in lines(Path(told["run"]) / "judgements.jsonl")
        ]
        decisions.write_text("".join(json.dumps(line) + "\n" for line in chosen))
        assert run(["judge", "calibrate", told["run"], "--decisions", str(decisions)]) == 0
        assert "agreement 100.0%" in capsys.readouterr().out
        assert (root / ".corpusgate" / "judge-calibration.json").exists()
        _, told = gate(root, capsys)
    assert told["judge"]["calibration"].startswith("calibrated on 2 decisions")


def test_program_of_the_user_fails_an_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = {"argv": ["grep", "-q", "30", "{answer_file}"], "name": "thirty"}
    with Model(good(), bad()) as server:
        root = workspace(tmp_path, server, checks=[{"command": command}])
        changed = BASELINE["returns.md"] + "\nWe accept returns on Mondays.\n"
        (root / "corpus" / "candidate" / "returns.md").write_text(changed)
        _, told = gate(root, capsys)
    folder = Path(told["run"])
    assert [(line["side"], line["outcome"]) for line in lines(folder / "commands.jsonl")] == [
        ("baseline", "pass"),
        ("candidate", "fail"),
    ]
    (case,) = json.loads((folder / "comparison.json").read_text())["cases"]
    (check,) = [check for check in case["checks"] if check["check"] == "command"]
    assert (check["subject"], check["baseline"], check["candidate"]) == ("thirty", "pass", "fail")


def test_missing_program_is_refused_before_anything_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(good()) as server:
        checks = [{"command": {"argv": ["no-such-program"]}}]
        root = workspace(tmp_path, server, checks=checks)
        assert run(["run", "--config", str(root / "configs" / "release.yaml")]) == 2
        assert server.calls == 0
    assert "no program 'no-such-program'" in capsys.readouterr().err


def test_uneven_noise_and_two_commands_of_one_name_are_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(good()) as server:
        twice = [{"command": {"argv": ["true"]}}] * 2
        root = workspace(tmp_path, server, trials=2, noise={"trials": 3}, checks=twice)
        assert run(["run", "--config", str(root / "configs" / "release.yaml")]) == 2
    told = capsys.readouterr().err
    assert "noise.trials: found 3. Expected a multiple of trials (2)." in told
    assert "two commands are called 'command'" in told


def test_answer_schema_is_a_check_of_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = {"type": "object", "required": ["days"]}
    case = {"id": "days", "query": "When is a refund paid?", "answer_schema": schema}
    with Model(structured('{"days": 30}')) as server:
        _, told = gate(workspace(tmp_path, server, [case]), capsys)
    (compared,) = json.loads((Path(told["run"]) / "comparison.json").read_text())["cases"]
    (check,) = [check for check in compared["checks"] if check["check"] == "answer_schema"]
    assert (check["layer"], check["baseline"], check["candidate"]) == ("answer", "pass", "pass")


KEY = "sk-planted-0123456789"


def priced(server: LlmServer, **more: Any) -> dict[str, Any]:
    """A run with an A/A run and a judge, each with a price and with a key to hide."""
    free = {"prompt_per_1k": 0, "completion_per_1k": 1}
    return {
        **judged(server),
        "noise": {"trials": 1},
        "prices": {"m": free, "judge-1": {**free, "completion_per_1k": 10}},
        **more,
    }


def test_cost_is_told_by_purpose_and_the_same_in_a_rerun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """20 tokens a call: one answer for both versions, one for the A/A run, one vote."""
    with Model(structured(HEDGED), votes=vote("present", HEDGED)) as server:
        root = workspace(tmp_path, server, **priced(server))
        _, told = gate(root, capsys)
        calls = server.calls
        assert gate(root, capsys)[1] == told
        assert server.calls == calls
        run(["run", "--config", str(root / "configs" / "release.yaml")])
    votes = server.asked.count("vote")
    assert votes >= 1
    costs = {"answers": 0.02, "noise": 0.02, "judge": 0.2 * votes, "ragas": None}
    assert told["costs"] == {**costs, "all": pytest.approx(0.04 + 0.2 * votes)}
    assert f"judge {0.2 * votes:g}" in capsys.readouterr().out


def test_cap_that_the_judge_would_pass_stops_the_run_and_a_larger_one_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Model(structured(HEDGED), votes=vote("present", HEDGED)) as server:
        root = workspace(tmp_path, server, **priced(server, budget={"max_cost": 4}))
        config = root / "configs" / "release.yaml"
        assert run(["run", "--config", str(config)]) == 4
        assert "budget.max_cost" in capsys.readouterr().err
        assert server.asked == ["answer", "answer"]
        config.write_text(config.read_text().replace('"max_cost": 4', '"max_cost": 40'))
        gate(root, capsys)
        assert server.asked.count("answer") == 2
        assert server.asked.count("vote") >= 1


def test_key_that_an_endpoint_repeats_everywhere_is_in_no_file_and_no_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Generator and judge say it in answers, model names and errors."""
    monkeypatch.setenv("TEST_KEY", KEY)
    answers = (
        structured(f"{HEDGED} {KEY}", (f"{HEDGED} {KEY}", [1, 99], KEY), model=KEY),
        fault(400, f"no such key: {KEY}"),
        fault(400, f"no such key: {KEY}"),
    )
    with Model(*answers, votes=chat(f"I apologise, {KEY} is no key.", model=KEY)) as server:
        root = workspace(tmp_path, server, **priced(server))
        config = root / "configs" / "release.yaml"
        value = json.loads(config.read_text())
        value["pipeline"]["generation"]["openai-chat"]["api_key_env"] = "TEST_KEY"
        value["judge"]["openai-judge"]["api_key_env"] = "TEST_KEY"
        config.write_text(json.dumps(value))
        assert run(["run", "--config", str(config)]) == 4
    assert {seen.headers["authorization"] for seen in server.seen} == {f"Bearer {KEY}"}
    shown = capfd.readouterr()
    assert KEY not in shown.out + shown.err
    written = [path for path in root.rglob("*") if path.is_file()]
    assert any(b"***" in path.read_bytes() for path in written)
    assert [path for path in written if KEY.encode() in path.read_bytes()] == []
