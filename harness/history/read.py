"""Runs read back for a trend: ``run.json`` and ``outcomes.jsonl``, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from harness.errors import HarnessError
from harness.model.counted import counted
from harness.model.trend import OUTCOMES_SCHEMA, SOME_CASES, CaseOutcome, LeftOut, Percentiles
from harness.model.wire import SIDES, Side, Verdict
from harness.pipeline.places import Places, RunFolder
from harness.store import digest_json, read_json, read_jsonl

RUN_SCHEMA = 1
M = TypeVar("M", bound=BaseModel)

_JUDGED_BY = frozenset({"corpora", "cases", "policy", "exam", "schema"})
"""Pins that do not say how a case is asked: those are looked at one by one."""


class _Totals(BaseModel):
    cost: float | None = None


class _Info(BaseModel):
    """The part of ``run.json`` that a trend is made of; there is more in it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    run_id: str
    started_at: AwareDatetime
    state: str = ""
    verdict: Verdict
    inputs: dict[str, Any]
    latency_ms: dict[Side, dict[str, Percentiles]]
    totals: dict[Side, _Totals]


@dataclass(frozen=True)
class PastRun:
    """One run that came to a verdict."""

    info: _Info
    cases: dict[str, CaseOutcome]
    """By case id, drafts left out."""

    @property
    def run_id(self) -> str:
        """Digest of the inputs; the same inputs have the same id on every machine."""
        return self.info.run_id

    @property
    def of_some_cases(self) -> bool:
        """Some cases alone were chosen, so it is no verdict."""
        return bool(self.info.inputs.get(SOME_CASES))

    @property
    def order(self) -> tuple[AwareDatetime, str]:
        """Sort key: by begin, and by id where that is the same."""
        return self.info.started_at, self.info.run_id

    @property
    def cost(self) -> float | None:
        """Of the answers of both sides; ``None`` where no price was known."""
        costs = [side.cost for side in self.info.totals.values() if side.cost is not None]
        return round(sum(costs), 9) if costs else None

    def same_inputs(self, case: CaseOutcome) -> tuple[str, ...]:
        """All that decides the outcome of a case, on both sides, by digests."""
        return (self._asked, *(case.expectation[side] for side in SIDES))

    @cached_property
    def _asked(self) -> str:
        pins = {name: pin for name, pin in self.info.inputs.items() if name not in _JUDGED_BY}
        return digest_json([pins, self.info.inputs.get("corpora")])


def read_runs(folders: Iterable[RunFolder]) -> tuple[list[PastRun], list[LeftOut]]:
    """The runs of some folders, oldest first, and what is left out, which is never in silence.

    A run of some cases alone is no run of the row: it would count as one that lost the others.
    """
    runs: list[PastRun] = []
    left_out: list[LeftOut] = []
    for folder in folders:
        try:
            run = read_run(folder)
            if run.of_some_cases:
                left_out.append(_some_cases(run, folder))
            else:
                runs.append(run)
        except HarnessError as error:
            left_out.append(LeftOut(folder=folder.run_id, reason=_reason(error, folder)))
    runs.sort(key=lambda run: run.order)
    return runs, sorted(left_out, key=lambda one: one.folder)


def read_run(folder: RunFolder) -> PastRun:
    """One run.

    Raises:
        HarnessError: it has no verdict yet, or a file is missing or of another form.
    """
    if not folder.info.exists():
        raise HarnessError("no run.json, so this is no run.")
    value = read_json(folder.info)
    _refuse_newer(value, "schema", RUN_SCHEMA, folder.info.name)
    if isinstance(value, dict) and value.get("verdict") is None and value.get("run_id"):
        raise HarnessError("has no verdict yet. Finish it with the command that began it.")
    info = _checked(_Info, value, folder.info.name)
    if not folder.outcomes.exists():
        raise HarnessError("no outcomes.jsonl: made by an earlier version. Make the run again.")
    lines = [_outcome(value, number) for number, value in read_jsonl(folder.outcomes)]
    return PastRun(info, {line.case_id: line for line in lines if not line.draft})


def _some_cases(run: PastRun, folder: RunFolder) -> LeftOut:
    told = f"asked {counted(len(run.cases), 'case')} alone, so it has no verdict."
    return LeftOut(folder=folder.run_id, reason=told, some_cases=True)


def run_folders(places: Places) -> Iterator[RunFolder]:
    """Every folder among the runs of a workspace, by name."""
    if places.runs.is_dir():
        yield from (RunFolder(path) for path in sorted(places.runs.iterdir()) if path.is_dir())


def _outcome(value: object, number: int) -> CaseOutcome:
    where = f"outcomes.jsonl:{number}"
    _refuse_newer(value, "schema_version", OUTCOMES_SCHEMA, where)
    found = _checked(CaseOutcome, value, where)
    if not all(side in found.outcomes and side in found.expectation for side in SIDES):
        raise HarnessError(f"{where}: one side is missing.")
    return found


def _refuse_newer(value: object, key: str, known: int, where: str) -> None:
    schema = value.get(key) if isinstance(value, dict) else None
    if not isinstance(schema, int) or isinstance(schema, bool):
        raise HarnessError(f"{where}: found no {key}, which every such file of ours has.")
    if schema > known:
        raise HarnessError(
            f"{where}: {key} {schema}, but this corpusgate reads up to {known}. Upgrade corpusgate."
        )


def _checked(model: type[M], value: object, where: str) -> M:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        more = f" ({counted(error.error_count(), 'fault')})" if error.error_count() > 1 else ""
        raise HarnessError(f"{where}: {place}: {first['msg']}{more}.") from error


def _reason(error: HarnessError, folder: RunFolder) -> str:
    """The fault in one line, without the folder that is named anyway."""
    return " ".join(str(error).replace(f"{folder.path}/", "").split())
