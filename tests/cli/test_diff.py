"""``corpusgate diff``."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from harness.errors import ExitCode
from harness.model.changes import CorpusDiff

Call = Callable[..., tuple[int, str, str]]

OLD = "# Refunds\n\nA refund is paid within 30 days of the return.\n"


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], list[str]]:
    """Write one document in two versions; the arguments that name the folders."""

    def write(old: str, new: str) -> list[str]:
        for side, text in (("old", old), ("new", new)):
            (tmp_path / side).mkdir(exist_ok=True)
            (tmp_path / side / "refunds.md").write_text(text, encoding="utf-8")
        return ["diff", "--baseline", "old", "--candidate", "new"]

    monkeypatch.chdir(tmp_path)
    return write


Write = Callable[[str, str], list[str]]


def test_two_folders_need_no_configuration(call: Call, corpora: Write) -> None:
    code, out, err = call(*corpora(OLD, OLD.replace("30 days", "60 days")))
    assert (code, err) == (0, "")
    assert "  - A refund is paid within 30 days of the return." in out
    assert "  + A refund is paid within 60 days of the return." in out
    assert "value 30 days -> 60 days" in out


def test_equal_folders_are_the_same(call: Call, corpora: Write) -> None:
    assert call(*corpora(OLD, OLD)) == (0, "The two versions are the same.\n", "")


def test_json_is_the_whole_difference(call: Call, corpora: Write) -> None:
    code, out, _ = call(*corpora(OLD, OLD.replace("30", "60")), "--json")
    found = CorpusDiff.model_validate(json.loads(out))
    assert (code, found.documents[0].sentences[0].risk) == (0, "high")


def test_sentences_left_out_are_counted(call: Call, corpora: Write) -> None:
    many = OLD + "".join(f"\nNew sentence about thing {n} of many.\n" for n in range(5))
    _, out, _ = call(*corpora(OLD, many), "--sentences", "2")
    assert out.count("  + ") == 2
    assert "and 3 more of less risk" in out


def test_hostile_text_is_no_markup_in_markdown(call: Call, corpora: Write) -> None:
    hostile = OLD + "\nSee \\<img src=x onerror=y\\> \\[a\\]\\(http://e.x\\) \\`code @all #1.\n"
    code, out, _ = call(*corpora(OLD, hostile), "--markdown")
    kinds = {
        child.type
        for token in MarkdownIt("commonmark", {"html": True}).parse(out)
        for child in token.children or [token]
    }
    assert code == 0
    assert kinds.isdisjoint({"link_open", "html_inline", "html_block", "image", "code_inline"})
    assert "onerror" in out


def test_control_characters_of_a_document_are_escaped(call: Call, corpora: Write) -> None:
    _, out, _ = call(*corpora(OLD, OLD + "\nClear the \x1b[2J screen \u202e of it.\n"))
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_two_forms_at_once_are_refused(call: Call, corpora: Write) -> None:
    code, _, err = call(*corpora(OLD, OLD), "--json", "--markdown")
    assert code == ExitCode.USAGE
    assert "Give one of them" in err


def test_missing_baseline_is_nothing_to_compare(call: Call, corpora: Write) -> None:
    corpora(OLD, OLD)
    code, _, err = call("diff", "--baseline", "gone", "--candidate", "new")
    assert (code, "gone" in err) == (ExitCode.NOTHING, True)


def test_colours_are_for_terminals_alone(corpora: Write, tmp_path: Path) -> None:
    arguments = corpora(OLD, OLD.replace("30", "60"))
    code = "from harness.cli.main import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    main, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200"}
    environment.pop("NO_COLOR", None)
    subprocess.run(command, stdout=terminal, check=True, cwd=tmp_path, env=environment)
    os.close(terminal)
    shown = os.read(main, 100_000).decode()
    os.close(main)
    environment.pop("FORCE_COLOR", None)
    piped = subprocess.run(
        command, capture_output=True, check=True, cwd=tmp_path, env=environment
    ).stdout
    forced = subprocess.run(
        command,
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env={**environment, "FORCE_COLOR": "1"},
    ).stdout
    assert "\x1b[32m" in shown
    assert b"\x1b" not in piped
    assert re.sub(rb"\x1b\[[0-9;]*m", b"", forced) == piped
    assert b"\x1b[32m" in forced


def many_added(folder: Path, number: int) -> list[str]:
    """Arguments for one document, and ``number`` that are added to it; the last one limits access."""
    for side in ("old", "new"):
        (folder / side).mkdir()
        (folder / side / "refunds.md").write_text(OLD)
    for n in range(number):
        (folder / "new" / f"added-{n:03}.md").write_text(f"# Page {n}\n\nHello there {n}.\n")
    last = folder / "new" / f"added-{number - 1:03}.md"
    last.write_text("---\nacl: [staff]\n---\n# Last\n\nHello.\n")
    return ["diff", "--baseline", "old", "--candidate", "new"]


@pytest.mark.parametrize("form", [[], ["--markdown"]])
def test_documents_left_out_are_counted_and_the_riskiest_are_shown(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = [*many_added(tmp_path, 150), *form]
    _, out, _ = call(*arguments)
    assert len(re.findall("added +added-", out)) == 100
    assert "added-149.md" in out
    assert "and 50 more documents; " in out
    assert "all shows everything" in out
    _, out, _ = call(*arguments, "--documents", "2")
    assert len(re.findall("added +added-", out)) == 2
    _, out, _ = call(*arguments, "--all")
    assert len(re.findall("added +added-", out)) == 150
    assert "more documents" not in out


def test_name_of_a_document_begins_no_line_and_commands_no_log(
    call: Call, corpora: Write, tmp_path: Path
) -> None:
    arguments = corpora(OLD, OLD)
    (tmp_path / "new" / "a\n::error::b\x1b[2J.md").write_text(
        "---\nsource_id: a\n---\n# A\n\nText of it.\n"
    )
    for form in ((), ("--markdown",), ("--json",)):
        code, out, err = call(*arguments, *form)
        assert code == 0, err
        assert "\x1b" not in out
        assert not [line for line in out.splitlines() if line.lstrip().startswith("::")]
