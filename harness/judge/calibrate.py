"""How far a judge may be trusted: its verdicts against those of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from harness.errors import HarnessError
from harness.model.counted import counted
from harness.model.judgement import FAVOURABLE, VERDICTS, Judgement, JudgeVerdict
from harness.model.wire import Side, Wire
from harness.statistics import proportion_interval
from harness.store import read_json, read_models
from harness.text.redact import redact

CALIBRATION_FILE = "judge-calibration.json"


class Decision(Wire):
    """One line of a person's file: what the verdict on a judgement should have been."""

    case_id: str
    check: str
    subject: str
    side: Side
    verdict: JudgeVerdict
    trial: int = 0

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """Names the judgement it is about, up to the task."""
        return self.case_id, self.side, self.check, redact(self.subject), self.trial


class Calibration(Wire):
    """``.corpusgate/judge-calibration.json``."""

    schema_version: int = 1
    judge: str
    """Fingerprint of the judge; other settings are another judge."""
    model: str
    decisions: int
    agreement: float
    """Share of decisions on which the judge says what the person says."""
    agreement_interval: tuple[float, float] | None = None
    """95 %, exact (Clopper and Pearson)."""
    kappa: float | None
    """Cohen's kappa; ``None`` when both always say the same one thing."""
    false_support: float | None
    """Share of the decisions against the answer on which the judge speaks for it; ``None``
    without any such decision."""
    false_support_interval: tuple[float, float] | None = None
    """The same as for agreement."""
    against: int = 0
    """Decisions against the answer."""
    confusion: dict[str, dict[str, int]]
    """The person's verdict -> the judge's -> number."""
    left_out: dict[str, int] = {}
    """Reason -> answers of people that are not counted."""

    @property
    def figures(self) -> dict[str, float | None]:
        """The numbers alone, as JSON values."""
        return {
            "decisions": self.decisions,
            "agreement": self.agreement,
            "kappa": self.kappa,
            "false_support": self.false_support,
        }

    @property
    def sentence(self) -> str:
        """The numbers in one line."""
        kappa = "undefined" if self.kappa is None else f"{self.kappa:.2f}"
        return (
            f"calibrated on {counted(self.decisions, 'decision')}: agreement {self.agreement:.1%}, "
            f"Cohen's kappa {kappa}, false support {self._false_support}"
        )

    @property
    def _false_support(self) -> str:
        """The rate with its number and interval: none in three says little."""
        if self.false_support is None or self.false_support_interval is None:
            return "unknown"
        low, high = self.false_support_interval
        false = round(self.false_support * self.against)
        between = f"95 % interval {low:.1%} to {high:.1%}"
        return f"{self.false_support:.1%} ({false} of {self.against}, {between})"


def calibrate(judgements: Sequence[Judgement], decisions: Sequence[Decision]) -> Calibration:
    """Compare what the judge said with what people say.

    A judge that abstains or fails disagrees with every person who does not say the same.

    Raises:
        HarnessError: no decision meets a judgement, or the judgements are of several judges.
    """
    pairs = list(_pairs(judgements, decisions))
    if not pairs:
        raise HarnessError(
            "No decision is about a question that the judge was asked. Expected lines with the "
            "case_id, side, check and subject of a line of judgements.jsonl."
        )
    return calibration(pairs)


def calibration(
    pairs: Sequence[tuple[JudgeVerdict, Judgement]], left_out: Mapping[str, int] | None = None
) -> Calibration:
    """What people say of questions against what the judge says.

    Args:
        pairs: at least one; (the person's verdict, the judgement).
        left_out: reason -> answers of people that no pair stands for.

    Raises:
        HarnessError: the judgements are of several judges.
    """
    judges = {judgement.judge for _, judgement in pairs}
    if len(judges) > 1:
        raise HarnessError("The judgements are of several judges. Calibrate one run at a time.")
    labels = [(human, judgement.verdict) for human, judgement in pairs]
    agreed = sum(human == judge for human, judge in labels)
    against = [judge for human, judge in labels if human not in FAVOURABLE and human != "abstain"]
    return Calibration(
        judge=judges.pop(),
        model=pairs[0][1].model,
        decisions=len(labels),
        agreement=round(agreed / len(labels), 6),
        agreement_interval=_interval(agreed, len(labels)),
        kappa=_rounded(cohens_kappa(labels)),
        **_false_support(against),
        confusion=_confusion(labels),
        left_out=dict(left_out or {}),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _pairs(
    judgements: Iterable[Judgement], decisions: Iterable[Decision]
) -> Iterator[tuple[JudgeVerdict, Judgement]]:
    """Each decision with the judgement of the task its verdict belongs to."""
    table: dict[tuple[str, str, str, str, int], list[Judgement]] = {}
    for judgement in judgements:
        key = (
            judgement.case_id,
            judgement.side,
            judgement.check,
            redact(judgement.subject),
            judgement.trial,
        )
        table.setdefault(key, []).append(judgement)
    for decision in decisions:
        for judgement in table.get(decision.key, ()):
            if decision.verdict == "abstain" or decision.verdict in VERDICTS[judgement.task]:
                yield decision.verdict, judgement
                break


def cohens_kappa(labels: Sequence[tuple[str, str]]) -> float | None:
    """Agreement of two raters beyond chance: (p_o - p_e) / (1 - p_e).

    J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological
    Measurement 20 (1960). ``None`` when chance alone explains full agreement (p_e = 1).
    """
    total = len(labels)
    first = Counter(one for one, _ in labels)
    second = Counter(two for _, two in labels)
    observed = sum(one == two for one, two in labels) / total
    expected = sum(first[label] * second[label] for label in first) / total**2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _false_support(against: Sequence[JudgeVerdict]) -> dict[str, Any]:
    """Of the judge's verdicts where people decided against the answer: how many speak for it."""
    false = sum(judge in FAVOURABLE for judge in against)
    return {
        "against": len(against),
        "false_support": _rounded(false / len(against)) if against else None,
        "false_support_interval": _interval(false, len(against)),
    }


def _interval(successes: int, trials: int) -> tuple[float, float] | None:
    if not trials:
        return None
    low, high = proportion_interval(successes, trials)
    return round(low, 6), round(high, 6)


def _confusion(labels: Iterable[tuple[str, str]]) -> dict[str, dict[str, int]]:
    table: dict[str, Counter[str]] = {}
    for human, judge in labels:
        table.setdefault(human, Counter())[judge] += 1
    return {human: dict(sorted(row.items())) for human, row in sorted(table.items())}


def read_decisions(file: Path) -> list[Decision]:
    """The decisions of people, one JSON object a line.

    Raises:
        HarnessError: every line that is no decision, all at once.
    """
    return read_models(file, Decision, "decision")


def read_judgements(file: Path) -> list[Judgement]:
    """``judgements.jsonl`` of a run.

    Raises:
        HarnessError: it is missing (the run had no judge) or a line is no judgement.
    """
    if not file.exists():
        raise HarnessError(
            f"{file}: no such file. The run has no judgements: configure `judge` in "
            "release.yaml and run again."
        )
    return read_models(file, Judgement, "judgement")


def calibration_of(file: Path, judge: str) -> Calibration | None:
    """The saved calibration of the judge with this fingerprint, if it was calibrated."""
    if not file.exists():
        return None
    try:
        found = Calibration.model_validate(read_json(file))
    except ValidationError as error:
        raise HarnessError(f"{file}: not a calibration. Calibrate again.") from error
    return found if found.judge == judge else None
