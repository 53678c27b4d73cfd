"""What is done beside asking: the A/A run, the judge, ragas, the user's programs, the sums.

The main job calls these between its records and its comparison.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.command import find_program, run_commands
from harness.comparison import measure_noise, unmeasured
from harness.comparison.stability import has_dice
from harness.config import Release
from harness.judge import CALIBRATION_FILE, Judge, calibration_of, settle
from harness.model.case import Case
from harness.model.command import CommandResult
from harness.model.comparison import Comparison
from harness.model.judgement import Judgement, Judgements
from harness.model.measurement import Measurement
from harness.model.noise import Noise
from harness.model.outside import CommandKey, MeasuredKey, Outside
from harness.model.progress import Progress
from harness.model.record import RunRecord
from harness.model.search import Embed
from harness.model.wire import SIDES, Side
from harness.pipeline.ask import Stages
from harness.pipeline.execute import Ledger, execute
from harness.pipeline.places import Places, RunFolder
from harness.pipeline.versions import Version
from harness.ragas_metrics import Answers, Ragas, measure
from harness.record.totals import answers_cost, paid_once, side_totals, summed
from harness.registry import expect
from harness.report import redact_said
from harness.store import read_models, write_json, write_jsonl


def check_programs(release: Release) -> None:
    """Refuse a program that is not there before anything is asked.

    Raises:
        HarnessError: names the check and the program.
    """
    for command in release.commands:
        find_program(command, release.root)


@dataclass(frozen=True, slots=True)
class Asking:
    """What it takes to ask the baseline once more."""

    version: Version
    folder: RunFolder
    stages: Stages
    progress: Progress

    def again(self, cases: Sequence[Case], trials: range) -> tuple[RunRecord, ...]:
        """Records of the A/A run, in a folder of their own."""
        ledger = Ledger.of(self.folder.noise_run, self.version.side)
        return execute(cases, self.version, ledger, self.stages, trials, self.progress)


def measured_noise(
    release: Release, cases: Sequence[Case], records: Sequence[RunRecord], asking: Asking
) -> Noise:
    """The noise of the generator, written to ``noise.json``.

    The A/A run asks the baseline again with trial numbers behind those of the run, so that no kept
    answer can stand for a fresh one. It is left out where it is not configured, and where the
    generator has no dice.
    """
    noise = unmeasured(records)
    if release.noise.trials and has_dice(records):
        asked = {record.case_id for record in records}
        cases = [case for case in cases if case.id in asked]
        again = range(release.trials, release.trials + release.noise.trials)
        fresh = asking.again(cases, again)
        text = asking.version.text
        measured = measure_noise(cases, records, fresh, text, release.trials)
        noise = measured.model_copy(update={"cost": answers_cost(fresh)})
    write_json(asking.folder.noise, noise.model_dump(mode="json"))
    return noise


def judged_comparison(
    release: Release,
    compare: Callable[[Outside], Comparison],
    outside: Outside,
    folder: RunFolder,
    progress: Progress,
    kept: Sequence[Judgement] = (),
) -> tuple[Comparison, Outside]:
    """The comparison, with the judge heard on what it leaves open, where there is one.

    Beside it stands all that was said of the answers, the judge's verdicts included.
    """
    if release.judge is None:
        return compare(outside), outside

    def with_judge(judgements: Judgements) -> tuple[Comparison, Outside]:
        heard = replace(outside, judgements=judgements)
        return compare(heard), heard

    judge = expect(release.judge, Judge)
    return settle(with_judge, judge, folder.judgements, progress, kept)


@dataclass(frozen=True, slots=True)
class Measuring:
    """What it takes to measure answers with ragas."""

    release: Release
    versions: Mapping[Side, Version]
    folder: RunFolder
    embed: Embed
    progress: Progress
    kept: Sequence[Measurement] = ()
    """What shards of the run measured."""

    def measured(
        self, cases: Sequence[Case], records: Mapping[Side, Sequence[RunRecord]]
    ) -> dict[MeasuredKey, tuple[Measurement, ...]]:
        """The metrics of both sides' answers, kept in ``ragas.jsonl``; empty if none is configured."""
        if self.release.ragas is None:
            return {}
        ragas = expect(self.release.ragas, Ragas)
        answers = Answers(
            cases=cases,
            records=[record for side in SIDES for record in records[side]],
            texts={side: self.versions[side].text for side in SIDES},
        )
        found = measure(ragas, answers, self.embed, self.progress, self.kept)
        write_jsonl(self.folder.ragas, [redact_said(one.model_dump(mode="json")) for one in found])
        table: dict[MeasuredKey, list[Measurement]] = defaultdict(list)
        for one in found:
            table[one.side, one.case_id].append(one)
        return {key: tuple(lines) for key, lines in table.items()}


def command_results(
    release: Release,
    cases: Sequence[Case],
    records: Mapping[Side, Sequence[RunRecord]],
    folder: RunFolder,
    kept: Sequence[CommandResult] = (),
) -> dict[CommandKey, CommandResult]:
    """Results of the user's programs on the answers of both sides, kept in ``commands.jsonl``."""
    if not release.commands:
        return {}
    answers = [record for side in SIDES for record in records[side]]
    results = run_commands(release.commands, cases, answers, release.root, _known(folder, kept))
    write_jsonl(folder.commands, [redact_said(one.model_dump(mode="json")) for one in results])
    return {(r.side, r.case_id, r.trial, r.command): r for r in results}


def _known(folder: RunFolder, kept: Sequence[CommandResult]) -> dict[str, CommandResult]:
    """Results by input: of an earlier attempt, and over them those that shards brought."""
    file = folder.commands
    found = read_models(file, CommandResult, "result of a command") if file.exists() else []
    return {result.input: result for result in (*found, *kept)}


def sums(
    release: Release,
    records: Mapping[Side, Sequence[RunRecord]],
    places: Places,
    noise: Noise,
    outside: Outside,
) -> dict[str, Any]:
    """For ``run.json``: totals, costs by purpose, noise, and how far the judge may be trusted."""
    return {
        "totals": {side: side_totals(records[side]) for side in SIDES},
        "costs": _costs(records, noise, outside),
        "noise": {"state": noise.state, "floor": noise.floor},
        **({} if release.judge is None else {"judge": judge_note(release, places)}),
    }


def _costs(
    records: Mapping[Side, Sequence[RunRecord]], noise: Noise, outside: Outside
) -> dict[str, float | None]:
    """What the calls behind a run cost, each once, by what they were for; ``None`` without a price."""
    judged = outside.judgements.known.values() if outside.judgements else ()
    measured = [one for lines in outside.measurements.values() for one in lines]
    costs = {
        "answers": answers_cost(record for side in SIDES for record in records[side]),
        "noise": noise.cost,
        "judge": paid_once(((one.task, one.question), one.cost) for one in judged),
        "ragas": paid_once(((one.metric, one.input), one.cost) for one in measured),
    }
    return {**costs, "all": summed(costs.values())}


def judge_note(release: Release, places: Places) -> dict[str, Any]:
    """Name, model and calibration of the judge, in words and in numbers."""
    judge = release.judge
    if judge is None:
        return {}
    found = calibration_of(places.cache / CALIBRATION_FILE, judge.fingerprint())
    return {
        "name": judge.name,
        "model": getattr(judge, "model", ""),
        "calibration": found.sentence if found else "not calibrated",
        **({} if found is None else {"calibrated": found.figures}),
    }
