"""pytest: every case is a test, ``fixtures/cases.jsonl::policy-001::retrieval``.

Does nothing unless called with ``--corpusgate`` or switched on by the setting ``corpusgate``.
Everything heavy is imported inside, so that a session without it pays for one small file.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from harness.job import Inputs
    from harness.model.case import Case
    from harness.model.comparison import CaseComparison
    from harness.model.diagnosis import Diagnosis
    from harness.model.gate import GateResult
    from harness.model.record import RunRecord
    from harness.model.wire import Layer, Side
    from harness.outputs import Outputs
    from harness.pipeline.places import Places, RunFolder
    from harness.report import RunArtefacts
    from harness.report.context import CasePart

DEFAULT_CONFIG = "configs/release.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options and settings; each option wins over its setting."""
    group = parser.getgroup("corpusgate", "regression tests of a document corpus")
    group.addoption("--corpusgate", action="store_true", help="collect cases as tests")
    group.addoption("--corpusgate-config", metavar="FILE", help="the release configuration")
    group.addoption("--corpusgate-base", metavar="REF", help="take the exam from this branch")
    group.addoption("--corpusgate-baseline", metavar="PATH", help="folder or git:REF:FOLDER")
    group.addoption("--corpusgate-candidate", metavar="PATH", help="folder or git:REF:FOLDER")
    group.addoption("--corpusgate-out", metavar="FOLDER", help="where runs and caches go")
    group.addoption(
        "--corpusgate-fail-on",
        choices=("review", "block"),
        help="the weakest finding that fails a test (review)",
    )
    parser.addini("corpusgate", "collect cases as tests", type="bool", default=False)
    parser.addini("corpusgate_config", "the release configuration", default=DEFAULT_CONFIG)
    parser.addini("corpusgate_fail_on", "the weakest finding that fails a test", default="review")


def pytest_configure(config: pytest.Config) -> None:
    """Switch on, where asked to."""
    if not (config.getoption("--corpusgate") or config.getini("corpusgate")):
        return
    config.addinivalue_line("markers", "critical: a case whose loss blocks a release")
    config.stash[_GATE] = Gate(config)


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which configuration is in force."""
    gate = config.stash.get(_GATE, None)
    return [f"corpusgate: {gate.config_name}"] if gate is not None else []


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the file of cases, and no other."""
    gate = parent.config.stash.get(_GATE, None)
    if gate is None or file_path.suffix != ".jsonl" or not gate.is_cases_file(file_path):
        return None
    return CasesFile.from_parent(parent, path=file_path)


@pytest.fixture(scope="session")
def corpusgate_run(request: pytest.FixtureRequest) -> CorpusgateRun:
    """The run of this session, for checks of one's own."""
    gate = request.config.stash.get(_GATE, None)
    if gate is None:
        pytest.fail("corpusgate_run needs the option --corpusgate.", pytrace=False)
    return gate.run()


class CaseFailed(Exception):  # noqa: N818  # it is the failure of a test, not an error
    """A case with a finding; the message is for people."""


@dataclass(frozen=True)
class CorpusgateRun:
    """A finished run, read back."""

    artefacts: RunArtefacts
    """Everything the run left behind."""
    outputs: Outputs
    """What it tells people and programs, redacted."""

    @property
    def gate(self) -> GateResult:
        """The verdict with every rule and finding."""
        return self.artefacts.gate

    @property
    def verdict(self) -> str:
        """``PASS``, ``REVIEW`` or ``BLOCK``."""
        return self.gate.verdict

    def case(self, case_id: str) -> CaseComparison:
        """One case, compared."""
        return next(c for c in self.artefacts.comparison.cases if c.case_id == case_id)

    def diagnosis(self, case_id: str) -> Diagnosis | None:
        """Why the case changed; ``None`` where it did not."""
        found = (d for d in self.artefacts.diagnoses if d.case_id == case_id)
        return next(found, None)

    def record(self, side: Side, case_id: str) -> RunRecord:
        """What the case did on one side, in the first trial."""
        return next(r for r in self.artefacts.records[side] if r.case_id == case_id)

    def explain(self, case_id: str) -> str:
        """What happened to the case, why, and which documents did it; redacted."""
        from harness.outputs.model import sentence

        return sentence(self.part(case_id))

    def part(self, case_id: str) -> CasePart:
        """The case as the report shows it."""
        from harness.report import redact

        parts = (*self.outputs.report.flagged, *self.outputs.report.others)
        return next(part for part in parts if part.id == redact(case_id))


class Gate:
    """The state of one session: inputs read once, one run, shared by all workers."""

    def __init__(self, config: pytest.Config) -> None:
        self._pytest = config
        self._inputs: Inputs | None = None
        self._run: CorpusgateRun | None = None

    @property
    def config_name(self) -> str:
        return str(self._option("config"))

    @property
    def fails(self) -> tuple[str, ...]:
        """Actions that fail a test."""
        return ("block",) if self._option("fail_on") == "block" else ("block", "review")

    def is_cases_file(self, path: Path) -> bool:
        """Whether ``path`` is what the configuration at hand names as its cases."""
        from harness.config.release import cases_file
        from harness.errors import HarnessError

        try:
            return path.resolve() == cases_file(self._config).resolve()
        except HarnessError as error:
            raise pytest.UsageError(str(error)) from error

    def inputs(self) -> Inputs:
        """Everything that decides the run."""
        if self._inputs is None:
            self._inputs = self._read()
        return self._inputs

    def run(self) -> CorpusgateRun:
        """The run, made by whichever worker comes first and read back by all."""
        if self._run is None:
            self._run = self._read_back(self._carry_out())
        return self._run

    @property
    def _config(self) -> Path:
        return self._pytest.rootpath / self.config_name

    def _places(self) -> Places:
        from harness.config import workspace_of
        from harness.pipeline.places import Places

        out = self._option("out")
        return Places(self._pytest.rootpath / out if out else workspace_of(self._config))

    def _read(self) -> Inputs:
        from harness.pull_request import inputs_at_hand, pull_request_inputs

        sides = ("baseline", "candidate")
        overrides = {f"corpus.{side}": self._option(side) for side in sides}
        base = self._option("base")
        if base:
            return pull_request_inputs(self._config, base, overrides, self._places())
        return inputs_at_hand(self._config, overrides, self._places())

    def _carry_out(self) -> RunFolder:
        from filelock import FileLock

        from harness.job import run_job
        from harness.model.progress import Quiet
        from harness.pipeline.places import RunFolder
        from harness.pipeline.provenance import run_id
        from harness.store import make_folder, write_atomic

        places = self._places()
        make_folder(places.cache)
        folder = RunFolder(places.runs / run_id(self.inputs().pins()))
        done = places.cache / "pytest-session"
        mark = f"{_session_id(self._pytest)} {folder.run_id}".encode()
        with FileLock(places.cache / "pytest.lock"):
            if not done.exists() or done.read_bytes() != mark:
                run_job(self.inputs(), places, Quiet())
                write_atomic(done, mark)
        return folder

    def _read_back(self, folder: RunFolder) -> CorpusgateRun:
        from harness.outputs import Sources, build_outputs, read_artefacts

        artefacts = read_artefacts(folder, self.inputs().cases)
        return CorpusgateRun(artefacts, build_outputs(artefacts, Sources()))

    def _option(self, name: str) -> Any:
        value = self._pytest.getoption(f"--corpusgate-{name.replace('_', '-')}")
        has_setting = name in ("config", "fail_on")
        return value or (self._pytest.getini(f"corpusgate_{name}") if has_setting else None)


class CasesFile(pytest.File):
    """``fixtures/cases.jsonl``."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """A group for each case, and the run as a whole."""
        gate = self.config.stash[_GATE]
        for case in gate.inputs().cases:
            yield CaseGroup.from_parent(self, name=case.id, case=case)
        yield RunItem.from_parent(self, name="run")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Faults of the inputs, without a traceback."""
        return _told(excinfo) or super(pytest.Collector, self).repr_failure(excinfo, style)


class CaseGroup(pytest.Collector):
    """One case."""

    def __init__(self, *, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.case = case
        self.extra_keyword_matches.update(case.tags)
        if case.critical:
            self.add_marker("critical")

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each layer."""
        from harness.model.wire import LAYERS

        for layer in LAYERS:
            yield LayerItem.from_parent(self, name=layer, case=self.case)


class _RunTest(pytest.Item):
    """A test that looks at the run of the session."""

    @property
    def gate(self) -> Gate:
        return self.config.stash[_GATE]

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file of cases and the name within it."""
        return self.path, None, self.nodeid.partition("::")[2]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The diagnosis, without a traceback."""
        return _told(excinfo) or super().repr_failure(excinfo, style)


class LayerItem(_RunTest):
    """One layer of one case: fails when a finding of the case lies in it."""

    def __init__(self, *, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    def runtest(self) -> None:
        """Hold the case against the verdict."""
        from harness.outputs.model import failing_layers, layers_of

        run = self.gate.run()
        part = run.part(self.case.id)
        layer: Layer = self.name  # type: ignore[assignment]  # made of LAYERS
        if layer in failing_layers(part) and part.action in self.gate.fails:
            raise CaseFailed(_case_message(run, part))
        if layer not in layers_of(part):
            pytest.skip(f"no check of the {layer} layer applies to this case")


class RunItem(_RunTest):
    """The run as a whole: findings that belong to no case."""

    def runtest(self) -> None:
        """Hold the run against the verdict."""
        found = [f for f in self.gate.run().outputs.findings if f.action in self.gate.fails]
        if found:
            raise CaseFailed("\n".join(f"{f.action}  {f.rule}: {f.reason}" for f in found))


def _told(excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    """The message of an error that a user can act on; empty for any other."""
    from harness.errors import HarnessError

    return str(excinfo.value) if isinstance(excinfo.value, HarnessError | CaseFailed) else ""


def _case_message(run: CorpusgateRun, part: CasePart) -> str:
    """The diagnosis, then the rules with their reasons."""
    from harness.outputs.model import fired, sentence

    lines = [f"{part.id}: {part.status}. {sentence(part)}"]
    lines += [f"  {found.action:6}  {found.rule}: {found.reason}" for found in fired(part)]
    lines.append(f"  run {run.artefacts.run_id}")
    return "\n".join(lines)


def _session_id(config: pytest.Config) -> str:
    """One name for all workers of a session."""
    given = getattr(config, "workerinput", {}).get("testrunuid")
    return str(given or config.stash.setdefault(_SESSION, uuid.uuid4().hex))


_GATE = pytest.StashKey[Gate]()
_SESSION = pytest.StashKey[str]()
