"""Where things live in a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness.model.wire import Side


@dataclass(frozen=True, slots=True)
class Places:
    """Folders of a workspace. Everything here is generated and can be made again."""

    root: Path
    """The workspace, or the folder given with ``--out``."""

    @property
    def cache(self) -> Path:
        return self.root / ".corpusgate"

    @property
    def vectors(self) -> Path:
        return self.cache / "vectors.sqlite"

    @property
    def responses(self) -> Path:
        return self.cache / "responses"

    @property
    def indexes(self) -> Path:
        return self.cache / "indexes"

    @property
    def trees(self) -> Path:
        """Corpora read out of git, by the id of their tree."""
        return self.cache / "trees"

    @property
    def counterfactuals(self) -> Path:
        """Indexes of corpora that never were, for as long as blame needs them."""
        return self.cache / "counterfactuals"

    @property
    def runs(self) -> Path:
        return self.root / "runs"

    @property
    def reports(self) -> Path:
        return self.root / "reports"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The files of one run."""

    path: Path

    @property
    def run_id(self) -> str:
        return self.path.name

    @property
    def info(self) -> Path:
        return self.path / "run.json"

    @property
    def records(self) -> Path:
        return self.path / "records"

    @property
    def timings(self) -> Path:
        return self.path / "timings.jsonl"

    @property
    def cases(self) -> Path:
        """The cases as they were asked, declared changes of a pull request included."""
        return self.path / "cases.jsonl"

    @property
    def case_commits(self) -> Path:
        """Who changed each case last, by git."""
        return self.path / "case-commits.json"

    @property
    def comparison(self) -> Path:
        return self.path / "comparison.json"

    @property
    def diagnosis(self) -> Path:
        return self.path / "diagnosis.jsonl"

    @property
    def coverage(self) -> Path:
        return self.path / "coverage.json"

    @property
    def gate(self) -> Path:
        return self.path / "gate.json"

    @property
    def outcomes(self) -> Path:
        """What later runs compare themselves with."""
        return self.path / "outcomes.jsonl"

    @property
    def trend(self) -> Path:
        """The runs before this one, as they were when it ended."""
        return self.path / "trend.json"

    @property
    def exam(self) -> Path:
        """Of a pull request: where its exam came from, and what it edits of it."""
        return self.path / "exam.json"

    @property
    def effects(self) -> Path:
        """What each changed document does to the cases."""
        return self.path / "effects.json"

    @property
    def noise(self) -> Path:
        return self.path / "noise.json"

    @property
    def noise_run(self) -> RunFolder:
        """Records and times of the A/A run, which are no part of the run's own."""
        return RunFolder(self.path / "noise")

    @property
    def judgements(self) -> Path:
        return self.path / "judgements.jsonl"

    @property
    def ragas(self) -> Path:
        return self.path / "ragas.jsonl"

    @property
    def commands(self) -> Path:
        return self.path / "commands.jsonl"

    @property
    def diff(self) -> Path:
        return self.path / "manifests" / "diff.json"

    def manifest(self, side: Side) -> Path:
        return self.path / "manifests" / f"{side}.sha256"
