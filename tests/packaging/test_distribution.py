"""What is handed out: wheel and source, what is in them, and that they work where nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

from harness import __version__
from tests.interpreters import SUPPORTED, interpreter
from tests.repositories import CASES, DOCUMENTS, lines, put

DIST_INFO = f"corpusgate-{__version__}.dist-info"


@pytest.fixture(scope="module")
def built(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that was built from that."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation"]
    subprocess.run([*build, "--outdir", str(folder), repository], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / f"corpusgate-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    text = ZipFile(wheel).read(f"{DIST_INFO}/METADATA").decode()
    return Parser().parsestr(text)


def test_wheel_holds_the_package_whole_and_nothing_else(repository: Path, wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if not name.startswith(DIST_INFO)}
    package = {path for path in (repository / "harness").rglob("*") if path.is_file()}
    files = {path.relative_to(repository).as_posix() for path in package}
    assert held == {name for name in files if "__pycache__" not in name}
    assert "harness/py.typed" in held
    assert "harness/report/locale/ru/LC_MESSAGES/report.po" in held
    assert "harness/setup/templates/release.yaml" in held


def test_wheel_tells_its_licence_and_is_called_as_it_is_named(
    repository: Path, wheel: Path, metadata: Message
) -> None:
    """``pipx run corpusgate`` runs the command that is named as the distribution."""
    archive = ZipFile(wheel)
    licence = archive.read(f"{DIST_INFO}/licenses/LICENSE")
    assert licence == (repository / "LICENSE").read_bytes()
    assert metadata["License-Expression"] == "Apache-2.0"
    commands = archive.read(f"{DIST_INFO}/entry_points.txt").decode()
    assert "[console_scripts]\ncorpusgate = harness.cli.main:main\n" in commands


def test_wheel_names_the_pythons_that_are_tested(metadata: Message) -> None:
    told = [line.rpartition(" ")[2] for line in metadata.get_all("Classifier", [])]
    assert [version for version in told if version[0].isdigit() and "." in version] == [*SUPPORTED]
    assert metadata["Requires-Python"] == f">={SUPPORTED[0]}"


def test_source_holds_what_its_tests_need(built: Path) -> None:
    with tarfile.open(built / f"corpusgate-{__version__}.tar.gz") as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("Makefile", "requirements.lock", "conftest.py", "fixtures/cases.jsonl", "LICENSE"):
        assert name in held
    assert not [name for name in held if name.startswith((".venv", ".corpusgate", "runs/run-"))]


@dataclass(frozen=True)
class Environment:
    """A folder with an environment of its own in it."""

    folder: Path

    def call(self, program: str | Path, *words: str | Path, code: int = 0) -> str:
        """What a program says, with the exit code that is expected of it."""
        done = subprocess.run(
            [self.folder / "environment" / "bin" / program, *words],
            cwd=self.folder,
            env={name: value for name, value in os.environ.items() if name[:6] != "PYTHON"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.mark.install
@pytest.mark.parametrize("version", [version for version in SUPPORTED if interpreter(version)])
def test_wheel_without_extras_works_where_nothing_else_is(
    wheel: Path, tmp_path: Path, version: str
) -> None:
    empty = Environment(tmp_path)
    empty.call(interpreter(version) or "", "-m", "venv", tmp_path / "environment")
    empty.call("pip", "install", "--quiet", wheel)
    empty.call("pip", "check")
    assert f"corpusgate {__version__} (Python {version}." in empty.call("corpusgate", "version")
    assert empty.call("corpusgate", "--help").startswith("Usage: corpusgate ")
    assert "pip install 'corpusgate[review]'" in empty.call("corpusgate", "doctor")
    _give_a_verdict_with_the_default_pipeline(empty)


def _give_a_verdict_with_the_default_pipeline(empty: Environment) -> None:
    put(empty.folder, {**DOCUMENTS, "cases.jsonl": lines(CASES)})
    empty.call("corpusgate", "init", "--yes")
    changed = DOCUMENTS["docs/returns.md"].replace("30 days", "60 days")
    put(empty.folder, {**_elsewhere("new"), "new/returns.md": changed})
    command = ("corpusgate", "run", "--cases", "cases.jsonl", "--baseline", "docs", "--candidate")
    assert "PASS" in empty.call(*command, "docs")
    assert "returns-001" in empty.call(*command, "new", code=1)
    assert list((empty.folder / "reports").glob("*/index.html"))


def _elsewhere(folder: str) -> dict[str, str]:
    return {name.replace("docs", folder): text for name, text in DOCUMENTS.items()}
