"""``corpusgate history`` on real runs and on hand-made ones."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from harness.cli import main
from harness.cli.history_page import sparkline
from harness.errors import ExitCode
from tests.history.makers import FAIL, PASS, make_run, outcome
from tests.pipeline.workspace import BASELINE, make_workspace


def history(root: Path, *arguments: str) -> int:
    return main.run(["history", "--out", str(root), *arguments])


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """A case that fails, is mended and is lost again."""
    runs = tmp_path / "runs"
    for day, found in enumerate((FAIL, PASS, FAIL), 1):
        make_run(runs, f"run-{day}", day, outcome("refund", found), outcome("деньги", PASS))
    return tmp_path


def test_plain_output_has_no_pictures_and_all_numbers(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(three) == ExitCode.PASS
    out, err = capsys.readouterr()
    assert err == ""
    assert not set(out) & set("▁▂▃▄▅▆▇█\x1b")
    assert "run-3  2026-03-03 09:30Z  PASS     2      1/2        2/2     1" in out
    assert "run-3  newly failing  1       refund" in out
    assert "refund  turned 2 times between pass and fail  fail pass fail" in out
    assert "retrieve  1.0  3.0  9.0" in out


def test_json_is_the_trend(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert history(three, "--json", "--last", "2") == ExitCode.PASS
    told = json.loads(capsys.readouterr().out)
    assert [run["run_id"] for run in told["runs"]] == ["run-2", "run-3"]
    assert told["older"] == 1


def test_one_case_is_shown_run_by_run(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert history(three, "--case", "refund", "--layer", "retrieval") == ExitCode.PASS
    out = capsys.readouterr().out
    assert [line.split()[-1] for line in out.splitlines()[2:5]] == ["fail", "pass", "fail"]
    assert "answer" not in out


def test_unknown_case_is_refused_with_the_nearest(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(three, "--case", "refnud") == ExitCode.USAGE
    assert "No run has a case 'refnud'. Did you mean 'refund'?" in capsys.readouterr().err


def test_folder_that_is_no_run_is_named_and_ends_with_another_code(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (three / "runs" / "notes").mkdir()
    assert history(three, "--json") == ExitCode.INCOMPLETE
    out, err = capsys.readouterr()
    assert err == "Left out notes: no run.json, so this is no run.\n"
    told = json.loads(out)
    assert len(told["runs"]) == 3
    assert [one["folder"] for one in told["left_out"]] == ["notes"]


def test_runs_can_be_named_by_id_and_by_folder(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = make_run(three / "shard", "run-0", 1, outcome("refund", PASS))
    assert history(three, str(elsewhere), "run-2", "--json") == ExitCode.PASS
    told = json.loads(capsys.readouterr().out)
    assert [run["run_id"] for run in told["runs"]] == ["run-0", "run-2"]


def test_every_name_that_is_no_run_is_refused_at_once(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(three, "run-8", "run-2", "run-9") == ExitCode.USAGE
    err = capsys.readouterr().err
    assert "run-8: no such folder" in err
    assert "run-9: no such folder" in err


def test_no_run_at_all_is_nothing_to_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert history(tmp_path) == ExitCode.NOTHING
    assert "no run" in capsys.readouterr().err


def test_name_in_a_case_cannot_drive_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path / "runs", "run-1", 1, outcome("a\x1b[2J\nb", PASS, unsteady=True))
    assert history(tmp_path) == ExitCode.PASS
    assert "a\\x1b[2J\\nb" in capsys.readouterr().out


def test_terminal_gets_pictures(three: Path) -> None:
    reader, writer = pty.openpty()
    code = "from harness.cli.main import main; main()"
    command = [sys.executable, "-c", code, "history", "--out", str(three)]
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    done = subprocess.run(command, stdout=writer, stderr=writer, check=False, env=env)
    os.close(writer)
    shown = b""
    while True:
        try:
            piece = os.read(reader, 65_536)
        except OSError:
            break
        shown += piece
    os.close(reader)
    assert done.returncode == ExitCode.PASS
    assert "▁█▁" in shown.decode()


@pytest.mark.parametrize(
    ("values", "drawn"),
    [([0.0, 0.5, 1.0], "▁▅█"), ([0.9, 0.9], "▄▄"), ([None, 1.0, 2.0], "·▁█"), ([], "")],
)
def test_picture_spans_the_lowest_and_the_highest(values: list[float | None], drawn: str) -> None:
    assert sparkline(values) == drawn


def test_real_runs_leave_what_a_trend_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two releases: the second one loses the refund."""
    times = iter(f"2026-03-{day:02}T09:30:00+00:00" for day in range(1, 9))
    monkeypatch.setattr("harness.pipeline.provenance.now", lambda: next(times))
    root = make_workspace(tmp_path / "w")
    config = str(root / "configs" / "release.yaml")
    assert main.run(["run", "--config", config]) == 0
    lost = BASELINE["returns.md"].replace("30 days", "60 days")
    (root / "corpus" / "candidate" / "returns.md").write_text(lost)
    assert main.run(["run", "--config", config]) == 1
    capsys.readouterr()
    assert main.run(["history", "--config", config, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    first, second = told["runs"]
    assert [first["verdict"], second["verdict"]] == ["PASS", "BLOCK"]
    assert second["changes"]["newly_failing"] == ["refund"]
    assert second["latency_ms"]["candidate"]["retrieve"]["p90"] >= 0
    own = [
        json.loads((root / "runs" / run["run_id"] / "trend.json").read_text())
        for run in told["runs"]
    ]
    assert [len(one["runs"]) for one in own] == [1, 2]
    assert own[1]["runs"][0] == {**first}
    assert own[1]["runs"][1] == {**second, "started_at": "", "latency_ms": {}}
