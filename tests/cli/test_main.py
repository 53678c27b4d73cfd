"""What holds for every command: start, help, exit codes, streams."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from harness import __version__
from harness.cli import main
from harness.cli.console import plain, show_json, show_lines
from harness.errors import ExitCode, Fault, HarnessError

Call = Callable[..., tuple[int, str, str]]
MAIN = [sys.executable, "-c", "from harness.cli.main import main; main()"]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Put a command called ``probe`` in the place of all commands."""

    def put(function: Callable[[], object]) -> None:
        probe = main.Command("probe", "nowhere:probe", "Probe.")
        monkeypatch.setattr(main, "COMMANDS", (probe,))
        monkeypatch.setattr(main, "_load", lambda _: function)

    return put


def fails(error: BaseException) -> Callable[[], None]:
    def probe() -> None:
        raise error

    return probe


def test_help_starts_within_the_budget() -> None:
    """In time of the processor: a busy machine makes everything late, and nothing heavier."""
    took = []
    for _ in range(3):
        before = _cpu_of_children()
        subprocess.run([*MAIN, "--help"], check=True, capture_output=True)
        took.append(_cpu_of_children() - before)
    assert min(took) < 0.3


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_help_lists_every_command(call: Call) -> None:
    code, out, err = call("--help")
    assert (code, err) == (0, "")
    for entry in main.COMMANDS:
        assert f"\n  {entry.name} " in out
        assert entry.help in out


def test_commands_are_listed_once_and_in_order() -> None:
    names = [entry.name for entry in main.COMMANDS]
    assert names == sorted(set(names))


@pytest.mark.parametrize("entry", main.COMMANDS, ids=lambda entry: entry.name)
def test_every_command_has_help(call: Call, entry: main.Command) -> None:
    code, out, err = call(entry.name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: corpusgate {entry.name} ")


def test_no_arguments_show_the_help_as_a_usage_error(call: Call) -> None:
    code, out, err = call()
    assert code == ExitCode.USAGE
    assert out == ""
    assert "Commands:" in err


@pytest.mark.parametrize("arguments", [["--version"], ["version"]])
def test_version_is_printed(call: Call, arguments: list[str]) -> None:
    code, out, err = call(*arguments)
    assert (code, err) == (0, "")
    assert out.startswith(f"corpusgate {__version__}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["versoin"], "Did you mean 'version'?\nTry 'corpusgate --help'.\n"),
        (["cases", "chek"], "Did you mean 'check'?\nTry 'corpusgate cases --help'.\n"),
        (["--bogus"], "No such option: --bogus\nTry 'corpusgate --help'.\n"),
        (["cases", "check"], "Try 'corpusgate cases check --help'.\n"),
        (
            ["cases", "draft", "--limit", "0"],
            (
                "Invalid value for '--limit': expected at least 1.\n"
                "Try 'corpusgate cases draft --help'.\n"
            ),
        ),
        (
            ["cases", "draft", "--limit", "few"],
            (
                "Invalid value for '--limit': expected a whole number.\n"
                "Try 'corpusgate cases draft --help'.\n"
            ),
        ),
        (
            ["export", "runs", "--format", "zzz"],
            (
                "Invalid value for '--format': 'zzz' is not one of 'trec', 'parquet'.\n"
                "Try 'corpusgate export --help'.\n"
            ),
        ),
    ],
)
def test_wrong_usage_says_what_was_meant(call: Call, arguments: list[str], said: str) -> None:
    code, out, err = call(*arguments)
    assert (code, out) == (ExitCode.USAGE, "")
    assert err.endswith(said)


@pytest.mark.parametrize("code", list(ExitCode))
def test_error_of_a_command_keeps_its_exit_code_and_faults(
    call: Call, command: Callable[..., None], code: ExitCode
) -> None:
    command(fails(HarnessError("Cannot.", [Fault("f:1", "bad"), Fault("f:2", "worse")], code)))
    assert call("probe") == (code, "", "Cannot.\n  f:1: bad.\n  f:2: worse.\n")


def test_flood_of_faults_is_cut_and_counted(call: Call, command: Callable[..., None]) -> None:
    command(fails(HarnessError("Cannot.", [Fault(f"f:{n}", "bad") for n in range(1, 251)])))
    _, _, err = call("probe")
    assert err.count("\n") == 102
    assert err.endswith("  f:100: bad.\n  … and 150 more.\n")


@pytest.mark.parametrize("code", list(ExitCode))
def test_command_may_return_or_raise_its_exit_code(
    call: Call, command: Callable[..., None], code: ExitCode
) -> None:
    command(lambda: code)
    assert call("probe") == (code, "", "")
    command(fails(typer.Exit(code)))
    assert call("probe") == (code, "", "")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), typer.Abort()])
def test_interrupted_command_is_incomplete(
    call: Call, command: Callable[..., None], error: BaseException
) -> None:
    command(fails(error))
    code, out, err = call("probe")
    assert (code, out) == (ExitCode.INCOMPLETE, "")
    assert err.startswith("Interrupted.")


def test_fault_of_ours_is_saved_and_told_in_one_line(
    call: Call, command: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command(fails(RuntimeError("inner \ud800")))
    code, out, err = call("probe")
    (saved,) = (tmp_path / ".corpusgate").glob("crash-*.txt")
    assert (code, out) == (ExitCode.FAULT, "")
    assert err.count("\n") == 1
    assert str(saved.relative_to(tmp_path)) in err
    assert "Traceback" not in err
    text = saved.read_text(encoding="utf-8")
    assert "builtins.RuntimeError" in text
    assert "in probe" in text


@pytest.mark.parametrize("form", [["--out", "there"], ["--out=there"]])
def test_fault_of_ours_is_saved_beside_the_output(
    call: Call,
    command: Callable[..., None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: list[str],
) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path)

    def probe(out: Annotated[Path, typer.Option()]) -> None:
        raise RuntimeError(str(out))

    command(probe)
    assert call("probe", *form)[0] == ExitCode.FAULT
    assert len(list((tmp_path / "there" / ".corpusgate").glob("crash-*.txt"))) == 1
    assert not (tmp_path / ".corpusgate").exists()


def test_saved_fault_quotes_nothing_and_names_what_led_to_it(
    call: Call, command: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    secret = "The closed sentence about severance."

    error = ExceptionGroup(secret, [KeyError(secret)])
    error.__cause__ = ValueError(secret)
    command(fails(error))
    assert call("probe")[0] == ExitCode.FAULT
    (saved,) = (tmp_path / ".corpusgate").glob("crash-*.txt")
    text = saved.read_text(encoding="utf-8")
    assert secret not in text
    assert text.index("builtins.ValueError") < text.index("ExceptionGroup")
    assert "builtins.KeyError" in text


def test_fault_of_ours_is_saved_elsewhere_where_the_folder_cannot_be_written(
    call: Call, command: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".corpusgate").write_text("a file is in the way")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    command(fails(RuntimeError()))
    assert call("probe")[0] == ExitCode.FAULT
    assert len(list((tmp_path / "temporary").glob("crash-*.txt"))) == 1


@pytest.mark.parametrize("arguments", [["config", "schema"], ["--help"]])
def test_reader_that_goes_away_ends_the_command_quietly(arguments: list[str]) -> None:
    """As a shell tells it of any tool: 128 + SIGPIPE, so never for a verdict."""
    with subprocess.Popen(
        [*MAIN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == ExitCode.READER_GONE == 128 + signal.SIGPIPE


def test_reader_of_messages_that_goes_away_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [*MAIN, "bogus"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as running:
        assert running.stderr is not None
        running.stderr.close()
    assert running.returncode == ExitCode.READER_GONE


def test_closed_output_is_told_before_anything_is_done() -> None:
    ended = shell("version", ">&-")
    assert ended.returncode == ExitCode.USAGE
    assert ended.stderr.decode().startswith("Standard output is closed")


@pytest.mark.parametrize("closed", ["2>&-", "<&-"])
def test_other_closed_streams_do_no_harm(closed: str) -> None:
    ended = shell("cases check none.jsonl", closed)
    assert (ended.returncode, ended.stdout) == (ExitCode.USAGE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", ["version", "config schema", "--help"])
def test_output_that_takes_nothing_is_named(arguments: str) -> None:
    ended = shell(arguments, ">/dev/full")
    assert ended.returncode == ExitCode.USAGE
    assert ended.stderr.decode() == (
        "Standard output: No space left on device. Make room there, or name another; "
        "what was finished is kept.\n"
    )


def test_full_disk_names_the_file_that_could_not_be_written(tmp_path: Path) -> None:
    """A limit of the system on the size of files stands for the disk."""
    cases = tmp_path / "cases.csv"
    cases.write_text("id,query,expected_source_ids\na,What is it?,a\n")
    out = tmp_path / "cases.jsonl"
    ended = shell(f"cases import {cases} --from csv --out {out}", "", before="ulimit -f 0;")
    assert ended.returncode == ExitCode.USAGE
    assert f"{tmp_path}/" in ended.stderr.decode()
    assert "File too large. Make room there" in ended.stderr.decode()
    assert list(tmp_path.iterdir()) == [cases]


def shell(arguments: str, redirection: str, before: str = "") -> subprocess.CompletedProcess[bytes]:
    """One command line with a redirection of its streams."""
    line = f"{before} '{MAIN[0]}' -B -c '{MAIN[2]}' {arguments} {redirection}"
    return subprocess.run(["sh", "-c", line], capture_output=True, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ["cases", "check", "pipe"],
        ["config", "check", "--config", "pipe"],
        ["run", "--cases", "pipe"],
        ["support", "pipe"],
        ["cases", "import", "pipe", "--from", "csv"],
    ],
)
def test_named_pipe_is_refused_and_not_waited_for(
    call: Call,
    repository: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    if arguments[0] == "run":
        arguments = [*arguments, "--config", str(repository / "configs/release.yaml"), "--out", "o"]
    code, _, err = call(*arguments)
    assert code == ExitCode.USAGE
    assert "pipe: not a regular file" in err


def test_text_survives_a_terminal_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "случаи.jsonl"
    path.write_text('{"id": "a", "query": "?", "tags": ["тег"], "required_facts": ["x"]}')
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    read = subprocess.run(
        [*MAIN, "cases", "check", str(path)], env=environment, check=True, capture_output=True
    )
    assert b"\\u0441" in read.stdout
    read = subprocess.run(
        [*MAIN, "cases", "check", str(path), "--json"],
        env=environment,
        check=True,
        capture_output=True,
    )
    assert json.loads(read.stdout)["tags"] == {"тег": 1}


def test_messages_cannot_drive_or_fool_a_terminal() -> None:
    assert plain("a\x1b[2Jb\u202ec\x9bd\re\ud800\n\tж🙂") == (
        "a\\x1b[2Jb\\u202ec\\x9bd\\re\\ud800\n\tж🙂"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error file=a::b", "\\x3a:error file=a::b"),
        ("first\n  ::add-mask::b", "first\n  \\x3a:add-mask::b"),
        ("a ##[error]b", "a \\x23#[error]b"),
        ("a::b ### c", "a::b ### c"),
    ],
)
def test_messages_cannot_command_a_log_of_ci(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_lines_of_a_result_stay_lines(capsys: pytest.CaptureFixture[str]) -> None:
    show_lines(["a\nPASS\tb", "c"])
    assert capsys.readouterr().out == "a\\nPASS\\tb\nc\n"


def test_json_means_the_same_and_commands_no_log(capsys: pytest.CaptureFixture[str]) -> None:
    show_json(["##[error]a"])
    out = capsys.readouterr().out
    assert "##[" not in out
    assert json.loads(out) == ["##[error]a"]


def test_only_the_command_asked_for_is_imported() -> None:
    code = (
        "import sys; from harness.cli import main; main.build_app('version');"
        "print(*sorted(name for name in sys.modules if name.startswith('harness.')))"
    )
    read = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    rooms = {name.split(".")[1] for name in read.stdout.split()}
    assert rooms == {"cli", "errors", "language", "model"}


def test_json_goes_to_stdout_alone(call: Call) -> None:
    code, out, err = call("version", "--json")
    result: dict[str, Any] = json.loads(out)
    assert (code, err, result["corpusgate"]) == (0, "", __version__)
