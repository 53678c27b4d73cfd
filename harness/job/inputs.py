"""Everything that decides a run, read and digested before anything is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from harness.cases import cases_digest, load_cases
from harness.config import Policy, Release, load_policy
from harness.errors import ExitCode, HarnessError
from harness.exam import Edits
from harness.git import commits_by
from harness.model.case import Case
from harness.model.corpus import Manifest
from harness.model.decision import Decision
from harness.model.gate import Finding, GateResult
from harness.model.outside import NOTHING_KEPT, Kept
from harness.model.trend import SOME_CASES
from harness.model.wire import SIDES, Side
from harness.pipeline import provenance
from harness.pipeline.versions import scan
from harness.review import commits_of, decisions_path, read_decisions

RUN_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Inputs:
    """Everything that decides a run, read and digested before anything is asked."""

    release: Release
    policy: Policy
    cases: tuple[Case, ...]
    manifests: Mapping[Side, Manifest]
    edits: Edits | None = None
    """What a pull request does to its own exam; ``None`` where none was taken from a base."""
    exam: tuple[Finding, ...] = ()
    """What is found about that."""
    decisions: tuple[Decision, ...] = ()
    """What people decided, of any run. They change the verdict and nothing else, so a run is the
    same run with and without them."""
    commits: Mapping[str, str] = field(default_factory=dict)
    """Digest of a decision -> the commit that brought it."""
    case_commits: Mapping[str, str] = field(default_factory=dict)
    """Case id -> the commit that changed its line last; empty outside of git."""
    kept: Kept = NOTHING_KEPT
    """What shards of this run found out beside asking."""
    left_out: int = 0
    """Cases of the file that were not chosen; with any, the run is of its own and no verdict."""
    chosen_by: str = ""
    """The option that chose."""

    def pins(self) -> dict[str, Any]:
        """What the run id is the digest of."""
        exam = [finding.model_dump(mode="json") for finding in self.exam]
        return {
            "schema": RUN_SCHEMA,
            "config": self.release.config_hash,
            "metrics": list(self.release.metrics.k),
            "trials": self.release.trials,
            "code": provenance.code_digest(),
            "packages": provenance.package_versions(),
            "policy": self.policy.policy_hash,
            "cases": cases_digest(self.cases),
            "corpora": {side: self.manifests[side].digest for side in SIDES},
            **({"exam": exam} if exam else {}),
            **({SOME_CASES: True} if self.left_out else {}),
            **self.release.aside(),
        }


@dataclass(frozen=True, slots=True)
class Order:
    """Which cases are asked, and when to look at what came of them."""

    batches: tuple[tuple[str, ...], ...]
    """Case ids. Cases in no batch are not asked: the run is then incomplete, never a pass."""
    go_on: Callable[[GateResult], bool]
    """Whether to ask the next batch, by the findings so far."""


def read_inputs(release: Release) -> Inputs:
    """Cases, policy and both manifests.

    Raises:
        HarnessError: any of them is at fault; exit code 5 when there is nothing to compare.
    """
    cases = load_cases(release.cases)
    if not cases:
        raise HarnessError(
            f"{release.cases}: no cases, so there is nothing to compare.",
            exit_code=ExitCode.NOTHING,
        )
    manifests = {side: scan(side, release) for side in SIDES}
    if not manifests["baseline"].entries:
        raise HarnessError(
            f"{release.corpus_path('baseline')}: no documents, so there is nothing to compare with. "
            "Put the released documents there, or correct corpus.include.",
            exit_code=ExitCode.NOTHING,
        )
    file = decisions_path(release.root)
    decisions = read_decisions(file)
    return Inputs(
        release=release,
        policy=load_policy(release.gate, release.metrics.k),
        cases=cases,
        manifests=manifests,
        decisions=decisions,
        commits=commits_of(file) if decisions else {},
        case_commits=commits_by("id", release.cases),
    )
