"""``cases check``, ``config check``, ``config schema`` and ``providers list``."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from harness.cases import cases_digest, load_cases
from harness.config import load_policy
from harness.errors import ExitCode

Call = Callable[..., tuple[int, str, str]]

KNOWN = (
    '{"id": "a", "query": "q", "expected_source_ids": ["a"], "required_facts": ["x"], '
    '"tags": ["navigation"]}\n'
)


@pytest.fixture
def workspace(tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shipped configuration and cases, with corpora of one document."""
    shutil.copytree(repository / "configs", tmp_path / "configs")
    (tmp_path / "fixtures").mkdir()
    shutil.copy(repository / "fixtures" / "cases.jsonl", tmp_path / "fixtures")
    for side in ("baseline", "candidate"):
        (tmp_path / "corpus" / side).mkdir(parents=True)
        (tmp_path / "corpus" / side / "a.md").write_text("# A\n\nText.\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_cases_check_counts_what_is_there(call: Call, workspace: Path) -> None:
    path = workspace / "cases.jsonl"
    path.write_text(
        '{"id": "a", "query": "q", "required_facts": ["x"], "tags": ["critical", "тег"]}\n'
        '{"id": "b", "query": "q", "answerable": false}\n'
        '{"id": "c", "query": "q", "required_facts": ["x"], '
        '"candidate": {"required_facts": ["y"], "reason": "r"}}\n'
    )
    code, out, err = call("cases", "check", str(path), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "cases": 3,
        "critical": 1,
        "unanswerable": 1,
        "declared_changes": 1,
        "tags": {"critical": 1, "тег": 1},
        "digest": cases_digest(load_cases(path)),
    }
    code, out, err = call("cases", "check", str(path))
    assert (code, err) == (0, "")
    assert "3 cases, 1 critical, 1 unanswerable, 1 with a declared change" in out


def test_cases_check_of_an_empty_file_has_nothing_to_compare(call: Call, workspace: Path) -> None:
    (workspace / "none.jsonl").write_text("\n")
    code, out, err = call("cases", "check", "none.jsonl", "--json")
    assert code == ExitCode.NOTHING
    assert json.loads(out)["cases"] == 0
    assert "no cases" in err


def test_cases_check_tells_every_fault_on_stderr(call: Call, workspace: Path) -> None:
    (workspace / "bad.jsonl").write_text("{}\nx\n")
    code, out, err = call("cases", "check", "bad.jsonl", "--json")
    assert (code, out) == (ExitCode.USAGE, "")
    assert err.startswith("bad.jsonl: 3 faults in the cases.\n  bad.jsonl:1: 'id' is missing")


def test_config_check_passes_the_shipped_configuration(call: Call, workspace: Path) -> None:
    (workspace / "fixtures" / "cases.jsonl").write_text(KNOWN)
    code, out, err = call("config", "check")
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == [
        str(Path("configs") / "release.yaml"),
        str(Path("configs") / "gate.yaml"),
        str(Path("fixtures") / "cases.jsonl"),
    ]
    code, out, err = call("config", "check", "--config", "configs/release.yaml", "--json")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert result["policy_hash"] == load_policy(Path("configs/gate.yaml"), [8]).policy_hash
    assert str(workspace) not in out


def test_config_check_tells_what_is_wrong_in_every_file_at_once(
    call: Call, workspace: Path
) -> None:
    (workspace / "configs" / "gate.yaml").write_text("release: {block_if: [any_label]}")
    (workspace / "fixtures" / "cases.jsonl").write_text("{}")
    shutil.rmtree(workspace / "corpus" / "candidate")
    code, out, err = call("config", "check")
    assert (code, out) == (ExitCode.USAGE, "")
    assert "configs/gate.yaml:1: release.block_if[0]: unknown rule 'any_label'" in err
    assert "fixtures/cases.jsonl:1: 'id' is missing" in err
    assert "configs/release.yaml: corpus.candidate: corpus/candidate is not a folder" in err


def test_config_check_names_a_scope_that_no_case_has(call: Call, workspace: Path) -> None:
    (workspace / "fixtures" / "cases.jsonl").write_text(KNOWN)
    rule = "{metric: mrr, scope: 'tag:navigaton', drop_more_than: 0.05}"
    (workspace / "configs" / "gate.yaml").write_text(f"release: {{review_if: [{rule}]}}")
    code, _, err = call("config", "check")
    assert code == ExitCode.USAGE
    assert "no case has the tag of 'tag:navigaton'" in err
    assert "Did you mean 'tag:navigation'?" in err


def test_config_check_names_patterns_that_match_nothing(call: Call, workspace: Path) -> None:
    file = workspace / "configs" / "release.yaml"
    text = file.read_text()
    start = text.index("  include:")
    rest = text[start:].partition("\n")[2]
    file.write_text(f"{text[:start]}  include: ['**/*.mdx']\n{rest}")
    code, _, err = call("config", "check")
    assert code == ExitCode.USAGE
    assert err.count("corpus.include: '**/*.mdx' match no document of") == 2


def test_config_check_warns_of_a_label_that_names_nothing(call: Call, workspace: Path) -> None:
    cases = workspace / "fixtures" / "cases.jsonl"
    (workspace / "corpus" / "baseline" / "handbook.md").write_text("Text.\n")
    cases.write_text(KNOWN.replace('["a"]', '["hanbook#leave"]'))
    code, _, err = call("config", "check")
    assert code == ExitCode.PASS
    assert err == (
        "Warning: case a: no document of the baseline is called 'hanbook' "
        "(did you mean 'handbook'?).\n"
    )


def test_config_check_names_files_that_are_missing(call: Call, workspace: Path) -> None:
    (workspace / "configs" / "gate.yaml").unlink()
    (workspace / "fixtures" / "cases.jsonl").write_text("")
    code, _, err = call("config", "check")
    assert code == ExitCode.USAGE
    assert "configs/gate.yaml: cannot be opened" in err
    assert "fixtures/cases.jsonl: no cases" in err


@pytest.mark.parametrize("file", ["release", "gate"])
def test_config_schema_is_a_schema(call: Call, file: str) -> None:
    code, out, err = call("config", "schema", file)
    assert (code, err) == (0, "")
    Draft202012Validator.check_schema(json.loads(out))


def test_providers_list_names_and_explains_every_provider(call: Call) -> None:
    code, out, err = call("providers", "list", "--json")
    assert (code, err) == (0, "")
    listed = {(entry["kind"], entry["name"]) for entry in json.loads(out)}
    assert ("retrieval", "hybrid") in listed
    assert all(entry["summary"] for entry in json.loads(out))
    code, out, err = call("providers", "list")
    assert (code, err) == (0, "")
    assert all(f"  {name} " in out for _, name in listed)


OLD = "# Ours.\ncorpus: {candidate: docs}\n"


def test_migration_is_shown_and_written_when_asked(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs").mkdir()
    release = tmp_path / "configs" / "release.yaml"
    release.write_text(OLD, encoding="utf-8")
    (tmp_path / "configs" / "gate.yaml").write_text("release: {review_if: []}", encoding="utf-8")
    code, out, err = call("config", "migrate")
    assert code == ExitCode.PASS
    assert "\n+schema: 1\n" in out
    assert "configs/gate.yaml: schema 1, up to date." in out
    assert err == "Nothing is written yet. Add --write to write it.\n"
    assert release.read_text(encoding="utf-8") == OLD

    _, out, _ = call("config", "migrate", "--write", "--json")
    assert [(file["found"], file["written"]) for file in json.loads(out)] == [(0, True), (1, False)]
    assert release.read_text(encoding="utf-8") == OLD.replace("corpus", "schema: 1\ncorpus")


def test_nothing_is_migrated_when_one_file_cannot_be(call: Call, tmp_path: Path) -> None:
    old, broken = tmp_path / "old.yaml", tmp_path / "broken.yaml"
    old.write_text(OLD, encoding="utf-8")
    broken.write_text("schema: 99", encoding="utf-8")
    code, _, err = call("config", "migrate", str(old), str(broken), "--write")
    assert code == ExitCode.USAGE
    assert "Upgrade corpusgate" in err
    assert old.read_text(encoding="utf-8") == OLD
